"""Each side's chance to win from the evaluation, without search."""

from __future__ import annotations

from math import exp
from typing import Final

from tipover.bots.evaluate import Evaluator
from tipover.bots.features import look_of
from tipover.bots.net import Net
from tipover.bots.worth import UNKNOWN
from tipover.engine.core.ids import Side
from tipover.engine.core.state import State

SCALE: Final = (
    20.0  # a lead of SCALE makes a side e times as likely to win; 160 games of the greedy bot fit 25 best, single scenarios 12 to 60
)
SURELY: Final = 0.002  # the least chance of a side while the game is not over


def win_chances(state: State, evaluator: Evaluator | None = None) -> dict[int, float]:
    """Each side's chance to win without search; they sum to 1, and a draw is shared."""
    sides = state.setup.sides
    if state.over:
        if state.winner in sides:
            return {side: float(side == state.winner) for side in sides}
        return dict.fromkeys(sides, 1 / len(sides))
    worths = (evaluator or Evaluator(state)).worths(state)
    totals = [worths[side].total for side in sides]
    most = max(totals)
    odds = [max(SURELY, exp((total - most) / SCALE)) for total in totals]
    whole = sum(odds)
    return {side: one / whole for side, one in zip(sides, odds, strict=True)}


def outlooks(state: State, evaluator: Evaluator) -> tuple[float, ...]:
    """Each side's own estimate of its chance to win: by hand its own aims count more for it than those of its rivals.

    The estimates are for comparing positions; their sum is slightly more than 1 (see `search.weigh`). Those of a net sum to 1.
    """
    if evaluator.net is not None and state.round and not state.over:
        return _learned(state, evaluator, evaluator.net)
    return tuple(_by_hand(state, evaluator))


def hand_leads(state: State, evaluator: Evaluator) -> list[float]:
    """How far each side is above the mean of all by hand, as the logarithm of its odds, in the order of `setup.sides`."""
    worths, sides = evaluator.worths(state), state.setup.sides
    share = (len(sides) - 1) / (len(sides) * SCALE)
    return [evaluator.balance(worths, side) * share for side in sides]


def _learned(state: State, evaluator: Evaluator, net: Net) -> tuple[float, ...]:
    """The chances by hand, corrected by a net."""
    sides, worths = state.setup.sides, evaluator.worths(state)
    if worths[sides[0]].learned == UNKNOWN:
        for side, lead in zip(sides, net.leads(look_of(state, evaluator, worths)), strict=True):
            worths[side].learned = lead
    leads = hand_leads(state, evaluator)
    found = [0.0] * (max(sides) + 1)
    whole = 0.0
    for side, lead in zip(sides, leads, strict=True):
        found[side] = exp(lead + worths[side].learned)
        whole += found[side]
    for side in sides:
        found[side] = SURELY + (1 - len(sides) * SURELY) * found[side] / whole
    return tuple(found)


def quick_chance(state: State, evaluator: Evaluator, side: Side) -> float:
    """A side's share of the outlooks by hand alone."""
    found = _by_hand(state, evaluator)
    return found[side] / sum(found)


def _by_hand(state: State, evaluator: Evaluator) -> list[float]:
    sides = state.setup.sides
    rivals = len(sides) - 1
    found = [0.0] * (max(sides) + 1)
    if state.over:
        for side in sides:
            found[side] = float(state.winner == side) if state.winner in sides else 1 / len(sides)
        return found
    worths = evaluator.worths(state)
    for side in sides:
        found[side] = SURELY + (1 - 2 * SURELY) / (1 + rivals * exp(-evaluator.balance(worths, side) / SCALE))
    return found
