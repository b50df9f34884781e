"""What deeds share: the things a deed is done to."""

from __future__ import annotations

from tipover.cards.program import OBJ as IN_OBJ
from tipover.cards.program import Step
from tipover.engine.state import State
from tipover.engine.steps.frame import OBJ, WHO
from tipover.engine.steps.nouns import things


def objects(state: State, frame: list[int], op: Step) -> list[int]:
    """The things a deed is done to: those picked for it, those it names, else its doer."""
    assert op.act is not None
    if IN_OBJ in op.picked:
        return [frame[OBJ]]
    if op.act.what is not None:
        return things(state, frame, op.act.what)
    return [frame[WHO]] if frame[WHO] >= 0 else []
