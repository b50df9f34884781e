"""Cards, maps, scenarios, rules and lessons, as the browser shows them."""

from __future__ import annotations

from typing import Any

from tipover.table.protocol.literals import (
    ColourName,
    FigureKind,
    Mode,
    PieceSort,
    Provenance,
    SideName,
    SideOrNone,
    SignKind,
    SignTime,
    StyleName,
)
from tipover.table.protocol.wire import Segment, Wire


class AbilityShown(Wire):
    """An ability of a card."""

    name: str  # The ability's name.
    colour: ColourName  # The colour of the token it costs.
    cost: int  # The place of the track that its token goes to.
    challenge: bool  # Whether it is a challenge.
    text: str  # Its text in the card language, with the figure's short name for `this`.
    provenance: Provenance = "printed"  # Where its text comes from.
    counts: list[ColourName] = []  # The colours of the ability tokens that its text names.


class TextShown(Wire):
    """A trait, an ultimate or a rule: a name and its text."""

    name: str  # Its name, or a heading.
    text: str  # Its text.
    provenance: Provenance = "printed"  # Where the text comes from.


class CardShown(Wire):
    """A figure's card: character, companion, minion or objective."""

    name: str  # The figure's name.
    pack: str  # The key of its pack.
    set: str  # The name of its pack, for readers.
    kind: FigureKind  # What sort of figure it is.
    short: str  # The name that texts use.
    defense: int  # The printed defense.
    tokens: list[ColourName] = []  # The ability tokens that its team gets for it.
    basic: bool = False  # Whether it is a basic character.
    base: SideOrNone = ""  # The side whose base colour a basic character has, if only one side can play it.
    abilities: list[AbilityShown] = []  # Its abilities, in the card's order.
    trait: TextShown | None = None  # Its trait, if it has one.
    ultimate: TextShown | None = None  # Its ultimate text, if it has one.
    text: str = ""  # The text of a card without abilities.
    of: str = ""  # The character it belongs to.
    provenance: dict[str, Provenance] = {}
    """Where values that are not printed on the card come from, by the path of the field (`defense`, `ability.Flirt.cost.number`)."""
    title: str = ""  # The card's own name where its figure has another, as objectives do.
    ultimate_tokens: list[ColourName] = []  # The tokens that its ultimate adds.
    number: int = 1  # How many of them there are.


class PieceShown(Wire):
    """An item, status card, token, marker or deck card as it is printed."""

    name: str  # Its name.
    pack: str  # The key of its pack.
    sort: PieceSort  # What sort of piece it is.
    text: str = ""  # Its text.
    cost: int = 0  # The place of the track that it goes to when used, 0 for none.
    challenge: bool = False  # Whether using it is a challenge.
    defense: int = 0  # The defense of a piece that can be challenged.
    of: str = ""  # The character it belongs to.
    deck: str = ""  # The deck it belongs to.
    is_for_all: bool = False  # Whether it is a scenario status card, which may be in force from the start.
    provenance: dict[str, Provenance] = {}
    """Where values that are not printed on the card come from, by the path of the field (`defense`, `ability.Flirt.cost.number`)."""
    other: str = ""  # The name on the other side of a double-sided card.


class AreaShown(Wire):
    """An area of a map; starting areas have a side."""

    name: str  # Its name.
    squares: list[int]  # Its squares.
    side: SideOrNone = ""  # The side that starts there.
    starting: bool = False  # Whether it is a starting area.


class LaidShown(Wire):
    """A part of the scenery in its place: on a square, or in the border beside the map."""

    part: str  # The name of its drawing.
    square: int = -1  # The square it lies on, -1 in the border.
    edge: str = ""  # The side of the border: north, east, south or west.
    along: float = 0.0  # How far along that side, in squares.
    size: float = 1.0  # How large it is drawn; 1 is as wide as a square.
    turn: int = 0  # Turned by so many degrees.


class SceneryShown(Wire):
    """How the place of a map looks; it changes no rule."""

    floor: str  # The pattern of the floor.
    light: list[str]  # Its tones in the light theme: base, second, line.
    dark: list[str]  # The same in the dark theme.
    border: list[str]  # The patterns of the border: north, east, south, west.
    wall: str  # The skin of the walls.
    covered: list[str] = []  # Parts for covered squares, in turn.
    obscured: list[str] = []  # Parts for obscured squares, in turn.
    closed: list[str] = []  # Parts for closed rooms.
    laid: list[LaidShown] = []  # Decals, and parts in the border.


class MapShown(Wire):
    """A map to draw."""

    name: str  # Its name.
    pack: str  # The key of its pack.
    columns: int  # How many columns it has.
    rows: int  # How many rows it has.
    wall: str  # The colour of its walls: magenta, coral, red, silver or yellow.
    walls: list[Segment] = []  # Its walls, each from point to point.
    covered: list[int] = []  # Squares printed as solid: nobody enters them or sees through them.
    obscured: list[int] = []  # Obscured squares.
    enclosed: list[int] = []  # Squares that nobody can enter.
    areas: list[AreaShown] = []  # Its areas.
    points: dict[str, int] = {}  # Lettered points: letter to square.
    sides: list[int] = []  # The numbers of sides it can be played with.
    provenance: dict[str, Provenance] = {}
    """Where values that are not printed on the card come from, by the path of the field (`defense`, `ability.Flirt.cost.number`)."""
    scenery: SceneryShown | None = None  # How its place looks, if it has a scenery of its own.


class SignShown(Wire):
    """A way to points in a scenario, for a pictogram."""

    time: SignTime  # At the start of the game, at once, or when the round ends.
    kind: SignKind  # What is done for it.
    points: int = 0  # How many points it gives; 0 if it only leads to some.
    wins: bool = False  # Whether it wins the game.
    thing: str = ""  # The name of the marker or area that it is about.
    says: str = ""  # The words of the card, where the kind does not say enough.
    characters: int = 0  # How many characters a side must have for it to count, 0 for any number.
    part: str = ""  # The part that has it (`attack`); empty for all.


class ScenarioShown(Wire):
    """A scenario: its texts, its target score, the maps it is played on."""

    name: str  # Its name.
    pack: str  # The key of its pack.
    set: str  # The name of its pack, for readers.
    sides: list[int]  # The numbers of sides it can be played with.
    texts: list[TextShown]  # Its parts, each with its heading.
    maps: list[str] = []  # Names of the maps it is played on.
    points: list[int] = []  # The target score with two, and with three characters a side.
    wins_at: int = 0  # The score at which a side wins at once, 0 for none.
    first: bool = False  # Whether it is meant for a first game.
    free_for_all: bool = False  # Whether every side plays for itself.
    ultimate: bool = False  # Whether it is played in the ultimate mode.
    provenance: dict[str, Provenance] = {}
    """Where values that are not printed on the card come from, by the path of the field (`defense`, `ability.Flirt.cost.number`)."""
    characters: int = 0  # In a first game: how many characters each side has besides basics.
    basics: int = 0  # In a first game: how many basic characters each side has.
    aim: str = ""  # What to do, in one line.
    signs: list[SignShown] = []  # What scores, for pictograms.
    parts: dict[SideName, str] = {}  # The part that each side has.


class PackShown(Wire):
    """A set."""

    key: str  # The name it has in addresses and requests.
    name: str  # Its name for readers.
    wall: str = ""  # The colour of its walls: magenta, coral, red, silver or yellow.


class BotShown(Wire):
    """A bot that can be chosen as an opponent: a character on the ladder."""

    name: str  # The name that requests use.
    title: str  # Its name for readers.
    about: str  # One sentence about how it plays.
    face: str  # Its drawing: `pip` for the symbol `c-pip`.
    stars: float  # By its place on the ladder, in halves, at most 5.
    rating: float = 0.0  # Its published rating, if it has one.
    doubt: float = 0.0  # Two standard deviations of the rating.
    styles: list[StyleName] = []  # The styles that can be given to it, after its name: `level3+brawler`.


class QuickMatch(Wire):
    """A ready-made game: a set-up with its texts for the start page."""

    key: str  # The name it has in addresses and requests.
    title: str  # Its heading.
    about: str  # One line: `Boardwalk, 2 v 2, about 15 minutes`.
    light: list[str]  # Names of the light team.
    dark: list[str]  # Names of the dark team.
    setup: dict[str, Any]  # The set-up as `new` reads it from a file.
    scenario: str = ""  # The scenario's name.
    further: list[list[str]] = []  # Names of the teams of a third and fourth side.


class CatalogShown(Wire):
    """Everything that set-up, team builder and card pages need."""

    digest: str  # Changes when any of the content changes.
    packs: list[PackShown]  # Every pack.
    cards: list[CardShown]  # Every figure's card.
    pieces: list[PieceShown]  # Every piece.
    scenarios: list[ScenarioShown]  # Every scenario.
    maps: list[MapShown]  # Every map.
    modes: list[Mode]  # The modes that can be played.
    bots: list[BotShown]  # The bots that can be chosen, the weakest first.
    quick: list[QuickMatch]  # Games that can be started with one click.


class RuleShown(Wire):
    """A rule of the ledger."""

    id: str  # The rule's id.
    chapter: str  # The chapter of the ledger.
    rule: str  # The rule.
    sentence: str  # The rule as the sentence that a refused player reads.
    source: str = ""  # Where the rule comes from.


class LessonShown(Wire):
    """A lesson in the list of lessons."""

    key: str  # The name it has in addresses and requests.
    number: int  # Its place in the course, from 1.
    title: str  # Its heading.
    about: str  # One sentence about what it teaches.
    minutes: int = 1  # How long it takes.
