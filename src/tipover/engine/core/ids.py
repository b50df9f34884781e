"""The ids of things: figures, pieces, squares, walls, areas, ability tokens, sides, faces of dice.

A `Thing` is any of them in one range of numbers: figures are 0 to 255, pieces follow from `PIECE` on, the others have ranges of their own.
A place that is no square is a number below 0: place k of a track is -k.
"""

from __future__ import annotations

from typing import Final, NewType, TypeGuard

from tipover.board.mask import MOST_SQUARES, Square
from tipover.cards.catalog import COLOURS, SIDES, TRACK_PLACES

# Ids that the type checker keeps apart: passing a figure or a seat where a side is expected is an error.
Verb = NewType("Verb", int)
DecisionKind = NewType("DecisionKind", int)
Side = NewType("Side", int)
SeatId = NewType("SeatId", int)

Thing = NewType("Thing", int)
FigureId = NewType("FigureId", Thing)
PieceId = NewType("PieceId", int)
Colour = NewType("Colour", int)
CardId = NewType("CardId", int)
AbilityId = NewType("AbilityId", int)  # the number of an ability on its figure's card, from 0

CHANCE: Final = SeatId(-1)
PIECE: Final = 256
NOBODY: Final = FigureId(Thing(-1))
NO_SIDE: Final = Side(-1)
NO_CARD: Final = CardId(-1)
NO_COLOUR: Final = Colour(-1)

ALL_SIDES: Final = [Side(number) for number in range(len(SIDES))]
# The side, figure and colour with a number; the last one is for -1. In hot paths a list is cheaper than the call `Side(number)`.
SIDE_OF: Final = [*ALL_SIDES, NO_SIDE]
FIGURE_OF: Final = [*(FigureId(Thing(number)) for number in range(PIECE)), NOBODY]
ALL_COLOURS: Final = [Colour(number) for number in range(len(COLOURS))]

PLACES: Final = TRACK_PLACES

# Where a figure or piece is when it is in no square. Place k of a track is -k.
RETURNING: Final = Square(-PLACES - 1)
IN_FORCE: Final = Square(-PLACES - 3)
ON_CARD: Final = Square(-PLACES - 4)
RESERVE: Final = Square(-PLACES - 5)

# A piece that lies on a wall, not in a square: this number less the wall's (MAP-9).
ON_WALL: Final = -100


def side_named(name: str) -> Side:
    """The side with a name; any other word raises a ValueError."""
    return SIDE_OF[SIDES.index(name)]


def on_wall(wall: int) -> Square:
    """Where a piece is that lies on a wall."""
    return Square(ON_WALL - wall)


def wall_of(at: int) -> int:
    """The number of the wall a piece lies on, -1 if it lies on none."""
    return ON_WALL - at if at <= ON_WALL else -1


NOTHING: Final = NOBODY

# Things: figures are 0 to 255, pieces follow; then squares, walls, areas, ability tokens, sides and the faces of dice.
SQUARE_AT: Final = 4096
WALL_AT: Final = 6144
AREA_AT: Final = 8192
TOKEN_AT: Final = 16384
SIDE_AT: Final = 32768
FIRST_PLAYER: Final = Thing(SIDE_AT + 64)  # the First Player marker (RND-3)
FACE_AT: Final = 65536

# The things that are pieces, squares and sides, by their number.
PIECE_THING: Final = [*map(Thing, range(PIECE, SQUARE_AT))]
SQUARE_THING: Final = [*map(Thing, range(SQUARE_AT, SQUARE_AT + MOST_SQUARES))]
SIDE_THING: Final = [*map(Thing, range(SIDE_AT, SIDE_AT + len(SIDES)))]

# The ranges of bits in a mask of things: below the first, figures and pieces by their own number.
_BITS: Final = [(AREA_AT, 1024), (SQUARE_AT, 1536), (TOKEN_AT, 1792), (SIDE_AT, 1920), (WALL_AT, 2000), (FACE_AT, 3000)]
_RANGES: Final = sorted(_BITS, reverse=True)
_KNOWN_BITS: Final[dict[Thing, int]] = {}


def bit_of(thing: Thing) -> int:
    """The bit of a thing in a mask of things: each kind has its own range, so that masks stay small in JSON (cached)."""
    known = _KNOWN_BITS.get(thing)
    if known is None:
        base, first = next((row for row in _RANGES if thing >= row[0]), (0, 0))
        known = _KNOWN_BITS[thing] = 1 << (first + thing - base)
    return known


def members(mask: int) -> list[Thing]:
    """The things in a mask of things, kind by kind in rising order."""
    found: list[Thing] = []
    while mask:
        low = mask & -mask
        bit = low.bit_length() - 1
        base, first = next(((base, first) for base, first in reversed(_BITS) if bit >= first), (0, 0))
        found.append(Thing(base + bit - first))
        mask ^= low
    return found


_KNOWN_MEMBERS: Final[dict[int, frozenset[Thing]]] = {}
_MOST_KNOWN_MEMBERS: Final = 4096


def known_members(mask: int) -> frozenset[Thing]:
    """As `members`, to look things up in (cached): loops go over the same few things again and again."""
    known = _KNOWN_MEMBERS.get(mask)
    if known is None:
        if len(_KNOWN_MEMBERS) >= _MOST_KNOWN_MEMBERS:
            _KNOWN_MEMBERS.clear()
        known = _KNOWN_MEMBERS[mask] = frozenset(members(mask))
    return known


def is_figure(thing: Thing) -> TypeGuard[FigureId]:
    """Whether a thing is a figure."""
    return 0 <= thing < PIECE


def is_piece(thing: Thing) -> bool:
    """Whether a thing is a token, marker, item or card."""
    return PIECE <= thing < SQUARE_AT


def piece_of(thing: Thing) -> PieceId:
    """The number among the pieces of a thing that is one."""
    return PieceId(thing - PIECE)


def is_square(thing: Thing) -> bool:
    """Whether a thing is a square."""
    return SQUARE_AT <= thing < WALL_AT


def is_wall(thing: Thing) -> bool:
    """Whether a thing is a one-square piece of wall, or a corner of walls (MAP-2, MAP-9)."""
    return WALL_AT <= thing < AREA_AT


def is_area(thing: Thing) -> bool:
    """Whether a thing is an area of the map."""
    return AREA_AT <= thing < TOKEN_AT


def is_token(thing: Thing) -> bool:
    """Whether a thing is an ability token in a pool (place 0) or on a track."""
    return TOKEN_AT <= thing < SIDE_AT


_SPOTS: Final = 8  # numbers kept for the pool and the places of one side's track


def token_at(side: Side, place: int, colour: Colour) -> Thing:
    """The ability token of a colour in a side's pool or on a place of its track."""
    return Thing(TOKEN_AT + (side * _SPOTS + place) * len(COLOURS) + colour)


def token_parts(thing: Thing) -> tuple[Side, int, Colour]:
    """Side, place and colour of an ability token."""
    spot, colour = divmod(thing - TOKEN_AT, len(COLOURS))
    return Side(spot // _SPOTS), spot % _SPOTS, Colour(colour)
