"""F2: the answer is lost after the commit, and the client asks again: the same answer, the same dice, one event."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from contextlib import closing
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import connect

from kit.load import SEATS, Player, audit, seated
from kit.server import ServerProcess, serving
from tipover.play.record import Record

TABLES = 5
LET_PASS = 0.75  # of the questions without a challenge are answered as usual: answers with dice are to be lost
WITH_DICE = 0.1  # of the answers lost at each table had rolled dice: it goes on until that is so
KEPT_WITHIN = 30.0

Row = tuple[Any, ...]


def test_an_answer_lost_a_hundred_times_is_given_again() -> None:
    assert asyncio.run(lost(100)) >= 100 * WITH_DICE


@pytest.mark.soak
def test_an_answer_lost_a_thousand_times_is_given_again() -> None:
    assert asyncio.run(lost(1000)) >= 1000 * WITH_DICE


async def lost(times: int) -> int:
    """Lose so many answers at several tables; how many of the commands had rolled dice."""
    with serving() as server:
        played: list[Player] = []
        rolled = await asyncio.gather(*(_lose(server, times // TABLES, random.Random(f"F2 {table}"), played) for table in range(TABLES)))
        found = audit(server.data / "tables.sqlite", played)
        assert found.faults == [] and found.kept >= times
        return sum(rolled)


async def _lose(server: ServerProcess, times: int, draws: random.Random, played: list[Player]) -> int:
    """Lose so many answers, and so many of them with dice, at one table after another."""
    lost, rolled = 0, 0
    while lost < times or rolled < times * WITH_DICE:
        room = seated(server.socket_url, await asyncio.to_thread(server.open, SEATS[:2]))
        played += room
        await asyncio.gather(*(player.start() for player in room))
        while (lost < times or rolled < times * WITH_DICE) and (player := await _asked(room)) is not None:
            if player.challenges() or draws.random() > LET_PASS:
                rolled += await _lose_one(server, room, player, draws)
                lost += 1
            else:
                await _all_see(room, (await player.move()).seq)
        digest = Record.parse(await asyncio.to_thread(server.record, room[0].code)).replay().state.digest()
        assert {one.seen.digest for one in room} == {digest}
        await asyncio.gather(*(player.stop() for player in room))
    return rolled


async def _lose_one(server: ServerProcess, room: list[Player], player: Player, draws: random.Random) -> bool:
    """Lose one answer and ask again, three times; whether dice had been rolled."""
    identity, line = f"lost-{len(player.sent)}-{player.mine}", player.choose()
    message = {"type": "choose", "id": identity, "seat": player.mine, "seq": player.seen.seq, "line": line}
    command = msgspec.json.encode(message)
    await _send_and_vanish(server, player, command, identity, draws.choice((_at_once, _when_kept)))
    before = await asyncio.to_thread(_rows, server, player.code)
    heard = await player.command(identity, line, command)
    again = await player.command(identity, line, command)
    other = await player.command(identity, line, msgspec.json.encode({**message, "line": "another line", "seq": 0}))
    assert heard.type == "ack" and heard == again, (heard, again)
    assert other.type == "refused" and other.refused == "malformed", "an id is one command's"
    rows = await asyncio.to_thread(_rows, server, player.code)
    assert rows[: len(before)] == before, "what was kept before the retry has changed"
    if identity in {row[3] for row in before}:
        assert rows == before, "the retry was played, not answered"
    [first] = [row[0] for row in rows if row[3] == identity]
    assert heard.seq == rows[-1][0], "what is acknowledged is the last of its rows"
    await _all_see(room, heard.seq)
    return any(row[0] > first and row[2] < 0 for row in rows)


async def _all_see(room: list[Player], seq: int) -> None:
    await asyncio.gather(*(player.see(seq) for player in room))


async def _asked(room: list[Player]) -> Player | None:
    """The player whose question is open at the newest moment; nobody once the game is over."""
    async with asyncio.timeout(KEPT_WITHIN):
        while True:
            newest = max(player.seen.seq for player in room)
            found = next((player for player in room if player.mine >= 0 and player.seen.seq == newest), None)
            if found is not None or any(player.seen.over for player in room):
                return found
            await asyncio.sleep(0.005)


async def _send_and_vanish(server: ServerProcess, player: Player, command: bytes, identity: str, when: Any) -> None:
    """Send a command over a socket of its own, and drop that before its answer is read."""
    connection = await connect(server.socket_url, compression=None, max_size=None, ping_interval=None)
    await connection.send(msgspec.json.encode({"type": "hello", "code": player.code, "tokens": [player.token]}).decode())
    await connection.recv()
    await connection.send(command.decode())
    await when(server, player.code, identity)
    connection.transport.abort()


async def _at_once(server: ServerProcess, code: str, identity: str) -> None:
    """Before the answer, or before it is done at all."""
    await asyncio.sleep(0)


async def _when_kept(server: ServerProcess, code: str, identity: str) -> None:
    """As soon as it is committed."""
    async with asyncio.timeout(KEPT_WITHIN):
        while not any(row[3] == identity for row in await asyncio.to_thread(_rows, server, code)):
            await asyncio.sleep(0.002)


def _rows(server: ServerProcess, code: str) -> list[Row]:
    with closing(sqlite3.connect(f"file:{server.data / 'tables.sqlite'}?mode=ro", uri=True)) as connection:
        return connection.execute("SELECT seq, kind, seat, command, body, at FROM events WHERE game = ? ORDER BY seq", (code,)).fetchall()
