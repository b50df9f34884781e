"""How far squares are from each other and from areas, in steps past nobody; computed once for each map."""

from __future__ import annotations

from functools import lru_cache

from tipover.board.grid import Grid
from tipover.board.mask import SQUARE_OF, Square, squares_of


@lru_cache(maxsize=64)
def steps_between(grid: Grid) -> list[list[int]]:
    """The number of steps between all pairs of squares, ignoring figures; 99 if there is no path."""
    table: list[list[int]] = []
    beside = [squares_of(grid.steps(square)) for square in SQUARE_OF[: grid.size]]
    for start in SQUARE_OF[: grid.size]:
        steps = [99] * grid.size
        steps[start] = 0
        edge = [start]
        while edge:
            further: list[Square] = []
            for square in edge:
                for near in beside[square]:
                    if steps[near] == 99:
                        steps[near] = steps[square] + 1
                        further.append(near)
            edge = further
        table.append(steps)
    return table


@lru_cache(maxsize=1024)
def steps_to(grid: Grid, mask: int) -> list[int]:
    """The number of steps from each square to the nearest of some squares."""
    table = steps_between(grid)
    return [min(steps) for steps in zip(*(table[square] for square in squares_of(mask)), strict=True)]
