"""The slow reckoning of sight, steps and walls against the examples the books print."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from .drawn import one, read, where
from .slow import Point, SlowBoard, adjacent, clear, crossed, enclosed, meeting, reach, seen, sees, segment, squares


def seen_by_a(drawing: str, rivals: str = "xyz", lines: Iterable[Iterable[int]] = ()) -> str:
    """The marks in squares that A sees, in order of the alphabet; the rivals named stand."""
    board, marks = read(drawing, lines)
    view = seen(board, one(marks, "A"), where(marks, rivals))
    return "".join(sorted(letter for square, letter in marks.items() if square in view))


# ---------------------------------------------------------------- SEE, as the books print it


def test_see_1_a_wall_between_hides_both() -> None:
    board, marks = read("""
        +---+---+---+
        | A | z   . |
        +---+---+---+
    """)
    a, z = one(marks, "A"), one(marks, "z")
    assert not sees(board, a, z, {z}) and not sees(board, z, a, {a})


def test_see_1_z_is_seen_and_y_behind_a_wall_is_not() -> None:
    view = seen_by_a("""
        +---+---+---+---+
        | A   .   .   z |
        +   +---+   +   +
        | .   .   .   . |
        +   +   +   +   +
        | .   .   y   . |
        +---+---+---+---+
    """)
    assert view == "Az"


def test_see_2_a_rival_between_hides_what_is_behind_it() -> None:
    assert seen_by_a(" A z B ") == "Az"


def test_see_2_whenever_the_line_passes_through_its_inside() -> None:
    board, marks = read("""
        +---+---+---+
        | A   z   . |
        +   +   +   +
        | .   .   . |
        +---+---+---+
    """)
    assert seen(board, one(marks, "A"), where(marks, "z")) == set(squares(board)) - {(2, 0), (2, 1)}


def test_see_4_two_rivals_beside_the_corner_are_seen_past() -> None:
    view = seen_by_a("""
        +---+---+---+
        | A   z   . |
        +   +   +   +
        | y   B   . |
        +   +   +   +
        | .   .   C |
        +---+---+---+
    """)
    assert view == "ABCyz"


def test_see_3_a_knocked_down_rival_is_seen_past_and_a_standing_one_next_to_it_blocks() -> None:
    drawing = """
        +---+---+---+
        | A   y   B |
        +   +   +   +
        | z   .   . |
        +   +   +   +
        | C   .   . |
        +---+---+---+
    """
    assert seen_by_a(drawing, rivals="z") == "AByz"
    assert seen_by_a(" A y z B ", rivals="z") == "Ayz"


def test_see_3_an_ally_is_seen_past() -> None:
    assert seen_by_a(" A B z ") == "ABz"


def test_see_5_a_rival_that_a_wall_hides_is_seen_past() -> None:
    drawing = """
        +---+---+---+
        | A   .   . |
        +   +   +   +
        | .   z   . |
        +   +   +   +
        | .   B   . |
        +---+---+---+
    """
    hiding = [[3, 3, 4, 4]]
    line = [[4, 5, 4, 5]]  # a speck on no line to B
    assert (1, 1) in crossed(read(drawing)[0], (0, 0), (1, 2))
    assert seen_by_a(drawing) == "Az"
    assert seen_by_a(drawing, lines=hiding) == "AB"
    assert seen_by_a(drawing, lines=line) == "Az"


def test_see_5_a_rival_behind_a_blocker_blocks_nothing() -> None:
    board, marks = read("""
        +---+---+---+---+---+
        | A   .   .   .   . |
        +   +   +   +   +   +
        | .   y   .   .   . |
        +   +   +   +   +   +
        | .   .   z   .   . |
        +   +   +   +   +   +
        | .   .   .   B   . |
        +---+---+---+---+---+
    """)
    a, y, z = one(marks, "A"), one(marks, "y"), one(marks, "z")
    assert sees(board, a, z, {z}) and not sees(board, a, z, {y, z})
    # z is hidden behind y, so only y matters: seen with y and z is seen with y alone.
    assert seen(board, a, {y, z}) == seen(board, a, {y})


def test_see_5_a_square_behind_a_hidden_rival_only_is_seen() -> None:
    board, marks = read("""
        +---+---+---+---+---+
        | A   .   .   .   . |
        +   +   +   +   +   +
        | .   y   z   .   . |
        +   +   +   +   +   +
        | .   .   .   .   . |
        +---+---+---+---+---+
    """)
    a, y, z = one(marks, "A"), one(marks, "y"), one(marks, "z")
    assert y in crossed(board, a, z)
    assert crossed(board, a, (3, 1)) == {(1, 0), (2, 1)}
    assert not sees(board, a, (3, 1), {z})
    assert not sees(board, a, z, {y, z}) and sees(board, a, (3, 1), {y, z})


def test_see_10_a_thing_sees_its_own_square_even_on_a_covered_centre() -> None:
    board, _ = read(" A # . ")
    assert [sorted(seen(board, square)) for square in squares(board)] == [[(0, 0)], [(1, 0)], [(2, 0)]]


# ---------------------------------------------------------------- TOK, the three pictures of obscured ground


def test_see_7_adjacent_sees_in_and_from_afar_nobody_does() -> None:
    assert seen_by_a(" A ~z B ", rivals="") == "Az"
    assert seen_by_a(" A . ~z B ", rivals="") == "A"


def test_see_7_inside_sees_out_and_allies_ground_blocks_too() -> None:
    assert seen_by_a(" ~A . z ") == "Az"
    assert seen_by_a(" ~A ~. z ") == "A"


def test_see_7_past_its_corner_is_seen_past() -> None:
    view = seen_by_a("""
        +---+---+
        | A   ~ |
        +   +   +
        | ~   z |
        +---+---+
    """)
    assert view == "Az"


def test_see_7_a_neighbour_behind_a_wall_does_not_see_in() -> None:
    view = seen_by_a("""
        +---+---+
        | A |~z |
        +---+---+
    """)
    assert view == "A"


def test_see_7_a_hidden_obscured_square_blocks_and_a_hidden_rival_does_not() -> None:
    board, _ = read(" A . ~ . B ")
    assert not sees(board, (0, 0), (2, 0)) and not sees(board, (0, 0), (4, 0))


# ---------------------------------------------------------------- ADJ


def test_adj_1_in_the_open_yes_behind_a_border_or_across_an_obstructed_corner_no() -> None:
    board, marks = read("""
        +---+---+---+
        | z   .   . |
        +   +   +   +
        | .   A | y |
        +   +   +---+
        | .   .   b |
        +---+---+---+
    """)
    near = adjacent(board, one(marks, "A"))
    assert one(marks, "z") in near and one(marks, "y") not in near and one(marks, "b") not in near
    assert near == {(0, 0), (1, 0), (0, 1), (0, 2), (1, 2)}  # the wall's upper end obstructs the corner to c1, too


def test_adj_1_figures_between_do_not_matter_and_covered_centres_are_adjacent_to_nothing() -> None:
    board, _ = read("""
        +---+---+
        | A   . |
        +   +   +
        | .   # |
        +---+---+
    """)
    assert adjacent(board, (1, 1)) == set()
    assert adjacent(board, (0, 0)) == {(1, 0), (0, 1)}
    assert adjacent(board, (1, 0)) == {(0, 0)}  # the diagonal touches the covered square's corner


@pytest.mark.parametrize(
    "line, usable",
    [([1, 1, 3, 3], False), ([2, 0, 2, 2], False), ([0, 2, 4, 2], False), ([1, 1, 3, 1], True), ([0, 3, 3, 0], True)],
)
def test_map_4_a_line_over_the_centre_covers_it(line: list[int], usable: bool) -> None:
    board, _ = read(" . A ", [line])
    assert clear(board, (0, 0), (0, 0)) is usable
    assert (adjacent(board, (1, 0)) == {(0, 0)}) is usable


def test_map_5_touching_an_end_point_is_a_hit_and_falling_short_is_none() -> None:
    assert not clear(read(" A B ", [[4, 0, 4, 2]])[0], (0, 0), (1, 0))
    assert clear(read(" A B ", [[4, 0, 4, 1]])[0], (0, 0), (1, 0))
    assert not clear(read(" A B ", [[3, 2, 5, 2]])[0], (0, 0), (1, 0))
    assert not clear(read(" A . ", [[5, 2, 8, 2]])[0], (0, 0), (1, 0))
    assert clear(read(" A . ", [[7, 2, 8, 2]])[0], (0, 0), (1, 0))


@pytest.mark.parametrize(
    "a, b, wall, common",
    [
        ((2, 2), (10, 6), ((6, 0), (6, 8)), ((6, 4), (6, 4))),
        ((2, 2), (2, 10), ((0, 4), (4, 4)), ((2, 4), (2, 4))),
        ((2, 2), (2, 10), ((2, 0), (2, 4)), ((2, 2), (2, 4))),
        ((2, 10), (2, 2), ((2, 0), (2, 2)), ((2, 2), (2, 2))),
        ((2, 2), (10, 10), ((4, 4), (6, 6)), ((4, 4), (6, 6))),
        ((2, 2), (10, 10), ((11, 11), (12, 12)), None),
        ((2, 2), (10, 10), ((3, 4), (6, 7)), None),
        ((2, 2), (10, 10), ((4, 4), (8, 4)), ((4, 4), (4, 4))),
        ((2, 2), (10, 10), ((5, 4), (8, 4)), None),
    ],
)
def test_meeting_by_hand(a: Point, b: Point, wall: tuple[Point, Point], common: tuple[Point, Point] | None) -> None:
    there, back = meeting(a, b, wall), meeting(b, a, (wall[1], wall[0]))
    assert there == back
    assert (there and [(int(x), int(y)) for x, y in there]) == (common and [*common])


def test_crossed_by_hand() -> None:
    board = SlowBoard(6, 6)
    assert crossed(board, (0, 0), (2, 1)) == {(1, 0), (1, 1)}
    assert crossed(board, (0, 0), (3, 3)) == {(1, 1), (2, 2)}
    assert crossed(board, (0, 0), (3, 1)) == {(1, 0), (2, 1)}  # through the corner of four squares between them
    assert crossed(board, (4, 0), (4, 3)) == {(4, 1), (4, 2)}
    assert crossed(board, (0, 0), (0, 0)) == crossed(board, (0, 0), (1, 1)) == frozenset()


# ---------------------------------------------------------------- MAP-3, MAP-9


def test_map_3_a_closed_area_is_enclosed_and_a_wall_open_at_its_ends_encloses_nothing() -> None:
    board, _ = read("""
        +---+---+---+---+
        | A   . | .   . |
        +   +   +---+---+
        | .   .   . | . |
        +   +---+   +   +
        | # | .   .   . |
        +---+---+---+---+
    """)
    assert enclosed(board) == {(2, 0), (3, 0), (0, 2)}
    assert enclosed(replace(board, starts=frozenset({(2, 0)}))) == set(squares(board)) - {(2, 0), (3, 0)}


def test_map_3_rubble_does_not_count_and_enclosed_squares_are_not_entered() -> None:
    board, _ = read("""
        +---+---+
        | A | . |
        +---+---+
    """)
    broken = replace(board, rubble_pieces=frozenset({segment(4, 0, 4, 4)}))
    assert enclosed(board) == enclosed(broken) == {(1, 0)}
    assert sees(broken, (0, 0), (1, 0)) and reach(broken, (0, 0), 2) == {(0, 0)}


WALL_OF_TWO = """
    +---+---+
    | A   . |
    +---+---+
    | .   . |
    +---+---+
"""


def test_map_9_a_piece_opens_but_not_its_end_where_the_wall_goes_on() -> None:
    board, _ = read(WALL_OF_TWO)
    broken = replace(board, rubble_pieces=frozenset({segment(0, 4, 4, 4)}))
    assert adjacent(board, (0, 0)) == {(1, 0)}
    assert adjacent(broken, (0, 0)) == {(1, 0), (0, 1)}
    assert adjacent(broken, (1, 1)) == {(0, 1)}
    both = replace(broken, rubble_pieces=frozenset({segment(0, 4, 4, 4), segment(4, 4, 8, 4)}))
    assert adjacent(both, (0, 0)) == {(1, 0), (0, 1), (1, 1)}


def test_map_9_a_piece_out_of_a_longer_line() -> None:
    board = SlowBoard(3, 2, frozenset({segment(0, 4, 12, 4)}), rubble_pieces=frozenset({segment(4, 4, 8, 4)}))
    assert adjacent(board, (1, 0)) == {(0, 0), (2, 0), (1, 1)}
    assert adjacent(board, (0, 0)) == {(1, 0)}


def test_map_9_a_point_opens_the_corner_for_all_four_squares_and_no_piece() -> None:
    board, _ = read("""
        +---+---+
        | A | . |
        +---+---+
        | . | . |
        +---+---+
    """)
    broken = replace(board, rubble_points=frozenset({(4, 4)}))
    assert [adjacent(broken, square) for square in squares(broken)] == [{(1, 1)}, {(0, 1)}, {(1, 0)}, {(0, 0)}]
