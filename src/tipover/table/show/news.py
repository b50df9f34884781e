"""What happened: an entry for each event, to be animated, and the log's sentences with their rules beside them."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NamedTuple

from tipover.cards.catalog import COLOURS, SIDES
from tipover.engine import event as happened
from tipover.engine.decision import PIECE
from tipover.engine.dice import face_name
from tipover.engine.event import Event
from tipover.engine.flow.kinds import CHALLENGE_FRAME, CHALLENGER, KIND
from tipover.engine.state import State
from tipover.play.telling import sentence
from tipover.table.protocol import LogLine, News
from tipover.table.show.names import without_marks

_RULES = re.compile(r" \(([A-Z]{3}-\d+(?:, [A-Z]{3}-\d+)*)\)")

# What kind of line an event is in the log.
_KINDS: dict[type[Event], str] = {
    happened.SideTaken: "set-up",
    happened.Flipped: "set-up",
    happened.Picked: "set-up",
    happened.Attached: "set-up",
    happened.MarkerTaken: "set-up",
    happened.Revealed: "set-up",
    happened.GameBegan: "set-up",
    happened.TurnBegan: "turn",
    happened.Moved: "move",
    happened.Placed: "move",
    happened.Returned: "move",
    happened.StoodUp: "move",
    happened.WallOpened: "move",
    happened.Challenged: "challenge",
    happened.ChallengeWon: "challenge",
    happened.ChallengeLost: "challenge",
    happened.TargetChanged: "challenge",
    happened.Rolled: "roll",
    happened.DiceRolled: "roll",
    happened.DieTurned: "roll",
    happened.KnockedDown: "down",
    happened.KnockedOut: "out",
    happened.PutOnTrack: "out",
    happened.Removed: "out",
    happened.PointsGained: "points",
    happened.TokenSpent: "token",
    happened.TokenShifted: "token",
    happened.TokensGained: "token",
    happened.TokensReturned: "token",
    happened.Given: "card",
    happened.Taken: "card",
    happened.CardPlayed: "card",
    happened.CardDiscarded: "card",
    happened.CardFlipped: "card",
    happened.Claimed: "card",
    happened.AbilityUsed: "card",
    happened.Replaced: "card",
    happened.ChainStopped: "card",
    happened.Exhausted: "turn",
    happened.MarkersOff: "turn",
    happened.RoundBegan: "round",
    happened.RoundEnded: "round",
    happened.CooledDown: "round",
    happened.Refreshed: "round",
    happened.FirstPlayerPassed: "round",
    happened.GameWon: "end",
    happened.GameDrawn: "end",
}


class _Told(NamedTuple):
    """An event as some seats may know it: its sentence, the rules of that, who did it (-1 nobody), and whose side it is about."""

    event: Event
    text: str
    rules: list[str]
    doer: int
    side: str


def news(state: State, events: list[Event], seats: Collection[int]) -> list[News]:
    """One entry for each event, as these seats may know it; the state is the one after them."""
    return [_news(state, told) for told in _told(state, events, seats)]


def log(state: State, events: list[Event], count: int, seats: Collection[int]) -> list[LogLine]:
    """A line for each event that says something, as these seats may know it; `count` is how many choices were made by then."""
    return [
        LogLine(count=count, text=told.text, side=told.side, rules=told.rules, kind=_KINDS[type(told.event)])
        for told in _told(state, events, seats)
        if told.text
    ]


def plain(state: State, said: str) -> tuple[str, list[str]]:
    """A sentence without the ids of its rules and without marks nobody needs, and those ids."""
    rules = [rule for found in _RULES.findall(said) for rule in found.split(", ")]
    return without_marks(state, _RULES.sub("", said)), rules


def _told(state: State, events: list[Event], seats: Collection[int]) -> list[_Told]:
    begins = max((k for k, event in enumerate(events) if isinstance(event, happened.GameBegan)), default=-1)
    found: list[_Told] = []
    for k, event in enumerate(events):
        seen = _opened(state, event, seats)
        text, rules = plain(state, sentence(state, seen, k < begins))
        doer = _doer(state, events, k)
        found.append(_Told(seen, text, rules, doer, _side(state, event) or _side_of(state, doer)))
    return found


def _opened(state: State, event: Event, seats: Collection[int]) -> Event:
    """A secret pick as those who made it know it, while it is secret; for everyone else as it is told to all (SUP-11)."""
    if not isinstance(event, happened.Picked) or event.card >= 0 or state.secret[event.figure] < 0:
        return event
    if state.team[event.side] < 0 or not set(seats) & set(state.seats_of(event.side)):
        return event
    return happened.Picked(event.side, event.figure, state.secret[event.figure])


# -- the entry -------------------------------------------------------------------------------------------


# Fields that the wire has as the events have them.
_SAME = ("target", "thing", "square", "start", "points", "place", "to", "successes", "defending", "name", "round", "total", "margin")


def _news(state: State, told: _Told) -> News:
    """An event with the fields that are drawn."""
    event = told.event
    shown = News(event=type(event).__name__, text=told.text, rules=told.rules, side=told.side, figure=told.doer)
    for name in _SAME:
        if hasattr(event, name):
            setattr(shown, name, getattr(event, name))
    if isinstance(event, happened.Moved | happened.Placed):
        shown.thing = event.figure
    if isinstance(event, happened.Moved | happened.WallOpened):
        shown.path = list(event.path)
    elif isinstance(event, happened.KnockedOut):
        shown.by = event.credit
    elif isinstance(event, happened.StoodUp):
        shown.by = event.helper
    elif isinstance(event, happened.Picked) and event.card >= 0:
        shown.name = state.setup.card(event.card).name
    elif isinstance(event, happened.Claimed):
        shown.place = event.area
    elif isinstance(event, happened.Challenged):
        shown.dice, shown.defense = str(event.dice), str(event.defense)
    elif isinstance(event, happened.Rolled | happened.DiceRolled):
        shown.faces = [face_name(face) for face in event.faces]
    elif isinstance(event, happened.DieTurned):
        shown.faces = [face_name(face) for face in (event.face, event.into) if face >= 0]
    else:
        _add_tokens(shown, event)
    return shown


def _add_tokens(shown: News, event: Event) -> None:
    """Which tokens go where; a payment goes from the pool, which is place 0, to its place."""
    if isinstance(event, happened.TokensReturned):
        shown.tokens = list(event.tokens)
    elif isinstance(event, happened.TokenSpent | happened.TokenShifted | happened.TokensGained):
        shown.colour = COLOURS[event.colour]
        if isinstance(event, happened.TokenSpent):
            shown.place, shown.to = 0, event.place
        elif isinstance(event, happened.TokensGained):
            shown.points = event.count


def _doer(state: State, events: list[Event], number: int) -> int:
    """The figure that an event is about in the first place: who moves, challenges, rolls, falls; -1 if it is none."""
    event = events[number]
    if isinstance(event, happened.Rolled):
        found = event.target if event.defending else _challenger(state, events, number)
    else:
        found = getattr(event, "figure", getattr(event, "challenger", -1))
    return found if found < PIECE else -1


def _challenger(state: State, events: list[Event], number: int) -> int:
    """Whose challenge a roll belongs to, as the events around it or the stack name it."""
    for event in (*reversed(events[:number]), *events[number:]):
        if isinstance(event, happened.Challenged | happened.TargetChanged | happened.ChallengeWon | happened.ChallengeLost):
            return event.challenger
    return next((frame[CHALLENGER] for frame in reversed(state.stack) if frame[KIND] == CHALLENGE_FRAME), -1)


def _side(state: State, event: Event) -> str:
    """The side an event is about: its own, else that of the figure or piece in it; nothing if it is about nobody's."""
    if isinstance(event, happened.RoundBegan):
        return SIDES[event.first]
    side: int = getattr(event, "side", -1)
    if side >= 0:
        return SIDES[side]
    who = [getattr(event, name, -1) for name in ("figure", "challenger", "thing")]
    return _side_of(state, next((thing for thing in who if thing >= 0), -1))


def _side_of(state: State, thing: int) -> str:
    """The side of a figure, or the one that keeps a piece."""
    if thing < 0 or thing >= PIECE + len(state.kept_by):
        return ""
    side = state.setup.side_of[thing] if thing < PIECE else state.kept_by[thing - PIECE]
    return SIDES[side] if side >= 0 else ""
