"""A game as it stands: position, open question, news, log."""

from __future__ import annotations

from tipover.table.protocol.content import CardShown, MapShown, PieceShown, ScenarioShown
from tipover.table.protocol.wire import Segment, Wire


class TrackThing(Wire):
    """What lies on a place of a cooldown track: a token's colour, or a figure or piece."""

    colour: str = ""
    thing: int = -1
    name: str = ""


class SideNow(Wire):
    """A side: points, pool, track. A thing on place k is back at the end of round `round + k - 1`."""

    side: str
    seats: list[int]
    points: int
    pool: list[int]  # blue, red, silver, gold in the pool
    tokens: list[int]  # the same of all it has, on the track too: what is away is shown as a ghost
    track: list[list[TrackThing]]
    scoring: list[str] = []  # what it can still score this round, in words


class FigureNow(Wire):
    """A figure: where it is and how it fares. `place` 1 to 4 is the track; `at` is board, track, reserve, returning or carried."""

    id: int
    mark: str
    name: str
    short: str
    side: str
    kind: str
    at: str
    card: str = ""
    square: int = -1
    place: int = 0
    down: bool = False
    exhausted: bool = False
    spent: int = 0  # exhausted markers, of `markers`
    markers: int = 1
    controller: str = ""  # the side that controls it now, if that is another
    of: int = -1
    bearer: int = -1  # the figure that carries it
    ultimate: bool = False
    defense: int = 0  # as cards in play make it now
    has: list[int] = []  # items, statuses, marks, tokens on its card
    carries: list[int] = []


class PieceNow(Wire):
    """A piece that is in the game now: on a square, on a wall, with a figure, on a track, in force."""

    id: int
    name: str
    sort: str
    square: int = -1
    between: list[int] = []
    place: int = 0
    holder: int = -1
    side: str = ""
    owner: int = -1
    letter: str = ""
    in_force: bool = False
    is_mark: bool = False


class AreaNow(Wire):
    """An area that the scenario is about or that shows a colour: whose, and who stands in it (standing figures by side)."""

    area: int
    claimed: str = ""
    standing: dict[str, int] = {}
    squares: list[int] = []  # where it is now, if cards have made it larger than the map has it


class ReasonShown(Wire):
    """One reason of a no: the rule, its sentence, and what to draw."""

    rule: str
    sentence: str
    squares: list[int] = []
    things: list[int] = []
    walls: list[Segment] = []


class Option(Wire):
    """One answer. `line` is what is sent back; the rest says what to light up and how to call it."""

    n: int
    line: str
    verb: str
    label: str
    figure: int = -1
    square: int = -1
    target: int = -1
    path: list[int] = []
    ability: int = -1
    card: str = ""  # a character or attachment to be picked
    colour: str = ""  # a token, with its side and place (0 is the pool)
    side: str = ""
    place: int = -1
    detail: str = ""
    challenge: bool = False  # its odds can be asked for
    squares: list[int] = []  # of an area that may be chosen


class Question(Wire):
    """The open question. Its options are told only to those who may answer it."""

    asked: str
    seats: list[int]
    prompt: str  # a sentence: `Sucker Punch: choose a target`
    side: str = ""
    figure: int = -1
    about: str = ""  # the card that asks
    text: str = ""  # its words
    rules: list[str] = []
    secret: bool = False
    chance: bool = False
    mine: list[int] = []  # my seats that may answer
    options: list[Option] = []
    action: int = 0  # this is action `action` of `actions` of the turn, one more where none is left; 0 outside one
    actions: int = 0
    undo: list[int] = []  # my seats that may take back their last choice
    undo_text: str = ""  # what that choice was
    lost: list[str] = []  # reminders: what is lost if the turn ends now, traits that matter


class Moment(Wire):
    """A position: everything on the table at one sequence number, as a seat may see it."""

    seq: int
    count: int  # choices so far
    round: int
    sides: list[SideNow]
    figures: list[FigureNow]
    pieces: list[PieceNow]
    areas: list[AreaNow] = []
    first: str = ""
    over: bool = False
    winner: str = ""
    ending: str = ""  # how it ended, in words
    question: Question | None = None
    digest: str = ""
    obscured: list[int] = []  # squares that cards make obscured now, besides the map's


class News(Wire):
    """Something that happened, to be animated and read aloud; fields by its kind as the engine's events have them."""

    event: str
    text: str = ""
    rules: list[str] = []
    figure: int = -1
    target: int = -1
    thing: int = -1
    square: int = -1
    start: int = -1
    path: list[int] = []
    faces: list[str] = []
    defending: bool = False
    successes: int = 0
    dice: str = ""
    defense: str = ""
    side: str = ""
    points: int = 0
    colour: str = ""
    place: int = 0
    to: int = 0
    name: str = ""
    by: int = -1  # who did it: stood the figure up, has the credit of a knock-out
    round: int = 0
    total: int = 0  # of numbered dice
    margin: int = 0  # by how many successes a challenge was won
    tokens: list[int] = []  # blue, red, silver, gold that are back in the pool


class LogLine(Wire):
    """A line of the log: the moment it belongs to (choices so far), who, the sentence without its rule ids, the rules."""

    count: int
    text: str
    side: str = ""
    rules: list[str] = []
    kind: str = ""  # turn, move, challenge, roll, down, out, card, token, points, round, set-up, end, table


class Game(Wire):
    """What does not change in a game: map, scenario, cards."""

    map: MapShown
    scenario: ScenarioShown | None
    mode: str
    sides: list[str]
    target: int
    cards: dict[str, CardShown]
    pieces: dict[str, PieceShown]
    rounds: int = 0
