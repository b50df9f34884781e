"""What the loaded packs hold: figures' cards, pieces, scenarios, maps."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from tipover.board.grid import Grid
    from tipover.board.mask import Mask, Square
    from tipover.cards.ast import Text
    from tipover.cards.lex import Names

COLOURS = ["blue", "red", "silver", "gold"]
SIDES = ["light", "dark", "third", "fourth"]

CHARACTER, COMPANION, MINION, OBJECTIVE = range(4)
KINDS = ["character", "companion", "minion", "objective"]

# The faces of dice: three signs, and the numbers of numbered dice from NUMBER_AT on (CHA-6, CHA-12).
BURST, SHIELD, TRIPLE = range(3)
NUMBER_AT = 16
HIGHEST_FACE = 20

HIGHEST_DEFENSE = 20
PROVENANCES = ["printed", "known", "house"]
PARTS = ["attack", "defend", "ultimate", "others"]
SCENARIO_RULES = ["rule", "table", *PARTS]


@dataclass(frozen=True)
class AbilityCard:
    """An ability of a character: its cost in one colour, whether it is a challenge action (★), its text."""

    name: str
    colour: int
    cost: int
    challenge: bool
    rule: str
    texts: tuple[Text, ...]


@dataclass(frozen=True)
class TraitCard:
    """A character's trait; its rule may be empty (TRA-1)."""

    name: str
    rule: str
    texts: tuple[Text, ...]


@dataclass(frozen=True)
class UltimateCard:
    """A character's ultimate card: a further trait, and tokens besides those of the character (ULT-1)."""

    name: str
    rule: str
    texts: tuple[Text, ...]
    tokens: tuple[int, ...]


@dataclass(frozen=True)
class FigureCard:
    """A card whose piece stands on the map: character, basic character, companion, minion, bonus objective."""

    name: str
    pack: str
    kind: int
    defense: int
    tokens: tuple[int, ...] = ()
    basic: bool = False
    base: int = -1
    short: str = ""
    of: str = ""
    number: int = 1
    card: str = ""
    provenance: dict[str, str] = field(default_factory=dict, compare=False, hash=False)
    abilities: tuple[AbilityCard, ...] = ()
    trait: TraitCard | None = None
    ultimate: UltimateCard | None = None
    rule: str = ""
    texts: tuple[Text, ...] = ()
    a_side: bool = False
    proper: bool = False


@dataclass(frozen=True)
class PieceCard:
    """A token, marker, item, status or deck's card: it occupies nothing (OCC-1, TOK-6); with a defense it can be challenged (CHA-1).

    `sort` is one of SORTS; `number` is counted for each side if `a_side`; `cost` 0 of an item: a trait (ITM-2).
    Each side of a double-sided card is a piece of its own: `double` is the whole card's name, `other` the other side's (DBL-1).
    """

    name: str
    pack: str
    sort: str
    number: int = 0
    defense: int = 0
    of: str = ""
    cost: int = 0
    challenge: bool = False
    provenance: dict[str, str] = field(default_factory=dict, compare=False, hash=False)
    rule: str = ""
    texts: tuple[Text, ...] = ()
    deck: str = ""
    on: str = ""
    a_side: bool = False
    double: str = ""
    other: str = ""
    is_back: bool = False


SORTS = ["token", "marker", "item", "status", "card"]


@dataclass(frozen=True)
class Deck:
    """A deck of cards that stand open beside a character: which character's (STA-4)."""

    name: str
    pack: str
    of: str = ""
    provenance: dict[str, str] = field(default_factory=dict, compare=False, hash=False)


@dataclass(frozen=True)
class DieCard:
    """A die of its own kind that a pack declares (`a Boogie die`): its faces, as signs or numbers."""

    name: str
    pack: str
    faces: tuple[int, ...]
    provenance: dict[str, str] = field(default_factory=dict, compare=False, hash=False)


@dataclass(frozen=True)
class Scenario:
    """A scenario: its envelope (what is counted, when somebody has won), its texts, its own pieces, the areas it needs.

    `rules` and `texts` go by SCENARIO_RULES; `parts` says which side has the texts of a part; `ultimate`: one against three.
    """

    name: str
    pack: str
    sides: tuple[int, ...] = (2,)
    first: bool = False
    characters: int = 0
    basics: int = 0
    point_markers: bool = True
    wins_at: int = 0
    points: tuple[int, int] = (0, 0)
    flip: bool = True
    maps: dict[str, str] = field(default_factory=dict, compare=False, hash=False)
    rules: dict[str, str] = field(default_factory=dict, compare=False, hash=False)
    texts: dict[str, tuple[Text, ...]] = field(default_factory=dict, compare=False, hash=False)
    parts: dict[str, str] = field(default_factory=dict, compare=False, hash=False)
    pieces: tuple[PieceCard, ...] = ()
    minions: tuple[FigureCard, ...] = ()
    areas: tuple[str, ...] = ()
    free_for_all: bool = False
    ultimate: bool = False
    provenance: dict[str, str] = field(default_factory=dict, compare=False, hash=False)


@dataclass(frozen=True, eq=False)
class MapCard:
    """A map: its grid, the areas it names (several of one name in the map's order), and point squares."""

    name: str
    pack: str
    grid: Grid
    areas: dict[str, list[Mask]]
    points: dict[str, Square]
    wall: str = ""
    sides: tuple[int, ...] = (2,)
    scenarios: tuple[str, ...] = ()
    drawing: str = ""
    provenance: dict[str, str] = field(default_factory=dict)

    def fills(self, area: str) -> bool:
        """Whether it has an area of this name, or one for each of its sides (`Flag light`)."""
        sides = [side for k, side in enumerate(SIDES) if self.start(k)]
        return area in self.areas or (bool(sides) and all(f"{area} {side}" in self.areas for side in sides))

    def start(self, side: int) -> Mask:
        """A side's starting area; empty if the map names none (MAP-6)."""
        mask = 0
        for part in self.areas.get(f"start {SIDES[side]}", []):
            mask |= part
        return mask

    def starts(self) -> Mask:
        """All starting areas together."""
        mask = 0
        for side in range(len(SIDES)):
            mask |= self.start(side)
        return mask


@dataclass(frozen=True)
class Pack:
    """One pack's envelope; `order` is that of its characters in its box."""

    key: str
    name: str
    version: str
    wall: str = ""
    short: str = ""
    needs: tuple[str, ...] = ()
    order: tuple[str, ...] = ()


class Contents(Protocol):
    """What a catalog is made of."""

    packs: list[Pack]
    figures: list[FigureCard]
    pieces: list[PieceCard]
    decks: list[Deck]
    dice: list[DieCard]
    scenarios: list[Scenario]
    maps: list[MapCard]
    names: Names
    digest: str
    notes: list[str]


class Catalog:
    """Every card, map and scenario of the loaded packs, found by name; `digest` changes with any of them.

    `figures` and `pieces` hold the scenarios' own too; `names` are those that rules of any pack may use.
    """

    def __init__(self, contents: Contents) -> None:
        self.packs = contents.packs
        self.figures = contents.figures
        self.pieces = contents.pieces
        self.decks = contents.decks
        self.dice = contents.dice
        self.scenarios = contents.scenarios
        self.maps = contents.maps
        self.names = contents.names
        self.digest = contents.digest
        self.notes = contents.notes
        self._figures = {key_of(card.name): k for k, card in enumerate(self.figures)}
        self._pieces = {key_of(card.name): k for k, card in enumerate(self.pieces)}
        for k, piece in enumerate(self.pieces):
            if piece.double and not piece.is_back:
                self._pieces.setdefault(key_of(piece.double), k)
        self._dice = {key_of(die.name): k for k, die in enumerate(self.dice)}
        self._scenarios = {key_of(scenario.name): scenario for scenario in self.scenarios}
        self._maps = {key_of(one.name): one for one in self.maps}

    def figure(self, name: str) -> int:
        """The number of a figure's card, or -1. An objective goes by its marker's or its card's name."""
        found = self._figures.get(key_of(name), -1)
        if found < 0:
            for k, card in enumerate(self.figures):
                if card.card and key_of(card.card) == key_of(name):
                    return k
        return found

    def piece(self, name: str) -> int:
        """The number of a token's, marker's, item's, status's or deck card's card, or -1."""
        return self._pieces.get(key_of(name), -1)

    def die(self, name: str) -> int:
        """The number of a die that a pack declares, or -1."""
        return self._dice.get(key_of(name), -1)

    def scenario(self, name: str) -> Scenario | None:
        """A scenario by name."""
        return self._scenarios.get(key_of(name))

    def map(self, name: str) -> MapCard | None:
        """A map by name."""
        return self._maps.get(key_of(name))

    def deck(self, name: str) -> list[int]:
        """The numbers of a deck's cards."""
        return [k for k, card in enumerate(self.pieces) if card.deck and key_of(card.deck) == key_of(name)]

    def maps_for(self, scenario: Scenario) -> list[MapCard]:
        """The maps that fill every area the scenario needs, and have a starting area for its fewest sides."""
        fewest = min(scenario.sides)
        return [
            one for one in self.maps if all(one.fills(area) for area in scenario.areas) and all(one.start(side) for side in range(fewest))
        ]

    def nearest(self, name: str, sort: str) -> str:
        """`; did you mean …?` for a name nobody declares, or nothing."""
        known = {
            "figure": [card.name for card in self.figures],
            "piece": [card.name for card in self.pieces],
            "scenario": [scenario.name for scenario in self.scenarios],
            "map": [one.name for one in self.maps],
        }[sort]
        return suggestion(name, known)


def suggestion(word: str, known: list[str]) -> str:
    """`; did you mean …?` with the nearest known word, or nothing."""
    import difflib

    folded = {one.lower(): one for one in known}
    close = difflib.get_close_matches(word.lower(), list(folded), 1, 0.6)
    return f"; did you mean '{folded[close[0]]}'?" if close else ""


def provenance_of(provenance: dict[str, str], key: str) -> str:
    """Where a value is from: its own entry, else that of what it is part of, else the default, else `printed`.

    `ability.Flirt.cost.number` is part of `ability.Flirt.cost`, that of `ability.Flirt`.
    """
    while key:
        if key in provenance:
            return provenance[key]
        key = key.rpartition(".")[0]
    return provenance.get("default", PROVENANCES[0])


def key_of(name: str) -> str:
    """A name as it is looked up: case and extra spaces do not matter."""
    return " ".join(name.lower().split())
