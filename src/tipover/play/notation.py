"""A typed line as choices: one for each question it answers. What `notate` prints may be typed; legality is for `apply`."""

from __future__ import annotations

from typing import NamedTuple

from tipover.engine.decision import ASK_TURN, END, SQUARE, THING, TURN, WAY, Choice
from tipover.engine.flow.abilities import actor_of
from tipover.engine.reason import Reason
from tipover.engine.run import IllegalChoice, apply, at_passed, takes
from tipover.engine.state import State
from tipover.engine.why import why_not_choice
from tipover.play.answers import read, without_square
from tipover.play.naming import NotationError
from tipover.play.textanswers import EXACTLY, LOOSELY, is_idle_yes, is_over, match_passed, passed_words
from tipover.play.writing import answer_written

LONGEST_LINE = 500


class _Passed(NamedTuple):
    """An answer that was the only one: after which choice in which state it was given, and as how manieth; or nobody knows."""

    choice: Choice
    before: State | None = None
    made: Choice | None = None
    number: int = 0


def parse(state: State, line: str) -> Choice:
    """The choice a line stands for, whether it is allowed or not; a `NotationError` if it says nothing.

    `A: move c4` where the question is who takes the turn stands for both answers, and `apply` takes it so.
    """
    return read(state, split(line)[0], line)


def follow(state: State, line: str) -> list[Choice]:
    """The choices a whole line stands for, one for each question it answers; the state stays as it is.

    A line may go on (`A: Sucker Punch > b`). An answer that was the only one is not asked for: typed, it is passed over.
    Anything refused raises `IllegalChoice`.
    """
    return _follow(state, [_Passed(one) for one in state.passed], split(line), line)


def _follow(state: State, passed: list[_Passed], parts: list[str], line: str, at: int = 0) -> list[Choice]:
    """The choices of the parts from a place on; `passed` are the answers since the one before that were the only ones.

    A part may name one of these and answer the open question as well. Then it is taken for the open one, unless
    what comes after it only makes sense the other way round.
    """
    choices: list[Choice] = []
    for k in range(at, len(parts)):
        part, *more = without_square(state, parts[k])
        if more:
            return choices + _follow(state, passed, [*parts[:k], part, *more, *parts[k + 1 :]], line, k)
        left = _passed_over(state, passed, part, k == 0)
        if left is not None and not (k > 0 and _is_offered(state, part)):
            passed = left
            continue
        try:
            answers, after = _answers(state, part, line, passed)
            # `> yes > b` where b is all there is: the yes was b, and b after it says no more.
            named = [_Passed(one) for one in answers] if part.lower() == "> yes" else []
            named += _passed_by(state, answers, after)
            if left is not None:
                return choices + answers + _follow(after, named, parts, line, k + 1)
        except (NotationError, IllegalChoice):
            if left is None:
                raise
            return choices + _follow(state, left, parts, line, k + 1)
        choices += answers
        state, passed = after, named
    return choices


def _passed_by(state: State, answers: list[Choice], after: State) -> list[_Passed]:
    """The answers that were the only ones after some that were typed, each with the way back to its question."""
    if not after.passed:
        return []
    before = state.clone()
    for choice in answers[:-1]:
        apply(before, choice)
    return [_Passed(choice, before, answers[-1], k) for k, choice in enumerate(after.passed)]


def _passed_over(state: State, passed: list[_Passed], part: str, first: bool) -> list[_Passed] | None:
    """What is left of the only answers, if a part answers nothing that is asked and says nothing wrong; None if it answers.

    Passed over are the only answer there was, an idle `yes`, and a `done` of what is over. An only answer has to be
    named exactly where the open question could be meant; at the beginning of a line the open question always is.
    """
    if not part.startswith("> "):
        return None
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


def _named_then(passed: list[_Passed], part: str) -> int:
    """Which of the only answers a part names as it was written then: `Crate d3` lies there no more once it is taken; -1 if none."""
    for k, one in enumerate(passed):
        if one.before is None or one.made is None or one.choice.verb not in (THING, WAY):
            continue
        try:
            if read(at_passed(one.before, one.made, one.number), part, part) == one.choice:
                return k
        except (NotationError, IllegalChoice):
            continue
    return -1


def _is_offered(state: State, part: str) -> bool:
    """Whether a part is wholly one of the options of the open question: `n` is not, where `no` is one."""
    try:
        choice = read(state, part, part)
    except (NotationError, IllegalChoice):
        return False
    text = part[2:].strip().lower()
    whole = choice.verb == SQUARE or text in (answer_written(state, choice).lower(), str(choice.thing + 1) if choice.verb == WAY else "")
    return whole and takes(state, choice)


def _is_asked_for(state: State, part: str) -> bool:
    """Whether a part is the kind of answer that the open question wants, right or wrong."""
    try:
        choice = read(state, part, part)
    except (NotationError, IllegalChoice):
        return False
    return state.decision is not None and any(option.verb == choice.verb for option in state.decision.options)


def _answers(state: State, part: str, line: str, passed: list[_Passed]) -> tuple[list[Choice], State]:
    """The answers of one part, and the state they lead to; an answer to what was not asked for is refused as such."""
    try:
        choice = read(state, part, line)
        trial = state.clone()
        apply(trial, choice)
        return unfolded(state, choice), trial
    except (NotationError, IllegalChoice) as error:
        if not passed or not part.startswith("> "):
            raise
        asked_for = _is_asked_for(state, part)
        if not asked_for:
            _refuse_as_passed(passed, part, line)
        written = passed_words(state, [one.choice for one in passed])
        if asked_for and f"'{part.lower()}'" not in written.lower():
            raise
        told = f"'{part[2:]}' is not asked for: the only answer was {written}"
        if isinstance(error, NotationError):
            raise NotationError(told, error.column, error.word) from None
        raise IllegalChoice(f"{told}. {error}", error.reasons, error.nearby) from None


def _refuse_as_passed(passed: list[_Passed], part: str, line: str) -> None:
    """Refuse a part that names another answer than the only one there was, with the reason why it could not be chosen."""
    for one in passed:
        if one.before is None or one.made is None:
            continue
        then = at_passed(one.before, one.made, one.number)
        if not _is_asked_for(then, part):
            continue
        choice = read(then, part, line)
        reasons = why_not_choice(then, choice)
        if reasons:
            told = " ".join(str(reason) for reason in reasons)
            only = passed_words(then, [one.choice])
            raise IllegalChoice(f"{told} The only answer was {only}.", reasons, [one.choice])


def unfolded(state: State, choice: Choice) -> list[Choice]:
    """A choice as the answers it gives: an action typed where the turn is asked is two, a companion's too (COM-2)."""
    ask = state.decision
    turn = Choice(TURN, actor_of(state, choice.figure))
    if ask is None or ask.asked != ASK_TURN or choice.verb == TURN or not ask.offers(turn):
        return [choice]
    trial = state.clone()
    apply(trial, turn)
    passed = choice.verb == END and trial.spent[choice.figure] > state.spent[choice.figure]
    return [turn] if passed else [turn, choice]


def split(line: str) -> list[str]:
    """A line's parts: its head, then each `> …`."""
    if len(line) > LONGEST_LINE:
        raise NotationError(f"a line has at most {LONGEST_LINE} characters")
    text = " ".join(line.split())
    if not text:
        raise NotationError("an empty line; type a choice, as 'L1: move c4'")
    parts = [part.strip() for part in text.split(">")]
    head = [parts[0]] if parts[0] else []
    if any(not part for part in parts[1:]):
        raise NotationError("nothing after '>'; name a figure or a square, as '> c4'", line.rindex(">") + 1)
    return head + [f"> {part}" for part in parts[1:]]


def why_not(state: State, tried: str | Choice) -> list[Reason]:
    """Why something cannot be done now, weightiest reason first; empty if it can.

    Takes a choice or a line of the notation; of a line that goes on, the first part that is refused counts.
    """
    if isinstance(tried, Choice):
        return why_not_choice(state, tried)
    try:
        follow(state, tried)
    except IllegalChoice as refusal:
        return refusal.reasons
    return []
