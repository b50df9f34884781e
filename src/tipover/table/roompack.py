"""The pack of one table: pasted characters, kept in memory and read by the real loader."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from tipover.cards.catalog import CHARACTER, Catalog, FigureCard
from tipover.cards.pack_folder import PackFolder, folders_in

KEY = "room"
MOST_CARDS = 6
NAME = "This room"
READY = b"ready\n"  # what a child of the card box prints before it reads its cards


class Leaf(Traversable):
    """A file or folder in memory: a folder has `inside`, a file its bytes."""

    def __init__(self, path: str, inside: dict[str, Leaf] | None = None, raw: bytes = b"") -> None:
        self._path = path
        self._inside = inside
        self._raw = raw

    @property
    def name(self) -> str:
        """The last part of its path."""
        return self._path.rpartition("/")[2]

    def iterdir(self) -> Iterator[Leaf]:
        """The folder's entries."""
        return iter((self._inside or {}).values())

    def joinpath(self, *descendants: Any) -> Leaf:
        """The entry at a path below this one; a leaf that does not exist if there is none."""
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
        """Whether it is a file and not empty."""
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
    """The file name of a table's n-th card, from 0."""
    return f"card{number + 1}.toml"


def room_folder(cards: list[str], others: Iterable[str]) -> PackFolder:
    """Characters as a pack that may refer to everything in other packs."""
    needs = ", ".join(f'"{key}"' for key in others)
    envelope = f'name = "{NAME}"\nversion = "1"\nneeds = [{needs}]\n'
    written = {file_of(k): Leaf(f"{KEY}/characters/{file_of(k)}", raw=text.encode("utf-8")) for k, text in enumerate(cards)}
    inside = {"pack.toml": Leaf(f"{KEY}/pack.toml", raw=envelope.encode()), "characters": Leaf(f"{KEY}/characters", written)}
    return PackFolder(KEY, Leaf(KEY, inside))


def folders_with(cards: list[str], base: Catalog, further: Sequence[str] = ()) -> list[PackFolder]:
    """The folders of a catalog's packs (sets and further folders), followed by the table's own; nothing is read yet."""
    found = folders_in(files("tipover") / "packs", shipped=True)
    for one in further:
        found += folders_in(Path(one))
    kept = {pack.key for pack in base.packs}  # without faulty packs; of two packs with the same key the later one counts
    packs = {one.key: one for one in found if one.key in kept}
    return [*packs.values(), room_folder(cards, packs)]


def of_room(figures: list[FigureCard]) -> list[FigureCard]:
    """The table's own characters among a catalog's figures."""
    return [card for card in figures if card.pack == KEY and card.kind == CHARACTER]
