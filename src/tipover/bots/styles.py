"""Styles: what a bot likes beside winning. Of the lines of a turn that are nearly as good it takes the one that it likes best.

A liking is the chance to win that it would give for one more of something: for a challenge, for a figure beside an ally. It is
reckoned from the whole line of a turn, its deeds and where everybody stands at its end; a result that is proved is never given away.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from tipover.board.mask import Square
from tipover.bots.distances import steps_between
from tipover.bots.evaluate import Evaluator
from tipover.bots.play_outs import Line, PlannedAnswer
from tipover.bots.turn_lines import is_idle
from tipover.bots.turn_tree import WON, TurnNode, ranked
from tipover.engine.core import verbs
from tipover.engine.core.ids import Side
from tipover.engine.core.state import State
from tipover.engine.queries.board import board

EVEN: Final = 1e-9  # chances that are closer count as equal
FAR: Final = 6  # steps: whoever is farther away is as far as that
BESIDE: Final = 2  # steps to an ally that is beside one


class Likings(NamedTuple):
    """What a style likes, each as a chance to win."""

    most: float  # what it gives away at most in one decision
    challenge: float = 0.0  # a challenge
    interact: float = 0.0  # an interact
    step: float = 0.0  # a step that is walked
    near_rival: float = 0.0  # a step nearer to the nearest rival, for each figure
    near_goal: float = 0.0  # a step nearer to the nearest goal, for each figure
    beside_ally: float = 0.0  # a figure beside an ally
    in_the_way: float = 0.0  # a figure between a rival and what that rival is after


STYLES: Final = {
    "brawler": Likings(0.05, challenge=0.04, near_rival=0.005),
    "runner": Likings(0.03, challenge=-0.015, interact=0.015, step=0.004, near_goal=0.004),
    "guard": Likings(0.02, interact=0.015, near_goal=0.002, beside_ally=0.005, in_the_way=0.01),
}


class LikedLine(NamedTuple):
    """A line of a turn as a style sees it."""

    steps: Sequence[PlannedAnswer]
    end: State  # where it ends: after the turn, before its first roll, or before the first question to somebody else
    lost: float  # the chance to win that it gives away


class Style:
    """Chooses among lines by its likings."""

    def __init__(self, likings: Likings) -> None:
        self.likings = likings

    def line(self, root: TurnNode, best: list[PlannedAnswer], evaluator: Evaluator) -> list[PlannedAnswer]:
        """The line that it takes from a question on; the best one if it likes none better."""
        if ranked(root)[0][0] >= WON:
            return best
        lines = [LikedLine(best, end_of(root, best), 0.0), *lines_within(root, self.likings.most)]
        return list(lines[self._favourite(lines, root.side, evaluator)].steps)

    def in_order(self, lines: list[Line], side: Side, evaluator: Evaluator) -> list[Line]:
        """Lines that were played on, best first: the one that it takes comes first, of those that were not left out at once."""
        near = [line for line in lines[:1] + [one for one in lines[1:] if one.stage] if lines[0].mean - line.mean <= self.likings.most]
        if not near or lines[0].mean >= WON:
            return lines
        liked = [LikedLine(one.steps, one.end.state, max(0.0, lines[0].mean - one.mean)) for one in near]
        taken = near[self._favourite(liked, side, evaluator)]
        return [taken, *(line for line in lines if line is not taken)]

    def _favourite(self, lines: list[LikedLine], side: Side, evaluator: Evaluator) -> int:
        """The number of the line that it takes; the first of those that it likes equally."""
        worths = [self.liking(one, side, evaluator) - one.lost for one in lines]
        most = max(worths)
        return next(number for number, worth in enumerate(worths) if worth >= most - EVEN)

    def liking(self, line: LikedLine, side: Side, evaluator: Evaluator) -> float:
        """How much it likes a line, as a chance to win."""
        likes, end, liking = self.likings, line.end, 0.0
        table = steps_between(board(end))
        for state, choice in line.steps:
            if choice.verb == verbs.CHALLENGE:
                liking += likes.challenge
            elif choice.verb == verbs.INTERACT:
                liking += likes.interact
            elif choice.verb == verbs.MOVE and state.figure_at[choice.figure] >= 0:
                liking += likes.step * min(FAR, table[state.figure_at[choice.figure]][choice.square])
        own = standing(end, side)
        if likes.near_rival:
            rivals = [square for other in end.setup.sides if other != side for square in standing(end, other)]
            liking -= likes.near_rival * sum(nearest(table[one], rivals) for one in own)
        if likes.near_goal and (ways := ways_to_goals(end, side, evaluator)):
            liking -= likes.near_goal * sum(min(FAR, *(way[one] for way in ways), FAR) for one in own)
        if likes.beside_ally:
            liking += likes.beside_ally * beside_allies(table, own)
        if likes.in_the_way:
            liking += likes.in_the_way * in_the_way(end, side, evaluator)
        return liking


def style_of(name: str) -> Style | None:
    """A style by its name; none by the empty name."""
    return Style(STYLES[name]) if name else None


# -- where figures stand -------------------------------------------------------------------------------------


def standing(state: State, side: Side) -> list[Square]:
    """Where a side's characters are that are on the board."""
    return [square for one in state.setup.characters[side] if (square := state.figure_at[one]) >= 0]


def nearest(steps: list[int], squares: list[Square]) -> int:
    """The steps to the nearest of some squares, at most `FAR`."""
    return min([FAR, *(steps[one] for one in squares)])


def beside_allies(table: list[list[int]], own: list[Square]) -> int:
    """How many figures on these squares are beside another of them."""
    return sum(nearest(table[one], [other for other in own if other != one]) <= BESIDE for one in own)


def ways_to_goals(state: State, side: Side, evaluator: Evaluator) -> list[list[int]]:
    """The steps from each square to each goal of a side that is no figure."""
    figures = len(state.setup.side_of)
    return [goal.steps for goal in evaluator.goals(state, side) if not 0 <= goal.thing < figures]


def in_the_way(state: State, side: Side, evaluator: Evaluator) -> int:
    """How many figures of a side stand on a shortest way of a rival to its nearest goal, or one step beside it."""
    table = steps_between(board(state))
    ways: list[tuple[Square, list[int]]] = []
    for other in state.setup.sides:
        goals = ways_to_goals(state, other, evaluator) if other != side else []
        ways += [(rival, min(goals, key=lambda steps: steps[rival])) for rival in standing(state, other) if goals]
    return sum(
        any(table[rival][own] + steps[own] <= steps[rival] + 1 and steps[own] <= steps[rival] <= FAR for rival, steps in ways)
        for own in standing(state, side)
    )


# -- lines of a tree -----------------------------------------------------------------------------------------


def end_of(root: TurnNode, steps: Sequence[PlannedAnswer]) -> State:
    """Where a line of the tree ends."""
    node = root
    for step in steps:
        node = node.children[node.choices.index(step.choice)]
    return node.state


def lines_within(root: TurnNode, most: float) -> Iterator[LikedLine]:
    """The lines of a turn that give away at most so much of a chance, and no action."""
    yield from _lines(root, root.side, most, LikedLine((), root.state, 0.0))


def _lines(node: TurnNode, side: Side, most: float, line: LikedLine) -> Iterator[LikedLine]:
    if not node.choices or node.side != side:
        if line.steps:
            yield line._replace(end=node.state)
        return
    order = ranked(node)
    for value, number in order:
        lost = line.lost + order[0][0] - value
        if lost > most:
            break
        step = PlannedAnswer(node.state, node.choices[number])
        if is_idle(*step):
            continue
        yield from _lines(node.children[number], side, most, LikedLine((*line.steps, step), node.state, lost))
