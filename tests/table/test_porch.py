"""The porch: connections that have not said yet what they want get a few deeds of each turn of the loop, however many they are."""

from __future__ import annotations

import asyncio
import errno
import itertools
import os
import select
import socket
import struct
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest
from uvicorn.server import ServerState

from kit.server import ServerProcess
from tipover.table import porch as porches
from tipover.table.cardbox import _start
from tipover.table.children import CHECKING
from tipover.table.door import ACCEPTING, FULL, HEAD_ENDS, HEAD_WITHIN, Door, DoorConfig, HttpConnection
from tipover.table.porch import AS_REQUEST, DEEDS, Guest, Porch
from tipover.table.roompack import READY
from tipover.table.serving import _Run

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
            left, latest = [CROWD], time.monotonic() + porches.HEAD_WITHIN / 2  # later they would be closed for being silent
            while left[-1]:
                await asyncio.sleep(0)
                left.append(len(porch))
            assert time.monotonic() < latest
            assert max(before - after for before, after in itertools.pairwise(left)) <= DEEDS
            assert len(door) == 0, "The door has forgotten them."

    asyncio.run(tried())


def test_a_crowd_that_comes_at_once_gets_a_few_deeds_of_each_turn() -> None:
    async def tried() -> None:
        async with porch_of(Door(1000), []) as (porch, knock):
            for _ in range(CROWD):
                knock()
            there = [0]
            while there[-1] < CROWD:
                porch._look()
                there.append(len(porch))
            assert max(after - before for before, after in pairwise(there)) <= DEEDS

    asyncio.run(tried())


def test_a_request_counts_as_several_deeds() -> None:
    async def tried() -> None:
        served: list[bytes] = []
        async with porch_of(Door(1000), served) as (porch, _):
            theirs = arrived(porch, 3 * DEEDS)
            porch._look()
            assert len(served) == 2 < DEEDS
            for one in theirs:
                one.close()

    asyncio.run(tried())


def test_who_finds_no_room_is_told_so_and_costs_no_more() -> None:
    async def tried() -> None:
        door = Door(1)
        async with porch_of(door, []) as (porch, knock):
            seated = Guest(porch, socket.socket(), None)
            assert door.enter(seated)
            door.settle(seated)  # it is at a table, and makes room for nobody
            one = knock()
            one.settimeout(5)
            while not (told := await asyncio.to_thread(one.recv, 4096)):
                pass
            assert told == FULL and one.recv(1) == b"" and len(porch) == 0 and len(door) == 1
            seated.socket.close()

    asyncio.run(tried())


def test_who_hangs_up_hard_is_gone_and_who_has_nothing_to_say_yet_is_not() -> None:
    async def tried() -> None:
        door, wrong = Door(10), list[object]()
        asyncio.get_running_loop().set_exception_handler(lambda _, context: wrong.append(context))
        async with porch_of(door, []) as (porch, knock):
            hard, quiet = knock(), knock()
            await until(lambda: len(porch) == 2)
            for guest, _ in list(porch._guests.values()):
                assert not porch._read(guest)
            assert len(porch) == 2, "nothing to read is no end"
            hard.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            hard.close()
            latest = time.monotonic() + porches.HEAD_WITHIN / 2
            await until(lambda: len(porch) == 1)
            assert time.monotonic() < latest and len(door) == 1 and quiet.fileno() >= 0
            assert not wrong, "a crowd that does so fills no log"

    asyncio.run(tried())


def test_a_connection_that_is_gone_before_it_is_accepted_is_no_want_of_files() -> None:
    class Aborted:
        """A listening socket whose first visitor has gone."""

        def __init__(self, real: socket.socket) -> None:
            self.real, self.asked = real, 0

        def __getattr__(self, name: str) -> Any:
            return getattr(self.real, name)

        def accept(self) -> Any:
            """Find the first one gone."""
            self.asked += 1
            if self.asked == 1:
                raise ConnectionAbortedError
            return self.real.accept()

    async def tried() -> None:
        told: list[str] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: told.append(context["message"]))
        with socket.create_server(("127.0.0.1", 0)) as listening:
            porch = Porch([Aborted(listening)], Door(10), lambda _: None, asyncio.get_running_loop())  # type: ignore[list-item]
            with socket.create_connection(listening.getsockname()):
                await until(lambda: len(porch) == 1)
                assert told == [] and porch._resume is None
            porch.close()

    asyncio.run(tried())


def test_a_porch_that_is_closed_lets_all_go_and_nobody_rests_there() -> None:
    async def tried() -> None:
        async with porch_of(Door(10), []) as (porch, knock):
            one = knock()
            await until(lambda: len(porch) == 1)
            porch.close()
            assert one.recv(1) == b"" and len(porch) == 0
            porch.rest(one.fileno(), lambda: None)
            porch.wake(one.fileno())
            porch._epoll, porch._loop = select.epoll(), asyncio.get_running_loop()  # for the end of the test

    asyncio.run(tried())


async def handed_over(door: Door, porch: Porch, is_dropped: bool = False) -> tuple[HttpConnection, socket.socket]:
    """A connection that waited on the porch and is served from now on, by an application that answers at once."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"ok"})

    config = DoorConfig(app, log_config=None, lifespan="off")
    config.load()
    config.door, config.resting_place = door, porch
    mine, theirs = socket.socketpair()
    mine.setblocking(False)
    guest = Guest(porch, mine, None)
    assert door.enter(guest)
    if is_dropped:
        door.leave(guest)
    connection = HttpConnection(config, ServerState(), {})
    connection.waited, connection.head = guest, b"GET / HTTP/1.1\r\nhost: a\r\n\r\n"
    await asyncio.get_running_loop().connect_accepted_socket(lambda: connection, mine)
    return connection, theirs


def test_who_is_handed_over_is_answered_and_rests_unread_until_it_speaks_or_goes() -> None:
    async def tried() -> None:
        door = Door(10)
        async with porch_of(door, []) as (porch, _):
            connection, theirs = await handed_over(door, porch)
            with theirs:
                assert connection._limit is not None, "its next head has its time"
                await until(lambda: bool(porch._resting))
                assert theirs.recv(4096).startswith(b"HTTP/1.1 200") and len(door) == 1
                assert not connection.transport.is_reading()
                limit = connection._limit
                assert limit is not None and limit.when() - asyncio.get_running_loop().time() <= HEAD_WITHIN
                connection.transport.abort()
                await until(lambda: len(door) == 0)
                assert not porch._resting, "who is gone is not woken when its number is somebody else's"

    asyncio.run(tried())


def test_who_was_dropped_while_it_was_handed_over_is_not_served() -> None:
    async def tried() -> None:
        door = Door(10)
        async with porch_of(door, []) as (porch, _):
            connection, theirs = await handed_over(door, porch, is_dropped=True)
            with theirs:
                await until(lambda: connection.transport.is_closing())
                await asyncio.sleep(0.05)
                assert theirs.recv(4096) == b"" and len(door) == 0 and not porch._resting

    asyncio.run(tried())


def test_who_is_gone_when_it_is_to_be_served_leaves_the_door() -> None:
    async def tried() -> None:
        door = Door(10)
        async with porch_of(door, []) as (porch, _):
            guest = Guest(porch, socket.socket(), None)
            assert door.enter(guest)
            guest.socket.close()
            config = DoorConfig(lambda *_: None, log_config=None, lifespan="off")  # type: ignore[arg-type,return-value]
            config.load()
            config.door = door
            run = object.__new__(_Run)
            run.config, run.server_state, run.lifespan = config, ServerState(), SimpleNamespace(state={})  # type: ignore[assignment]
            await run._served(guest)
            assert len(door) == 0

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


def test_what_those_who_rest_ask_counts_as_a_request_like_any_other() -> None:
    """Otherwise hundreds of them that ask again and again would get four times as much of each turn as whoever comes anew."""

    async def tried() -> None:
        async with porch_of(Door(10), []) as (porch, _):
            pairs = [socket.socketpair() for _ in range(3 * DEEDS)]
            woken: list[int] = []
            for mine, theirs in pairs:
                porch.rest(mine.fileno(), partial(woken.append, mine.fileno()))
                theirs.send(b"GET / HTTP/1.1\r\n\r\n")
            porch._look()
            assert len(woken) == DEEDS // AS_REQUEST
            for pair in pairs:
                for one in pair:
                    one.close()

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
            assert any(end in served[0] for end in HEAD_ENDS) or len(served[0]) > porches.LARGEST_HEAD or served[0][:1] == b"\x16"

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
