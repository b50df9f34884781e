"""F1: the server is killed under load, again and again; nothing acknowledged is lost, nothing happens twice."""

from __future__ import annotations

import asyncio
import random
import time

import pytest

from kit.figures import note
from kit.load import PATIENCE, SEATS, Player, audit, seated
from kit.server import ServerProcess, serving
from tipover.play.record import Record

ROOMS = 5
LISTENING = 1.0  # seconds, on a machine that has nothing else to do
LISTENING_ANYHOW = 20.0


@pytest.mark.long
def test_nothing_acknowledged_is_lost_or_done_twice_when_the_server_is_killed_ten_times() -> None:
    starts = asyncio.run(killed(10))
    print(f"listening again after {min(starts):.2f} to {max(starts):.2f} s")
    assert max(starts) <= LISTENING_ANYHOW


@pytest.mark.soak
def test_nothing_acknowledged_is_lost_or_done_twice_when_the_server_is_killed_two_hundred_times() -> None:
    starts = sorted(asyncio.run(killed(200)))
    note(
        "F1",
        f"200 kills, none lost or twice; listening after {starts[0]:.2f} to {starts[-1]:.2f} s, half within {starts[100]:.2f} s",
        starts[100] <= LISTENING,
    )
    assert starts[100] <= LISTENING


async def killed(times: int) -> list[float]:
    """Play in several rooms while the server is killed so many times; how long it took to listen again, each time."""
    draws = random.Random(f"F1 {times}")
    starts: list[float] = []
    with serving() as server:
        tables = [server.open(SEATS, quick="lab", placed=True) for _ in range(ROOMS)]
        rooms = [seated(server.socket_url, table) for table in tables]
        players = [player for room in rooms for player in room]
        ended = False
        await asyncio.gather(*(player.start() for player in players))
        work = [asyncio.create_task(player.play(lambda: ended, pace=0.01)) for player in players]
        for life in range(1, times + 1):
            await asyncio.sleep(draws.uniform(0.1, 0.5))
            await more(players, 2 * ROOMS, work)
            await all_back(players, life)  # who is slow to come back misses no life of the server
            begun = time.perf_counter()
            await asyncio.to_thread(server.restart, True)
            starts.append(time.perf_counter() - begun)
        await more(players, 2 * ROOMS, work)
        await all_back(players, times + 1)
        ended = True
        await asyncio.gather(*work)
        await same_for_all(server, rooms)
        found = audit(server.data / "tables.sqlite", players)
        assert found.faults == []
        assert found.kept == done(players) > 2 * ROOMS * times
        assert all(player.welcomes > times for player in players)
        await asyncio.gather(*(player.stop() for player in players))
    return starts


def done(players: list[Player]) -> int:
    """The moves acknowledged so far."""
    return sum(len(player.acked) for player in players)


async def more(players: list[Player], moves: int, work: list[asyncio.Task[None]], within: float = PATIENCE) -> None:
    """Wait until so many more moves are acknowledged; a player that failed ends the test."""
    goal = done(players) + moves
    async with asyncio.timeout(within):
        while done(players) < goal:
            for task in work:
                if task.done():
                    task.result()
            await asyncio.sleep(0.02)


async def all_back(players: list[Player], times: int) -> None:
    """Wait until everybody has been welcomed so often."""
    async with asyncio.timeout(PATIENCE):
        while any(player.welcomes < times for player in players):
            await asyncio.sleep(0.02)


async def same_for_all(server: ServerProcess, rooms: list[list[Player]]) -> None:
    """Everybody of a room ends at the same moment with the same digest, which is the one its record replays to."""
    for room in rooms:
        last = max(player.seen.seq for player in room)
        for player in room:
            await player.see(last)
        text = await asyncio.to_thread(server.record, room[0].code)
        digest = Record.parse(text).replay().state.digest()
        assert {(player.seen.seq, player.seen.digest) for player in room} == {(last, digest)}
