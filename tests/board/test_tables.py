"""The tables of a map against what they stand for: what hides squares, who is near, how far a goal is, the one way of a move."""

from __future__ import annotations

import random

import pytest

from kit.marks import rule
from tipover.board.draw import read_drawing
from tipover.board.geometry import Segment
from tipover.board.grid import ADJACENT, ITSELF, NEAR_BITS, NEAR_STEPS, Grid
from tipover.board.mask import BIT, Square, mask_of, squares_of
from tipover.board.movement import Course

ROOMS = """
+---+---+---+---+---+---+
| .   .   . | .   .   . |
+   +---+   +   +   +   +
| .   . | .   .   .   . |
+   +   +---+   +---+   +
| .   .   .   #   .   . |
+---+   +   +   +   +   +
| .   .   .   .   . | . |
+---+---+---+---+---+---+
"""


def drawn_at_random(draws: random.Random) -> Grid:
    """A map of any size with lines of every kind: along borders, slanting, through centres, specks."""
    columns, rows = draws.randrange(1, 17), draws.randrange(1, 17)
    lines: list[Segment] = []
    for _ in range(draws.randrange(8)):
        x1, y1 = draws.randrange(4 * columns + 1), draws.randrange(4 * rows + 1)
        x2, y2 = draws.randrange(4 * columns + 1), draws.randrange(4 * rows + 1)
        kind = draws.randrange(4)
        lines.append(Segment(x1, y1, x1 if kind in (0, 3) else x2, y1 if kind in (1, 3) else y2))
    return Grid(columns, rows, lines, mask_of(square for square in map(Square, range(columns * rows)) if not draws.randrange(12)))


@rule("SEE-1", "MAP-5")
@pytest.mark.parametrize("seed", range(12))
def test_a_square_is_clear_if_its_line_meets_no_obstruction(seed: int) -> None:
    draws = random.Random(seed)
    grid = drawn_at_random(draws)
    for viewer in draws.sample(range(grid.size), min(10, grid.size)):
        open_lines = [
            other
            for other in range(grid.size)
            if other == viewer or (not grid.closed & (BIT[other] | BIT[viewer]) and not grid.hits(grid.line(viewer, other)))
        ]
        assert squares_of(grid.clear(viewer)) == open_lines, grid.name(viewer)


@rule("SEE-1", "MAP-5")
def test_lines_that_hardly_slant_hide_what_their_lines_meet_to_the_farthest_corner() -> None:
    for line in (Segment(0, 63, 64, 64), Segment(64, 1, 0, 0), Segment(0, 0, 1, 64), Segment(63, 64, 64, 0), Segment(3, 61, 64, 62)):
        grid = Grid(16, 16, [line])
        for viewer in (0, 15, 240, 255, 100):
            open_lines = [other for other in range(grid.size) if other == viewer or not grid.hits(grid.line(viewer, other))]
            assert squares_of(grid.clear(viewer)) == open_lines, (line, grid.name(viewer))


@rule("SEE-2", "SEE-4")
@pytest.mark.parametrize(("columns", "rows"), [(1, 5), (6, 1), (4, 7), (16, 16), (10, 12)])
def test_a_shadow_is_every_square_whose_line_crosses_the_blocker(columns: int, rows: int) -> None:
    grid = Grid(columns, rows, [])
    draws = random.Random(columns)
    for viewer in draws.sample(range(grid.size), min(6, grid.size)):
        behind: dict[Square, list[Square]] = {}
        for other in range(grid.size):
            for blocker in grid.crossings(viewer, other):
                behind.setdefault(blocker, []).append(other)
        for blocker in range(grid.size):
            if blocker != viewer:
                assert squares_of(grid.shadow(viewer, blocker)) == behind.get(blocker, []), (grid.name(viewer), grid.name(blocker))


@rule("DST-1")
@pytest.mark.parametrize("seed", range(6))
def test_rings_and_distances_count_from_the_nearest_square_of_a_goal(seed: int) -> None:
    draws = random.Random(seed)
    grid = Grid(draws.randrange(1, 17), draws.randrange(1, 17), [])
    goal = draws.sample(range(grid.size), draws.randrange(1, min(5, grid.size + 1)))
    nearest = [min(grid.distance(square, one) for one in goal) for square in range(grid.size)]
    assert grid.distances(mask_of(goal)) == nearest
    rings = grid.rings(mask_of(goal))
    assert len(rings) == max(nearest) + 1
    for far, ring in enumerate(rings):
        assert squares_of(ring) == [square for square in range(grid.size) if nearest[square] <= far]
        assert far >= 15 or all(grid.within(one, far) & ~ring == 0 for one in goal)


@rule("MOV-1")
def test_small_masks_have_a_bit_for_each_square_that_two_steps_reach_and_none_for_others() -> None:
    grid = read_drawing(ROOMS).grid
    for square in range(grid.size):
        near = grid.near(square)
        bits = {other: near[other] for other in range(grid.size) if near[other]}
        assert set(bits) == set(squares_of(grid.walked(square, NEAR_STEPS)))
        assert len(set(bits.values())) == len(bits)
        assert all(bit.bit_count() == 1 and bit < 1 << NEAR_BITS for bit in bits.values())
        assert {other for other, bit in bits.items() if bit & ADJACENT} == set(squares_of(grid.steps(square)))
        assert near[square] == ITSELF
        assert not any(near[place] for place in range(-1, -20, -1))  # places off the map are numbers below 0


@rule("MOV-10")
@pytest.mark.parametrize("seed", range(8))
def test_the_way_to_an_end_is_the_first_of_all_ways(seed: int) -> None:
    draws = random.Random(seed)
    grid = read_drawing(ROOMS).grid
    free = grid.everywhere & ~grid.closed
    start = draws.choice(squares_of(free))
    others = mask_of(draws.sample(squares_of(free & ~BIT[start]), 4))
    course = Course(grid, start, draws.randrange(1, 5), free & ~others, free & ~others, free)
    course.straight = seed % 4 == 1
    if seed % 4 == 2:
        course.toward = BIT[draws.choice(squares_of(free))]
    if seed % 4 == 3:
        course.away = BIT[draws.choice(squares_of(free))]
    ways = course.ways({})
    for end in range(grid.size):
        assert course.way(end) == (ways[end][0] if end in ways else ()), grid.name(end)
    assert course.way(start) == ()
