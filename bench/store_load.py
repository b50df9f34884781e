"""The store's write load at scale: rows as games write them, at a rate, through the real stores with their group commit.

`python -m bench.store_load [--rate MOVES] [--seconds S] [--postgres URL] [--servers N] [--wake-ups]` measures one load.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

from bench.measure import Row
from tipover.table.store import EventRow, GameRow, Store, open_store

# What a table of people does, from games played at the table: a move takes its seat a while, and brings some rows along.
SECONDS_A_MOVE = 15.0  # between two moves at one table whose people play without a break
ROWS_A_MOVE = 2.2  # the choice, the dice that follow, the shares of the seats
BODY = 62  # bytes of JSON in a row
SUMMARY = 1_400  # bytes of the table for lists, written with every move
ROOMS = 400  # tables that one simulated server has open: enough that two moves of one seldom meet


class Load(NamedTuple):
    """What a load came to."""

    moves: int
    seconds: float
    p50: float  # ms until a move was stored
    p99: float
    together: float  # moves in one commit
    size: float  # bytes of the store for each row

    @property
    def rate(self) -> float:
        return self.moves / self.seconds


def rows_of(draws: random.Random, seq: int, number: int) -> list[EventRow]:
    """The rows of one move."""
    count = 1 + (draws.random() < ROWS_A_MOVE - 1) + (draws.random() < max(0.0, ROWS_A_MOVE - 2))
    body = '{"line":"' + "x" * (BODY - 11) + '"}'
    now = time.time()
    return [EventRow(seq + k, "choice", 0, f"m{number}" if k == 1 else "", body, now) for k in range(1, count + 1)]


class Server:
    """One server's writes: its tables move at random, each waiting for its own last move to be stored."""

    def __init__(self, store: Store, name: str) -> None:
        self.store = store
        self.codes = [f"{name}{number:05}" for number in range(ROOMS)]
        self.last = dict.fromkeys(self.codes, 0)
        self.took: list[float] = []
        self.rows = 0
        self._draws = random.Random(name)
        self._busy: set[str] = set()
        self._summary = "s" * SUMMARY

    async def open(self) -> None:
        """Make the tables."""
        for code in self.codes:
            await self.store.create(GameRow(code, 1.0, 1.0, "playing", False, self._summary, "{}", 0), [])

    async def move(self, number: int) -> None:
        """Store one move of a table that is not storing one."""
        code = next((one for one in self._draws.choices(self.codes, k=20) if one not in self._busy), "")
        if not code:
            return
        self._busy.add(code)
        rows = rows_of(self._draws, self.last[code], number)
        begun = time.perf_counter()
        await self.store.append(code, rows, "playing", self._summary)
        self.took.append((time.perf_counter() - begun) * 1000)
        self.last[code] += len(rows)
        self.rows += len(rows)
        self._busy.discard(code)

    async def run(self, rate: float, seconds: float) -> None:
        """Moves at a rate, by the clock; as fast as they are stored if the rate is 0."""
        begun, number, moves = time.perf_counter(), 0, set[asyncio.Task[None]]()
        while (now := time.perf_counter() - begun) < seconds:
            if rate and number / rate > now:
                await asyncio.sleep(number / rate - now)
            elif len(moves) >= ROOMS // 2:
                await asyncio.sleep(0)
                if len(moves) >= ROOMS // 2:
                    await asyncio.wait(moves, return_when=asyncio.FIRST_COMPLETED)
            number += 1
            task = asyncio.create_task(self.move(number))
            moves.add(task)
            task.add_done_callback(moves.discard)
        await asyncio.gather(*moves)


def _count_commits(store: Any) -> list[int]:
    """The moves of each commit from now on."""
    commits: list[int] = []
    name = "_commit" if hasattr(store, "_commit") else "_append"
    before = getattr(store, name)

    def counted(batch: list[Any]) -> Any:
        commits.append(len(batch))
        return before(batch)

    setattr(store, name, counted)
    return commits


async def measured(where: str, rate: float, seconds: float, servers: int = 1) -> Load:
    """Put a load on a store; `servers` share a PostgreSQL database, each with its own connections."""
    stores = [open_store(where) for _ in range(servers)]
    for store in stores:
        await store.open()
    mark = f"{time.time_ns() % 10**9:09}"
    crew = [Server(store, f"{mark}{number}") for number, store in enumerate(stores)]
    commits: list[int] = []
    try:
        for one in crew:
            await one.open()
        counts = [_count_commits(store) for store in stores]
        begun = time.perf_counter()
        await asyncio.gather(*(one.run(rate / servers, seconds) for one in crew))
        lasted = time.perf_counter() - begun
        commits = [number for found in counts for number in found]
    finally:
        for store in stores:
            await store.close()
    took = sorted(value for one in crew for value in one.took)
    rows = sum(one.rows for one in crew)
    file = Path(where)
    size = file.stat().st_size / max(rows, 1) if "://" not in where and file.is_file() else 0.0
    together = statistics.mean(commits) if commits else 0.0
    return Load(len(took), lasted, took[len(took) // 2], took[min(len(took) - 1, len(took) * 99 // 100)], together, size)


async def wake_ups(url: str, rate: float, seconds: float) -> list[float]:
    """The ms from when one server begins to store a move until another one hears of it (LISTEN and NOTIFY), in order."""
    writer, reader = open_store(url), open_store(url)
    await writer.open()
    await reader.open()
    heard: dict[tuple[str, int], float] = {}

    def hear(code: str, seq: int) -> None:
        heard.setdefault((code, seq), time.perf_counter())

    reader.on_change(hear)
    server = Server(writer, f"{time.time_ns() % 10**9:09}w")
    took: list[float] = []
    try:
        await server.open()
        until, number = time.perf_counter() + seconds, 0
        while time.perf_counter() < until:
            code, number = server.codes[number % ROOMS], number + 1
            rows = rows_of(random.Random(number), server.last[code], number)
            begun, server.last[code] = time.perf_counter(), rows[-1].seq
            await writer.append(code, rows, "playing", "")
            while (code, rows[-1].seq) not in heard:
                await asyncio.sleep(0.0005)
            took.append((heard[code, rows[-1].seq] - begun) * 1000)
            await asyncio.sleep(1 / rate)
    finally:
        await writer.close()
        await reader.close()
    return sorted(took)


def store_load(seconds: float, postgres: str = "", rates: tuple[float, ...] = (100.0, 667.0, 0.0)) -> list[Row]:
    """Rows for the table of results: some rates, and as fast as it goes (0)."""
    found: list[Row] = []
    places = {"SQLite": ""} | ({"PostgreSQL": postgres} if postgres else {})
    for name, where in places.items():
        for rate in rates:
            with tempfile.TemporaryDirectory(prefix="tipover-load-") as folder:
                load = asyncio.run(measured(where or str(Path(folder) / "tables.sqlite"), rate, seconds))
            asked = f"{rate:,.0f} moves/s" if rate else "as fast as it goes"
            found.append(Row(f"{name}, {asked}: stored", load.rate, "moves/s"))
            found.append(Row(f"{name}, {asked}: 99 of 100 within", load.p99, "ms"))
            found.append(Row(f"{name}, {asked}: moves in one commit", load.together, ""))
    return found


def main() -> None:
    """Measure one load."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rate", type=float, default=0.0, help="moves a second; 0 is as many as it takes")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--postgres", default="", help="postgresql://… instead of a new SQLite file")
    parser.add_argument("--servers", type=int, default=1, help="servers on one PostgreSQL database")
    parser.add_argument("--wake-ups", action="store_true", help="measure how soon another server hears of a move instead")
    chosen = parser.parse_args()
    if chosen.wake_ups:
        took = asyncio.run(wake_ups(chosen.postgres, chosen.rate or 100.0, chosen.seconds))
        print(f"{len(took)} wake-ups: half within {took[len(took) // 2]:.1f} ms, 99 of 100 within {took[len(took) * 99 // 100]:.1f} ms")
        return
    with tempfile.TemporaryDirectory(prefix="tipover-load-") as folder:
        where = chosen.postgres or str(Path(folder) / "tables.sqlite")
        load = asyncio.run(measured(where, chosen.rate, chosen.seconds, chosen.servers if chosen.postgres else 1))
    print(
        f"{load.moves} moves in {load.seconds:.1f} s: {load.rate:,.0f} a second, half stored in {load.p50:.1f} ms, 99 of 100 in {load.p99:.1f} ms"
    )
    print(f"{load.together:.1f} moves in one commit, {load.size:.0f} bytes a row; that is {load.rate * SECONDS_A_MOVE:,.0f} tables at once")


if __name__ == "__main__":
    main()
