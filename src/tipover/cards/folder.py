"""A pack's folder: its files read and parsed, its names found; nothing is judged yet."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from typing import TYPE_CHECKING

from tipover.cards.catalog import Pack, suggestion
from tipover.cards.check_text import Written
from tipover.cards.maps import text_of, texts_of
from tipover.cards.names import Declared, declared
from tipover.cards.parts import FILES
from tipover.cards.toml import ContentError, Document, Fault

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

MOST_FILES = 500
FOLDERS = ["characters", "maps", "scenarios"]
PACK_KEYS = ["name", "version", "needs", "wall", "short", "order", "about"]


@dataclass
class Folder:
    """One pack as it lies on the disk: its envelope, and each file with its sort; later its rules, and what the checker warns of."""

    key: str
    place: Traversable
    shipped: bool = False
    pack: Pack | None = None
    envelope: Document | None = None
    files: list[tuple[str, Document]] = field(default_factory=list)
    names: list[Declared] = field(default_factory=list)
    rules: list[Written] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    warnings: list[Fault] = field(default_factory=list)
    digest: str = ""

    def afresh(self) -> Folder:
        """The same folder, not read yet."""
        return Folder(self.key, self.place, self.shipped)

    def read(self) -> None:
        """Read every file of the pack; the digest changes with any of them."""
        self._hash = hashlib.sha256()
        self._count = 0
        self.envelope = self._document(self.place / "pack.toml")
        if self.envelope is not None:
            self.pack = _pack(self.key, self.envelope)
        for sort in FOLDERS:
            if (self.place / sort).is_dir():
                for file in sorted((self.place / sort).iterdir(), key=lambda one: one.name):
                    if file.name.endswith(".toml"):
                        self._file(sort, file)
        for name in FILES:
            if (self.place / f"{name}.toml").is_file():
                self._file(name, self.place / f"{name}.toml")
        known = ["pack.toml", *(f"{name}.toml" for name in FILES)]
        for file in sorted(self.place.iterdir(), key=lambda one: one.name):
            if file.name.endswith(".toml") and file.name not in known:
                said = f"a pack has no file '{file.name}'; it has {', '.join(known)}{suggestion(file.name, known)}"
                self.faults.append(Fault(str(file), 1, 1, said))
        self.digest = self._hash.hexdigest()

    def all_faults(self) -> list[Fault]:
        """Everything found wrong so far, file by file, each in the order of its lines."""
        found = list(self.faults)
        for document in [self.envelope, *(document for _, document in self.files)]:
            if document is not None:
                found += sorted(document.faults, key=lambda fault: (fault.line, fault.column))
        return list(dict.fromkeys(found))

    def _file(self, sort: str, file: Traversable) -> None:
        document = self._document(file)
        if document is not None:
            self.files.append((sort, document))
            self.names += declared(document, sort)

    def _document(self, file: Traversable) -> Document | None:
        name = str(file)
        self._count += 1
        try:
            if self._count > MOST_FILES:
                raise ContentError([Fault(name, 1, 1, f"more than {MOST_FILES} files in a pack")])
            raw = file.read_bytes().replace(b"\r\n", b"\n")
            self._hash.update(f"{self.key}/{file.name}\n{len(raw)}\n".encode() + raw)
            return Document(name, raw.decode("utf-8"))
        except OSError as error:
            self.faults.append(Fault(name, 1, 1, f"the file cannot be read: {error.strerror}"))
        except UnicodeDecodeError:
            self.faults.append(Fault(name, 1, 1, "the file is not UTF-8 text"))
        except ContentError as error:
            self.faults += error.faults
        return None


def _pack(key: str, envelope: Document) -> Pack:
    for one in envelope.data:
        if one not in PACK_KEYS:
            hint = suggestion(one, PACK_KEYS) or f"; it has {', '.join(PACK_KEYS)}"
            envelope.blame((one,), f"a pack has no key '{one}'{hint}")
    return Pack(
        key,
        text_of(envelope, ("name",), key),
        text_of(envelope, ("version",), "0"),
        text_of(envelope, ("wall",), ""),
        text_of(envelope, ("short",), ""),
        tuple(texts_of(envelope, ("needs",))),
        tuple(texts_of(envelope, ("order",))),
    )


def folders_in(place: Traversable | FilePath, shipped: bool = False) -> list[Folder]:
    """The packs of a folder: itself, or those it holds, by name."""
    if not place.is_dir():
        raise ContentError([Fault(str(place), 1, 1, "there is no such folder of packs")])
    if (place / "pack.toml").is_file():
        return [Folder(FilePath(str(place)).resolve().name if not shipped else place.name, place, shipped)]
    inside = sorted((one for one in place.iterdir() if one.is_dir()), key=lambda one: one.name)
    return [Folder(one.name, one, shipped) for one in inside if (one / "pack.toml").is_file()]
