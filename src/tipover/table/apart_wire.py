"""What the server and the process of rooms apart say to each other: questions with an answer, and news without one."""

from __future__ import annotations

import asyncio
import logging
import struct
from collections.abc import Awaitable, Callable, Mapping
from io import FileIO
from typing import Any

import msgspec

from tipover.engine.core.said import say
from tipover.table.refusals import STATUS, RefusedError
from tipover.table.store import Conflict, StoreDown

LENGTH = struct.Struct("!I")  # before every message: how long it is
MOST_UNSENT = 32 * 1024 * 1024  # bytes; an end that does not read them is taken for dead
NEWS, QUESTION, ANSWER, REFUSAL = range(4)

Answers = Mapping[str, Callable[..., Awaitable[object]]]  # what is answered to which question
Hears = Mapping[str, Callable[..., None]]  # what is done on which news

logger = logging.getLogger("tipover.table")
_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder()


class WireGone(Exception):
    """The other end is gone; whether it has done what it was asked is not known."""


class Wire:
    """One end. News are heard in the order in which they were told; questions are answered side by side."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.WriteTransport, answers: Answers, hears: Hears) -> None:
        self._reader = reader
        self._writer = writer
        self._answers = answers
        self._hears = hears
        self._asked: dict[int, asyncio.Future[Any]] = {}
        self._number = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self.is_gone = False

    def tell(self, name: str, *of: object) -> None:
        """Tell news. If nobody is there to hear it, it is lost."""
        self._send(NEWS, 0, name, of)

    async def ask(self, name: str, *of: object) -> Any:
        """The answer to a question; raises what it was refused with, or `WireGone`."""
        if self.is_gone:
            raise WireGone
        self._number += 1
        number = self._number
        answer = self._asked[number] = asyncio.get_running_loop().create_future()
        try:
            self._send(QUESTION, number, name, of)
            return await answer
        finally:
            self._asked.pop(number, None)

    async def listen(self) -> None:
        """Hear and answer until the other end is gone."""
        try:
            while True:
                size = LENGTH.unpack(await self._reader.readexactly(LENGTH.size))[0]
                kind, number, name, of = _DECODER.decode(await self._reader.readexactly(size))
                self._take(kind, number, name, of)
        except (asyncio.IncompleteReadError, OSError):
            pass
        finally:
            self.is_gone = True
            for answer in self._asked.values():
                if not answer.done():
                    answer.set_exception(WireGone())
                    answer.exception()  # retrieved here, since perhaps nobody waits for it any more

    def _take(self, kind: int, number: int, name: str, of: list[Any]) -> None:
        if kind == NEWS:
            self._hears[name](*of)
        elif kind == QUESTION:
            task = asyncio.get_running_loop().create_task(self._answer(number, name, of))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        elif (asked := self._asked.get(number)) is not None and not asked.done():
            if kind == ANSWER:
                asked.set_result(of[0])
            else:
                asked.set_exception(_error(name, of))

    async def _answer(self, number: int, name: str, of: list[Any]) -> None:
        try:
            answer = await self._answers[name](*of)
        except Exception as error:
            self._send(REFUSAL, number, *_told(error))
        else:
            self._send(ANSWER, number, "", (answer,))

    def _send(self, kind: int, number: int, name: str, of: tuple[object, ...]) -> None:
        if self.is_gone or self._writer.is_closing():
            return
        message = _ENCODER.encode((kind, number, name, of))
        if self._writer.get_write_buffer_size() > MOST_UNSENT:
            self._writer.abort()
            return
        self._writer.write(LENGTH.pack(len(message)) + message)


def _told(error: Exception) -> tuple[str, tuple[object, ...]]:
    """An error as it is told to the other end."""
    if isinstance(error, Conflict):
        return "conflict", (str(error),)
    if isinstance(error, StoreDown):
        return "down", (str(error), error.trouble)
    if isinstance(error, LookupError):
        return "no table", (str(error),)
    if isinstance(error, RefusedError):
        is_text = isinstance(error.said, str) or bool(error.said.parts)
        return "refused", (error.refused, str(error), "" if is_text or isinstance(error.said, str) else error.said.key)
    logger.error("what a room apart needs failed", exc_info=error)
    return "failed", (type(error).__name__,)


def _error(name: str, of: list[Any]) -> Exception:
    """The error that was told."""
    match name:
        case "conflict":
            return Conflict(of[0])
        case "down":
            return StoreDown(of[0], of[1])
        case "no table":
            return LookupError(of[0])
        case "refused" if of[0] in STATUS:
            return RefusedError(of[0], say(of[2]) if of[2] else of[1])
    return RuntimeError(f"the other process failed: {of}")


async def end_of(reader: int, writer: int) -> tuple[asyncio.StreamReader, asyncio.WriteTransport]:
    """This process's end of two pipes."""
    loop = asyncio.get_running_loop()
    heard = asyncio.StreamReader(limit=1024 * 1024)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(heard), FileIO(reader, "rb"))
    told, _ = await loop.connect_write_pipe(asyncio.BaseProtocol, FileIO(writer, "wb"))
    return heard, told
