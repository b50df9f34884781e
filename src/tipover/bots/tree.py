"""A search tree of answers and rolls that grows where it matters, with the evaluation at its leaves.

A node is one position. Rolls are nodes too, with exact chances for their outcomes. Questions with many answers are widened
progressively, most promising answers first. The same seed, question and number of nodes grow the same tree.
"""

from __future__ import annotations

import time
from math import inf, sqrt
from typing import Final, NamedTuple

from tipover.bots.evaluate import Evaluator
from tipover.bots.foresee import following, spread
from tipover.bots.greedy import side_of
from tipover.bots.rolls import RollOutcome, outcomes
from tipover.bots.value import outlooks
from tipover.bots.weights import WEIGHTS, Weights
from tipover.engine.core import questions, verbs
from tipover.engine.core.decision import Choice, Decision
from tipover.engine.core.ids import FIGURE_OF, NO_SIDE, PIECE
from tipover.engine.core.state import State
from tipover.engine.run import apply
from tipover.play.collection_pause import CollectionPause
from tipover.play.dice import Stream, shuffled

# progressive widening: a question has WIDEN × visits ** WIDER open answers
WIDEN: Final = 1.6
WIDER: Final = 0.55
AT_ONCE: Final = 3  # outcomes of a roll that are opened together; the others are visited in proportion to their chances
FOUND_AGAIN: Final = 400  # nodes of a tree that are compared when a position is looked up
BETWEEN: Final = questions.asked_at(questions.AskedWhen.SETUP, questions.AskedWhen.TURN)  # questions at which a position is evaluated
WHOLE_TURN: Final = 2  # actions
DEEPEST: Final = 6  # answers by which an unfinished turn is followed before it is evaluated
TEXT_ANSWERS: Final = 3
WON: Final = 1 - 1e-9  # a chance to win that counts as certain
PROMISE: Final = {verbs.INTERACT: 0.12, verbs.CHALLENGE: 0.11, verbs.OFFER: 0.1, verbs.ABILITY: 0.09, verbs.USE: 0.08, verbs.END: -0.05}
PULL: Final = 0.008  # the promise of an attractive square, as a chance to win

Values = tuple[float, ...]  # chances to win, by side


class Doubt(NamedTuple):
    """The bonus for rarely visited answers (exploration), as a chance to win."""

    at_root: float  # at the root; larger, so that no answer is missed that looks poor at first
    below: float  # below the root


# for few nodes, which are best spent on the best-looking answers, and for many
HASTY: Final = Doubt(0.01, 0.01)
THOROUGH: Final = Doubt(0.06, 0.03)
MANY: Final = 100  # nodes from which on THOROUGH is used


class Node:
    """A position in the tree: a question with its answers, a roll with its outcomes, or an end."""

    __slots__ = ("answers", "closed", "done", "outcomes", "promises", "rolls", "side", "state", "static", "values", "visits")

    def __init__(self, state: State, static: Values) -> None:
        self.state = state
        self.static = static  # its evaluation
        self.values = static  # the same from the tree below it
        self.visits = 0
        self.done = state.over  # whether its tree is complete
        self.side = NO_SIDE  # the side that decides; -1 for a roll or an end
        self.answers: dict[Choice, Node] = {}
        self.closed: list[Choice] = []  # answers without a node yet
        self.promises: list[float] = []  # the promise of each of them, once computed
        self.rolls: list[RollOutcome] = []
        self.outcomes: dict[int, Node] = {}


class Tree:
    """Grows from one position; `made` counts the positions that were evaluated."""

    def __init__(self, state: State, seat: int, decision: Decision, stream: Stream, weights: Weights = WEIGHTS) -> None:
        self.evaluator = Evaluator(state, weights)
        self.made = 0
        self._doubt = HASTY
        self._history: dict[tuple[int, int, int], tuple[float, int]] = {}
        self.root = Node(state, self._judged(state))
        self.root.side = self.side = side_of(state, seat, decision)
        self.root.closed = shuffled(decision.options, stream)

    # -- growing -------------------------------------------------------------------------------------------

    def grow(self, nodes: int, until: float = inf) -> None:
        """Evaluate `nodes` more positions, or fewer if the tree is complete or time is up; descends at least once."""
        goal = self.made + nodes
        self._doubt = HASTY if nodes < MANY else THOROUGH
        with CollectionPause():
            while self.made < goal and not self.root.done:
                self._descend(goal)
                if time.monotonic() >= until:
                    break

    def _descend(self, goal: int) -> None:
        """Descend from the root to a new node, and propagate its value back up."""
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
        """The answer to visit: a new one, or the most promising of the open ones that are not complete."""
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
        """The outcome to visit, each in proportion to its chance."""
        known = node.outcomes
        unseen = [k for k in range(len(node.rolls)) if k not in known or not known[k].done]
        if not unseen:
            return None
        number = max(unseen, key=lambda k: node.rolls[k].chance / (1 + known[k].visits if k in known else 1))
        if number not in known:
            known[number] = self._opened(following(node.state, node.rolls[number].faces), goal)
        return known[number]

    def _opened(self, state: State, goal: int, depth: int = 0) -> Node:
        """A new node with its value; forced answers are given at once.

        Positions are evaluated between turns. A roll or an unfinished turn is followed up to there: the likeliest
        outcomes, and for a turn its end, its best challenge, or some answers to its texts.
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
        """Update a node's value from its children: outcomes are weighted by their chances, answers by their visits.

        The best answer has the most visits. Counting only that one would trust the luckiest error of the evaluation: it was
        measured to play worse.

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
        )  # at the root the other answers are needed too
        seen = sum(child.visits for child in children)
        if not node.done and seen:
            means: list[float] = []
            for one in range(len(self.root.static)):
                total = 0.0
                for child in children:
                    total += child.visits * child.values[one]
                means.append(total / seen)
            node.values = tuple(means)
        if sure is not None and (node.done or sure[side] > node.values[side]):
            node.values = sure  # a side never has to accept less than a completely searched answer

    # -- promises ------------------------------------------------------------------------------------------

    def _remember(self, choice: Choice, gain: float) -> None:
        """Remember what an answer gained, so that the same answer is tried sooner elsewhere in the tree."""
        key = choice[:3]
        mean, number = self._history.get(key, (0.0, 0))
        self._history[key] = (mean + (gain - mean) / (number + 1), number + 1)

    def _most_promising(self, node: Node) -> Choice:
        """Take the closed answer with the highest promise: from its kind, and from what it gained elsewhere in the tree."""
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
        """The promise of each closed answer before it was tried anywhere, as a chance to win."""
        state = node.state
        goals = self.evaluator.goals(state, node.side) if any(choice.verb == verbs.MOVE for choice in node.closed) else []
        found: list[float] = []
        for choice in node.closed:
            if choice.verb == verbs.MOVE:
                here = self.evaluator.pull(goals, state.figure_at[choice.figure])
                found.append(PULL * (self.evaluator.pull(goals, choice.square) - here))
            else:
                found.append(PROMISE.get(choice.verb, 0.0))
        return found

    # -- reuse ---------------------------------------------------------------------------------------------

    def moved_to(self, state: State, stream: Stream) -> bool:
        """Make the node of a position the root, if the tree has it, and keep what is below it; closed answers are shuffled."""
        edge = [self.root]
        looked = 0
        while edge and looked < FOUND_AGAIN:
            further: list[Node] = []
            for node in edge:
                for child in (*node.answers.values(), *node.outcomes.values()):
                    looked += 1
                    if child.side == self.side and child.state == state:
                        self.root = child
                        child.closed, child.promises = shuffled(child.closed, stream), []
                        return True
                    further.append(child)
            edge = further
        return False


def _is_between(state: State, ask: Decision) -> bool:
    """Whether a question is between turns: before one, or at its very beginning."""
    return ask.asked in BETWEEN or (ask.asked == questions.ACTION and state.actions_left >= WHOLE_TURN)


def _first_answers(state: State, ask: Decision) -> list[Choice]:
    """The answers by which an unfinished turn is evaluated before it is searched."""
    if ask.asked != questions.ACTION:
        return spread(ask.options, TEXT_ANSWERS)
    ends = [choice for choice in ask.options if choice.verb == verbs.END]
    hits = [choice for choice in ask.options if choice.verb == verbs.CHALLENGE and choice.thing < PIECE]
    if hits:
        hits = [max(hits, key=lambda choice: (state.down[choice.thing], -state.defense(FIGURE_OF[choice.thing])))]
    return ends + hits or ask.options[:1]
