"""S11: connections that say nothing, or never finish what they say. They are closed, and nobody else notices them."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from types import SimpleNamespace

import pytest

from kit.figures import note
from kit.hostile import SOAK, log_of, told, two_people, wire
from kit.server import ROOT, Client, ServerProcess, serving
from tipover.table.door import ACCEPTING, Door, LoopErrors
from tipover.table.limits import Guesses, network_of

FILES = 1024
SILENT, HALF_HEADS = (1100, 2000) if SOAK else (1100, 900)
CLOSED_WITHIN = 15.0
SLOWEST = 1.0  # seconds for a ping of a seated player meanwhile, on a busy machine
STRANGER, NEIGHBOUR = "127.0.0.2", "127.0.0.3"  # loopback addresses that are nobody's own


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with serving(files=FILES) as running:
        yield running


def knock(server: ServerProcess, address: str = "127.0.0.1") -> socket.socket:
    """A connection from an address."""
    return socket.create_connection(("127.0.0.1", server.port), 20, (address, 0))


def still_open(connections: list[socket.socket]) -> list[socket.socket]:
    """Those that the server has not closed; what it said to them is read away."""
    found: list[socket.socket] = []
    for one in connections:
        one.setblocking(False)
        with contextlib.suppress(ConnectionError):
            try:
                while one.recv(65536):
                    pass
            except BlockingIOError:
                found.append(one)
    return found


async def answered_meanwhile(server: ServerProcess, attack: Callable[[], None]) -> float:
    """The longest that a seated player and a visitor wait while something happens in a thread."""
    table = two_people(server)
    loop = asyncio.get_running_loop()
    longest = 0.0
    async with Client(server, table.code, list(table.tokens.values())) as player:
        attacking = loop.run_in_executor(None, attack)
        while not attacking.done():
            begun = time.monotonic()
            await told(player, {"type": "ping"})
            longest = max(longest, time.monotonic() - begun)
            begun = time.monotonic()
            status, _, _ = await loop.run_in_executor(None, server.http, "/api/health")
            assert status == 200
            longest = max(longest, time.monotonic() - begun)
            await asyncio.sleep(0.1)
        await attacking
        await player.choose(player.options[0]["line"])
    return longest


@pytest.mark.figure(60, 60)
def test_silent_connections_and_endless_heads_are_closed_and_visitors_get_in(server: ServerProcess) -> None:
    lines = len(log_of(server).splitlines())
    found: list[socket.socket] = []
    heads: list[socket.socket] = []
    took: list[float] = []

    def attack() -> None:
        begun = time.monotonic()
        found.extend(knock(server) for _ in range(SILENT))
        for _ in range(HALF_HEADS):
            one = knock(server)
            with contextlib.suppress(OSError):
                one.sendall(b"GET /api/health HTTP/1.1\r\nhost: 127.0.0.1\r\nx-a: ")
            heads.append(one)
        while time.monotonic() - begun < CLOSED_WITHIN + 20 and still_open(found + heads):
            for one in still_open(heads):
                with contextlib.suppress(OSError):
                    one.send(b"a")
            time.sleep(1)
        assert not still_open(found + heads)
        took.append(time.monotonic() - begun)
        assert took[0] < CLOSED_WITHIN + 5, "They came within some seconds of each other."

    try:
        longest = asyncio.run(answered_meanwhile(server, attack))
        assert longest < SLOWEST
    finally:
        for one in found + heads:
            one.close()
    quiet = [line for line in log_of(server).splitlines()[lines:] if "/api/" not in line and "WebSocket" not in line]
    assert len(quiet) <= 10 and "Traceback" not in log_of(server), quiet[:12]
    text = f"{SILENT} silent connections and {HALF_HEADS} endless heads closed {took[0]:.1f} s after the first came; visitors get in"
    note("S11", f"{text}, the slowest in {longest:.2f} s; {len(quiet)} lines in the log", True)


def test_a_second_head_that_never_ends_is_cut_off(server: ServerProcess) -> None:
    with knock(server) as slow:
        slow.settimeout(20)
        slow.sendall(f"GET /api/health HTTP/1.1\r\nhost: 127.0.0.1:{server.port}\r\n\r\nGET /api".encode())
        assert slow.recv(65536).startswith(b"HTTP/1.1 200")
        begun = time.monotonic()
        while still_open([slow]) and time.monotonic() - begun < CLOSED_WITHIN:
            with contextlib.suppress(OSError):
                slow.send(b"x")
            time.sleep(0.5)
        assert not still_open([slow])


def test_a_socket_that_never_says_hello_is_closed_though_it_talks(server: ServerProcess) -> None:
    async def wait(talks: bool) -> float:
        begun = time.monotonic()
        async with await wire(server) as raw:
            assert raw.status == 101
            closing = asyncio.create_task(raw.close_code())
            while not closing.done() and time.monotonic() - begun < CLOSED_WITHIN + 5:
                if talks:
                    with contextlib.suppress(OSError):
                        raw.frame(b'{"type":"ping"}', first=0x81)
                await asyncio.wait({closing}, timeout=0.5)
            closing.cancel()
            return time.monotonic() - begun

    async def both() -> list[float]:
        return await asyncio.gather(wait(talks=False), wait(talks=True))

    assert max(asyncio.run(both())) < CLOSED_WITHIN


def test_the_limit_of_open_files_is_raised_and_connections_stay_below_it() -> None:
    program = (
        "import resource; from tipover.table.door import raise_file_limit; resource.setrlimit(resource.RLIMIT_NOFILE, (256, 2048)); "
        "print(raise_file_limit(), *resource.getrlimit(resource.RLIMIT_NOFILE))"
    )
    told = subprocess.check_output([sys.executable, "-c", program], text=True, env={**os.environ, "PYTHONPATH": str(ROOT / "src")})
    connections, soft, hard = map(int, told.split())
    assert soft == hard == 2048 and 1024 <= connections <= 2048 - 100


def test_one_address_has_two_hundred_connections_and_its_neighbour_gets_in(server: ServerProcess) -> None:
    table = two_people(server)
    head = (
        f"GET /ws HTTP/1.1\r\nhost: 127.0.0.1:{server.port}\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n"
    )
    text = json.dumps({"type": "hello", "code": table.code}).encode()
    hello = bytes([0x81, 0x80 | len(text)]) + b"\0\0\0\0" + text

    def watches(address: str) -> tuple[socket.socket, bytes]:
        one = knock(server, address)
        with contextlib.suppress(OSError):
            one.sendall(head.encode() + b"sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
            answer = one.recv(200)
            if answer.startswith(b"HTTP/1.1 101"):
                one.sendall(hello)
                while b'"welcome"' not in answer:
                    answer += one.recv(65536)
            return one, answer
        return one, b""

    found = [watches(STRANGER) for _ in range(260)]
    try:
        welcome = [answer for _, answer in found if b'"welcome"' in answer]
        assert 150 <= len(welcome) <= 200
        assert found[-1][1].startswith(b"HTTP/1.1 503") and b"Too many connections" in found[-1][1]
        other, answer = watches(NEIGHBOUR)
        other.close()
        assert b'"welcome"' in answer
    finally:
        for one, _ in found:
            one.close()


# -- counting --------------------------------------------------------------------------------------------


class Knock:
    """A connection that notes when it is dropped."""

    def __init__(self, address: str) -> None:
        self.client: tuple[str, int] | None = (address, 1)
        self.transport = self
        self.dropped = False

    def abort(self) -> None:
        """Be dropped."""
        self.dropped = True


def test_who_is_welcome_is_not_dropped_and_who_has_been_silent_longest_goes_first() -> None:
    door = Door(3, per_address=2)
    first, second, third, fourth, fifth, sixth = (Knock(f"203.0.113.{k}") for k in range(6))
    assert all(door.enter(one) for one in (first, second, third))  # type: ignore[arg-type]
    door.settle(first)  # type: ignore[arg-type]
    assert door.enter(fourth) and second.dropped and not first.dropped  # type: ignore[arg-type]
    for one in (third, fourth):
        door.settle(one)  # type: ignore[arg-type]
    assert not door.enter(fifth) and len(door) == 3  # type: ignore[arg-type]
    door.leave(third)  # type: ignore[arg-type]
    assert door.enter(sixth) and not any(one.dropped for one in (first, fourth))  # type: ignore[arg-type]


def test_an_address_makes_room_among_its_own_connections_only() -> None:
    door = Door(100, per_address=2)
    stranger, own, more, last = Knock("203.0.113.9"), *(Knock(f"2001:db8:1:2::{k}") for k in range(1, 4))
    assert all(door.enter(one) for one in (stranger, own, more, last))  # type: ignore[arg-type]
    assert own.dropped and not stranger.dropped and not more.dropped
    assert network_of("2001:db8:1:2::1") == network_of("2001:db8:1:2:ffff::9") != network_of("2001:db8:1:3::1")
    assert network_of("::ffff:203.0.113.9") == "203.0.113.9" and network_of("nonsense") == "nonsense"


def test_running_out_of_files_is_logged_once_a_minute_and_other_errors_each_time(caplog: pytest.LogCaptureFixture) -> None:
    now = [0.0]
    errors = LoopErrors(lambda: now[0])
    loop = SimpleNamespace()
    for second in range(120):
        now[0] = float(second)
        for _ in range(50):
            errors(loop, {"message": ACCEPTING, "exception": OSError(24, "Too many open files")})  # type: ignore[arg-type]
        errors(loop, {"message": "something else"})  # type: ignore[arg-type]
    assert [record.name for record in caplog.records] == ["tipover.table"] * 122
    assert caplog.text.count("raise the limit of open files") == 2


def test_guesses_at_the_same_time_get_no_further_than_one_after_another() -> None:
    """S9: the throttle counts what is being looked up, and gives back what was right."""

    async def guess() -> None:
        guesses = Guesses(0.0, 30)

        async def wrong() -> bool:
            if not await guesses.may("203.0.113.7"):
                return False
            await asyncio.sleep(0.01)
            guesses.was(False, "203.0.113.7")
            return True

        async def right() -> bool:
            allowed = await guesses.may("203.0.113.8")
            await asyncio.sleep(0.001)
            guesses.was(True, "203.0.113.8")
            return allowed

        assert sum(await asyncio.gather(*(wrong() for _ in range(500)))) == 30
        assert all(await asyncio.gather(*(right() for _ in range(500))))

    asyncio.run(guess())
