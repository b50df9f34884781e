"""The last turns of a round in full: every answer of every seat and every roll, to the end of the round.

A game is won at the end of a round (WIN-1, RND-5), so near it nothing needs to be guessed: what is found is exact, and a
result that no answer and no die can change is a proof. Where the game goes on after the round, the position is judged.
"""

from __future__ import annotations

import time
from math import inf
from typing import Final, NamedTuple

from tipover.bots.evaluate import Evaluator
from tipover.bots.foresee import following
from tipover.bots.greedy import side_of
from tipover.bots.rolls import outcomes
from tipover.bots.value import outlooks
from tipover.engine.core.decision import Choice, Decision
from tipover.engine.core.ids import Side
from tipover.engine.core.state import State
from tipover.engine.queries.turns import is_round_judged, turns_to_come

Values = tuple[float, ...]  # chances to win, by side

FULL_TURNS: Final = 2  # turns to come, of all sides together, from which on a round is searched to its end
IN_REACH: Final = 4  # points that a side may still gain in them: it is searched if somebody can reach the target
DEEPEST: Final = 48  # answers and rolls in one line

# what is sure of a position: nothing, a draw; a side's number: its win
OPEN: Final = -2
DRAWN: Final = -1


class Finish(NamedTuple):
    """A position searched to the end of its round."""

    values: Values
    sure: int  # the side that wins whatever the dice say, DRAWN or OPEN
    steps: int  # answers and rolls until then
    is_exact: bool  # whether every line that counts ends the game, so that nothing in the values is judged


class TooMuch(Exception):
    """More positions than there was leave for."""


def is_near(state: State) -> bool:
    """Whether the round may end the game and has few turns left, so that it can be searched to its end."""
    setup = state.setup
    if not state.round or state.over or sum(turns_to_come(state).values()) > FULL_TURNS:
        return False
    if setup.rounds and state.round >= setup.rounds:
        return True
    return bool(setup.target) and max(state.points[side] for side in setup.sides) + IN_REACH >= setup.target


class RoundFinish:
    """Follows everything that can come in this round: at most `most` positions, of which at most `most_judged` are judged, because the
    game goes on after them; `made` and `judged` count them.
    """

    def __init__(self, evaluator: Evaluator, most: int, most_judged: int, until: float = inf) -> None:
        self.evaluator = evaluator
        self.made = 0
        self.judged = 0
        self._most = most
        self._most_judged = most_judged
        self._until = until
        self._round = 0
        self._known: dict[object, list[tuple[State, Finish]]] = {}  # by `_cue`

    def solve(self, state: State, decision: Decision) -> dict[Choice, Finish]:
        """Every option of the open question with what it comes to; TooMuch if that is more than there is leave for."""
        self._round = state.round
        return {option: self._finish(following(state, (option,)), 1) for option in decision.options}

    def _finish(self, state: State, depth: int) -> Finish:
        ask = state.decision
        if ask is None or state.over:
            return Finish(outlooks(state, self.evaluator), state.winner if state.winner in state.setup.sides else DRAWN, 0, True)
        if state.round != self._round or is_round_judged(state):
            if self.judged >= self._most_judged:
                raise TooMuch
            self.judged += 1
            return Finish(outlooks(state, self.evaluator), OPEN, 0, False)
        if len(ask.options) == 1 and ask.weights is None:
            return self._finish(following(state, ask.options), depth)
        alike = self._known.setdefault(_cue(state), [])
        for known, finish in alike:
            if known == state:
                return finish
        self.made += 1
        if self.made > self._most or depth > DEEPEST or time.monotonic() >= self._until:
            raise TooMuch
        found = self._rolled(state, ask, depth) if ask.weights is not None else self._answered(state, ask, depth)
        alike.append((state, found))
        return found

    def _rolled(self, state: State, ask: Decision, depth: int) -> Finish:
        """The mean over every outcome: with thinned ones neither a chance would be exact nor a proof one."""
        fallen = outcomes(state, ask, len(ask.options))
        parts = [(one.chance, self._finish(following(state, one.faces), depth + 1)) for one in fallen]
        whole = sum(chance for chance, _ in parts)
        first = parts[0][1]
        values = tuple(sum(chance * one.values[side] for chance, one in parts) / whole for side in range(len(first.values)))
        sure = first.sure if all(one.sure == first.sure for _, one in parts) else OPEN
        return Finish(values, sure, 1 + max(one.steps for _, one in parts), all(one.is_exact for _, one in parts))

    def _answered(self, state: State, ask: Decision, depth: int) -> Finish:
        """What is best for the side that is asked.

        One of three sides that loses either way may decide which of the others wins, so nothing is sure then unless every answer leads to
        it, and the values are exact only if all that is equally good for it is equal for the others too.
        """
        side = side_of(state, ask.seats[0], ask)
        found: list[Finish] = []
        for option in ask.options:
            found.append(self._finish(following(state, (option,)), depth + 1))
            if found[-1].sure == side:
                break
        best = found[0]
        for one in found:
            if _likes(one, best, side):
                best = one
        if len(state.setup.sides) > 2 and best.sure != side:
            sure = best.sure if all(one.sure == best.sure for one in found) else OPEN
            alike = all(one.values == best.values for one in found if one.values[side] == best.values[side])
            best = best._replace(sure=sure, is_exact=best.is_exact and alike)
        return best._replace(steps=best.steps + 1)


def _cue(state: State) -> object:
    """What most positions differ by: the same for equal ones, and much quicker to find than a digest."""
    return (
        tuple(state.figure_at), tuple(state.down), tuple(state.exhaust_markers), tuple(state.pool), tuple(state.track), tuple(state.points),
        state.actions_left, len(state.stack),
    )  # fmt: skip


def _likes(one: Finish, other: Finish, side: Side) -> bool:
    """Whether a side likes one result better than another; of equal ones the nearer."""
    return one.values[side] > other.values[side] or (one.values[side] == other.values[side] and one.steps < other.steps)
