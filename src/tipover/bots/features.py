"""What a position looks like to a net: for each side the same row of small integers, and a few about the game as a whole.

No card, map or scenario is named: what pays is found on clones by the `Evaluator`, so a row means the same for a pack that
nobody has seen yet. One step of every feature is worth about the same (`ONE`).
"""

from __future__ import annotations

from typing import Final

from tipover.board.mask import Square
from tipover.bots.evaluate import Evaluator, Threat
from tipover.bots.net import Look
from tipover.cards.catalog import CHARACTER, OBJECTIVE
from tipover.engine.core.ids import NO_SIDE, PIECE, RESERVE, FigureId, Side
from tipover.engine.core.state import State
from tipover.engine.core.tracks import flat_track_of, is_on_track, place_of, pool_of
from tipover.engine.queries.figures import defense_now, side_now
from tipover.engine.queries.turns import turn_of

ONE: Final = 16  # a feature that is simply there
USUAL_TARGET: Final = 8  # points, where a game has no target
IN_REACH: Final = 3  # steps: two of a move and the square next to it
IN_TWO_TURNS: Final = 7  # steps: the four of a whole turn more

OF_SIDE: Final = (
    "there", "points", "misses_1", "misses_2", "misses_3", "round_gain", "round_gain_late", "verdict", "verdict_late", "reaches_target",
    "standing_ready", "standing_done", "lying_ready", "lying_done", "track_1", "track_2", "track_3", "small_figures", "turns_left",
    "to_move", "pool", "token_1", "token_2", "token_3", "items", "markers", "claims",
    "falls_ready", "falls_next", "outs_ready", "outs_next", "falls_done", "outs_done", "best_out",
    "aims_ready", "aims_done", "in_area_ready", "in_area_done", "near_area_ready", "near_area_next", "near_area_done", "rivals_in_areas",
    "pay_ready", "pay_next", "pay_done", "pay_far", "pay_most",
    "defense", "first_player", "stake",
)  # fmt: skip
OF_GAME: Final = ("late", "round", "last_round", "target", "sides", "pays_at_round_end")


def look_of(state: State, evaluator: Evaluator) -> Look:
    """A position in numbers, by the rows `OF_SIDE` and `OF_GAME`; the game is in a round and not over."""
    setup = state.setup
    result = evaluator.round_result(state)
    late = evaluator.lateness(state)
    target = setup.target or (setup.scenario.wins_at if setup.scenario is not None else 0) or USUAL_TARGET
    threats = evaluator.threats(state)
    now, actor, actions = turn_of(state)
    ask = state.decision
    mover = now if now != NO_SIDE and actions > 0 else ask.side if ask is not None else NO_SIDE
    rows: list[list[int]] = []
    for side in setup.sides:
        rows.append(_row(state, evaluator, side, result.gains[side], result.winner == side, late, target, threats, mover, actor, actions))
    rounds = setup.rounds
    game = [
        int(ONE * late), min(4 * ONE, 2 * state.round), ONE if 0 < rounds <= state.round else 0, min(4 * ONE, 2 * target),
        ONE * (len(setup.sides) - 2), ONE if evaluator.listens else 0,
    ]  # fmt: skip
    return Look(rows, game)


def _row(
    state: State, evaluator: Evaluator, side: Side, gain: int, wins: bool, late: float, target: int, threats: list[Threat],
    mover: Side, actor: FigureId, actions: int,
) -> list[int]:  # fmt: skip
    setup = state.setup
    points = state.points[side]
    missing = target - points
    is_next = mover == side
    standing = [0, 0]
    lying = [0, 0]
    on_track = [0, 0, 0]
    small = defense = turns = 0
    ready = [False] * len(state.figure_at)
    for figure, where in zip(setup.figure_ids, state.figure_at, strict=True):
        if side_now(state, figure) != side or state.card[figure] < 0 or setup.kind_of[figure] == OBJECTIVE:
            continue
        if setup.kind_of[figure] != CHARACTER:
            small += where >= 0
            ready[figure] = where >= 0
            continue
        left = max(0, setup.markers(figure) - state.exhaust_markers[figure])
        if figure == actor and actions:
            left = max(left, 1)
        ready[figure] = left > 0
        done = 0 if left else 1
        if where >= 0:
            turns += left
            if state.down[figure]:
                lying[done] += 1
            else:
                standing[done] += 1
                defense += defense_now(state, figure)
        elif is_on_track(where):
            on_track[min(3, place_of(where)) - 1] += 1
        elif where != RESERVE:
            on_track[0] += 1
    track = flat_track_of(state, side)
    colours = len(pool_of(state, side))
    by_place = [sum(track[k : k + colours]) for k in range(0, len(track), colours)]
    falls, outs, best_out = _chances(state, evaluator, side, threats, ready)
    near = _goals(state, evaluator, side, ready)
    items = markers = 0
    for piece, holder in enumerate(state.piece_holder):
        if holder >= 0 and side_now(state, holder) == side:
            if setup.pieces[piece].sort == "marker":
                markers += 1
            else:
                items += 1
    stake = 0.0  # added in a loop: what mypyc makes of `4 * sum(…)` expects whole numbers
    for one in evaluator.stakes[side].values():
        stake += one
    return [
        ONE, _share(points, target), ONE if missing <= 1 else 0, ONE if missing <= 2 else 0, ONE if missing <= 3 else 0,
        _share(gain, target), int(_share(gain, target) * late), ONE if wins else 0, int(ONE * late) if wins else 0,
        ONE if gain and points + gain >= target else 0,
        8 * standing[0], 8 * standing[1], 8 * lying[0], 8 * lying[1], 8 * on_track[0], 8 * on_track[1], 8 * on_track[2], 4 * small,
        8 * turns, ONE if is_next else 0,
        4 * sum(pool_of(state, side)), 4 * by_place[0], 4 * by_place[1], 4 * sum(by_place[2:]),
        4 * min(8, items), 8 * min(8, markers), 8 * sum(claim == side for claim in state.claims),
        int(ONE * falls[0]), int(ONE * falls[0]) if is_next else 0, int(ONE * outs[0]), int(ONE * outs[0]) if is_next else 0,
        int(ONE * falls[1]), int(ONE * outs[1]), int(ONE * best_out) if is_next else 0,
        int(4 * near.aims[0]), int(4 * near.aims[1]), 8 * near.inside[0], 8 * near.inside[1],
        8 * near.close[0], 8 * near.close[0] if is_next else 0, 8 * near.close[1], 8 * near.rivals,
        int(ONE * near.pays[0]), int(ONE * near.pays[0]) if is_next else 0, int(ONE * near.pays[1]), int(ONE * near.far),
        int(ONE * near.most) if is_next else 0,
        min(4 * ONE, 2 * defense), ONE if state.first == side else 0, int(4 * stake),
    ]  # fmt: skip


def _share(points: int, target: int) -> int:
    return max(-2 * ONE, min(4 * ONE, 2 * ONE * points // target))


def _chances(
    state: State, evaluator: Evaluator, side: Side, threats: list[Threat], ready: list[bool]
) -> tuple[list[float], list[float], float]:
    """How many rivals the side is expected to knock down and out, what that pays included, by figures that are ready and by others."""
    falls, outs = [0.0, 0.0], [0.0, 0.0]
    miss: dict[tuple[int, int], float] = {}
    for threat in threats:
        if side_now(state, threat.by) == side:
            key = (threat.target, 0 if ready[threat.by] else 1)
            miss[key] = miss.get(key, 1.0) * (1 - threat.chance)
    best = 0.0
    stakes = evaluator.stakes[side]
    for (target, done), missed in miss.items():
        figure = state.setup.figure_ids[target]
        if state.setup.kind_of[figure] != CHARACTER:
            falls[done] += 0.3 * (1 - missed)
        elif state.down[figure]:
            worth = (1 - missed) * (0.5 + min(3.0, stakes.get(figure, 0.0)))
            outs[done] += worth
            if not done and worth > best:
                best = worth
        else:
            falls[done] += 1 - missed
    return falls, outs, best


class _Nearness:
    """How a side's figures stand to its goals; of pairs the first is for figures that are ready, the second for others."""

    __slots__ = ("aims", "close", "far", "inside", "most", "pays", "rivals")

    def __init__(self) -> None:
        self.aims = [0.0, 0.0]  # how attractive the squares are that they stand on
        self.inside = [0, 0]  # areas in which one stands
        self.close = [0, 0]  # areas in reach
        self.rivals = 0  # areas in which a rival stands
        self.pays = [0.0, 0.0]  # what the pieces in reach pay
        self.far = 0.0  # what pieces pay that are in reach with one more turn
        self.most = 0.0  # what the best piece in reach of a figure that is ready pays


def _goals(state: State, evaluator: Evaluator, side: Side, ready: list[bool]) -> _Nearness:
    """How a side's figures stand to its goals."""
    goals = evaluator.goals(state, side)
    found = _Nearness()
    kinds = state.setup.kind_of
    own: list[tuple[Square, int]] = []
    for figure, where in zip(state.setup.figure_ids, state.figure_at, strict=True):
        if where < 0 or state.down[figure] or kinds[figure] == OBJECTIVE or side_now(state, figure) != side:
            continue
        done = 0 if ready[figure] else 1
        own.append((where, done))
        if kinds[figure] == CHARACTER:
            found.aims[done] += evaluator.pull(goals, where) / 5
    for goal in goals:
        if goal.area < 0 and goal.thing < PIECE:
            continue  # a rival: its threats say more
        nearest = [99, 99]
        for where, done in own:
            if goal.steps[where] < nearest[done]:
                nearest[done] = goal.steps[where]
        if goal.area < 0:
            pay = evaluator.pay(state, side, goal.thing - PIECE)
            if pay <= 0:
                continue
            for done in (0, 1):
                if nearest[done] <= IN_REACH:
                    found.pays[done] += pay
            if nearest[0] <= IN_REACH and pay > found.most:
                found.most = pay
            if IN_REACH < min(nearest) <= IN_TWO_TURNS:
                found.far += pay
            continue
        for done in (0, 1):
            if nearest[done] == 0:
                found.inside[done] += 1
            if nearest[done] <= IN_REACH:
                found.close[done] += 1
        for figure, where in zip(state.setup.figure_ids, state.figure_at, strict=True):
            if where >= 0 and goal.steps[where] == 0 and kinds[figure] == CHARACTER and side_now(state, figure) != side:
                found.rivals += 1
                break
    return found
