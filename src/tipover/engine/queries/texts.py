"""The texts under way: which card asks, what comes next in it, whose it is."""

from __future__ import annotations

from typing import NamedTuple

from tipover.cards import program as ops
from tipover.cards.ast import When
from tipover.cards.program import Program, Step
from tipover.engine.core.frames import kinds, order_frame, text_frame
from tipover.engine.core.frames.kinds import Frame
from tipover.engine.core.happening import END_OF_TURN, ENTERS, EXHAUSTED
from tipover.engine.core.ids import NOBODY, NOTHING, AbilityId, FigureId, Thing, is_figure
from tipover.engine.core.state import State
from tipover.engine.core.text_index import Entry
from tipover.engine.phrases.meaning import fits
from tipover.engine.phrases.text_frames import bearer, frames_of

__all__ = [
    "Entry",
    "RunningText",
    "asking_text",
    "bearer_of",
    "is_move_asked",
    "is_way_heard",
    "paid_ability",
    "running_texts",
    "texts_at_turn_end",
    "waiting_texts",
]


class RunningText(NamedTuple):
    """A text under way: its program by number and as steps, the index of its step, what `this` is, and the piece whose card it stands on."""

    number: int
    program: Program
    step_index: int
    this: Thing
    card: Thing

    @property
    def step(self) -> Step:
        """The step that asks; of a `may` the step it is about."""
        step = self.program.steps[self.step_index]
        return self.program.steps[self.step_index + 1] if step.op == ops.ASK else step


def _running(state: State, frame: Frame) -> RunningText:
    number = text_frame.program(frame)
    return RunningText(number, state.texts.programs[number], frame[kinds.STAGE], text_frame.this(frame), text_frame.card(frame))


def asking_text(state: State) -> RunningText | None:
    """The text that asks the open question, or None if something else does."""
    frame = state.stack[-1] if state.stack else [-1]
    return _running(state, frame) if frame[kinds.KIND] == kinds.TEXT else None


def running_texts(state: State) -> list[RunningText]:
    """Every text under way, the innermost last."""
    return [_running(state, frame) for frame in state.stack if frame[kinds.KIND] == kinds.TEXT]


def waiting_texts(state: State) -> list[RunningText]:
    """The texts whose order is asked."""
    frame = state.stack[-1] if state.stack else [-1]
    return [_running(state, text) for text in order_frame.waiting(frame)] if frame[kinds.KIND] == kinds.ORDER else []


def is_move_asked(state: State) -> bool:
    """Whether the open question is how a move goes on (MOV-25)."""
    return bool(state.stack) and state.stack[-1][kinds.KIND] == kinds.MOVE


def bearer_of(state: State, entry: Entry) -> tuple[Thing, FigureId]:
    """What `this` is in a text and the figure it belongs to; -1, -1 while the text is not in force."""
    found = bearer(state, entry)
    return (found[0], found[2]) if found is not None else (NOTHING, NOBODY)


def texts_at_turn_end(state: State, figure: FigureId) -> list[tuple[Entry, Thing]]:
    """The texts of a figure's side that the end of its turn or its last exhausted marker sets off (TRN-13, ULT-2), each with its `this`.

    A trigger that lasts is among them as often as it was begun.
    """
    moments = [END_OF_TURN]
    if state.exhaust_markers[figure] + 1 >= state.setup.markers(figure):
        moments.append(EXHAUSTED)
    found = [heard for moment in moments if (heard := state.texts.listens[moment]) is not None]
    return [pair for heard in found for entry in (*heard.when, *heard.after) for pair in _set_off_by(state, entry, figure)]


def is_way_heard(state: State) -> bool:
    """Whether texts wait for somebody to enter a square, so that the way of a move matters (MOV-10)."""
    return state.texts.listens[ENTERS] is not None


def _set_off_by(state: State, entry: Entry, figure: FigureId) -> list[tuple[Entry, Thing]]:
    """A text of the figure's own side, with its `this`, for each time it is in force, not used up, and its event is about the figure."""
    text = entry.text
    if not isinstance(text, When) or (entry.counter >= 0 and state.counts[entry.counter]):
        return []
    own = [frame for frame in frames_of(state, entry) if text_frame.you(frame) == state.setup.side_of[figure]]
    who = text.event.who
    heard = [frame for frame in own if (text_frame.this(frame) == figure if who is None else fits(state, frame, who, figure))]
    return [(entry, text_frame.this(frame)) for frame in heard]


def paid_ability(state: State) -> tuple[FigureId, AbilityId] | None:
    """The figure and the number of the ability that is under way and was paid in full with a token; None if there is none."""
    frame = state.topmost(kinds.TEXT)
    if frame is None:
        return None
    paid, figure, number = text_frame.paid(frame), text_frame.this(frame), text_frame.program(frame)
    otherwise = text_frame.FREE_OF_TOKENS | text_frame.ITEM | text_frame.LESS
    if paid < 0 or paid & otherwise or not is_figure(figure) or number not in state.texts.abilities[figure]:
        return None
    return figure, AbilityId(state.texts.abilities[figure].index(number))
