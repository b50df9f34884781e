"""Play games in this process, in a pool of processes, or on a Ray cluster; the rows are the same everywhere."""

from __future__ import annotations

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterator
from itertools import islice
from typing import Protocol

from tipover.lab import LabError, library
from tipover.lab.lab_games import LabGame, Row, play_chunk

CHUNK_SECONDS = 0.1  # target time of a task: much more than the cost of dispatch, and a short wait at the end of a run
MOST_IN_CHUNK = 64
AHEAD = 3  # queued tasks for each process, so that none idles

Waiting = Callable[[], list[Row]]


class Workers(Protocol):
    """Plays games: accepts tasks and returns their rows on demand."""

    count: int

    def submit(self, games: list[LabGame]) -> Waiting:
        """Start a task; calling the result waits for its rows."""

    def close(self) -> None:
        """Drop tasks that nobody waits for, and stop."""


class Here:
    """This process; a task is played when its rows are requested."""

    count = 1

    def submit(self, games: list[LabGame]) -> Waiting:
        """Note a task."""
        return lambda: play_chunk(games)

    def close(self) -> None:
        """Nothing to release."""


class Pool:
    """Processes of this machine."""

    def __init__(self, count: int) -> None:
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        self.count = count
        # Spawned, not forked: the progress bar has a thread, and a fork would copy its locks.
        self._pool = ProcessPoolExecutor(count, get_context("spawn"), _quietly)

    def submit(self, games: list[LabGame]) -> Waiting:
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
        """Stop the processes after their current games."""
        self._pool.shutdown(wait=True, cancel_futures=True)


def _quietly() -> None:
    """Set up a process of the pool: it ignores Ctrl-C, and exits when its parent is gone."""
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
    """A Ray cluster: the one at RAY_ADDRESS, otherwise one on this machine with `count` processes."""

    def __init__(self, count: int, address: str = "") -> None:
        self._ray = library("ray", "cluster")
        self._began = not self._ray.is_initialized()
        if self._began:
            os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # no usage reports
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

    def submit(self, games: list[LabGame]) -> Waiting:
        """Give a task to the cluster."""
        handle = self._asked(lambda: self._task.remote(games))

        def rows() -> list[Row]:
            found = self._asked(lambda: self._ray.get(handle))
            assert isinstance(found, list)
            return found

        return rows

    def _asked(self, call: Callable[[], object]) -> object:
        """The answer of the cluster; a LabError of a task is raised as it is, any other error as a LabError."""
        try:
            return call()
        except Exception as error:  # whatever a library of that size raises
            cause = getattr(error, "cause", None)
            if isinstance(cause, LabError):
                raise cause from None
            raise LabError(f"the Ray cluster lost games that it was to play: {' '.join(str(error).split())[:200]}") from None

    def close(self) -> None:
        """Stop a cluster that was started here."""
        if self._began:
            self._ray.shutdown()


def _paths() -> dict[str, object]:
    """Make workers import the same Tipover as this process, also from a clone."""
    return {"env_vars": {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}}


def hire(jobs: int, cluster: bool = False) -> Workers:
    """Workers for this number of parallel jobs."""
    if cluster:
        return Cluster(jobs, os.environ.get("RAY_ADDRESS", ""))
    return Pool(jobs) if jobs > 1 else Here()


def played(games: Iterator[LabGame | None], workers: Workers) -> Generator[tuple[LabGame, Row], None, None]:
    """Each game with its row, in the order of `games`, which is consumed a little ahead.

    A None among the games is a barrier: what follows is consumed only after all rows before it are yielded.
    """
    waiting: deque[tuple[list[LabGame], Waiting]] = deque()
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
        if workers.count > 1:  # with one worker each game is a task, so that it is stored as soon as it ends
            size = max(1, min(MOST_IN_CHUNK, round(CHUNK_SECONDS * count / max(seconds, 0.001))))


def _task(games: Iterator[LabGame | None], size: int) -> tuple[list[LabGame], bool, bool]:
    """The next games, at most `size`; whether there may be more, and whether a barrier comes first."""
    task: list[LabGame] = []
    for game in islice(games, size):
        if game is None:
            return task, True, True
        task.append(game)
    return task, len(task) == size, False
