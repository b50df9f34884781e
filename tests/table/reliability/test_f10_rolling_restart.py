"""F10: two processes on one PostgreSQL are restarted one after the other, to another version, while games go on."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from collections.abc import Iterator

import asyncpg
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from kit.figures import note
from kit.hostile import SOAK, two_people
from kit.postgres import Postgres
from kit.server import Client, Refused, ServerProcess
from tipover.play.record import Record
from tipover.table.protocol.wire import OLDEST, VERSION

TIMES = 10 if SOAK else 1
ROOMS = 8 if SOAK else 2
AFTER = 6  # answers between two restarts
NEWER = "import tipover.engine.core.version as v; v.__version__ = '9.9.9'\nfrom tipover.cli import main\nmain()"
OTHER_PROTOCOL = "import tipover.table.protocol.wire as w; w.VERSION += 1; w.OLDEST = w.VERSION\nfrom tipover.cli import main\nmain()"


class Player:
    """Both seats of a room by one who goes to the other process when this one is gone, and sends the same command again."""

    def __init__(self, servers: list[ServerProcess], code: str, tokens: list[str], number: int) -> None:
        self.servers = servers
        self.code = code
        self.tokens = tokens
        self.draws = random.Random(f"rolling {number}")
        self.at = number
        self.client: Client | None = None
        self.acknowledged: list[str] = []
        self.is_done = False

    async def connected(self) -> Client:
        while self.client is None:
            client = Client(self.servers[self.at % len(self.servers)], self.code, self.tokens)
            try:
                self.client = await client.connect()
            except (OSError, ConnectionClosed, Refused):
                self.at += 1
                await asyncio.sleep(0.05)
        return self.client

    async def answer(self) -> bool:
        """Answer the open question, whatever it takes; False if the game is over."""
        command: tuple[str, dict[str, object]] | None = None  # sent again unchanged while nobody has answered it
        while True:
            client = await self.connected()
            try:
                if command is None:
                    await client.until(lambda client=client: client.over or client.mine >= 0)  # type: ignore[misc]
                    if client.over:
                        return False
                    line = self.draws.choice(client.options)["line"]
                    command = (f"{self.draws.random()}", {"seat": client.mine, "seq": client.moment["seq"], "line": line})
                ack = await client.ask("choose", command[0], **command[1])
                self.acknowledged.append(command[0])
                await client.reach(ack["seq"])
                return True
            except Refused as no:
                assert no.code in ("stale", "closed", "store"), no
                if no.code == "stale":
                    command = None
                await asyncio.sleep(0.05)
            except (OSError, ConnectionClosed, TimeoutError):
                if command is not None and command[0] in self.acknowledged:
                    return True
                await self.leave()
                self.at += 1

    async def leave(self) -> None:
        client, self.client = self.client, None
        if client is not None:
            await client.close()


@pytest.mark.figure(78, 180)
def test_two_processes_are_restarted_one_after_the_other_under_load(postgres_server: Postgres) -> None:
    where = postgres_server.database()

    async def play(servers: list[ServerProcess]) -> list[Player]:
        quick = next(one for one in servers[0].http("/api/catalog")[1]["quick"] if one["key"] == "first-golden_girls")
        players = []
        for number in range(ROOMS):
            table = servers[0].open([{"kind": "me"}, {"kind": "me"}], setup={**quick["setup"], "rounds": 2 + TIMES}, placed=True)
            players.append(Player(servers, table.code, list(table.tokens.values()), number))
        async with asyncio.timeout(120 * TIMES):
            await asyncio.gather(restarts(servers, players), *(whole(player) for player in players))
        return players

    async def restarts(servers: list[ServerProcess], players: list[Player]) -> None:
        for time in range(TIMES):
            for server in servers:
                before = sum(len(player.acknowledged) for player in players)
                while sum(len(player.acknowledged) for player in players) < before + AFTER and not all(one.is_done for one in players):
                    await asyncio.sleep(0.02)
                server.program = NEWER if time % 2 == 0 else ""
                await asyncio.to_thread(server.restart)

    async def whole(player: Player) -> None:
        while await player.answer():
            pass
        player.is_done = True
        await player.leave()

    with ServerProcess(None, where) as one, ServerProcess(None, where) as two:
        players = asyncio.run(play([one, two]))
        for player in players:
            rows = asyncio.run(rows_of(where, player.code))
            counted = Counter(row["command"] for row in rows if row["command"])
            assert all(counted[identity] == 1 for identity in player.acknowledged), "an acknowledged answer is lost, or there twice"
            assert [row["seq"] for row in rows] == list(range(1, len(rows) + 1))
            record = Record.parse(one.record(player.code)).replay()
            assert record.over and one.record(player.code) == two.record(player.code)
            assert len([row for row in rows if row["kind"] == "choice"]) == len(record.choices)
        for server in (one, two):
            assert "Traceback" not in server.log.read_text(encoding="utf-8")
    note("F10", f"{2 * TIMES} restarts, {sum(len(player.acknowledged) for player in players)} moves: 0 lost, 0 twice", True)


async def rows_of(where: str, code: str) -> list[dict[str, object]]:
    connection = await asyncpg.connect(where)
    try:
        return [dict(row) for row in await connection.fetch("SELECT seq, kind, command FROM events WHERE game = $1 ORDER BY seq", code)]
    finally:
        await connection.close()


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ({}, "welcome"),
        ({"version": OLDEST}, "welcome"),
        ({"version": VERSION, "delay": 0, "a_field_of_the_next_version": [1]}, "welcome"),
        ({"version": OLDEST - 1}, "version"),
        ({"version": VERSION + 1}, "version"),
    ],
)
def test_pages_of_a_neighbouring_version_are_served_as_far_as_they_can_be(
    server: ServerProcess, said: dict[str, object], answer: str
) -> None:
    """In a rolling restart an older page meets a newer process, and a newer page an older one."""
    code = two_people(server).code

    async def hello() -> dict[str, object]:
        async with connect(server.socket_url) as socket:
            await socket.send(json.dumps({"type": "hello", "code": code, **said}))
            told: dict[str, object] = json.loads(await socket.recv())
            return told

    told = asyncio.run(hello())
    assert told.get("refused", told["type"]) == answer


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with ServerProcess() as running:
        yield running


def test_a_page_of_another_protocol_is_told_so_and_only_there(postgres_server: Postgres) -> None:
    """While one process speaks a newer protocol, an old page is refused there with `version`, and welcome at the other."""
    where = postgres_server.database()

    async def hello(server: ServerProcess, code: str) -> dict[str, object]:
        async with connect(server.socket_url) as socket:
            await socket.send(json.dumps({"type": "hello", "code": code, "version": VERSION}))
            told: dict[str, object] = json.loads(await socket.recv())
            return told

    with ServerProcess(None, where) as old, ServerProcess(None, where, program=OTHER_PROTOCOL) as new:
        code = old.open([{"kind": "me"}, {"kind": "bot"}], quick="first-golden_girls").code
        assert asyncio.run(hello(old, code))["type"] == "welcome"
        told = asyncio.run(hello(new, code))
        assert (told["type"], told["refused"]) == ("refused", "version") and str(told["sentence"]).endswith(".")
