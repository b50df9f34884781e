"""A part of stores that fail on purpose: what a thread gives them to append goes through their own `append`, as everything else does."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any


class AppendsFromThreads:
    """For stores with an `append` of their own."""

    append: Callable[..., Any]

    def append_from_thread(self, loop: asyncio.AbstractEventLoop, settle: Callable[[BaseException | None], None], *words: Any) -> bool:
        async def appended() -> None:
            try:
                await self.append(*words)
            except BaseException as error:
                settle(error)
            else:
                settle(None)

        asyncio.run_coroutine_threadsafe(appended(), loop)
        return True
