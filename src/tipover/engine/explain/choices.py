"""Why a choice is refused: the rule, our sentence, and the squares, walls and figures it is about."""

from __future__ import annotations

from tipover.board.mask import NO_SQUARE
from tipover.cards.catalog import COMPANION, SIDES
from tipover.engine.core import questions, verbs
from tipover.engine.core.decision import Choice, Decision
from tipover.engine.core.frames import turn_frame
from tipover.engine.core.ids import PIECE, SQUARE_AT, FigureId
from tipover.engine.core.reason import Reason, reason_for, whole_reason
from tipover.engine.core.said import FigurePart, SidePart
from tipover.engine.core.state import State
from tipover.engine.core.verbs import Takes
from tipover.engine.explain.action_faults import why_no_action
from tipover.engine.explain.answer_faults import about, why_no_answer
from tipover.engine.laws.companions import CompanionLaw
from tipover.engine.laws.offers import actor_of
from tipover.engine.laws.turns import TurnLaw
from tipover.engine.run import EXPLAIN, apply, takes


@EXPLAIN.bind
def explain(state: State, choice: Choice) -> tuple[list[Reason], list[Choice]]:
    """The reasons against a choice, and options like it."""
    return why_not_choice(state, choice), nearby(state, choice)


def why_not_choice(state: State, choice: Choice) -> list[Reason]:
    """The reasons against a choice, the weightiest first; empty if it is among the options."""
    ask = state.decision
    if ask is None:
        scenario = state.setup.scenario
        rule = "WIN-2" if scenario is not None and (scenario.first or scenario.wins_at) else "WIN-1"
        return [whole_reason(state.setup, rule, "reason.game_over" if state.over else "reason.turn.nobody_left")]
    if takes(state, choice):
        return []
    if choice.verb not in questions.ROWS[ask.asked].answers:
        key = "reason.asked.no_card_asks" if choice.verb in verbs.PLAIN_ANSWERS else "reason.asked.something_else"
        return [_asked_reason(state, ask, key)]
    if not _names_something(state, choice):
        return [_asked_reason(state, ask, "reason.asked.no_answer")]
    if choice.verb == verbs.TURN or (ask.asked == questions.TURN and choice.verb in verbs.ACTION_VERBS):
        actor = choice.figure if choice.verb == verbs.TURN else actor_of(state, choice.figure)
        reasons = _why_no_turn(state, ask, actor)
        if reasons and choice.verb != verbs.TURN:
            return reasons + _and_besides(state, choice, reasons)
        if not reasons and choice.verb != verbs.TURN:
            is_companion = state.setup.kind_of[choice.figure] == COMPANION
            reasons = CompanionLaw(state, actor).faults(choice) if is_companion else why_no_action(state, choice, turn_frame.ACTIONS_A_TURN)
            if not reasons and _is_plain(choice):
                return _why_text_first(state, actor)
        return reasons or [_asked_reason(state, ask, "reason.asked.no_answer")]
    if choice.verb in verbs.ACTION_VERBS:
        reasons = _why_not_now(state, ask, choice)
        if reasons and state.setup.kind_of[choice.figure] == COMPANION and reasons[0].rule != "COM-2":
            return reasons  # its card offers this, but not with this square or target: the basic actions do not matter
        if reasons:
            return reasons + _and_besides(state, choice, reasons)
        reasons = why_no_action(state, choice, state.actions_left)
        if not reasons and ask.asked == questions.TEXT and choice.verb in verbs.CARD_ACTIONS:
            rule = "ACT-8" if choice.verb == verbs.OFFER else "ACT-5"  # an offered action is not the basic move or challenge a card names
            reasons = [reason_for(state.setup, rule, "reason.text.another_kind_of_action", things=[choice.figure])]
    else:
        reasons = why_no_answer(state, ask, choice)
    return reasons or [_asked_reason(state, ask, "reason.asked.no_answer")]


def _asked_reason(state: State, ask: Decision, key: str) -> Reason:
    """The reason against a choice that says nothing here, with what is asked."""
    return whole_reason(state.setup, ask.rules[0], key, things=about(ask), question=ask.said)


def _names_something(state: State, choice: Choice) -> bool:
    """Whether the figure, piece, side or card of a choice is one of this game; squares are judged by their rules."""
    setup, thing, kind = state.setup, choice.thing, verbs.TAKES[choice.verb]
    if kind is Takes.SIDE:
        return 0 <= thing < len(SIDES)
    if kind is Takes.THING and thing < SQUARE_AT:
        return PIECE <= thing < PIECE + len(setup.pieces)
    if kind in _NAMES_NO_FIGURE or choice.verb in verbs.PLAIN_ANSWERS:
        return True
    if choice.verb == verbs.SQUARE and PIECE <= choice.figure < PIECE + len(setup.pieces):
        return True
    if not 0 <= choice.figure < len(setup.figures):
        return False
    if kind is Takes.ABILITY:
        return 0 <= thing < len(state.texts.abilities[choice.figure])
    if kind is Takes.ITEM:
        return 0 <= thing - PIECE < len(setup.pieces)
    if kind is Takes.OFFER:
        return 0 <= thing < len(state.texts.entries)
    if kind is Takes.CARD:
        return 0 <= thing < len(setup.catalog.figures)
    if kind in (Takes.TARGET, Takes.MARKER) and thing >= PIECE:
        return thing - PIECE < len(setup.pieces)
    if kind in (Takes.TARGET, Takes.ALLY):
        return 0 <= thing < len(setup.figures)
    return kind is not Takes.MARKER or -1 <= thing < len(setup.figures)


# What is judged by its rules alone.
_NAMES_NO_FIGURE = (Takes.FACES, Takes.THING, Takes.ALTERNATIVE, Takes.EFFECT, Takes.ATTACHMENT)


def _is_plain(choice: Choice) -> bool:
    """Whether an action fills no more slots than it has."""
    return not choice.path and (verbs.TAKES[choice.verb] is not Takes.NOTHING or choice.thing == -1)


def _why_no_turn(state: State, ask: Decision, figure: FigureId) -> list[Reason]:
    """Why a figure cannot be chosen to take the turn: somebody has it, or by the law of turns."""
    setup, acting = state.setup, state.acting
    if ask.asked == questions.ACTION and acting >= 0:
        if figure == acting:
            return [whole_reason(setup, "TRN-2", "reason.turn.has_it_already", things=[figure], who=FigurePart(figure))]
        return [reason_for(setup, "TRN-1", "reason.turn.of_figure", things=[acting], who=FigurePart(acting))]
    return TurnLaw(state, ask.side).faults(figure)


def _why_not_now(state: State, ask: Decision, choice: Choice) -> list[Reason]:
    """Why a figure cannot act at this moment."""
    setup, acting, figure = state.setup, state.acting, choice.figure
    if figure == acting or (
        ask.asked == questions.TEXT and any(one.verb in verbs.ACTION_VERBS and one.figure == figure for one in ask.options)
    ):
        return []
    if acting >= 0 and setup.side_of[figure] == setup.side_of[acting]:
        if ask.asked == questions.ACTION and setup.kind_of[figure] == COMPANION:
            return CompanionLaw(state, acting).faults(choice)
        return [reason_for(setup, "TRN-1", "reason.turn.of_figure", things=[acting], who=FigurePart(acting))]
    return [reason_for(setup, "TRN-3", "reason.turn.of_side", things=[figure], side=SidePart(ask.side))]


def _and_besides(state: State, choice: Choice, known: list[Reason]) -> list[Reason]:
    """Further reasons against an action that comes at the wrong time: the turn is over, or it never was possible."""
    figure = choice.figure
    more: list[Reason] = []
    if state.is_exhausted(figure):
        who = FigurePart(figure)
        more.append(whole_reason(state.setup, "TRN-2", "reason.turn.had_its_actions", things=[figure], who=who))
        more.append(reason_for(state.setup, "TRN-1", "reason.exhausted", things=[figure], who=who))
    more += why_no_action(state, choice, 0)
    said = {reason.rule for reason in known}
    return [reason for reason in more if reason.rule not in said]


def nearby(state: State, choice: Choice) -> list[Choice]:
    """Up to five options of the same kind, for moves the nearest squares first; otherwise moves towards what was meant."""
    ask = state.decision
    if ask is None:
        return []
    grid = state.setup.grid
    alike = [option for option in ask.options if option.verb == choice.verb and option.figure == choice.figure]
    goal = choice.square if choice.verb in verbs.TO_SQUARES else NO_SQUARE
    if not alike and choice.verb in (verbs.CHALLENGE, verbs.ASSIST) and 0 <= choice.thing < len(state.figure_at):
        goal = state.figure_at[choice.thing]
        alike = [option for option in ask.options if option.verb == verbs.MOVE and option.figure == choice.figure]
    if 0 <= goal < grid.size:
        alike.sort(key=lambda option: (grid.distance(option.square, goal), option.square))
    return alike[:5] or ask.options[:5]


def _why_text_first(state: State, actor: FigureId) -> list[Reason]:
    """Why an action cannot be given together with the turn: a text at its start asks first (TRN-13); empty if none does."""
    trial = state.clone()
    apply(trial, Choice(verbs.TURN, actor))
    if trial.decision is not None and trial.decision.asked == questions.ACTION and trial.acting == actor:
        return []
    return [reason_for(state.setup, "TRN-13", "reason.turn.text_first", things=[actor])]
