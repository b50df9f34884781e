"""Secret choices that texts still have to make (SUP-11)."""

from __future__ import annotations

from tipover.cards import program as ops
from tipover.engine.core.frames import kinds, order_frame, text_frame
from tipover.engine.core.ids import Thing
from tipover.engine.core.state import State
from tipover.engine.phrases.text_frames import program_of


def is_at_reveal(state: State, frame: list[int]) -> bool:
    """Whether a text has a secret choice in it that is not shown yet."""
    return frame[kinds.KIND] == kinds.TEXT and program_of(state, frame).steps[frame[kinds.STAGE]].op == ops.REVEAL


def set_secret(state: State, frame: list[int], thing: Thing) -> None:
    """Put another thing in the place of the secret choice of a text that waits for the others."""
    step = program_of(state, frame).steps[frame[kinds.STAGE] - 1]
    assert step.op == ops.SECRET and step.phrase is not None
    text_frame.set_referent(frame, step.phrase.slot, thing)


def is_before_secret(state: State, frame: list[int]) -> bool:
    """Whether a secret choice is still to be made in a text, or in one that waits for its player's order."""
    if frame[kinds.KIND] == kinds.ORDER:
        return any(is_before_secret(state, text) for text in order_frame.waiting(frame))
    if frame[kinds.KIND] != kinds.TEXT:
        return False
    coming = (step.op for step in program_of(state, frame).steps[frame[kinds.STAGE] :])
    return next((op for op in coming if op in (ops.SECRET, ops.REVEAL)), -1) == ops.SECRET
