"""The door: how many connections are open, how long each may keep silent, and how fast its frames may come.

Whoever has said nothing yet makes room for newcomers; a socket that a table has welcomed is never dropped for others.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol, cast

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.exceptions import InvalidState
from websockets.frames import Frame, Opcode
from websockets.http11 import Request

from tipover.engine.core.language import sentence
from tipover.engine.core.said import say
from tipover.table.frame_bytes import are_whole, text_frame, whole_text
from tipover.table.limits import LOOPBACK, Bucket, Clock, network_of
from tipover.table.protocol.from_server import Refused
from tipover.table.views import ENCODER

try:
    import resource
except ImportError:  # Windows has neither the module nor the limit
    resource = None  # type: ignore[assignment]

MOST_FILES = 65_536  # open files are not raised above this, even if the system allows more
WITHOUT_LIMIT = 4096  # connections on a system that has no limit of files
SPARE_FILES = 128  # for the store, child processes and whatever else is opened
PER_ADDRESS = 200  # connections from one address; loopback has no such limit
HEAD_WITHIN = 8.0  # seconds for the head of a request, from the connection or the last answer on; with thousands of them 15 (S11)
HEAD_ENDS = (b"\n\r\n", b"\n\n")
MOST_LINES = 100  # lines of a request's head; a page sends twenty
MOST_IN_A_ROW = 4  # requests that are sent at once, without waiting for an answer
SMALL_PART, MOST_SMALL_PARTS = 256, 256  # bytes of a small part of a body, and how many of them one request may have
ANSWER_WITHIN = 120.0  # seconds for a request's body and its answer, both sent and read
CLOSING_WITHIN = 1.0  # seconds that a closing connection has to read what was sent: an offender is gone within 2 (S12)
MOST_AFTER_CLOSE = 16 * 1024  # bytes that a connection may send after it was told that it is closed: what was under way, no flood
FRAME_RATE, FRAME_BURST = 50.0, 300.0  # frames of a socket: data, fragments, pings and pongs alike
MOST_FRAGMENTS = 256  # frames of one message
LARGEST_UNREAD = 1024 * 1024  # bytes that wait for a socket that does not read
AHEAD = 4  # messages that are read before the first of them is handled
SLICE = 1024  # bytes parsed before the frames in them are counted
NOT_TEXT, NOT_WANTED = 1007, 1008  # codes that close a socket
ACCEPTING = "socket.accept() out of system resource"  # how asyncio reports that no more files may be opened

_FULL = b"Too many connections are open; try again in a moment."
FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 10\r\nconnection: close\r\ncontent-type: text/plain\r\n"
    b"content-length: %d\r\n\r\n%s" % (len(_FULL), _FULL)
)

logger = logging.getLogger("tipover.table")


def raise_file_limit() -> int:
    """Raise the limit of open files to what the system allows; returns the number of connections that fit below it."""
    if resource is None:
        return WITHOUT_LIMIT
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    files = MOST_FILES if soft == resource.RLIM_INFINITY else min(soft, MOST_FILES)
    return max(files - SPARE_FILES, files // 2)


class Dropped(Protocol):
    """What can be dropped at once."""

    def abort(self) -> None:
        """Close it without a word."""


class Connection(Protocol):
    """One open connection."""

    @property
    def transport(self) -> Dropped:
        """What is dropped with it."""

    client: tuple[str, int] | None


class Door:
    """Counts open connections. When there are too many, the one that has kept silent for longest makes room.

    With `proxied` every connection comes from the proxy, so addresses are counted by the application alone.
    """

    def __init__(self, most: int, proxied: bool = False, per_address: int = PER_ADDRESS) -> None:
        self.most = most
        self.per_address = per_address
        self._proxied = proxied
        self._open: dict[Connection, str] = {}
        self._count: dict[str, int] = {}
        self._silent: dict[Connection, None] = {}  # may be dropped, oldest first
        self._silent_of: dict[str, dict[Connection, None]] = {}

    def __len__(self) -> int:
        return len(self._open)

    def enter(self, connection: Connection) -> bool:
        """Let a new connection in; False if there is no room for it."""
        address = network_of(connection.client[0] if connection.client else "")
        if not self._proxied and address not in LOOPBACK and self._count.get(address, 0) >= self.per_address:
            if not self._drop(self._silent_of.get(address, {})):
                return False
        elif len(self._open) >= self.most and not self._drop(self._silent):
            return False
        self._add(connection, address)
        return True

    def hand_over(self, old: Connection, new: Connection) -> bool:
        """The same connection is served by another object from now on; False if it has been dropped for others."""
        address = self._open.get(old)
        if address is None:
            return False
        self.leave(old)
        self._add(new, address)
        return True

    def settle(self, connection: Connection) -> None:
        """The connection is a welcome guest: it is not dropped for others."""
        self._silent.pop(connection, None)
        self._forget(connection, self._open.get(connection, ""))

    def leave(self, connection: Connection) -> None:
        """The connection is closed."""
        address = self._open.pop(connection, None)
        if address is None:
            return
        self._silent.pop(connection, None)
        self._forget(connection, address)
        self._count[address] -= 1
        if not self._count[address]:
            del self._count[address]

    def _add(self, connection: Connection, address: str) -> None:
        self._open[connection] = address
        self._count[address] = self._count.get(address, 0) + 1
        self._silent[connection] = None
        self._silent_of.setdefault(address, {})[connection] = None

    def _forget(self, connection: Connection, address: str) -> None:
        silent = self._silent_of.get(address, {})
        silent.pop(connection, None)
        if not silent:
            self._silent_of.pop(address, None)

    def _drop(self, silent: dict[Connection, None]) -> bool:
        oldest = next(iter(silent), None)
        if oldest is None:
            return False
        self.leave(oldest)
        oldest.transport.abort()
        return True


class RestingPlace(Protocol):
    """Where connections wait that have had their answer and may ask again."""

    def rest(self, number: int, wake: Callable[[], None]) -> None:
        """Call `wake` when something comes on the file with this number."""

    def wake(self, number: int) -> None:
        """Forget it."""


class BoundedParser(h11.Connection):
    """h11's parser, which refuses what would hold the loop: a head of thousands of lines, a body in thousands of tiny chunks."""

    def __init__(self, largest: int | None) -> None:
        super().__init__(h11.SERVER, *([] if largest is None else [largest]))
        self._lines = 0  # of the head that comes
        self._small_parts = 0  # of the body that comes

    def receive_data(self, data: bytes) -> None:
        """Take what has come; the lines of a head are counted before they are parsed."""
        super().receive_data(data)
        if self.their_state is h11.IDLE:
            said = self.trailing_data[0]
            ends = [place for place in map(said.find, HEAD_ENDS) if place >= 0]
            self._lines = said.count(b"\n", 0, min(ends, default=len(said)))

    def next_event(self) -> Any:
        """The next part of a request."""
        if self.their_state is h11.IDLE and self._lines > MOST_LINES:
            raise h11.RemoteProtocolError("a head with too many lines")
        event = super().next_event()
        if isinstance(event, h11.Request):
            self._lines = self._small_parts = 0
        elif isinstance(event, h11.Data) and len(event.data) < SMALL_PART:
            self._small_parts += 1
            if self._small_parts > MOST_SMALL_PARTS:
                raise h11.RemoteProtocolError("a body in too many small parts")
        return event


class DoorConfig(uvicorn.Config):
    """uvicorn's configuration, with the door that its connections come through."""

    door: Door
    resting_place: RestingPlace | None = None  # where connections wait that may ask again


class HttpConnection(H11Protocol):
    """uvicorn's HTTP, with a time limit for whatever the client has to do next."""

    def __init__(self, config: uvicorn.Config, server_state: ServerState, app_state: dict[str, Any], _loop: Any = None) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.door = cast(DoorConfig, config).door
        self._place = cast(DoorConfig, config).resting_place
        self._rests_as = -1  # the number of its file while it rests
        self._limit: asyncio.TimerHandle | None = None
        self._begun: object = None  # the request that the limit is for
        self.waited: Connection | None = None  # what it was to the door while it waited on the porch
        self.head = b""  # what it has said there
        self._in_a_row = 0  # requests that were answered when the next had come already
        self.conn = BoundedParser(config.h11_max_incomplete_event_size)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let the client in, or tell it that there is no room; who waited on the porch has been let in."""
        super().connection_made(transport)
        if self.waited is not None:
            self._within(HEAD_WITHIN)
            if self.door.hand_over(self.waited, self):
                self.data_received(self.head)
            else:
                transport.abort()
            self.waited, self.head = None, b""
        elif self.door.enter(self):
            self._within(HEAD_WITHIN)
        else:
            transport.write(FULL)
            transport.close()
            self._within(CLOSING_WITHIN)

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room for somebody else."""
        self._within(0)
        self._wake()
        self.door.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on; a complete head begins the time for the rest of the request."""
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        """The answer is sent: the next head may come.

        Whoever goes on sending without waiting is cut off: requests in a row are answered in a row, and others wait.
        """
        if self.conn.their_state is h11.DONE and self.conn.trailing_data[0]:
            self._in_a_row += 1
            if self._in_a_row == MOST_IN_A_ROW:
                self.transport.close()
        else:
            self._in_a_row = 0
        super().on_response_complete()
        self._within(HEAD_WITHIN)
        self._look()
        if self._place is not None and (self.cycle is None or self.cycle.response_complete) and not self.transport.is_closing():
            self.transport.pause_reading()
            self._rests_as = self.transport.get_extra_info("socket").fileno()
            self._place.rest(self._rests_as, self._read_on)

    def send_400_response(self, msg: str) -> None:
        """Refuse what cannot be parsed; who has been answered already is only cut off."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()

    def _wake(self) -> None:
        """Rest no longer."""
        if self._place is not None and self._rests_as >= 0:
            self._place.wake(self._rests_as)
            self._rests_as = -1

    def _read_on(self) -> None:
        """Something has come."""
        self._rests_as = -1
        if not self.transport.is_closing():
            self.transport.resume_reading()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Hand the connection over to a socket."""
        self._within(0)
        super().handle_websocket_upgrade(event)
        opened = self.transport.get_protocol()
        if isinstance(opened, SocketConnection):
            opened.close_unopened()

    def _look(self) -> None:
        if self.cycle is not None and self.cycle is not self._begun and not self.cycle.response_complete:
            self._begun = self.cycle
            self._within(ANSWER_WITHIN)

    def _within(self, seconds: float) -> None:
        """Set the time limit anew, or remove it."""
        if self._limit is not None:
            self._limit.cancel()
        self._limit = self.loop.call_later(seconds, self.transport.abort) if seconds else None


class SocketConnection(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, with one limit for frames of all kinds; a socket that does not read is dropped."""

    def __init__(self, config: uvicorn.Config, server_state: ServerState, app_state: dict[str, Any], _loop: Any = None) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.door = cast(DoorConfig, config).door
        self.close_timeout = CLOSING_WITHIN
        self._frames = Bucket(FRAME_RATE, FRAME_BURST)
        self._rest = b""  # what has come and is not parsed yet
        self._is_between = False  # whether what has come ends with a whole frame, and no message is open
        self._after_close = 0  # bytes that have come since it is closing

    def connection_made(self, transport: Any) -> None:
        """Take the connection over from HTTP."""
        former: Any = transport.get_protocol()
        super().connection_made(transport)
        self.door.hand_over(former, self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room for somebody else."""
        self.door.leave(self)
        super().connection_lost(exc)

    def close_unopened(self) -> None:
        """Close the connection if it was asked for in a way that gives no socket, with what there is to say about it."""
        if self.conn.handshake_exc is not None and not self.transport.is_closing():
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    def data_received(self, data: bytes) -> None:
        """Parse a little at a time: thousands of empty frames in one packet are noticed before they are all parsed."""
        if self.close_sent:
            self._after_close += len(data)
            if self._after_close > MOST_AFTER_CLOSE:  # it has a moment to read why, and nothing more of it is read
                self._rest = b""
                self.transport.pause_reading()
                return
        if self._is_between and not self._rest and not self.read_paused and not self.transport.is_closing():
            message = whole_text(data)
            if message is not None:  # as nearly everything that a page sends: the library's parser takes ten times as long
                self.handle_text(Frame(Opcode.TEXT, message))
                self._look_at_unread()
                return
        self._is_between = self._is_between and are_whole(data)
        self._rest += data
        self._parse()

    def _parse(self) -> None:
        """Parse what has come, until the application has a message to read first."""
        while self._rest and not self.read_paused and not self.transport.is_closing():
            part, self._rest = self._rest[:SLICE], self._rest[SLICE:]
            super().data_received(part)

    async def receive(self) -> Any:
        """The next message for the application; then more can be parsed."""
        message = await super().receive()
        self._parse()
        return message

    def handle_events(self) -> None:
        """Count the frames of every kind."""
        super().handle_events()
        self._look_at_unread()

    def _look_at_unread(self) -> None:
        """Drop a socket that does not read."""
        if self.transport.get_write_buffer_size() > LARGEST_UNREAD:
            self.transport.abort()

    def handle_text(self, event: Frame) -> None:
        """A message, or its first fragment."""
        if self._counts():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """A binary message, or its first fragment."""
        if self._counts():
            super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        """A further fragment."""
        if self._counts(len(self.frames) < MOST_FRAGMENTS):
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """Answer a ping."""
        if self._counts():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """An answer to our ping, or one that nobody asked for."""
        if self._counts():
            super().handle_pong(event)

    def _counts(self, is_allowed: bool = True) -> bool:
        """Count a frame; if there are too many the socket is closed, and False."""
        if self.close_sent or self.transport.is_closing():
            return False
        if is_allowed and self._frames.take():
            return True
        self._fail(NOT_WANTED, ENCODER.encode(Refused("", "too_fast", sentence(say("refused.hung_up")))))
        return False

    def _fail(self, code: int, message: bytes = b"") -> None:
        """Close the socket because of what it sent, with a last message."""
        self.frames = []
        with suppress(InvalidState):  # it is not open yet, or not any more
            if message:
                self.conn.send_text(message)
            self.conn.send_close(code)
            self.handle_parser_exception()
        self.loop.call_later(CLOSING_WITHIN, self.transport.abort)

    def send_receive_event_to_app(self) -> None:
        """Pass a message on, and read no further while several wait; invalid text closes the socket without a traceback in the log."""
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if self.close_sent:
            return
        if self.curr_msg_data_type == "text":
            try:
                self.queue.put_nowait({"type": "websocket.receive", "text": data.decode()})
            except UnicodeDecodeError:
                self._fail(NOT_TEXT)
                return
        else:
            self.queue.put_nowait({"type": "websocket.receive", "bytes": data})
        if self.queue.qsize() >= AHEAD and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def handle_connect(self, event: Request) -> None:
        """Give the application ways to drop the connection, and to keep it when others come."""
        super().handle_connect(event)
        self._is_between = not self._rest  # whoever upgrades the connection passes on the head of the request, and nothing after it
        if hasattr(self, "scope"):
            state: dict[str, Any] = self.scope["state"]
            state["abort"] = self.transport.abort
            state["settle"] = lambda: self.door.settle(self)
            state["push"] = self.push

    def push(self, message: bytes) -> bool:
        """Send a text message at once; False, and nothing is sent, while the socket is not open or does not read."""
        if not self.handshake_complete or self.close_sent or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.transport.write(text_frame(message))
        return True

    async def run_asgi(self) -> None:
        """Serve the socket; afterwards it has a moment to read the rest."""
        try:
            await super().run_asgi()
        finally:
            self.loop.call_later(CLOSING_WITHIN, self.transport.abort)


class LoopErrors:
    """The event loop's handler of errors: those of background tasks are logged as all others are, without what they were about.

    Running out of files is logged once a minute, not for each connection that waits.
    """

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._told = Bucket(1 / 60, 1, clock)

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Handle one error."""
        if context.get("message") != ACCEPTING:
            logger.error("something in the background failed", exc_info=context.get("exception"))
        elif self._told.take():
            logger.error("no more connections can be accepted: %s; raise the limit of open files (ulimit -n)", context.get("exception"))
