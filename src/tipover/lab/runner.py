"""Run an experiment: stored games are read, the others are played and stored, so that a run can be stopped and continued."""

from __future__ import annotations

import datetime
import os
import platform
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple, Protocol

from tipover.lab import LabError
from tipover.lab.journal import Journal
from tipover.lab.lab_games import LabGame, Row
from tipover.lab.worker_pools import Workers, hire, played

OnProgress = Callable[[int, int], None]  # called with the number of finished games and of all games


class Experiment(Protocol):
    """Plans games and receives their rows in the planned order."""

    def games(self) -> Iterator[LabGame | None]:
        """The games in order, consumed a little ahead of the rows received; a None waits until all rows before it are received."""

    def wants(self, game: LabGame) -> bool:
        """Whether a planned game is still needed, given the rows of all games before it."""

    def add(self, game: LabGame, row: Row) -> None:
        """Receive the row of a game."""

    def total(self) -> int:
        """The number of games, as far as it is known."""


class RunSummary(NamedTuple):
    """A summary of a run."""

    games: int  # the number of games
    played: int  # how many of them were played now rather than read
    seconds: float  # the time it took
    jobs: int  # the number of processes
    began: str  # the date it began
    machine: str  # the machine it ran on


def run(
    experiment: Experiment, folder: Path | None, settings: Row, jobs: int = 1, cluster: bool = False, on_progress: OnProgress | None = None
) -> RunSummary:
    """Play an experiment to its end; without a folder nothing is stored."""
    journal = Journal(folder, settings) if folder is not None else None
    began, today = time.perf_counter(), datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d %H:%M UTC")
    workers = _Late(jobs, cluster)
    count = fresh = 0
    try:
        kept = iter(journal.rows if journal is not None else [])
        games = experiment.games()
        for row in kept:
            game = next((one for one in games if one is not None), None)
            if game is None:
                break  # more games are stored than are asked for
            if row.get("game") != game.key or row.get("seed") != game.seed:
                raise LabError(
                    f"{folder}: result {count + 1} is that of another game than this run has there; give another folder with --out"
                )
            experiment.add(game, row)
            count += 1
        _report(on_progress, count, experiment)
        with closing(played(games, workers)) as results:
            for game, row in results:
                if not experiment.wants(game):
                    continue
                if journal is not None:
                    journal.append(row)
                experiment.add(game, row)
                count, fresh = count + 1, fresh + 1
                _report(on_progress, count, experiment)
    finally:
        workers.close()
        if journal is not None:
            journal.close()
    return RunSummary(count, fresh, time.perf_counter() - began, jobs, today, machine())


def _report(on_progress: OnProgress | None, count: int, experiment: Experiment) -> None:
    if on_progress is not None:
        on_progress(count, experiment.total())


class _Late:
    """Workers that start with the first task, so that a finished run starts none."""

    def __init__(self, jobs: int, cluster: bool) -> None:
        self.count = jobs
        self._cluster = cluster
        self._hired: Workers | None = None

    def submit(self, games: list[LabGame]) -> Callable[[], list[Row]]:
        if self._hired is None:
            self._hired = hire(self.count, self._cluster)
            self.count = self._hired.count
        return self._hired.submit(games)

    def close(self) -> None:
        if self._hired is not None:
            self._hired.close()


def machine() -> str:
    """A short description of the machine."""
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.is_file():
        names = [line.split(":", 1)[1].strip() for line in info.read_text(encoding="utf-8").splitlines() if line.startswith("model name")]
        model = names[0] if names else model
    return f"{model}, {os.cpu_count()} cores; {platform.system()}; {platform.python_implementation()} {platform.python_version()}"
