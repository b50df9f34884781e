"""Making the copies of tables for those who watch later: each once, whoever comes meanwhile, and no table waits for another's."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial

from tipover.table.kept_tables import opened
from tipover.table.late_table import LateTable, due, late_copy
from tipover.table.live_table import LiveTable
from tipover.table.opening import Library
from tipover.table.refusals import RefusedError
from tipover.table.snapshots import ROWS_BETWEEN, Restored
from tipover.table.store import Store, StoreDown
from tipover.table.views import Views


class Copies:
    """Those that are being made; one that is made belongs to its table. `pool` says where a table is folded."""

    def __init__(self, store: Store, library: Library, pool: Callable[[LiveTable], Executor]) -> None:
        self.store = store
        self.library = library
        self.pool = pool
        self._making: dict[tuple[LiveTable, int], asyncio.Task[LateTable]] = {}

    async def of(self, live: LiveTable, delay: int) -> LateTable:
        """A table as it was so many seconds ago."""
        found = next((late for late in live.late if isinstance(late, LateTable) and late.delay == delay), None)
        if found is None:
            key = (live, delay)
            if key not in self._making:
                self._making[key] = asyncio.get_running_loop().create_task(self._make(live, delay))
                self._making[key].add_done_callback(partial(self._made, key))
            found = await asyncio.shield(self._making[key])  # a cancelled caller must not cancel it for the others
        found.used = time.monotonic()  # it is not dropped before its watcher has joined
        return found

    def stop(self) -> None:
        """Make no more: the server stops."""
        for task in self._making.values():
            task.cancel()

    def _made(self, key: tuple[LiveTable, int], task: asyncio.Task[LateTable]) -> None:
        del self._making[key]
        if not task.cancelled():
            task.exception()  # retrieved here, since perhaps nobody awaits it any more

    async def _make(self, live: LiveTable, delay: int) -> LateTable:
        off = partial(asyncio.get_running_loop().run_in_executor, self.pool(live))
        try:
            kept = await self._from_snapshot(live, time.time() - delay)
            if kept is None:
                rows = await self.store.events(live.code)
                made = LateTable(live, await off(late_copy, live, rows, delay), delay)
            else:
                made = LateTable(live, kept.table, delay)
                made.views = Views(kept.table, kept.past)
        except StoreDown as error:
            raise RefusedError.of_store("refused.tables_unreadable", error) from None
        live.late.append(made)
        return made

    async def _from_snapshot(self, live: LiveTable, until: float) -> Restored | None:
        """The table from its snapshot, if that was made at a row which is due; a long game is not played again then."""
        if live.table.seq < ROWS_BETWEEN or (kept := await self.store.snapshot(live.code)) is None:
            return None
        rows, game = await self.store.events(live.code, kept.seq - 1), await self.store.game(live.code)
        if game is None or not rows or rows[0].at > until:
            return None
        then = game._replace(last=0, log_digest="")  # what is stored of the table covers rows that are not due
        ready = due(rows[1:], until, has_begun=True)
        return await asyncio.get_running_loop().run_in_executor(self.pool(live), opened, then, kept, ready, self.library)
