"""A tree whose edges are whole turns: within a turn the best line counts, and every leaf is judged after a whole turn.

The turn that is asked about is grown wide. Its most promising lines are then followed by the next turn, the most promising of
those by one more, and so on. Lines are only compared at the same number of turns: a line that was
followed farther would otherwise look better or worse by who moved last in it. Dice are nodes with exact chances.
The same question, answers and number of nodes grow the same tree.
"""

from __future__ import annotations

import time
from math import inf
from typing import Final, NamedTuple

from tipover.bots.evaluate import Evaluator
from tipover.bots.foresee import following
from tipover.bots.greedy import side_of
from tipover.bots.net import Net
from tipover.bots.rolls import are_all, outcomes
from tipover.bots.turn_lines import Memory, Reached, TurnStamp, Width, answers_in_order, is_after, reached_at_once, stamp_of
from tipover.bots.value import outlooks
from tipover.bots.weights import WEIGHTS, Weights
from tipover.engine.core import questions, verbs
from tipover.engine.core.decision import Choice, Decision
from tipover.engine.core.ids import NO_SIDE, NOBODY, Side
from tipover.engine.core.state import State
from tipover.engine.queries.turns import ACTIONS_A_TURN
from tipover.engine.run import apply
from tipover.play.collection_pause import CollectionPause

Values = tuple[float, ...]  # chances to win, by side

ALL: Final = 1000
ROOT: Final = Width(ALL, ALL, ALL, ALL)  # every answer of the open question
REPLY: Final = Width(3, 6, 3, 2)  # the turns after it
# answers in one turn after which only one more is looked into each time, and after which it is judged where it is
DEEP: Final = 12
DEEPEST: Final = 60
NARROW: Final = Width(1, 1, 1, 1)
ROLLS: Final = 6  # outcomes of one roll that are followed, the likeliest; their chances are made to sum to 1
# outcomes of a roll that are judged even if the nodes are used up, if the tree is thorough, and rolls of a line of which that is so:
# texts may roll again and again
BOTH: Final = 2
FIRST_ROLLS: Final = 2
BEYOND: Final = 3  # positions that this may take after the nodes are used up
KEPT: Final = (6, 4, 3, 2, 2, 2)  # lines that are followed by one turn more, two turns more ...
KEPT_BELOW: Final = 2  # the same of the answering turns
ALIKE: Final = 3  # of these at most one part of so many begins with the same action
WIDENING: Final = (1, 2, 4, 8)  # nodes that are left then follow more lines, these times as many
WON: Final = 1 - 1e-9  # a chance to win that counts as certain
WIDE_SHARE: Final = 0.45  # of the nodes, for the turn that is asked about


class TurnNode:
    """A position in a turn: a question with some of its answers, a roll with its outcomes, or a leaf after the turn.

    `values[k]` are the chances if the lines below are followed by k further turns.
    """

    __slots__ = ("chances", "children", "choices", "is_whole", "next_turn", "side", "state", "values")

    def __init__(self, state: State) -> None:
        self.state = state
        self.side: Side = NO_SIDE  # the side that decides; -1 for a roll or a leaf
        self.choices: list[Choice] = []
        self.chances: list[float] = []
        self.children: list[TurnNode] = []
        self.values: list[Values] = []
        self.next_turn: TurnNode | None = None
        self.is_whole = True  # whether every answer or outcome has its child


class LineEnd(NamedTuple):
    """Where a line of a turn ends."""

    node: TurnNode
    group: int  # the same for lines that begin with the same action
    value: float


class TurnTree:
    """Grows from one question; `made` counts the positions that were judged.

    `is_thorough`: a challenge is never judged by its likelier outcome alone, as if that was sure. The levels below level five were
    measured without.
    """

    def __init__(
        self, state: State, seat: int, decision: Decision, answers: list[Choice], weights: Weights = WEIGHTS, net: Net | None = None,
        is_thorough: bool = False,
    ) -> None:  # fmt: skip
        self.evaluator = Evaluator(state, weights, net)
        self.side = side_of(state, seat, decision)
        self.made = 0
        self._memory = Memory()
        self._goal = 0
        self._until = inf
        self._below = KEPT_BELOW
        self._is_thorough = is_thorough
        self._rolls = 0  # that are under way in the line that is grown
        self.root = TurnNode(state)
        self.root.side = self.side
        self._answers = answers  # those of the open question that are looked into

    # -- growing -------------------------------------------------------------------------------------------

    def grow(self, nodes: int, until: float = inf) -> None:
        """Judge at most `nodes` positions: the turn wide, then its best lines turn by turn."""
        with CollectionPause():
            self._grow_lines(nodes, until)

    def _grow_lines(self, nodes: int, until: float) -> None:
        self.grow_turn(int(nodes * WIDE_SHARE), until)
        self._goal = nodes
        for times in WIDENING:
            self._below = KEPT_BELOW * times
            for level, kept in enumerate(KEPT, 1):
                if self.is_out() or self.root.values[-1][self.side] >= WON or not self._refine(self.root, level, kept * times):
                    return

    def grow_turn(self, nodes: int, until: float = inf) -> None:
        """Judge at most `nodes` positions, all of the turn that is asked about."""
        self._until = until
        self._is_thorough = self._is_thorough and nodes > BEYOND
        self._goal = max(1, nodes - BEYOND if self._is_thorough else nodes)
        with CollectionPause():
            self._grow_root()

    def is_out(self) -> bool:
        """Whether nodes or time are used up."""
        return self.made >= self._goal or time.monotonic() >= self._until

    def _grow_root(self) -> None:
        """Open every answer of the open question, most promising first, each with its share of the nodes."""
        root, ask = self.root, self.root.state.decision
        assert ask is not None
        ordered = Decision(ask.asked, ask.seats, ask.side, ask.figure, self._answers)
        self._open(root, ordered, stamp_of(root.state), ROOT, 0)

    def _open(self, node: TurnNode, ask: Decision, turn: TurnStamp, width: Width, depth: int, reached: Reached | None = None) -> None:
        """Open the answers of a question, each with an equal share of the nodes that are left for it; at least one.

        `reached`: after a walk, where the lines of this turn that begin with a walk lead already.
        """
        node.side = side_of(node.state, ask.seats[0], ask)
        answers = answers_in_order(node.state, ask, node.side, self.evaluator, self._memory, width, reached)
        if ask.asked == questions.ACTION:
            reached = reached_at_once(ask.options) if node.state.actions_left >= ACTIONS_A_TURN else None
        goal, left = self._goal, len(answers)
        for choice in answers:
            if node.choices and self.is_out():
                break
            self._goal = min(goal, self.made + max(1, (goal - self.made) // left))
            node.choices.append(choice)
            after_walk = reached if choice.verb == verbs.MOVE else None
            node.children.append(self._grown(following(node.state, (choice,)), turn, width, depth + 1, after_walk))
            self._goal = goal
            left -= 1
        node.is_whole = len(node.children) == len(ask.options)
        self._remember(node)
        self._settle(node, 0)

    def _grown(self, state: State, turn: TurnStamp, width: Width, depth: int, reached: Reached | None = None) -> TurnNode:
        """A position of a turn with the tree below it, up to the turn's end; forced answers are given at once."""
        while (ask := state.decision) is not None and ask.weights is None and len(ask.options) == 1:
            apply(state, ask.options[0])
        node = TurnNode(state)
        if turn.actor == NOBODY and ask is not None and ask.asked not in (questions.TURN, questions.ROLL):
            now = stamp_of(state)
            if now.round == turn.round and now.spent == turn.spent:
                turn = now
        if ask is None or is_after(state, ask, turn) or (depth >= DEEPEST and ask.weights is None):
            node.values.append(self._judged(state))
            return node
        if ask.weights is not None:
            self._roll(node, ask, turn, width, depth)
        else:
            self._open(node, ask, turn, width if depth < DEEP else NARROW, depth, reached)
        return node

    def _roll(self, node: TurnNode, ask: Decision, turn: TurnStamp, width: Width, depth: int) -> None:
        rolls = outcomes(node.state, ask)
        self._rolls += 1
        least = BOTH if self._is_thorough and self._rolls <= FIRST_ROLLS else 1
        for rolled in rolls[:ROLLS]:
            if len(node.children) >= least and self.is_out():
                break
            node.chances.append(rolled.chance)
            node.children.append(self._grown(following(node.state, rolled.faces), turn, width, depth))
        self._rolls -= 1
        node.is_whole = len(node.children) == len(rolls) and are_all(rolls, node.state, ask)
        self._settle(node, 0)

    def _judged(self, state: State) -> Values:
        self.made += 1
        return outlooks(state, self.evaluator)

    def _remember(self, node: TurnNode) -> None:
        """Remember what the answers gained compared with one another."""
        side = node.side
        mean = sum(child.values[0][side] for child in node.children) / len(node.children)
        for choice, child in zip(node.choices, node.children, strict=True):
            self._memory.add(choice, child.values[0][side] - mean)

    def _settle(self, node: TurnNode, level: int) -> bool:
        """Update a node's value of a level from its children; whether it has one."""
        found: Values | None = None
        if node.chances:
            if all(len(child.values) > level for child in node.children):
                whole = sum(node.chances)
                found = tuple(
                    sum(chance * child.values[level][side] for chance, child in zip(node.chances, node.children, strict=True)) / whole
                    for side in range(len(node.children[0].values[level]))
                )
        else:
            for child in node.children:
                if len(child.values) > level and (found is None or child.values[level][node.side] > found[node.side]):
                    found = child.values[level]
        if found is None:
            return False
        if len(node.values) > level:
            node.values[level] = found
        else:
            node.values.append(found)
        return True

    # -- following lines farther ---------------------------------------------------------------------------

    def _refine(self, node: TurnNode, level: int, kept: int) -> bool:
        """Follow the best lines below a node by one turn more; whether it has a value of that level then."""
        if not node.children:
            return self._follow(node, level)
        if node.chances:
            for child in node.children:
                if not self._refine(child, level, max(1, kept // 3)):
                    return False
            return self._settle(node, level)
        ends: list[LineEnd] = []
        _line_ends(node, node.side, level - 1, -1, ends)
        ends.sort(key=_liking)
        followed: list[TurnNode] = []
        of_group: dict[int, int] = {}
        for end in ends:
            if any(_take_over(end.node, other, level) for other in followed):
                continue
            if len(followed) >= kept or (followed and self.is_out()) or of_group.get(end.group, 0) >= max(1, kept // ALIKE):
                continue
            followed.append(end.node)
            of_group[end.group] = of_group.get(end.group, 0) + 1
            self._refine(end.node, level, kept)
        return self._settle_lines(node, level)

    def _settle_lines(self, node: TurnNode, level: int) -> bool:
        """Settle the questions of one side from the ends of its lines up."""
        if node.children and not node.chances:
            for child in node.children:
                if child.side == node.side:
                    self._settle_lines(child, level)
        return self._settle(node, level) if node.children else len(node.values) > level

    def _follow(self, leaf: TurnNode, level: int) -> bool:
        """The value of a leaf if `level` turns more are played."""
        if len(leaf.values) > level:
            return True
        state = leaf.state
        if state.over or not state.round:
            leaf.values.append(leaf.values[-1])
            return True
        if leaf.next_turn is None:
            leaf.next_turn = self._next_turn(state)
            if self.is_out():
                leaf.next_turn = None
                return False
        elif level > 1 and not self._refine(leaf.next_turn, level - 1, self._below):
            return False
        if len(leaf.next_turn.values) < level:
            return False
        leaf.values.append(leaf.next_turn.values[level - 1])
        return True

    def _next_turn(self, state: State) -> TurnNode:
        """The turn that follows a leaf."""
        ask = state.decision
        assert ask is not None
        node = TurnNode(state)
        self._open(node, ask, stamp_of(state), REPLY, 0)
        return node


def ranked(node: TurnNode) -> list[tuple[float, int]]:
    """The answers of a question with their values for the side that decides, best first.

    An answer that was followed by fewer turns than others is taken to change in the turns it lacks as those did on average.
    """
    side, children = node.side, node.children
    values = [child.values[0][side] for child in children]
    for level in range(1, max(len(child.values) for child in children)):
        deep = [k for k, child in enumerate(children) if len(child.values) > level]
        change = sum(children[k].values[level][side] - children[k].values[level - 1][side] for k in deep) / len(deep)
        values = [children[k].values[level][side] if len(children[k].values) > level else value + change for k, value in enumerate(values)]
    return sorted(((value, k) for k, value in enumerate(values)), key=lambda one: (-one[0], one[1]))


def _take_over(leaf: TurnNode, other: TurnNode, level: int) -> bool:
    """Let a leaf be worth the same as another that is the same position by another way; whether it is."""
    if leaf.children or other.children or leaf.values[level - 1] != other.values[level - 1] or leaf.state != other.state:
        return False
    leaf.values = other.values
    leaf.next_turn = other.next_turn
    return True


def is_won(node: TurnNode, side: Side) -> bool:
    """Whether the tree proves that a side wins within the turn, whatever the dice and the others say."""
    if not node.children:
        return node.state.over and node.state.winner == side
    if node.side == side and not node.chances:
        return any(is_won(child, side) for child in node.children)
    return node.is_whole and all(is_won(child, side) for child in node.children)


def _line_ends(node: TurnNode, side: Side, level: int, group: int, found: list[LineEnd]) -> None:
    """Where the lines of a side's turn end: at leaves, rolls and questions to others that have a value of the level."""
    for number, child in enumerate(node.children):
        of = group if group >= 0 or node.choices[number].verb == verbs.TURN else len(found)
        if child.side == side and child.children and not child.chances:
            _line_ends(child, side, level, of, found)
        elif len(child.values) > level:
            found.append(LineEnd(child, max(of, 0), child.values[level][side]))


def _liking(end: LineEnd) -> float:
    return -end.value
