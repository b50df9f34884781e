"""Fit a net to samples of training games: what a position came to, beyond what the evaluation by hand says of it.

The net begins as the one that judged best before, or by saying nothing; one part of the games is held back, to see what was learned and what only remembered. The same samples, settings and seed give the same net on one
machine; on another the last digits may differ, because its sums may be done in another order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from tipover.bots.features import OF_FIGURE, OF_GAME, OF_SIDE, ONE
from tipover.bots.net import EMBED_FINE, FINE, OUT_FINE, SUM_BITS, Net
from tipover.lab import LabError, library
from tipover.lab.train_games import CHANCE_FINE, FIGURES, HEAD, LEAD_FINE, OF_FIGURES, SAMPLE, SIDES, unpacked

EMBED = 24  # sums of a figure
HIDDEN = 32
BATCH = 256
FAST = 0.001  # the first steps; they become shorter evenly, down to SLOW of that
SLOW = 0.05
BEGINNING = 100  # steps that are shorter still
DECAY = 0.05  # how strongly weights are drawn to zero, as a part of a step
LARGEST = 6.0  # of a weight
HELD_BACK = 10  # one game in so many
MOMENTS = 0.9, 0.999  # of Adam
TINY = 1e-8
# What 1 is in the weights of a net; FINE in all others.
UNITS = {"own_figure": EMBED_FINE, "rival_figure": EMBED_FINE, "direct_figure": EMBED_FINE, "bias": 1 << SUM_BITS, "out": OUT_FINE}

Array = Any  # of numpy, which only the lab needs


class FitStep(NamedTuple):
    """What is known after one pass through the samples: the mean surprise at the results of games, in nats."""

    learned: float  # in the games it learned from
    held_back: float  # in the games held back
    by_hand: float  # of the evaluation by hand in the games held back


class Fit(NamedTuple):
    """A net and how it came about."""

    net: Net
    steps: list[FitStep]
    samples: int
    games: int


def fit(texts: Sequence[str], passes: int, seed: int, embed: int = EMBED, hidden: int = HIDDEN, first: Net | None = None) -> Fit:
    """Fit a net to the packed samples of games, beginning with another one if there is one."""
    numpy = library("numpy", "lab")
    data = _Data(numpy, texts)
    if data.count < BATCH:
        raise LabError(f"{data.count} samples are too few to learn from; play more games")
    model = _Model(numpy, first.embed if first else embed, first.hidden if first else hidden, seed)
    if first is not None:
        model.begin_with(first)
    lots = numpy.random.default_rng(seed + 1)
    most, done = passes * -(-len(data.learned) // BATCH), 0
    steps: list[FitStep] = []
    for _ in range(passes):
        order = lots.permutation(data.learned)
        for start in range(0, len(order), BATCH):
            pace = FAST * min(1.0, (done + 1) / BEGINNING) * (SLOW + (1 - SLOW) * (1 - done / most))
            chosen = order[start : start + BATCH]
            model.improve(data.part(chosen), data.goal[chosen], pace)
            done += 1
        steps.append(data.judged(model))
    return Fit(model.whole(), steps, data.count, len(texts))


class SampleArrays(NamedTuple):
    """Some positions as arrays."""

    by_hand: Array
    sides: Array
    figures: Array
    game: Array


class _Data:
    """Samples as arrays."""

    def __init__(self, numpy: Any, texts: Sequence[str]) -> None:
        self._numpy = numpy
        parts, games = [], []
        for number, text in enumerate(texts):
            rows = numpy.array(unpacked(text), dtype=numpy.int16).reshape(-1, SAMPLE)
            parts.append(rows)
            games.append(numpy.full(len(rows), number))
        self._rows = numpy.concatenate(parts) if parts else numpy.zeros((0, SAMPLE), dtype=numpy.int16)
        game = numpy.concatenate(games) if games else numpy.zeros(0, dtype=int)
        self.count = len(self._rows)
        self.goal = (self._rows[:, 1] / CHANCE_FINE).astype(numpy.float32)
        self._result = self._rows[:, 2] / CHANCE_FINE
        is_played, is_held_back = self._rows[:, 2] >= 0, game % HELD_BACK == 0
        self.learned = numpy.flatnonzero(~is_held_back)
        self._with_result = numpy.flatnonzero(is_played & ~is_held_back)
        self._held_back = numpy.flatnonzero(is_played & is_held_back)

    def part(self, chosen: Array) -> SampleArrays:
        """Some of the positions."""
        numpy, rows = self._numpy, self._rows[chosen]
        whole = (rows[:, HEAD:] / numpy.float32(ONE)).astype(numpy.float32)
        figures = whole[:, SIDES : SIDES + OF_FIGURES].reshape(-1, 2, FIGURES, len(OF_FIGURE))
        sides = whole[:, :SIDES].reshape(-1, 2, len(OF_SIDE))
        return SampleArrays((rows[:, 0] / LEAD_FINE).astype(numpy.float32), sides, figures, whole[:, SIDES + OF_FIGURES :])

    def judged(self, model: _Model) -> FitStep:
        """What a model has learned."""
        return FitStep(
            self._surprise(model, self._with_result), self._surprise(model, self._held_back), self._surprise(None, self._held_back)
        )

    def _surprise(self, model: _Model | None, chosen: Array) -> float:
        numpy = self._numpy
        total = 0.0
        for start in range(0, len(chosen), 32 * BATCH):
            some = chosen[start : start + 32 * BATCH]
            part, result = self.part(some), self._result[some]
            lead = part.by_hand if model is None else part.by_hand + model.leads(part)
            found = 1 / (1 + numpy.exp(-lead))
            total -= float((result * numpy.log(found + TINY) + (1 - result) * numpy.log(1 - found + TINY)).sum())
        return total / max(1, len(chosen))


class _Model:
    """A net while it learns, in numbers with fractions."""

    def __init__(self, numpy: Any, embed: int, hidden: int, seed: int) -> None:
        self._numpy = numpy
        lots = numpy.random.default_rng(seed)
        forms = {
            "figure": (len(OF_FIGURE), embed, 0.15), "own": (len(OF_SIDE), hidden, 0.1), "rival": (len(OF_SIDE), hidden, 0.1),
            "own_figure": (embed, hidden, 0.1), "rival_figure": (embed, hidden, 0.1), "game": (len(OF_GAME), hidden, 0.1),
        }  # fmt: skip
        self._weights = {name: lots.normal(0, size, (rows, sums)).astype(numpy.float32) for name, (rows, sums, size) in forms.items()}
        zeros = {"bias": hidden, "out": hidden, "direct": len(OF_SIDE), "direct_figure": embed}  # so it says nothing at first
        self._weights |= {name: numpy.zeros(size, numpy.float32) for name, size in zeros.items()}
        self._mean = {name: numpy.zeros_like(one) for name, one in self._weights.items()}
        self._square = {name: numpy.zeros_like(one) for name, one in self._weights.items()}
        self._count = 0

    def leads(self, part: SampleArrays) -> Array:
        """What the net adds for the first side."""
        return self._lead(part)[0]

    def _lead(self, part: SampleArrays) -> tuple[Array, ...]:
        of, zero = self._weights, self._numpy.maximum
        raw = part.figures @ of["figure"]
        sums = zero(raw, 0).sum(axis=2)
        own = part.sides @ of["own"] + sums @ of["own_figure"]
        rival = part.sides @ of["rival"] + sums @ of["rival_figure"]
        shared = part.game @ of["game"] + of["bias"]
        up, down = own[:, 0] + rival[:, 1] + shared, own[:, 1] + rival[:, 0] + shared
        lead = (zero(up, 0) - zero(down, 0)) @ of["out"]
        lead = lead + (part.sides[:, 0] - part.sides[:, 1]) @ of["direct"] + (sums[:, 0] - sums[:, 1]) @ of["direct_figure"]
        return lead, raw, sums, up, down

    def improve(self, part: SampleArrays, goal: Array, pace: float) -> None:
        """One step of Adam towards the goals of some samples."""
        numpy, of = self._numpy, self._weights
        lead, raw, sums, up, down = self._lead(part)
        wrong = ((1 / (1 + numpy.exp(-part.by_hand - lead)) - goal) / len(goal)).astype(numpy.float32)
        one, other = part.sides[:, 0], part.sides[:, 1]
        rise = numpy.outer(wrong, of["out"]) * (up > 0)
        fall = -numpy.outer(wrong, of["out"]) * (down > 0)
        of_sums = numpy.empty_like(sums)
        of_sums[:, 0] = rise @ of["own_figure"].T + fall @ of["rival_figure"].T + numpy.outer(wrong, of["direct_figure"])
        of_sums[:, 1] = fall @ of["own_figure"].T + rise @ of["rival_figure"].T - numpy.outer(wrong, of["direct_figure"])
        of_raw = of_sums[:, :, None, :] * (raw > 0)
        slopes = {
            "figure": part.figures.reshape(-1, len(OF_FIGURE)).T @ of_raw.reshape(-1, of_raw.shape[-1]),
            "own": one.T @ rise + other.T @ fall,
            "rival": other.T @ rise + one.T @ fall,
            "own_figure": sums[:, 0].T @ rise + sums[:, 1].T @ fall,
            "rival_figure": sums[:, 1].T @ rise + sums[:, 0].T @ fall,
            "game": part.game.T @ (rise + fall),
            "bias": (rise + fall).sum(axis=0),
            "out": (numpy.maximum(up, 0) - numpy.maximum(down, 0)).T @ wrong,
            "direct": (one - other).T @ wrong,
            "direct_figure": (sums[:, 0] - sums[:, 1]).T @ wrong,
        }
        self._count += 1
        first, second = MOMENTS
        for name, slope in slopes.items():
            self._mean[name] = first * self._mean[name] + (1 - first) * slope
            self._square[name] = second * self._square[name] + (1 - second) * slope * slope
            mean, square = self._mean[name] / (1 - first**self._count), self._square[name] / (1 - second**self._count)
            of[name] = numpy.clip(of[name] - pace * (mean / (numpy.sqrt(square) + TINY) + DECAY * of[name]), -LARGEST, LARGEST)

    def begin_with(self, net: Net) -> None:
        """Take over the weights of a net."""
        numpy = self._numpy
        self._weights = {name: (numpy.array(getattr(net, name)) / UNITS.get(name, FINE)).astype(numpy.float32) for name in self._weights}

    def whole(self) -> Net:
        """The net in whole numbers."""
        rounded = {name: self._numpy.rint(one * UNITS.get(name, FINE)).astype(int).tolist() for name, one in self._weights.items()}
        return Net(**rounded)
