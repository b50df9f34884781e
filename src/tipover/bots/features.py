"""What a position looks like to a net: a row for each figure, a row for each side, and one for the game as a whole.

All are small whole numbers. No card, map or scenario is named: what pays is found on clones by the `Evaluator`, and a card counts by
what is printed on it and by its worth in games, so a row means the same for a pack that nobody has seen yet.
"""

from __future__ import annotations

from typing import Final

from tipover.board.grid import Grid
from tipover.bots.card_worths import figure_worth, shipped_worths
from tipover.bots.distances import steps_between
from tipover.bots.evaluate import Evaluator, sides_now
from tipover.bots.net import Look
from tipover.bots.worth import Threat, Worth
from tipover.cards.catalog import CHARACTER, OBJECTIVE, FigureCard
from tipover.engine.core.ids import NO_SIDE, RESERVE, FigureId, Side
from tipover.engine.core.state import State
from tipover.engine.core.tracks import TOKEN_COLOURS, flat_track_of, is_on_track, place_of, pool_of
from tipover.engine.queries.board import board
from tipover.engine.queries.figures import defense_now
from tipover.engine.queries.turns import turn_of

ONE: Final = 16  # a feature that is simply there
MOST: Final = 127  # of a number, in either direction
FAR: Final = 99
MOST_CARDS: Final = 2000  # of which what is known is kept
USUAL_TARGET: Final = 8  # points, where a game has no target
IN_REACH: Final = 3  # steps: two of a move and the square next to it
IN_TWO_TURNS: Final = 7  # steps: the four of a whole turn more

OF_FIGURE: Final = (
    "there", "standing", "lying", "track_1", "track_2", "track_3", "small", "ready", "more_turns", "to_move", "rival_moves", "late_ready",
    "defense", "stake", "worth", "markers", "items",
    "danger_ready", "danger_done", "danger_next", "rivals_reach", "far_danger",
    "best_fall", "best_out", "targets", "falls_sum",
    "allies_beside", "rivals_beside", "nearest_rival", "nearest_ally",
    "in_area", "in_own_claim", "near_area", "rivals_in_area", "allies_in_area", "area_late",
    "pay_reach", "pay_far", "pay_near", "pull",
    "payable", "payable_challenges", "own_tokens", "missing_tokens", "abilities",
)  # fmt: skip
OF_SIDE: Final = (
    "there", "points", "misses_1", "misses_2", "misses_3", "misses_5", "round_gain", "round_gain_late", "verdict", "verdict_late",
    "reaches_target", "standing_ready", "standing_done", "lying_ready", "lying_done", "away", "turns_left", "last_turn", "to_move",
    "pool", "token_1", "token_2", "token_3", "items", "markers", "claims", "areas", "areas_contested",
    "first_player", "stake", "pay_ready", "pay_next", "pay_done",
    "worth_points", "worth_round", "worth_figures", "worth_tokens", "worth_holdings", "worth_threat", "worth_aims", "worth_verdict",
)  # fmt: skip
OF_GAME: Final = ("late", "round", "last_round", "rounds_left", "target", "sides", "pays_at_round_end", "areas", "pieces", "first_turn")


class _Card:
    """What is known of a figure's card."""

    __slots__ = ("abilities", "colours", "worth")

    def __init__(self, worth: int, abilities: list[tuple[int, bool]], colours: list[int]) -> None:
        self.worth = worth
        self.abilities = abilities  # the colour that pays each, and whether it is a challenge
        self.colours = colours  # how many tokens of each colour it brings


_known: dict[int, tuple[FigureCard, _Card]] = {}  # by the identity of a card, which stays with it: to compare whole cards takes longer


def _card(state: State, figure: FigureId) -> _Card:
    """What is known of a figure's card."""
    card = state.setup.catalog.figures[state.card[figure]]
    known = _known.get(id(card))
    if known is not None and known[0] is card:
        return known[1]
    colours = [0] * TOKEN_COLOURS
    for colour in card.tokens:
        colours[colour] += 1
    worth = figure_worth(card, shipped_worths()) if card.kind == CHARACTER else 0.0
    found = _Card(_cut(int(2.0 * worth)), [(one.colour, one.challenge) for one in card.abilities], colours)
    if len(_known) >= MOST_CARDS:
        _known.clear()
    _known[id(card)] = (card, found)
    return found


def _cut(number: int) -> int:
    return MOST if number > MOST else -MOST if number < -MOST else number


def look_of(state: State, evaluator: Evaluator, worths: dict[int, Worth]) -> Look:
    """A position in numbers, by the rows above; the game is in a round and not over. `worths` is what the evaluator says of it."""
    return _PositionReader(state, evaluator, worths).look()


class _PositionReader:
    """Reads one position."""

    def __init__(self, state: State, evaluator: Evaluator, worths: dict[int, Worth]) -> None:
        self.state = state
        self.evaluator = evaluator
        self.worths = worths
        self.setup = state.setup
        self.side_of: list[Side] = sides_now(state)
        grid: Grid = board(state)
        self.table = steps_between(grid)
        self.late = evaluator.lateness(state)
        now, self.actor, self.actions = turn_of(state)
        ask = state.decision
        self.mover: int = now if now != NO_SIDE and self.actions > 0 else ask.side if ask is not None else NO_SIDE
        count = len(state.figure_at)
        self.ready: list[int] = [0] * count  # turns that each figure still has in this round
        self.threats = worths[self.setup.sides[0]].threats
        self.miss_ready = [1.0] * count  # the chance that no rival who is ready hits it
        self.miss_done = [1.0] * count
        self.hunters = [0] * count
        self.best_fall = [0.0] * count
        self.best_out = [0.0] * count
        self.targets = [0] * count
        self.falls = [0.0] * count

    def look(self) -> Look:
        """The position in numbers."""
        state, setup = self.state, self.setup
        kinds = setup.kind_of
        for figure in setup.figure_ids:
            if kinds[figure] == CHARACTER:
                left = setup.most_markers[figure] - state.exhaust_markers[figure]
                if left < 0:
                    left = 0
                if figure == self.actor and self.actions and left < 1:
                    left = 1
                self.ready[figure] = left
            elif state.figure_at[figure] >= 0:
                self.ready[figure] = 1
        self._read_threats()
        goals = {side: self._goals(side) for side in setup.sides}
        sides: list[list[int]] = []
        figures: list[list[list[int]]] = []
        for side in setup.sides:
            figures.append([])
            sides.append(self._side(side, goals[side], figures[-1]))
        return Look(sides, figures, self._game())

    def _read_threats(self) -> None:
        state, evaluator = self.state, self.evaluator
        threat: Threat
        for threat in self.threats:
            by, target, chance = threat.by, threat.target, threat.chance
            if self.ready[by]:
                self.miss_ready[target] *= 1 - chance
                self.hunters[target] += 1
            else:
                self.miss_done[target] *= 1 - chance
            self.targets[by] += 1
            if state.down[target]:
                paid = chance * (0.5 + evaluator.stakes[self.side_of[by]].get(target, 0.0))
                if paid > self.best_out[by]:
                    self.best_out[by] = paid
            elif chance > self.best_fall[by]:
                self.best_fall[by] = chance
            self.falls[by] += chance

    def _goals(self, side: Side) -> tuple[list[tuple[list[int], int]], list[tuple[list[int], float]]]:
        """A side's goals: areas with the steps to them, its own too, and pieces that pay."""
        state, evaluator = self.state, self.evaluator
        areas: list[tuple[list[int], int]] = evaluator.area_steps(side)
        pieces: list[tuple[list[int], float]] = []
        for piece in evaluator.wanted(side):
            lies = state.piece_at[piece]
            if lies >= 0:
                pay = evaluator.pay(state, side, piece)
                if pay > 0:
                    pieces.append((self.table[lies], pay))
        return areas, pieces

    def _side(
        self, side: Side, goals: tuple[list[tuple[list[int], int]], list[tuple[list[int], float]]], figures: list[list[int]]
    ) -> list[int]:
        state, setup, worth = self.state, self.setup, self.worths[side]
        target = setup.target or (setup.scenario.wins_at if setup.scenario is not None else 0) or USUAL_TARGET
        points = state.points[side]
        missing = target - points
        gain = worth.gain
        late = self.late
        standing = [0, 0]
        lying = [0, 0]
        away = turns = 0
        pull_goals = self.evaluator.goals(state, side)
        reach = [FAR, FAR]
        pool = pool_of(state, side)
        in_area = contested = 0
        area_holders = [0] * len(goals[0])
        for figure, where in zip(setup.figure_ids, state.figure_at, strict=True):
            if self.side_of[figure] != side or state.card[figure] < 0 or setup.kind_of[figure] == OBJECTIVE:
                continue
            is_character = setup.kind_of[figure] == CHARACTER
            left = self.ready[figure]
            if where < 0 and not is_character:
                continue
            if is_character:
                done = 0 if left else 1
                if where >= 0:
                    turns += left
                    if state.down[figure]:
                        lying[done] += 1
                    else:
                        standing[done] += 1
                else:
                    away += 1
            if where >= 0 and not state.down[figure]:
                for number, (steps, _) in enumerate(goals[0]):
                    if steps[where] == 0:
                        area_holders[number] = 1
            pull = 0.0
            if where >= 0:
                pull = self.evaluator.pull(pull_goals, where)
            figures.append(self._figure(figure, side, where, is_character, goals, pull, pool))
        for number, (steps, _) in enumerate(goals[0]):
            if area_holders[number]:
                in_area += 1
                for figure, where in zip(setup.figure_ids, state.figure_at, strict=True):
                    if where >= 0 and steps[where] == 0 and setup.kind_of[figure] == CHARACTER and self.side_of[figure] != side:
                        contested += 1
                        break
        pays = [0.0, 0.0]
        for steps, pay in goals[1]:
            reach[0] = reach[1] = FAR
            for figure, where in zip(setup.figure_ids, state.figure_at, strict=True):
                if where >= 0 and not state.down[figure] and self.side_of[figure] == side and setup.kind_of[figure] != OBJECTIVE:
                    done = 0 if self.ready[figure] else 1
                    if steps[where] < reach[done]:
                        reach[done] = steps[where]
            for done in (0, 1):
                if reach[done] <= IN_REACH:
                    pays[done] += pay
        track = flat_track_of(state, side)
        by_place = [0, 0, 0]
        for number, there in enumerate(track):
            if there:
                place = number // TOKEN_COLOURS
                by_place[place if place < 2 else 2] += there
        items = markers = 0
        for piece, holder in enumerate(state.piece_holder):
            if holder >= 0 and self.side_of[holder] == side:
                if setup.pieces[piece].sort == "marker":
                    markers += 1
                else:
                    items += 1
        stake = 0.0
        for one in self.evaluator.stakes[side].values():
            stake += one
        is_next = self.mover == side
        claims = 0
        for claim in state.claims:
            if claim == side:
                claims += 1
        share = _cut(2 * ONE * points // target)
        gained = _cut(2 * ONE * gain // target)
        return [
            ONE, share, ONE if missing <= 1 else 0, ONE if missing <= 2 else 0, ONE if missing <= 3 else 0, ONE if missing <= 5 else 0,
            gained, int(gained * late), ONE if worth.wins else 0, int(ONE * late) if worth.wins else 0,
            ONE if gain and points + gain >= target else 0,
            8 * standing[0], 8 * standing[1], 8 * lying[0], 8 * lying[1], 8 * away, 8 * turns, ONE if turns == 1 else 0,
            ONE if is_next else 0,
            _cut(4 * sum(pool)), _cut(4 * by_place[0]), _cut(4 * by_place[1]), _cut(4 * by_place[2]),
            4 * min(8, items), 8 * min(8, markers), 8 * min(8, claims), 8 * in_area, 8 * contested,
            ONE if state.first == side else 0, _cut(int(4 * stake)),
            _cut(int(ONE * pays[0])), _cut(int(ONE * pays[0])) if is_next else 0, _cut(int(ONE * pays[1])),
            _cut(int(1.2 * worth.points)), _cut(int(1.2 * worth.round_end)), _cut(int(1.2 * worth.figures)), _cut(int(1.2 * worth.tokens)),
            _cut(int(1.2 * worth.holdings)), _cut(int(1.2 * worth.threat)), _cut(int(1.2 * worth.aims)), _cut(int(1.2 * worth.verdict)),
        ]  # fmt: skip

    def _figure(
        self, figure: FigureId, side: Side, where: int, is_character: bool,
        goals: tuple[list[tuple[list[int], int]], list[tuple[list[int], float]]], pull: float, pool: list[int],
    ) -> list[int]:  # fmt: skip
        state, setup = self.state, self.setup
        row = [0] * 45
        row[0] = ONE
        left = self.ready[figure]
        is_next = self.mover == side
        card = _card(state, figure)
        if not is_character:
            row[6] = ONE
        else:
            row[7] = ONE if left else 0
            row[8] = 8 * (left - 1) if left > 1 else 0
            row[9] = ONE if is_next and left else 0
            row[10] = ONE if not is_next else 0
            row[11] = int(ONE * self.late) if left else 0
            row[14] = card.worth
        if where < 0:
            if is_on_track(where):
                row[2 + min(3, place_of(where))] = ONE
            elif where != RESERVE:
                row[3] = ONE
        else:
            self._standing(figure, side, where, goals, row)
        row[13] = self._stake(figure, side)
        for piece, holder in enumerate(state.piece_holder):
            if holder == figure:
                if setup.pieces[piece].sort == "marker":
                    row[15] += 8
                else:
                    row[16] += 4
        row[39] = _cut(int(4 * pull))
        payable = challenges = 0
        for colour, is_challenge in card.abilities:
            if pool[colour] > 0:
                payable += 1
                if is_challenge:
                    challenges += 1
        own = missing = 0
        for colour in range(TOKEN_COLOURS):
            brought = card.colours[colour]
            if brought:
                there = pool[colour] if pool[colour] < brought else brought
                own += there
                missing += brought - there
        row[40], row[41], row[42], row[43], row[44] = 8 * payable, 8 * challenges, 8 * own, 8 * missing, 4 * len(card.abilities)
        return row

    def _stake(self, figure: FigureId, side: Side) -> int:
        """What knocking it out pays a rival."""
        best = 0.0
        for other in self.setup.sides:
            if other != side:
                one = self.evaluator.stakes[other].get(figure, 0.0)
                if one > best:
                    best = one
        return _cut(int(8 * best))

    def _standing(
        self, figure: FigureId, side: Side, where: int,
        goals: tuple[list[tuple[list[int], int]], list[tuple[list[int], float]]], row: list[int],
    ) -> None:  # fmt: skip
        """What a figure on the board is up to, and what it has to fear."""
        state, setup = self.state, self.setup
        if state.down[figure]:
            row[2] = ONE
        else:
            row[1] = ONE
        row[12] = _cut(4 * defense_now(state, figure))
        danger = 1 - self.miss_ready[figure]
        row[17] = int(ONE * danger)
        row[18] = int(ONE * (1 - self.miss_done[figure]))
        row[19] = int(ONE * danger) if self.mover != side else 0
        row[20] = _cut(8 * self.hunters[figure])
        row[22] = int(ONE * self.best_fall[figure])
        row[23] = _cut(int(ONE * self.best_out[figure]))
        row[24] = _cut(8 * self.targets[figure])
        row[25] = _cut(int(ONE * self.falls[figure]))
        steps = self.table[where]
        beside_own = beside_rival = far_danger = 0
        near_own = near_rival = 9
        for other, there in zip(setup.figure_ids, state.figure_at, strict=True):
            if there < 0 or other == figure or setup.kind_of[other] == OBJECTIVE:
                continue
            away = steps[there]
            if self.side_of[other] == side:
                if away <= 1:
                    beside_own += 1
                if away < near_own:
                    near_own = away
            else:
                if away <= 1:
                    beside_rival += 1
                if away < near_rival:
                    near_rival = away
                if away <= 6 and not state.down[other] and self.ready[other] and setup.kind_of[other] == CHARACTER:
                    pool_at = self.side_of[other] * TOKEN_COLOURS
                    for colour, is_challenge in _card(state, other).abilities:
                        if is_challenge and state.pool[pool_at + colour] > 0:
                            far_danger += 1
                            break
        row[21] = 8 * far_danger
        row[26], row[27] = 8 * beside_own, 8 * beside_rival
        row[28], row[29] = 2 * (9 - near_rival), 2 * (9 - near_own)
        nearest = 9
        for way, area in goals[0]:
            away = way[where]
            is_own = area >= 0 and state.claims[area] == side
            if away == 0:
                if is_own:
                    row[31] = ONE
                row[30] = ONE
                row[35] = int(ONE * self.late)
                for other, there in zip(setup.figure_ids, state.figure_at, strict=True):
                    if there >= 0 and other != figure and way[there] == 0 and setup.kind_of[other] == CHARACTER and not state.down[other]:
                        row[34 if self.side_of[other] == side else 33] += 8
            elif away < nearest and not is_own:
                nearest = away
        row[32] = 2 * (9 - nearest) if goals[0] else 0
        closest = 9
        for way, pay in goals[1]:
            away = way[where]
            if away <= IN_REACH:
                row[36] += int(ONE * pay)
            elif away <= IN_TWO_TURNS:
                row[37] += int(ONE * pay)
            if away < closest:
                closest = away
        row[36], row[37] = _cut(row[36]), _cut(row[37])
        row[38] = 2 * (9 - closest) if goals[1] else 0

    def _game(self) -> list[int]:
        state, setup, evaluator = self.state, self.setup, self.evaluator
        target = setup.target or (setup.scenario.wins_at if setup.scenario is not None else 0) or USUAL_TARGET
        rounds = setup.rounds
        pieces = 0
        for piece in evaluator.wanted(setup.sides[0]):
            if state.piece_at[piece] >= 0:
                pieces += 1
        return [
            int(ONE * self.late), _cut(4 * state.round), ONE if 0 < rounds <= state.round else 0,
            4 * max(0, min(8, rounds - state.round)) if rounds else 32, _cut(4 * target), ONE * (len(setup.sides) - 2),
            ONE if evaluator.listens else 0, 4 * len(evaluator.area_steps(setup.sides[0])), _cut(4 * pieces),
            ONE if self.late <= 0 else 0,
        ]  # fmt: skip
