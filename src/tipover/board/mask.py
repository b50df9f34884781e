"""Sets of squares as one int each.

The form of a mask is known here alone, so that a compiled build may choose another one.
"""

from __future__ import annotations

from typing import TypeAlias

Square: TypeAlias = int
Mask: TypeAlias = int

MOST_SQUARES = 256
BIT: list[Mask] = [1 << k for k in range(MOST_SQUARES)]

_BYTES = MOST_SQUARES // 8
_IN_BYTE: list[list[list[Square]]] = [[] for _ in range(_BYTES)]


def _fill(place: int) -> list[list[Square]]:
    """The squares of each value of one byte of a mask, made when that byte is first met."""
    base = place * 8
    _IN_BYTE[place] = [[base + k for k in range(8) if byte >> k & 1] for byte in range(256)]
    return _IN_BYTE[place]


def squares_of(mask: Mask) -> list[Square]:
    """The squares in a mask, in rising order (row by row, then column)."""
    found: list[Square] = []
    if not mask:
        return found
    place = ((mask & -mask).bit_length() - 1) >> 3
    mask >>= place << 3
    while mask:
        byte = mask & 255
        if byte:
            found += (_IN_BYTE[place] or _fill(place))[byte]
        mask >>= 8
        place += 1
    return found


def mask_of(squares: list[Square]) -> Mask:
    """The mask that holds these squares."""
    mask = 0
    for square in squares:
        mask |= BIT[square]
    return mask


def count(mask: Mask) -> int:
    """How many squares a mask holds."""
    return mask.bit_count()
