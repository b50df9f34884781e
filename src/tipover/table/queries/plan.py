"""A turn played ahead on a clone, up to the first die."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tipover.engine.core.event import Event
from tipover.engine.core.language import ENGLISH, Printer, sentence
from tipover.engine.core.said import SidePart, say
from tipover.engine.core.state import State
from tipover.engine.run import IllegalChoice
from tipover.play.match import Match
from tipover.play.notation.lines import follow
from tipover.play.notation.typed_names import NotationError
from tipover.table.present.plain_names import table_printer
from tipover.table.queries.option_lines import NoSuchOption, option_line
from tipover.table.queries.refusal import check_playing, reasons_shown
from tipover.table.queries.why import sentence_of

MOST_LINES = 12


class Plan(NamedTuple):
    """The result of playing answers ahead."""

    match: Match  # A copy of the match without dice, after the played answers.
    events: list[Event]  # What would happen.
    played: list[int | str]  # The answers that were played.
    stopped: str  # Why it goes no further, as a sentence; empty if all answers were played.


def plan(match: Match, seat: int, answers: Sequence[int | str], language: str = ENGLISH) -> Plan:
    """Play a seat's answers ahead, up to the first die, another seat's question or an answer that is refused.

    An answer is the number of an option of the question that is then open, or a typed line.
    """
    check_playing(match.state, "plan")
    trial = Match(match.setup, None, match.names, match.state)
    events: list[Event] = []
    played: list[int | str] = []
    stopped = ""
    printer = table_printer(match.state, language)
    for answer in answers[:MOST_LINES]:
        stopped = _stop(trial, seat, language)
        if stopped:
            break
        try:
            line = answer if isinstance(answer, str) else option_line(trial.state, answer)
            choices = follow(trial.state, line)
        except IllegalChoice as refusal:
            why = _against(trial.state, refusal, printer)
            stopped = printer.text(say("plan.line_refused", line=line, why=why))
            break
        except NoSuchOption as error:
            stopped = printer.text(error.said)
            break
        except NotationError as error:
            stopped = sentence_of(printer.text(error.said))
            break
        ahead = Match(match.setup, None, match.names, trial.state)
        happened: list[Event] = []
        for choice in choices:
            stopped = _stop(ahead, seat, language)
            if stopped:
                break
            happened += ahead.play(choice)
        if stopped:
            break
        trial = ahead
        events += happened
        played.append(answer)
    if not stopped and len(answers) > MOST_LINES:
        stopped = printer.text(say("plan.too_long", lines=MOST_LINES))
    return Plan(trial, events, played, stopped or _stop(trial, seat, language))


def _against(state: State, refusal: IllegalChoice, printer: Printer) -> str:
    """The first reason of a refusal, with its rule."""
    for reason in reasons_shown(state, refusal.reasons[:1], printer):
        return f"{reason.sentence} ({reason.rule})"
    return str(refusal)


def _stop(match: Match, seat: int, language: str) -> str:
    """Why a plan cannot continue here; empty if this seat decides."""
    ask = match.state.decision
    if ask is None:
        said = say("plan.over")
    elif ask.is_chance:
        said = say("plan.dice")
    elif ask.secret:
        said = say("plan.secret", "SUP-11")
    elif seat not in ask.seats:
        said = say("plan.other_side", side=SidePart(ask.side))
    else:
        return ""
    return sentence(said, language)
