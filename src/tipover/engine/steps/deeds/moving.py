"""Moving, pushing, pulling, placing, swapping inside texts (MOV-9 to MOV-26)."""

from __future__ import annotations

from tipover.board import paths
from tipover.board.mask import BIT, Mask, squares_of
from tipover.board.sight import seen_from
from tipover.cards.ast import Act, Filter, Group, Join, Ref
from tipover.cards.program import DEST as IN_DEST
from tipover.cards.program import Step
from tipover.engine.decision import PIECE, SQUARE, Choice
from tipover.engine.event import Event, Placed
from tipover.engine.field import Survey, endable, passable, seen_by
from tipover.engine.flow.kinds import STAGE
from tipover.engine.flow.moving import begin_move, entered_at, leave_square
from tipover.engine.state import BACK, HELD, RESERVE, State, changed
from tipover.engine.steps.deeds.common import objects
from tipover.engine.steps.facts import amount
from tipover.engine.steps.frame import DEST, ME, PROG, SQUARE_AT, TRAIL, WHO, N, is_figure, is_piece
from tipover.engine.steps.nouns import area_mask, place_mask, places_of, side_now, square_of, things


def ground(state: State, thing: int) -> tuple[Mask, Mask]:
    """Where a thing may pass and where it may stay: figures by MOV-4 to MOV-8, other pieces anywhere (MOV-9)."""
    if not is_figure(thing):
        return state.setup.enterable, state.setup.enterable
    survey = Survey(state, side_now(state, thing))
    return passable(state, survey), endable(state, survey)


def how_of(act: Act, word: str) -> object:
    """The argument of a word of how, `True` for a bare one, None if it is absent."""
    for one, value in act.how:
        if one == word:
            return True if value is None else value
    return None


def move_ends(state: State, frame: list[int], op: Step, thing: int) -> Mask:
    """Where a move inside a text may end."""
    act = op.act
    assert act is not None
    start = square_of(state, thing)
    if start < 0:
        return 0
    grid = state.setup.grid
    steps = amount(state, frame, act.n)
    through, ends_in = ground(state, thing)
    if how_of(act, "through") is not None:
        through |= state.setup.enterable & _squares_named(state, frame, how_of(act, "through"))
    goal = _goal(state, frame, op, "toward")
    away = _goal(state, frame, op, "away from")
    if how_of(act, "straight"):
        ends = paths.straight(grid, start, steps, through, ends_in)
    elif goal:
        ends = paths.nearing(grid, start, goal, steps, through, ends_in, _sighted(state, frame, thing, goal))
    elif away:
        ends = paths.pushed(grid, start, squares_of(away)[0], steps, through, ends_in)
    else:
        ends = paths.reach(grid, start, steps, through, ends_in)
    ending = how_of(act, "ending")
    if isinstance(ending, tuple):
        ends &= squares_with(state, frame, ending, thing)
    return ends


def _squares_named(state: State, frame: list[int], phrase: object) -> Mask:
    mask = 0
    if isinstance(phrase, Ref | Group | Join):
        for thing in things(state, frame, phrase):
            mask |= places_of(state, thing)
    return mask


def _goal(state: State, frame: list[int], op: Step, word: str) -> Mask:
    assert op.act is not None
    phrase = how_of(op.act, word)
    if phrase is None:
        return 0
    if IN_DEST in op.picked:
        return places_of(state, frame[DEST])
    return area_mask(state, frame, phrase) if isinstance(phrase, Group) else _squares_named(state, frame, phrase)


def _sighted(state: State, frame: list[int], thing: int, goal: Mask) -> Mask:
    """The squares from which a figure that moves itself sees what it moves toward; a scenario needs no sight (MOV-24)."""
    if not is_figure(frame[ME]) or not is_figure(thing):
        return state.setup.grid.everywhere
    side = side_now(state, thing)
    mask = 0
    for square in squares_of(state.setup.enterable):
        if seen_by(state, square, side) & goal:
            mask |= BIT[square]
    return mask


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
        free = mask & (ground(state, thing)[1] | (places_of(state, thing)))
        return paths.closest(state.setup.grid, goal, free) if goal else 0
    return mask


def push_ends(state: State, frame: list[int], op: Step, thing: int) -> Mask:
    """Where a push or pull by the doer may end; nothing if either is not on the map."""
    act = op.act
    assert act is not None
    doer = frame[WHO]
    start, source = square_of(state, thing), square_of(state, doer)
    if start < 0 or source < 0:
        return 0
    grid = state.setup.grid
    steps = amount(state, frame, act.n)
    through, ends_in = ground(state, thing)
    if act.verb == "push":
        return paths.pushed(grid, start, source, steps, through, ends_in)
    survey = Survey(state, side_now(state, doer))
    blockers = (survey.rivals | survey.objectives) & ~BIT[start]
    seen = seen_from(grid, source, blockers)
    return paths.pulled(grid, start, source, steps, through, ends_in, seen)


def place_ends(state: State, frame: list[int], op: Step, thing: int) -> Mask:
    """Where a thing may be placed (MOV-13); its own square counts as free for itself (MOV-26)."""
    act = op.act
    assert act is not None and isinstance(act.to, tuple)
    if is_figure(thing):
        at = state.where[thing]
        if -4 <= at <= -1 and thing != frame[ME]:
            return 0
        free = ground(state, thing)[1] | (BIT[at] if at >= 0 else 0)
    else:
        free = state.setup.enterable
    return free & squares_with(state, frame, act.to, thing)


def ends_of(state: State, frame: list[int], op: Step, thing: int) -> Mask:
    """Where a deed of moving may bring a thing."""
    assert op.act is not None
    verb = op.act.verb
    if verb == "move":
        return move_ends(state, frame, op, thing)
    return place_ends(state, frame, op, thing) if verb == "place" else push_ends(state, frame, op, thing)


def options(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """The squares to choose from; several pieces placed at once go to the one square there is."""
    moved = objects(state, frame, op)
    if not moved:
        return []
    ends = ends_of(state, frame, op, moved[0])
    if not ends:
        return []
    if len(moved) > 1:
        return None
    if _ways_matter(state, frame, op):
        return _ways(state, frame, op, moved[0], ends)
    return [Choice(SQUARE, moved[0], square) for square in squares_of(ends)]


def _is_after_passing(op: Step) -> bool:
    """Whether a deed moves those who were passed through: then the way they lie on is kept."""
    what = op.act.what if op.act is not None else None
    return isinstance(what, Group) and any(one.rel == "passed through" for one in what.filters)


def _ways_matter(state: State, frame: list[int], op: Step) -> bool:
    """Whether a later part asks whom this move passed through: then the mover chooses its way (MOV-10, MOV-22)."""
    if op.act is None or op.act.verb != "move" or how_of(op.act, "through") is None:
        return False
    later = state.cast.programs[frame[PROG]].steps[frame[STAGE] :]
    return any(isinstance(one.phrase, Group) and any(rel.rel == "passed through" for rel in one.phrase.filters) for one in later)


def _ways(state: State, frame: list[int], op: Step, thing: int, ends: Mask) -> list[Choice]:
    """For every end each set of those who may be passed on the way there; a path is named where they differ."""
    assert op.act is not None
    start = square_of(state, thing)
    named = _squares_named(state, frame, how_of(op.act, "through"))
    through, ends_in = ground(state, thing)
    through |= state.setup.enterable & named
    found: dict[int, dict[Mask, tuple[int, ...]]] = {}
    for path in paths.walks(state.setup.grid, start, amount(state, frame, op.act.n), through, ends_in):
        end = path[-1] if path else start
        if ends & BIT[end]:
            passed = 0
            for square in path:
                passed |= BIT[square] & named
            found.setdefault(end, {}).setdefault(passed, path)
    options: list[Choice] = []
    for end in sorted(found):
        ways = found[end]
        plain = len(ways) == 1
        order = sorted(ways, key=lambda passed: (passed.bit_count(), passed))
        options += [Choice(SQUARE, thing, end, () if plain else ways[passed]) for passed in order]
    return options


def do(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Move or place as chosen; the way is kept for `passed through`."""
    assert op.act is not None
    for thing in objects(state, frame, op):
        square = choice.thing if choice is not None else squares_of(ends_of(state, frame, op, thing))[0]
        if op.act.verb == "place":
            put_down(state, thing, square, events)
        else:
            way = list(choice.path) if choice is not None and choice.path else _way(state, frame, op, thing, square)
            if not _is_after_passing(op):
                frame[TRAIL:] = way
                frame[N] = len(way)
            begin_move(state, thing, way, events)


def _way(state: State, frame: list[int], op: Step, thing: int, end: int) -> list[int]:
    """A lawful way to the chosen end: straight moves keep their line, others take a shortest one."""
    assert op.act is not None
    start = square_of(state, thing)
    grid = state.setup.grid
    if how_of(op.act, "straight"):
        for across, down in paths.COMPASS:
            line = paths.ray(grid, start, across, down)
            if end in line:
                return line[: line.index(end) + 1]
    through, _ = ground(state, thing)
    if how_of(op.act, "through") is not None:
        through |= state.setup.enterable & _squares_named(state, frame, how_of(op.act, "through"))
    return paths.walk(grid, start, end, 99, through)


def put_down(state: State, thing: int, square: int, events: list[Event]) -> None:
    """Put a thing in a square without a path; unless it stays where it was it enters that square (MOV-10, MOV-26)."""
    if is_piece(thing):
        piece = thing - PIECE
        state.lies[piece] = square
        state.held[piece] = -1
        if state.setup.pieces[piece].sort == "marker":
            state.owner = changed(state.owner, piece, -1)
        events.append(Placed(thing, square))
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
            state.last[thing] = state.where[thing]
            state.where[thing] = square
        else:
            state.lies[thing - PIECE] = square
        events.append(Placed(thing, square))
    for thing, square in ((other, a), (one, b)):
        if is_figure(thing):
            entered_at(state, thing, square)


__all__ = ["HELD", "SQUARE_AT", "do", "options", "put_down", "swap", "swap_options"]
