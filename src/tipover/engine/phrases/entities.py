"""What a thing is now: its side, its square, whose it is."""

from __future__ import annotations

from tipover.board.mask import BIT, NO_SQUARE, SQUARE_OF, Mask, Square
from tipover.cards.catalog import CHARACTER, OBJECTIVE
from tipover.engine.core.frames import text_frame
from tipover.engine.core.ids import (
    AREA_AT,
    FIRST_PLAYER,
    NO_SIDE,
    ON_WALL,
    PIECE,
    RESERVE,
    SIDE_AT,
    SIDE_OF,
    SQUARE_AT,
    TOKEN_AT,
    WALL_AT,
    FigureId,
    PieceId,
    Side,
    Thing,
    is_area,
    is_figure,
    is_piece,
    is_token,
    is_wall,
    on_wall,
    piece_of,
    token_parts,
)
from tipover.engine.core.state import State
from tipover.engine.core.tracks import tokens_at
from tipover.engine.phrases.terrain import area, touched


def side_now(state: State, figure: FigureId) -> Side:
    """The side a figure counts for: its controller's while it is controlled (CTL-1, CTL-9)."""
    controller = state.controlled_by[figure]
    return controller if controller >= 0 else state.setup.side_of[figure]


def own_side(state: State, frame: list[int]) -> Side:
    """The side that `ally` and `rival` are seen from: that of `this`, else of the text."""
    me = text_frame.this(frame)
    return state.setup.side_of[me] if is_figure(me) else text_frame.you(frame)


def my_side(state: State, frame: list[int]) -> Side:
    """The side `this` counts for in moves, challenges and sight: its controller's while it is controlled (CTL-1)."""
    me, you, doer = text_frame.this(frame), text_frame.you(frame), text_frame.who(frame)
    if is_figure(me):
        return side_now(state, me)
    if is_figure(doer) and state.setup.side_of[doer] == you:  # `you` of an offered action are its doer's side
        return side_now(state, doer)
    return you


def square_of(state: State, thing: Thing) -> Square:
    """The square a thing is in, or a number below 0: what is carried, on a track or in reserve is in none (DST-6)."""
    if 0 <= thing < PIECE:  # not by `is_figure`: a call for each of the many things asked about is expensive
        return state.figure_at[thing]
    if thing < SQUARE_AT:
        return state.piece_at[thing - PIECE] if thing >= PIECE else NO_SQUARE
    return SQUARE_OF[thing - SQUARE_AT] if thing < WALL_AT else NO_SQUARE


def is_in_game(state: State, thing: Thing) -> bool:
    """Whether a thing is not in the reserve; a die is its side's from the start."""
    if PIECE <= thing < SQUARE_AT:  # as in `square_of`
        return state.piece_at[thing - PIECE] != RESERVE or state.setup.pieces[thing - PIECE].sort == "die"
    return not 0 <= thing < PIECE or state.figure_at[thing] != RESERVE


def side_of(state: State, thing: Thing) -> Side:
    """The side a thing belongs to, or -1."""
    if 0 <= thing < PIECE:  # as in `square_of`
        return state.setup.side_of[thing]
    if PIECE <= thing < SQUARE_AT:
        return state.piece_side[thing - PIECE]
    if is_token(thing):
        return token_parts(thing)[0]
    if is_area(thing):
        own = state.setup.areas[thing - AREA_AT].side
        return own if own >= 0 else state.claims[thing - AREA_AT]
    if thing == FIRST_PLAYER:
        return state.first
    return SIDE_OF[thing - SIDE_AT] if thing >= SIDE_AT else NO_SIDE


def owning_side(state: State, thing: Thing) -> Side:
    """The side that brought a figure or piece into the game."""
    if is_figure(thing):
        return state.setup.side_of[thing]
    return state.setup.pieces[thing - PIECE].side


def kept_side(state: State, thing: Thing) -> Side:
    """The side a thing is with: a held piece is its holder's."""
    if PIECE <= thing < SQUARE_AT:  # as in `square_of`
        holder = state.piece_holder[thing - PIECE]
        return state.piece_side[thing - PIECE] if holder < 0 else state.setup.side_of[holder]
    return side_of(state, thing)


def belongs(state: State, thing: Thing, owner: Thing) -> bool:
    """Whether a thing belongs to a side, or is with a figure."""
    if owner >= SIDE_AT:
        return kept_side(state, thing) == owner - SIDE_AT
    if is_piece(thing):
        piece = piece_of(thing)
        return state.piece_holder[piece] == owner or (state.owner[piece] == owner and _is_left(state, piece, owner))
    if is_figure(thing):
        return state.of[thing] == owner
    return side_of(state, thing) == side_of(state, owner)


def _is_left(state: State, piece: PieceId, owner: Thing) -> bool:
    """Whether a piece counts as its owner's: a carried marker only until the figure that dropped it is back (CDN-10)."""
    return state.setup.pieces[piece].sort != "marker" or (state.figure_at[owner] < 0 and state.piece_holder[piece] < 0)


def carries(state: State, figure: FigureId, thing: Thing) -> bool:
    """Whether a figure has a piece on its card, or a bonus objective it took; its side's First Player marker is its own as well."""
    if thing == FIRST_PLAYER:
        return state.setup.side_of[figure] == state.first
    if is_piece(thing):
        return state.piece_holder[thing - PIECE] == figure
    return is_figure(thing) and state.setup.kind_of[thing] == OBJECTIVE and state.carried_by[thing] == figure


def places_of(state: State, thing: Thing) -> Mask:
    """The squares a thing is in: one for most, several for an area, or for a piece on a wall (MAP-9)."""
    if AREA_AT <= thing < TOKEN_AT:  # as in `square_of`
        return area(state, thing - AREA_AT)
    square = square_of(state, thing)
    if square >= 0:
        return BIT[square]
    if is_wall(thing):
        return touched(state, on_wall(thing - WALL_AT))
    return touched(state, square) if square <= ON_WALL else 0


def count_of(state: State, thing: Thing) -> int:
    """How many ability tokens a token thing stands for; 1 for everything else."""
    if not is_token(thing):
        return 1
    side, place, colour = token_parts(thing)
    return tokens_at(state, side, place, colour)


def is_ally(state: State, one: FigureId, other: FigureId) -> bool:
    """Same side and not itself; bonus objectives are nobody's ally (ALY-1, ALY-2)."""
    setup = state.setup
    if one == other or setup.kind_of[one] == OBJECTIVE or setup.kind_of[other] == OBJECTIVE:
        return False
    return side_now(state, one) == side_now(state, other)


def character_of(state: State, figure: FigureId) -> FigureId:
    """A character itself; of a companion or minion the character it belongs to, -1 if it is the scenario's (CHA-18)."""
    return figure if state.setup.kind_of[figure] == CHARACTER else state.of[figure]
