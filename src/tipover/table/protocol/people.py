"""A table with its people, and what is said over HTTP."""

from __future__ import annotations

from typing import Any

from tipover.table.protocol.content import CardShown
from tipover.table.protocol.game import ReasonShown
from tipover.table.protocol.wire import Wire


class SeatNow(Wire):
    """A seat: open, a person's, or a bot's. A person who is away may be stood in for by a bot (`bot` is then its name)."""

    seat: int
    kind: str  # open, person, bot
    side: str = ""
    name: str = ""
    bot: str = ""
    present: bool = False
    resigned: bool = False


class TableNow(Wire):
    """A table as everybody may know it."""

    code: str
    title: str
    status: str  # waiting, playing, over
    seats: list[SeatNow]
    kind: str = "game"  # game, lesson, record
    listed: bool = False
    commitment: str = ""  # SHA-256 of the server's seed, before the first die
    dice: str = ""  # the whole `dice fair …` line once the game is over
    watching: int = 0
    draw_offer: int = -1  # the seat that offered a draw
    rematch: str = ""  # the code of the next table
    rematch_wanted: list[int] = []
    next_commitment: str = ""  # SHA-256 of the server's seed for the rematch: told before anybody gives a seed for it
    round: int = 0
    score: str = ""
    result: str = ""  # who won, in words, once it is over
    changed: float = 0.0  # seconds since 1970
    asked: list[int] = []  # the seats that are asked something now


class LessonNow(Wire):
    """Where a lesson stands."""

    key: str
    number: int
    of: int
    title: str
    step: int
    steps: int
    text: str
    goal: str = ""
    hint: str = ""
    done: bool = False
    next: str = ""  # the next lesson's key
    points_at: list[int] = []  # squares to point at
    tell: bool = False  # the step only tells: next_step goes on
    astray: str = ""  # the learner did something else: undo takes the step back, next_step with `again` starts over


class SeatWanted(Wire, forbid_unknown_fields=True):
    """A seat of a new table: `me`, `open` or `bot`."""

    kind: str
    name: str = ""
    bot: str = "random"
    seed: str = ""  # the seat's share of the dice, from its browser


class NewTable(Wire, forbid_unknown_fields=True):
    """POST /api/tables. One of `setup`, `quick`, `lesson`, `record` or `after` says what is played."""

    seats: list[SeatWanted] = []
    setup: dict[str, Any] | None = None
    quick: str = ""
    lesson: str = ""
    record: str = ""  # a record's text: to look at, or with `at` to play on
    after: str = ""  # another table's code: play on from its moment `at`
    at: int = -1
    placed: bool = False  # figures are placed by the table; the first question is the first turn
    listed: bool = False
    title: str = ""
    cards: list[str] = []  # TOML of characters for this room alone
    commitment: str = ""  # one of POST /api/commitments: the server's seed was fixed before it saw mine


class Committed(Wire):
    """The answer to POST /api/commitments: SHA-256 of a server's seed, for one new table within ten minutes."""

    commitment: str


class SeatGiven(Wire):
    """A seat with its token; the token is shown this once."""

    seat: int
    token: str


class TableOpened(Wire):
    """The answer to a new table or a seat taken."""

    code: str
    seats: list[SeatGiven]


class SitDown(Wire, forbid_unknown_fields=True):
    """POST /api/tables/CODE/sit."""

    name: str = ""
    seat: int = -1  # -1: the first that is open
    seed: str = ""
    token: str = ""  # the seat's token, made by the browser: the same one again gets the same answer


class DealWanted(Wire, forbid_unknown_fields=True):
    """POST /api/deal: what is wished for stays, the rest is drawn."""

    mode: str = ""
    map: str = ""
    scenario: str = ""
    teams: list[list[str]] = []
    seed: str = ""
    sides: int = 0  # of a first game; other modes have their own number


class SetupDealt(Wire):
    """A set-up that can be played."""

    setup: dict[str, Any]
    teams: list[list[str]]
    map: str
    scenario: str


class CardWritten(Wire, forbid_unknown_fields=True):
    """POST /api/check: a character's TOML."""

    text: str


class FaultShown(Wire):
    """A mistake in a card: its place (from 1), its length, what is wrong, what would be right."""

    line: int
    column: int
    message: str
    length: int = 1
    suggestion: str = ""
    warning: bool = False


class CardChecked(Wire):
    """Faults, or the card as it will be printed."""

    faults: list[FaultShown] = []
    card: CardShown | None = None


class Refusal(Wire):
    """What a refused HTTP request gets."""

    refused: str  # a code: see `Refused`
    sentence: str
    reasons: list[ReasonShown] = []
