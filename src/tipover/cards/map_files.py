"""Read map files and the map part of scenes: drawing, lines, areas, point squares."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path as FilePath

from tipover.board.draw import Drawing, DrawingError, read_drawing
from tipover.board.geometry import Segment
from tipover.board.grid import Grid
from tipover.board.mask import BIT, NO_SQUARE, SQUARE_OF, Mask, Square, mask_of
from tipover.cards.catalog import SIDES, MapCard, Scenario, key_of
from tipover.cards.raw_file import read_raw
from tipover.cards.toml import ContentError, Document, Fault, Path, Value
from tipover.cards.toml_values import blame_name, numbers_of, table, text_of, texts_of

POINT_LETTERS = "ABCDEFGH"
MOST_LINES = 400
MAP_KEYS = ["name", "wall", "sides", "scenarios", "lines", "drawing", "areas", "points", "scenario", "provenance", "about"]
SCENARIO_KEYS = ("areas", "points")  # what a map may have otherwise in one scenario


def read_map(path: str | FilePath) -> MapCard:
    """Read a map file; raises a ContentError with every mistake."""
    document = read_document(path)
    card = map_card(document, "")
    document.close()
    return card


def read_document(path: str | FilePath) -> Document:
    """Read a TOML file; raises a ContentError if it cannot be read."""
    name = str(path)
    try:
        raw = read_raw(FilePath(path))
    except OSError as error:
        raise ContentError([Fault(name, 1, 1, f"the file cannot be read: {error.strerror}")]) from None
    try:
        return Document(name, raw.decode("utf-8-sig").replace("\r\n", "\n"))
    except UnicodeDecodeError:
        raise ContentError([Fault(name, 1, 1, "the file is not UTF-8 text")]) from None


def blame_scenarios(document: Document, card: MapCard, scenarios: Iterable[Scenario], among: str = "") -> None:
    """Note the scenarios of a map's list that are not among those given, and the areas it lacks for the others (SUP-1)."""
    known = {key_of(one.name): one for one in scenarios}
    for name in card.scenarios:
        one = known.get(key_of(name))
        if one is None:
            document.blame_unknown(("scenarios",), f"there is no scenario '{name}'{among}", name, [known[key].name for key in known])
            continue
        for area in one.areas:
            if not card.for_scenario(name).fills(area):
                problem = f"the scenario '{name}' needs the area '{area}', which the map does not have"
                document.blame_unknown(("areas",), problem, area, card.areas)


def map_card(document: Document, pack: str) -> MapCard:
    """The map that a document describes. Mistakes are noted on the document; the caller must close it."""
    data = document.data
    drawing = drawing_of(document)
    for key in data:
        if key not in MAP_KEYS:
            document.blame((key,), f"a map has no key '{key}'; it has {', '.join(MAP_KEYS)}", key)
    areas = areas_of(document, drawing)
    points = points_of(document, drawing)
    own = _of_scenarios(document, drawing)
    parts = [table(document, ("areas",)), *(table(document, ("scenario", name, "areas")) for name in own)]
    named = {part for one in parts for part in one.values() if isinstance(part, str)}
    named |= {letter for _, letters in own.values() for letter in letters}
    for mark, squares in drawing.marks.items():
        if mark not in named and mark not in points:
            place = drawing.grid.name(squares[0])
            blame_mark(document, drawing, squares[0], f"the mark '{mark}' on {place} has no meaning; name it under [areas] or [points]")
    blame_name(document, ("name",), text_of(document, ("name",), ""))
    if not any(name.startswith("start ") for name in areas):
        document.blame(("areas",), 'a map names its starting areas, as "start light" = "l" (MAP-6)')
    return MapCard(
        name=text_of(document, ("name",), "") or _missing(document, "name"),
        pack=pack,
        grid=drawing.grid,
        areas=areas,
        points=points,
        own=own,
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
    """The drawing with its lines. A faulty drawing raises at once, because nothing can be read without it."""
    text = document.data.get("drawing")
    if not isinstance(text, str):
        line, column = document.place(("drawing",))
        message = "the key 'drawing' is missing" if text is None else "'drawing' is a text in three quotes"
        raise ContentError([*document.faults, Fault(document.file, line, column, message)])
    try:
        drawing = read_drawing(text)
    except DrawingError as error:
        line, column = document.within(("drawing",), error.line, error.column)
        raise ContentError([*document.faults, Fault(document.file, line, column, error.message)]) from None
    lines = lines_of(document, drawing.grid)
    return Drawing(drawing.grid.with_lines(lines), drawing.marks, drawing.places) if lines else drawing


def lines_of(document: Document, grid: Grid) -> list[Segment]:
    """Obstructions inside squares: `lines = [[x1, y1, x2, y2], …]` in quarter squares."""
    found: list[Segment] = []
    raw = document.data.get("lines", [])
    if not isinstance(raw, list) or len(raw) > MOST_LINES:
        document.blame(("lines",), f"'lines' is a list of at most {MOST_LINES} lines [x1, y1, x2, y2]")
        return found
    for entry in raw:
        whole = isinstance(entry, list) and len(entry) == 4 and all(isinstance(v, int) and not isinstance(v, bool) for v in entry)
        if not whole:
            document.blame(("lines",), f"{entry!r} is no line; write [x1, y1, x2, y2] in quarter squares", entry)
            continue
        x1, y1, x2, y2 = entry
        if not all(0 <= x <= 4 * grid.columns for x in (x1, x2)) or not all(0 <= y <= 4 * grid.rows for y in (y1, y2)):
            document.blame(
                ("lines",), f"the line {entry} leaves the map, which is {4 * grid.columns} × {4 * grid.rows} quarter squares", entry
            )
            continue
        found.append(Segment(x1, y1, x2, y2))
    return found


def _of_scenarios(document: Document, drawing: Drawing) -> dict[str, tuple[dict[str, list[Mask]], dict[str, Square]]]:
    """`[scenario.NAME.areas]` and `[scenario.NAME.points]`: what a map has otherwise in one scenario (MAP-6)."""
    found: dict[str, tuple[dict[str, list[Mask]], dict[str, Square]]] = {}
    for name in table(document, ("scenario",)):
        for key in table(document, ("scenario", name)):
            if key not in SCENARIO_KEYS:
                document.blame(("scenario", name, key), f"of one scenario a map has {' and '.join(SCENARIO_KEYS)}, no '{key}'", key)
        found[name] = areas_of(document, drawing, ("scenario", name)), points_of(document, drawing, ("scenario", name))
    return found


def areas_of(document: Document, drawing: Drawing, at: Path = ()) -> dict[str, list[Mask]]:
    """`[areas]`: each is a mark of the drawing, a list of squares, or several such lists with the same name."""
    areas: dict[str, list[Mask]] = {}
    for name, value in table(document, (*at, "areas")).items():
        path: Path = (*at, "areas", name)
        if name.startswith("start ") and name[6:] not in SIDES:
            document.blame(path, f"'{name[6:]}' is no side; sides are {', '.join(SIDES)}", name[6:])
        if isinstance(value, str) and drawing.grid.square(value) < 0:
            squares = drawing.marks.get(value, [])
            if not squares:
                document.blame(path, f"the mark '{value}' is not in the drawing", value)
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
    """The square that a value names; otherwise the mistake is noted and the result is -1."""
    square = grid.square(value) if isinstance(value, str) else NO_SQUARE
    if square < 0:
        last = grid.name(SQUARE_OF[grid.size - 1])
        document.blame(path, f"{value!r} is no square of this map; its squares are a1 to {last}", value)
    return square


def points_of(document: Document, drawing: Drawing, at: Path = ()) -> dict[str, Square]:
    """`[points]`: the square of each letter, given by name or by a mark of the drawing."""
    points: dict[str, Square] = {}
    for letter, value in table(document, (*at, "points")).items():
        if letter not in POINT_LETTERS or len(letter) != 1:
            document.blame((*at, "points", letter), f"'{letter}' is no point marker; they are {', '.join(POINT_LETTERS)}", letter)
            continue
        marks = drawing.marks.get(str(value), [])
        square = marks[0] if len(marks) == 1 else square_of(document, (*at, "points", letter), drawing.grid, value)
        if square >= 0:
            points[letter] = square
    return points
