"""Dice as choices of chance: every outcome of a roll once, with its exact weight (CHA-5, CHA-6, CHA-19)."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

from tipover.engine.decision import FLIP, ROLL, Choice

if TYPE_CHECKING:
    from fractions import Fraction

BURST, SHIELD, TRIPLE = range(3)
FACES = "bs!"
FACE_NAMES = ["burst", "shield", "triple"]
FACE_COUNTS = [3, 2, 1]
SIDES_OF_A_DIE = 6
MOST_DICE = 40

_rolls: dict[int, tuple[list[Choice], list[int]]] = {}


def rolls(dice: int) -> tuple[list[Choice], list[int]]:
    """The outcomes of a roll of so many dice, as multisets of faces, and their weights, which sum to 6ⁿ."""
    known = _rolls.get(dice)
    if known is not None:
        return known
    options: list[Choice] = []
    weights: list[int] = []
    for bursts in range(dice, -1, -1):
        for shields in range(dice - bursts, -1, -1):
            triples = dice - bursts - shields
            faces = (BURST,) * bursts + (SHIELD,) * shields + (TRIPLE,) * triples
            ways = comb(dice, bursts) * comb(dice - bursts, shields)
            options.append(Choice(ROLL, -1, -1, faces))
            weights.append(ways * FACE_COUNTS[BURST] ** bursts * FACE_COUNTS[SHIELD] ** shields)
    _rolls[dice] = (options, weights)
    return options, weights


_flips: dict[tuple[int, ...], tuple[list[Choice], list[int]]] = {}


def flips(sides: list[int]) -> tuple[list[Choice], list[int]]:
    """The First Player marker's sides, each as likely as the other (TIM-3)."""
    key = tuple(sides)
    if key not in _flips:
        _flips[key] = ([Choice(FLIP, -1, side) for side in sides], [1] * len(sides))
    return _flips[key]


def successes(faces: tuple[int, ...], defending: bool) -> int:
    """What a roll counts: a burst for the challenger, a shield for the defender, three for a triple (CHA-6)."""
    good = SHIELD if defending else BURST
    total = 0
    for face in faces:
        if face == TRIPLE:
            total += 3
        elif face == good:
            total += 1
    return total


def distribution(dice: int, defending: bool) -> dict[int, int]:
    """How many of the 6ⁿ outcomes give each number of successes."""
    counts: dict[int, int] = {}
    options, weights = rolls(dice)
    for choice, weight in zip(options, weights, strict=True):
        hits = successes(choice.path, defending)
        counts[hits] = counts.get(hits, 0) + weight
    return dict(sorted(counts.items()))


def win_chance(attack: int, defense: int) -> Fraction:
    """The exact chance that the challenger has strictly more successes (CHA-7)."""
    from fractions import Fraction

    attacks, defenses = distribution(attack, False), distribution(defense, True)
    good = sum(a * d for hits, a in attacks.items() for blocks, d in defenses.items() if hits > blocks)
    return Fraction(good, SIDES_OF_A_DIE ** (attack + defense))
