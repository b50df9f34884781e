"""Figures come back from the track, one by one in their owner's order (CDN-2 to CDN-4, OCC-2)."""

from __future__ import annotations

from tipover.cards.catalog import MINION, OBJECTIVE
from tipover.engine.decision import ASK_RETURN, ASK_WHERE, FIGURE, SQUARE, Choice, Decision
from tipover.engine.event import Event, PutOnTrack, Returned
from tipover.engine.flow.kinds import RETURN_SIDE, RETURNING
from tipover.engine.flow.setting import home_squares
from tipover.engine.state import BACK, RESERVE, State
from tipover.engine.triggers import launch, set_off


def step(state: State, frame: list[int], events: list[Event]) -> Decision | None:
    """Ask which figure, then where; over when nobody is left to come back."""
    side = frame[RETURN_SIDE]
    figure = frame[RETURNING]
    if figure < 0:
        waiting = [
            f for f, where in enumerate(state.where) if where == BACK and state.setup.side_of[f] == side
        ]
        if not waiting:
            state.stack.pop()
            return None
        options = [Choice(FIGURE, f) for f in waiting]
        return Decision(ASK_RETURN, state.seats_of(side)[:1], side, -1, options)
    if state.setup.kind_of[figure] in (MINION, OBJECTIVE):
        frame[RETURNING] = -1
        _return_by_text(state, figure)
        return None
    squares = home_squares(state, side)
    if not squares:
        state.where[figure] = -1
        events.append(PutOnTrack(figure, side, 1))
        frame[RETURNING] = -1
        return None
    options = [Choice(SQUARE, figure, square) for square in squares]
    return Decision(ASK_WHERE, [state.seat_of(figure)], side, figure, options)


def _return_by_text(state: State, figure: int) -> None:
    """A minion or objective comes back as its text says, else to the starting area (CDN-3)."""
    found = set_off(state, "when returns", figure, last=state.last[figure])
    state.where[figure] = RESERVE
    if found:
        launch(state, found)
        return
    squares = home_squares(state, state.setup.side_of[figure])
    if squares:
        state.where[figure] = squares[0]


def answer(state: State, frame: list[int], choice: Choice, events: list[Event]) -> None:
    """Take the figure, or its square; it stands, and is exhausted or not as before (CDN-3, TRN-11)."""
    if choice.verb == FIGURE:
        frame[RETURNING] = choice.figure
        return
    assert choice.verb == SQUARE
    state.where[choice.figure] = choice.thing
    events.append(Returned(choice.figure, choice.thing))
    frame[RETURNING] = -1
    launch(state, set_off(state, "when returns", choice.figure) + set_off(state, "when enters", choice.figure, what=choice.thing))
