"""Running a function in a thread and hearing of its result: like the event loop's `run_in_executor`, without its second future."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from functools import partial
from typing import TypeVar

T = TypeVar("T")


async def in_thread(pool: Executor, deed: Callable[[], T]) -> T:
    """What a function returns that a thread of the pool runs; it runs to its end even if nobody waits for it any more."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[T] = loop.create_future()
    pool.submit(_run, deed, answer, loop)
    return await answer


def _run(deed: Callable[[], T], answer: asyncio.Future[T], loop: asyncio.AbstractEventLoop) -> None:
    try:
        result = deed()
        settle = partial(answer.set_result, result)
    except BaseException as error:
        settle = partial(answer.set_exception, error)
    with suppress(RuntimeError):  # the loop has ended
        loop.call_soon_threadsafe(_settle, answer, settle)


def _settle(answer: asyncio.Future[T], settle: Callable[[], None]) -> None:
    if not answer.done():  # otherwise whoever waited for it has gone
        settle()
