"""L6, L9: a store with very many tables; the server listens soon, and any game opens."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from kit.hostile import SOAK, two_people
from kit.server import Client, ServerProcess, play_out
from tipover.table.codes import is_code

TABLES = 100_000 if SOAK else 1_500
EVENTS = 10 if SOAK else 2  # of the tables that only fill the store
LISTENING = 2.0 if SOAK else 30.0  # seconds; other tests run beside the quick one
OPENS = 0.2 if SOAK else 15.0


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
        assert listening <= LISTENING and opened <= OPENS, (listening, opened)
