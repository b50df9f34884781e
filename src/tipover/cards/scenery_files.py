"""Read `<map>.scenery.toml`, the look of a map's place: floor, border, wall skin, parts and decals. It changes no rule."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tipover.board.grid import Grid
from tipover.cards.toml import Document, Path, Value
from tipover.cards.toml_values import table, text_of

ENDING = ".scenery.toml"
SCENERY_KEYS = ["floor", "light", "dark", "border", "wall", "covered", "obscured", "closed", "decal", "edge", "about"]
LAID_KEYS = ["part", "at", "size", "turn"]
EDGES = ["north", "east", "south", "west"]
SKINS = ["rail", "stone", "snow", "bulkhead", "pipe", "plaster", "guard"]
TONES = 3
MOST_LAID = 200
_TONE = re.compile(r"#[0-9A-Fa-f]{6}")
_NAME = re.compile(r"[a-z0-9-]{1,40}")


@dataclass(frozen=True)
class LaidPart:
    """A part of the scenery in its place."""

    part: str  # the name of the drawing
    square: int  # the square that it lies on, or -1 in the border
    edge: str = ""  # the side of the border
    along: float = 0.0  # how far along that side, in squares
    size: float = 1.0  # how large it is drawn
    turn: int = 0  # turned by so many degrees


@dataclass(frozen=True)
class Scenery:
    """How the place of a map looks."""

    floor: str  # the pattern of the floor
    light: tuple[str, ...]  # its three tones by day: base, second, line
    dark: tuple[str, ...]  # the same for the dark theme
    border: tuple[str, ...]  # the patterns of the border: north, east, south, west
    wall: str  # the skin of the walls
    covered: tuple[str, ...] = ()  # parts that stand on covered squares, in turn
    obscured: tuple[str, ...] = ()  # parts that stand on obscured squares, in turn
    closed: tuple[str, ...] = ()  # parts that fill closed rooms
    laid: tuple[LaidPart, ...] = ()  # decals on the floor and parts in the border


def scenery_of(document: Document, grid: Grid) -> Scenery:
    """The scenery that a document describes for a map of this grid. Mistakes are noted on the document."""
    for key in document.data:
        if key not in SCENERY_KEYS:
            document.blame_unknown((key,), f"a scenery has no key '{key}'", key, SCENERY_KEYS, f"; it has {', '.join(SCENERY_KEYS)}")
    border = table(document, ("border",))
    for key in border:
        if key not in EDGES:
            document.blame(("border", key), f"'{key}' is no side of a map; they are {', '.join(EDGES)}", key)
    wall = text_of(document, ("wall",), SKINS[1])
    if wall not in SKINS:
        document.blame_unknown(("wall",), f"there is no wall skin '{wall}'", wall, SKINS, f"; there are {', '.join(SKINS)}")
    laid = [*_laid(document, "decal", grid), *_laid(document, "edge", grid)]
    return Scenery(
        floor=_name(document, ("floor",), document.data.get("floor", "concrete")),
        light=_tones(document, "light"),
        dark=_tones(document, "dark"),
        border=tuple(_name(document, ("border", edge), border.get(edge, "tiles")) for edge in EDGES),
        wall=wall,
        covered=_names(document, "covered"),
        obscured=_names(document, "obscured"),
        closed=_names(document, "closed"),
        laid=tuple(laid),
    )


def _name(document: Document, path: Path, value: Value) -> str:
    if isinstance(value, str) and _NAME.fullmatch(value):
        return value
    document.blame(path, f"'{path[-1]}' is the name of a drawing: small letters, digits and dashes")
    return ""


def _names(document: Document, key: str) -> tuple[str, ...]:
    value = document.data.get(key, [])
    return tuple(_name(document, (key,), one) for one in (value if isinstance(value, list) else [value]))


def _tones(document: Document, key: str) -> tuple[str, ...]:
    value = document.data.get(key)
    if isinstance(value, list) and len(value) == TONES and all(isinstance(one, str) and _TONE.fullmatch(one) for one in value):
        return tuple(str(one) for one in value)
    document.blame((key,), f"'{key}' is a list of three colours, as \"#F9F3E7\": base, second, line")
    return ()


def _laid(document: Document, key: str, grid: Grid) -> list[LaidPart]:
    """The `[[decal]]`s, on squares, or the `[[edge]]`s, in the border: `west 2.5`."""
    entries = document.data.get(key, [])
    found: list[LaidPart] = []
    if not isinstance(entries, list) or not all(isinstance(one, dict) for one in entries):
        document.blame((key,), f"'{key}' is written as [[{key}]]")
        return found
    for number, entry in enumerate(entries):
        assert isinstance(entry, dict)
        here: Path = (key, number)
        for one in entry:
            if one not in LAID_KEYS:
                document.blame_unknown((*here, one), f"a {key} has no key '{one}'", one, LAID_KEYS, f"; it has {', '.join(LAID_KEYS)}")
        part = _name(document, (*here, "part"), entry.get("part", ""))
        size, turn, at = entry.get("size", 1.0), entry.get("turn", 0), entry.get("at", [])
        if isinstance(size, bool) or not isinstance(size, int | float) or not 0.2 <= size <= 3:
            document.blame((*here, "size"), f"'size' is a number from 0.2 to 3, not {size!r}", size)
            size = 1.0
        if isinstance(turn, bool) or not isinstance(turn, int) or not 0 <= turn < 360:
            document.blame((*here, "turn"), f"'turn' is a whole number of degrees from 0 to 359, not {turn!r}", turn)
            turn = 0
        for place in at if isinstance(at, list) else [at]:
            spot = _on_square(place, grid) if key == "decal" else _in_border(place, grid)
            if spot is None or len(found) >= MOST_LAID:
                like = '"c4", a square of the map' if key == "decal" else '"west 2.5", a side and how far along it'
                document.blame((*here, "at"), f"{place!r} is no place; write {like}", place)
                continue
            found.append(LaidPart(part, *spot, float(size), turn))
    return found


def _on_square(place: Value, grid: Grid) -> tuple[int, str, float] | None:
    square = grid.square(place) if isinstance(place, str) else -1
    return (square, "", 0.0) if square >= 0 else None


def _in_border(place: Value, grid: Grid) -> tuple[int, str, float] | None:
    edge, _, along = place.partition(" ") if isinstance(place, str) else ("", "", "")
    try:
        far = float(along)
    except ValueError:
        return None
    long = grid.columns if edge in ("north", "south") else grid.rows
    return (-1, edge, far) if edge in EDGES and 0 <= far <= long else None
