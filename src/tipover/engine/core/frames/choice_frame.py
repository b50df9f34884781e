"""The frames of a choice that is made: an action that a text gives, an answer for the frame below. Gone before the next question."""

from __future__ import annotations

from typing import Final

from tipover.engine.core.decision import Choice
from tipover.engine.core.frames import kinds
from tipover.engine.core.frames.kinds import Frame
from tipover.engine.core.ids import FIGURE_OF, Verb

SORT: Final = 2
# the sorts
OWN: Final = 0
COMPANIONS: Final = 1
FREE: Final = 2
VERB: Final = 3
FIGURE: Final = 4
THING: Final = 5
PATH: Final = 6


def new_answer(choice: Choice) -> Frame:
    """An answer for the frame below."""
    return [kinds.ANSWER, 0, 0, choice.verb, choice.figure, choice.thing, *choice.path]


def new_action(choice: Choice, sort: int) -> Frame:
    """An action to begin: one's own, a companion's as its card has it (COM-2), or one that is not paid for (ABI-5)."""
    return [kinds.ACTION, 0, sort, choice.verb, choice.figure, choice.thing, *choice.path]


def choice_of(frame: Frame) -> Choice:
    """The action or answer as it was chosen."""
    return Choice(Verb(frame[VERB]), FIGURE_OF[frame[FIGURE]], frame[THING], tuple(frame[PATH:]))


def is_companions(frame: Frame) -> bool:
    """Whether it is a companion's action, as its card has it (COM-2)."""
    return frame[SORT] == COMPANIONS


def is_free(frame: Frame) -> bool:
    """Whether an ability is not paid for (ABI-5)."""
    return frame[SORT] == FREE
