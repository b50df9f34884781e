"""Drawings ⇄ grids: what is read, what is drawn, and what is wrong with a drawing, to line and column."""

from __future__ import annotations

import random
import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tipover.board.draw import DrawingError, draw, read_drawing
from tipover.board.geometry import Segment
from tipover.board.grid import Grid
from tipover.board.mask import squares_of

DESIGN = """\
+---+---+---+---+
| A   .   . | z |
+   +---+   +   +
| ~   . | .   # |
+---+---+---+---+"""


def test_the_drawing_of_the_design_is_read_as_it_says() -> None:
    read = read_drawing(DESIGN)
    grid = read.grid
    assert (grid.columns, grid.rows) == (4, 2)
    assert {mark: [grid.name(square) for square in squares] for mark, squares in read.marks.items()} == {
        "A": ["a1"],
        "z": ["d1"],
    }
    assert grid.names(grid.covered) == ["d2"]
    assert grid.names(grid.obscured) == ["a2"]
    assert sorted(grid.pieces) == [Segment(4, 4, 8, 4), Segment(8, 4, 8, 8), Segment(12, 0, 12, 4)]
    assert len(grid.edge) == 12


def test_it_is_drawn_again_as_it_was() -> None:
    read = read_drawing(DESIGN)
    assert draw(read.grid, {squares[0]: mark for mark, squares in read.marks.items()}) == DESIGN


def test_one_mark_may_stand_on_many_squares() -> None:
    read = read_drawing(" x . x x ")
    assert read.marks == {"x": [0, 2, 3]}


def test_a_one_row_drawing_may_leave_out_its_borders() -> None:
    read = read_drawing(" A b ~ # ~C . ")
    grid = read.grid
    assert (grid.columns, grid.rows, grid.pieces, grid.edge) == (6, 1, [], [])
    assert read.marks == {"A": [0], "b": [1], "C": [4]}
    assert grid.names(grid.obscured) == ["c1", "e1"]
    assert grid.names(grid.covered) == ["d1"]


def test_a_one_row_drawing_with_borders_is_the_same() -> None:
    bordered = read_drawing("+---+---+\n| A   b |\n+---+---+")
    assert bordered.marks == read_drawing(" A b ").marks
    assert bordered.grid.pieces == []


def test_obscured_ground_lies_under_a_mark() -> None:
    read = read_drawing("""
        +---+---+
        |~A   b |
        +---+---+
    """)
    assert read.marks == {"A": [0], "b": [1]}
    assert read.grid.names(read.grid.obscured) == ["a1"]
    assert draw(read.grid, {0: "A", 1: "b"}).splitlines()[1] == "|~A   b |"


def test_covered_ground_may_be_obscured_too_and_is_drawn_so() -> None:
    drawn = "+---+---+\n|~#   ~ |\n+---+---+"
    assert draw(read_drawing(drawn).grid) == drawn


def test_the_margin_and_blank_lines_around_do_not_count() -> None:
    indented = "\n\n" + textwrap.indent(DESIGN, " " * 7) + "\n\n   \n"
    assert draw(read_drawing(indented).grid) == draw(read_drawing(DESIGN).grid)
    windows = DESIGN.replace("\n", "\r\n")
    assert draw(read_drawing(windows).grid) == draw(read_drawing(DESIGN).grid)


def test_the_edge_may_be_left_open_and_is_drawn_so() -> None:
    drawn = "+   +---+\n  .   . |\n+---+   +\n  .   .\n+   +   +"
    grid = read_drawing(drawn).grid
    assert draw(grid) == drawn
    assert grid.pieces == [Segment(0, 4, 4, 4)]


@pytest.mark.parametrize(("columns", "rows"), [(16, 16), (1, 16), (16, 1), (1, 1)])
def test_maps_go_up_to_sixteen_by_sixteen(columns: int, rows: int) -> None:
    edge = "+---" * columns + "+\n"
    row = "|" + " . " + "  . " * (columns - 1) + "|\n"
    inner = "+   " * columns + "+\n"
    grid = read_drawing(edge + inner.join([row] * rows) + edge).grid
    assert (grid.columns, grid.rows, len(squares_of(grid.everywhere))) == (columns, rows, columns * rows)
    assert grid.square(grid.name(grid.size - 1)) == grid.size - 1


def test_a_grid_of_seventeen_is_no_map() -> None:
    with pytest.raises(ValueError, match="1 to 16 columns and rows; this one has 17 × 2"):
        Grid(17, 2, [])


# ---------------------------------------------------------------- there and back


@st.composite
def drawings(pick: st.DrawFn) -> str:
    """Any drawing in its printed form: no margin, no blanks at a line's end."""
    columns, rows = pick(st.integers(1, 16)), pick(st.integers(1, 16))
    rng = random.Random(pick(st.integers(0, 2**32)))
    walls = pick(st.sampled_from([0.0, 0.1, 0.5, 1.0]))
    cells = pick(st.sampled_from([[" . "], [" . ", " A ", "~A "], [" . ", " # ", " ~ ", "~# ", "~b "], [" z ", " 1 ", " é "]]))
    page: list[str] = []
    for r in range(rows + 1):
        page.append("+" + "+".join("---" if rng.random() < walls else "   " for _ in range(columns)) + "+")
        if r < rows:
            row = "".join(("|" if rng.random() < walls else " ") + rng.choice(cells) for _ in range(columns))
            page.append(row + ("|" if rng.random() < walls else " "))
    return "\n".join(line.rstrip() for line in page)


@given(drawings())
def test_every_drawing_is_drawn_again_as_it_was_read(drawn: str) -> None:
    read = read_drawing(drawn)
    marks = {square: mark for mark, squares in read.marks.items() for square in squares}
    assert draw(read.grid, marks) == drawn


@given(drawings(), st.integers(0, 12))
def test_a_margin_changes_nothing(drawn: str, margin: int) -> None:
    inside = read_drawing("\n" + textwrap.indent(drawn, " " * margin) + "\n")
    plain = read_drawing(drawn)
    assert draw(inside.grid) == draw(plain.grid)
    assert inside.marks == plain.marks


@given(st.text(alphabet="+-| .#~Az\n\t=", max_size=60))
def test_any_text_is_read_or_refused_with_a_place_inside_it(text: str) -> None:
    try:
        read_drawing(text)
    except DrawingError as error:
        lines = text.split("\n")
        assert 1 <= error.line <= len(lines)
        assert error.column >= 1
        assert error.message


# ---------------------------------------------------------------- malformed drawings

WRONG = {
    "nothing at all": ("", 1, 1, "the drawing is empty; draw at least one row of squares"),
    "only blanks": ("\n   \n", 1, 1, "the drawing is empty; draw at least one row of squares"),
    "a tab": ("+---+\n|\tA |\n+---+", 2, 2, "a tab; use spaces"),
    "a sign that cannot be drawn": ("+---+\n| A |\n+--\x07+", 3, 4, "the character U+0007 cannot be drawn"),
    "no line below": ("+---+\n| A |", 2, 1, "2 lines; a drawing has a border line above and below every row of squares"),
    "a line too wide": ("+---+\n| A | \n+---+--", 3, 6, "the line is 7 characters wide, and the first is 5; all have one width"),
    "a corner left out": (
        "+---+---+\n| A   . |\n    +---+",
        3,
        1,
        "' ' where a corner '+' belongs",
    ),
    "a corner drawn otherwise": ("+---*---+\n| A   . |\n+---+---+", 1, 5, "'*' where a corner '+' belongs"),
    "half a wall": ("+---+---+\n| A   . |\n+   +-- +\n| .   . |\n+---+---+", 3, 6, "'-- ' where a wall '---' or three blanks belong"),
    "a wall in another style": (
        "+---+---+\n| A   . |\n+===+   +\n| .   . |\n+---+---+",
        3,
        2,
        "'===' where a wall '---' or three blanks belong",
    ),
    "an upright wall in another style": ("+---+---+\n| A ! . |\n+---+---+", 2, 5, "'!' where a wall '|' or a blank belongs"),
    "a mark beside the middle": (
        "+---+---+\n|A    . |\n+---+---+",
        2,
        2,
        "'A  ' is no square; write the mark in the middle, as ' A ' or '~A '",
    ),
    "a mark too far right": (
        "+---+---+\n|  A  . |\n+---+---+",
        2,
        2,
        "'  A' is no square; write the mark in the middle, as ' A ' or '~A '",
    ),
    "a blank square": (
        "+---+---+\n| A     |\n+---+---+",
        2,
        7,
        "a square is blank; write one mark, '.' for floor, '#' or '~' (or '~' before a mark)",
    ),
    "two marks in a row's square": (
        " A BC . ",
        1,
        4,
        "a square is 'BC'; write one mark, '.' for floor, '#' or '~' (or '~' before a mark)",
    ),
    "seventeen squares in a bare row": (" . " * 17, 1, 2, "17 squares in a row; a map has at most 16"),
    "seventeen columns": (
        "+---" * 17 + "+\n|" + " .  " * 16 + " . |\n" + "+---" * 17 + "+",
        1,
        1,
        "17 × 1 squares; a map has at most 16 × 16",
    ),
    "seventeen rows": ("+---+\n" + "| . |\n+---+\n" * 17, 1, 1, "1 × 17 squares; a map has at most 16 × 16"),
    "far too much": ("." * 20_001, 1, 1, "a drawing has at most 20000 characters; this one has 20001"),
    "a shorter row": (
        "+---+---+\n| .   . |\n+---+---+\n| . |\n+---+",
        4,
        7,
        "a square is blank; write one mark, '.' for floor, '#' or '~' (or '~' before a mark)",
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_malformed_drawing_is_refused_at_its_place(what: str) -> None:
    drawing, line, column, message = WRONG[what]
    with pytest.raises(DrawingError) as error:
        read_drawing(drawing)
    assert (error.value.line, error.value.column, error.value.message) == (line, column, message)


def test_places_count_with_the_margin_and_the_lines_above() -> None:
    with pytest.raises(DrawingError) as error:
        read_drawing("""
            +---+---+
            | A   . |
            +---*---+
        """)
    assert (error.value.line, error.value.column) == (4, 17)


# ---------------------------------------------------------------- names of squares


@pytest.mark.parametrize("name", ["", "a", "1", "a0", "a01", "e1", "a3", "aa1", "a1x", "a-1", "a²", "a１", "1a", "à1"])
def test_what_is_no_square_of_a_map_has_none(name: str) -> None:
    assert read_drawing(DESIGN).grid.square(name) == -1


def test_names_are_read_in_any_case_and_with_blanks_around() -> None:
    grid = read_drawing(DESIGN).grid
    assert grid.square(" B2 ") == grid.square("b2") == 5
