"""The store in a SQLite file: safe settings, lists from an index, a locked file, a full disk, a quick start."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from kit.stores import event, table, with_store
from tipover.table.store import Conflict, Store, StoreDown, open_store
from tipover.table.store.sqlite import SqliteStore, _Write


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


def test_a_thread_appends_and_the_loop_hears_how_it_ended(tmp_path: Path) -> None:
    async def play() -> None:
        store = SqliteStore(tmp_path / "tables.sqlite")
        await store.open()
        await store.create(table(), [event(1)])
        loop = asyncio.get_running_loop()

        async def appended(number: int) -> BaseException | None:
            ended: asyncio.Future[BaseException | None] = loop.create_future()

            def settle(error: BaseException | None) -> None:
                assert asyncio.get_running_loop() is loop
                ended.set_result(error)

            assert await asyncio.to_thread(store.append_from_thread, loop, settle, "abc", [event(number)], "playing", "{}", "")
            return await ended

        assert await appended(2) is None
        assert await store.events("abc") == [event(1), event(2)]
        assert isinstance(await appended(4), Conflict)
        assert await store.events("abc") == [event(1), event(2)]
        await store.close()
        with pytest.raises(StoreDown, match="is not open"):  # and is not left to wait for a writer that has ended
            await asyncio.to_thread(store.append_from_thread, loop, print, "abc", [event(3)], "playing", "{}", "")

    asyncio.run(play())


def test_a_lone_write_is_committed_by_the_thread_that_brings_it_and_several_together_by_the_writer(tmp_path: Path) -> None:
    """The end of each is told on the loop, after the commit; while one thread commits, what the others bring waits for the writer."""
    committers: list[tuple[str, int]] = []

    async def play() -> None:
        store = SqliteStore(tmp_path / "tables.sqlite")
        await store.open()
        for code in "abcd":
            await store.create(table(code), [event(1)])
        while store._turn.locked():  # the end of a write is told before the writer rests
            await asyncio.sleep(0.001)
        commit, goes_on = store._commit, threading.Event()

        def watched(batch: list[_Write]) -> None:
            committers.append((threading.current_thread().name, len(batch)))
            goes_on.wait(5)
            commit(batch)

        store._commit = watched  # type: ignore[method-assign]
        loop, told = asyncio.get_running_loop(), dict[str, asyncio.Future[None]]()

        def bring(code: str) -> bool:
            return store.append_from_thread(loop, lambda error: told[code].set_result(None), code, [event(2)], "playing", "{}", "")

        first, *others = "abcd"
        told |= {code: loop.create_future() for code in "abcd"}
        lone = asyncio.ensure_future(asyncio.to_thread(bring, first))
        while not committers:
            await asyncio.sleep(0.001)
        for code in others:
            assert await asyncio.to_thread(bring, code), "nobody waits for the thread that commits"
        assert not any(one.done() for one in told.values()), "nothing is told before its commit"
        goes_on.set()
        await asyncio.gather(lone, *told.values())
        for code in "abcd":
            assert [row.seq for row in await store.events(code)] == [1, 2]
        await store.close()

    asyncio.run(play())
    assert committers[0][0] != "store-writer" and committers[0][1] == 1
    assert all(name == "store-writer" for name, _ in committers[1:]) and sum(many for _, many in committers[1:]) == 3


@pytest.mark.parametrize(("batches", "gathers"), [([1, 1], 0), ([2, 2, 2], 0), ([3, 1], 1), ([3, 2, 1, 1], 2), ([3, 1, 2, 2], 1)])
def test_writes_gather_for_each_commit_only_while_many_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, batches: list[int], gathers: int
) -> None:
    """Two that meet by chance do so at any rate, and make nobody wait for a third; with three it begins, and it lasts while there are two."""
    slept: list[float] = []
    committed: list[int] = []

    async def play() -> None:
        store = SqliteStore(tmp_path / "tables.sqlite")
        await store.open()
        await store.create(table(), [])
        monkeypatch.setattr("tipover.table.store.sqlite.time", SimpleNamespace(monotonic=time.monotonic, sleep=slept.append))
        commit = store._commit

        def watched(batch: list[_Write]) -> None:
            committed.append(len(batch))
            commit(batch)

        store._commit = watched  # type: ignore[method-assign]
        number = 0
        for many in batches:
            with store._turn:  # meanwhile all of them come
                writes = [asyncio.ensure_future(store.append("abc", [event(number + k)], "", "")) for k in range(1, many + 1)]
                await asyncio.sleep(0)
            await asyncio.gather(*writes)
            number += many
        await store.close()

    asyncio.run(play())
    assert committed == batches
    assert len(slept) == gathers


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
            file.execute("INSERT INTO games VALUES (?, ?, ?, 'playing', ?, '{}', '{}', 100, '')", (f"g{k}", k, k, k % 2))
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
