"""What a host sees of a running server: alive, ready, and figures without anything about anybody."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import cast

import pytest
from starlette.requests import Request

from kit.hostile import two_people
from kit.server import Client, Refused, serving
from tipover.cards.pack import load
from tipover.table.app import Server
from tipover.table.guard import Origins
from tipover.table.metrics import BOUNDS, Figure, Metrics
from tipover.table.opening import Library
from tipover.table.registry import TableRegistry
from tipover.table.statics import Pages
from tipover.table.store import Store, open_store

LINE = re.compile(r'(# (HELP|TYPE) tipover_[a-z_]+ .+)|tipover_[a-z_]+(\{[a-z]+="[^"]+"\})? -?[0-9.e+-]+')


def test_figures_are_counted_and_name_nobody() -> None:
    with serving("--proxy") as server:
        table = two_people(server)

        async def play() -> str:
            async with Client(server, table.code, list(table.tokens.values())) as both, Client(server, table.code):
                for _ in range(3):
                    await both.choose(both.options[0]["line"])
                try:
                    await both.ask("undo", seat=0, seq=0)
                except Refused as no:
                    assert no.code == "stale"
                await both.ask("ask_threats", side="light")
                status, text, headers = await asyncio.to_thread(server.http, "/metrics")
                assert status == 200 and headers["content-type"].startswith("text/plain")
                return str(text)

        text = asyncio.run(play())
        assert all(LINE.fullmatch(line) for line in text.splitlines()), text
        found = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
        assert found["tipover_tables"] == "1" and found["tipover_seated"] == "1" and found["tipover_watching"] == "1"
        assert found["tipover_sockets"] == "2" and found["tipover_ack_seconds_count"] == "3" and found["tipover_refusals_total"] == "1"
        assert found["tipover_store_up"] == "1" and found['tipover_thoughts_waiting{rank="quick"}'] == "0"
        for secret in (table.code, "Ann", "Ben", "127.0.0.1", str(server.data), *table.tokens.values()):
            assert secret not in text
        stranger = {"x-forwarded-for": "8.8.8.8"}
        assert server.http("/metrics", headers=stranger)[0] == 404, "Strangers see none of it."
        assert server.http("/healthz", headers=stranger)[1]["ok"] is True


def test_a_server_whose_store_is_gone_is_alive_and_not_ready() -> None:
    with serving() as server:
        assert server.http("/readyz")[0] == 200
        with closing(sqlite3.connect(server.data / "tables.sqlite")) as base, base:
            base.execute("ALTER TABLE games RENAME TO others")
        status, answer, _ = server.http("/readyz")
        assert status == 503 and answer["ok"] is False
        assert server.http("/healthz")[0] == 200
        assert "tipover_store_up 0" in server.http("/metrics")[1]


def test_a_store_that_never_answers_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tipover.table.registry.ANSWER_WITHIN", 0.05)

    class Silent:
        shared = False

        async def game(self, code: str) -> None:
            await asyncio.sleep(60)

    async def looked() -> None:
        registry = TableRegistry(cast(Store, Silent()), Library(load()))
        async with asyncio.timeout(5):
            assert await registry.store_seconds() == -1
            assert next(one.value for one in await registry.figures() if one.name == "store_up") == 0
        registry.thinkers.close()

    asyncio.run(looked())


def test_a_server_that_is_being_stopped_is_neither_well_nor_ready_though_its_store_answers(tmp_path: Path) -> None:
    """A proxy that looks sends nobody there any more."""

    async def looked() -> None:
        registry = TableRegistry(open_store(str(tmp_path / "tables.sqlite")), Library(load()))
        server = Server(registry, Origins([], True), Pages())
        await registry.open()
        nobody = cast(Request, None)
        for stopping, wanted in ((False, 200), (True, 503)):
            registry.closing = stopping
            health, ready = await server._health(nobody), await server._ready(nobody)
            assert ready.status_code == wanted and json.loads(ready.body)["ok"] == (not stopping)
            assert health.status_code == 200 and json.loads(health.body)["ok"] == (not stopping)
        await registry.close()

    asyncio.run(looked())


def test_acknowledgements_fall_into_their_buckets() -> None:
    metrics = Metrics()
    for seconds in (0.001, 0.005, 0.3, 99.0):
        metrics.acknowledged(seconds)
    text = metrics.text([Figure("a", "b", 1), Figure("a", "b", 2, label='x="y"')])
    assert text.count("# HELP tipover_a b") == 1 and 'tipover_a{x="y"} 2' in text
    assert f'le="{BOUNDS[0]}"}} 2' in text and 'le="0.5"} 3' in text and 'le="10.0"} 3' in text and 'le="+Inf"} 4' in text
