"""The chances to win of all sides in a position, without search; open rolls are averaged over every outcome."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeAlias

from tipover.bots.evaluate import Evaluator
from tipover.bots.foresee import following, grouped
from tipover.bots.value import win_chances
from tipover.engine.core import questions
from tipover.engine.core.decision import Choice, Decision
from tipover.engine.core.dice import successes
from tipover.engine.core.state import State
from tipover.engine.queries.challenges import is_defense_roll, is_plain_roll

Chances: TypeAlias = tuple[float, ...]  # in the order of `setup.sides`; they sum to 1


class Fall(NamedTuple):
    """Equivalent rolls."""

    weight: int  # how many of the equally likely rolls they are
    chances: Chances  # the chances after them


def standing(state: State, evaluator: Evaluator | None = None) -> Chances:
    """Each side's chance to win without search; an open roll is averaged over its outcomes.

    Before the first round all sides have the same chance, because the evaluation would only reflect who has placed more.
    """
    if state.round == 0 and not state.over:
        return (1 / len(state.setup.sides),) * len(state.setup.sides)
    evaluator = evaluator or Evaluator(state)
    ask = state.decision
    if ask is not None and ask.weights is not None:
        return mean((chance, standing(following(state, (choice,)), evaluator)) for choice, chance in grouped(state, ask))
    found = win_chances(state, evaluator)
    return tuple(found[side] for side in state.setup.sides)


def falls(state: State, ask: Decision, evaluator: Evaluator) -> dict[object, Fall]:
    """The outcomes of an open roll or flip with their exact weights; those with the same `kind_of` are merged."""
    weights, first = merged_outcomes(state, ask)
    return {key: Fall(weights[key], standing(following(state, (option,)), evaluator)) for key, option in first.items()}


def merged_outcomes(state: State, ask: Decision) -> tuple[dict[object, int], dict[object, Choice]]:
    """The weight of each kind of outcome of a roll or flip, and the first of its outcomes."""
    assert ask.weights is not None
    kind = kind_of(state, ask)
    weights: dict[object, int] = {}
    first: dict[object, Choice] = {}
    for option, weight in zip(ask.options, ask.weights, strict=True):
        key = kind(option)
        weights[key] = weights.get(key, 0) + weight
        first.setdefault(key, option)
    return weights, first


def kind_of(state: State, ask: Decision) -> Callable[[Choice], object]:
    """A key for the outcomes of a roll: the successes of a challenge's dice, unless a text depends on the faces."""
    if ask.asked != questions.ROLL or not is_plain_roll(state):
        return lambda option: option
    defending = is_defense_roll(state)
    return lambda option: successes(option.path, defending)


def mean(parts: Iterable[tuple[float, Chances]]) -> Chances:
    """The weighted mean of chances; the weights need not sum to 1."""
    known = list(parts)
    whole = sum(weight for weight, _ in known)
    return tuple(sum(weight * chances[k] for weight, chances in known) / whole for k in range(len(known[0][1])))


def with_own(chances: Chances, place: int, own: float) -> Chances:
    """The chances with one side's replaced; the others keep their proportions."""
    rest = sum(chances) - chances[place]
    if rest <= 0:
        return tuple(own if k == place else (1 - own) / max(1, len(chances) - 1) for k in range(len(chances)))
    return tuple(own if k == place else one * (1 - own) / rest for k, one in enumerate(chances))
