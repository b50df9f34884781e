"""The store in PostgreSQL: servers hear of each other's writes, and a database that goes away or crashes is found again."""

from __future__ import annotations

import asyncio
import time

import pytest

from kit.postgres import Postgres
from kit.stores import event, kept_trying, soon, table, with_store, with_two
from tipover.table.store import Store, StoreDown


def test_two_servers_hear_of_each_others_writes(database: str) -> None:
    async def play(one: Store, other: Store) -> None:
        heard: list[tuple[str, int]] = []
        own: list[tuple[str, int]] = []
        other.on_change(lambda code, seq: heard.append((code, seq)))
        one.on_change(lambda code, seq: own.append((code, seq)))
        await one.create(table(), [event(1)])
        for k in range(2, 12):
            await one.append("abc", [event(k)], "playing", "{}")
        await soon(lambda: ("abc", 11) in heard)
        assert heard == [("abc", k) for k in range(1, 12)]
        assert own == [], "nobody is told of what it wrote itself"
        assert len(await other.events("abc")) == 11, "what is told can be read"

    with_two(database, play)


def test_a_database_away_is_said_and_found_again(database: str, postgres_server: Postgres) -> None:
    async def play(one: Store, other: Store) -> None:
        heard: list[tuple[str, int]] = []
        other.on_change(lambda code, seq: heard.append((code, seq)))
        await one.create(table(created=time.time()), [event(1)])
        await soon(lambda: ("abc", 1) in heard)
        await asyncio.to_thread(postgres_server.stop)
        for call in (one.append("abc", [event(2, "c")], "", ""), one.events("abc"), one.create(table("xyz"), [])):
            with pytest.raises(StoreDown, match="the database cannot be used now"):
                await call
        await asyncio.to_thread(postgres_server.start)
        await kept_trying(lambda: one.append("abc", [event(2, "c", at=time.time())], "", ""))
        assert [row.seq for row in await one.events("abc")] == [1, 2]
        await soon(lambda: ("abc", 2) in heard)
        await one.append("abc", [event(3)], "", "")
        await soon(lambda: ("abc", 3) in heard)

    with_two(database, play)


def test_a_database_that_crashes_under_load_loses_and_doubles_nothing(database: str, postgres_server: Postgres) -> None:
    async def one_table(store: Store, code: str, ended: asyncio.Event) -> int:
        await kept_trying(lambda: store.create(table(code), []))
        last = refused = 0
        while not ended.is_set():
            rows = [event(last + 1, f"c{last + 1}"), event(last + 2)]
            refused += await kept_trying(lambda rows=rows: store.append(code, rows, "playing", "{}"))
            last += 2
        assert [row.seq for row in await store.events(code)] == list(range(1, last + 1))
        return refused

    async def play(store: Store) -> None:
        ended = asyncio.Event()
        tables = [asyncio.ensure_future(one_table(store, f"t{k}", ended)) for k in range(20)]
        for _ in range(2):
            await asyncio.sleep(0.3)
            await asyncio.to_thread(postgres_server.stop, hard=True)
            await asyncio.to_thread(postgres_server.start)
        await asyncio.sleep(0.3)
        ended.set()
        assert sum(await asyncio.gather(*tables)) > 0, "somebody was refused while it was away"

    with_store(database, play)
