"""How many ways a game can go on: the count that guards the rules against a slip."""

from __future__ import annotations

from tipover.engine.run import apply
from tipover.engine.state import State


def perft(state: State, depth: int) -> int:
    """The leaves of the tree of choices down to a depth: each option once, chance too, a finished game one leaf.

    The state stays as it is.
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
