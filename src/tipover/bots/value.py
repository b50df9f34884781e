"""How likely each side is to win as a position stands: the evaluation's sums, squeezed into chances."""

from __future__ import annotations

from math import exp

from tipover.bots.evaluate import Evaluator
from tipover.engine.state import State

SCALE = 20.0  # so much more of worth makes a side e times as likely to win: 160 games of the steady player fit 25 best, single scenarios 12 to 60
SURELY = 0.002  # what a game that is not over leaves to the others, at the least


def win_chances(state: State, evaluator: Evaluator | None = None) -> dict[int, float]:
    """Each side's chance to win, without looking ahead; they sum to 1, and a draw is shared."""
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
    """What each side, by its number, thinks its chance to win is: its own wish to come nearer weighs more with it than its rivals'.

    Each is meant for comparing positions; together they are somewhat more than 1 (see `search.weigh`).
    """
    sides = state.setup.sides
    rivals = len(sides) - 1
    found = [0.0] * (max(sides) + 1)
    for side in sides:
        if state.over:
            found[side] = float(state.winner == side) if state.winner in sides else 1 / len(sides)
        else:
            score = evaluator.score(state, side)
            found[side] = SURELY + (1 - 2 * SURELY) / (1 + rivals * exp(-score / SCALE))
    return tuple(found)
