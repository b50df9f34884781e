"""The parts of an act: its objects, its doer, and its adverbs (`straight`, `toward X`, `range 3`)."""

from __future__ import annotations

from tipover.cards.ast import Act, Phrase
from tipover.cards.program import DEST as IN_DEST
from tipover.cards.program import OBJ as IN_OBJ
from tipover.cards.program import Step
from tipover.engine.core.frames import text_frame
from tipover.engine.core.ids import NOTHING, Thing
from tipover.engine.core.state import State
from tipover.engine.phrases.meaning import things, things_for
from tipover.engine.phrases.nouns import existing


def objects(state: State, frame: list[int], op: Step) -> list[Thing]:
    """The things an act is done to: those picked for it, those it names, else its doer."""
    assert op.act is not None
    if IN_OBJ in op.picked:
        return [text_frame.object_of(frame)]
    if op.act.what is not None:
        return things_for(state, frame, op.act.what, op.act.verb)
    return existing(text_frame.who(frame))


def destination(state: State, frame: list[int], op: Step) -> Thing:
    """The thing that an act names after `to` or `with`: the one picked for it, else the first named; -1 if there is none."""
    assert op.act is not None
    if IN_DEST in op.picked:
        return text_frame.destination(frame)
    assert isinstance(op.act.to, Phrase)
    found = things(state, frame, op.act.to)
    return found[0] if found else NOTHING


def how_of(act: Act, word: str) -> object:
    """The argument of an adverb of an act: `True` for one without argument, None if it is absent."""
    for one, value in act.how:
        if one == word:
            return True if value is None else value
    return None
