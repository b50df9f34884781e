"""The registry: all tables of this process, found by code, loaded from the store on demand, and dropped when idle."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

import msgspec

from tipover.cards.toml import ContentError
from tipover.engine.core.illegal_choice import IllegalChoice
from tipover.engine.core.said import say
from tipover.engine.core.setup import SetupError
from tipover.play.notation.typed_names import NotationError
from tipover.table.apart import IsApart, RoomsApart
from tipover.table.codes import is_code, new_codes, next_codes
from tipover.table.commands import Done, sit
from tipover.table.commitments import Commitments
from tipover.table.copies import Copies
from tipover.table.house_figures import choices_in_memory, rooms_in_figures, store_in_figures, thinking_in_figures, with_those
from tipover.table.kept_tables import DAMAGED, DamagedError, folded, has_cards, opened, stored_now
from tipover.table.late_table import as_watched
from tipover.table.limits import Buckets, Guesses
from tipover.table.listed_tables import listed_tables
from tipover.table.live_table import LiveTable
from tipover.table.metrics import Figure, Metrics
from tipover.table.opening import Library, Opened, check_cards, check_delay, head_of, open_next, open_table, source_of
from tipover.table.presence import ABSENCE, Presence, report_every, reported, reports
from tipover.table.protocol.people import NewTable, SeatGiven, SitDown, TableNow, TableOpened
from tipover.table.refusals import RefusedError
from tipover.table.roompack import MOST_CARDS
from tipover.table.seats import claimed_seat, hash_of, seed_given, token_given
from tipover.table.snapshots import ROWS_BETWEEN
from tipover.table.store import Conflict, GameRow, Store, StoreDown, log_digest
from tipover.table.stored_clocks import StoredClocks
from tipover.table.table_head import GAME
from tipover.table.table_log import Table
from tipover.table.thinkers import Thinkers
from tipover.table.views import ENCODER, PastLog, Views, table_now

MOST_IDLE = 300  # tables without a socket, and copies of them for those who watch later, that are kept in memory
MOST_IDLE_CHOICES = 60_000  # choices in all of these: a game takes about a kilobyte for each
IDLE_LONGEST = 1800.0  # seconds after which a table without a socket is dropped anyway
CLOCK_EVERY = 2.0  # seconds between two looks at the clocks of tables that are not in memory
TIDY_EVERY = 60.0  # seconds between two looks at tables without a socket
IDLE_FOR = 120.0  # seconds after which a table without a socket may be dropped
JUST_NOW = 10.0  # the same when there are more than `MOST_IDLE`
WORKERS = 4
MOST_BROUGHT = 16  # cards and records that wait to be checked
PAUSES = (0.1, 0.5, 2.0, 5.0, 10.0)  # seconds between attempts to load what another process wrote
ANSWER_WITHIN = 2.0  # seconds for the store to show that it is there
NO_SUCH = say("refused.no_such_table")
NO_CODE = say("refused.no_free_code")
GUESSING = say("refused.too_many_guesses")
BUSY = say("refused.desk_busy")

T = TypeVar("T")
logger = logging.getLogger("tipover.table")


class TableRegistry:
    """All tables of this process, with separate thread pools.

    `work` handles commands, `slow` runs queries, `folds` loads tables, `checks` checks submitted cards and records; whoever
    thinks for long does so in another process. Tables with cards of strangers are `apart`, in a process of their own, where
    one thread, `strangers`, does all of it. Behind a proxy a loopback address says nothing about the client.
    """

    def __init__(
        self, store: Store, library: Library, proxied: bool = False, absence: float = ABSENCE, thinkers: Thinkers | None = None
    ) -> None:
        self.store = store
        self.library = library
        self.catalog = library.catalog
        self.work = ThreadPoolExecutor(WORKERS, "tipover-table")
        self.strangers = ThreadPoolExecutor(1, "tipover-strangers")
        self.apart: RoomsApart | None = None
        self.is_apart = False  # whether this is that process: the server has checked the cards
        self.slow = ThreadPoolExecutor(2, "tipover-query")
        self.thinkers = thinkers or Thinkers(library.folders)
        self.metrics = Metrics()
        self.folds = ThreadPoolExecutor(2, "tipover-fold")
        self.checks = ThreadPoolExecutor(2, "tipover-checks")
        self.proxied = proxied
        self.wrong_codes = Guesses(0.2, 30, local=1 if proxied else 20)
        self.wrong_tokens = Guesses(0.2, 5)  # for tokens that are shown when there are no more wrong codes
        self.new_tables = Buckets(0.5, 20, local=1 if proxied else 1000)
        self.brought = Buckets(1, 30, local=1 if proxied else 20)
        self.heard = time.monotonic()  # time of the last request
        self.closing = False
        self.absence = absence
        self.commitments = Commitments(store)
        self._live: OrderedDict[str, LiveTable] = OrderedDict()
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._waking: dict[str, int] = {}  # the last row reported by another process while its table was being loaded
        self.clocks = StoredClocks(store, self.wake)
        self.copies = Copies(store, library, lambda live: self.strangers if live.table.head.cards else self.folds)
        self._at_desk = 0
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Open the store, and listen for what other processes write."""
        await self.store.open()
        self.store.on_change(self._changed)
        self.store.on_present(self._others_tell)
        self._begin(self._keep_clocks())
        if self.store.shared:
            self._begin(self._tell_always())

    async def close(self) -> None:
        """Refuse new requests, finish running commands, and close the store."""
        self.closing = True
        for task in self._tasks:
            task.cancel()
        self.copies.stop()
        apart = [self.apart.close()] if self.apart is not None else []
        await asyncio.gather(*(live.stop() for live in list(self._live.values())), *apart)
        self.thinkers.close()
        for pool in (self.work, self.strangers, self.slow, self.folds, self.checks):
            pool.shutdown(wait=False, cancel_futures=True)
        await self.store.close()

    async def off(self, deed: Callable[[], T]) -> T:
        """Run a function outside the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self.work, deed)

    async def off_slowly(self, deed: Callable[[], T], live: LiveTable) -> T:
        """Run a slow function about a table outside the event loop, in a pool that commands do not wait for."""
        pool = self.strangers if live.table.head.cards else self.slow
        return await asyncio.get_running_loop().run_in_executor(pool, deed)

    def bring(self, address: str, much: int = 1) -> None:
        """Refuse an address that submits too many cards, records and deals."""
        if not self.brought.of(address).take(much):
            raise RefusedError("too_fast", say("refused.too_much_brought"))

    async def off_to_check(self, deed: Callable[[], T]) -> T:
        """Run a function on submitted content in a pool of its own; refused when the queue is full."""
        if self._at_desk >= MOST_BROUGHT:
            raise RefusedError("too_fast", BUSY)
        self._at_desk += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self.checks, deed)
        finally:
            self._at_desk -= 1

    # -- live tables -----------------------------------------------------------------------------------------

    async def live(self, code: str, address: str = "", tokens: Sequence[str] = (), is_used: bool = True) -> LiveTable:
        """The live table with a code. An address has few wrong codes; right ones and a seat's token at its table cost nothing (S9)."""
        code = code.strip().upper()
        known = self._live.get(code)
        if known is not None and any(known.table.seat_with(hash_of(token)) >= 0 for token in tokens):
            return await self._found(code, is_used)
        guesses = self.wrong_codes
        may = await guesses.may(address)
        if not may and tokens:  # perhaps a player whose neighbour guesses, at a table that is not loaded
            guesses = self.wrong_tokens
            may = await guesses.may(address)
        if not may:
            raise RefusedError("too_fast", GUESSING)
        right = True
        try:
            live = await self._found(code, is_used)
            right = guesses is self.wrong_codes or any(live.table.seat_with(hash_of(token)) >= 0 for token in tokens)
        except IsApart as there:
            if not (right := guesses is self.wrong_codes or await there.rooms.has_seat(code, tokens)):
                raise RefusedError("too_fast", GUESSING) from None
            raise
        except RefusedError as no:
            right = no.refused != "no_such_table"
            if guesses is self.wrong_tokens:
                raise RefusedError("too_fast", GUESSING) from None
            raise
        finally:
            guesses.was(right, address)
        if not right:
            raise RefusedError("too_fast", GUESSING)
        return live

    async def has_seat(self, code: str, tokens: Sequence[str]) -> bool:
        """Whether one of these tokens is of a seat at a table."""
        table = (await self._found(code, is_used=False)).table
        return any(table.seat_with(hash_of(token)) >= 0 for token in tokens)

    async def watched(self, live: LiveTable, tokens: Sequence[str] = (), delay: int = 0) -> LiveTable:
        """The table itself for its players; for others as it was a while ago, if the table or who watches wants that."""
        check_delay(delay)
        delay = max(delay, live.table.head.delay)
        if not delay or live.table.head.kind != GAME or any(live.table.seat_with(hash_of(token)) >= 0 for token in tokens):
            return live
        return await self.copies.of(live, delay)

    async def shown(self, code: str, address: str = "", tokens: Sequence[str] = ()) -> TableNow:
        """A table as everybody may know it. Who asks again and again neither loads a table nor keeps it in memory."""
        code = code.strip().upper()
        is_known = code in self._live or (self.apart is not None and self.apart.has(code))
        if not is_known and await self.wrong_codes.may(address):
            is_right = True
            try:
                row = await self._asked(self.store.game(code)) if is_code(code) else None
                is_right = row is not None
                if row is None:
                    raise RefusedError("no_such_table", NO_SUCH)
                with suppress(msgspec.DecodeError):
                    now = as_watched(known := stored_now(row))
                    if now is known or not tokens:
                        return now
            finally:
                self.wrong_codes.was(is_right, address)
        live = await self.live(code, address, tokens, is_used=False)
        is_seated = any(live.table.seat_with(hash_of(token)) >= 0 for token in tokens)
        return live.now() if is_seated else as_watched(live.now())

    async def _found(self, code: str, is_used: bool = True) -> LiveTable:
        live = self._live.get(code)
        if live is None:
            if not is_code(code):
                raise RefusedError("no_such_table", NO_SUCH)
            if code not in self._loading:
                self._loading[code] = asyncio.get_running_loop().create_task(self._load(code))
                self._loading[code].add_done_callback(partial(self._loaded, code))
            loaded = await asyncio.shield(self._loading[code])  # a cancelled caller must not cancel it for the others
            live = self._live.setdefault(code, loaded)
        if is_used:
            self._live.move_to_end(code)
            live.used = time.monotonic()
        return live

    async def _load(self, code: str) -> LiveTable:
        row = await self._asked(self.store.game(code))
        if row is None:
            raise RefusedError("no_such_table", NO_SUCH)
        if (is_strange := has_cards(row)) and self.apart is not None:
            raise IsApart(self.apart, code)
        pool = self.strangers if is_strange else self.folds
        off = partial(asyncio.get_running_loop().run_in_executor, pool)
        try:
            if row.last >= ROWS_BETWEEN and (kept := await self._asked(self.store.snapshot(code))) is not None:
                later = await self._asked(self.store.events(code, kept.seq))
                found = await off(lambda: opened(row, kept, later, self.library))
                if found is not None:
                    return self._live.get(code) or self._add(found.table, found.past, kept.seq)
            rows = await self._asked(self.store.events(code))
            table = await off(lambda: folded(row, rows, self.library))
            return self._live.get(code) or self._add(table)
        except DamagedError as error:
            logger.error(DAMAGED, error)
            raise RefusedError("closed", say("refused.table_damaged")) from None
        except (ContentError, SetupError, IllegalChoice, NotationError) as error:
            logger.error(
                "a table was played with other cards or another version (%s); `tipover store check` names it", type(error).__name__
            )
            raise RefusedError("closed", say("refused.other_cards")) from None

    def _loaded(self, code: str, load: asyncio.Task[LiveTable]) -> None:
        """When a table is loaded or could not be: load what another process wrote in the meantime."""
        del self._loading[code]
        seq = self._waking.pop(code, 0)
        failed = load.cancelled() or load.exception() is not None  # retrieved here, since perhaps nobody awaits it any more
        if seq and not failed:
            self._changed(code, seq)

    async def _asked(self, answer: Awaitable[T]) -> T:
        try:
            return await answer
        except StoreDown as error:
            raise RefusedError.of_store("refused.tables_unreadable", error) from None

    def _add(self, table: Table, past: PastLog | None = None, snapshot: int = 0) -> LiveTable:
        code, head, created = table.code, table.head, table.changed  # not the table itself, which the live table may replace
        work = self.strangers if head.cards else self.work
        live = LiveTable(table, self.store, work, self.thinkers, lambda: Table(code, head, self.library.of(head.cards), created))
        if past is not None:
            live.views = Views(table, past)
        live.snapshots.last = snapshot
        live.snapshots.look(live)
        live.next_table = self._open_next
        live.people = Presence(self.absence)
        if self.store.shared:
            live.tell_others = lambda live: self._begin(self._tell_others([live]))
        self._live[table.code] = live
        self._let_go()
        live.wake()
        return live

    def _let_go(self) -> None:
        """Drop tables without a socket, least recently used first, if they are too many or too large; they are loaded again on demand."""
        now = time.monotonic()
        for live in self._live.values():
            live.late = [late for late in live.late if not late.idle or late.used > now - IDLE_FOR]
        then = now - (IDLE_FOR if len(self._live) < 10 * MOST_IDLE else JUST_NOW)
        idle = [(code, live) for code, live in self._live.items() if live.idle]
        rooms, choices = sum(1 + len(live.late) for _, live in idle), sum(choices_in_memory(live) for _, live in idle)
        for code, live in idle:
            if live.used < now - IDLE_LONGEST or ((rooms > MOST_IDLE or choices > MOST_IDLE_CHOICES) and live.used < then):
                del self._live[code]
                live.people_clock.stop()
                self.clocks.keep(code, live.now().deadline)
                rooms, choices = rooms - 1 - len(live.late), choices - choices_in_memory(live)

    def _changed(self, code: str, seq: int) -> None:
        """Another process wrote a table up to this row."""
        live = self._live.get(code)
        if code in self._loading:
            self._waking[code] = max(seq, self._waking.get(code, 0))
        elif live is not None:
            self._begin(self._follow(live, seq))
        elif self.apart is not None:
            self.apart.changed(code, seq)

    def _begin(self, deed: Coroutine[Any, Any, None]) -> None:
        """Run a background task until it is done or the registry is closed."""
        task = asyncio.get_running_loop().create_task(deed)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _keep_clocks(self) -> None:
        """Load the tables where the time of a turn is up: a clock runs also while nobody is there and while no server runs.

        Tables that nobody needs are dropped here too: otherwise they would stay until somebody opens another one.
        """
        tidied = -math.inf
        while True:
            try:
                if time.monotonic() - tidied > TIDY_EVERY:
                    tidied = time.monotonic()
                    self._let_go()
                await self.clocks.look()
            except StoreDown:
                pass  # asked again at the next look
            except Exception:
                logger.exception("the clocks of the tables cannot be looked at")
            await asyncio.sleep(CLOCK_EVERY)

    async def wake(self, code: str) -> None:
        """Load a table, which does what is due there; one that is in memory is not kept there for it."""
        try:
            (await self._found(code, is_used=code not in self._live)).wake()
        except IsApart as there:
            await there.rooms.wake(code)

    # -- other processes -------------------------------------------------------------------------------

    async def _tell_always(self) -> None:
        """Report periodically to the other processes who is present: they cannot tell a dead process from a silent one."""
        while True:
            await asyncio.sleep(report_every(self.absence))
            await self._tell_others([live for live in self._live.values() if live.present()])

    async def _tell_others(self, live_tables: Sequence[LiveTable]) -> None:
        """Report to the other processes which seats' people are present at these tables."""
        with suppress(StoreDown):  # the next report follows soon
            for report in reports({live.code: live.present() for live in live_tables}):
                await self.store.tell_present(report)

    def _others_tell(self, process: str, present: str) -> None:
        if self.apart is not None:
            self.apart.presence_told(process, present)
        for code, seats in reported(present):
            if code in self._live:
                self._live[code].others_tell(process, seats)

    async def _follow(self, live: LiveTable, seq: int) -> None:
        """Let a live table load what another process wrote; retried while the store is unavailable."""
        for pause in PAUSES:
            try:
                await live.changed(seq)
                return
            except RefusedError:
                await asyncio.sleep(pause)
            except Exception:
                logger.exception("what another process wrote to a table cannot be folded")
                await asyncio.sleep(pause)

    # -- opening ---------------------------------------------------------------------------------------

    async def new(self, wanted: NewTable, address: str, token: str = "") -> TableOpened:
        """Open a table; the tokens of its seats are only in this answer."""
        self._check_open()
        if not self.new_tables.of(address).take():
            raise RefusedError("too_fast", say("refused.too_many_tables"))
        source = None
        if wanted.after:
            live = await self.watched(await self.live(wanted.after, address), [token])
            source = await live.look(lambda: source_of(live.table, token))
        brought = min(len(wanted.cards), MOST_CARDS) + bool(wanted.record) + bool(wanted.after)
        if brought:
            self.bring(address, brought)
        off = self.off_to_check if brought else self.off
        if wanted.cards and source is None and self.apart is not None:  # a game that goes on has the cards of its source alone
            self.apart.warm_up()
            await off(lambda: check_cards(wanted.cards))
            raise IsApart(self.apart)
        head = await off(lambda: head_of(wanted, self.library, source, self.is_apart))
        if wanted.commitment:
            head.server_seed = await self.commitments.take(wanted.commitment)
        for code in new_codes():
            opened = await off(partial(open_table, code, head, self.library, wanted.seats, time.time()))
            if await self._is_kept(opened):
                return TableOpened(code, opened.given)
        raise RefusedError("store", NO_CODE)

    async def _is_kept(self, opened: Opened) -> bool:
        """Store a new table; False if its code is taken."""
        table, now = opened.table, time.time()
        head, summary = ENCODER.encode(table.head).decode(), ENCODER.encode(table_now(table)).decode()
        try:
            table.head_digest = log_digest.of_head(head)
            table.log_digest = log_digest.of_rows(table.head_digest, opened.rows)
            digest = log_digest.kept(table.log_digest, table.seq)
            row = GameRow(table.code, now, now, table.status, table.head.listed, summary, head, 0, digest)
            await self.store.create(row, opened.rows)
        except Conflict:
            return False
        except StoreDown as error:
            raise RefusedError.of_store("refused.table_not_kept", error) from None
        if table.code not in self._live:
            self._add(table)
        return True

    async def _open_next(self, table: Table, seeds: dict[int, str]) -> tuple[str, dict[int, SeatGiven]]:
        """Open the rematch of a table. If another attempt has already opened it, that table is used and its seats must be claimed."""
        for code in next_codes(table.head):
            opened, given = await self.off(partial(open_next, code, table, seeds, time.time()))
            if await self._is_kept(opened):
                return code, given
            if (await self._found(code)).table.head.former == table.code:
                return code, {}
        raise RefusedError("store", NO_CODE)

    async def sit(self, code: str, wanted: SitDown, address: str, token: str = "") -> TableOpened:
        """Take an open seat, or with a former table's token the seat reserved for it; a token from the browser makes a retry safe."""
        self._check_open()
        live = await self.live(code, address)
        former = await self._found(live.table.head.former) if token and live.table.head.former else None
        if former is not None and former.table.seat_with(hash_of(token)) < 0:
            token = ""  # it was revoked there, so it claims nothing here
        given: list[SeatGiven] = []

        def make() -> Done:
            given.clear()
            kept = claimed_seat(live.table.seats, token)
            if kept >= 0:
                fresh = token_given(wanted.token)
                given.append(SeatGiven(kept, fresh))
                return Done([("revoked", kept, {"token_hash": hash_of(fresh)})])
            done, seat, fresh = sit(live.table, wanted.seat, wanted.name, seed_given(wanted.seed), wanted.token)
            given.append(SeatGiven(seat, fresh))
            return done

        await live.append(make)
        return TableOpened(live.code, given)

    def _check_open(self) -> None:
        if self.closing:
            raise RefusedError("closed", say("refused.stopping"))

    # -- how it goes -----------------------------------------------------------------------------------

    async def store_seconds(self) -> float:
        """How long the store takes to answer; -1 if it does not."""
        begun = time.monotonic()
        with suppress(StoreDown, TimeoutError):
            async with asyncio.timeout(ANSWER_WITHIN):
                await self.store.game("")
                return time.monotonic() - begun
        return -1.0

    def rooms_in_figures(self) -> list[Figure]:
        """The tables of this process and who is there."""
        return rooms_in_figures(self._live.values())

    async def figures(self) -> list[Figure]:
        """What goes on in this process and in that of its rooms apart."""
        seconds = await self.store_seconds()
        there = await self.apart.figures() if self.apart is not None else []
        return [*with_those(self.rooms_in_figures(), there), *store_in_figures(seconds), *thinking_in_figures(self.thinkers)]

    # -- lists -----------------------------------------------------------------------------------------

    async def listed(self) -> list[TableNow]:
        """The listed tables, with who is present where that is known."""
        return await self._asked(listed_tables(self.store, self._live_now, self.apart))

    def live_of(self, codes: Sequence[str]) -> list[TableNow]:
        """Those of these tables that are in memory here, as everybody may know them."""
        return [now for code in codes if (now := self._live_now(code)) is not None]

    def _live_now(self, code: str) -> TableNow | None:
        live = self._live.get(code)
        return live.now() if live is not None else None
