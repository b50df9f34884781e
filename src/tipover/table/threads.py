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


class Ending:
    """The end of what somebody else finishes: told once on the event loop, waited for by one.

    Whoever is cancelled while waiting goes only when it has come: what was begun may yet be done, and reading it before that
    would miss it. Cancelled once more, as at the end of a program whose threads have stopped, they go at once.
    """

    __slots__ = ("_gone", "_told")

    def __init__(self) -> None:
        self._told: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._gone: asyncio.Future[None] | None = None  # what somebody waits for who was cancelled

    def settle(self, error: BaseException | None) -> None:
        """Tell it how it ended."""
        for told, how in ((self._told, error), (self._gone, None)):
            if told is None or told.done():  # already, or nobody waits any more
                continue
            if how is None:
                told.set_result(None)
            else:
                told.set_exception(how)

    async def wait(self) -> None:
        """Back when it has ended; raises its error."""
        try:
            await self._told
        except asyncio.CancelledError:
            if self._told.cancelled():  # otherwise it came at the very moment
                self._gone = asyncio.get_running_loop().create_future()
                await self._gone
            raise


async def in_thread_and_beyond(pool: Executor, deed: Callable[[asyncio.AbstractEventLoop, Settle], bool]) -> None:
    """Run a function in a thread of the pool; if it returns True it has passed on what it was given, and somebody else tells the end.

    So what a thread begins and another one finishes wakes the event loop once.
    """
    loop, ending = asyncio.get_running_loop(), Ending()
    pool.submit(_begin, deed, ending.settle, loop)
    await ending.wait()


def _begin(deed: Callable[[asyncio.AbstractEventLoop, Settle], bool], settle: Settle, loop: asyncio.AbstractEventLoop) -> None:
    error: BaseException | None = None
    try:
        if deed(loop, settle):
            return
    except BaseException as failed:
        error = failed
    with suppress(RuntimeError):  # the loop has ended
        loop.call_soon_threadsafe(settle, error)


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
