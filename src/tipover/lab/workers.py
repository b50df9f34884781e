"""Where games are played: in this process, in a pool of processes, or on a Ray cluster. The same games give the same rows."""

from __future__ import annotations

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterator
from itertools import islice
from typing import Protocol

from tipover.lab import LabError, library
from tipover.lab.games import Game, Row, play_chunk

CHUNK_SECONDS = 0.1  # what a task should take: far more than handing it over costs, and little to wait for at the end of a run
MOST_IN_CHUNK = 64
AHEAD = 3  # tasks given out for each process, so that none ever waits

Waiting = Callable[[], list[Row]]


class Workers(Protocol):
    """Who plays games: takes tasks, gives their rows when asked."""

    count: int

    def submit(self, games: list[Game]) -> Waiting:
        """Begin a task; calling what is returned waits for its rows."""

    def close(self) -> None:
        """Let go of tasks that nobody waits for, and end."""


class Here:
    """This process: a task is played when its rows are asked for."""

    count = 1

    def submit(self, games: list[Game]) -> Waiting:
        """Note a task."""
        return lambda: play_chunk(games)

    def close(self) -> None:
        """Nothing is left behind."""


class Pool:
    """Processes of this machine."""

    def __init__(self, count: int) -> None:
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        self.count = count
        # Spawned, not forked: the progress bar has a thread, and a fork would copy its locks.
        self._pool = ProcessPoolExecutor(count, get_context("spawn"), _quietly)

    def submit(self, games: list[Game]) -> Waiting:
        """Give a task to the next free process."""
        from concurrent.futures.process import BrokenProcessPool

        lost = "a process that played games was ended from outside (is there enough memory?)"
        try:
            future = self._pool.submit(play_chunk, games)
        except BrokenProcessPool:
            raise LabError(lost) from None

        def rows() -> list[Row]:
            try:
                return future.result()
            except BrokenProcessPool:
                raise LabError(lost) from None

        return rows

    def close(self) -> None:
        """End the processes after the games they are at."""
        self._pool.shutdown(wait=True, cancel_futures=True)


def _quietly() -> None:
    """A pool's process leaves Ctrl-C to its parent, and ends when its parent is gone."""
    import threading
    from multiprocessing import parent_process

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()

    def watch() -> None:
        assert parent is not None
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


class Cluster:
    """A Ray cluster: the one at RAY_ADDRESS, else one on this machine with so many processes."""

    def __init__(self, count: int, address: str = "") -> None:
        self._ray = library("ray", "cluster")
        self._began = not self._ray.is_initialized()
        if self._began:
            os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is told to anyone
            os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
            quiet = {"log_to_driver": False, "logging_level": "ERROR", "runtime_env": _paths()}
            local = {"num_cpus": count, "include_dashboard": False, "_node_ip_address": "127.0.0.1"}
            try:
                self._ray.init(**quiet, **({"address": address} if address else local))
            except Exception as error:  # whatever a library of that size raises
                self._ray.shutdown()
                raise LabError(f"the Ray cluster did not start: {' '.join(str(error).split())[:200]}") from None
        self.count = max(count, int(self._ray.cluster_resources().get("CPU", count))) if address else count
        self._task = self._ray.remote(num_cpus=1)(play_chunk)

    def submit(self, games: list[Game]) -> Waiting:
        """Give a task to the cluster."""
        handle = self._asked(lambda: self._task.remote(games))

        def rows() -> list[Row]:
            found = self._asked(lambda: self._ray.get(handle))
            assert isinstance(found, list)
            return found

        return rows

    def _asked(self, call: Callable[[], object]) -> object:
        """What the cluster answers; a task's own sentence is told as it is, whatever else breaks in one of ours."""
        try:
            return call()
        except Exception as error:  # whatever a library of that size raises
            cause = getattr(error, "cause", None)
            if isinstance(cause, LabError):
                raise cause from None
            raise LabError(f"the Ray cluster lost games that it was to play: {' '.join(str(error).split())[:200]}") from None

    def close(self) -> None:
        """End a cluster that was begun here."""
        if self._began:
            self._ray.shutdown()


def _paths() -> dict[str, object]:
    """Workers import the Tipover that this process runs, also from a clone."""
    return {"env_vars": {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}}


def hire(jobs: int, cluster: bool = False) -> Workers:
    """Workers for so many jobs at a time."""
    if cluster:
        return Cluster(jobs, os.environ.get("RAY_ADDRESS", ""))
    return Pool(jobs) if jobs > 1 else Here()


def played(games: Iterator[Game | None], workers: Workers) -> Generator[tuple[Game, Row], None, None]:
    """Each game with its row, in the order of `games`, which is drawn from a little ahead of what is given.

    A None among the games is a pause: what comes after it is drawn only when all before it has been given.
    """
    waiting: deque[tuple[list[Game], Waiting]] = deque()
    size, seconds, count = 1, 0.0, 0
    more, paused = True, False
    while more or waiting:
        paused = paused and bool(waiting)
        while more and not paused and len(waiting) < (1 if workers.count == 1 else AHEAD * workers.count):
            task, more, paused = _task(games, size)
            if task:
                waiting.append((task, workers.submit(task)))
        if not waiting:
            continue
        task, rows = waiting.popleft()
        for game, row in zip(task, rows(), strict=True):
            spent = row["seconds"]
            assert isinstance(spent, float)
            seconds, count = seconds + spent, count + 1
            yield game, row
        if workers.count > 1:  # alone a game is a task: each is kept as soon as it is over
            size = max(1, min(MOST_IN_CHUNK, round(CHUNK_SECONDS * count / max(seconds, 0.001))))


def _task(games: Iterator[Game | None], size: int) -> tuple[list[Game], bool, bool]:
    """The next games, at most so many; whether there may be more, and whether there is a pause first."""
    task: list[Game] = []
    for game in islice(games, size):
        if game is None:
            return task, True, True
        task.append(game)
    return task, len(task) == size, False
