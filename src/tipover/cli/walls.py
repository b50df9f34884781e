"""Walls in words: where one stands in the way, the lines inside squares that no drawing shows, and areas of the map."""

from __future__ import annotations

from fractions import Fraction

from tipover.board.geometry import Segment, meet
from tipover.board.grid import Grid
from tipover.board.mask import BIT, Mask, Square, squares_of
from tipover.board.rubble import wall_between
from tipover.engine import field
from tipover.engine.reason import Reason
from tipover.engine.state import State

MOST_WALLS_TOLD = 3
SAMPLES = 32


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
        return f"a line inside {grid.name(_square_at(grid, Fraction(x1 + x2, 2), Fraction(y1 + y2, 2)))}"
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


def _square_at(grid: Grid, x: Fraction, y: Fraction) -> Square:
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


# -- what no drawing shows -------------------------------------------------------------------------------


def inner_lines(grid: Grid) -> dict[Square, list[Segment]]:
    """Square → the obstructions in it that a drawing of whole borders does not show."""
    found: dict[Square, list[Segment]] = {}
    for piece in grid.pieces:
        if _is_drawn(piece):
            continue
        for square in sorted(_through(grid, piece)):
            found.setdefault(square, []).append(piece)
    return dict(sorted(found.items()))


def _is_drawn(piece: Segment) -> bool:
    x1, y1, x2, y2 = piece
    level = y1 == y2 and y1 % 4 == 0 and x1 % 4 == 0 and abs(x2 - x1) == 4
    return level or (x1 == x2 and x1 % 4 == 0 and y1 % 4 == 0 and abs(y2 - y1) == 4)


def _through(grid: Grid, piece: Segment) -> set[Square]:
    """The squares whose inside a piece passes; one that only runs along a border counts for the square behind it."""
    x1, y1, x2, y2 = piece
    points = [(x1 + Fraction((x2 - x1) * k, SAMPLES), y1 + Fraction((y2 - y1) * k, SAMPLES)) for k in range(SAMPLES + 1)]
    inside = {_square_at(grid, x, y) for x, y in points if x % 4 and y % 4}
    return inside or {_square_at(grid, *points[SAMPLES // 2])}


def inner_words(grid: Grid) -> list[str]:
    """For every square with lines inside it: the steps they block, as `c3: no step to d4`."""
    told: list[str] = []
    for square, lines in inner_lines(grid).items():
        name = grid.name(square)
        if grid.closed & BIT[square]:
            told.append(f"{name}: nobody can stand there")
            continue
        near = squares_of(grid.within(square, 1) & ~BIT[square] & ~grid.closed)
        shut = [grid.name(other) for other in near if any(meet(grid.line(square, other), line) for line in lines)]
        told.append(f"{name}: no step to {', '.join(shut)}" if shut else f"{name}: no step is blocked")
    return told


def shut_off(state: State) -> Mask:
    """The squares that nobody can come to, though they are not covered (MAP-3, MAP-4)."""
    grid = state.setup.grid
    return grid.everywhere & ~state.setup.enterable & ~grid.covered


def on_walls(state: State) -> list[str]:
    """What lies on walls and opens them: `Rubble between b2 and c2` (MAP-9)."""
    grid = state.setup.grid
    broken = [(state.setup.pieces[piece].name, field.wall_of(lies)) for piece, lies in enumerate(state.lies) if lies <= field.ON_WALL]
    return [f"{name} between {' and '.join(grid.name(square) for square in wall_between(grid, number))}" for name, number in broken]


# -- areas -----------------------------------------------------------------------------------------------


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
