"""The player of play-outs: takes what pays at once or after one walk, otherwise the best of a few answers one step ahead.

It answers for every side, draws the dice, and plays whole turns of a game as quickly as that goes. `left` is the number of
positions that it may still judge; a play-out that needs more is given up (`UsedUp`).
"""

from __future__ import annotations

import time
from math import inf
from typing import Final

from tipover.bots.evaluate import Evaluator
from tipover.bots.foresee import following, spread
from tipover.bots.greedy import side_of
from tipover.bots.rolls import outcomes
from tipover.bots.turn_lines import PROMISE, is_idle
from tipover.bots.value import quick_chance
from tipover.bots.worth import Goal
from tipover.engine.core import questions, verbs
from tipover.engine.core.decision import Choice, Decision
from tipover.engine.core.ids import NO_SIDE, PIECE, Side
from tipover.engine.core.state import State
from tipover.engine.queries.board import board
from tipover.engine.queries.turns import ACTIONS_A_TURN
from tipover.engine.run import apply
from tipover.play.dice import Stream, shuffled

# actions of either kind that are judged, the most promising
DEEDS: Final = 3
WALKS: Final = 2
TEXT_ANSWERS: Final = 4  # answers to a text that are judged
FURTHER: Final = 2  # answers to the questions that follow in a trial, and outcomes of its rolls
DEEPEST: Final = 2  # such questions and rolls, one after the other
FALLEN: Final = 0.2  # the promise of challenging a figure that lies: above that of anything else
TAKEN: Final = 0.3  # the promise of a figure that can take what pays in its turn
MOST_COMPARED: Final = 6  # outcomes of a roll up to which its luck is reckoned
FINE: Final = 1 << 30
MOST_TAKEN: Final = 3  # walks to what pays that are tried


class UsedUp(Exception):
    """A play-out needed more positions than there was leave for."""


class QuickPlayer:
    """Plays on clones of one position for all sides."""

    def __init__(self, evaluator: Evaluator, left: int) -> None:
        self.evaluator = evaluator
        self.left = left
        self.until = inf  # when a play-out is given up, by the clock
        self.watched: Side = NO_SIDE  # the side whose luck with the dice is noted
        self.luck = 0.0  # by how much the dice have raised its chance, by the evaluation; the mean over all dice is 0

    def play_on(self, state: State, turns: int, stream: Stream, is_to_round_end: bool = False) -> State:
        """A copy of the state after so many further turns, or at the end of the game; it counts as judged.

        `is_to_round_end`: if a round is under way then, it is played to its end.
        """
        state = state.clone()
        begun, last = 0, (0, 0)
        played = 0  # the round that is played to its end, 0 while there is none
        while (ask := state.decision) is not None:
            if ask.weights is not None:
                if self.watched == NO_SIDE:
                    apply(state, drawn(ask, stream))
                else:
                    state = self._thrown(state, ask, stream)
                continue
            if ask.asked == questions.TURN or (ask.asked == questions.ACTION and state.actions_left >= ACTIONS_A_TURN):
                now = (state.round, sum(state.exhaust_markers))
                if now != last:
                    begun, last = begun + 1, now
                    if begun > turns:
                        played = played or (state.round if is_to_round_end and now[1] else 0)
                        if state.round != played:
                            break
            apply(state, ask.options[0] if len(ask.options) == 1 else self._answer(state, ask, stream))
        self._count()
        return state

    def _thrown(self, state: State, ask: Decision, stream: Stream) -> State:
        """The state after a roll, drawn from its outcomes; what it gave compared with their mean is noted as luck."""
        found = outcomes(state, ask)
        left, number = stream.randrange(FINE) / FINE * sum([one.chance for one in found]), 0
        while number < len(found) - 1 and left >= found[number].chance:
            left -= found[number].chance
            number += 1
        if not 1 < len(found) <= MOST_COMPARED:
            return following(state, found[number].faces)
        after: State | None = None
        total = whole = given = 0.0
        for k, one in enumerate(found):
            then = following(state, one.faces)
            chance = quick_chance(then, self.evaluator, self.watched)
            total += one.chance * chance
            whole += one.chance
            if k == number:
                after, given = then, chance
        self._count()
        self.luck += given - total / whole
        assert after is not None
        return after

    def _count(self) -> None:
        """One more position is judged."""
        if self.left <= 0 or time.monotonic() >= self.until:
            raise UsedUp
        self.left -= 1

    def _answer(self, state: State, ask: Decision, stream: Stream) -> Choice:
        if ask.asked == questions.TURN:
            return self._figure(state, ask, stream)
        side = side_of(state, ask.seats[0], ask)
        if ask.asked != questions.ACTION:
            return self._best(state, spread(ask.options, TEXT_ANSWERS), side)
        taking = self._taking(state, ask, side)
        return self._best(state, self._actions(state, ask, side, stream), side) if taking is None else taking

    def _figure(self, state: State, ask: Decision, stream: Stream) -> Choice:
        """The figure with the most promising action; among equals any."""
        best, liked = ask.options[0], -inf
        for option in shuffled(ask.options, stream):
            after = following(state, (option,))
            then = after.decision
            promise = 0.0
            if then is not None and then.asked == questions.ACTION:
                side = side_of(after, then.seats[0], then)
                promise = TAKEN if self._taking(after, then, side) is not None else max([_promise(state, one) for one in then.options])
            if promise > liked:
                best, liked = option, promise
        return best

    def _taking(self, state: State, ask: Decision, side: Side) -> Choice | None:
        """An action that takes what pays, or a walk after which the next one does; None if there is none."""
        points = state.points[side]
        for option in ask.options:
            if option.verb == verbs.INTERACT and following(state, (option,)).points[side] > points:
                return option
        if state.actions_left < ACTIONS_A_TURN:
            return None
        beside = self._beside_pay(state, side)
        tried = 0
        for option in ask.options:
            if option.verb == verbs.MOVE and beside >> option.square & 1 and tried < MOST_TAKEN:
                tried += 1
                after = following(state, (option,))
                then = after.decision
                if then is not None and then.asked == questions.ACTION:
                    for one in then.options:
                        if one.verb == verbs.INTERACT and following(after, (one,)).points[side] > points:
                            return option
        return None

    def _beside_pay(self, state: State, side: Side) -> int:
        """The squares beside pieces that pay a side, as a mask."""
        found = 0
        grid = board(state)
        for piece in self.evaluator.wanted(side):
            lies = state.piece_at[piece]
            if lies >= 0 and self.evaluator.pay(state, side, piece) > 0:
                found |= grid.steps(lies)
        return found

    def _actions(self, state: State, ask: Decision, side: Side, stream: Stream) -> list[Choice]:
        """The most promising deeds and walks; the end of the turn if there is nothing else."""
        deeds = [one for one in ask.options if one.verb not in (verbs.MOVE, verbs.END)]
        walks = [one for one in ask.options if one.verb == verbs.MOVE and not is_idle(state, one)]
        if len(deeds) > DEEDS:
            deeds = shuffled(deeds, stream)
            deeds.sort(key=lambda one: -_promise(state, one))
        if len(walks) > WALKS:
            walks = self._most_drawn(walks, self.evaluator.goals(state, side))
        return deeds[:DEEDS] + walks[:WALKS] or ask.options[-1:]

    def _most_drawn(self, walks: list[Choice], goals: list[Goal]) -> list[Choice]:
        """Walks, those to the most attractive squares first."""
        return sorted(walks, key=lambda one: -self.evaluator.pull(goals, one.square))

    def _best(self, state: State, options: list[Choice], side: Side) -> Choice:
        """The answer with the best position after it."""
        if len(options) == 1:
            return options[0]
        best, liked = options[0], -inf
        for option in options:
            score = self._score(following(state, (option,)), side, DEEPEST)
            if score > liked:
                best, liked = option, score
        return best

    def _score(self, state: State, side: Side, depth: int) -> float:
        """The value of a position for a side, with open rolls averaged and open texts answered."""
        ask = state.decision
        if ask is None or depth <= 0 or ask.asked in (questions.TURN, questions.ACTION):
            self._count()
            return self.evaluator.score(state, side)
        if ask.weights is not None:
            total = whole = 0.0
            for one in outcomes(state, ask)[:FURTHER]:
                total += one.chance * self._score(following(state, one.faces), side, depth - 1)
                whole += one.chance
            return total / whole
        scores = [self._score(following(state, (option,)), side, depth - 1) for option in spread(ask.options, FURTHER)]
        return max(scores) if side_of(state, ask.seats[0], ask) == side else min(scores)


def drawn(ask: Decision, stream: Stream) -> Choice:
    """An outcome of a roll or flip, by its weight."""
    assert ask.weights is not None
    number = stream.randrange(sum(ask.weights))
    for option, weight in zip(ask.options, ask.weights, strict=True):
        number -= weight
        if number < 0:
            return option
    raise AssertionError("the weights sum to more than was drawn")


def _promise(state: State, choice: Choice) -> float:
    """What an action promises by its kind."""
    if choice.verb == verbs.CHALLENGE and choice.thing < PIECE and state.down[choice.thing]:
        return FALLEN
    return 0.0 if choice.verb == verbs.MOVE else PROMISE.get(choice.verb, 0.0)
