"""Moving, pushing, pulling, placing, swapping inside texts (MOV-9 to MOV-26)."""

from __future__ import annotations

from tipover.board import paths
from tipover.board.course import Course
from tipover.board.mask import BIT, Mask, squares_of
from tipover.board.rubble import wall_between
from tipover.board.sight import seen_from
from tipover.cards import program as ops
from tipover.cards.ast import Act, Filter, Group, Join, Phrase, Ref
from tipover.cards.program import DEST as IN_DEST
from tipover.cards.program import Step
from tipover.engine.changes import cannot_be, prevented
from tipover.engine.decision import PIECE, SQUARE, Choice
from tipover.engine.event import Event, Placed, WallOpened
from tipover.engine.field import ON_WALL, Survey, blockers, board, concealed, seen_by
from tipover.engine.flow.kinds import MOVE_FRAME, STAGE, TEXT_FRAME
from tipover.engine.flow.moving import (
    KEPT,
    OF_TEXT,
    begin_move,
    entered_at,
    entering,
    free_course,
    ground,
    keep_way,
    law_on_the_way,
    leave_square,
    listening,
    names_walls,
    squares_named,
    ways_written,
)
from tipover.engine.state import BACK, RESERVE, State, changed
from tipover.engine.steps.deeds.common import objects
from tipover.engine.steps.facts import amount
from tipover.engine.steps.frame import DEST, ME, PROG, WALL_AT, WHO, is_figure, is_piece, is_wall
from tipover.engine.steps.nouns import area_mask, place_mask, things
from tipover.engine.steps.thing import places_of, side_now, square_of
from tipover.engine.triggers import launch

# What a standing rule may keep from being done to a thing, by the verb; every one of them is a move by others.
PASSIVES = {"push": ("pushed", "moved"), "pull": ("pulled", "moved"), "move": ("moved",), "place": ("placed",)}


def how_of(act: Act, word: str) -> object:
    """The argument of a word of how, `True` for a bare one, None if it is absent."""
    for one, value in act.how:
        if one == word:
            return True if value is None else value
    return None


# -- the law of a move -----------------------------------------------------------------------------------


def course(state: State, frame: list[int], op: Step, thing: int) -> Course | None:
    """The law of a move, push or pull by this deed; None if one of those it needs is in no square (DST-6, MOV-21)."""
    act = op.act
    assert act is not None
    doer = frame[WHO]
    if square_of(state, thing) < 0 or _is_kept_from(state, act.verb, thing, doer):
        return None
    law = free_course(state, thing, amount(state, frame, act.n))
    if act.verb in ("push", "pull"):
        source = square_of(state, doer)
        if source < 0:
            return None
        if act.verb == "push":
            law.away = BIT[source]
        else:
            law.toward = BIT[source]
            _watch(state, law, doer, thing)
        return law
    _bind(state, frame, op, thing, law)
    return law


def _is_kept_from(state: State, verb: str, thing: int, doer: int) -> bool:
    """Whether a standing rule keeps a thing from being moved so by others."""
    if "cannot-be" not in state.cast.changes or thing == doer:
        return False
    return any(cannot_be(state, thing, passive) is not None for passive in PASSIVES[verb])


def _watch(state: State, law: Course, doer: int, thing: int) -> None:
    """The acting figure must see what it pulls at the start, and every square that enters (MOV-11)."""
    law.seen = seen_by(state, square_of(state, doer), side_now(state, doer))
    if not law.seen & BIT[law.start] or thing in concealed(state):
        law.sighted = 0


def _bind(state: State, frame: list[int], op: Step, thing: int, law: Course) -> None:
    """The words of how a move goes: toward, away from, straight, through, ending."""
    act = op.act
    assert act is not None
    law.straight = bool(how_of(act, "straight"))
    through = how_of(act, "through")
    if isinstance(through, Ref | Group | Join):
        law.passable |= state.setup.enterable & squares_named(state, frame, through)
        law.walls = law.walls or names_walls(through)
    law.toward = _goal(state, frame, op, "toward")
    law.away = _goal(state, frame, op, "away from")
    if how_of(act, "toward") is not None:
        if not law.toward:
            law.sighted = 0
        elif thing == frame[WHO] and is_figure(thing):
            law.sighted = _sighted(state, thing, law)
        elif is_figure(frame[WHO]) and is_figure(frame[ME]) and square_of(state, frame[WHO]) >= 0:
            _watch(state, law, frame[WHO], thing)
    ending = how_of(act, "ending")
    if isinstance(ending, tuple):
        law.must = squares_with(state, frame, ending, thing)


def _goal(state: State, frame: list[int], op: Step, word: str) -> Mask:
    assert op.act is not None
    phrase = how_of(op.act, word)
    if not isinstance(phrase, Ref | Group | Join):
        return 0
    if IN_DEST in op.picked:
        return places_of(state, frame[DEST])
    return area_mask(state, frame, phrase)


def _sighted(state: State, thing: int, law: Course) -> Mask:
    """The squares from which a figure that moves itself sees what it moves toward (MOV-24)."""
    blocking = blockers(state, Survey(state, side_now(state, thing)))
    mask = 0
    for square in squares_of(law.grid.within(law.start, law.steps) & state.setup.enterable):
        if seen_from(law.grid, square, blocking) & law.toward:
            mask |= BIT[square]
    return mask


def course_below(state: State, frame: list[int], thing: int) -> Course | None:
    """The law of the move that a text's frame has just begun."""
    return course(state, frame, state.cast.programs[frame[PROG]].steps[frame[STAGE] - 1], thing)


def law_asked(state: State) -> Course | None:
    """The law of the move that the open question is about; None if it is about something else."""
    frame = state.stack[-1]
    if frame[0] == MOVE_FRAME:
        return law_on_the_way(state, frame)
    if frame[0] != TEXT_FRAME:
        return None
    steps = state.cast.programs[frame[PROG]].steps
    op = steps[frame[STAGE]]
    op = steps[frame[STAGE] + 1] if op.op == ops.ASK else op
    if op.act is None or op.act.verb not in ("move", "push", "pull"):
        return None
    moved = objects(state, frame, op)
    return course(state, frame, op, moved[0]) if moved else None


def squares_with(state: State, frame: list[int], filters: tuple[Filter, ...], thing: int) -> Mask:
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


# -- placing ---------------------------------------------------------------------------------------------


def place_ends(state: State, frame: list[int], op: Step, thing: int) -> Mask:
    """Where a thing may be placed (MOV-13); its own square counts as free for itself (MOV-26)."""
    act = op.act
    assert act is not None and isinstance(act.to, tuple)
    if _is_kept_from(state, "place", thing, frame[WHO]):
        return 0
    if is_figure(thing):
        at = state.where[thing]
        if -4 <= at <= -1 and thing != frame[ME]:
            return 0
        free = ground(state, thing)[1] | (BIT[at] if at >= 0 else 0)
    else:
        free = state.setup.enterable
    return free & squares_with(state, frame, act.to, thing)


def options(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """The squares to choose from, by their path where ways differ; several pieces placed at once go to the one square there is."""
    assert op.act is not None
    moved = objects(state, frame, op)
    if not moved:
        return []
    if op.act.verb == "place":
        if _wall_named(op) is not None:
            return _wall_options(state, frame, op, moved)
        ends = place_ends(state, frame, op, moved[0])
        return None if ends and len(moved) > 1 else [Choice(SQUARE, moved[0], square) for square in squares_of(ends)]
    law = course(state, frame, op, moved[0])
    if law is None:
        return []
    entered, passed, walls, length = _matters(state, frame, op, law, moved[0])
    if entered or passed or walls or length:
        return ways_written(SQUARE, moved[0], law.ways(entered, passed, walls, length))
    return [Choice(SQUARE, moved[0], square) for square in squares_of(law.ends())]


def _matters(state: State, frame: list[int], op: Step, law: Course, thing: int) -> tuple[dict[int, int], Mask, bool, bool]:
    """What of a way makes a difference: squares that a text listens to; who is passed, walls and length if a later part asks."""
    entered = listening(state, thing, law.steps) if "when enters" in state.cast.whens else {}
    through = how_of(op.act, "through") if op.act is not None else None
    asked = _asked_later(state, frame, op)
    passed = 0
    if isinstance(through, Ref | Group | Join) and "passed through" in asked:
        passed = squares_named(state, frame, through)
    walls = isinstance(through, Ref | Group | Join) and names_walls(through) and "wall" in asked
    return entered, passed, walls, "square moved" in asked


def _asked_later(state: State, frame: list[int], op: Step) -> set[str]:
    """The words of the way that later parts of a text use: who or which wall was passed, how many squares were moved."""
    found: set[str] = set()
    for one in state.cast.programs[frame[PROG]].steps[frame[STAGE] :]:
        if one is op:
            continue
        for phrase in (one.phrase, *(_phrases_of(one.act) if one.act is not None else ())):
            if isinstance(phrase, Group) and any(rel.rel == "passed through" for rel in phrase.filters):
                found.add("wall" if "wall" in phrase.nouns else "passed through")
        numbers = [one.num, one.act.n if one.act is not None else None]
        for num in numbers:
            if num is not None and any(isinstance(arg, Group) and "square moved" in arg.nouns for _, _, arg in num.terms):
                found.add("square moved")
    return found


def _phrases_of(act: Act) -> list[Phrase]:
    """The phrases a deed names outside its picks."""
    found: list[Phrase] = [act.what] if act.what is not None else []
    if isinstance(act.to, tuple):
        found += [one.arg for one in act.to if isinstance(one.arg, Ref | Group | Join)]
    return found


def _is_after_passing(op: Step) -> bool:
    """Whether a deed moves those who were passed through: then the way they lie on is kept."""
    what = op.act.what if op.act is not None else None
    return isinstance(what, Group) and any(one.rel == "passed through" for one in what.filters)


def do(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Move or place as chosen; the way is kept for `passed through`."""
    assert op.act is not None
    if op.act.verb == "place" and _wall_named(op) is not None:
        _lay(state, frame, objects(state, frame, op)[0], events)
        return
    for thing in objects(state, frame, op):
        if op.act.verb == "place":
            square = choice.thing if choice is not None else squares_of(place_ends(state, frame, op, thing))[0]
            put_down(state, thing, square, events)
            continue
        law = course(state, frame, op, thing)
        assert law is not None and choice is not None
        way = list(choice.path or _plain_way(state, frame, op, law, thing, choice.thing))
        sort = OF_TEXT if _is_after_passing(op) else KEPT
        if sort == KEPT:
            keep_way(frame, law.grid, law.start, way)
        begin_move(state, thing, way, events, law.steps - len(way), sort)


def _plain_way(state: State, frame: list[int], op: Step, law: Course, thing: int, end: int) -> tuple[int, ...]:
    """The way that a square alone stands for: the one that sets off least, then a shortest one."""
    entered, passed, walls, length = _matters(state, frame, op, law, thing)
    if law.is_plain and not (entered or passed or walls or length):
        return tuple(paths.walk(law.grid, law.start, end, law.steps, law.passable))
    return law.ways(entered, passed, walls, length)[end][0]


# -- walls -----------------------------------------------------------------------------------------------


def _wall_named(op: Step) -> Phrase | None:
    """The phrase of the wall a deed places something on, or None if it places it elsewhere (MAP-9)."""
    if op.act is None or not isinstance(op.act.to, tuple):
        return None
    for one in op.act.to:
        if one.rel == "on" and isinstance(one.arg, Ref | Group | Join) and names_walls(one.arg):
            return one.arg
    return None


def _wall_options(state: State, frame: list[int], op: Step, moved: list[int]) -> list[Choice] | None:
    """A piece goes on the wall that was settled before; figures stand on none."""
    return None if len(moved) == 1 and is_piece(moved[0]) and is_wall(frame[DEST]) else []


def _lay(state: State, frame: list[int], thing: int, events: list[Event]) -> None:
    """Lay a piece on a wall, which opens it (MAP-9)."""
    state.lies[thing - PIECE] = ON_WALL - (frame[DEST] - WALL_AT)
    state.held[thing - PIECE] = -1
    events.append(WallOpened(thing, wall_between(state.setup.grid, frame[DEST] - WALL_AT)))


def put_down(state: State, thing: int, square: int, events: list[Event]) -> None:
    """Put a thing in a square without a path; unless it stays where it was it enters that square (MOV-10, MOV-26)."""
    if "enters" in state.cast.insteads and square != square_of(state, thing) and prevented(state, "enters", thing, what=square):
        return
    if is_piece(thing):
        piece = thing - PIECE
        was = state.lies[piece]
        state.lies[piece] = square
        state.held[piece] = -1
        if state.setup.pieces[piece].sort == "marker":
            state.owner = changed(state.owner, piece, -1)
        events.append(Placed(thing, square))
        if square != was and "when enters" in state.cast.whens:
            launch(state, entering(state, thing, square, was))
        return
    before = state.where[thing]
    if before in (RESERVE, BACK):
        state.down[thing] = 0
    leave_square(state, thing)
    state.where[thing] = square
    if state.borne[thing] >= 0:
        state.borne = changed(state.borne, thing, -1)
    if state.first_at[thing] < 0:
        state.first_at = changed(state.first_at, thing, square)
    events.append(Placed(thing, square))
    if square != before:
        entered_at(state, thing, square)


def swap_options(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """Both must be on the map (MOV-23)."""
    one, other = _pair(state, frame, op)
    return None if square_of(state, one) >= 0 and square_of(state, other) >= 0 and one != other else []


def _pair(state: State, frame: list[int], op: Step) -> tuple[int, int]:
    assert op.act is not None
    first = objects(state, frame, op)
    if IN_DEST in op.picked:
        return first[0], frame[DEST]
    assert isinstance(op.act.to, Ref | Group | Join)
    found = things(state, frame, op.act.to)
    return first[0], found[0] if found else -1


def swap(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Each thing goes exactly where the other was and enters that square (MOV-14, MOV-23)."""
    one, other = _pair(state, frame, op)
    a, b = square_of(state, one), square_of(state, other)
    for thing, square in ((one, b), (other, a)):
        if is_figure(thing):
            leave_square(state, thing)
            state.where[thing] = square
        else:
            state.lies[thing - PIECE] = square
        events.append(Placed(thing, square))
    if a != b:
        launch(state, entering(state, one, b, a) + entering(state, other, a, b))
