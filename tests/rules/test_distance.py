"""DST: distance, nearest, straight lines."""

from __future__ import annotations

import pytest

from kit.marks import rule
from kit.table import answers, scene, side_number
from kit.terrain import asked
from kit.texts import tried
from tipover import why_not, why_seen
from tipover.board.draw import read_drawing
from tipover.engine.phrases.terrain import seen_by


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


NEAREST = "Choose the rival nearest to this. Push it 1."


@rule("DST-3")
def test_the_nearest_is_by_distance_among_those_that_are_seen() -> None:
    drawing = """
        +---+---+---+---+---+
        | . | y   .   .   . |
        +   +   +   +   +   +
        | A   .   .   z   x |
        +---+---+---+---+---+
    """
    game = tried(NEAREST, drawing)
    assert asked(game) == {"d2", "e1"}, "Where z may be pushed to: y is nearer, but behind the wall's end."
    game.play("> e1")
    assert game["z.square"] == "e1"


@rule("DST-3", "CDN-4")
def test_placing_nearer_counts_the_unseen_too() -> None:
    drawing = """
        +---+---+---+---+
        | A | .   .   B |
        +---+---+---+---+
    """
    areas = {"start light": ["a1"], "start dark": ["b1"]}
    game = tried("Choose an ally. Place it as near as possible to this.", drawing, areas=areas)
    assert game["B.square"] == "b1", "The square next door, though a wall hides it from A."


@rule("DST-3")
def test_all_that_are_equally_near_are_left_to_choose_from() -> None:
    drawing = """
        +---+---+---+---+
        | y   .   .   . |
        +   +   +   +   +
        | .   .   A   . |
        +   +   +   +   +
        | z   .   .   x |
        +---+---+---+---+
    """
    assert asked(tried(NEAREST, drawing.replace("x", "."))) == {"y", "z"}
    one = tried("Knock the rival nearest to this down.", drawing)
    assert [one[f"{mark}.down"] for mark in "xyz"] == [True, False, False], "x is nearer than both."


@rule("DST-4")
def test_a_straight_line_has_eight_directions_and_a_knights_is_none() -> None:
    game = tried(
        "Move 2 in a straight line.",
        """
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
        """,
    )
    assert asked(game) == answers("""
        +---+---+---+---+---+
        | x   .   x   .   x |
        +   +   +   +   +   +
        | .   x   x   x   . |
        +   +   +   +   +   +
        | x   x   x   x   x |
        +   +   +   +   +   +
        | .   x   x   x   . |
        +   +   +   +   +   +
        | x   .   x   .   x |
        +---+---+---+---+---+
    """)
    assert game.refused("> d1") == ["DST-4"]


@rule("DST-4")
def test_a_straight_move_keeps_its_direction_and_goes_round_nothing() -> None:
    drawing = """
        +---+---+---+---+
        | A   .   z   . |
        +   +   +   +   +
        | .   . | .   . |
        +---+   +   +   +
        | .   .   .   . |
        +---+---+---+---+
    """
    game = tried("Move 3 in a straight line.", drawing)
    assert asked(game) == {"a1", "b1", "a2", "b2"}
    assert "DST-4" in game.refused("> c2")
    assert "DST-4" not in game.refused("> c3"), "c3 lies in a straight line: an obstructed corner is in the way."


@rule("DST-4")
def test_a_straight_move_may_pass_what_may_be_passed_but_not_stay_there() -> None:
    assert asked(tried("Move 2 in a straight line.", " A B . . ")) == {"a1", "c1"}


@rule("DST-5")
def test_within_counts_the_own_square_as_nought() -> None:
    grid = read_drawing(" . . . ").grid
    assert grid.names(grid.within(grid.square("b1"), 0)) == ["b1"]
    assert grid.names(grid.within(grid.square("a1"), 1)) == ["a1", "b1"]


@rule("DST-5")
def test_nobody_is_its_own_ally_or_rival() -> None:
    assert tried("Knock an ally down.", " A B z ")["B.down"] is True
    assert tried("Knock a rival down.", " A B z ")["z.down"] is True
    for word in ("ally", "rival"):
        alone = tried(f"Knock each {word} down.", " A . . ")
        assert alone["A.down"] is False


@rule("DST-6")
def test_a_figure_on_the_track_is_adjacent_to_nothing_and_seen_by_nobody() -> None:
    game = scene(
        " A b . ",
        z={"side": "dark"},
        C={"side": "light"},
        sides={"dark": {"track": [[], ["z"]]}, "light": {"track": [["C"]]}},
    )
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


@rule("DST-4")
def test_on_two_columns_a_straight_move_does_not_turn_at_the_edge() -> None:
    drawing = """
        +---+---+
        | .   . |
        +   +   +
        | .   . |
        +   +   +
        | A   . |
        +---+---+
    """
    assert asked(tried("Move 2 in a straight line.", drawing)) == {"a3", "a2", "a1", "b3", "b2"}
    assert asked(tried("Move 2 in a straight line, through rivals.", drawing.replace("A   .", "A   z"))) == {"a3", "a2", "a1", "b2"}
    blocked = tried("Move 2 in a straight line.", drawing, lines=[[1, 8, 3, 8]])
    assert asked(blocked) == {"a3", "b3", "b2"}, "A line keeps A from a2; up right and then left would lead there."
