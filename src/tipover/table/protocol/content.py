"""Cards, maps, scenarios, rules and lessons as a browser shows them."""

from __future__ import annotations

from typing import Any

from tipover.table.protocol.wire import Segment, Wire


class AbilityShown(Wire):
    """An ability as its card says it. `text` is the program's own words with the short name for `this`."""

    name: str
    colour: str
    cost: int
    challenge: bool
    text: str
    provenance: str = "printed"


class TextShown(Wire):
    """A trait, an ultimate, a rule: a name and its words."""

    name: str
    text: str
    provenance: str = "printed"


class CardShown(Wire):
    """A figure's card: character, companion, minion or objective."""

    name: str
    pack: str
    set: str  # the pack's name for people
    kind: str  # character, companion, minion, objective
    short: str
    defense: int
    tokens: list[str] = []
    basic: bool = False
    base: str = ""  # the side of the base it is printed with, if it has one
    abilities: list[AbilityShown] = []
    trait: TextShown | None = None
    ultimate: TextShown | None = None
    text: str = ""
    of: str = ""  # the character it belongs to
    provenance: dict[str, str] = {}  # of what is not printed: `defense`, `ability.Flirt.cost.number`, …
    title: str = ""  # the card's own name, where its figure goes by another: an objective's
    ultimate_tokens: list[str] = []
    number: int = 1


class PieceShown(Wire):
    """An item, status card, token, marker or deck card as it is printed."""

    name: str
    pack: str
    sort: str
    text: str = ""
    cost: int = 0
    challenge: bool = False
    defense: int = 0
    of: str = ""
    deck: str = ""
    provenance: dict[str, str] = {}
    other: str = ""  # the name of the other side of a double-sided card


class AreaShown(Wire):
    """An area of a map; starting areas are called `starting` and have a side."""

    name: str
    squares: list[int]
    side: str = ""


class MapShown(Wire):
    """A map to be drawn."""

    name: str
    pack: str
    columns: int
    rows: int
    wall: str  # magenta, coral, red, silver, yellow
    walls: list[Segment] = []
    covered: list[int] = []
    obscured: list[int] = []
    enclosed: list[int] = []  # squares nobody can enter
    areas: list[AreaShown] = []
    points: dict[str, int] = {}  # letter → square
    sides: list[int] = []
    provenance: dict[str, str] = {}


class ScenarioShown(Wire):
    """A scenario: its own words, its target, the maps it is played on."""

    name: str
    pack: str
    set: str
    sides: list[int]
    texts: list[TextShown]
    maps: list[str] = []
    points: list[int] = []  # the target with two, and with three characters a side
    wins_at: int = 0
    first: bool = False
    free_for_all: bool = False
    ultimate: bool = False
    provenance: dict[str, str] = {}
    characters: int = 0  # of a first game: so many a side, besides basics
    basics: int = 0


class PackShown(Wire):
    """A set."""

    key: str
    name: str
    wall: str = ""


class BotShown(Wire):
    """An opponent that can be chosen."""

    name: str
    title: str
    about: str
    newcomers: bool = False  # the one a newcomer meets first


class QuickMatch(Wire):
    """A game that is ready to be played: a set-up with its words for the start page."""

    key: str
    title: str
    about: str  # `Boardwalk, 2 v 2, about 15 minutes`
    light: list[str]
    dark: list[str]
    setup: dict[str, Any]
    scenario: str = ""
    further: list[list[str]] = []  # the teams of a third and fourth side


class CatalogShown(Wire):
    """All that set-up, team builder and card pages need."""

    digest: str
    packs: list[PackShown]
    cards: list[CardShown]
    pieces: list[PieceShown]
    scenarios: list[ScenarioShown]
    maps: list[MapShown]
    modes: list[str]
    bots: list[BotShown]
    quick: list[QuickMatch]


class RuleShown(Wire):
    """A rule of the ledger."""

    id: str
    chapter: str
    rule: str
    told: str
    source: str = ""


class LessonShown(Wire):
    """A lesson on its list."""

    key: str
    number: int
    title: str
    about: str
    minutes: int = 1
