"""The value of a position for a side, in parts that can be explained in words. No card or scenario is mentioned by name.

What scenarios and cards pay is found by trying it on clones: the end of a round, a knock-out.
"""

from __future__ import annotations

from functools import lru_cache
from marshal import dumps
from typing import Final

from tipover.board.grid import Grid
from tipover.board.mask import Square, squares_of
from tipover.bots.distances import steps_between, steps_to
from tipover.bots.net import Net
from tipover.bots.stakes import MOST_STAKE, mean_stake, run_on, stakes_by_challenger, stakes_of_first
from tipover.bots.weights import WEIGHTS, Weights
from tipover.bots.worth import Goal, RoundResult, Threat, Worth
from tipover.cards.catalog import CHARACTER, MINION, OBJECTIVE
from tipover.engine.core import questions, verbs
from tipover.engine.core.dice import MOST_DICE, win_chance
from tipover.engine.core.ids import NO_SIDE, NOBODY, NOTHING, PIECE_THING, RESERVE, FigureId, Side, Thing
from tipover.engine.core.setup import AreaSlot, Setup
from tipover.engine.core.state import State
from tipover.engine.core.tracks import ALL_PLACES, TOKEN_COLOURS, flat_track_of, is_on_track, pool_of
from tipover.engine.queries.board import board
from tipover.engine.queries.figures import challenge_numbers, side_now
from tipover.engine.queries.turns import at_round_end, is_round_end_scored, turn_of, with_turn
from tipover.engine.run import apply

WIN: Final = 1000.0
TAKING: Final = (verbs.INTERACT, verbs.OFFER, verbs.USE)  # what one does beside a piece to be paid for it
ACTS: Final = (questions.TURN, questions.ACTION)  # questions with which what one did is over
MOST_SIDES: Final = 4
MOST_EFFORT: Final = 120  # answers in all such trials of one evaluator; after that it reuses its first result


@lru_cache(maxsize=4096)
def chance_of(attack: int, defense: int) -> float:
    """The chance to win with these numbers of dice (cached)."""
    return float(win_chance(min(attack, MOST_DICE), min(defense, MOST_DICE)))


def sides_now(state: State) -> list[Side]:
    """The side that each figure counts for, to be read only: its controller's while it is controlled (CTL-1)."""
    if state.controlled_by is state.setup.nobody_controlled:
        return state.setup.side_of
    return [side_now(state, figure) for figure in state.setup.figure_ids]


class Evaluator:
    """Evaluates the positions that may follow from one position; what a knock-out pays is computed once, in that one."""

    def __init__(self, state: State, weights: Weights = WEIGHTS, net: Net | None = None) -> None:
        self.setup: Setup = state.setup
        self.weights = weights
        self.net = net  # that corrects the chances by hand, if there is one (`value.outlooks`)
        known = (weights.track_1, weights.track_2, weights.track_3, weights.track_4)
        self._track = [known[min(place, len(known)) - 1] for place in ALL_PLACES]
        self.listens = is_round_end_scored(state)
        self._stakes_by = (
            stakes_by_challenger(state, weights.by_challenger) if weights.by_challenger else {}
        )  # by challenger, if it matters who it is
        self.stakes = {side: self._stakes(state, side) for side in self.setup.sides}
        self._prey = {side: {one: self._prey_worth(stake) for one, stake in of.items()} for side, of in self.stakes.items()}
        self._nearer = [weights.nearer**steps for steps in range(100)]
        self._target = self.setup.target or (self.setup.scenario.wins_at if self.setup.scenario else 0)
        named = self._named()
        self._areas = [number for number, area in enumerate(self.setup.areas) if area.mask and (area.name in named or self._is_home(area))]
        self._named_areas = [number for number, area in enumerate(self.setup.areas) if area.name in named]
        self._grid: Grid | None = None  # the map of the next two
        self._steps: list[list[int]] = []  # the steps between its squares
        self._area_steps: dict[Side, list[tuple[int, list[int]]]] = {}  # the areas that may be a side's goals, with the steps to them
        # Pieces that may count: those that a figure can hold, markers, and by side those that are goals where they lie.
        pieces = list(enumerate(self.setup.pieces))
        self._held = [piece for piece, slot in pieces if slot.sort in ("item", "marker", "status")]
        self._markers = [piece for piece, slot in pieces if slot.sort == "marker"]
        self._wanted = {
            side: [piece for piece, slot in pieces if slot.side != side and (slot.letter or slot.sort == "marker")]
            for side in self.setup.sides
        }
        # Figures that may count, in their order: those that can be targets, of these those that challenge, and whose turns are counted.
        kinds, most = self.setup.kind_of, self.setup.most_markers
        self._targets = [figure for figure in self.setup.figure_ids if kinds[figure] != OBJECTIVE]
        self._fighters = [figure for figure in self._targets if kinds[figure] != MINION]
        # By side, those of others: whom a figure may challenge while nobody is controlled.
        self._rivals = {side: [one for one in self._targets if self.setup.side_of[one] != side] for side in {*self.setup.side_of}}
        self._leads = [(figure, most[figure]) for side in self.setup.sides for figure in self.setup.characters[side]]
        self._valued = [(figure, most[figure] if kinds[figure] == CHARACTER else -1) for figure in self._targets]
        turns = range(max(most, default=0) + 1)  # still to come: what a character is worth with so many, by where it is
        self._standing = [weights.standing + weights.ready * left for left in turns]
        self._lying = [weights.lying + weights.ready_lying * left for left in turns]
        self._away = [weights.away + weights.ready_away * left for left in turns]
        self._in_reserve = [weights.ready_away * left for left in turns]
        self._small = weights.small_figure * weights.standing
        self._pays: dict[tuple[int, int], float] = {}
        self._known: dict[bytes, dict[int, Worth]] = {}
        self._known_tokens: dict[bytes, dict[int, float]] = {}
        self._turns = sum(turns for _, turns in self._leads)
        self._effort = MOST_EFFORT
        self._first_result = self.round_result(state)

    # -- the answer ----------------------------------------------------------------------------------------

    def score(self, state: State, side: Side) -> float:
        """The value of a position for a side, minus that of the others."""
        if state.over:
            return 0.0 if state.winner < 0 else WIN if state.winner == side else -WIN
        return self.balance(self.worths(state), side)

    def balance(self, worths: dict[int, Worth], side: Side) -> float:
        """The value for a side, minus that of the others."""
        will, threat = 1 - self.weights.rival_will, self.weights.rival_threat - 1
        others: list[float] = []
        for other in self.setup.sides:
            if other != side:
                worth = worths[other]
                others.append(worth.total - will * worth.aims + threat * worth.threat)
        return worths[side].total - (max(others) + sum(others) / len(others)) / 2

    def worths(self, state: State) -> dict[int, Worth]:
        """The value of a position for each side, in parts."""
        # As bytes, whose hash is quick and kept; of version 2, which depends on the values alone.
        key = dumps(
            (state.figure_at, state.down, state.exhaust_markers, state.piece_at, state.piece_holder, state.pool, state.track,
             state.points, state.claims, state.owner, state.controlled_by, turn_of(state)), 2,
        )  # fmt: skip
        found = self._known.get(key)
        if found is None:
            of_tokens = dumps((state.pool, state.track), 2)
            tokens = self._known_tokens.get(of_tokens)  # most answers leave them as they are
            if tokens is None:
                tokens = self._known_tokens[of_tokens] = {side: self._tokens(state, side) for side in self.setup.sides}
            found = self._known[key] = self._worths(state, tokens)
        return found

    def _worths(self, state: State, tokens: dict[int, float]) -> dict[int, Worth]:
        result, weights = self.round_result(state), self.weights
        late = self.lateness(state)
        sides = sides_now(state)
        if (grid := board(state)) is not self._grid:
            self._learn(grid)
        threats = self._threats(state, grid)
        figures = self._figures(state, sides)
        holdings = self._holdings(state, sides)
        of_round = weights.round_now + weights.round_late * late
        found: dict[int, Worth] = {}
        for side in self.setup.sides:
            found[side] = Worth(
                self._points(state.points[side]),
                weights.point * result.gains[side] * of_round,
                figures[side],
                tokens[side],
                holdings[side],
                self._threat(state, side, sides, threats) if threats else 0.0,
                self._aims(state, side, grid),
                weights.verdict + weights.verdict_late * late if result.winner == side else 0.0,
                result.gains[side],
                result.winner == side,
                threats,
            )
        return found

    def _learn(self, grid: Grid) -> None:
        """Note the distances on a map: texts may change it."""
        self._grid = grid
        self._steps = steps_between(grid)
        areas = self.setup.areas
        ways = [(number, steps_to(grid, areas[number].mask)) for number in self._areas]
        self._area_steps = {side: [(number, steps) for number, steps in ways if areas[number].side != side] for side in self.setup.sides}

    def _points(self, points: int) -> float:
        """The value of points, which grows close to the target."""
        close = max(0, points - self._target + 3) if self._target else 0
        return self.weights.point * points + self.weights.close * close

    def lateness(self, state: State) -> float:
        """The part of the round that is over, 0 to 1."""
        spent = 0
        markers = state.exhaust_markers
        for figure, most in self._leads:
            spent += markers[figure] if markers[figure] < most else most
        return spent / self._turns if self._turns else 0.0

    def round_gains(self, state: State) -> dict[Side, int]:
        """The points that each side would gain if the round ended now."""
        return self.round_result(state).gains

    def round_result(self, state: State) -> RoundResult:
        """What would come of it if the round ended now, tried on a clone."""
        setup = self.setup
        can_end = (0 < setup.target <= max(state.points)) or (0 < setup.rounds <= state.round)
        if state.round == 0 or not (self.listens or can_end):
            return RoundResult(dict.fromkeys(setup.sides, 0))
        if self._effort <= 0:
            return self._first_result
        trial = state
        for trial in at_round_end(state):
            self._effort -= run_on(trial)
        gains = {side: trial.points[side] - state.points[side] for side in setup.sides}
        return RoundResult(gains, trial.winner if trial.over else NO_SIDE)

    def _stakes(self, state: State, side: Side) -> dict[Thing, float]:
        """What knocking out each rival pays a side, in points: the mean of its challengers, or what the first of them is paid."""
        of_each = [self._stakes_by[one] for one in self.setup.characters[side] if one in self._stakes_by]
        if of_each:
            return {rival: sum([one[rival] for one in of_each]) / len(of_each) for rival in of_each[0]}
        return stakes_of_first(state, side)

    def _prey_worth(self, stake: float) -> tuple[float, float]:
        """How attractive a rival is with that stake: knocked down, standing."""
        worth = self.weights.prey * (self.weights.point * min(stake, 2.0) + self.weights.leave)
        return worth * 1.4, worth * 0.7

    def area_steps(self, side: Side) -> list[tuple[list[int], int]]:
        """The areas that may be goals of a side on the map that was seen last: the steps to each from each square, and its number."""
        return [(steps, number) for number, steps in self._area_steps[side]]

    def wanted(self, side: Side) -> list[int]:
        """The pieces that may be a goal of a side where they lie."""
        return self._wanted[side]

    def pay(self, state: State, side: Side, piece: int) -> float:
        """What interacting with a piece that lies on the board pays a side, in points; found on a clone, once."""
        key = (side, piece)
        found = self._pays.get(key)
        if found is None:
            found = self._tried_pay(state, side, piece)
            self._pays[key] = found
        return found

    def _tried_pay(self, state: State, side: Side, piece: int) -> float:
        """The most that anything pays which a character can do beside the piece and not where it stands."""
        by = next((one for one in self.setup.characters[side] if state.figure_at[one] >= 0), NOBODY)
        free = [square for square in squares_of(board(state).steps(state.piece_at[piece])) if square not in state.figure_at]
        if by == NOBODY or not free:
            return 1.0
        away, beside = state.clone(), state.clone()
        away.down[by] = beside.down[by] = 0
        beside.figure_at[by] = free[0]
        before, trial = with_turn(away, by), with_turn(beside, by)
        if before is None or trial is None or before.decision is None or trial.decision is None:
            return 1.0
        known = before.decision.options
        best = 0.0
        for option in trial.decision.options:
            takes = option.verb == verbs.INTERACT and option.thing == PIECE_THING[piece]
            if not takes and (option.verb not in TAKING or option in known):
                continue
            then = trial.clone()
            apply(then, option)
            run_on(then, ACTS)
            paid = MOST_STAKE if then.over and then.winner == side else float(then.points[side] - state.points[side])
            best = max(best, min(MOST_STAKE, paid))
        return best

    # -- what a side has -----------------------------------------------------------------------------------

    def _figures(self, state: State, sides: list[Side]) -> list[float]:
        """What its figures are worth to each side; `sides` is whose each figure is now."""
        totals = [0.0] * MOST_SIDES
        at, cards, down, markers = state.figure_at, state.card, state.down, state.exhaust_markers
        for figure, most in self._valued:
            if cards[figure] < 0:
                continue
            where = at[figure]
            if most < 0:  # no character
                if where >= 0:
                    totals[sides[figure]] += self._small
                continue
            turns = most - markers[figure]
            if turns < 0:
                turns = 0
            if where >= 0:
                totals[sides[figure]] += self._lying[turns] if down[figure] else self._standing[turns]
            else:
                totals[sides[figure]] += self._away[turns] if where != RESERVE else self._in_reserve[turns]
        return totals

    def _tokens(self, state: State, side: Side) -> float:
        total = self.weights.in_pool * sum(pool_of(state, side))
        tokens, number = flat_track_of(state, side), 0
        for worth in self._track:
            there = 0
            for _ in range(TOKEN_COLOURS):
                there += tokens[number]
                number += 1
            if there:
                total += worth * there
        return total

    def _holdings(self, state: State, sides: list[Side]) -> list[float]:
        """What pieces and areas are worth to each side that has them."""
        totals = [0.0] * MOST_SIDES
        item, holders = self.weights.item, state.piece_holder
        for piece in self._held:
            holder = holders[piece]
            if holder >= 0:
                totals[sides[holder]] += item if not is_on_track(state.piece_at[piece]) else item / 2
        claims = state.claims
        for area in self._named_areas:
            if claims[area] >= 0:
                totals[claims[area]] += item
        return totals

    # -- threats -------------------------------------------------------------------------------------------

    def threats(self, state: State) -> list[Threat]:
        """Every basic challenge that a figure can reach with one move, with its chance."""
        return self._threats(state, board(state))

    def _threats(self, state: State, grid: Grid) -> list[Threat]:
        if grid is not self._grid:
            self._learn(grid)
        table = self._steps
        _, actor, actions = turn_of(state)
        sides = sides_now(state)
        where, down, cards = state.figure_at, state.down, state.card
        found: list[Threat] = []
        for by in self._fighters:
            start = where[by]
            if start < 0 or down[by] or cards[by] < 0:
                continue
            side, steps = sides[by], table[start]
            targets = self._rivals[side] if sides is self.setup.side_of else [one for one in self._targets if sides[one] != side]
            far = 3 if by != actor or actions >= 2 or not actions else 1  # a move of two, if there is time for one, and the step beside it
            for target in targets:
                there = where[target]
                if there < 0 or steps[there] > far:
                    continue
                threat = Threat(by, target, chance_of(*challenge_numbers(state, by, target)), self._surety(state, by, actor, actions))
                found.append(threat)
                if by == actor and actions >= 2 and steps[there] <= 1:
                    found.append(threat)
        return found

    def _surety(self, state: State, figure: FigureId, actor: FigureId, actions: int) -> float:
        """How likely a figure gets to a challenge."""
        if figure == actor:
            return self.weights.now if actions else self.weights.later
        leads = self.setup.characters[self.setup.side_of[figure]]
        is_ready = figure not in leads or state.exhaust_markers[figure] < self.setup.markers(figure)
        return self.weights.soon if is_ready else self.weights.later

    def _threat(self, state: State, side: Side, sides: list[Side], threats: list[Threat]) -> float:
        """The expected value of a side's challenges: the first against each target, and a second one that knocks it out."""
        by_target: dict[Thing, list[float]] = {}
        by: dict[Thing, list[FigureId]] = {}
        for threat in threats:
            if sides[threat.by] == side:
                by_target.setdefault(threat.target, []).append(threat.chance * threat.surety)
                if self._stakes_by:
                    by.setdefault(threat.target, []).append(threat.by)
        total = 0.0
        for target, hits in by_target.items():
            stake = self.stakes[side].get(target, 0.0)
            if self._stakes_by:
                stake = self._stake_of(by[target], hits, target, stake)
            miss = 1.0
            for hit in hits:
                miss *= 1 - hit
            out = self.weights.point * stake + self.weights.leave
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

    def _stake_of(self, by: list[FigureId], hits: list[float], target: Thing, usual: float) -> float:
        """What a knock-out by one of these challengers pays on average; `usual`: what it pays by figures that are no characters."""
        return mean_stake([self._stakes_by[one].get(target, usual) if one in self._stakes_by else usual for one in by], hits)

    # -- aims ----------------------------------------------------------------------------------------------

    def _named(self) -> tuple[str, ...]:
        return self.setup.scenario.areas if self.setup.scenario is not None else ()

    def _aims(self, state: State, side: Side, grid: Grid) -> float:
        """How near the side's standing characters are to goals; a goal counts less for each further character."""
        sought = self._sought(state, side, grid)
        drawn = [1] * len(sought)
        nearer, down = self._nearer, state.down
        total = 0.0
        for figure in self.setup.characters[side]:
            start = state.figure_at[figure]
            if start < 0:
                continue
            best, chosen = 0.0, -1
            for number, (steps, worth, _, _) in enumerate(sought):
                pull = worth * nearer[steps[start]]
                if pull > best:  # a goal that others go to as well counts less still
                    pull /= drawn[number]
                    if pull > best:
                        best, chosen = pull, number
            if chosen >= 0:
                drawn[chosen] += 1
                total += best * (0.5 if down[figure] else 1.0)
        return total

    def pull(self, goals: list[Goal], square: Square) -> float:
        """How attractive a square is, by the best of these goals."""
        return max([goal.worth * self._nearer[goal.steps[square]] for goal in goals], default=0.0)

    def goals(self, state: State, side: Side) -> list[Goal]:
        """The goals of a side: areas of the scenario that are not its own, pieces, rivals."""
        return [Goal(steps, worth, area, thing) for steps, worth, area, thing in self._sought(state, side, board(state))]

    def _sought(self, state: State, side: Side, grid: Grid) -> list[tuple[list[int], float, int, Thing]]:
        """The goals of a side on the map as it is now: the steps to each from each square, what it is worth, its area or -1, and what it is."""
        if grid is not self._grid:
            self._learn(grid)
        found: list[tuple[list[int], float, int, Thing]] = []
        table, claims, goal = self._steps, state.claims, self.weights.goal
        for number, steps in self._area_steps[side]:
            if claims[number] != side:
                found.append((steps, goal, number, NOTHING))
        for piece in self._wanted[side]:
            lies = state.piece_at[piece]
            if lies >= 0:
                found.append((table[lies], goal, -1, PIECE_THING[piece]))
        at, lying = state.figure_at, state.down
        carriers = [state.piece_holder[piece] for piece in self._markers] if self._markers else []
        for figure, (down, standing) in self._prey[side].items():
            where = at[figure]
            if where >= 0:
                worth = down if lying[figure] else standing
                found.append((table[where], worth + goal / 2 if figure in carriers else worth, -1, figure))
        return found

    def _is_home(self, area: AreaSlot) -> bool:
        """Whether a side's starting area is a goal for its rivals: if a scenario pays at the end of the round and names no area."""
        return self.listens and not self._named() and area.side >= 0 and area.side in self.setup.sides


def against(threats: list[Threat], figure: FigureId) -> list[Threat]:
    """The threats against one figure, likeliest first."""
    return sorted((threat for threat in threats if threat.target == figure), key=lambda threat: -threat.chance * threat.surety)
