"""The process of rooms apart: it has the tables with cards of strangers, and only those; the server has the sockets and the store."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import msgspec
from starlette.types import Message, Scope
from starlette.websockets import WebSocket

from tipover.cards.pack import load
from tipover.table import cardbox
from tipover.table.apart import ApartOptions
from tipover.table.apart_store import MetricsThere, StoreThere, ThinkersThere
from tipover.table.apart_wire import Wire, end_of
from tipover.table.app import Server
from tipover.table.children import CHECKING, be_kind
from tipover.table.crash_report import report_crashes
from tipover.table.guard import Origins
from tipover.table.limits import Bucket
from tipover.table.opening import Library
from tipover.table.registry import TableRegistry
from tipover.table.socket import Client
from tipover.table.statics import Pages
from tipover.table.views import ENCODER

MOST_MEMORY = 2 * 1024**3  # bytes; some hundred rooms take a tenth of it
END_WITHIN = 3.0  # seconds
ANY_RATE = 1e9  # messages a second: the server has counted them

P = ParamSpec("P")
T = TypeVar("T")


def main(options: str) -> None:
    """Keep the rooms until the server is gone."""
    for one in (signal.SIGINT, signal.SIGTERM):
        signal.signal(one, signal.SIG_IGN)  # they may reach every process; the server closes this one in order
    heard, told = os.dup(0), os.dup(1)
    os.dup2(2, 1)  # nothing that is printed gets among what is told
    _limit()
    wanted = msgspec.json.decode(options, type=ApartOptions)
    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s", level=logging.INFO)
    report_crashes(Path(wanted.data), ["serve"])
    sys.setswitchinterval(0.001)
    asyncio.run(_keep_rooms(wanted, heard, told))
    os._exit(0)  # without waiting for what a thread is still at


def _limit() -> None:
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))


async def _keep_rooms(options: ApartOptions, heard: int, told: int) -> None:
    folders = tuple(options.folders)
    cardbox.use(*folders)
    library = Library(load(*folders, forgiving=True), folders)
    be_kind(CHECKING)  # from now on: somebody waits for the first room
    rooms = RoomsHere(options)
    reader, writer = await end_of(heard, told)
    wire = Wire(reader, writer, rooms.answers(), rooms.hears())
    await rooms.open(wire, library)
    wire.tell("open")
    await wire.listen()
    with suppress(TimeoutError):
        async with asyncio.timeout(END_WITHIN):
            await rooms.stop()


class OneThread(ThreadPoolExecutor):
    """A thread of which can be told how long it has been at the same deed."""

    def __init__(self) -> None:
        super().__init__(1, "tipover-strangers")
        self._since = 0.0

    @property
    def seconds(self) -> float:
        """How long it has been at its deed."""
        since = self._since
        return time.monotonic() - since if since else 0.0

    def submit(self, deed: Callable[P, T], /, *of: P.args, **named: P.kwargs) -> Future[T]:
        """Let it do something when everything before is done."""

        def timed() -> T:
            self._since = time.monotonic()
            try:
                return deed(*of, **named)
            finally:
                self._since = 0.0

        return super().submit(timed)


class RoomsHere:
    """The tables of this process, with the ends of the lines to the sockets that the server has."""

    def __init__(self, options: ApartOptions) -> None:
        self._options = options
        self._lines: dict[int, _SocketThere] = {}
        self._thread = OneThread()

    async def open(self, wire: Wire, library: Library) -> None:
        """Begin."""
        options = self._options
        self._wire = wire
        self._store = StoreThere(wire, options.shared)
        registry = TableRegistry(self._store, library, options.proxied, options.absence, ThinkersThere(wire))
        registry.strangers, registry.is_apart = self._thread, True
        registry.metrics = MetricsThere(wire)
        self._registry = registry
        self._server = Server(registry, Origins(list(options.origins), options.loopback), Pages())
        self._app = self._server.app()
        await registry.open()

    async def stop(self) -> None:
        """Finish running commands."""
        await self._server.stop()

    def answers(self) -> dict[str, Callable[..., Any]]:
        """What the server may ask."""
        return {
            "request": self._request,
            "has_seat": self._has_seat,
            "wake": self._wake,
            "figures": self._figures,
            "tables_now": self._tables_now,
            "busy": self._busy,
            "stop": self.stop,
        }

    def hears(self) -> dict[str, Callable[..., None]]:
        """What the server may tell."""
        return {
            "line": self._line, "said": self._said, "left": self._left,
            "changed": lambda code, seq: self._store.changed(code, seq),
            "present": lambda process, message: self._store.presence_told(process, message),
        }  # fmt: skip

    # -- requests --------------------------------------------------------------------------------------

    async def _request(
        self, method: str, path: str, headers: list[tuple[bytes, bytes]], body: bytes, address: str
    ) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
        """The answer to a request: its status, its headers and its body."""
        scope: Scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "scheme": "http", "path": path,
            "raw_path": path.encode(), "root_path": "", "query_string": b"", "headers": [(one[0], one[1]) for one in headers],
            "client": (address, 0), "server": None, "state": {},
        }  # fmt: skip
        status, told, parts = 500, [], list[bytes]()

        async def receive() -> Message:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Message) -> None:
            nonlocal status, told
            if message["type"] == "http.response.start":
                status, told = message["status"], message["headers"]
            else:
                parts.append(message.get("body", b""))

        await self._app(scope, receive, send)
        return status, told, b"".join(parts)

    async def _has_seat(self, code: str, tokens: list[str]) -> bool:
        return await self._registry.has_seat(code, tokens)

    async def _wake(self, code: str) -> None:
        await self._registry.wake(code)

    async def _figures(self) -> list[float]:
        return [one.value for one in self._registry.rooms_in_figures()]

    async def _tables_now(self, codes: list[str]) -> bytes:
        return ENCODER.encode(self._registry.live_of(codes))

    async def _busy(self) -> float:
        return self._thread.seconds

    # -- lines -----------------------------------------------------------------------------------------

    def _line(self, number: int, address: str) -> None:
        """A socket has come, whose first message is a hello."""
        self._lines[number] = _SocketThere(self._wire, number, address, self._server, lambda: self._lines.pop(number, None))

    def _said(self, number: int, text: str) -> None:
        if number in self._lines:
            self._lines[number].heard.put_nowait({"type": "websocket.receive", "text": text})

    def _left(self, number: int) -> None:
        if number in self._lines:
            self._lines[number].heard.put_nowait({"type": "websocket.disconnect", "code": 1000})


class _SocketThere:
    """A socket that the server has, as one of this process."""

    def __init__(self, wire: Wire, number: int, address: str, server: Server, gone: Callable[[], object]) -> None:
        self.heard: asyncio.Queue[Message] = asyncio.Queue()
        self._wire = wire
        self._number = number
        self._gone = gone
        scope = {"type": "websocket", "path": "/ws", "headers": [], "subprotocols": [], "state": {"push": self._push}}
        self._client = Client(WebSocket(scope, self.heard.get, self._send), server.registry, address, Bucket(ANY_RATE, ANY_RATE))
        self._server = server
        self.heard.put_nowait({"type": "websocket.connect"})
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        self._server.clients.add(self._client)
        try:
            await self._client.run()
        finally:
            self._server.clients.discard(self._client)
            self._gone()
            self._wire.tell("hung_up", self._number)

    def _push(self, message: bytes) -> bool:
        self._wire.tell("told", self._number, message)
        return True

    async def _send(self, message: Message) -> None:
        if message["type"] == "websocket.send":
            self._push(message["text"].encode())
        elif message["type"] == "websocket.close":
            self.heard.put_nowait({"type": "websocket.disconnect", "code": message.get("code", 1000)})
