"""Exact integer arithmetic on line segments, in quarter squares (MAP-5).

A square is 4 × 4 units; its centre is at (4 × column + 2, 4 × row + 2).
"""

from __future__ import annotations

import itertools
from typing import Final, NamedTuple


class Segment(NamedTuple):
    """A closed line segment between two points of the quarter grid: a piece of obstruction, or a line of sight."""

    x1: int  # first point: quarter squares from the left
    y1: int  # first point: quarter squares from the top
    x2: int  # second point: quarter squares from the left
    y2: int  # second point: quarter squares from the top


class Point(NamedTuple):
    """A point of the quarter grid."""

    x: int  # quarter squares from the left
    y: int  # quarter squares from the top


def meet(one: Segment, other: Segment) -> bool:
    """Whether two closed segments have a common point; touching counts (MAP-5)."""
    ax, ay, bx, by = one
    cx, cy, dx, dy = other
    if max(ax, bx) < min(cx, dx) or max(cx, dx) < min(ax, bx):
        return False
    if max(ay, by) < min(cy, dy) or max(cy, dy) < min(ay, by):
        return False
    ex, ey = bx - ax, by - ay
    s1 = ex * (cy - ay) - ey * (cx - ax)
    s2 = ex * (dy - ay) - ey * (dx - ax)
    if (s1 > 0 and s2 > 0) or (s1 < 0 and s2 < 0):
        return False
    fx, fy = dx - cx, dy - cy
    t1 = fx * (ay - cy) - fy * (ax - cx)
    t2 = fx * (by - cy) - fy * (bx - cx)
    return not ((t1 > 0 and t2 > 0) or (t1 < 0 and t2 < 0))


def contains(segment: Segment, x: int, y: int) -> bool:
    """Whether a point lies on a closed segment."""
    x1, y1, x2, y2 = segment
    if not (min(x1, x2) <= x <= max(x1, x2) and min(y1, y2) <= y <= max(y1, y2)):
        return False
    return (x2 - x1) * (y - y1) == (y2 - y1) * (x - x1)


def are_parallel(one: Segment, other: Segment) -> bool:
    """Whether two segments are parallel; a single point is parallel to everything."""
    return (one.x2 - one.x1) * (other.y2 - other.y1) == (one.y2 - one.y1) * (other.x2 - other.x1)


def is_point(segment: Segment) -> bool:
    """Whether a segment has no length."""
    return segment.x1 == segment.x2 and segment.y1 == segment.y2


def in_pieces(segment: Segment) -> list[Segment]:
    """A segment that runs along borders of squares, cut at their corners; any other segment as it is."""
    x1, y1, x2, y2 = segment
    if (x1, y1) > (x2, y2):
        x1, y1, x2, y2 = x2, y2, x1, y1
    if x1 == x2 and x1 % 4 == 0 and y1 != y2:
        cuts = [y1, *range(y1 // 4 * 4 + 4, y2, 4), y2]
        return [Segment(x1, a, x1, b) for a, b in itertools.pairwise(cuts)]
    if y1 == y2 and y1 % 4 == 0 and x1 != x2:
        cuts = [x1, *range(x1 // 4 * 4 + 4, x2, 4), x2]
        return [Segment(a, y1, b, y1) for a, b in itertools.pairwise(cuts)]
    return [Segment(x1, y1, x2, y2)]


def joined(pieces: list[Segment]) -> list[Segment]:
    """The same obstruction with touching pieces on one grid line merged."""
    upright: dict[int, list[tuple[int, int]]] = {}
    level: dict[int, list[tuple[int, int]]] = {}
    rest: set[Segment] = set()
    for piece in pieces:
        x1, y1, x2, y2 = piece
        if is_point(piece):
            rest.add(piece)
        elif x1 == x2:
            upright.setdefault(x1, []).append((min(y1, y2), max(y1, y2)))
        elif y1 == y2:
            level.setdefault(y1, []).append((min(x1, x2), max(x1, x2)))
        else:
            rest.add(piece)
    result = sorted(rest)
    for x in sorted(upright):
        result += [Segment(x, a, x, b) for a, b in _runs(upright[x])]
    for y in sorted(level):
        result += [Segment(a, y, b, y) for a, b in _runs(level[y])]
    return result


def _runs(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for low, high in sorted(spans):
        if runs and low <= runs[-1][1]:
            runs[-1] = (runs[-1][0], max(high, runs[-1][1]))
        else:
            runs.append((low, high))
    return runs


_CROSSED: Final[dict[tuple[int, int], list[tuple[int, int]]]] = {}


def crossed(across: int, down: int) -> list[tuple[int, int]]:
    """The squares between two centres whose interior the line passes through, as offsets (column, row), cached (SEE-2, SEE-4).

    The two ends are left out, and so are squares that the line only touches in a corner.
    """
    known = _CROSSED.get((across, down))
    if known is not None:
        return known
    found: list[tuple[int, int]] = []
    wide, high = abs(across), abs(down)
    if across < 0 or down < 0:
        sx, sy = (1 if across >= 0 else -1), (1 if down >= 0 else -1)
        found = [(c * sx, r * sy) for c, r in crossed(wide, high)]
    else:
        for c in range(wide + 1):
            for r in range(high + 1):
                # The corner farthest below the line is below it, and the one farthest above it above.
                if wide * (2 * r - 1) < high * (2 * c + 1) and wide * (2 * r + 1) > high * (2 * c - 1):
                    found.append((c, r))
        found = found[1:-1]  # without the two ends
    _CROSSED[(across, down)] = found
    return found
