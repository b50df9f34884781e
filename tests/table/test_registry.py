"""The registry: one live table whoever comes and goes, what other processes write, and pools that do not hold up games."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.requests import Request

from kit.miller import miller_card
from tipover.cards.pack import load
from tipover.play.notation.writing import notate
from tipover.table import cardbox, serving
from tipover.table.codes import ALPHABET
from tipover.table.guard import behind_proxy
from tipover.table.limits import LOOPBACK
from tipover.table.live_table import LiveTable
from tipover.table.opening import Library
from tipover.table.protocol.from_client import Choose, Say
from tipover.table.protocol.people import CardChecked, NewTable, SeatWanted, SitDown, TableOpened
from tipover.table.refusals import RefusedError
from tipover.table.registry import MOST_BROUGHT, WORKERS, TableRegistry
from tipover.table.store import EventRow, GameRow, Store, StoreDown, open_store
from tipover.table.workers import MOST_DEATHS, Crew

LIBRARY = Library(load())
WANTED = NewTable(quick="first-golden_girls", placed=True, seats=[SeatWanted("me", "Ann"), SeatWanted("me", "Ben")])


class Ear:
    """Somebody at a table who keeps what was said."""

    def __init__(self) -> None:
        self.seats: tuple[int, ...] = ()
        self.address = ""
        self.asking = ""
        self.language = "en"
        self.closed = False
        self.heard: list[bytes] = []

    def tell(self, message: bytes) -> None:
        self.heard.append(message)


class Slow:
    """A store as another process sees it: reading takes a while, may fail, and wake-ups are told by hand."""

    shared = True

    def __init__(self, store: Store) -> None:
        self.store = store
        self.wait = 0.0
        self.failures = 0
        self.reading = asyncio.Event()
        self.calls: list[Callable[[str, int], None]] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)

    async def events(self, code: str, after: int = 0) -> list[EventRow]:
        if self.failures:
            self.failures -= 1
            raise StoreDown("the connection broke.")
        rows = await self.store.events(code, after)
        self.reading.set()
        await asyncio.sleep(self.wait)
        return rows

    def on_change(self, call: Callable[[str, int], None]) -> None:
        self.calls.append(call)


Play = Callable[[TableRegistry, TableOpened, TableRegistry, Slow], Coroutine[Any, Any, None]]


def in_halls(folder: Path, play: Play) -> None:
    """Two processes' halls on one store, the second one's slow; a table of the first."""

    async def run() -> None:
        first = TableRegistry(open_store(str(folder / "tables.sqlite")), LIBRARY)
        await first.open()
        slow = Slow(first.store)
        second = TableRegistry(slow, LIBRARY)
        slow.on_change(second._changed)
        table = await first.new(WANTED, "")
        await play(first, table, second, slow)
        await second.close()
        await first.close()

    asyncio.run(run())


async def choose(live: LiveTable, ear: Ear, seq: int, identity: str) -> None:
    """Make the first choice there is, as somebody who has seen up to `seq`."""
    ask = live.table.state.decision
    assert ask is not None
    await live.command(ear, Choose(identity, ask.seat, seq, notate(live.table.state, ask.options[0])))


async def say(registry: TableRegistry, table: TableOpened, identity: str) -> LiveTable:
    live, ear = await registry.live(table.code), Ear()
    await live.join(ear, [table.seats[0].token])
    await live.command(ear, Say(identity, 0, identity))
    live.leave(ear)
    return live


async def until(true: Callable[[], bool], within: float = 30.0) -> None:
    for _ in range(int(within / 0.02)):
        if true():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("it did not become so")


def test_a_table_has_one_room_though_somebody_goes_while_it_is_loaded(tmp_path: Path) -> None:
    async def play(first: TableRegistry, table: TableOpened, second: TableRegistry, slow: Slow) -> None:
        slow.wait = 0.3
        gone = asyncio.create_task(second.live(table.code))
        stays = asyncio.create_task(second.live(table.code))
        await slow.reading.wait()
        gone.cancel()
        await asyncio.sleep(0.01)
        late = asyncio.create_task(second.live(table.code))
        assert await stays is await late is await second.live(table.code)
        assert not second._loading

    in_halls(tmp_path, play)


def test_what_is_written_elsewhere_while_a_table_is_loaded_is_not_lost(tmp_path: Path) -> None:
    async def play(first: TableRegistry, table: TableOpened, second: TableRegistry, slow: Slow) -> None:
        slow.wait = 0.3
        coming = asyncio.create_task(second.live(table.code))
        await slow.reading.wait()  # it has read its rows
        there = await say(first, table, "while it is loaded")
        slow.calls[-1](table.code, there.table.seq)
        live = await coming
        await until(lambda: live.table.seq == there.table.seq)
        assert live.table.chat == there.table.chat

    in_halls(tmp_path, play)


def test_a_wake_up_that_meets_a_store_that_is_away_is_taken_up_later(tmp_path: Path) -> None:
    async def play(first: TableRegistry, table: TableOpened, second: TableRegistry, slow: Slow) -> None:
        live = await second.live(table.code)
        there = await say(first, table, "the store is away")
        slow.failures = 2
        slow.calls[-1](table.code, there.table.seq)
        await until(lambda: live.table.seq == there.table.seq)

    in_halls(tmp_path, play)


def test_whoever_comes_sees_what_was_written_elsewhere_though_no_wake_up_came(tmp_path: Path) -> None:
    async def play(first: TableRegistry, table: TableOpened, second: TableRegistry, slow: Slow) -> None:
        live = await second.live(table.code)
        there = await say(first, table, "a lost wake-up")
        ear = Ear()
        await live.join(ear, [])
        assert live.table.seq == there.table.seq and b"a lost wake-up" in b"".join(ear.heard)
        slow.failures = 1
        again = Ear()
        await live.join(again, [])
        assert again.heard, "A store that is away keeps nobody out of a table that is known here."

    in_halls(tmp_path, play)


def test_a_choice_of_somebody_who_knows_more_than_this_process_is_not_stale(tmp_path: Path) -> None:
    async def play(first: TableRegistry, table: TableOpened, second: TableRegistry, slow: Slow) -> None:
        tokens = [one.token for one in table.seats]
        here, there = Ear(), Ear()
        ahead, behind = await first.live(table.code), await second.live(table.code)
        await ahead.join(here, tokens)
        await behind.join(there, tokens)
        await choose(ahead, here, ahead.game_seq, "1")
        ask = ahead.table.state.decision
        assert ask is not None and behind.table.seq < ahead.table.seq
        await behind.command(there, Choose("2", ask.seat, ahead.game_seq, notate(ahead.table.state, ask.options[0])))
        assert "2" in behind.table.commands
        with pytest.raises(RefusedError) as no:
            await choose(behind, there, behind.table.seq + 9, "3")
        assert no.value.refused == "stale"
        await ahead.changed(behind.table.seq)
        await choose(ahead, here, ahead.game_seq, "4")
        assert await behind.look(lambda: behind.table.seq, ahead.table.seq) == ahead.table.seq

    in_halls(tmp_path, play)


def test_a_game_that_another_goes_on_from_is_copied_while_nothing_is_played_there(tmp_path: Path) -> None:
    async def play(first: TableRegistry, table: TableOpened, second: TableRegistry, slow: Slow) -> None:
        live = await first.live(table.code)
        async with live._lock:
            opening = asyncio.create_task(first.new(NewTable(after=table.code, at=0, seats=WANTED.seats), ""))
            await asyncio.sleep(0.2)
            assert not opening.done()
        fresh = await first.live((await opening).code)
        assert fresh.table.head.setup == live.table.head.setup

    in_halls(tmp_path, play)


@pytest.mark.parametrize(
    ("most", "choices", "age", "left"),
    [
        (3, 60_000, 130.0, {2, 3, 4}),  # too many: the first of those that have been idle for a while
        (3, 60_000, 20.0, {0, 1, 2, 3, 4}),  # the same, but they were used just now
        (100, 100, 130.0, {4}),  # too large in all
        (100, 60_000, 1900.0, set()),  # too old
    ],
)
def test_tables_without_a_socket_are_bounded_by_number_size_and_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int, choices: int, age: float, left: set[int]
) -> None:
    monkeypatch.setattr("tipover.table.registry.MOST_IDLE", most)
    monkeypatch.setattr("tipover.table.registry.MOST_IDLE_CHOICES", choices)
    monkeypatch.setattr("tipover.table.registry.TIDY_EVERY", 0.0)
    monkeypatch.setattr("tipover.table.registry.CLOCK_EVERY", 0.05)

    async def play(first: TableRegistry, table: TableOpened, second: TableRegistry, slow: Slow) -> None:
        codes = [(await first.new(WANTED, "")).code for _ in range(5)]
        visited = first._live[table.code]
        await visited.join(Ear(), [])
        monkeypatch.setattr("tipover.table.table_log.Table.count", 60)
        for live in first._live.values():
            live.used = time.monotonic() - age
        await asyncio.sleep(0.5)  # nobody opens a table: the server looks by itself
        assert {number for number, code in enumerate(codes) if code in first._live} == left
        assert table.code in first._live, "One with a socket stays, however old."
        assert (await first.live(codes[0])).code == codes[0], "It is loaded again when it is needed."

    in_halls(tmp_path, play)


def test_copies_for_those_who_watch_later_count_among_the_tables_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tipover.table.registry.MOST_IDLE", 3)

    async def play(first: TableRegistry, table: TableOpened, second: TableRegistry, slow: Slow) -> None:
        codes = [(await first.new(WANTED, "")).code for _ in range(2)]
        for code in codes:
            live = await first.live(code)
            await first.watched(live, (), 30)
            live.used = time.monotonic() - 200
        first._let_go()
        assert [code in first._live for code in (table.code, *codes)] == [True, False, True], "Three tables and two copies are too many."

    in_halls(tmp_path, play)


def test_processes_report_who_is_present_often_enough_for_a_short_absence(tmp_path: Path) -> None:
    async def play(first: TableRegistry, table: TableOpened, second: TableRegistry, slow: Slow) -> None:
        told: list[str] = []

        async def tell_present(message: str) -> None:
            told.append(message)

        hasty = TableRegistry(slow, LIBRARY, absence=1.0)
        slow.tell_present = tell_present  # type: ignore[attr-defined]
        await (await hasty.live(table.code)).join(Ear(), [table.seats[0].token])
        hasty._begin(hasty._tell_always())
        await until(lambda: len(told) >= 4, 3.0)
        assert set(told) == {f"{table.code}:{table.seats[0].seat}"}
        hasty.thinkers.close()

    in_halls(tmp_path, play)


def test_who_looks_at_a_table_again_and_again_neither_loads_nor_keeps_it(tmp_path: Path) -> None:
    """*My games* asks every table of a person; only whoever sits down or watches needs it in memory."""

    async def play(first: TableRegistry, table: TableOpened, second: TableRegistry, slow: Slow) -> None:
        live = first._live[table.code]
        live.used = then = time.monotonic() - 100
        await first.new(WANTED, "")
        token = table.seats[0].token
        assert await first.shown(table.code.lower(), "", [token]) == live.now() == await first.shown(table.code)
        assert live.used == then and next(iter(first._live)) == table.code
        away = await second.shown(table.code)
        assert not second._live and (away.code, away.status, away.asked) == (live.code, live.now().status, live.now().asked)
        left = second.wrong_codes.left.of("").left
        with pytest.raises(RefusedError, match="no table"):
            await second.shown("ABCDEF")
        assert left - 1 <= second.wrong_codes.left.of("").left < left - 0.5, "A wrong code is a guess here too."
        await first.store.append(table.code, [], "playing", "{")
        assert (await second.shown(table.code)).status == live.now().status, "A damaged summary is computed anew."

    in_halls(tmp_path, play)


# -- what strangers bring --------------------------------------------------------------------------------


def test_cards_and_records_hold_up_no_game_and_are_refused_when_too_many_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    free = threading.Event()

    def check(text: str) -> CardChecked:
        free.wait(20)
        return CardChecked([])

    monkeypatch.setattr(cardbox, "check", check)

    async def play(first: TableRegistry, table: TableOpened, second: TableRegistry, slow: Slow) -> None:
        brought = NewTable(quick="first-golden_girls", cards=["x"], seats=WANTED.seats)
        waiting = [asyncio.create_task(first.new(brought, "203.0.113.1")) for _ in range(MOST_BROUGHT)]
        await until(lambda: first._at_desk == MOST_BROUGHT)
        async with asyncio.timeout(15):  # less than the cards take
            live = await say(first, table, "while cards are checked")
            assert await first.off_slowly(lambda: 7, await first.live(table.code)) == 7
            other = await first.new(WANTED, "203.0.113.2")
            await first.live(other.code)
        assert live.table.said == 1
        with pytest.raises(RefusedError) as no:
            await first.new(brought, "203.0.113.2")
        assert no.value.refused == "too_fast"
        free.set()
        await asyncio.gather(*waiting, return_exceptions=True)
        assert await first.off_to_check(lambda: 8) == 8

    try:
        in_halls(tmp_path, play)
    finally:
        free.set()


def test_rooms_with_cards_of_strangers_hold_up_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """S13: however dear their cards are, they have one thread, and the others' games go on beside it."""

    async def play(one: TableRegistry, table: TableOpened, two: TableRegistry, slow: Slow) -> None:
        with_cards = msgspec.structs.replace(WANTED, cards=[miller_card("Move 1.")])
        apart = [await one.live((await one.new(with_cards, "")).code) for _ in range(WORKERS + 1)]
        to_load = [(await one.new(with_cards, "")).code for _ in range(3)]
        others = [await one.live((await one.new(WANTED, "")).code) for _ in range(3)]
        go_on = threading.Event()
        catalog_of = Library.of
        monkeypatch.setattr(Library, "of", lambda self, cards: catalog_of(self, cards) if not cards or go_on.wait(60) else None)
        for code in to_load:
            one._live.pop(code)
        dear: list[asyncio.Task[Any]] = [asyncio.create_task(live.look(lambda: go_on.wait(60))) for live in apart]
        dear += [asyncio.create_task(one.off_slowly(lambda: go_on.wait(60), apart[0])) for _ in range(8)]
        dear += [asyncio.create_task(one.live(code)) for code in to_load]
        await asyncio.sleep(0.1)
        try:
            assert [await live.look(lambda live=live: live.table.seq) for live in others] == [live.table.seq for live in others]  # type: ignore[misc]
            assert await one.off_slowly(lambda: 1, others[0]) == 1
            one._live.pop(others[0].code)
            assert (await one.live(others[0].code)).table.seq == others[0].table.seq, "Others are loaded meanwhile, too."
            assert not any(task.done() for task in dear)
        finally:
            go_on.set()
        assert all(await asyncio.gather(*dear))

    in_halls(tmp_path, play)


def test_who_has_no_guess_left_has_the_store_asked_only_a_few_times_more_with_tokens(tmp_path: Path) -> None:
    """S9: a player whose neighbour guesses still gets in with a token; a guesser with bogus ones learns nothing and costs nothing."""

    async def play(first: TableRegistry, table: TableOpened, second: TableRegistry, slow: Slow) -> None:
        asked: list[str] = []
        look_up = first.store.game

        async def counted(code: str) -> GameRow | None:
            asked.append(code)
            return await look_up(code)

        first.store.game = counted  # type: ignore[method-assign]
        first._live.clear()
        refused = []
        for number in range(100):
            code = "".join(ALPHABET[number // len(ALPHABET) ** k % len(ALPHABET)] for k in range(6))
            try:
                await first.live(code, "203.0.113.9", ["x" * 43])
            except RefusedError as no:
                refused.append(no.refused)
        assert refused[-50:] == ["too_fast"] * 50 and len(asked) <= 40
        token = table.seats[0].token
        assert (await first.live(table.code, "203.0.113.10", [token])).code == table.code

    in_halls(tmp_path, play)


def test_a_server_that_stops_opens_no_table_and_seats_nobody(tmp_path: Path) -> None:
    async def play(first: TableRegistry, table: TableOpened, second: TableRegistry, slow: Slow) -> None:
        first.closing = True
        for deed in (first.new(WANTED, ""), first.sit(table.code, SitDown("Eve"), "")):
            with pytest.raises(RefusedError) as no:
                await deed
            assert no.value.refused == "closed"

    in_halls(tmp_path, play)


def test_one_address_opens_only_so_many_tables_at_once(tmp_path: Path) -> None:
    async def play(first: TableRegistry, table: TableOpened, second: TableRegistry, slow: Slow) -> None:
        first.new_tables.clock = lambda: 0.0  # however slow the machine is
        opened, refused = 0, []
        for number in range(24):
            try:
                await first.new(WANTED, f"2001:db8:1:2::{number:x}")  # one household
                opened += 1
            except RefusedError as no:
                refused.append(no.refused)
        assert opened == 20 and refused == ["too_fast"] * 4
        assert await first.new(WANTED, "203.0.113.2")

    in_halls(tmp_path, play)


def test_one_address_brings_only_so_much(tmp_path: Path) -> None:
    async def play(first: TableRegistry, table: TableOpened, second: TableRegistry, slow: Slow) -> None:
        for _ in range(5):
            first.bring("203.0.113.1", 6)
        with pytest.raises(RefusedError) as no:
            first.bring("203.0.113.1", 6)
        assert no.value.refused == "too_fast"
        first.bring("203.0.113.2", 6)

    in_halls(tmp_path, play)


def test_behind_a_proxy_loopback_is_nobodys_own() -> None:
    store = open_store("/nowhere")
    for address in LOOPBACK:
        alone, proxied = (TableRegistry(store, LIBRARY, behind).wrong_codes.left.of(address).burst for behind in (False, True))
        assert alone > proxied == TableRegistry(store, LIBRARY).wrong_codes.left.of("203.0.113.1").burst


@pytest.mark.parametrize(
    ("headers", "wanted"),
    [
        ([], "10.0.0.1"),
        ([(b"x-forwarded-for", b"203.0.113.7")], "203.0.113.7"),
        ([(b"x-forwarded-for", b"127.0.0.1, 203.0.113.7")], "203.0.113.7"),
        ([(b"x-forwarded-for", b"127.0.0.1"), (b"x-forwarded-for", b"203.0.113.7")], "203.0.113.7"),
        ([(b"x-forwarded-for", b"")], "10.0.0.1"),
    ],
)
def test_only_the_address_that_the_proxy_wrote_counts(headers: list[tuple[bytes, bytes]], wanted: str) -> None:
    seen: list[str] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        client = Request(scope).client
        assert client is not None
        seen.append(client.host)

    scope: dict[str, Any] = {"type": "http", "headers": headers, "client": ("10.0.0.1", 5)}
    asyncio.run(behind_proxy(app)(scope, None, None))  # type: ignore[arg-type]
    assert seen == [wanted]


def test_a_look_through_everything_waits_for_a_quiet_second(monkeypatch: pytest.MonkeyPatch) -> None:
    now, looks = [0.0], []
    monkeypatch.setattr(serving.gc, "collect", lambda: looks.append(now[0]))

    class Heard:
        heard = 0.0

    tidying = serving.Tidying(Heard(), lambda: now[0])  # type: ignore[arg-type]
    for second in range(2 * int(serving.TIDY_LATEST) + 10):
        now[0] = float(second)
        Heard.heard = now[0] if second < 700 or second > 2000 else 700.0
        asyncio.run(tidying.look()) if second % 7 == 0 else None
    assert 700 < looks[0] < 720 and looks[1] - looks[0] < serving.TIDY_EVERY + 10, "in the first quiet second, and again in time"
    assert any(serving.TIDY_LATEST < later - before < serving.TIDY_LATEST + 10 for before, later in pairwise(looks))


# -- several processes -----------------------------------------------------------------------------------


class Worker:
    """A process that dies when told to."""

    def __init__(self) -> None:
        self.lives = True

    def is_alive(self) -> bool:
        return self.lives


def test_processes_that_die_now_and_then_are_started_again_for_ever() -> None:
    now = [0.0]
    crew = Crew(2, Worker, lambda: now[0])  # type: ignore[arg-type]
    for _ in range(10 * MOST_DEATHS):
        now[0] += 10
        crew.workers[0].lives = False  # type: ignore[attr-defined]
        assert crew.mend() and all(worker.is_alive() for worker in crew.workers)
    now[0] += 60
    said = []
    for _ in range(MOST_DEATHS + 1):
        crew.workers[1].lives = False  # type: ignore[attr-defined]
        said.append(crew.mend())
    assert said == [True] * MOST_DEATHS + [False]
