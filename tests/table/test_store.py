"""The contract of a store, on SQLite and on a real PostgreSQL: what was acknowledged is there, once, whole and in order."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from kit.postgres import Postgres
from tipover.table.store import Conflict, EventRow, GameRow, Store, StoreDown, open_store
from tipover.table.store.migrating import migrations
from tipover.table.store.sqlite import SqliteStore

SOURCE = Path(__file__).resolve().parents[2] / "src"
PATIENCE = 30.0  # seconds for anything that should come soon


@pytest.fixture(params=["sqlite", "postgres"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A place for a new store of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "data" / "tables.sqlite")
    server: Postgres = request.getfixturevalue("postgres_server")
    return server.database()


@pytest.fixture
def database(postgres_server: Postgres) -> str:
    return postgres_server.database()


def table(code: str = "abc", created: float = 1000.0, status: str = "waiting", listed: bool = False) -> GameRow:
    return GameRow(code, created, created, status, listed, '{"title":"a table"}', '{"map":"Barracks"}', 0)


def event(seq: int, command: str = "", body: str = "{}", at: float = 2000.0) -> EventRow:
    return EventRow(seq, "choice", 0, command, body, at)


def with_store(where: str, play: Callable[[Store], Coroutine[Any, Any, None]]) -> None:
    """Open a store, do something with it, close it."""
    asyncio.run(_with_stores([where], lambda stores: play(stores[0])))


def with_two(where: str, play: Callable[[Store, Store], Coroutine[Any, Any, None]]) -> None:
    """Two stores at one place, as two servers have them."""
    asyncio.run(_with_stores([where, where], lambda stores: play(*stores)))


async def _with_stores(places: list[str], play: Callable[[list[Store]], Coroutine[Any, Any, None]]) -> None:
    stores = [open_store(where) for where in places]
    for store in stores:
        await store.open()
    try:
        await asyncio.wait_for(play(stores), 4 * PATIENCE)
    finally:
        for store in stores:
            await store.close()


async def soon(is_so: Callable[[], bool]) -> None:
    """Wait until something is so."""
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline, "it did not come"
        await asyncio.sleep(0.01)


async def kept_trying(write: Callable[[], Awaitable[None]]) -> int:
    """Make the same call until the store is there again; how often it was not."""
    deadline = time.monotonic() + PATIENCE
    refused = 0
    while True:
        try:
            await write()
            return refused
        except StoreDown:
            refused += 1
            assert time.monotonic() < deadline, "the store did not come back"
            await asyncio.sleep(0.05)


# -- there and back ----------------------------------------------------------------------------------------------


def test_a_table_and_its_events_come_back_as_they_were(where: str) -> None:
    async def play(store: Store) -> None:
        rows = [EventRow(1, "sat", 0, "c-1", '{"name":"Ann \\u0000 ✂ \U0001f3b2"}', 1234.000125), EventRow(2, "began", -1, "", "{}", 1234.5)]
        await store.create(table(listed=True), rows)
        assert await store.events("abc") == rows
        assert await store.game("abc") == table(listed=True)._replace(last=2)
        more = [event(3, "c-2", '{"line":"L1: move c4"}', 1300.25), event(4)]
        await store.append("abc", more, "playing", '{"round":1}')
        assert await store.events("abc") == rows + more
        assert await store.events("abc", after=2) == more
        assert await store.events("abc", after=4) == []
        game = await store.game("abc")
        assert game == GameRow("abc", 1000.0, 2000.0, "playing", True, '{"round":1}', '{"map":"Barracks"}', 4)
        assert isinstance(game.listed, bool)

    with_store(where, play)


def test_what_is_not_there(where: str) -> None:
    async def play(store: Store) -> None:
        assert await store.game("abc") is None
        assert await store.events("abc") == []
        assert await store.games() == []
        with pytest.raises(LookupError, match="there is no table abc"):
            await store.append("abc", [event(1)], "playing", "{}")
        with pytest.raises(LookupError, match="there is no table abc"):
            await store.append("abc", [], "playing", "{}")

    with_store(where, play)


def test_tables_come_with_the_last_changed_first(where: str) -> None:
    async def play(store: Store) -> None:
        for k in range(6):
            await store.create(table(f"g{k}", 1000.0 + k, "playing" if k % 2 else "waiting", listed=k < 4), [])
        assert [game.code for game in await store.games()] == ["g5", "g4", "g3", "g2", "g1", "g0"]
        await store.append("g1", [event(1)], "playing", "{}")
        assert [game.code for game in await store.games()] == ["g1", "g5", "g4", "g3", "g2", "g0"]
        assert [game.code for game in await store.games(limit=2)] == ["g1", "g5"]
        assert [game.code for game in await store.games("playing")] == ["g1", "g5", "g3"]
        assert [game.code for game in await store.games("playing", listed=True)] == ["g1", "g3"]
        assert [game.code for game in await store.games(listed=True)] == ["g1", "g3", "g2", "g0"]
        assert [game.code for game in await store.games("waiting", listed=False)] == ["g4"]
        assert await store.games("over") == [] == await store.games(limit=0)

    with_store(where, play)


def test_a_status_alone_may_change(where: str) -> None:
    async def play(store: Store) -> None:
        await store.create(table(), [event(1)])
        await store.append("abc", [], "over", '{"won":"light"}')
        assert await store.game("abc") == table()._replace(status="over", summary='{"won":"light"}', last=1)

    with_store(where, play)


def test_a_store_opened_again_has_everything(where: str) -> None:
    async def first(store: Store) -> None:
        await store.create(table(), [event(1, "c")])
        await store.append("abc", [event(2)], "over", "{}")

    async def second(store: Store) -> None:
        assert await store.events("abc") == [event(1, "c"), event(2)]
        await store.append("abc", [event(3)], "over", "{}")

    with_store(where, first)
    with_store(where, second)


def test_one_store_may_be_closed_and_opened_again(where: str) -> None:
    async def play() -> None:
        store = open_store(where)
        for k in range(3):
            await store.open()
            await store.create(table(f"g{k}"), [])
            await store.close()
            for call in (store.create(table("late"), []), store.append("g0", [], "", ""), store.games()):
                with pytest.raises(StoreDown, match="is not open"):
                    await call
        await store.close()
        await store.open()
        assert len(await store.games()) == 3
        await store.close()

    asyncio.run(play())


def test_closing_finishes_what_waits(where: str) -> None:
    async def play() -> None:
        store = open_store(where)
        await store.open()
        await store.create(table(), [])
        writes = [asyncio.ensure_future(store.append("abc", [event(k)], "", "")) for k in range(1, 51)]
        await asyncio.sleep(0)
        await store.close()
        await asyncio.gather(*writes)
        await store.open()
        assert len(await store.events("abc")) == 50
        await store.close()

    asyncio.run(play())


# -- conflicts and second tries ----------------------------------------------------------------------------------


def test_a_place_is_taken_once(where: str) -> None:
    async def play(one: Store, other: Store) -> None:
        await one.create(table(), [event(1)])
        with pytest.raises(Conflict, match="there is a table abc already"):
            await other.create(table(created=1.0), [])
        await one.append("abc", [event(2, "a")], "playing", '{"by":"one"}')
        with pytest.raises(Conflict, match="another process has written it"):
            await other.append("abc", [event(2, "b"), event(3)], "over", '{"by":"other"}')
        with pytest.raises(Conflict, match="one before it is missing"):
            await other.append("abc", [event(4, "b")], "over", '{"by":"other"}')
        assert await other.events("abc") == [event(1), event(2, "a")]
        game = await other.game("abc")
        assert game is not None and (game.status, game.summary, game.last) == ("playing", '{"by":"one"}', 2)

    with_two(where, play)


def test_of_two_that_write_at_once_one_is_first(where: str) -> None:
    async def play(one: Store, other: Store) -> None:
        await one.create(table(), [])
        for seq in range(1, 31):
            tries = [store.append("abc", [event(seq, f"{name}{seq}")], "", "") for name, store in (("a", one), ("b", other))]
            answers = await asyncio.gather(*tries, return_exceptions=True)
            assert sorted(type(answer).__name__ for answer in answers) == ["Conflict", "NoneType"]
        assert [row.seq for row in await one.events("abc")] == list(range(1, 31))

    with_two(where, play)


def test_a_command_id_is_taken_once_and_nothing_of_the_second_is_kept(where: str) -> None:
    async def play(store: Store) -> None:
        await store.create(table(), [event(1, "c")])
        with pytest.raises(Conflict, match="has this command already"):
            await store.append("abc", [event(2), event(3, "c")], "over", '{"wrong":1}')
        assert await store.events("abc") == [event(1, "c")]
        assert await store.game("abc") == table()._replace(last=1)
        await store.append("abc", [event(2, "d")], "playing", "{}")

    with_store(where, play)


def test_the_same_call_again_changes_nothing(where: str) -> None:
    """The answer was lost after the commit; the caller asks again."""

    async def play(store: Store) -> None:
        for _ in range(2):
            await store.create(table(), [event(1, "c-1")])
        rows = [event(2, "c-2"), event(3, "", '{"line":"roll b b"}')]
        for _ in range(2):
            await store.append("abc", rows, "playing", '{"n":3}')
        await store.append("abc", [row._replace(at=9999.0) for row in rows], "playing", '{"n":3}')
        unnamed = [event(4, "", '{"line":"L1: end"}')]
        for _ in range(2):
            await store.append("abc", unnamed, "playing", '{"n":4}')
        await store.append("abc", rows, "older", '{"n":3}')
        game = await store.game("abc")
        assert game is not None and (game.status, game.summary, game.last) == ("playing", '{"n":4}', 4)
        assert await store.events("abc") == [event(1, "c-1"), *rows, *unnamed]

    with_store(where, play)


def test_nearly_the_same_call_is_a_conflict(where: str) -> None:
    async def play(store: Store) -> None:
        await store.create(table(), [event(1, "c-1"), event(2)])
        for rows in (
            [event(1, "c-1", '{"line":"other"}')],
            [event(1, "c-9")],
            [event(2, at=2001.0)],  # without a command id: another process's event of another moment
            [event(2), event(3)],
            [event(1, "c-1")._replace(seat=1)],
        ):
            with pytest.raises(Conflict):
                await store.append("abc", rows, "over", "{}")
        for game in (table(created=1.0), table(listed=True), table()._replace(head="{}")):
            with pytest.raises(Conflict):
                await store.create(game, [event(1, "c-1"), event(2)])
        assert len(await store.events("abc")) == 2

    with_store(where, play)


def test_rows_with_gaps_are_a_fault_of_the_caller(where: str) -> None:
    async def play(store: Store) -> None:
        await store.create(table(), [])
        for rows in ([event(1), event(3)], [event(0)], [event(2), event(1)]):
            with pytest.raises(ValueError, match="without gaps"):
                await store.append("abc", rows, "", "")
        with pytest.raises(ValueError, match="without gaps"):
            await store.create(table("xyz"), [event(2)])
        assert await store.game("xyz") is None and await store.events("abc") == []

    with_store(where, play)


# -- many at once ------------------------------------------------------------------------------------------------


def test_a_hundred_tables_write_at_once(where: str) -> None:
    async def one_table(store: Store, code: str) -> None:
        await store.create(table(code), [])
        for k in range(10):
            await store.append(code, [event(2 * k + 1, f"{code}-{k}"), event(2 * k + 2, "", f'{{"at":{k}}}')], "playing", f'{{"n":{k}}}')

    async def play(store: Store) -> None:
        codes = [f"t{k}" for k in range(100)]
        await asyncio.gather(*(one_table(store, code) for code in codes))
        for code in codes:
            rows = await store.events(code)
            assert [row.seq for row in rows] == list(range(1, 21))
            assert [row.command for row in rows[::2]] == [f"{code}-{k}" for k in range(10)]
            game = await store.game(code)
            assert game is not None and (game.last, game.summary) == (20, '{"n":9}')

    with_store(where, play)


def test_the_writes_of_one_table_keep_their_order(where: str) -> None:
    async def play(store: Store) -> None:
        await store.create(table(), [])
        await asyncio.gather(*(store.append("abc", [event(k)], "playing", f'{{"n":{k}}}') for k in range(1, 301)))
        game = await store.game("abc")
        assert game is not None and (game.last, game.summary) == (300, '{"n":300}')

    with_store(where, play)


def test_a_refused_write_leaves_those_beside_it_whole(where: str) -> None:
    async def play(store: Store) -> None:
        for k in range(10):
            await store.create(table(f"g{k}"), [event(1, "c")])
        rows = [[event(2, "c" if k == 3 else "d")] if k != 6 else [event(2, "d", "\ud800")] for k in range(10)]
        writes = [store.append(f"g{k}", rows[k], "playing", "{}") for k in range(10)]
        answers = await asyncio.gather(*writes, store.append("nowhere", [event(1)], "", ""), return_exceptions=True)
        assert isinstance(answers[3], Conflict) and isinstance(answers[10], LookupError)
        assert isinstance(answers[6], Exception) and not isinstance(answers[6], StoreDown), "a text that is none is the caller's fault"
        assert [answer for k, answer in enumerate(answers) if k not in (3, 6, 10)] == [None] * 8
        assert [len(await store.events(f"g{k}")) for k in range(10)] == [1 if k in (3, 6) else 2 for k in range(10)]

    with_store(where, play)


def test_whoever_stops_waiting_does_not_stop_the_write(where: str) -> None:
    async def play(store: Store) -> None:
        await store.create(table(), [])
        write = asyncio.ensure_future(store.append("abc", [event(1)], "", ""))
        await asyncio.sleep(0)
        write.cancel()
        await store.append("abc", [event(2)], "", "")
        assert await store.events("abc") == [event(1), event(2)]

    with_store(where, play)


def test_several_servers_may_start_at_once_on_an_empty_store(where: str) -> None:
    async def play() -> None:
        stores = [open_store(where) for _ in range(5)]
        await asyncio.gather(*(store.open() for store in stores))
        await stores[0].create(table(), [])
        assert await stores[-1].game("abc") == table()
        for store in stores:
            await store.close()

    asyncio.run(play())


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
    process = subprocess.Popen([sys.executable, "-c", APPENDER, where], stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(SOURCE)})
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
    with pytest.raises(StoreDown, match=r"pip install tipover\[scale\]"):
        open_store("postgresql://localhost/tables")


# -- SQLite alone ------------------------------------------------------------------------------------------------


def test_the_file_is_kept_safely(tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        assert isinstance(store, SqliteStore) and store._connection is not None
        settings = [store._connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous", "foreign_keys")]
        assert settings == ["wal", 2, 1]

    with_store(str(tmp_path / "tables.sqlite"), play)


def test_lists_of_tables_are_read_from_an_index(tmp_path: Path) -> None:
    """So that a start with ten thousand tables asks for a page of them, not for all."""

    async def play(store: Store) -> None:
        assert isinstance(store, SqliteStore)
        seen: list[str] = []
        store._idle.put(store._connected())
        await store._read(lambda connection: connection.set_trace_callback(seen.append))
        for status in ("", "playing"):
            for listed in (None, True, False):
                await store.games(status, listed)
        assert len(seen) == 6
        for statement in seen:
            plan = await store._read(lambda connection, text=statement: connection.execute(f"EXPLAIN QUERY PLAN {text}").fetchall())
            assert len(plan) == 1 and "USING INDEX" in plan[0][3], plan

    with_store(str(tmp_path / "tables.sqlite"), play)


def test_a_locked_file_is_said_and_waits_off_the_event_loop(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"

    async def play() -> None:
        store = SqliteStore(path, busy=0.5)
        await store.open()
        await store.create(table(), [event(1)])
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        write = asyncio.ensure_future(store.append("abc", [event(2)], "", ""))
        reads = 0
        while not write.done():
            assert await store.events("abc") == [event(1)], "whoever reads need not wait"
            await asyncio.sleep(0.01)
            reads += 1
        assert reads > 2, "the event loop was held up"
        with pytest.raises(StoreDown, match="another process keeps it locked; try again"):
            await write
        other.execute("ROLLBACK")
        other.close()
        await store.append("abc", [event(2)], "", "")
        assert await store.events("abc") == [event(1), event(2)]
        await store.close()

    asyncio.run(play())


def test_a_full_disk_is_said_and_everything_goes_on_when_there_is_space(tmp_path: Path) -> None:
    class Narrow(SqliteStore):
        """A file that may not grow, as on a full disk: SQLite gives the same error."""

        pages = 1 << 30

        def _connected(self) -> sqlite3.Connection:
            connection = super()._connected()
            connection.execute(f"PRAGMA max_page_count = {self.pages}")
            return connection

    async def play() -> None:
        store = Narrow(tmp_path / "tables.sqlite")
        await store.open()
        await store.create(table(), [])
        store.pages = 1  # as many as it has now
        store._reset()
        large = '{"text":"' + "x" * 5000 + '"}'
        kept = 0
        with pytest.raises(StoreDown, match="the disk is full; free some space and try again"):
            for k in range(1, 200):
                await store.append("abc", [event(k, f"c{k}", large)], "playing", str(k))
                kept = k
        game = await store.game("abc")
        assert game is not None and game.last == kept == len(await store.events("abc"))
        store.pages = 1 << 30
        await store.append("abc", [event(kept + 1, f"c{kept + 1}", large)], "playing", "{}")
        assert len(await store.events("abc")) == kept + 1
        await store.close()

    asyncio.run(play())


@pytest.mark.soak
def test_a_start_with_a_million_events_is_instant(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"

    async def nothing(store: Store) -> None:
        pass

    with_store(str(path), nothing)
    file = sqlite3.connect(path)
    with file:
        for k in range(10_000):
            file.execute("INSERT INTO games VALUES (?, ?, ?, 'playing', ?, '{}', '{}', 100)", (f"g{k}", k, k, k % 2))
            rows = [(f"g{k}", seq, f"c{seq}", '{"line":"' + "x" * 40 + '"}') for seq in range(1, 101)]
            file.executemany("INSERT INTO events VALUES (?, ?, 'choice', 0, ?, ?, 1.0)", rows)
    file.close()

    async def play() -> None:
        before = time.monotonic()
        store = open_store(str(path))
        await store.open()
        games = await store.games("playing", listed=True)
        started = time.monotonic() - before
        before = time.monotonic()
        rows = await store.events("g777")
        assert (len(games), len(rows)) == (50, 100)
        assert started < 0.5 and time.monotonic() - before < 0.1
        await store.close()

    asyncio.run(play())


# -- PostgreSQL alone --------------------------------------------------------------------------------------------


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
        await store.create(table(code), [])
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
