"""What tests of a store need: rows, stores that are opened and closed around a test, waiting for what comes soon."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from tipover.table.store import EventRow, GameRow, Store, StoreDown, open_store

PATIENCE = 30.0  # seconds for anything that should come soon


def table(code: str = "abc", created: float = 1000.0, status: str = "waiting", listed: bool = False) -> GameRow:
    """A table that nobody has played at."""
    return GameRow(code, created, created, status, listed, '{"title":"a table"}', '{"map":"Barracks"}', 0)


def event(seq: int, command: str = "", body: str = "{}", at: float = 2000.0) -> EventRow:
    """A choice of seat 0."""
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
