"""Points and winning (PTS, WIN): what is gained is told with its reason, and when the game is over."""

from __future__ import annotations

from tipover.engine.changes import prevented
from tipover.engine.event import Event, GameDrawn, GameWon, PointsGained
from tipover.engine.flow.kinds import KIND, ORDER_FRAME, STAGE, TEXT_FRAME
from tipover.engine.state import NOBODY, State
from tipover.engine.steps.frame import PAID
from tipover.engine.triggers import launch, set_off


def gain(state: State, side: int, points: int, rule: str, events: list[Event]) -> None:
    """Give points to a side, or take them, not below 0; they are unlimited (PTS-2)."""
    before = state.points[side]
    if "reaches" in state.cast.insteads and prevented(state, "reaches", -1, what=before + points, side=side, before=before):
        return
    state.points[side] = max(0, before + points)
    events.append(PointsGained(side, state.points[side] - before, rule))
    if "when reaches" in state.cast.whens:
        launch(state, set_off(state, "when reaches", what=state.points[side], side=side, before=before))


def gained_by(state: State, bearer: int, name: str) -> str:
    """What a gain is told by: the card's name; for a first game's own text, which nobody bears, its rule (FST-1)."""
    scenario = state.setup.scenario
    return "FST-1" if scenario is not None and scenario.first and bearer < 0 else name


def leader(state: State) -> int:
    """The side with strictly more points than every other, or -1 (FFA-2)."""
    best = max(state.points[side] for side in state.setup.sides)
    ahead = [side for side in state.setup.sides if state.points[side] == best]
    return ahead[0] if len(ahead) == 1 else NOBODY


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
    scenario = state.setup.scenario
    return scenario is not None and bool(scenario.wins_at) and max(state.points) >= scenario.wins_at


def is_under_way(state: State) -> bool:
    """Whether texts that an event set off are being done, or wait for their turn; abilities and items are none (PAID)."""
    for place, frame in enumerate(state.stack, 1):
        if frame[KIND] == ORDER_FRAME:
            return True
        if frame[KIND] == TEXT_FRAME and frame[PAID] < 0 and (not frame[STAGE] or place == len(state.stack)):
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


def finish(state: State, side: int, rule: str, events: list[Event]) -> None:
    """End the game; side -1 is a draw."""
    state.over = True
    state.winner = side
    state.stack = []
    events.append(GameWon(side, rule) if side >= 0 else GameDrawn(rule))
