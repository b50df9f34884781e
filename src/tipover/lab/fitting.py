"""Fit a net to samples of training games: what a position is worth is what the positions that play-outs led to are worth.

Play-outs that ended the game say so themselves; the others are valued by the net as it is so far, again and again, so that
what happens at the ends of games comes back turn by turn. One part of the games is held back, to see what was learned and
what only remembered. The same samples, settings and seed give the same net on one machine; on another the last digits may
differ, because its sums may be done in another order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from tipover.bots.features import OF_GAME, OF_SIDE, ONE
from tipover.bots.net import UNIT, Net
from tipover.lab import LabError, library
from tipover.lab.train_games import DRAWN, LOOK, OPEN, PLAYS, SAMPLE, unpacked

HIDDEN = 8
FINE = 1 << 16  # of the hidden sums
BATCH = 256
PASSES = 4  # through the samples between two valuations of the ends
FAST, SLOW = 0.003, 0.001  # steps at first, and in the last part
SLOWED = 0.6  # the part of the valuations after which they are slow
DECAY = 1e-3  # how strongly weights are drawn to zero: with less, what is learned is remembered games
HELD_BACK = 5  # one game in so many
MOMENTS = 0.9, 0.999  # of Adam
TINY = 1e-8

Array = Any  # of numpy, which only the lab needs


class FitStep(NamedTuple):
    """What is known after one valuation."""

    learned: float  # the loss on the games it learned from: the mean surprise at the values, in nats
    held_back: float  # the same on the games held back
    given_away: float  # what is lost on average by taking the line of a turn that the net likes best, as a chance to win
    by_lot: float  # the same by drawing a line of the turn by lot


class Fit(NamedTuple):
    """A net and how it came about."""

    net: Net
    steps: list[FitStep]
    samples: int
    games: int


def fit(texts: Sequence[str], valuations: int, seed: int, hidden: int = HIDDEN) -> Fit:
    """Fit a net to the packed samples of games."""
    numpy = library("numpy", "lab")
    data = _Data(numpy, texts)
    if data.count < BATCH:
        raise LabError(f"{data.count} samples are too few to learn from; play more games")
    model = _Model(numpy, hidden, seed)
    lots = numpy.random.default_rng(seed + 1)
    steps: list[FitStep] = []
    for number in range(valuations):
        goal = data.valued(model if number else None)
        pace = FAST if number < SLOWED * valuations else SLOW
        for _ in range(PASSES):
            order = lots.permutation(data.learned)
            for start in range(0, len(order), BATCH):
                chosen = order[start : start + BATCH]
                model.improve(data.looks[chosen], goal[chosen], pace)
        steps.append(data.judged(model))
    return Fit(model.whole(), steps, data.count, len(texts))


class _Data:
    """Samples as arrays."""

    def __init__(self, numpy: Any, texts: Sequence[str]) -> None:
        self._numpy = numpy
        parts, games = [], []
        for number, text in enumerate(texts):
            rows = numpy.array(unpacked(text), dtype=numpy.int16).reshape(-1, SAMPLE)
            parts.append(rows)
            games.append(numpy.full(len(rows), number))
        whole = numpy.concatenate(parts) if parts else numpy.zeros((0, SAMPLE), dtype=numpy.int16)
        game = numpy.concatenate(games) if games else numpy.zeros(0, dtype=int)
        self.count = len(whole)
        self._turns = game * 10_000 + whole[:, 0]
        self._first_moved = whole[:, 1] == 0
        self.looks = whole[:, 2 : 2 + LOOK] / ONE
        ends = whole[:, 2 + LOOK :].reshape(-1, PLAYS, 1 + LOOK)
        self._codes, self._ends = ends[:, :, 0], ends[:, :, 1:] / ONE
        self.learned = numpy.flatnonzero(game % HELD_BACK != 0)
        self._held_back = numpy.flatnonzero(game % HELD_BACK == 0)

    def valued(self, model: _Model | None) -> Array:
        """The value of each sample for the first side: of its play-outs' ends, on average."""
        numpy = self._numpy
        open_ones = numpy.full(self._codes.shape, 0.5) if model is None else model.chances(self._ends)
        values = numpy.where(self._codes == OPEN, open_ones, numpy.where(self._codes == DRAWN, 0.5, self._codes == 0))
        return values.mean(axis=1)

    def judged(self, model: _Model) -> FitStep:
        """What a model has learned."""
        numpy = self._numpy
        found, goal = model.chances(self.looks), self.valued(model)
        surprise = -(goal * numpy.log(found + TINY) + (1 - goal) * numpy.log(1 - found + TINY))
        lost: list[float] = []
        drawn: list[float] = []
        chosen = self._held_back
        mine, truth = (numpy.where(self._first_moved, one, 1 - one)[chosen] for one in (found, goal))
        turns = self._turns[chosen]  # the lines of one turn follow each other
        for lines in numpy.split(numpy.arange(len(turns)), numpy.flatnonzero(numpy.diff(turns)) + 1) if len(turns) else ():
            best = truth[lines].max()
            lost.append(float(best - truth[lines][mine[lines].argmax()]))
            drawn.append(float(best - truth[lines].mean()))
        means = [float(numpy.mean(one)) if len(one) else 0.0 for one in (surprise[self.learned], surprise[chosen], lost, drawn)]
        return FitStep(*means)


class _Model:
    """A net while it learns, in numbers with fractions."""

    def __init__(self, numpy: Any, hidden: int, seed: int) -> None:
        self._numpy = numpy
        lots = numpy.random.default_rng(seed)
        self._weights = {
            "own": lots.normal(0, 0.08, (len(OF_SIDE), hidden)),
            "rival": lots.normal(0, 0.08, (len(OF_SIDE), hidden)),
            "game": lots.normal(0, 0.08, (len(OF_GAME), hidden)),
            "bias": numpy.zeros(hidden),
            "out": lots.normal(0, 0.1, hidden),
            "direct": numpy.zeros(len(OF_SIDE)),
        }
        self._mean = {name: numpy.zeros_like(one) for name, one in self._weights.items()}
        self._square = {name: numpy.zeros_like(one) for name, one in self._weights.items()}
        self._count = 0

    def chances(self, looks: Array) -> Array:
        """The chance of the first side in each position."""
        return 1 / (1 + self._numpy.exp(-self._lead(looks)[0]))

    def _lead(self, looks: Array) -> tuple[Array, ...]:
        width = len(OF_SIDE)
        one, other, game = looks[..., :width], looks[..., width : 2 * width], looks[..., 2 * width :]
        of = self._weights
        shared = game @ of["game"] + of["bias"]
        sums = one @ of["own"] + other @ of["rival"] + shared
        turned = other @ of["own"] + one @ of["rival"] + shared
        zero = self._numpy.maximum
        lead = (zero(sums, 0) - zero(turned, 0)) @ of["out"] + (one - other) @ of["direct"]
        return lead, one, other, game, sums, turned

    def improve(self, looks: Array, goal: Array, pace: float) -> None:
        """One step of Adam towards the values of some samples."""
        numpy, of = self._numpy, self._weights
        lead, one, other, game, sums, turned = self._lead(looks)
        wrong = (1 / (1 + numpy.exp(-lead)) - goal) / len(goal)
        up = numpy.outer(wrong, of["out"]) * (sums > 0)
        down = -numpy.outer(wrong, of["out"]) * (turned > 0)
        slopes = {
            "own": one.T @ up + other.T @ down,
            "rival": other.T @ up + one.T @ down,
            "game": game.T @ (up + down),
            "bias": (up + down).sum(axis=0),
            "out": (numpy.maximum(sums, 0) - numpy.maximum(turned, 0)).T @ wrong,
            "direct": (one - other).T @ wrong,
        }
        self._count += 1
        first, second = MOMENTS
        for name, slope in slopes.items():
            slope = slope + DECAY * of[name]
            self._mean[name] = first * self._mean[name] + (1 - first) * slope
            self._square[name] = second * self._square[name] + (1 - second) * slope * slope
            mean, square = self._mean[name] / (1 - first**self._count), self._square[name] / (1 - second**self._count)
            of[name] = of[name] - pace * mean / (numpy.sqrt(square) + TINY)

    def whole(self) -> Net:
        """The net in whole numbers."""
        of, rounded = self._weights, self._numpy.rint
        rows = {name: rounded(of[name] * FINE / ONE).astype(int).tolist() for name in ("own", "rival", "game")}
        return Net(
            rows["own"],
            rows["rival"],
            rows["game"],
            rounded(of["bias"] * FINE).astype(int).tolist(),
            rounded(of["out"] * (UNIT // FINE)).astype(int).tolist(),
            rounded(of["direct"] * UNIT / ONE).astype(int).tolist(),
        )
