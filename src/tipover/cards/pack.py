"""Packs: folders of TOML read into one `Catalog`. Nothing is half loaded: all faults are raised together."""

from __future__ import annotations

import hashlib
from pathlib import Path as FilePath
from typing import TYPE_CHECKING

from tipover.cards.catalog import (
    CHARACTER,
    COLOURS,
    COMPANION,
    HIGHEST_DEFENSE,
    MINION,
    OBJECTIVE,
    SIDES,
    Catalog,
    FigureCard,
    MapCard,
    Pack,
    PieceCard,
    Scenario,
    suggestion,
)
from tipover.cards.maps import flag_of, map_card, number_of, numbers_of, table, text_of, texts_of
from tipover.cards.toml import ContentError, Document, Fault, Path

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

MOST_FILES = 500
CHARACTER_KEYS = ["name", "short", "defense", "tokens", "basic", "base", "provenance", "about"]
SCENARIO_KEYS = [
    "name", "first", "sides", "characters", "basics", "attachments", "point_markers", "knock_out", "adjacent",
    "wins_at", "points", "flip", "maps", "provenance", "about",
]  # fmt: skip
PROVENANCES = ["printed", "known", "house"]

_loaded: dict[tuple[str, ...], Catalog] = {}


def load(*folders: str | FilePath) -> Catalog:
    """The sets' packs and those of further folders; of two packs with one name the later wins, and it is noted.

    A folder is a pack itself, or holds packs.
    """
    key = tuple(str(folder) for folder in folders)
    if not folders and key in _loaded:
        return _loaded[key]
    from importlib.resources import files

    found: dict[str, Traversable] = {}
    notes: list[str] = []
    for place in [files("tipover") / "packs", *(FilePath(folder) for folder in folders)]:
        for name, folder in _packs_in(place):
            if name in found:
                notes.append(f"the pack '{name}' of {place} replaces an earlier one")
            found[name] = folder
    catalog = _Reader(found).catalog()
    catalog.notes = notes
    if not folders:
        _loaded[key] = catalog
    return catalog


def _packs_in(place: Traversable) -> list[tuple[str, Traversable]]:
    if not place.is_dir():
        raise ContentError([Fault(str(place), 1, 1, "there is no such folder of packs")])
    if (place / "pack.toml").is_file():
        return [(place.name, place)]
    inside = sorted((one for one in place.iterdir() if one.is_dir()), key=lambda one: one.name)
    return [(one.name, one) for one in inside if (one / "pack.toml").is_file()]


class _Reader:
    """Reads packs one after another and collects what they hold and what is wrong with them."""

    def __init__(self, folders: dict[str, Traversable]) -> None:
        self.folders = folders
        self.faults: list[Fault] = []
        self.packs: list[Pack] = []
        self.figures: list[FigureCard] = []
        self.pieces: list[PieceCard] = []
        self.scenarios: list[Scenario] = []
        self.maps: list[MapCard] = []
        self.hash = hashlib.sha256()
        self.count = 0

    def catalog(self) -> Catalog:
        for key in sorted(self.folders):
            self._pack(key, self.folders[key])
        if self.faults:
            raise ContentError(self.faults)
        digest = self.hash.hexdigest()[:16]
        return Catalog(self.packs, self.figures, self.pieces, self.scenarios, self.maps, digest)

    def _pack(self, key: str, folder: Traversable) -> None:
        envelope = self._document(folder / "pack.toml", key)
        if envelope is None:
            return
        pack = Pack(
            key,
            text_of(envelope, ("name",), key),
            text_of(envelope, ("version",), "0"),
            text_of(envelope, ("wall",), ""),
            text_of(envelope, ("short",), ""),
            tuple(texts_of(envelope, ("needs",))),
        )
        for need in pack.needs:
            if need not in self.folders:
                envelope.blame(("needs",), f"the pack '{need}' is needed and not loaded")
        self.faults += envelope.faults
        self.packs.append(pack)
        for sort in ("characters", "maps", "scenarios"):
            part = folder / sort
            if not part.is_dir():
                continue
            for file in sorted(part.iterdir(), key=lambda one: one.name):
                if file.name.endswith(".toml"):
                    self._file(key, sort, file)
        for name in ("attachments", "pieces"):
            if (folder / f"{name}.toml").is_file():
                self._file(key, name, folder / f"{name}.toml")

    def _document(self, file: Traversable, pack: str) -> Document | None:
        self.count += 1
        name = str(file)
        try:
            if self.count > MOST_FILES:
                raise ContentError([Fault(name, 1, 1, f"more than {MOST_FILES} files in the packs")])
            raw = file.read_bytes().replace(b"\r\n", b"\n")
            self.hash.update(f"{pack}/{file.name}\n{len(raw)}\n".encode() + raw)
            return Document(name, raw.decode("utf-8"))
        except OSError as error:
            self.faults.append(Fault(name, 1, 1, f"the file cannot be read: {error.strerror}"))
        except UnicodeDecodeError:
            self.faults.append(Fault(name, 1, 1, "the file is not UTF-8 text"))
        except ContentError as error:
            self.faults += error.faults
        return None

    def _file(self, pack: str, sort: str, file: Traversable) -> None:
        document = self._document(file, pack)
        if document is None:
            return
        try:
            if sort == "characters":
                self.figures.append(_character(document, pack))
            elif sort == "maps":
                self.maps.append(map_card(document, pack))
            elif sort == "scenarios":
                self.scenarios.append(_scenario(document, pack))
            else:
                figures, pieces = _parts(document, pack)
                self.figures += figures
                self.pieces += pieces
            self.faults += document.faults
        except ContentError as error:
            self.faults += error.faults


def _known_keys(document: Document, path: Path, keys: list[str], found: list[str], what: str) -> None:
    for key in found:
        if key not in keys:
            document.blame((*path, key), f"{what} has no key '{key}'{suggestion(key, keys)}")


def _provenance(document: Document, path: Path) -> dict[str, str]:
    found: dict[str, str] = {}
    for key, value in table(document, path).items():
        if value in PROVENANCES:
            found[key] = str(value)
        else:
            document.blame((*path, key), f"a provenance is one of {', '.join(PROVENANCES)}, not {value!r}")
    return found


def _name(document: Document, path: Path, what: str) -> str:
    name = text_of(document, (*path, "name"), "")
    if not name:
        document.blame(path, f"{what} needs a name")
    return name or "?"


def _character(document: Document, pack: str) -> FigureCard:
    _known_keys(document, (), CHARACTER_KEYS, list(document.data), "a character")
    tokens: list[int] = []
    for colour in texts_of(document, ("tokens",)):
        if colour in COLOURS:
            tokens.append(COLOURS.index(colour))
        else:
            document.blame(("tokens",), f"'{colour}' is no token; tokens are {', '.join(COLOURS)}{suggestion(colour, COLOURS)}")
    base = text_of(document, ("base",), "")
    if base and base not in SIDES:
        document.blame(("base",), f"'{base}' is no side; sides are {', '.join(SIDES)}")
        base = ""
    name = _name(document, (), "a character")
    return FigureCard(
        name=name,
        pack=pack,
        kind=CHARACTER,
        defense=number_of(document, ("defense",), 2, 0, HIGHEST_DEFENSE),
        tokens=tuple(sorted(tokens)),
        basic=flag_of(document, ("basic",), False),
        base=SIDES.index(base) if base else -1,
        short=text_of(document, ("short",), name),
        provenance=_provenance(document, ("provenance",)),
    )


def _scenario(document: Document, pack: str) -> Scenario:
    _known_keys(document, (), SCENARIO_KEYS, list(document.data), "a scenario")
    points = numbers_of(document, ("points",), [0, 0], 0, 99)
    if len(points) == 1:
        points = points * 2
    if len(points) != 2:
        document.blame(("points",), "'points' is the target with two characters a side and with three, as [6, 10]")
        points = [0, 0]
    return Scenario(
        name=_name(document, (), "a scenario"),
        pack=pack,
        sides=tuple(numbers_of(document, ("sides",), [2], 2, 4)),
        first=flag_of(document, ("first",), False),
        characters=number_of(document, ("characters",), 0, 0, 6),
        basics=number_of(document, ("basics",), 0, 0, 1),
        point_markers=flag_of(document, ("point_markers",), True),
        knock_out=number_of(document, ("knock_out",), 0, 0, 20),
        adjacent=flag_of(document, ("adjacent",), False),
        wins_at=number_of(document, ("wins_at",), 0, 0, 99),
        points=(points[0], points[1]),
        flip=flag_of(document, ("flip",), True),
        maps={key: str(value) for key, value in table(document, ("maps",)).items()},
    )


_FIGURES = {"companion": COMPANION, "minion": MINION, "objective": OBJECTIVE}
_PIECES = ["token", "marker", "item"]
_PART_KEYS = ["name", "short", "number", "defense", "of", "on", "cost", "challenge", "marker", "provenance", "about"]


def _parts(document: Document, pack: str) -> tuple[list[FigureCard], list[PieceCard]]:
    """Companions, minions and objectives stand on the map as figures; tokens, markers and items do not."""
    figures: list[FigureCard] = []
    pieces: list[PieceCard] = []
    for sort, entries in document.data.items():
        if sort not in _FIGURES and sort not in _PIECES:
            known = [*_FIGURES, *_PIECES]
            document.blame((sort,), f"'{sort}' is no sort of piece; they are {', '.join(known)}{suggestion(sort, known)}")
            continue
        for k in range(len(entries) if isinstance(entries, list) else 0):
            path: Path = (sort, k)
            _known_keys(document, path, _PART_KEYS, list(table(document, path)), f"a {sort}")
            name = _name(document, path, f"a {sort}")
            defense = number_of(document, (*path, "defense"), 0, 0, HIGHEST_DEFENSE)
            of = text_of(document, (*path, "of"), "")
            provenance = _provenance(document, (*path, "provenance"))
            if sort in _FIGURES:
                marker = text_of(document, (*path, "marker"), "") or name
                figures.append(
                    FigureCard(
                        name=marker,
                        pack=pack,
                        kind=_FIGURES[sort],
                        defense=defense,
                        short=text_of(document, (*path, "short"), marker),
                        of=of,
                        number=number_of(document, (*path, "number"), 1, 1, 20),
                        card=name if marker != name else "",
                        provenance=provenance,
                    )
                )
            else:
                pieces.append(
                    PieceCard(
                        name=name,
                        pack=pack,
                        sort=sort,
                        number=number_of(document, (*path, "number"), 1, 0, 99),
                        defense=defense,
                        of=of,
                        cost=number_of(document, (*path, "cost"), 0, 1, 4),
                        challenge=flag_of(document, (*path, "challenge"), False),
                        provenance=provenance,
                    )
                )
    return figures, pieces
