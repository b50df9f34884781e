"""The options of a move: by its end, and by its path where paths differ in what they set off (MOV-3, MOV-10)."""

from __future__ import annotations

from typing import Final

from tipover.board import paths
from tipover.board.grid import Grid
from tipover.board.mask import BIT, Mask, Square, squares_of
from tipover.board.movement import Course
from tipover.board.paths import between, reach, walk
from tipover.cards.ast import Act, Group, Join, Phrase, Ref
from tipover.cards.program import Step
from tipover.engine.core import verbs
from tipover.engine.core.decision import Choice
from tipover.engine.core.frames import kinds, text_frame
from tipover.engine.core.happening import ENTERS
from tipover.engine.core.ids import PIECE, FigureId, Thing
from tipover.engine.core.numbers import ADD, Number, Part, sum_parts
from tipover.engine.core.setup import Setup
from tipover.engine.core.state import State, changed
from tipover.engine.laws.courses import text_course
from tipover.engine.laws.ground import free_course, names_walls, squares_named
from tipover.engine.laws.move_law import BasicMoveLaw
from tipover.engine.laws.placing import PlaceLaw, squares_off_wall, wall_named, wall_options
from tipover.engine.laws.ways import listening, move_choices
from tipover.engine.phrases.acts import how_of, objects
from tipover.engine.phrases.entities import side_now
from tipover.engine.phrases.modifiers import stat_parts
from tipover.engine.phrases.terrain import Survey, board, sum_of, survey_of
from tipover.engine.phrases.text_frames import program_of

BASIC_MOVE: Final = 2
MOST_KNOWN_MOVES: Final = 4096  # for each figure: where the moves lead is known by who stands near, and most often nobody does
MOST_KNOWN_ENDS: Final = 4096


def movement(state: State, figure: FigureId) -> int:
    """The squares of a basic move (MOV-3), as standing rules change it."""
    if not state.texts.changes_movement:
        return BASIC_MOVE
    return sum_parts([Part(BASIC_MOVE, "basic move", ADD), *stat_parts(state, figure, "movement")])


def basic_course(state: State, figure: FigureId) -> Course:
    """What a figure's basic move may do."""
    return free_course(state, figure, movement(state, figure))


def basic_move_law(state: State, figure: FigureId) -> BasicMoveLaw:
    """The law of a figure's basic move."""
    length = Number([Part(BASIC_MOVE, "basic move", ADD, "basic_move"), *stat_parts(state, figure, "movement")], "movement")
    return BasicMoveLaw(state, basic_course(state, figure), figure, length)


def basic_moves(state: State, figure: FigureId, survey: Survey) -> list[Choice]:
    """The basic moves: by their end, and by their path where ways differ in what they set off (MOV-10)."""
    if state.texts.listens[ENTERS] is not None:
        entered = listening(state, figure, movement(state, figure))
        if entered:
            return move_choices(verbs.MOVE, figure, basic_course(state, figure).ways(entered))
    setup, steps = state.setup, movement(state, figure)
    if state.texts.passes_through:
        return _moves_to(setup.moves(figure), basic_course(state, figure).ends())
    grid, start = board(state), state.figure_at[figure]
    if grid is not setup.grid:
        return _moves_to(setup.moves(figure), reach(grid, start, steps, survey.passable(state), survey.endable(state)))
    near = grid.walked(start, steps)
    known = setup.known_moves[figure]
    key = (start << 8 | steps, near & survey.standing, near & survey.occupied)
    found = known.get(key)
    if found is None:
        if len(known) >= MOST_KNOWN_MOVES:
            known.clear()
        found = known[key] = _moves_to(setup.moves(figure), reach(grid, start, steps, survey.passable(state), survey.endable(state)))
    return found[:]


def plain_moves(state: State, figure: FigureId, blocked: int, others: int) -> list[Choice]:
    """The basic moves where no text changes them, by small masks of the squares near (`Grid.near`): where nobody may pass among the
    adjacent ones, and where others are.
    """
    setup, at = state.setup, state.figure_at[figure]
    known = setup.plain_moves[figure]
    key = blocked << 8 | at
    found = known.get(key)
    if found is None:
        ends, places = _ends_past(setup, at, blocked)
        table = setup.moves(figure)
        found = known[key] = ([table[end] for end in ends], places)
    moves, places = found
    return _without(moves, places, others) if others else moves[:]


def _ends_past(setup: Setup, at: Square, blocked: int) -> tuple[list[Square], dict[int, int]]:
    """Where basic moves from a square end past the blocked ones among the adjacent, if nobody else is on the map (cached).

    And the place of each end among them, by its bit in the small mask.
    """
    known, key = setup.known_ends, blocked << 8 | at
    found = known.get(key)
    if found is None:
        if len(known) >= MOST_KNOWN_ENDS:
            known.clear()
            for by_figure in setup.plain_moves:
                by_figure.clear()
        grid, near, passed = setup.grid, setup.grid.near(at), setup.enterable
        for square in squares_of(grid.steps(at)):
            if near[square] & blocked:
                passed &= ~BIT[square]
        ends = squares_of(reach(grid, at, BASIC_MOVE, passed, setup.enterable))
        found = known[key] = (ends, {near[end]: place for place, end in enumerate(ends)})
    return found


def _without(moves: list[Choice], places: dict[int, int], others: int) -> list[Choice]:
    """Moves without those that end where others are: few, so that it is quicker to take them out than to look at each move."""
    found = moves[:]
    gone: list[int] = []
    while others:
        bit = others & -others
        others ^= bit
        place = places.get(bit, -1)
        if place >= 0:
            gone.append(place)
    if len(gone) > 1:
        gone.sort(reverse=True)
    for place in gone:
        del found[place]
    return found


def _moves_to(table: list[Choice], ends: Mask) -> list[Choice]:
    return [table[end] for end in squares_of(ends)]


def basic_way(state: State, figure: FigureId, end: Square) -> tuple[Square, ...]:
    """The way a plain move takes: the one that sets off least, then a shortest one (MOV-10)."""
    texts, setup, start = state.texts, state.setup, state.figure_at[figure]
    if texts.leaves_basics and (known := setup.known_ways[start]):
        way = known[end]
        if way and (len(way) == 1 or way[0] not in state.figure_at):
            return way
    entered = listening(state, figure, movement(state, figure)) if texts.listens[ENTERS] is not None else {}
    if not entered and not texts.passes_through:
        grid = board(state) if texts.shifts_board else setup.grid
        way = _short_way(setup, grid, start, end)
        if len(way) == 1:
            return way
        if way and way[0] not in state.figure_at and (not texts.changes_movement or movement(state, figure) > 1):
            return way  # as `walk` finds it, without asking who stands where
        through = survey_of(state, side_now(state, figure)).passable(state)
        return tuple(walk(grid, start, end, movement(state, figure), through))
    law = basic_course(state, figure)
    if entered or not law.is_plain:
        return law.ways(entered)[end][0]
    return tuple(walk(law.grid, law.start, end, law.steps, law.passable))


def _short_way(setup: Setup, grid: Grid, start: Square, end: Square) -> tuple[Square, ...]:
    """The way of one step or two to an end on an empty map; nothing if it takes more (cached for the map of the set-up)."""
    if grid is not setup.grid:
        return _new_short_way(setup, grid, start, end)
    known = setup.known_ways[start]
    if not known:
        known = setup.known_ways[start] = [None] * grid.size
    way = known[end]
    if way is None:
        way = known[end] = _new_short_way(setup, grid, start, end)
    return way


def _new_short_way(setup: Setup, grid: Grid, start: Square, end: Square) -> tuple[Square, ...]:
    near = grid.steps(start)
    if near & BIT[end]:
        return (end,)
    middle = near & grid.steps(end) & setup.enterable if end != start else 0
    return (between(start, end, middle), end) if middle else ()


def move_options(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """The squares to choose from, by their path where ways differ; several pieces placed at once go to the one square there is."""
    assert op.act is not None
    moved = objects(state, frame, op)
    if not moved:
        return []
    if op.act.verb == "place":
        if wall_named(op) is not None:
            return wall_options(state, frame, op, moved)
        ends = PlaceLaw(state, frame, op, moved[0]).ends()
        return None if ends and len(moved) > 1 else state.setup.into_squares(moved[0], squares_of(ends))
    law = text_course(state, frame, op, moved[0])
    if law is None:
        ends = sum_of(trial.ends() & ~BIT[trial.start] for trial in courses_off_wall(state, frame, op, moved[0]))
        return state.setup.into_squares(moved[0], squares_of(ends))
    entered, passed, walls, length = _matters(state, frame, op, law, moved[0])
    if entered or passed or walls or length:
        return move_choices(verbs.SQUARE, moved[0], law.ways(entered, passed, walls, length))
    return state.setup.into_squares(moved[0], squares_of(law.ends()))


def courses_off_wall(state: State, frame: list[int], op: Step, thing: Thing) -> list[Course]:
    """The courses of a piece that lies on a wall: from each square that it touches, with the wall back in its place (MAP-9)."""
    found: list[Course] = []
    for square in squares_of(squares_off_wall(state, thing)):
        trial = state.alias()
        trial.piece_at = changed(state.piece_at, thing - PIECE, square)
        law = text_course(trial, frame, op, thing)
        if law is not None:
            found.append(law)
    return found


def _matters(state: State, frame: list[int], op: Step, law: Course, thing: Thing) -> tuple[dict[Square, int], Mask, bool, bool]:
    """What of a way makes a difference: squares that a text listens to; who is passed, walls and length if a later part asks."""
    entered = listening(state, thing, law.steps) if state.texts.listens[ENTERS] is not None else {}
    through = how_of(op.act, "through") if op.act is not None else None
    asked = _asked_later(state, frame, op)
    passed = 0
    if isinstance(through, (Ref, Group, Join)) and "passed through" in asked:
        passed = squares_named(state, frame, through)
    walls = isinstance(through, (Ref, Group, Join)) and names_walls(through) and "wall" in asked
    return entered, passed, walls, "square moved" in asked


def _asked_later(state: State, frame: list[int], op: Step) -> set[str]:
    """The words of the way that later parts of a text use: who or which wall was passed, how many squares were moved (cached)."""
    steps, stage = program_of(state, frame).steps, frame[kinds.STAGE]
    known, key = state.texts.own.asked_later, (text_frame.program(frame) << 12 | stage) << 1 | (op is steps[stage])
    found = known.get(key)
    if found is not None:
        return found
    found = known[key] = set()
    for one in steps[stage:]:
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
    """The phrases an act names outside its picks."""
    found: list[Phrase] = [act.what] if act.what is not None else []
    if isinstance(act.to, tuple):
        found += [one.arg for one in act.to if isinstance(one.arg, (Ref, Group, Join))]
    return found


def is_after_passing(op: Step) -> bool:
    """Whether an act moves those who were passed through: then the text still needs that way."""
    what = op.act.what if op.act is not None else None
    return isinstance(what, Group) and any(one.rel == "passed through" for one in what.filters)


def plain_way(state: State, frame: list[int], op: Step, law: Course, thing: Thing, end: Square) -> tuple[Square, ...]:
    """The way that a square alone stands for: the one that sets off least, then a shortest one."""
    entered, passed, walls, length = _matters(state, frame, op, law, thing)
    if not (entered or passed or walls or length):
        return tuple(paths.walk(law.grid, law.start, end, law.steps, law.passable)) if law.is_plain else law.way(end)
    return law.ways(entered, passed, walls, length)[end][0]
