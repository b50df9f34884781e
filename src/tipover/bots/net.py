"""A small net that tells the chances to win from a position's numbers (`features`), in integers alone.

Two sides are compared at a time: a layer of `hidden` sums of what one side has, what the other has and what the game is like,
cut off below zero, then one more sum. What the first has over the second is the difference of both ways round, so equal sides
are always even. More than two sides are compared in pairs. The same file gives the same numbers on every machine.
"""

from __future__ import annotations

from math import exp
from typing import Final, NamedTuple

UNIT: Final = 1 << 28  # of the result: a lead of UNIT makes a side e times as likely to win
MOST_LEAD: Final = 8.0  # leads beyond it count as this much


class Look(NamedTuple):
    """A position in numbers."""

    sides: list[list[int]]  # a row for each side, in the order of `setup.sides`
    game: list[int]  # a row for the game as a whole


class Net:
    """The weights, as whole numbers: rows by feature, in each a number for every hidden sum."""

    def __init__(
        self, own: list[list[int]], rival: list[list[int]], game: list[list[int]], bias: list[int], out: list[int], direct: list[int]
    ) -> None:
        self.own = own
        self.rival = rival
        self.game = game
        self.bias = bias
        self.out = out
        self.direct = direct  # what each feature counts besides, without the hidden layer

    def leads(self, look: Look) -> list[float]:
        """How far each side is above the mean of all, as the logarithm of its odds."""
        rows = look.sides
        number = len(rows)
        shared = _sums(self.game, look.game, self.bias)
        own = [_sums(self.own, row, shared) for row in rows]
        nothing = [0] * len(self.bias)
        rival = [_sums(self.rival, row, nothing) for row in rows]
        direct = [_dot(self.direct, row) for row in rows]
        found = [0] * number
        for one in range(number):
            for other in range(one + 1, number):
                lead = self._grade(own[one], rival[other]) - self._grade(own[other], rival[one]) + direct[one] - direct[other]
                found[one] += lead
                found[other] -= lead
        return [min(MOST_LEAD, max(-MOST_LEAD, lead / (UNIT * number))) for lead in found]

    def _grade(self, own: list[int], rival: list[int]) -> int:
        total = 0
        for k, weight in enumerate(self.out):
            hidden = own[k] + rival[k]
            if hidden > 0:
                total += hidden * weight
        return total


def chances_of(net: Net, look: Look) -> list[float]:
    """The chance of each side to win; they sum to 1."""
    odds = [exp(lead) for lead in net.leads(look)]
    whole = sum(odds)
    return [one / whole for one in odds]


def _sums(weights: list[list[int]], row: list[int], start: list[int]) -> list[int]:
    found = start[:]
    for value, column in zip(row, weights, strict=True):
        if value:
            for k, weight in enumerate(column):
                found[k] += value * weight
    return found


def _dot(weights: list[int], row: list[int]) -> int:
    total = 0
    for value, weight in zip(row, weights, strict=True):
        if value:
            total += value * weight
    return total
