"""The slow reckoning against itself: boards drawn and read again, turned and mirrored."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from .chance import random_board, random_figures
from .drawn import draw, read, undrawn
from .slow import (
    Figures,
    Point,
    SlowBoard,
    Square,
    Squares,
    around,
    beside,
    enclosed,
    reach,
    seen,
    segment,
    squares,
    straight,
)


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
