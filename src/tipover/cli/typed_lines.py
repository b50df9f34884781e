"""What a person types, made into the notation: numbers, squares, bare verbs, a forgotten colon; and help where it says nothing."""

from __future__ import annotations

import re

from tipover.cli.question_text import numbered
from tipover.cli.typed_places import last_square
from tipover.engine.core import questions, verbs
from tipover.engine.core.decision import Choice, Decision
from tipover.engine.core.illegal_choice import IllegalChoice
from tipover.engine.core.reason import Reason
from tipover.engine.core.said import ListPart, say
from tipover.engine.core.state import State
from tipover.engine.core.verbs import Form
from tipover.engine.explain.choices import nearby
from tipover.engine.run import apply
from tipover.play.notation.lines import follow, parse
from tipover.play.notation.typed_names import NotationError, figure_named
from tipover.play.notation.writing import action_written, notate

ACTIONS = [row.word for row in verbs.ROWS if row.form is Form.ACTION and row.word]
OTHER_HEADS = {row.word for row in verbs.ROWS if row.form is Form.HEAD}


def read_line(state: State, line: str) -> list[Choice]:
    """The choices a typed line stands for; `IllegalChoice` if they are refused, a `NotationError` that helps if it says nothing."""
    ask = state.decision
    text = " ".join(line.split())
    if ask is None or not text:
        return follow(state, line)
    option = option_numbered(state, ask, text)
    if option is not None:
        return [option]
    try:
        return follow(state, meant(state, ask, text))
    except NotationError as error:
        raise _helpful(state, ask, text, error) from None


def option_numbered(state: State, ask: Decision, text: str) -> Choice | None:
    """The option with a typed number; None if the text is no number."""
    if not re.fullmatch(r"[-+]?[0-9]+", text) or state.setup.figure(text) >= 0:
        return None
    options = numbered(ask)
    number = int(text) if len(text) < 8 else 0
    if not 1 <= number <= len(options):
        raise NotationError(say("notation.no_option", number=text, last=len(options)))
    return options[number - 1]


def meant(state: State, ask: Decision, text: str) -> str:
    """A typed line as the notation writes it; what is not understood stays as it is."""
    head, arrow, tail = text.partition(">")
    head = head.strip()
    if not head or state.setup.figure(head) >= 0:
        return text
    said = _with_colon(state, ask, head)
    return f"{said} {arrow} {tail.strip()}" if arrow else said


def _with_colon(state: State, ask: Decision, head: str) -> str:
    who, colon, action = head.partition(":")
    if colon:
        return _action(state, ask, who.strip(), action.split())
    words = head.split()
    first = words[0].lower()
    mine = state.setup.mark(ask.figure) if ask.figure >= 0 else ""
    is_square = state.setup.grid.square(words[-1]) >= 0
    if first in ACTIONS:
        if ask.asked == questions.TURN:
            raise NotationError(say("notation.who_takes_turn", line=f"{notate(state, ask.options[0])}: {head}"))
        return _action(state, ask, mine, words) if ask.asked == questions.ACTION else head
    if first in OTHER_HEADS:
        return f"place {mine} {words[1]}" if first == "place" and len(words) == 2 and is_square and ask.asked == questions.PLACE else head
    for k, word in enumerate(words[1:], 1):
        if word.lower() in (*ACTIONS, "place"):
            return _action(state, ask, " ".join(words[:k]), words[k:])
    if len(words) > 1 and is_square and ask.asked in (questions.PLACE, questions.ACTION, questions.TURN):
        return _action(state, ask, " ".join(words[:-1]), words[-1:])
    if len(words) == 1 and is_square and ask.asked == questions.ACTION:
        return f"{mine}: move {head}"
    if ask.asked == questions.ACTION and _is_card_action(state, ask, head):
        return f"{mine}: {head}"
    return head


def _is_card_action(state: State, ask: Decision, head: str) -> bool:
    """Whether a line without a figure begins an ability or an offered action of the acting figure, lit or not."""
    card = state.setup.card(state.card[ask.figure]) if ask.figure >= 0 and state.card[ask.figure] >= 0 else None
    names = [ability.name for ability in card.abilities] if card is not None else []
    names += [
        action_written(state, option)
        for option in ask.options
        if option.figure == ask.figure and option.verb in (verbs.ABILITY, verbs.OFFER)
    ]
    return any(name.lower().startswith(head.lower()) for name in names)


def _action(state: State, ask: Decision, who: str, words: list[str]) -> str:
    """`L1: move c4` from a figure and what follows it; `move to c4` and a square alone will do."""
    if len(words) == 1 and state.setup.grid.square(words[0]) >= 0 and state.setup.figure(words[0]) < 0:
        words = ["place" if ask.asked == questions.PLACE else "move", *words]
    verb = words[0].lower() if words else ""
    if verb == "place":
        return f"place {who} {' '.join(words[1:])}"
    if verb == "move" and len(words) > 2 and words[1].lower() == "to":
        words = ["move", *words[2:]]
    return f"{who}: {' '.join(words)}"


# -- where nothing was understood ------------------------------------------------------------------------


def asked_words(state: State, ask: Decision) -> str:
    """What is asked, and what could be typed."""
    options = numbered(ask)
    mark = state.setup.mark(ask.figure) if ask.figure >= 0 else ""
    if ask.asked == questions.TURN:
        return f"asked is which character takes the turn: type {_either([notate(state, option) for option in options])}"
    squares = [state.setup.grid.name(option.square) for option in options if option.verb in verbs.TO_SQUARES]
    if ask.asked in (questions.PLACE, questions.WHERE):
        return f"asked is a square for {mark}: type one of {', '.join(squares)}"
    if ask.asked == questions.ACTION:
        square = f", a square such as {squares[-1]}" if squares else ""
        return f"asked is what {mark} does: type a number from 1 to {len(options)}{square}, or '{mark}: end'"
    return f"asked is: {ask.reason}; type a number from 1 to {len(options)}, or a line such as '{notate(state, options[0])}'"


def _either(words: list[str]) -> str:
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _helpful(state: State, ask: Decision, text: str, error: NotationError) -> NotationError:
    """The error of a line, or a sentence that helps more where the whole line was taken for a figure's name."""
    if error.said.key != "notation.no_figure":
        return error
    asked = asked_words(state, ask)
    if error.word.lower() != text.lower():
        return NotationError(say("notation.error_and_asked", error=error.said, asked=asked), error.column, error.word)
    if re.fullmatch(r"[A-Za-z][0-9]{1,2}", text):
        if state.setup.grid.square(text) >= 0:
            return NotationError(say("notation.is_square", text=text, asked=asked), 1, text)
        marks = ListPart(tuple(slot.mark for slot in state.setup.figures))
        said = say("notation.no_square_no_figure", text=text, last=last_square(state), marks=marks, asked=asked)
        return NotationError(said, 1, text)
    return NotationError(say("notation.no_answer_but", text=text, asked=asked), 1, text)


def refuse_figure(state: State, line: str) -> None:
    """Say what is asked where a figure is typed and a square is asked for."""
    ask = state.decision
    if ask is None or ask.asked not in (questions.PLACE, questions.WHERE) or any(option.verb == verbs.FIGURE for option in ask.options):
        return
    try:
        figure = figure_named(state, " ".join(line.split()))
    except NotationError:
        return
    if state.setup.figure(line.strip()) < 0 and state.setup.grid.square(line) >= 0:
        return
    raise NotationError(say("notation.is_figure", who=state.setup.mark(figure), asked=asked_words(state, ask)), 1, line)


# -- refusals --------------------------------------------------------------------------------------------


def reasons_against(state: State, line: str) -> list[Reason]:
    """Why a typed line cannot be played now; empty if it can."""
    try:
        read_line(state, line)
    except IllegalChoice as refusal:
        return refusal.reasons
    return []


def suggestions(state: State, line: str, refusal: IllegalChoice) -> list[str]:
    """Lines that would be allowed instead; an action typed where the turn is asked gets actions of that figure."""
    ask = state.decision
    options, at = refusal.nearby, state
    if ask is not None and ask.asked == questions.TURN:
        try:
            tried = parse(state, meant(state, ask, " ".join(line.split())))
        except (NotationError, IllegalChoice):
            return [notate(state, option) for option in options]
        turn = Choice(verbs.TURN, tried.figure)
        if tried.verb in verbs.ACTION_VERBS and ask.offers(turn):
            at = state.clone()
            apply(at, turn)
            options = nearby(at, tried)
    return [notate(at, option) for option in options]
