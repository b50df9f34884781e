"""Rubble: openings in walls (MAP-9). A grid with Rubble is a new one; the grid of the map is not changed."""

from __future__ import annotations

from typing import Final, TypeAlias

from tipover.board.geometry import Point, Segment, are_parallel, contains, is_point, meet
from tipover.board.grid import MOST_OPENED, Grid
from tipover.board.mask import BIT, SQUARE_OF, Mask, Square, squares_of

Opening: TypeAlias = Segment | Point

# Walls are numbered, three for each square: its right border, its lower border, and the corner between the two.
RIGHT: Final = 0
BELOW: Final = 1
CORNER: Final = 2
WALLS_A_SQUARE: Final = 3


def opening_between(grid: Grid, one: Square, other: Square) -> Opening | None:
    """The border (side by side) or corner point (diagonal) between two neighbours; None if they are not neighbours."""
    a, b = grid.centre(one), grid.centre(other)
    across, down = b.x - a.x, b.y - a.y
    if max(abs(across), abs(down)) != 4:
        return None
    x, y = (a.x + b.x) // 2, (a.y + b.y) // 2
    if across and down:
        return Point(x, y)
    return Segment(x, y - 2, x, y + 2) if across else Segment(x - 2, y, x + 2, y)


def wall_number(grid: Grid, one: Square, other: Square) -> int:
    """The number of the border or corner point between two neighbours; -1 if they are not neighbours."""
    across, down = other % grid.columns - one % grid.columns, other // grid.columns - one // grid.columns
    if max(abs(across), abs(down)) != 1:
        return -1
    upper_left = min(one % grid.columns, other % grid.columns) + min(one // grid.columns, other // grid.columns) * grid.columns
    return upper_left * WALLS_A_SQUARE + (CORNER if across and down else RIGHT if across else BELOW)


def wall_between(grid: Grid, number: int) -> tuple[Square, Square]:
    """Two squares on either side of a numbered wall; for a corner, the upper left and the lower right one."""
    square, kind = divmod(number, WALLS_A_SQUARE)
    return SQUARE_OF[square], SQUARE_OF[square + (1 if kind != BELOW else 0) + (grid.columns if kind != RIGHT else 0)]


def wall_opening(grid: Grid, number: int) -> Opening:
    """The border or corner point with a number."""
    opening = opening_between(grid, *wall_between(grid, number))
    assert opening is not None
    return opening


def walls(grid: Grid, enterable: Mask) -> list[int]:
    """The numbers of all walls and corners that can be opened (cached, MAP-2, MAP-9)."""
    known = grid.walls.get(enterable)
    if known is None:
        among = walls(grid.base, enterable) if grid.base is not None else _inner_borders(grid)
        known = [number for number in among if not why_no_rubble(grid, wall_opening(grid, number), enterable)]
        grid.walls[enterable] = known
    return known


def _inner_borders(grid: Grid) -> list[int]:
    """The numbers of all borders and corners in the interior of a map."""
    found: list[int] = []
    for square in range(grid.size):
        right, below = (square + 1) % grid.columns != 0, square + grid.columns < grid.size
        for kind, there in ((RIGHT, right), (BELOW, below), (CORNER, right and below)):
            if there:
                found.append(square * WALLS_A_SQUARE + kind)
    return found


def broken_into(grid: Grid, square: Square, enterable: Mask) -> Mask:
    """The neighbours that a figure moving through walls may step to, in addition to adjacent ones (cached, MAP-9).

    It opens only walls, not obstructions that cover a centre, are inside a square, or border an enclosed area (MAP-2, MAP-3).
    """
    known = grid.broken.get((square, enterable))
    if known is not None:
        return known
    mask = 0
    for other in squares_of(grid.within(square, 1) & enterable & ~grid.steps(square) & ~BIT[square]):
        number = wall_number(grid, square, other)
        if number in walls(grid, enterable) and _is_open(grid, grid.line(square, other), wall_opening(grid, number)):
            mask |= BIT[other]
    grid.broken[(square, enterable)] = mask
    return mask


def _is_open(grid: Grid, line: Segment, opening: Opening) -> bool:
    """Whether a step would be clear if this opening were made."""
    if isinstance(opening, Segment):
        return not any(meet(line, piece) and not _is_on(piece, opening) for piece in grid.pieces)
    x, y = opening
    return all(contains(one, x, y) and (is_point(one) or not are_parallel(line, one)) for one in grid.hits(line))


def opened(grid: Grid, numbers: tuple[int, ...]) -> Grid:
    """The map with Rubble on the walls with these numbers (cached, MAP-9)."""
    if not numbers:
        return grid
    known = grid.opened.get(numbers)
    if known is None:
        if len(grid.opened) >= MOST_OPENED:
            grid.opened.clear()
        known = with_rubble(grid, [wall_opening(grid, number) for number in numbers])
        grid.opened[numbers] = known
    return known


def _is_on(piece: Segment, edge: Segment) -> bool:
    """Whether an obstruction lies on a border; a single point at one end of it does not count (MAP-9)."""
    if is_point(piece) and (piece.x1, piece.y1) in ((edge.x1, edge.y1), (edge.x2, edge.y2)):
        return False
    return contains(edge, piece.x1, piece.y1) and contains(edge, piece.x2, piece.y2)


def _is_one_border(edge: Segment) -> bool:
    """Whether a segment is exactly one side of a square."""
    x1, y1, x2, y2 = edge
    return x1 % 4 == 0 and y1 % 4 == 0 and (x2 - x1, y2 - y1) in ((4, 0), (0, 4))


def squares_touched(grid: Grid, opening: Opening) -> Mask:
    """The squares that a wall or Rubble counts as being in: all that it touches (MAP-9)."""
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
    """Why Rubble cannot be placed there, as a sentence; empty if it can (MAP-9, MAP-3).

    `enterable` are the squares outside enclosed areas on the map without Rubble.
    """
    x, y = (opening.x, opening.y) if isinstance(opening, Point) else (opening.x1, opening.y1)
    if isinstance(opening, Point):
        on_edge = x <= 0 or y <= 0 or x >= 4 * grid.columns or y >= 4 * grid.rows
        if on_edge or x % 4 or y % 4:
            return "Rubble on a point lies where four squares meet."
        beside = squares_touched(grid, opening)
        wall = any(contains(segment, x, y) for segment in grid.segments)
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
        wall = any(_is_on(piece, opening) for piece in grid.pieces)
    if beside & ~enterable:
        return "The border of an enclosed area is no wall."
    if not wall:
        return "There is no wall in that place."
    return ""


def with_rubble(grid: Grid, openings: list[Opening]) -> Grid:
    """The map with these openings, where steps and sight are free; the ends of other obstructions remain (MAP-9)."""
    edges = [opening for opening in openings if isinstance(opening, Segment)]
    points = [opening for opening in openings if isinstance(opening, Point)]
    if not edges and not points:
        return grid
    left = [piece for piece in grid.pieces if not any(_is_on(piece, edge) for edge in edges)]
    broken = Grid(grid.columns, grid.rows, left, grid.covered, grid.obscured, grid.edge, grid.holes + points)
    broken.begin_from(grid)
    return broken
