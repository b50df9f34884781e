"""A bad network: a proxy between players and the table that cuts, duplicates, delays, reorders and half-opens, by a seed."""

from __future__ import annotations

import asyncio
import random
from collections import Counter, deque
from contextlib import suppress
from types import TracebackType
from typing import NamedTuple

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import WebSocketException

LONGEST_DELAY = 0.03
LINGERS = 0.4
HELD_AT_MOST = 0.03  # a message that waits to be overtaken goes when nothing comes

Connection = ClientConnection | ServerConnection


class Faults(NamedTuple):
    """How often a message meets each fault: a part of 1."""

    cut: float = 0.01  # the connection is dropped before the message passes
    cut_after: float = 0.01  # … or right after it
    duplicate: float = 0.08
    delay: float = 0.08
    reorder: float = 0.05
    half_open: float = 0.004  # from now on nothing passes this way, and nobody is told
    linger: float = 0.5  # of the cut connections: the table still has it for a while, and hears the last message once more


class Proxy:
    """Listens on a free loopback port and hands on whole messages, both ways; `met` counts the faults that happened."""

    def __init__(self, upstream: str, seed: str, faults: Faults | None = None) -> None:
        self.upstream = upstream
        self.faults = faults or Faults()
        self.met: Counter[str] = Counter()
        self.calm = False  # when set, everything passes
        self._draws = random.Random(seed)
        self._server: Server | None = None

    @property
    def url(self) -> str:
        """Where players dial."""
        assert self._server is not None
        port: int = next(iter(self._server.sockets)).getsockname()[1]
        return f"ws://127.0.0.1:{port}/ws"

    async def __aenter__(self) -> Proxy:
        self._server = await serve(self._accept, "127.0.0.1", 0, compression=None, max_size=None, ping_interval=None, close_timeout=0.1)
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        assert self._server is not None
        self._server.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(5):
                await self._server.wait_closed()

    async def _accept(self, near: ServerConnection) -> None:
        try:
            far = await connect(self.upstream, compression=None, max_size=None, ping_interval=None, close_timeout=0.1)
        except (OSError, WebSocketException):
            near.transport.abort()
            return
        last: deque[str | bytes] = deque(maxlen=1)
        ways = {asyncio.create_task(self._hand_on(near, far, last)), asyncio.create_task(self._hand_on(far, near))}
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            near.transport.abort()
            if self._meets("linger"):
                with suppress(OSError, WebSocketException):
                    await asyncio.sleep(self._draws.uniform(0, LINGERS))
                    await far.send(last[0] if last else "")
                    await asyncio.sleep(self._draws.uniform(0, LINGERS))
            far.transport.abort()

    def _meets(self, fault: str) -> bool:
        happens = not self.calm and self._draws.random() < getattr(self.faults, fault)
        self.met[fault] += happens
        return happens

    async def _hand_on(self, source: Connection, goal: Connection, last: deque[str | bytes] | None = None) -> None:
        """Hand on messages one way until the connection ends; returning cuts it both ways."""
        held: str | bytes | None = None
        with suppress(OSError, WebSocketException):
            while True:
                try:
                    async with asyncio.timeout(HELD_AT_MOST if held is not None else None):
                        message = await source.recv()
                except TimeoutError:
                    assert held is not None
                    await goal.send(held)
                    held = None
                    continue
                if last is not None:
                    last.append(message)
                if self._meets("cut"):
                    return
                if self._meets("half_open"):
                    await self._swallow(source)
                    return
                if self._meets("delay"):
                    await asyncio.sleep(self._draws.uniform(0, LONGEST_DELAY))
                if held is None and self._meets("reorder"):
                    held = message
                    continue
                await goal.send(message)
                if self._meets("duplicate"):
                    await goal.send(message)
                if held is not None:
                    await goal.send(held)
                    held = None
                if self._meets("cut_after"):
                    return

    async def _swallow(self, source: Connection) -> None:
        """Take everything and pass nothing on until somebody hangs up."""
        while True:
            await source.recv()
