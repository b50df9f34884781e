"""The slow reckoning against the examples the books print, and against itself turned and mirrored."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest

from .slow import (
    Figures,
    Marks,
    Point,
    SlowBoard,
    Square,
    Squares,
    adjacent,
    around,
    beside,
    clear,
    crossed,
    draw,
    enclosed,
    meeting,
    pulled,
    pushed,
    random_board,
    random_figures,
    reach,
    reach_token,
    read,
    seen,
    sees,
    segment,
    squares,
    straight,
    undrawn,
    walks,
)


def where(marks: Marks, letters: str) -> set[Square]:
    """The squares with one of these marks."""
    return {square for square, letter in marks.items() if letter in letters}


def one(marks: Marks, letter: str) -> Square:
    """The only square with this mark."""
    (square,) = where(marks, letter)
    return square


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


# ---------------------------------------------------------------- MOV


def test_mov_1_a_partly_obstructed_square_may_be_stood_in_but_not_crossed_nor_its_corner_cut() -> None:
    drawing = """
        +---+---+---+
        | A   .   . |
        +   +   +   +
        | .   .   . |
        +---+---+---+
    """
    board, _ = read(drawing, [[7, 0, 7, 4], [7, 4, 8, 4]])
    assert adjacent(board, (0, 0)) == {(1, 0), (0, 1), (1, 1)}
    assert adjacent(board, (1, 0)) == {(0, 0), (0, 1), (1, 1)}
    assert reach(board, (0, 0), 2) == set(squares(board)) - {(2, 0)}
    assert reach(board, (0, 0), 3) == set(squares(board))


def test_mov_4_5_6_through_an_ally_yes_through_a_standing_rival_no_and_never_to_rest() -> None:
    row = read(" A b . . ")[0]
    b = {(1, 0)}
    assert reach(row, (0, 0), 2, allies=b) == {(0, 0), (2, 0)}
    assert reach(row, (0, 0), 2, rivals_standing=b) == {(0, 0)}
    assert reach(row, (0, 0), 2, rivals_down=b) == {(0, 0), (2, 0)}
    assert reach(row, (0, 0), 2, objectives=b) == {(0, 0)}
    assert reach_token(row, (0, 0), 2) == {(0, 0), (1, 0), (2, 0)}


def test_mov_5_boxed_in_by_two_rivals_and_an_obstruction() -> None:
    board, marks = read("""
        +---+---+---+
        | A   z   . |
        +   +---+   +
        | y | .   . |
        +---+---+---+
    """)
    assert reach(board, (0, 0), 2, rivals_standing=where(marks, "yz")) == {(0, 0)}


def test_mov_7_between_two_rivals_diagonally_if_the_corner_is_free() -> None:
    board, marks = read("""
        +---+---+
        | A   z |
        +   +   +
        | y   . |
        +---+---+
    """)
    rivals = where(marks, "yz")
    assert reach(board, (0, 0), 1, rivals_standing=rivals) == {(0, 0), (1, 1)}
    obstructed = replace(board, walls=frozenset({segment(4, 4, 4, 8)}))
    assert reach(obstructed, (0, 0), 1, rivals_standing=rivals) == {(0, 0)}


def test_mov_3_around_an_obstruction_takes_two_basic_moves() -> None:
    board, marks = read("""
        +---+---+---+
        | A | B   . |
        +   +   +   +
        | . | .   . |
        +   +   +   +
        | .   .   . |
        +---+---+---+
    """)
    a, goal = one(marks, "A"), one(marks, "B")
    assert goal not in reach(board, a, 2) and goal not in reach(board, a, 4)
    assert (1, 1) in reach(board, a, 4) and goal in reach(board, a, 5)
    shorter = replace(board, walls=frozenset({segment(4, 0, 4, 4)}))
    first = reach(shorter, a, 2)
    assert goal not in adjacent(shorter, a) and any(goal in reach(shorter, square, 2) for square in first)


def test_mov_25_walks_come_back() -> None:
    board = SlowBoard(2, 1, starts=frozenset({(0, 0)}))
    assert list(walks(board, (0, 0), 2, lambda _, __: True)) == [
        ((0, 0),),
        ((0, 0), (1, 0)),
        ((0, 0), (1, 0), (0, 0)),
    ]


def test_mov_11_every_step_of_a_push_is_farther() -> None:
    board, marks = read("""
        +---+---+---+---+
        | .   .   .   . |
        +   +   +   +   +
        | A   z   .   . |
        +   +   +   +   +
        | .   .   .   . |
        +---+---+---+---+
    """)
    a, z = one(marks, "A"), one(marks, "z")
    assert pushed(board, z, a, 1) == {z, (2, 0), (2, 1), (2, 2)}
    assert pushed(board, z, a, 2) == {z} | {(c, r) for c in (2, 3) for r in range(3)}
    assert pushed(board, z, a, 2, rivals_standing={(2, 0), (2, 2)}, allies={(2, 1)}) == {z, (3, 0), (3, 1), (3, 2)}
    assert pushed(board, (3, 1), a, 2) == {(3, 1)}


def test_mov_11_a_pull_needs_sight_of_the_thing_and_of_each_square_and_may_end_in_the_chosen_square() -> None:
    row = read(" A . . z ")[0]
    assert pulled(row, (3, 0), (0, 0), (0, 0), 2) == {(1, 0), (2, 0), (3, 0)}
    assert pulled(row, (3, 0), (1, 0), (0, 0), 3) == {(1, 0), (2, 0), (3, 0)}  # the very square (JP100)
    assert pulled(row, (3, 0), (0, 0), (0, 0), 3, rivals_standing={(0, 0)}) == {(1, 0), (2, 0), (3, 0)}
    assert pulled(row, (3, 0), (0, 0), (0, 0), 3) == set(squares(row))
    assert pulled(row, (3, 0), (0, 0), (0, 0), 3, sight_rivals={(1, 0)}) == set()


def test_mov_11_a_pull_does_not_enter_unseen_squares() -> None:
    board, _ = read("""
        +---+---+---+
        | .   .   z |
        +---+   +   +
        | A   .   . |
        +---+---+---+
    """)
    assert sees(board, (0, 1), (2, 1)) and not sees(board, (0, 1), (1, 0))
    assert pulled(board, (1, 0), (0, 1), (0, 1), 2) == set()
    assert pulled(board, (2, 0), (0, 1), (0, 1), 2) == {(2, 0), (1, 1), (0, 1)}
    assert pulled(board, (2, 1), (0, 0), (0, 1), 2) == {(2, 1), (1, 1)}


def test_dst_4_eight_directions_yes_a_knights_direction_no() -> None:
    board = SlowBoard(5, 5, starts=frozenset({(2, 2)}))
    assert straight(board, (2, 2), 2) == {(c, r) for c, r in squares(board) if c == 2 or r == 2 or c == r or c + r == 4}
    assert straight(board, (2, 2), 2, rivals_standing={(3, 2)}, allies={(2, 3)}) == straight(board, (2, 2), 2) - {
        (3, 2),
        (4, 2),
        (2, 3),
    }


# ---------------------------------------------------------------- drawings and chance


def test_a_drawing_there_and_back() -> None:
    drawing = "\n".join(
        [
            "+---+---+---+---+",
            "| A   .   . | z |",
            "+   +---+   +   +",
            "| ~  ~b | .   # |",
            "+---+---+---+---+",
            "",
        ]
    )
    board, marks = read(drawing)
    assert draw(board, marks) == drawing
    assert board.obscured == {(0, 1), (1, 1)} and board.covered == {(3, 1)} and marks[1, 1] == "b"
    assert segment(4, 4, 8, 4) in board.walls and segment(12, 0, 12, 4) in board.walls and len(board.walls) == 3


@pytest.mark.parametrize("drawing", ["+---+\n| AB|\n+---+", "+---+\n|   |\n+---+", "A\nB", "+--+\n| A|\n+--+"])
def test_a_drawing_that_is_none_is_refused(drawing: str) -> None:
    with pytest.raises(ValueError):
        read(drawing)


def some_boards(number: int) -> list[tuple[SlowBoard, Figures]]:
    rng = random.Random(5)
    boards = [random_board(rng, rng.randint(1, 5), rng.randint(1, 5)) for _ in range(number)]
    return [(board, random_figures(rng, board)) for board in boards]


def test_random_boards_are_drawn_and_read_the_same_and_lie_by_the_rules() -> None:
    for board, figures in some_boards(200):
        again, _ = read(draw(board, {}), undrawn(board))
        assert (again.walls, again.covered, again.obscured) == (board.walls, board.covered, board.obscured)
        shut = enclosed(board)
        assert figures.mover not in shut
        assert all(shut.isdisjoint(beside(piece)) for piece in board.rubble_pieces)
        assert all(shut.isdisjoint(around(point)) for point in board.rubble_points)


def turned(board: SlowBoard, turn: Callable[[Point], Point], columns: int, rows: int) -> SlowBoard:
    """The board under a symmetry of the plane, given for points in quarter squares."""

    def of(some: Squares) -> frozenset[Square]:
        return frozenset(turned_square(square, turn) for square in some)

    return SlowBoard(
        columns,
        rows,
        frozenset(segment(*turn(one), *turn(two)) for one, two in board.walls),
        of(board.covered),
        of(board.obscured),
        of(board.starts),
        frozenset(segment(*turn(one), *turn(two)) for one, two in board.rubble_pieces),
        frozenset(turn(point) for point in board.rubble_points),
    )


def turned_square(square: Square, turn: Callable[[Point], Point]) -> Square:
    x, y = turn((4 * square[0] + 2, 4 * square[1] + 2))
    return (x - 2) // 4, (y - 2) // 4


def test_sight_and_moves_turn_with_the_board() -> None:
    for board, figures in some_boards(60):
        width, height = 4 * board.columns, 4 * board.rows
        symmetries: list[tuple[Callable[[Point], Point], int, int]] = [
            (lambda point: (point[1], point[0]), board.rows, board.columns),
            (lambda point, width=width: (width - point[0], point[1]), board.columns, board.rows),  # type: ignore[misc]
            (lambda point, height=height: (height - point[1], point[0]), board.rows, board.columns),  # type: ignore[misc]
        ]
        for turn, columns, rows in symmetries:
            other = turned(board, turn, columns, rows)

            def of(some: Squares, turn: Callable[[Point], Point] = turn) -> set[Square]:
                return {turned_square(square, turn) for square in some}

            (mover,) = of({figures.mover})
            groups = (figures.allies, figures.rivals_standing, figures.rivals_down, figures.objectives)
            for square in squares(board):
                (image,) = of({square})
                assert of(seen(board, square, figures.blockers)) == seen(other, image, of(figures.blockers))
            assert of(enclosed(board)) == enclosed(other)
            assert of(reach(board, figures.mover, 3, *groups)) == reach(other, mover, 3, *map(of, groups))
            assert of(straight(board, figures.mover, 3, *groups)) == straight(other, mover, 3, *map(of, groups))


def test_sight_without_figures_is_mutual_on_open_ground() -> None:
    for board, _ in some_boards(60):
        plain = replace(board, obscured=frozenset())
        for a in squares(plain):
            assert all(a in seen(plain, b) for b in seen(plain, a))
