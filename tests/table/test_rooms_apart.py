"""Rooms with cards of strangers are in a process of their own: everything is as at any table, and its death loses nothing."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from kit.hostile import ME, SOAK, log_of, quick_setup, two_people
from kit.load import SEATS, audit, seated
from kit.miller import miller_card
from kit.postgres import Postgres
from kit.server import Client, Opened, Refused, ServerProcess, play_out, serving
from kit.wires import wires
from tipover.cards.pack import load
from tipover.engine.core.said import say
from tipover.table.apart import ApartOptions, IsApart, RoomsApart
from tipover.table.apart_store import ThinkersThere
from tipover.table.apart_wire import WireGone
from tipover.table.children import ANSWERING, CHECKING
from tipover.table.metrics import Metrics
from tipover.table.opening import Library
from tipover.table.refusals import RefusedError
from tipover.table.registry import TableRegistry
from tipover.table.store import Conflict, EventRow, GameRow, SnapshotRow, Store, StoreDown, open_store
from tipover.table.table_head import Head
from tipover.table.thinkers import MOST_OF_WATCHERS, Asker, Rank, Thinkers
from tipover.table.thoughts import HintThought, Scene

CARDS = [miller_card("For each character: for each rival: gain 1 point.")]
DEATHS = 50 if SOAK else 4


def child_of(server: int) -> int:
    """The process that has the rooms apart of a server's process; 0 if there is none."""
    for one in Path("/proc").iterdir():
        with contextlib.suppress(OSError, ValueError):
            stat = (one / "stat").read_text().rpartition(")")[2].split()
            if int(stat[1]) == server and b"apart_child" in (one / "cmdline").read_bytes():
                return int(one.name)
    return 0


def process_of(server: ServerProcess) -> int:
    """The server's process."""
    assert server.process is not None
    return server.process.pid


def miller_setup(server: ServerProcess, rounds: int = 3) -> dict[str, Any]:
    """A game in which the Miller takes part."""
    setup = quick_setup(server, rounds)
    first = setup["sides"][0]
    first["figures"] = ["The Miller", *first["figures"][1:]]
    return setup


def strange_table(server: ServerProcess, **wanted: Any) -> Opened:
    """A table of two people with a stranger's card; its check and its process may take a while beside other tests."""
    server.patience = 90.0
    return two_people(server, setup=miller_setup(server), cards=CARDS, **wanted)


@contextlib.asynccontextmanager
async def both(server: ServerProcess, table: Opened) -> AsyncIterator[tuple[Client, Client]]:
    """Both people of a table."""
    async with Client(server, table.code, [table.tokens[0]]) as ann, Client(server, table.code, [table.tokens[1]]) as ben:
        yield ann, ben


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with serving() as running:
        yield running


# -- as at any table -------------------------------------------------------------------------------------


def test_only_rooms_with_cards_have_a_process_and_it_is_kind() -> None:
    async def game(server: ServerProcess) -> None:
        plain = two_people(server)
        async with both(server, plain) as people:
            await play_out(list(people), random.Random(1), stop=lambda: people[0].moment["count"] > 12)
        assert not child_of(process_of(server)), "A house without strangers' cards has no process for them."
        table = strange_table(server)
        child = child_of(process_of(server))
        assert child
        nice = int(Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()[16])
        assert nice == min(19, os.nice(0) + CHECKING) > os.nice(0) + ANSWERING
        async with both(server, table) as people:
            await play_out(list(people), random.Random(1))
        assert "The Miller" in server.record(table.code)

    with serving() as server:
        asyncio.run(game(server))
        assert "Traceback" not in log_of(server)


def test_a_game_that_goes_on_from_a_plain_one_stays_with_the_server_whatever_cards_come_with_it() -> None:
    """Otherwise two processes would have the plain one."""
    with serving() as server:
        server.patience = 90.0
        first = server.open([ME, ME])
        for cards in ([], CARDS):
            status, answer, _ = server.http("/api/tables", {"seats": [ME, ME], "after": first.code, "at": 0, "cards": cards})
            assert status == 201, answer
            assert "The Miller" not in server.record(answer["code"])
        assert not child_of(process_of(server))


def test_what_people_do_at_a_table_is_done_there_too(server: ServerProcess) -> None:
    """Undo, hints, plans, reasons, chat, a watcher, records, the list of tables, a rematch."""

    async def game() -> None:
        table = strange_table(server, listed=True)
        async with both(server, table) as (ann, ben), Client(server, table.code) as watcher:
            draws = random.Random(7)
            await play_out([ann, ben, watcher], draws, stop=lambda: ann.moment["count"] > 12)
            one = ann if ann.mine >= 0 else ben
            if SOAK:  # searched at the lowest priority, which may get nothing of the processor beside other tests
                hint = await one.ask("ask_hint", seat=one.mine)
                assert hint["line"] in [option["line"] for option in one.options]
            plan = await one.ask("ask_plan", seat=one.mine, seq=one.moment["seq"], answers=[0])
            assert plan["type"] == "planned"
            threats = await watcher.ask("ask_threats", side="light")
            assert threats["type"] == "threats"
            why = await one.ask("ask_why", lines=["L1: fly"])
            assert why["type"] == "reasons"
            with pytest.raises(Refused) as no:
                await one.ask("choose", seat=one.mine, seq=one.moment["seq"], line="L1: fly")
            assert no.value.code == "illegal"
            await ann.ask("say", seat=0, text="hello")
            await ben.until(lambda: bool(ben.chat))
            while not (one := ann if ann.mine >= 0 else ben).question.get("undo"):  # a choice without dice can be taken back
                await play_out([ann, ben, watcher], draws, stop=lambda before=ann.moment["count"]: ann.moment["count"] > before)  # type: ignore[misc]
            before = one.moment["count"]
            await one.ask("undo", seat=one.question["undo"][0], seq=one.moment["seq"])
            await one.until(lambda: one.moment["count"] < before or bool(one.table.get("undo_wish", -1) >= 0))
            shown = next(entry for entry in server.http("/api/tables")[1] if entry["code"] == table.code)
            assert shown["status"] == "playing" and shown["watching"] == 1
            assert [seat["present"] for seat in shown["seats"]] == [True, True]
            assert server.http(f"/api/tables/{table.code}")[1]["seats"][0]["present"]
            await play_out([ann, ben, watcher], draws)
            assert ann.digests[ann.moment["seq"]] == ben.digests[ann.moment["seq"]] == watcher.digests[ann.moment["seq"]]
            assert ann.log == ben.log == watcher.log
            await ann.ask("rematch", seat=0)
            await ben.ask("rematch", seat=1)
            await ann.until(lambda: bool(ann.table.get("rematch")))
            old = {"authorization": f"Bearer {table.tokens[0]}"}
            status, given, _ = server.http(f"/api/tables/{ann.table['rematch']}/sit", {}, old)
            assert status == 200 and given["seats"][0]["seat"] == 1
            async with Client(server, ann.table["rematch"], [given["seats"][0]["token"]]) as again:
                assert again.you == [1]
            assert "The Miller" in server.record(ann.table["rematch"])

    asyncio.run(game())
    assert "Traceback" not in log_of(server)


def test_a_game_goes_on_from_a_room_apart_and_its_watchers_may_be_late(server: ServerProcess) -> None:
    async def game() -> None:
        table = strange_table(server, delay=30)
        async with both(server, table) as people:
            begun = people[0].moment["count"]
            await play_out(list(people), random.Random(3), stop=lambda: people[0].moment["count"] > begun + 4)
            async with Client(server, table.code) as late:
                assert late.table["delay"] == 30 and late.moment.get("count", 0) <= begun
            count = people[0].moment["count"]
        mine = {"authorization": f"Bearer {table.tokens[0]}"}
        status, answer, _ = server.http("/api/tables", {"seats": [ME, ME], "after": table.code, "at": count}, mine)
        assert status == 201, answer
        async with Client(server, answer["code"], [one["token"] for one in answer["seats"]]) as on:
            assert on.moment["count"] == count
            await play_out([on], random.Random(4))
        status, refused, _ = server.http("/api/tables", {"seats": [ME], "setup": miller_setup(server), "cards": ["no card"]})
        assert status == 422 and refused["refused"] == "illegal"
        assert server.http("/api/tables/ZZZZZZ")[0] == 404

    asyncio.run(game())


def test_one_socket_goes_from_table_to_table(server: ServerProcess) -> None:
    async def game() -> None:
        strange, plain = strange_table(server), two_people(server)
        async with Client(server, plain.code, [plain.tokens[0]]) as ann:
            for table in (strange, plain, strange):
                ann.code, ann.tokens = table.code, [table.tokens[0]]
                ann.moment = {}
                await ann.hello()
                await ann.ask("say", seat=0, text="here")
                assert ann.you == [0]
        async with Client(server, strange.code, [strange.tokens[1]]) as ben:
            await ben.until(lambda: not ben.table["seats"][0].get("present"))
            assert len(ben.chat) == 2
        assert "tipover_watching 0" in server.http("/metrics")[1]

    asyncio.run(game())


def test_the_seats_of_a_room_apart_on_two_servers_play_one_game(postgres_server: Postgres) -> None:
    async def game(server: ServerProcess) -> None:
        table = strange_table(server)
        clients = [Client(server, table.code, [table.tokens[k]] if k < 2 else []) for k in range(6)]
        for client in clients:
            await client.connect()
        await play_out(clients, random.Random(5))
        for client in clients[1:]:
            assert {client.digests[seq] for seq in client.digests} <= set(clients[0].digests.values())
            assert client.log == clients[0].log
            await client.close()
        await clients[0].close()

    with ServerProcess(None, postgres_server.database(), "--workers", "2") as server:
        asyncio.run(game(server))
        assert "Traceback" not in log_of(server)


# -- it dies, or is stuck --------------------------------------------------------------------------------


@pytest.mark.long
def test_nothing_acknowledged_is_lost_or_done_twice_when_the_process_is_killed() -> None:
    """F1 of the process apart; the other rooms notice nothing of it."""

    async def killed(server: ServerProcess) -> None:
        server.patience = 90.0
        strange = [server.open([ME, ME], setup=miller_setup(server, 30), cards=CARDS, placed=True) for _ in range(2)]
        plain = server.open(SEATS, quick="lab", placed=True)
        rooms = [seated(server.socket_url, table) for table in (*strange, plain)]
        players = [player for room in rooms for player in room]
        ended = False
        await asyncio.gather(*(player.start() for player in players))
        work = [asyncio.create_task(player.play(lambda: ended, pace=0.02)) for player in players]
        apart = [player for room in rooms[:2] for player in room]
        for _ in range(DEATHS):
            await more(apart, 6)
            os.kill(child_of(process_of(server)), signal.SIGKILL)
        await more(apart, 6)
        ended = True
        await asyncio.gather(*work)
        for room in rooms:
            last = max(player.seen.seq for player in room)
            for player in room:
                await player.see(last)
            assert len({player.digests[last] for player in room}) == 1
        found = audit(server.data / "tables.sqlite", players)
        assert found.faults == []
        assert all(player.welcomes == 1 for player in rooms[2]), "Other rooms go on."
        assert all(player.welcomes > DEATHS for player in apart)
        await asyncio.gather(*(player.stop() for player in players))

    with serving() as server:
        asyncio.run(killed(server))
        assert "Traceback" not in log_of(server)


async def more(players: list[Any], moves: int, within: float = 90.0) -> None:
    """Wait until so many more moves are acknowledged."""
    goal = sum(len(player.acked) for player in players) + moves
    async with asyncio.timeout(within):
        while sum(len(player.acked) for player in players) < goal:
            await asyncio.sleep(0.02)


def test_after_a_death_and_after_a_restart_the_table_is_as_it_was(server: ServerProcess) -> None:
    async def game() -> None:
        table = strange_table(server)
        async with both(server, table) as (ann, ben):
            await play_out([ann, ben], random.Random(9), stop=lambda: ann.moment["count"] > 12)
            before, log = ann.moment, ann.log
            heard = len(ann.told)
            os.kill(child_of(process_of(server)), signal.SIGKILL)
            await ann.until(lambda: any(one["type"] == "resync" for one in ann.told[heard:]))
            ann.moment = {}
            await ann.hello()
            assert (ann.moment, ann.log) == (before, log)
        server.restart()
        async with Client(server, table.code, [table.tokens[0]]) as ann:
            assert (ann.moment, ann.log) == (before, log)

    asyncio.run(game())


def test_the_process_ends_with_its_server() -> None:
    with serving() as server:
        strange_table(server)
        child = child_of(process_of(server))
        assert child
        server.kill()
        until = time.monotonic() + 20
        while Path(f"/proc/{child}").exists() and b"apart_child" in Path(f"/proc/{child}/cmdline").read_bytes():
            assert time.monotonic() < until
            time.sleep(0.05)


class Ear:
    """A socket of this process."""

    def __init__(self) -> None:
        self.told: list[bytes] = []
        self.is_lost = asyncio.Event()

    def tell(self, message: bytes) -> None:
        """Keep it."""
        self.told.append(message)

    def hung_up(self) -> None:
        """Nothing."""

    def lost(self) -> None:
        """Note it."""
        self.is_lost.set()


def test_a_process_that_is_stuck_is_ended_and_another_one_takes_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tipover.table.apart.LOOK_EVERY", 0.05)
    monkeypatch.setattr("tipover.table.apart.LONGEST", 1.0)

    async def stuck() -> None:
        store, thinkers = open_store(str(tmp_path / "tables.sqlite")), Thinkers()
        await store.open()
        rooms = RoomsApart(ApartOptions((), str(tmp_path), False, 30.0, (), True), store, thinkers, Metrics())
        ear = Ear()
        line = await rooms.line(ear, "KQMWRT", "127.0.0.1")
        assert rooms.has("KQMWRT")
        line.say('{"type":"ping"}')
        async with asyncio.timeout(30):
            while not ear.told:
                await asyncio.sleep(0.01)
            os.kill(child_of(os.getpid()), signal.SIGSTOP)
            await ear.is_lost.wait()
        assert not rooms.has("KQMWRT")
        assert await rooms.figures() == []
        again = await rooms.request("GET", "/api/tables/KQMWRT", [(b"host", b"127.0.0.1")], b"", "127.0.0.1")
        assert again.status == 404 and again.headers["content-type"] == "application/json"
        await rooms.close()
        with pytest.raises(RefusedError):
            await rooms.line(ear, "KQMWRT", "127.0.0.1")
        assert not child_of(os.getpid())
        await store.close()

    asyncio.run(stuck())


def test_a_process_that_cannot_begin_is_not_tried_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []

    async def no_process(*program: str, **options: Any) -> None:
        tried.append(1)
        raise OSError("no")

    monkeypatch.setattr("asyncio.create_subprocess_exec", no_process)

    async def asked() -> None:
        rooms = RoomsApart(ApartOptions((), str(tmp_path), False, 30.0, (), True), cast(Store, StoreDouble()), Thinkers(), Metrics())
        for _ in range(50):
            with pytest.raises(RefusedError) as no:
                await rooms.wake("KQMWRT")
            assert no.value.refused == "closed"
        assert len(tried) == 20
        await rooms.close()

    asyncio.run(asked())


# -- what is asked over the wire ---------------------------------------------------------------------------


class StoreDouble:
    """A store that raises what a test wants, and remembers what it was given."""

    shared = False

    def __init__(self) -> None:
        self.wanted: Exception | None = None
        self.given: list[object] = []

    async def _asked(self, answer: object, *of: object) -> Any:
        self.given.append(of)
        if self.wanted is not None:
            raise self.wanted
        return answer

    async def append(self, *of: object) -> None:
        """Remember it."""
        await self._asked(None, *of)

    async def create(self, *of: object) -> None:
        """Remember it."""
        await self._asked(None, *of)

    async def keep_snapshot(self, *of: object) -> None:
        """Remember it."""
        await self._asked(None, *of)

    async def events(self, *of: object) -> list[EventRow]:
        """One row."""
        return cast(list[EventRow], await self._asked([ROW], *of))

    async def game(self, *of: object) -> GameRow | None:
        """A table."""
        return cast(GameRow, await self._asked(GAME, *of))

    async def snapshot(self, *of: object) -> SnapshotRow | None:
        """None."""
        return cast(SnapshotRow, await self._asked(None, *of))

    async def keep_seed(self, *of: object) -> None:
        """Remember it."""
        await self._asked(None, *of)

    async def take_seed(self, *of: object) -> str:
        """A seed."""
        return cast(str, await self._asked("seed", *of))

    async def tell_present(self, *of: object) -> None:
        """Remember it."""
        await self._asked(None, *of)


ROW = EventRow(1, "choice", 0, "c", '{"line":"x"}', 12.5)
GAME = GameRow("KQMWRT", 1.0, 2.0, "playing", True, "{}", "{}", 1, "digest")


def test_the_store_is_the_same_over_the_wire_and_so_are_its_errors() -> None:
    async def asked() -> None:
        double = StoreDouble()
        async with wires(cast(Store, double)) as (store, _, _):
            assert await store.game("KQMWRT") == GAME
            assert await store.events("KQMWRT", 3) == [ROW]
            assert await store.snapshot("KQMWRT") is None
            assert await store.take_seed("c", 1.0) == "seed"
            await store.create(GAME, [ROW])
            await store.append("KQMWRT", [ROW], "playing", "{}", "d")
            await store.keep_snapshot("KQMWRT", SnapshotRow(1, "me", b"\x00\xff"))
            assert double.given[-3:] == [
                (GAME, [ROW]),
                ("KQMWRT", [ROW], "playing", "{}", "d"),
                ("KQMWRT", SnapshotRow(1, "me", b"\x00\xff")),
            ]
            for error in (Conflict("first"), StoreDown("no space", "full"), LookupError("none")):
                double.wanted = error
                with pytest.raises(type(error), match=str(error)) as told:
                    await store.append("KQMWRT", [ROW], "playing", "{}")
                assert getattr(told.value, "trouble", None) == getattr(error, "trouble", None)
            for refused in (RefusedError("too_fast", say("refused.thinking_busy")), RefusedError("not_now", "Not now.")):
                double.wanted = refused
                with pytest.raises(RefusedError) as no:
                    await store.game("KQMWRT")
                assert (no.value.refused, no.value.said) == (refused.refused, refused.said)

    asyncio.run(asked())


def test_a_question_that_finds_no_room_keeps_others_like_it_from_being_prepared() -> None:
    async def asked() -> None:
        thinkers = Thinkers()
        thinkers.queue.waiting[Rank.WATCHING] = MOST_OF_WATCHERS
        async with wires(cast(Store, StoreDouble()), thinkers) as (_, _, wire):
            there = ThinkersThere(wire)
            there.check(watches=True)
            thought = HintThought(Scene(Head("game", "", ""), {}), "q", 1, 0, "en")
            with pytest.raises(RefusedError) as no:
                await there.think(thought, Asker("KQMWRT", "203.0.113.1", "", watches=True))
            assert no.value.refused == "too_fast"
            with pytest.raises(RefusedError):
                there.check(watches=True)
            there.check(watches=False)

    asyncio.run(asked())


def test_a_store_whose_server_has_gone_is_down() -> None:
    async def asked() -> None:
        async with wires(cast(Store, StoreDouble())) as (store, here, there):
            here._writer.abort()
            with pytest.raises(StoreDown):
                await store.game("KQMWRT")
            with pytest.raises(WireGone):
                await there.ask("game", "KQMWRT")

    asyncio.run(asked())


def test_who_has_no_guess_left_is_known_by_a_token_of_a_room_apart(tmp_path: Path) -> None:
    """S9: a player whose neighbour guesses codes gets in; who shows a bogus token learns nothing."""

    class Rooms:
        async def has_seat(self, code: str, tokens: list[str]) -> bool:
            return tokens == ["mine"]

        def has(self, code: str) -> bool:
            return False

        async def close(self) -> None:
            """Nothing."""

    async def asked() -> None:
        store = open_store(str(tmp_path / "tables.sqlite"))
        registry = TableRegistry(store, Library(load()))
        registry.apart = cast(RoomsApart, Rooms())
        await registry.open()
        await store.create(GAME._replace(head='{"cards":["x"]}', last=0), [])
        with pytest.raises(IsApart):
            await registry.live("KQMWRT", "203.0.113.1")
        for _ in range(40):
            with pytest.raises(RefusedError):
                await registry.live("KQMWRA", "203.0.113.1")
        for tokens in ([], ["bogus"]):
            with pytest.raises(RefusedError) as no:
                await registry.live("KQMWRT", "203.0.113.1", tokens)
            assert no.value.refused == "too_fast"
        with pytest.raises(IsApart):
            await registry.live("KQMWRT", "203.0.113.1", ["mine"])
        await registry.close()

    asyncio.run(asked())
