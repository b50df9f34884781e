"""S14: whoever thinks for long does so in other processes, in turn, and keeps nobody else waiting."""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from kit.figures import note
from kit.hostile import BOT, ME, SOAK, kept, log_of, memory, told, two_people
from kit.server import Client, Refused, ServerProcess, serving
from tipover.table.presence import Presence
from tipover.table.refusals import RefusedError
from tipover.table.thinkers import Asker, FairQueue, Job, Rank

TABLES, WATCHERS = (20, 50) if SOAK else (6, 12)
# Seconds for a greedy answer and for a ping: the promise in the soak, which has the machine for itself, and while other tests run.
ANSWER, PING = (2.0, 0.5) if SOAK else (20.0, 3.0)
LEVEL5 = {"kind": "bot", "bot": "level5"}
GREEDY = {"kind": "bot", "bot": "greedy"}


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with serving() as running:
        yield running


def children(server: ServerProcess) -> list[int]:
    """The server's child processes."""
    assert server.process is not None
    text = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text()
    return [int(one) for one in text.split()]


def niceness(process: int) -> int:
    """How kind a process is to others."""
    return int(Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[16])


async def play_on(client: Client, draws: random.Random, until: asyncio.Event) -> None:
    """Answer at random whenever asked."""
    while not until.is_set() and not client.over:
        if client.mine >= 0:
            await client.play(draws)
        else:
            await asyncio.sleep(0.05)


@pytest.mark.figure(70)
def test_a_greedy_bot_answers_soon_while_others_search_and_watchers_ask(server: ServerProcess) -> None:
    async def play() -> None:
        draws = random.Random(14)
        over = asyncio.Event()
        async with asyncio.TaskGroup() as group:
            busy = [server.open([ME, LEVEL5]) for _ in range(TABLES)]
            clients = [await Client(server, one.code, list(one.tokens.values())).connect() for one in busy]
            for one in clients:
                group.create_task(play_on(one, draws, over))
            watchers = [await Client(server, busy[0].code).connect() for _ in range(WATCHERS)]
            for one in watchers:
                group.create_task(ask_on(one, over))
            quiet = two_people(server)
            table = server.open([ME, GREEDY])
            async with (
                Client(server, quiet.code, list(quiet.tokens.values())) as player,
                Client(server, table.code, list(table.tokens.values())) as guest,
            ):
                waits: list[float] = []
                pings: list[float] = []
                for _ in range(8):
                    if guest.over:
                        break
                    if guest.mine >= 0:
                        await guest.play(draws)
                    begun = time.monotonic()
                    seq = guest.moment["seq"]
                    if guest.mine < 0 and not guest.over:
                        await guest.until(lambda seq=seq: guest.moment["seq"] > seq, 30)  # type: ignore[misc]
                        waits.append(time.monotonic() - begun)
                    begun = time.monotonic()
                    await told(player, {"type": "ping"})
                    pings.append(time.monotonic() - begun)
                over.set()
                slowest = max(waits, default=0.0)
                note("S14", f"{TABLES} tables of level five, {WATCHERS} watchers: greedy answers within {slowest:.2f} s", slowest <= 2)
                assert slowest < ANSWER, waits
                assert max(pings) < PING, pings
        for one in (*clients, *watchers):
            await one.close()

    asyncio.run(play())
    thinking = [one for one in children(server) if niceness(one) >= 15]
    assert 1 <= len(thinking) <= (os.cpu_count() or 1) + 1, "The thinking is done by other processes, at low priority."
    assert "Traceback" not in log_of(server)


async def ask_on(client: Client, until: asyncio.Event) -> None:
    """Ask for threats again and again; a refusal is as good as an answer."""
    while not until.is_set():
        try:
            await client.ask("ask_threats", side="light")
        except (Refused, TimeoutError):
            await asyncio.sleep(0.2)


def test_a_player_moves_while_its_hint_is_being_thought_about(server: ServerProcess) -> None:
    async def play() -> None:
        table = two_people(server)
        async with Client(server, table.code, list(table.tokens.values())) as both:
            hint = asyncio.create_task(both.ask("ask_hint", seat=both.mine))
            await asyncio.sleep(0)
            await both.choose(both.options[0]["line"])
            first = (await hint)["seq"]
            again = [asyncio.create_task(both.ask("ask_hint", seat=both.mine)) for _ in range(6)]
            said = await asyncio.gather(*again, return_exceptions=True)
            assert first < both.moment["seq"]
            assert isinstance(said[-1], dict) and said[-1]["line"]
            refused = [one for one in said if isinstance(one, Refused)]
            assert len(refused) >= 3 and {one.code for one in refused} == {"not_now"}, "One question of a seat waits, the last."

    asyncio.run(play())


def test_no_bot_moves_where_nobody_has_been_for_a_minute() -> None:
    now = [0.0]
    people = Presence(clock=lambda: now[0])
    assert not people.is_deserted(False)
    now[0] = 59.0
    assert not people.is_deserted(True)
    now[0] = 118.0
    assert not people.is_deserted(False)
    now[0] = 120.0
    assert people.is_deserted(False)
    people.saw([])
    assert not people.is_deserted(False)
    people.report("other", [1])
    now[0] = 140.0
    assert not people.is_deserted(False), "Somebody is at another process."


def test_a_table_that_everybody_left_rests(tmp_path: Path) -> None:
    """Its bots stop a while after the last socket has gone, and go on when one comes."""
    program = "import tipover.table.presence as p; p.ALONE_AFTER = 1.0; from tipover.cli import main; main()"
    with serving(program=program) as server:

        async def play() -> None:
            table = server.open([ME, BOT], quick="barracks", placed=True)  # a game of several rounds
            async with Client(server, table.code, list(table.tokens.values())) as client:
                await client.ask("stand_in", seat=0, at=0, bot="level5")
            await asyncio.sleep(2)
            for _ in range(20):  # an answer that is being thought about still comes
                rows = len(kept(server, table.code))
                await asyncio.sleep(2)
                if len(kept(server, table.code)) == rows:
                    break
            assert len(kept(server, table.code)) == rows
            async with Client(server, table.code, list(table.tokens.values())) as client:
                assert not client.over
                await client.until(lambda: len(kept(server, table.code)) > rows or client.over)

        asyncio.run(play())


# -- the queue -------------------------------------------------------------------------------------------


def test_quick_before_long_players_before_watchers_and_everybody_in_turn() -> None:
    async def line_up() -> None:
        queue = FairQueue()

        def put(room: str, address: str, rank: Rank, seat: str = "") -> Job:
            job = Job(Asker(room, address, seat), rank, b"")
            queue.put(job)
            return job

        put("W", "9.9.9.9", Rank.WATCHING)
        many = [put(f"R{k}", "1.1.1.1", Rank.LONG) for k in range(3)] + [put("R0", "1.1.1.1", Rank.LONG)]
        other = put("S", "2.2.2.2", Rank.LONG)
        quick = put("Q", "1.1.1.1", Rank.QUICK)
        order = [queue.take() for _ in range(7)]
        assert order[:3] == [quick, many[0], other], "The second address does not wait for all of the first."
        assert [one.asker.room for one in order if one][3:] == ["R1", "R2", "R0", "W"], "Rooms of one address take turns."
        assert queue.take() is None and not any(queue.waiting.values())
        first = put("R", "1.1.1.1", Rank.LONG, "0")
        second = put("R", "1.1.1.1", Rank.LONG, "0")
        assert isinstance(first.answer.exception(), RefusedError) and queue.take() is second
        long = put("R", "1.1.1.1", Rank.LONG)
        assert queue.take((Rank.QUICK,)) is None and queue.take() is long

    asyncio.run(line_up())


def test_a_room_that_had_searching_bots_keeps_none_of_their_trees(server: ServerProcess) -> None:
    """L8: the trees are in the thinking processes, which keep a few, as long as a turn lasts."""

    async def play() -> None:
        draws = random.Random(8)
        before = memory(server)
        for _ in range(10):
            table = server.open([ME, LEVEL5])
            async with Client(server, table.code, list(table.tokens.values())) as client:
                stop = asyncio.Event()
                playing = asyncio.create_task(play_on(client, draws, stop))
                await asyncio.sleep(2 if SOAK else 0.7)
                stop.set()
                await playing
        assert memory(server) - before < 20 * 1024 * 1024

    asyncio.run(play())
