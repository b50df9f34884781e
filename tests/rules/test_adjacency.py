"""ADJ: adjacency, shown by what can be challenged and interacted with."""

from __future__ import annotations

from kit.marks import rule
from kit.table import answers, scene
from kit.terrain import asked
from kit.texts import tried
from tipover import why_not
from tipover.board.geometry import Segment

# Z in the open, Y behind an obstructed border, X across an obstructed corner (the picture in the books).
PICTURE = """
    +---+---+---+
    | x   .   z |
    +---+   +   +
    | y | A   . |
    +   +   +   +
    | .   .   w |
    +---+---+---+
"""


@rule("ADJ-1")
def test_z_in_the_open_is_adjacent() -> None:
    game = scene(PICTURE)
    assert game.allows("A: challenge z")
    assert game.allows("A: challenge w")


@rule("ADJ-1")
def test_y_behind_an_obstructed_border_is_not_adjacent() -> None:
    game = scene(PICTURE)
    assert game.refused("A: challenge y") == ["CHA-2", "ADJ-1"]
    assert why_not(game.state, "A: challenge y")[1].walls == (Segment(4, 4, 4, 8),)


@rule("ADJ-1")
def test_the_basic_character_across_an_obstructed_corner_is_not_adjacent() -> None:
    game = scene(PICTURE)
    assert game.refused("A: challenge x") == ["CHA-2", "ADJ-1"]


@rule("ADJ-1")
def test_the_eight_squares_around_are_adjacent_in_the_open_and_no_others() -> None:
    game = scene("""
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
    grid = game.state.setup.grid
    assert set(grid.names(grid.steps(grid.square("c3")))) == answers("""
        +---+---+---+---+---+
        | .   .   .   .   . |
        +   +   +   +   +   +
        | .   x   x   x   . |
        +   +   +   +   +   +
        | .   x   .   x   . |
        +   +   +   +   +   +
        | .   x   x   x   . |
        +   +   +   +   +   +
        | .   .   .   .   . |
        +---+---+---+---+---+
    """)


@rule("ADJ-1")
def test_two_squares_away_is_not_adjacent() -> None:
    assert scene(" A . z ").refused("A: challenge z") == ["CHA-2", "ADJ-1"]


@rule("ADJ-1", "SEE-7")
def test_a_neighbour_in_obscured_ground_is_adjacent() -> None:
    assert scene(" A ~z ").allows("A: challenge z")
    assert scene(" ~A z ").allows("A: challenge z")


@rule("ADJ-2")
def test_a_figure_is_adjacent_to_its_own_square_and_the_markers_in_it() -> None:
    game = scene(" A . z ", points={"C": "a1"})
    assert game.allows("A: interact C")
    game.play("A: interact C")
    assert game["sides.light.points"] == 1
    tokens = "Coin a1 light, Coin b1 light, Coin c1 light"
    assert asked(tried("Remove an adjacent Coin token.", " A . . z ", tokens)) == {"Coin a1", "Coin b1"}


@rule("ADJ-2")
def test_a_figure_is_never_adjacent_to_itself() -> None:
    game = scene(" A B z ")
    fallen = tried("Knock each adjacent character down.", " A B z ")
    assert [fallen[f"{mark}.down"] for mark in "ABz"] == [False, True, False]
    assert game.refused("A: challenge A") == ["CHA-1"]
    assert game.refused("A: assist A") == ["ACT-3"]


@rule("ADJ-3")
def test_markers_are_adjacent_as_figures_are() -> None:
    drawing = """
        +---+---+---+
        | .   .   . |
        +---+   +   +
        | . | A   . |
        +   +   +   +
        | .   .   . |
        +---+---+---+
    """
    near = scene(drawing, points={"A": "c1", "B": "a2", "C": "a1", "D": "a3"})
    assert near.allows("A: interact A")
    assert near.refused("A: interact B") == ["PTS-1", "ADJ-1"]
    assert near.refused("A: interact C") == ["PTS-1", "ADJ-1"]
    assert near.refused("A: interact D") == ["PTS-1", "ADJ-1"]


@rule("ADJ-3", "ACT-6")
def test_a_rival_on_the_marker_does_not_make_it_less_adjacent() -> None:
    game = scene(" A z . ", points={"A": "b1"})
    game.play("A: interact A")
    assert game["sides.light.points"] == 1
