"""The names that packs declare, by the class the card language gives them, each with its place."""

from __future__ import annotations

from typing import NamedTuple

from tipover.cards.lex import Names
from tipover.cards.toml import Document, Path
from tipover.cards.vocabulary import CLASS_NOUNS

# Class of the language → the argument of `Names`.
ARGUMENTS = {
    "token": "tokens", "marker": "markers", "minion": "minions", "figure": "figures", "piece": "pieces", "status": "statuses",
    "deck": "decks", "card": "cards", "item": "items", "area": "areas", "die": "dice", "character": "characters",
}  # fmt: skip
_CLASS_OF = {"companion": "figure", "objective": "piece"}


class Declared(NamedTuple):
    """A name a pack declares."""

    sort: str
    name: str
    document: Document
    path: Path

    @property
    def spelling(self) -> str:
        """The name as it stands in a rule."""
        return f"{self.name} {CLASS_NOUNS[self.sort][0]}" if self.sort in CLASS_NOUNS else self.name


def declared(document: Document, sort: str) -> list[Declared]:
    """The names a file of this sort declares; what is wrong with it is found when it is read in full."""
    if sort == "maps":
        return []
    found: list[Declared] = []
    if sort == "characters":
        found.append(Declared("character", _name(document.data.get("name")), document, ("name",)))
    if sort == "scenarios":
        if isinstance(document.data.get("areas"), list):
            areas = [area for area in _listed(document, ("areas",)) if area]
            found += [Declared("area", area, document, ("areas",)) for area in areas]
    for key, entries in document.data.items():
        if not isinstance(entries, list):
            continue
        for k, entry in enumerate(entries):
            if isinstance(entry, dict):
                name = entry.get("marker") if key == "objective" and entry.get("marker") else entry.get("name")
                sort = _class(key, entry)
                found.append(Declared(sort, _name(name), document, (key, k, "name")))
                found += [Declared(sort, _name(side), document, (*path, "name")) for side, path in _sides(entry, (key, k))]
    return [one for one in found if one.name and one.sort in ARGUMENTS]


def _sides(entry: dict[str, object], path: Path) -> list[tuple[object, Path]]:
    """The names of a double-sided card's sides, besides that of the card (DBL-1)."""
    back = entry.get("back")
    if not isinstance(back, dict):
        return []
    found: list[tuple[object, Path]] = [(back.get("name"), (*path, "back"))]
    return [(entry["front"], path), *found] if "front" in entry else found


def _class(key: str, entry: dict[str, object]) -> str:
    """A minion of which there is one is `the Wight`, or `Drogon` if that is a proper name; of more, `a Sprinter minion`."""
    if key == "minion" and entry.get("number", 1) == 1 and not entry.get("a_side"):
        return "figure" if entry.get("proper") is True else "piece"
    return _CLASS_OF.get(key, key)


def _name(value: object) -> str:
    return " ".join(value.split()) if isinstance(value, str) and value.isprintable() and len(value) <= 200 else ""


def _listed(document: Document, path: Path) -> list[str]:
    value = document.data.get(str(path[0]))
    return [_name(one) for one in value] if isinstance(value, list) else []


def names_of(found: list[Declared]) -> Names:
    """The reader's names."""
    by_class: dict[str, list[str]] = {argument: [] for argument in ARGUMENTS.values()}
    for one in found:
        by_class[ARGUMENTS[one.sort]].append(one.name)
    return Names(**by_class)


def blame_clashes(found: list[Declared], names: Names) -> None:
    """A name that could be taken for a word of the grammar is refused where it is declared."""
    clashes = set(names.clashes())
    for one in found:
        if one.name in clashes and one.sort != "character":
            said = "a name begins with a capital letter" if not one.name[:1].isupper() else "it is a word of the card language"
            one.document.blame(one.path, f"'{one.name}' cannot be a name in rules: {said}")
