"""When a game is over (WIN, RND-5)."""

from __future__ import annotations

from tipover.engine.core.event import Event, PointsGained
from tipover.engine.core.frames import kinds, text_frame
from tipover.engine.core.state import State
from tipover.engine.effects.points import finish, leader


def ends_at_once(state: State, events: list[Event], owed: bool) -> None:
    """First games end the moment their objective is met; equal at the top plays on (WIN-2).

    Judged after a gain, when all that its event set off is done: two sides that gain by one knock-out have both gained.
    `owed` says that this judgement waited for an answer.
    """
    if not _is_reached(state) or is_under_way(state):
        return
    side = leader(state)
    if side >= 0 and (owed or any(isinstance(event, PointsGained) for event in events)):
        finish(state, side, "WIN-2", events)


def owes_judgement(state: State) -> bool:
    """Whether the objective of a first game is reached and what one event set off is still under way."""
    return _is_reached(state) and is_under_way(state)


def _is_reached(state: State) -> bool:
    return 0 < state.setup.wins_at <= max(state.points)


def is_under_way(state: State) -> bool:
    """Whether texts that an event set off are being done, or wait for their turn; abilities and items are none (PAID)."""
    for place, frame in enumerate(state.stack, 1):
        if frame[kinds.KIND] == kinds.ORDER:
            return True
        if frame[kinds.KIND] == kinds.TEXT and text_frame.paid(frame) < 0 and (not frame[kinds.STAGE] or place == len(state.stack)):
            return True
    return False


def ends_at_round(state: State, events: list[Event]) -> None:
    """The winner check of a round's end (WIN-1, RND-1), and a set limit of rounds (RND-5)."""
    side = leader(state)
    target = state.setup.target
    if target and side >= 0 and state.points[side] >= target:
        finish(state, side, "WIN-1", events)
    elif state.setup.rounds and state.round >= state.setup.rounds:
        finish(state, side, "RND-5", events)
