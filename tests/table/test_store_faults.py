"""A store that is killed while it writes, is too new, or is none: nothing acknowledged is lost, and what is wrong is said."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from kit.postgres import Postgres
from kit.stores import PATIENCE, table, with_store
from tipover.table.store import Store, StoreDown, open_store
from tipover.table.store.migrating import migrations

SOURCE = Path(__file__).resolve().parents[2] / "src"


# -- a killed server ---------------------------------------------------------------------------------------------

APPENDER = """
import asyncio, os, sys
from tipover.table.store import EventRow, GameRow, open_store

async def one(store, code):
    game = await store.game(code)
    if game is None:
        await store.create(GameRow(code, 1.0, 1.0, "playing", False, "{}", "{}", 0), [])
    last = game.last if game else 0
    while True:
        await store.append(code, [EventRow(last + 1, "choice", 0, f"c{last + 1}", "{}", 2.0), EventRow(last + 2, "choice", -1, "", "{}", 2.0)], "playing", str(last + 2))
        last += 2
        os.write(1, f"{code} {last}\\n".encode())

async def main():
    store = open_store(sys.argv[1])
    await store.open()
    await asyncio.gather(*(one(store, f"t{k}") for k in range(20)))

asyncio.run(main())
"""


def killed(where: str, acknowledged: int) -> dict[str, int]:
    """Let a process write, kill it after so many acknowledgements; the last one of each table."""
    process = subprocess.Popen(
        [sys.executable, "-c", APPENDER, where], stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(SOURCE)}
    )
    assert process.stdout is not None
    told: dict[str, int] = {}
    with process.stdout as lines:
        for count, line in enumerate(lines, 1):
            if count == acknowledged:
                process.kill()
            if line.endswith(b"\n"):
                code, last = line.decode().split()
                told[code] = int(last)
    assert process.wait(PATIENCE) == -9, "it was killed in the middle"
    return told


def test_what_was_acknowledged_survives_kill_9(where: str) -> None:
    async def look(store: Store) -> None:
        for code, last in told.items():
            rows = await store.events(code)
            assert len(rows) >= last, "an acknowledged event is lost"
            assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
            assert len(rows) % 2 == 0, "half a write was kept"
            game = await store.game(code)
            assert game is not None and game.last == len(rows) == int(game.summary)

    for acknowledged in (40, 333, 777):
        told = killed(where, acknowledged)
        assert len(told) > 1, "several tables were written at once"
        with_store(where, look)


# -- what is no store, or one too new ----------------------------------------------------------------------------


def test_a_newer_schema_is_refused(where: str, request: pytest.FixtureRequest) -> None:
    async def play(store: Store) -> None:
        await store.create(table(), [])

    with_store(where, play)
    newer = "INSERT INTO migrations VALUES (99, '0099_later.sql', 0)"
    if "://" in where:
        request.getfixturevalue("postgres_server").run(newer, where.partition("@/")[2].partition("?")[0])
    else:
        with sqlite3.connect(where) as file:
            file.execute(newer)
        file.close()
    newest = migrations("sqlite")[-1].number
    with pytest.raises(StoreDown, match=rf"was made by a newer Tipover \(schema 99; this one knows {newest}\)"):
        with_store(where, play)


def test_migrations_are_numbered_alike_for_both_stores() -> None:
    for kind in ("sqlite", "postgres"):
        assert [one.number for one in migrations(kind)] == list(range(1, len(migrations(kind)) + 1))
    assert [one.name for one in migrations("sqlite")] == [one.name for one in migrations("postgres")]


def test_a_place_that_cannot_be_a_store(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("these are notes, not a database\n" * 100)
    (tmp_path / "folder").mkdir()
    for place, told in [
        ("notes.txt", "it is no SQLite file"),
        ("folder", "it cannot be opened"),
        ("notes.txt/below", "cannot be made"),
    ]:
        with pytest.raises(StoreDown, match=told):
            asyncio.run(open_store(str(tmp_path / place)).open())
    with pytest.raises(StoreDown, match="there is no store of the kind 'redis'; give the path of a file, or postgresql://…"):
        open_store("redis://somewhere")


def test_a_database_that_is_not_there(postgres_server: Postgres) -> None:
    for place, told in [
        (postgres_server.url("nowhere"), 'database "nowhere" does not exist'),
        ("postgresql://tipover@127.0.0.1:1/postgres", "the database cannot be used now"),
        ("postgresql://tipover@127.0.0.1:port/postgres", "this is no address of a database"),
    ]:
        with pytest.raises(StoreDown, match=told):
            asyncio.run(open_store(place).open())


def test_without_asyncpg_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "tipover.table.store.postgres", raising=False)
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(StoreDown, match=r"pip install 'tipover\[scale\]'"):
        open_store("postgresql://localhost/tables")
