"""Walls that a drawing of whole borders does not show: lines inside squares, and what lies on walls."""

from __future__ import annotations

from fractions import Fraction

from tipover.board.geometry import Segment, meet
from tipover.board.grid import Grid
from tipover.board.mask import BIT, Mask, Square, squares_of
from tipover.board.rubble import wall_between
from tipover.engine.core import ids as field
from tipover.engine.core.state import State
from tipover.play.walls_in_words import square_at

SAMPLES = 32


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
    inside = {square_at(grid, x, y) for x, y in points if x % 4 and y % 4}
    return inside or {square_at(grid, *points[SAMPLES // 2])}


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
    broken = [(state.setup.pieces[piece].name, field.wall_of(lies)) for piece, lies in enumerate(state.piece_at) if lies <= field.ON_WALL]
    return [f"{name} between {' and '.join(grid.name(square) for square in wall_between(grid, number))}" for name, number in broken]
