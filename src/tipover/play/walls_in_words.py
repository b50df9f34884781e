"""Walls and areas in words: which wall is in the way, and where an area of the map is."""

from __future__ import annotations

from fractions import Fraction

from tipover.board.geometry import Segment, meet
from tipover.board.grid import Grid
from tipover.board.mask import BIT, NO_SQUARE, Mask, Square, squares_of
from tipover.board.rubble import CORNER, WALLS_A_SQUARE, wall_between
from tipover.engine.core.language import NoNames, Printer
from tipover.engine.core.reason import Reason
from tipover.engine.core.said import ListPart, Said, SquarePart, say, squares_part
from tipover.engine.core.state import State
from tipover.engine.queries.board import board

MOST_WALLS_NAMED = 3


class SquareNames(NoNames):
    """Names the squares of a grid only, for phrases about the map."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid  # The grid whose squares are named.

    def square(self, square: Square) -> str:
        """A square: `c4`."""
        return self.grid.name(square)


def walls_said(state: State, reason: Reason) -> Said | None:
    """`In the way: the wall between d6 and d7.`: the walls of a reason; None if it has none."""
    if not reason.walls or len(reason.squares) < 2:
        return None
    start, end = reason.squares[:2]
    grid = board(state)
    walls = tuple(dict.fromkeys(wall_said(grid, wall, start, end) for wall in reason.walls))
    key = "wall.in_the_way" if len(walls) <= MOST_WALLS_NAMED else "wall.in_the_way_and_others"
    return say(key, walls=ListPart(walls[:MOST_WALLS_NAMED]))


def wall_said(grid: Grid, wall: Segment, start: Square = NO_SQUARE, end: Square = NO_SQUARE) -> Said:
    """`the wall between d6 and d7`: the part of a wall that the line between two squares meets, otherwise the whole wall."""
    x1, y1, x2, y2 = wall
    upright, level = x1 == x2 and x1 % 4 == 0, y1 == y2 and y1 % 4 == 0
    if not upright and not level:
        return say("wall.inside", square=SquarePart(square_at(grid, Fraction(x1 + x2, 2), Fraction(y1 + y2, 2))))
    point = meeting(grid.line(start, end), wall) if start >= 0 and end >= 0 else None
    if point is None:
        return _whole(grid, wall)
    x, y = point
    if x % 4 == 0 and y % 4 == 0:
        return _corner(grid, int(x) // 4, int(y) // 4, (int(x), int(y)) in ((x1, y1), (x2, y2)))
    column, row = int(x) // 4, int(y) // 4
    return _between(grid, (column - 1, row), (column, row)) if upright else _between(grid, (column, row - 1), (column, row))


def meeting(line: Segment, wall: Segment) -> tuple[Fraction, Fraction] | None:
    """The single point where two segments meet; None if they do not meet or share more than one point."""
    ax, ay, bx, by = line
    cx, cy, dx, dy = wall
    across = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
    if not meet(line, wall) or not across:
        return None
    along = Fraction((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx), across)
    return ax + along * (bx - ax), ay + along * (by - ay)


def square_at(grid: Grid, x: Fraction, y: Fraction) -> Square:
    """The square that contains a point, given in quarters of a square."""
    return grid.at(min(int(x) // 4, grid.columns - 1), min(int(y) // 4, grid.rows - 1))


def _corner(grid: Grid, column: int, row: int, is_end: bool) -> Said:
    around = [(c, r) for r in (row - 1, row) for c in (column - 1, column) if 0 <= c < grid.columns and 0 <= r < grid.rows]
    squares = [grid.at(c, r) for c, r in around]
    covered = [square for square in squares if grid.covered & BIT[square]]
    if covered:
        return say("wall.corner_of_covered", square=SquarePart(covered[0]))
    return say("wall.end_at_corner" if is_end else "wall.at_corner", squares=squares_part(squares))


def _between(grid: Grid, one: tuple[int, int], other: tuple[int, int]) -> Said:
    squares = [grid.at(c, r) for c, r in (one, other) if 0 <= c < grid.columns and 0 <= r < grid.rows]
    covered = [square for square in squares if grid.covered & BIT[square]]
    if covered:
        return say("wall.edge_of_covered", square=SquarePart(covered[0]))
    return say("wall.between", squares=squares_part(squares, "and"))


def _whole(grid: Grid, wall: Segment) -> Said:
    """A whole wall along borders, by all squares next to it."""
    x1, y1, x2, y2 = wall
    if x1 == x2 and y1 == y2:
        return _corner(grid, x1 // 4, y1 // 4, True)
    if x1 == x2:
        ends = [min(y1, y2) // 4, (max(y1, y2) - 1) // 4]
        beside = [[grid.at(c, r) for r in ends] for c in (x1 // 4 - 1, x1 // 4)]
    else:
        ends = [min(x1, x2) // 4, (max(x1, x2) - 1) // 4]
        beside = [[grid.at(c, r) for c in ends] for r in (y1 // 4 - 1, y1 // 4)]
    return say("wall.between", squares=ListPart(tuple(squares_part(tuple(dict.fromkeys(pair)), "range") for pair in beside), "and"))


def beside_wall(grid: Grid, number: int) -> list[str]:
    """The two squares on both sides of a wall piece; for a corner the upper left and the lower right one."""
    return [grid.name(square) for square in wall_between(grid, number)]


def numbered_wall(grid: Grid, number: int) -> Said:
    """`the wall between b1 and c1`, or the corner."""
    key = "wall.corner_between" if number % WALLS_A_SQUARE == CORNER else "wall.between"
    return say(key, squares=squares_part(wall_between(grid, number), "and"))


def area_words(grid: Grid, mask: Mask) -> str:
    """`area_said` in English."""
    return Printer(SquareNames(grid)).text(area_said(grid, mask))


def area_said(grid: Grid, mask: Mask) -> Said:
    """Where an area is: `the lower left corner, a10 to c12`."""
    squares = squares_of(mask)
    if not squares:
        return say("area.none")
    columns = [square % grid.columns for square in squares]
    rows = [square // grid.columns for square in squares]
    up, down = min(rows) == 0, max(rows) == grid.rows - 1
    left, right = min(columns) == 0, max(columns) == grid.columns - 1
    tall = "upper" if up and not down else "lower" if down and not up else ""
    wide = "left" if left and not right else "right" if right and not left else ""
    where = "_".join(word for word in (tall, wide) if word) or "middle"
    corner = grid.at(min(columns), min(rows))
    last = grid.at(max(columns), max(rows))
    return say("area.place", where=say(f"area.{where}"), first=SquarePart(corner), last=SquarePart(last))
