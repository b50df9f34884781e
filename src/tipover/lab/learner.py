"""The player of training games: takes the best whole turn by the evaluation by hand and a net, and sometimes another one by lot."""

from __future__ import annotations

from math import exp

from tipover.bots.greedy import GreedyBot
from tipover.bots.net import Net
from tipover.bots.play_outs import Line, PlannedAnswer, lines_of, rolled
from tipover.bots.turn_lines import is_idle
from tipover.bots.turn_tree import TurnTree
from tipover.bots.weights import PLAYED
from tipover.engine.core import questions
from tipover.engine.core.decision import Choice, Decision
from tipover.engine.core.ids import Side
from tipover.engine.core.state import State
from tipover.engine.queries.turns import ACTIONS_A_TURN
from tipover.engine.view import view
from tipover.play.dice import Stream, shuffled

WANDERS = 8  # one turn in so many is taken by lot, the more likely the better it seems
MARGIN = 0.12  # such a turn is at most so much worse, as a chance to win ...
WARMTH = 0.03  # ... and e times less likely for each so much
AS_GOOD = 0.004  # what is given away by a turn that counts as the best one
EVEN = 1e-9
FINE = 1 << 30
AMONG = (1, 10, 30, 1000, 1000, 1000)  # each of the lines whose ends are told is drawn by lot from so many of the best


class Told:
    """What the learner thought at the beginning of a turn."""

    def __init__(self, side: Side, chance: float, wandered: bool) -> None:
        self.side = side
        self.chance = chance  # of its side, by the best line that it found
        self.wandered = wandered  # whether it took a clearly worse one
        self.ends: list[State] = []  # where some lines of the turn ended, good and bad ones, whichever it took


class Learner:
    """Plays one seat with so many positions for a turn; `told` is what it thought, until somebody takes it."""

    def __init__(self, seed: str, nodes: int, net: Net | None) -> None:
        self._net = net
        self._nodes = nodes
        self._lot = Stream(seed, "learner")
        self._ends_lot = Stream(seed, "ends")
        self._placing = GreedyBot(seed, PLAYED)
        self._plan: list[PlannedAnswer] = []
        self.told: Told | None = None

    def answer(self, state: State, seat: int, ask: Decision) -> Choice:
        """What it answers; nothing is hidden in its games."""
        if len(ask.options) == 1:
            return ask.options[0]
        if not state.round:
            return self._placing.choose(view(state, seat), ask)
        plan, self._plan = self._plan, []
        if plan and ask.offers(plan[0].choice) and plan[0].state == state:
            self._plan = plan[1:]
            return plan[0].choice
        is_first = is_turn_begun(state, ask)
        tree = TurnTree(state.clone(), seat, ask, shuffled(ask.options, self._lot), PLAYED, self._net, is_thorough=True)
        tree.grow_turn(self._nodes if is_first else self._nodes // 2)
        lines = sorted(lines_of(tree.root, tree.side), key=_liking)
        chosen = next((line for line in _alike(lines) if not is_idle(line.steps[0].state, line.steps[0].choice)), lines[0])
        if is_first:
            found = tree.root.values[0]
            told = Told(tree.side, found[tree.side] / sum(found), False)
            if self._lot.randrange(WANDERS) == 0:
                chosen = self._by_lot(lines)
                told.wandered = chosen.static < lines[0].static - AS_GOOD
            told.ends = self._ends(lines)
            self.told = told
        self._plan = chosen.steps[1:]
        return chosen.steps[0].choice

    def _ends(self, lines: list[Line]) -> list[State]:
        """Positions at the ends of some lines, which come best first; rolls are drawn, answers after them are the best ones."""
        lot = self._ends_lot
        chosen = sorted({lot.randrange(min(most, len(lines))) for most in AMONG})
        return [rolled(lines[number].end, lot.randrange(FINE) / FINE, lot).state for number in chosen]

    def _by_lot(self, lines: list[Line]) -> Line:
        """One of the better lines, by lot."""
        able = [line for line in lines if line.static >= lines[0].static - MARGIN]
        odds = [exp((line.static - lines[0].static) / WARMTH) for line in able]
        left = self._lot.randrange(FINE) / FINE * sum(odds)
        for line, odd in zip(able, odds, strict=True):
            left -= odd
            if left < 0:
                return line
        return able[-1]


def is_turn_begun(state: State, ask: Decision) -> bool:
    """Whether a question is the first of a turn."""
    return ask.asked == questions.TURN or (ask.asked == questions.ACTION and state.actions_left >= ACTIONS_A_TURN)


def _alike(lines: list[Line]) -> list[Line]:
    """The best line and those that are as good."""
    return [line for line in lines if line.static >= lines[0].static - EVEN]


def _liking(line: Line) -> float:
    return -line.static
