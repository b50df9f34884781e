"""Cards, pieces, maps and scenarios as a player reads them: their words, their numbers, and where each value is from."""

from __future__ import annotations

from tipover.board.geometry import joined
from tipover.board.mask import squares_of
from tipover.cards.ast import Text
from tipover.cards.catalog import (
    CHARACTER,
    COLOURS,
    COMPANION,
    KINDS,
    MINION,
    OBJECTIVE,
    SIDES,
    Catalog,
    FigureCard,
    MapCard,
    PieceCard,
    Scenario,
    provenance_of,
)
from tipover.cards.words import shown
from tipover.engine.arrange import maps_of
from tipover.engine.setup import areas_of
from tipover.table.protocol import AbilityShown, AreaShown, CardShown, MapShown, PieceShown, ScenarioShown, TextShown

PRINTED = "printed"
HEADINGS = {"rule": "Each side", "table": "The table", "others": "The others"}


def pack_name(catalog: Catalog, key: str) -> str:
    """A pack's name for people; its key if no such pack is loaded."""
    return next((pack.name for pack in catalog.packs if pack.key == key), key)


def words_of(texts: tuple[Text, ...], short: str) -> str:
    """The texts as a player sees them, a line each."""
    return "\n".join(shown(text, short) for text in texts)


def _whence(provenance: dict[str, str], keys: list[str]) -> dict[str, str]:
    """Where each of these values is from if it is not printed, and the words within rules that have an entry of their own."""
    found = {key: provenance_of(provenance, key) for key in keys}
    within = {key: whence for key, whence in provenance.items() if any(key.startswith(f"{one}.") for one in keys)}
    return {key: whence for key, whence in found.items() if whence != PRINTED} | within


# --- figures -------------------------------------------------------------------------------------------------------------


def card_shown(card: FigureCard, catalog: Catalog) -> CardShown:
    """A figure's card; an objective goes by its marker's name, and `title` is its card's."""
    pv = card.provenance
    trait = ultimate = None
    if card.trait is not None:
        trait = TextShown(card.trait.name, words_of(card.trait.texts, card.short), provenance_of(pv, "trait.rule"))
    if card.ultimate is not None:
        ultimate = TextShown(card.ultimate.name, words_of(card.ultimate.texts, card.short), provenance_of(pv, "ultimate.rule"))
    return CardShown(
        name=card.name,
        pack=card.pack,
        set=pack_name(catalog, card.pack),
        kind=KINDS[card.kind],
        short=card.short,
        defense=card.defense,
        tokens=[COLOURS[colour] for colour in card.tokens],
        basic=card.basic,
        base=SIDES[card.base] if card.base >= 0 else "",
        abilities=[
            AbilityShown(
                one.name,
                COLOURS[one.colour],
                one.cost,
                one.challenge,
                words_of(one.texts, card.short),
                provenance_of(pv, f"ability.{one.name}.rule"),
            )
            for one in card.abilities
        ],
        trait=trait,
        ultimate=ultimate,
        text=words_of(card.texts, card.short),
        of=card.of,
        provenance=_whence(pv, _values(card)),
        title=card.card,
        ultimate_tokens=[COLOURS[colour] for colour in card.ultimate.tokens] if card.ultimate else [],
        number=card.number,
    )


def _values(card: FigureCard) -> list[str]:
    """The keys of the values that stand on a figure's card."""
    keys = ["name"] + ([] if card.kind == OBJECTIVE else ["defense"])
    keys += ["tokens"] if card.kind == CHARACTER else []
    keys += ["base"] if card.base >= 0 else []
    keys += ["marker"] if card.card else []
    keys += ["of"] if card.of else []
    keys += ["number"] if card.kind in (MINION, COMPANION) else []
    keys += ["rule"] if card.texts else []
    for one in card.abilities:
        stem = f"ability.{one.name}"
        keys += [f"{stem}.name", f"{stem}.cost.colour", f"{stem}.cost.number", f"{stem}.challenge", f"{stem}.rule"]
    keys += ["trait.name", "trait.rule"] if card.trait else []
    keys += ["ultimate.name", "ultimate.rule", "ultimate.tokens"] if card.ultimate else []
    return keys


# --- pieces --------------------------------------------------------------------------------------------------------------


def piece_shown(piece: PieceCard) -> PieceShown:
    """An item, status card, token, marker or deck card; `this` is the piece itself, its holder or its bearer."""
    short = piece.name if piece.sort in ("token", "marker") else "the holder" if piece.sort == "item" else "its bearer"
    keys = ["name", "rule"] + (["of"] if piece.of else [])
    if piece.sort == "item":
        keys += ["cost", "challenge"]
    elif piece.sort != "card":
        keys += ["number"] + (["defense"] if piece.defense else [])
    return PieceShown(
        name=piece.name,
        pack=piece.pack,
        sort=piece.sort,
        text=words_of(piece.texts, short),
        cost=piece.cost,
        challenge=piece.challenge,
        defense=piece.defense,
        of=piece.of,
        deck=piece.deck,
        provenance=_whence(piece.provenance, keys),
        other=piece.other,
    )


# --- maps and scenarios --------------------------------------------------------------------------------------------------


def map_shown(card: MapCard) -> MapShown:
    """A map to be drawn; its areas are numbered as those of a game on it. Walls lie inside: the edge goes round by itself."""
    grid = card.grid
    starts = card.starts()
    closed = grid.everywhere & ~grid.flood(starts) if starts else 0  # a scene without starting areas closes nothing off
    return MapShown(
        name=card.name,
        pack=card.pack,
        columns=grid.columns,
        rows=grid.rows,
        wall=card.wall,
        walls=[(one.x1, one.y1, one.x2, one.y2) for one in joined(grid.pieces)],
        covered=squares_of(grid.covered),
        obscured=squares_of(grid.obscured),
        enclosed=squares_of(closed & ~grid.covered),
        areas=[AreaShown(one.name, squares_of(one.mask), SIDES[one.side] if one.side >= 0 else "") for one in areas_of(card)],
        points=dict(sorted(card.points.items())),
        sides=list(card.sides),
        provenance=_whence(card.provenance, ["name", "wall", "drawing", "areas", "points", "sides", "scenarios"]),
    )


def scenario_shown(scenario: Scenario, catalog: Catalog) -> ScenarioShown:
    """A scenario with its words for each side or part, and the maps it is played on."""
    pv = scenario.provenance
    sides = {part: f"{side.capitalize()} ({part})" for side, part in scenario.parts.items()}
    headings = {**HEADINGS, "ultimate": "The ultimate", **sides}
    return ScenarioShown(
        name=scenario.name,
        pack=scenario.pack,
        set=pack_name(catalog, scenario.pack),
        sides=list(scenario.sides),
        texts=[
            TextShown(headings.get(key, key.capitalize()), words_of(texts, "this"), provenance_of(pv, key))
            for key, texts in scenario.texts.items()
        ],
        maps=[one.name for one in maps_of(catalog, scenario)],
        points=list(scenario.points),
        wins_at=scenario.wins_at,
        first=scenario.first,
        free_for_all=scenario.free_for_all,
        ultimate=scenario.ultimate,
        provenance=_whence(pv, ["name", "points", "wins_at", *scenario.texts]),
        characters=scenario.characters,
        basics=scenario.basics,
    )
