"""One WebSocket of one browser: hello first, then commands and questions; what it is told waits in a bounded queue."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections import deque
from contextlib import suppress
from typing import Any

import msgspec
from starlette.types import Message
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from tipover.table import protocol
from tipover.table.asks import ASKED, prepare
from tipover.table.commands import LONGEST_ID, check_id
from tipover.table.hall import Hall
from tipover.table.limits import Bucket
from tipover.table.protocol import LARGEST_FRAME, VERSION, Pong, Refused, Resync, Told
from tipover.table.refusals import No
from tipover.table.rooms import Room
from tipover.table.views import ENCODER, Seats

HELLO_WITHIN = 10.0
MOST_WAITING = 64  # messages in the queue
MOST_BYTES = 4 * 1024 * 1024
READ_WITHIN = 8.0  # seconds until a socket that takes nothing is closed
RATE, BURST = 20.0, 60.0
FORGIVEN, FLOOD = 5.0, 100.0  # refused messages until a socket that does not slow down is closed, and so many forgiven a second
MOST_TOKENS = 8
LONGEST_TOKEN = 128
GOING_AWAY, POLICY = 1001, 1008
_ID = re.compile(r'"id"\s*:\s*"([\x20\x21\x23-\x5b\x5d-\x7e]{1,80})"')

logger = logging.getLogger("tipover.table")
_DECODER: msgspec.json.Decoder[protocol.FromBrowser] = msgspec.json.Decoder(protocol.FromBrowser)


def understood(text: str) -> protocol.FromBrowser:
    """A message of the wire, or a `No` that says what is wrong with it."""
    try:
        return _DECODER.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise No.not_understood("message", error) from None


class Client:
    """A socket at a table. `tell` only puts into the queue; a task of its own sends."""

    def __init__(self, socket: WebSocket, hall: Hall, address: str) -> None:
        self.socket = socket
        self.hall = hall
        self.address = address
        self.room: Room | None = None
        self.seats: Seats = ()
        self.asking = ""
        self.closed = False
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._some = asyncio.Event()
        self._behind = False
        self._rate = Bucket(RATE, BURST)
        self._strikes = Bucket(FORGIVEN, FLOOD)
        self._refused = 0

    # -- telling ---------------------------------------------------------------------------------------

    def tell(self, message: bytes) -> None:
        """Put a message into the queue; who does not read loses it all and is told to say hello again."""
        if self._behind:
            return
        if len(self._waiting) >= MOST_WAITING or self._bytes > MOST_BYTES:
            self._behind = True
            self._waiting.clear()
            self._bytes = 0
            message = ENCODER.encode(Resync("This page fell behind; it asks for everything anew."))
            self._leave()
        self._waiting.append(message)
        self._bytes += len(message)
        self._some.set()

    def answer(self, told: Told) -> None:
        """Tell something to this socket alone."""
        self.tell(ENCODER.encode(told))

    async def _send(self) -> None:
        """Send what waits; a socket that takes nothing for too long is cut off."""
        while True:
            await self._some.wait()
            while self._waiting:
                message = self._waiting.popleft()
                self._bytes -= len(message)
                async with asyncio.timeout(READ_WITHIN):
                    await self.socket.send_text(message.decode())
            self._some.clear()

    # -- hearing ---------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Serve the socket until it goes."""
        await self.socket.accept()
        sender = asyncio.create_task(self._send())
        hearer = asyncio.create_task(self._hear())
        try:
            done, _ = await asyncio.wait({sender, hearer}, return_when=asyncio.FIRST_COMPLETED)
            if sender in done and isinstance(sender.exception(), TimeoutError):
                self._abort()
            for task in done:
                error = task.exception()
                if error is not None and not isinstance(error, TimeoutError | WebSocketDisconnect | RuntimeError | OSError):
                    logger.error("a socket failed", exc_info=error)
        finally:
            self.closed = True
            for task in (sender, hearer):
                task.cancel()
            self._leave()
            if self.socket.application_state != WebSocketState.DISCONNECTED:
                with suppress(Exception):
                    async with asyncio.timeout(1):
                        await self.socket.close(GOING_AWAY)

    def _abort(self) -> None:
        """Drop the connection without waiting for a reader that does not read."""
        abort = self.socket.scope.get("state", {}).get("abort")
        if abort is not None:
            abort()

    def _leave(self) -> None:
        if self.room is not None:
            self.room.leave(self)
            self.room = None
            self.seats = ()

    async def _hear(self) -> None:
        """Take messages one after another; of the time until the hello only the waiting for it counts."""
        clock = asyncio.get_running_loop().time
        left: float | None = HELLO_WITHIN
        while True:
            begun = clock()
            try:
                async with asyncio.timeout(left):
                    event = await self.socket.receive()
            except TimeoutError:
                await self._close(POLICY, Refused("", "closed", f"Say hello within {HELLO_WITHIN:.0f} seconds."))
                return
            if left is not None:
                left -= clock() - begun
            if not await self._take(event):
                return
            if self.room is not None:
                left = None

    async def _take(self, event: Message) -> bool:
        """Take one message; False if there will be no more."""
        if event["type"] == "websocket.disconnect":
            return False
        self.hall.heard = time.monotonic()
        if not self._rate.take():
            self._refused += 1
            if not self._strikes.take():
                await self._close(POLICY, Refused("", "too_fast", "Too many messages; the table has hung up."))
                return False
            identity = _id_in(event.get("text") or "")
            if identity or self._refused % 10 == 1:
                self.answer(Refused(identity, "too_fast", "Too many messages at once; slow down."))
            await asyncio.sleep(0)  # let it be sent before the next one is refused
            return True
        text = event.get("text")
        if text is None:
            self.answer(Refused("", "malformed", "Messages are text, not binary."))
            return True
        await self._message(text)
        return True

    async def _message(self, text: str) -> None:
        identity = ""
        try:
            if len(text) > LARGEST_FRAME:
                raise No("too_large", f"A message has at most {LARGEST_FRAME // 1024} KB.")
            identity = _id_in(text)
            message = understood(text)
            identity = getattr(message, "id", "")[:LONGEST_ID]
            await self._do(message)
        except No as no:
            seq = self.room.game_seq if self.room is not None else -1
            self.answer(no.over_socket(identity, seq))
        except (WebSocketDisconnect, asyncio.CancelledError):
            raise
        except Exception:
            logger.exception("a message failed")
            self.answer(Refused(identity, "closed", "Something went wrong at the table; nothing was changed."))

    async def _do(self, message: protocol.FromBrowser) -> None:
        if isinstance(message, protocol.Ping):
            self.answer(Pong())
            return
        if isinstance(message, protocol.Hello):
            await self._hello(message)
            return
        room = self.room
        if room is None:
            raise No("not_now", "Say hello first: which table, and who you are.")
        check_id(message.id)
        if isinstance(message, ASKED):
            await self._ask(room, message)
            return
        # Whoever sent it may be gone before it is done: it is done all the same, or not at all.
        await asyncio.shield(asyncio.ensure_future(room.command(self, message)))

    async def _hello(self, hello: protocol.Hello) -> None:
        if hello.version != VERSION:
            raise No("version", "This page is older or newer than the table; load it again.")
        if len(hello.tokens) > MOST_TOKENS or any(len(token) > LONGEST_TOKEN for token in hello.tokens):
            raise No("malformed", f"A hello has at most {MOST_TOKENS} tokens.")
        if self.hall.closing:
            raise No("closed", "The server is being stopped; try again in a moment.")
        room = await self.hall.room(hello.code, self.address, hello.tokens)
        self._leave()
        self._behind = False
        self.room = room
        await asyncio.shield(asyncio.ensure_future(room.join(self, hello.tokens, hello.last)))

    async def _ask(self, room: Room, ask: Any) -> None:
        looked = room.look(lambda: prepare(room.table, ask, self.seats), getattr(ask, "seq", 0))
        reckon = await asyncio.shield(asyncio.ensure_future(looked))
        told = await self.hall.off_slowly(reckon)
        self.answer(told)
        if (
            isinstance(ask, protocol.AskWhy)
            and not ask.ahead
            and isinstance(told, protocol.Reasons)
            and room.table.lesson is not None
            and self.seats
        ):
            await asyncio.shield(asyncio.ensure_future(room.tried(told.why)))

    async def _close(self, code: int, told: Told) -> None:
        """Say why, if the socket still takes it, and close."""
        with suppress(Exception):
            async with asyncio.timeout(1):
                await self.socket.send_text(ENCODER.encode(told).decode())
                await self.socket.close(code)

    async def dismiss(self, sentence: str) -> None:
        """The server stops: let the page come back by itself."""
        await self._close(1012, Resync(sentence))


def _id_in(text: str) -> str:
    """The id of a message that is not understood, where it can be read."""
    found = _ID.search(text[:400]) or _ID.search(text[-200:])
    return found.group(1) if found else ""
