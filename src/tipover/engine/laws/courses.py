"""The law of a move, push or pull that a text makes (MOV-9 to MOV-26)."""

from __future__ import annotations

from tipover.board import paths
from tipover.board.mask import BIT, Mask
from tipover.board.movement import Course
from tipover.cards import program as ops
from tipover.cards.ast import Filter, Group, Join, Ref
from tipover.cards.program import DEST as IN_DEST
from tipover.cards.program import Step
from tipover.engine.core.frames import kinds, move_frame, text_frame
from tipover.engine.core.ids import PIECE, RESERVE, Thing, is_figure
from tipover.engine.core.state import State, changed
from tipover.engine.laws.ground import free_course, ground, is_shared, names_walls, squares_named
from tipover.engine.laws.prohibitions import kept_from
from tipover.engine.phrases.acts import how_of, objects
from tipover.engine.phrases.conditions import amount
from tipover.engine.phrases.entities import places_of, side_now, side_of, square_of
from tipover.engine.phrases.meaning import area_mask, place_mask
from tipover.engine.phrases.terrain import blockers, board, concealed, seen_by
from tipover.engine.phrases.text_frames import program_of


def text_course(state: State, frame: list[int], op: Step, thing: Thing) -> Course | None:
    """The law of a move, push or pull by this act; None if the mover, or the one who pushes or pulls, is in no square (DST-6, MOV-21)."""
    act = op.act
    assert act is not None
    doer = text_frame.who(frame)
    if square_of(state, thing) < 0 or kept_from(state, thing, act.verb, doer) is not None:
        return None
    law = free_course(state, thing, amount(state, frame, act.n))
    if act.verb in ("push", "pull"):
        goal = _goal(state, frame, op, act.how[0][0]) if act.how else places_of(state, doer)
        if not goal or (act.verb == "pull" and square_of(state, doer) < 0):
            return None
        if act.verb == "push":
            law.away = goal
        else:
            law.toward = goal
            _watch(state, law, doer, thing)
        return law
    if act.how:
        _bind(state, frame, op, thing, law)
    return law


def _watch(state: State, law: Course, doer: Thing, thing: Thing) -> None:
    """The acting figure must see what it pulls at the start, and every square that it is pulled into (MOV-11).

    Whoever is pulled to something else has left its square by then, and hides none behind it.
    """
    source, side = square_of(state, doer), side_now(state, doer) if is_figure(doer) else side_of(state, doer)
    law.seen = seen_by(state, source, side)
    if not law.seen & BIT[law.start] or thing in concealed(state):
        law.sighted = 0
    elif is_figure(thing) and law.toward != BIT[source]:
        without = state.alias()
        without.figure_at = changed(state.figure_at, thing, RESERVE)
        law.seen = seen_by(without, source, side)


def _bind(state: State, frame: list[int], op: Step, thing: Thing, law: Course) -> None:
    """Apply the words that limit a move: toward, away from, straight, through, ending."""
    act = op.act
    assert act is not None
    law.straight = bool(how_of(act, "straight"))
    through = how_of(act, "through")
    if isinstance(through, (Ref, Group, Join)):
        law.passable |= state.setup.enterable & squares_named(state, frame, through)
        law.walls = law.walls or names_walls(through)
    law.toward = _goal(state, frame, op, "toward")
    law.away = _goal(state, frame, op, "away from")
    if how_of(act, "toward") is not None:
        if not law.toward:
            law.sighted = 0
        elif thing == text_frame.who(frame) and is_figure(thing):
            law.aim, law.blocking = law.toward, blockers(state, side_now(state, thing))
        elif is_figure(who := text_frame.who(frame)) and is_figure(text_frame.this(frame)) and state.figure_at[who] >= 0:
            _watch(state, law, who, thing)
    ending = how_of(act, "ending")
    if isinstance(ending, tuple):
        law.must = squares_with(state, frame, ending, thing)


def _goal(state: State, frame: list[int], op: Step, word: str) -> Mask:
    assert op.act is not None
    phrase = how_of(op.act, word)
    if not isinstance(phrase, (Ref, Group, Join)):
        return 0
    if IN_DEST in op.picked:
        return places_of(state, text_frame.destination(frame))
    return area_mask(state, frame, phrase)


def law_asked(state: State) -> Course | None:
    """The law of the move that the open question is about; None if it is about something else."""
    frame = state.stack[-1]
    if frame[kinds.KIND] == kinds.MOVE:
        return law_on_the_way(state, frame)
    if frame[kinds.KIND] != kinds.TEXT:
        return None
    steps = program_of(state, frame).steps
    op = steps[frame[kinds.STAGE]]
    op = steps[frame[kinds.STAGE] + 1] if op.op == ops.ASK else op
    if op.act is None or op.act.verb not in ("move", "push", "pull"):
        return None
    moved = objects(state, frame, op)
    return text_course(state, frame, op, moved[0]) if moved else None


def squares_with(state: State, frame: list[int], filters: tuple[Filter, ...], thing: Thing) -> Mask:
    """The squares for which every relation holds, as a place for a thing."""
    mask = state.setup.grid.everywhere
    near: Filter | None = None
    for one in filters:
        if one.rel in ("as near as possible to", "nearest to"):
            near = one
            continue
        found = place_mask(state, frame, one, thing)
        mask &= ~found if one.neg else found
    if near is not None:
        goal = area_mask(state, frame, near.arg)
        free = mask & (ground(state, thing)[1] | places_of(state, thing))
        return paths.closest(board(state), goal, free) if goal else 0
    return mask


def law_on_the_way(state: State, frame: list[int]) -> Course:
    """What the rest of a move may do, from where the mover is now (MOV-25, SEE-11)."""
    thing, at, rest = move_frame.mover(frame), frame[kinds.STAGE], move_frame.steps_left(frame)
    below = state.stack[-2]
    law = None
    if move_frame.sort(frame) != move_frame.BASIC and below[kinds.KIND] == kinds.TEXT:
        begun = program_of(state, below).steps[below[kinds.STAGE] - 1]
        law = text_course(state, below, begun, thing)
    law = law or free_course(state, thing, rest)
    law.steps = rest
    if law.straight and at:
        before = move_frame.way(frame)[at - 2] if at > 1 else move_frame.start(frame)
        law.heading = law.direction(before, square_of(state, thing))
    if thing < PIECE and is_shared(state, thing):
        law.endable &= ~BIT[law.start]
        law.must &= ~BIT[law.start]
    return law


def ground_in_reach(law: Course) -> tuple[Mask, Mask]:
    """What may be passed and ended in as far as the move can still reach."""
    near = law.grid.within(law.start, law.steps)
    return law.passable & near, law.endable & near
