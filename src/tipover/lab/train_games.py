"""One game of a training run, and what every position between two of its turns came to.

The learner plays one of the sides, or both: half of the games it plays against itself, the others against the steady player and
sometimes level four, so that what it learns is about good opponents who play otherwise. What is kept of a position are its numbers
(`features`), what the evaluation by hand says, and its *goal*: what the rest of the game came to, without the luck of the dice as the
learner sees it, mixed with what it thought on the way (`SHARE`). Of every turn that the learner plans some lines are kept too, good and
bad ones, at whose ends the game mostly did not go on: their goal is what is left when the next side has taken its best turn.
The same seed gives the same samples on any machine.
"""

from __future__ import annotations

import base64
import sys
import zlib
from array import array
from typing import NamedTuple

from tipover.bots import Bot, make
from tipover.bots.evaluate import Evaluator
from tipover.bots.features import OF_FIGURE, OF_GAME, OF_SIDE, look_of
from tipover.bots.foresee import following
from tipover.bots.net import Look, Net
from tipover.bots.rolls import outcomes
from tipover.bots.turn_tree import TurnTree
from tipover.bots.value import hand_leads, outlooks
from tipover.bots.weights import PLAYED
from tipover.engine.core.decision import Decision
from tipover.engine.core.ids import Side
from tipover.engine.core.setup import Setup
from tipover.engine.core.state import State
from tipover.engine.run import apply
from tipover.engine.view import view
from tipover.lab.learner import Learner, is_turn_begun
from tipover.play.dice import SeededDice, Stream

FIGURES = 8  # figures of a side that are kept
HEAD = 3  # numbers before those of the position: by hand, goal, result
SIDES = 2 * len(OF_SIDE)
OF_FIGURES = 2 * FIGURES * len(OF_FIGURE)
SAMPLE = HEAD + SIDES + OF_FIGURES + len(OF_GAME)  # numbers of one position
LEAD_FINE = 1024  # a lead of 1 by hand
CHANCE_FINE = 10_000  # a chance of 1
SHARE = 0.9  # of what a position came to, what comes after the next turn counts so much
RIVALS = ("", "", "", "", "", "greedy", "greedy", "greedy", "greedy", "level4")  # by lot; without a name the learner itself
MOST_COMPARED = 6  # outcomes of a roll up to which its luck is reckoned
MOST_NUMBER = 32767
REPLY = 150  # positions of the turn that follows the end of a line
NO_RESULT = -1  # of a position at which no game went on


class Samples(NamedTuple):
    """What a training game leaves."""

    turns: int  # positions that were kept
    numbers: bytes  # `SAMPLE` numbers of 16 bits for each
    state: State  # the end of the game


class _Position:
    """A position between two turns; chances are those of the first side."""

    def __init__(self, look: Look, by_hand: float, chance: float) -> None:
        self.look = look
        self.by_hand = by_hand
        self.chance = chance  # as it stands
        self.planned = -1.0  # by the best turn that the learner found, if it is its turn
        self.wandered = False
        self.luck = 0.0  # what the dice gave in the turn, if it was a rival's


def packed(numbers: bytes) -> str:
    """Samples as text for a row of results."""
    return base64.b85encode(zlib.compress(numbers, 6)).decode()


def unpacked(text: str) -> array[int]:
    """The numbers of packed samples."""
    found = array("h", zlib.decompress(base64.b85decode(text)))
    if sys.byteorder == "big":
        found.byteswap()
    return found


def sampled_game(setup: Setup, seed: str, nodes: int, net: Net | None = None) -> Samples:
    """Play a game between two sides, in which the learner judges so many positions for a turn."""
    return _Sampler(setup, seed, nodes, net).play()


class _Sampler:
    """Plays one game."""

    def __init__(self, setup: Setup, seed: str, nodes: int, net: Net | None) -> None:
        self.setup = setup
        self.net = net
        lot = Stream(seed, "train")
        rival, place = RIVALS[lot.randrange(len(RIVALS))], lot.randrange(2)
        self.players: list[Learner | Bot] = [Learner("", 1, None)] * setup.seat_count
        for side, seats in enumerate(setup.seats):
            for seat in seats:
                self.players[seat] = make(rival, f"{seed}/{seat}") if rival and side != place else Learner(f"{seed}/{seat}", nodes, net)
        self.dice = SeededDice(seed)
        self.side: Side = setup.sides[0]
        self.positions: list[_Position] = []
        self.lines: list[list[int]] = []  # the rows of ends of lines
        self.evaluator: Evaluator | None = None

    def play(self) -> Samples:
        state = self.setup.start()
        last = (0, 0)
        while (ask := state.decision) is not None:
            if ask.weights is not None:
                state = self._rolled(state, ask)
                continue
            now = (state.round, sum(state.exhaust_markers))
            if state.round and now != last and is_turn_begun(state, ask):
                last = now
                self._note(state)
            player, seat = self.players[ask.seats[0]], ask.seats[0]
            if not isinstance(player, Learner):
                apply(state, player.choose(view(state, seat), ask))
                continue
            apply(state, player.answer(state, seat, ask))
            told, player.told = player.told, None
            if told is not None and self.positions and self.positions[-1].planned < 0:
                self.positions[-1].planned = told.chance if told.side == self.side else 1 - told.chance
                self.positions[-1].wandered = told.wandered
            for end in told.ends if told is not None else ():
                self._note_line(end)
        return Samples(len(self.positions) + len(self.lines), self._numbers(state), state)

    def _note(self, state: State) -> None:
        self.evaluator = Evaluator(state, PLAYED, self.net)
        look = look_of(state, self.evaluator, self.evaluator.worths(state))
        leads = hand_leads(state, self.evaluator)
        self.positions.append(_Position(look, leads[0] - leads[1], self._chance(state)))

    def _note_line(self, end: State) -> None:
        """Keep the end of a line with what is left after the best turn of whoever comes next."""
        ask = end.decision
        if end.over or not end.round or ask is None or ask.weights is not None or not is_turn_begun(end, ask):
            return
        tree = TurnTree(end, ask.seats[0], ask, list(ask.options), PLAYED, self.net, is_thorough=True)
        tree.grow_turn(REPLY)
        found, evaluator = tree.root.values[0], tree.evaluator
        leads = hand_leads(end, evaluator)
        goal = round(found[self.side] / sum(found) * CHANCE_FINE)
        look = look_of(end, evaluator, evaluator.worths(end))
        self.lines.append([_cut((leads[0] - leads[1]) * LEAD_FINE), goal, NO_RESULT, *_flat(look)])

    def _rolled(self, state: State, ask: Decision) -> State:
        """The state after a roll; what it gave in a rival's turn is noted. The learner knows what the rolls of its own turn may bring."""
        position = self.positions[-1] if self.positions else None
        means = -1.0
        if position is not None and position.planned < 0 and len(ask.options) > 1:
            found = outcomes(state, ask)
            if 1 < len(found) <= MOST_COMPARED:
                whole = sum([one.chance for one in found])
                means = sum([one.chance * self._chance(following(state, one.faces)) for one in found]) / whole
                if len(found[0].faces) > 1:  # both rolls of a challenge are one
                    apply(state, self.dice.answer(ask))
                    ask = state.decision or ask
        apply(state, self.dice.answer(ask))
        if position is not None and means >= 0:
            position.luck += self._chance(state) - means
        return state

    def _chance(self, state: State) -> float:
        """The chance of the first side, as the learner sees a position."""
        if state.over:
            return 0.5 if state.winner not in self.setup.sides else float(state.winner == self.side)
        assert self.evaluator is not None
        found = outlooks(state, self.evaluator)
        return found[self.side] / sum(found)

    def _numbers(self, end: State) -> bytes:
        """All samples, with their goals."""
        result = self._chance(end)
        goal = then = result
        rows: list[list[int]] = []
        for one in reversed(self.positions):
            goal = _goal(one, goal, then)
            then = one.chance
            rows.append([_cut(one.by_hand * LEAD_FINE), round(goal * CHANCE_FINE), round(result * CHANCE_FINE), *_flat(one.look)])
        numbers = array("h", [number for row in [*reversed(rows), *self.lines] for number in row])
        if sys.byteorder == "big":
            numbers.byteswap()
        return numbers.tobytes()


def _goal(one: _Position, goal: float, then: float) -> float:
    """What a position came to, from what the next one came to and how it stood.

    The dice of a turn that the learner planned are in its plan; a turn by lot says nothing of the best one.
    """
    if one.planned >= 0:
        found = one.planned if one.wandered else one.planned + SHARE * (goal - then)
    else:
        found = then - one.luck + SHARE * (goal - then)
    return min(1.0, max(0.0, found))


def _flat(look: Look) -> list[int]:
    """A position as one row."""
    found = [number for row in look.sides for number in row]
    for figures in look.figures:
        kept = figures[:FIGURES]
        for row in kept:
            found += row
        found += [0] * ((FIGURES - len(kept)) * len(OF_FIGURE))
    return found + look.game


def _cut(number: float) -> int:
    return max(-MOST_NUMBER, min(MOST_NUMBER, round(number)))
