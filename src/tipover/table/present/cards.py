"""Cards, pieces, maps and scenarios for the wire: their texts, their numbers, and where each value comes from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from tipover.board.geometry import joined
from tipover.board.mask import squares_of
from tipover.cards.ast import Group, Text, walk
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
from tipover.cards.scenery_files import Scenery
from tipover.cards.words import shown
from tipover.engine.core.ids import ALL_SIDES, Side, side_named
from tipover.engine.core.language import ENGLISH, language, sentence
from tipover.engine.core.said import SidePart, say
from tipover.engine.core.setup import areas_of
from tipover.table.present.signs import signs_of
from tipover.table.protocol.content import (
    AbilityShown,
    AreaShown,
    CardShown,
    LaidShown,
    MapShown,
    PieceShown,
    ScenarioShown,
    SceneryShown,
    TextShown,
)
from tipover.table.protocol.literals import ColourName, PieceSort, Provenance, SideName

PRINTED = "printed"
HEADINGS = ("rule", "table", "others", "ultimate")


def words_of(texts: tuple[Text, ...], short: str) -> str:
    """The texts as a player reads them, one line each."""
    return "\n".join(shown(text, short) for text in texts)


def _from(provenance: dict[str, str], key: str) -> Provenance:
    """Where a value comes from. The cast is safe because the card's reader accepts no other words."""
    return cast(Provenance, provenance_of(provenance, key))


def _whence(provenance: dict[str, str], keys: list[str]) -> dict[str, Provenance]:
    """Where each of these values comes from unless it is printed, with separate entries for words inside a rule."""
    found = {key: _from(provenance, key) for key in keys}
    within = {key: cast(Provenance, whence) for key, whence in provenance.items() if any(key.startswith(f"{one}.") for one in keys)}
    return {key: whence for key, whence in found.items() if whence != PRINTED} | within


# --- figures -------------------------------------------------------------------------------------------------------------


def card_shown(card: FigureCard, catalog: Catalog) -> CardShown:
    """A figure's card. An objective is named after its marker, and `title` is the name of its card."""
    pv = card.provenance
    trait = ultimate = None
    if card.trait is not None:
        trait = TextShown(card.trait.name, words_of(card.trait.texts, card.short), _from(pv, "trait.rule"))
    if card.ultimate is not None:
        ultimate = TextShown(card.ultimate.name, words_of(card.ultimate.texts, card.short), _from(pv, "ultimate.rule"))
    return CardShown(
        name=card.name,
        pack=card.pack,
        set=catalog.pack_name(card.pack),
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
                _from(pv, f"ability.{one.name}.rule"),
                _counted(one.texts),
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


def _counted(texts: tuple[Text, ...]) -> list[ColourName]:
    """The colours of the ability tokens that texts name, in the order of the colours."""
    nouns = {noun for text in texts for node in walk(text) if isinstance(node, Group) for noun in node.nouns}
    return [colour for colour in COLOURS if f"{colour} token" in nouns]


def _values(card: FigureCard) -> list[str]:
    """The keys of the values printed on a figure's card."""
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
    """An item, status card, token, marker or deck card. `this` in its text becomes the piece's name, `the holder` or `its bearer`."""
    short = piece.name if piece.sort in ("token", "marker") else "the holder" if piece.sort == "item" else "its bearer"
    keys = ["name", "rule"] + (["of"] if piece.of else [])
    if piece.sort == "item":
        keys += ["cost", "challenge"]
    elif piece.sort != "card":
        keys += ["number"] + (["defense"] if piece.defense else [])
    return PieceShown(
        name=piece.name,
        pack=piece.pack,
        sort=cast(PieceSort, piece.sort),
        text=words_of(piece.texts, short),
        cost=piece.cost,
        challenge=piece.challenge,
        defense=piece.defense,
        of=piece.of,
        deck=piece.deck,
        is_for_all=piece.is_for_all,
        provenance=_whence(piece.provenance, keys),
        other=piece.other,
    )


# --- maps and scenarios --------------------------------------------------------------------------------------------------


def map_shown(card: MapCard, sides: Sequence[Side] = ALL_SIDES) -> MapShown:
    """A map to draw. Areas are numbered as in a game of these sides on it; `walls` leaves out the edge, which the page draws itself."""
    grid = card.grid
    starts = card.starts()
    closed = grid.everywhere & ~grid.flood(starts) if starts else 0  # without starting areas nothing counts as enclosed
    return MapShown(
        name=card.name,
        pack=card.pack,
        columns=grid.columns,
        rows=grid.rows,
        wall=card.wall,
        walls=[(one.x1, one.y1, one.x2, one.y2) for one in joined(grid.pieces)],
        covered=[*squares_of(grid.covered)],
        obscured=[*squares_of(grid.obscured)],
        enclosed=[*squares_of(closed & ~grid.covered)],
        areas=[
            AreaShown(one.name, [*squares_of(one.mask)], SIDES[one.side] if one.side >= 0 else "", one.name == "starting")
            for one in areas_of(card, sides)
        ],
        points=dict(sorted(card.points.items())),
        sides=list(card.sides),
        provenance=_whence(card.provenance, ["name", "wall", "drawing", "areas", "points", "sides", "scenarios"]),
        scenery=_scenery_shown(card.scenery) if card.scenery is not None else None,
    )


def _scenery_shown(one: Scenery) -> SceneryShown:
    laid = [LaidShown(part.part, part.square, part.edge, part.along, part.size, part.turn) for part in one.laid]
    light, dark, border = list(one.light), list(one.dark), list(one.border)
    return SceneryShown(one.floor, light, dark, border, one.wall, list(one.covered), list(one.obscured), list(one.closed), laid)


def aim_of(scenario: Scenario, code: str) -> str:
    """What a scenario is about in one line, in a language; as its author wrote it where the language has no words for it."""
    return language(code).texts.get(f"aim.{scenario.pack}.{scenario.name}", scenario.aim)


def scenario_shown(scenario: Scenario, catalog: Catalog, code: str = ENGLISH) -> ScenarioShown:
    """A scenario with its texts for each side or part, and the maps it is played on."""
    pv = scenario.provenance
    headings = {key: sentence(say(f"heading.{key}"), code) for key in HEADINGS}
    for name, part in scenario.parts.items():
        side = SidePart(side_named(name), capital=True)
        headings[part] = sentence(say("heading.part", side=side, part=part), code)
    return ScenarioShown(
        name=scenario.name,
        pack=scenario.pack,
        set=catalog.pack_name(scenario.pack),
        sides=list(scenario.sides),
        texts=[
            TextShown(headings.get(key, key.capitalize()), words_of(texts, "this"), _from(pv, key)) for key, texts in scenario.texts.items()
        ],
        maps=[one.name for one in catalog.maps_for(scenario)],
        points=list(scenario.points),
        wins_at=scenario.wins_at,
        first=scenario.first,
        free_for_all=scenario.free_for_all,
        ultimate=scenario.ultimate,
        provenance=_whence(pv, ["name", "points", "wins_at", *scenario.texts]),
        characters=scenario.characters,
        basics=scenario.basics,
        aim=aim_of(scenario, code),
        signs=signs_of(scenario),
        parts=cast(dict[SideName, str], dict(scenario.parts)),
    )
