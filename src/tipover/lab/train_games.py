"""One game of a training run: a quick game between two sides, and what came of the lines that some of its turns had.

For a sampled turn, the best lines and some others are each played on for a few turns with the same dice. What is kept are the
numbers of the position after the line and of the positions that play-outs led to (`features`), not what anybody thought of
them: so the same data serve every net to come. The same seed gives the same data, in any process and on any machine.
"""

from __future__ import annotations

import base64
import sys
import zlib
from array import array
from typing import NamedTuple

from tipover.bots.evaluate import Evaluator
from tipover.bots.features import OF_GAME, OF_SIDE, look_of
from tipover.bots.net import Net
from tipover.bots.play_outs import Line, lines_of, rolled
from tipover.bots.quick_player import QuickPlayer, drawn
from tipover.bots.turn_tree import TurnTree
from tipover.engine.core import questions
from tipover.engine.core.decision import Decision
from tipover.engine.core.setup import Setup
from tipover.engine.core.state import State
from tipover.engine.run import apply
from tipover.play.dice import Stream, shuffled

LOOK = 2 * len(OF_SIDE) + len(OF_GAME)  # numbers of one position
PLAYS = 2  # play-outs of each line
TURNS_ON = 3  # turns that each is long
SAMPLE = 2 + LOOK + PLAYS * (1 + LOOK)  # numbers of one line: its turn, its side, its position, and the end of each play-out
OPEN, DRAWN = -1, 2  # how a play-out ended; otherwise the place of the side that won
BEST, OTHERS = 3, 5  # lines of a sampled turn
NODES = 80  # positions judged to find its lines
ODD = 4  # one turn in so many is sampled, and one in so many of a game that wanders is begun by lot
WANDERS = 3  # games in so many that wander: all but one
ENDLESS = 1 << 60
MOST_NUMBER = 32767


class Samples(NamedTuple):
    """What a training game leaves."""

    turns: int  # turns that were sampled
    numbers: bytes  # `SAMPLE` numbers of 16 bits for each line
    state: State  # the end of the game


def packed(numbers: bytes) -> str:
    """Samples as text for a row of results."""
    return base64.b85encode(zlib.compress(numbers, 6)).decode()


def unpacked(text: str) -> array[int]:
    """The numbers of packed samples."""
    found = array("h", zlib.decompress(base64.b85decode(text)))
    if sys.byteorder == "big":
        found.byteswap()
    return found


def sampled_game(setup: Setup, seed: str, most: int, net: Net | None = None) -> Samples:
    """Play a game between two sides and sample at most `most` of its turns, evenly spread over the first ones by lot."""
    return _Sampler(setup, seed, most, net).play()


class _Sampler:
    """Plays one game."""

    def __init__(self, setup: Setup, seed: str, most: int, net: Net | None) -> None:
        self.setup = setup
        self.seed = seed
        self.most = most
        self.net = net
        self.lot = Stream(seed, "train")
        self.dice = Stream(seed, "train dice")
        self.turns = 0
        self.numbers = array("h")

    def play(self) -> Samples:
        state = self.setup.start()
        wanders = self.lot.randrange(WANDERS) > 0
        while (ask := state.decision) is not None:
            if ask.weights is not None:
                apply(state, drawn(ask, self.dice))
                continue
            if len(ask.options) == 1:
                apply(state, ask.options[0])
                continue
            is_turn = state.round > 0 and ask.asked in (questions.TURN, questions.ACTION)
            if is_turn and self.turns < self.most and self.lot.randrange(ODD) == 0:
                self._sample(state, ask)
            if wanders and (not state.round or self.lot.randrange(ODD) == 0):
                apply(state, ask.options[self.lot.randrange(len(ask.options))])
            else:
                state = QuickPlayer(Evaluator(state), ENDLESS).play_on(state, 1, self.dice)
        numbers = self.numbers
        if sys.byteorder == "big":
            numbers.byteswap()
        return Samples(self.turns, numbers.tobytes(), state)

    def _sample(self, state: State, ask: Decision) -> None:
        """Keep what comes of the lines of a turn."""
        tree = TurnTree(state.clone(), ask.seats[0], ask, list(ask.options), net=self.net)
        tree.grow_turn(NODES)
        lines = sorted(lines_of(tree.root, tree.side), key=_liking)
        chosen = lines[:BEST] + shuffled(lines[BEST:], self.lot)[:OTHERS]
        place = self.setup.sides.index(tree.side)
        first = self.lot.randrange(1000) / 1000
        self.turns += 1
        for line in chosen:
            end = rolled(line.end, first, Stream(f"{self.seed}/{self.turns}", "line")).state
            if end.over or not end.round:
                continue
            self.numbers.extend([self.turns, place, *self._look(end, tree.evaluator)])
            for play in range(PLAYS):
                then = QuickPlayer(tree.evaluator, ENDLESS).play_on(end, TURNS_ON, Stream(f"{self.seed}/{self.turns}/{play}", "play-out"))
                if then.over:
                    self.numbers.append(self.setup.sides.index(then.winner) if then.winner in self.setup.sides else DRAWN)
                    self.numbers.extend([0] * LOOK)
                else:
                    self.numbers.append(OPEN)
                    self.numbers.extend(self._look(then, tree.evaluator))

    def _look(self, state: State, evaluator: Evaluator) -> list[int]:
        look = look_of(state, evaluator)
        return [max(-MOST_NUMBER, min(MOST_NUMBER, one)) for row in (*look.sides, look.game) for one in row]


def _liking(line: Line) -> float:
    return -line.static
