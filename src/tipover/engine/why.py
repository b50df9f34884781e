"""Why a choice is refused: the rule, our sentence, and the squares, walls and figures it is about."""

from __future__ import annotations

from tipover.cards.catalog import CHARACTER, COMPANION, OBJECTIVE, SIDES
from tipover.engine.changes import acts_down
from tipover.engine.decision import (
    ABILITY,
    ACTION_VERBS,
    ASK_ACTION,
    ASK_ATTACH,
    ASK_FLIP,
    ASK_ORDER,
    ASK_PICK,
    ASK_PLACE,
    ASK_RETURN,
    ASK_ROLL,
    ASK_SIDE,
    ASK_TEXT,
    ASK_TURN,
    ASK_WHERE,
    ASSIST,
    ATTACH,
    CHALLENGE,
    DONE,
    END,
    FIGURE,
    FLIP,
    INTERACT,
    MOVE,
    NO,
    OFFER,
    ORDER,
    PICK,
    PIECE,
    PLACE,
    RALLY,
    ROLL,
    SIDE,
    SQUARE,
    THING,
    TURN,
    USE,
    WAY,
    YES,
    Choice,
    Decision,
)
from tipover.engine.flow.abilities import actor_of
from tipover.engine.flow.attaching import why_no_attachment
from tipover.engine.flow.kinds import ACTIONS, ACTIONS_A_TURN, TURN_FRAME
from tipover.engine.reason import Reason, because
from tipover.engine.run import takes
from tipover.engine.state import RESERVE, State
from tipover.engine.steps.frame import SQUARE_AT
from tipover.engine.whyact import why_no_assist, why_no_challenge, why_no_interact, why_no_move, why_no_placing
from tipover.engine.whykept import why_forbidden
from tipover.engine.whypick import why_not_in_text
from tipover.engine.whytext import why_no_companion, why_no_text

_ASKED_FOR: dict[int, list[int]] = {
    ASK_SIDE: [SIDE],
    ASK_FLIP: [FLIP],
    ASK_PICK: [PICK],
    ASK_PLACE: [PLACE],
    ASK_TURN: [TURN, *ACTION_VERBS],
    ASK_ACTION: [TURN, *ACTION_VERBS],
    ASK_ROLL: [ROLL],
    ASK_RETURN: [FIGURE],
    ASK_WHERE: [SQUARE, FIGURE],
    ASK_TEXT: [SQUARE, FIGURE, THING, WAY, YES, NO, DONE, *ACTION_VERBS],
    ASK_ORDER: [ORDER],
    ASK_ATTACH: [ATTACH],
}


def why_not_choice(state: State, choice: Choice) -> list[Reason]:
    """The reasons against a choice, the weightiest first; empty if it is among the options."""
    ask = state.decision
    if ask is None:
        scenario = state.setup.scenario
        rule = "WIN-2" if scenario is not None and (scenario.first or scenario.wins_at) else "WIN-1"
        return [Reason(rule, "The game is over." if state.over else "Nobody is left to take a turn.")]
    if takes(state, choice):
        return []
    if choice.verb not in _ASKED_FOR[ask.asked]:
        told = "No card asks for a yes, a no or a done now: " if choice.verb in (YES, NO, DONE) else "Something else is asked now: "
        return [Reason(ask.rules[0], f"{told}{ask.reason}.", (), tuple(_about(ask)))]
    if not _names_something(state, choice):
        return _why_no_answer(ask)
    if choice.verb == TURN or (ask.asked == ASK_TURN and choice.verb in ACTION_VERBS):
        actor = choice.figure if choice.verb == TURN else actor_of(state, choice.figure)
        reasons = _why_no_turn(state, ask, actor)
        if reasons and choice.verb != TURN:
            return reasons + _and_besides(state, choice, reasons)
        if not reasons and choice.verb != TURN:
            reasons = why_no_action(state, choice, ACTIONS_A_TURN)
            if not reasons and _is_plain(choice):
                return _why_text_first(state, actor)
        return reasons or _why_no_answer(ask)
    if choice.verb in ACTION_VERBS:
        reasons = _why_not_now(state, ask, choice)
        if reasons:
            return reasons + _and_besides(state, choice, reasons)
        reasons = why_no_action(state, choice, _actions_left(state))
        if not reasons and ask.asked == ASK_TEXT and choice.verb in (ABILITY, USE):
            reasons = [because("ACT-5", "The card gives another kind of action.", things=[choice.figure])]
    else:
        reasons = _why_not_other(state, ask, choice)
    return reasons or _why_no_answer(ask)


def _why_no_answer(ask: Decision) -> list[Reason]:
    """The reason against a choice that says nothing here: a figure, side or card there is not, a slot too many."""
    return [Reason(ask.rules[0], f"This is no answer to what is asked now: {ask.reason}.", (), tuple(_about(ask)))]


def _names_something(state: State, choice: Choice) -> bool:
    """Whether the figure, piece, side or card of a choice is one of this game; squares are judged by their rules."""
    setup = state.setup
    verb, thing = choice.verb, choice.thing
    if verb in (SIDE, FLIP):
        return 0 <= thing < len(SIDES)
    if verb == ROLL:
        return True
    if verb == THING and thing < SQUARE_AT:
        return PIECE <= thing < PIECE + len(setup.pieces)
    if verb in (THING, WAY, YES, NO, DONE, ORDER, ATTACH):
        return True
    if verb == SQUARE and PIECE <= choice.figure < PIECE + len(setup.pieces):
        return True
    if not 0 <= choice.figure < len(setup.figures):
        return False
    if verb == ABILITY:
        return 0 <= thing < len(state.cast.abilities[choice.figure])
    if verb == USE:
        return 0 <= thing - PIECE < len(setup.pieces)
    if verb == OFFER:
        return 0 <= thing < len(state.cast.entries)
    if verb == PICK:
        return 0 <= thing < len(setup.catalog.figures)
    if verb in (CHALLENGE, INTERACT) and thing >= PIECE:
        return thing - PIECE < len(setup.pieces)
    if verb in (CHALLENGE, ASSIST):
        return 0 <= thing < len(setup.figures)
    return verb != INTERACT or -1 <= thing < len(setup.figures)


def _is_plain(choice: Choice) -> bool:
    """Whether an action fills no more slots than it has."""
    return not choice.path and (choice.verb not in (RALLY, END) or choice.thing == -1)


def _about(ask: Decision) -> list[int]:
    return [ask.figure] if ask.figure >= 0 else []


def _actions_left(state: State) -> int:
    for frame in reversed(state.stack):
        if frame[0] == TURN_FRAME:
            return frame[ACTIONS]
    return 0


def _why_no_turn(state: State, ask: Decision, figure: int) -> list[Reason]:
    """Why a figure cannot be chosen to take the turn."""
    setup = state.setup
    mark = setup.mark(figure)
    acting = state.acting
    if ask.asked == ASK_ACTION and acting >= 0:
        if figure == acting:
            return [Reason("TRN-2", f"{mark} has the turn already; choose its action.", (), (figure,))]
        return [because("TRN-1", f"{setup.mark(acting)} has the turn.", things=[acting])]
    if setup.side_of[figure] != ask.side:
        return [because("TRN-3", f"It is the turn of {setup.side_name(ask.side)}.", things=[figure])]
    if setup.kind_of[figure] != CHARACTER:
        return [because("TRN-1", f"{mark} is no character and takes no turns.", things=[figure])]
    if state.spent[figure] >= setup.markers(figure):
        return [because("TRN-1", f"{mark} is exhausted.", things=[figure])]
    if state.where[figure] == RESERVE:
        return [because("TRN-1", f"{mark} is not in play.", things=[figure])]
    return []


def _why_not_now(state: State, ask: Decision, choice: Choice) -> list[Reason]:
    """Why a figure cannot act at this moment."""
    acting = state.acting
    if choice.figure == acting or (
        ask.asked == ASK_TEXT and any(one.verb in ACTION_VERBS and one.figure == choice.figure for one in ask.options)
    ):
        return []
    setup = state.setup
    if acting >= 0 and setup.side_of[choice.figure] == setup.side_of[acting]:
        if ask.asked == ASK_ACTION and setup.kind_of[choice.figure] == COMPANION:
            return why_no_companion(state, ask, choice)
        return [because("TRN-1", f"{setup.mark(acting)} has the turn.", things=[acting])]
    return [because("TRN-3", f"It is the turn of {setup.side_name(ask.side)}.", things=[choice.figure])]


def _and_besides(state: State, choice: Choice, known: list[Reason]) -> list[Reason]:
    """Further reasons against an action that comes at the wrong time: the turn is over, or it never was possible."""
    figure = choice.figure
    more: list[Reason] = []
    if state.spent[figure] >= state.setup.markers(figure):
        mark = state.setup.mark(figure)
        more.append(Reason("TRN-2", f"{mark} has had its actions this round.", (), (figure,)))
        more.append(because("TRN-1", f"{mark} is exhausted.", things=[figure]))
    more += why_no_action(state, choice, 0)
    said = {reason.rule for reason in known}
    return [reason for reason in more if reason.rule not in said]


def why_no_action(state: State, choice: Choice, actions: int) -> list[Reason]:
    """Why a figure whose turn it is cannot do this, with so many actions left."""
    figure = choice.figure
    mark = state.setup.mark(figure)
    if state.where[figure] < 0:
        return [because("TRN-6", f"{mark} is not on the map.", things=[figure])]
    if choice.verb == END:
        return []
    if choice.verb == RALLY:
        if not state.down[figure]:
            return [because("TRN-5", f"{mark} is standing.", things=[figure])]
        if actions < ACTIONS_A_TURN:
            return [because("TRN-5", f"{mark} has {actions} left.", things=[figure])]
        return []
    forbidden = why_forbidden(state, choice)
    if forbidden:
        return forbidden
    if choice.verb in (ABILITY, USE, OFFER):
        return why_no_text(state, choice)
    if state.down[figure] and not acts_down(state, figure):
        return [because("TRN-4", f"{mark} is knocked down.", things=[figure], squares=[state.where[figure]])]
    if choice.verb == MOVE:
        return why_no_move(state, figure, choice.thing, choice.path)
    if choice.verb == CHALLENGE:
        return why_no_challenge(state, figure, choice.thing)
    if choice.verb == ASSIST:
        return why_no_assist(state, figure, choice.thing)
    return why_no_interact(state, figure, choice.thing)


def _why_not_other(state: State, ask: Decision, choice: Choice) -> list[Reason]:
    """Reasons against answers to set-up, dice, returns and card texts."""
    setup = state.setup
    if ask.asked == ASK_TEXT and choice.verb in (YES, NO, DONE):
        return [Reason("ABI-3", "This part of the card leaves no such choice: it is done if it can be.", (), tuple(_about(ask)))]
    if ask.asked == ASK_TEXT:
        return why_not_in_text(state, choice)
    if ask.asked == ASK_ORDER:
        return _why_no_answer(ask)
    if ask.asked == ASK_ATTACH:
        return why_no_attachment(state, ask.side, choice)
    if ask.asked in (ASK_PLACE, ASK_WHERE):
        if choice.figure != ask.figure:
            rule = "SUP-6" if ask.asked == ASK_PLACE else "CDN-2"
            return [because(rule, f"{setup.mark(ask.figure)} is to be put now.", things=[ask.figure])]
        if setup.kind_of[ask.figure] == OBJECTIVE:
            return why_no_placing(state, ask.side, choice.thing, "BON-1")
        return why_no_placing(state, ask.side, choice.thing, "SUP-6" if ask.asked == ASK_PLACE else "CDN-3")
    if ask.asked == ASK_PICK:
        return _why_no_pick(state, ask, choice)
    if ask.asked == ASK_ROLL:
        wanted = len(ask.options[0].path)
        if len(choice.path) == wanted:
            return []
        return [because("CHA-5", f"{_dice(wanted)} to be rolled, {len(choice.path)} stated.", things=_about(ask))]
    if ask.asked == ASK_RETURN:
        return [because("CDN-2", f"{setup.mark(choice.figure)} is not coming back now.", things=[choice.figure])]
    if ask.asked == ASK_SIDE:
        return [because("SUP-2", f"{setup.side_name(choice.thing)} is not free in this game.")]
    return [because("SUP-2", f"{setup.side_name(choice.thing)} does not play.")]


def _dice(count: int) -> str:
    return "1 die is" if count == 1 else f"{count} dice are"


def _why_no_pick(state: State, ask: Decision, choice: Choice) -> list[Reason]:
    setup = state.setup
    card = setup.card(choice.thing)
    if card.basic:
        return [because("SUP-3", f"{card.name} is a basic character; every side has its own.")]
    if choice.thing not in setup.box:
        return [because("SUP-3", f"{card.name} is not in the box of this game.")]
    mine = [f for f, slot in enumerate(setup.figures) if slot.side == ask.side]
    if any(choice.thing in (state.card[f], state.secret[f]) for f in mine):
        return [because("SUP-4", f"{card.name} is on that side already.")]
    return [Reason("SUP-3", f"Each character of the box is picked once, and {card.name} is taken.")]


def nearby(state: State, choice: Choice) -> list[Choice]:
    """Up to five options of the same kind, for moves the nearest squares first; else moves towards what was meant."""
    ask = state.decision
    if ask is None:
        return []
    grid = state.setup.grid
    alike = [option for option in ask.options if option.verb == choice.verb and option.figure == choice.figure]
    goal = choice.thing if choice.verb in (MOVE, PLACE, SQUARE) else -1
    if not alike and choice.verb in (CHALLENGE, ASSIST) and 0 <= choice.thing < len(state.where):
        goal = state.where[choice.thing]
        alike = [option for option in ask.options if option.verb == MOVE and option.figure == choice.figure]
    if 0 <= goal < grid.size:
        alike.sort(key=lambda option: (grid.distance(option.thing, goal), option.thing))
    return alike[:5] or ask.options[:5]


def _why_text_first(state: State, actor: int) -> list[Reason]:
    """Why an action cannot be given together with the turn: a text at its start asks first (TRN-13); empty if none does."""
    from tipover.engine.run import apply

    trial = state.clone()
    apply(trial, Choice(TURN, actor))
    if trial.decision is not None and trial.decision.asked == ASK_ACTION and trial.acting == actor:
        return []
    return [because("TRN-13", "Something at the start of its turn is asked first: take the turn, then the action.", things=[actor])]
