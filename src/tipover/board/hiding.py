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
_MOST_ASIDE: Final = 1024  # no line through the viewer leaves the canvas farther aside
_COLUMNS_TO: Final = [(1 << min(_FAR + 1 + column, _PITCH)) - 1 for column in range(_MOST_ASIDE)] + [
    (1 << max(_FAR + 1 + column, 0)) - 1 for column in range(-_MOST_ASIDE, 0)
]
_COLUMNS_ON: Final = [((1 << _PITCH) - 1) ^ bits for bits in _COLUMNS_TO[-1:] + _COLUMNS_TO[:-1]]
_MIRRORED: Final = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))
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
    return _on_map(hidden, columns, rows, viewer)


def behind_square(columns: int, rows: int, viewer: Square, blocker: Square) -> Mask:
    """The squares whose line from the viewer passes through the interior of the blocker's square; neither of the two, and none if they are one."""
    across, along = blocker % columns - viewer % columns, blocker // columns - viewer // columns
    if across == 0 and along == 0:
        return 0
    hidden = _ALL_BITS ^ 1 << ((along + _FAR) * _PITCH + across + _FAR)
    x, y = 4 * across, 4 * along
    cx, cy, dx, dy = x, y, x, y  # the corners of its square that are farthest aside
    if across > 0:
        hidden &= _COLUMNS_FROM[_FAR + across]
        cy, dy = cy + 2, dy - 2
    elif across < 0:
        hidden &= _COLUMNS_BEFORE[_FAR + 1 + across]
        cy, dy = cy - 2, dy + 2
    else:
        cy = dy = y - 2 if along > 0 else y + 2
    if along > 0:
        hidden &= _ROWS_FROM[_FAR + along]
        cx, dx = cx - 2, dx + 2
    elif along < 0:
        hidden &= _ROWS_BEFORE[_FAR + 1 + along]
        cx, dx = cx + 2, dx - 2
    else:
        cx = dx = x - 2 if across > 0 else x + 2
    # Only what lies between the lines to these corners, and on neither.
    hidden &= ~(_half(cx, cy) | _half(-dx, -dy))
    return _on_map(hidden, columns, rows, viewer)


def _on_map(canvas: Mask, columns: int, rows: int, viewer: Square) -> Mask:
    """The squares of the canvas that are on a map, as a mask of that map."""
    canvas >>= (_FAR - viewer // columns) * _PITCH + _FAR - viewer % columns
    mask, in_row = 0, (1 << columns) - 1
    for row in range(rows):
        mask |= (canvas & in_row) << (row * columns)
        canvas >>= _PITCH
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
        turned = _HALVES.get((512 - x) << 10 | 512 - y) if least == 0 else None
        known = _HALVES[key] = _to_one_side(x, y, least) if turned is None else _turned(turned)
    return known


def _turned(canvas: Mask) -> Mask:
    """A canvas turned by half a circle about the viewer."""
    backwards = canvas.to_bytes(_PITCH * _PITCH // 8, "little")[::-1].translate(_MIRRORED)
    return int.from_bytes(backwards, "little") << (_PITCH + 1) & _ALL_BITS


def _to_one_side(x: int, y: int, least: int) -> Mask:
    if y == 0:
        return _ROWS_FROM[_FAR] if x > 0 else _ROWS_BEFORE[_FAR + 1]
    # Four times the column times `y` is at most four times the row times `x`, less what is left out.
    if least:
        aside = [(4 * x * row - least) // (4 * abs(y)) for row in range(-_FAR, _FAR)]
        aside = [min(max(column, 1 - _MOST_ASIDE), _MOST_ASIDE - 1) for column in aside]
    else:
        aside = [x * row // abs(y) for row in range(-_FAR, _FAR)]
    rows = [_COLUMNS_TO[column] for column in aside] if y > 0 else [_COLUMNS_ON[-column] for column in aside]
    return int.from_bytes(_IN_ROWS.pack(*rows), "little")


def _in_line(x: int, y: int) -> Mask:
    """The squares of the canvas behind an obstruction that points at the viewer, by its nearer end."""
    if y == 0:
        aside = _COLUMNS_FROM[_FAR - -x // 4] if x > 0 else _COLUMNS_BEFORE[_FAR + 1 + x // 4]
        return aside & _ROWS_FROM[_FAR] & _ROWS_BEFORE[_FAR + 1]
    beyond = _ROWS_FROM[_FAR - -y // 4] if y > 0 else _ROWS_BEFORE[_FAR + 1 + y // 4]
    return beyond & _half(x, y) & _half(-x, -y)
