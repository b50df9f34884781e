"""Obstructions in quarter squares: lines inside squares, diagonal, through centres, along borders (MAP-4, MAP-5)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.marks import rule
from tipover.board.draw import draw, read_drawing
from tipover.board.geometry import Segment, contains, crossed, in_pieces, joined, meet
from tipover.board.grid import Grid
from tipover.board.mask import BIT

OPEN = """
    +---+---+---+
    | .   .   . |
    +   +   +   +
    | .   .   . |
    +   +   +   +
    | .   .   . |
    +---+---+---+
"""


def with_lines(*lines: tuple[int, int, int, int]) -> Grid:
    """Three by three squares with these lines."""
    return read_drawing(OPEN, [Segment(*line) for line in lines]).grid


def steps(grid: Grid, name: str) -> set[str]:
    """The squares one step away from a square."""
    return set(grid.names(grid.steps(grid.square(name))))


AROUND = {"a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3"}


@pytest.mark.parametrize(
    ("line", "lost"),
    [
        ((5, 5, 5, 7), {"a1", "a2", "a3"}),  # upright beside the centre, from diagonal to diagonal
        ((5, 5, 5, 5), {"a1"}),  # a speck on the diagonal
        ((5, 5, 7, 5), {"a1", "b1", "c1"}),  # level above the centre, from diagonal to diagonal
        ((5, 7, 7, 5), AROUND),  # diagonal through the centre
        ((4, 4, 5, 5), {"a1"}),  # diagonal, from the corner
        ((4, 6, 6, 4), {"a1", "b1", "a2"}),  # diagonal across a corner, border to border
        ((4, 5, 4, 7), {"a2"}),  # part of a border
        ((4, 4, 4, 8), {"a1", "a2", "a3"}),  # a whole border, ends and all
        ((4, 4, 4, 5), {"a1"}),  # a border's end
        ((4, 5, 4, 5), set()),  # a speck on a border that no step meets
        ((4, 6, 4, 6), {"a2"}),  # a speck in a border's middle
        ((6, 6, 6, 6), AROUND),  # a speck on the centre
        ((6, 6, 7, 6), AROUND),  # from the centre
        ((5, 6, 7, 6), AROUND),  # through the centre
    ],
)
@rule("MAP-5")
def test_a_line_stops_exactly_the_steps_it_touches(line: tuple[int, int, int, int], lost: set[str]) -> None:
    assert steps(with_lines(line), "b2") == AROUND - lost


@rule("MAP-4")
@pytest.mark.parametrize(
    ("line", "closed"),
    [
        ((5, 5, 7, 7), ["b2"]),
        ((6, 6, 6, 6), ["b2"]),
        ((0, 0, 12, 12), ["a1", "b2", "c3"]),
        ((2, 0, 2, 12), ["a1", "a2", "a3"]),
        ((5, 5, 7, 6), []),
        ((4, 4, 8, 4), []),
        ((0, 6, 6, 6), ["a2", "b2"]),
        ((6, 7, 6, 12), ["b3"]),
    ],
)
def test_a_line_over_a_centre_closes_the_square(line: tuple[int, int, int, int], closed: list[str]) -> None:
    grid = with_lines(line)
    assert grid.names(grid.closed) == closed
    assert with_lines((line[2], line[3], line[0], line[1])).closed == grid.closed


def test_a_line_along_borders_is_the_same_as_drawn_walls() -> None:
    drawn = read_drawing("""
        +---+---+---+
        | .   . | . |
        +   +   +   +
        | .   . | . |
        +---+---+   +
        | .   .   . |
        +---+---+---+
    """).grid
    lined = with_lines((8, 8, 8, 0), (0, 8, 8, 8))
    assert sorted(lined.pieces) == sorted(drawn.pieces)
    assert draw(lined) == draw(drawn)


def test_lines_beside_the_borders_are_not_drawn() -> None:
    assert draw(with_lines((1, 1, 3, 3), (4, 1, 4, 3))) == draw(with_lines())


def test_a_longer_line_on_a_border_is_cut_at_the_corners() -> None:
    assert in_pieces(Segment(4, 10, 4, 1)) == [Segment(4, 1, 4, 4), Segment(4, 4, 4, 8), Segment(4, 8, 4, 10)]
    assert in_pieces(Segment(1, 8, 5, 8)) == [Segment(1, 8, 4, 8), Segment(4, 8, 5, 8)]
    assert in_pieces(Segment(3, 0, 3, 9)) == [Segment(3, 0, 3, 9)]


def test_touching_pieces_on_one_line_are_joined_again() -> None:
    whole = Segment(4, 0, 4, 12)
    assert joined(in_pieces(whole)) == [whole]
    assert joined([Segment(4, 0, 4, 4), Segment(4, 8, 4, 12)]) == [Segment(4, 0, 4, 4), Segment(4, 8, 4, 12)]


# ---------------------------------------------------------------- the arithmetic itself

points = st.integers(-6, 18)
segments = st.builds(Segment, points, points, points, points)


@rule("MAP-5")
@given(segments, segments)
def test_whether_two_segments_meet_is_the_same_from_either(one: Segment, other: Segment) -> None:
    turned = Segment(other.x2, other.y2, other.x1, other.y1)
    assert meet(one, other) == meet(other, one) == meet(one, turned)


@rule("MAP-5")
@given(segments, st.integers(0, 12), points, points)
def test_a_segment_through_a_point_of_another_meets_it(one: Segment, share: int, x: int, y: int) -> None:
    at = Fraction(share, 12)
    px, py = one.x1 + at * (one.x2 - one.x1), one.y1 + at * (one.y2 - one.y1)
    if px.denominator == py.denominator == 1:
        assert contains(one, int(px), int(py))
        assert meet(one, Segment(int(px), int(py), x, y))


@given(st.integers(-8, 8), st.integers(-8, 8))
def test_a_line_crosses_the_same_squares_both_ways_and_mirrored(across: int, down: int) -> None:
    found = set(crossed(across, down))
    assert (0, 0) not in found
    assert (across, down) not in found
    assert {(across + a, down + b) for a, b in crossed(-across, -down)} == found
    assert {(b, a) for a, b in found} == set(crossed(down, across))


def test_a_diagonal_crosses_only_the_squares_of_the_diagonal() -> None:
    assert crossed(3, 3) == [(1, 1), (2, 2)]
    assert crossed(-3, 3) == [(-1, 1), (-2, 2)]
    assert sorted(crossed(2, 1)) == [(1, 0), (1, 1)]
    assert sorted(crossed(1, 3)) == [(0, 1), (1, 2)]


@given(segments)
def test_tables_are_symmetric(line: Segment) -> None:
    x1, y1, x2, y2 = (max(0, min(12, value)) for value in line)
    grid = with_lines((x1, y1, x2, y2))
    for one in range(grid.size):
        for other in range(grid.size):
            if one != other:
                assert bool(grid.clear(one) & BIT[other]) == bool(grid.clear(other) & BIT[one])
                assert bool(grid.steps(one) & BIT[other]) == bool(grid.steps(other) & BIT[one])
            assert bool(grid.shadow(one, other)) == any(other in grid.crossings(one, far) for far in range(grid.size))
