"""Replies as judge of a turn's lines: what is left of a line when the rival has answered with a whole turn of its own.

A net tells well who stands better between two turns, and less well what the next one can take. So the best lines of a turn are
followed by the rival's best turn, with the exact chances of plain challenges on both sides, and the likeliest outcomes of other rolls;
in further stages fewer lines are followed with more positions, or by more turns. Lines are only compared at the same stage.
"""

from __future__ import annotations

import time
from contextlib import suppress
from itertools import islice
from math import inf
from typing import Final, NamedTuple

from tipover.bots.play_outs import Line, distinct, lines_of
from tipover.bots.quick_player import UsedUp
from tipover.bots.turn_lines import GIFT, is_idle
from tipover.bots.turn_tree import WON, TurnNode, TurnTree, Values

LEAST: Final = 20  # positions for a turn that follows; with fewer it would be judged by its first answers alone
KEPT_BELOW: Final = 3  # lines of a following turn that are followed themselves
NARROWER: Final = 2  # each of these turns has so many times fewer positions than the one before


class ReplyStage(NamedTuple):
    """How many of the best lines are followed, and how far."""

    lines: int
    nodes: int  # positions for the turn after each of them
    turns: int = 1  # turns that follow


class ReplyJudge:
    """Judges the lines of a tree's turn; `spent` is the number of positions that it judged for it."""

    def __init__(self, tree: TurnTree, nodes: int, stages: tuple[ReplyStage, ...]) -> None:
        self._tree = tree
        self._stages = stages
        self._left = nodes
        self._until = inf
        self.spent = 0

    def judge(self, until: float = inf) -> list[Line]:
        """The lines that were followed, best first; those of a later stage come first."""
        self._until = until
        lines = list(islice(distinct(lines_of(self._tree.root, self._tree.side)), self._stages[0].lines))
        for number, stage in enumerate(self._stages, 1):
            followed = self._follow(lines[: stage.lines], stage)
            if not followed:
                break
            for line in followed:
                line.stage = number
            lines = sorted(followed, key=_liking) + lines[len(followed) :]
        return _without_gift([line for line in lines if line.plays])

    def _follow(self, lines: list[Line], stage: ReplyStage) -> list[Line]:
        """Follow these lines, or the first of them if positions or time do not suffice for all; none if that is fewer than two."""
        values: list[float] = []
        with suppress(UsedUp):
            for line in lines:
                found = self._after(line.end, stage.nodes, stage.turns)
                values.append(found[self._tree.side] / sum(found))
        if len(values) < 2:
            return []
        for line, value in zip(lines, values, strict=False):
            line.forget()
            line.add(value)
        return lines[: len(values)]

    def _after(self, node: TurnNode, nodes: int, turns: int) -> Values:
        """The chances below the end of a line when so many turns have followed."""
        if not node.children:
            return self._replied(node, nodes, turns)
        if not node.chances:
            best = node.children[0]
            for child in node.children:
                if child.values[0][node.side] > best.values[0][node.side]:
                    best = child
            return self._after(best, nodes, turns)
        whole = sum(node.chances)
        totals = [0.0] * len(node.values[0])
        for chance, child in zip(node.chances, node.children, strict=True):
            for side, value in enumerate(self._after(child, nodes, turns)):
                totals[side] += chance / whole * value
        return tuple(totals)

    def _replied(self, leaf: TurnNode, nodes: int, turns: int) -> Values:
        """The chances after the best turn of whoever comes next."""
        state = leaf.state
        ask = state.decision
        if state.over or not state.round or ask is None or ask.weights is not None:
            return leaf.values[0]
        if self._left < LEAST or time.monotonic() >= self._until:
            raise UsedUp
        evaluator = self._tree.evaluator
        tree = TurnTree(state, ask.seats[0], ask, list(ask.options), evaluator.weights, evaluator.net, is_thorough=True)
        tree.grow_turn(min(nodes, self._left), self._until)
        self._left -= tree.made
        self.spent += tree.made
        if turns <= 1:
            return tree.root.values[0]
        best: Values = ()
        for line in islice(distinct(lines_of(tree.root, tree.side)), KEPT_BELOW):
            found = self._after(line.end, max(LEAST, nodes // NARROWER), turns - 1)
            if not best or found[tree.side] > best[tree.side]:
                best = found
        return best


def _liking(line: Line) -> float:
    return -line.mean


def _without_gift(lines: list[Line]) -> list[Line]:
    """Lines, best first; where the best one gives an action away, one that does not and is hardly worse comes first, never for a sure win."""
    if not lines or not _is_gift(lines[0]):
        return lines
    stage, most = lines[0].stage, lines[0].mean
    least = most - GIFT if most < WON else WON
    first = next((line for line in lines if line.stage == stage and line.mean >= least and not _is_gift(line)), lines[0])
    return [first, *(line for line in lines if line is not first)]


def _is_gift(line: Line) -> bool:
    return any(is_idle(state, choice) for state, choice in line.steps)
