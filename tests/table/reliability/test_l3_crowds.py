"""L3, L4: a crowd watches one room, and a crowd is cut off at once and comes back."""

from __future__ import annotations

import asyncio
import os
import random
import time

import pytest

from kit.figures import note
from kit.hostile import SOAK, eager, two_people
from kit.load import Player
from kit.server import Client, Opened, ServerProcess, serving

WATCHERS, MOVES = (500, 60 if float(os.environ.get("TIPOVER_WINDOW", "30")) >= 30 else 25) if SOAK else (20, 6)
ROOMS = 500 if SOAK else 8  # of two players and two who watch
FAN_OUT = 0.2 if SOAK else 30.0  # seconds for all to see a move; other tests run beside the quick one
BACK = 10.0 if SOAK else 60.0  # seconds until all are back
AT_ONCE = 50


async def dialled(clients: list[Client]) -> None:
    """Connect everybody, some at a time."""
    for first in range(0, len(clients), AT_ONCE):
        await asyncio.gather(*(client.connect() for client in clients[first : first + AT_ONCE]))


@pytest.mark.figure(20, 70)
def test_everybody_who_watches_sees_every_move() -> None:
    async def play(server: ServerProcess) -> list[float]:
        table = two_people(server)
        player = Client(server, table.code, list(table.tokens.values()))
        watchers = [Player(server.socket_url, table.code, name=f"watcher {number}") for number in range(WATCHERS)]
        await player.connect()
        for first in range(0, WATCHERS, AT_ONCE):
            await asyncio.gather(*(one.start() for one in watchers[first : first + AT_ONCE]))
        draws, took = random.Random("crowd"), []
        for _ in range(MOVES):
            if player.over:
                break
            begun = time.monotonic()
            await player.choose(eager(player, draws))
            await asyncio.gather(*(one.see(player.moment["seq"]) for one in watchers))
            took.append(time.monotonic() - begun)
            assert {one.digests[player.moment["seq"]] for one in watchers} == {player.moment["digest"]}
            await asyncio.sleep(max(0.0, (1.0 if SOAK else 0.0) - took[-1]))
        await asyncio.gather(player.close(), *(one.stop() for one in watchers))
        return took

    with serving() as server:
        took = sorted(asyncio.run(play(server)))
    p99 = took[int(len(took) * 0.99)] if took else 0.0
    note("L3", f"{WATCHERS} watchers see a move: p99 {p99 * 1000:.0f} ms", p99 <= FAN_OUT)
    assert took and p99 <= FAN_OUT, took[-3:]


@pytest.mark.figure(25, 90)
def test_all_who_are_cut_off_at_once_come_back_to_the_same_state() -> None:
    async def play(server: ServerProcess, tables: list[Opened]) -> float:
        clients = [Client(server, table.code, [token]) for table in tables for token in (*table.tokens.values(), "", "")]
        for one in clients:
            one.tokens = [token for token in one.tokens if token]
        await dialled(clients)
        before = {one.code: (one.moment["seq"], one.moment["digest"]) for one in clients if not one.tokens}
        for one in clients:
            assert one._connection is not None
            one._connection.transport.abort()  # no goodbye: the network is gone
        begun = time.monotonic()
        back = [Client(server, one.code, one.tokens) for one in clients]
        await dialled(back)
        for one in back:
            if not one.tokens:
                assert (one.moment["seq"], one.moment["digest"]) == before[one.code]
        took = time.monotonic() - begun
        for one in back:
            await one.close()
        return took

    with serving() as server:
        tables = [two_people(server) for _ in range(ROOMS)]
        back = asyncio.run(play(server, tables))
    note("L4", f"{4 * ROOMS} sockets are back after {back:.1f} s", back <= BACK)
    assert back <= BACK
