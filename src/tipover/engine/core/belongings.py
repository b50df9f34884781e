"""The pieces and minions that come into a game with its characters and its scenario (TOK-7, SUP-1)."""

from __future__ import annotations

from tipover.board.mask import NO_SQUARE, Square
from tipover.cards.catalog import CHARACTER, MINION, Catalog, FigureCard, PieceCard, Scenario
from tipover.engine.core.ids import FIGURE_OF, NO_SIDE, NOBODY, CardId, FigureId, Side
from tipover.engine.core.said import ListPart, say
from tipover.engine.core.setup import SIDE_LETTERS, FigureSlot, PieceSlot
from tipover.engine.core.setup_faults import SetupFault


def minions_of(catalog: Catalog, side: Side, names: list[str], scenario: Scenario | None) -> list[tuple[CardId, FigureCard]]:
    """The minions of a side's characters and of the scenario, each as often as there are pieces of it."""
    found: list[tuple[CardId, FigureCard]] = []
    own = [] if scenario is None else list(scenario.minions)
    for number, card in enumerate(catalog.figures):
        if card.kind == MINION and (card.of in names if card.of else card in own):
            found += [(CardId(number), card)] * card.number
    return found


def parts_of(catalog: Catalog, side: Side, names: list[str]) -> list[PieceSlot]:
    """The tokens, markers, dice, status cards and decks that a side's characters, or items, bring."""
    found: list[PieceSlot] = []
    decks = {deck.name for deck in catalog.decks if deck.of in names}
    for number, part in enumerate(catalog.pieces):
        if part.sort == "item":
            continue
        if part.deck:
            if part.deck in decks:
                found.append(slot_of(number, part, side))
        elif part.of in names and part.of:
            found += [slot_of(number, part, side)] * max(1, part.number)
    return found


def slot_of(number: int, part: PieceCard, side: Side, of: FigureId = NOBODY, square: Square = NO_SQUARE) -> PieceSlot:
    """A piece of this game from its card."""
    return PieceSlot(number, part.name, part.sort, side, part.defense, "", square, part, of)


def scenario_parts(catalog: Catalog, scenario: Scenario | None, sides: list[Side]) -> list[PieceSlot]:
    """The scenario's own pieces: a number in all, or a number a side."""
    found: list[PieceSlot] = []
    for part in scenario.pieces if scenario is not None else ():
        number = catalog.piece(part.name)
        for side in sides if part.a_side else [NO_SIDE]:
            found += [slot_of(number, part, side)] * part.number
    return found


def cards_in_force(catalog: Catalog, names: list[str]) -> list[PieceSlot]:
    """Scenario status cards that apply to everyone from the start; they are nobody's (STA-2)."""
    known = [card.name for card in catalog.pieces if card.is_for_all]
    found: list[PieceSlot] = []
    for name in names:
        number = catalog.piece(name)
        if number < 0 or not catalog.pieces[number].is_for_all:
            raise SetupFault(
                say("setup_fault.no_status_card", "STA-2", name=name, known=ListPart(tuple(known)) if known else say("setup_fault.none")),
                name,
                "none",
            )
        if any(slot.card == number for slot in found):
            raise SetupFault(say("setup_fault.in_force_twice", "STA-2", name=name), name)
        found.append(slot_of(number, catalog.pieces[number], NO_SIDE)._replace(in_force=True))
    return found


def with_minions(catalog: Catalog, slots: list[FigureSlot], names: dict[Side, list[str]], scenario: Scenario | None) -> list[FigureSlot]:
    """The figures of a game with the minions that may come into it, numbered after each side's own.

    A minion of a character still to be picked gets its owner when the picks are shown.
    """
    fresh = list(slots)
    for side, mine in names.items():
        count = sum(1 for slot in slots if slot.side == side)
        for number, card in minions_of(catalog, side, mine, scenario):
            count += 1
            owner = owner_of(catalog, slots, side, card.of)
            fresh.append(FigureSlot(side, MINION, number, f"{SIDE_LETTERS[side]}{count}", count - 1, owner))
    return fresh


def owner_of(catalog: Catalog, slots: list[FigureSlot], side: Side, name: str) -> FigureId:
    """The character of a side by name, if it plays from the start whatever is picked; otherwise -1."""
    for figure, slot in zip(FIGURE_OF, slots, strict=False):
        if slot.side == side and slot.kind == CHARACTER and slot.card >= 0 and not slot.waits:
            if name and catalog.figures[slot.card].name == name:
                return figure
    return NOBODY
