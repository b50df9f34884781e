"""Better weights for the evaluation by self-play: simultaneous perturbation (SPSA), two tries a step that play each other.

A step draws a direction, one sign for each weight, and lets two sets of weights, displaced in that direction and in the
opposite one, play each other on paired deals. All weights then move towards the winner, by more the clearer it won.
Weights change by factors, so none changes its sign; those that are shares change their odds by a factor, so they stay
within 0 and 1. Displacements and moves shrink from step to step (Spall's exponents). The result is the mean of the second
half of the positions, which reduces the influence of luck in single steps. At the end it plays against the initial weights
on new deals; the improvement is reported with an interval.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tipover.bots.weights import SHARES, WEIGHTS, Weights
from tipover.cards.catalog import suggestion
from tipover.engine.core.version import __version__
from tipover.lab import LabError
from tipover.lab.interval import Rate, wilson
from tipover.lab.lab_games import LabGame, Player, Row, catalog_of
from tipover.lab.result_rows import lineup_of, winner_of
from tipover.play.deal import Wish
from tipover.play.dice import Stream

REACH = 0.25  # the displacement of the two tries of the first step, as a power of e
GAIN = 0.2  # the length of the first step if one of its tries wins every game
SETTLING = 0.1  # the share of all steps during which they hardly shrink
REACH_FADES, GAIN_FADES = 0.101, 0.602  # Spall's exponents
MOST = 1e6  # the largest weight that a file may contain
START, FOUND, MORE, LESS = "start", "found", "more", "less"


class TunePlan(NamedTuple):
    """What a tuning run plays."""

    start: Weights  # the initial weights
    fields: tuple[str, ...]  # the names of the weights that are tuned
    wishes: tuple[Wish, ...]  # what the deals cycle through
    seed: str
    steps: int
    deals: int  # of each step
    checks: int  # deals against the initial weights at the end
    folders: tuple[str, ...] = ()  # of further packs
    reach: float = REACH
    gain: float = GAIN

    def settings(self) -> Row:
        """What the results depend on."""
        return {
            "lab": "tune", "engine": __version__, "catalog": catalog_of(self.folders).digest, "start": self.start._asdict(),
            "fields": list(self.fields), "tables": [list(wish) for wish in self.wishes], "seed": self.seed, "steps": self.steps,
            "deals": self.deals, "checks": self.checks, "reach": self.reach, "gain": self.gain,
        }  # fmt: skip


class Tune:
    """A tuning run in progress."""

    def __init__(self, plan: TunePlan) -> None:
        self.plan = plan
        self.rows: list[Row] = []
        self.positions: list[list[float]] = [[0.0] * len(plan.fields)]  # the logarithms of the factors after each step
        self.scores: list[float] = []  # of the first try of each step
        self.check: list[float] = []  # of the weights found, by game
        self._step_scores: list[float] = []  # of the step in progress

    def direction(self, step: int) -> list[int]:
        """A step's signs, one for each weight."""
        stream = Stream(self.plan.seed, f"step {step}")
        return [1 if stream.randrange(2) else -1 for _ in self.plan.fields]

    def tries(self, step: int) -> tuple[Player, Player]:
        """The two sets of weights that play each other in a step."""
        reach = self.plan.reach / (step + 1) ** REACH_FADES
        signs = self.direction(step)
        both = [[at + way * reach * sign for at, sign in zip(self.positions[-1], signs, strict=True)] for way in (1, -1)]
        return self._player(MORE, both[0]), self._player(LESS, both[1])

    def _player(self, label: str, logs: Sequence[float]) -> Player:
        return Player("greedy", weights=tuple(self.weights(logs)), label=label)

    def weights(self, logs: Sequence[float]) -> Weights:
        """The weights with these logarithms of factors."""
        changed = {name: moved(name, getattr(self.plan.start, name), log) for name, log in zip(self.plan.fields, logs, strict=True)}
        return self.plan.start._replace(**changed)

    def found(self) -> Weights:
        """The mean of the second half of the positions, rounded to four digits."""
        half = self.positions[len(self.positions) // 2 :]
        means = [math.fsum(logs[k] for logs in half) / len(half) for k in range(len(self.plan.fields))]
        return Weights(*(float(f"{value:.4g}") for value in self.weights(means)))

    def games(self) -> Iterator[LabGame | None]:
        """The games of the steps, each step waiting for the one before; then those of the check."""
        plan = self.plan
        for step in range(plan.steps):
            one, other = self.tries(step)
            for deal in range(step * plan.deals, (step + 1) * plan.deals):
                yield from self._both(f"{step}.{deal}", f"{plan.seed}/{deal}", deal, one, other)
            yield None
        found, start = Player("greedy", weights=tuple(self.found()), label=FOUND), Player("greedy", weights=tuple(plan.start), label=START)
        for deal in range(plan.checks):
            yield from self._both(f"check.{deal}", f"{plan.seed}/check {deal}", deal, found, start)

    def _both(self, key: str, seed: str, deal: int, one: Player, other: Player) -> Iterator[LabGame]:
        wish = self.plan.wishes[deal % len(self.plan.wishes)]
        for turn, players in enumerate(((one, other), (other, one))):
            yield LabGame(f"{key}.{turn}", self.plan.folders, seed, wish, players)

    def wants(self, game: LabGame) -> bool:
        """Always: every game counts."""
        return True

    def add(self, game: LabGame, row: Row) -> None:
        """Count a game; after the last one of a step the weights move."""
        self.rows.append(row)
        is_check = game.key.startswith("check")
        if "fault" not in row:
            winner = winner_of(row)
            won = 0.5 if winner < 0 else float(lineup_of(row)[winner] in (MORE, FOUND))
            (self.check if is_check else self._step_scores).append(won)
        if not is_check and len(self.rows) % (2 * self.plan.deals) == 0:
            self._move()

    def _move(self) -> None:
        step = len(self.scores)
        score = math.fsum(self._step_scores) / len(self._step_scores) if self._step_scores else 0.5
        settled = 1 + SETTLING * self.plan.steps
        gain = self.plan.gain * (settled / (step + settled)) ** GAIN_FADES
        change = gain * (2 * score - 1)
        self.positions.append([at + change * sign for at, sign in zip(self.positions[-1], self.direction(step), strict=True)])
        self.scores.append(score)
        self._step_scores = []

    def total(self) -> int:
        """The number of games of the steps and of the check."""
        return 2 * (self.plan.steps * self.plan.deals + self.plan.checks)

    @property
    def better(self) -> Rate:
        """The score of the weights found against the initial ones."""
        return wilson(math.fsum(self.check), len(self.check))


def moved(name: str, start: float, log: float) -> float:
    """A weight times e to the power `log`; of a share, the odds are multiplied instead."""
    if name not in SHARES:
        return start * math.exp(log)
    if start == 1:  # its odds are infinite
        return start
    odds = start / (1 - start) * math.exp(log)
    return odds / (1 + odds)


def read_weights(path: Path) -> Weights:
    """Weights from a TOML file of `name = number` lines; the others have their defaults."""
    import tomllib

    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise LabError(f"{path}: the weights cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise LabError(f"{path}: this is no TOML: {error}") from None
    for name, value in data.items():
        known_field(name)
        if isinstance(value, bool) or not isinstance(value, int | float) or not -MOST <= value <= MOST:
            said = "a larger one" if isinstance(value, int) and not isinstance(value, bool) else repr(value)  # a long number is not printed
            raise LabError(f"{path}: '{name}' is a number from {-MOST:,.0f} to {MOST:,.0f}, not {said}")
        if name in SHARES and not 0 <= value <= 1:
            raise LabError(f"{path}: '{name}' is a share, from 0 to 1, not {value}")
    return WEIGHTS._replace(**{name: float(value) for name, value in data.items()})


def known_field(name: str) -> str:
    """The name of a weight; raises a LabError if there is none of that name."""
    if name not in Weights._fields:
        known = list(Weights._fields)
        raise LabError(f"there is no weight '{name}'{suggestion(name, known) or '; there are ' + ', '.join(known)}")
    return name


def written(tune: Tune) -> str:
    """The weights found as TOML, with their score in a comment."""
    better = tune.better
    lines = [
        "# Weights of the evaluation, found by `tipover lab tune`.",
        f"# Against those it began with they scored {better.shown} in {better.number} games (95 % interval by Wilson).",
        *(f"{name} = {value}" for name, value in tune.found()._asdict().items()),
    ]
    return "\n".join(lines) + "\n"
