"""Dice as choices of chance: every outcome of a roll once, with its exact weight (CHA-5, CHA-6, CHA-12, CHA-19).

A face is a small int: burst, shield, triple, blank, or the number on a numbered die, from `NUMBER_AT` on.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Final

from tipover.cards.catalog import BURST, NUMBER_AT, SHIELD, TRIPLE
from tipover.engine.core import verbs
from tipover.engine.core.decision import Choice
from tipover.engine.core.ids import NOBODY, Side

FACES: Final = "bs!-"
FACE_NAMES: Final = ["burst", "shield", "triple", "blank"]
FACE_COUNTS: Final = [3, 2, 1]
FACES_ARE: Final = "known"  # the provenance of the counts: no book prints them (CHA-19)
SIDES_OF_A_DIE: Final = 6
MOST_DICE: Final = 40
MOST_ROLLED: Final = 100  # of one roll: beyond that the outcomes are too many to be listed
MOST_OUTCOMES: Final = 20_000
MOST_KEPT: Final = 64
HITS_OF_A_TRIPLE: Final = 3
PLAIN_DIE: Final = (BURST,) * FACE_COUNTS[BURST] + (SHIELD,) * FACE_COUNTS[SHIELD] + (TRIPLE,) * FACE_COUNTS[TRIPLE]
_rolls: Final[dict[int, tuple[list[Choice], list[int]]]] = {}
_mixed: Final[dict[tuple[tuple[int, ...], ...], tuple[list[Choice], list[int]]]] = {}


def rolls(dice: int) -> tuple[list[Choice], list[int]]:
    """The outcomes of a roll of plain dice, as multisets of faces, and their weights, which sum to 6ⁿ."""
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
            options.append(Choice(verbs.ROLL, NOBODY, -1, faces))
            weights.append(ways * FACE_COUNTS[BURST] ** bursts * FACE_COUNTS[SHIELD] ** shields)
    _rolls[dice] = (options, weights)
    return options, weights


def rollable(dice: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    """As many of some dice as can be rolled at once: their outcomes must be few enough to be listed."""
    taken = dice[:MOST_ROLLED]
    while taken and comb(len(taken) + len({face for faces in taken for face in faces}) - 1, len(taken)) > MOST_OUTCOMES:
        taken = taken[:-1]
    return taken


def mixed_rolls(dice: tuple[tuple[int, ...], ...]) -> tuple[list[Choice], list[int]]:
    """The outcomes of dice given by their faces, as multisets over all of them; the weights sum to the product of their sides."""
    if all(faces == PLAIN_DIE for faces in dice):
        return rolls(len(dice))
    known = _mixed.get(dice)
    if known is None:
        if len(_mixed) >= MOST_KEPT:
            _mixed.clear()
        found: dict[tuple[int, ...], int] = {(): 1}
        for faces in dice:
            further: dict[tuple[int, ...], int] = {}
            for rolled, weight in found.items():
                for face in faces:
                    key = tuple(sorted((*rolled, face)))
                    further[key] = further.get(key, 0) + weight
            found = further
        ordered = sorted(found)
        known = ([Choice(verbs.ROLL, NOBODY, -1, rolled) for rolled in ordered], [found[rolled] for rolled in ordered])
        _mixed[dice] = known
    return known


_flips: Final[dict[tuple[int, ...], tuple[list[Choice], list[int]]]] = {}


def flips(sides: list[Side]) -> tuple[list[Choice], list[int]]:
    """The First Player marker's sides, each as likely as the other (TIM-3)."""
    key = tuple(sides)
    if key not in _flips:
        _flips[key] = ([Choice(verbs.FLIP, NOBODY, side) for side in sides], [1] * len(sides))
    return _flips[key]


def successes(faces: tuple[int, ...] | list[int], defending: bool) -> int:
    """What a roll counts: a burst for the challenger, a shield for the defender, three for a triple (CHA-6, CHA-12)."""
    good = SHIELD if defending else BURST
    total = 0
    for face in faces:
        if face == TRIPLE:
            total += HITS_OF_A_TRIPLE
        elif face == good:
            total += 1
    return total


def total_of(faces: tuple[int, ...] | list[int]) -> int:
    """The sum of the numbers a roll shows."""
    return sum(face - NUMBER_AT for face in faces if face >= NUMBER_AT)


def alike(faces: tuple[int, ...] | list[int]) -> int:
    """How many dice fell if all show one face, otherwise 0; dice match only if two or more do (CHA-22)."""
    return len(faces) if len(set(faces)) == 1 else 0


def face_written(face: int) -> str:
    """A face in the notation: `b`, `s`, `!`, `-` for a blank one, or the number on it."""
    return FACES[face] if face < NUMBER_AT else str(face - NUMBER_AT)


def face_name(face: int) -> str:
    """A face in words."""
    return FACE_NAMES[face] if face < NUMBER_AT else str(face - NUMBER_AT)


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

    attacks, defenses = distribution(attack, False), distribution(defense, True)
    good = sum(a * d for hits, a in attacks.items() for blocks, d in defenses.items() if hits > blocks)
    return Fraction(good, SIDES_OF_A_DIE ** (attack + defense))
