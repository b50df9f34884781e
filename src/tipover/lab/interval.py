"""Confidence intervals: Wilson's for rates, the normal approximation for means."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

SURE = 1.959963984540054  # standard deviations for 95 %


class Rate(NamedTuple):
    """A rate with its 95 % interval by Wilson; `number` is of how many games."""

    value: float
    low: float
    high: float
    number: int

    @property
    def shown(self) -> str:
        """`62 % (48–74)`."""
        return f"{self.value:.0%} ({100 * self.low:.0f}–{100 * self.high:.0f})".replace("%", " %") if self.number else "–"

    def leaves_out(self, value: float) -> bool:
        """Whether a value is outside the interval."""
        return self.number > 0 and not self.low <= value <= self.high


class Mean(NamedTuple):
    """A mean with its 95 % interval by the normal approximation."""

    value: float
    low: float
    high: float
    number: int


def wilson(score: float, number: int, sure: float = SURE) -> Rate:
    """The rate of `score` wins (a draw is half a win) in `number` games, by Wilson's score interval.

    Unlike the plain normal interval it stays within 0 and 1 and holds for few games and for rates near the ends.
    """
    if number <= 0:
        return Rate(0.0, 0.0, 1.0, 0)
    rate = score / number
    square = sure * sure / number
    middle = (rate + square / 2) / (1 + square)
    half = sure * math.sqrt(rate * (1 - rate) / number + square / (4 * number)) / (1 + square)
    low = 0.0 if rate <= 0 else max(0.0, middle - half)  # exact at the ends, regardless of rounding
    high = 1.0 if rate >= 1 else min(1.0, middle + half)
    return Rate(rate, low, high, number)


def difference(one: Rate, other: Rate) -> tuple[float, float, float]:
    """How much higher one rate is than another, with its 95 % interval by Newcombe, from the two intervals by Wilson."""
    apart = one.value - other.value
    low = apart - math.hypot(one.value - one.low, other.high - other.value)
    return apart, low, apart + math.hypot(one.high - one.value, other.value - other.low)


def mean(values: Sequence[float], sure: float = SURE) -> Mean:
    """The mean of several values; with fewer than two its interval is the value itself."""
    number = len(values)
    if not number:
        return Mean(0.0, 0.0, 0.0, 0)
    middle = math.fsum(values) / number
    if number < 2:
        return Mean(middle, middle, middle, number)
    spread = math.sqrt(math.fsum((value - middle) ** 2 for value in values) / (number - 1) / number)
    return Mean(middle, middle - sure * spread, middle + sure * spread, number)


def quantile(values: Sequence[float], part: float) -> float:
    """The value below which this fraction of the values lies, with linear interpolation."""
    if not values:
        return 0.0
    ordered = sorted(values)
    place = part * (len(ordered) - 1)
    low = math.floor(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)
