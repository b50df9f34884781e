"""The content of the loaded packs: cards of figures, pieces, scenarios, maps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Final, Literal

from tipover.cards.name_table import NameTable
from tipover.cards.rule_texts import NO_TEXTS, RuleTexts, UnreadRule
from tipover.cards.suggest import suggestion as suggestion

if TYPE_CHECKING:
    from tipover.board.grid import Grid
    from tipover.board.mask import Mask, Square
    from tipover.cards.ast import EventClause, Text
    from tipover.cards.check_text import WrittenRule
    from tipover.cards.program import Program
    from tipover.cards.scenery_files import Scenery

ColourName = Literal["blue", "red", "silver", "gold"]
COLOURS: Final[Sequence[ColourName]] = ["blue", "red", "silver", "gold"]
SideName = Literal["light", "dark", "third", "fourth"]
SIDES: Final[Sequence[SideName]] = ["light", "dark", "third", "fourth"]

CHARACTER: Final = 0
COMPANION: Final = 1
MINION: Final = 2
OBJECTIVE: Final = 3
FigureKind = Literal["character", "companion", "minion", "objective"]
KINDS: Final[Sequence[FigureKind]] = ["character", "companion", "minion", "objective"]

TRACK_PLACES: Final = 4  # of a cooldown track, and so the highest cost (CDN-1)

# Faces of dice: three symbols, a blank one, and from NUMBER_AT on the numbers of numbered dice (CHA-6, CHA-12).
BURST: Final = 0
SHIELD: Final = 1
TRIPLE: Final = 2
BLANK: Final = 3
NUMBER_AT: Final = 16
HIGHEST_FACE: Final = 20

HIGHEST_DEFENSE: Final = 20
PROVENANCES: Final = ["printed", "known", "house"]
PARTS: Final = ["attack", "defend", "ultimate", "others"]
SCENARIO_RULES: Final = ["rule", "table", *PARTS]


@dataclass(frozen=True)
class AbilityCard:
    """An ability of a character."""

    name: str
    colour: int  # the colour of the token that pays for it, an index of COLOURS
    cost: int  # the place on the track where that token goes
    challenge: bool  # whether it is a challenge action (★)
    rule: str  # its text as written
    reading: RuleTexts = field(compare=False)  # its text as syntax trees, read when they are used

    @property
    def texts(self) -> tuple[Text, ...]:
        """Its text as syntax trees."""
        return self.reading.texts


@dataclass(frozen=True)
class TraitCard:
    """A trait of a character."""

    name: str
    rule: str  # its text as written; may be empty (TRA-1)
    reading: RuleTexts = field(compare=False)  # its text as syntax trees, read when they are used

    @property
    def texts(self) -> tuple[Text, ...]:
        """Its text as syntax trees."""
        return self.reading.texts


@dataclass(frozen=True)
class UltimateCard:
    """An ultimate card of a character: a further trait and further tokens (ULT-1)."""

    name: str
    rule: str  # its text as written
    reading: RuleTexts = field(compare=False)  # its text as syntax trees, read when they are used
    tokens: tuple[int, ...]  # the colours of its tokens, added to those of the character

    @property
    def texts(self) -> tuple[Text, ...]:
        """Its text as syntax trees."""
        return self.reading.texts


@dataclass(frozen=True)
class FigureCard:
    """The card of a figure, which occupies a square: character, basic character, companion, minion or bonus objective."""

    name: str  # the name of the figure; of an objective, that of its marker
    pack: str  # the key of its pack
    kind: int  # CHARACTER, COMPANION, MINION or OBJECTIVE
    defense: int  # its printed defense
    tokens: tuple[int, ...] = ()  # the colours of its ability tokens, sorted
    basic: bool = False  # whether it is a basic character (SUP-7)
    base: int = -1  # the side whose base colour a basic character has; -1 if any
    short: str = ""  # the short name that stands for `this` in its texts
    of: str = ""  # the character it belongs to; empty if none
    number: int = 1  # how many of them there are
    card: str = ""  # the name of an objective's card, if it differs from its marker's
    provenance: dict[str, str] = field(default_factory=dict, compare=False, hash=False)  # where values are from; see `provenance_of`
    abilities: tuple[AbilityCard, ...] = ()  # its abilities in printed order
    trait: TraitCard | None = None  # its trait, if it has one
    ultimate: UltimateCard | None = None  # its ultimate card, if it has one
    rule: str = ""  # the text of a companion, minion or objective as written
    reading: RuleTexts = field(default=NO_TEXTS, compare=False)  # the same as syntax trees, read when they are used
    a_side: bool = False  # whether `number` is counted for each side
    proper: bool = False  # whether its name stands without an article

    @property
    def texts(self) -> tuple[Text, ...]:
        """The text of a companion, minion or objective as syntax trees."""
        return self.reading.texts


@dataclass(frozen=True)
class PieceCard:
    """A token, marker, item, status card, card of a deck, or a die that one character has. It occupies no square (OCC-1, TOK-6).

    Each side of a double-sided card is a piece of its own (DBL-1).
    """

    name: str  # its name; of a double-sided card, that of this side
    pack: str  # the key of its pack
    sort: str  # `token`, `marker`, `item`, `status`, `card` or `die`
    number: int = 0  # how many there are; 0 is any number
    defense: int = 0  # with a defense it can be challenged (CHA-1)
    of: str = ""  # the character it belongs to; empty if none
    cost: int = 0  # the place on the track where a used item goes; an item with cost 0 is a trait (ITM-2)
    challenge: bool = False  # whether using it is a challenge action (★)
    provenance: dict[str, str] = field(default_factory=dict, compare=False, hash=False)  # where values are from; see `provenance_of`
    rule: str = ""  # its text as written
    reading: RuleTexts = field(default=NO_TEXTS, compare=False)  # its text as syntax trees, read when they are used
    deck: str = ""  # the deck it belongs to, if its sort is `card`
    on: str = ""  # `card` if it is kept on the card of its character
    a_side: bool = False  # whether `number` is counted for each side
    double: str = ""  # the name of the whole double-sided card; empty otherwise
    other: str = ""  # the name of the other side of a double-sided card
    is_back: bool = False  # whether it is the back of a double-sided card

    @property
    def is_for_all(self) -> bool:
        """Whether it is a scenario status card, a rule for everyone: a card of a deck that does not speak of its owner (STA-2)."""
        if not self.deck:
            return False
        from tipover.cards.ast import Group, walk

        return not any(isinstance(node, Group) and "owner" in node.nouns for text in self.texts for node in walk(text))

    @property
    def texts(self) -> tuple[Text, ...]:
        """Its text as syntax trees."""
        return self.reading.texts


SORTS: Final = ["token", "marker", "item", "status", "card", "die"]


@dataclass(frozen=True)
class Deck:
    """A deck of open cards beside a character (STA-4)."""

    name: str
    pack: str  # the key of its pack
    of: str = ""  # the character it belongs to
    provenance: dict[str, str] = field(default_factory=dict, compare=False, hash=False)  # where values are from; see `provenance_of`


@dataclass(frozen=True)
class DieCard:
    """A kind of die that a pack declares (`a Boogie die`)."""

    name: str
    pack: str  # the key of its pack
    faces: tuple[int, ...]  # its faces, symbols or NUMBER_AT plus a number, sorted
    of: str = ""  # the character who has it, as a piece; empty: there are as many as are rolled
    provenance: dict[str, str] = field(default_factory=dict, compare=False, hash=False)  # where values are from; see `provenance_of`


@dataclass(frozen=True)
class Scenario:
    """A scenario: who plays, what scores, who wins, its texts and pieces, and the areas a map must have."""

    name: str
    pack: str  # the key of its pack
    sides: tuple[int, ...] = (2,)  # the numbers of sides it can be played with
    first: bool = False  # whether it is a first game
    characters: int = 0  # characters a side; 0 leaves it to the mode
    basics: int = 0  # basic characters a side
    point_markers: bool = True  # whether point markers are used (PTS-1)
    wins_at: int = 0  # the points at which a side wins at once; 0 if there are none
    points: tuple[int, int] = (0, 0)  # the target with two characters a side, and with three
    flip: bool = True  # whether a flip decides who is first player
    maps: dict[str, str] = field(default_factory=dict, compare=False, hash=False)  # the map of each pack it is played on, by key
    rules: dict[str, str] = field(default_factory=dict, compare=False, hash=False)  # its texts as written, by SCENARIO_RULES
    readings: dict[str, RuleTexts] = field(default_factory=dict, compare=False, hash=False)  # the same as syntax trees, read when used
    parts: dict[str, str] = field(default_factory=dict, compare=False, hash=False)  # which part (`attack`, `defend` …) each side has
    pieces: tuple[PieceCard, ...] = ()  # its own tokens, markers and status cards
    minions: tuple[FigureCard, ...] = ()  # its own minions
    areas: tuple[str, ...] = ()  # the areas that a map needs for it
    actions: tuple[str, ...] = ()  # what the basic actions that its `rule` offers are called, in their order; empty: by its name
    free_for_all: bool = False  # whether it can be played by more than two sides against each other
    ultimate: bool = False  # whether it is one side with an ultimate character against the others
    aim: str = ""  # what to do, in one line for people
    provenance: dict[str, str] = field(default_factory=dict, compare=False, hash=False)  # where values are from; see `provenance_of`

    @property
    def texts(self) -> dict[str, tuple[Text, ...]]:
        """Its texts as syntax trees, by SCENARIO_RULES."""
        return {key: reading.texts for key, reading in self.readings.items()}


@dataclass(frozen=True, eq=False)
class MapCard:
    """A map."""

    name: str
    pack: str  # the key of its pack
    grid: Grid  # its squares, walls and terrain
    areas: dict[str, list[Mask]]  # its areas by name; several of one name in the order of the file
    points: dict[str, Square]  # the squares of point markers by letter
    wall: str = ""  # the colour in which the table draws its walls
    own: dict[str, tuple[dict[str, list[Mask]], dict[str, Square]]] = field(default_factory=dict)  # other areas and points, by scenario
    sides: tuple[int, ...] = (2,)  # the numbers of sides it is made for
    scenarios: tuple[str, ...] = ()  # the scenarios it is made for, by name
    drawing: str = ""  # its drawing as written
    provenance: dict[str, str] = field(default_factory=dict)  # where values are from, by key; see `provenance_of`
    scenery: Scenery | None = None  # how its place looks, if a file says so; changes no rule

    def fills(self, area: str) -> bool:
        """Whether it has an area of this name, or one for a side (`Flag light`)."""
        sides = [side for k, side in enumerate(SIDES) if self.start(k)]
        return area in self.areas or (bool(sides) and all(f"{area} {side}" in self.areas for side in sides))

    def start(self, side: int) -> Mask:
        """The starting area of a side; empty if the map has none (MAP-6)."""
        mask = 0
        for part in self.areas.get(f"start {SIDES[side]}", []):
            mask |= part
        return mask

    def for_scenario(self, scenario: str) -> MapCard:
        """The map as it is in a scenario: areas that it names for it replace those of the same name, its point squares all others."""
        found = next((part for name, part in self.own.items() if key_of(name) == key_of(scenario)), None)
        return self if found is None else replace(self, areas={**self.areas, **found[0]}, points=found[1] or self.points, own={})

    def takes(self, scenario: str) -> bool:
        """Whether a scenario may be played on it as far as its list says; a map without a list takes every one (SUP-1)."""
        return not self.scenarios or key_of(scenario) in map(key_of, self.scenarios)

    def starts(self) -> Mask:
        """All starting areas together."""
        mask = 0
        for side in range(len(SIDES)):
            mask |= self.start(side)
        return mask


@dataclass(frozen=True)
class Pack:
    """The head of a pack (`pack.toml`)."""

    key: str  # the name of its folder, by which other packs need it
    name: str  # its name for people
    version: str
    wall: str = ""  # the colour in which the table draws walls
    short: str = ""  # its name where space is short
    needs: tuple[str, ...] = ()  # the keys of the packs whose names it uses
    order: tuple[str, ...] = ()  # the order of its characters in the box


@dataclass(eq=False)
class Contents:
    """What a catalog is made of."""

    packs: list[Pack] = field(default_factory=list)  # in the order they were loaded
    figures: list[FigureCard] = field(default_factory=list)  # figures' cards, those of scenarios included
    pieces: list[PieceCard] = field(default_factory=list)  # pieces, those of scenarios included
    decks: list[Deck] = field(default_factory=list)
    dice: list[DieCard] = field(default_factory=list)
    scenarios: list[Scenario] = field(default_factory=list)
    maps: list[MapCard] = field(default_factory=list)
    names: NameTable = field(default_factory=NameTable)  # the names that rules may use
    rules: list[WrittenRule] = field(default_factory=list)  # every rule that was checked, with its place in a file
    unread: list[UnreadRule] = field(default_factory=list)  # the rules of the sets, which are read when they are used
    digest: str = ""  # changes with any file of any pack
    notes: list[str] = field(default_factory=list)  # what was replaced or left out, as sentences


class Catalog(Contents):
    """Every card, map and scenario of the loaded packs, with look-ups by name."""

    def __init__(self, contents: Contents) -> None:
        super().__init__(**{one.name: getattr(contents, one.name) for one in fields(Contents)})
        self._figures = {key_of(card.name): k for k, card in enumerate(self.figures)}
        self._pieces = {key_of(card.name): k for k, card in enumerate(self.pieces)}
        for k, piece in enumerate(self.pieces):
            if piece.double and not piece.is_back:
                self._pieces.setdefault(key_of(piece.double), k)
        self._dice = {key_of(die.name): k for k, die in enumerate(self.dice)}
        self._scenarios = {key_of(scenario.name): scenario for scenario in self.scenarios}
        self._maps = {key_of(one.name): one for one in self.maps}
        self._maps_for: dict[str, tuple[Scenario, list[MapCard]]] = {}  # as `maps_for` has them, each with the scenario itself
        # By name and the identity of the text, which is kept with it: all set-ups play the same texts.
        self.known_programs: dict[tuple[str, int], tuple[Text, Program]] = {}
        # By the identity of the text, which is kept with it: the past events that it counts, and those whose squares it asks for.
        self.known_past_events: dict[int, tuple[Text, list[EventClause], list[EventClause], bool, bool, bool]] = {}

    def __getstate__(self) -> dict[str, object]:
        """What is copied and pickled: not what is known of its texts by their identity, for a copy has texts of its own."""
        return vars(self) | {"known_programs": {}, "known_past_events": {}}

    def written(self, text: Text) -> WrittenRule | None:
        """The rule that a text of a card is part of, with its place in a file; also for what a text begins with `Until`."""
        from tipover.cards.ast import has_text

        found = next((one for one in self.rules if has_text(one.texts, text)), None)
        return found or next((one for rule in self.unread if (one := rule.written(text)) is not None), None)

    def figure(self, name: str) -> int:
        """The index of a figure's card, or -1. An objective is found by its marker's name and by its card's."""
        found = self._figures.get(key_of(name), -1)
        if found < 0:
            for k, card in enumerate(self.figures):
                if card.card and key_of(card.card) == key_of(name):
                    return k
        return found

    def piece(self, name: str) -> int:
        """The index of a token, marker, item, status card or card of a deck, or -1."""
        return self._pieces.get(key_of(name), -1)

    def die(self, name: str) -> int:
        """The index of a die that a pack declares, or -1."""
        return self._dice.get(key_of(name), -1)

    def scenario(self, name: str) -> Scenario | None:
        """A scenario by name."""
        return self._scenarios.get(key_of(name))

    def map(self, name: str) -> MapCard | None:
        """A map by name."""
        return self._maps.get(key_of(name))

    def pack_name(self, key: str) -> str:
        """A pack's name for people; its key if no such pack is loaded."""
        return next((pack.name for pack in self.packs if pack.key == key), key)

    def deck(self, name: str) -> list[int]:
        """The indices of a deck's cards in `pieces`."""
        return [k for k, card in enumerate(self.pieces) if card.deck and key_of(card.deck) == key_of(name)]

    def maps_for(self, scenario: Scenario) -> list[MapCard]:
        """The maps a scenario is played on (cached: every deal asks for those of all scenarios, SUP-1).

        Those that have every area it needs and a starting area for each side of its smallest game; of them, those that list
        it or that it names itself, and those without a list. A first game is played only where it says (FST-2), an ultimate
        scenario wherever another one could be (ULT-1).
        """
        known = self._maps_for.get(scenario.name)
        if known is None or known[0] is not scenario:
            known = self._maps_for[scenario.name] = (scenario, self._fitting_maps(scenario))
        return known[1][:]

    def _fitting_maps(self, scenario: Scenario) -> list[MapCard]:
        fewest = min(scenario.sides)
        own = scenario.maps.values()
        return [
            one
            for one in self.maps
            if all(one.for_scenario(scenario.name).fills(area) for area in scenario.areas)
            and all(one.for_scenario(scenario.name).start(side) for side in range(fewest))
            and (one.name in own if scenario.first else scenario.ultimate or one.takes(scenario.name) or one.name in own)
        ]

    def nearest(self, name: str, sort: str) -> str:
        """The end of a message about an undeclared name: `; did you mean …?`, or empty."""
        known = {
            "figure": [card.name for card in self.figures],
            "piece": [card.name for card in self.pieces],
            "scenario": [scenario.name for scenario in self.scenarios],
            "map": [one.name for one in self.maps],
        }[sort]
        return suggestion(name, known)


def provenance_of(provenance: dict[str, str], key: str) -> str:
    """Where a value is from: its own entry, otherwise that of the nearest enclosing key, the default, or `printed`.

    `ability.Flirt.cost` encloses `ability.Flirt.cost.number`, and `ability.Flirt` encloses both.
    """
    while key:
        if key in provenance:
            return provenance[key]
        key = key.rpartition(".")[0]
    return provenance.get("default", PROVENANCES[0])


def key_of(name: str) -> str:
    """The form of a name that look-ups compare: case and extra spaces do not matter."""
    return " ".join(name.lower().split())
