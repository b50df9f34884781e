"""A room: a table with the sockets around it. Commands come one after another, and are told once they are kept."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from concurrent.futures import Executor
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Protocol, TypeVar

import msgspec

from tipover.bots import Bot, make
from tipover.bots.search import resumed
from tipover.engine.view import view
from tipover.play.writing import notate
from tipover.table import protocol
from tipover.table.commands import (
    Done,
    Row,
    back_again,
    check_id,
    choices,
    draft,
    is_rematch_due,
    judge,
    sign_of,
    tried,
)
from tipover.table.limits import Bucket
from tipover.table.presence import Presence
from tipover.table.protocol import Ack, Seated, SeatGiven, TableChanged, TableNow, Told, WhyShown
from tipover.table.refusals import No
from tipover.table.seats import hash_of
from tipover.table.store import Conflict, EventRow, Store, StoreDown
from tipover.table.tables import Table
from tipover.table.views import ENCODER, Mark, Seats, Views, mark, table_now

T = TypeVar("T")
TRIES = 5
THOUGHT = 1.0  # seconds a bot may think
PAUSE = 1.0  # seconds until a bot tries again after a failure, the more the more often it failed
STOP_WITHIN = 3.0
TALK_RATE, TALK_BURST, MOST_TALK = 1.0, 20.0, 5000  # lines of chat and new names: a second, at once, ever
TOGETHER = 0.1  # seconds in which those who come and go are told of together

NextTable = Callable[[Table, dict[int, str]], Awaitable[tuple[str, dict[int, SeatGiven]]]]  # with the seats' seeds

logger = logging.getLogger("tipover.table")


class Listener(Protocol):
    """A socket at the table. `tell` never waits."""

    seats: Seats
    asking: str  # the id of its command that is being done
    closed: bool

    def tell(self, message: bytes) -> None:
        """Put a message into its queue."""


class Room:
    """One table of this process. `work` runs what takes time off the event loop; the lock keeps the order."""

    def __init__(self, table: Table, store: Store, work: Executor, thought: Executor, refold: Callable[[], Table]) -> None:
        self.table = table
        self.views = Views(table)
        self.store = store
        self.work = work
        self.thought = thought
        self.listeners: set[Listener] = set()
        self.used = time.monotonic()
        self.next_table: NextTable | None = None
        self._refold = refold
        self._lock = asyncio.Lock()
        self._told = table.seq  # the last row that everybody here knows
        self._game_seq = table.game_seq
        self._now = table_now(table)  # as it is kept: a table in the middle of a command is not looked at
        self._doubtful = False  # whether the table may hold what is not kept
        self._bots: asyncio.Task[None] | None = None
        self._minds: dict[int, Bot] = {}  # the bots that answered last, by seat
        self._presence: asyncio.TimerHandle | None = None
        self._talk: defaultdict[Seats, Bucket] = defaultdict(lambda: Bucket(TALK_RATE, TALK_BURST))
        self.people = Presence()
        self.tell_others: Callable[[Room], None] | None = None  # other processes, who is here
        self._next: tuple[str, dict[int, SeatGiven]] | None = None  # the next table if it was opened here

    @property
    def code(self) -> str:
        """The table's code."""
        return self.table.code

    @property
    def idle(self) -> bool:
        """Whether nobody is here and nothing goes on."""
        return not self.listeners and not self._lock.locked() and (self._bots is None or self._bots.done())

    def present(self) -> set[int]:
        """The seats whose people are here."""
        return {seat for one in self.listeners for seat in one.seats}

    def now(self) -> TableNow:
        """The table as everybody may know it."""
        present = self.present() | self.people.elsewhere()
        seats = [msgspec.structs.replace(one, present=one.present or one.seat in present) for one in self._now.seats]
        return msgspec.structs.replace(self._now, seats=seats, watching=sum(not one.seats for one in self.listeners))

    def recent(self) -> set[int]:
        """The seats whose people are here, at another process, or were until a moment ago."""
        return self.people.recent(self.present(), len(self.table.seats))

    def others_tell(self, process: str, seats: Collection[int]) -> None:
        """Another process tells which seats' people are there."""
        former = self.people.elsewhere()
        self.people.told(process, seats)
        if self.people.elsewhere() != former and self.listeners:
            self._tell_all(TableChanged(self.now()))

    @property
    def game_seq(self) -> int:
        """The last row of the game that everybody may know."""
        return self._game_seq

    async def off(self, deed: Callable[[], T]) -> T:
        """Do something off the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self.work, deed)

    async def look(self, deed: Callable[[], T], seq: int = 0) -> T:
        """Look at the table while nothing is played; `seq` is what whoever asks has seen already."""
        async with self._turn():
            if seq > self.table.seq:
                await self._catch_up()
            return await self.off(deed)

    # -- coming and going ------------------------------------------------------------------------------

    async def join(self, listener: Listener, tokens: Collection[str], last: int = -1) -> None:
        """Welcome a socket with the seats of its tokens, and tell the others."""
        async with self._turn():
            if listener.closed:
                return
            self.used = time.monotonic()
            if self.store.shared:
                with suppress(No):  # what is known here is better than nothing
                    await self._catch_up()
            found = {self.table.seat_with(hash_of(token)) for token in tokens}
            listener.seats = tuple(sorted(seat for seat in found if seat >= 0))
            self.listeners.add(listener)
            now = self.now()
            listener.tell(await self.off(lambda: self.views.welcome(listener.seats, now, last)))
            self._tell_next(listener)
            self.people.saw(listener.seats)
            if rows := back_again(self.table, listener.seats):
                with suppress(No, Conflict):  # who is too late takes the seat back by hand
                    await self._go_on(rows)
        self._tell_presence()
        self.wake()

    def leave(self, listener: Listener) -> None:
        """A socket has gone."""
        self.used = time.monotonic()
        if listener in self.listeners:
            self.listeners.discard(listener)
            self.people.saw(listener.seats)
            self._tell_presence()

    # -- commands --------------------------------------------------------------------------------------

    async def command(self, listener: Listener, command: protocol.FromBrowser) -> None:
        """Do a command, keep it, and acknowledge it; the same id again gets the same answer. A `No` has changed nothing."""
        identity: str = getattr(command, "id", "")
        check_id(identity)
        async with self._turn():
            if getattr(command, "seq", 0) > self.table.seq:
                await self._catch_up()  # its sender knows more than this process does
            if identity not in self.table.commands:
                self._check_talk(command, listener.seats)
            for _ in range(TRIES):
                known = self._known(identity, command, listener)
                if known is not None:
                    listener.tell(ENCODER.encode(known))
                    return
                former = mark(self.table)
                listener.asking = identity
                try:
                    done, rows = await self._judged(partial(self._judge, command, listener.seats, self.recent()))
                    if not rows:
                        done = await self._with_next(done)
                        rows = await self._judged(partial(draft, self.table, done, identity))
                    await self._keep(rows)
                except Conflict:
                    continue
                listener.tell(ENCODER.encode(Ack(identity, rows[-1].seq, done.token)))
                await self._publish(former, rows)
                self.wake()
                return
        raise No("store", "Another server is faster just now; try again.")

    def _judge(self, command: protocol.FromBrowser, seats: Seats, present: set[int]) -> tuple[Done, list[EventRow]]:
        """What a command does, and its rows; none yet if a next table has to be opened first."""
        done = judge(self.table, command, seats, present)._replace(sign=sign_of(command))
        kind, seat, _ = done.rows[0]
        if kind == "rematch_wanted" and self.next_table is not None and is_rematch_due(self.table, seat, present):
            return done, []
        return done, draft(self.table, done, getattr(command, "id", ""))

    async def append(self, make_done: Callable[[], Done]) -> None:
        """Keep what a request does (a seat taken), and tell it."""
        async with self._turn():
            for _ in range(TRIES):
                former = mark(self.table)
                try:
                    rows = await self._judged(lambda: draft(self.table, make_done(), ""))
                    if not rows:
                        return
                    await self._keep(rows)
                except Conflict:
                    continue
                await self._publish(former, rows)
                self.wake()
                return
        raise No("store", "Another server is faster just now; try again.")

    async def tried(self, lines: list[WhyShown]) -> None:
        """In a lesson, asking why something is refused is trying it."""
        async with self._turn():
            for one in lines:
                rows = tried(self.table, one.line, [reason.rule for reason in one.reasons])
                if rows:
                    await self._go_on(rows)
                    return

    async def _go_on(self, rows: list[Row]) -> None:
        """Keep what follows by itself: in a lesson trying may be the goal, and who comes back plays on."""
        former = mark(self.table)
        kept = await self._judged(partial(draft, self.table, Done(rows), ""))
        await self._keep(kept)
        await self._publish(former, kept)
        self.wake()

    def _check_talk(self, command: protocol.FromBrowser, seats: Seats) -> None:
        """Refuse more chat and new names than a table keeps for ever."""
        if not isinstance(command, protocol.Say | protocol.Rename) or command.seat not in seats:
            return
        if self.table.talked >= MOST_TALK:
            raise No("not_now", f"This table has kept {MOST_TALK} lines of chat and new names; it takes no more.")
        if not self._talk[seats].take():
            raise No("too_fast", "Too much is said at once; wait a moment.")

    def _known(self, identity: str, command: protocol.FromBrowser, listener: Listener) -> Ack | None:
        """The answer that a command got before; told to its seat alone."""
        if identity not in self.table.commands:
            return None
        answered = self.table.commands[identity]
        if answered.seat not in listener.seats:
            raise No("not_seated", "This was a command of another seat.")
        if answered.sign not in ("", sign_of(command)):
            raise No("malformed", "This id was another command's; give each its own.")
        return Ack(identity, answered.seq)

    # -- keeping ---------------------------------------------------------------------------------------

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        """Be alone with the table as it is kept; one that may differ from that is folded anew first."""
        async with self._lock:
            if self._doubtful:
                await self._reload()
            yield

    async def _judged(self, deed: Callable[[], T]) -> T:
        """Judge something off the event loop; what fails for another reason than a no may have left the table half played."""
        try:
            return await self.off(deed)
        except No as no:
            if no.rows:
                await self._go_on(no.rows)
            raise
        except BaseException:
            await self._reload()
            raise

    async def _keep(self, rows: list[EventRow]) -> None:
        """Write rows that are folded already; if they cannot be written the table is as it is kept."""
        try:
            await self.store.append(self.code, rows, self.table.status, self.summary())
        except BaseException as error:
            await self._reload()
            if isinstance(error, StoreDown):
                raise No("store", f"The game cannot be kept just now; look whether it was played, and try again: {error}") from None
            raise

    def summary(self) -> str:
        """The table for lists, as it is kept."""
        return ENCODER.encode(table_now(self.table)).decode()

    async def _reload(self) -> None:
        """Fold the table anew from what is kept, and tell what nobody here was told yet."""
        self._doubtful = True
        rows = await self._kept(0)
        fresh = await self.off(self._refold)
        await self.off(lambda: _fold(fresh, [row for row in rows if row.seq <= self._told]))
        former = mark(fresh)
        more = [row for row in rows if row.seq > self._told]
        await self.off(lambda: _fold(fresh, more))
        self.table = fresh
        self.views = Views(fresh)
        self._doubtful = False
        if more:
            await self._publish(former, more)

    async def _kept(self, after: int) -> list[EventRow]:
        try:
            return await self.store.events(self.code, after)
        except StoreDown as error:
            raise No("store", f"The game cannot be read just now: {error}") from None

    async def changed(self, seq: int) -> None:
        """Another process wrote up to this row: fold it and tell it."""
        async with self._turn():
            if seq > self.table.seq:
                await self._catch_up()
        self.wake()

    async def _catch_up(self) -> None:
        """Fold and tell what other processes wrote."""
        rows = await self._kept(self.table.seq)
        if rows:
            former = mark(self.table)
            await self._judged(lambda: _fold(self.table, rows))
            await self._publish(former, rows)

    # -- telling ---------------------------------------------------------------------------------------

    async def _publish(self, former: Mark, rows: list[EventRow]) -> None:
        """Tell every socket what has changed: one message for all who may see the same."""
        table = self.table
        self.used = time.monotonic()
        self._told = table.seq
        self._game_seq = table.game_seq
        self._now = table_now(table)
        self._drop_revoked(rows)
        if table.game_seq > former.game_seq and table.match is not None:
            wanted = {one.seats for one in self.listeners}

            def made() -> dict[Seats, bytes]:
                self.views.forget()
                return {seats: self.views.update(former, seats) for seats in wanted}

            told = await self.off(made)
            for one in list(self.listeners):
                if one.seats in told:
                    one.tell(told[one.seats])
        for line in table.chat[len(table.chat) - sum(row.kind == "said" for row in rows) :]:
            self._tell_all(line)
        if any(row.kind == "rematch" for row in rows):
            for one in list(self.listeners):
                self._tell_next(one)
        if any(row.kind not in ("choice", "undone", "said") for row in rows) or table.over:
            self._tell_table()

    def _drop_revoked(self, rows: list[EventRow]) -> None:
        """Sockets that came with a token that is valid no more lose the seat; the one that asked keeps it."""
        for row in rows:
            if row.kind == "revoked":
                for one in list(self.listeners):
                    if row.seat in one.seats and not (row.command and one.asking == row.command):
                        one.seats = tuple(seat for seat in one.seats if seat != row.seat)
                        one.tell(ENCODER.encode(protocol.Resync("This seat was moved to another device.")))

    def _tell_presence(self) -> None:
        """Tell who is here, once for all who come and go together: five hundred who return at once are one message each."""
        if self._presence is None:
            self._presence = asyncio.get_running_loop().call_later(TOGETHER, self._tell_table)

    def _tell_table(self) -> None:
        if self._presence is not None:
            self._presence.cancel()
            self._presence = None
        if self.tell_others is not None:
            self.tell_others(self)
        if self.listeners:
            self._tell_all(TableChanged(self.now()))

    def _tell_all(self, told: Told) -> None:
        message = ENCODER.encode(told)
        for one in list(self.listeners):  # one that has fallen behind leaves while it is told
            one.tell(message)

    # -- the next table --------------------------------------------------------------------------------

    async def _with_next(self, done: Done) -> Done:
        """Open the next table, since all people want it now: the rows that tell so. A second try takes the same table."""
        assert self.next_table is not None
        _, seat, body = done.rows[0]
        if self._next is None:
            self._next = await self.next_table(self.table, {**self.table.rematch_wanted, seat: body["seed"]})
        return done._replace(rows=[*done.rows, ("rematch", seat, {"code": self._next[0]})])

    def _tell_next(self, listener: Listener) -> None:
        """Give a socket its seats at the next table, once that is kept and is the one opened here."""
        if self._next is None or self._next[0] != self.table.rematch:
            return
        code, seats = self._next
        given = [seats[seat] for seat in listener.seats if seat in seats]
        if given:
            listener.tell(ENCODER.encode(Seated(code, given)))

    # -- bots ------------------------------------------------------------------------------------------

    def wake(self) -> None:
        """Let a bot answer if one is asked."""
        if self.table.bot_asked() >= 0 and (self._bots is None or self._bots.done()):
            self._bots = asyncio.get_running_loop().create_task(self._let_bots())

    async def _let_bots(self) -> None:
        """One answer after another, each thought off the event loop and without holding up anybody else.

        What fails is tried again as long as somebody waits for it; whoever comes later wakes the bots anew.
        """
        failures = 0
        while (seat := self.table.bot_asked()) >= 0 and (failures < TRIES or self.listeners):
            try:
                await self._bot_answer(seat)
                failures = 0
                continue
            except No:
                failures += 1
            except Exception:
                logger.exception("a bot's answer failed")
                failures += 1
            await asyncio.sleep(PAUSE * min(failures, TRIES))

    async def _bot_answer(self, seat: int) -> None:
        async with self._turn():
            table = self.table
            ask = table.state.decision if table.bot_asked() == seat else None
            if ask is None:
                return
            seq, state = table.game_seq, table.state.clone()
            line: str | None = table.lesson.rival_line() if table.lesson is not None else None
            name, seed = table.seats[seat].player, f"{table.head.server_seed}/{seat}/{table.count}"
        if line is None:
            bot = self._minds[seat] = resumed(make(name, seed), self._minds.get(seat))
            line = await self._thought(lambda: notate(state, bot.choose(view(state, seat), ask, budget=THOUGHT)))
        async with self._turn():
            if self.table.game_seq != seq or self.table.bot_asked() != seat:
                return
            former = mark(self.table)
            rows = await self._judged(partial(self._answered, seat, line))
            with suppress(Conflict):
                await self._keep(rows)
                await self._publish(former, rows)

    def _answered(self, seat: int, line: str) -> list[EventRow]:
        return draft(self.table, Done(choices(self.table, seat, line)), f"bot:{self.table.seq + 1}")

    async def _thought(self, deed: Callable[[], T]) -> T:
        """Think off the event loop, without holding up what is played."""
        return await asyncio.get_running_loop().run_in_executor(self.thought, deed)

    async def stop(self) -> None:
        """Let no bot answer any more, and finish what is being done; nothing is done after it."""
        if self._bots is not None:
            self._bots.cancel()
        with suppress(TimeoutError):
            async with asyncio.timeout(STOP_WITHIN):
                await self._lock.acquire()


def _fold(table: Table, rows: list[EventRow]) -> None:
    for row in rows:
        table.take(row)
