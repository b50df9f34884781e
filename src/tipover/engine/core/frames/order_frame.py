"""The frame of several effects of one player, or of several settings of one value, that wait for their order (TIM-1, TIM-4)."""

from __future__ import annotations

from typing import Final

from tipover.engine.core.frames import kinds, text_frame
from tipover.engine.core.frames.kinds import Frame
from tipover.engine.core.ids import SIDE_OF, Side

# stages: effects that run in the chosen order; settings of a value, of which the last one holds
EFFECTS: Final = 0
SETTINGS: Final = 1

SIDE: Final = 2
COUNT: Final = 3  # how many effects wait
FRAMES_AT: Final = 4  # their text frames follow, one after the other

_LENGTH: Final = text_frame.PATH


def new(side: Side, frames: list[Frame], stage: int = EFFECTS) -> Frame:
    """The effects of a side, each a text frame that has not begun; or the standing texts that set a value of its figure."""
    return [kinds.ORDER, stage, side, len(frames), *(slot for frame in frames for slot in frame[:_LENGTH])]


def waiting(frame: Frame) -> list[Frame]:
    """The text frames that wait."""
    return [frame[k : k + _LENGTH] for k in range(FRAMES_AT, len(frame), _LENGTH)]


def take(frame: Frame, number: int) -> Frame:
    """Take one of the waiting text frames out."""
    start = FRAMES_AT + number * _LENGTH
    taken = frame[start : start + _LENGTH]
    del frame[start : start + _LENGTH]
    frame[COUNT] -= 1
    return taken


def side(frame: Frame) -> Side:
    """The side whose effects wait, `NO_SIDE` for nobody's."""
    return SIDE_OF[frame[SIDE]]
