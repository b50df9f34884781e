"""Win chances of a position for all sides at once: as it stands, with open rolls reckoned out over every outcome."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeAlias

from tipover.bots.evaluate import Evaluator
from tipover.bots.foresee import following, grouped
from tipover.bots.value import win_chances
from tipover.engine.decision import ASK_ROLL, Choice, Decision
from tipover.engine.dice import successes
from tipover.engine.flow.kinds import CHALLENGE_FRAME, KIND, STAGE
from tipover.engine.flow.stages import DEFENDING
from tipover.engine.state import State

Chances: TypeAlias = tuple[float, ...]  # of the sides in the order of `setup.sides`; they sum to 1


class Fall(NamedTuple):
    """Rolls that come to the same: how many of the equally likely ones they are, and the chances after them."""

    weight: int
    chances: Chances


def standing(state: State, evaluator: Evaluator | None = None) -> Chances:
    """Each side's chance to win without looking ahead; an open roll counts by what it may bring.

    Before the first round nobody is ahead: what stands on the map then only tells who has placed more.
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
    """Everything an open roll or flip may bring with its exact weight, by what `kind_of` tells apart."""
    assert ask.weights is not None
    kind = kind_of(state, ask)
    weights: dict[object, int] = {}
    first: dict[object, Choice] = {}
    for option, weight in zip(ask.options, ask.weights, strict=True):
        key = kind(option)
        weights[key] = weights.get(key, 0) + weight
        first.setdefault(key, option)
    return {key: Fall(weights[key], standing(following(state, (option,)), evaluator)) for key, option in first.items()}


def kind_of(state: State, ask: Decision) -> Callable[[Choice], object]:
    """What tells the outcomes of a roll apart: a challenge's dice count by their successes, unless a text looks at the faces."""
    frame = state.stack[-1] if state.stack else [-1, -1]
    if ask.asked != ASK_ROLL or frame[KIND] != CHALLENGE_FRAME or "after rolls" in state.cast.whens:
        return lambda option: option
    defending = frame[STAGE] == DEFENDING
    return lambda option: successes(option.path, defending)


def mean(parts: Iterable[tuple[float, Chances]]) -> Chances:
    """Chances weighed by weights that sum to anything."""
    known = list(parts)
    whole = sum(weight for weight, _ in known)
    return tuple(sum(weight * chances[k] for weight, chances in known) / whole for k in range(len(known[0][1])))


def with_own(chances: Chances, place: int, own: float) -> Chances:
    """The same chances with another for one side; the others share what is left as they did."""
    rest = sum(chances) - chances[place]
    if rest <= 0:
        return tuple(own if k == place else (1 - own) / max(1, len(chances) - 1) for k in range(len(chances)))
    return tuple(own if k == place else one * (1 - own) / rest for k, one in enumerate(chances))
