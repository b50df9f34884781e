"""Slow boards as drawings: read and drawn a second time, without the engine's reader."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping

from .slow import Marks, Segment, SlowBoard, Square, borders, segment


def read(drawing: str, lines: Iterable[Iterable[int]] = ()) -> tuple[SlowBoard, Marks]:
    """The board and the marks of a drawing; every marked square is a start (design: a scene without starting areas)."""
    rows = [row.rstrip() for row in textwrap.dedent(drawing.expandtabs()).splitlines() if row.strip()]
    if rows and not rows[0].lstrip().startswith("+"):
        rows = _with_borders(rows)
    width = len(rows[0]) if rows else 0
    if width % 4 != 1 or len(rows) % 2 != 1 or width < 5 or len(rows) < 3:
        raise ValueError("A drawing needs a border line above, between and below its rows, four characters a square.")
    rows = [row.ljust(width) for row in rows]
    columns, height = width // 4, len(rows) // 2
    marks: Marks = {}
    ground: dict[str, set[Square]] = {"#": set(), "~": set()}
    for c, r in ((c, r) for r in range(height) for c in range(columns)):
        cell = rows[2 * r + 1][4 * c + 1 : 4 * c + 4].strip()
        if not cell or (len(cell) > 1 and cell[0] != "~"):
            raise ValueError(f"Square {(c, r)} is drawn {cell!r}: it needs one mark, '.', '#' or '~', and '~' left of a mark.")
        for letter in cell:
            if letter in ground:
                ground[letter].add((c, r))
            elif letter != ".":
                marks[c, r] = letter
    walls = _drawn_walls(rows, columns, height) | {segment(*line) for line in lines}
    board = SlowBoard(columns, height, frozenset(walls), frozenset(ground["#"]), frozenset(ground["~"]), frozenset(marks))
    return board, marks


def _with_borders(rows: list[str]) -> list[str]:
    """A one-row drawing that left out its borders, with them."""
    if len(rows) != 1:
        raise ValueError("Only a drawing of one row may leave out its borders.")
    cells = [letters.rjust(2).ljust(3) for letters in rows[0].split()]
    edge = "+" + "---+" * len(cells)
    return [edge, "|" + " ".join(cells) + "|", edge]


def _drawn_walls(rows: list[str], columns: int, height: int) -> set[Segment]:
    """The border pieces drawn inside the map."""
    walls = set()
    for r in range(height):
        for c in range(1, columns):
            if _is_drawn(rows[2 * r + 1][4 * c], "|", rows[2 * r + 1]):
                walls.add(segment(4 * c, 4 * r, 4 * c, 4 * r + 4))
    for r in range(1, height):
        for c in range(columns):
            if _is_drawn(rows[2 * r][4 * c + 1 : 4 * c + 4], "---", rows[2 * r]):
                walls.add(segment(4 * c, 4 * r, 4 * c + 4, 4 * r))
    return walls


def _is_drawn(border: str, sign: str, row: str) -> bool:
    if border not in (sign, " " * len(sign)):
        raise ValueError(f"A border is {sign!r} or blank, not {border!r}, in the line {row!r}.")
    return border == sign


def where(marks: Marks, letters: str) -> set[Square]:
    """The squares with one of these marks."""
    return {square for square, letter in marks.items() if letter in letters}


def one(marks: Marks, letter: str) -> Square:
    """The only square with this mark."""
    (square,) = where(marks, letter)
    return square


def draw(board: SlowBoard, marks: Mapping[Square, str] | None = None) -> str:
    """The drawing of a board with marks; what it cannot show stands in `undrawn`, Rubble is not shown."""
    letters = marks or {}
    pieces = _pieces(board)
    text = []
    for r in range(board.rows + 1):
        row = "+"
        for c in range(board.columns):
            is_wall = r in (0, board.rows) or segment(4 * c, 4 * r, 4 * c + 4, 4 * r) in pieces
            row += "---+" if is_wall else "   +"
        text.append(row)
        if r == board.rows:
            break
        row = ""
        for c in range(board.columns):
            row += "|" if c == 0 or segment(4 * c, 4 * r, 4 * c, 4 * r + 4) in pieces else " "
            row += _cell(board, (c, r), letters.get((c, r), "."))
        text.append(row + "|")
    return "\n".join(text) + "\n"


def _cell(board: SlowBoard, square: Square, letter: str) -> str:
    if square in board.covered:
        letter = "#"
    if square not in board.obscured:
        return f" {letter} "
    return " ~ " if letter == "." else f"~{letter} "


def _pieces(board: SlowBoard) -> frozenset[Segment]:
    """The walls that are exactly the border between two squares."""
    return board.walls.intersection(borders(board.columns, board.rows))


def undrawn(board: SlowBoard) -> list[tuple[int, int, int, int]]:
    """The `lines` that go beside the drawing: every wall that is no whole border piece."""
    return sorted((*wall[0], *wall[1]) for wall in board.walls - _pieces(board))
