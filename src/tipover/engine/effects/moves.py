"""Things move and are placed, and enter squares (MOV-10, MOV-13, MOV-18, MOV-26)."""

from __future__ import annotations

from collections.abc import Sequence

from tipover.board.grid import Grid
from tipover.board.mask import BIT, NO_SQUARE, Square
from tipover.board.rubble import wall_between, wall_number
from tipover.engine.core.event import Event, Moved, Placed, WallOpened
from tipover.engine.core.frames import move_frame, text_frame
from tipover.engine.core.happening import CROSSES, ENDS_MOVEMENT, ENTERS, MOVES, Happening
from tipover.engine.core.ids import NOBODY, PIECE, RESERVE, RETURNING, WALL_AT, FigureId, Thing, is_figure, is_piece, on_wall, piece_of
from tipover.engine.core.state import State, changed
from tipover.engine.effects.happen import Launch, happen
from tipover.engine.effects.pieces import note_square
from tipover.engine.phrases.entities import square_of
from tipover.engine.phrases.terrain import board


def begin_move(
    state: State, thing: Thing, way: tuple[Square, ...], events: list[Event], left: int = 0, sort: int = move_frame.BASIC
) -> None:
    """Move a figure or piece along a way; an empty way is a move of 0, which ends where it stands (MOV-18).

    `left` is how many more steps it could take, for what changes on the way.
    """
    start = state.figure_at[thing] if thing < PIECE else square_of(state, thing)
    if state.texts.hears_ways:
        was_down = state.down[thing] if thing < PIECE else 0
        state.stack.append(move_frame.new(thing, start, was_down, way, left, sort))
        return
    if way:
        if thing < PIECE:
            state.last[thing] = start
            state.figure_at[thing] = way[-1]
        else:
            put_on_the_way(state, thing, way[-1], start)
    events.append(Moved(thing, start, way))


def report_way(thing: Thing, start: Square, way: list[Square], events: list[Event]) -> None:
    """A thing has moved along a way, or along a part of it before something happened."""
    events.append(Moved(thing, start, tuple(way)))


def take_off_wall(state: State, thing: Thing, square: Square) -> None:
    """A piece on a wall is reckoned from a square beside it before it moves (MAP-9)."""
    state.piece_at[thing - PIECE] = square


def put_on_the_way(state: State, thing: Thing, square: Square, start: Square) -> None:
    """Put a thing into a square of its way; the square it left is the one where the move began."""
    if thing >= PIECE:
        if state.texts.asks_last:
            state.piece_last = changed(state.piece_last, thing - PIECE, start)
        state.piece_at[thing - PIECE] = square
        return
    state.last[thing] = start
    state.figure_at[thing] = square


def keep_way(text: list[int], grid: Grid, start: Square, way: Sequence[Square]) -> None:
    """Let a text remember the way of its last move: how many squares, which ones, and the walls between them (MOV-22, MAP-9)."""
    walls: list[Thing] = []
    here = start
    for square in way:
        if not grid.steps(here) & BIT[square]:
            walls.append(Thing(WALL_AT + wall_number(grid, here, square)))
        here = square
    text_frame.set_path(text, way, walls)


def leave_square(state: State, figure: FigureId) -> None:
    """Remember the square a figure leaves."""
    if state.figure_at[figure] >= 0:
        state.last[figure] = state.figure_at[figure]


def enter_on_the_way(state: State, thing: Thing, square: Square, start: Square, order: Launch) -> bool:
    """A thing that moves comes into the next square of its way, maybe through a wall. Returns False if a text prevents that."""
    listens = state.texts.listens
    names: list[Happening] = []
    here = square_of(state, thing)
    if listens[ENTERS] is not None:
        names.append(Happening(ENTERS, thing, square, square=here))
    if listens[CROSSES] is not None and not (grid := board(state)).steps(here) & BIT[square]:
        names.append(Happening(CROSSES, thing, WALL_AT + wall_number(grid, here, square), square=here))
    return happen(state, tuple(names), lambda: put_on_the_way(state, thing, square, start), order=order) is not None


def end_movement(state: State, thing: Thing, start: Square, has_moved: bool) -> None:
    """A thing ends its movement where it is now (MOV-18); `has_moved`: it went at least one square, and texts ask who it was that set out."""
    listens = state.texts.listens
    if not has_moved or listens[MOVES] is None:
        if listens[ENDS_MOVEMENT] is not None:
            happen(state, (Happening(ENDS_MOVEMENT, thing, square=start),))
        return
    here = square_of(state, thing)
    places, number = (state.figure_at, thing) if thing < PIECE else (state.piece_at, thing - PIECE)

    def arrive() -> None:
        places[number] = here

    places[number] = start
    ended = Happening(ENDS_MOVEMENT, thing, square=start)
    if happen(state, (Happening(MOVES, thing, square=start), ended), arrive) is None:
        arrive()


def set_back(state: State, figure: FigureId, square: Square, events: list[Event]) -> None:
    """A figure that stopped in an occupied square goes back to one where it can stay; that enters nothing (MOV-15)."""
    here = state.figure_at[figure]
    state.figure_at[figure] = square
    events.append(Moved(figure, here, (square,)))


def swap(state: State, one: Thing, other: Thing, events: list[Event], off_wall: Square = NO_SQUARE) -> None:
    """Each of two things goes exactly where the other was and enters that square (MOV-14, MOV-23).

    `off_wall` is the square for what swaps with Rubble on a wall, one of those it touches (MAP-9).
    """
    a, b = (at if at >= 0 else off_wall for at in (square_of(state, one), square_of(state, other)))

    def change() -> None:
        for thing, square in ((one, b), (other, a)):
            if is_figure(thing):
                leave_square(state, thing)
                state.figure_at[thing] = square
            else:
                note_square(state, piece_of(thing))
                state.piece_at[thing - PIECE] = square
            events.append(Placed(thing, square))

    happen(state, (Happening(ENTERS, one, b, square=a), Happening(ENTERS, other, a, square=b)) if a != b else (), change)


def lay_on_wall(state: State, frame: list[int], thing: Thing, events: list[Event]) -> None:
    """Lay a piece on a wall, which opens it (MAP-9)."""
    state.piece_at[thing - PIECE] = on_wall(text_frame.destination(frame) - WALL_AT)
    state.piece_holder[thing - PIECE] = NOBODY
    events.append(WallOpened(thing, wall_between(state.setup.grid, text_frame.destination(frame) - WALL_AT)))


def put_down(state: State, thing: Thing, square: Square, events: list[Event]) -> None:
    """Put a thing in a square without a path; unless it stays where it was it enters that square (MOV-10, MOV-26).

    What comes into play has its own text as it enters: a power-up that is placed under somebody is taken (PWR-1).
    """
    places, number = (state.piece_at, thing - PIECE) if is_piece(thing) else (state.figure_at, thing)
    before = places[number]
    left = state.last[thing] if before < 0 and is_figure(thing) else before
    if before == RESERVE:
        places[number] = RETURNING

    def change() -> None:
        if is_figure(thing):
            _put_figure(state, thing, square)
        else:
            _lay_piece(state, thing, square)
        events.append(Placed(thing, square))

    if happen(state, (Happening(ENTERS, thing, square, square=left),) if square != before else (), change) is None:
        places[number] = before


def _lay_piece(state: State, thing: Thing, square: Square) -> None:
    piece = piece_of(thing)
    note_square(state, piece)
    state.piece_at[piece] = square
    state.piece_holder[piece] = NOBODY
    if state.texts.asks_set_up and state.piece_first[piece] < 0:
        state.piece_first = changed(state.piece_first, piece, square)
    if state.setup.pieces[piece].sort == "marker":
        state.owner = changed(state.owner, piece, NOBODY)


def _put_figure(state: State, figure: FigureId, square: Square) -> None:
    if state.figure_at[figure] in (RESERVE, RETURNING):
        state.down[figure] = 0
    leave_square(state, figure)
    state.figure_at[figure] = square
    if state.carried_by[figure] >= 0:
        state.carried_by = changed(state.carried_by, figure, NOBODY)
    if state.first_at[figure] < 0:
        state.first_at = changed(state.first_at, figure, square)
