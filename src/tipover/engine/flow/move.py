"""A move square by square: what is entered on the way happens at once, before the next step (MOV-10, MOV-15, MOV-25)."""

from __future__ import annotations

from tipover.board.mask import BIT, Square, squares_of
from tipover.board.movement import Course
from tipover.board.paths import closest, last_legal
from tipover.engine.core import questions, verbs
from tipover.engine.core.decision import Choice, Decision
from tipover.engine.core.event import Event
from tipover.engine.core.frames import kinds, move_frame
from tipover.engine.core.ids import FIGURE_OF, NOBODY, PIECE, SeatId, Side, is_figure
from tipover.engine.core.state import State
from tipover.engine.effects.happen import Frames
from tipover.engine.effects.launch import launch
from tipover.engine.effects.moves import end_movement, enter_on_the_way, keep_way, report_way, set_back
from tipover.engine.laws.courses import ground_in_reach, law_on_the_way
from tipover.engine.laws.deciders import decider
from tipover.engine.laws.ground import is_shared
from tipover.engine.laws.ways import listening, move_choices
from tipover.engine.phrases.entities import square_of
from tipover.engine.phrases.terrain import board, free_squares
from tipover.engine.phrases.text_frames import program_of


def step(state: State, frame: list[int], events: list[Event]) -> Decision | None:
    """Take one step of a move, or end it; ask how to go on if what happened on the way changed the ground (MOV-25)."""
    thing, at = move_frame.mover(frame), frame[kinds.STAGE]
    way, ground = move_frame.way(frame), move_frame.ground(frame)
    here = square_of(state, thing)
    fallen = here < 0 or (thing < PIECE and state.down[thing] > 0 and not move_frame.was_down(frame))
    if not fallen and ground[0] != move_frame.QUIET and at < len(way):
        law = law_on_the_way(state, frame)
        if ground_in_reach(law) != ground or law.fault(tuple(way[at:])) is not None:
            return _ask_again(state, frame, law)
    move_frame.set_ground(frame)
    if fallen or at >= len(way):
        state.stack.pop()
        _report_way(frame, at, events)
        if move_frame.sort(frame) == move_frame.KEPT:
            keep_way(state.stack[-1], board(state), move_frame.start(frame), way[:at])
        _leave_occupied_square(state, frame, way[:at], events)
        if square_of(state, thing) >= 0:
            end_movement(state, thing, move_frame.start(frame), at > 0)
        return None

    while at < len(way) and state.stack[-1] is frame:
        # A function with a name would be kept by what it refers to, which in the compiled build only a full collection finds.
        if not enter_on_the_way(state, thing, way[at], move_frame.start(frame), lambda state, found: _stop(state, frame, found, events)):
            move_frame.set_rest(frame, at, [], 0)
            break
        at += 1
        frame[kinds.STAGE] = at
    return None


def _stop(state: State, frame: list[int], found: Frames, events: list[Event]) -> None:
    """Texts are set off by the next square: report the way so far, and store the ground, to detect whether they change it."""
    frame[kinds.STAGE] += 1
    _report_way(frame, frame[kinds.STAGE], events)
    move_frame.set_ground(frame, *ground_in_reach(law_on_the_way(state, frame)))
    launch(state, found)


def _ask_again(state: State, frame: list[int], law: Course) -> Decision | None:
    """Ask for the rest of the way again, because what the mover may do has changed since it was chosen."""
    thing = move_frame.mover(frame)
    options = move_choices(verbs.SQUARE, thing, law.ways(listening(state, thing, law.steps)))
    if not options:
        move_frame.set_rest(frame, frame[kinds.STAGE], [], move_frame.steps_left(frame))
        return None
    move_frame.set_ground(frame, move_frame.ASKING, move_frame.ASKING)
    seats, side = _chooser(state, frame)
    return Decision(questions.TEXT, seats, side, thing if is_figure(thing) else NOBODY, options)


def _chooser(state: State, frame: list[int]) -> tuple[list[SeatId], Side]:
    """Who chose the way, and so goes on choosing it (MOV-11, MOV-12)."""
    below = state.stack[-2]
    if move_frame.sort(frame) != move_frame.BASIC and below[kinds.KIND] == kinds.TEXT:
        seats, side, _ = decider(state, below, program_of(state, below).steps[below[kinds.STAGE] - 1])
        return seats, side
    thing = FIGURE_OF[move_frame.mover(frame)]
    holder = state.controlled_by[thing]
    return (state.seats_of(holder)[:1], holder) if holder >= 0 else ([state.seat_of(thing)], state.setup.side_of[thing])


def answer(state: State, frame: list[int], choice: Choice, events: list[Event]) -> None:
    """Go on by the newly chosen way."""
    law = law_on_the_way(state, frame)
    way = choice.way or law.ways(listening(state, move_frame.mover(frame), law.steps))[choice.square][0]
    move_frame.set_rest(frame, frame[kinds.STAGE], way, law.steps - len(way))
    move_frame.set_ground(frame)


def _report_way(frame: list[int], upto: int, events: list[Event]) -> None:
    """Report the part of the way that was not reported before."""
    reported, way = move_frame.reported(frame), move_frame.way(frame)
    if upto > reported or not upto:
        start = move_frame.start(frame) if not reported else way[reported - 1]
        report_way(move_frame.mover(frame), start, way[reported:upto], events)
        move_frame.set_reported(frame, upto)


def _leave_occupied_square(state: State, frame: list[int], way: list[Square], events: list[Event]) -> None:
    """A mover that is stopped in an occupied square goes back to the last square where it could stay, without entering it (MOV-15)."""
    thing = move_frame.mover(frame)
    if not is_figure(thing) or state.figure_at[thing] < 0 or not is_shared(state, thing):
        return
    free = free_squares(state)
    back = last_legal(move_frame.start(frame), way, free)
    if not free & BIT[back]:
        back = squares_of(closest(board(state), BIT[back], free))[0]
    set_back(state, thing, back, events)
