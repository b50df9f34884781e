"""When a live table's snapshot is made and stored: after so many rows, between two commands."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING

from tipover.table.refusals import RefusedError
from tipover.table.snapshots import is_due, snapshot
from tipover.table.store import StoreDown

if TYPE_CHECKING:
    from tipover.table.live_table import LiveTable

LATER = 1.0  # seconds after the row that made it due: whoever opens the table is served first
A_LITTLE, BETWEEN = 25, 0.05  # a long log is written so many choices at a time, with so many seconds between: others play meanwhile

logger = logging.getLogger("tipover.table")


class SnapshotKeeper:
    """Keeps the snapshot of one live table; `last` is the row of the stored one."""

    def __init__(self, last: int = 0) -> None:
        self.last = last
        self._making: asyncio.Task[None] | None = None

    def look(self, live: LiveTable) -> None:
        """Begin to make a snapshot if it is time and none is being made."""
        if is_due(live.table, self.last) and (self._making is None or self._making.done()):
            self._making = asyncio.get_running_loop().create_task(self._make(live))

    def stop(self) -> None:
        """Make no snapshot any more: the server stops."""
        if self._making is not None:
            self._making.cancel()

    async def _make(self, live: LiveTable) -> None:
        await asyncio.sleep(LATER)
        try:
            while await live.look(lambda: live.views.write_on(A_LITTLE)):
                await asyncio.sleep(BETWEEN)
            made = await live.look(lambda: snapshot(live.table, live.views))
            self.last = live.table.seq
            if made is not None:
                self.last = made.seq
                with suppress(StoreDown):  # the table can always be folded
                    await live.store.keep_snapshot(live.code, made)
        except RefusedError:
            pass  # the store is away, and the table must be folded anew first
        except Exception:
            self.last = live.table.seq
            logger.exception("no snapshot of a table")
