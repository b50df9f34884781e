"""Two processes on one PostgreSQL: the seats of one room at different ones, and everybody sees everything."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

from kit.postgres import Postgres
from kit.server import Client, ServerProcess, play_out, serving
from tipover.play.record import Record

ANN = {"kind": "me", "name": "Ann", "seed": "a1"}
BEN = {"kind": "me", "name": "Ben", "seed": "b2"}
AT_ONCE, MOST_DIALS = 6, 120  # sockets that come one by one may all be taken by the process that is awake already


def test_two_processes_play_one_game(postgres_server: Postgres) -> None:
    async def game(server: ServerProcess) -> None:
        quick = {one["key"]: one for one in server.http("/api/catalog")[1]["quick"]}
        table = server.open([ANN, BEN], setup={**quick["first-golden_girls"]["setup"], "rounds": 3}, placed=True)
        ann = await Client(server, table.code, [table.tokens[0]]).connect()
        ben = await elsewhere(server, ann, [table.tokens[1]])
        watcher = await elsewhere(server, ben, [])
        try:
            await play_out([ann, ben, watcher], random.Random(6))
            await ben.ask("say", seat=1, text="well played")
            for one in (ann, ben, watcher):
                await one.until(lambda one=one: bool(one.chat) and one.table["status"] == "over")  # type: ignore[misc]
            assert ann.log == ben.log == watcher.log and ann.log
            told = {seq: digest for one in (ann, ben, watcher) for seq, digest in one.digests.items()}
            assert all(told[seq] == digest for one in (ann, ben, watcher) for seq, digest in one.digests.items())
            assert Record.parse(server.record(table.code)).replay().state.digest() == ann.moment["digest"]
        finally:
            for one in (ann, ben, watcher):
                await one.close()

    with serving("--workers", "2", store=postgres_server.database()) as server:
        asyncio.run(game(server))
        assert "Traceback" not in server.log.read_text(encoding="utf-8")


async def elsewhere(server: ServerProcess, other: Client, tokens: list[str]) -> Client:
    """A client at another process than this one: dialled, several at once, until one is."""
    for _ in range(MOST_DIALS // AT_ONCE):
        dialled = await asyncio.gather(*(Client(server, other.code, tokens).connect() for _ in range(AT_ONCE)))
        found = next((client for client in dialled if process_of(client) != process_of(other)), None)
        for client in dialled:
            if client is not found:
                await client.close()
        if found is not None:
            return found
    raise AssertionError(f"{MOST_DIALS} sockets all came to the same process")


def process_of(client: Client) -> int:
    """The process at the other end of a client's socket, as the kernel knows it."""
    assert client._connection is not None
    near, far = client._connection.local_address[1], client._connection.remote_address[1]
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    inode = next(row[9] for row in rows if row[1].endswith(f":{far:04X}") and row[2].endswith(f":{near:04X}"))
    for folder in Path("/proc").glob("[0-9]*/fd"):
        try:
            if any(str(link.readlink()) == f"socket:[{inode}]" for link in folder.iterdir()):
                return int(folder.parent.name)
        except OSError:
            continue  # it ended meanwhile
    raise AssertionError("no process has the other end of this socket")
