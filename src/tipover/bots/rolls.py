"""Chance nodes of a search: the outcomes of a roll with their exact chances, merged where they are equivalent."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from tipover.bots.foresee import MOST_OUTCOMES, grouped
from tipover.engine.core import questions
from tipover.engine.core.decision import Choice, Decision
from tipover.engine.core.dice import successes
from tipover.engine.core.state import State
from tipover.engine.queries.challenges import has_set_dice, is_defense_roll, is_plain_roll
from tipover.engine.run import apply


class RollOutcome(NamedTuple):
    """Equivalent rolls."""

    chance: float  # their probability
    faces: tuple[Choice, ...]  # one of them


def outcomes(state: State, ask: Decision, most: int = MOST_OUTCOMES) -> list[RollOutcome]:
    """The outcomes of the open roll, likeliest first; both rolls of a plain challenge are one node (CHA-7).

    More than `most` are thinned out, so that a mean over them is an estimate: who tells exact chances or proofs asks for all.
    """
    both = _duel(state, ask)
    found = both or [RollOutcome(chance, (choice,)) for choice, chance in grouped(state, ask, most)]
    return sorted(found, key=lambda one: -one.chance)


def are_all(found: list[RollOutcome], state: State, ask: Decision) -> bool:
    """Whether these outcomes of the open roll are all that there are, none thinned out."""
    may_be_thinned = len(found[0].faces) == 1 and len(ask.options) > MOST_OUTCOMES
    return not may_be_thinned or len(grouped(state, ask, len(ask.options))) == len(found)


def _duel(state: State, ask: Decision) -> list[RollOutcome]:
    """A challenge that no text depends on: won or lost, with the exact chance; empty if it must be rolled step by step."""
    if ask.asked != questions.ROLL or ask.weights is None or not is_plain_roll(state) or is_defense_roll(state) or has_set_dice(state):
        return []
    hits, hitting = _counted(ask, False)
    trial = state.clone()
    apply(trial, hitting[max(hits, key=lambda one: hits[one])])
    then = trial.decision
    if then is None or then.asked != questions.ROLL or then.weights is None or not is_defense_roll(trial):
        return []
    blocks, blocking = _counted(then, True)
    whole = sum(hits.values()) * sum(blocks.values())
    found: list[RollOutcome] = []
    for wins in (True, False):
        pairs = [(hits[hit] * blocks[block], hit, block) for hit in hits for block in blocks if (block < hit) == wins]
        if pairs:
            _, hit, block = max(pairs)
            found.append(RollOutcome(sum(weight for weight, _, _ in pairs) / whole, (hitting[hit], blocking[block])))
    return found


def _counted(ask: Decision, defending: bool) -> tuple[Counter[int], dict[int, Choice]]:
    """How many of the equally likely rolls have each number of successes, and the most frequent faces for each."""
    assert ask.weights is not None
    found: Counter[int] = Counter()
    faces: dict[int, Choice] = {}
    heaviest: dict[int, int] = {}
    for option, weight in zip(ask.options, ask.weights, strict=True):
        number = successes(option.path, defending)
        found[number] += weight
        if weight > heaviest.get(number, 0):
            faces[number], heaviest[number] = option, weight
    return found, faces
