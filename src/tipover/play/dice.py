"""Randomness outside the engine: seeded dice that anyone can recompute, and streams for bots.

The n-th chance answer of a match, n from 1, is HMAC-SHA256(key, n) with the key the seed's UTF-8 text and n in
decimal digits, read as a 256-bit number and reduced modulo the sum of the weights; a number in the incomplete last
interval is drawn again with `n.1`, `n.2` …, so that no outcome is favoured. If the sum does not fit into 256 bits (100
dice), further digests of `n/1`, `n/2` … are appended.
"""

from __future__ import annotations

import hmac
from typing import TypeVar

from tipover.engine.core.decision import Choice, Decision
from tipover.engine.core.draws import Draws
from tipover.play.stream import Stream as Stream

Item = TypeVar("Item")

_BITS = 256


class SeededDice:
    """Answers questions of chance from a seed; `asked` counts them."""

    def __init__(self, seed: int | str, asked: int = 0) -> None:
        self.seed = str(seed)
        self.key = self.seed.encode()
        self.asked = asked

    def answer(self, ask: Decision) -> Choice:
        """The next chance answer."""
        self.asked += 1
        return answer_at(self.key, self.asked, ask)


def answer_at(key: bytes, number: int, ask: Decision) -> Choice:
    """The answer with this number under this key; must never change, because records depend on it."""
    weights = ask.weights
    if weights is None:
        raise ValueError("chance answers only dice and flips")
    drawn = below(key, str(number), sum(weights))
    for option, weight in zip(ask.options, weights, strict=True):
        drawn -= weight
        if drawn < 0:
            return option
    raise AssertionError("the weights sum to more than was drawn")


def below(key: bytes, label: str, total: int) -> int:
    """A uniform number from 0 to `total` - 1 by HMAC-SHA256 of the label under the key."""
    digests = -(-(total - 1).bit_length() // _BITS) or 1
    whole = 1 << _BITS * digests
    limit = whole - whole % total
    message = label
    tries = 0
    while (drawn := _number(key, message, digests)) >= limit:
        tries += 1
        message = f"{label}.{tries}"
    return drawn % total


def _number(key: bytes, message: str, digests: int) -> int:
    """The digest of a message under the key as a number, followed by further digests if one is not enough."""
    drawn = hmac.digest(key, message.encode(), "sha256")
    for k in range(1, digests):
        drawn += hmac.digest(key, f"{message}/{k}".encode(), "sha256")
    return int.from_bytes(drawn, "big")


def shuffled(items: list[Item], draws: Draws) -> list[Item]:
    """The items in a uniformly random order."""
    fresh = list(items)
    for k in range(len(fresh) - 1, 0, -1):
        other = draws.randrange(k + 1)
        fresh[k], fresh[other] = fresh[other], fresh[k]
    return fresh
