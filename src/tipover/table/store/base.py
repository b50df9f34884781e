"""What a store is: rows of tables and of their events, kept for good once a call has returned."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol


class EventRow(NamedTuple):
    """One event of a table; `(table, seq)` is its place for ever."""

    seq: int  # from 1, without gaps
    kind: str
    seat: int
    command: str  # the id of the command that caused it, unique in its table; "" if none
    body: str  # JSON
    at: float  # seconds since 1970


class GameRow(NamedTuple):
    """A table without its events."""

    code: str
    created: float
    updated: float
    status: str
    listed: bool
    summary: str  # JSON
    head: str  # JSON; never changes
    last: int  # the seq of its last event, 0 if there is none


class Conflict(Exception):
    """Something else stands there already: another process was first."""


class StoreDown(Exception):
    """The store cannot do it now; a sentence for people. Nothing is half written, and the same call may be made again."""


class Store(Protocol):
    """Keeps tables. A call that writes returns after the commit reached the disk; one that fails has written nothing.

    Only after `StoreDown` may it be unknown whether the rows were kept (the connection broke during the commit): the
    same call again is harmless, since rows that stand there already are taken as written.
    """

    shared: bool  # whether other processes' writes are told of

    async def open(self) -> None:
        """Make ready, bringing an older schema up to date; a newer one is refused by `StoreDown`."""

    async def close(self) -> None:
        """Finish what waits, and let go."""

    async def create(self, game: GameRow, rows: list[EventRow]) -> None:
        """A new table with its first events; `game.last` is reckoned from them. `Conflict` if the code is taken."""

    async def append(self, code: str, rows: list[EventRow], status: str, summary: str) -> None:
        """Add events after the last one, all or none, with the table's new status and summary (also without events).

        `Conflict` if they do not follow the last event, or the command id is taken; `LookupError` if there is no such table.
        """

    async def events(self, code: str, after: int = 0) -> list[EventRow]:
        """The events after a seq, in order."""

    async def game(self, code: str) -> GameRow | None:
        """One table."""

    async def games(self, status: str = "", listed: bool | None = None, limit: int = 50) -> list[GameRow]:
        """Tables, the one changed last first."""

    async def keep_seed(self, commitment: str, seed: str, now: float, until: float) -> None:
        """Keep a server's seed for a table still to be opened; those whose time is past are dropped."""

    async def take_seed(self, commitment: str, now: float) -> str:
        """The seed of a commitment, which is gone then for every process; empty if there is none, or its time is past."""

    def on_change(self, call: Callable[[str, int], None]) -> None:
        """Be told, on the event loop, that another process has written a table up to a seq; perhaps more than once."""

    async def tell_present(self, told: str) -> None:
        """Tell the other processes something short of who is where; nothing of it is kept."""

    def on_present(self, call: Callable[[str, str], None]) -> None:
        """Be told, on the event loop, what another process tells so, with a name for that process."""


def same_events(there: Sequence[EventRow], rows: Sequence[EventRow]) -> bool:
    """Whether these rows are there already, by an earlier call whose answer was lost.

    The command id says whose they are; without one only the time tells a second try from another process's equal row.
    """
    if len(there) != len(rows):
        return False
    if any(row.command for row in rows):
        return all(old[:-1] == new[:-1] for old, new in zip(there, rows, strict=True))
    return list(there) == list(rows)


def same_game(there: GameRow, game: GameRow) -> bool:
    """Whether a table under this code is this one, by an earlier call whose answer was lost."""
    return (there.head, there.created, there.listed) == (game.head, game.created, game.listed)


def check_rows(before: int, rows: Sequence[EventRow]) -> None:
    """Refuse rows that leave gaps among themselves or stand before the first place."""
    if before < 0 or any(row.seq != before + k for k, row in enumerate(rows, 1)):
        raise ValueError(f"events are numbered from 1 without gaps, not {[row.seq for row in rows]}")


def taken(code: str, seq: int) -> Conflict:
    """The conflict of a place among a table's events."""
    return Conflict(f"table {code} does not end before event {seq}: another process has written it, or one before it is missing")


def command_taken(code: str) -> Conflict:
    """The conflict of a command id."""
    return Conflict(f"table {code} has this command already, with other events")


def code_taken(code: str) -> Conflict:
    """The conflict of a code."""
    return Conflict(f"there is a table {code} already")


def no_table(code: str) -> LookupError:
    """What is said of a table that is not kept."""
    return LookupError(f"there is no table {code}")
