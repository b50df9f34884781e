"""L6, L9: a store with very many tables; the server listens soon, and any game opens."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import statistics
import time
from contextlib import closing
from pathlib import Path

import pytest

from kit.figures import note
from kit.hostile import SOAK, two_people
from kit.long_game import long_game
from kit.server import Client, ServerProcess, play_out
from kit.stores import with_store
from tipover.cards.pack import load
from tipover.table.codes import is_code
from tipover.table.opening import Library
from tipover.table.store import Store

TABLES = 100_000 if SOAK else 1_500
EVENTS = 10 if SOAK else 2  # of the tables that only fill the store
LISTENING = 2.0 if SOAK else 30.0  # seconds; other tests run beside the quick one
OPENS = 0.2 if SOAK else 15.0
ROWS = 40_000 if SOAK else 1_500


def fill(store: Path, like: str) -> None:
    """Copy one table's rows very often, under other codes."""
    signs = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
    with closing(sqlite3.connect(store)) as connection, connection:
        columns = [row[1] for row in connection.execute("PRAGMA table_info(games)")]
        games = [dict(zip(columns, row, strict=True)) for row in connection.execute("SELECT * FROM games WHERE code = ?", (like,))]
        rows = connection.execute("SELECT * FROM events WHERE game = ? ORDER BY seq LIMIT ?", (like, EVENTS)).fetchall()
        where = [row[1] for row in connection.execute("PRAGMA table_info(events)")].index("game")
        draws, codes = random.Random("large store"), set()
        while len(codes) < TABLES:
            code = "".join(draws.choices(signs, k=len(like)))
            if is_code(code) and code != like:
                codes.add(code)
        for code in sorted(codes):
            game = {**games[0], "code": code, "last": len(rows)}
            connection.execute(f"INSERT INTO games ({','.join(game)}) VALUES ({','.join('?' * len(game))})", list(game.values()))
            copies = [(*row[:where], code, *row[where + 1 :]) for row in rows]
            connection.executemany(f"INSERT INTO events VALUES ({','.join('?' * len(rows[0]))})", copies)


@pytest.mark.figure(35, 120)
def test_a_very_long_game_opens_as_soon_as_a_short_one(tmp_path: Path) -> None:
    played = max(ROWS // 10, 600)
    long = long_game(Library(load()), "factory", ROWS, spoken=ROWS - played)
    digest = long.table.state.digest()

    async def fill(store: Store) -> None:
        await store.create(long.game, long.rows)

    with_store(str(tmp_path / "tables.sqlite"), fill)

    async def opened(server: ServerProcess) -> float:
        begun = time.monotonic()
        async with Client(server, long.game.code, []) as watcher:
            assert watcher.moment["digest"] == digest
            return time.monotonic() - begun

    def snapshots() -> int:
        with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as connection:
            return int(connection.execute("SELECT count(*) FROM snapshots WHERE seq = ?", (len(long.rows),)).fetchone()[0])

    with ServerProcess(tmp_path) as server:
        begun = time.monotonic()
        until = begun + 120
        while server.http(f"/api/tables/{long.game.code}/record")[0] != 200 and time.monotonic() < until:
            pass
        first = time.monotonic() - begun
        while not snapshots() and time.monotonic() < until:
            time.sleep(0.2)
        assert snapshots() == 1, "The first opening makes the snapshot."
        server.restart(kill=True)
        times = []
        for _ in range(5 if SOAK else 1):
            times.append(asyncio.run(opened(server)))
            server.restart()
        found = statistics.median(times)
        note("L9", f"{len(long.rows)} rows open in {found * 1000:.0f} ms with a snapshot, {first * 1000:.0f} ms without", found <= OPENS)
        assert found <= OPENS, (first, times)


@pytest.mark.figure(30, 90)
def test_a_server_with_many_tables_listens_and_opens_one(tmp_path: Path) -> None:
    with ServerProcess(tmp_path) as server:
        table = two_people(server)

        async def some() -> str:
            async with Client(server, table.code, list(table.tokens.values())) as both:
                await play_out([both], random.Random(9), stop=lambda: both.moment["count"] >= 60)
                return str(both.moment["digest"])

        digest = asyncio.run(some())
        server.stop()
        fill(tmp_path / "tables.sqlite", table.code)
        begun = time.monotonic()
        server.start()
        listening = time.monotonic() - begun

        async def again() -> float:
            begun = time.monotonic()
            async with Client(server, table.code, list(table.tokens.values())) as both:
                assert both.moment["digest"] == digest
                return time.monotonic() - begun

        opened = asyncio.run(again())
        assert len(server.http("/api/tables")[1]) <= 100
        with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as connection:
            assert connection.execute("SELECT count(*) FROM games").fetchone()[0] == TABLES + 1
        text = f"with {TABLES} tables listening in {listening:.2f} s, a game opens in {opened * 1000:.0f} ms"
        for row in ("L6", "L9"):
            note(row, text, listening <= LISTENING and opened <= OPENS)
        assert listening <= LISTENING and opened <= OPENS, (listening, opened)
