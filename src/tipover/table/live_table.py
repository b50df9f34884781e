"""A live table: a table with its sockets. Commands are handled one after another, and published once they are stored."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from concurrent.futures import Executor
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import TypeVar

import msgspec

from tipover.engine.core.language import ENGLISH
from tipover.engine.core.said import say
from tipover.table.attendance import attend, seconds_left
from tipover.table.bot_answers import Thinking, ask_bot, bot_line
from tipover.table.commands import (
    Done,
    Row,
    back_again,
    bot_rows,
    check_id,
    draft,
    earlier_answer,
    is_rematch_due,
    judge,
    sign_of,
    tried,
)
from tipover.table.judging import JudgedDeed, to_keep
from tipover.table.kept_tables import damage_told
from tipover.table.listener import Listener
from tipover.table.ponderers import Ponderers
from tipover.table.presence import Presence, with_presence
from tipover.table.protocol import from_client
from tipover.table.protocol.from_server import Ack, LogTold, TableChanged, WhyShown
from tipover.table.protocol.people import TableNow
from tipover.table.refusals import RefusedError
from tipover.table.rematch_room import NextTable, RematchRoom
from tipover.table.review_room import ReviewRoom
from tipover.table.seats import TABLE, hash_of
from tipover.table.shares import Alarm, missing, patience, waiting_roll
from tipover.table.snapshot_keeper import SnapshotKeeper
from tipover.table.store import Conflict, EventRow, Store, StoreDown
from tipover.table.table_log import Table, fold
from tipover.table.talk import TalkLimit
from tipover.table.telling import audiences_of, tell_all, tell_each, tell_moved, tell_seats
from tipover.table.thinkers import Asker
from tipover.table.threads import in_thread, in_thread_and_beyond
from tipover.table.views import ENCODER, QUIET, Audience, Mark, Seats, Updates, Views, mark, results, table_now

T = TypeVar("T")
TRIES = 5
LOST_AFTER = 2  # failures after which a bot answers at random
PAUSE = 1.0  # seconds until a bot tries again after its first failure; longer after each further one
STOP_WITHIN = 3.0
LONGEST_WAIT = 2 * 86_400.0  # seconds; no clock runs longer
WHO_IS_HERE = (from_client.StandIn, from_client.Rematch)  # commands that depend on it
TOGETHER = 0.1  # seconds over which arrivals and departures are collected into one message

logger = logging.getLogger("tipover.table")


class LiveTable:
    """One table of this process. `work` runs slow calls outside the event loop; the lock keeps commands in order."""

    def __init__(self, table: Table, store: Store, work: Executor, thinkers: Thinking, refold: Callable[[], Table]) -> None:
        self.table = table
        self.views = Views(table)
        self.store = store
        self.work = work
        self.thinkers = thinkers
        self.listeners: set[Listener] = set()
        self.late: list[LiveTable] = []  # the copies for those who watch later than it happens
        self.used = time.monotonic()
        self.next_table: NextTable | None = None
        self.refold = refold
        self._lock = asyncio.Lock()
        self._published = table.seq  # the last row that was published here
        self._game_seq = table.game_seq
        self._now = table_now(table)  # as stored: the table itself may be in the middle of a command
        self._results = results(table)
        self._doubtful = False  # whether the table may differ from what is stored
        self._bots: asyncio.Task[None] | None = None
        self._ponderers = Ponderers()
        self._roll_clock = Alarm()
        self.people_clock = Alarm()
        self._presence: asyncio.TimerHandle | None = None
        self._talk = TalkLimit()
        self.people = Presence()
        self.review = ReviewRoom()
        self.snapshots = SnapshotKeeper()
        self.tell_others: Callable[[LiveTable], None] | None = None  # reports to other processes who is present
        self._rematch = RematchRoom()

    @property
    def code(self) -> str:
        """The table's code."""
        return self.table.code

    @property
    def idle(self) -> bool:
        """Whether no socket is connected and nothing is running."""
        return not self.here and not self._lock.locked() and (self._bots is None or self._bots.done())

    @property
    def here(self) -> list[Listener]:
        """All for whom the game goes on: who plays, who watches, and who watches later."""
        return [*self.listeners, *(one for late in self.late for one in late.listeners)]

    @property
    def watching(self) -> int:
        """How many sockets watch, at once or later."""
        return sum(not one.seats for one in self.here)

    def hides(self, seats: Collection[int]) -> bool:
        """Whether a socket with these seats may see the table only as it was a while ago."""
        return bool(self.table.head.delay) and not seats

    def present(self) -> set[int]:
        """The seats whose people are connected to this process."""
        return {seat for one in self.listeners for seat in one.seats}

    def now(self, language: str = ENGLISH) -> TableNow:
        """The table as everybody may know it."""
        seats = with_presence(self._now, self.people, self.present())
        left, result = seconds_left(self._now.deadline), self._results.get(language, "")
        return msgspec.structs.replace(self._now, seats=seats, watching=self.watching, result=result, time_left=left)

    def recent(self) -> set[int]:
        """The seats whose people are connected to any process, or were until a moment ago."""
        return self.people.recent(self.present(), len(self.table.seats))

    def others_tell(self, process: str, seats: Collection[int]) -> None:
        """Another process reports which seats' people are connected to it."""
        former = self.people.elsewhere()
        self.people.report(process, seats)
        if self.people.elsewhere() != former:
            self._tell_changed()

    @property
    def game_seq(self) -> int:
        """The last published row that changed the game."""
        return self._game_seq

    async def off(self, deed: Callable[[], T]) -> T:
        """Run a function outside the event loop."""
        return await in_thread(self.work, deed)

    async def look(self, deed: Callable[[], T], seq: int = 0) -> T:
        """Run a function on the table while no command is handled; `seq` is the last row that the caller has seen."""
        async with self._turn():
            if seq > self.table.seq:
                await self._catch_up()
            return await self.off(deed)

    # -- coming and going ------------------------------------------------------------------------------

    async def join(self, listener: Listener, tokens: Collection[str], last: int = -1) -> None:
        """Welcome a socket with the seats of its tokens, and notify the others."""
        async with self._turn():
            if listener.closed:
                return
            self.used = time.monotonic()
            if self.store.shared:
                with suppress(RefusedError):  # the local copy is better than nothing
                    await self._catch_up()
            found = {self.table.seat_with(hash_of(token)) for token in tokens}
            listener.seats = tuple(sorted(seat for seat in found if seat >= 0))
            if self.hides(listener.seats):  # its seat was taken from it a moment ago
                return tell_moved(listener)
            self.listeners.add(listener)
            now = self.now(listener.language)
            listener.tell(await self.off(lambda: self.views.welcome(listener.seats, now, last, listener.language)))
            self._rematch.tell(listener, self.table)
            self.people.saw(listener.seats)
            if rows := back_again(self.table, listener.seats):
                with suppress(RefusedError, Conflict):  # otherwise the person can take the seat back by command
                    await self._go_on(rows)
        self.tell_presence()
        self.wake()

    def leave(self, listener: Listener) -> None:
        """A socket has gone."""
        self.used = time.monotonic()
        self.review.left(listener)
        if listener in self.listeners:
            self.listeners.discard(listener)
            self.people.saw(listener.seats)
            self.tell_presence()
            self.people_clock.start(0, 0.0, self._attend)

    # -- commands --------------------------------------------------------------------------------------

    async def command(self, listener: Listener, command: from_client.FromBrowser) -> None:
        """Handle, store and acknowledge a command; a retry with the same id gets the same answer. A refused command changes nothing."""
        identity: str = getattr(command, "id", "")
        check_id(identity)
        async with self._turn():
            if getattr(command, "seq", 0) > self.table.seq:
                await self._catch_up()  # its sender has seen rows that this process has not
            if identity not in self.table.commands:
                self._talk.check(self.table, command, listener.seats)
            for _ in range(TRIES):
                known = earlier_answer(self.table, command, listener.seats)
                if known is not None:
                    listener.tell(ENCODER.encode(known))
                    return
                former = mark(self.table)
                listener.asking = identity
                try:
                    present = self.recent() if isinstance(command, WHO_IS_HERE) else set()
                    judged = await self._judged_and_kept(former, partial(self._judge, command, listener.seats, present))
                    done, rows, now = judged.done, judged.rows, judged.now
                    if not rows:
                        assert self.next_table is not None
                        done = await self._rematch.announced(self.table, done, self.next_table)
                        rows = await self._judged(partial(draft, self.table, done, identity))
                        now, words = to_keep(self.table, now, rows)
                        await self._whole(self.store.append(*words))
                except Conflict:
                    continue
                listener.tell(ENCODER.encode(Ack(identity, rows[-1].seq, done.token)))
                await self._publish(former, rows, now, judged.updates)
                self.wake()
                return
        raise RefusedError("store", say("refused.other_server_faster"))

    def _judge(self, command: from_client.FromBrowser, seats: Seats, present: set[int]) -> tuple[Done, list[EventRow]]:
        """What a command does, and its rows; no rows yet if the rematch has to be opened first."""
        done = judge(self.table, command, seats, present)._replace(sign=sign_of(command))
        kind, seat, _ = done.rows[0]
        if kind == "rematch_wanted" and self.next_table is not None and is_rematch_due(self.table, seat, present):
            return done, []
        return done, draft(self.table, done, getattr(command, "id", ""))

    async def _judged_and_kept(self, former: Mark, deed: Callable[[], tuple[Done, list[EventRow]]]) -> JudgedDeed:
        """Judge, make in the same go what is told of it, and store it; if there are no rows yet, nothing is stored."""
        judged = JudgedDeed(self.table, self.views, self._now)
        begin = partial(judged.judge, deed, former, audiences_of(self.listeners), self.store)
        await self._whole(in_thread_and_beyond(self.work, begin))
        if judged.words is not None and not judged.is_passed_on:
            await self._whole(self.store.append(*judged.words))
        return judged

    async def append(self, make_done: Callable[[], Done]) -> None:
        """Store and publish what an HTTP request does (taking a seat)."""
        async with self._turn():
            for _ in range(TRIES):
                former = mark(self.table)
                try:
                    judged = await self._judged_and_kept(former, lambda: (Done([]), draft(self.table, make_done(), "")))
                    if not judged.rows:
                        return
                except Conflict:
                    continue
                await self._publish(former, judged.rows, judged.now, judged.updates)
                self.wake()
                return
        raise RefusedError("store", say("refused.other_server_faster"))

    async def tried(self, lines: list[WhyShown]) -> None:
        """In a lesson, asking why something is refused counts as trying it."""
        async with self._turn():
            for one in lines:
                rows = tried(self.table, one.line, [reason.rule for reason in one.reasons])
                if rows:
                    await self._go_on(rows)
                    return

    async def _go_on(self, rows: list[Row]) -> None:
        """Store and publish rows that no command asked for: a lesson's goal that was reached by trying, a person who returns."""
        former = mark(self.table)
        judged = await self._judged_and_kept(former, lambda: (Done([]), draft(self.table, Done(rows), "")))
        await self._publish(former, judged.rows, judged.now, judged.updates)
        self.wake()

    # -- keeping ---------------------------------------------------------------------------------------

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        """Hold the lock, with the table rebuilt from the log first if it may differ from what is stored."""
        async with self._lock:
            if self._doubtful:
                await self._reload()
            yield

    async def _judged(self, deed: Callable[[], T]) -> T:
        """Judge a command outside the event loop."""
        return await self._whole(self.off(deed))

    async def _whole(self, deed: Awaitable[T]) -> T:
        """Wait for what changes the table. Any error except a refusal may leave it half changed, or not stored: it is rebuilt from the log."""
        try:
            return await deed
        except RefusedError as no:
            if no.rows:
                await self._go_on(no.rows)
            raise
        except BaseException as error:
            await self._reload()
            if isinstance(error, StoreDown):
                raise RefusedError.of_store("refused.game_not_kept", error) from None
            raise

    async def _reload(self) -> None:
        """Rebuild the table from the log, and publish what is new to the sockets here."""
        self._doubtful = True
        game, rows = await self._read(self.store.game(self.code)), await self._read(self.store.events(self.code))
        more = [row for row in rows if row.seq > self._published]
        with damage_told(game, rows, self._published):
            fresh = await self.off(self.refold)
            fresh.count_from(self.table.head_digest)
            await self.off(lambda: fold(fresh, [row for row in rows if row.seq <= self._published]))
            former = mark(fresh)
            await self.off(lambda: fold(fresh, more))
        self.table, self.views, self._doubtful = fresh, Views(fresh), False
        if more:
            await self._publish(former, more, table_now(fresh))

    async def _read(self, answer: Awaitable[T]) -> T:
        try:
            return await answer
        except StoreDown as error:
            raise RefusedError.of_store("refused.game_unreadable", error) from None

    async def changed(self, seq: int) -> None:
        """Another process wrote up to this row: apply and publish it."""
        async with self._turn():
            if seq > self.table.seq:
                await self._catch_up()
        self.wake()

    async def _catch_up(self) -> None:
        """Apply and publish what other processes wrote."""
        if rows := await self._read(self.store.events(self.code, self.table.seq)):
            former = mark(self.table)
            await self._judged(lambda: fold(self.table, rows))
            await self._publish(former, rows, table_now(self.table))

    # -- telling ---------------------------------------------------------------------------------------

    async def _publish(self, former: Mark, rows: list[EventRow], now: TableNow, updates: Updates | None = None) -> None:
        """Send every socket what has changed. `now` is the table for lists, `updates` what was made to be told already."""
        table = self.table
        self.used = time.monotonic()
        self.snapshots.look(self)
        self._published = table.seq
        self._game_seq = table.game_seq
        self._now = now
        self._results = results(table)
        tell_seats(self.listeners, table, rows)
        self.listeners -= {one for one in self.listeners if self.hides(one.seats)}
        for late in self.late:
            late.wake()
        if table.game_seq > former.game_seq and table.match is not None:
            audiences = audiences_of(self.listeners)
            if updates is None or not audiences <= updates.keys():
                updates = await self.off(partial(self.views.updates, former, audiences))
            for one in list(self.listeners):
                message = updates.get(Audience(one.seats, one.language))
                if message is not None:
                    one.tell(message)
        elif table.match is not None and any(one.seq > former.seq for one in table.notices):
            tell_each(self.listeners, lambda language: LogTold(self.views.notices(language, former.seq)))
        for line in table.chat[len(table.chat) - sum(row.kind == "said" for row in rows) :]:
            tell_all(self.listeners, line)
        if any(row.kind == "rematch" for row in rows):
            for one in list(self.listeners):
                self._rematch.tell(one, table)
        has_changed = table.over or table.undo_wish != former.undo_wish  # a wish ends with the next choice
        if has_changed or any(row.kind not in QUIET or (table.head.clock and row.kind != "order") for row in rows):
            self._tell_table()

    def tell_presence(self) -> None:
        """Schedule a message about who is present. Changes are collected: if 500 sockets reconnect at once, each gets one message."""
        if self._presence is None:
            self._presence = asyncio.get_running_loop().call_later(TOGETHER, self._tell_table)

    def _tell_table(self) -> None:
        if self._presence is not None:
            self._presence.cancel()
            self._presence = None
        if self.tell_others is not None:
            self.tell_others(self)
        self._tell_changed()

    def _tell_changed(self) -> None:
        """Send the table to every socket."""
        tell_each(self.listeners, lambda language: TableChanged(self.now(language)))
        for late in self.late:
            late.tell_presence()

    # -- bots ------------------------------------------------------------------------------------------

    def wake(self) -> None:
        """Start the task that answers for bots, if one is asked, and the clock of a roll that waits for shares."""
        self._expect_shares()
        self._expect_people()
        if self.table.bot_asked() >= 0 and (self._bots is None or self._bots.done()):
            self._bots = asyncio.get_running_loop().create_task(self._let_bots())
        if self.here:
            self._ponderers.wake(lambda: self.table, self.thinkers, self._asker(), self.look)

    async def _let_bots(self) -> None:
        """Answer for bots, one question after another; they think outside the event loop and without the lock.

        Failures are retried as long as somebody is connected. Bots stop when nobody has been here for a while; a socket that
        joins later wakes them again.
        """
        failures = 0
        while (seat := self.table.bot_asked()) >= 0 and (failures < TRIES or self.here):
            if self.people.is_deserted(bool(self.here)) and not (self.table.head.clock and self.table.people()):
                return
            try:
                await self._bot_answer(seat, failures >= LOST_AFTER)
                failures = 0
                continue
            except RefusedError:
                failures += 1
            except Exception:
                logger.exception("a bot's answer failed")
                failures += 1
            await asyncio.sleep(PAUSE * min(failures, TRIES))

    def _asker(self) -> Asker:
        """For whom bots think."""
        return Asker(self.code, next((one.address for one in self.here), ""))

    async def _bot_answer(self, seat: int, is_lost: bool) -> None:
        async with self._turn():
            asked = await self.off(lambda: ask_bot(self.table, seat))
        if asked is None:
            return
        line = await bot_line(asked, self.thinkers, self._asker(), is_lost)
        async with self._turn():
            if self.table.game_seq != asked.seq or self.table.bot_asked() != seat:
                return
            former = mark(self.table)
            with suppress(Conflict):
                judged = await self._judged_and_kept(former, lambda: (Done([]), bot_rows(self.table, seat, line)))
                await self._publish(former, judged.rows, judged.now, judged.updates)

    # -- shares of a roll ------------------------------------------------------------------------------

    def _expect_shares(self) -> None:
        """Set the clock for the shares that the open roll waits for, while somebody is here to wait for it."""
        number = waiting_roll(self.table)
        if number and self.here:
            seconds = patience(self.table, self.present() | self.people.elsewhere())
            self._roll_clock.start(number, seconds, partial(self._roll_without, number))
        else:
            self._roll_clock.stop()

    async def _roll_without(self, number: int) -> None:
        """Roll without the shares that are still missing."""
        with suppress(RefusedError, Conflict):  # the store is away, or another process has rolled: the next `wake` sees to it
            async with self._turn():
                if waiting_roll(self.table) == number and self.here:
                    await self._go_on([("waived", TABLE, {"seats": missing(self.table)})])

    # -- people who are away, and time that runs ---------------------------------------------------------

    def _expect_people(self) -> None:
        """Come back when something is due about the people."""
        self.people_clock.stop()
        rows, seconds = attend(self.table, self.people, self.present(), time.time())
        if rows or seconds < LONGEST_WAIT:
            self.people_clock.start(0, 0.0 if rows else seconds, self._attend)

    async def _attend(self) -> None:
        """Say who is away or back, and let bots play for those whose time is up."""
        try:
            async with self._turn():
                rows, _ = attend(self.table, self.people, self.present(), time.time())
                if rows:
                    await self._go_on(rows)
                self._expect_people()
        except (RefusedError, Conflict) as no:  # a damaged table is left alone
            if isinstance(no, Conflict) or no.refused != "closed":
                self.people_clock.start(0, PAUSE, self._attend)

    async def stop(self) -> None:
        """Stop the bots and finish the current command; later commands are refused."""
        self._roll_clock.stop()
        self.people_clock.stop()
        self.snapshots.stop()
        await asyncio.gather(*(late.stop() for late in self.late))
        self._ponderers.stop()
        if self._bots is not None:
            self._bots.cancel()
        with suppress(TimeoutError):
            async with asyncio.timeout(STOP_WITHIN):
                await self._lock.acquire()
