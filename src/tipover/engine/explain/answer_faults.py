"""Why an answer to set-up, a return or a card's text is refused: each is handed to the law that generates such answers."""

from __future__ import annotations

from tipover.cards import program as ops
from tipover.cards.catalog import OBJECTIVE
from tipover.engine.core import questions, verbs
from tipover.engine.core.decision import Choice, Decision, thing_of
from tipover.engine.core.frames import kinds
from tipover.engine.core.ids import SIDE_OF, CardId, Thing
from tipover.engine.core.reason import Reason, reason_for, whole_reason
from tipover.engine.core.said import CountPart, FigurePart, SidePart
from tipover.engine.core.state import State
from tipover.engine.laws.courses import law_asked
from tipover.engine.laws.move_law import MoveLaw
from tipover.engine.laws.picks import PickLaw
from tipover.engine.laws.placing import HomeLaw, PlaceLaw, why_not_enterable
from tipover.engine.laws.setup_picks import AttachmentLaw, CharacterPickLaw, next_attachment
from tipover.engine.laws.targets import TextTargetLaw
from tipover.engine.laws.turns import ReturnLaw
from tipover.engine.phrases.acts import objects
from tipover.engine.phrases.text_frames import program_of


def why_no_answer(state: State, ask: Decision, choice: Choice) -> list[Reason]:
    """The reasons against an answer to set-up, dice, returns and card texts; empty if none is known."""
    setup = state.setup
    asked = ask.asked
    if asked == questions.TEXT:
        if choice.verb in (verbs.YES, verbs.NO, verbs.DONE):
            return [whole_reason(setup, "ABI-3", "reason.text.no_such_choice", things=about(ask))]
        return _why_not_in_text(state, choice)
    if asked == questions.ATTACH:
        return AttachmentLaw(state, next_attachment(state)).faults(choice)
    if asked in (questions.PLACE, questions.WHERE):
        rule = "SUP-6" if asked == questions.PLACE else "CDN-2"
        if choice.figure != ask.figure:
            return [reason_for(setup, rule, "reason.place.another_now", things=[ask.figure], who=FigurePart(ask.figure))]
        at_home = "SUP-6" if asked == questions.PLACE else "CDN-3"
        return HomeLaw(state, ask.side, "BON-1" if setup.kind_of[ask.figure] == OBJECTIVE else at_home).faults(choice.square)
    if asked == questions.PICK:
        return CharacterPickLaw(state, ask.side).faults(CardId(choice.thing))
    if asked == questions.ROLL:
        wanted = len(ask.options[0].path)
        if len(choice.path) == wanted:
            return []
        key = "reason.roll.one_die" if wanted == 1 else "reason.roll.dice"
        return [reason_for(setup, "CHA-5", key, things=about(ask), dice=CountPart(wanted, "die"), stated=len(choice.path))]
    if asked == questions.RETURN:
        return ReturnLaw(state, ask.side).faults(choice.figure)
    if asked in (questions.SIDE, questions.FLIP):
        key = "reason.setup.side_not_free" if asked == questions.SIDE else "reason.setup.side_not_playing"
        return [reason_for(setup, "SUP-2", key, side=SidePart(SIDE_OF[choice.thing]))]
    return []


def about(ask: Decision) -> list[Thing]:
    """The figure that a question is about, if it is about one."""
    return [ask.figure] if ask.figure >= 0 else []


def _why_not_in_text(state: State, choice: Choice) -> list[Reason]:
    """The reasons against an answer to a text's question, by the law of the step that asks it."""
    frame = state.stack[-1]
    course = law_asked(state) if choice.verb == verbs.SQUARE else None
    if course is not None:
        law = MoveLaw(state, course)
        return law.way_faults(choice.way) if choice.way else law.faults(choice.square)
    if frame[kinds.KIND] != kinds.TEXT:
        return []
    steps = program_of(state, frame).steps
    op = steps[frame[kinds.STAGE]]
    if op.op == ops.ASK:
        frame = frame[:]
        frame[kinds.STAGE] += 1
        op = steps[frame[kinds.STAGE]]
    if op.op == ops.DO and op.act is not None:
        if choice.verb == verbs.SQUARE:
            moved = objects(state, frame, op)
            if not moved or not 0 <= choice.thing < state.setup.grid.size:
                return []
            if op.act.verb == "place":
                return PlaceLaw(state, frame, op, moved[0]).faults(choice.square)
            stuck = reason_for(state.setup, "ABI-4", "reason.place.stays_where_it_is", [choice.square])
            return why_not_enterable(state, choice.square) or [stuck]
        if op.act.verb == "challenge" and choice.verb == verbs.FIGURE:
            return TextTargetLaw(state, frame, op).faults(choice.figure)
        return []
    if op.phrase is None or choice.verb not in (verbs.FIGURE, verbs.THING):
        return []
    return PickLaw(state, frame, op).faults(thing_of(choice))
