"""Messages from the table."""

from __future__ import annotations

from tipover.table.protocol.game import Game, LogLine, Moment, News, ReasonShown
from tipover.table.protocol.people import LessonNow, SeatGiven, TableNow
from tipover.table.protocol.wire import VERSION, Told, Wire


class Welcome(Told, tag="welcome"):
    """The answer to hello: everything that this socket may see.

    If the game stands where `last` of the hello says, game, moment, log and lesson are left out, and `same` is the moment's
    digest: a browser that has another one, or had other seats, says hello without `last`.
    """

    code: str
    you: list[int]
    game: Game | None
    table: TableNow
    moment: Moment | None
    log: list[LogLine] = []
    chat: list[Said] = []
    lesson: LessonNow | None = None
    same: str = ""
    version: int = VERSION


class Update(Told, tag="update"):
    """The game went on: what happened, and how it stands. `news` begin after the former seq."""

    seq: int
    moment: Moment
    news: list[News] = []
    log: list[LogLine] = []
    undone: int = 0  # so many choices were taken back first: drop the log's lines with a greater count
    lesson: LessonNow | None = None


class TableChanged(Told, tag="table"):
    """People came, went, offered, resigned."""

    table: TableNow


class Said(Told, tag="said"):
    """A line of chat; text is plain and never markup."""

    n: int
    seat: int
    name: str
    text: str


class Ack(Told, tag="ack"):
    """A command was done and is committed; `seq` is the last row of it, the same in the answer to every retry."""

    id: str
    seq: int
    token: str = ""  # after a revoke that named none: the new one, told this once


class Refused(Told, tag="refused"):
    """A command or question was refused and changed nothing.

    `refused` is one of: malformed, too_large, too_fast, not_seated, not_your_turn, stale, illegal, unknown, over,
    no_such_table, no_such_seat, seat_taken, not_now, closed, store, version, origin.
    """

    id: str
    refused: str
    sentence: str
    reasons: list[ReasonShown] = []
    seq: int = -1


class WhyShown(Wire):
    """Why one line is refused, and what would work: squares to go to first, or lines that are offered."""

    line: str
    reasons: list[ReasonShown]
    way: str = ""  # `Way round: h7`
    way_squares: list[int] = []


class Reasons(Told, tag="reasons"):
    """The answer to ask_why."""

    id: str
    seq: int
    why: list[WhyShown]


class Part(Wire):
    """A part of a number of dice."""

    amount: int
    name: str


class OddsShown(Wire):
    """The exact odds of one challenge with the parts of both numbers."""

    option: int
    target: int
    win: float
    exact: str
    dice: int
    dice_text: str
    dice_parts: list[Part]
    defense: int
    defense_text: str
    defense_parts: list[Part]
    effect: str  # `knocked down`, `knocked out, +1 point`
    open: bool = False  # cards still have a say before the roll
    spends: str = ""  # `blue to 3, back at the end of round 5`


class OddsAre(Told, tag="odds"):
    """The answer to ask_odds; options that lead to no challenge are left out."""

    id: str
    seq: int
    odds: list[OddsShown]


class SightIs(Told, tag="sight"):
    """The answer to ask_sight: the squares seen, and for one line what stops it."""

    id: str
    seq: int
    start: int
    seen: list[int]
    to: int = -1
    clear: bool = True
    stops: list[ReasonShown] = []


class ThreatShown(Wire):
    """What one rival could do in its next turn: squares it can reach, squares and figures it can challenge."""

    figure: int
    reach: list[int]
    hits: list[int]
    targets: list[int]
    by: list[str] = []  # the challenges it has: `challenge`, `Ice Spear`


class ThreatsAre(Told, tag="threats"):
    """The answer to ask_threats."""

    id: str
    seq: int
    threats: list[ThreatShown]


class Planned(Told, tag="planned"):
    """The answer to ask_plan: how it would stand after the lines that could be played."""

    id: str
    seq: int
    moment: Moment
    played: list[str]
    news: list[News] = []
    stopped: str = ""  # why it goes no further: dice, another seat, a refused line


class MomentsAre(Told, tag="moments"):
    """The answer to ask_moments."""

    id: str
    moments: list[Moment]
    news: list[list[News]] = []  # what led to each


class HintShown(Wire):
    """A further good answer, with its reason."""

    line: str
    sentence: str
    option: int = -1


class HintIs(Told, tag="hint"):
    """The answer to ask_hint: the best answer, and a few more, the best first."""

    id: str
    seq: int
    line: str
    sentence: str
    option: int = -1
    more: list[HintShown] = []


class MistakeShown(Wire):
    """A decision that cost much, at the moment before it; `cost` is in percentage points of the side's chance to win."""

    moment: int
    side: str
    cost: int
    sentence: str


class AccountShown(Wire):
    """A side's game: its chance to win at every moment, and what changed it, in percentage points.

    The first chance + luck - errors + gifts + drift is the last one.
    """

    side: str
    chances: list[int]
    luck: int  # what the dice gave against what was to be expected of them
    errors: int  # what its own decisions cost
    gifts: int  # what its rivals' decisions gave it
    drift: int  # what no single choice explains: it was seen only later
    luckiest: str = ""
    luckiest_at: int = -1
    unluckiest: str = ""
    unluckiest_at: int = -1


class AnalysisIs(Told, tag="analysis"):
    """The answer to ask_analysis: how much of it is done, 0 to 1; at 1 the sides' games and the decisions that cost most."""

    id: str
    done: float
    accounts: list[AccountShown] = []
    mistakes: list[MistakeShown] = []
    skipped: int = 0  # decisions that there was no time to search
    rounds: list[tuple[int, int]] = []  # each round, and the moment it begins at


class Seated(Told, tag="seated"):
    """To one socket alone: the seats it has at the next table, after a rematch."""

    code: str
    seats: list[SeatGiven]


class Resync(Told, tag="resync"):
    """This socket fell behind or its lease is over: say hello again."""

    sentence: str


class Pong(Told, tag="pong"):
    """Still here."""


FromTable = (
    Welcome | Update | TableChanged | Said | Ack | Refused | Reasons | OddsAre | SightIs | ThreatsAre
    | Planned | MomentsAre | HintIs | AnalysisIs | Seated | Resync | Pong
)  # fmt: skip

REFUSALS = (
    "malformed", "too_large", "too_fast", "not_seated", "not_your_turn", "stale", "illegal", "unknown", "over",
    "no_such_table", "no_such_seat", "seat_taken", "not_now", "closed", "store", "version", "origin",
)  # fmt: skip
