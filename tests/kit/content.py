"""The cards, pieces, scenarios and maps of the shipped packs by name."""

from __future__ import annotations

from tipover import load
from tipover.cards.catalog import FigureCard, MapCard, PieceCard, Scenario

CATALOG = load()
SECOND_PART = (
    "dc", "harry_potter", "nightmare_before_christmas", "kool_aid_man", "rick_and_morty", "jurassic_park", "universal_monsters", "space_jam",
)  # fmt: skip


def figure(name: str) -> FigureCard:
    number = CATALOG.figure(name)
    assert number >= 0, f"there is no {name}"
    return CATALOG.figures[number]


def piece(name: str) -> PieceCard:
    number = CATALOG.piece(name)
    assert number >= 0, f"there is no {name}"
    return CATALOG.pieces[number]


def scenario(name: str) -> Scenario:
    found = CATALOG.scenario(name)
    assert found is not None, f"there is no {name}"
    return found


def map_of(name: str) -> MapCard:
    found = CATALOG.map(name)
    assert found is not None
    return found
