"""What a map keeps of its changed copies is bounded for all of them together, and never taken for another copy's."""

from __future__ import annotations

import random

import pytest

from tipover.board.geometry import Segment
from tipover.board.grid import MOST_FOGGED, MOST_OPENED, Grid
from tipover.board.mask import BIT, Mask, Square, mask_of
from tipover.board.rubble import opened, walls
from tipover.board.sight import MOST_SEEN, seen_from
from tipover.compiled import running

WALLS = [Segment(x, y, x + 4, y) for x in range(8, 32, 8) for y in range(8, 40, 8)]


def hall() -> Grid:
    return Grid(10, 10, WALLS)


def some(draws: random.Random, number: int) -> Mask:
    return mask_of([Square(draws.randrange(100)) for _ in range(number)])


def test_what_is_seen_on_all_copies_of_a_map_has_one_bound() -> None:
    grid, draws = hall(), random.Random(1)
    copies = [grid, *(grid.with_obscured(BIT[k]) for k in range(3)), *(opened(grid, (wall,)) for wall in walls(grid, grid.everywhere)[:3])]
    copies += [copy.with_obscured(BIT[50]) for copy in copies[1:]]
    most = 0
    for k in range(2 * MOST_SEEN):
        copy = copies[k % len(copies)]
        seen_from(copy, Square(draws.randrange(100)), some(draws, 6))
        most = max(most, len({id(one.seen_past): one for one in copies}) * len(copy.seen_past))
    assert MOST_SEEN // 2 < most <= MOST_SEEN


def test_what_is_seen_on_one_copy_is_not_taken_for_another() -> None:
    grid, draws = hall(), random.Random(2)
    for _ in range(300):
        fog, viewer, blockers = some(draws, 4), Square(0), BIT[draws.choice((2, 12, 22))]  # the same past different fog
        kept = seen_from(grid.with_obscured(fog), viewer, blockers)
        assert kept == seen_from(Grid(10, 10, WALLS, obscured=fog), viewer, blockers)


def test_copies_of_copies_are_bounded_too() -> None:
    grid = hall()
    numbers = walls(grid, grid.everywhere)
    assert len(numbers) >= 8
    for first in range(8):
        for square in range(100):
            opened(grid, (numbers[first],)).with_obscured(BIT[square] | BIT[first])
            grid.with_obscured(BIT[square] | BIT[first])
        assert len(grid._fogged) <= MOST_FOGGED
    assert opened(grid, (numbers[0],))._fogged is grid._fogged
    for k in range(2 * MOST_OPENED):
        opened(grid, (numbers[k % 8], numbers[k // 8 % 8], numbers[k // 64 % 8]))
    assert len(grid.opened) <= MOST_OPENED


@pytest.mark.skipif(running() == "compiled", reason="a compiled class has no subclass")
def test_two_threads_at_one_square_leave_the_right_distances() -> None:
    """Another thread that asks the same while the first one computes it is played by the question for a square's neighbours."""

    class Interrupted(Grid):
        asked = False

        def steps(self, square: Square) -> Mask:
            if not self.asked:
                self.asked = True
                self.walked(Square(0), 3)
            return super().steps(square)

    grid, plain = Interrupted(10, 10, WALLS), hall()
    for steps in (2, 1, 3, 4, 5):
        assert grid.walked(Square(0), steps) == plain.walked(Square(0), steps)
