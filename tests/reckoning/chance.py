"""Slow boards and figures by chance: a bit of everything that the map rules know, from bare to crowded."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace

from .slow import (
    Figures,
    Point,
    Segment,
    SlowBoard,
    Square,
    around,
    beside,
    borders,
    clear,
    enclosed,
    meeting,
    segment,
    squares,
    without_piece,
)


def random_board(rng: random.Random, columns: int, rows: int) -> SlowBoard:
    """A board with a bit of everything, at least one square free; Rubble only where MAP-9 lets it lie."""
    while True:
        everywhere = [(c, r) for r in range(rows) for c in range(columns)]
        density = rng.choice((0.0, 0.08, 0.15, 0.25, 0.4))
        walls = {piece for piece in borders(columns, rows) if rng.random() < density}
        if rng.random() < 0.7:
            walls |= {random_line(rng, columns, rows) for _ in range(rng.randint(0, 1 + len(everywhere) // 4))}
        board = SlowBoard(
            columns,
            rows,
            frozenset(walls),
            _some(rng, everywhere, rng.choice((0.0, 0.05, 0.15))),
            _some(rng, everywhere, rng.choice((0.0, 0.0, 0.1, 0.25))),
        )
        free = [square for square in everywhere if clear(board, square, square)]
        if free:
            starts = frozenset(rng.choice(free) for _ in range(rng.randint(1, 4)))
            return _random_rubble(rng, replace(board, starts=starts))


def _some(rng: random.Random, among: Iterable[Square], share: float) -> frozenset[Square]:
    return frozenset(square for square in among if rng.random() < share)


def random_line(rng: random.Random, columns: int, rows: int) -> Segment:
    """A line in or about one square: any, diagonal, level, along part of a border, or through or from its centre."""
    x, y = 4 * rng.randrange(columns), 4 * rng.randrange(rows)
    kind = rng.choice(("any", "long", "diagonal", "level", "upright", "border", "centre", "from centre"))
    one, two = rng.sample(range(5), 2)
    if kind == "any":
        return segment(x + one, y + rng.randint(0, 4), x + two, y + rng.randint(0, 4))
    if kind == "long":
        here = x + one, y + two
        everywhere = [(i, j) for i in range(4 * columns + 1) for j in range(4 * rows + 1)]
        return segment(*here, *rng.choice([point for point in everywhere if point != here]))
    if kind == "diagonal":
        if rng.random() < 0.5:
            return segment(x + one, y + one, x + two, y + two)
        return segment(x + one, y + 4 - one, x + two, y + 4 - two)
    if kind == "level":
        across = rng.randint(1, 3)
        return segment(x + one, y + across, x + two, y + across)
    if kind == "upright":
        across = rng.randint(1, 3)
        return segment(x + across, y + one, x + across, y + two)
    if kind == "border":
        return segment(x + one, y, x + two, y) if rng.random() < 0.5 else segment(x, y + one, x, y + two)
    reach_x, reach_y = rng.choice([(1, 0), (0, 1), (1, 1), (1, -1), (2, 1), (1, 2), (2, 0), (0, 2), (2, -1)])
    back = 1 if kind == "centre" else 0
    return segment(x + 2 - back * reach_x, y + 2 - back * reach_y, x + 2 + reach_x, y + 2 + reach_y)


def _random_rubble(rng: random.Random, board: SlowBoard) -> SlowBoard:
    """The board with Rubble on up to three pieces and points, none on the border of an enclosed area."""
    if rng.random() < 0.3:
        return board
    shut = enclosed(board)
    between = borders(board.columns, board.rows)
    pieces = [piece for piece in between if shut.isdisjoint(beside(piece)) and _is_wall(board, piece)]
    corners = [(4 * c, 4 * r) for c in range(1, board.columns) for r in range(1, board.rows)]
    points = [point for point in corners if shut.isdisjoint(around(point)) and _is_hit(board, point)]
    return replace(
        board,
        rubble_pieces=frozenset(rng.sample(pieces, min(len(pieces), rng.randint(0, 3)))),
        rubble_points=frozenset(rng.sample(points, min(len(points), rng.randint(0, 3)))),
    )


def _is_wall(board: SlowBoard, piece: Segment) -> bool:
    """Whether obstruction lies along a border where the straight step crosses it (MAP-2)."""
    (x1, y1), (x2, y2) = piece
    middle = (x1 + x2) // 2, (y1 + y2) // 2
    return any(without_piece(wall, piece) != [wall] and meeting(middle, middle, wall) for wall in board.walls)


def _is_hit(board: SlowBoard, point: Point) -> bool:
    return any(meeting(point, point, wall) is not None for wall in board.walls)


def random_figures(rng: random.Random, board: SlowBoard) -> Figures:
    """A mover and some others on squares outside enclosed areas, from few to crowded."""
    shut = enclosed(board)
    free = [square for square in squares(board) if square not in shut]
    rng.shuffle(free)
    mover, others = free[0], free[1:]
    kinds: dict[str, set[Square]] = {"ally": set(), "standing": set(), "down": set(), "objective": set()}
    crowd = rng.choice((0.05, 0.15, 0.3, 0.5))
    for square in others:
        if rng.random() < crowd:
            kinds[rng.choice(("ally", "ally", "standing", "standing", "standing", "down", "objective"))].add(square)
    return Figures(
        mover,
        frozenset(kinds["ally"]),
        frozenset(kinds["standing"]),
        frozenset(kinds["down"]),
        frozenset(kinds["objective"]),
    )
