"""A sequential test that can stop after any deal: the evidence is the capital of a gambler in a fair bet.

Does a bot score at least `p1`, or no more than `p0`? Against "at most p0" a gambler starts with 1 and stakes on every
deal, with score x from 0 to 1: the capital is multiplied by 1 + bet · (x - p0). If the bot's mean score is p0 or less,
no stake gains on average, so by Ville's inequality the probability that the capital *ever* reaches 1 / error is at most
`error`, however often one looks and whenever one stops. The same test is made against "at least p1".

Compared with Wald's test or corrected looks (Pocock): on games without draws, with the optimal bet, it is Wald's
likelihood ratio, but it needs no model. Draws may count a half, the two games of a deal may be dependent (only their mean
is used), and the bound on the error is exact for every number of games.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

BEATS, DOES_NOT, OPEN = "beats", "does not", "open"
ERROR = 0.01
MOST_STAKED = 0.999  # of the capital; with all of it one loss would end the test


class Evidence:
    """The logarithms of the two capitals; `parts` is the number of games whose mean a score is."""

    def __init__(self, p0: float, p1: float, error: float = ERROR, parts: int = 2) -> None:
        if not 0 < p0 < p1 < 1 or not 0 < error < 0.5:
            raise ValueError(f"a sequential test needs 0 < p0 < p1 < 1 and an error below a half, not {p0}, {p1}, {error}")
        self.p0, self.p1, self.error = p0, p1, error
        self._up = best_bet(p0, p1, parts)
        self._down = best_bet(1 - p1, 1 - p0, parts)
        self.for_it = self.against_it = 0.0
        self.verdict = OPEN

    def add(self, score: float) -> str:
        """Count the score of a deal; returns the verdict, which is final unless OPEN."""
        if self.verdict == OPEN:
            self.for_it += math.log1p(self._up * (score - self.p0))
            self.against_it += math.log1p(self._down * (self.p1 - score))
            sure = -math.log(self.error)
            if self.for_it >= sure:
                self.verdict = BEATS
            elif self.against_it >= sure:
                self.verdict = DOES_NOT
        return self.verdict


@lru_cache(maxsize=64)
def best_bet(p0: float, p1: float, parts: int = 1) -> float:
    """The stake with the fastest expected growth if each game of a score is won with probability p1."""
    chances = [math.comb(parts, wins) * p1**wins * (1 - p1) ** (parts - wins) for wins in range(parts + 1)]

    def growth(bet: float) -> float:
        return sum(chance * math.log1p(bet * (wins / parts - p0)) for wins, chance in enumerate(chances))

    low, high = 0.0, MOST_STAKED / p0
    for _ in range(100):  # ternary search: growth has a single maximum
        left, right = low + (high - low) / 3, high - (high - low) / 3
        low, high = (left, high) if growth(left) < growth(right) else (low, right)
    return (low + high) / 2


def verdict(wins: int, losses: int, draws: int, p0: float, p1: float, error: float = ERROR) -> str:
    """`beats` (the rate is above p0), `does not` (it is below p1) or `open`, from the counts of independent games.

    The capital does not depend on the order of games; to test after each game, call it after each game.
    """
    evidence = Evidence(p0, p1, error, parts=1)
    for score, number in ((1.0, wins), (0.0, losses), (0.5, draws)):
        evidence.for_it += number * math.log1p(evidence._up * (score - p0))
        evidence.against_it += number * math.log1p(evidence._down * (p1 - score))
    sure = -math.log(error)
    if evidence.for_it >= sure:
        return BEATS
    return DOES_NOT if evidence.against_it >= sure else OPEN


def verdict_of_deals(scores: Sequence[float], p0: float, p1: float, error: float = ERROR, parts: int = 2) -> str:
    """The same from the scores of deals, each the mean of its games, tested after each deal."""
    evidence = Evidence(p0, p1, error, parts)
    for score in scores:
        if evidence.add(score) != OPEN:
            break
    return evidence.verdict
