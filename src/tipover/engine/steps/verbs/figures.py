"""Standing up, knocking down, exhausting, refreshing inside texts (CHA-27, CHA-28, TRN-7, TRN-16)."""

from __future__ import annotations

from tipover.cards.program import Step
from tipover.engine.core.decision import Choice
from tipover.engine.core.event import Event
from tipover.engine.core.frames import text_frame
from tipover.engine.core.ids import is_figure
from tipover.engine.core.state import State
from tipover.engine.effects.figures import exhaust, knock_down, lose_out, stand_up, take_off_markers
from tipover.engine.laws.figures import can_be_knocked, takes_exhaust_marker
from tipover.engine.laws.targets import credit_of_text
from tipover.engine.phrases.acts import how_of, objects
from tipover.engine.phrases.text_frames import program_of


def do_stand(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Stand up, or stand somebody up."""
    for figure in objects(state, frame, op):
        if is_figure(figure) and state.down[figure]:
            stand_up(state, figure, text_frame.this(frame), program_of(state, frame).name, events)


def do_knock(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Knock down (who is down stays down, CHA-28) or out, to the credit of the character whose rule it is (CHA-27)."""

    act = op.act
    assert act is not None
    out = how_of(act, "out") is not None
    credit, side = credit_of_text(state, frame)
    for figure in objects(state, frame, op):
        if not is_figure(figure) or not can_be_knocked(state, figure, out):
            continue
        if out:
            lose_out(state, figure, credit, side, events)
        elif not state.down[figure]:
            knock_down(state, figure, credit, events)


def do_exhaust(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """A marker moved onto a character: it takes no turn this round (TRN-7)."""
    for figure in objects(state, frame, op):
        if is_figure(figure) and takes_exhaust_marker(state, figure):
            exhaust(state, figure, events)


def do_refresh(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Take exhausted markers off; who has its turn back may take it (TRN-16)."""
    for figure in objects(state, frame, op):
        if is_figure(figure) and state.exhaust_markers[figure]:
            take_off_markers(state, figure, events)
