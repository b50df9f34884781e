"""The packs of tests/packs, each read once however many tests ask for it: a catalog never changes."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tipover import load
from tipover.cards.catalog import Catalog

FOLDER = Path(__file__).parents[1] / "packs"


@cache
def pack(name: str) -> Catalog:
    """The sets' cards with those of one of our packs."""
    return load(FOLDER / name)
