"""`load`: the packs as one catalog. The reader behind it is fetched when something is loaded, not before."""

from __future__ import annotations

from pathlib import Path as FilePath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tipover.cards.catalog import Catalog
    from tipover.cards.folder import Folder

_loaded: dict[str, Catalog] = {}


def load(*folders: str | FilePath, forgiving: bool = False) -> Catalog:
    """The sets' packs and those of further folders; of two packs or cards with one name the later wins, and it is noted.

    A folder is a pack itself, or holds packs. Any mistake raises a `ContentError` with all of them; `forgiving` leaves out
    the further packs that have one, and those that need them, and says so in the catalog's notes.
    """
    if not folders and "" in _loaded:
        return _loaded[""]
    from importlib.resources import files

    from tipover.cards.folder import folders_in
    from tipover.cards.shelf import build
    from tipover.cards.toml import ContentError

    found = folders_in(files("tipover") / "packs", shipped=True)
    notes: list[str] = []
    for folder in folders:
        try:
            found += folders_in(FilePath(folder))
        except ContentError as error:
            if not forgiving:
                raise
            notes += [str(fault) for fault in error.faults]
    catalog = build(found, notes, forgiving)
    if not folders:
        _loaded[""] = catalog
    return catalog


def inspect(packs: Sequence[str | FilePath], beside: Sequence[str | FilePath] = ()) -> tuple[list[Folder], Catalog, list[str]]:
    """Packs as their author wants to see them: read, with every fault and warning; and a catalog of all that is sound.

    `beside` are the folders of other packs they may need; of these a faulty one is left out of the catalog and noted.
    """
    from importlib.resources import files

    from tipover.cards.folder import folders_in
    from tipover.cards.shelf import inspect as read

    found = folders_in(files("tipover") / "packs", shipped=True)
    for folder in beside:
        found += folders_in(FilePath(folder))
    asked = [one for folder in packs for one in folders_in(FilePath(folder))]
    found += asked
    inspected, others, sound = read(found, [one.key for one in asked])
    left_out = [f"the pack '{one.key}' is left out: {faults[0]}" for one in others if (faults := one.all_faults())]
    return inspected, sound, left_out
