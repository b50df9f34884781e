"""A table with its people, and the messages over HTTP."""

from __future__ import annotations

from typing import Any

from tipover.table.protocol.content import CardShown
from tipover.table.protocol.game import ReasonShown
from tipover.table.protocol.literals import (
    ClockName,
    ClockWish,
    OrderAnswer,
    PresenceName,
    RefusalCode,
    SeatKind,
    SeatWish,
    SideOrNone,
    StyleOrNone,
    TableKind,
    TableStatus,
)
from tipover.table.protocol.wire import Seed, Wire, Word


class SeatNow(Wire):
    """A seat. A bot may stand in for a person who is away."""

    seat: int  # Its number.
    kind: SeatKind  # `open`, `person` or `bot`.
    side: SideOrNone = ""  # The side that it plays.
    name: str = ""  # The person's name.
    bot: str = ""  # The name of the bot that plays, or that stands in for the person.
    style: StyleOrNone = ""  # The bot's style, if it has one.
    present: bool = False  # Whether the person is connected.
    resigned: bool = False  # Whether it has resigned.
    known_as: str = ""  # The name of the bot's character.
    face: str = ""  # The drawing of the bot's character, if it is on the ladder: `pip` for the symbol `c-pip`.
    stars: float = 0.0  # Its stars.
    rating: float = 0.0  # Its published rating, if it has one and plays without a style.
    presence: PresenceName = ""  # A person: here, away for a moment, or offline for longer. Empty where it is not known.
    bot_in: int = 0  # Away: so many seconds until a bot may play, or plays by itself if the clock is `relaxed`.
    chain: str = ""  # The end of the seat's chain (`chain:…`), if it adds to every roll.


class TableNow(Wire):
    """The public view of a table."""

    code: str  # The table's code.
    title: str  # Its name in the list of tables.
    status: TableStatus  # `waiting`, `playing` or `over`.
    seats: list[SeatNow]  # Its seats.
    kind: TableKind = "game"  # `game`, `lesson` or `record`.
    listed: bool = False  # Whether the list of tables shows it.
    commitment: str = ""  # SHA-256 of the server's seed, published before the first die.
    dice: str = ""  # The whole `dice fair …` line, once the game is over.
    watching: int = 0  # How many sockets watch without a seat.
    draw_offer: int = -1  # The seat that offered a draw, or -1.
    undo_wish: int = -1  # The seat that asks the others to let it take back its last choice, or -1.
    rematch: str = ""  # The code of the next table.
    rematch_wanted: list[int] = []  # The seats that want a rematch.
    next_commitment: str = ""  # SHA-256 of the server's seed for the rematch, published before anyone sends a seed for it.
    round: int = 0  # The round.
    score: str = ""  # The score, in words.
    result: str = ""  # Who won, as a sentence, once the game is over.
    changed: float = 0.0  # When it last changed, in seconds since 1970.
    asked: list[int] = []  # The seats that are asked something now.
    clock: ClockName = ""  # How long a turn may take: `relaxed` five minutes, `day` a day; empty for as long as one likes.
    deadline: float = 0.0  # When the time of those who are asked is up, in seconds since 1970; 0 if no clock runs for them.
    delay: int = 0  # Those who watch see what happens so many seconds later.
    time_left: float = 0.0  # The deadline in seconds from now, for a page whose clock may be wrong.
    sides_chosen: bool = False  # Whether it is chosen in play who has which side.
    renamed: float = 0.0  # When somebody changed the name last, in seconds since 1970, at a table with a delay.


class OrderShown(Wire):
    """A standing order; only its own seat is told."""

    seat: int  # Whose it is.
    about: str  # The card or ability that it is about.
    answer: OrderAnswer  # `always` do it, or `never` ask.
    line: str = ""  # Which of several answers it gives: the `line` of the option.
    words: str = ""  # … and what that option was called.


class LessonNow(Wire):
    """The state of a lesson."""

    key: str  # The name it has in addresses and requests.
    number: int  # Its place in the course, from 1.
    of: int  # How many lessons there are.
    title: str  # Its heading.
    step: int  # The current step, from 1.
    steps: int  # How many steps it has.
    text: str  # What the step says.
    goal: str = ""  # What the learner should do.
    hint: str = ""  # How to do it.
    done: bool = False  # Whether the lesson is finished.
    next: str = ""  # The next lesson's key.
    points_at: list[int] = []  # Squares to point at.
    tell: bool = False  # Whether the step asks for nothing: `next_step` goes on.
    astray: str = ""  # Set when the learner did something else: `undo` takes the step back, `next_step` with `again` restarts the lesson.


class SeatWanted(Wire, forbid_unknown_fields=True):
    """A seat of a new table."""

    kind: SeatWish  # `me`, `open` or `bot`.
    name: Word = ""  # The person's name.
    bot: Word = "random"  # The bot's name, perhaps with a style: `level3+brawler`.
    seed: Seed = ""  # Its share of the dice: the end of a chain (`chain:` and 64 hex digits), or any plain seed.


class NewTable(Wire, forbid_unknown_fields=True):
    """POST /api/tables. One of `setup`, `quick`, `lesson`, `record` or `after` says what is played."""

    seats: list[SeatWanted] = []  # The seats, in order.
    setup: dict[str, Any] | None = None  # The set-up as `new` reads it from a file.
    quick: Word = ""  # The key of a ready game.
    lesson: Word = ""  # The key of a lesson.
    record: str = ""  # The text of a record: to look at, or with `at` to play on.
    after: Word = ""  # Another table's code: play on from its moment `at`.
    at: int = -1  # The number of choices to play on from, -1 to only look.
    placed: bool = False  # The table places the figures, so the first question is the first turn.
    listed: bool = False  # Whether the list of tables shows it.
    clock: ClockWish = ""  # The clock for turns: `relaxed` (five minutes, and a bot plays for who is away), `day`, or none.
    delay: int = 0  # Those who watch see what happens so many seconds later: 0, 30 or 120.
    title: Word = ""  # Its name in the list of tables.
    cards: list[str] = []  # TOML of characters for this table only.
    commitment: Seed = ""  # One from `POST /api/commitments`: proof that the server chose its seed before it saw the browser's.


class Committed(Wire):
    """The answer to POST /api/commitments: SHA-256 of a server's seed, for one new table within ten minutes."""

    commitment: str  # The SHA-256.


class SeatGiven(Wire):
    """A seat with its token, which is sent only once."""

    seat: int  # Its number.
    token: str  # Its token.


class TableOpened(Wire):
    """The answer to `POST /api/tables` and `POST /api/tables/CODE/sit`."""

    code: str  # The table's code.
    seats: list[SeatGiven]  # The seats of the browser that asked.


class SitDown(Wire, forbid_unknown_fields=True):
    """POST /api/tables/CODE/sit."""

    name: Word = ""  # The person's name.
    seat: int = -1  # The seat, -1 for the first that is open.
    seed: Seed = ""  # The browser's share of the seed of the dice, as in `SeatWanted`.
    token: Seed = ""  # A token made by the browser: a retry with the same one gets the same seat.


class DealWanted(Wire, forbid_unknown_fields=True):
    """POST /api/deal: wishes are respected, the rest is drawn."""

    mode: Word = ""  # The mode.
    map: Word = ""  # The map's name.
    scenario: Word = ""  # The scenario's name.
    teams: list[list[Word]] = []  # Names of characters, team by team.
    seed: Seed = ""  # The seed of the draw; a random one if empty.
    sides: int = 0  # The number of sides of a first game. Other modes have their own.
    size: int = 0  # The number of characters a side, 1 to 6, in teams and free-for-all. Other modes have their own.


class SetupDealt(Wire):
    """A set-up that can be played."""

    setup: dict[str, Any]  # The set-up as `new` reads it from a file.
    teams: list[list[str]]  # Names of characters, team by team.
    map: str  # The map's name.
    scenario: str  # The scenario's name.


class CardWritten(Wire, forbid_unknown_fields=True):
    """POST /api/check: a character's TOML."""

    text: str  # The TOML.


class FaultShown(Wire):
    """A mistake in a card."""

    line: int  # Its line, from 1.
    column: int  # Its column, from 1.
    message: str  # What is wrong.
    length: int = 1  # How many characters to underline.
    suggestion: str = ""  # What would be right.
    warning: bool = False  # Whether the card can be used all the same.


class CardChecked(Wire):
    """The answer to `POST /api/check`: mistakes, or the card as it will be shown."""

    faults: list[FaultShown] = []  # The mistakes.
    card: CardShown | None = None  # The card, if it can be used.
    brings: list[str] = []  # The pieces, cards and figures that the same text declares, as rules name them.


class Refusal(Wire):
    """The answer to a refused HTTP request."""

    refused: RefusalCode  # The kind of refusal.
    sentence: str  # The reason as a sentence for the reader.
    reasons: list[ReasonShown] = []  # Each reason with its rule.
