"""Paths on the grid (MOV, DST): where a plain move may end, shortest paths, straight lines, the closest free squares.

`passable` are the squares a thing may pass through, `endable` those it may end in; its own square is always an end,
because a move of 0 is a move (MOV-18). Pushes, pulls and other restricted moves are in `movement`.
"""

from __future__ import annotations

from tipover.board.grid import Grid
from tipover.board.mask import BIT, Mask, Square, first_of, squares_of


def reach(grid: Grid, start: Square, steps: int, passable: Mask, endable: Mask) -> Mask:
    """The squares where a move of at most `steps` steps may end (MOV-1 to MOV-6)."""
    ends = BIT[start]
    if steps > 0 and not grid.walked(start, steps - 1) & ~(passable | ends):
        return grid.walked(start, steps) & endable | ends  # nothing blocks any path of that length
    reached = ends
    front = ends
    while steps > 0 and front:
        steps -= 1
        fresh = 0
        for square in squares_of(front):
            fresh |= grid.steps(square)
        ends |= fresh & endable
        front = fresh & passable & ~reached
        reached |= front
    return ends


def walk(grid: Grid, start: Square, end: Square, steps: int, passable: Mask) -> list[Square]:
    """A shortest path without its start, the straightest among equals; empty if `steps` steps are not enough.

    The end itself need not be passable.
    """
    if start == end:
        return []
    near = grid.steps(start)
    if near & BIT[end] and steps > 0:
        return [end]
    middle = near & passable & grid.steps(end)
    if middle and steps > 1:
        return [between(start, end, middle), end]
    layers = [BIT[start]]
    reached = BIT[start]
    while not reached & BIT[end]:
        if len(layers) > steps:
            return []
        fresh = 0
        for square in squares_of(layers[-1]):
            fresh |= grid.steps(square)
        fresh &= (passable | BIT[end]) & ~reached
        if not fresh:
            return []
        layers.append(fresh)
        reached |= fresh
    path = [end]
    for layer in reversed(layers[1:-1]):
        path.append(_straightest(grid, start, end, layer & grid.steps(path[-1])))
    path.reverse()
    return path


def between(start: Square, end: Square, middle: Mask) -> Square:
    """The square of `middle` by which two steps lead most straightly from start to end: the one halfway, otherwise the lowest."""
    halfway = Square((start + end) >> 1)
    return halfway if middle & BIT[halfway] else first_of(middle)


def _straightest(grid: Grid, start: Square, end: Square, mask: Mask) -> Square:
    """The square nearest to the straight line from start to end, the lowest among equals."""
    x, y = start % grid.columns, start // grid.columns
    dx, dy = end % grid.columns - x, end // grid.columns - y
    return min(squares_of(mask), key=lambda one: abs((one % grid.columns - x) * dy - (one // grid.columns - y) * dx))


def in_line(grid: Grid, one: Square, other: Square) -> bool:
    """Whether two squares are different and in a straight line: horizontal, vertical or diagonal (DST-4)."""
    across = other % grid.columns - one % grid.columns
    down = other // grid.columns - one // grid.columns
    return one != other and (across == 0 or down == 0 or abs(across) == abs(down))


def in_row(grid: Grid, one: Square, other: Square) -> bool:
    """Whether two squares are different and in a row of the map, which runs from edge to edge and never diagonally (MAP-8)."""
    return one != other and (one % grid.columns == other % grid.columns or one // grid.columns == other // grid.columns)


def closest(grid: Grid, area: Mask, free: Mask) -> Mask:
    """The free squares at the smallest distance from an area, ignoring obstructions (CDN-4)."""
    for far in range(max(grid.columns, grid.rows)):
        ring = 0
        for square in squares_of(area):
            ring |= grid.within(square, far)
        if ring & free:
            return ring & free
    return 0


def last_legal(start: Square, path: list[Square], free: Mask) -> Square:
    """The last free square of a path, or its start if there is none (MOV-15)."""
    for square in reversed(path):
        if free & BIT[square]:
            return square
    return start
