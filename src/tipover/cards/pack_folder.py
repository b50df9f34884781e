"""The folder of a pack: reads and parses its files and collects the names they declare; cards are read later."""

from __future__ import annotations

import hashlib
from codecs import BOM_UTF8
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from typing import TYPE_CHECKING

from tipover.cards.catalog import Pack
from tipover.cards.declared_names import DeclaredName, declared
from tipover.cards.part_files import FILES
from tipover.cards.raw_file import read_raw
from tipover.cards.scenery_files import ENDING
from tipover.cards.suggest import suggestion
from tipover.cards.toml import ContentError, Document, Fault
from tipover.cards.toml_values import text_of, texts_of

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from tipover.cards.check_text import WrittenRule

MOST_FILES = 500
FOLDERS = ["characters", "maps", "scenarios"]
PACK_KEYS = ["name", "version", "needs", "wall", "short", "order", "about"]


_shipped: dict[str, PackFolder] = {}  # the packs that ship with the program, once read: their files do not change while it runs


@dataclass
class PackFolder:
    """A pack on the disk. `read` fills in its files and names, the loader its rules, the checker its warnings."""

    key: str  # the name of the folder, by which other packs need it
    place: Traversable
    shipped: bool = False  # whether it ships with the program
    pack: Pack | None = None  # the head of the pack, once read
    envelope: Document | None = None  # `pack.toml`, if it can be read
    files: list[tuple[str, Document]] = field(default_factory=list)
    """Each other file with its sort: `characters`, `maps`, `scenarios` or the name of the file."""
    scenery: dict[str, Document] = field(default_factory=dict)  # how its maps look, by the name of the map's file
    names: list[DeclaredName] = field(default_factory=list)  # the names that its files declare
    rules: list[WrittenRule] = field(default_factory=list)  # its rules, once its cards are read
    faults: list[Fault] = field(default_factory=list)  # faults that belong to no readable file
    warnings: list[Fault] = field(default_factory=list)  # what the checker warns of
    digest: str = ""  # the SHA-256 of its files

    def unread(self) -> PackFolder:
        """The same folder, unread."""
        return PackFolder(self.key, self.place, self.shipped)

    def read(self) -> None:
        """Read every file of the pack and compute its digest; a shipped one is read once in a process."""
        before = _shipped.get(str(self.place)) if self.shipped else None
        if before is not None and not before.all_faults():
            self.pack, self.envelope, self.digest = before.pack, before.envelope, before.digest
            self.files, self.scenery, self.names = before.files, before.scenery, before.names
            return
        self._read()
        if self.shipped:
            _shipped[str(self.place)] = self

    def _read(self) -> None:
        self._hash = hashlib.sha256()
        self._count = 0
        self.envelope = self._document(self.place / "pack.toml")
        if self.envelope is not None:
            self.pack = _pack(self.key, self.envelope)
        for sort in FOLDERS:
            if (self.place / sort).is_dir():
                for file in sorted((self.place / sort).iterdir(), key=lambda one: one.name):
                    if sort == "maps" and file.name.endswith(ENDING):
                        self._scenery(file)
                    elif file.name.endswith(".toml"):
                        self._file(sort, file)
        there = sorted(self.place.iterdir(), key=lambda one: one.name)
        names = {one.name for one in there}
        for sort in FOLDERS:
            if sort in names and not (self.place / sort).is_dir():
                self.faults.append(Fault(str(self.place / sort), 1, 1, "this is no folder; the files of its cards belong in one"))
        for name in FILES:
            if f"{name}.toml" in names:
                self._file(name, self.place / f"{name}.toml")
        known = ["pack.toml", *(f"{name}.toml" for name in FILES)]
        for file in there:
            if file.name.endswith(".toml") and file.name not in known:
                message = f"a pack has no file '{file.name}'; it has {', '.join(known)}{suggestion(file.name, known)}"
                self.faults.append(Fault(str(file), 1, 1, message))
        self.digest = self._hash.hexdigest()

    def all_faults(self) -> list[Fault]:
        """All faults found so far, by file and position."""
        found = list(self.faults)
        for document in [self.envelope, *(document for _, document in self.files), *self.scenery.values()]:
            if document is not None:
                found += sorted(document.faults, key=lambda fault: (fault.line, fault.column))
        return list(dict.fromkeys(found))

    def _file(self, sort: str, file: Traversable) -> None:
        document = self._document(file)
        if document is not None:
            self.files.append((sort, document))
            self.names += declared(document, sort)

    def _scenery(self, file: Traversable) -> None:
        """The look of a map: no part of the digest, because it changes no game."""
        document = self._document(file, is_content=False)
        if document is not None:
            self.scenery[f"{file.name.removesuffix(ENDING)}.toml"] = document

    def _document(self, file: Traversable, is_content: bool = True) -> Document | None:
        name = str(file)
        self._count += 1
        try:
            if self._count > MOST_FILES:  # told once, however many there are
                raise ContentError([Fault(name, 1, 1, f"more than {MOST_FILES} files in a pack")] if self._count == MOST_FILES + 1 else [])
            raw = self._raw(file).removeprefix(BOM_UTF8).replace(b"\r\n", b"\n")
            if is_content:
                self._hash.update(f"{self.key}/{file.name}\n{len(raw)}\n".encode() + raw)
            return Document(name, raw.decode("utf-8"))
        except OSError as error:
            self.faults.append(Fault(name, 1, 1, f"the file cannot be read: {error.strerror}"))
        except UnicodeDecodeError:
            self.faults.append(Fault(name, 1, 1, "the file is not UTF-8 text"))
        except ContentError as error:
            self.faults += error.faults
        return None

    def _raw(self, file: Traversable) -> bytes:
        is_strange = isinstance(file, FilePath) and not self.shipped
        return read_raw(FilePath(str(file)), inside=FilePath(str(self.place))) if is_strange else file.read_bytes()


def _pack(key: str, envelope: Document) -> Pack:
    for one in envelope.data:
        if one not in PACK_KEYS:
            envelope.blame_unknown((one,), f"a pack has no key '{one}'", one, PACK_KEYS, f"; it has {', '.join(PACK_KEYS)}")
    return Pack(
        key,
        text_of(envelope, ("name",), key),
        text_of(envelope, ("version",), "0"),
        text_of(envelope, ("wall",), ""),
        text_of(envelope, ("short",), ""),
        tuple(texts_of(envelope, ("needs",))),
        tuple(texts_of(envelope, ("order",))),
    )


def folders_in(place: Traversable | FilePath, shipped: bool = False) -> list[PackFolder]:
    """The packs of a folder, sorted by name: the folder itself if it is a pack, otherwise those in it."""
    if not place.is_dir():
        raise ContentError([Fault(str(place), 1, 1, "there is no such folder of packs")])
    if _is_pack(place):
        return [PackFolder(FilePath(str(place)).resolve().name if not shipped else place.name, place, shipped)]
    inside = sorted((one for one in place.iterdir() if one.is_dir()), key=lambda one: one.name)
    return [PackFolder(one.name, one, shipped) for one in inside if _is_pack(one)]


def _is_pack(place: Traversable | FilePath) -> bool:
    """Whether a folder is a pack; one whose `pack.toml` is a pipe or a device is one that cannot be read."""
    envelope = place / "pack.toml"
    return envelope.is_file() or (isinstance(envelope, FilePath) and envelope.exists() and not envelope.is_dir())
