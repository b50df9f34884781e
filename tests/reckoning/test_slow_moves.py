"""The slow reckoning of moves, pushes and pulls against the examples the books print."""

from __future__ import annotations

from dataclasses import replace

from .drawn import one, read, where
from .slow import SlowBoard, adjacent, pulled, pushed, reach, reach_token, sees, segment, squares, straight, walks


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
