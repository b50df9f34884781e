"""Which squares are hidden from one: by obstructions (SEE-1), or by somebody in a square (SEE-2, SEE-4).

What an obstruction hides from a centre lies between the lines to its two ends and beyond it. Each of these is half a plane, found
once for all viewers and maps on a canvas with the viewer in its middle. So a wall takes three masks, where a look at every square
would take a test for each.
"""

from __future__ import annotations

from struct import Struct
from typing import Final

from tipover.board.geometry import Segment
from tipover.board.mask import Mask, Square

# The canvas: row and column are counted from the viewer, from -FAR to FAR - 1; each row takes as many bits.
_FAR: Final = 16
_PITCH: Final = 32
_ALL_BITS: Final = (1 << (_PITCH * _PITCH)) - 1
_EACH_ROW: Final = _ALL_BITS // ((1 << _PITCH) - 1)
# The squares from a row or column of the canvas on, and those before it.
_ROWS_FROM: Final = [_ALL_BITS >> (row * _PITCH) << (row * _PITCH) for row in range(_PITCH + 1)]
_ROWS_BEFORE: Final = [_ALL_BITS ^ mask for mask in _ROWS_FROM]
_COLUMNS_FROM: Final = [((1 << _PITCH) - (1 << column)) * _EACH_ROW for column in range(_PITCH + 1)]
_COLUMNS_BEFORE: Final = [_ALL_BITS ^ mask for mask in _COLUMNS_FROM]
# The bits of a row up to a column and from one on, by the column; those on the left of the canvas are at the end.
_MOST_ASIDE: Final = 2048
_COLUMNS_TO: Final = [(1 << min(_FAR + 1 + column, _PITCH)) - 1 for column in range(_MOST_ASIDE)] + [
    (1 << max(_FAR + 1 + column, 0)) - 1 for column in range(-_MOST_ASIDE, 0)
]
_COLUMNS_ON: Final = [((1 << _PITCH) - 1) ^ bits for bits in _COLUMNS_TO[-1:] + _COLUMNS_TO[:-1]]
_IN_ROWS: Final = Struct(f"<{_PITCH}I")
MOST_HALVES: Final = 8192  # how many are cached, about 160 bytes each
_HALVES: Final[dict[int, Mask]] = {}


def behind_walls(columns: int, rows: int, viewer: Square, walls: list[Segment]) -> Mask:
    """The squares whose line of centres to the viewer's meets one of these obstructions; touching counts (MAP-5).

    The viewer's centre must not lie on one of them.
    """
    at, down = viewer % columns, viewer // columns
    vx, vy = at * 4 + 2, down * 4 + 2
    hidden = 0
    for wall in walls:
        x1, y1, x2, y2 = wall
        cx, cy, dx, dy = x1 - vx, y1 - vy, x2 - vx, y2 - vy
        turn = cx * dy - cy * dx
        if turn == 0:
            hidden |= _in_line(cx, cy) if abs(cx) + abs(cy) < abs(dx) + abs(dy) else _in_line(dx, dy)
            continue
        if turn < 0:
            cx, cy, dx, dy = dx, dy, cx, cy
        between = _half(cx, cy) & _half(-dx, -dy)
        if cy == dy:
            hidden |= between & (_ROWS_FROM[_FAR - -cy // 4] if cy > 0 else _ROWS_BEFORE[_FAR + 1 + cy // 4])
        elif cx == dx:
            hidden |= between & (_COLUMNS_FROM[_FAR - -cx // 4] if cx > 0 else _COLUMNS_BEFORE[_FAR + 1 + cx // 4])
        else:
            hidden |= between & _half(cx - dx, cy - dy, abs(turn))
    hidden >>= (_FAR - down) * _PITCH + _FAR - at
    mask, in_row = 0, (1 << columns) - 1
    for row in range(rows):
        mask |= (hidden & in_row) << (row * columns)
        hidden >>= _PITCH
    return mask


def _half(x: int, y: int, least: int = 0) -> Mask:
    """The squares of the canvas to one side of a line through the viewer in this direction, or on it (cached).

    `least` is how far to that side they must be, as a cross product in quarter squares.
    """
    key = (least << 10 | x + 512) << 10 | y + 512
    known = _HALVES.get(key)
    if known is None:
        if len(_HALVES) >= MOST_HALVES:
            _HALVES.clear()
        known = _HALVES[key] = _to_one_side(x, y, least)
    return known


def _to_one_side(x: int, y: int, least: int) -> Mask:
    if y == 0:
        return _ROWS_FROM[_FAR] if x > 0 else _ROWS_BEFORE[_FAR + 1]
    # Four times the column times `y` is at most four times the row times `x`, less what is left out.
    if y > 0:
        rows = [_COLUMNS_TO[(4 * x * row - least) // (4 * y)] for row in range(-_FAR, _FAR)]
    else:
        rows = [_COLUMNS_ON[-((4 * x * row - least) // (-4 * y))] for row in range(-_FAR, _FAR)]
    return int.from_bytes(_IN_ROWS.pack(*rows), "little")


def _in_line(x: int, y: int) -> Mask:
    """The squares of the canvas behind an obstruction that points at the viewer, by its nearer end."""
    if y == 0:
        aside = _COLUMNS_FROM[_FAR - -x // 4] if x > 0 else _COLUMNS_BEFORE[_FAR + 1 + x // 4]
        return aside & _ROWS_FROM[_FAR] & _ROWS_BEFORE[_FAR + 1]
    beyond = _ROWS_FROM[_FAR - -y // 4] if y > 0 else _ROWS_BEFORE[_FAR + 1 + y // 4]
    return beyond & _half(x, y) & _half(-x, -y)


def behind_square(columns: int, rows: int, viewer: Square, blocker: Square) -> Mask:
    """The squares whose line from the viewer passes through the interior of the blocker's square; neither of the two, and none if they are one."""
    at, down = viewer % columns, viewer // columns
    across, along = blocker % columns - at, blocker // columns - down
    wide, high = abs(across), abs(along)
    mask = 0
    if viewer == blocker:
        return mask
    for row in range(rows):
        far = row - down
        if along * far < 0:
            continue
        far = abs(far)
        if far < high:
            continue
        least, most = max(wide, far * (2 * wide - 1) // (2 * high + 1) + 1), columns
        if high:
            most = min(most, (far * (2 * wide + 1) - 1) // (2 * high - 1))
        if far == high:
            least = wide + 1
        if across >= 0:
            mask |= _run(at + least, min(at + most, columns - 1)) << (row * columns)
        if across <= 0:
            mask |= _run(max(at - most, 0), at - least) << (row * columns)
    return mask


def _run(first: int, last: int) -> int:
    """The bits of a row from one column to another; none if the second is before the first."""
    return ((2 << (last - first)) - 1) << first if first <= last else 0
