"""Rubble on pieces and corners, and where it may not lie (MAP-9)."""

from __future__ import annotations

import pytest

from kit.marks import rule
from kit.table import scene
from tipover import ContentError
from tipover.board.draw import draw, read_drawing
from tipover.board.geometry import Point, Segment
from tipover.board.grid import Grid
from tipover.board.mask import BIT, mask_of
from tipover.board.rubble import Opening, opening_between, squares_touched, why_no_rubble, with_rubble
from tipover.engine.phrases.terrain import board

pytestmark = rule("MAP-9")

# A closed vault on c1 and d1, a free wall under b2 and c2, a covered square on d3.
YARD = """
    +---+---+---+---+
    | .   . | .   . |
    +   +   +---+---+
    | .   .   .   . |
    +   +---+---+   +
    | .   .   .   # |
    +---+---+---+---+
"""


def yard(*lines: tuple[int, int, int, int]) -> tuple[Grid, int]:
    """The yard's grid and its squares outside enclosed areas."""
    grid = read_drawing(YARD, [Segment(*line) for line in lines]).grid
    return grid, grid.flood(BIT[0])


def adjacent(grid: Grid, one: str, other: str) -> bool:
    """Whether one step leads from one square to the other."""
    return bool(grid.steps(grid.square(one)) & BIT[grid.square(other)])


@pytest.mark.parametrize(
    ("opening", "said"),
    [
        (Segment(4, 8, 8, 8), ""),
        (Segment(8, 8, 12, 8), ""),
        (Point(8, 8), ""),
        (Point(4, 8), ""),
        (Segment(8, 0, 8, 4), "The border of an enclosed area is no wall."),
        (Segment(8, 4, 12, 4), "The border of an enclosed area is no wall."),
        (Point(8, 4), "The border of an enclosed area is no wall."),
        (Point(12, 8), "The border of an enclosed area is no wall."),
        (Segment(12, 8, 16, 8), "The border of an enclosed area is no wall."),
        (Segment(0, 4, 4, 4), "There is no wall in that place."),
        (Point(4, 4), "There is no wall in that place."),
        (Segment(0, 0, 0, 4), "The map's edge is no wall."),
        (Segment(0, 12, 4, 12), "The map's edge is no wall."),
        (Segment(16, 4, 16, 8), "The map's edge is no wall."),
        (Point(0, 4), "Rubble on a point lies where four squares meet."),
        (Point(8, 12), "Rubble on a point lies where four squares meet."),
        (Point(6, 8), "Rubble on a point lies where four squares meet."),
        (Segment(4, 8, 12, 8), "Rubble on a wall lies on the border of one square."),
        (Segment(5, 8, 9, 8), "Rubble on a wall lies on the border of one square."),
        (Segment(6, 4, 6, 8), "Rubble on a wall lies on the border of one square."),
    ],
)
def test_rubble_is_laid_or_refused_with_a_sentence(opening: Opening, said: str) -> None:
    grid, enterable = yard()
    assert why_no_rubble(grid, opening, enterable) == said


def test_between_neighbours_lies_a_piece_or_a_corner_and_between_others_nothing() -> None:
    grid, _ = yard()
    square = grid.square
    assert opening_between(grid, square("b2"), square("b3")) == Segment(4, 8, 8, 8)
    assert opening_between(grid, square("b3"), square("b2")) == Segment(4, 8, 8, 8)
    assert opening_between(grid, square("a1"), square("b1")) == Segment(4, 0, 4, 4)
    assert opening_between(grid, square("b2"), square("c3")) == Point(8, 8)
    assert opening_between(grid, square("c2"), square("b3")) == Point(8, 8)
    assert opening_between(grid, square("a1"), square("c1")) is None
    assert opening_between(grid, square("a1"), square("a1")) is None


def test_on_a_piece_only_that_piece_is_open() -> None:
    grid, _ = yard()
    opened = with_rubble(grid, [Segment(4, 8, 8, 8)])
    assert adjacent(opened, "b2", "b3")
    assert adjacent(opened, "b2", "a3")
    assert not adjacent(opened, "c2", "c3")
    assert not adjacent(opened, "b2", "c3")
    assert not adjacent(opened, "c2", "b3")
    assert not adjacent(grid, "b2", "b3")


def test_two_pieces_open_the_point_between_them_too() -> None:
    grid, _ = yard()
    opened = with_rubble(grid, [Segment(4, 8, 8, 8), Segment(8, 8, 12, 8)])
    assert adjacent(opened, "b2", "c3")
    assert adjacent(opened, "c2", "b3")


def test_on_a_point_both_diagonals_are_open_and_the_pieces_stay() -> None:
    grid, _ = yard()
    opened = with_rubble(grid, [Point(8, 8)])
    assert adjacent(opened, "b2", "c3")
    assert adjacent(opened, "c2", "b3")
    assert not adjacent(opened, "b2", "b3")
    assert not adjacent(opened, "c2", "c3")


def test_on_a_point_a_line_that_runs_along_the_sight_line_still_blocks() -> None:
    grid, _ = yard((6, 6, 6, 6), (7, 7, 8, 8))
    assert not adjacent(with_rubble(grid, [Point(8, 8)]), "b2", "c3")
    grid, _ = yard((7, 7, 8, 8))
    assert not adjacent(with_rubble(grid, [Point(8, 8)]), "b2", "c3")
    assert adjacent(with_rubble(grid, [Point(8, 8)]), "c2", "b3")


def test_obstruction_that_only_crosses_or_touches_an_opened_piece_stays() -> None:
    grid, _ = yard((6, 7, 6, 9))
    assert not adjacent(with_rubble(grid, [Segment(4, 8, 8, 8)]), "b2", "b3")
    grid, _ = yard((6, 8, 7, 7))
    assert not adjacent(with_rubble(grid, [Segment(4, 8, 8, 8)]), "b2", "b3")


def test_a_speck_on_the_end_of_an_opened_piece_stays_and_one_on_the_piece_goes() -> None:
    grid, _ = yard((4, 8, 4, 8))
    opened = with_rubble(grid, [Segment(4, 8, 8, 8)])
    assert not adjacent(opened, "b2", "a3")
    assert adjacent(opened, "b2", "b3")
    grid, _ = yard((6, 8, 6, 8))
    assert adjacent(with_rubble(grid, [Segment(4, 8, 8, 8)]), "b2", "b3")


def test_part_of_a_border_under_rubble_is_open() -> None:
    grid = read_drawing(" . . ", None).grid.with_lines([Segment(4, 1, 4, 3)])
    assert not adjacent(grid, "a1", "b1")
    assert why_no_rubble(grid, Segment(4, 0, 4, 4), grid.everywhere) == ""
    assert adjacent(with_rubble(grid, [Segment(4, 0, 4, 4)]), "a1", "b1")


def test_the_map_itself_is_never_changed() -> None:
    grid, _ = yard()
    before = draw(grid)
    with_rubble(grid, [Segment(4, 8, 8, 8), Point(8, 8)])
    assert draw(grid) == before
    assert with_rubble(grid, []) is grid
    assert not grid.holes


def test_sight_goes_through_rubble() -> None:
    grid, _ = yard()
    opened = with_rubble(grid, [Segment(8, 8, 12, 8)])
    assert opened.clear(opened.square("c2")) & BIT[opened.square("c3")]
    assert not grid.clear(grid.square("c2")) & BIT[grid.square("c3")]


def test_rubble_counts_as_lying_in_the_squares_it_touches() -> None:
    grid, _ = yard()
    assert grid.names(squares_touched(grid, Point(4, 4))) == ["a1", "b1", "a2", "b2"]
    assert grid.names(squares_touched(grid, Segment(4, 0, 4, 4))) == ["a1", "b1", "a2", "b2"]
    assert grid.names(squares_touched(grid, Segment(4, 8, 8, 8))) == ["a2", "b2", "c2", "a3", "b3", "c3"]
    near = mask_of([s for s in range(grid.size) if grid.within(s, 1) & squares_touched(grid, Point(4, 4))])
    assert grid.names(near) == ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]


def test_a_scene_blames_the_rubble_that_is_wrong() -> None:
    right = {"kind": "Rubble", "between": ["b2", "b3"]}
    drawing = YARD.replace(".", "A", 1)
    assert board(scene(drawing, pieces=[right]).state).pieces != read_drawing(YARD).grid.pieces
    with pytest.raises(ContentError) as error:
        scene(drawing, pieces=[{"kind": "Rubble", "between": ["b1", "c1"]}, right])
    (fault,) = error.value.faults
    assert fault.message == "The border of an enclosed area is no wall. (MAP-9)"
    with pytest.raises(ContentError) as later:
        scene(drawing, pieces=[right, {"kind": "Rubble", "between": ["b1", "c1"]}])
    assert later.value.faults[0].line > fault.line
    with pytest.raises(ContentError, match="b1 and d1 are not neighbours"):
        scene(drawing, pieces=[{"kind": "Rubble", "between": ["b1", "d1"]}])
    with pytest.raises(ContentError, match="Rubble lies between two squares"):
        scene(drawing, pieces=[{"kind": "Rubble", "square": "b1"}])
