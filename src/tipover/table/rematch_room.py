"""The rematch of a live table: opened once, announced in its rows, and its seats told to those who had them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tipover.table.commands import Done
from tipover.table.listener import Listener
from tipover.table.protocol.from_server import Seated
from tipover.table.protocol.people import SeatGiven
from tipover.table.table_log import Table
from tipover.table.views import ENCODER

# Opens the rematch of a table with the seats' seeds: its code, and the new seats by old seat.
NextTable = Callable[[Table, dict[int, str]], Awaitable[tuple[str, dict[int, SeatGiven]]]]


class RematchRoom:
    """The rematch of one table, if this process opened it."""

    def __init__(self) -> None:
        self._next: tuple[str, dict[int, SeatGiven]] | None = None

    async def announced(self, table: Table, done: Done, open_next: NextTable) -> Done:
        """Open the rematch and return the rows that announce it. A retry gets the same table."""
        _, seat, body = done.rows[0]
        if self._next is None:
            self._next = await open_next(table, {**table.rematch_wanted, seat: body["seed"]})
        return done._replace(rows=[*done.rows, ("rematch", seat, {"code": self._next[0]})])

    def tell(self, listener: Listener, table: Table) -> None:
        """Send a socket its seats at the rematch, if that is stored and was opened by this process."""
        if self._next is None or self._next[0] != table.rematch:
            return
        code, seats = self._next
        if given := [seats[seat] for seat in listener.seats if seat in seats]:
            listener.tell(ENCODER.encode(Seated(code, given)))
