"""S11: requests made to hold the loop, or to stay for ever: each is refused at once, and the connection is gone."""

from __future__ import annotations

import asyncio
import os
import socket
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from kit.server import ServerProcess, serving
from tipover.table import socket as table_socket
from tipover.table.door import HEAD_WITHIN, MOST_IN_A_ROW
from tipover.table.socket import Client

GONE_WITHIN = HEAD_WITHIN + 7.0  # seconds (S11)
MOST_PROCESSOR = 0.1  # seconds of the server's processor for one of these requests
UPGRADE = (
    b"upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n"
)  # fmt: skip


@pytest.fixture(scope="module")
def server() -> Any:
    with serving() as started:
        yield started


def said(server: ServerProcess, request: bytes, within: float = GONE_WITHIN) -> bytes:
    """Send a request as it is; everything that is answered until the server hangs up. One that does not hang up in time fails."""
    answer = b""
    with socket.create_connection(("127.0.0.1", server.port), within) as raw:
        try:
            raw.sendall(request)
            while more := raw.recv(65_536):
                answer += more
        except ConnectionError:  # it hung up with bytes unread
            pass
    return answer


def head(server: ServerProcess, what: bytes, *more: bytes) -> bytes:
    return what + b" HTTP/1.1\r\nhost: 127.0.0.1:%d\r\n" % server.port + b"".join(more) + b"\r\n"


def processor(server: ServerProcess) -> float:
    """Seconds of processor time that the server has used."""
    assert server.process is not None
    words = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def test_a_body_in_thousands_of_tiny_chunks_does_not_hold_the_loop(server: ServerProcess) -> None:
    """Each chunk is an event of the parser: 600 kB of them held everybody up for two seconds."""
    begun = processor(server)
    answer = said(server, head(server, b"POST /api/check", b"transfer-encoding: chunked\r\n") + b"1\r\nA\r\n" * 100_000)
    assert answer.startswith(b"HTTP/1.1 400") and processor(server) - begun < MOST_PROCESSOR


def test_a_body_in_some_chunks_is_read(server: ServerProcess) -> None:
    chunks = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in [b" " * 300] * 400 + [b" "] * 200 + [b"{}"])
    request = head(server, b"POST /api/deal", b"connection: close\r\ntransfer-encoding: chunked\r\n") + chunks + b"0\r\n\r\n"
    assert said(server, request).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("first", [b"", b"GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"], ids=["first", "second"])
def test_a_head_of_thousands_of_lines_is_refused_before_it_is_parsed(server: ServerProcess, first: bytes) -> None:
    with socket.create_connection(("127.0.0.1", server.port), GONE_WITHIN) as raw:
        if first:
            raw.sendall(first)
            assert raw.recv(65_536).startswith(b"HTTP/1.1 200")
            time.sleep(0.2)
            raw.setblocking(False)
            with suppress(BlockingIOError):
                raw.recv(65_536)
            raw.settimeout(GONE_WITHIN)
        answer = b""
        with suppress(ConnectionError):  # it has hung up before the end
            for part in (b"GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n", *[b"a: b\r\n" * 60] * 3, b"\r\n"):
                raw.sendall(part)
                time.sleep(0.05)
        with suppress(ConnectionError):
            while more := raw.recv(65_536):
                answer += more
    assert b"HTTP/1.1 200" not in answer and (b"HTTP/1.1 400" in answer or first)


def test_few_requests_in_a_row_are_answered(server: ServerProcess) -> None:
    """Nobody who waits for answers sends them so, and who does not would be served before all others."""
    answer = said(server, head(server, b"GET /healthz") * 400)
    assert answer.count(b"HTTP/1.1 200") == MOST_IN_A_ROW


def test_one_request_after_the_other_is_answered(server: ServerProcess) -> None:
    with socket.create_connection(("127.0.0.1", server.port), GONE_WITHIN) as raw:
        for _ in range(20):
            raw.sendall(head(server, b"GET /healthz"))
            answer = b""
            while b'"ok":true' not in answer or not answer.endswith(b"}"):
                more = raw.recv(65_536)
                assert more, "It hung up."
                answer += more


@pytest.mark.parametrize(
    ("method", "more"),
    [
        (b"POST /ws", b"content-length: 5\r\n"),
        (b"GET /ws", b"content-length: 5\r\n"),
        (b"GET /ws", b"transfer-encoding: chunked\r\n"),
        (b"GET /ws", b"a: " + b"b" * 9_000 + b"\r\n"),
        (b"GET /ws?" + b"b" * 9_000, b""),
        (b"GET /ws", b"sec-websocket-extensions: " + b"x," * 5_000 + b"y\r\n"),
    ],
    ids=["post with a body", "a body", "a chunked body", "a long line", "a long address", "extensions"],
)
def test_who_asks_for_a_socket_in_a_way_that_gives_none_is_gone(server: ServerProcess, method: bytes, more: bytes) -> None:
    """Such a connection was no request any more and no socket yet, and no time limit was its own."""
    begun = time.monotonic()
    answer = said(server, head(server, method, UPGRADE, more))
    assert b" 101 " not in answer and time.monotonic() - begun < GONE_WITHIN


class Slow:
    """A socket whose hello comes in the very turn in which the time for it is up, because the server has looked late."""

    def __init__(self) -> None:
        self.scope: dict[str, Any] = {"state": {}}
        self.came: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def receive(self) -> dict[str, Any]:
        return await self.came.get()


def test_a_hello_that_has_come_in_time_counts_though_the_server_looks_late(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_socket, "HELLO_WITHIN", 0.2)
    taken: list[object] = []

    async def run() -> None:
        wire = Slow()
        client = Client(wire, None, "")  # type: ignore[arg-type]

        async def take(event: object) -> bool:
            taken.append(event)
            return False

        async def close(*_: object) -> None:
            taken.append("closed")

        monkeypatch.setattr(client, "_take", take)
        monkeypatch.setattr(client, "_close", close)
        loop = asyncio.get_running_loop()
        hearing = asyncio.ensure_future(client._hear())
        await asyncio.sleep(0)
        loop.call_later(0.15, wire.came.put_nowait, {"type": "websocket.receive", "text": "hello"})
        loop.call_later(0.1, time.sleep, 0.3)  # both are due when the loop looks again
        await hearing

    asyncio.run(run())
    assert taken == [{"type": "websocket.receive", "text": "hello"}]
