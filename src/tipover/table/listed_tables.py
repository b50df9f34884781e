"""The list of tables that strangers see: those that wait for people, and games to watch."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress

import msgspec

from tipover.table.apart import RoomsApart
from tipover.table.kept_tables import stored_now
from tipover.table.late_table import as_watched
from tipover.table.opening import DELAYS
from tipover.table.protocol.people import TableNow
from tipover.table.store import Store
from tipover.table.table_log import OVER, PLAYING, WAITING

LISTED = 50


async def listed_tables(store: Store, live_now: Callable[[str], TableNow | None], apart: RoomsApart | None) -> list[TableNow]:
    """First those that wait, then those that are played; one whose end is not due yet is still played.

    `live_now` tells of a table of this process. Of those that are in memory nowhere here, what is stored of them is told.
    """
    waiting, playing, ended = [await store.games(status, True, LISTED) for status in (WAITING, PLAYING, OVER)]
    playing += [row for row in ended if row.updated > time.time() - max(DELAYS)]
    rows = [*waiting, *sorted(playing, key=lambda row: row.updated, reverse=True)]
    there = await apart.tables_now([row.code for row in rows]) if apart is not None else {}
    found: list[TableNow] = []
    for row in rows:
        with suppress(msgspec.DecodeError):  # a damaged row hides one table, not all of them
            now = as_watched(live_now(row.code) or there.get(row.code) or stored_now(row))
            found += [now] if now.status != OVER else []
    return found[: len(waiting) + LISTED]
