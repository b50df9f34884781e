"""Dice that a text rolls: asked of chance, changed by what waits for the roll, then handed to the text (CHA-12, CHA-13)."""

from __future__ import annotations

from tipover.engine.core import questions
from tipover.engine.core.decision import Choice, Decision
from tipover.engine.core.dice import mixed_rolls, rollable
from tipover.engine.core.event import Event
from tipover.engine.core.frames import kinds, roll_frame, rolled_faces
from tipover.engine.core.ids import CHANCE, NO_SIDE, NOBODY, is_figure
from tipover.engine.core.state import State
from tipover.engine.effects.dice import comes_before, has_rolled, may_roll, note_roll, report_text_roll
from tipover.engine.effects.launch import launch
from tipover.engine.laws.dice import faces_of_die, roll_below


def step(state: State, frame: list[int], events: list[Event]) -> Decision | None:
    """Ask for the dice; then what waits for a roll of this figure happens; then it is over."""
    stage = frame[kinds.STAGE]
    if stage == roll_frame.ROLLING and roll_frame.whose(frame) == roll_frame.FOR_TEXT:
        stage = frame[kinds.STAGE] = roll_frame.PREPARED
        launch(state, comes_before(state, roll_frame.roller(frame), NOBODY, False, roll_frame.dice(frame)))
        if state.stack[-1] is not frame:
            return None
    if stage in (roll_frame.ROLLING, roll_frame.PREPARED):
        dice = tuple(faces_of_die(state, die) for die in roll_frame.dice(frame))
        if not dice:
            _fell(state, frame, (), events)
            return None
        if roll_frame.whose(frame) == roll_frame.FOR_TEXT and _is_replaced(state, frame):
            return None
        options, weights = mixed_rolls(rollable(dice))
        roller = roll_frame.roller(frame)
        return Decision(questions.ROLL, [CHANCE], NO_SIDE, roller if is_figure(roller) else NOBODY, options, weights)
    if stage == roll_frame.REPORTED:
        frame[kinds.STAGE] = roll_frame.CLOSING
        if roll_frame.whose(frame) == roll_frame.FOR_TEXT:
            has_rolled(state, roll_frame.roller(frame), roll_frame.faces(frame), False, NOBODY, roll_frame.dice(frame))
        return None
    state.stack.pop()
    _deliver(state, frame)
    return None


def _is_replaced(state: State, frame: list[int]) -> bool:
    """Whether a text is done instead of a text's roll; no dice fall then."""
    position = len(state.stack) - 1
    if may_roll(state, roll_frame.roller(frame), NOBODY, False, roll_frame.dice(frame)):
        return False
    del state.stack[position]
    note_roll(state.stack[position - 1], [], False)
    return True


def answer(state: State, frame: list[int], choice: Choice, events: list[Event]) -> None:
    """Take the dice as they fell."""
    _fell(state, frame, choice.path, events)


def _fell(state: State, frame: list[int], faces: tuple[int, ...], events: list[Event]) -> None:
    frame += faces
    frame[kinds.STAGE] = roll_frame.REPORTED
    report_text_roll(roll_frame.roller(frame), roll_frame.whose(frame) == roll_frame.FOR_DEFENDER, faces, events)


def _deliver(state: State, frame: list[int]) -> None:
    """Give the faces to whom they were rolled for."""
    faces = roll_frame.faces(frame)
    if roll_frame.whose(frame) == roll_frame.FOR_TEXT:
        note_roll(state.stack[-1], faces, False)
        return
    found = roll_below(state)
    assert found is not None
    for die, face in zip(roll_frame.dice(frame), faces, strict=True):
        rolled_faces.add_face(found, roll_frame.whose(frame), die, face)
    if state.stack[-1][kinds.KIND] == kinds.TEXT:
        note_roll(
            state.stack[-1], rolled_faces.faces_for(found, roll_frame.whose(frame)), roll_frame.whose(frame) == roll_frame.FOR_DEFENDER
        )
