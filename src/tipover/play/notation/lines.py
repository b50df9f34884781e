"""Typed lines as choices, one for each question answered. Everything that `notate` prints can be typed; `apply` checks legality."""

from __future__ import annotations

from typing import NamedTuple

from tipover.engine.core import questions, verbs
from tipover.engine.core.decision import Choice
from tipover.engine.core.event import Event, NotDone
from tipover.engine.core.illegal_choice import IllegalChoice
from tipover.engine.core.reason import Reason, whole_reason
from tipover.engine.core.said import say
from tipover.engine.core.state import State
from tipover.engine.explain.choices import why_not_choice
from tipover.engine.queries.figures import actor_of
from tipover.engine.queries.undone import not_done_said
from tipover.engine.run import apply, at_passed, takes
from tipover.play.notation.answers import read, without_square
from tipover.play.notation.text_answers import (
    EXACTLY,
    LOOSELY,
    is_idle_yes,
    is_named,
    is_over,
    match_passed,
    passed_words,
    says_yes,
    with_way,
)
from tipover.play.notation.typed_names import NotationError
from tipover.play.notation.writing import answer_written

LONGEST_LINE = 500
_YES = Choice(verbs.YES)
_NO = Choice(verbs.NO)


class _Passed(NamedTuple):
    """A forced answer: the only option of its question, which was therefore given automatically."""

    choice: Choice  # The answer.
    before: State | None = None  # The state before the choice that led to the question; None if unknown.
    made: Choice | None = None  # That choice; None if unknown.
    number: int = 0  # Its number among the forced answers after that choice.


def parse(state: State, line: str) -> Choice:
    """The choice that a line means, legal or not; raises `NotationError` if it means nothing.

    If the question is who takes the turn, `A: move c4` is one choice for both answers, which `apply` accepts.
    """
    return read(state, split(line)[0], line)


def follow(state: State, line: str) -> list[Choice]:
    """The choices that a whole line means, one for each question it answers. The state is not changed.

    A line may have several parts (`A: Sucker Punch > b`). A forced answer is never asked for; if it is typed, it is skipped.
    Anything refused raises `IllegalChoice`.
    """
    return _follow(state, [_Passed(one) for one in state.passed], split(line), line)


def _follow(state: State, passed: list[_Passed], parts: list[str], line: str, at: int = 0) -> list[Choice]:
    """The choices of the parts from index `at` on; `passed` are the forced answers since the previous part.

    A part may both name a forced answer and answer the open question. It is then read as the latter, unless the parts
    after it only make sense the other way.
    """
    choices: list[Choice] = []
    undone: list[Reason] = []  # why what the part before began came to nothing
    for k in range(at, len(parts)):
        part, *more = without_square(state, parts[k])
        part, *more = [part, *more] if more else with_way(state, part)
        if more:
            return choices + _follow(state, passed, [*parts[:k], part, *more, *parts[k + 1 :]], line, k)
        left = _passed_over(state, passed, part, k == 0)
        if left is not None and not (k > 0 and _is_offered(state, part)):
            passed = left
            continue
        try:
            answers, after, told = _answers(state, part, line, passed)
            # `> yes > b` where b is the only target: `yes` already chose b, so that `b` adds nothing.
            named = [_Passed(one) for one in answers] if part.lower() == "> yes" else []
            named += _passed_by(state, answers, after)
            if left is not None:
                return choices + answers + _follow(after, named, parts, line, k + 1)
        except (NotationError, IllegalChoice) as error:
            if undone and part.startswith("> ") and isinstance(error, IllegalChoice):
                raise IllegalChoice(" ".join(map(str, [*undone, error])), [*undone, *error.reasons], error.nearby) from None
            for left_out in (_YES, _NO):
                then = _after_left_out(state, left_out, part)
                if then is not None:
                    return choices + [left_out] + _follow(then, _passed_by(state, [left_out], then), parts, line, k)
            if left is None:
                raise
            return choices + _follow(state, left, parts, line, k + 1)
        choices += answers
        state, passed = after, named
        undone = [whole_reason(state.setup, "ABI-4", not_done_said(state, one)) for one in told if isinstance(one, NotDone)]
    return choices


def _after_left_out(state: State, answer: Choice, part: str) -> State | None:
    """The state after a `yes` or `no` that a part leaves out, because it says what only that leads to; None if it does not.

    An alternative says yes to doing it at all; a square to return to says no to the card that would place the figure elsewhere.
    """
    if state.decision is None or answer not in state.decision.options:
        return None
    after = state.clone()
    apply(after, answer)
    if answer == _YES:
        return after if says_yes(after, part) else None
    is_returning = after.decision is not None and after.decision.asked == questions.WHERE
    return after if is_returning and _is_offered(after, part) else None


def _passed_by(state: State, answers: list[Choice], after: State) -> list[_Passed]:
    """The forced answers after the typed ones, each with what is needed to reconstruct its question."""
    if not after.passed:
        return []
    before = state.clone()
    for choice in answers[:-1]:
        apply(before, choice)
    return [_Passed(choice, before, answers[-1], k) for k, choice in enumerate(after.passed)]


def _passed_over(state: State, passed: list[_Passed], part: str, first: bool) -> list[_Passed] | None:
    """The remaining forced answers if a part can be skipped; None if it answers the open question.

    Parts that can be skipped: a forced answer (also the turn of a lone figure), a redundant `yes`, and a `done` for something that has ended. A forced answer
    must be named exactly if the part could mean the open question; at the beginning of a line it always does.
    """
    if not part.startswith("> "):
        rest = _after_turn(state, passed, part)
        return None if rest is not None and (_is_turn_offered(state, part) or _is_offered(state, f"> {part}")) else rest
    text = part[2:].strip()
    if is_idle_yes(state, text):
        return passed
    asked_for = _is_asked_for(state, part)
    if not first or not asked_for:
        place, how = match_passed(state, [one.choice for one in passed], text)
        if how == EXACTLY or (how == LOOSELY and not asked_for):
            return passed[place + 1 :]
        if is_over(state, text):
            return passed
        place = -1 if asked_for else _named_then(passed, part)
        if place >= 0:
            return passed[place + 1 :]
    return None


def _after_turn(state: State, passed: list[_Passed], part: str) -> list[_Passed] | None:
    """The forced answers after the turn of the last figure left, if a part is that figure's mark or name; otherwise None."""
    for k, one in enumerate(passed):
        if one.choice.verb == verbs.TURN and is_named(state, one.choice.figure, part):
            return passed[k + 1 :]
    return None


def _named_then(passed: list[_Passed], part: str) -> int:
    """The index of the forced answer that a part names as it was written at that time (`Crate d3` is gone once taken); -1 if none."""
    for k, one in enumerate(passed):
        if one.before is None or one.made is None or one.choice.verb not in (verbs.THING, verbs.WAY):
            continue
        try:
            if read(at_passed(one.before, one.made, one.number), part, part) == one.choice:
                return k
        except (NotationError, IllegalChoice):
            continue
    return -1


def _is_offered(state: State, part: str) -> bool:
    """Whether a part is the complete form of an option of the open question (`no`, not `n`)."""
    try:
        choice = read(state, part, part)
    except (NotationError, IllegalChoice):
        return False
    if state.decision is None or not state.decision.offers(choice):
        return False
    text = part[2:].strip().lower()
    whole = choice.verb == verbs.SQUARE or text in (
        answer_written(state, choice).lower(),
        str(choice.thing + 1) if choice.verb == verbs.WAY else "",
    )
    return whole and takes(state, choice)


def _is_turn_offered(state: State, part: str) -> bool:
    """Whether a part names a figure that may take the turn that is asked for; it may have had a forced turn just before."""
    ask = state.decision
    return ask is not None and any(option.verb == verbs.TURN and is_named(state, option.figure, part) for option in ask.options)


def _is_asked_for(state: State, part: str) -> bool:
    """Whether a part is of the kind of answer that the open question asks for, legal or not."""
    try:
        choice = read(state, part, part)
    except (NotationError, IllegalChoice):
        return False
    return state.decision is not None and any(option.verb == choice.verb for option in state.decision.options)


def _answers(state: State, part: str, line: str, passed: list[_Passed]) -> tuple[list[Choice], State, list[Event]]:
    """The answers of one part, the state after them and what happened; an answer to a question that was not asked is refused as such."""
    try:
        choice = read(state, part, line)
        trial = state.clone()
        events = apply(trial, choice)
        return unfolded(state, choice), trial, events
    except (NotationError, IllegalChoice) as error:
        if not passed or not part.startswith("> "):
            raise
        asked_for = _is_asked_for(state, part)
        if not asked_for:
            _refuse_as_passed(passed, part, line)
        written = passed_words(state, [one.choice for one in passed])
        if asked_for and f"'{part.lower()}'" not in written.lower():
            raise
        said = say("notation.not_asked_for", text=part[2:], answers=written)
        if isinstance(error, NotationError):
            raise NotationError(said, error.column, error.word) from None
        raise IllegalChoice(f"{NotationError(said)}. {error}", error.reasons, error.nearby) from None


def _refuse_as_passed(passed: list[_Passed], part: str, line: str) -> None:
    """Refuse a part that names another answer to a forced question, with the reason why that could not be chosen."""
    for one in passed:
        if one.before is None or one.made is None:
            continue
        then = at_passed(one.before, one.made, one.number)
        if not _is_asked_for(then, part):
            continue
        choice = read(then, part, line)
        reasons = why_not_choice(then, choice)
        if reasons:
            refusal = " ".join(str(reason) for reason in reasons)
            only = passed_words(then, [one.choice])
            raise IllegalChoice(f"{refusal} The only answer was {only}.", reasons, [one.choice])


def unfolded(state: State, choice: Choice) -> list[Choice]:
    """A choice as separate answers: an action typed when the turn is asked for becomes two, also for a companion (COM-2)."""
    ask = state.decision
    turn = Choice(verbs.TURN, actor_of(state, choice.figure))
    if ask is None or ask.asked != questions.TURN or choice.verb == verbs.TURN or not ask.offers(turn):
        return [choice]
    trial = state.clone()
    apply(trial, turn)
    passed = choice.verb == verbs.END and trial.exhaust_markers[choice.figure] > state.exhaust_markers[choice.figure]
    return [turn] if passed else [turn, choice]


def split(line: str) -> list[str]:
    """A line's parts: its head, then each `> …`."""
    if len(line) > LONGEST_LINE:
        raise NotationError(say("notation.too_long", most=LONGEST_LINE))
    text = " ".join(line.split())
    if not text:
        raise NotationError(say("notation.empty"))
    parts = [part.strip() for part in text.split(">")]
    head = [parts[0]] if parts[0] else []
    if any(not part for part in parts[1:]):
        raise NotationError(say("notation.nothing_after_arrow"), line.rindex(">") + 1)
    return head + [f"> {part}" for part in parts[1:]]


def why_not(state: State, tried: str | Choice) -> list[Reason]:
    """Why a choice or line is refused now, most important reason first; empty if it is legal.

    For a line with several parts these are the reasons against the first part that is refused.
    """
    if isinstance(tried, Choice):
        return why_not_choice(state, tried)
    try:
        follow(state, tried)
    except IllegalChoice as refusal:
        return refusal.reasons
    return []
