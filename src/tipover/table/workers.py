"""Several processes at one port: each has a hall of its own, and the store tells them of one another's events."""

from __future__ import annotations

import asyncio
import multiprocessing
import signal
import socket
import time
from collections.abc import Callable
from multiprocessing.context import SpawnProcess

from tipover.cards.pack import load
from tipover.table.limits import Bucket, Clock
from tipover.table.opening import Library
from tipover.table.serving import Place, ServeError, probe, serve, server_of

MOST_DEATHS = 20  # a minute


class Crew:
    """The processes that serve; one that dies is started again, unless they die all the time."""

    def __init__(self, number: int, begin: Callable[[], SpawnProcess], clock: Clock = time.monotonic) -> None:
        self.workers = [begin() for _ in range(number)]
        self._begin = begin
        self._deaths = Bucket(MOST_DEATHS / 60, MOST_DEATHS, clock)

    def mend(self) -> bool:
        """Start again who has died; False if too many did within a minute."""
        for k, worker in enumerate(self.workers):
            if not worker.is_alive():
                if not self._deaths.take():
                    return False
                self.workers[k] = self._begin()
        return True

    def end(self) -> None:
        """Let all of them finish."""
        for worker in self.workers:
            worker.terminate()
        for worker in self.workers:
            worker.join(10)


def serve_many(number: int, place: Place, bound: socket.socket, folders: tuple[str, ...], ready: Callable[[], None]) -> None:
    """Serve from so many processes until told to stop; one that dies is started again."""
    asyncio.run(probe(place))
    context = multiprocessing.get_context("spawn")
    stopping = False

    def stop(*_: object) -> None:
        nonlocal stopping
        stopping = True

    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, stop)

    def begin() -> SpawnProcess:
        worker = context.Process(target=_work, args=(place, bound, folders))
        worker.start()
        return worker

    crew = Crew(number, begin)
    ready()
    whole = True
    while not stopping and whole:
        time.sleep(0.2)
        whole = stopping or crew.mend()
    crew.end()
    if not whole:
        raise ServeError("The server's processes end as soon as they begin; their log says why.")


def _work(place: Place, bound: socket.socket, folders: tuple[str, ...]) -> None:
    """One of the processes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all; the first process ends the others kindly
    library = Library(load(*folders, forgiving=True), folders)
    serve(server_of(place, library), place, bound, True)
