"""`load`: all packs as one catalog. The loader is imported on the first call, to keep starting fast."""

from __future__ import annotations

from pathlib import Path as FilePath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tipover.cards.catalog import Catalog
    from tipover.cards.pack_folder import PackFolder

_loaded: dict[str, Catalog] = {}


def load(*folders: str | FilePath, forgiving: bool = False) -> Catalog:
    """The packs that ship with the program and those of further folders, as one catalog.

    A folder is a pack or contains packs. Of two packs or cards with the same name the later one wins, which the catalog's
    notes report. Faults raise one `ContentError` with all of them; with `forgiving`, faulty packs of the further folders
    and the packs that need them are left out and reported in the notes.
    """
    if not folders and "" in _loaded:
        return _loaded[""]
    from importlib.resources import files

    from tipover.cards.loader import build
    from tipover.cards.pack_folder import folders_in
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


def inspect(packs: Sequence[str | FilePath], beside: Sequence[str | FilePath] = ()) -> tuple[list[PackFolder], Catalog, list[str]]:
    """Read packs for their author: the packs with all faults and warnings, a catalog of the sound ones, and notes.

    `beside` are folders of other packs that they may need; a faulty one of these is left out and noted.
    """
    from importlib.resources import files

    from tipover.cards.loader import inspect as read
    from tipover.cards.pack_folder import folders_in

    found = folders_in(files("tipover") / "packs", shipped=True)
    for folder in beside:
        found += folders_in(FilePath(folder))
    asked = [one for folder in packs for one in folders_in(FilePath(folder))]
    found += asked
    inspected, others, sound = read(found, [one.key for one in asked])
    left_out = [f"the pack '{one.key}' is left out: {faults[0]}" for one in others if (faults := one.all_faults())]
    return inspected, sound, left_out
