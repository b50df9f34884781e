"""What a thing of the table is now: its side, its square, whose it is. Things are the numbers of `frame`."""

from __future__ import annotations

from tipover.board.mask import BIT, Mask
from tipover.cards.catalog import OBJECTIVE
from tipover.engine.decision import PIECE
from tipover.engine.field import ON_WALL, area, touched
from tipover.engine.state import NOBODY, State
from tipover.engine.steps.frame import (
    AREA_AT,
    ME,
    SIDE_AT,
    SQUARE_AT,
    WALL_AT,
    YOU,
    is_area,
    is_figure,
    is_piece,
    is_square,
    is_token,
    is_wall,
    token_parts,
)

TOKEN_COLOURS = 4
PLACES = 4


def side_now(state: State, figure: int) -> int:
    """The side a figure counts for: its holder's while it is controlled (CTL-1, CTL-9)."""
    holder = state.holder[figure]
    return holder if holder >= 0 else state.setup.side_of[figure]


def own_side(state: State, frame: list[int]) -> int:
    """The side that `ally` and `rival` are seen from: that of `this`, else of the text."""
    me = frame[ME]
    return state.setup.side_of[me] if is_figure(me) else frame[YOU]


def my_side(state: State, frame: list[int]) -> int:
    """The side `this` counts for in moves, challenges and sight: its controller's while it is controlled (CTL-1)."""
    me = frame[ME]
    return side_now(state, me) if is_figure(me) else frame[YOU]


def square_of(state: State, thing: int) -> int:
    """The square a thing is in, or a number below 0: what is carried, on a track or in reserve is in none (DST-6)."""
    if is_figure(thing):
        return state.where[thing]
    if is_piece(thing):
        return state.lies[thing - PIECE]
    return thing - SQUARE_AT if is_square(thing) else -1


def side_of(state: State, thing: int) -> int:
    """The side a thing belongs to, or -1."""
    if is_figure(thing):
        return state.setup.side_of[thing]
    if is_piece(thing):
        return state.kept_by[thing - PIECE]
    if is_token(thing):
        return token_parts(thing)[0]
    if is_area(thing):
        return state.setup.areas[thing - AREA_AT].side
    return thing - SIDE_AT if thing >= SIDE_AT else NOBODY


def owning_side(state: State, thing: int) -> int:
    """The side that brought a figure or piece into the game."""
    if is_figure(thing):
        return state.setup.side_of[thing]
    return state.setup.pieces[thing - PIECE].side


def kept_side(state: State, thing: int) -> int:
    """The side a thing is with: a held piece is its holder's."""
    if is_piece(thing) and state.held[thing - PIECE] >= 0:
        return state.setup.side_of[state.held[thing - PIECE]]
    return side_of(state, thing)


def belongs(state: State, thing: int, owner: int) -> bool:
    """Whether a thing is a side's, or is carried, held or had by a figure."""
    if owner >= SIDE_AT:
        return kept_side(state, thing) == owner - SIDE_AT
    if is_piece(thing):
        piece = thing - PIECE
        return state.held[piece] == owner or (state.owner[piece] == owner and _is_left(state, piece, owner))
    if is_figure(thing):
        return state.of[thing] == owner
    return side_of(state, thing) == side_of(state, owner)


def _is_left(state: State, piece: int, owner: int) -> bool:
    """Whether a piece counts as its owner's: a carried marker only until the figure that dropped it is back (CDN-10)."""
    return state.setup.pieces[piece].sort != "marker" or (state.where[owner] < 0 and state.held[piece] < 0)


def carries(state: State, figure: int, thing: int) -> bool:
    """Whether a figure has a piece on its card, or a bonus objective it took."""
    if is_piece(thing):
        return state.held[thing - PIECE] == figure
    return is_figure(thing) and state.setup.kind_of[thing] == OBJECTIVE and state.borne[thing] == figure


def places_of(state: State, thing: int) -> Mask:
    """The squares a thing lies in: one for most, several for an area, or for a piece on a wall (MAP-9)."""
    if is_area(thing):
        return area(state, thing - AREA_AT)
    square = square_of(state, thing)
    if square >= 0:
        return BIT[square]
    if is_wall(thing):
        return touched(state, ON_WALL - (thing - WALL_AT))
    return touched(state, square) if square <= ON_WALL else 0


def count_of(state: State, thing: int) -> int:
    """How many ability tokens a token thing stands for; 1 for everything else."""
    if not is_token(thing):
        return 1
    side, place, colour = token_parts(thing)
    return state.track[track_index(side, place, colour)] if place else state.pool[pool_index(side, colour)]


def pool_index(side: int, colour: int) -> int:
    """Where the state counts a side's tokens of a colour in its pool."""
    return side * TOKEN_COLOURS + colour


def track_index(side: int, place: int, colour: int) -> int:
    """Where the state counts a side's tokens of a colour on a place of its track."""
    return (side * PLACES + place - 1) * TOKEN_COLOURS + colour
