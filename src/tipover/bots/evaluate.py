"""What a position is worth to a side, in parts that can be said in words. It names no card and no scenario.

What scenarios and cards pay is found out by trying it on clones: what a round's end would give, what a knock-out would.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from tipover.board.grid import Grid
from tipover.board.mask import Square, squares_of
from tipover.bots.weights import WEIGHTS, Weights
from tipover.cards.catalog import CHARACTER, MINION, OBJECTIVE
from tipover.engine.changes import defense_parts, dice_parts
from tipover.engine.decision import PIECE
from tipover.engine.dice import MOST_DICE, win_chance
from tipover.engine.field import board, counts_for
from tipover.engine.flow.challenge import BASIC_DICE, knock_out
from tipover.engine.flow.kinds import ACTIONS, ACTOR, KIND, TURN_FRAME
from tipover.engine.numbers import Part, reckon
from tipover.engine.run import advance, apply
from tipover.engine.setup import AreaSlot, Setup
from tipover.engine.state import RESERVE, State
from tipover.engine.triggers import launch, set_off

WIN = 1000.0
MOST_STAKE = 5.0  # in points: what a knock-out that wins the game counts as before it is done
MOST_ANSWERS = 12  # of a round's end that is tried out
MOST_EFFORT = 120  # answers of all the round's ends that one evaluator tries out; then it supposes what it found first
ROUND_END = ("before round ends", "at end of the round")


class Worth(NamedTuple):
    """What a side has, part by part."""

    points: float = 0.0
    round_end: float = 0.0  # what the round's end would give as things stand
    figures: float = 0.0
    tokens: float = 0.0
    holdings: float = 0.0  # items, markers, claimed areas
    threat: float = 0.0  # what it can knock down or out next
    aims: float = 0.0  # how near its figures are to goals and rivals

    @property
    def total(self) -> float:
        """All parts together."""
        return sum(self)


class Goal(NamedTuple):
    """Something worth going to: the steps to it from each square, and what it is: an area's number, or a figure or piece (`PIECE +` its number)."""

    steps: list[int]
    worth: float
    area: int = -1
    thing: int = -1


class Threat(NamedTuple):
    """A figure that can come to challenge another: the chance to win, and how surely it gets to it."""

    by: int
    target: int
    chance: float
    surety: float


@lru_cache(maxsize=4096)
def chance_of(attack: int, defense: int) -> float:
    """The chance to win with so many dice."""
    return float(win_chance(min(attack, MOST_DICE), min(defense, MOST_DICE)))


@lru_cache(maxsize=64)
def steps_between(grid: Grid) -> list[list[int]]:
    """The number of steps from each square to each by open borders, whoever stands in between; 99 is no way."""
    table: list[list[int]] = []
    for start in range(grid.size):
        steps = [99] * grid.size
        steps[start] = 0
        edge = [start]
        while edge:
            further: list[Square] = []
            for square in edge:
                for near in squares_of(grid.steps(square)):
                    if steps[near] == 99:
                        steps[near] = steps[square] + 1
                        further.append(near)
            edge = further
        table.append(steps)
    return table


@lru_cache(maxsize=1024)
def steps_to(grid: Grid, mask: int) -> list[int]:
    """The number of steps from each square to the nearest of some squares."""
    table = steps_between(grid)
    return [min(steps) for steps in zip(*(table[square] for square in squares_of(mask)), strict=True)]


class Evaluator:
    """Judges the positions that may come of one: what a knock-out pays is found out in that one, once."""

    def __init__(self, state: State, weights: Weights = WEIGHTS) -> None:
        self.setup: Setup = state.setup
        self.weights = weights
        self._track = (weights.track_1, weights.track_2, weights.track_3, weights.track_4)
        self.listens = any(key in state.cast.whens for key in ROUND_END)
        self.stakes = {side: self._stakes(state, side) for side in self.setup.sides}
        self._nearer = [weights.nearer**steps for steps in range(100)]
        named = self._named()
        self._areas = [number for number, area in enumerate(self.setup.areas) if area.mask and (area.name in named or self._is_home(area))]
        self._known: dict[tuple[object, ...], dict[int, Worth]] = {}
        self._effort = MOST_EFFORT
        self._first_gains = self.round_gains(state)

    # -- the answer ----------------------------------------------------------------------------------------

    def score(self, state: State, side: int) -> float:
        """What a position is worth to a side against the others."""
        if state.over:
            return 0.0 if state.winner < 0 else WIN if state.winner == side else -WIN
        worths = self.worths(state)
        others = [worths[other].total - (1 - self.weights.rival_will) * worths[other].aims for other in self.setup.sides if other != side]
        return worths[side].total - (max(others) + sum(others) / len(others)) / 2

    def worths(self, state: State) -> dict[int, Worth]:
        """What each side has, part by part."""
        key = (
            tuple(state.where), tuple(state.down), tuple(state.spent), tuple(state.lies), tuple(state.held), tuple(state.pool),
            tuple(state.track), tuple(state.points), tuple(state.claims), tuple(state.owner), tuple(state.holder), tuple(turn_of(state)),
        )  # fmt: skip
        found = self._known.get(key)
        if found is None:
            found = self._worths(state)
            self._known[key] = found
        return found

    def _worths(self, state: State) -> dict[int, Worth]:
        gains = self.round_gains(state)
        late = self._lateness(state)
        threats = self.threats(state)
        found: dict[int, Worth] = {}
        for side in self.setup.sides:
            found[side] = Worth(
                points=self._points(state, side),
                round_end=self.weights.point * gains[side] * (self.weights.round_now + self.weights.round_late * late),
                figures=self._figures(state, side),
                tokens=self._tokens(state, side),
                holdings=self._holdings(state, side),
                threat=self._threat(state, side, threats),
                aims=self._aims(state, side),
            )
        return found

    # -- points --------------------------------------------------------------------------------------------

    def _points(self, state: State, side: int) -> float:
        """Points, and more for those that come close to the end of the game."""
        target = self.setup.target or (self.setup.scenario.wins_at if self.setup.scenario else 0)
        points = state.points[side]
        close = max(0, points - target + 3) if target else 0
        return self.weights.point * points + self.weights.close * close

    def _lateness(self, state: State) -> float:
        """How much of the round is over, 0 to 1."""
        turns = spent = 0
        for side in self.setup.sides:
            for figure in self.setup.characters[side]:
                turns += self.setup.markers(figure)
                spent += min(state.spent[figure], self.setup.markers(figure))
        return spent / turns if turns else 0.0

    def round_gains(self, state: State) -> dict[int, int]:
        """The points each side would gain if the round ended now."""
        if not self.listens or state.round == 0:
            return dict.fromkeys(self.setup.sides, 0)
        if self._effort <= 0:
            return self._first_gains
        trial = state.clone()
        trial.stack = []
        trial.decision = None
        for when in ROUND_END:
            launch(trial, set_off(trial, when))
            self._effort -= _run_on(trial)
            trial.stack, trial.decision = [], None
        gains = {side: trial.points[side] - state.points[side] for side in self.setup.sides}
        if trial.over and trial.winner >= 0:
            gains[trial.winner] += int(MOST_STAKE)
        return gains

    def _stakes(self, state: State, side: int) -> dict[int, float]:
        """What it pays a side to knock out each rival, in points; found out on clones."""
        found: dict[int, float] = {}
        own = next((f for f in self.setup.characters[side] if state.where[f] >= 0), -1)
        for figure, of in enumerate(self.setup.side_of):
            if of == side or self.setup.kind_of[figure] != CHARACTER or state.card[figure] < 0:
                continue
            if state.where[figure] < 0 or own < 0:
                found[figure] = 1.0
                continue
            trial = state.clone()
            trial.stack, trial.decision = [], None
            knock_out(trial, figure, own, side, [])
            _run_on(trial)
            paid = float(trial.points[side] - state.points[side])
            found[figure] = MOST_STAKE if trial.over and trial.winner == side else min(MOST_STAKE, max(0.0, paid))
        return found

    # -- what a side has -----------------------------------------------------------------------------------

    def _figures(self, state: State, side: int) -> float:
        total = 0.0
        for figure, where in enumerate(state.where):
            if counts_for(state, figure) != side or state.card[figure] < 0 or self.setup.kind_of[figure] == OBJECTIVE:
                continue
            if self.setup.kind_of[figure] != CHARACTER:
                total += self.weights.small_figure * self.weights.standing if where >= 0 else 0.0
                continue
            if where >= 0:
                total += self.weights.lying if state.down[figure] else self.weights.standing
            elif where != RESERVE:
                total += self.weights.away
            total += self.weights.ready * max(0, self.setup.markers(figure) - state.spent[figure])
        return total

    def _tokens(self, state: State, side: int) -> float:
        total = self.weights.in_pool * sum(state.pool[side * 4 : side * 4 + 4])
        base = side * 16
        for place, worth in enumerate(self._track):
            total += worth * sum(state.track[base + place * 4 : base + place * 4 + 4])
        return total

    def _holdings(self, state: State, side: int) -> float:
        total = 0.0
        for piece, slot in enumerate(self.setup.pieces):
            holder = state.held[piece]
            if holder >= 0 and slot.sort in ("item", "marker", "status") and counts_for(state, holder) == side:
                total += self.weights.item if not -4 <= state.lies[piece] <= -1 else self.weights.item / 2
        for area, claimed in enumerate(state.claims):
            if claimed == side and self.setup.areas[area].name in self._named():
                total += self.weights.item
        return total

    # -- threats -------------------------------------------------------------------------------------------

    def threats(self, state: State) -> list[Threat]:
        """Every figure that can come to a basic challenge against another by one move, with its chance."""
        table = steps_between(board(state))
        actor, actions = turn_of(state)
        plain = not state.cast.changes
        kinds = self.setup.kind_of
        sides = [counts_for(state, figure) for figure in range(len(state.where))]
        targets = [(figure, there) for figure, there in enumerate(state.where) if there >= 0 and kinds[figure] != OBJECTIVE]
        found: list[Threat] = []
        for by, start in targets:
            if state.down[by] or kinds[by] == MINION or state.card[by] < 0:
                continue
            side = sides[by]
            surety, reach = self._readiness(state, by, actor, actions)
            steps = table[start]
            for target, there in targets:
                if steps[there] > reach + 1 or sides[target] == side:
                    continue
                dice = BASIC_DICE if plain else reckon([Part(BASIC_DICE, ""), *dice_parts(state, by, target, True)])
                block = state.defense(target)
                if not plain:
                    block = reckon([Part(block, ""), *defense_parts(state, target, by)])
                threat = Threat(by, target, chance_of(dice, block), surety)
                found.append(threat)
                if by == actor and actions >= 2 and steps[there] <= 1:
                    found.append(threat)
        return found

    def _readiness(self, state: State, figure: int, actor: int, actions: int) -> tuple[float, int]:
        """How surely a figure gets to a challenge, and how far it can go before."""
        if figure == actor:
            return (self.weights.now, 2 if actions >= 2 else 0) if actions else (self.weights.later, 2)
        leads = self.setup.characters[self.setup.side_of[figure]]
        is_ready = figure not in leads or state.spent[figure] < self.setup.markers(figure)
        return (self.weights.soon if is_ready else self.weights.later), 2

    def _threat(self, state: State, side: int, threats: list[Threat]) -> float:
        """What a side can expect of its challenges: the first against each target, and the second that knocks it out."""
        by_target: dict[int, list[float]] = {}
        for threat in threats:
            if counts_for(state, threat.by) == side:
                by_target.setdefault(threat.target, []).append(threat.chance * threat.surety)
        total = 0.0
        for target, hits in by_target.items():
            miss = 1.0
            for hit in hits:
                miss *= 1 - hit
            out = self.weights.point * self.stakes[side].get(target, 0.0) + self.weights.leave
            if self.setup.kind_of[target] != CHARACTER:
                total += (1 - miss) * self.weights.small_figure * self.weights.standing
            elif state.down[target]:
                total += (1 - miss) * out
            else:
                total += (1 - miss) * self.weights.fall
                if len(hits) > 1:
                    best = sorted(hits)[-2:]
                    total += best[0] * best[1] * out * self.weights.second
        return total

    # -- aims ----------------------------------------------------------------------------------------------

    def _named(self) -> tuple[str, ...]:
        return self.setup.scenario.areas if self.setup.scenario is not None else ()

    def _aims(self, state: State, side: int) -> float:
        """How near the side's standing characters are to what is worth going to; the same goal draws one of them most."""
        goals = self.goals(state, side)
        drawn = [1] * len(goals)
        total = 0.0
        for figure in self.setup.characters[side]:
            start = state.where[figure]
            if start < 0:
                continue
            best, chosen = 0.0, -1
            for number, goal in enumerate(goals):
                pull = goal.worth * self._nearer[goal.steps[start]] / drawn[number]
                if pull > best:
                    best, chosen = pull, number
            if chosen >= 0:
                drawn[chosen] += 1
                total += best * (0.5 if state.down[figure] else 1.0)
        return total

    def pull(self, goals: list[Goal], square: Square) -> float:
        """How much a square draws, by the best of some goals."""
        return max([goal.worth * self._nearer[goal.steps[square]] for goal in goals], default=0.0)

    def goals(self, state: State, side: int) -> list[Goal]:
        """What is worth going to: areas of the scenario that are not one's own, pieces, rivals."""
        found: list[Goal] = []
        grid = board(state)
        table = steps_between(grid)
        for number in self._areas:
            area = self.setup.areas[number]
            if state.claims[number] != side and area.side != side:
                found.append(Goal(steps_to(grid, area.mask), self.weights.goal, area=number))
        for piece, lies in enumerate(state.lies):
            if lies >= 0:
                slot = self.setup.pieces[piece]
                if slot.side != side and (slot.letter or slot.sort == "marker"):
                    found.append(Goal(table[lies], self.weights.goal, thing=PIECE + piece))
        carriers = {holder for piece, holder in enumerate(state.held) if holder >= 0 and self.setup.pieces[piece].sort == "marker"}
        for figure, stake in self.stakes[side].items():
            where = state.where[figure]
            if where < 0:
                continue
            worth = self.weights.prey * (self.weights.point * min(stake, 2.0) + self.weights.leave) * (1.4 if state.down[figure] else 0.7)
            found.append(Goal(table[where], worth + (self.weights.goal / 2 if figure in carriers else 0.0), thing=figure))
        return found

    def _is_home(self, area: AreaSlot) -> bool:
        """Whether an area of a side is a goal for its rivals: where a scenario that pays at the round's end names none."""
        return self.listens and not self._named() and area.side >= 0 and area.side in self.setup.sides


def turn_of(state: State) -> tuple[int, int]:
    """The figure whose turn it is and how many actions it has left."""
    for frame in reversed(state.stack):
        if frame[KIND] == TURN_FRAME:
            return frame[ACTOR], frame[ACTIONS]
    return -1, 0


def _run_on(trial: State) -> int:
    """Let a clone go on until nothing is left to do; questions get their first answer, dice their likeliest. How many there were."""
    advance(trial, [])
    for number in range(MOST_ANSWERS):
        ask = trial.decision
        if ask is None:
            return number
        choice = ask.options[0]
        if ask.weights is not None:
            choice = ask.options[max(range(len(ask.weights)), key=ask.weights.__getitem__)]
        apply(trial, choice)
    return MOST_ANSWERS


def against(threats: list[Threat], figure: int) -> list[Threat]:
    """The threats against one figure, the likeliest first."""
    return sorted((threat for threat in threats if threat.target == figure), key=lambda threat: -threat.chance * threat.surety)
