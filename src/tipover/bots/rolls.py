"""Chance in a search: the outcomes of a roll with their exact chances, as few as make a difference."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from tipover.bots.foresee import grouped
from tipover.engine.decision import ASK_ROLL, Choice, Decision
from tipover.engine.dice import successes
from tipover.engine.flow.kinds import CHALLENGE_FRAME, EXTRAS, KIND, SET_DICE, STAGE
from tipover.engine.flow.stages import DEFENDING
from tipover.engine.run import apply
from tipover.engine.state import State


class Rolled(NamedTuple):
    """One thing the dice may bring: its chance, and the faces that stand for all that lead to the same."""

    chance: float
    faces: tuple[Choice, ...]


def outcomes(state: State, ask: Decision) -> list[Rolled]:
    """What the open roll may bring, likeliest first; both rolls of a plain challenge are one (CHA-7)."""
    both = _duel(state, ask)
    found = both or [Rolled(chance, (choice,)) for choice, chance in grouped(state, ask)]
    return sorted(found, key=lambda one: -one.chance)


def _duel(state: State, ask: Decision) -> list[Rolled]:
    """A challenge that no text looks into: won or lost, with the exact chance; empty if it must be rolled step by step."""
    frame = state.stack[-1] if state.stack else [-1]
    if ask.asked != ASK_ROLL or frame[KIND] != CHALLENGE_FRAME or frame[STAGE] == DEFENDING or "after rolls" in state.cast.whens:
        return []
    if any(frame[SET_DICE:EXTRAS]) or ask.weights is None:
        return []
    hits, hitting = _counted(ask, False)
    trial = state.clone()
    apply(trial, hitting[max(hits, key=lambda one: hits[one])])
    then = trial.decision
    if then is None or then.asked != ASK_ROLL or then.weights is None or trial.stack[-1][STAGE] != DEFENDING:
        return []
    blocks, blocking = _counted(then, True)
    whole = sum(hits.values()) * sum(blocks.values())
    found: list[Rolled] = []
    for wins in (True, False):
        pairs = [(hits[hit] * blocks[block], hit, block) for hit in hits for block in blocks if (block < hit) == wins]
        if pairs:
            _, hit, block = max(pairs)
            found.append(Rolled(sum(weight for weight, _, _ in pairs) / whole, (hitting[hit], blocking[block])))
    return found


def _counted(ask: Decision, defending: bool) -> tuple[Counter[int], dict[int, Choice]]:
    """How many of the equally likely rolls have so many successes, and the commonest faces for each number."""
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
