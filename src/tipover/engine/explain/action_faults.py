"""Why an action cannot be done: each refused action is handed to the law that offers such actions."""

from __future__ import annotations

from tipover.board.mask import Square
from tipover.engine.core import verbs
from tipover.engine.core.decision import Choice, thing_of
from tipover.engine.core.frames import kinds
from tipover.engine.core.ids import FigureId
from tipover.engine.core.reason import Reason, reason_for
from tipover.engine.core.said import FigurePart
from tipover.engine.core.state import State
from tipover.engine.laws.abilities import AbilityLaw, ItemLaw, is_able, is_given_free
from tipover.engine.laws.actions import BASIC_FAULTS, is_barred_down
from tipover.engine.laws.moves import basic_move_law
from tipover.engine.laws.offers import OfferLaw, is_given_by_offer
from tipover.engine.laws.prohibitions import why_forbidden
from tipover.engine.laws.turns import RallyLaw


def why_no_action(state: State, choice: Choice, actions: int) -> list[Reason]:
    """Why a figure whose turn it is cannot do this with the actions it has left."""
    figure = choice.figure
    at = state.figure_at[figure]
    if at < 0:
        return [reason_for(state.setup, "TRN-6", "reason.off_map", things=[figure], who=FigurePart(figure))]
    if choice.verb == verbs.END:
        return []
    if choice.verb == verbs.RALLY:
        return RallyLaw(state, actions).faults(figure)
    forbidden = why_forbidden(state, choice)
    if forbidden:
        return forbidden
    if state.texts.acts_down and is_barred_down(state, choice):
        return [reason_for(state.setup, "TRN-4", "reason.knocked_down", [at], [figure], who=FigurePart(figure))]
    if choice.verb in verbs.CARD_ACTIONS:
        return why_no_text(state, choice)
    if not is_able(state, figure):
        return [reason_for(state.setup, "TRN-4", "reason.knocked_down", [at], [figure], who=FigurePart(figure))]
    if choice.verb == verbs.MOVE:
        return why_no_move(state, figure, choice.square, choice.way)
    return BASIC_FAULTS[choice.verb](state, figure, thing_of(choice))


def why_no_move(state: State, figure: FigureId, end: Square, path: tuple[Square, ...]) -> list[Reason]:
    """Why a basic move cannot end there, or cannot go this way; empty if it can."""
    law = basic_move_law(state, figure)
    return law.way_faults(path) if path else law.faults(end)


def why_no_text(state: State, choice: Choice) -> list[Reason]:
    """Why an ability, an item or an offered action cannot be begun now; empty if it can."""
    figure = choice.figure
    if choice.verb == verbs.ABILITY:
        return AbilityLaw(state, figure, free=is_given_free(state)).faults(choice)
    if choice.verb == verbs.USE:
        return ItemLaw(state, figure).faults(choice)
    if not is_able(state, figure):
        return [reason_for(state.setup, "TRN-4", "reason.knocked_down", things=[figure], who=FigurePart(figure))]
    frame = state.stack[-1] if state.stack else []
    is_given = bool(frame) and frame[kinds.KIND] == kinds.TEXT and is_given_by_offer(state, frame)
    return OfferLaw(state, figure, {"basic"}, is_given).faults(choice.thing)
