"""`tipover sim`: many random games, who won, and a digest that is the same on every machine and for any --jobs."""

from __future__ import annotations

import hashlib
import os
import signal
import sys
import time
import traceback
from collections import deque
from collections.abc import Generator
from contextlib import closing
from typing import NamedTuple

import click

from tipover.bots.playout import random_game
from tipover.cards.catalog import SIDES
from tipover.cli.entry import json_option, packs_option
from tipover.cli.files import catalog, folders, read_setup
from tipover.cli.newgame import FIRST_GAMES, check_one, table_options, team_options, teams_of
from tipover.cli.out import clean, progress, put_json, say, tell
from tipover.cli.sim_games import Deal, setup_for
from tipover.engine.core.ids import NO_SIDE
from tipover.play.deal import Wish
from tipover.play.printers import count

BATCH = 20
AHEAD = 4  # batches queued for each process beyond the one whose results are awaited
MOST_GAMES = 10_000_000
MOST_FAULTS_TOLD = 20


class Result(NamedTuple):
    """The result of one game."""

    seed: str
    digest: str  # of the final state
    winner: int  # -1 for a draw
    sides: tuple[int, ...]
    decisions: int
    fault: str = ""  # the internal error that ended it
    stopped: int = 0  # the number of rounds after which the limit ended it (RND-5), otherwise 0


def play_batch(deal: Deal, seed: str, start: int, end: int) -> list[Result]:
    """The games with these numbers; game k has the seed `seed/k`."""
    found: list[Result] = []
    for k in range(start, end):
        own = f"{seed}/{k}"
        try:
            setup = setup_for(deal, own)
            state, decisions, _ = random_game(setup, own)
            winner = state.winner if state.winner != NO_SIDE else -1
            stopped = setup.rounds if winner < 0 and 0 < setup.rounds <= state.round else 0
            found.append(Result(own, state.digest(), winner, tuple(setup.sides), decisions, stopped=stopped))
        except Exception as error:
            found.append(Result(own, "fault", -1, (), 0, f"{type(error).__name__}: {error}{_place_of(error)}"))
    return found


def _place_of(error: Exception) -> str:
    """File and line of the innermost frame of our own code in a traceback."""
    place = ""
    for frame in traceback.extract_tb(error.__traceback__):
        _, found, name = frame.filename.replace(os.sep, "/").rpartition("/tipover/")
        if found:
            place = f" ({name}:{frame.lineno})"
    return place


def results(deal: Deal, seed: str, first: int, last: int, jobs: int) -> Generator[list[Result], None, None]:
    """The results of the games from `first` to before `last` in order, batch by batch, played by `jobs` processes."""
    batches = [(start, min(start + BATCH, last)) for start in range(first, last, BATCH)]
    if jobs == 1:
        for start, end in batches:
            yield play_batch(deal, seed, start, end)
        return
    from concurrent.futures import Future, ProcessPoolExecutor
    from multiprocessing import get_context

    # Spawned, not forked: the progress bar has a thread, and a fork would copy its locks.
    pool = ProcessPoolExecutor(min(jobs, len(batches)), get_context("spawn"), _leave_interrupts)
    waiting: deque[Future[list[Result]]] = deque()
    try:
        for start, end in batches:
            waiting.append(pool.submit(play_batch, deal, seed, start, end))
            if len(waiting) > AHEAD * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _leave_interrupts() -> None:
    """Ignore Ctrl-C in worker processes: the parent handles it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Tally:
    """The totals of many games."""

    def __init__(self) -> None:
        self.games = self.decisions = self.draws = 0
        self.wins: dict[int, int] = {}
        self.stopped: dict[int, int] = {}  # after how many rounds → how many games; they are draws too
        self.faults: list[Result] = []
        self._hash = hashlib.sha256()

    def add(self, result: Result) -> None:
        """Count one game; the digest depends on the order."""
        self.games += 1
        self.decisions += result.decisions
        self._hash.update(result.digest.encode() + b"\n")
        for side in result.sides:
            self.wins.setdefault(side, 0)
        if result.fault:
            self.faults.append(result)
        elif result.winner < 0:
            self.draws += 1
            if result.stopped:
                self.stopped[result.stopped] = self.stopped.get(result.stopped, 0) + 1
        else:
            self.wins[result.winner] += 1

    def json(self) -> dict[str, object]:
        """The totals as JSON."""
        wins = {SIDES[side]: self.wins[side] for side in sorted(self.wins)}
        return {"games": self.games, "decisions": self.decisions, "faults": len(self.faults), "draws": self.draws,
                "wins": wins, "digest": self._hash.hexdigest()[:16]}  # fmt: skip


@click.command("sim")
@click.option("--first", type=click.Choice(FIRST_GAMES), help="Play this first game. [default: golden_girls]")
@table_options
@team_options
@click.option("--sides", type=click.IntRange(2, 4), default=2, show_default=True, help="How many sides, with --first.")
@click.option("--games", type=click.IntRange(1, MOST_GAMES), default=100, show_default=True, help="How many games.")
@click.option("--seed", default="1", show_default=True, metavar="SEED", help="Game k, from 0, is played from the seed SEED/k.")
@click.option("--only", type=click.IntRange(0, MOST_GAMES), metavar="K", help="Play game K of the seed alone.")
@click.option("--rounds", type=click.IntRange(1, 9999), help="End a game after so many rounds (RND-5). [default: 60]")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes at work.")
@json_option
@packs_option
def sim_command(
    first: str | None, anything: bool, setup: str | None, scenario: str | None, map_name: str | None, mode: str | None,
    light: str | None, dark: str | None, third: str | None, fourth: str | None,
    sides: int, games: int, seed: str, only: int | None, rounds: int | None, jobs: int, as_json: bool,
) -> None:  # fmt: skip
    """Play many games between random players. Exit code 1: a game broke off by a fault of Tipover's own.

    Every game of a deal is dealt anew; what is wished for (--scenario, --map, --mode, --light …) stays.
    """
    teams = teams_of(light, dark, third, fourth)
    dealt = bool(anything or scenario or map_name or mode or teams)
    check_one(first, setup, dealt)
    packs = catalog()
    described = read_setup(setup, packs) if setup else None
    if described is not None and (rounds or "rounds" not in described):
        described["rounds"] = rounds or 60
    wish = Wish(mode or "", map_name or "", scenario or "", teams)
    deal = Deal(tuple(folders()), "" if dealt or setup else first or "golden_girls", sides, described, rounds or 60, wish)
    setup_for(deal, f"{seed}/0")  # report a set-up that cannot be played before any process starts
    tally, began = Tally(), time.perf_counter()
    first_game, last_game = (0, games) if only is None else (only, only + 1)
    with progress("games") as show_progress, closing(results(deal, seed, first_game, last_game, jobs)) as batches:
        for batch in batches:
            for result in batch:
                tally.add(result)
            show_progress(tally.games, last_game - first_game)
    _report(tally, time.perf_counter() - began, as_json)


def _report(tally: Tally, seconds: float, as_json: bool) -> None:
    if as_json:
        put_json(tally.json())
    else:
        told = tally.json()
        rate = f"{tally.decisions / seconds:,.0f} decisions/s, {tally.games / seconds:,.1f} games/s"
        tell(f"{tally.games:,} games, {tally.decisions:,} decisions in {seconds:.1f} s ({rate})", "  ")
        for side in sorted(tally.wins):
            number = tally.wins[side]
            say(f"  {SIDES[side]:<7}{number:>9,}  {number / tally.games:>6.1%}")
        limits = [f"{number:,} reached the limit of {count(rounds, 'round')}" for rounds, number in sorted(tally.stopped.items())]
        why = f"  ({', '.join(limits)})" if limits else ""
        tell(f"  {'draws':<7}{tally.draws:>9,}  {tally.draws / tally.games:>6.1%}{why}", " " * 4)
        say(f"  {'faults':<7}{len(tally.faults):>9,}")
        say(f"  digest  {told['digest']}")
    for fault in tally.faults[:MOST_FAULTS_TOLD]:
        print(
            clean(
                f"fault: the game with seed '{fault.seed}' broke off: {' '.join(fault.fault.split())}; again: --only {fault.seed.rpartition('/')[2]}"
            ),
            file=sys.stderr,
        )
    if len(tally.faults) > MOST_FAULTS_TOLD:
        print(f"and {len(tally.faults) - MOST_FAULTS_TOLD} more faults", file=sys.stderr)
    if tally.faults:
        raise click.exceptions.Exit(1)
