"""Thinking on a Ray cluster: the same answers as in the server's own processes; without Ray there is a sentence."""

from __future__ import annotations

import asyncio
import random
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from cli.runs import run
from kit.packs import FOLDER
from tipover.cards.catalog import CHARACTER
from tipover.cards.pack import load
from tipover.engine.core.setup import SetupError
from tipover.table import workers
from tipover.table.bot_answers import ask_bot
from tipover.table.opening import Library, head_of, open_table
from tipover.table.protocol.people import NewTable, SeatWanted
from tipover.table.serving import Place, ServeError
from tipover.table.thinkers import Asker, Thinkers
from tipover.table.thinking_cluster import RemoteMind, ThinkingCluster
from tipover.table.thoughts import Thought

LIBRARY = Library(load())
BOTS = ("greedy", "level1", "level2")


def thoughts(bots: tuple[str, ...] = BOTS, library: Library = LIBRARY, setup: dict[str, Any] | None = None) -> list[Thought]:
    """What bots are asked in some positions."""
    found: list[Thought] = []
    for number, bot in enumerate(bots):
        wanted = NewTable(quick="boardwalk", placed=True) if setup is None else NewTable(setup=setup, placed=True)
        head = head_of(wanted, library)
        head.server_seed = f"{number:064x}"
        table = open_table("KQMWRT", head, library, [SeatWanted("bot", bot=bot), SeatWanted("me", "Ann", seed="a1")], 1.0).table
        draws = random.Random(number)
        while (seat := table.bot_asked()) < 0:
            assert table.state.decision is not None
            table.play_choice(draws.choice(table.state.decision.options))
            table.roll()
        asked = ask_bot(table, seat)
        assert asked is not None and asked.thought is not None
        found.append(asked.thought)
    return found


async def answered(thinkers: Thinkers) -> list[bytes]:
    try:
        return [await thinkers.think(one, Asker("KQMWRT")) for one in thoughts()]
    finally:
        thinkers.close()
        await asyncio.sleep(1.0)  # the pipes of a process that was ended close a moment later


def test_a_mind_of_the_cluster_answers_as_a_process_of_the_server_does() -> None:
    here = asyncio.run(answered(Thinkers()))
    mind = RemoteMind(["/nowhere/at/all"])
    assert [mind.answer(msgspec.json.encode(one)) for one in thoughts()] == here


def test_a_mind_of_the_cluster_knows_the_packs_of_its_machine() -> None:
    folder = str(FOLDER / "fan")
    library = Library(load(folder), (folder,))
    own = next(
        one.name for one in library.catalog.figures if one.kind == CHARACTER and one.name not in {two.name for two in load().figures}
    )
    sides = [{"side": "light", "figures": [own]}, {"side": "dark", "figures": ["Gi-hun"]}]
    (thought,) = thoughts(("greedy",), library, {"map": "Barracks", "sides": sides})
    asked = msgspec.json.encode(thought)
    assert msgspec.json.decode(RemoteMind([folder]).answer(asked))["line"]
    with pytest.raises(SetupError):
        RemoteMind().answer(asked)


@pytest.mark.soak  # a cluster takes ten seconds to start on a free machine, and a minute on a busy one
def test_a_ray_cluster_gives_the_same_answers_and_a_lost_mind_is_replaced() -> None:
    here = asyncio.run(answered(Thinkers()))
    cluster = ThinkingCluster(processes=2)

    async def play() -> tuple[list[bytes], list[bytes]]:
        thinkers = Thinkers(cluster=cluster)
        first = [await thinkers.think(one, Asker("KQMWRT")) for one in thoughts()]
        for one in (thinkers._quick, *thinkers._idle):
            assert one is not None
            one.kill()
        again = [await thinkers.think(one, Asker("KQMWRT")) for one in thoughts()]
        thinkers.close()
        return first, again

    try:
        assert asyncio.run(play()) == (here, here)
    finally:
        cluster.close()


class SmallCluster:
    """What Ray does with actors on machines with one processor in all: an actor starts where what it reserves is free."""

    def __init__(self) -> None:
        self.free = 1

    def init(self, **options: object) -> None:
        """Connect."""

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 1.0}

    def remote(self, num_cpus: int = 1, **options: object) -> Callable[[type], Any]:
        def start(folders: object, kindness: int) -> int:
            self.free -= num_cpus
            return self.free

        return lambda kind: SimpleNamespace(remote=start)


def test_all_minds_find_room_on_a_cluster_with_one_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    small = SmallCluster()
    monkeypatch.setitem(sys.modules, "ray", small)  # type: ignore[arg-type]
    monkeypatch.setenv("RAY_ADDRESS", "")
    cluster = ThinkingCluster()
    assert cluster.count == 2, "One is always left for quick thoughts."
    assert all(cluster.actor() >= 0 for _ in range(cluster.count)), "Otherwise it waits for ever."


def test_without_ray_the_server_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    said = " ".join(run("serve", "--port", "0", "--data", tmp_path, "--cluster", code=2).output.split())
    assert said.startswith("Thinking on a cluster needs Ray, which is not installed: pip install 'tipover[cluster]', in a clone ")


def test_several_processes_without_ray_are_not_even_begun(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    begun: list[object] = []
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.setattr(workers, "Crew", lambda *given: begun.append(given))
    with pytest.raises(ServeError, match="needs Ray"), socket.socket() as bound:
        workers.serve_many(2, Place("127.0.0.1", 0, tmp_path, cluster=True), bound, (), lambda: begun.append("ready"))
    assert begun == []
