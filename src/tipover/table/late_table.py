"""A table as it was a while ago, for those who watch with a delay: nothing newer is in it, so nothing newer can be told."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import TypeVar

import msgspec

from tipover.engine.core.language import ENGLISH
from tipover.engine.core.said import say
from tipover.table.listener import Listener
from tipover.table.live_table import PAUSE, LiveTable
from tipover.table.presence import with_presence
from tipover.table.protocol import from_client
from tipover.table.protocol.from_server import WhyShown
from tipover.table.protocol.people import SeatNow, TableNow
from tipover.table.refusals import RefusedError
from tipover.table.seats import PERSON
from tipover.table.shares import Alarm
from tipover.table.snapshot_keeper import SnapshotKeeper
from tipover.table.store import EventRow
from tipover.table.table_log import PLAYING, WAITING, Table, fold
from tipover.table.views import Views, mark, table_now

T = TypeVar("T")
logger = logging.getLogger("tipover.table")


def due(rows: list[EventRow], until: float, has_begun: bool = False) -> list[EventRow]:
    """The first rows, up to one that was made after `until`. How people gather and the game begins is no news: it is always due."""
    first = 0
    if rows and not has_begun:
        first = next((k for k, row in enumerate(rows, 1) if row.kind == "began"), len(rows))
        until = max(until, rows[first - 1].at)  # what the dice say at once belongs to it
    return rows[: next((k for k in range(first, len(rows)) if rows[k].at > until), len(rows))]


class LateTable(LiveTable):
    """A copy of a table that follows its rows `delay` seconds later and writes none. Its listeners have no seats."""

    def __init__(self, front: LiveTable, table: Table, delay: int) -> None:
        super().__init__(table, front.store, front.work, front.thinkers, front.refold)
        self.front = front
        self.delay = delay
        self.snapshots = _NoSnapshots()
        self._due_clock = Alarm()
        self._present: tuple[int, list[bool]] | None = None  # who was said to be present
        self._is_stuck = False  # whether it is logged that the rows cannot be followed

    def hides(self, seats: Collection[int]) -> bool:
        """Nothing: what is here may be told to everybody."""
        return False

    def now(self, language: str = ENGLISH) -> TableNow:
        """The table as it was; only who is connected is told as it is."""
        seats = with_presence(self._now, self.front.people, self.front.present())
        return msgspec.structs.replace(super().now(language), seats=seats, watching=self.front.watching)

    async def join(self, listener: Listener, tokens: Collection[str], last: int = -1) -> None:
        """Welcome a socket to watch."""
        with suppress(RefusedError):  # the local copy is better than nothing
            await self.changed()
        await super().join(listener, (), last)
        self._due_clock.start(0, 0.0, self._come_due)  # while nobody watched no clock ran
        self.front.tell_presence()
        self.front.wake()  # bots and dice may have waited for somebody to watch

    def leave(self, listener: Listener) -> None:
        """A socket has gone."""
        self.used = time.monotonic()
        self.review.left(listener)
        if listener in self.listeners:
            self.listeners.discard(listener)
            self.front.used = self.used
            self.front.people.saw(())
            self.front.tell_presence()

    def tell_presence(self) -> None:
        """Schedule a message about who is present, if that has changed: one without news would tell that something has happened."""
        now = self.now()
        present = (now.watching, [seat.present for seat in now.seats])
        if present != self._present:
            self._present = present
            super().tell_presence()

    async def look(self, deed: Callable[[], T], seq: int = 0) -> T:
        """Run a function on the table as it was; while nobody watches, nothing else follows what has come due."""
        with suppress(RefusedError):  # the local copy is better than nothing
            await self.changed()
        return await super().look(deed)

    async def command(self, listener: Listener, command: from_client.FromBrowser) -> None:
        """Refuse it: who watches has no seat."""
        raise RefusedError("not_seated", say("refused.not_your_seat"))

    async def tried(self, lines: list[WhyShown]) -> None:
        """Nothing: lessons have no delay."""

    async def changed(self, seq: int = 0) -> None:
        """Apply and publish what is due by now."""
        async with self._turn():
            await self._catch_up()

    def wake(self) -> None:
        """Something has happened at the table: look again when it is due."""
        if self.listeners:
            self._due_clock.start(0, 0.0 if self.table.match is None else float(self.delay), self._come_due)

    async def stop(self) -> None:
        """Follow no longer."""
        self._due_clock.stop()
        await super().stop()

    async def _come_due(self) -> None:
        try:
            await self.changed()
            self._is_stuck = False
        except Exception as error:
            if not isinstance(error, RefusedError) and not self._is_stuck:  # otherwise the store is away
                self._is_stuck = True
                logger.exception("what has come due at a table cannot be told")
            if self.listeners:
                self._due_clock.start(0, PAUSE, self._come_due)

    async def _catch_up(self) -> None:
        rows = await self._read(self.store.events(self.code, self.table.seq))
        ready = due(rows, time.time() - self.delay, self.table.match is not None)
        if ready:
            former = mark(self.table)
            await self._judged(lambda: fold(self.table, ready))
            await self._publish(former, ready, table_now(self.table))
        if len(ready) < len(rows) and self.listeners:
            self._due_clock.start(0, max(0.0, rows[len(ready)].at + self.delay - time.time()), self._come_due)

    async def _keep(self, rows: list[EventRow]) -> TableNow:
        raise RuntimeError("a table as it was is only read")

    async def _reload(self) -> None:
        """Rebuild the table from the rows that are due, and publish what is new to the sockets here."""
        self._doubtful = True
        rows = await self._read(self.store.events(self.code))
        known, later = rows[: self._published], rows[self._published :]
        more = due(later, time.time() - self.delay, any(row.kind == "began" for row in known))
        fresh = await self.off(self.refold)
        await self.off(lambda: fold(fresh, known))
        former = mark(fresh)
        await self.off(lambda: fold(fresh, more))
        self.table, self.views, self._doubtful = fresh, Views(fresh), False
        if more:
            await self._publish(former, more, table_now(fresh))


class _NoSnapshots(SnapshotKeeper):
    """Keeps none: the table itself does."""

    def look(self, live: LiveTable) -> None:
        """Nothing."""


def late_copy(front: LiveTable, rows: list[EventRow], delay: int) -> Table:
    """The table as it was `delay` seconds ago."""
    table = front.refold()
    fold(table, due(rows, time.time() - delay))
    return table


def as_watched(now: TableNow) -> TableNow:
    """The public view of a table for lists and strangers: with a delay nothing of the game is told before it is due."""
    if not now.delay or now.status == WAITING:
        return now
    if now.changed + now.delay <= time.time():
        return now if now.renamed + now.delay <= time.time() else _without_names(now)
    return TableNow(
        now.code,
        now.title,
        PLAYING,
        [_as_it_began(seat if not now.sides_chosen else msgspec.structs.replace(seat, side="")) for seat in now.seats],
        now.kind,
        now.listed,
        now.commitment,
        watching=now.watching,
        next_commitment=now.next_commitment,
        clock=now.clock,
        delay=now.delay,
        sides_chosen=now.sides_chosen,
    )


def _as_it_began(seat: SeatNow) -> SeatNow:
    """A seat without what may have changed since the game began: a person may have resigned, changed the name or left a bot to play."""
    if seat.kind != PERSON:
        return seat
    return SeatNow(seat.seat, seat.kind, seat.side, present=seat.present, presence=seat.presence, bot_in=seat.bot_in, chain=seat.chain)


def _without_names(now: TableNow) -> TableNow:
    """A table where somebody has just changed the name, after the last move that is due."""
    seats = [msgspec.structs.replace(seat, name="") if seat.kind == PERSON else seat for seat in now.seats]
    return msgspec.structs.replace(now, seats=seats, result="")
