"""Sets of squares as bit masks.

The representation of a mask is known only here, so that a compiled build can use another one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NewType, TypeAlias

_IS_COMPILED: Final = not __file__.endswith(".py")

Square = NewType("Square", int)
Mask: TypeAlias = int

MOST_SQUARES: Final = 256
NO_SQUARE: Final = Square(-1)
# The square with a number; the last one is for -1. In hot paths a list is cheaper than the call `Square(number)`.
SQUARE_OF: Final = [*map(Square, range(MOST_SQUARES)), NO_SQUARE]
BIT: Final[list[Mask]] = [1 << k for k in range(MOST_SQUARES)]


def _squares_by_byte(place: int) -> list[list[Square]]:
    """The squares for each value of one byte of a mask."""
    found: list[list[Square]] = [[]]
    for k in range(8):
        found += [[*squares, SQUARE_OF[place * 8 + k]] for squares in found]
    return found


_WORD: Final = (1 << 56) - 1
_IN_BYTE: Final = [_squares_by_byte(place) for place in range(MOST_SQUARES // 8)]


def squares_of(mask: Mask) -> list[Square]:
    """The squares in a mask in ascending order (by row, then column)."""
    if _IS_COMPILED:
        return _squares_by_words(mask)
    known = _KNOWN.get(mask)
    return known[:] if known is not None else _squares_by_bytes(mask)


_KNOWN: Final[dict[Mask, list[Square]]] = {}  # of masks that were asked for: they come again and again
_MOST_KNOWN: Final = 8192


def _squares_by_bytes(mask: Mask) -> list[Square]:
    """As `squares_of`, byte by byte; noted for the next time."""
    found: list[Square] = []
    whole = mask
    if mask:
        place = ((mask & -mask).bit_length() - 1) >> 3
        mask >>= place << 3
        for byte in mask.to_bytes((mask.bit_length() + 7) >> 3, "little"):
            if byte:
                found += _IN_BYTE[place][byte]
            place += 1
    if len(_KNOWN) >= _MOST_KNOWN:
        _KNOWN.clear()
    _KNOWN[whole] = found[:]
    return found


def _squares_by_words(mask: Mask) -> list[Square]:
    """As `squares_of`, in words of 56 bits: the compiled build is quick with those, and slow with whole masks and their bytes."""
    found: list[Square] = []
    place = 0
    while mask:
        word = mask & _WORD
        by_byte = place
        while word:
            byte = word & 255
            if byte:
                for square in _IN_BYTE[by_byte][byte]:
                    found.append(square)
            word >>= 8
            by_byte += 1
        place += 7
        mask >>= 56
    return found


def first_of(mask: Mask) -> Square:
    """The lowest square in a mask that is not empty."""
    return SQUARE_OF[(mask & -mask).bit_length() - 1]


def mask_of(squares: Iterable[Square]) -> Mask:
    """The mask of these squares."""
    mask = 0
    for square in squares:
        mask |= BIT[square]
    return mask
