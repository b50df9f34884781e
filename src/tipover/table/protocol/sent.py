"""Messages from the browser."""

from __future__ import annotations

from tipover.table.protocol.wire import VERSION, Sent


class Hello(Sent, tag="hello"):
    """First of all: which table, and who I am (a seat's token each). No token watches.

    `last` is the seq of the moment that this browser has: if nothing has happened since, the welcome does not tell it again.
    """

    code: str
    tokens: list[str] = []
    last: int = -1
    version: int = VERSION


class Choose(Sent, tag="choose"):
    """Answer the open question. `id` makes a retry harmless; `seq` is what the browser had seen."""

    id: str
    seat: int
    seq: int
    line: str


class Undo(Sent, tag="undo"):
    """Take back my last choice, up to the last die or revealed secret."""

    id: str
    seat: int
    seq: int


class Say(Sent, tag="say"):
    """A line of chat, 200 characters at most."""

    id: str
    seat: int
    text: str


class Resign(Sent, tag="resign"):
    """Give up the seat's game."""

    id: str
    seat: int


class Draw(Sent, tag="draw"):
    """Offer a draw (`offer`), accept one (`agree`), or decline or take back (`decline`)."""

    id: str
    seat: int
    answer: str


class Rematch(Sent, tag="rematch"):
    """Ask for the same game with sides changed; the table opens when all people who are here want it."""

    id: str
    seat: int
    seed: str = ""  # my share of its dice, given after `next_commitment` was told


class StandIn(Sent, tag="stand_in"):
    """Put a bot at a seat that is open or long absent (`bot` its name), or take my own seat back (`bot` empty)."""

    id: str
    seat: int  # mine
    at: int  # the seat it is about
    bot: str = "random"


class Rename(Sent, tag="rename"):
    """Another name for my seat."""

    id: str
    seat: int
    name: str


class Revoke(Sent, tag="revoke"):
    """Make my seat's token invalid for a new one: other devices lose the seat."""

    id: str
    seat: int
    token: str = ""  # the new one, made and kept by the browser, so that a lost answer costs nothing; without it the answer tells one once


class NextStep(Sent, tag="next_step"):
    """In a lesson: go on after a step that only tells, or start the lesson again (`again`)."""

    id: str
    seat: int
    again: bool = False


class AskWhy(Sent, tag="ask_why"):
    """Why are these lines refused (after the lines of my `plan`)? Also, of what would work instead."""

    id: str
    lines: list[str]
    plan: list[str] = []
    ahead: bool = False  # nobody has tried them yet: a lesson that wants a no to be seen does not take it for one


class AskOdds(Sent, tag="ask_odds"):
    """The exact odds of the options with these numbers, of the moment `seq` or after the lines of my `plan` from there."""

    id: str
    seat: int
    seq: int
    options: list[int]
    plan: list[str] = []


class AskSight(Sent, tag="ask_sight"):
    """What a figure sees, or would see from a square; with `to` the line to that square and what stops it."""

    id: str
    figure: int = -1
    square: int = -1
    to: int = -1


class AskThreats(Sent, tag="ask_threats"):
    """What the rivals of a side can reach and hit in their next turn."""

    id: str
    side: str


class AskPlan(Sent, tag="ask_plan"):
    """How it would stand after these lines of mine, up to the first die; nothing is played."""

    id: str
    seat: int
    seq: int
    lines: list[str]


class AskMoments(Sent, tag="ask_moments"):
    """Earlier positions: after `first` to `last` choices, 20 at most."""

    id: str
    first: int
    last: int


class AskHint(Sent, tag="ask_hint"):
    """A good answer to my question, with its reason."""

    id: str
    seat: int


class AskAnalysis(Sent, tag="ask_analysis"):
    """How did the game go? Only when it is over. It takes a while: ask again until `done` is 1."""

    id: str


class Ping(Sent, tag="ping"):
    """Still there?"""


FromBrowser = (
    Hello | Choose | Undo | Say | Resign | Draw | Rematch | StandIn | Rename | Revoke | NextStep
    | AskWhy | AskOdds | AskSight | AskThreats | AskPlan | AskMoments | AskHint | AskAnalysis | Ping
)  # fmt: skip
