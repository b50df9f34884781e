"""The pack of one room: characters that somebody has pasted, kept in memory and read by the real loader."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from tipover.cards.catalog import CHARACTER, Catalog, FigureCard
from tipover.cards.folder import Folder, folders_in

KEY = "room"
MOST_CARDS = 6
NAME = "This room"
READY = b"ready\n"  # what a child of the card box says before it reads its cards


class Leaf(Traversable):
    """A file or folder that lies in memory: a folder has `inside`, a file its bytes."""

    def __init__(self, path: str, inside: dict[str, Leaf] | None = None, raw: bytes = b"") -> None:
        self._path = path
        self._inside = inside
        self._raw = raw

    @property
    def name(self) -> str:
        """The last part of its path."""
        return self._path.rpartition("/")[2]

    def iterdir(self) -> Iterator[Leaf]:
        """What lies in the folder."""
        return iter((self._inside or {}).values())

    def joinpath(self, *descendants: Any) -> Leaf:
        """What lies at a path below; an empty file that is none if nothing does."""
        found = self
        for part in [part for one in descendants for part in str(one).split("/")]:
            found = (found._inside or {}).get(part) or Leaf(f"{found._path}/{part}", None)
        return found

    def __truediv__(self, child: Any) -> Leaf:
        return self.joinpath(child)

    def is_dir(self) -> bool:
        """Whether it is a folder."""
        return self._inside is not None

    def is_file(self) -> bool:
        """Whether it is a file with something in it."""
        return self._inside is None and bool(self._raw)

    def read_bytes(self) -> bytes:
        """The file's bytes."""
        return self._raw

    def read_text(self, encoding: str | None = None) -> str:
        """The file's text."""
        return self._raw.decode(encoding or "utf-8")

    def open(self, mode: str = "r", *args: Any, **kwargs: Any) -> Any:
        """The file for reading."""
        return io.BytesIO(self._raw) if "b" in mode else io.StringIO(self.read_text())

    def __str__(self) -> str:
        return self._path


def file_of(number: int) -> str:
    """The name of the file of a room's so-manieth card, from 0."""
    return f"card{number + 1}.toml"


def room_folder(cards: list[str], others: Iterable[str]) -> Folder:
    """Characters as a pack that may speak of everything in other packs."""
    needs = ", ".join(f'"{key}"' for key in others)
    envelope = f'name = "{NAME}"\nversion = "1"\nneeds = [{needs}]\n'
    written = {file_of(k): Leaf(f"{KEY}/characters/{file_of(k)}", raw=text.encode("utf-8")) for k, text in enumerate(cards)}
    inside = {"pack.toml": Leaf(f"{KEY}/pack.toml", raw=envelope.encode()), "characters": Leaf(f"{KEY}/characters", written)}
    return Folder(KEY, Leaf(KEY, inside))


def folders_with(cards: list[str], base: Catalog, further: Sequence[str] = ()) -> list[Folder]:
    """The packs of a catalog, which come from the sets and from further folders, and after them the room's own; not read yet."""
    found = folders_in(files("tipover") / "packs", shipped=True)
    for one in further:
        found += folders_in(Path(one))
    kept = {pack.key for pack in base.packs}  # a faulty pack was left out, and the later of two with one key stands for both
    packs = {one.key: one for one in found if one.key in kept}
    return [*packs.values(), room_folder(cards, packs)]


def of_room(figures: list[FigureCard]) -> list[FigureCard]:
    """The characters of the room among a catalog's figures."""
    return [card for card in figures if card.pack == KEY and card.kind == CHARACTER]
