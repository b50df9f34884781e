"""Whose question a step of a text is: of which seat, about which figure (CTL-3, CHA-29, ALY-4, TEA-3)."""

from __future__ import annotations

from typing import Final

from tipover.cards import program as ops
from tipover.cards.program import Step
from tipover.engine.core import verbs
from tipover.engine.core.decision import Choice
from tipover.engine.core.frames import kinds, text_frame
from tipover.engine.core.ids import FIGURE_OF, NOBODY, PIECE, SIDE_AT, SIDE_OF, FigureId, SeatId, Side, is_figure
from tipover.engine.core.state import State
from tipover.engine.laws.targets import is_made
from tipover.engine.phrases.entities import side_now
from tipover.engine.phrases.text_frames import program_of


def of_one_seat(state: State, found: list[Choice]) -> list[Choice]:
    """Of the figures of a side that may do something those of its first seat that has any: each seat decides about its own (TEA-3)."""
    if state.setup.seat_count == len(state.setup.sides) or any(one.verb != verbs.FIGURE for one in found):
        return found
    seats = [state.seat_of(one.figure) for one in found]
    return [one for one, seat in zip(found, seats, strict=True) if seat == min(seats)]


def seats_asked(state: State, op: Step, found: list[Choice], seats: list[SeatId]) -> list[SeatId]:
    """Who is asked which figures may do something: the seat whose figures all of them are, if it plays the side that is asked (TEA-3)."""
    if not op.may or op.slot != ops.WHO or state.setup.seat_count == len(state.setup.sides):
        return seats
    hands = {state.seat_of(one.figure) for one in found if one.verb == verbs.FIGURE}
    team = next(team for team in state.setup.seats if seats[0] in team)
    return [*hands] if len(hands) == 1 and hands <= set(team) else seats


def decider(state: State, frame: list[int], op: Step) -> tuple[list[SeatId], Side, FigureId]:
    """Whose question it is, its side and the figure it is about: the doer's own side decides about its deed, unless it is forced to do it.

    Otherwise it is the text's side: also about who the doer is (CTL-3, CHA-29, ALY-4, TEA-3).
    """
    who, me, you = text_frame.who(frame), text_frame.this(frame), text_frame.you(frame)
    doer = FIGURE_OF[who] if 0 <= who < PIECE else NOBODY  # not by `is_figure`: every question of a text asks it
    if who != me and not (op.op in _PICKING and op.slot == ops.WHO):
        if who >= SIDE_AT:
            side = SIDE_OF[who - SIDE_AT]
            return state.seats_of(side)[:1], side, NOBODY
        if doer >= 0 and state.controlled_by[doer] < 0 and not is_made(state, frame, _deed_after(state, frame, op)):
            return state.seats_for(doer), state.setup.side_of[doer], doer
    if doer >= 0 and state.controlled_by[doer] >= 0 and (text_frame.paid(frame) >= 0 or who != me):
        return _controllers(state, frame, doer), state.setup.side_of[doer], doer
    if 0 <= me < PIECE and side_now(state, FIGURE_OF[me]) == you:
        me = FIGURE_OF[me]
        figure = doer if doer >= 0 else me
        return state.seats_for(me), state.setup.side_of[figure], figure
    side = you if you >= 0 else state.first
    if doer >= 0:
        return state.seats_of(side)[:1], state.setup.side_of[doer], doer
    return state.seats_of(side)[:1], you, NOBODY


def _controllers(state: State, frame: list[int], figure: FigureId) -> list[SeatId]:
    """Who decides about what a controlled figure does, its abilities and what others offer it too: the player of the text that controls it (CTL-3)."""
    for below in [*state.stack, frame][::-1]:
        if below[kinds.KIND] == kinds.TEXT and text_frame.controlled(below) >> figure & 1 and is_figure(text_frame.this(below)):
            return [state.seat_of(FigureId(text_frame.this(below)))]
    return state.seats_of(state.controlled_by[figure])[:1]


_PICKING: Final = (ops.PICK, ops.SOME, ops.EACH)


def _deed_after(state: State, frame: list[int], op: Step) -> Step:
    """The deed that a step is part of: itself, or the one that its picks are for."""
    steps = program_of(state, frame).steps
    return next((one for one in steps[frame[kinds.STAGE] :] if one.op == ops.DO), op) if op.op in _PICKING else op
