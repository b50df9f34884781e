"""Map files: every mistake with file, line and column, and what would be right."""

from __future__ import annotations

from pathlib import Path

import pytest

from tipover import ContentError, read_map
from tipover.board.geometry import Segment

GOOD = '''\
name = "Yard"
wall = "grey"
sides = [2]
lines = [[1, 1, 3, 1]]
drawing = """
+---+---+---+
| l   .   d |
+   +---+   +
| l   s   d |
+---+---+---+
"""

[areas]
"start light" = "l"
"start dark" = "d"
Scoring = "s"

[points]
A = "b1"
B = "b2"
'''


def faults_of(tmp_path: Path, text: str) -> list[str]:
    """The faults of a map file as `line:column: message`."""
    file = tmp_path / "yard.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ContentError) as error:
        read_map(file)
    for fault in error.value.faults:
        assert str(fault) == f"{file}:{fault.line}:{fault.column}: {fault.message}"
    return [f"{fault.line}:{fault.column}: {fault.message}" for fault in error.value.faults]


def test_a_good_map_is_read(tmp_path: Path) -> None:
    file = tmp_path / "yard.toml"
    file.write_text(GOOD)
    card = read_map(file)
    assert (card.name, card.wall, card.sides) == ("Yard", "grey", (2,))
    assert Segment(1, 1, 3, 1) in card.grid.pieces
    assert card.grid.names(card.starts()) == ["a1", "c1", "a2", "c2"]


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("+   +---+   +", "+   +--=+   +", "8:6: '--=' where a wall '---' or three blanks belong"),
        ("| l   s   d |", "| l   s   d !", "9:13: '!' where a wall '|' or a blank belongs"),
        ("| l   s   d |", "| l   s     |", "9:11: a square is blank; write one mark, '.' for floor, '#' or '~' (or '~' before a mark)"),
        ('A = "b1"', 'A = "d1"', "19:1: 'd1' is no square of this map; its squares are a1 to c2"),
        ('A = "b1"', 'Z = "b1"', "19:1: 'Z' is no point marker; they are A, B, C, D, E, F, G, H"),
        ('Scoring = "s"', 'Scoring = "q"', "16:1: the mark 'q' is not in the drawing"),
        ('Scoring = "s"', 'Scoring = ["b2", "b9"]', "16:1: 'b9' is no square of this map; its squares are a1 to c2"),
        ('"start dark"', '"start fifth"', "15:1: 'fifth' is no side; sides are light, dark, third, fourth"),
        ("[1, 1, 3, 1]", "[1, 1, 3]", "4:1: [1, 1, 3] is no line; write [x1, y1, x2, y2] in quarter squares"),
        ("[1, 1, 3, 1]", "[1, 1, 3.5, 1]", "4:1: [1, 1, 3.5, 1] is no line; write [x1, y1, x2, y2] in quarter squares"),
        ("[1, 1, 3, 1]", "[1, 1, 13, 1]", "4:1: the line [1, 1, 13, 1] leaves the map, which is 12 × 8 quarter squares"),
        ("sides = [2]", "sides = [5]", "3:1: 'sides' is a list of whole numbers from 2 to 4"),
        ('wall = "grey"', "wall = 3", "2:1: 'wall' is a text of at most 200 printable characters"),
        ('name = "Yard"\n', "", "1:1: the key 'name' is missing"),
        (
            'wall = "grey"',
            'walls = "grey"',
            "2:1: a map has no key 'walls'; it has name, wall, sides, scenarios, lines, drawing, areas, points, scenario, provenance, about",
        ),
    ],
)
def test_a_mistake_is_told_with_its_place(tmp_path: Path, old: str, new: str, fault: str) -> None:
    assert old in GOOD
    assert fault in faults_of(tmp_path, GOOD.replace(old, new, 1))


def test_a_mark_without_a_meaning_is_named_with_its_square(tmp_path: Path) -> None:
    faults = faults_of(tmp_path, GOOD.replace('Scoring = "s"\n', ""))
    assert faults == ["9:7: the mark 's' on b2 has no meaning; name it under [areas] or [points]"]


def test_all_mistakes_are_told_at_once_in_the_order_of_the_file(tmp_path: Path) -> None:
    wrong = GOOD.replace('wall = "grey"', "wall = 3").replace('A = "b1"', 'A = "d1"').replace("[1, 1, 3, 1]", "[9]")
    assert [fault.split(":")[0] for fault in faults_of(tmp_path, wrong)] == ["2", "4", "19"]


def test_a_map_needs_a_drawing_and_starting_areas(tmp_path: Path) -> None:
    assert faults_of(tmp_path, 'name = "Yard"\n') == ["1:1: the key 'drawing' is missing"]
    assert faults_of(tmp_path, 'name = "Yard"\ndrawing = 3\n') == ["2:1: 'drawing' is a text in three quotes"]
    bare = 'name = "Yard"\ndrawing = " . . "\n'
    assert faults_of(tmp_path, bare) == ['1:1: a map names its starting areas, as "start light" = "l" (MAP-6)']


def test_what_is_not_toml_is_told_where_it_stops_being_so(tmp_path: Path) -> None:
    (fault,) = faults_of(tmp_path, GOOD.replace('name = "Yard"', 'name = "Yard'))
    assert fault.startswith("1:13: this is not TOML")
    (fault,) = faults_of(tmp_path, GOOD.replace('wall = "grey"', "wall = grey"))
    assert fault.startswith("2:8: this is not TOML")


def test_a_drawing_on_the_line_of_its_key_has_its_columns_counted_from_there(tmp_path: Path) -> None:
    message = "a square is 'BC'; write one mark, '.' for floor, '#' or '~' (or '~' before a mark)"
    assert faults_of(tmp_path, 'name = "Yard"\ndrawing = " A BC "\n') == [f"2:15: {message}"]
    assert faults_of(tmp_path, 'name = "Yard"\ndrawing = """ A BC """\n') == [f"2:17: {message}"]
    message = "'*' where a corner '+' belongs"
    assert faults_of(tmp_path, 'drawing = """+---+\n| . |\n+---*\n"""\n') == [f"3:5: {message}"]


def test_a_file_that_is_missing_or_no_text_is_told(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match=r"nowhere\.toml:1:1: the file cannot be read"):
        read_map(tmp_path / "nowhere.toml")
    file = tmp_path / "noise.toml"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ContentError, match=r"noise\.toml:1:1: the file is not UTF-8 text"):
        read_map(file)


def test_a_file_too_large_or_nested_too_deep_is_refused_before_it_is_read(tmp_path: Path) -> None:
    assert faults_of(tmp_path, GOOD + "#" * 300_000) == ["1:1: the file is larger than 256 KB"]
    assert faults_of(tmp_path, "lines = " + "[" * 40 + "]" * 40) == ["1:1: brackets nested deeper than 32"]
