"""Play-outs as judge of a turn's lines: what the turns after it bring, with the same dice for every line.

The evaluation alone hardly tells the best lines of a turn apart, because what the next turns can take is not in it. So every
line is played on, several times, and judged after two turns and once more at the end of that round: games are won there, and
one who takes something in the middle of a round may have left the door open that loses it. What the dice gave beyond their
mean, by the evaluation, is subtracted: on average that is nothing, but single play-outs differ less. Lines that are clearly worse are
left out, so is the worse half; the others are played on more often. The first roll of a line is not drawn but stratified
over its outcomes.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from math import inf, sqrt
from typing import Final, NamedTuple

from tipover.bots.evaluate import Evaluator
from tipover.bots.quick_player import QuickPlayer, UsedUp
from tipover.bots.search import time_for_part
from tipover.bots.turn_tree import TurnNode, TurnTree, Values
from tipover.bots.value import outlooks
from tipover.engine.core import verbs
from tipover.engine.core.decision import Choice
from tipover.engine.core.ids import NO_SIDE, Side
from tipover.engine.core.state import State
from tipover.play.dice import Stream

KEPT: Final = (8, 4, 1)  # of the lines after each stage; each stage has an equal share of the positions
ALIKE: Final = 3  # at most one part of so many begins with the same action, while there are others
# a line is left out if it is so many standard errors worse than the best, after so many play-outs
CLEAR: Final = 3.0
LEAST_SWEEPS: Final = 4
LEAST_DEVIATION: Final = 0.01  # of the differences between two lines: few play-outs may happen to agree
MOST_SWEEPS: Final = 100  # play-outs of one line in one stage
GOLDEN: Final = 0.6180339887498949  # multiples of it, modulo 1, are evenly spread
FINE: Final = 1 << 30


class Judging(NamedTuple):
    """How far lines are played on, and what counts."""

    lines: int = 16  # lines that are judged
    turns: int = 2  # turns that a line is played on at least: the answer, and the turn after that
    at_round_end: float = 0.5  # how much the position at the end of that round counts beside the one after these turns
    rounds: int = 0  # further rounds that are played on
    at_later_end: float = 0.0  # how much the position at the end of each of them counts beside those before it
    at_once: float = 0.0  # how much the value of the line by the evaluation counts beside its play-outs
    is_short_first: bool = False  # whether the first stage plays on only those turns, once, to leave out the worse half
    fits: float = 0.5  # the part of the positions for the first play-out of each line: lines that do not fit are left out; 0: all or none
    reply: int = 0  # positions among which the first turn after a line is sought; 0: the quick player plays it too


USUAL: Final = Judging()


class PlannedAnswer(NamedTuple):
    """An answer of a line, and the position in which it is given."""

    state: State
    choice: Choice


def going_on(plan: Sequence[PlannedAnswer], state: State) -> tuple[PlannedAnswer, ...]:
    """What is left of a plan in one of its positions; nothing in any other, or in another game."""
    same = (number for number, step in enumerate(plan) if step.state.setup is state.setup and step.state == state)
    at = next(same, len(plan))
    return tuple(plan[at:])


class Line:
    """A turn up to its end, its first roll, or the first question to somebody else."""

    __slots__ = ("end", "found", "group", "number", "stage", "static", "steps", "total")

    def __init__(self, steps: list[PlannedAnswer], end: TurnNode, static: float, group: int, number: int) -> None:
        self.steps = steps
        self.end = end
        self.static = static  # its value by the evaluation
        self.group = group  # the same for lines that begin with the same action
        self.number = number  # of the answer to the open question that it begins with
        self.found: list[float] = []  # what its play-outs came to, one for each sweep from the first on
        self.total = 0.0  # their sum
        self.stage = 0  # how many stages it has survived

    @property
    def plays(self) -> int:
        """How often it was played on."""
        return len(self.found)

    @property
    def mean(self) -> float:
        """Its value by the play-outs."""
        return self.total / len(self.found)

    def forget(self) -> None:
        """Forget its play-outs: the next ones are of another kind."""
        self.found, self.total = [], 0.0

    def add(self, value: float) -> None:
        """Note what one more play-out came to."""
        self.found.append(value)
        self.total += value


class PlayOuts:
    """Plays lines on with the same dice for all of them; `spent` is the number of positions that were judged for it.

    `is_fair`: whether the luck of the dice is taken out of what a play-out comes to.
    """

    def __init__(
        self, evaluator: Evaluator, side: Side, nodes: int, stream: Stream, is_fair: bool = True, judging: Judging = USUAL
    ) -> None:
        self.side = side
        self._judging = judging
        self._nodes = max(0, nodes)
        self._player = QuickPlayer(evaluator, self._nodes)
        self._player.watched = side if is_fair else NO_SIDE
        self._seed = stream.randrange(FINE)
        self._is_short = False  # whether lines are played on only for the first turns now
        self._forgets = False  # whether the play-outs so far were of that kind, so that the next ones replace them
        self._replies: dict[int, TurnNode] = {}  # by the identity of the position that is replied to, which stays with its line

    @property
    def spent(self) -> int:
        """The positions that were judged."""
        return self._nodes - self._player.left

    def _sweep(self, lines: list[Line], number: int) -> bool:
        """Play every line on once with the same dice; whether the positions sufficed."""
        values: list[float] = []
        for line in lines:
            value = self._played_once(line, number)
            if value is None:
                return False
            values.append(value)
        for line, value in zip(lines, values, strict=True):
            if self._forgets:
                line.forget()
            line.add(value)
        self._forgets = False
        return True

    def _played_once(self, line: Line, number: int) -> float | None:
        """What a line comes to with the dice of a sweep; None if the positions did not suffice."""
        try:
            return self._played_out(line.end, (0.5 + number * GOLDEN) % 1.0, Stream(f"{self._seed}/{number}", "play-out"))
        except UsedUp:
            return None

    def _played_out(self, end: TurnNode, first: float, stream: Stream) -> float:
        """What one play-out of the end of a line comes to, as the side's chance to win, without the luck of the dice."""
        player = self._player
        player.luck = 0.0
        begun = rolled(end, first, stream)
        luck, state, turns = begun.luck[self.side], begun.state, self._judging.turns
        if self._judging.reply and turns and state.round and state.decision is not None:
            replied = rolled(self._reply(state), stream.randrange(FINE) / FINE, stream)
            luck, state, turns = luck + replied.luck[self.side], replied.state, turns - 1
        near = player.play_on(state, turns, stream)
        value = self._chance(near) - player.luck - (luck if player.watched == self.side else 0.0)
        if self._is_short:
            return value
        fair = value  # what the last position that was reached is worth, without luck
        shares = [self._judging.at_round_end, *[self._judging.at_later_end] * self._judging.rounds]
        for number, share in enumerate(shares):
            if near.over:
                break
            if number or sum(near.exhaust_markers):  # a round is under way, or another one is to be played
                there, player.luck = self._chance(near), 0.0
                near = player.play_on(near, min(number, 1), stream, is_to_round_end=True)
                fair += self._chance(near) - player.luck - there
            value += share * (fair - value)
        return value + self._judging.at_once * (_shares(end.values[0])[self.side] - value)

    def _reply(self, state: State) -> TurnNode:
        """The turn that follows a line, with its best line as a small tree sees it; sought once."""
        known = self._replies.get(id(state))
        if known is None:
            ask, evaluator = state.decision, self._player.evaluator
            if self._player.left <= 0:
                raise UsedUp
            assert ask is not None
            tree = TurnTree(state, ask.seats[0], ask, list(ask.options), evaluator.weights, evaluator.net)
            tree.grow_turn(min(self._judging.reply, self._player.left))
            self._player.left -= tree.made
            known = self._replies[id(state)] = tree.root
        return known

    def _chance(self, state: State) -> float:
        found = outlooks(state, self._player.evaluator)
        return found[self.side] / sum(found)


class LineJudge(PlayOuts):
    """Judges the lines of a tree's turn."""

    def __init__(self, tree: TurnTree, nodes: int, stream: Stream, is_fair: bool = True, judging: Judging = USUAL) -> None:
        super().__init__(tree.evaluator, tree.side, nodes, stream, is_fair, judging)
        self.lines = lines_of(tree.root, tree.side)

    def judge(self, until: float = inf) -> list[Line]:
        """The lines that were played on, best first; those that survived longer come first."""
        kept = chosen = self._chosen()
        self._player.until = until
        sweeps = 0
        for stage, most in enumerate(KEPT, 1):
            if len(kept) < 2:
                break
            if self._is_short:
                self._is_short, self._forgets, sweeps = False, True, 0
            self._is_short = self._judging.is_short_first and stage == 1
            floor = self._nodes * (len(KEPT) - stage) // len(KEPT)
            limit, stage_until = sweeps + (1 if self._is_short else MOST_SWEEPS), time_for_part(until, len(KEPT) + 1 - stage)
            while len(kept) > 1 and self._player.left > floor and sweeps < limit and time.monotonic() < stage_until:
                if stage == 1 and not sweeps and self._judging.fits:
                    kept = self._begun(kept)
                    if not kept:
                        break
                elif not self._sweep(kept, sweeps):
                    break
                sweeps += 1
                kept = in_doubt(kept)
            if not sweeps:
                break
            kept = sorted(kept, key=lambda line: -line.mean)[:most]
            for line in kept:
                line.stage = stage
        self._is_short, self._forgets = self._is_short or self._forgets, False  # of the best line: the same for one that catches up
        if len(kept) == 1 and sweeps:
            kept[0].stage = len(KEPT)
        return sorted([line for line in chosen if line.plays], key=lambda line: (-line.stage, -line.plays, -line.mean))

    def _begun(self, lines: list[Line]) -> list[Line]:
        """Play the first of these lines on once, as many as there are positions for; none if they are fewer than two."""
        values: list[float] = []
        left = self._player.left
        for number, line in enumerate(lines):
            spent = left - self._player.left
            if number > 1 and spent * (number + 1) > self._judging.fits * left * number:
                break
            value = self._played_once(line, 0)
            if value is None:
                break
            values.append(value)
        if len(values) < 2:
            return []
        for line, value in zip(lines, values, strict=False):
            line.add(value)
        return lines[: len(values)]

    def catch_up(self, number: int, sweeps: int, most: int) -> Line | None:
        """The best line that begins with an answer, of its most promising ones, after as many play-outs as the best of all had.

        It is for comparing an answer with the best one, so it has the same dice, and as many positions as all lines had.
        """
        lines = sorted([line for line in self.lines if line.number == number], key=lambda line: -line.static)[:most]
        self._player.left, self._player.until = self._nodes, inf
        for line in lines:
            while line.plays < sweeps and self._sweep([line], line.plays):
                pass
        played = [line for line in lines if line.plays]
        return max(played, key=lambda line: line.mean) if played else None

    def _chosen(self) -> list[Line]:
        """The most promising lines by the evaluation, of different beginnings if possible; of those with the same end the shortest.

        Every answer to the open question has its part, if these are few, as figures are: otherwise all lines may be of one figure, and what
        the others could do is not seen.
        """
        found: list[Line] = []
        spare: list[Line] = []
        most = self._judging.lines
        groups: dict[int, int] = {}
        answers: dict[int, int] = {}
        each = max(most // ALIKE, -(-most // max(1, len({line.number for line in self.lines}))))
        for line in distinct(self.lines):
            if groups.get(line.group, 0) >= max(1, most // ALIKE) or answers.get(line.number, 0) >= max(1, each):
                spare.append(line)
                continue
            groups[line.group] = groups.get(line.group, 0) + 1
            answers[line.number] = answers.get(line.number, 0) + 1
            found.append(line)
            if len(found) >= most:
                break
        return found + spare[: most - len(found)]


def compared(states: list[State], side: Side, evaluator: Evaluator, nodes: int, stream: Stream) -> list[float]:
    """A side's chance to win in some positions, each played on equally often with the same dice; by the evaluation if that is too much."""
    play_outs = PlayOuts(evaluator, side, nodes, stream)
    lines: list[Line] = []
    for number, state in enumerate(states):
        end = TurnNode(state)
        end.values.append(outlooks(state, evaluator))
        lines.append(Line([], end, end.values[0][side] / sum(end.values[0]), 0, number))
    sweeps = 0
    while sweeps < MOST_SWEEPS and play_outs._sweep(lines, sweeps):
        sweeps += 1
    return [min(1.0, max(0.0, line.mean)) if sweeps else line.static for line in lines]


def in_doubt(lines: list[Line]) -> list[Line]:
    """The lines that may still be the best by their play-outs, which had the same dice; all of them while there are few play-outs."""
    if len(lines) < 2 or lines[0].plays < LEAST_SWEEPS:
        return lines
    best = max(lines, key=lambda line: line.mean)
    return [line for line in lines if line is best or not _is_clearly_worse(line, best)]


def _is_clearly_worse(line: Line, best: Line) -> bool:
    count = min(line.plays, best.plays)
    behind = [best.found[k] - line.found[k] for k in range(count)]
    mean = sum(behind) / count
    deviation = sqrt(sum([(one - mean) ** 2 for one in behind]) / (count - 1))
    return mean > CLEAR * max(deviation, LEAST_DEVIATION) / sqrt(count)


def lines_of(root: TurnNode, side: Side) -> list[Line]:
    """The lines of a side's turn that a tree has."""
    found: list[Line] = []
    for number in range(len(root.children)):
        _gather(root, number, side, [], -1, number, found)
    return found


def _gather(node: TurnNode, at: int, side: Side, before: list[PlannedAnswer], group: int, number: int, found: list[Line]) -> None:
    choice, child = node.choices[at], node.children[at]
    steps = [*before, PlannedAnswer(node.state, choice)]
    of = group if group >= 0 or choice.verb == verbs.TURN else len(found)
    if child.side == side and child.children and not child.chances:
        for further in range(len(child.children)):
            _gather(child, further, side, steps, of, number, found)
    else:
        found.append(Line(steps, child, child.values[0][side], max(of, 0), number))


class RolledTurn(NamedTuple):
    """A position at the end of a turn, and what its rolls gave."""

    state: State
    luck: list[float]  # what they gave beyond their mean, by side


def rolled(node: TurnNode, first: float, stream: Stream) -> RolledTurn:
    """A position at the end of the turn below a node: rolls are drawn, questions answered as the tree likes best."""
    place = first
    luck = [0.0] * len(node.values[0])
    while node.children:
        if node.chances:
            whole = sum(node.chances)
            left = place * whole
            place = stream.randrange(FINE) / FINE
            number = 0
            while number < len(node.chances) - 1 and left > node.chances[number]:
                left -= node.chances[number]
                number += 1
            shares = [_shares(child.values[0]) for child in node.children]
            for side in range(len(luck)):
                mean = sum([chance * share[side] for chance, share in zip(node.chances, shares, strict=True)]) / whole
                luck[side] += shares[number][side] - mean
            node = node.children[number]
        else:
            best = node.children[0]
            for child in node.children:
                if child.values[0][node.side] > best.values[0][node.side]:
                    best = child
            node = best
    return RolledTurn(node.state, luck)


def _shares(values: Values) -> list[float]:
    """Each side's part of the estimates."""
    whole = sum(values)
    return [one / whole for one in values]


def distinct(lines: list[Line]) -> Iterator[Line]:
    """Lines by their value, the best first; of those that end in the same position only the shortest."""
    seen: set[object] = set()
    for line in sorted(lines, key=lambda line: (-line.static, len(line.steps))):
        if not line.end.children:
            key = _look(line.end.state)
            if key in seen:
                continue
            seen.add(key)
        yield line


def _look(state: State) -> object:
    """What is on the table; the way there does not count."""
    return (
        tuple(state.figure_at), tuple(state.down), tuple(state.exhaust_markers), tuple(state.pool), tuple(state.track), tuple(state.points),
        tuple(state.claims), tuple(state.piece_at), tuple(state.piece_holder),
    )  # fmt: skip
