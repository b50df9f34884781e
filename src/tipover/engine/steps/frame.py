"""The slots of a text's frame, and the numbers by which a frame speaks of things.

A frame is a list of ints: kind, place in the program, then the slots; what follows the slots is the way of the last move.
"""

from __future__ import annotations

from tipover.engine.decision import PIECE

PROG, ME, YOU, IT, TARGET, FOE, OWNER, LAST, WON, N, LEFT, DONE, THEM, HELD, PAID = range(2, 17)
WHO, OBJ, DEST, TARGETS, CARD, SUM, FACES = range(17, 24)
TRAIL = 24

NOTHING = -1

# Things: figures are 0 to 255, pieces follow; then squares, areas, ability tokens and sides.
SQUARE_AT = 4096
AREA_AT = 8192
TOKEN_AT = 16384
SIDE_AT = 32768


def new_frame(kind: int, program: int, me: int, you: int) -> list[int]:
    """An empty frame of a program, for a figure or piece and a side."""
    frame = [NOTHING] * TRAIL
    frame[0] = kind
    frame[1] = 0
    frame[PROG] = program
    frame[ME] = frame[WHO] = me
    frame[YOU] = you
    frame[LEFT] = NOTHING
    frame[DONE] = frame[THEM] = frame[HELD] = frame[TARGETS] = frame[N] = frame[SUM] = 0
    return frame


def is_figure(thing: int) -> bool:
    """Whether a thing is a figure."""
    return 0 <= thing < PIECE


def is_piece(thing: int) -> bool:
    """Whether a thing is a token, marker, item or card."""
    return PIECE <= thing < SQUARE_AT


def is_square(thing: int) -> bool:
    """Whether a thing is a square."""
    return SQUARE_AT <= thing < AREA_AT


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
