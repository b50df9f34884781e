"""The porch: connections that have not said yet what they want get a few deeds of each turn of the loop, however many they are."""

from __future__ import annotations

import asyncio
import errno
import itertools
import os
import socket
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from itertools import pairwise
from typing import Any

import pytest

from kit.server import ServerProcess
from tipover.table import porch as porches
from tipover.table.cardbox import _start
from tipover.table.children import CHECKING
from tipover.table.door import ACCEPTING, Door
from tipover.table.porch import DEEDS, Guest, Porch
from tipover.table.roompack import READY

pytestmark = pytest.mark.skipif(not Porch.is_possible(), reason="This system has no epoll, so uvicorn accepts connections by itself.")
CROWD = 200


@asynccontextmanager
async def porch_of(door: Door, served: list[bytes]) -> AsyncIterator[tuple[Porch, Callable[[], socket.socket]]]:
    """A porch that keeps what its guests have said, and a way to knock at it."""

    def serve(guest: Guest) -> None:
        served.append(bytes(guest.head))
        guest.socket.close()
        door.leave(guest)

    listening = socket.create_server(("127.0.0.1", 0), backlog=CROWD)
    porch = Porch([listening], door, serve, asyncio.get_running_loop())
    knocked: list[socket.socket] = []

    def knock() -> socket.socket:
        knocked.append(socket.create_connection(listening.getsockname()))
        return knocked[-1]

    try:
        yield porch, knock
    finally:
        porch.close()
        for one in (listening, *knocked):
            one.close()


async def until(holds: Callable[[], bool]) -> int:
    """Let the loop turn until something holds; how many turns that took."""
    turns, latest = 0, time.monotonic() + 20
    while not holds():
        assert time.monotonic() < latest
        turns += 1
        await asyncio.sleep(0)
    return turns


def test_a_crowd_that_goes_at_once_gets_a_few_deeds_of_each_turn() -> None:
    async def tried() -> None:
        door = Door(1000)
        async with porch_of(door, []) as (porch, knock):
            crowd = [knock() for _ in range(CROWD)]
            await until(lambda: len(porch) == CROWD)
            for one in crowd:
                one.close()
            left = [CROWD]
            while left[-1]:
                await asyncio.sleep(0)
                left.append(len(porch))
            assert max(before - after for before, after in itertools.pairwise(left)) <= DEEDS
            assert len(door) == 0, "The door has forgotten them."

    asyncio.run(tried())


def test_those_who_may_ask_again_rest_and_a_crowd_of_them_that_goes_gets_a_few_deeds_of_each_turn() -> None:
    async def tried() -> None:
        async with porch_of(Door(10), []) as (porch, _):
            pairs = [socket.socketpair() for _ in range(CROWD)]
            woken: list[int] = []
            for mine, _theirs in pairs:
                porch.rest(mine.fileno(), partial(woken.append, mine.fileno()))
            porch.wake(pairs[0][0].fileno())
            await asyncio.sleep(0.05)
            assert woken == [], "Nothing has come."
            for _mine, theirs in pairs:
                theirs.close()
            told = [0]
            while told[-1] < CROWD - 1:
                await asyncio.sleep(0)
                told.append(len(woken))
            assert max(after - before for before, after in pairwise(told)) <= DEEDS
            assert pairs[0][0].fileno() not in woken and len(set(woken)) == len(woken) == CROWD - 1
            for mine, _theirs in pairs:
                mine.close()

    asyncio.run(tried())


def test_a_connection_that_rests_is_answered_again_and_so_is_one_that_asks_twice_at_once(server: ServerProcess) -> None:
    request = f"GET /healthz HTTP/1.1\r\nhost: 127.0.0.1:{server.port}\r\n\r\n".encode()

    def answers(one: socket.socket, number: int) -> None:
        text = b""
        while text.count(b"HTTP/1.1 200") < number or not text.endswith(b"}"):
            said = one.recv(65536)
            assert said
            text += said

    with socket.create_connection(("127.0.0.1", server.port), 20) as one:
        for together in (1, 1, 3, 1, 2):
            one.sendall(request * together)
            answers(one, together)
            time.sleep(0.2)
        one.sendall(request[:20])
        time.sleep(0.2)
        one.sendall(request[20:])
        answers(one, 1)


def test_the_silent_are_closed_in_time_a_few_in_each_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    async def tried() -> None:
        monkeypatch.setattr(porches, "HEAD_WITHIN", 0.3)
        monkeypatch.setattr(porches, "SWEEP_EVERY", 0.05)
        door = Door(1000)
        async with porch_of(door, []) as (porch, knock):
            crowd = [knock() for _ in range(3 * DEEDS)]
            await until(lambda: len(porch) == len(crowd))
            begun, former = time.monotonic(), len(porch)
            while len(porch):
                await asyncio.sleep(0)
                assert former - len(porch) <= DEEDS
                former = len(porch)
            assert 0.1 < time.monotonic() - begun < 10 and len(door) == 0
            assert all(one.recv(1) == b"" for one in crowd)

    asyncio.run(tried())


@pytest.mark.parametrize(
    "said", [b"GET / HTTP/1.1\r\nhost: a\r\n\r\nand more", b"GET / HTTP/1.1\nhost: a\n\n", b"\x16\x03\x01 no head", b"A" * 40_000]
)
def test_what_can_be_parsed_is_handed_over_with_all_that_was_said(said: bytes) -> None:
    async def tried() -> None:
        served: list[bytes] = []
        async with porch_of(Door(10), served) as (porch, knock):
            one, step = knock(), 1 if len(said) < 100 else 5000
            for k in range(0, len(said), step):
                one.sendall(said[k : k + step])
                await asyncio.sleep(0.002)
                if served:
                    break
            await until(lambda: bool(served))
            assert served == [said[: len(served[0])]] and len(porch) == 0
            assert any(end in served[0] for end in porches.ENDS) or len(served[0]) > porches.LARGEST_HEAD or served[0][:1] == b"\x16"

    asyncio.run(tried())


def arrived(porch: Porch, number: int) -> list[socket.socket]:
    """Connections that have been accepted and have said all that they want, which nobody has read yet."""
    theirs: list[socket.socket] = []
    for _ in range(number):
        mine, other = socket.socketpair()
        mine.setblocking(False)
        other.sendall(b"GET /%d HTTP/1.1\r\n\r\n" % other.fileno())
        porch._welcome(Guest(porch, mine, None))
        theirs.append(other)
    return theirs


@pytest.mark.parametrize("waiting", range(8, 20))
def test_nobody_waits_behind_those_who_come_later(waiting: int) -> None:
    """As many come as are served, turn after turn: whoever was there before is served first."""

    async def tried() -> None:
        served: list[bytes] = []
        async with porch_of(Door(1000), served) as (porch, _):
            theirs = arrived(porch, waiting)
            first = [b"/%d " % one.fileno() for one in theirs]
            for _ in range(waiting):
                porch._look()
                theirs += arrived(porch, 2)
            assert [head.split(b" ")[1] + b" " for head in served[:waiting]] == first
            for one in theirs:
                one.close()

    asyncio.run(tried())


def test_who_has_spoken_in_time_is_served_though_the_server_looks_late(monkeypatch: pytest.MonkeyPatch) -> None:
    async def tried() -> None:
        monkeypatch.setattr(porches, "HEAD_WITHIN", -1.0)  # the time of all who are here is up
        served: list[bytes] = []
        async with porch_of(Door(1000), served) as (porch, _):
            theirs = arrived(porch, 3)
            mine, silent = socket.socketpair()
            mine.setblocking(False)
            porch._welcome(Guest(porch, mine, None))
            while len(porch):
                porch._close_silent()  # a few in each turn
            assert len(served) == 3
            assert silent.recv(1) == b"", "who has said nothing is closed"
            for one in (silent, *theirs):
                one.close()

    asyncio.run(tried())


def test_half_a_head_is_handed_to_nobody() -> None:
    async def tried() -> None:
        served: list[bytes] = []
        async with porch_of(Door(10), served) as (porch, knock):
            knock().sendall(b"GET / HTTP/1.1\r\nx-a: ")
            await until(lambda: len(porch) == 1)
            await asyncio.sleep(0.1)
            assert served == []

    asyncio.run(tried())


def test_a_newcomer_takes_the_place_of_who_has_been_silent_longest() -> None:
    async def tried() -> None:
        door = Door(2)
        async with porch_of(door, []) as (porch, knock):
            first, second = knock(), knock()
            await until(lambda: len(porch) == 2)
            knock()
            await until(lambda: is_over(first))
            assert len(porch) == 2 and not is_over(second)

    def is_over(one: socket.socket) -> bool:
        try:
            return one.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) == b""
        except BlockingIOError:
            return False

    asyncio.run(tried())


def test_without_files_accepting_pauses_is_told_once_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    class Full:
        """A listening socket whose system has no more files, once."""

        def __init__(self, real: socket.socket) -> None:
            self.real, self.asked = real, 0

        def __getattr__(self, name: str) -> Any:
            return getattr(self.real, name)

        def accept(self) -> Any:
            """Fail the first time."""
            self.asked += 1
            if self.asked == 1:
                raise OSError(errno.EMFILE, "Too many open files")
            return self.real.accept()

    async def tried() -> None:
        monkeypatch.setattr(porches, "PAUSE", 0.2)
        told: list[str] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: told.append(context["message"]))
        with socket.create_server(("127.0.0.1", 0)) as listening:
            full = Full(listening)
            porch = Porch([full], Door(10), lambda _: None, asyncio.get_running_loop())  # type: ignore[list-item]
            with socket.create_connection(listening.getsockname()):
                await asyncio.sleep(0.1)
                assert told == [ACCEPTING] and full.asked == 1, "It does not ask again and again."
                await until(lambda: len(porch) == 1)
            porch.close()

    asyncio.run(tried())


def test_junk_is_answered_at_once_and_a_head_in_pieces_is_read(server: ServerProcess) -> None:
    with socket.create_connection(("127.0.0.1", server.port), 20) as one:
        one.sendall(b"\x16\x03\x01\x02\x00\x01\x00\x01")
        begun = time.monotonic()
        assert one.recv(65536).startswith(b"HTTP/1.1 400") and time.monotonic() - begun < 5
    with socket.create_connection(("127.0.0.1", server.port), 20) as one:
        for letter in f"GET /healthz HTTP/1.1\r\nhost: 127.0.0.1:{server.port}\r\n\r\n".encode():
            one.sendall(bytes([letter]))
        assert one.recv(65536).startswith(b"HTTP/1.1 200")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Priorities are read from /proc.")
def test_who_checks_strangers_cards_is_kind_from_the_beginning() -> None:
    """Loading the packs takes half a second of processor, and comes before the first card."""
    child = _start(())
    try:
        assert child.stdout is not None
        latest, nice = time.monotonic() + 20, -1
        while nice != os.nice(0) + CHECKING and time.monotonic() < latest:
            with open(f"/proc/{child.pid}/stat") as stat:
                nice = int(stat.read().rpartition(")")[2].split()[16])
            ready = child.poll() is not None
            assert not ready
            time.sleep(0.001)
        assert nice == min(19, os.nice(0) + CHECKING), "It is kind before it is ready."
        assert child.stdout.readline() == READY
    finally:
        child.kill()
        child.communicate()
