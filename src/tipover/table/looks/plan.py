"""A turn played ahead on a clone, up to the first die: nothing of it happens."""

from __future__ import annotations

from typing import NamedTuple

from tipover.cards.catalog import SIDES
from tipover.engine.event import Event
from tipover.engine.run import IllegalChoice
from tipover.play.match import Match
from tipover.play.naming import NotationError
from tipover.play.notation import follow
from tipover.table.looks.refusal import check_playing
from tipover.table.looks.why import sentence_of

MOST_LINES = 12


class Plan(NamedTuple):
    """How it would stand: a match of its own without dice, what would happen, the lines that were played, why it stops."""

    match: Match
    events: list[Event]
    played: list[str]
    stopped: str


def plan(match: Match, seat: int, lines: list[str]) -> Plan:
    """Play a seat's lines ahead, up to the first die, another seat's question or a line that is refused."""
    check_playing(match.state, "A plan")
    trial = Match(match.setup, None, match.names, match.state)
    events: list[Event] = []
    played: list[str] = []
    stopped = ""
    for line in lines[:MOST_LINES]:
        stopped = _stop(trial, seat)
        if stopped:
            break
        try:
            choices = follow(trial.state, line)
        except IllegalChoice as refusal:
            stopped = f"‘{line}’ is refused: {refusal.reasons[0] if refusal.reasons else refusal}"
            break
        except NotationError as error:
            stopped = sentence_of(str(error))
            break
        ahead = Match(match.setup, None, match.names, trial.state)
        happened: list[Event] = []
        for choice in choices:
            stopped = _stop(ahead, seat)
            if stopped:
                break
            happened += ahead.play(choice)
        if stopped:
            break
        trial = ahead
        events += happened
        played.append(line)
    if not stopped and len(lines) > MOST_LINES:
        stopped = f"A plan has at most {MOST_LINES} lines."
    return Plan(trial, events, played, stopped or _stop(trial, seat))


def _stop(match: Match, seat: int) -> str:
    """Why a plan goes no further from here; empty if this seat decides."""
    ask = match.state.decision
    if ask is None:
        return "The game would be over."
    if ask.is_chance:
        return "Dice would be rolled here."
    if ask.secret:
        return "Something would be chosen in secret here (SUP-11)."
    if seat not in ask.seats:
        return f"It would be for {SIDES[ask.side]} to answer here."
    return ""
