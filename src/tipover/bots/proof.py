"""Proofs about the end of a game: from which moment on a side wins whatever the others do and however the dice fall.

The game is followed backwards from its end. A choice of the winner leads on from a proved moment, because it was there to be
made; at any other choice all its alternatives must be proved too. A proof that would take too much effort is not found, so
what is found is true, and what is not found may be true as well.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from tipover.bots.foresee import following
from tipover.bots.prospects import kind_of
from tipover.engine.core.decision import Choice
from tipover.engine.core.ids import Side
from tipover.engine.core.state import State

EFFORT = 12_000  # positions tried for one game
MOST_AT_ONCE = 4_000  # of these for one moment
DEEPEST = 60  # choices


def decided_from(states: Sequence[State], enough: Callable[[], bool] = lambda: False) -> int:
    """The first moment of a finished game from which on the winner's win is proved at every moment; the last one if none is before it."""
    last = len(states) - 1
    side = states[last].winner
    if not states[last].over or side < 0:
        return last
    proof = ProofSearch(side, EFFORT)
    moment = last
    while moment > 0 and not enough():
        before = states[moment - 1]
        ask = before.decision
        assert ask is not None
        if before.round == 0 or (not _decides(before, side) and not proof.holds(before)):
            break
        moment -= 1
    return moment


class ProofSearch:
    """Follows every continuation of a position; `left` is how many positions may still be tried."""

    def __init__(self, side: Side, effort: int) -> None:
        self.side = side
        self.left = effort
        self._known: dict[Hashable, bool] = {}
        self._until = 0

    def holds(self, state: State) -> bool:
        """Whether the side is proved to win from here."""
        self._until = max(0, self.left - MOST_AT_ONCE)
        return self._wins(state, DEEPEST)

    def _wins(self, state: State, depth: int) -> bool:
        ask = state.decision
        if ask is None:
            return state.winner == self.side
        key = state.digest()
        known = self._known.get(key)
        if known is None:
            if self.left <= self._until or depth <= 0:
                return False
            options = _alternatives(state, ask.options)
            if _decides(state, self.side):
                known = any(self._leads(state, option, depth) for option in options)
            else:
                known = all(self._leads(state, option, depth) for option in options)
            if known or self.left > self._until:  # a search that was cut short has refuted nothing
                self._known[key] = known
        return known

    def _leads(self, state: State, option: Choice, depth: int) -> bool:
        self.left -= 1
        return self.left > self._until and self._wins(following(state, (option,)), depth - 1)


def _decides(state: State, side: Side) -> bool:
    """Whether a side alone answers the open question."""
    ask = state.decision
    return ask is not None and not ask.is_chance and not ask.secret and {*ask.seats} <= {*state.seats_of(side)}


def _alternatives(state: State, options: list[Choice]) -> list[Choice]:
    """One option of each kind: rolls that no text tells apart are one."""
    ask = state.decision
    assert ask is not None
    if not ask.is_chance:
        return options
    kind = kind_of(state, ask)
    found: dict[object, Choice] = {}
    for option in options:
        found.setdefault(kind(option), option)
    return [*found.values()]
