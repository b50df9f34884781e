"""What happened: for each event the news to animate and, if there is a sentence for it, a line of the log, in one pass; and acts."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple, cast

import msgspec

from tipover.cards.catalog import SIDES
from tipover.engine.core import event as happened
from tipover.engine.core.event import Event
from tipover.engine.core.ids import NOBODY, PIECE, FigureId, Side, Thing
from tipover.engine.core.language import ENGLISH
from tipover.engine.core.said import Said
from tipover.engine.core.state import State
from tipover.engine.queries.challenges import open_challenge
from tipover.play.act_sentences import ToldAct, acts, points_said
from tipover.play.narrate import narrate
from tipover.table.present.news_fields import news_of
from tipover.table.present.plain_names import table_printer
from tipover.table.present.scoring import scored, standings
from tipover.table.protocol.game import LogLine, PointsTold
from tipover.table.protocol.literals import LogKind, SideOrNone
from tipover.table.protocol.news import News

# The kind of an event's log line; the events that are not listed belong to a turn.
_KINDS_OF: dict[LogKind, tuple[type[Event], ...]] = {
    "set-up": (
        happened.SideTaken,
        happened.Flipped,
        happened.Picked,
        happened.Attached,
        happened.MarkerTaken,
        happened.Revealed,
        happened.GameBegan,
    ),
    "move": (happened.Moved, happened.Placed, happened.Returned, happened.StoodUp, happened.WallOpened),
    "challenge": (
        happened.Challenged,
        happened.ChallengeWon,
        happened.ChallengeLost,
        happened.TargetChanged,
        happened.TargetUnfit,
        happened.ChallengeEnded,
    ),
    "roll": (happened.Rolled, happened.DiceRolled, happened.DieTurned),
    "down": (happened.KnockedDown,),
    "out": (happened.KnockedOut, happened.PutOnTrack, happened.Removed),
    "points": (happened.PointsGained,),
    "token": (happened.TokenSpent, happened.TokenShifted, happened.TokensGained, happened.TokensReturned),
    "card": (
        happened.Given,
        happened.Taken,
        happened.CardPlayed,
        happened.CardDiscarded,
        happened.CardFlipped,
        happened.Claimed,
        happened.AbilityUsed,
        happened.Replaced,
        happened.Drawn,
        happened.NotDone,
        happened.ChainStopped,
    ),
    "round": (
        happened.RoundBegan,
        happened.RoundEnded,
        happened.CooledDown,
        happened.Refreshed,
        happened.FirstPlayerPassed,
        happened.FirstPlayerGained,
    ),
    "end": (happened.GameWon, happened.GameDrawn),
}
_KINDS: dict[type[Event], LogKind] = {event: kind for kind, events in _KINDS_OF.items() for event in events}


class NewsEntry(NamedTuple):
    """One event as some seats may know it."""

    news: News  # What the page animates.
    line: LogLine | None  # Its line of the log, if it has one.


def entries(state: State, events: list[Event], count: int, seats: Collection[int], language: str = ENGLISH) -> list[NewsEntry]:
    """An entry for each event as these seats may know it; `state` and `count` (of choices) are those after the events."""
    printer = table_printer(state, language)
    seen = [_opened(state, event, seats) for event in events]
    found: list[NewsEntry] = []
    ends = False
    for number, (event, said) in enumerate(zip(seen, narrate(state, seen), strict=True)):
        text, rules = (printer.text(said), list(said.rules)) if said is not None else ("", [])
        doer = _doer(state, events, number)
        side = _side(state, event) or _side_of(state, doer)
        line = LogLine(count=count, text=text, side=side, rules=rules, kind=_KINDS.get(type(event), "turn")) if text else None
        told = news_of(state, event, text, rules, side, doer)
        ends = ends or isinstance(event, happened.RoundEnded)
        if ends and isinstance(event, happened.PointsGained):
            why = scored(state, event.side)
            told = msgspec.structs.replace(told, why=" ".join(printer.text(one) for one in why.said), squares=list(why.squares))
        found.append(NewsEntry(told, line))
    return found


def act_lines(
    state: State, events: list[Event], earlier: list[Event], count: int, people: Mapping[Side, str], language: str = ENGLISH
) -> list[LogLine]:
    """The lines that tell these events as acts, with people's names; none if they are no news. `state` is the one after them."""
    printer = table_printer(state, language, people)
    return [
        LogLine(
            count=count,
            text=" ".join(printer.text(said) for said in (act.said, *_why_at_round_end(state, act))),
            side=SIDES[act.side] if act.side >= 0 else "",
            kind=cast(LogKind, act.kind),
            head=True,
            gains=[PointsTold(SIDES[gain.side], gain.points, printer.text(points_said(gain))) for gain in act.gains],
            to=[SIDES[side] for side in act.to],
        )
        for act in acts(state, events, earlier)
    ]


def _why_at_round_end(state: State, act: ToldAct) -> list[Said]:
    """What the points of a round's end were for, as far as areas decide it."""
    return standings(state) if act.kind == "round" and act.gains else []


def news(state: State, events: list[Event], seats: Collection[int], language: str = ENGLISH) -> list[News]:
    """Only the news of these events."""
    return [entry.news for entry in entries(state, events, 0, seats, language)]


def _opened(state: State, event: Event, seats: Collection[int]) -> Event:
    """A secret pick with its card for the seats that made it, the unchanged event for everyone else (SUP-11)."""
    if not isinstance(event, happened.Picked) or event.card >= 0 or state.secret[event.figure] < 0:
        return event
    if state.team[event.side] < 0 or not set(seats) & set(state.seats_of(event.side)):
        return event
    return happened.Picked(event.side, event.figure, state.secret[event.figure])


def _doer(state: State, events: list[Event], number: int) -> FigureId:
    """The figure that an event is mainly about: the one that moves, challenges, rolls or falls; -1 if there is none."""
    event = events[number]
    if isinstance(event, happened.Rolled):
        found = event.target if event.defending else _challenger(state, events, number)
    else:
        found = getattr(event, "figure", getattr(event, "challenger", -1))
    return FigureId(Thing(found)) if found < PIECE else NOBODY


def _challenger(state: State, events: list[Event], number: int) -> int:
    """The challenger of a roll, from the neighbouring events or from the stack."""
    for event in (*reversed(events[:number]), *events[number:]):
        if isinstance(event, happened.Challenged | happened.TargetChanged | happened.ChallengeWon | happened.ChallengeLost):
            return event.challenger
    challenge = open_challenge(state)
    return challenge.challenger if challenge is not None else -1


def _side(state: State, event: Event) -> SideOrNone:
    """The side of an event: its own, otherwise that of its figure or piece; empty if there is none."""
    if isinstance(event, happened.RoundBegan):
        return SIDES[event.first]
    side: int = getattr(event, "side", -1)
    if side >= 0:
        return SIDES[side]
    who = [getattr(event, name, -1) for name in ("figure", "challenger", "thing")]
    return _side_of(state, next((thing for thing in who if thing >= 0), -1))


def _side_of(state: State, thing: int) -> SideOrNone:
    """The side of a figure, or of a piece."""
    if thing < 0 or thing >= PIECE + len(state.piece_side):
        return ""
    side = state.setup.side_of[thing] if thing < PIECE else state.piece_side[thing - PIECE]
    return SIDES[side] if side >= 0 else ""
