"""What comes into a game with its characters, attachments and scenario: tokens, statuses, decks, minions, items (SUP-1)."""

from __future__ import annotations

from tipover.cards.catalog import CHARACTER, COMPANION, MINION, OBJECTIVE, Catalog, FigureCard, PieceCard, Scenario
from tipover.engine.setup import SIDE_LETTERS, FigureSlot, PieceSlot


def minions_of(catalog: Catalog, side: int, names: list[str], scenario: Scenario | None) -> list[tuple[int, FigureCard]]:
    """The minions of a side's characters and of the scenario, each as often as there are pieces of it."""
    found: list[tuple[int, FigureCard]] = []
    own = [] if scenario is None else list(scenario.minions)
    for number, card in enumerate(catalog.figures):
        if card.kind == MINION and (card.of in names if card.of else card in own):
            found += [(number, card)] * card.number
    return found


def parts_of(catalog: Catalog, side: int, names: list[str]) -> list[PieceSlot]:
    """The tokens, markers, status cards and decks of a side's characters."""
    found: list[PieceSlot] = []
    decks = {deck.name for deck in catalog.decks if deck.of in names}
    owners = {deck.name: deck.of for deck in catalog.decks}
    for number, part in enumerate(catalog.pieces):
        if part.sort == "item":
            continue
        if part.deck:
            if part.deck in decks:
                found.append(slot_of(number, part, side))
        elif part.of in names and part.of:
            found += [slot_of(number, part, side)] * max(1, part.number)
    assert owners is not None
    return found


def slot_of(number: int, part: PieceCard, side: int, of: int = -1, square: int = -1) -> PieceSlot:
    """A piece of this game from its card."""
    return PieceSlot(number, part.name, part.sort, side, part.defense, "", square, part, of)


def scenario_parts(catalog: Catalog, scenario: Scenario | None, sides: list[int]) -> list[PieceSlot]:
    """The scenario's own pieces: so many in all, or so many a side."""
    found: list[PieceSlot] = []
    for part in scenario.pieces if scenario is not None else ():
        number = catalog.piece(part.name)
        for side in sides if part.a_side else [-1]:
            found += [slot_of(number, part, side)] * part.number
    return found


def with_minions(
    catalog: Catalog, slots: list[FigureSlot], names: dict[int, list[str]], scenario: Scenario | None
) -> list[FigureSlot]:
    """The figures of a game with the minions that may come into it, numbered after each side's own."""
    fresh = list(slots)
    for side, mine in names.items():
        count = sum(1 for slot in slots if slot.side == side)
        for number, card in minions_of(catalog, side, mine, scenario):
            count += 1
            owner = next((k for k, slot in enumerate(slots) if slot.side == side and slot.card >= 0 and catalog.figures[slot.card].name == card.of), -1)
            fresh.append(FigureSlot(side, MINION, number, f"{SIDE_LETTERS[side]}{count}", count - 1, owner))
    return fresh


__all__ = ["CHARACTER", "COMPANION", "OBJECTIVE", "with_minions"]
