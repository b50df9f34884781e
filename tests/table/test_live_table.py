"""Tables without a server: the fold of rows, and live tables whose store fails or is shared with another process."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.websockets import WebSocketState

from kit.appends import WatchedAppends
from tipover.cards.pack import load
from tipover.engine.core.arrange import first_game
from tipover.play.notation.writing import notate
from tipover.table.commands import draft, judge
from tipover.table.live_table import LiveTable
from tipover.table.opening import Library, Opened, head_of, open_next, open_table
from tipover.table.protocol import from_client
from tipover.table.protocol.from_client import Choose, Say, Undo, UndoAnswer
from tipover.table.protocol.people import NewTable, SeatWanted
from tipover.table.refusals import RefusedError
from tipover.table.seats import plain
from tipover.table.socket import READ_WITHIN, Client
from tipover.table.store import EventRow, GameRow, Store, StoreDown, open_store
from tipover.table.table_log import Table
from tipover.table.thinkers import Thinkers
from tipover.table.threads import Ending
from tipover.table.views import Views, eyes, mark, table_now

LIBRARY = Library(load())
ME, BOT = SeatWanted("me", "Ann", seed="a1"), SeatWanted("bot")
SECRET = {
    "map": "Barracks", "sides": [{"side": side, "picks": 2} for side in ("light", "dark")],
    "box": ["Gi-hun", "Sae-byeok", "Front Man", "Il-nam"], "secret": True,
}  # fmt: skip


def opened(seats: list[SeatWanted] | None = None, setup: dict[str, Any] | None = None, placed: bool = True, rounds: int = 4) -> Opened:
    described = setup or {**first_game("golden_girls", quick=True, catalog=LIBRARY.catalog).source, "rounds": rounds}
    head = head_of(NewTable(setup=described, placed=placed), LIBRARY)
    return open_table("ABCDEF", head, LIBRARY, seats or [ME, SeatWanted("me", "Ben", seed="b2")], 0.0)


def choose(table: Table, draws: random.Random, number: int) -> list[EventRow]:
    ask = table.state.decision
    assert ask is not None
    line = notate(table.state, draws.choice(ask.options))
    done = judge(table, Choose(f"c{number}", ask.seat, table.game_seq, line), [ask.seat], [])
    return draft(table, done, f"c{number}")


def played(opening: Opened, seed: int, most: int = 400) -> list[EventRow]:
    """Play at random with chat and taking back in between; every row."""
    table, rows = opening.table, list(opening.rows)
    draws = random.Random(seed)
    for number in range(most):
        if table.over:
            break
        rows += choose(table, draws, number)
        if draws.random() < 0.2:
            rows += draft(table, judge(table, Say(f"s{number}", 0, f"line {number}"), [0], []), f"s{number}")
        seat = table.makers[-1]
        if seat >= 0 and table.undo_to(seat) >= 0 and draws.random() < 0.5:
            rows += draft(table, judge(table, Undo(f"u{number}", seat, table.game_seq), [seat], []), f"u{number}")
    return rows


@pytest.mark.parametrize("seed", range(6))
def test_a_table_is_the_fold_of_its_rows(seed: int) -> None:
    opening = opened()
    rows = played(opening, seed)
    table = opening.table
    again = Table(table.code, table.head, LIBRARY.catalog)
    for row in rows:
        again.take(row)
    assert again.match is not None and table.match is not None
    assert again.state.digest() == table.state.digest() and again.match.lines == table.match.lines
    assert (again.makers, again.begins, again.seqs, again.marks) == (table.makers, table.begins, table.seqs, table.marks)
    assert again.dice is not None and table.dice is not None and again.dice.asked == table.dice.asked
    assert Views(again).log(()) == Views(table).log(()) and again.chat == table.chat
    assert table_now(again) == table_now(table) and again.commands == table.commands
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    for count in range(table.count + 1):
        assert again.at(count).digest() == table.at(count).digest()


def test_a_line_with_two_answers_is_taken_back_as_one() -> None:
    table = opened().table
    ask = table.state.decision
    assert ask is not None
    before, count = table.state.digest(), table.count
    mark_of = table.setup.mark(ask.options[0].figure)
    draft(table, judge(table, Choose("1", ask.seat, table.game_seq, f"{mark_of}: end"), [ask.seat], []), "1")
    assert table.count == count + 2
    assert table.undo_to(ask.seat) == count and table.undo_to(1 - ask.seat) == -1
    draft(table, judge(table, Undo("2", ask.seat, table.game_seq), [ask.seat], []), "2")
    assert table.undo_wish == ask.seat  # somebody else has been asked meanwhile, so they must agree
    draft(table, judge(table, UndoAnswer("3", 1 - ask.seat, True), [1 - ask.seat], []), "3")
    assert table.state.digest() == before


def test_dice_are_never_taken_back() -> None:
    opening = opened(rounds=8)
    table = opening.table
    draws = random.Random(3)
    for number in range(300):
        if table.over:
            break
        rows = choose(table, draws, number)
        fell = [row for row in rows if row.kind == "choice" and row.seat < 0]
        if fell:
            assert all(table.undo_to(seat) == -1 for seat in (0, 1))
            with pytest.raises(RefusedError) as no:
                judge(table, Undo("u", 0, table.game_seq), [0], [])
            assert no.value.refused in ("not_now", "over")


@pytest.mark.parametrize(("other", "may"), [(BOT, True), (SeatWanted("me", "Ben"), False)])
def test_what_a_bot_answered_is_taken_back_with_ones_own_choice_but_nothing_of_a_person(other: SeatWanted, may: bool) -> None:
    table = opened([ME, other], rounds=9).table
    draws = random.Random(1)
    seen = 0
    for number in range(300):
        if table.over:
            break
        before, asked = table.count, table.asked()
        choose(table, draws, number)
        if table.makers[-1] == 1 and before >= 1 and table.makers[before - 1] == 0 and asked == [1] and not table.over:
            assert table.match is not None
            free = table.match.fixed <= table.begins[before - 1]
            assert (table.undo_to(0) == table.begins[before - 1]) == (free and may)
            seen += free
    assert seen


def test_a_screen_that_two_sides_share_sees_with_the_eyes_of_whoever_is_asked() -> None:
    table = opened(setup=SECRET, placed=False).table
    first = table.asked()[0]
    assert eyes(table, (0, 1)) == (first,)
    choose(table, random.Random(1), 1)
    choose(table, random.Random(2), 2)
    then = table.asked()[0]
    assert then != first and eyes(table, (0, 1)) == (then,) and eyes(table, (first,)) == (first,)
    shared, own = Views(table).moment((0, 1)), Views(table).moment((first,))
    assert shared is not None and own is not None
    named = [one.card for one in shared.figures if one.card]
    assert not named and [one.card for one in own.figures if one.card]


def test_secret_picks_make_no_byte_of_difference_to_others() -> None:
    told: list[list[bytes]] = []
    head = opened(setup=SECRET, placed=False).table.head
    for pick in (0, 1):
        opening = open_table("ABCDEF", head, LIBRARY, [ME, SeatWanted("me", "Ben", seed="b2")], 0.0)
        table = opening.table
        for seat in table.seats:
            seat.token_hash = ""
        first = table.asked()[0]
        said: list[bytes] = []
        for number in range(2):
            ask = table.state.decision
            assert ask is not None
            former = mark(table)
            line = notate(table.state, ask.options[pick if number == 0 else 0])
            draft(table, judge(table, Choose(str(number), first, table.game_seq, line), [first], []), str(number))
            views = Views(table)
            table.changed = 0.0
            said += [views.update(former, (1 - first,)), views.update(former, ()), views.welcome((1 - first,), table_now(table))]
        told.append(said)
    assert told[0] == told[1]


def test_the_next_table_has_the_same_game_with_sides_changed() -> None:
    table = opened([ME, BOT]).table
    fresh, given = open_next("BCDEFG", table, {}, 0.0)
    assert [seat.kind for seat in fresh.table.seats] == ["bot", "person"] and given[0].seat == 1
    assert fresh.table.head.server_seed != table.head.server_seed and fresh.table.status == "playing"


def test_texts_are_plain() -> None:
    assert plain("  a\u0000b\u202ec\n\td\ue000 ", 20) == "a bc d"
    assert plain("x" * 300, 24) == "x" * 24 and plain("\u200b\u2066", 24) == ""


# -- live tables -----------------------------------------------------------------------------------------------


class Ear:
    """Somebody at a table who keeps what was said."""

    def __init__(self) -> None:
        self.seats: tuple[int, ...] = ()
        self.address = ""
        self.asking = ""
        self.language = "en"
        self.closed = False
        self.heard: list[dict[str, Any]] = []

    def tell(self, message: bytes) -> None:
        self.heard.append(msgspec.json.decode(message))

    @property
    def moment(self) -> dict[str, Any]:
        return next(one["moment"] for one in reversed(self.heard) if one.get("moment"))


class Failing(WatchedAppends):
    """A store whose writes fail when told to: before anything is written, or with the answer lost after it."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.fail = ""
        self.appends = 0
        self.on_append: Callable[[], None] = lambda: None  # called where it is appended

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)

    def before_append(self, rows: list[EventRow]) -> None:
        self.appends += 1
        self.on_append()
        if self.fail == "before":
            self.fail = ""
            raise StoreDown("the disk is full.")

    def after_append(self, rows: list[EventRow]) -> None:
        if self.fail == "after":
            self.fail = ""
            raise StoreDown("the connection broke.")


Play = Callable[[list[LiveTable], list[Ear], Failing], Coroutine[Any, Any, None]]


def in_rooms(folder: Path, number: int, play: Play) -> None:
    """Rooms of so many processes around one table in one file, each with somebody who has both seats."""

    async def run() -> None:
        store = Failing(open_store(str(folder / "tables.sqlite")))
        await store.open()
        opening = opened()
        table = opening.table
        head = msgspec.json.encode(table.head).decode()
        await store.create(GameRow(table.code, 0, 0, "playing", False, "{}", head, 0), opening.rows)
        with ThreadPoolExecutor(2) as pool:
            tables = [
                LiveTable(fold(opening), store, pool, Thinkers(), lambda: Table(table.code, table.head, LIBRARY.catalog))
                for _ in range(number)
            ]
            ears = [Ear() for _ in tables]
            for live, ear in zip(tables, ears, strict=True):
                await live.join(ear, [one.token for one in opening.given])
            await play(tables, ears, store)
        await store.close()

    asyncio.run(run())


def fold(opening: Opened) -> Table:
    table = Table(opening.table.code, opening.table.head, LIBRARY.catalog)
    for row in opening.rows:
        table.take(row)
    return table


def command(ear: Ear, identity: str, draws: random.Random) -> from_client.FromBrowser:
    asked = ear.moment["question"]
    return Choose(identity, asked["mine"][0], ear.moment["seq"], draws.choice(asked["options"])["line"])


def test_what_cannot_be_kept_is_not_played_and_can_be_tried_again(tmp_path: Path) -> None:
    async def play(tables: list[LiveTable], ears: list[Ear], store: Failing) -> None:
        [live], [ear] = tables, ears
        draws = random.Random(5)
        for number in range(12):
            before = ear.moment
            wanted = command(ear, f"c{number}", draws)
            store.fail = "before" if number % 2 else "after"
            with pytest.raises(RefusedError) as no:
                await live.command(ear, wanted)
            assert no.value.refused == "store"
            if number % 2:
                assert live.table.state.digest() == before["digest"] and ear.moment == before
            await live.command(ear, wanted)
            assert ear.moment["digest"] == live.table.state.digest() and ear.moment["seq"] > before["seq"]
            assert [one["type"] for one in ear.heard if one.get("id") == f"c{number}"] == ["ack"]
        rows = await store.events("ABCDEF")
        assert [row.command for row in rows if row.command] == [f"c{number}" for number in range(12)]

    in_rooms(tmp_path, 1, play)


def test_rows_that_are_stored_before_the_store_has_returned_are_not_stored_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    passed_on = Failing.append_from_thread

    def slowly(*given: Any) -> bool:
        is_passed_on = passed_on(*given)
        time.sleep(0.05)
        return is_passed_on

    async def play(tables: list[LiveTable], ears: list[Ear], store: Failing) -> None:
        monkeypatch.setattr(Failing, "append_from_thread", slowly)
        await tables[0].command(ears[0], command(ears[0], "once", random.Random(1)))
        assert store.appends == 1

    in_rooms(tmp_path, 1, play)


def test_what_a_thread_still_appends_when_its_bot_is_stopped_is_taken_up_at_once(tmp_path: Path) -> None:
    """Whoever was cancelled while a thread judged and stored reads the log only when that has ended: read before, it lacks the rows."""

    async def play(tables: list[LiveTable], ears: list[Ear], store: Failing) -> None:
        [live] = tables
        begun, go_on = threading.Event(), threading.Event()

        def held() -> None:
            begun.set()
            go_on.wait()

        store.on_append = held
        before = live.table.seq
        answer = asyncio.ensure_future(live.command(ears[0], command(ears[0], "last", random.Random(1))))
        await asyncio.to_thread(begun.wait)
        answer.cancel()
        await asyncio.sleep(0.05)
        go_on.set()
        with pytest.raises(asyncio.CancelledError):
            await answer
        rows = await store.events(live.code)
        assert rows[-1].command == "last" and rows[-1].seq > before
        assert live.table.seq == rows[-1].seq and ears[0].moment["digest"] == live.table.state.digest()

    in_rooms(tmp_path, 1, play)


def test_whoever_is_cancelled_again_goes_though_no_thread_will_ever_end_it() -> None:
    """At the end of a program its threads have stopped; nothing may wait for them for ever."""

    async def run() -> None:
        waiting = asyncio.ensure_future(Ending().wait())
        for _ in range(2):
            await asyncio.sleep(0)
            assert not waiting.done()
            waiting.cancel()
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert waiting.cancelled()

    asyncio.run(run())


def test_two_processes_at_one_table_see_the_same(tmp_path: Path) -> None:
    async def play(tables: list[LiveTable], ears: list[Ear], store: Failing) -> None:
        draws = random.Random(6)
        for number in range(20):
            k = number % 2
            wanted = command(ears[k], f"c{number}", draws)
            try:
                await tables[k].command(ears[k], wanted)
            except RefusedError as no:
                assert no.refused == "stale"  # the other process was first: what it wrote was told meanwhile
                await tables[k].command(ears[k], command(ears[k], f"d{number}", draws))
        for live in tables:
            await live.changed(99999)
        assert ears[0].moment == ears[1].moment
        assert tables[0].table.state.digest() == tables[1].table.state.digest()
        counts = [[one["count"] for told in ear.heard for one in told.get("log", [])] for ear in ears]
        assert sorted(set(counts[0])) == sorted(set(counts[1])) and counts[0] == sorted(counts[0]) and counts[1] == sorted(counts[1])

    in_rooms(tmp_path, 2, play)


def test_the_same_command_in_two_processes_happens_once(tmp_path: Path) -> None:
    async def play(tables: list[LiveTable], ears: list[Ear], store: Failing) -> None:
        wanted = command(ears[0], "once", random.Random(1))
        await tables[0].command(ears[0], wanted)
        await tables[1].command(ears[1], wanted)
        acks = [next(one for one in ear.heard if one["type"] == "ack") for ear in ears]
        assert acks[0] == acks[1] and ears[0].moment == ears[1].moment

    in_rooms(tmp_path, 2, play)


def test_an_id_stands_for_one_command_and_another_with_it_is_refused(tmp_path: Path) -> None:
    """Otherwise a client that counts its commands anew would believe that the second one was done."""

    async def play(tables: list[LiveTable], ears: list[Ear], store: Failing) -> None:
        [live], [ear] = tables, ears
        first = command(ear, "once", random.Random(1))
        await live.command(ear, first)
        before = live.table.state.digest()
        with pytest.raises(RefusedError) as no:
            await live.command(ear, command(ear, "once", random.Random(2)))
        assert no.value.refused == "malformed" and live.table.state.digest() == before
        await live.command(ear, first)
        assert [one["type"] for one in ear.heard if one.get("id") == "once"] == ["ack", "ack"]

    in_rooms(tmp_path, 1, play)


class Deaf:
    """A socket that accepts and then takes nothing."""

    def __init__(self) -> None:
        self.scope: dict[str, Any] = {"state": {}}
        self.sent: list[str] = []
        self.reads = asyncio.Event()

        self.application_state = WebSocketState.CONNECTED
        self.aborted = False
        self.scope["state"]["abort"] = self._abort

    def _abort(self) -> None:
        self.aborted = True

    async def accept(self) -> None:
        """Accept."""

    async def receive(self) -> None:
        """Say nothing."""
        await asyncio.Event().wait()

    async def close(self, code: int) -> None:
        """Close."""
        self.application_state = WebSocketState.DISCONNECTED

    async def send_text(self, text: str) -> None:
        await self.reads.wait()
        self.sent.append(text)


def test_a_socket_that_does_not_read_loses_its_queue_and_is_told_to_come_back() -> None:
    async def run() -> None:
        socket = Deaf()
        client = Client(socket, None, "")  # type: ignore[arg-type]
        sender = asyncio.create_task(client._send())
        for number in range(500):
            client.tell(b'{"type":"said","n":%d}' % number)
            await asyncio.sleep(0)
        assert len(client._waiting) == 1
        socket.reads.set()
        async with asyncio.timeout(10):
            while client._waiting or len(socket.sent) < 2:
                await asyncio.sleep(0.001)
        sender.cancel()
        assert [msgspec.json.decode(one)["type"] for one in socket.sent] == ["said", "resync"]

    asyncio.run(run())


def test_a_socket_that_reads_nothing_at_all_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    """S5: within ten seconds, though so little is told to it that no queue is ever full."""
    assert READ_WITHIN <= 10
    monkeypatch.setattr("tipover.table.socket.READ_WITHIN", 0.2)

    async def run() -> None:
        socket = Deaf()
        client = Client(socket, None, "")  # type: ignore[arg-type]
        serving = asyncio.create_task(client.run())
        await asyncio.sleep(0)
        client.tell(b'{"type":"said","n":1}')
        async with asyncio.timeout(10):
            await serving
        assert socket.aborted and client.closed

    asyncio.run(run())
