"""Walls and areas in words: where one stands in the way, and where an area of the map lies."""

from __future__ import annotations

from fractions import Fraction

from tipover.board.geometry import Segment, meet
from tipover.board.grid import Grid
from tipover.board.mask import BIT, Mask, Square, squares_of
from tipover.board.rubble import CORNER, WALLS_A_SQUARE, wall_between
from tipover.engine import field
from tipover.engine.reason import Reason
from tipover.engine.state import State

MOST_WALLS_TOLD = 3


def reason_words(state: State, reason: Reason) -> str:
    """A reason's sentence, with its walls in words."""
    if not reason.walls or len(reason.squares) < 2:
        return reason.sentence
    start, end = reason.squares[:2]
    grid = field.board(state)
    told = list(dict.fromkeys(wall_words(grid, wall, start, end) for wall in reason.walls))
    more = "" if len(told) <= MOST_WALLS_TOLD else " and others"
    return f"{reason.sentence} In the way: {', '.join(told[:MOST_WALLS_TOLD])}{more}."


def wall_words(grid: Grid, wall: Segment, start: Square = -1, end: Square = -1) -> str:
    """`the wall between d6 and d7`: that part of a wall which the line between two squares meets, else all of it."""
    x1, y1, x2, y2 = wall
    upright, level = x1 == x2 and x1 % 4 == 0, y1 == y2 and y1 % 4 == 0
    if not upright and not level:
        return f"a line inside {grid.name(square_at(grid, Fraction(x1 + x2, 2), Fraction(y1 + y2, 2)))}"
    point = meeting(grid.line(start, end), wall) if start >= 0 and end >= 0 else None
    if point is None:
        return _whole(grid, wall)
    x, y = point
    if x % 4 == 0 and y % 4 == 0:
        return _corner(grid, int(x) // 4, int(y) // 4, (int(x), int(y)) in ((x1, y1), (x2, y2)))
    column, row = int(x) // 4, int(y) // 4
    return _between(grid, (column - 1, row), (column, row)) if upright else _between(grid, (column, row - 1), (column, row))


def meeting(line: Segment, wall: Segment) -> tuple[Fraction, Fraction] | None:
    """The one point in which two segments meet; None if they do not, or in more than one."""
    ax, ay, bx, by = line
    cx, cy, dx, dy = wall
    across = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
    if not meet(line, wall) or not across:
        return None
    along = Fraction((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx), across)
    return ax + along * (bx - ax), ay + along * (by - ay)


def square_at(grid: Grid, x: Fraction, y: Fraction) -> Square:
    """The square a point lies in, in quarters of a square."""
    return min(int(x) // 4, grid.columns - 1) + min(int(y) // 4, grid.rows - 1) * grid.columns


def _corner(grid: Grid, column: int, row: int, is_end: bool) -> str:
    around = [(c, r) for r in (row - 1, row) for c in (column - 1, column) if 0 <= c < grid.columns and 0 <= r < grid.rows]
    squares = [c + r * grid.columns for c, r in around]
    covered = [grid.name(square) for square in squares if grid.covered & BIT[square]]
    if covered:
        return f"the corner of covered {covered[0]}"
    return f"the wall{chr(39) + 's end' if is_end else ''} at the corner of {', '.join(grid.name(square) for square in squares)}"


def _between(grid: Grid, one: tuple[int, int], other: tuple[int, int]) -> str:
    squares = [c + r * grid.columns for c, r in (one, other) if 0 <= c < grid.columns and 0 <= r < grid.rows]
    covered = [grid.name(square) for square in squares if grid.covered & BIT[square]]
    if covered:
        return f"the edge of covered {covered[0]}"
    return f"the wall between {' and '.join(grid.name(square) for square in squares)}"


def _whole(grid: Grid, wall: Segment) -> str:
    """A wall along borders by all the squares beside it."""
    x1, y1, x2, y2 = wall
    if x1 == x2 and y1 == y2:
        return _corner(grid, x1 // 4, y1 // 4, True)
    if x1 == x2:
        ends = [min(y1, y2) // 4, (max(y1, y2) - 1) // 4]
        beside = [[c + r * grid.columns for r in ends] for c in (x1 // 4 - 1, x1 // 4)]
    else:
        ends = [min(x1, x2) // 4, (max(x1, x2) - 1) // 4]
        beside = [[c + r * grid.columns for c in ends] for r in (y1 // 4 - 1, y1 // 4)]
    told = ["–".join(dict.fromkeys(grid.name(square) for square in pair)) for pair in beside]
    return f"the wall between {' and '.join(told)}"


def beside_wall(grid: Grid, number: int) -> list[str]:
    """The two squares a piece of wall lies between; of a corner the upper left one and the lower right one."""
    return [grid.name(square) for square in wall_between(grid, number)]


def numbered_wall(grid: Grid, number: int) -> str:
    """`the wall between b1 and c1`, or the corner."""
    return f"the {'corner' if number % WALLS_A_SQUARE == CORNER else 'wall'} between {' and '.join(beside_wall(grid, number))}"


def area_words(grid: Grid, mask: Mask) -> str:
    """Where an area lies: `the lower left corner, a10 to c12`."""
    squares = squares_of(mask)
    if not squares:
        return "no area of its own"
    columns = [square % grid.columns for square in squares]
    rows = [square // grid.columns for square in squares]
    up, down = min(rows) == 0, max(rows) == grid.rows - 1
    left, right = min(columns) == 0, max(columns) == grid.columns - 1
    tall = "upper" if up and not down else "lower" if down and not up else ""
    wide = "left" if left and not right else "right" if right and not left else ""
    where = f"the {tall} {wide} corner" if tall and wide else f"the {tall or wide} edge" if tall or wide else "the middle"
    corner = min(columns) + min(rows) * grid.columns
    return f"{where}, {grid.name(corner)} to {grid.name(max(columns) + max(rows) * grid.columns)}"
