"""Load packs, folders of TOML files, into one `Catalog`; the faults of all files are raised together."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path as FilePath
from pathlib import PurePath
from typing import TypeVar

from tipover.cards.card_file import CardFile, Scope
from tipover.cards.catalog import (
    CHARACTER,
    Catalog,
    Contents,
    Deck,
    DieCard,
    FigureCard,
    MapCard,
    Pack,
    PieceCard,
    Scenario,
    key_of,
)
from tipover.cards.character_files import SORTS, character
from tipover.cards.declared_names import DeclaredName, blame_clashes, names_of
from tipover.cards.map_files import MAP_KEYS, blame_scenarios, map_card
from tipover.cards.pack_folder import PackFolder
from tipover.cards.part_files import Parts, own_parts, parts
from tipover.cards.scenario_files import scenario
from tipover.cards.scenery_files import scenery_of
from tipover.cards.toml import ContentError, Document, Path

T = TypeVar("T", FigureCard, PieceCard, Deck, DieCard, Scenario, MapCard)

# The cards of packs that ship with the program, by the packs whose names they use: their files do not change while it runs.
_shipped_cards: dict[tuple[tuple[str, str], ...], Contents] = {}


def inspect(found: list[PackFolder], asked: list[str]) -> tuple[list[PackFolder], list[PackFolder], Catalog]:
    """Read and check all packs: those asked about, the others, and the catalog of the sound ones."""
    chosen = {one.key: one.unread() for one in found}
    contents = LoadedPacks(folders=list(chosen.values()))
    contents.read()
    mine = [one for one in contents.folders if one.key in asked]
    others = [one for one in contents.folders if one.key not in asked]
    is_sound = not any(one.all_faults() for one in contents.folders)
    return mine, others, Catalog(contents) if is_sound else build(found, [], forgiving=True)


def build(found: list[PackFolder], notes: list[str], forgiving: bool) -> Catalog:
    """Read the packs; with `forgiving`, leave out the faulty ones and read the others again."""
    while True:
        chosen: dict[str, PackFolder] = {}
        further_notes = list(notes)
        for one in found:
            if one.key in chosen:
                further_notes.append(f"the pack '{one.key}' of {one.place} replaces an earlier one")
            chosen[one.key] = one.unread()
        contents = LoadedPacks(folders=list(chosen.values()), notes=further_notes)
        contents.read()
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


@dataclass(eq=False)
class LoadedPacks(Contents):
    """The content of packs, collected pack by pack; faults are noted on the documents."""

    folders: list[PackFolder] = field(default_factory=list)  # the packs in the order of loading

    def read(self) -> None:
        """Read all packs: first their names, then their cards, because rules may use the names of needed packs."""
        for folder in self.folders:
            folder.read()
        everything = [one for folder in self.folders for one in folder.names]
        self.names = names_of(everything)
        for folder in self.folders:
            if folder.pack is not None and folder.envelope is not None:
                self.packs.append(folder.pack)
                self._blame_missing_needs(folder.pack, folder.envelope)
            self._blame_duplicates(folder)
            blame_clashes(folder.names, self.names)
        owners = [key_of(one.name) for one in everything if one.sort in ("character", "item")]
        for folder in self.folders:
            self._add(self._cards_of(folder))
            self._blame_unknown_owners(folder, owners)
        for folder in self.folders:
            self._check_maps(folder)
        self._run_checker()
        self._keep_latest()
        joined = "".join(folder.digest for folder in self.folders)
        self.digest = hashlib.sha256(joined.encode()).hexdigest()[:16]

    def _blame_missing_needs(self, pack: Pack, envelope: Document) -> None:
        known = [folder.key for folder in self.folders]
        for need in pack.needs:
            if need not in known:
                envelope.blame_unknown(("needs",), f"the pack '{need}' is needed and not loaded", need, known)

    def _near(self, folder: PackFolder) -> list[PackFolder]:
        """The packs whose names the rules of a pack may use: itself and those it needs."""
        needs = {folder.key, *(folder.pack.needs if folder.pack else ())}
        return [one for one in self.folders if one.key in needs]

    def _cards_of(self, folder: PackFolder) -> Contents:
        """The cards of a pack; those of a shipped one are read once in a process, and shared by every catalog."""
        key = ((folder.key, folder.digest), *((one.key, one.digest) for one in self._near(folder)))
        if folder.shipped and key in _shipped_cards:
            return _shipped_cards[key]
        scope = self._scope(folder)
        cards = Contents()
        for sort, document in folder.files:
            _read_file(cards, folder, sort, document, scope)
        if folder.shipped and not folder.all_faults():
            _shipped_cards[key] = cards
        return cards

    def _add(self, cards: Contents) -> None:
        self.figures += cards.figures
        self.pieces += cards.pieces
        self.decks += cards.decks
        self.dice += cards.dice
        self.maps += cards.maps
        self.scenarios += cards.scenarios
        self.rules += cards.rules
        self.unread += cards.unread

    def _scope(self, folder: PackFolder) -> Scope:
        near = [one for other in self._near(folder) for one in other.names]
        pack_of = {key_of(one.spelling): other.key for other in self.folders for one in other.names}
        return Scope(names_of(near), self.names, pack_of)

    def _run_checker(self) -> None:
        """Run the checker and note what it refuses as faults, the rest as warnings.

        Packs that ship with the program are skipped: the tests check them, and checking would slow down every start. They need no
        other pack, so they mention no name of one.
        """
        checked = [folder for folder in self.folders if not folder.shipped]
        if not checked:
            return
        from tipover.cards.check import check_pack
        from tipover.cards.check_names import mentioned_names

        mentioned = mentioned_names(written for folder in checked for written in folder.rules)
        for folder in checked:
            faults, folder.warnings = check_pack(folder.rules, folder.names, mentioned)
            documents = {document.file: document for _, document in folder.files}
            for fault in faults:
                documents[fault.file].faults.append(fault)

    def _blame_duplicates(self, folder: PackFolder) -> None:
        """Blame a name that is declared twice in a pack; cards and pieces share one namespace, because scenes refer by name alone."""
        seen: dict[tuple[str, str], tuple[Document, Path]] = {}
        for one in folder.names:
            if one.sort != "area":
                _blame_duplicate(seen, one.document, one.path, "deck" if one.sort == "deck" else "card", one.name)
        for sort, document in folder.files:
            name = document.data.get("name")
            if sort in ("maps", "scenarios") and isinstance(name, str):
                _blame_duplicate(seen, document, ("name",), sort[:-1], name)

    def _blame_unknown_owners(self, folder: PackFolder, owners: list[str]) -> None:
        """Blame every `of` that names no character and no item of any loaded pack."""
        for one in folder.names:
            entry = _entry(one)
            of = entry.get("of")
            if isinstance(of, str) and key_of(of) not in owners:
                known = [card.name for card in self.figures if card.kind == CHARACTER]
                one.document.blame_unknown((*one.path[:-1], "of"), f"there is no character '{of}'", of, known)

    def _check_maps(self, folder: PackFolder) -> None:
        """Blame maps that name an unknown scenario or lack an area that a scenario needs."""
        needs = {folder.key, *(folder.pack.needs if folder.pack else ())}
        known = [one for one in self.scenarios if one.pack in needs]
        documents = {str(document.data.get("name")): document for sort, document in folder.files if sort == "maps"}
        for card in self.maps:
            if card.pack != folder.key or card.name not in documents:
                continue
            blame_scenarios(documents[card.name], card, known, " in this pack and those it needs")

    def _keep_latest(self) -> None:
        self.figures = self._without_replaced(self.figures, lambda card: "figure")
        self.pieces = self._without_replaced(self.pieces, lambda card: card.sort)
        self.decks = self._without_replaced(self.decks, lambda deck: "deck")
        self.dice = self._without_replaced(self.dice, lambda die: "die")
        self.scenarios = self._without_replaced(self.scenarios, lambda one: "scenario")
        self.maps = self._without_replaced(self.maps, lambda one: "map")

    def _without_replaced(self, cards: list[T], what: Callable[[T], str]) -> list[T]:
        last: dict[str, T] = {}
        for card in cards:
            before = last.pop(key_of(card.name), None)
            if before is not None and before.pack != card.pack:
                self.notes.append(f"the {what(card)} '{card.name}' of the pack '{card.pack}' replaces that of '{before.pack}'")
            last[key_of(card.name)] = card
        return list(last.values())


def _read_file(cards: Contents, folder: PackFolder, sort: str, document: Document, scope: Scope) -> None:
    """Read the cards of one file of a pack."""
    source = CardFile(document, folder.key, scope, trusted=folder.shipped)
    try:
        if sort == "characters":
            figure = character(source)
            cards.figures.append(figure)
            _add_parts(cards, own_parts(source, SORTS, figure.name))
        elif sort == "maps":
            card = map_card(document, folder.key)
            values = {key: "" for key in MAP_KEYS} | {"scenarios": ", ".join(card.scenarios)}
            look = folder.scenery.get(PurePath(document.file).name)
            scenery = scenery_of(look, card.grid) if look is not None else None
            cards.maps.append(replace(card, provenance=source.provenance(("provenance",), values), scenery=scenery))
        elif sort == "scenarios":
            _add_scenario(cards, scenario(source))
        else:
            _add_parts(cards, parts(source, sort))
    except ContentError as error:  # a drawing that cannot be read
        folder.faults += [fault for fault in error.faults if fault not in document.faults]
    folder.rules += source.rules
    cards.rules += source.rules
    cards.unread += source.unread


def _add_parts(cards: Contents, found: Parts) -> None:
    cards.figures += found.figures
    cards.pieces += found.pieces
    cards.decks += found.decks
    cards.dice += found.dice


def _add_scenario(cards: Contents, found: Scenario) -> None:
    cards.scenarios.append(found)
    cards.figures += found.minions
    cards.pieces += found.pieces


def _entry(one: DeclaredName) -> dict[str, object]:
    if len(one.path) != 3 or not isinstance(one.path[1], int):
        return {}
    entries = one.document.data.get(str(one.path[0]))
    entry = entries[one.path[1]] if isinstance(entries, list) else {}
    return entry if isinstance(entry, dict) else {}


def _blame_duplicate(seen: dict[tuple[str, str], tuple[Document, Path]], document: Document, path: Path, sort: str, name: str) -> None:
    key = (sort, key_of(name))
    if key not in seen:
        seen[key] = (document, path)
        return
    first, place = seen[key]
    line, column = first.place(place)
    document.blame(path, f"the name '{name}' is given twice in this pack, first at {FilePath(first.file).name}:{line}:{column}", name)
