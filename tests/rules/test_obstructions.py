"""MAP: squares and obstructions. Rubble is laid on grids read from drawings; its own refusals stand in tests/board."""

from __future__ import annotations

from pathlib import Path

import pytest

from kit.marks import rule
from kit.table import answers, scene, seen_from
from kit.terrain import asked
from kit.texts import tried
from tipover import ContentError, load, read_map, why_not
from tipover.board.draw import DrawingError, read_drawing
from tipover.board.geometry import Point, Segment
from tipover.board.grid import Grid
from tipover.board.mask import Mask, mask_of
from tipover.board.rubble import opening_between, squares_touched, why_no_rubble, with_rubble
from tipover.board.sight import seen_from as seen_on


def grid_of(drawing: str, lines: list[list[int]] | None = None) -> Grid:
    """The grid of a drawing."""
    return read_drawing(drawing, [Segment(*line) for line in lines or []]).grid


def mask(grid: Grid, names: str) -> Mask:
    """The squares named in a line."""
    return mask_of([grid.square(name) for name in names.split()])


def steps(grid: Grid, name: str) -> list[str]:
    """The squares one step away from a square."""
    return grid.names(grid.steps(grid.square(name)))


# ---------------------------------------------------------------- MAP-1 and MAP-2: squares and walls


@rule("MAP-1")
def test_a_map_is_a_rectangle_of_squares_named_from_the_top_left() -> None:
    grid = grid_of("""
        +---+---+---+
        | .   .   . |
        +   +   +   +
        | .   .   . |
        +---+---+---+
    """)
    assert (grid.columns, grid.rows) == (3, 2)
    assert grid.names(grid.everywhere) == ["a1", "b1", "c1", "a2", "b2", "c2"]
    assert grid.square("d1") == grid.square("a3") == -1


@rule("MAP-1")
def test_a_map_with_a_shorter_row_is_refused() -> None:
    with pytest.raises(DrawingError) as error:
        read_drawing("+---+---+\n| .   . |\n+---+---+\n| . |\n+---+")
    assert (error.value.line, error.value.column) == (4, 7)


@rule("MAP-1")
def test_a_square_off_the_map_is_no_place_to_go() -> None:
    game = scene(" A . ")
    with pytest.raises(ValueError, match="a1 to b1"):
        game.refused("A: move c1")


@rule("MAP-1")
def test_a_drawn_object_without_the_line_style_is_nothing() -> None:
    statue = " A o z "
    assert seen_from("A", statue, areas={"Statue": "o"})["c1"]
    game = scene(statue, areas={"Statue": "o"})
    game.play("A: move b1")
    assert game.allows("A: challenge z")


@rule("MAP-2")
def test_a_line_open_to_squares_on_both_sides_is_a_wall() -> None:
    drawing = """
        +---+---+
        | A | . |
        +   +   +
        | .   . |
        +---+---+
    """
    game = scene(drawing)
    assert game.refused("A: move b1") == ["MOV-1", "MOV-3"]
    grid = game.state.setup.grid
    assert steps(grid, "a1") == ["a2"]
    assert steps(grid, "b2") == ["b1", "a2"]
    assert why_no_rubble(grid, Segment(4, 0, 4, 4), grid.everywhere) == ""


@rule("MAP-2", "MOV-1")
def test_the_refusal_of_a_step_through_a_wall_names_the_wall() -> None:
    game = scene("""
        +---+---+
        | A | . |
        +   +   +
        | .   . |
        +---+---+
    """)
    (reason,) = why_not(game.state, "A: move b1 b2")
    assert reason.rule == "MOV-1"
    assert reason.walls == (Segment(4, 0, 4, 4),)


# ---------------------------------------------------------------- MAP-3: enclosed areas

VAULT = """
    +---+---+---+---+
    | A   b | .   . |
    +   +   +---+---+
    | .   .   .   . |
    +---+---+---+---+
"""


@rule("MAP-3")
def test_an_area_closed_by_obstruction_and_the_edge_is_not_entered() -> None:
    game = scene(VAULT)
    assert game.refused("A: move c1") == ["MAP-3"]
    assert game.squares(game.state.setup.enterable) == ["a1", "b1", "a2", "b2", "c2", "d2"]


@rule("MAP-3")
def test_nobody_returns_into_an_enclosed_area_however_near_it_is() -> None:
    game = scene(
        VAULT,
        C={"side": "light"},
        sides={"light": {"track": [["C"]]}},
        areas={"start light": ["b1"], "start dark": ["a1"]},
    )
    game.play("A: end", "b: end")
    assert game.options == ["> a2", "> b2", "> c2"]
    assert game.refused("> c1") == ["MAP-3"]


@rule("MAP-3", "MOV-13")
def test_nothing_is_placed_into_an_enclosed_area() -> None:
    assert asked(tried("Place this within 5.", VAULT)) == {"a1", "a2", "b2", "c2", "d2"}
    refused = tried("Place this within 5.", VAULT).refused("> d1")
    assert "MAP-3" in refused


@rule("MAP-3")
def test_what_is_enclosed_is_judged_from_all_starting_areas() -> None:
    split = """
        +---+---+---+---+---+
        | l   A | b   d | . |
        +---+---+---+---+---+
    """
    areas = {"start light": "l", "start dark": "d"}
    game = scene(split, areas=areas)
    assert game.squares(game.state.setup.enterable) == ["a1", "b1", "c1", "d1"]
    only_light = scene(split.replace("b", ".").replace("d", "."), areas={"start light": "l"})
    assert only_light.squares(only_light.state.setup.enterable) == ["a1", "b1"]


@rule("MAP-3", "SEE-1")
def test_sight_into_an_enclosed_area_is_decided_by_the_line_alone() -> None:
    slit = """
        +---+---+
        | . | . |
        +   +   +
        | .   . |
        +   +---+
        | A   . |
        +---+---+
    """
    game = scene(slit, lines=[[6, 5, 7, 5]])
    assert game.refused("A: move b1") == ["MAP-3"]
    assert seen_from("A", slit, lines=[[6, 5, 7, 5]])["b1"]


@rule("MAP-3", "MAP-9")
def test_the_outline_of_a_closed_area_is_no_wall_and_takes_no_rubble() -> None:
    rubble = {"kind": "Rubble", "between": ["b1", "c1"]}
    with pytest.raises(ContentError, match=r"The border of an enclosed area is no wall\. \(MAP-9\)"):
        scene(VAULT, pieces=[rubble])
    with pytest.raises(ContentError, match="border of an enclosed area"):
        scene(VAULT, pieces=[{"kind": "Rubble", "between": ["b2", "c1"]}])


# ---------------------------------------------------------------- MAP-4 and MAP-5: parts of squares, exactly


@rule("MAP-4", "MOV-2")
def test_a_square_whose_centre_is_covered_cannot_be_entered() -> None:
    boxed = """
        +---+---+
        | A   . |
        +   +   +
        | .   . |
        +---+---+
    """
    assert scene(boxed, lines=[[5, 1, 7, 3]]).refused("A: move b1") == ["MOV-2"]
    assert scene(boxed, lines=[[6, 2, 7, 3]]).refused("A: move b1") == ["MOV-2"]
    assert scene(boxed.replace(".", "#", 1)).refused("A: move b1") == ["MOV-2"]


@rule("MAP-4")
def test_a_square_covered_beside_its_centre_is_usable() -> None:
    boxed = """
        +---+---+
        | A   . |
        +   +   +
        | .   . |
        +---+---+
    """
    game = scene(boxed, lines=[[5, 1, 7, 1], [7, 1, 7, 3]])
    game.play("A: move b1")
    assert game["A.square"] == "b1"


@rule("MAP-4")
def test_nobody_is_drawn_placed_or_brought_back_on_a_covered_centre() -> None:
    with pytest.raises(ContentError, match="A stands on a1, whose centre is covered \\(MAP-4\\)"):
        scene(
            """
            +---+---+
            | A   . |
            +---+---+
        """,
            lines=[[1, 1, 3, 3]],
        )
    game = scene(
        """
        +---+---+---+
        | A   .   . |
        +   +   +   +
        | b   .   . |
        +---+---+---+
    """,
        lines=[[5, 1, 7, 3]],
        C={"side": "light"},
        sides={"light": {"track": [["C"]]}},
        areas={"start light": ["a1", "b1"], "start dark": ["a2"]},
    )
    game.play("A: end", "b: end")
    assert game["C.square"] == "b2"


@rule("MAP-5")
@pytest.mark.parametrize(
    ("line", "seen"),
    [
        ([7, 0, 7, 1], True),  # ends a quarter short of the sight line
        ([7, 0, 7, 2], False),  # ends on it
        ([7, 2, 7, 4], False),
        ([7, 3, 7, 4], True),
        ([7, 1, 8, 2], False),  # slanted, ends on it
        ([7, 0, 8, 1], True),
        ([4, 2, 4, 2], False),  # a speck
        ([4, 3, 4, 3], True),
        ([7, 2, 9, 2], False),  # along it
        ([7, 3, 9, 3], True),
    ],
)
def test_a_touch_of_an_end_point_is_a_hit_and_a_quarter_beside_is_none(line: list[int], seen: bool) -> None:
    drawing = """
        +---+---+---+
        | A   .   . |
        +---+---+---+
    """
    assert seen_from("A", drawing, lines=[line])["c1"] is seen


@rule("MAP-5")
def test_a_slanted_line_hides_exactly_what_lies_behind_it() -> None:
    drawing = """
        +---+---+---+
        | A   .   . |
        +   +   +   +
        | .   .   . |
        +   +   +   +
        | .   .   . |
        +---+---+---+
    """
    seen = seen_from("A", drawing, lines=[[5, 8, 8, 5]])
    assert {square for square, yes in seen.items() if yes} == answers("""
        +---+---+---+
        | x   x   x |
        +   +   +   +
        | x   x   . |
        +   +   +   +
        | x   .   . |
        +---+---+---+
    """)
    shorter = seen_from("A", drawing, lines=[[6, 8, 8, 6]])
    assert {square for square, yes in shorter.items() if yes} == answers("""
        +---+---+---+
        | x   x   x |
        +   +   +   +
        | x   x   x |
        +   +   +   +
        | x   x   . |
        +---+---+---+
    """)


@rule("MAP-5", "MOV-1")
def test_a_line_inside_a_square_stops_the_step_it_meets_and_no_other() -> None:
    drawing = """
        +---+---+
        | A   . |
        +   +   +
        | .   . |
        +---+---+
    """
    grid = grid_of(drawing, [[5, 1, 5, 2]])
    assert steps(grid, "a1") == ["a2", "b2"]
    assert steps(grid, "b1") == ["a2", "b2"]


# ---------------------------------------------------------------- MAP-6 to MAP-8: what a map names, terrain, rows

NAMED = """\
name = "Yard"
drawing = \"\"\"
+---+---+---+---+
| l   .   .   d |
+   +   +   +   +
| l   s   s   d |
+---+---+---+---+
\"\"\"
[areas]
"start light" = "l"
"start dark" = "d"
Scoring = "s"
Lane = [["a1", "a2"], ["b1"]]
[points]
A = "b1"
B = "c1"
"""


@rule("MAP-6")
def test_a_map_names_its_starting_areas_point_squares_and_scenario_areas(tmp_path: Path) -> None:
    file = tmp_path / "yard.toml"
    file.write_text(NAMED)
    card = read_map(file)
    grid = card.grid
    assert [grid.names(card.start(side)) for side in range(4)] == [["a1", "a2"], ["d1", "d2"], [], []]
    assert {letter: grid.name(square) for letter, square in card.points.items()} == {"A": "b1", "B": "c1"}
    assert [grid.names(area) for area in card.areas["Scoring"]] == [["b2", "c2"]]
    assert [grid.names(area) for area in card.areas["Lane"]] == [["a1", "a2"], ["b1"]]


@rule("MAP-6")
def test_a_map_without_starting_areas_or_with_a_fifth_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "yard.toml"
    file.write_text(NAMED.replace('"start light" = "l"\n"start dark" = "d"\n', 'Grass = "l"\nSand = "d"\n'))
    with pytest.raises(ContentError, match="a map names its starting areas"):
        read_map(file)
    file.write_text(NAMED.replace('"start dark"', '"start fifth"'))
    with pytest.raises(ContentError, match="'fifth' is no side"):
        read_map(file)


@rule("MAP-6")
def test_the_sets_maps_have_starting_areas_for_as_many_sides_as_they_say() -> None:
    for card in load().maps:
        assert all(card.start(side) for side in range(max(card.sides))), card.name
        assert not any(card.start(side) for side in range(max(card.sides), 4)), card.name


@rule("MAP-7")
def test_a_square_can_have_several_kinds_of_terrain() -> None:
    game = scene(
        """
        +---+---+---+---+
        | A   .  ~s   . |
        +---+---+---+---+
    """,
        areas={"Scoring": "s", "start dark": ["c1"], "start light": ["a1"]},
        points={"A": "c1"},
    )
    card = game.state.setup.map
    assert card.grid.names(card.areas["Scoring"][0]) == ["c1"]
    assert card.grid.names(card.start(1)) == ["c1"]
    assert card.grid.names(card.grid.obscured) == ["c1"]
    assert card.grid.name(card.points["A"]) == "c1"


@rule("MAP-7")
def test_covered_and_obscured_ground_in_one_square_is_both() -> None:
    grid = grid_of(" . ~# . ")
    assert grid.names(grid.covered) == grid.names(grid.obscured) == ["b1"]


@rule("MAP-8")
def test_the_lanes_of_the_yard_are_its_rows_from_edge_to_edge_and_never_diagonal() -> None:
    (yard,) = [card for card in load().maps if "Lane" in card.areas]
    grid = yard.grid
    enterable = grid.flood(yard.start(0) | yard.start(1))
    for column, lane in enumerate(yard.areas["Lane"]):
        row = mask_of([column + number * grid.columns for number in range(grid.rows)])
        assert lane == row & enterable, f"lane {column + 1}"
    assert len(yard.areas["Lane"]) == grid.columns


# ---------------------------------------------------------------- MAP-9: Rubble

CROSS = """
    +---+---+---+
    | A   .   . |
    +   +---+---+
    | .   .   . |
    +   +   +   +
    | .   .   . |
    +---+---+---+
"""


@rule("MAP-9")
def test_rubble_on_a_piece_opens_that_piece_for_steps_and_sight() -> None:
    grid = grid_of(CROSS)
    assert steps(grid, "b1") == ["a1", "c1"]
    open_grid = with_rubble(grid, [Segment(4, 4, 8, 4)])
    assert steps(open_grid, "b1") == ["a1", "c1", "a2", "b2"]
    assert "b3" in open_grid.names(seen_on(open_grid, open_grid.square("b1"), 0))
    assert "b3" not in grid.names(seen_on(grid, grid.square("b1"), 0))


@rule("MAP-9")
def test_rubble_on_a_piece_does_not_open_the_end_where_other_obstruction_ends() -> None:
    open_grid = with_rubble(grid_of(CROSS), [Segment(4, 4, 8, 4)])
    assert "c2" not in steps(open_grid, "b1")
    assert "b2" not in steps(open_grid, "c1")
    assert "a2" in steps(open_grid, "b1")


@rule("MAP-9")
def test_rubble_on_a_point_opens_the_corner_for_all_four_squares_but_no_wall_piece() -> None:
    grid = grid_of(CROSS)
    assert "b2" not in steps(grid, "a1")
    open_grid = with_rubble(grid, [Point(4, 4)])
    assert steps(open_grid, "a1") == ["b1", "a2", "b2"]
    assert "a2" in steps(open_grid, "b1")
    assert "b2" not in steps(open_grid, "b1")
    assert "c3" in open_grid.names(seen_on(open_grid, open_grid.square("a1"), 0))


@rule("MAP-9")
def test_off_its_place_the_wall_is_back() -> None:
    grid = grid_of(CROSS)
    opening = opening_between(grid, grid.square("b1"), grid.square("b2"))
    assert opening == Segment(4, 4, 8, 4)
    with_rubble(grid, [opening])
    assert "b2" not in steps(with_rubble(grid, []), "b1")


@rule("MAP-9")
def test_in_a_game_everybody_steps_and_sees_through_rubble() -> None:
    wall = """
        +---+---+
        | A | z |
        +---+---+
    """
    shut = scene(wall)
    assert shut.refused("A: challenge z") == ["CHA-2", "ADJ-1"]
    rubble = {"kind": "Rubble", "between": ["a1", "b1"]}
    game = scene(wall, pieces=[rubble])
    assert game.allows("A: challenge z")
    assert seen_from("z", wall, pieces=[rubble])["a1"]


@rule("MAP-9")
def test_walls_and_rubble_lie_in_every_square_they_touch() -> None:
    grid = grid_of(CROSS)
    assert grid.names(squares_touched(grid, Segment(4, 4, 8, 4))) == ["a1", "b1", "c1", "a2", "b2", "c2"]
    assert grid.names(squares_touched(grid, Point(4, 4))) == ["a1", "b1", "a2", "b2"]
    assert grid.names(squares_touched(grid, Segment(4, 0, 4, 4))) == ["a1", "b1", "a2", "b2"]


@rule("MAP-9")
def test_rubble_lies_only_on_a_wall_piece_or_an_obstructed_corner() -> None:
    grid = grid_of(CROSS)
    assert why_no_rubble(grid, Segment(4, 4, 8, 4), grid.everywhere) == ""
    assert why_no_rubble(grid, Point(4, 4), grid.everywhere) == ""
    assert why_no_rubble(grid, Segment(0, 4, 4, 4), grid.everywhere) == "There is no wall in that place."
    assert why_no_rubble(grid, Point(8, 8), grid.everywhere) == "There is no wall in that place."
