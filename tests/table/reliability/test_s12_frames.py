"""S12: control frames and fragments count like messages, and a socket that does not read is dropped."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from kit.figures import note
from kit.hostile import Wire, log_of, memory, told, two_people, wire
from kit.server import Client, ServerProcess, serving
from tipover.table.door import CLOSING_WITHIN, FRAME_BURST, MOST_AFTER_CLOSE, MOST_FRAGMENTS, SocketConnection

CLOSED_WITHIN = 2.0
PATIENCE = 6.0  # the same on a busy machine
MOST_GROWTH = 20 * 1024 * 1024
A_SECOND = 20_000

TEXT, BINARY, MORE, PING, PONG, LAST = 0x01, 0x02, 0x00, 0x09, 0x0A, 0x80
FRAMES: dict[str, tuple[bytes, bytes]] = {  # what is sent first, and what again and again
    "pings": (b"", bytes([LAST | PING, 0x80, 0, 0, 0, 0])),
    "pongs": (b"", bytes([LAST | PONG, 0x80, 0, 0, 0, 0])),
    "full pings": (b"", bytes([LAST | PING, 0x80 | 125, 0, 0, 0, 0]) + b"x" * 125),
    "empty fragments": (bytes([TEXT, 0x80, 0, 0, 0, 0]), bytes([MORE, 0x80, 0, 0, 0, 0])),
    "endless binary": (bytes([BINARY, 0x80, 0, 0, 0, 0]), bytes([MORE, 0x81, 0, 0, 0, 0]) + b"x"),
    "empty messages": (b"", bytes([LAST | TEXT, 0x80, 0, 0, 0, 0])),
}


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with serving() as running:
        yield running


async def flood(raw: Wire, first: bytes, frame: bytes, reads: bool) -> float:
    """Send frames at 20,000 a second until the server hangs up: after how many seconds."""
    begun = time.monotonic()
    raw.writer.write(first)
    ended = asyncio.create_task(raw.close_code()) if reads else None
    try:
        while time.monotonic() - begun < 20:
            raw.writer.write(frame * (A_SECOND // 20))
            async with asyncio.timeout(20):
                await raw.writer.drain()
            await asyncio.sleep(0.05)
            if raw.writer.transport.is_closing() or (ended is not None and ended.done()):
                break
    except OSError:
        pass
    finally:
        if ended is not None:
            ended.cancel()
    return time.monotonic() - begun


@pytest.mark.figure(65, 10)
@pytest.mark.parametrize("name", FRAMES)
@pytest.mark.parametrize("reads", [True, False], ids=["read", "unread"])
def test_a_flood_of_frames_is_closed_and_costs_nothing(server: ServerProcess, name: str, reads: bool) -> None:
    async def attack() -> None:
        table = two_people(server)
        async with Client(server, table.code, [table.tokens[0]]) as player:
            before = memory(server)
            longest = 0.0
            async with await wire(server) as raw:
                assert raw.status == 101
                flooding = asyncio.create_task(flood(raw, *FRAMES[name], reads))
                while not flooding.done():
                    begun = time.monotonic()
                    await told(player, {"type": "ping"})
                    longest = max(longest, time.monotonic() - begun)
                    await asyncio.sleep(0.1)
                took = await flooding
                assert took < PATIENCE
            grown = memory(server) - before
            assert grown < MOST_GROWTH
            how = "read" if reads else "not read"
            text = f"{name}, {how}: closed after {took:.1f} s, {max(0, grown) / 1e6:.0f} MB more, a player waited {longest * 1000:.0f} ms"
            note("S12", text, took <= 2 and grown <= 20e6)
            assert longest < 1.0, f"a player waited {longest:.2f} s"

    asyncio.run(attack())
    assert "Traceback" not in log_of(server)


def test_an_offender_that_reads_nothing_is_noticed_and_gone_within_the_promised_time() -> None:
    """It is noticed within a quarter of a second; then it has a moment to read why it is thrown out, which it never does."""
    assert CLOSING_WITHIN + 0.75 < CLOSED_WITHIN


def test_frames_at_a_humans_pace_are_welcome(server: ServerProcess) -> None:
    """A message in some fragments, with pings between them, is a message."""

    async def talk() -> None:
        async with await wire(server) as raw:
            for _ in range(20):
                raw.frame(b'{"ty', first=TEXT)
                raw.frame(b"", first=LAST | PING)
                raw.frame(b"", first=MORE)
                raw.frame(b'pe":"ping"}', first=LAST | MORE)
            seen = b""
            async with asyncio.timeout(20):
                while seen.count(b'"pong"') < 20:
                    seen += await raw.reader.read(65536)

    asyncio.run(talk())


def test_a_message_in_hundreds_of_fragments_is_closed_before_they_are_too_many_frames(server: ServerProcess) -> None:
    async def talk(fragments: int) -> bool:
        """Whether the socket is still served afterwards."""
        async with await wire(server) as raw:
            raw.frame(b'{"type":', first=TEXT)
            for _ in range(fragments - 2):
                raw.frame(b" ", first=MORE)
            raw.frame(b'"ping"}', first=LAST | MORE)
            seen = b""
            with contextlib.suppress(TimeoutError, OSError):
                async with asyncio.timeout(10):
                    while b'"pong"' not in seen and (part := await raw.reader.read(65536)):
                        seen += part
            return b'"pong"' in seen

    assert MOST_FRAGMENTS + 10 < FRAME_BURST
    assert asyncio.run(talk(MOST_FRAGMENTS - 10)) and not asyncio.run(talk(MOST_FRAGMENTS + 10))


@pytest.mark.parametrize("cut", [0, 1, 2, 5, 9, 20])
def test_messages_that_come_in_any_pieces_are_each_heard_once(server: ServerProcess, cut: int) -> None:
    """Whole frames have a shorter way in; whatever comes before, between or after them must not lead astray."""
    word = b'{"type":"ping"}'

    def masked(first: int, data: bytes) -> bytes:
        return bytes([first, 0x80 | len(data), 1, 2, 3, 4]) + bytes(one ^ (k % 4 + 1) for k, one in enumerate(data))

    whole = masked(LAST | TEXT, word)
    fragments = masked(TEXT, word[:4]) + masked(LAST | PING, b"in between") + masked(LAST | MORE, word[4:])
    stream = [whole, whole, masked(LAST | PONG, b""), whole + whole[:cut], whole[cut:], whole, fragments[:cut], fragments[cut:], whole]

    async def talk() -> int:
        async with await wire(server) as raw:
            seen = b""
            for part in stream:
                raw.writer.write(part)
                await raw.writer.drain()
                await asyncio.sleep(0.02)  # so that it is a packet of its own
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(1.5):
                    while part := await raw.reader.read(65536):
                        seen += part
            return seen.count(b'"pong"')

    assert asyncio.run(talk()) == 7


class FullTransport:
    """A transport in which so many bytes wait for somebody who does not read."""

    def __init__(self, waiting: int) -> None:
        self.waiting = waiting
        self.aborted = False

    def get_write_buffer_size(self) -> int:
        """How many bytes wait."""
        return self.waiting

    def abort(self) -> None:
        """Drop the connection."""
        self.aborted = True


@pytest.mark.parametrize("waiting", [1024 * 1024, 1024 * 1024 + 1])
def test_who_reads_nothing_is_dropped_when_a_megabyte_waits(monkeypatch: pytest.MonkeyPatch, waiting: int) -> None:
    """Frames are so few that pings alone hardly get there; whatever else is written does."""
    monkeypatch.setattr(WebSocketsSansIOProtocol, "handle_events", lambda self: None)
    connection = object.__new__(SocketConnection)
    connection.transport = FullTransport(waiting)  # type: ignore[assignment]
    connection.handle_events()
    assert connection.transport.aborted == (waiting > 1024 * 1024)  # type: ignore[attr-defined]


def test_a_packet_of_thousands_of_frames_is_not_parsed_beyond_those_that_close_the_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[int] = []
    monkeypatch.setattr(WebSocketsSansIOProtocol, "data_received", lambda self, data: parsed.append(len(data)))
    connection = object.__new__(SocketConnection)
    connection._rest, connection._is_between, connection.read_paused, connection.close_sent = b"", False, False, False
    connection.transport = SimpleNamespace(is_closing=lambda: len(parsed) >= 3)  # type: ignore[assignment]
    connection.data_received(b"x" * 65_536)
    assert len(parsed) == 3 and max(parsed) <= 2048


def test_who_floods_on_after_the_close_is_not_read_any_more_and_who_answers_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waiting for the answer to a close, all that came was parsed; it still has a moment to read why it is thrown out."""
    monkeypatch.setattr(WebSocketsSansIOProtocol, "data_received", lambda self, data: None)
    connection = object.__new__(SocketConnection)
    connection._rest, connection._after_close, connection._is_between = b"", 0, False
    connection.read_paused, connection.close_sent = False, True
    paused: list[bool] = []
    connection.transport = SimpleNamespace(is_closing=lambda: False, pause_reading=lambda: paused.append(True))  # type: ignore[assignment]
    connection.data_received(b"x" * MOST_AFTER_CLOSE)
    assert not paused
    connection.data_received(b"x")
    assert paused and connection._rest == b""
