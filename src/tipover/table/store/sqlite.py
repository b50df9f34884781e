"""Tables in one SQLite file: a writer thread that commits all pending writes in one transaction, and a pool of readers."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TypeVar

from tipover.table.store.base import (
    EventRow,
    GameRow,
    SnapshotRow,
    StoreDown,
    Trouble,
    check_rows,
    code_taken,
    command_taken,
    keep_private,
    no_table,
    same_events,
    same_game,
    taken,
)
from tipover.table.store.sqlite_schema import migrate
from tipover.table.threads import Ending, Settle

BUSY = 5.0  # seconds to wait for another process that writes the file
MOST_TOGETHER = 500  # writes in one transaction
MANY, LAST_OF_MANY = 3, 2  # writes in one transaction with which such times begin, and last: two meet by chance at any rate
GATHER = 0.008  # seconds between two transactions while several tables write at once, so that more of them share one
READERS = 2
EMPTY_TRIES, EMPTY_WAIT = 20, 0.05  # how often, and how many seconds between, a file without a byte is looked at again
LARGEST_LEFTOVER = 16 * 1024 * 1024  # bytes of write-ahead log kept after a checkpoint

_GAME = "code, created, updated, status, listed, summary, head, last, log_digest"
_EVENT = "seq, kind, seat, command, body, at"
_CLOCKED = """
SELECT code, summary FROM games WHERE status = 'playing' AND summary LIKE '%"deadline":%' AND summary NOT LIKE '%"deadline":0.0%'
"""

# Errors that concern one write only. Every other error of the database fails the whole batch.
_REFUSALS = (sqlite3.IntegrityError, sqlite3.ProgrammingError, sqlite3.DataError, sqlite3.InterfaceError)

_LOCKED: tuple[str, Trouble] = ("another process keeps it locked; try again", "locked")
_TROUBLES: dict[int, tuple[str, Trouble]] = {
    sqlite3.SQLITE_FULL: ("the disk is full; free some space and try again", "full"),
    sqlite3.SQLITE_BUSY: _LOCKED,
    sqlite3.SQLITE_LOCKED: _LOCKED,
    sqlite3.SQLITE_READONLY: ("it may only be read", "down"),
    sqlite3.SQLITE_PERM: ("we may not use it", "down"),
    sqlite3.SQLITE_CANTOPEN: ("it cannot be opened", "down"),
    sqlite3.SQLITE_NOTADB: ("it is no SQLite file", "damaged"),
    sqlite3.SQLITE_CORRUPT: ("it is damaged; restore a copy of it", "damaged"),
    sqlite3.SQLITE_IOERR: ("the disk reports an error", "down"),
}

T = TypeVar("T")


class _Write:
    """A pending write, and whom its event loop tells its end. The deed may be done twice: if another write of its batch is refused."""

    def __init__(self, deed: Callable[[sqlite3.Connection], None], loop: asyncio.AbstractEventLoop, settle: Settle) -> None:
        self.deed = deed
        self.loop = loop
        self.settle = settle
        self.error: Exception | None = None


class SqliteStore:
    """A store in one file. Several processes may share the file, but they do not notify each other."""

    shared = False

    def __init__(self, path: str | Path, busy: float = BUSY) -> None:
        self.path = Path(path)
        self.busy = busy
        self._writes: SimpleQueue[_Write | None] = SimpleQueue()
        self._gate = threading.Lock()  # nothing is put into the queue after the None that ends it
        self._turn = threading.Lock()  # held by the thread that commits
        self._are_many = False  # whether so many write at once that they gather for each commit
        self._writer: threading.Thread | None = None
        self._connection: sqlite3.Connection | None = None  # the writer's
        self._readers: ThreadPoolExecutor | None = None
        self._idle: SimpleQueue[sqlite3.Connection] = SimpleQueue()  # the readers'

    async def open(self) -> None:
        """Create the file or migrate it, and start the threads."""
        if self._writer is not None:
            return
        self._connection = await asyncio.get_running_loop().run_in_executor(None, self._prepared)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="store-reader")
        self._writer = threading.Thread(target=self._write_all, name="store-writer", daemon=True)
        self._writer.start()

    async def close(self) -> None:
        """Finish pending writes, then close the file."""
        writer, readers = self._writer, self._readers
        if writer is None or readers is None:
            return
        with self._gate:
            self._writer = self._readers = None
            self._writes.put(None)
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(None, writer.join)
        await loop.run_in_executor(None, readers.shutdown)
        while not self._idle.empty():
            self._idle.get().close()

    async def create(self, game: GameRow, rows: list[EventRow]) -> None:
        """Store a new table with its first events."""
        check_rows(0, rows)
        await self._write(lambda connection: _create(connection, game, rows))

    async def append(self, code: str, rows: list[EventRow], status: str, summary: str, log_digest: str = "") -> None:
        """Append events; cancelling the caller does not cancel the write, and the caller goes when it has ended."""
        if rows:
            check_rows(rows[0].seq - 1, rows)
        await self._write(lambda connection: _append(connection, code, rows, status, summary, log_digest))

    def append_from_thread(
        self, loop: asyncio.AbstractEventLoop, settle: Settle, code: str, rows: list[EventRow], status: str, summary: str, log_digest: str
    ) -> bool:
        """Append without going back to the event loop first."""
        if rows:
            check_rows(rows[0].seq - 1, rows)
        write = _Write(lambda connection: _append(connection, code, rows, status, summary, log_digest), loop, settle)
        if not self._committed_here(write):
            self._put(write)
        return True

    async def events(self, code: str, after: int = 0) -> list[EventRow]:
        """The events after a seq, in order."""
        return await self._read(lambda connection: _events(connection, code, after))

    async def game(self, code: str) -> GameRow | None:
        """The table with this code, or None."""
        return await self._read(lambda connection: _game(connection, code))

    async def games(self, status: str = "", listed: bool | None = None, limit: int = 50) -> list[GameRow]:
        """Tables, most recently changed first."""
        return await self._read(lambda connection: _games(connection, status, listed, limit))

    async def clocked(self) -> list[tuple[str, str]]:
        """The code and the summary of every table that is being played with a deadline."""
        return await self._read(lambda connection: connection.execute(_CLOCKED).fetchall())

    async def keep_snapshot(self, code: str, snapshot: SnapshotRow) -> None:
        """Store the snapshot of a table instead of an older one."""
        await self._write(lambda connection: _keep_snapshot(connection, code, snapshot))

    async def snapshot(self, code: str) -> SnapshotRow | None:
        """The snapshot of a table, or None; also if a row before it is missing."""
        return await self._read(lambda connection: _snapshot(connection, code))

    async def prune(self, before: float) -> int:
        """Delete old tables that are not being played."""
        found: list[int] = []
        await self._write(lambda connection: found.append(_prune(connection, before)))
        return found[-1]

    async def keep_seed(self, commitment: str, seed: str, now: float, until: float) -> None:
        """Store a server's seed for a table that will be opened later, and delete expired ones."""
        await self._write(lambda connection: _keep_seed(connection, commitment, seed, now, until))

    async def take_seed(self, commitment: str, now: float) -> str:
        """Remove the seed of a commitment and return it; empty if there is none or it has expired."""
        found: list[str] = []
        await self._write(lambda connection: found.append(_take_seed(connection, commitment, now)))
        return found[-1]

    def on_change(self, call: Callable[[str, int], None]) -> None:
        """Does nothing: a file does not report changes."""

    async def tell_present(self, message: str) -> None:
        """Does nothing: there is no other process."""

    def on_present(self, call: Callable[[str, str], None]) -> None:
        """Does nothing: no message ever comes."""

    # -- threads -------------------------------------------------------------------------------------------

    async def _write(self, deed: Callable[[sqlite3.Connection], None]) -> None:
        ending = Ending()
        self._put(_Write(deed, asyncio.get_running_loop(), ending.settle))
        await ending.wait()

    def _put(self, write: _Write) -> None:
        with self._gate:
            if self._writer is None:
                raise StoreDown(f"{self.path} is not open")
            self._writes.put(write)

    def _committed_here(self, write: _Write) -> bool:
        """Commit a lone write in the thread that brings it, which saves waking the writer; False if that has others to commit it with."""
        if self._are_many or not self._writes.empty() or not self._turn.acquire(blocking=False):
            return False
        try:
            if self._writer is None:
                return False
            self._commit([write])
        finally:
            self._turn.release()
        return True

    async def _read(self, look: Callable[[sqlite3.Connection], T]) -> T:
        if self._readers is None:
            raise StoreDown(f"{self.path} is not open")
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._looked, look)

    def _looked(self, look: Callable[[sqlite3.Connection], T]) -> T:
        """Run a query on a connection of its own from the pool; a connection that failed is closed, not reused."""
        try:
            try:
                connection = self._idle.get_nowait()
            except Empty:
                connection = self._connected()
            try:
                found = look(connection)
            except BaseException:
                connection.close()
                raise
        except sqlite3.Error as error:
            raise self._down(error) from error
        self._idle.put(connection)
        return found

    def _write_all(self) -> None:
        """The writer thread: commit all pending writes together, until the store closes."""
        begun = 0.0  # when the last batch began
        while (first := self._writes.get()) is not None:
            if self._are_many:  # a few more share the next commit
                time.sleep(max(0.0, begun + GATHER - time.monotonic()))
            with self._turn:
                batch, begun = self._pending(first), time.monotonic()
                self._are_many = len(batch) >= (LAST_OF_MANY if self._are_many else MANY)
                self._commit(batch)
        with self._turn:
            if self._connection is not None:
                self._connection.close()

    def _pending(self, first: _Write) -> list[_Write]:
        """This write and those that wait behind it."""
        batch = [first]
        while len(batch) < MOST_TOGETHER and not self._writes.empty():
            following = self._writes.get()
            if following is None:
                self._writes.put(None)
                break
            batch.append(following)
        return batch

    def _commit(self, batch: list[_Write]) -> None:
        """Commit writes, and tell each how it ended."""
        self._store(batch)
        for loop in {write.loop for write in batch}:
            with suppress(RuntimeError):  # it has ended
                loop.call_soon_threadsafe(_settle, [write for write in batch if write.loop is loop])

    def _store(self, batch: list[_Write]) -> None:
        """Commit all writes in one transaction. A refused write does not affect the others; an error of the disk fails all."""
        try:
            if self._connection is None:
                self._connection = self._connected()
            try:
                _write_together(self._connection, batch)
            except Exception as error:
                if _is_of_disk(error):
                    raise
                self._connection.execute("ROLLBACK")
                _write_each(self._connection, batch)
        except Exception as error:
            for write in batch:
                write.error = self._down(error) if isinstance(error, sqlite3.Error) else error
            self._reset()

    def _reset(self) -> None:
        """Close a connection that failed, which rolls back; the next write opens a new one."""
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None

    # -- the file ------------------------------------------------------------------------------------------

    def _connected(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, timeout=self.busy, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute(f"PRAGMA journal_size_limit = {LARGEST_LEFTOVER}")
        return connection

    def _stays_empty(self) -> bool:
        """Whether the file is there without a byte, and not merely being made by another server this moment."""
        for _ in range(EMPTY_TRIES):
            if not self.path.exists() or self.path.stat().st_size:
                return False
            time.sleep(EMPTY_WAIT)
        return True

    def _prepared(self) -> sqlite3.Connection:
        """Create or migrate the file, and return a connection to it."""
        connection: sqlite3.Connection | None = None
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if self._stays_empty():
                raise StoreDown(
                    f"{self.path} is empty, not even a new store is: restore a copy of it, or delete it to begin anew", "damaged"
                )
            connection = self._connected()
            connection.execute("PRAGMA journal_mode = WAL")
            keep_private(self.path)  # SQLite gives its other files the same mode
            migrate(connection, str(self.path))
            return connection
        except BaseException as error:
            if connection is not None:
                connection.close()
            if isinstance(error, sqlite3.Error):
                raise self._down(error) from error
            if isinstance(error, OSError):
                raise StoreDown(f"{self.path} cannot be made: {error.strerror}") from error
            raise

    def _down(self, error: sqlite3.Error) -> StoreDown:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        reason, trouble = _TROUBLES.get(code, (str(error), "down"))
        return StoreDown(f"{self.path} cannot be used now: {reason}", trouble)


# -- batches -----------------------------------------------------------------------------------------------------


def _write_together(connection: sqlite3.Connection, batch: list[_Write]) -> None:
    """Commit all writes; if one is refused, nothing is committed."""
    connection.execute("BEGIN IMMEDIATE")
    for write in batch:
        write.deed(connection)
    connection.execute("COMMIT")


def _write_each(connection: sqlite3.Connection, batch: list[_Write]) -> None:
    """Commit all writes but those that are refused; these know why."""
    connection.execute("BEGIN IMMEDIATE")
    for write in batch:
        connection.execute("SAVEPOINT one")
        try:
            write.deed(connection)
        except Exception as error:
            if _is_of_disk(error):
                raise
            write.error = error
            connection.execute("ROLLBACK TO one")
        connection.execute("RELEASE one")
    connection.execute("COMMIT")


def _is_of_disk(error: Exception) -> bool:
    """Whether an error concerns more than the write that met it."""
    return isinstance(error, sqlite3.Error) and not isinstance(error, _REFUSALS)


def _settle(batch: list[_Write]) -> None:
    for write in batch:
        write.settle(write.error)


# -- statements within one transaction -------------------------------------------------------------------------


def _create(connection: sqlite3.Connection, game: GameRow, rows: list[EventRow]) -> None:
    there = _game(connection, game.code)
    if there is not None:
        if same_game(there, game) and same_events(_events(connection, game.code, 0)[: len(rows)], rows):
            return
        raise code_taken(game.code)
    connection.execute(f"INSERT INTO games ({_GAME}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", game._replace(last=len(rows)))
    _insert(connection, game.code, rows)


def _append(connection: sqlite3.Connection, code: str, rows: list[EventRow], status: str, summary: str, log_digest: str) -> None:
    there = connection.execute("SELECT last FROM games WHERE code = ?", (code,)).fetchone()
    if there is None:
        raise no_table(code)
    last: int = there[0]
    if rows and rows[0].seq != last + 1:
        if same_events(_events(connection, code, rows[0].seq - 1)[: len(rows)], rows):
            return
        raise taken(code, rows[0].seq)
    _insert(connection, code, rows)
    changed = rows[-1].at if rows else 0.0
    connection.execute(
        "UPDATE games SET status = ?1, summary = ?2, last = ?3, updated = max(updated, ?4),"
        " log_digest = CASE WHEN ?5 = '' THEN log_digest ELSE ?5 END WHERE code = ?6",
        (status, summary, last + len(rows), changed, log_digest, code),
    )


def _insert(connection: sqlite3.Connection, code: str, rows: list[EventRow]) -> None:
    try:
        connection.executemany(f"INSERT INTO events (game, {_EVENT}) VALUES (?, ?, ?, ?, ?, ?, ?)", [(code, *row) for row in rows])
    except sqlite3.IntegrityError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_CONSTRAINT_UNIQUE:
            raise command_taken(code) from None
        raise


def _game(connection: sqlite3.Connection, code: str) -> GameRow | None:
    row = connection.execute(f"SELECT {_GAME} FROM games WHERE code = ?", (code,)).fetchone()
    return None if row is None else _game_row(row)


def _game_row(row: tuple[str, float, float, str, int, str, str, int, str]) -> GameRow:
    code, created, updated, status, listed, summary, head, last, log_digest = row
    return GameRow(code, created, updated, status, bool(listed), summary, head, last, log_digest)


def _events(connection: sqlite3.Connection, code: str, after: int) -> list[EventRow]:
    rows = connection.execute(f"SELECT {_EVENT} FROM events WHERE game = ? AND seq > ? ORDER BY seq", (code, after))
    return [EventRow(*row) for row in rows]


def _keep_snapshot(connection: sqlite3.Connection, code: str, snapshot: SnapshotRow) -> None:
    connection.execute(
        "INSERT INTO snapshots SELECT code, ?, ?, ? FROM games WHERE code = ? AND last >= ? ON CONFLICT (game) DO UPDATE"
        " SET seq = excluded.seq, maker = excluded.maker, data = excluded.data WHERE excluded.seq >= seq OR excluded.maker <> maker",
        (*snapshot, code, snapshot.seq),
    )


def _snapshot(connection: sqlite3.Connection, code: str) -> SnapshotRow | None:
    row = connection.execute(
        "SELECT seq, maker, data FROM snapshots"
        " WHERE game = ? AND seq = (SELECT count(*) FROM events WHERE game = snapshots.game AND seq <= snapshots.seq)",
        (code,),
    ).fetchone()
    return None if row is None else SnapshotRow(*row)


def _prune(connection: sqlite3.Connection, before: float) -> int:
    old = "SELECT code FROM games WHERE status <> 'playing' AND updated < ?"
    connection.execute(f"DELETE FROM events WHERE game IN ({old})", (before,))
    return connection.execute(f"DELETE FROM games WHERE code IN ({old})", (before,)).rowcount


def _keep_seed(connection: sqlite3.Connection, commitment: str, seed: str, now: float, until: float) -> None:
    connection.execute("DELETE FROM seeds WHERE until <= ?", (now,))
    connection.execute("INSERT OR IGNORE INTO seeds VALUES (?, ?, ?)", (commitment, seed, until))


def _take_seed(connection: sqlite3.Connection, commitment: str, now: float) -> str:
    row = connection.execute("SELECT seed FROM seeds WHERE commitment = ? AND until > ?", (commitment, now)).fetchone()
    connection.execute("DELETE FROM seeds WHERE commitment = ?", (commitment,))
    return row[0] if row is not None else ""


def _games(connection: sqlite3.Connection, status: str, listed: bool | None, limit: int) -> list[GameRow]:
    # `listed` is a constant in the SQL, because SQLite uses a partial index only for constants.
    parts = [*(["status = ?"] if status else []), *([f"listed = {int(listed)}"] if listed is not None else [])]
    where = f"WHERE {' AND '.join(parts)}" if parts else ""
    values = [*([status] if status else []), max(limit, 0)]
    rows = connection.execute(f"SELECT {_GAME} FROM games {where} ORDER BY updated DESC LIMIT ?", values)
    return [_game_row(row) for row in rows]
