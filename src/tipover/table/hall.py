"""The hall: every table of this process, opened by code, loaded from the store when somebody comes, let go when idle."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

import msgspec

from tipover.cards.toml import ContentError
from tipover.engine.run import IllegalChoice
from tipover.engine.setup import SetupError
from tipover.play.naming import NotationError
from tipover.table.codes import is_code, new_codes, next_codes
from tipover.table.commands import Done, sit
from tipover.table.commitments import Commitments
from tipover.table.limits import Buckets
from tipover.table.opening import Library, Opened, head_of, open_next, open_table, source_of
from tipover.table.presence import ABSENCE, TOLD_EVERY, Presence
from tipover.table.protocol import NewTable, SeatGiven, SitDown, TableNow, TableOpened
from tipover.table.refusals import No
from tipover.table.roompack import MOST_CARDS
from tipover.table.rooms import Room
from tipover.table.seats import PERSON, hash_of, seed_given, token_given
from tipover.table.store import Conflict, GameRow, Store, StoreDown
from tipover.table.tables import Head, Table
from tipover.table.views import ENCODER, table_now

MOST_IDLE = 300  # rooms kept in memory though nobody is there
IDLE_FOR = 120.0  # seconds after which an empty room may go
JUST_NOW = 10.0  # the same when there are very many
WORKERS = 4
MOST_BROUGHT = 16  # cards and records that wait at the desk
PAUSES = (0.1, 0.5, 2.0, 5.0, 10.0)  # seconds between tries to take up what another process wrote
LISTED = 50
TOLD_TOGETHER = 200  # tables in one telling to the other processes
NO_SUCH = "There is no table with this code. Check the letters, or ask for the link again."
NO_CODE = "No free code was found; try again."
GUESSING = "Too many wrong codes from here; wait a minute."
BUSY = "Too many cards and games are being looked through just now; wait a moment and try again."

T = TypeVar("T")
logger = logging.getLogger("tipover.table")


class Hall:
    """All tables of this process, with pools that do not wait for one another.

    `work` plays, `slow` thinks, `folds` loads tables, and the `desk` looks through what strangers bring: no card and no
    record holds up a game. Behind a proxy a loopback address is anybody's.
    """

    def __init__(self, store: Store, library: Library, proxied: bool = False, absence: float = ABSENCE) -> None:
        self.store = store
        self.library = library
        self.catalog = library.catalog
        self.work = ThreadPoolExecutor(WORKERS, "tipover-table")
        self.slow = ThreadPoolExecutor(2, "tipover-thought")
        self.folds = ThreadPoolExecutor(2, "tipover-fold")
        self.desk = ThreadPoolExecutor(2, "tipover-desk")
        self.wrong_codes = Buckets(0.2, 30, local=1 if proxied else 20)
        self.new_tables = Buckets(0.5, 20, local=1 if proxied else 1000)
        self.brought = Buckets(1, 30, local=1 if proxied else 20)
        self.heard = time.monotonic()  # when anybody last asked for anything
        self.closing = False
        self.absence = absence
        self.commitments = Commitments(store)
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._waking: dict[str, int] = {}  # the last row told of by another process while its table was being loaded
        self._at_desk = 0
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Make the store ready, and hear what other processes write."""
        await self.store.open()
        self.store.on_change(self._changed)
        self.store.on_present(self._others_tell)
        if self.store.shared:
            self._begin(self._tell_always())

    async def close(self) -> None:
        """Let nobody in any more, finish what is being done, and let go of the store."""
        self.closing = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*(room.stop() for room in list(self._rooms.values())))
        for pool in (self.work, self.slow, self.folds, self.desk):
            pool.shutdown(wait=False, cancel_futures=True)
        await self.store.close()

    async def off(self, deed: Callable[[], T]) -> T:
        """Do something off the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self.work, deed)

    async def off_slowly(self, deed: Callable[[], T]) -> T:
        """Think about something off the event loop, without holding up what is played."""
        return await asyncio.get_running_loop().run_in_executor(self.slow, deed)

    def bring(self, address: str, much: int = 1) -> None:
        """Refuse whoever brings more cards, records and deals than one may."""
        if not self.brought.of(address).take(much):
            raise No("too_fast", "Too many cards and games from here; wait a moment.")

    async def off_at_desk(self, deed: Callable[[], T]) -> T:
        """Look through what somebody brings, apart from every game; refused when too much waits already."""
        if self._at_desk >= MOST_BROUGHT:
            raise No("too_fast", BUSY)
        self._at_desk += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self.desk, deed)
        finally:
            self._at_desk -= 1

    # -- rooms -----------------------------------------------------------------------------------------

    async def room(self, code: str, address: str = "", tokens: Sequence[str] = ()) -> Room:
        """The room of a table; wrong codes of one address are answered ever more slowly (S9).

        Whoever shows the token of a seat guesses nothing, and comes in though a neighbour at the same address does.
        """
        code = code.strip().upper()
        guesses = self.wrong_codes.of(address)
        stopped = guesses.empty
        if stopped and not tokens:
            raise No("too_fast", GUESSING)
        try:
            room = await self._found(code)
        except No as no:
            if stopped:
                raise No("too_fast", GUESSING) from None
            if no.refused == "no_such_table":
                guesses.take()
            raise
        if stopped and all(room.table.seat_with(hash_of(token)) < 0 for token in tokens):
            raise No("too_fast", GUESSING)
        return room

    async def _found(self, code: str) -> Room:
        room = self._rooms.get(code)
        if room is None:
            if not is_code(code):
                raise No("no_such_table", NO_SUCH)
            if code not in self._loading:
                self._loading[code] = asyncio.get_running_loop().create_task(self._load(code))
                self._loading[code].add_done_callback(partial(self._loaded, code))
            loaded = await asyncio.shield(self._loading[code])  # whoever goes meanwhile does not stop it for the others
            room = self._rooms.setdefault(code, loaded)
        self._rooms.move_to_end(code)
        room.used = time.monotonic()
        return room

    async def _load(self, code: str) -> Room:
        row = await self._asked(self.store.game(code))
        if row is None:
            raise No("no_such_table", NO_SUCH)
        head = msgspec.json.decode(row.head, type=Head)
        rows = await self._asked(self.store.events(code))

        def fold() -> Table:
            table = Table(code, head, self.library.of(head.cards), row.created)
            for one in rows:
                table.take(one)
            return table

        try:
            table = await asyncio.get_running_loop().run_in_executor(self.folds, fold)
            return self._rooms.get(code) or self._add(table)
        except (ContentError, SetupError, IllegalChoice, NotationError):
            logger.exception("table %s cannot be folded", code)
            raise No("closed", "This game was played with other cards or another version and cannot be opened here.") from None

    def _loaded(self, code: str, load: asyncio.Task[Room]) -> None:
        """A table is loaded, or cannot be: take up what another process wrote meanwhile."""
        del self._loading[code]
        seq = self._waking.pop(code, 0)
        failed = load.cancelled() or load.exception() is not None  # asked for, since perhaps nobody waits for it any more
        if seq and not failed:
            self._changed(code, seq)

    async def _asked(self, answer: Awaitable[T]) -> T:
        try:
            return await answer
        except StoreDown as error:
            raise No("store", f"The tables cannot be read just now: {error}") from None

    def _add(self, table: Table) -> Room:
        code, head, created = table.code, table.head, table.changed  # not the table itself: a room outlives it
        room = Room(table, self.store, self.work, self.slow, lambda: Table(code, head, self.library.of(head.cards), created))
        room.next_table = self._open_next
        room.people = Presence(self.absence)
        if self.store.shared:
            room.tell_others = lambda room: self._begin(self._tell_others([room]))
        self._rooms[table.code] = room
        self._let_go()
        room.wake()
        return room

    def _let_go(self) -> None:
        """Forget empty rooms, the longest unused first; they are loaded again when somebody comes."""
        now = time.monotonic()
        then = now - (IDLE_FOR if len(self._rooms) < 10 * MOST_IDLE else JUST_NOW)
        idle = [code for code, room in self._rooms.items() if room.idle]
        for code in idle[: max(0, len(idle) - MOST_IDLE)]:
            if self._rooms[code].used < then:
                del self._rooms[code]

    def _changed(self, code: str, seq: int) -> None:
        """Another process wrote a table up to this row."""
        room = self._rooms.get(code)
        if code in self._loading:
            self._waking[code] = max(seq, self._waking.get(code, 0))
        elif room is not None:
            self._begin(self._follow(room, seq))

    def _begin(self, deed: Coroutine[Any, Any, None]) -> None:
        """Let something go on by itself until it is done or the hall is closed."""
        task = asyncio.get_running_loop().create_task(deed)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # -- other processes -------------------------------------------------------------------------------

    async def _tell_always(self) -> None:
        """Tell the other processes again and again who is here: they cannot tell one that has died from one that is silent."""
        while True:
            await asyncio.sleep(TOLD_EVERY)
            await self._tell_others([room for room in self._rooms.values() if room.present()])

    async def _tell_others(self, rooms: Sequence[Room]) -> None:
        """Tell the other processes which seats' people are at these tables."""
        told = [f"{room.code}:{','.join(map(str, sorted(room.present())))}" for room in rooms]
        with suppress(StoreDown):  # nobody can be told just now: the next time comes soon
            for first in range(0, len(told), TOLD_TOGETHER):
                await self.store.tell_present(" ".join(told[first : first + TOLD_TOGETHER]))

    def _others_tell(self, process: str, told: str) -> None:
        for one in told.split():
            code, _, seats = one.partition(":")
            if code in self._rooms:
                self._rooms[code].others_tell(process, [int(seat) for seat in seats.split(",") if seat])

    async def _follow(self, room: Room, seq: int) -> None:
        """Let a room take up what another process wrote; while the store is away it is tried again."""
        for pause in PAUSES:
            try:
                await room.changed(seq)
                return
            except No:
                await asyncio.sleep(pause)
            except Exception:
                logger.exception("what another process wrote to table %s cannot be folded", room.code)
                await asyncio.sleep(pause)

    # -- opening ---------------------------------------------------------------------------------------

    async def new(self, wanted: NewTable, address: str, token: str = "") -> TableOpened:
        """Open a table; its seats' tokens are told this once."""
        self._check_open()
        if not self.new_tables.of(address).take():
            raise No("too_fast", "Too many new tables from here; wait a minute.")
        source = None
        if wanted.after:
            room = await self.room(wanted.after, address)
            source = await room.look(lambda: source_of(room.table, token))
        brought = min(len(wanted.cards), MOST_CARDS) + bool(wanted.record) + bool(wanted.after)
        if brought:
            self.bring(address, brought)
        off = self.off_at_desk if brought else self.off
        head = await off(lambda: head_of(wanted, self.library, source))
        if wanted.commitment:
            head.server_seed = await self.commitments.take(wanted.commitment)
        for code in new_codes():
            opened = await off(partial(open_table, code, head, self.library, wanted.seats, time.time()))
            if await self._is_kept(opened):
                return TableOpened(code, opened.given)
        raise No("store", NO_CODE)

    async def _is_kept(self, opened: Opened) -> bool:
        """Keep a new table; whether it could be kept under its code, which another may have."""
        table, now = opened.table, time.time()
        head, summary = ENCODER.encode(table.head).decode(), ENCODER.encode(table_now(table)).decode()
        try:
            await self.store.create(GameRow(table.code, now, now, table.status, table.head.listed, summary, head, 0), opened.rows)
        except Conflict:
            return False
        except StoreDown as error:
            raise No("store", f"A new table cannot be kept just now: {error}") from None
        if table.code not in self._rooms:
            self._add(table)
        return True

    async def _open_next(self, table: Table, seeds: dict[int, str]) -> tuple[str, dict[int, SeatGiven]]:
        """The table of a rematch; one that opened before its former table knew of it is the same one, its seats to be claimed."""
        for code in next_codes(table.head):
            opened, given = await self.off(partial(open_next, code, table, seeds, time.time()))
            if await self._is_kept(opened):
                return code, given
            if (await self._found(code)).table.head.former == table.code:
                return code, {}
        raise No("store", NO_CODE)

    async def sit(self, code: str, wanted: SitDown, address: str, token: str = "") -> TableOpened:
        """Take an open seat, or with a former table's token the seat that is kept for it; a token of one's own makes a retry harmless."""
        self._check_open()
        room = await self.room(code, address)
        former = await self._found(room.table.head.former) if token and room.table.head.former else None
        if former is not None and former.table.seat_with(hash_of(token)) < 0:
            token = ""  # it was made invalid there: it claims nothing here
        given: list[SeatGiven] = []

        def make() -> Done:
            given.clear()
            kept = self._kept_seat(room.table, token)
            if kept >= 0:
                fresh = token_given(wanted.token)
                given.append(SeatGiven(kept, fresh))
                return Done([("revoked", kept, {"token_hash": hash_of(fresh)})])
            done, seat, fresh = sit(room.table, wanted.seat, wanted.name, seed_given(wanted.seed), wanted.token)
            given.append(SeatGiven(seat, fresh))
            return done

        await room.append(make)
        return TableOpened(room.code, given)

    def _kept_seat(self, table: Table, token: str) -> int:
        claim = hash_of(token) if token else ""
        return next((k for k, seat in enumerate(table.seats) if claim and seat.kind == PERSON and seat.claim == claim), -1)

    def _check_open(self) -> None:
        if self.closing:
            raise No("closed", "The server is being stopped; try again in a moment.")

    # -- lists -----------------------------------------------------------------------------------------

    async def listed(self) -> list[TableNow]:
        """The tables that are listed: those that wait for people first, then games to watch."""
        found: list[TableNow] = []
        for status in ("waiting", "playing"):
            for row in await self._asked(self.store.games(status, True, LISTED)):
                room = self._rooms.get(row.code)
                found.append(room.now() if room is not None else msgspec.json.decode(row.summary, type=TableNow))
        return found
