"""Figures come back from the track, one by one in their owner's order (CDN-2 to CDN-4, OCC-2)."""

from __future__ import annotations

from tipover.engine.core import questions, verbs
from tipover.engine.core.decision import NAMING, Choice, Decision
from tipover.engine.core.event import Event
from tipover.engine.core.frames import kinds, return_frame
from tipover.engine.core.happening import RETURNS, Happening
from tipover.engine.core.ids import NOBODY, RESERVE
from tipover.engine.core.state import State
from tipover.engine.effects.happen import prevented
from tipover.engine.effects.tracks import is_back, is_placed_by_text, return_figure, set_off_by_return, stay_on_track
from tipover.engine.laws.placing import home_squares
from tipover.engine.laws.turns import ReturnLaw


def step(state: State, frame: list[int], events: list[Event]) -> Decision | None:
    """Ask which figure, then where; over when nobody is left to come back."""
    side = return_frame.side(frame)
    figure = return_frame.figure(frame)
    if figure < 0:
        waiting = ReturnLaw(state, side).all()
        if not waiting:
            state.stack.pop()
            return None
        options = [NAMING[f] for f in waiting]
        return Decision(questions.RETURN, state.seats_of(side)[:1], side, NOBODY, options)
    if frame[kinds.STAGE] == return_frame.UNANNOUNCED and prevented(state, Happening(RETURNS, figure)):
        stay_on_track(state, figure, events)
        return_frame.go_on(frame)
        return None
    if frame[kinds.STAGE] == return_frame.UNANNOUNCED and is_placed_by_text(state, figure):
        frame[kinds.STAGE] = return_frame.ANNOUNCED
        set_off_by_return(state, figure)
        return None
    if frame[kinds.STAGE] == return_frame.ANNOUNCED and state.figure_at[figure] != RESERVE:
        return_frame.go_on(frame)
        if state.figure_at[figure] >= 0:
            is_back(state, figure)
        return None
    squares = home_squares(state, side)
    if not squares:
        stay_on_track(state, figure, events)
        return_frame.go_on(frame)
        return None
    options = state.setup.into_squares(figure, squares)
    return Decision(questions.WHERE, [state.seat_of(figure)], side, figure, options)


def answer(state: State, frame: list[int], choice: Choice, events: list[Event]) -> None:
    """Take the figure, or its square; it stands, and is exhausted or not as before (CDN-3, TRN-11)."""
    if choice.verb == verbs.FIGURE:
        return_frame.choose(frame, choice.figure)
        return
    assert choice.verb == verbs.SQUARE
    is_announced = frame[kinds.STAGE] == return_frame.ANNOUNCED
    return_frame.go_on(frame)
    return_figure(state, choice.figure, choice.square, is_announced, events)
