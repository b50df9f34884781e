"""The names that packs declare, with the class that the card language gives them and their position."""

from __future__ import annotations

from typing import NamedTuple

from tipover.cards.name_table import NameTable
from tipover.cards.toml import Document, Path
from tipover.cards.vocabulary import CLASS_NOUNS, NAME_CLASSES

_CLASS_OF = {"companion": "figure", "objective": "piece"}


class DeclaredName(NamedTuple):
    """A name that a pack declares."""

    sort: str  # its class, one of NAME_CLASSES
    name: str  # the name, with single spaces
    document: Document  # the file that declares it
    path: Path  # where in the file

    @property
    def spelling(self) -> str:
        """The name as it is written in a rule."""
        return f"{self.name} {CLASS_NOUNS[self.sort][0]}" if self.sort in CLASS_NOUNS else self.name


def declared(document: Document, sort: str) -> list[DeclaredName]:
    """The names that a file of this sort declares. Mistakes are skipped here and found when the file is read in full."""
    if sort == "maps":
        return []
    found: list[DeclaredName] = []
    if sort == "characters":
        found.append(DeclaredName("character", _name(document.data.get("name")), document, ("name",)))
    if sort == "scenarios":
        areas = document.data.get("areas")
        found += [DeclaredName("area", _name(one), document, ("areas",)) for one in (areas if isinstance(areas, list) else [])]
    for key, entries in document.data.items():
        if not isinstance(entries, list):
            continue
        for k, entry in enumerate(entries):
            if isinstance(entry, dict):
                name = entry.get("marker") if key == "objective" and entry.get("marker") else entry.get("name")
                sort = _class_of_entry(key, entry)
                found.append(DeclaredName(sort, _name(name), document, (key, k, "name")))
                found += [DeclaredName(sort, _name(side), document, (*path, "name")) for side, path in _side_names(entry, (key, k))]
    return [one for one in found if one.name and one.sort in NAME_CLASSES]


def _side_names(entry: dict[str, object], path: Path) -> list[tuple[object, Path]]:
    """The names of the sides of a double-sided card, apart from that of the card (DBL-1)."""
    back = entry.get("back")
    if not isinstance(back, dict):
        return []
    found: list[tuple[object, Path]] = [(back.get("name"), (*path, "back"))]
    return [(entry["front"], path), *found] if "front" in entry else found


def _class_of_entry(key: str, entry: dict[str, object]) -> str:
    """The class of an entry: a single minion is `the Wight`, or `Drogon` if it is a proper name; several are `a Sprinter minion`."""
    if key == "minion" and entry.get("number", 1) == 1 and not entry.get("a_side"):
        return "figure" if entry.get("proper") is True else "piece"
    return _CLASS_OF.get(key, key)


def _name(value: object) -> str:
    return " ".join(value.split()) if isinstance(value, str) and value.isprintable() and len(value) <= 200 else ""


def names_of(found: list[DeclaredName]) -> NameTable:
    """The table of names that the reader uses."""
    by_class: dict[str, list[str]] = {}
    for one in found:
        by_class.setdefault(one.sort, []).append(one.name)
    names = NameTable(**by_class)
    for one in found:
        entry = _entry(one)
        number, faces = entry.get("number"), entry.get("faces")
        if one.sort in ("token", "marker", "minion") and isinstance(number, int):
            names.numbers[one.spelling] = number
        if isinstance(faces, list):
            shown = [face if isinstance(face, int) else 0 for face in faces]
            names.faces[one.spelling] = min(shown, default=0), max(shown, default=0)
    return names


def _entry(one: DeclaredName) -> dict[str, object]:
    """The table of a file in which a name is declared; empty for a card that has a file of its own."""
    found: object = one.document.data
    for part in one.path[:2] if len(one.path) == 3 else ():
        found = found[part] if isinstance(found, (dict, list)) else {}  # type: ignore[index]
    return found if isinstance(found, dict) and len(one.path) == 3 else {}


def blame_clashes(found: list[DeclaredName], names: NameTable) -> None:
    """Blame every declaration of a name that could be mistaken for a word of the grammar."""
    clashes = set(names.clashes())
    for one in found:
        if one.name in clashes and one.sort != "character":
            reason = "a name begins with a capital letter" if not one.name[:1].isupper() else "it is a word of the card language"
            one.document.blame(one.path, f"'{one.name}' cannot be a name in rules: {reason}", one.name)
