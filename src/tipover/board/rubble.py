"""Rubble: openings broken into walls (MAP-9). A game's Rubble makes a grid of its own; the map's stays."""

from __future__ import annotations

from typing import TypeAlias

from tipover.board.geometry import Point, Segment, holds, is_point
from tipover.board.grid import Grid
from tipover.board.mask import BIT, Mask, Square

Opening: TypeAlias = Segment | Point


def opening_between(grid: Grid, one: Square, other: Square) -> Opening | None:
    """The border piece (side by side) or corner point (diagonal) between two neighbours; None if they are not."""
    a, b = grid.centre(one), grid.centre(other)
    across, down = b.x - a.x, b.y - a.y
    if max(abs(across), abs(down)) != 4:
        return None
    x, y = (a.x + b.x) // 2, (a.y + b.y) // 2
    if across and down:
        return Point(x, y)
    return Segment(x, y - 2, x, y + 2) if across else Segment(x - 2, y, x + 2, y)


def _on(piece: Segment, edge: Segment) -> bool:
    """Whether an obstruction lies along a border piece; a mere point on its end is other obstruction (MAP-9)."""
    if is_point(piece) and (piece.x1, piece.y1) in ((edge.x1, edge.y1), (edge.x2, edge.y2)):
        return False
    return holds(edge, piece.x1, piece.y1) and holds(edge, piece.x2, piece.y2)


def _is_one_border(edge: Segment) -> bool:
    """Whether a segment is just the border of one square."""
    x1, y1, x2, y2 = edge
    return x1 % 4 == 0 and y1 % 4 == 0 and (x2 - x1, y2 - y1) in ((4, 0), (0, 4))


def squares_touched(grid: Grid, opening: Opening) -> Mask:
    """The squares a wall piece or Rubble counts as lying in: every one it touches (MAP-9)."""
    if isinstance(opening, Point):
        low, high = (opening.x, opening.y), (opening.x, opening.y)
    else:
        low, high = (opening.x1, opening.y1), (opening.x2, opening.y2)
    mask = 0
    for row in range(max(0, low[1] // 4 - 1), min(grid.rows, high[1] // 4 + 1)):
        for column in range(max(0, low[0] // 4 - 1), min(grid.columns, high[0] // 4 + 1)):
            mask |= BIT[row * grid.columns + column]
    return mask


def why_no_rubble(grid: Grid, opening: Opening, enterable: Mask) -> str:
    """What forbids Rubble there, as a sentence; empty if it may be laid (MAP-9, MAP-3).

    `enterable` are the squares of the bare map outside enclosed areas.
    """
    x, y = (opening.x, opening.y) if isinstance(opening, Point) else (opening.x1, opening.y1)
    if isinstance(opening, Point):
        on_edge = x <= 0 or y <= 0 or x >= 4 * grid.columns or y >= 4 * grid.rows
        if on_edge or x % 4 or y % 4:
            return "Rubble on a point lies where four squares meet."
        beside = squares_touched(grid, opening)
        wall = any(holds(segment, x, y) for segment in grid.segments)
    elif not _is_one_border(opening):
        return "Rubble on a wall lies on the border of one square."
    else:
        if opening.x1 == opening.x2:
            row, left = opening.y1 // 4, opening.x1 // 4
            if not 0 < left < grid.columns:
                return "The map's edge is no wall."
            beside = BIT[left - 1 + row * grid.columns] | BIT[left + row * grid.columns]
        else:
            row, left = opening.y1 // 4, opening.x1 // 4
            if not 0 < row < grid.rows:
                return "The map's edge is no wall."
            beside = BIT[left + (row - 1) * grid.columns] | BIT[left + row * grid.columns]
        wall = any(_on(piece, opening) for piece in grid.pieces)
    if beside & ~enterable:
        return "The border of an enclosed area is no wall."
    if not wall:
        return "There is no wall in that place."
    return ""


def with_rubble(grid: Grid, openings: list[Opening]) -> Grid:
    """The map with these openings: no obstruction there for steps and sight, ends of other pieces stay (MAP-9)."""
    edges = [opening for opening in openings if isinstance(opening, Segment)]
    points = [opening for opening in openings if isinstance(opening, Point)]
    if not edges and not points:
        return grid
    left = [piece for piece in grid.pieces if not any(_on(piece, edge) for edge in edges)]
    return Grid(grid.columns, grid.rows, left, grid.covered, grid.obscured, grid.edge, grid.holes + points)
