"""The frame of an answer that is already known, for the frame below; gone before the next question."""

from __future__ import annotations

from tipover.engine.core.decision import Choice
from tipover.engine.core.frames import kinds
from tipover.engine.core.frames.kinds import Frame
from tipover.engine.core.ids import FIGURE_OF, Verb

VERB, FIGURE, THING, PATH = 2, 3, 4, 5


def new(choice: Choice) -> Frame:
    """An answer for the frame below."""
    return [kinds.ANSWER, 0, choice.verb, choice.figure, choice.thing, *choice.path]


def choice_of(frame: Frame) -> Choice:
    """The answer."""
    return Choice(Verb(frame[VERB]), FIGURE_OF[frame[FIGURE]], frame[THING], tuple(frame[PATH:]))
