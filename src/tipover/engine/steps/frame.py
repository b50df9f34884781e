"""The slots of a text's frame, and the numbers by which a frame speaks of things.

A frame is a list of ints: kind, place in the program, then the slots; what follows the slots is the way of the last move.
"""

from __future__ import annotations

from tipover.cards.program import DEEPEST_LOOP
from tipover.engine.decision import PIECE

PROG, ME, YOU, IT, TARGET, FOE, OWNER, LAST, WON, N, LEFT, THEM, HELD, PAID = range(2, 16)
# Of the last roll: the total of its numbers, its successes, how many dice if all show one face (CHA-12, CHA-22).
WHO, OBJ, DEST, TARGETS, CARD, SUM, SUCCESSES, ALIKE, CHAIN = range(16, 25)
# One slot for each loop inside another: how often it still goes round, or to whom it went; empty while it is not on.
LOOPS = 25
TRAIL = LOOPS + DEEPEST_LOOP

NOTHING = -1

# What PAID says besides the colour of the token: the last of its type, less than the price, none at all; of an item's use.
LAST_OF_TYPE, LESS, FREE_OF_TOKENS, ITEM = 4, 8, 16, 32

# Things: figures are 0 to 255, pieces follow; then squares, walls, areas, ability tokens, sides and the faces of dice.
SQUARE_AT = 4096
WALL_AT = 6144
AREA_AT = 8192
TOKEN_AT = 16384
SIDE_AT = 32768
FACE_AT = 65536


def new_frame(kind: int, program: int, me: int, you: int) -> list[int]:
    """An empty frame of a program, for a figure or piece and a side."""
    frame = [NOTHING] * TRAIL
    frame[0] = kind
    frame[1] = 0
    frame[PROG] = program
    frame[ME] = frame[WHO] = me
    frame[YOU] = you
    frame[THEM] = frame[HELD] = frame[TARGETS] = frame[N] = frame[SUM] = frame[CHAIN] = 0
    frame[SUCCESSES] = frame[ALIKE] = 0
    return frame


# The ranges of bits in a mask of things: below the first, figures and pieces by their own number.
_BITS = [(AREA_AT, 1024), (SQUARE_AT, 1536), (TOKEN_AT, 1792), (SIDE_AT, 1920), (WALL_AT, 2000), (FACE_AT, 3000)]
_RANGES = sorted(_BITS, reverse=True)


def bit_of(thing: int) -> int:
    """The bit of a thing in a mask of things: each kind has its own range, so that masks stay small in JSON."""
    if thing < SQUARE_AT:
        return 1 << thing
    base, first = next((base, first) for base, first in _RANGES if thing >= base)
    return 1 << (first + thing - base)


def members(mask: int) -> list[int]:
    """The things in a mask of things, kind by kind in rising order."""
    found: list[int] = []
    while mask:
        low = mask & -mask
        bit = low.bit_length() - 1
        base, first = next(((base, first) for base, first in reversed(_BITS) if bit >= first), (0, 0))
        found.append(base + bit - first)
        mask ^= low
    return found


def is_figure(thing: int) -> bool:
    """Whether a thing is a figure."""
    return 0 <= thing < PIECE


def is_piece(thing: int) -> bool:
    """Whether a thing is a token, marker, item or card."""
    return PIECE <= thing < SQUARE_AT


def is_square(thing: int) -> bool:
    """Whether a thing is a square."""
    return SQUARE_AT <= thing < WALL_AT


def is_wall(thing: int) -> bool:
    """Whether a thing is a one-square piece of wall, or a corner of walls (MAP-2, MAP-9)."""
    return WALL_AT <= thing < AREA_AT


def is_area(thing: int) -> bool:
    """Whether a thing is an area of the map."""
    return AREA_AT <= thing < TOKEN_AT


def is_token(thing: int) -> bool:
    """Whether a thing is an ability token in a pool (place 0) or on a track."""
    return TOKEN_AT <= thing < SIDE_AT


def token_at(side: int, place: int, colour: int) -> int:
    """The ability token of a colour in a side's pool or on a place of its track."""
    return TOKEN_AT + side * 32 + place * 4 + colour


def token_parts(thing: int) -> tuple[int, int, int]:
    """Side, place and colour of an ability token."""
    rest = thing - TOKEN_AT
    return rest // 32, rest % 32 // 4, rest % 4
