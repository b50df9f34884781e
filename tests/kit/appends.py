"""A part of stores that fail on purpose: whatever is appended, by the loop or by a thread, is appended in the real store's own way."""

from __future__ import annotations

import asyncio
from typing import Any

from tipover.table.store import EventRow, Store, StoreDown
from tipover.table.threads import Settle


class WatchedAppends:
    """For stores around a real one: each append comes by here before it is made, and when it has been made."""

    store: Store

    def before_append(self, rows: list[EventRow]) -> None:
        """Called where it is appended, on the loop or in a thread; what it raises is raised instead."""

    def after_append(self, rows: list[EventRow]) -> None:
        """Called on the loop when the rows are stored; what it raises is told instead."""

    async def append(self, code: str, rows: list[EventRow], *words: str) -> None:
        self.before_append(rows)
        await self.store.append(code, rows, *words)
        self.after_append(rows)

    def append_from_thread(self, loop: asyncio.AbstractEventLoop, settle: Settle, code: str, rows: list[EventRow], *words: Any) -> bool:
        def settled(error: BaseException | None) -> None:
            if error is None:
                try:
                    self.after_append(rows)
                except StoreDown as lost:
                    error = lost
            settle(error)

        self.before_append(rows)
        return self.store.append_from_thread(loop, settled, code, rows, *words)
