"""DST: distance, nearest, straight lines."""

from __future__ import annotations

import pytest

from kit.marks import rule
from kit.table import answers, scene, side_number
from tipover import why_not, why_seen
from tipover.board.draw import Drawing, read_drawing
from tipover.board.mask import BIT, Mask, mask_of
from tipover.board.paths import in_line, nearest, straight
from tipover.board.sight import seen_from
from tipover.engine.field import is_adjacent, is_ally, is_rival, seen_by


def marked(drawing: Drawing, marks: str) -> Mask:
    """The squares with one of these marks."""
    return mask_of([square for mark in marks for square in drawing.marks[mark]])


@rule("DST-1")
@pytest.mark.parametrize(("square", "far"), [("a1", 0), ("b1", 1), ("b2", 1), ("c2", 2), ("d3", 3), ("a3", 2), ("d1", 3)])
def test_distance_is_the_longer_of_across_and_down(square: str, far: int) -> None:
    grid = read_drawing("""
        +---+---+---+---+
        | .   .   .   . |
        +   +   +   +   +
        | .   .   .   . |
        +   +   +   +   +
        | .   .   .   . |
        +---+---+---+---+
    """).grid
    assert grid.distance(grid.square("a1"), grid.square(square)) == far
    assert grid.distance(grid.square(square), grid.square("a1")) == far


@rule("DST-1")
def test_walls_covered_squares_and_figures_do_not_lengthen_a_distance() -> None:
    game = scene("""
        +---+---+---+---+
        | A | #   z   . |
        +   +---+---+---+
        | .   .   .   . |
        +---+---+---+---+
    """)
    grid = game.state.setup.grid
    assert grid.distance(grid.square("a1"), grid.square("c1")) == 2
    reasons = why_not(game.state, "A: move d2")
    assert [reason.rule for reason in reasons] == ["MOV-3"]
    assert "d2 is 3 squares away" in reasons[0].sentence


@rule("DST-2")
def test_within_two_is_a_distance_of_at_most_two_seen_or_not() -> None:
    grid = read_drawing("""
        +---+---+---+---+---+
        | .   . | .   .   . |
        +   +   +---+   +   +
        | .   .   #   .   . |
        +---+---+   +   +   +
        | .   .   .   .   . |
        +   +   +   +   +   +
        | .   .   .   .   . |
        +---+---+---+---+---+
    """).grid
    assert set(grid.names(grid.within(grid.square("a1"), 2))) == answers("""
        +---+---+---+---+---+
        | x   x   x   .   . |
        +   +   +   +   +   +
        | x   x   x   .   . |
        +   +   +   +   +   +
        | x   x   x   .   . |
        +   +   +   +   +   +
        | .   .   .   .   . |
        +---+---+---+---+---+
    """)


@rule("DST-3")
def test_the_nearest_is_by_distance_among_those_that_are_seen() -> None:
    drawing = read_drawing("""
        +---+---+---+---+---+
        | . | y   .   .   . |
        +   +   +   +   +   +
        | A   .   .   z   x |
        +---+---+---+---+---+
    """)
    grid, here = drawing.grid, drawing.marks["A"][0]
    seen = seen_from(grid, here, 0)
    assert grid.names(nearest(grid, here, marked(drawing, "xyz"), seen)) == ["d2"]


@rule("DST-3")
def test_placing_nearer_counts_the_unseen_too() -> None:
    drawing = read_drawing("""
        +---+---+---+
        | A | y   z |
        +---+---+---+
    """)
    grid, here = drawing.grid, drawing.marks["A"][0]
    assert grid.names(nearest(grid, here, marked(drawing, "yz"), grid.everywhere)) == ["b1"]
    assert nearest(grid, here, marked(drawing, "yz"), seen_from(grid, here, 0)) == 0


@rule("DST-3")
def test_all_that_are_equally_near_are_left_to_choose_from() -> None:
    drawing = read_drawing("""
        +---+---+---+---+
        | y   .   .   . |
        +   +   +   +   +
        | .   .   A   . |
        +   +   +   +   +
        | z   .   .   . |
        +---+---+---+---+
    """)
    grid, here = drawing.grid, drawing.marks["A"][0]
    assert grid.names(nearest(grid, here, marked(drawing, "yz"), seen_from(grid, here, 0))) == ["a1", "a3"]


@rule("DST-4")
def test_a_straight_line_has_eight_directions_and_a_knights_is_none() -> None:
    drawing = read_drawing("""
        +---+---+---+---+---+
        | .   .   .   .   . |
        +   +   +   +   +   +
        | .   .   .   .   . |
        +   +   +   +   +   +
        | .   .   A   .   . |
        +   +   +   +   +   +
        | .   .   .   .   . |
        +   +   +   +   +   +
        | .   .   .   .   . |
        +---+---+---+---+---+
    """)
    grid, here = drawing.grid, drawing.marks["A"][0]
    rays = answers("""
        +---+---+---+---+---+
        | x   .   x   .   x |
        +   +   +   +   +   +
        | .   x   x   x   . |
        +   +   +   +   +   +
        | x   x   .   x   x |
        +   +   +   +   +   +
        | .   x   x   x   . |
        +   +   +   +   +   +
        | x   .   x   .   x |
        +---+---+---+---+---+
    """)
    assert {grid.name(square) for square in range(grid.size) if in_line(grid, here, square)} == rays
    assert set(grid.names(straight(grid, here, 2, grid.everywhere, grid.everywhere))) == {*rays, "c3"}


@rule("DST-4")
def test_a_straight_move_keeps_its_direction_and_goes_round_nothing() -> None:
    drawing = read_drawing("""
        +---+---+---+---+
        | A   .   z   . |
        +   +   +   +   +
        | .   . | .   . |
        +---+   +   +   +
        | .   .   .   . |
        +---+---+---+---+
    """)
    grid, here = drawing.grid, drawing.marks["A"][0]
    free = grid.everywhere & ~marked(drawing, "z")
    assert set(grid.names(straight(grid, here, 3, free, free))) == {"a1", "b1", "a2", "b2"}


@rule("DST-4")
def test_a_straight_move_may_pass_what_may_be_passed_but_not_stay_there() -> None:
    drawing = read_drawing(" A B . . ")
    grid, here = drawing.grid, drawing.marks["A"][0]
    free = grid.everywhere & ~BIT[drawing.marks["B"][0]]
    assert grid.names(straight(grid, here, 2, grid.everywhere, free)) == ["a1", "c1"]


@rule("DST-5")
def test_within_counts_the_own_square_as_nought() -> None:
    grid = read_drawing(" . . . ").grid
    assert grid.names(grid.within(grid.square("b1"), 0)) == ["b1"]
    assert grid.names(grid.within(grid.square("a1"), 1)) == ["a1", "b1"]


@rule("DST-5")
def test_nobody_is_its_own_ally_or_rival() -> None:
    state = scene(" A B z ").state
    a, b, z = (state.setup.figure(mark) for mark in "ABz")
    assert is_ally(state, a, b)
    assert not is_ally(state, a, a)
    assert is_rival(state, a, z)
    assert not is_rival(state, a, a)


@rule("DST-6")
def test_a_figure_on_the_track_is_adjacent_to_nothing_and_seen_by_nobody() -> None:
    game = scene(
        " A b . ",
        z={"side": "dark"},
        C={"side": "light"},
        sides={"dark": {"track": [[], ["z"]]}, "light": {"track": [["C"]]}},
    )
    state = game.state
    figure = state.setup.figure
    assert not any(is_adjacent(state, figure(mark), figure("z")) for mark in "AbC")
    assert game.refused("A: challenge z") == ["DST-6"]
    assert "DST-6" in game.refused("A: assist C")
    assert "A: challenge z" not in game.options


@rule("DST-6")
def test_a_figure_on_the_track_blocks_no_sight_and_no_square() -> None:
    game = scene(" A . . ", z={"side": "dark"}, sides={"dark": {"track": [["z"]]}})
    assert game.squares(seen_by(game.state, 0, side_number("light"))) == ["a1", "b1", "c1"]
    assert game.allows("A: move c1")
    with pytest.raises(ValueError, match="'z' is no square of this map and no figure on it"):
        why_seen(game.state, "A", "z")
