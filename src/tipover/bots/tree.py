"""A tree of answers and rolls that grows where it matters, judged by the evaluation at its edge.

A node is one position. Rolls are nodes too: their outcomes count by exact chances. Wide questions are opened little by
little, the most promising answers first. The same seed, question and number of nodes grow the same tree.
"""

from __future__ import annotations

import time
from math import inf, sqrt
from typing import NamedTuple

from tipover.bots.evaluate import Evaluator, turn_of
from tipover.bots.foresee import following, spread
from tipover.bots.greedy import side_of
from tipover.bots.rolls import Rolled, outcomes
from tipover.bots.value import outlooks
from tipover.bots.weights import WEIGHTS, Weights
from tipover.engine.decision import (
    ABILITY,
    ASK_ACTION,
    ASK_ATTACH,
    ASK_PICK,
    ASK_PLACE,
    ASK_SIDE,
    ASK_TURN,
    CHALLENGE,
    END,
    INTERACT,
    MOVE,
    OFFER,
    PIECE,
    USE,
    Choice,
    Decision,
)
from tipover.engine.run import apply
from tipover.engine.state import State
from tipover.play.dice import Stream

WIDEN, WIDER = 1.6, 0.55  # how many answers of a question are open after so many visits: WIDEN × visits ** WIDER
AT_ONCE = 3  # outcomes of a roll that are opened together; the others as often as they are likely
FOUND_AGAIN = 400  # positions of a tree that are compared with one to be found in it
BETWEEN = (ASK_SIDE, ASK_PICK, ASK_ATTACH, ASK_PLACE, ASK_TURN)  # questions between turns, where the evaluation judges
WHOLE_TURN = 2  # actions
DEEPEST = 6  # answers in a row by which a turn under way is followed at once
TEXT_ANSWERS = 3
WON = 1 - 1e-9  # a chance to win that is none
PROMISE = {INTERACT: 0.12, CHALLENGE: 0.11, OFFER: 0.1, ABILITY: 0.09, USE: 0.08, END: -0.05}
PULL = 0.008  # what a square that draws promises, in win chance

Values = tuple[float, ...]  # the sides' chances to win, by side


class Doubt(NamedTuple):
    """How much doubt about an answer counts, in win chance: more where the answer is given, so that none is overlooked that looks poor at first."""

    at_root: float
    below: float


HASTY, THOROUGH = Doubt(0.01, 0.01), Doubt(0.06, 0.03)  # for few nodes, which are best spent on what looks best, and for many
MANY = 100  # nodes to grow by with which there is time for doubt


class Node:
    """A position in the tree: a question with its answers, a roll with its outcomes, or an end."""

    __slots__ = ("answers", "closed", "done", "outcomes", "promises", "rolls", "side", "state", "static", "values", "visits")

    def __init__(self, state: State, static: Values) -> None:
        self.state = state
        self.static = static  # what the evaluation says of it
        self.values = static  # … and what the tree below says
        self.visits = 0
        self.done = state.over  # whether all that may come of it was seen
        self.side = -1  # whose question it is; -1: a roll, or an end
        self.answers: dict[Choice, Node] = {}
        self.closed: list[Choice] = []  # answers not yet looked at
        self.promises: list[float] = []  # … and what each of them promises, once somebody asked
        self.rolls: list[Rolled] = []
        self.outcomes: dict[int, Node] = {}


class Tree:
    """Grows from one position; `made` counts the positions that were judged."""

    def __init__(self, state: State, seat: int, decision: Decision, stream: Stream, weights: Weights = WEIGHTS) -> None:
        self.evaluator = Evaluator(state, weights)
        self.made = 0
        self._doubt = HASTY
        self._history: dict[tuple[int, int, int], tuple[float, int]] = {}
        self.root = Node(state, self._judged(state))
        self.root.side = self.side = side_of(state, seat, decision)
        self.root.closed = _mixed(decision.options, stream)

    # -- growing -------------------------------------------------------------------------------------------

    def grow(self, nodes: int, until: float = inf) -> None:
        """Judge so many more positions, or as many as there are left or time for; one way down is always gone."""
        goal = self.made + nodes
        self._doubt = HASTY if nodes < MANY else THOROUGH
        while self.made < goal and not self.root.done:
            self._descend(goal)
            if time.monotonic() >= until:
                return

    def _descend(self, goal: int) -> None:
        """Go down from the root to something new, and carry what it is worth back up."""
        node: Node | None = self.root
        path: list[Node] = []
        while node is not None:
            path.append(node)
            seen = node.visits
            node.visits += 1
            if seen == 0 and node is not self.root:
                break
            node = self._outcome(node, goal) if node.rolls else self._answer(node, goal)
        for one in reversed(path):
            self._gather(one)

    def _answer(self, node: Node, goal: int) -> Node | None:
        """The answer to look into: one that was closed so far, or the most promising of the open ones that are not done."""
        unseen = [child for child in node.answers.values() if not child.done]
        if node.closed and (not unseen or node is self.root or len(node.answers) < WIDEN * node.visits**WIDER):
            choice = node.closed.pop() if node is self.root else self._most_promising(node)
            child = self._opened(following(node.state, (choice,)), goal)
            node.answers[choice] = child
            self._remember(choice, child.values[node.side] - node.static[node.side])
            return child
        if not unseen:
            return None
        side, doubt = node.side, (self._doubt.at_root if node is self.root else self._doubt.below) * sqrt(node.visits)
        return max(unseen, key=lambda one: one.values[side] + doubt / (1 + one.visits))

    def _outcome(self, node: Node, goal: int) -> Node | None:
        """The outcome to look into, each as often as it is likely."""
        known = node.outcomes
        unseen = [k for k in range(len(node.rolls)) if k not in known or not known[k].done]
        if not unseen:
            return None
        number = max(unseen, key=lambda k: node.rolls[k].chance / (1 + known[k].visits if k in known else 1))
        if number not in known:
            known[number] = self._opened(following(node.state, node.rolls[number].faces), goal)
        return known[number]

    def _opened(self, state: State, goal: int, depth: int = 0) -> Node:
        """A new position with its worth; forced answers are given at once.

        The evaluation judges positions between turns. A roll or a turn under way is followed to there: the likeliest
        outcomes, and of a turn its end, its best challenge, or some answers to its texts.
        """
        while (ask := state.decision) is not None and ask.weights is None and len(ask.options) == 1:
            apply(state, ask.options[0])
        if ask is None or (depth >= DEEPEST and ask.weights is None) or _is_between(state, ask):
            self.made += 1
            node = Node(state, self._judged(state))
            if ask is not None:
                node.side = side_of(state, ask.seats[0], ask)
                node.closed = list(ask.options)
            return node
        node = Node(state, ())
        if ask.weights is not None:
            node.rolls = outcomes(state, ask)
            for number, rolled in enumerate(node.rolls[:AT_ONCE]):
                if number == 0 or self.made < goal:
                    node.outcomes[number] = self._opened(following(state, rolled.faces), goal, depth)
                    node.outcomes[number].visits = 1
        else:
            node.side = side_of(state, ask.seats[0], ask)
            first = _first_answers(state, ask)
            for number, choice in enumerate(first):
                if number == 0 or self.made < goal:
                    node.answers[choice] = self._opened(following(state, (choice,)), goal, depth + 1)
                    node.answers[choice].visits = 1
            node.closed = [choice for choice in ask.options if choice not in node.answers]
        self._gather(node)
        node.static = node.values
        return node

    def _judged(self, state: State) -> Values:
        return outlooks(state, self.evaluator)

    def _gather(self, node: Node) -> None:
        """What a position is worth by what is below it: outcomes by their chances, answers by how often they were looked into.

        The best answer is looked into most. To count it alone would trust the luckiest mistake of the evaluation: measured, it plays worse.
        """
        if node.rolls:
            node.done = len(node.outcomes) == len(node.rolls) and all(child.done for child in node.outcomes.values())
            parts = [(node.rolls[k].chance, child.values) for k, child in node.outcomes.items()]
            whole = sum(chance for chance, _ in parts)
            node.values = tuple(sum(chance * values[side] for chance, values in parts) / whole for side in range(len(parts[0][1])))
        elif node.answers:
            self._gather_answers(node)

    def _gather_answers(self, node: Node) -> None:
        side, children = node.side, node.answers.values()
        sure = max([child.values for child in children if child.done], key=lambda values: values[side], default=None)
        is_all_seen = not node.closed and all(child.done for child in children)
        node.done = sure is not None and (
            is_all_seen or (sure[side] >= WON and node is not self.root)
        )  # at the root the others are wanted too
        seen = sum(child.visits for child in children)
        if not node.done and seen:
            node.values = tuple(sum(child.visits * child.values[one] for child in children) / seen for one in range(len(self.root.static)))
        if sure is not None and (node.done or sure[side] > node.values[side]):
            node.values = sure  # nobody has to do worse than an answer that is seen to the end

    # -- what promises -------------------------------------------------------------------------------------

    def _remember(self, choice: Choice, gain: float) -> None:
        """Keep what an answer gained: the same answer is tried sooner elsewhere in the tree."""
        key = choice[:3]
        mean, number = self._history.get(key, (0.0, 0))
        self._history[key] = (mean + (gain - mean) / (number + 1), number + 1)

    def _most_promising(self, node: Node) -> Choice:
        """Take the closed answer that promises most: by what it is, and by what it gained elsewhere in the tree."""
        if not node.promises:
            node.promises = self._promises(node)
        best, chosen = -inf, 0
        for number, choice in enumerate(node.closed):
            promise = node.promises[number]
            known = self._history.get(choice[:3])
            if known is not None:
                promise = (promise + known[0] * known[1]) / (1 + known[1])
            if promise > best:
                best, chosen = promise, number
        node.promises.pop(chosen)
        return node.closed.pop(chosen)

    def _promises(self, node: Node) -> list[float]:
        """What each closed answer promises before anything like it was tried, in win chance."""
        state = node.state
        goals = self.evaluator.goals(state, node.side) if any(choice.verb == MOVE for choice in node.closed) else []
        found: list[float] = []
        for choice in node.closed:
            if choice.verb == MOVE:
                here = self.evaluator.pull(goals, state.where[choice.figure])
                found.append(PULL * (self.evaluator.pull(goals, choice.thing) - here))
            else:
                found.append(PROMISE.get(choice.verb, 0.0))
        return found

    # -- going on ------------------------------------------------------------------------------------------

    def moved_to(self, state: State, stream: Stream) -> bool:
        """Make the node of a position the root, if the tree has it; what was seen below it is kept, what was not comes in any order."""
        edge = [self.root]
        looked = 0
        while edge and looked < FOUND_AGAIN:
            further: list[Node] = []
            for node in edge:
                for child in (*node.answers.values(), *node.outcomes.values()):
                    looked += 1
                    if child.side == self.side and child.state == state:
                        self.root = child
                        child.closed, child.promises = _mixed(child.closed, stream), []
                        return True
                    further.append(child)
            edge = further
        return False


def _is_between(state: State, ask: Decision) -> bool:
    """Whether a question stands between turns: before one, or at its very beginning."""
    return ask.asked in BETWEEN or (ask.asked == ASK_ACTION and turn_of(state)[1] >= WHOLE_TURN)


def _first_answers(state: State, ask: Decision) -> list[Choice]:
    """The answers by which a turn under way is judged before it is looked into."""
    if ask.asked != ASK_ACTION:
        return spread(ask.options, TEXT_ANSWERS)
    ends = [choice for choice in ask.options if choice.verb == END]
    hits = [choice for choice in ask.options if choice.verb == CHALLENGE and choice.thing < PIECE]
    if hits:
        hits = [max(hits, key=lambda choice: (state.down[choice.thing], -state.defense(choice.thing)))]
    return ends + hits or ask.options[:1]


def _mixed(options: list[Choice], stream: Stream) -> list[Choice]:
    """The options in any order: whoever looks at few of them looks at what comes to mind."""
    mixed = list(options)
    for k in range(len(mixed) - 1, 0, -1):
        other = stream.randrange(k + 1)
        mixed[k], mixed[other] = mixed[other], mixed[k]
    return mixed
