"""The frame of an action that a text gives and that is about to begin; gone before the next question."""

from __future__ import annotations

from tipover.engine.core.decision import Choice
from tipover.engine.core.frames import kinds
from tipover.engine.core.frames.kinds import Frame
from tipover.engine.core.ids import FIGURE_OF, Verb

IS_COMPANIONS = 2
VERB, FIGURE, THING, PATH = 3, 4, 5, 6


def new(choice: Choice, is_companions: bool) -> Frame:
    """An action to begin: one's own, or a companion's as its card has it (COM-2)."""
    return [kinds.ACTION, 0, int(is_companions), choice.verb, choice.figure, choice.thing, *choice.path]


def choice_of(frame: Frame) -> Choice:
    """The action as it was chosen."""
    return Choice(Verb(frame[VERB]), FIGURE_OF[frame[FIGURE]], frame[THING], tuple(frame[PATH:]))


def is_companions(frame: Frame) -> bool:
    """Whether it is a companion's action, as its card has it (COM-2)."""
    return bool(frame[IS_COMPANIONS])
