"""Two server processes on one PostgreSQL: the seats of one room on different ones, and several processes at one port."""

from __future__ import annotations

import asyncio
import random

import pytest

from kit.postgres import Postgres
from kit.server import Client, Refused, ServerProcess, play_out

SETUP = {
    "map": "Florida Boardwalk", "rounds": 3,
    "sides": [{"side": "light", "figures": ["Rose Nylund", "Lifeguard"]}, {"side": "dark", "figures": ["Blanche Devereaux", "Gentleman Caller"]}],
}  # fmt: skip


def test_the_seats_of_one_room_on_two_servers_play_one_game(postgres_server: Postgres) -> None:
    where = postgres_server.database()

    async def game(one: ServerProcess, two: ServerProcess) -> None:
        table = one.open([{"kind": "me", "name": "Ann"}, {"kind": "open"}], setup=SETUP, placed=True)
        other = two.sit(table.code, name="Ben")
        ann = Client(one, table.code, list(table.tokens.values()))
        ben = Client(two, table.code, list(other.tokens.values()))
        watcher = Client(two, table.code)
        async with ann, ben, watcher:
            await ann.until(lambda: bool(ann.moment))
            await ann.until(lambda: bool(ann.table["seats"][1].get("present")))
            with pytest.raises(Refused) as no:
                await ann.ask("stand_in", seat=0, at=1, bot="random")
            assert no.value.code == "seat_taken", "Who sits at another process is here."
            await ann.ask("say", seat=0, text="hello")
            await ben.until(lambda: bool(ben.chat))
            await play_out([ann, ben, watcher], random.Random(4))
            for seq, digest in ben.digests.items():
                assert ann.digests[seq] == digest == watcher.digests[seq]
            assert ann.log == ben.log == watcher.log
            await ann.ask("rematch", seat=0)
            await ben.until(lambda: ben.table.get("rematch_wanted") == [0])
            await ben.ask("rematch", seat=1)
            await ann.until(lambda: bool(ann.table.get("rematch")))
            old = {"authorization": f"Bearer {ann.tokens[0]}"}
            status, given, _ = one.http(f"/api/tables/{ann.table['rematch']}/sit", {}, old)
            assert status == 200 and given["seats"][0]["seat"] == 1

    with ServerProcess(None, where) as one, ServerProcess(None, where) as two:
        asyncio.run(game(one, two))


def test_several_processes_serve_one_port(postgres_server: Postgres) -> None:
    async def game(server: ServerProcess) -> None:
        table = server.open([{"kind": "me"}, {"kind": "bot"}], setup=SETUP, placed=True)
        clients = [Client(server, table.code, list(table.tokens.values()) if k == 0 else []) for k in range(4)]
        for client in clients:
            await client.connect()
        await play_out(clients, random.Random(5))
        assert len({client.moment["digest"] for client in clients}) == 1
        for client in clients:
            await client.close()

    with ServerProcess(None, postgres_server.database(), "--workers", "2") as server:
        asyncio.run(game(server))
        assert "Traceback" not in server.log.read_text("utf-8")


def test_the_end_of_a_game_is_waited_for_whoever_hears_of_it_first(server: ServerProcess) -> None:
    """Clients at two processes hear of the last answer in any order: here the first one hears of it last."""

    async def game() -> None:
        late, early = Client(server, "HEARD1"), Client(server, "HEARD1")
        early.moment = {"over": True}
        waiting = asyncio.create_task(play_out([late, early], random.Random(1)))
        await asyncio.sleep(0)
        late.moment = {"over": True}
        assert await waiting == 0

    asyncio.run(game())
