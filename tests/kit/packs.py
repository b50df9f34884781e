"""The packs of tests/packs, each read once however many tests ask for it: a catalog never changes."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import tipover
from tipover import load
from tipover.cards.catalog import Catalog
from tipover.cards.pack import inspect

FOLDER = Path(__file__).parents[1] / "packs"
SHIPPED = Path(tipover.__file__).parent / "packs"


@cache
def pack(name: str) -> Catalog:
    """The sets' cards with those of one of our packs."""
    return load(FOLDER / name)


@cache
def read_whole() -> Catalog:
    """The sets' cards with every rule read at once, as for an author; `load` alone reads a rule of theirs when it is used."""
    _, catalog, notes = inspect([SHIPPED])
    assert catalog.rules and not notes
    return catalog
