"""F1: the server is killed under load, again and again; nothing acknowledged is lost, nothing happens twice."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from typing import NamedTuple

import pytest

from kit.figures import note
from kit.load import PATIENCE, SEATS, Player, audit, seated
from kit.server import Client, ServerProcess, serving
from tipover.play.record import Record

ROOMS = 5
LISTENING = 1.0  # seconds, on a machine that has nothing else to do
LISTENING_ANYHOW = 20.0


@pytest.mark.long
def test_nothing_acknowledged_is_lost_or_done_twice_when_the_server_is_killed_ten_times() -> None:
    starts, _, _ = asyncio.run(killed(10))
    print(f"listening again after {starts[0]:.2f} to {starts[-1]:.2f} s")
    assert starts[-1] <= LISTENING_ANYHOW


@pytest.mark.soak
def test_nothing_acknowledged_is_lost_or_done_twice_when_the_server_is_killed_two_hundred_times() -> None:
    starts, games, moves = asyncio.run(killed(200))
    note(
        "F1",
        f"200 kills, {games} games, {moves} moves, none lost or twice; "
        f"listening after {starts[0]:.2f} to {starts[-1]:.2f} s, half within {starts[100]:.2f} s",
        starts[100] <= LISTENING,
    )
    assert starts[100] <= LISTENING


def test_where_a_game_is_over_another_begins() -> None:
    """Two hundred lives of a server last longer than a game, and who has no game acknowledges no moves."""

    async def run() -> None:
        with serving() as server:
            rooms = Rooms(server)
            await rooms.open()
            first = rooms.players[:]
            for seat, player in enumerate(first[1:], 1):
                async with Client(server, player.code, [player.token]) as again:
                    await again.ask("resign", seat=seat)
            known = moves_of(first)
            await rooms.get_on()
            assert rooms.games == 2 and moves_of(rooms.players[4:]) >= 2 * ROOMS - 1 and moves_of(first) <= known + 1
            await rooms.end()

    asyncio.run(run())


async def killed(times: int) -> Played:
    """Play in several rooms while the server is killed so many times."""
    draws = random.Random(f"F1 {times}")
    starts: list[float] = []
    with serving() as server:
        rooms = Rooms(server)
        await asyncio.gather(*(rooms.open() for _ in range(ROOMS)))
        for _ in range(times):
            await asyncio.sleep(draws.uniform(0.1, 0.5))
            await rooms.get_on()
            begun = time.perf_counter()
            await asyncio.to_thread(server.restart, True)
            starts.append(time.perf_counter() - begun)
            rooms.life += 1
        await rooms.get_on()
        await rooms.end()
        found = audit(server.data / "tables.sqlite", rooms.players)
        assert found.faults == []
        assert found.kept == rooms.moves() > 2 * ROOMS * times
    return Played(sorted(starts), rooms.games, found.kept)


class Played(NamedTuple):
    """What came of it."""

    starts: list[float]  # How long the server took to listen again, each time, shortest first.
    games: int  # How many games were begun.
    moves: int  # How many moves were acknowledged, and are kept.


def moves_of(players: list[Player]) -> int:
    """The moves that were acknowledged to them."""
    return sum(len(player.acked) for player in players)


class Room:
    """Four people at a table who play until their game is over."""

    def __init__(self, players: list[Player], stop: Callable[[], bool], life: int) -> None:
        self.players = players
        self.play = asyncio.gather(*(player.play(stop, pace=0.01) for player in players))
        self.life = life  # of the server in which it was opened

    def __repr__(self) -> str:
        seats = [f"{player.welcomes} welcomes, row {player.seen.seq}" + ", over" * player.seen.over for player in self.players]
        return f"{self.players[0].code}: {self.moves()} moves; {'; '.join(seats)}"

    def moves(self) -> int:
        """The moves acknowledged here so far."""
        return moves_of(self.players)


class Rooms:
    """Rooms that are played through the lives of a server. Where a game is over, another begins: nobody may run out of moves."""

    def __init__(self, server: ServerProcess) -> None:
        self.server = server
        self.life = 1  # of the server
        self.open_rooms: list[Room] = []
        self.players: list[Player] = []  # everybody who ever sat here
        self.games = 0
        self._is_ending = False

    async def open(self) -> None:
        """Open a room, and let it play."""
        table = await asyncio.to_thread(self.server.open, SEATS, quick="lab", placed=True)
        players = seated(self.server.socket_url, table)
        await asyncio.gather(*(player.start() for player in players))
        self.open_rooms.append(Room(players, lambda: self._is_ending, self.life))
        self.players += players
        self.games += 1

    def moves(self) -> int:
        """The moves acknowledged so far."""
        return moves_of(self.players)

    async def get_on(self) -> None:
        """Wait until more moves are acknowledged, some in each room, and everybody has been welcomed in this life of the server."""
        goal, goals = self.moves() + 2 * ROOMS, {room: room.moves() + 1 for room in self.open_rooms}
        try:
            async with asyncio.timeout(PATIENCE):
                while self.moves() < goal or any(room.moves() < goals.get(room, 0) for room in self.open_rooms):
                    await self._replace()
                    await asyncio.sleep(0.02)
        except TimeoutError:
            raise TimeoutError(f"in life {self.life} they did not get on for {PATIENCE:.0f} s: {self.open_rooms}") from None
        for room in self.open_rooms:
            await self._back(room)  # who is slow to come back misses no life of the server

    async def _replace(self) -> None:
        """Open another room for each whose game is over; a player that failed ends the test."""
        for room in [room for room in self.open_rooms if room.play.done()]:
            room.play.result()
            self.open_rooms.remove(room)
            await self._leave(room)
            await self.open()

    async def _back(self, room: Room) -> None:
        """Wait until everybody of a room has been welcomed once in each life since it was opened."""
        async with asyncio.timeout(PATIENCE):
            while any(player.welcomes <= self.life - room.life for player in room.players):
                await asyncio.sleep(0.02)

    async def _leave(self, room: Room) -> None:
        """Everybody of a room sees the same moment with the same digest, which is the one its record replays to, and goes."""
        await self._back(room)
        last = max(player.seen.seq for player in room.players)
        for player in room.players:
            await player.see(last)
        text = await asyncio.to_thread(self.server.record, room.players[0].code)
        digest = Record.parse(text).replay().state.digest()
        assert {(player.seen.seq, player.seen.digest) for player in room.players} == {(last, digest)}
        await asyncio.gather(*(player.stop() for player in room.players))

    async def end(self) -> None:
        """Play no more, and leave."""
        self._is_ending = True
        await asyncio.gather(*(room.play for room in self.open_rooms))
        await asyncio.gather(*(self._leave(room) for room in self.open_rooms))
