"""Map files and the map part of scenes: drawing, lines, areas, point squares, with exact faults."""

from __future__ import annotations

from pathlib import Path as FilePath

from tipover.board.draw import Drawing, DrawingError, read_drawing
from tipover.board.geometry import Segment
from tipover.board.grid import Grid
from tipover.board.mask import BIT, Mask, Square, mask_of
from tipover.cards.catalog import SIDES, MapCard
from tipover.cards.toml import ContentError, Document, Fault, Path, Value

POINT_LETTERS = "ABCDEFGH"
MOST_LINES = 400
MAP_KEYS = ["name", "wall", "sides", "scenarios", "lines", "drawing", "areas", "points", "provenance", "about"]


def read_map(path: str | FilePath) -> MapCard:
    """Read a map file; every mistake is in the `ContentError`."""
    document = read_document(path)
    card = map_card(document, "")
    document.close()
    return card


def read_document(path: str | FilePath) -> Document:
    """A TOML file read, or a `ContentError` that says why not."""
    name = str(path)
    try:
        raw = FilePath(path).read_bytes()
    except OSError as error:
        raise ContentError([Fault(name, 1, 1, f"the file cannot be read: {error.strerror}")]) from None
    try:
        return Document(name, raw.decode("utf-8").replace("\r\n", "\n"))
    except UnicodeDecodeError:
        raise ContentError([Fault(name, 1, 1, "the file is not UTF-8 text")]) from None


def map_card(document: Document, pack: str) -> MapCard:
    """The map a document describes; mistakes are noted on the document, which the caller closes."""
    data = document.data
    drawing = drawing_of(document)
    for key in data:
        if key not in MAP_KEYS:
            document.blame((key,), f"a map has no key '{key}'; it has {', '.join(MAP_KEYS)}")
    areas = areas_of(document, drawing)
    points = points_of(document, drawing)
    named = {mark for part in table(document, ("areas",)).values() if isinstance(part, str) for mark in [part]}
    for mark, squares in drawing.marks.items():
        if mark not in named and mark not in points:
            place = drawing.grid.name(squares[0])
            blame_mark(document, drawing, squares[0], f"the mark '{mark}' on {place} has no meaning; name it under [areas] or [points]")
    if not any(name.startswith("start ") for name in areas):
        document.blame(("areas",), 'a map names its starting areas, as "start light" = "l" (MAP-6)')
    return MapCard(
        name=text_of(document, ("name",), "") or _missing(document, "name"),
        pack=pack,
        grid=drawing.grid,
        areas=areas,
        points=points,
        wall=text_of(document, ("wall",), ""),
        sides=tuple(numbers_of(document, ("sides",), [2], 2, 4)),
        scenarios=tuple(texts_of(document, ("scenarios",))),
        drawing=str(data.get("drawing", "")),
    )


def blame_mark(document: Document, drawing: Drawing, square: Square, message: str) -> None:
    """Note a mistake at a mark of the drawing."""
    line, column = drawing.places.get(square, (1, 1))
    document.blame_at(*document.within(("drawing",), line, column), message)


def _missing(document: Document, key: str) -> str:
    document.blame((), f"the key '{key}' is missing")
    return "?"


def drawing_of(document: Document) -> Drawing:
    """The drawing with its lines; a faulty drawing is raised at once, since nothing can be read without it."""
    text = document.data.get("drawing")
    if not isinstance(text, str):
        line, column = document.place(("drawing",))
        said = "the key 'drawing' is missing" if text is None else "'drawing' is a text in three quotes"
        raise ContentError([*document.faults, Fault(document.file, line, column, said)])
    try:
        drawing = read_drawing(text)
    except DrawingError as error:
        line, column = document.within(("drawing",), error.line, error.column)
        raise ContentError([*document.faults, Fault(document.file, line, column, error.message)]) from None
    lines = lines_of(document, drawing.grid)
    return Drawing(drawing.grid.with_lines(lines), drawing.marks, drawing.places) if lines else drawing


def lines_of(document: Document, grid: Grid) -> list[Segment]:
    """`lines = [[x1, y1, x2, y2], …]` in quarter squares."""
    found: list[Segment] = []
    raw = document.data.get("lines", [])
    if not isinstance(raw, list) or len(raw) > MOST_LINES:
        document.blame(("lines",), f"'lines' is a list of at most {MOST_LINES} lines [x1, y1, x2, y2]")
        return found
    for entry in raw:
        whole = isinstance(entry, list) and len(entry) == 4 and all(isinstance(v, int) and not isinstance(v, bool) for v in entry)
        if not whole:
            document.blame(("lines",), f"{entry!r} is no line; write [x1, y1, x2, y2] in quarter squares")
            continue
        x1, y1, x2, y2 = entry
        if not all(0 <= x <= 4 * grid.columns for x in (x1, x2)) or not all(0 <= y <= 4 * grid.rows for y in (y1, y2)):
            document.blame(("lines",), f"the line {entry} leaves the map, which is {4 * grid.columns} × {4 * grid.rows} quarter squares")
            continue
        found.append(Segment(x1, y1, x2, y2))
    return found


def areas_of(document: Document, drawing: Drawing) -> dict[str, list[Mask]]:
    """`[areas]`: a mark of the drawing, a list of squares, or several such lists of one name."""
    areas: dict[str, list[Mask]] = {}
    for name, value in table(document, ("areas",)).items():
        path: Path = ("areas", name)
        if name.startswith("start ") and name[6:] not in SIDES:
            document.blame(path, f"'{name[6:]}' is no side; sides are {', '.join(SIDES)}")
        if isinstance(value, str) and drawing.grid.square(value) < 0:
            squares = drawing.marks.get(value, [])
            if not squares:
                document.blame(path, f"the mark '{value}' is not in the drawing")
            areas[name] = [mask_of(squares)]
        elif isinstance(value, list) and value and all(isinstance(part, list) for part in value):
            areas[name] = [_squares(document, path, drawing.grid, part) for part in value]
        else:
            areas[name] = [_squares(document, path, drawing.grid, value)]
    return areas


def _squares(document: Document, path: Path, grid: Grid, value: Value) -> Mask:
    mask = 0
    for one in value if isinstance(value, list) else [value]:
        square = square_of(document, path, grid, one)
        if square >= 0:
            mask |= BIT[square]
    return mask


def square_of(document: Document, path: Path, grid: Grid, value: Value) -> Square:
    """A square's number, or -1 with the mistake noted."""
    square = grid.square(value) if isinstance(value, str) else -1
    if square < 0:
        last = grid.name(grid.size - 1)
        document.blame(path, f"{value!r} is no square of this map; its squares are a1 to {last}")
    return square


def points_of(document: Document, drawing: Drawing) -> dict[str, Square]:
    """`[points]`: letter → square, or the letter as a mark in the drawing."""
    points: dict[str, Square] = {}
    for letter, value in table(document, ("points",)).items():
        if letter not in POINT_LETTERS or len(letter) != 1:
            document.blame(("points", letter), f"'{letter}' is no point marker; they are {', '.join(POINT_LETTERS)}")
            continue
        marks = drawing.marks.get(str(value), [])
        square = marks[0] if len(marks) == 1 else square_of(document, ("points", letter), drawing.grid, value)
        if square >= 0:
            points[letter] = square
    return points


# -- values with a word when they are wrong --------------------------------------------------------------


def table(document: Document, path: Path) -> dict[str, Value]:
    """The table at a path; empty if absent."""
    value = _at(document, path)
    if value is None:
        return {}
    if not isinstance(value, dict):
        document.blame(path, f"'{path[-1]}' is a table")
        return {}
    return value


def _at(document: Document, path: Path) -> Value | None:
    value: Value = document.data
    for part in path:
        if isinstance(value, dict) and isinstance(part, str):
            if part not in value:
                return None
            value = value[part]
        elif isinstance(value, list) and isinstance(part, int) and part < len(value):
            value = value[part]
        else:
            return None
    return value


def text_of(document: Document, path: Path, default: str) -> str:
    """The text at a path."""
    value = _at(document, path)
    if value is None:
        return default
    if not isinstance(value, str) or len(value) > 200 or not value.isprintable():
        document.blame(path, f"'{path[-1]}' is a text of at most 200 printable characters")
        return default
    return value


def number_of(document: Document, path: Path, default: int, low: int, high: int) -> int:
    """The whole number at a path, within its limits."""
    value = _at(document, path)
    if value is None:
        return default
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        document.blame(path, f"'{path[-1]}' is a whole number from {low} to {high}, not {value!r}")
        return default
    return value


def flag_of(document: Document, path: Path, default: bool) -> bool:
    """The yes or no at a path."""
    value = _at(document, path)
    if value is None:
        return default
    if not isinstance(value, bool):
        document.blame(path, f"'{path[-1]}' is true or false, not {value!r}")
        return default
    return value


def texts_of(document: Document, path: Path) -> list[str]:
    """The list of texts at a path."""
    value = _at(document, path)
    if value is None:
        return []
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        document.blame(path, f"'{path[-1]}' is a list of texts")
        return []
    return [str(one) for one in value]


def numbers_of(document: Document, path: Path, default: list[int], low: int, high: int) -> list[int]:
    """The list of whole numbers at a path."""
    value = _at(document, path)
    if value is None:
        return default
    whole = isinstance(value, list) and all(isinstance(v, int) and not isinstance(v, bool) and low <= v <= high for v in value)
    if not whole or not isinstance(value, list):
        document.blame(path, f"'{path[-1]}' is a list of whole numbers from {low} to {high}")
        return default
    return [v for v in value if isinstance(v, int)]
