"""Points and winning (PTS, WIN, FST-1): what a knock-out gives, and when the game is over."""

from __future__ import annotations

from tipover.board.mask import BIT
from tipover.engine.event import Event, GameDrawn, GameWon, PointsGained
from tipover.engine.state import NOBODY, State


def gain(state: State, side: int, points: int, rule: str, events: list[Event]) -> None:
    """Give points to a side; they are unlimited (PTS-2)."""
    state.points[side] += points
    events.append(PointsGained(side, points, rule))


def score_knock_out(state: State, victim: int, square: int, by: int, events: list[Event]) -> None:
    """What a scenario's envelope gives for a knocked-out character; `by` is the side with the credit, or -1.

    With `adjacent` each opponent who did it or had a character adjacent gains, once (FST-1, FFA-3).
    """
    setup = state.setup
    scenario = setup.scenario
    if scenario is None or not scenario.knock_out:
        return
    own = setup.side_of[victim]
    near = setup.grid.steps(square)
    for side in setup.sides:
        if side == own:
            continue
        earned = side == by
        if not earned and scenario.adjacent:
            earned = any(state.where[f] >= 0 and near & BIT[state.where[f]] for f in setup.characters[side])
        if earned:
            gain(state, side, scenario.knock_out, "FST-1" if scenario.first else "CHA-18", events)
    ends_at_once(state, events)


def leader(state: State) -> int:
    """The side with strictly more points than every other, or -1 (FFA-2)."""
    best = max(state.points[side] for side in state.setup.sides)
    ahead = [side for side in state.setup.sides if state.points[side] == best]
    return ahead[0] if len(ahead) == 1 else NOBODY


def ends_at_once(state: State, events: list[Event]) -> None:
    """First games end the moment their objective is met; equal at the top plays on (WIN-2)."""
    scenario = state.setup.scenario
    if scenario is None or not scenario.wins_at:
        return
    side = leader(state)
    if side >= 0 and state.points[side] >= scenario.wins_at:
        finish(state, side, "WIN-2", events)


def ends_at_round(state: State, events: list[Event]) -> None:
    """The winner check of a round's end (WIN-1, RND-1), and a set limit of rounds (RND-5)."""
    side = leader(state)
    target = state.setup.target
    if target and side >= 0 and state.points[side] >= target:
        finish(state, side, "WIN-1", events)
    elif state.setup.rounds and state.round >= state.setup.rounds:
        finish(state, side, "RND-5", events)


def finish(state: State, side: int, rule: str, events: list[Event]) -> None:
    """End the game; side -1 is a draw."""
    state.over = True
    state.winner = side
    state.stack = []
    events.append(GameWon(side, rule) if side >= 0 else GameDrawn(rule))
