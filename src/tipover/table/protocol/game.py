"""The current game: position, open question, log."""

from __future__ import annotations

from tipover.table.protocol.content import CardShown, MapShown, PieceShown, ScenarioShown
from tipover.table.protocol.literals import (
    ColourOrNone,
    FigureKind,
    FigurePlace,
    LogKind,
    OrderAnswer,
    PieceSort,
    QuestionKind,
    SideName,
    SideOrNone,
)
from tipover.table.protocol.options import Option
from tipover.table.protocol.wire import Segment, Wire


class TrackThing(Wire):
    """Something on a place of a cooldown track: a token, a figure or a piece."""

    colour: ColourOrNone = ""  # The token's colour, empty for a figure or piece.
    thing: int = -1  # The figure or piece, -1 for a token.
    name: str = ""  # The name of the figure or piece.


class SideNow(Wire):
    """A side with its points, pool and track."""

    side: SideName  # The side.
    seats: list[int]  # The seats that play it.
    points: int  # Its score.
    pool: list[int]  # Tokens in the pool: blue, red, silver, gold.
    tokens: list[int]  # All its tokens by colour, those on the track included; the page draws the absent ones as ghosts.
    track: list[list[TrackThing]]  # What lies on each place of its track.
    back: list[int]  # For each place, the round at whose end the things on it come back.
    scoring: list[str] = []  # What it can still score this round, as sentences.


class FigureNow(Wire):
    """A figure with its place and condition."""

    id: int  # Its number.
    mark: str  # Its letter on drawn boards.
    name: str  # Its name.
    short: str  # Its short name.
    side: SideName  # The side that it belongs to.
    kind: FigureKind  # What sort of figure it is.
    at: FigurePlace  # Where it is.
    card: str = ""  # The name of its card, a key of `Game.cards`.
    letter: str = ""  # What tells it from the others of its name, if there are any: `A`.
    square: int = -1  # Its square, or -1.
    place: int = 0  # Its place on the track, or 0.
    back: int = 0  # On the track: the round at whose end it comes back.
    down: bool = False  # Whether it is knocked down.
    exhausted: bool = False  # Whether it cannot take a turn this round.
    spent: int = 0  # How many exhausted markers it has.
    markers: int = 1  # How many exhausted markers it can have.
    controller: SideOrNone = ""  # The side that controls it, if that is another side.
    of: int = -1  # The figure that it belongs to, or -1.
    bearer: int = -1  # The figure that carries it, or -1.
    ultimate: bool = False  # Whether it is the game's ultimate character.
    defense: int = 0  # Its defense, with the cards in play.
    has: list[int] = []  # Items, statuses, marks and tokens on its card.
    carries: list[int] = []  # Figures and pieces that it carries.


class PieceNow(Wire):
    """A piece in play: on a square, on a wall, with a figure, on a track or in force."""

    id: int  # Its number.
    name: str  # Its name.
    sort: PieceSort  # What sort of piece it is.
    square: int = -1  # Its square, or -1.
    between: list[int] = []  # The two squares on both sides of the wall that it lies on.
    place: int = 0  # Its place on a track, or 0.
    holder: int = -1  # The figure that has it, or -1.
    side: SideOrNone = ""  # The side that it belongs to.
    owner: int = -1  # The figure that it belongs to, or -1.
    letter: str = ""  # Its letter on drawn boards.
    in_force: bool = False  # Whether it is a card whose text applies now.
    is_mark: bool = False  # Whether it is a mark on a figure.


class AreaNow(Wire):
    """An area that the scenario mentions or that is claimed."""

    area: int  # Its number among the map's areas.
    claimed: SideOrNone = ""  # The side that has claimed it.
    standing: dict[str, int] = {}  # How many figures of each side stand in it.
    squares: list[int] = []  # Its squares, if cards have changed them from the map's.


class ReasonShown(Wire):
    """One reason of a refusal: the rule, its sentence, and what to draw."""

    rule: str  # The rule's id.
    sentence: str  # The reason as a sentence for the reader.
    squares: list[int] = []  # Squares to draw.
    things: list[int] = []  # Figures and pieces to draw.
    walls: list[Segment] = []  # Walls to draw.
    short: str = ""  # Its first sentence, for small places: the rule's own, without what it is about here.


class Question(Wire):
    """The open question. Only the seats that may answer it receive the options."""

    asked: QuestionKind  # The kind of question.
    seats: list[int]  # The seats that may answer.
    prompt: str  # A sentence: `Sucker Punch: choose a target`.
    task: str  # The same without the card, the figure or the side before it: `choose a target`.
    side: SideOrNone = ""  # The side that is asked.
    figure: int = -1  # The figure it is about, or -1.
    about: str = ""  # The card whose text asks.
    text: str = ""  # The words of that card.
    rules: list[str] = []  # Ids of the rules it follows from.
    secret: bool = False  # Whether the answer stays hidden from the others.
    chance: bool = False  # Whether dice or a flip answer it.
    mine: list[int] = []  # The receiver's seats that may answer.
    options: list[Option] = []  # Every answer, for those who may answer.
    action: int = 0  # The number of this action in the turn, one more than `actions` if none is left, 0 outside a turn.
    actions: int = 0  # How many actions the turn has.
    orders: list[OrderAnswer] = []  # The standing orders that would answer it, if it is asked outside the turn of who is asked.
    order_options: list[int] = []  # Of several answers those that a standing order could always give: numbers of options.
    undo: list[int] = []  # The receiver's seats that may take back their last choice.
    undo_text: str = ""  # What that choice was.
    lost: list[str] = []  # Reminders: what is lost if the turn ends now, traits that matter.


class DecidingNumber(Wire):
    """A number that decided a finished game."""

    what: str  # What was counted.
    numbers: dict[SideName, int]  # How much of it each side has.


class Moment(Wire):
    """A position at one sequence number, as a seat may see it."""

    seq: int  # The number of the last committed row.
    count: int  # How many choices have been made.
    round: int  # The round, from 1.
    sides: list[SideNow]  # The sides, in their order.
    figures: list[FigureNow]  # The figures.
    pieces: list[PieceNow]  # The pieces in play.
    areas: list[AreaNow] = []  # The areas that matter now.
    first: SideOrNone = ""  # The side with the First Player marker.
    over: bool = False  # Whether the game is over.
    winner: SideOrNone = ""  # The side that won.
    ending: str = ""  # How it ended, as a sentence.
    question: Question | None = None  # The open question, if there is one.
    digest: str = ""  # The digest of this view.
    obscured: list[int] = []  # Squares that cards make obscured, in addition to the map's.
    decided_by: list[DecidingNumber] = []  # What decided it, once it is over.
    roll_waits: int = 0  # The number of the roll that waits for the seats' shares, 0 if none does.


class PointsTold(Wire):
    """Points that a side gained or lost in an act."""

    side: SideName  # The side.
    points: int  # How many, less than 0 if it lost them.
    text: str  # In words, with the name of who plays the side: `Mara +1`.


class LogLine(Wire):
    """A line of the log: an act in one sentence (`head`), or one of the details, which stand before the act they belong to."""

    count: int  # How many choices had been made.
    text: str  # The sentence, without rule ids.
    side: SideOrNone = ""  # The side it is about, or empty.
    rules: list[str] = []  # Ids of the rules it follows from.
    kind: LogKind = ""  # What it is about, for its icon.
    head: bool = False  # Whether it tells a whole act, or what people did; its details stand before it.
    gains: list[PointsTold] = []  # The points of an act, which are not in its text.
    to: list[SideName] = []  # The other sides whose figures an act was done to.


class Game(Wire):
    """What stays the same during a game: map, scenario, cards."""

    map: MapShown  # The map.
    scenario: ScenarioShown | None  # The scenario, if there is one.
    mode: str  # The mode.
    sides: list[SideName]  # The sides, in their order.
    target: int  # The score that wins, 0 for none.
    cards: dict[str, CardShown]  # Every card that is in the game or may be picked, by name.
    pieces: dict[str, PieceShown]  # The pieces in the game by name.
    rounds: int = 0  # The number of rounds, 0 if it is not limited.
