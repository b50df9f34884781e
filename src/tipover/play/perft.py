"""Perft: the number of ways in which a game can continue, which guards the rules against accidental changes."""

from __future__ import annotations

from tipover.engine.core.state import State
from tipover.engine.run import apply


def perft(state: State, depth: int) -> int:
    """The number of leaves of the tree of choices at this depth: every option and every roll counts once, a finished game is one leaf.

    The state is not changed.
    """
    ask = state.decision
    if depth <= 0 or ask is None:
        return 1
    if depth == 1:
        return len(ask.options)
    leaves = 0
    for option in ask.options:
        after = state.clone()
        apply(after, option)
        leaves += perft(after, depth - 1)
    return leaves
