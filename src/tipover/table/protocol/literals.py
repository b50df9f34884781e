"""The words that fields of the wire are limited to. Each alias becomes a union type of the same name in `protocol.ts`."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from tipover.cards.catalog import ColourName as ColourName
from tipover.cards.catalog import FigureKind as FigureKind
from tipover.cards.catalog import SideName as SideName
from tipover.engine.core.questions import QuestionName

# Sides and colours where there may be none.
SideOrNone = Literal["", "light", "dark", "third", "fourth"]
ColourOrNone = Literal["", "blue", "red", "silver", "gold"]

Mode = Literal["2v2", "3v3", "teams", "ffa3", "ffa4", "ultimate", "first"]
PieceSort = Literal["token", "marker", "item", "status", "card", "die"]
Provenance = Literal["printed", "known", "house"]
SignTime = Literal["start", "once", "round"]
SignKind = Literal[
    "secret", "claim", "take", "beside", "action", "out", "out_with", "out_by", "brings", "marker",
    "in_area", "most_in", "an_area", "most_areas", "holds", "each", "each_camp", "each_marker", "text",
]  # fmt: skip
FigurePlace = Literal["board", "track", "reserve", "returning", "carried"]
QuestionKind = QuestionName
LogKind = Literal[
    "", "turn", "move", "challenge", "roll", "down", "out", "card", "token", "points", "round", "set-up", "end", "table"
]  # fmt: skip
SeatKind = Literal["open", "person", "bot"]
TableStatus = Literal["waiting", "playing", "over"]
TableKind = Literal["game", "lesson", "record"]
ClockName = Literal["", "relaxed", "day"]
PresenceName = Literal["", "here", "away", "offline"]
RefusalCode = Literal[
    "malformed", "too_large", "too_fast", "not_seated", "not_your_turn", "stale", "illegal", "unknown", "over",
    "no_such_table", "no_such_seat", "seat_taken", "not_now", "closed", "store", "version", "origin",
]  # fmt: skip
StyleName = Literal["brawler", "runner", "guard"]
StyleOrNone = Literal["", "brawler", "runner", "guard"]
PhraseName = Literal["", "hello", "nice", "ouch", "thinking", "back_soon", "thanks", "good_game"]
OrderAnswer = Literal["always", "never"]
ReviewDeed = Literal["join", "leave", "look", "lead", "give"]
BasicAction = Literal["move", "challenge", "assist", "interact", "rally", "end"]

# Words that a browser sends. They are decoded as plain strings, so that a wrong word is refused with our own sentence.
DrawAnswer = Annotated[str, Meta(extra={"words": ("offer", "agree", "decline")})]
SeatWish = Annotated[str, Meta(extra={"words": ("me", "open", "bot")})]
ClockWish = Annotated[str, Meta(extra={"words": ("", "relaxed", "day")})]
SideSent = Annotated[str, Meta(extra={"words": ("light", "dark", "third", "fourth")})]

NAMED = {
    "SideName": SideName,
    "SideOrNone": SideOrNone,
    "ColourName": ColourName,
    "ColourOrNone": ColourOrNone,
    "FigureKind": FigureKind,
    "PieceSort": PieceSort,
    "Provenance": Provenance,
    "SignTime": SignTime,
    "SignKind": SignKind,
    "Mode": Mode,
    "FigurePlace": FigurePlace,
    "QuestionKind": QuestionKind,
    "LogKind": LogKind,
    "SeatKind": SeatKind,
    "StyleName": StyleName,
    "StyleOrNone": StyleOrNone,
    "TableStatus": TableStatus,
    "TableKind": TableKind,
    "ClockName": ClockName,
    "PhraseName": PhraseName,
    "OrderAnswer": OrderAnswer,
    "PresenceName": PresenceName,
    "RefusalCode": RefusalCode,
    "BasicAction": BasicAction,
}
