"""Messages from the table."""

from __future__ import annotations

from typing import get_args

from tipover.table.protocol.game import Game, LogLine, Moment, ReasonShown
from tipover.table.protocol.literals import ColourOrNone, PhraseName, RefusalCode, SideName
from tipover.table.protocol.news import News
from tipover.table.protocol.people import LessonNow, OrderShown, SeatGiven, TableNow
from tipover.table.protocol.wire import VERSION, ServerMessage, Wire


class Welcome(ServerMessage, tag="welcome"):
    """The answer to `hello`: everything that this socket may see.

    If nothing has happened since `last` of the hello, game, moment, log and lesson are left out, and `same` is the moment's
    digest. A browser with another digest or other seats must say hello again without `last`.
    """

    code: str  # The table's code.
    you: list[int]  # The seats that this socket has.
    game: Game | None  # What stays the same for the whole game.
    table: TableNow  # The table.
    moment: Moment | None  # The position as this socket may see it.
    log: list[LogLine] = []  # The whole log.
    chat: list[ChatLine] = []  # The lines of chat so far.
    lesson: LessonNow | None = None  # Where the lesson stands, at a lesson's table.
    orders: list[OrderShown] = []  # The standing orders of this socket's seats.
    same: str = ""  # The digest of the moment that was left out.
    version: int = VERSION  # The version of the protocol that the table speaks.


class Update(ServerMessage, tag="update"):
    """The game has changed: what happened, and the new position."""

    seq: int  # The number of the last committed row.
    moment: Moment  # The new position.
    news: list[News] = []  # What happened since the previous moment.
    log: list[LogLine] = []  # New lines of the log.
    undone: int = 0  # How many choices were taken back first. Log lines with a greater count are to be dropped.
    lesson: LessonNow | None = None  # Where the lesson stands, at a lesson's table.


class TableChanged(ServerMessage, tag="table"):
    """Something about the people has changed: presence, names, offers, resignations."""

    table: TableNow  # The table as it is now.


class LogTold(ServerMessage, tag="log"):
    """New lines of the log beside the game: who is away, who is back, whose time is up."""

    log: list[LogLine]  # The lines.


class OrdersAre(ServerMessage, tag="orders"):
    """To the sockets of a seat only: its standing orders have changed."""

    orders: list[OrderShown]  # The standing orders of this socket's seats.


class ChatLine(ServerMessage, tag="said"):
    """A line of chat. The text is plain and must not be read as markup."""

    n: int  # Its number in the chat.
    seat: int  # Who wrote it.
    name: str  # That person's name.
    text: str  # The line.
    phrase: PhraseName = ""  # The name of the phrase that it is, to be shown in the reader's language.


class Ack(ServerMessage, tag="ack"):
    """A command is committed. A retry gets the same answer."""

    id: str  # The command's id.
    seq: int  # The number of the command's last row.
    token: str = ""  # After a revoke without a token: the new one, sent only here.


class Refused(ServerMessage, tag="refused"):
    """A command or query was refused and changed nothing."""

    id: str  # The id of the command or question.
    refused: RefusalCode  # The kind of refusal.
    sentence: str  # The reason as a sentence for the reader.
    reasons: list[ReasonShown] = []  # Each reason with its rule.
    seq: int = -1  # The table's `seq`, -1 if that does not matter.


class WhyShown(Wire):
    """Why one line is refused, and what would work instead."""

    line: str  # The line that was asked about.
    reasons: list[ReasonShown]  # Every reason that applies.
    way: str = ""  # What would work: `Way round: h7`.
    way_squares: list[int] = []  # The squares of that way.
    brief: str = ""  # Of the button of a basic action: the reason in a few words, `nobody near`.


class Reasons(ServerMessage, tag="reasons"):
    """The answer to `ask_why`: first the lines, then the tries, each in the order of the request."""

    id: str  # Chosen by the browser. A retry with the same id has no second effect and gets the same answer.
    seq: int  # The number of the last committed row when this was made.
    why: list[WhyShown]  # One entry for each line and try.


class PartShown(Wire):
    """One part of a number of dice."""

    amount: int  # How many dice it adds or takes.
    name: str  # What it comes from.
    colour: ColourOrNone = ""  # The colour of the ability tokens that it counts.
    rest: str = ""  # Its name without that colour.


class OddsShown(Wire):
    """The exact odds of one challenge, with the parts of both numbers of dice."""

    option: int  # The option's number.
    target: int  # The figure or piece that is challenged.
    win: float  # The probability that the challenger wins.
    exact: str  # The same as a fraction.
    dice: int  # The challenger's number of dice.
    dice_text: str  # That number with its parts, in words.
    dice_parts: list[PartShown]  # The parts of that number.
    defense: int  # The target's number of dice.
    defense_text: str  # That number with its parts, in words.
    defense_parts: list[PartShown]  # The parts of that number.
    effect: str  # What winning does: `knocked down`, `knocked out, +1 point`.
    open: bool = False  # Whether cards can still change it before the roll.
    pays: ColourOrNone = ""  # The colour of the token that it spends.
    spends: str = ""  # `blue to 3, back at the end of round 5`.


class OddsAre(ServerMessage, tag="odds"):
    """The answer to `ask_odds`, without options that lead to no challenge."""

    id: str  # Chosen by the browser. A retry with the same id has no second effect and gets the same answer.
    seq: int  # The number of the last committed row when this was made.
    odds: list[OddsShown]  # One entry for each challenge.


class SightIs(ServerMessage, tag="sight"):
    """The answer to `ask_sight`: the squares that are seen, and what blocks the line that was asked about."""

    id: str  # Chosen by the browser. A retry with the same id has no second effect and gets the same answer.
    seq: int  # The number of the last committed row when this was made.
    start: int  # The square that is looked from.
    seen: list[int]  # The squares that are seen.
    to: int = -1  # The square that the line goes to, -1 for none.
    clear: bool = True  # Whether that line is clear.
    stops: list[ReasonShown] = []  # What blocks it.


class ThreatWay(Wire):
    """A way in which a rival could challenge, with its chance to win at each square where that is known."""

    name: str  # `challenge`, or the card's name.
    squares: list[int]  # The squares.
    chances: list[int]  # For each, the chance to win in percent: against who stands there, or against who asked.


class ThreatShown(Wire):
    """What one rival could do in its next turn."""

    figure: int  # The rival.
    reach: list[int]  # Squares that it can reach.
    hits: list[int]  # Squares that it can challenge.
    targets: list[int]  # Figures that it can challenge.
    ways: list[ThreatWay] = []  # Its ways to challenge.


class ThreatsAre(ServerMessage, tag="threats"):
    """The answer to `ask_threats`."""

    id: str  # Chosen by the browser. A retry with the same id has no second effect and gets the same answer.
    seq: int  # The number of the last committed row when this was made.
    threats: list[ThreatShown]  # One entry for each rival.


class BranchShown(Wire):
    """One way in which a plan may go on where dice fall or somebody else answers. Its place in the list is the answer that takes it."""

    label: str  # `hit`, `miss`, `2 successes`, or what another side answers.
    chance: float  # Its probability, 1 for an answer.


class Planned(ServerMessage, tag="planned"):
    """The answer to `ask_plan`: the position after the answers that could be played."""

    id: str  # Chosen by the browser. A retry with the same id has no second effect and gets the same answer.
    seq: int  # The number of the last committed row when this was made.
    moment: Moment  # The position after the played answers.
    played: list[int | str]  # The answers that could be played.
    news: list[News] = []  # What would happen.
    stopped: str = ""  # Why it goes no further: dice, another seat's question, or a refused answer.
    branches: list[BranchShown] = []  # How it may go on from there.
    chance: float = 1.0  # The probability that the dice fall as planned.
    answer: str = ""  # What the next rival would best do after the turn, as a sentence.


class MomentsAre(ServerMessage, tag="moments"):
    """The answer to `ask_moments`."""

    id: str  # Chosen by the browser. A retry with the same id has no second effect and gets the same answer.
    moments: list[Moment]  # The positions.
    news: list[list[News]] = []  # For each position, what led to it.


class HintShown(Wire):
    """A further good answer, with its reason."""

    line: str  # The answer as the record writes it.
    sentence: str  # Why it is good.
    option: int = -1  # The option's number, or -1.


class HintIs(ServerMessage, tag="hint"):
    """The answer to `ask_hint`: the best answer, and a few more."""

    id: str  # Chosen by the browser. A retry with the same id has no second effect and gets the same answer.
    seq: int  # The number of the last committed row when this was made.
    line: str  # The answer as the record writes it.
    sentence: str  # Why it is good.
    option: int = -1  # The option's number, or -1.
    more: list[HintShown] = []  # Further good answers, best first.


class AnswerShown(Wire):
    """An answer of an analysed decision."""

    deed: str  # What was done, or could have been.
    chance: int  # The side's chance to win after it, in percent.
    square: int = -1  # The square that it is about, where its arrow ends, -1 for none.
    why: str = ""  # What it risked, or why it is good.


class MistakeShown(Wire):
    """A decision that cost a side much of its chance to win; of each turn at most one."""

    moment: int  # The position before it, as the number of choices.
    side: SideName  # The side that decided.
    cost: int  # What it cost, in percentage points; 0 if nothing better was found.
    round: int  # The round, 0 in set-up.
    figure: int  # The figure that it is about, where its arrow begins; -1 for none.
    played: AnswerShown  # What was chosen.
    better: AnswerShown  # What would have been better, or the next best answer.
    sentence: str  # The same in a sentence.


class FaceShown(Wire):
    """How often a face fell on a side's dice."""

    face: str  # `burst`, `shield`, `triple`, `blank` or a number.
    fell: int  # How often it fell.
    expected: float  # How often it was to be expected.


class AccountShown(Wire):
    """A side's chance to win at every moment, and what changed it, in percentage points.

    The first chance + luck - errors + gifts + drift = the last chance.
    """

    side: SideName  # The side.
    chances: list[int]  # Its chance to win at every moment, in percent.
    luck: int  # The difference between what the dice gave and what was expected.
    errors: int  # What its own decisions cost.
    gifts: int  # What its rivals' decisions gave it.
    drift: int  # What no single choice explains, because it was seen only later.
    luckiest: str = ""  # Its luckiest roll, as a sentence.
    luckiest_at: int = -1  # The position before that roll, -1 for none.
    unluckiest: str = ""  # Its unluckiest roll, as a sentence.
    unluckiest_at: int = -1  # The position before that roll, -1 for none.
    rolls: list[tuple[int, int]] = []  # Every roll of its own dice: the position before it, and what it gave in percentage points.
    faces: list[FaceShown] = []  # What fell on these dice.


class AnalysisIs(ServerMessage, tag="analysis"):
    """The answer to `ask_analysis`: its progress with what is known so far, and once it is done the result."""

    id: str  # Chosen by the browser. A retry with the same id has no second effect and gets the same answer.
    done: float  # The part that is done, 0 to 1.
    accounts: list[AccountShown] = []  # One entry for each side.
    mistakes: list[MistakeShown] = []  # The decisions that cost each side most, the costliest first.
    skipped: int = 0  # How many decisions are not searched: until it is done not yet, then because there was no time.
    rounds: list[tuple[int, int]] = []  # Each round with the position at which it begins.
    decided: int = -1  # The first position from which on the winner's win is proved, -1 if nothing was before the end.


class ReviewerShown(Wire):
    """Somebody who looks at a record together with others."""

    n: int  # Its number in the room.
    name: str  # Its name.
    leads: bool = False  # Whether it leads.
    asks: bool = False  # Whether it asks to lead.


class ReviewIs(ServerMessage, tag="review"):
    """The room of those who look at this record together has changed."""

    people: list[ReviewerShown]  # Who is there, in the order in which they came.
    at: int  # The moment that the leader looks at.
    you: int  # The reader's number, 0 if it is not there.


class Seated(ServerMessage, tag="seated"):
    """To one socket only: its seats at the next table, after a rematch."""

    code: str  # The next table's code.
    seats: list[SeatGiven]  # The seats with their tokens.


class Resync(ServerMessage, tag="resync"):
    """This socket has missed messages or lost its lease and must say hello again."""

    sentence: str  # Why, as a sentence for the reader.


class Pong(ServerMessage, tag="pong"):
    """The answer to `ping`."""


FromTable = (
    Welcome | Update | TableChanged | LogTold | OrdersAre | ChatLine | Ack | Refused | Reasons | OddsAre | SightIs | ThreatsAre
    | Planned | MomentsAre | HintIs | AnalysisIs | ReviewIs | Seated | Resync | Pong
)  # fmt: skip

REFUSALS: tuple[RefusalCode, ...] = get_args(RefusalCode)
