"""Exact win chances of small positions: every answer of every seat, every roll by its weights, to the end of the game.

It shares nothing with `tipover.bots`: what the searching player supposes is checked against what it reckons.
"""

from __future__ import annotations

from fractions import Fraction
from hashlib import blake2b
from typing import NamedTuple

from tipover import State, apply
from tipover.engine.core import questions
from tipover.engine.core.decision import Choice, Decision
from tipover.engine.core.dice import successes
from tipover.engine.core.frames import challenge_frame, kinds
from tipover.engine.core.happening import ROLL_KINDS
from tipover.engine.core.ids import Side

MOST_POSITIONS = 400_000

Chances = tuple[Fraction, ...]  # to win, by the order of the set-up's sides; a draw is shared equally


class TooLarge(AssertionError):
    """A position with more to come of it than can be reckoned."""


class Solved(NamedTuple):
    """A position that was solved: each option's chance for the side that decides, and how many positions were looked at."""

    chances: dict[Choice, Fraction]
    positions: int


class Solver:
    """Expectiminimax with a memory. Every side takes what is best for itself; among equals the first option, so that after an answer
    that surely wins no other is looked at.

    `grouped` rolls both dice of a challenge at once, as won or lost, where no text looks at them (CHA-7); without it each
    multiset of faces is rolled, which says the same and takes longer.
    """

    def __init__(self, grouped: bool = True) -> None:
        self.grouped = grouped
        self.known: dict[bytes, Chances] = {}

    def chances(self, state: State) -> Chances:
        """The sides' chances to win from here; the state is not changed."""
        while (ask := state.decision) is not None and len(ask.options) == 1:
            state = after(state, ask.options[0])
        key = blake2b(repr(state.facts()).encode(), digest_size=16).digest()
        found = self.known.get(key)
        if found is None:
            if len(self.known) >= MOST_POSITIONS:
                raise TooLarge(f"more than {MOST_POSITIONS} positions come of this scene; make it smaller")
            found = self._chances(state)
            self.known[key] = found
        return found

    def _chances(self, state: State) -> Chances:
        sides = state.setup.sides
        ask = state.decision
        if ask is None:
            assert state.over, "a game without a question is over"
            if state.winner < 0:
                return (Fraction(1, len(sides)),) * len(sides)
            return tuple(Fraction(int(side == state.winner)) for side in sides)
        if ask.weights is not None:
            return self._rolled(state, ask)
        return self._answered(state, ask, sides.index(decider(state, ask)))

    def _answered(self, state: State, ask: Decision, mine: int) -> Chances:
        """What the best answer of a side comes to."""
        best: Chances = ()
        for option in ask.options:
            found = self.chances(after(state, option))
            if not best or found[mine] > best[mine]:
                best = found
            if best[mine] == 1:
                break
        return best

    def _rolled(self, state: State, ask: Decision) -> Chances:
        """The mean over all rolls by their weights."""
        duel = _duel(state, ask) if self.grouped else None
        if duel is not None:
            parts = [(weight, self.chances(after(state, *faces))) for weight, faces in duel]
        else:
            assert ask.weights is not None
            parts = [(weight, self.chances(after(state, option))) for option, weight in zip(ask.options, ask.weights, strict=True)]
        whole = sum(weight for weight, _ in parts)
        return tuple(sum((weight * chances[k] for weight, chances in parts), Fraction(0)) / whole for k in range(len(state.setup.sides)))


def solve(state: State, grouped: bool = True) -> Solved:
    """The open question's options with their exact chances to win for the side that decides."""
    ask = state.decision
    assert ask is not None and ask.weights is None, "the open question is a seat's"
    solver = Solver(grouped)
    mine = state.setup.sides.index(decider(state, ask))
    return Solved({option: solver.chances(after(state, option))[mine] for option in ask.options}, len(solver.known))


def exact(state: State, side: Side) -> dict[Choice, Fraction]:
    """Each option of the open question with a side's exact chance to win after it."""
    ask = state.decision
    assert ask is not None and ask.weights is None, "the open question is a seat's"
    solver, place = Solver(), state.setup.sides.index(side)
    return {option: solver.chances(after(state, option))[place] for option in ask.options}


def decider(state: State, ask: Decision) -> Side:
    """The side whose seat answers."""
    return next(side for side in state.setup.sides if ask.seats[0] in state.seats_of(side))


def after(state: State, *choices: Choice) -> State:
    """A copy of the state after some answers."""
    then = state.clone()
    for choice in choices:
        apply(then, choice)
    return then


def _duel(state: State, ask: Decision) -> list[tuple[int, tuple[Choice, Choice]]] | None:
    """Won and lost with the number of the equally likely rolls of both that lead there, and faces that stand for them.

    None where a text sets dice, adds some or looks at them: then they fall one after the other.
    """
    frame = state.stack[-1]
    if (
        ask.asked != questions.ROLL
        or frame[kinds.KIND] != kinds.CHALLENGE
        or frame[kinds.STAGE] != challenge_frame.ATTACKING
        or any(frame[challenge_frame.SET_DICE : challenge_frame.EXTRAS + 1])
    ):
        return None
    if any(state.texts.listens[kind] is not None for kind in ROLL_KINDS):
        return None
    first = after(state, ask.options[0])
    then = first.decision
    if (
        then is None
        or then.weights is None
        or first.stack[-1][kinds.KIND] != kinds.CHALLENGE
        or first.stack[-1][kinds.STAGE] != challenge_frame.DEFENDING
    ):
        return None
    assert ask.weights is not None
    ways = {True: 0, False: 0}
    shown: dict[bool, tuple[Choice, Choice]] = {}
    for attack, weight in zip(ask.options, ask.weights, strict=True):
        for defense, other in zip(then.options, then.weights, strict=True):
            won = successes(attack.path, False) > successes(defense.path, True)
            ways[won] += weight * other
            shown.setdefault(won, (attack, defense))
    return [(ways[won], faces) for won, faces in shown.items()]
