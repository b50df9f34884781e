"""Running a function in a thread and hearing of its result: like the event loop's `run_in_executor`, without its second future."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from functools import partial
from typing import TypeVar

T = TypeVar("T")
Settle = Callable[[BaseException | None], None]  # tells how something ended; called on the event loop


async def in_thread(pool: Executor, deed: Callable[[], T]) -> T:
    """What a function returns that a thread of the pool runs; it runs to its end even if nobody waits for it any more."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[T] = loop.create_future()
    pool.submit(_run, deed, answer, loop)
    return await answer


async def in_thread_and_beyond(pool: Executor, deed: Callable[[asyncio.AbstractEventLoop, Settle], bool]) -> None:
    """Run a function in a thread of the pool; if it returns True it has passed on what it was given, and somebody else tells the end.

    So what a thread begins and another one finishes wakes the event loop once.
    """
    loop = asyncio.get_running_loop()
    ended: asyncio.Future[None] = loop.create_future()
    pool.submit(_begin, deed, ended, loop)
    await ended


def _begin(deed: Callable[[asyncio.AbstractEventLoop, Settle], bool], ended: asyncio.Future[None], loop: asyncio.AbstractEventLoop) -> None:
    error: BaseException | None = None
    try:
        if deed(loop, partial(end, ended)):
            return
    except BaseException as failed:
        error = failed
    with suppress(RuntimeError):  # the loop has ended
        loop.call_soon_threadsafe(end, ended, error)


def end(ended: asyncio.Future[None], error: BaseException | None) -> None:
    """Tell a future on its event loop how it ended, unless whoever waited for it has gone."""
    if ended.done():
        return
    if error is None:
        ended.set_result(None)
    else:
        ended.set_exception(error)


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
