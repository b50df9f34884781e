"""Reading packs: folders of TOML into one `Catalog`. Nothing is half loaded: all faults are raised together."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path as FilePath
from typing import TypeVar

from tipover.cards.catalog import (
    CHARACTER,
    Catalog,
    Deck,
    DieCard,
    FigureCard,
    MapCard,
    Pack,
    PieceCard,
    Scenario,
    key_of,
    suggestion,
)
from tipover.cards.characters import character
from tipover.cards.check import check_pack
from tipover.cards.check_names import spoken_of
from tipover.cards.envelope import Scope, Source
from tipover.cards.folder import Folder
from tipover.cards.lex import Names
from tipover.cards.maps import MAP_KEYS, map_card
from tipover.cards.names import Declared, blame_clashes, names_of
from tipover.cards.parts import parts
from tipover.cards.scenarios import scenario
from tipover.cards.toml import ContentError, Document, Path

T = TypeVar("T", FigureCard, PieceCard, Deck, DieCard, Scenario, MapCard)


def inspect(found: list[Folder], asked: list[str]) -> tuple[list[Folder], list[Folder], Catalog]:
    """The packs asked about, and the others, all read and checked, with their faults and warnings; the catalog of what is sound."""
    chosen = {one.key: one.afresh() for one in found}
    contents = Shelf(list(chosen.values()), [])
    contents.fill()
    mine = [one for one in contents.folders if one.key in asked]
    others = [one for one in contents.folders if one.key not in asked]
    is_sound = not any(one.all_faults() for one in contents.folders)
    return mine, others, Catalog(contents) if is_sound else build(found, [], forgiving=True)


def build(found: list[Folder], notes: list[str], forgiving: bool) -> Catalog:
    """Read the packs; if some are faulty and may be left out, do so and begin again."""
    while True:
        chosen: dict[str, Folder] = {}
        said = list(notes)
        for one in found:
            if one.key in chosen:
                said.append(f"the pack '{one.key}' of {one.place} replaces an earlier one")
            chosen[one.key] = one.afresh()
        contents = Shelf(list(chosen.values()), said)
        contents.fill()
        faulty = {folder.key: faults for folder in contents.folders if (faults := folder.all_faults())}
        if not faulty:
            return Catalog(contents)
        left_out = {key: faults for key, faults in faulty.items() if not chosen[key].shipped}
        if not forgiving or not left_out:
            raise ContentError([fault for faults in faulty.values() for fault in faults])
        for key, faults in left_out.items():
            more = f", and {len(faults) - 1} more" if len(faults) > 1 else ""
            notes.append(f"the pack '{key}' is left out: {faults[0]}{more}")
            last = max(k for k, one in enumerate(found) if one.key == key)
            del found[last]


@dataclass
class Shelf:
    """What the packs hold, gathered pack by pack; mistakes are noted on their documents."""

    folders: list[Folder]
    notes: list[str]
    packs: list[Pack] = field(default_factory=list)
    figures: list[FigureCard] = field(default_factory=list)
    pieces: list[PieceCard] = field(default_factory=list)
    decks: list[Deck] = field(default_factory=list)
    dice: list[DieCard] = field(default_factory=list)
    scenarios: list[Scenario] = field(default_factory=list)
    maps: list[MapCard] = field(default_factory=list)
    names: Names = field(default_factory=Names)
    digest: str = ""

    def fill(self) -> None:
        """Read all packs: first their names, then their cards, whose rules may use the names of the packs they need."""
        for folder in self.folders:
            folder.read()
        everything = [one for folder in self.folders for one in folder.names]
        self.names = names_of(everything)
        for folder in self.folders:
            if folder.pack is not None and folder.envelope is not None:
                self.packs.append(folder.pack)
                self._needs(folder.pack, folder.envelope)
            self._twice(folder)
            blame_clashes(folder.names, self.names)
        characters = [key_of(one.name) for one in everything if one.sort == "character"]
        for folder in self.folders:
            scope = self._scope(folder)
            for sort, document in folder.files:
                self._file(folder, sort, document, scope)
            self._owners(folder, characters)
        for folder in self.folders:
            self._maps_of(folder)
        self._check()
        self._later_wins()
        joined = "".join(folder.digest for folder in self.folders)
        self.digest = hashlib.sha256(joined.encode()).hexdigest()[:16]

    def _needs(self, pack: Pack, envelope: Document) -> None:
        known = [folder.key for folder in self.folders]
        for need in pack.needs:
            if need not in known:
                envelope.blame(("needs",), f"the pack '{need}' is needed and not loaded{suggestion(need, known)}")

    def _scope(self, folder: Folder) -> Scope:
        needs = {folder.key, *(folder.pack.needs if folder.pack else ())}
        near = [one for other in self.folders if other.key in needs for one in other.names]
        pack_of = {key_of(one.spelling): other.key for other in self.folders for one in other.names}
        return Scope(names_of(near), self.names, pack_of)

    def _file(self, folder: Folder, sort: str, document: Document, scope: Scope) -> None:
        source = Source(document, folder.key, scope)
        try:
            if sort == "characters":
                self.figures.append(character(source))
            elif sort == "maps":
                values = {key: "" for key in MAP_KEYS}
                self.maps.append(replace(map_card(document, folder.key), provenance=source.provenance(("provenance",), values)))
            elif sort == "scenarios":
                self._scenario(scenario(source))
            else:
                found = parts(source, sort)
                self.figures += found.figures
                self.pieces += found.pieces
                self.decks += found.decks
                self.dice += found.dice
        except ContentError as error:  # a drawing that cannot be read
            folder.faults += [fault for fault in error.faults if fault not in document.faults]
        folder.rules += source.rules

    def _check(self) -> None:
        """What reads and cannot be meant is noted like any other mistake, what perhaps is not as a warning.

        The sets' own packs are left alone: our tests check them, and every start would pay for it.
        """
        checked = [folder for folder in self.folders if not folder.shipped]
        spoken = spoken_of(written for folder in self.folders for written in folder.rules) if checked else set()
        for folder in checked:
            faults, folder.warnings = check_pack(folder.rules, folder.names, spoken)
            documents = {document.file: document for _, document in folder.files}
            for fault in faults:
                documents[fault.file].blame_at(fault.line, fault.column, fault.message)

    def _scenario(self, found: Scenario) -> None:
        self.scenarios.append(found)
        self.figures += found.minions
        self.pieces += found.pieces

    def _twice(self, folder: Folder) -> None:
        """A name twice in one pack: cards and pieces share one list of names, since scenes find them by name alone."""
        seen: dict[tuple[str, str], tuple[Document, Path]] = {}
        for one in folder.names:
            if one.sort != "area":
                _note_twice(seen, one.document, one.path, "deck" if one.sort == "deck" else "card", one.name)
        for sort, document in folder.files:
            name = document.data.get("name")
            if sort in ("maps", "scenarios") and isinstance(name, str):
                _note_twice(seen, document, ("name",), sort[:-1], name)

    def _owners(self, folder: Folder, characters: list[str]) -> None:
        """Whose a piece is, is a character of any loaded pack."""
        for one in folder.names:
            entry = _entry(one)
            of = entry.get("of")
            if isinstance(of, str) and key_of(of) not in characters:
                known = [card.name for card in self.figures if card.kind == CHARACTER]
                one.document.blame((*one.path[:-1], "of"), f"there is no character '{of}'{suggestion(of, known)}")

    def _maps_of(self, folder: Folder) -> None:
        """A map knows the scenarios it is for, and has every area they need."""
        needs = {folder.key, *(folder.pack.needs if folder.pack else ())}
        known = {key_of(one.name): one for one in self.scenarios if one.pack in needs}
        documents = {str(document.data.get("name")): document for sort, document in folder.files if sort == "maps"}
        for card in self.maps:
            if card.pack != folder.key or card.name not in documents:
                continue
            document = documents[card.name]
            for name in card.scenarios:
                one = known.get(key_of(name))
                if one is None:
                    hint = suggestion(name, [known[key].name for key in known])
                    document.blame(("scenarios",), f"there is no scenario '{name}' in this pack and those it needs{hint}")
                    continue
                for area in one.areas:
                    if not card.fills(area):
                        hint = suggestion(area, list(card.areas))
                        document.blame(("areas",), f"the scenario '{name}' needs the area '{area}', which the map does not have{hint}")

    def _later_wins(self) -> None:
        self.figures = self._unique(self.figures, lambda card: "figure")
        self.pieces = self._unique(self.pieces, lambda card: card.sort)
        self.decks = self._unique(self.decks, lambda deck: "deck")
        self.dice = self._unique(self.dice, lambda die: "die")
        self.scenarios = self._unique(self.scenarios, lambda one: "scenario")
        self.maps = self._unique(self.maps, lambda one: "map")

    def _unique(self, cards: list[T], what: Callable[[T], str]) -> list[T]:
        last: dict[str, T] = {}
        for card in cards:
            before = last.pop(key_of(card.name), None)
            if before is not None and before.pack != card.pack:
                self.notes.append(f"the {what(card)} '{card.name}' of the pack '{card.pack}' replaces that of '{before.pack}'")
            last[key_of(card.name)] = card
        return list(last.values())


def _entry(one: Declared) -> dict[str, object]:
    if len(one.path) != 3 or not isinstance(one.path[1], int):
        return {}
    entries = one.document.data.get(str(one.path[0]))
    entry = entries[one.path[1]] if isinstance(entries, list) else {}
    return entry if isinstance(entry, dict) else {}


def _note_twice(seen: dict[tuple[str, str], tuple[Document, Path]], document: Document, path: Path, sort: str, name: str) -> None:
    key = (sort, key_of(name))
    if key not in seen:
        seen[key] = (document, path)
        return
    first, place = seen[key]
    line, column = first.place(place)
    document.blame(path, f"the name '{name}' is given twice in this pack, first at {FilePath(first.file).name}:{line}:{column}")
