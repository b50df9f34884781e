"""Watching with a delay: the server sends nothing newer, to no question and at no address, however often one comes back."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import AsyncMock, Mock

import msgspec
import pytest

from kit.hostile import kept, log_of, two_people
from kit.server import Client, Json, Opened, Refused, ServerProcess, serving
from kit.stores import soon
from tipover.cards.pack import load
from tipover.play.notation.writing import notate
from tipover.table import copies, late_table, live_table, presence
from tipover.table.late_table import LateTable, as_watched, due, late_copy
from tipover.table.live_table import TOGETHER, LiveTable
from tipover.table.opening import Library
from tipover.table.protocol.from_client import Choose, Rename, Resign, Revoke, Say, StandIn
from tipover.table.protocol.people import NewTable, SeatWanted, SitDown, TableNow
from tipover.table.protocol.wire import VERSION
from tipover.table.refusals import RefusedError
from tipover.table.registry import TableRegistry
from tipover.table.snapshots import snapshot
from tipover.table.socket import Client as Socket
from tipover.table.store import EventRow, StoreDown, open_store
from tipover.table.table_log import Table, fold
from tipover.table.views import table_now

LIBRARY = Library(load())
SOON, LATE = 1, 120
SEQ, KIND, AT = 1, 2, 6  # columns of a stored row
PROGRAM = f"""
import runpy, tipover.table.opening as opening, tipover.table.copies as copies
opening.DELAYS = (0, {SOON}, 30, {LATE})
late_copy = copies.late_copy
def counted(*given):
    print("a copy is made", flush=True)
    return late_copy(*given)
copies.late_copy = counted
runpy.run_module("tipover", run_name="__main__", alter_sys=True)
"""


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with serving(program=PROGRAM) as running:
        yield running
        assert "Traceback" not in log_of(running)


class Ear:
    """A socket without a server, which keeps what it is told."""

    def __init__(self) -> None:
        self.address = self.asking = ""
        self.seats: tuple[int, ...] = ()
        self.language = "en"
        self.closed = False
        self.heard: list[Json] = []

    def tell(self, message: bytes) -> None:
        """Keep it."""
        self.heard.append(msgspec.json.decode(message))

    def kinds(self) -> list[str]:
        """The kinds of messages."""
        return [one["type"] for one in self.heard]


class Hall:
    """A registry without a server, whose time of day can be set forward, with a table of two people that is watched later."""

    def __init__(self, registry: TableRegistry, patch: pytest.MonkeyPatch) -> None:
        self.registry = registry
        self.ahead = 0.0
        real = time.time
        patch.setattr(time, "time", lambda: real() + self.ahead)

    async def open(self, second: str = "me", **wanted: Any) -> LiveTable:
        """A table, here with its two people at one screen."""
        seats = [SeatWanted("me", "Ann"), SeatWanted(second, "Ben" if second == "me" else "")]  # type: ignore[arg-type]
        asked = {"quick": "first-golden_girls", "placed": True, "listed": True, "delay": LATE} | wanted
        opened = await self.registry.new(NewTable(seats=seats, **asked), "")
        live, self.both = await self.registry.live(opened.code), Ear()
        await live.join(self.both, [one.token for one in opened.seats])
        return live

    async def late(self, live: LiveTable, delay: int = 0) -> LateTable:
        """The copy for those who watch."""
        found = await self.registry.watched(live, (), delay)
        assert isinstance(found, LateTable)
        return found

    async def choose(self, live: LiveTable) -> None:
        """Make the first choice there is."""
        ask = live.table.state.decision
        assert ask is not None
        line = notate(live.table.state, ask.options[0])
        await live.command(self.both, Choose(f"c{live.table.seq}", ask.seat, live.table.game_seq, line))


@pytest.fixture
def in_hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[Hall], Coroutine[Any, Any, None]]], None]:
    """Runs something in a hall."""

    async def run(play: Callable[[Hall], Coroutine[Any, Any, None]]) -> None:
        registry = TableRegistry(open_store(str(tmp_path / "tables.sqlite")), LIBRARY)
        await registry.open()
        try:
            async with asyncio.timeout(20):
                await play(Hall(registry, monkeypatch))
        finally:
            await registry.close()

    return lambda play: asyncio.run(run(play))


InHall = Callable[[Callable[[Hall], Coroutine[Any, Any, None]]], None]


class Watcher(Client):
    """A client without a seat that says how much later it wants to see."""

    def __init__(self, server: ServerProcess, code: str, delay: int = 0) -> None:
        super().__init__(server, code)
        self.delay = delay
        self.came: dict[int, float] = {}  # seq → when that moment was told

    def _hear(self, told: Json) -> None:
        super()._hear(told)
        if self.moment:
            self.came.setdefault(self.moment["seq"], time.time())

    async def send(self, message: Json | str) -> None:
        """Say the delay in the hello."""
        if isinstance(message, dict) and message["type"] == "hello" and self.delay:
            message = {**message, "delay": self.delay}
        await super().send(message)


async def played(server: ServerProcess, table: Opened, choices: int) -> Client:
    """Somebody at both seats answers so often; still connected."""
    both = await Client(server, table.code, list(table.tokens.values())).connect()
    draws = random.Random(7)
    for _ in range(choices):
        await both.play(draws)
    return both


async def refused(answer: Any) -> str:
    with pytest.raises(Refused) as no:
        await answer
    return no.value.code


def test_who_watches_a_table_with_a_delay_is_told_nothing_newer(server: ServerProcess) -> None:
    async def go() -> None:
        table = two_people(server, delay=LATE, listed=True)
        both = await played(server, table, 0)
        begun = both.moment["count"]
        draws = random.Random(7)
        for _ in range(8):
            await both.play(draws)
        await both.ask("say", seat=0, text="a secret plan")
        for _ in range(2):  # the second time it comes back
            async with Watcher(server, table.code) as watcher:
                assert both.moment["count"] >= begun + 8 and watcher.table["delay"] == LATE
                assert watcher.moment["count"] == begun and watcher.chat == [] and watcher.you == []
                await both.play(random.Random(1))
                assert await refused(watcher.ask("ask_moments", first=begun, last=begun + 1)) in ("unknown", "not_now")
                assert await refused(watcher.ask("choose", seat=0, seq=both.moment["seq"], option=0)) == "not_seated"
                assert await refused(watcher.ask("say", seat=0, text="hello")) == "not_seated"
                await watcher.hello()
                told = str(watcher.frames)
                assert both.moment["digest"] not in told and "secret plan" not in told and '"type":"update"' not in told
        shown, listed = server.http(f"/api/tables/{table.code}")[1], server.http("/api/tables")[1]
        for public in (shown, next(one for one in listed if one["code"] == table.code)):
            assert not {"round", "score", "asked", "changed", "result", "dice"} & public.keys() and public["delay"] == LATE
        assert server.http(f"/api/tables/{table.code}/record")[1].count("\n") < begun + 12
        seated = {"authorization": f"Bearer {table.tokens[0]}"}
        assert server.http(f"/api/tables/{table.code}", headers=seated)[1]["asked"]
        assert "\n8 " in server.http(f"/api/tables/{table.code}/record", headers=seated)[1]
        status, answer, _ = server.http("/api/tables", {"after": table.code, "at": begun + 1, "seats": [{"kind": "me"}]})
        assert status == 422 and answer["refused"] == "illegal"
        await both.close()

    asyncio.run(go())


@pytest.mark.parametrize("whose", ["the table's", "the watcher's"])
def test_what_happened_comes_when_it_is_due(server: ServerProcess, whose: str) -> None:
    async def go() -> None:
        table = two_people(server, delay=SOON if whose == "the table's" else 0)
        watcher = await Watcher(server, table.code, SOON if whose == "the watcher's" else 0).connect()
        both = await played(server, table, 6)
        await watcher.reach(both.moment["seq"])
        assert watcher.moment["digest"] == both.moment["digest"]
        made = {row[SEQ]: row[AT] for row in kept(server, table.code)}
        assert len(watcher.came) > 1 and all(
            told >= made[seq] + SOON for seq, told in list(watcher.came.items())[1:]
        )  # how it begins is known
        rows = kept(server, table.code)
        await both.play(random.Random(3))
        await watcher.close()
        async with Watcher(server, table.code, watcher.delay) as again:  # what happens while nobody watches is not missed
            await again.reach(both.moment["seq"])
            assert again.moment["digest"] == both.moment["digest"]
        assert not [row for row in kept(server, table.code)[len(rows) :] if row[KIND] in ("away", "back")], "a copy writes nothing"
        await both.close()

    asyncio.run(go())


def test_a_device_that_loses_its_seat_sees_no_more_of_a_table_with_a_delay(server: ServerProcess) -> None:
    async def go() -> None:
        table = two_people(server, delay=LATE)
        first = await Client(server, table.code, [table.tokens[0]]).connect()
        second = await Client(server, table.code, [table.tokens[0]]).connect()
        other = await Client(server, table.code, [table.tokens[1]]).connect()
        table.tokens[0] = (await second.ask("revoke", seat=0))["token"]
        await first.until(lambda: any(one["type"] == "resync" for one in first.told))
        number = len(first.told)
        await played(server, table, 3)
        await other.until(lambda: other.moment["count"] >= 3)
        assert await refused(first.ask("ask_sight", figure=0)) == "not_now"
        assert not [one for one in first.told[number:] if one["type"] != "refused"]
        await first.hello()
        assert first.moment["count"] < other.moment["count"] and other.moment["digest"] not in str(first.frames)
        for one in (first, second, other):
            await one.close()

    asyncio.run(go())


@pytest.mark.parametrize("deed", ["resign", "stand_in", "rename"])
def test_what_a_person_does_is_told_no_earlier_than_what_is_played(server: ServerProcess, deed: str) -> None:
    async def go() -> None:
        table = two_people(server, delay=LATE, listed=True)
        async with Watcher(server, table.code) as watcher:
            both = await played(server, table, 1)
            await both.ask(deed, seat=0, **{"resign": {}, "stand_in": {"at": 0, "bot": "random"}, "rename": {"name": "Zoe"}}[deed])
            await both.until(lambda: both.table["seats"][0] != watcher.table["seats"][0])
            await watcher.hello()
            shown, listed = server.http(f"/api/tables/{table.code}")[1], server.http("/api/tables")[1]
            public = [one["table"] for one in watcher.told if "table" in one] + [shown, *(x for x in listed if x["code"] == table.code)]
            for one in public:
                seat = one["seats"][0]
                assert (
                    not any(seat.get(key) for key in ("resigned", "bot", "known_as", "face", "stars", "rating")) and one["status"] != "over"
                )
                assert seat["kind"] == "person" and seat.get("name", "") in ("Ann", "") and seat["side"]
            assert watcher.table["seats"][0]["name"] == "Ann" and shown["seats"][0]["presence"] == "here"
            assert "Zoe" not in str(watcher.frames) + str(listed)
        await both.close()

    asyncio.run(go())


def test_a_delay_is_one_of_those_offered(server: ServerProcess) -> None:
    status, answer, _ = server.http("/api/tables", {"quick": "first-golden_girls", "seats": [{"kind": "me"}], "delay": 7})
    assert status == 400 and "30" in answer["sentence"]
    table = two_people(server)

    async def go() -> None:
        watcher = Watcher(server, table.code, 31)
        assert await refused(watcher.connect()) == "malformed"
        await watcher.close()

    asyncio.run(go())


def test_many_who_come_at_once_share_one_copy(server: ServerProcess) -> None:
    async def go() -> None:
        table = two_people(server)
        before = log_of(server).count("a copy is made")
        watchers = [Watcher(server, table.code, 30) for _ in range(12)]
        await asyncio.gather(*(one.connect() for one in watchers))
        assert log_of(server).count("a copy is made") == before + 1
        both = await played(server, table, 0)
        await both.until(lambda: both.table.get("watching") == 12)  # those at the table are told of them
        for one in (*watchers, both):
            await one.close()

    asyncio.run(go())


# -- when it is due ------------------------------------------------------------------------------------


def test_a_record_has_what_is_due_also_while_nobody_watches(in_hall: InHall) -> None:
    async def go(hall: Hall) -> None:
        live = await hall.open()
        late = await hall.late(live)
        begun = late.table.count
        await hall.choose(live)
        assert await late.look(lambda: late.table.count) == begun < live.table.count
        hall.ahead = LATE + 1
        assert await late.look(lambda: late.table.count) == live.table.count

    in_hall(go)


def test_the_first_who_watches_is_told_what_comes_due_a_moment_later(in_hall: InHall) -> None:
    async def go(hall: Hall) -> None:
        live, watcher = await hall.open(), Ear()
        late = await hall.late(live)
        await hall.choose(live)
        hall.ahead = LATE - 0.3
        await late.join(watcher, ())
        assert late.table.count < live.table.count
        await soon(lambda: late.table.count == live.table.count)
        await soon(lambda: "update" in watcher.kinds())

    in_hall(go)


def test_who_watches_people_gather_waits_for_nothing(in_hall: InHall) -> None:
    async def go(hall: Hall) -> None:
        live, watcher = await hall.open("open"), Ear()
        late = await hall.late(live)
        await late.join(watcher, ())
        assert watcher.heard[0]["table"]["status"] == "waiting"
        await hall.registry.sit(live.code, SitDown("Ben"), "")
        await soon(lambda: late.table.match is not None)
        await soon(lambda: any(one.get("table", {}).get("status") == "playing" for one in watcher.heard))
        assert late.table.seats[1].name == "Ben"

    in_hall(go)


def test_what_people_do_before_the_game_begins_is_due() -> None:
    kinds = ["sat", "said", "began", "choice", "choice"]
    rows = [EventRow(k, kind, 0, "", "{}", 100.0 + at) for k, (kind, at) in enumerate(zip(kinds, (0, 5, 4, 4, 6), strict=True), 1)]
    assert due(rows[:2], 0.0) == rows[:2] and due([], 0.0) == []
    assert due(rows, 0.0) == rows[:4] and due(rows, 106.0) == rows
    assert due(rows[3:], 103.0, has_begun=True) == [] and due(rows[3:], 105.0, has_begun=True) == rows[3:4]


# -- making copies ---------------------------------------------------------------------------------------


def test_no_table_waits_for_the_copy_of_another(in_hall: InHall, monkeypatch: pytest.MonkeyPatch) -> None:
    async def go(hall: Hall) -> None:
        slow, quick = await hall.open(), await hall.open()
        reading, may_go_on, events = asyncio.Event(), asyncio.Event(), hall.registry.store.events

        async def read(code: str, after: int = 0) -> list[EventRow]:
            if code == slow.code:
                reading.set()
                await may_go_on.wait()
            return await events(code, after)

        monkeypatch.setattr(hall.registry.store, "events", read)
        first, second = (asyncio.create_task(hall.late(slow)) for _ in range(2))
        await reading.wait()
        await asyncio.wait_for(hall.late(quick), 5)
        first.cancel()  # who goes away takes it from nobody
        may_go_on.set()
        found = await second
        assert slow.late == [found] and await hall.late(slow, 30) is found, "the longer delay counts"

    in_hall(go)


def test_a_copy_that_was_handed_out_is_kept_for_a_while(in_hall: InHall) -> None:
    async def go(hall: Hall) -> None:
        live = await hall.open()
        late = await hall.late(live)
        late.used = -1e9
        assert await hall.late(live) is late
        hall.registry._let_go()
        assert live.late == [late]

    in_hall(go)


def test_a_copy_that_cannot_be_made_is_refused_and_made_by_the_next_try(in_hall: InHall, monkeypatch: pytest.MonkeyPatch) -> None:
    async def go(hall: Hall) -> None:
        live = await hall.open()
        with monkeypatch.context() as patch:
            patch.setattr(hall.registry.store, "events", AsyncMock(side_effect=StoreDown("away.")))
            with pytest.raises(RefusedError):
                await hall.late(live)
        assert (await hall.late(live)).table.count <= live.table.count

    in_hall(go)


def test_a_copy_is_made_from_a_snapshot_that_is_due(in_hall: InHall, monkeypatch: pytest.MonkeyPatch) -> None:
    async def go(hall: Hall) -> None:
        monkeypatch.setattr(copies, "ROWS_BETWEEN", 1)
        folded: list[int] = []
        monkeypatch.setattr(copies, "late_copy", lambda front, rows, delay: folded.append(delay) or late_copy(front, rows, delay))
        live = await hall.open()
        for _ in range(4):
            await hall.choose(live)
        made, count = snapshot(live.table, live.views), live.table.count
        assert made is not None
        await hall.registry.store.keep_snapshot(live.code, made)
        assert (await hall.late(live)).table.count < count and folded == [LATE], "the snapshot is not due"
        live.late.clear()
        hall.ahead = LATE + 1
        await hall.choose(live)
        late = await hall.late(live)
        assert folded == [LATE] and late.table.count == count < live.table.count
        watcher = Ear()
        await late.join(watcher, ())
        assert watcher.heard[0]["moment"]["count"] == count and len(watcher.heard[0]["log"]) > 1
        hall.ahead += LATE + 1
        assert await late.look(lambda: late.table.state.digest()) == live.table.state.digest()

    in_hall(go)


# -- the list of tables ----------------------------------------------------------------------------------


@pytest.mark.parametrize("is_loaded", [True, False])
def test_a_listed_game_is_played_until_its_end_is_due_whatever_is_said_then(in_hall: InHall, is_loaded: bool) -> None:
    async def go(hall: Hall) -> None:
        live, registry = await hall.open(), hall.registry

        async def public() -> list[str]:
            if not is_loaded:
                registry._live.clear()
            shown = await registry.shown(live.code)
            assert bool(shown.result) == (shown.status == "over")
            return [shown.status, *(one.status for one in await registry.listed() if one.code == live.code)]

        await hall.choose(live)
        await live.command(hall.both, Resign("r", 0))
        assert live.table.over and await public() == ["playing", "playing"]
        hall.ahead = LATE - 5
        await live.command(hall.both, Say("s", 0, "well played"))
        assert await public() == ["playing", "playing"]
        hall.ahead = LATE + 1
        assert await public() == ["over"]
        await live.command(hall.both, Say("t", 0, "again?"))
        assert await public() == ["over"]
        if not is_loaded:
            await live.stop()

    in_hall(go)


@pytest.mark.parametrize("is_loaded", [True, False])
def test_sides_chosen_in_play_and_names_changed_after_the_end_are_public_when_they_are_due(
    in_hall: InHall, is_loaded: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go(hall: Hall) -> None:
        live, registry = await hall.open(), hall.registry

        async def public() -> TableNow:
            if not is_loaded:
                registry._live.clear()
            shown = await registry.shown(live.code)
            assert all(one.seats == shown.seats for one in await registry.listed() if one.code == live.code)
            return shown

        await hall.choose(live)
        now = live.now()
        assert all(seat.side for seat in now.seats) and [seat.side for seat in as_watched(now).seats] == [seat.side for seat in now.seats]
        chosen = as_watched(msgspec.structs.replace(now, sides_chosen=True))
        assert not any(seat.side for seat in chosen.seats), "One may have been chosen a moment ago."
        assert not now.sides_chosen
        with monkeypatch.context() as patch:
            patch.setattr(live.table.setup, "colours", True)
            assert table_now(live.table).sides_chosen
        await live.command(hall.both, Resign("r", 0))
        hall.ahead = LATE + 1
        before = await public()
        assert all(seat.side and seat.name for seat in before.seats) and before.result
        await live.command(hall.both, Rename("n", 0, "Zoe"))
        just_now = await public()
        assert just_now.status == "over" and "Zoe" not in str(just_now) and not any(seat.name for seat in just_now.seats)
        hall.ahead += LATE + 1
        assert (await public()).seats[0].name == "Zoe"
        if not is_loaded:
            await live.stop()

    in_hall(go)


def test_a_game_without_a_delay_leaves_the_list_when_it_ends(in_hall: InHall) -> None:
    async def go(hall: Hall) -> None:
        live = await hall.open(delay=0)
        assert [one.code for one in await hall.registry.listed()] == [live.code]
        await live.command(hall.both, Resign("r", 0))
        assert await hall.registry.listed() == []

    in_hall(go)


# -- when something fails --------------------------------------------------------------------------------


def test_a_copy_survives_what_cannot_be_told_and_tells_it_then(
    in_hall: InHall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def go(hall: Hall) -> None:
        live, watcher, failures = await hall.open(), Ear(), 6
        late = await hall.late(live)
        await late.join(watcher, ())
        monkeypatch.setattr(late_table, "PAUSE", 0.01)

        def failing(table: Table, rows: list[EventRow]) -> None:
            nonlocal failures
            failures -= 1
            if rows and failures >= 0:
                table.take(rows[0])  # it is left half changed
                raise LookupError("a fault")
            fold(table, rows)

        monkeypatch.setattr(late_table, "fold", failing)
        await hall.choose(live)
        hall.ahead = LATE + 1
        await late._come_due()
        await soon(lambda: "update" in watcher.kinds())
        told = next(one for one in watcher.heard if one["type"] == "update")
        assert told["moment"]["digest"] == late.table.state.digest() == live.table.state.digest()
        assert failures < 0 and sum("come due" in one.message for one in caplog.records) == 1

    in_hall(go)


def test_a_copy_that_is_built_anew_tells_what_came_due_meanwhile(in_hall: InHall) -> None:
    async def go(hall: Hall) -> None:
        live, watcher = await hall.open(), Ear()
        late = await hall.late(live)
        await late.join(watcher, ())
        await hall.choose(live)
        hall.ahead = LATE + 1
        late._doubtful = True
        await late.changed()
        assert "update" in watcher.kinds() and late.table.count == live.table.count

    in_hall(go)


# -- people ----------------------------------------------------------------------------------------------


def test_who_watches_later_is_told_who_comes_and_goes_and_of_nothing_else(in_hall: InHall) -> None:
    async def go(hall: Hall) -> None:
        live, watcher = await hall.open(), Ear()
        late = await hall.late(live)
        await late.join(watcher, ())

        def presence() -> list[str]:
            return [one["table"]["seats"][0]["presence"] for one in watcher.heard if one["type"] == "table"]

        await soon(lambda: presence() == ["here"])
        await live.command(hall.both, StandIn("b", 0, 0, "random"))
        await live.command(hall.both, Resign("r", 0))
        await asyncio.sleep(3 * TOGETHER)
        assert presence() == ["here"], "that something was told would be told"
        live.leave(hall.both)
        await soon(lambda: presence() == ["here", "away"])
        live.others_tell("another process", [0, 1])
        await soon(lambda: presence() == ["here", "away", "here"])

    in_hall(go)


def test_a_socket_that_loses_its_seat_has_left_the_table(in_hall: InHall) -> None:
    async def go(hall: Hall) -> None:
        live = await hall.open()
        await live.command(hall.both, Revoke("v", 0))
        token = next(one["token"] for one in hall.both.heard if one.get("token"))
        device = Socket(cast(Any, SimpleNamespace(scope={})), hall.registry, "")
        await device._message(f'{{"type":"hello","code":"{live.code}","tokens":["{token}"],"version":{VERSION}}}')
        assert device.live is live and device.seats == (0,)
        await live.command(hall.both, Revoke("w", 0))
        assert device.live is None and device.seats == () and device not in live.listeners
        await device._message('{"type":"nonsense","id":"n"}')
        await device._message('{"type":"ask_sight","id":"a","figure":0}')
        told = [msgspec.json.decode(one) for one in device._waiting]
        assert [one["type"] for one in told[-3:]] == ["resync", "refused", "refused"] and all(one.get("seq", -1) == -1 for one in told[-2:])

    in_hall(go)


def test_a_socket_that_cannot_be_welcomed_is_not_at_a_table_with_a_delay(in_hall: InHall, monkeypatch: pytest.MonkeyPatch) -> None:
    async def go(hall: Hall) -> None:
        live = await hall.open()
        await live.command(hall.both, Revoke("v", 0))
        token = next(one["token"] for one in hall.both.heard if one.get("token"))
        live._doubtful = True
        monkeypatch.setattr(hall.registry.store, "events", AsyncMock(side_effect=StoreDown("away.")))
        device = Socket(cast(Any, SimpleNamespace(scope={})), hall.registry, "")
        await device._message(f'{{"type":"hello","code":"{live.code}","tokens":["{token}"],"version":{VERSION}}}')
        assert msgspec.json.decode(device._waiting[-1])["type"] == "refused" and device.live is None

    in_hall(go)


def test_a_game_goes_on_for_those_who_watch_it_later(in_hall: InHall, monkeypatch: pytest.MonkeyPatch) -> None:
    async def go(hall: Hall) -> None:
        live, watcher = await hall.open("bot"), Ear()
        late = await hall.late(live)
        monkeypatch.setattr(presence, "ALONE_AFTER", 0.02)  # bots stop soon after the last one has gone
        await live.command(hall.both, StandIn("b", 0, 0, "random"))
        live.leave(hall.both)
        assert live._bots is not None
        await live._bots
        count = live.table.count
        await soon(lambda: live.idle)
        assert not live.table.over
        await late.join(watcher, ())
        await soon(lambda: live.table.count > count + 1)
        assert not live.idle and live.watching == 1
        live.used = -1e9
        late.leave(watcher)
        hall.registry._let_go()
        assert live.code in hall.registry._live, "it was watched a moment ago"

    in_hall(go)


def test_a_roll_and_a_bot_that_thinks_ahead_wait_for_no_other_watchers(in_hall: InHall, monkeypatch: pytest.MonkeyPatch) -> None:
    async def go(hall: Hall) -> None:
        live, watcher, pondering = await hall.open(), Ear(), Mock()
        late = await hall.late(live)
        live.leave(hall.both)
        monkeypatch.setattr(live_table, "waiting_roll", lambda table: 7)
        monkeypatch.setattr(live_table, "patience", lambda table, present: 60.0)
        monkeypatch.setattr(live, "_ponderers", pondering)
        live.wake()
        assert live._roll_clock._waiting is None and not pondering.wake.called
        await late.join(watcher, ())
        assert live._roll_clock._waiting is not None and pondering.wake.called

    in_hall(go)
