"""Clicks on things that the question does not offer: what the player means, and why it is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from tipover.board.mask import SQUARE_OF, Square
from tipover.engine.core import questions, verbs
from tipover.engine.core.decision import Decision
from tipover.engine.core.ids import NOBODY, PIECE_THING
from tipover.engine.core.language import ENGLISH
from tipover.engine.core.said import ListPart, Part, SquarePart, say
from tipover.engine.core.state import State
from tipover.play.notation.writing import piece_written
from tipover.play.prompts import side_asked
from tipover.table.present.options import label
from tipover.table.present.plain_names import table_printer
from tipover.table.protocol.from_client import AbilityTry, ActionTry, SquareTry, Try
from tipover.table.protocol.from_server import WhyShown
from tipover.table.protocol.game import ReasonShown
from tipover.table.protocol.literals import BasicAction
from tipover.table.queries.why import why

MOST_NAMED = 3  # answers named when a click has no meaning

# The rule that says why there is nobody and nothing on the whole map for a basic action.
_NOTHING_FOR = {"challenge": "CHA-16", "assist": "ACT-7", "interact": "ACT-4"}
# What the button of a basic action says in a few words, by the first rule against it; the rule's own sentence otherwise.
_BRIEF = {
    "CHA-1": "nobody_in_reach", "CHA-2": "nobody_in_reach", "CHA-16": "nobody_in_reach",
    "ACT-3": "nobody_to_help", "ACT-7": "nobody_to_help", "ACT-4": "nothing_near", "PTS-1": "nothing_near",
    "TRN-2": "no_action_left", "TRN-4": "knocked_down", "TRN-5": "two_actions", "TRN-8": "done_already",
}  # fmt: skip


def why_tries(state: State, tries: Sequence[Try], language: str = ENGLISH, meant: Mapping[int, str] | None = None) -> list[WhyShown]:
    """For each try the line it means, with the reasons against it; `meant` gives the line for a click on some squares.

    A click without a meaning has no line: on an empty square it says what to choose instead, on a figure it has no reason.
    """
    return [_why_try(state, one, language, meant or {}) for one in tries]


def _why_try(state: State, one: Try, language: str, meant: Mapping[int, str]) -> WhyShown:
    ask = state.decision
    line = meant.get(one.square, "") if isinstance(one, SquareTry) else ""
    line = line or (_line(state, ask, one) if ask is not None else "")
    if isinstance(one, ActionTry) and ask is not None and ask.asked == questions.ACTION:
        return _of_button(state, one.action, line, language)
    if line:
        return why(state, [line], language=language)[0]
    if ask is not None and isinstance(one, SquareTry) and 0 <= one.square < state.setup.grid.size and one.square not in state.figure_at:
        return _nothing_there(state, ask, Square(one.square), language)
    return WhyShown("", [])


def _of_button(state: State, action: BasicAction, line: str, language: str) -> WhyShown:
    """The reasons against a basic action, and the first of them in a few words."""
    printer = table_printer(state, language)
    found = why(state, [line], language=language)[0] if line else WhyShown("", [])
    if not line and action in _NOTHING_FOR:
        rule = _NOTHING_FOR[action]
        found = WhyShown("", [ReasonShown(rule, printer.language.text(f"rule.{rule}"))])
    if not found.reasons:
        return found
    first = found.reasons[0]
    brief = printer.text(say(f"why.brief.{_BRIEF[first.rule]}")) if first.rule in _BRIEF else first.short or first.sentence
    return replace(found, brief=brief)


def _line(state: State, ask: Decision, one: Try) -> str:
    """The line that a try means; empty if it has no meaning."""
    match one:
        case SquareTry():
            return _of_square(state, ask, one) if 0 <= one.square < state.setup.grid.size else ""
        case ActionTry():
            return _of_action(state, ask, one.action)
        case AbilityTry():
            abilities = state.setup.card(state.card[ask.figure]).abilities if ask.figure >= 0 and state.card[ask.figure] >= 0 else ()
            return f"{state.setup.mark(ask.figure)}: {abilities[one.ability].name}" if 0 <= one.ability < len(abilities) else ""


def _of_square(state: State, ask: Decision, one: SquareTry) -> str:
    """A click on a square means the figure there if the question is about figures, otherwise the square."""
    square, setup = Square(one.square), state.setup
    name = setup.grid.name(square)
    there = next((figure for figure in setup.figure_ids if state.figure_at[figure] == one.square), NOBODY)
    mark = setup.mark(there) if there >= 0 else ""
    if ask.asked == questions.TURN:
        return mark if there >= 0 and setup.side_of[there] == side_asked(state, ask) else ""
    if ask.asked in (questions.PLACE, questions.WHERE):
        return f"place {setup.mark(ask.figure)} {name}" if ask.figure >= 0 else ""
    if ask.asked == questions.TEXT:
        first = ask.options[0].verb
        if first in (verbs.FIGURE, verbs.CHALLENGE):
            return f"> {mark}" if mark else ""
        return f"> {name}" if first in (verbs.SQUARE, verbs.MOVE) else ""
    if ask.asked != questions.ACTION or ask.figure < 0 or there == ask.figure:
        return ""
    actor = setup.mark(ask.figure)
    action = one.action or ("move" if there < 0 else "assist" if setup.side_of[there] == setup.side_of[ask.figure] else "challenge")
    if action == "move":
        return f"{actor}: move {name}"
    if action == "interact":
        piece = state.piece_at.index(square) if one.square in state.piece_at else -1
        return f"{actor}: interact {piece_written(state, PIECE_THING[piece])}" if piece >= 0 else ""
    return f"{actor}: {action} {mark}" if mark and action in ("challenge", "assist") else ""


def _of_action(state: State, ask: Decision, action: BasicAction) -> str:
    """The button of a basic action. It is refused for every target, so the first target gives the reason."""
    figure, setup = ask.figure, state.setup
    if ask.asked != questions.ACTION or figure < 0:
        return ""
    actor, side = setup.mark(figure), setup.side_of[figure]
    others = [one for one, at in zip(state.setup.figure_ids, state.figure_at, strict=True) if at >= 0 and one != figure]
    if action in ("rally", "end"):
        return f"{actor}: {action}"
    if action == "move":
        return f"{actor}: move {setup.grid.name(max(state.figure_at[figure], SQUARE_OF[0]))}"
    if action == "interact":
        letters = [slot.letter for slot, at in zip(setup.pieces, state.piece_at, strict=True) if at >= 0 and slot.letter]
        return f"{actor}: interact {letters[0]}" if letters else ""
    target = next((one for one in others if (setup.side_of[one] == side) == (action == "assist")), NOBODY)
    return f"{actor}: {action} {setup.mark(target)}" if target >= 0 else ""


def _nothing_there(state: State, ask: Decision, square: Square, language: str) -> WhyShown:
    """What to choose instead of an empty square that is not an answer."""
    printer = table_printer(state, language)
    is_who = any(choice.verb in (verbs.TURN, verbs.FIGURE) for choice in ask.options)
    sentence = printer.text(say("why.nobody_there" if is_who else "why.no_answer_there", square=SquarePart(square)))
    names: tuple[Part, ...] = tuple(dict.fromkeys(label(state, choice, printer) for choice in ask.options))
    way = say("why.choose_or_another" if len(names) > MOST_NAMED else "why.choose", names=ListPart(names[:MOST_NAMED], "or"))
    return WhyShown("", [ReasonShown("TRN-1" if ask.asked == questions.TURN else "", sentence)], printer.text(way))
