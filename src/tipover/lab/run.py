"""A run: games that are there are read, the others are played and kept; it can be stopped at any moment and goes on later."""

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
from tipover.lab.games import Game, Row
from tipover.lab.journal import Journal
from tipover.lab.workers import Workers, hire, played

Told = Callable[[int, int], None]  # how many games are done, and of how many


class Experiment(Protocol):
    """What plans games and takes in their rows, in the order in which it planned them."""

    def games(self) -> Iterator[Game | None]:
        """The games in their order, drawn from a little ahead of the rows that are taken in; a None waits for these."""

    def wants(self, game: Game) -> bool:
        """Whether a game that was planned is still of use, now that all before it are taken in."""

    def add(self, game: Game, row: Row) -> None:
        """Take in what came of a game."""

    def total(self) -> int:
        """How many games there are to be, as far as is known."""


class Course(NamedTuple):
    """How a run went: how many games there are, how many of them were played just now, in how many seconds."""

    games: int
    played: int
    seconds: float
    jobs: int
    began: str
    machine: str


def run(
    experiment: Experiment, folder: Path | None, settings: Row, jobs: int = 1, cluster: bool = False, told: Told | None = None
) -> Course:
    """Play an experiment to its end; without a folder nothing is kept."""
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
                break  # more are there than are asked for
            if row.get("game") != game.key or row.get("seed") != game.seed:
                raise LabError(
                    f"{folder}: result {count + 1} is that of another game than this run has there; give another folder with --out"
                )
            experiment.add(game, row)
            count += 1
        _tell(told, count, experiment)
        with closing(played(games, workers)) as results:
            for game, row in results:
                if not experiment.wants(game):
                    continue
                if journal is not None:
                    journal.append(row)
                experiment.add(game, row)
                count, fresh = count + 1, fresh + 1
                _tell(told, count, experiment)
    finally:
        workers.close()
        if journal is not None:
            journal.close()
    return Course(count, fresh, time.perf_counter() - began, jobs, today, machine())


def _tell(told: Told | None, count: int, experiment: Experiment) -> None:
    if told is not None:
        told(count, experiment.total())


class _Late:
    """Workers that are hired with the first task: a finished run that is only looked at again starts none."""

    def __init__(self, jobs: int, cluster: bool) -> None:
        self.count = jobs
        self._cluster = cluster
        self._hired: Workers | None = None

    def submit(self, games: list[Game]) -> Callable[[], list[Row]]:
        if self._hired is None:
            self._hired = hire(self.count, self._cluster)
            self.count = self._hired.count
        return self._hired.submit(games)

    def close(self) -> None:
        if self._hired is not None:
            self._hired.close()


def machine() -> str:
    """The machine in a few words."""
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.is_file():
        names = [line.split(":", 1)[1].strip() for line in info.read_text(encoding="utf-8").splitlines() if line.startswith("model name")]
        model = names[0] if names else model
    return f"{model}, {os.cpu_count()} cores; {platform.system()}; {platform.python_implementation()} {platform.python_version()}"
