"""A turn played ahead on a clone, through dice and other sides' answers as branches, with the chance of all of it.

Branches of dice have their exact chances; a challenge that no text depends on has two, hit and miss (CHA-7).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tipover.bots.foresee import FOLLOWED
from tipover.bots.hint import hint
from tipover.bots.luck import fallen
from tipover.bots.reasons import deed
from tipover.bots.rolls import outcomes
from tipover.engine.core import questions
from tipover.engine.core.decision import Choice
from tipover.engine.core.dice import successes
from tipover.engine.core.event import ChallengeWon, Event
from tipover.engine.core.illegal_choice import IllegalChoice
from tipover.engine.core.language import ENGLISH, Printer, sentence
from tipover.engine.core.said import CountPart, Said, SidePart, say
from tipover.engine.core.state import State
from tipover.engine.queries.challenges import is_defense_roll, is_plain_roll
from tipover.engine.run import apply
from tipover.engine.view import view
from tipover.play.match import Match
from tipover.play.notation.lines import follow
from tipover.play.notation.typed_names import NotationError
from tipover.table.present.plain_names import table_printer
from tipover.table.queries.option_lines import NoSuchOption, option_line
from tipover.table.queries.refusal import check_playing, hides_something, reasons_shown
from tipover.table.queries.threats import turn_over
from tipover.table.queries.why import sentence_of

MOST_LINES = 24


class Branch(NamedTuple):
    """One way in which a plan may go on where the planner does not decide."""

    said: Said  # What falls, or what another side answers.
    chance: float  # Its probability, 1 for an answer.
    choices: tuple[Choice, ...]  # What is played.


class Plan(NamedTuple):
    """The result of playing answers ahead."""

    match: Match  # A copy of the match without dice, after the played answers.
    events: list[Event]  # What would happen.
    played: list[int | str]  # The answers that were played.
    stopped: str  # Why it goes no further by the seat's own answers, as a sentence; empty if it is asked.
    branches: list[Branch]  # How it may go on from there.
    chance: float = 1.0  # The probability that the dice fall as planned.


def plan(match: Match, seat: int, answers: Sequence[int | str], language: str = ENGLISH) -> Plan:
    """Play a seat's answers ahead, up to another side's turn or an answer that is refused.

    An answer is the number of an option of the question that is then open, or a typed line; where dice fall or somebody else
    answers in the middle of an action, the number of a branch.
    """
    check_playing(match.state, "plan")
    trial = Match(match.setup, None, match.names, match.state)
    events: list[Event] = []
    played: list[int | str] = []
    stopped = ""
    chance = 1.0
    printer = table_printer(match.state, language)
    for answer in answers[:MOST_LINES]:
        stopped = _stop(trial, seat, language)
        ways = branches(trial.state, seat)
        if ways and isinstance(answer, int) and 0 <= answer < len(ways):
            chance *= ways[answer].chance
            for choice in ways[answer].choices:
                events += trial.play(choice)
            played.append(answer)
            stopped = ""
            continue
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
    return Plan(trial, events, played, stopped or _stop(trial, seat, language), branches(trial.state, seat), chance)


def branches(state: State, seat: int) -> list[Branch]:
    """How a plan may go on where dice fall, or where somebody else answers in the middle of an action; empty elsewhere."""
    ask = state.decision
    if ask is None or ask.secret or seat in ask.seats:
        return []
    if ask.is_chance:
        return [Branch(_fallen(state, one.faces), one.chance, one.faces) for one in outcomes(state, ask, len(ask.options))]
    if ask.asked not in FOLLOWED:
        return []
    return [Branch(say("plan.answers", side=SidePart(ask.side), deed=deed(state, option)), 1.0, (option,)) for option in ask.options]


def _fallen(state: State, faces: tuple[Choice, ...]) -> Said:
    """What an outcome of dice is called: `hit`, `2 successes`, or what has fallen."""
    if len(faces) > 1:
        trial = state.clone()
        events = [event for face in faces for event in apply(trial, face)]
        return say("plan.hit" if any(isinstance(event, ChallengeWon) for event in events) else "plan.miss")
    ask = state.decision
    if ask is not None and ask.asked == questions.ROLL and is_plain_roll(state):
        return say("plan.successes", successes=CountPart(successes(faces[0].path, is_defense_roll(state)), "success"))
    return fallen(state, faces[0])


def best_answer(state: State, seat: int, names: Sequence[str], language: str = ENGLISH) -> str:
    """What the next rival would best do after the seat's turn, as a sentence; empty if none has the next turn."""
    then = turn_over(state)
    ask = then.decision
    if ask is None or ask.asked not in (questions.TURN, questions.ACTION) or seat in ask.seats or hides_something(then):
        return ""
    best = hint(view(then, ask.seats[0]), ask)
    who = names[ask.seats[0]] if ask.seats[0] < len(names) else ""
    said = say("plan.best_answer", who=who or SidePart(ask.side), answer=best.said)
    return table_printer(then, language).text(said)


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
