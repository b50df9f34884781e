"""Both ends of the wire between a server and its process of rooms apart, in one process."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator

from tipover.table.apart_store import StoreThere, answers_of
from tipover.table.apart_wire import Wire, end_of
from tipover.table.store import Store
from tipover.table.thinkers import Thinkers


@contextlib.asynccontextmanager
async def wires(store: Store, thinkers: Thinkers | None = None) -> AsyncIterator[tuple[StoreThere, Wire, Wire]]:
    """A store as the process apart has it; the server's end of the wire, and the other one."""
    to_there, from_here = os.pipe()
    to_here, from_there = os.pipe()
    here = Wire(*await end_of(to_here, from_here), answers_of(store, thinkers or Thinkers()), {})
    there = Wire(*await end_of(to_there, from_there), {}, {})
    listening = [asyncio.create_task(one.listen()) for one in (here, there)]
    try:
        yield StoreThere(there, False), here, there
    finally:
        for task in listening:
            task.cancel()
