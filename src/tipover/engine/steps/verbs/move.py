"""Moving, pushing, pulling, placing and swapping inside texts (MOV-9 to MOV-26)."""

from __future__ import annotations

from tipover.board.mask import BIT, NO_SQUARE
from tipover.cards.program import Step
from tipover.engine.core.decision import Choice
from tipover.engine.core.event import Event
from tipover.engine.core.frames import move_frame
from tipover.engine.core.state import State
from tipover.engine.effects.moves import begin_move, keep_way, lay_on_wall, put_down, swap, take_off_wall
from tipover.engine.laws.courses import text_course
from tipover.engine.laws.moves import courses_off_wall, is_after_passing, plain_way
from tipover.engine.laws.placing import PlaceLaw, swapped_pair, wall_named
from tipover.engine.phrases.acts import objects


def do_move(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Move or place as chosen; the way is kept for `passed through`."""
    assert op.act is not None
    if op.act.verb == "place" and wall_named(op) is not None:
        lay_on_wall(state, frame, objects(state, frame, op)[0], events)
        return
    moved = objects(state, frame, op)
    for thing in moved if op.act.verb == "place" else moved[:1]:  # of several with one name, the one that was asked about
        if op.act.verb == "place":
            squares = [choice.square] if choice is not None else PlaceLaw(state, frame, op, thing).all()
            for square in squares[:1]:  # one of several may have no square left
                put_down(state, thing, square, events)
            continue
        for off in courses_off_wall(state, frame, op, thing):
            if choice is not None and off.start != choice.thing and off.ends() & BIT[choice.thing]:
                take_off_wall(state, thing, off.start)
                break
        law = text_course(state, frame, op, thing)
        assert law is not None and choice is not None
        way = choice.way or plain_way(state, frame, op, law, thing, choice.square)
        sort = move_frame.OF_TEXT if is_after_passing(op) else move_frame.KEPT
        if sort == move_frame.KEPT:
            keep_way(frame, law.grid, law.start, way)
        begin_move(state, thing, way, events, law.steps - len(way), sort)


def do_swap(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Each thing goes exactly where the other was and enters that square (MOV-14, MOV-23)."""
    one, other = swapped_pair(state, frame, op)
    swap(state, one, other, events, choice.square if choice is not None else NO_SQUARE)
