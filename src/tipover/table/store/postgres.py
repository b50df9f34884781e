"""Tables in PostgreSQL, shared by several servers: one statement per batch of writes, wake-ups by LISTEN and NOTIFY."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeVar

import asyncpg

from tipover.table.store.base import (
    Conflict,
    EventRow,
    GameRow,
    SnapshotRow,
    StoreDown,
    check_rows,
    code_taken,
    command_taken,
    no_table,
    same_events,
    same_game,
    taken,
)
from tipover.table.store.migrating import lacking
from tipover.table.threads import Ending

CHANNEL, PRESENT = "tipover", "tipover_present"
CONNECTIONS = 8
PATIENCE = 5.0  # seconds to wait for a connection
SLOWEST = 10.0  # seconds that one statement may take
WRITERS = 2  # concurrent batches; a commit with NOTIFY takes a global lock, so more would only wait
MOST_TOGETHER = 200
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 2.0  # seconds between attempts to listen again
HEARTBEAT = 15.0  # seconds between two checks that the listening connection is alive
CLOCKS_APART = 60.0  # seconds by which the clocks of two servers may differ
MIGRATION_LOCK = 0x7469706F766572  # any number that no other application uses

_GAME = "code, created, updated, status, listed, summary, head, last, log_digest"
_EVENT = "seq, kind, seat, command, body, at"
_CLOCKED = """
SELECT code, summary FROM games WHERE status = 'playing' AND summary LIKE '%"deadline":%' AND summary NOT LIKE '%"deadline":0.0%'
"""
_ROWS = "unnest($%d::int[], $%d::text[], $%d::int[], $%d::text[], $%d::text[], $%d::float8[])"

_CREATE = f"""
WITH made AS (INSERT INTO games ({_GAME}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8::int, $9) ON CONFLICT DO NOTHING RETURNING code),
written AS (
    INSERT INTO events (game, {_EVENT}) SELECT made.code, entry.* FROM made, {_ROWS % (10, 11, 12, 13, 14, 15)} AS entry
)
SELECT code, pg_notify('{CHANNEL}', $16::text || ' ' || code || ' ' || $8::int) FROM made
"""

# Tables are locked in the order of their codes, so that batches of two servers cannot deadlock.
_APPEND = f"""
WITH wanted AS (
    SELECT * FROM unnest($1::text[], $2::int[], $3::int[], $4::text[], $5::text[], $6::float8[], $7::text[])
        AS wanted (code, before, after, status, summary, at, log_digest)
),
held AS MATERIALIZED (SELECT code FROM games WHERE code = ANY ($1::text[]) ORDER BY code FOR UPDATE),
moved AS (
    UPDATE games SET status = wanted.status, summary = wanted.summary,
        last = coalesce(wanted.after, games.last), updated = greatest(games.updated, wanted.at),
        log_digest = CASE WHEN wanted.log_digest = '' THEN games.log_digest ELSE wanted.log_digest END
    FROM wanted, held
    WHERE games.code = wanted.code AND held.code = wanted.code AND (wanted.before IS NULL OR games.last = wanted.before)
    RETURNING games.code, games.last
),
written AS (
    INSERT INTO events (game, {_EVENT})
    SELECT entry.* FROM unnest($8::text[], $9::int[], $10::text[], $11::int[], $12::text[], $13::text[], $14::float8[])
        AS entry (game, {_EVENT}) JOIN moved ON moved.code = entry.game
)
SELECT code, pg_notify('{CHANNEL}', $15::text || ' ' || code || ' ' || last) FROM moved
"""

_KEEP_SNAPSHOT = """
INSERT INTO snapshots SELECT code, $2::int, $3::text, $4::bytea FROM games WHERE code = $1 AND last >= $2::int
ON CONFLICT (game) DO UPDATE SET seq = excluded.seq, maker = excluded.maker, data = excluded.data
WHERE excluded.seq >= snapshots.seq OR excluded.maker <> snapshots.maker
"""

_SNAPSHOT = """
SELECT seq, maker, data FROM snapshots
WHERE game = $1 AND seq = (SELECT count(*) FROM events WHERE game = snapshots.game AND seq <= snapshots.seq)
"""

_PRUNE = """
WITH old AS (SELECT code FROM games WHERE status <> 'playing' AND updated < $1 FOR UPDATE SKIP LOCKED),
gone AS (DELETE FROM events WHERE game IN (SELECT code FROM old))
DELETE FROM games WHERE code IN (SELECT code FROM old) RETURNING code
"""

# Rows that another process is deleting at the moment are skipped.
_KEEP_SEED = """
WITH past AS (DELETE FROM seeds WHERE commitment IN (SELECT commitment FROM seeds WHERE until <= $3 FOR UPDATE SKIP LOCKED))
INSERT INTO seeds (commitment, seed, until) VALUES ($1, $2, $4) ON CONFLICT DO NOTHING
"""

# SQLSTATE classes that are the database's or operator's problem, not ours: connection, login, missing database, read-only, disk full …
_TROUBLE = ("08", "25", "28", "3D", "40", "42501", "53", "55", "57", "58", "XX")
_LOST = (asyncpg.PostgresConnectionError, asyncpg.InterfaceError, asyncpg.AdminShutdownError, ConnectionError)

T = TypeVar("T")


class _Write:
    """A pending append."""

    def __init__(self, code: str, rows: list[EventRow], status: str, summary: str, log_digest: str) -> None:
        self.code = code
        self.rows = rows
        self.status = status
        self.summary = summary
        self.log_digest = log_digest
        self.ending = Ending()

    def settle(self, error: Exception | None = None) -> None:
        """Tell the caller how it ended."""
        self.ending.settle(error)


class PostgresStore:
    """A store in a PostgreSQL database that several processes share. Reconnects by itself when the server restarts."""

    shared = True

    def __init__(self, url: str) -> None:
        self.url = url
        self.me = secrets.token_hex(8)  # identifies our own notifications, so that we ignore them
        self._pool: Any = None
        self._ear: asyncio.Task[None] | None = None
        self._listening = asyncio.Event()
        self._calls: list[Callable[[str, int], None]] = []
        self._hears: list[Callable[[str, str], None]] = []
        self._waiting: list[_Write] = []
        self._writers: set[asyncio.Task[None]] = set()
        self._busy: set[str] = set()  # tables in a batch that is being written; their next write waits for it

    async def open(self) -> None:
        """Connect, migrate the schema, start listening."""
        if self._pool is not None:
            return
        pool = asyncpg.create_pool(self.url, min_size=1, max_size=CONNECTIONS, timeout=PATIENCE, command_timeout=SLOWEST)
        try:
            await _safely(_opened(pool))
            await _safely(_migrate(pool))
        except BaseException:
            pool.terminate()
            raise
        self._pool = pool
        self._ear = asyncio.create_task(self._listen())
        with suppress(TimeoutError):
            await asyncio.wait_for(self._listening.wait(), PATIENCE)

    async def close(self) -> None:
        """Finish pending writes, stop listening, close the connections."""
        while self._writers:
            await asyncio.wait(self._writers)
        pool, ear, self._pool, self._ear = self._pool, self._ear, None, None
        if ear is not None:
            ear.cancel()
            with suppress(asyncio.CancelledError):
                await ear
        if pool is not None:
            try:
                await asyncio.wait_for(pool.close(), PATIENCE)
            except (TimeoutError, OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                pool.terminate()

    async def create(self, game: GameRow, rows: list[EventRow]) -> None:
        """Store a new table with its first events."""
        check_rows(0, rows)
        values = [*game._replace(last=len(rows)), *_columns(rows), self.me]
        try:
            made = await self._fetch(_CREATE, *values)
        except asyncpg.UniqueViolationError:
            raise command_taken(game.code) from None
        if made:
            return
        there = await self.game(game.code)
        if there is None or not same_game(there, game) or not same_events((await self.events(game.code))[: len(rows)], rows):
            raise code_taken(game.code)

    async def append(self, code: str, rows: list[EventRow], status: str, summary: str, log_digest: str = "") -> None:
        """Append events; cancelling the caller does not cancel the write, and the caller goes when it has ended."""
        if rows:
            check_rows(rows[0].seq - 1, rows)
        if self._pool is None:
            raise self._closed()
        write = _Write(code, rows, status, summary, log_digest)
        self._waiting.append(write)
        self._set_to_work()
        await write.ending.wait()

    def append_from_thread(self, *_: object) -> bool:
        """Nothing: the connections belong to the event loop."""
        return False

    async def events(self, code: str, after: int = 0) -> list[EventRow]:
        """The events after a seq, in order."""
        rows = await self._fetch(f"SELECT {_EVENT} FROM events WHERE game = $1 AND seq > $2 ORDER BY seq", code, after)
        return [EventRow(*row) for row in rows]

    async def game(self, code: str) -> GameRow | None:
        """The table with this code, or None."""
        rows = await self._fetch(f"SELECT {_GAME} FROM games WHERE code = $1", code)
        return GameRow(*rows[0]) if rows else None

    async def games(self, status: str = "", listed: bool | None = None, limit: int = 50) -> list[GameRow]:
        """Tables, most recently changed first."""
        parts = [*(["status = $2"] if status else []), *([] if listed is None else ["listed" if listed else "NOT listed"])]
        where = f"WHERE {' AND '.join(parts)}" if parts else ""
        values = [max(limit, 0), *([status] if status else [])]
        rows = await self._fetch(f"SELECT {_GAME} FROM games {where} ORDER BY updated DESC LIMIT $1", *values)
        return [GameRow(*row) for row in rows]

    async def clocked(self) -> list[tuple[str, str]]:
        """The code and the summary of every table that is being played with a deadline."""
        return [(code, summary) for code, summary in await self._fetch(_CLOCKED)]

    async def keep_snapshot(self, code: str, snapshot: SnapshotRow) -> None:
        """Store the snapshot of a table instead of an older one."""
        await self._fetch(_KEEP_SNAPSHOT, code, *snapshot)

    async def snapshot(self, code: str) -> SnapshotRow | None:
        """The snapshot of a table, or None; also if a row before it is missing."""
        rows = await self._fetch(_SNAPSHOT, code)
        return SnapshotRow(*rows[0]) if rows else None

    async def prune(self, before: float) -> int:
        """Delete old tables that are not being played."""
        return len(await self._fetch(_PRUNE, before))

    async def keep_seed(self, commitment: str, seed: str, now: float, until: float) -> None:
        """Store a server's seed for a table that will be opened later, and delete expired ones."""
        await self._fetch(_KEEP_SEED, commitment, seed, now, until)

    async def take_seed(self, commitment: str, now: float) -> str:
        """Remove the seed of a commitment and return it; empty if there is none or it has expired.

        If the answer is lost, so is the seed: the caller must ask for a new commitment.
        """
        rows = await self._fetch("DELETE FROM seeds WHERE commitment = $1 RETURNING seed, until", commitment)
        return rows[0][0] if rows and rows[0][1] > now else ""

    def on_change(self, call: Callable[[str, int], None]) -> None:
        """Report other processes' writes; after a lost connection possibly some that are already known."""
        self._calls.append(call)

    async def tell_present(self, message: str) -> None:
        """Send the other processes a message about who is present."""
        await self._fetch("SELECT pg_notify($1, $2)", PRESENT, f"{self.me} {message}")

    def on_present(self, call: Callable[[str, str], None]) -> None:
        """Report other processes' messages about who is present."""
        self._hears.append(call)

    # -- writing -------------------------------------------------------------------------------------------

    def _set_to_work(self) -> None:
        """Start writers while there is something to write and not all of them are busy."""
        while len(self._writers) < WRITERS and (batch := self._next_batch()):
            writer = asyncio.create_task(self._write(batch))
            self._writers.add(writer)
            writer.add_done_callback(self._rest)

    def _rest(self, writer: asyncio.Task[None]) -> None:
        self._writers.discard(writer)
        self._set_to_work()

    def _next_batch(self) -> list[_Write]:
        """The writes that can go together: one for each table, none for a table that is being written."""
        batch: list[_Write] = []
        left: list[_Write] = []
        for write in self._waiting:
            if write.code in self._busy or len(batch) >= MOST_TOGETHER:
                left.append(write)
            else:
                self._busy.add(write.code)
                batch.append(write)
        self._waiting = left
        return batch

    async def _write(self, batch: list[_Write]) -> None:
        """Write a batch and resolve its writes; if one of them cannot be written, each is retried alone."""
        try:
            moved = await self._append(batch)
            for write in batch:
                if write.code in moved:
                    write.settle()
                else:
                    await self._explain(write)
        except StoreDown as down:
            for write in batch:
                write.settle(StoreDown(str(down), down.trouble))
        except Exception as error:
            if len(batch) > 1:
                for write in batch:
                    await self._write([write])
            else:
                batch[0].settle(command_taken(batch[0].code) if isinstance(error, asyncpg.UniqueViolationError) else error)
        finally:
            for write in batch:
                self._busy.discard(write.code)

    async def _append(self, batch: list[_Write]) -> set[str]:
        """The codes whose writes were committed; the rows of the others do not follow their table's last event."""
        tables = [
            (one.code, one.rows[0].seq - 1, one.rows[-1].seq, one.status, one.summary, one.rows[-1].at, one.log_digest)
            if one.rows
            else (one.code, None, None, one.status, one.summary, 0.0, "")
            for one in batch
        ]
        rows = [(one.code, *row) for one in batch for row in one.rows]
        columns = [*map(list, zip(*tables, strict=True)), *(map(list, zip(*rows, strict=True)) if rows else [[]] * 7)]
        return {row[0] for row in await self._fetch(_APPEND, *columns, self.me)}

    async def _explain(self, write: _Write) -> None:
        """Resolve a write that did not follow the table's last event: it is already stored, it came too late, or there is no table."""
        try:
            await self._explained(write)
            write.settle()
        except (Conflict, LookupError, StoreDown) as error:
            write.settle(error)

    async def _explained(self, write: _Write) -> None:
        if not write.rows or await self.game(write.code) is None:
            raise no_table(write.code)
        first = write.rows[0].seq
        if not same_events((await self.events(write.code, first - 1))[: len(write.rows)], write.rows):
            raise taken(write.code, first)

    # -- connections ---------------------------------------------------------------------------------------

    async def _fetch(self, statement: str, *values: object) -> list[Any]:
        """Run one statement as one transaction, retried once if the connection broke while idle.

        The retry is safe for writes too, because rows that already exist count as written.
        """
        pool = self._pool
        if pool is None:
            raise self._closed()
        try:
            return await _safely(pool.fetch(statement, *values), retry=True)
        except _LOST:
            return await _safely(pool.fetch(statement, *values))

    def _closed(self) -> StoreDown:
        return StoreDown("the database is not open")

    # -- listening -----------------------------------------------------------------------------------------

    async def _listen(self) -> None:
        """Keep one listening connection; after each loss report every table that may have changed in the meantime."""
        pause = FIRST_PAUSE
        deaf_since: float | None = None
        while True:
            connection: Any = None
            try:
                connection = await asyncpg.connect(self.url, timeout=PATIENCE, command_timeout=SLOWEST)
                lost = asyncio.Event()
                connection.add_termination_listener(lambda _, lost=lost: lost.set())
                await connection.add_listener(CHANNEL, self._heard)
                await connection.add_listener(PRESENT, self._heard_present)
                if deaf_since is not None:
                    await self._catch_up(connection, deaf_since)
                self._listening.set()
                pause, deaf_since = FIRST_PAUSE, None
                while not lost.is_set():
                    with suppress(TimeoutError):
                        await asyncio.wait_for(lost.wait(), HEARTBEAT)
                    await connection.execute("SELECT 1")  # a broken network may not report an error
            except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError):
                pass  # the server is unavailable: try again below
            finally:
                if connection is not None:
                    connection.terminate()
            deaf_since = deaf_since or time.time()
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE)

    async def _catch_up(self, connection: Any, since: float) -> None:
        for code, last in await connection.fetch("SELECT code, last FROM games WHERE updated > $1", since - CLOCKS_APART):
            self._tell(code, last)

    def _heard(self, connection: object, process: int, channel: str, payload: object) -> None:
        sender, code, seq = str(payload).split(" ")
        if sender != self.me:
            self._tell(code, int(seq))

    def _heard_present(self, connection: object, process: int, channel: str, payload: object) -> None:
        sender, _, present = str(payload).partition(" ")
        if sender != self.me:
            for call in self._hears:
                asyncio.get_running_loop().call_soon(call, sender, present)

    def _tell(self, code: str, seq: int) -> None:
        loop = asyncio.get_running_loop()
        for call in self._calls:
            loop.call_soon(call, code, seq)  # an error in a callback must not end the listening task


async def _safely(deed: Awaitable[T], retry: bool = False) -> T:
    """Await a call to the database; errors of the server or the network become `StoreDown`.

    With `retry`, a lost connection is raised unchanged, so that the caller can try again.
    """
    try:
        return await deed
    except (OSError, TimeoutError, asyncpg.InterfaceError, asyncpg.PostgresError) as error:
        if retry and isinstance(error, _LOST):
            raise
        if isinstance(error, asyncpg.PostgresError) and not (error.sqlstate or "08").startswith(_TROUBLE):
            raise
        full = isinstance(error, asyncpg.DiskFullError)
        raise StoreDown(f"the database cannot be used now ({_reason(error)}); try again", "full" if full else "silent") from error


async def _opened(pool: Any) -> None:
    try:
        await pool
    except ValueError as error:
        raise StoreDown(f"this is no address of a database: {error}") from None


async def _migrate(pool: Any) -> None:
    """Migrate the schema; if several servers start at once, one does it and the others wait."""
    async with pool.acquire() as connection, connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", MIGRATION_LOCK)
        await connection.execute(
            "CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL, at DOUBLE PRECISION NOT NULL)"
        )
        done = [row[0] for row in await connection.fetch("SELECT number FROM migrations")]
        for step in lacking("postgres", done, "the database"):
            await connection.execute(step.text)
            await connection.execute("INSERT INTO migrations VALUES ($1, $2, $3)", step.number, step.name, time.time())


def _columns(rows: list[EventRow]) -> list[list[object]]:
    """Rows as one list for each column, as `unnest` takes them."""
    return [list(column) for column in zip(*rows, strict=True)] if rows else [[] for _ in EventRow._fields]


def _reason(error: Exception) -> str:
    """An error in a few words; a timeout has none of its own."""
    if isinstance(error, TimeoutError):
        return "it does not answer"
    if isinstance(error, OSError):
        return error.strerror or str(error) or "the connection is lost"
    return str(error).split("\n")[0]
