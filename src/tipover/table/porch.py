"""The porch: where a connection waits until the head of its first request is there. Only then it costs more than a number.

Thousands of connections that say nothing, or never finish what they say, come and go in crowds. asyncio would make a transport
and a parser for each, and handle all that happens to them in one turn of its loop, with everybody else behind. Here they are
together one file of the loop (an epoll inside its own): of each turn they get a few deeds, however many wait. Connections that
have had their answer and may ask again rest here too.
"""

from __future__ import annotations

import asyncio
import select
import socket
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress

from tipover.table.door import ACCEPTING, FULL, HEAD_ENDS, HEAD_WITHIN, Door

DEEDS = 8  # connections accepted, read or closed in one turn of the loop
AS_REQUEST = 4  # as many deeds counts one that brings a request
READ = 4096  # bytes read of a head at once
LARGEST_HEAD = 32 * 1024  # bytes of a head; a longer one is refused by who parses it
SWEEP_EVERY = 0.5  # seconds between two looks at who has said nothing for too long
PAUSE = 1.0  # seconds without accepting when no more files may be opened
READABLE, GOING = getattr(select, "EPOLLIN", 0), getattr(select, "EPOLLRDHUP", 0)

Serve = Callable[["Guest"], None]


class Guest:
    """A connection whose first request has not come yet; to the door it is its own transport."""

    __slots__ = ("client", "head", "porch", "socket", "transport")

    def __init__(self, porch: Porch, accepted: socket.socket, client: tuple[str, int] | None) -> None:
        self.porch = porch
        self.socket = accepted
        self.client = client
        self.head = bytearray()
        self.transport = self

    def abort(self) -> None:
        """Be dropped for somebody else."""
        self.porch.drop(self)

    def is_whole(self) -> bool:
        """Whether somebody can parse what has been said: a head, or what will never be one."""
        return any(end in self.head for end in HEAD_ENDS) or len(self.head) > LARGEST_HEAD or not self.head[:1].isalpha()


class Porch:
    """Accepts connections, and hands each with the head of its first request to `serve`."""

    def __init__(self, listening: list[socket.socket], door: Door, serve: Serve, loop: asyncio.AbstractEventLoop) -> None:
        self._door = door
        self._serve = serve
        self._loop = loop
        self._epoll = select.epoll()
        self._listening = {one.fileno(): one for one in listening}
        self._resting: dict[int, Callable[[], None]] = {}  # what is done when one of them is heard of again
        self._guests: OrderedDict[int, tuple[Guest, float]] = OrderedDict()  # with when they came: those who wait longest first
        for number, one in self._listening.items():
            one.setblocking(False)
            self._epoll.register(number, READABLE)
        loop.add_reader(self._epoll.fileno(), self._look)
        self._sweep = loop.call_later(SWEEP_EVERY, self._close_silent)
        self._resume: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._guests)

    @staticmethod
    def is_possible() -> bool:
        """Whether this system has an epoll; elsewhere uvicorn accepts connections by itself."""
        return hasattr(select, "epoll")

    def close(self) -> None:
        """Accept nobody any more, and let all go who have not said what they want."""
        self._sweep.cancel()
        if self._resume is not None:
            self._resume.cancel()
        for guest, _ in list(self._guests.values()):
            self.drop(guest)
        self._loop.remove_reader(self._epoll.fileno())
        self._epoll.close()

    def rest(self, number: int, wake: Callable[[], None]) -> None:
        """Let a connection rest that nobody reads from meanwhile; `wake` is called when something comes, or when it is closed."""
        if not self._epoll.closed:
            self._resting[number] = wake
            self._epoll.register(number, READABLE | GOING)

    def wake(self, number: int) -> None:
        """Let a connection rest no longer."""
        if self._resting.pop(number, None) is not None and not self._epoll.closed:
            self._epoll.unregister(number)

    def drop(self, guest: Guest) -> None:
        """Close a connection."""
        if self._forget(guest):
            guest.socket.close()  # the epoll forgets it by itself

    def _look(self) -> None:
        """A few of the things that have happened, those that wait longest first; the others stay for the next turn.

        One is asked for at a time: the epoll puts whatever it has told behind all others, done or not.
        """
        left = DEEDS
        while left > 0 and (told := self._epoll.poll(0, 1)):
            number, how = told[0]
            listening = self._listening.get(number)
            if listening is not None:
                left -= self._accept(listening, left)
                continue
            left -= 1
            if number in self._guests:
                left -= (AS_REQUEST - 1) * self._read(self._guests[number][0])
            elif number in self._resting:
                left -= (AS_REQUEST - 1) * (not how & GOING)
                heard = self._resting[number]
                self.wake(number)
                heard()

    def _accept(self, listening: socket.socket, most: int) -> int:
        """Accept at most so many connections; how many deeds that was."""
        for number in range(most):
            try:
                accepted, address = listening.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return number + 1
            except OSError as error:
                self._pause(error)
                return number + 1
            accepted.setblocking(False)
            self._welcome(Guest(self, accepted, (str(address[0]), int(address[1])) if isinstance(address, tuple) else None))
        return most

    def _welcome(self, guest: Guest) -> None:
        """Let a connection wait, or tell it that there is no room."""
        if not self._door.enter(guest):
            with suppress(OSError):
                guest.socket.send(FULL)
            guest.socket.close()
            return
        self._guests[guest.socket.fileno()] = guest, self._loop.time()
        self._epoll.register(guest.socket.fileno(), READABLE)

    def _read(self, guest: Guest) -> bool:
        """Read what a connection says; whether it is handed over, and will be answered."""
        try:
            said = guest.socket.recv(READ)
        except (BlockingIOError, InterruptedError):
            return False
        except OSError:
            said = b""
        if not said:
            self._leave(guest)
            return False
        guest.head += said
        if not guest.is_whole():
            return False
        self._epoll.unregister(guest.socket.fileno())
        self._forget(guest)
        self._serve(guest)
        return True

    def _leave(self, guest: Guest) -> None:
        self.drop(guest)
        self._door.leave(guest)

    def _forget(self, guest: Guest) -> bool:
        return self._guests.pop(guest.socket.fileno(), None) is not None

    def _close_silent(self) -> None:
        """Close those whose head has not come in time; a few now, the others in the next turns.

        Each is read once more: a server that looks late must not blame those who have spoken in time.
        """
        oldest = self._loop.time() - HEAD_WITHIN
        left = DEEDS
        while left > 0:
            guest, came = next(iter(self._guests.values()), (None, 0.0))
            if guest is None or came > oldest:
                self._sweep = self._loop.call_later(SWEEP_EVERY, self._close_silent)
                return
            left -= 1
            if self._read(guest):
                left -= AS_REQUEST - 1
            else:
                self._leave(guest)
        self._sweep = self._loop.call_later(0, self._close_silent)

    def _pause(self, error: OSError) -> None:
        """No more files may be opened: say so, and wait a moment."""
        self._loop.call_exception_handler({"message": ACCEPTING, "exception": error})
        for number in self._listening:
            with suppress(OSError):
                self._epoll.unregister(number)
        self._resume = self._loop.call_later(PAUSE, self._accept_again)

    def _accept_again(self) -> None:
        self._resume = None
        for number in self._listening:
            self._epoll.register(number, READABLE)
