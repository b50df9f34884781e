"""One WebSocket of one browser: hello first, then commands and queries; outgoing messages wait in a bounded queue."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec
from starlette.types import Message
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from tipover.engine.core.language import ENGLISH, languages, sentence
from tipover.engine.core.said import Said, say
from tipover.table.apart import ChildLine, IsApart
from tipover.table.asks import ASKED, PONDERED, prepare
from tipover.table.commands import LONGEST_ID, check_id
from tipover.table.limits import Bucket
from tipover.table.live_table import LiveTable
from tipover.table.protocol import from_client, from_server, wire
from tipover.table.protocol.from_server import Ack, Pong, Refused, Resync
from tipover.table.protocol.literals import RefusalCode
from tipover.table.protocol.wire import LARGEST_FRAME, ServerMessage
from tipover.table.refusals import RefusedError
from tipover.table.registry import TableRegistry
from tipover.table.thinkers import Asker
from tipover.table.thoughts import Thought
from tipover.table.views import ENCODER, Seats

HELLO_WITHIN = 10.0
MOST_WAITING = 64  # messages in the queue
MOST_BYTES = 4 * 1024 * 1024
READ_WITHIN = 8.0  # seconds after which a socket that does not read is closed
RATE, BURST = 20.0, 60.0
FORGIVEN, FLOOD = 5.0, 100.0  # a socket is closed after FLOOD refused messages, of which FORGIVEN a second are forgiven
MOST_TOKENS = 8
LONGEST_TOKEN = 128
GOING_AWAY, POLICY = 1001, 1008
HELLO_FIRST = say("refused.hello_first")
_ID = re.compile(r'"id"\s*:\s*"([\x20\x21\x23-\x5b\x5d-\x7e]{1,80})"')

logger = logging.getLogger("tipover.table")
_DECODER: msgspec.json.Decoder[from_client.FromBrowser] = msgspec.json.Decoder(from_client.FromBrowser)


def understood(text: str) -> from_client.FromBrowser:
    """The message in this text; raises `RefusedError` with what is wrong with it."""
    try:
        return _DECODER.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise RefusedError.not_understood("message", error) from None


class Client:
    """A socket at a table. `tell` never waits: what cannot be sent at once is put into a queue, and a separate task sends it."""

    def __init__(self, socket: WebSocket, registry: TableRegistry, address: str, rate: Bucket | None = None) -> None:
        self.socket = socket
        self.registry = registry
        self.address = address
        self.live: LiveTable | None = None
        self._line: ChildLine | None = None  # to its table, if that is apart
        self._seats: Seats = ()
        self.language = ENGLISH
        self.asking = ""
        self.closed = False
        self._push: Callable[[bytes], bool] | None = None  # sends at once if the socket reads
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._some = asyncio.Event()
        self._behind = False
        self._rate = rate or Bucket(RATE, BURST)
        self._strikes = Bucket(FORGIVEN, FLOOD)
        self._refused = 0
        self._commands = False  # whether a command is being done: until it is, whoever hears is not cancelled
        self._thinking: set[asyncio.Task[None]] = set()

    @property
    def seats(self) -> Seats:
        """Its seats at the table."""
        return self._seats

    @seats.setter
    def seats(self, seats: Seats) -> None:
        """Who has lost the last seat of a table that is watched later has left it: nothing newer may reach it."""
        self._seats = seats
        if self.live is not None and self.live.hides(seats):
            self._leave()

    # -- telling ---------------------------------------------------------------------------------------

    def tell(self, message: bytes) -> None:
        """Send a message, or put it into the queue. If that is full it is emptied, and the browser is told to say hello again."""
        if self._behind or (not self._waiting and self._push is not None and self._push(message)):
            return
        if len(self._waiting) >= MOST_WAITING or self._bytes > MOST_BYTES:
            self._behind = True
            self._waiting.clear()
            self._bytes = 0
            message = ENCODER.encode(Resync(sentence(say("table.fell_behind"), self.language)))
            self._leave()
        self._waiting.append(message)
        self._bytes += len(message)
        self._some.set()

    def answer(self, message: ServerMessage) -> None:
        """Send a message to this socket only."""
        self.tell(ENCODER.encode(message))

    async def _send(self) -> None:
        """Send the queued messages; a socket that does not read for too long is dropped."""
        while True:
            await self._some.wait()
            while self._waiting:
                message = self._waiting[0]  # it waits until it is sent, so that no later one overtakes it
                async with asyncio.timeout(READ_WITHIN):
                    await self.socket.send_text(message.decode())
                if self._waiting and self._waiting[0] is message:  # it may have been dropped with all the others
                    self._waiting.popleft()
                    self._bytes -= len(message)
            self._some.clear()

    # -- hearing ---------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Serve the socket until it disconnects."""
        await self.socket.accept()
        self._push = self.socket.scope.get("state", {}).get("push")
        sender = asyncio.create_task(self._send())
        hearer = asyncio.create_task(self._hear())
        try:
            done, _ = await asyncio.wait({sender, hearer}, return_when=asyncio.FIRST_COMPLETED)
            if sender in done and isinstance(sender.exception(), TimeoutError):
                self._at_door("abort")
            for task in done:
                error = task.exception()
                if error is not None and not isinstance(error, TimeoutError | WebSocketDisconnect | RuntimeError | OSError):
                    logger.error("a socket failed", exc_info=error)
        finally:
            self.closed = True
            for task in (sender, *([] if self._commands else [hearer]), *self._thinking):
                task.cancel()
            self._leave()
            if self.socket.application_state != WebSocketState.DISCONNECTED:
                with suppress(Exception):
                    async with asyncio.timeout(1):
                        await self.socket.close(GOING_AWAY)

    def _at_door(self, what: str) -> None:
        """`abort`: drop the connection at once, without a closing handshake. `settle`: do not drop it for newcomers."""
        deed = self.socket.scope.get("state", {}).get(what)
        if deed is not None:
            deed()

    def _leave(self) -> None:
        if self.live is not None:
            live, self.live = self.live, None
            live.leave(self)
            self.seats = ()
        if self._line is not None:
            line, self._line = self._line, None
            line.close()

    async def _hear(self) -> None:
        """Handle messages one after another. The time limit for the hello counts only the time spent waiting for it."""
        clock = asyncio.get_running_loop().time
        left: float | None = HELLO_WITHIN
        while left is not None:
            begun = clock()
            heard = asyncio.ensure_future(self.socket.receive())
            try:
                await asyncio.wait({heard}, timeout=left)  # what comes in the turn in which the time is up has come in time
            finally:
                if not heard.done():
                    heard.cancel()
            if heard.cancelled() or not heard.done():
                await self._close(POLICY, self._refusal("closed", say("refused.hello_within", seconds=round(HELLO_WITHIN))))
                return
            left -= clock() - begun
            if not await self._take(heard.result()):
                return
            if self.live is not None or self._line is not None:
                left = None
        while await self._take(await self.socket.receive()):
            pass

    async def _take(self, event: Message) -> bool:
        """Handle one message; False if there will be no more, or none is wanted."""
        if event["type"] == "websocket.disconnect" or self.closed:
            return False
        self.registry.heard = time.monotonic()
        if not self._rate.take():
            self._refused += 1
            if not self._strikes.take():
                await self._close(POLICY, self._refusal("too_fast", say("refused.hung_up")))
                return False
            identity = _id_in(event.get("text") or "")
            if identity or self._refused % 10 == 1:
                self.answer(self._refusal("too_fast", say("refused.slow_down"), identity))
            await asyncio.sleep(0)  # let it be sent before the next one is refused
            return True
        text = event.get("text")
        if text is None:
            self.answer(self._refusal("malformed", say("refused.binary")))
            return True
        await self._message(text)
        return not self.closed

    async def _message(self, text: str) -> None:
        identity = ""
        try:
            if len(text) > LARGEST_FRAME:
                raise RefusedError("too_large", say("refused.message_too_large", size=LARGEST_FRAME // 1024))
            try:
                message = understood(text)
            except RefusedError:
                identity = _id_in(text)
                raise
            identity = getattr(message, "id", "")[:LONGEST_ID]
            await self._do(message, text)
        except RefusedError as no:
            self.registry.metrics.refused()
            seq = self.live.game_seq if self.live is not None else -1
            self.answer(no.over_socket(identity, seq, self.language))
        except (WebSocketDisconnect, asyncio.CancelledError):
            raise
        except Exception:
            logger.exception("a message failed")
            self.answer(self._refusal("closed", say("refused.nothing_changed"), identity))

    def _refusal(self, refused: RefusalCode, said: Said, identity: str = "") -> Refused:
        return Refused(identity, refused, sentence(said, self.language))

    async def _do(self, message: from_client.FromBrowser, text: str) -> None:
        if isinstance(message, from_client.Ping):
            self.answer(Pong())
            return
        if isinstance(message, from_client.Hello):
            await self._hello(message, text)
            return
        if self._line is not None:
            self._line.say(text)
            return
        live = self.live
        if live is None:
            raise RefusedError("not_now", HELLO_FIRST)
        check_id(message.id)
        if isinstance(message, ASKED):
            await self._ask(live, message)
            return
        if isinstance(message, from_client.Review):
            live.review.take(self, message, live.table.count)
            self.answer(Ack(message.id, live.game_seq))
            return
        begun = time.monotonic()
        self._commands = True  # a command must be completed or not begun, even if its sender disconnects
        try:
            await live.command(self, message)
        finally:
            self._commands = False
        self.registry.metrics.acknowledged(time.monotonic() - begun)

    async def _hello(self, hello: from_client.Hello, text: str) -> None:
        self.language = hello.language if hello.language in languages() else ENGLISH  # a refusal is told in it too
        if not wire.OLDEST <= hello.version <= wire.VERSION:
            raise RefusedError("version", say("refused.other_version"))
        if len(hello.tokens) > MOST_TOKENS or any(len(token) > LONGEST_TOKEN for token in hello.tokens):
            raise RefusedError("malformed", say("refused.too_many_tokens", most=MOST_TOKENS))
        if self.registry.closing:
            raise RefusedError("closed", say("refused.stopping"))
        try:
            live = await self.registry.watched(await self.registry.live(hello.code, self.address, hello.tokens), hello.tokens, hello.delay)
        except IsApart as there:
            return await self._hello_there(there, text)
        self._leave()
        self._behind = False
        self.live = live
        self._at_door("settle")
        try:
            await asyncio.shield(asyncio.ensure_future(live.join(self, hello.tokens, hello.last)))
        finally:
            if live.hides(self.seats):  # it could not be welcomed, and is no player
                self._leave()

    async def _hello_there(self, there: IsApart, text: str) -> None:
        """Let the process apart welcome it; from then on it hears what is said, and says what is told."""
        line = await there.rooms.line(self, there.code, self.address)
        self._leave()
        self._behind = False
        if self.closed:
            return line.close()
        self._line = line
        self._at_door("settle")
        line.say(text)

    def hung_up(self) -> None:
        """The process apart wants no more of this socket."""
        self._line = None
        self._closing = asyncio.create_task(self._close(POLICY))

    def lost(self) -> None:
        """The process apart is gone, and its tables are opened again for whoever says hello."""
        self._line = None
        self.answer(Resync(sentence(say("table.opened_again"), self.language)))

    async def _ask(self, live: LiveTable, ask: Any) -> None:
        if isinstance(ask, PONDERED):
            await self._find_room()

        def prepared() -> Callable[[], ServerMessage] | Thought:
            if live.hides(self.seats):  # the seat was lost while the question waited
                raise RefusedError("not_now", HELLO_FIRST)
            return prepare(live.table, ask, self.seats, self.language, self.address)

        compute = await asyncio.shield(asyncio.ensure_future(live.look(prepared, getattr(ask, "seq", 0))))
        if isinstance(compute, Thought):
            task = asyncio.create_task(self._think(compute, live))  # meanwhile the player may go on
            self._thinking.add(task)
            task.add_done_callback(self._thinking.discard)
            return
        answer = await self.registry.off_slowly(compute, live)
        self.answer(answer)
        if (
            isinstance(ask, from_client.AskWhy)
            and not ask.ahead
            and isinstance(answer, from_server.Reasons)
            and live.table.lesson is not None
            and self.seats
        ):
            await asyncio.shield(asyncio.ensure_future(live.tried(answer.why)))

    async def _find_room(self) -> None:
        """Refuse what there is no room to think about. Whoever watches is refused after a pause, in which nothing more is heard of it."""
        thinkers = self.registry.thinkers
        try:
            thinkers.check(not self.seats)
        except RefusedError:
            if not self.seats:
                await asyncio.sleep(thinkers.pause)
            raise

    async def _think(self, thought: Thought, live: LiveTable) -> None:
        """Send the answer of a thinking process when it comes."""
        seat = ",".join(map(str, self.seats)) or f"watcher {id(self)}"
        try:
            self.tell(await self.registry.thinkers.think(thought, Asker(live.code, self.address, seat, not self.seats)))
        except RefusedError as no:
            self.answer(no.over_socket(getattr(thought, "id", ""), live.game_seq, self.language))

    async def _close(self, code: int, message: ServerMessage | None = None) -> None:
        """Send the reason, if there is one and the socket still accepts it, and close."""
        with suppress(Exception):
            async with asyncio.timeout(1):
                if message is not None:
                    await self.socket.send_text(ENCODER.encode(message).decode())
                await self.socket.close(code)

    async def dismiss(self, said: Said) -> None:
        """The server stops: tell the page to reconnect."""
        await self._close(1012, Resync(sentence(said, self.language)))


def _id_in(text: str) -> str:
    """The id of a message that cannot be parsed, if it can be found."""
    found = _ID.search(text[:400]) or _ID.search(text[-200:])
    return found.group(1) if found else ""
