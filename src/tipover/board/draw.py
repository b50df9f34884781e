"""Convert drawings to grids and back: the text format of maps in files, tests, bug reports and the terminal."""

from __future__ import annotations

from typing import Final

from tipover.board.geometry import Segment, in_pieces
from tipover.board.grid import LONGEST_EDGE, Grid
from tipover.board.mask import BIT, SQUARE_OF, Mask, Square

LONGEST_DRAWING: Final = 20_000


class DrawingError(ValueError):
    """Raised for a faulty drawing; line and column count from 1 inside the drawing."""

    def __init__(self, line: int, column: int, message: str) -> None:
        super().__init__(message)
        self.line = line
        self.column = column
        self.message = message


class Drawing:
    """A drawing that was read."""

    def __init__(self, grid: Grid, marks: dict[str, list[Square]], places: dict[Square, tuple[int, int]] | None = None) -> None:
        self.grid = grid  # the squares, walls and terrain
        self.marks = marks  # the squares of each mark
        self.places = places or {}  # line and column of each square in the drawing


def read_drawing(text: str, lines: list[Segment] | None = None) -> Drawing:
    """Read a drawing; raises a `DrawingError` with position and remedy.

    A single row without walls may be drawn without borders: ` A b `.
    """
    if len(text) > LONGEST_DRAWING:
        raise DrawingError(1, 1, f"a drawing has at most {LONGEST_DRAWING} characters; this one has {len(text)}")
    page = _Page(text)
    if len(page.rows) == 1 and "|" not in page.rows[0] and "+" not in page.rows[0]:
        return _read_single_row(page)
    try:
        return _read_grid(page, lines or [])
    except DrawingError as error:
        if _has_coordinates(page):
            hint = "leave out the column letters and row numbers"
            raise DrawingError(error.line, error.column, f"{error.message}; {hint}") from None
        raise


class _Page:
    """The lines of a drawing without their common indent, with their original positions."""

    def __init__(self, text: str) -> None:
        raw = text.split("\n")
        for number, line in enumerate(raw, 1):
            for column, sign in enumerate(line, 1):
                if sign == "\t":
                    raise DrawingError(number, column, "a tab; use spaces")
                if not sign.isprintable() and sign != "\r":
                    raise DrawingError(number, column, f"the character U+{ord(sign):04X} cannot be drawn")
        raw = [line.rstrip() for line in raw]
        self.first = next((k for k, line in enumerate(raw) if line), -1)
        if self.first < 0:
            raise DrawingError(1, 1, "the drawing is empty; draw at least one row of squares")
        last = max(k for k, line in enumerate(raw) if line)
        body = raw[self.first : last + 1]
        self.margin = min(len(line) - len(line.lstrip()) for line in body if line)
        self.rows = [line[self.margin :] for line in body]

    def place(self, row: int, column: int) -> tuple[int, int]:
        return self.first + row + 1, self.margin + column + 1

    def fault(self, row: int, column: int, message: str) -> DrawingError:
        return DrawingError(*self.place(row, column), message)


def _read_single_row(page: _Page) -> Drawing:
    row = page.rows[0]
    cells = row.split()
    if len(cells) > LONGEST_EDGE:
        raise page.fault(0, 0, f"{len(cells)} squares in a row; a map has at most {LONGEST_EDGE}")
    covered = obscured = 0
    marks: dict[str, list[Square]] = {}
    places: dict[Square, tuple[int, int]] = {}
    column = 0
    for square, cell in zip(SQUARE_OF, cells, strict=False):
        column = row.index(cell, column)
        fog, mark = _read_cell(page, 0, column, cell)
        covered, obscured = _add_mark(marks, mark, fog, square, covered, obscured)
        places[square] = page.place(0, column + len(cell) - 1)
        column += len(cell)
    return Drawing(Grid(len(cells), 1, [], covered, obscured), marks, places)


def _read_cell(page: _Page, row: int, column: int, cell: str) -> tuple[bool, str]:
    """Whether a square is obscured, and its mark."""
    text = cell.strip()
    if len(text) == 2 and text[0] == "~":
        return True, text[1]
    if len(text) != 1:
        shown = f"'{text}'" if text else "blank"
        raise page.fault(row, column, f"a square is {shown}; write one mark, '.' for floor, '#' or '~' (or '~' before a mark)")
    return text == "~", text


def _add_mark(marks: dict[str, list[Square]], mark: str, fog: bool, square: Square, covered: Mask, obscured: Mask) -> tuple[Mask, Mask]:
    if fog:
        obscured |= BIT[square]
    if mark == "#":
        covered |= BIT[square]
    elif mark not in ".~":
        marks.setdefault(mark, []).append(square)
    return covered, obscured


def _has_coordinates(page: _Page) -> bool:
    """Whether a drawing has column letters or row numbers, as the terminal prints them."""
    letters = page.rows[0].split()
    if len(letters) > 1 and all(one == chr(97 + k) for k, one in enumerate(letters)):
        return True
    numbers = [row.partition("|")[0].strip() for row in page.rows if "|" in row]
    return bool(numbers) and all(number == str(k) for k, number in enumerate(numbers, 1))


def _read_grid(page: _Page, lines: list[Segment]) -> Drawing:
    height = len(page.rows)
    if height % 2 == 0:
        raise page.fault(height - 1, 0, f"{height} lines; a drawing has a border line above and below every row of squares")
    width = len(page.rows[0])
    if width % 4 != 1 or width < 5:
        raise page.fault(0, width - 1, f"the line is {width} characters wide; a drawing of n squares is 4n + 1 wide")
    for y, row in enumerate(page.rows):
        if len(row) > width:
            raise page.fault(y, width, f"the line is {len(row)} characters wide, and the first is {width}; all have one width")
    columns, rows = width // 4, height // 2
    if columns > LONGEST_EDGE or rows > LONGEST_EDGE:
        raise page.fault(0, 0, f"{columns} × {rows} squares; a map has at most {LONGEST_EDGE} × {LONGEST_EDGE}")
    covered = obscured = 0
    marks: dict[str, list[Square]] = {}
    places: dict[Square, tuple[int, int]] = {}
    pieces: list[Segment] = []
    edge: list[Segment] = []
    for y, raw in enumerate(page.rows):
        row = raw.ljust(width)
        for c in range(columns + 1):
            if y % 2 == 0:
                if row[4 * c] != "+":
                    raise page.fault(y, 4 * c, f"{_in_quotes(row[4 * c])} where a corner '+' belongs")
                if c < columns and _has_wall(page, y, 4 * c + 1, row):
                    piece = Segment(4 * c, 2 * y, 4 * c + 4, 2 * y)
                    (edge if y in (0, height - 1) else pieces).append(piece)
                continue
            if row[4 * c] not in " |":
                raise page.fault(y, 4 * c, f"{_in_quotes(row[4 * c])} where a wall '|' or a blank belongs")
            if row[4 * c] == "|":
                piece = Segment(4 * c, 2 * y - 2, 4 * c, 2 * y + 2)
                (edge if c in (0, columns) else pieces).append(piece)
            if c < columns:
                cell = row[4 * c + 1 : 4 * c + 4]
                if cell[2] != " " or (cell[0] not in " ~"):
                    raise page.fault(y, 4 * c + 1, f"{_in_quotes(cell)} is no square; write the mark in the middle, as ' A ' or '~A '")
                fog, mark = _read_cell(page, y, 4 * c + 2, cell)
                square = SQUARE_OF[c + y // 2 * columns]
                covered, obscured = _add_mark(marks, mark, fog, square, covered, obscured)
                places[square] = page.place(y, 4 * c + 2)
    for line in lines:
        pieces += in_pieces(line)
    return Drawing(Grid(columns, rows, pieces, covered, obscured, edge), marks, places)


def _has_wall(page: _Page, y: int, column: int, row: str) -> bool:
    part = row[column : column + 3]
    if part == "---":
        return True
    if part != "   ":
        raise page.fault(y, column, f"{_in_quotes(part)} where a wall '---' or three blanks belong")
    return False


def _in_quotes(text: str) -> str:
    return f"'{text}'"


def draw(grid: Grid, marks: dict[Square, str] | None = None) -> str:
    """The drawing of a grid with these marks; obstructions inside squares cannot be drawn."""
    marks = marks or {}
    columns, rows = grid.columns, grid.rows
    level: set[tuple[int, int]] = set()
    upright: set[tuple[int, int]] = set()
    for piece in grid.pieces + grid.edge:
        if piece.y1 == piece.y2 and piece.y1 % 4 == 0 and piece.x1 % 4 == 0 and piece.x2 - piece.x1 == 4:
            level.add((piece.x1 // 4, piece.y1 // 4))
        elif piece.x1 == piece.x2 and piece.x1 % 4 == 0 and piece.y1 % 4 == 0 and piece.y2 - piece.y1 == 4:
            upright.add((piece.x1 // 4, piece.y1 // 4))
    page: list[str] = []
    for r in range(rows + 1):
        page.append("+" + "+".join("---" if (c, r) in level else "   " for c in range(columns)) + "+")
        if r == rows:
            break
        line = ""
        for c in range(columns):
            square = SQUARE_OF[c + r * columns]
            line += "|" if (c, r) in upright else " "
            line += _cell(grid, square, marks.get(square, ""))
        page.append(line + ("|" if (columns, r) in upright else " "))
    return "\n".join(row.rstrip() for row in page)


def _cell(grid: Grid, square: Square, mark: str) -> str:
    fog = bool(grid.obscured & BIT[square])
    if not mark and grid.covered & BIT[square]:
        mark = "#"
    if mark:
        return f"{'~' if fog else ' '}{mark} "
    return " ~ " if fog else " . "
