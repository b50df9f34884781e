"""Several server processes on one port: each has its own registry of tables, and the store notifies them of each other's events."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from multiprocessing.context import SpawnProcess

from tipover.cards.pack import load
from tipover.table.limits import Bucket, Clock
from tipover.table.opening import Library
from tipover.table.serving import Place, ServeError, probe, serve, server_of
from tipover.table.thinking_cluster import NoCluster, ray

MOST_DEATHS = 20  # per minute


class Crew:
    """The server processes; one that dies is restarted, unless too many die."""

    def __init__(self, number: int, begin: Callable[[], SpawnProcess], clock: Clock = time.monotonic) -> None:
        self.workers = [begin() for _ in range(number)]
        self._begin = begin
        self._deaths = Bucket(MOST_DEATHS / 60, MOST_DEATHS, clock)

    def mend(self) -> bool:
        """Restart processes that have died; False if too many died within a minute."""
        for k, worker in enumerate(self.workers):
            if not worker.is_alive():
                if not self._deaths.take():
                    return False
                self.workers[k] = self._begin()
        return True

    def end(self) -> None:
        """Stop all processes and wait for them."""
        for worker in self.workers:
            worker.terminate()
        for worker in self.workers:
            worker.join(10)


def serve_many(number: int, place: Place, bound: socket.socket, folders: tuple[str, ...], ready: Callable[[], None]) -> None:
    """Serve from `number` processes until a signal stops them; a process that dies is restarted."""
    asyncio.run(probe(place))
    if place.cluster:
        try:
            ray()  # every process joins by itself; that it can is told before any is started
        except NoCluster as error:
            raise ServeError(str(error)) from None
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
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes; the parent stops the others in order
    threading.Thread(target=_end_with_parent, name="tipover-parent", daemon=True).start()
    library = Library(load(*folders, forgiving=True), folders)
    serve(server_of(place, library), place, bound, True)


def _end_with_parent() -> None:
    """Stop this process cleanly when its parent is gone; nothing else would end it."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
