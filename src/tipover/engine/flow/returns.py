"""Figures come back from the track, one by one in their owner's order (CDN-2 to CDN-4, OCC-2)."""

from __future__ import annotations

from tipover.cards.catalog import MINION, OBJECTIVE
from tipover.engine.changes import prevented
from tipover.engine.decision import ASK_RETURN, ASK_WHERE, FIGURE, SQUARE, Choice, Decision
from tipover.engine.event import Event, PutOnTrack, Returned
from tipover.engine.flow.kinds import RETURN_SIDE, RETURNING, STAGE
from tipover.engine.flow.moving import entering
from tipover.engine.flow.setting import home_squares
from tipover.engine.state import BACK, RESERVE, State
from tipover.engine.triggers import launch, set_off

# Whether the texts that speak of a figure's return have been done.
UNTOLD, TOLD = range(2)


def step(state: State, frame: list[int], events: list[Event]) -> Decision | None:
    """Ask which figure, then where; over when nobody is left to come back."""
    side = frame[RETURN_SIDE]
    figure = frame[RETURNING]
    if figure < 0:
        waiting = [f for f, where in enumerate(state.where) if where == BACK and state.setup.side_of[f] == side]
        if not waiting:
            state.stack.pop()
            return None
        options = [Choice(FIGURE, f) for f in waiting]
        return Decision(ASK_RETURN, state.seats_of(side)[:1], side, -1, options)
    if frame[STAGE] == UNTOLD and prevented(state, "returns", figure):
        state.where[figure] = -1
        _next(frame)
        return None
    if state.setup.kind_of[figure] in (MINION, OBJECTIVE) and frame[STAGE] == UNTOLD:
        _ask_its_texts(state, frame, figure)
        return None
    if frame[STAGE] == TOLD and state.where[figure] != RESERVE:
        _next(frame)
        return None
    squares = home_squares(state, side)
    if not squares:
        state.where[figure] = -1
        events.append(PutOnTrack(figure, side, 1))
        _next(frame)
        return None
    options = [Choice(SQUARE, figure, square) for square in squares]
    return Decision(ASK_WHERE, [state.seat_of(figure)], side, figure, options)


def _ask_its_texts(state: State, frame: list[int], figure: int) -> None:
    """A minion or objective comes back as its texts say; where they find no square it goes to the starting area (CDN-3, CDN-4)."""
    found = set_off(state, "when returns", figure, last=state.last[figure])
    state.where[figure] = RESERVE
    frame[STAGE] = TOLD
    launch(state, found)


def _next(frame: list[int]) -> None:
    frame[RETURNING] = -1
    frame[STAGE] = UNTOLD


def answer(state: State, frame: list[int], choice: Choice, events: list[Event]) -> None:
    """Take the figure, or its square; it stands, and is exhausted or not as before (CDN-3, TRN-11)."""
    if choice.verb == FIGURE:
        frame[RETURNING] = choice.figure
        return
    assert choice.verb == SQUARE
    state.where[choice.figure] = choice.thing
    events.append(Returned(choice.figure, choice.thing))
    found = set_off(state, "when returns", choice.figure) if frame[STAGE] == UNTOLD else []
    _next(frame)
    launch(state, found + entering(state, choice.figure, choice.thing, -1))
