"""A turn: choose, up to two actions, exhaust (TRN)."""

from __future__ import annotations

from tipover.engine.decision import (
    ASK_ACTION,
    ASK_TURN,
    ASSIST,
    CHALLENGE,
    END,
    INTERACT,
    MOVE,
    PIECE,
    RALLY,
    TURN,
    Choice,
    Decision,
)
from tipover.engine.event import Event, Exhausted, Moved, PutOnTrack, StoodUp, TurnBegan
from tipover.engine.flow import actions
from tipover.engine.flow.kinds import (
    ACTIONS,
    ACTIONS_A_TURN,
    ACTOR,
    CHALLENGE_FRAME,
    STAGE,
    TURN_SIDE,
)
from tipover.engine.flow.points import ends_at_once, gain
from tipover.engine.state import RESERVE, State

CHOOSING, BEGINNING, ACTING, EXHAUSTING = range(4)

POINT_MARKER_PLACE = 4


def step(state: State, frame: list[int], events: list[Event]) -> Decision | None:
    """Go on with a turn until it asks or is over."""
    stage = frame[STAGE]
    if stage == ACTING:
        if frame[ACTIONS] <= 0:
            frame[STAGE] = EXHAUSTING
            return None
        figure = frame[ACTOR]
        options = actions.offered(state, figure, frame[ACTIONS])
        return Decision(ASK_ACTION, [state.seat_of(figure)], frame[TURN_SIDE], figure, options)
    if stage == CHOOSING:
        return _ask_turn(state, frame[TURN_SIDE])
    if stage == BEGINNING:
        events.append(TurnBegan(frame[ACTOR]))
        frame[STAGE] = ACTING
        return None
    figure = frame[ACTOR]
    state.spent[figure] += 1
    events.append(Exhausted(figure))
    state.stack.pop()
    return None


def _ask_turn(state: State, side: int) -> Decision:
    """Any un-exhausted character, also one on the track; of two seats the first answer counts (TRN-1, TRN-6, TEA-3)."""
    ready = [f for f in state.setup.characters[side] if not state.spent[f] and state.where[f] != RESERVE]
    seats = state.seats_of(side)
    if len(seats) > 1:
        hands = {state.seat_of(figure) for figure in ready}
        seats = [seat for seat in seats if seat in hands]
    return Decision(ASK_TURN, seats, side, -1, [Choice(TURN, figure) for figure in ready])


def answer(state: State, frame: list[int], choice: Choice, events: list[Event]) -> None:
    """Take the chosen figure or action."""
    verb = choice.verb
    if verb == TURN:
        frame[ACTOR] = choice.figure
        frame[STAGE] = BEGINNING
        return
    if verb == END:
        frame[STAGE] = EXHAUSTING
        return
    figure = choice.figure
    frame[ACTIONS] -= ACTIONS_A_TURN if verb == RALLY else 1
    if verb == MOVE:
        start = state.where[figure]
        path = choice.path or actions.way(state, figure, choice.thing)
        state.where[figure] = choice.thing
        events.append(Moved(figure, start, path))
    elif verb == CHALLENGE:
        state.stack.append([CHALLENGE_FRAME, 0, figure, choice.thing, 0, 0, 0])
    elif verb == RALLY:
        state.down[figure] = 0
        events.append(StoodUp(figure, figure))
    elif verb == ASSIST:
        state.down[choice.thing] = 0
        events.append(StoodUp(choice.thing, figure))
    elif verb == INTERACT:
        _take_point(state, figure, choice.thing - PIECE, events)


def _take_point(state: State, figure: int, piece: int, events: list[Event]) -> None:
    """A point at once; the marker goes to the 4 of that side's track (PTS-1)."""
    side = state.setup.side_of[figure]
    state.lies[piece] = -POINT_MARKER_PLACE
    state.kept_by[piece] = side
    events.append(PutOnTrack(PIECE + piece, side, POINT_MARKER_PLACE))
    gain(state, side, 1, "PTS-1", events)
    ends_at_once(state, events)
