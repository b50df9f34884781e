"""The frame of a round."""

from __future__ import annotations

from typing import Final

from tipover.engine.core.frames import kinds
from tipover.engine.core.frames.kinds import Frame
from tipover.engine.core.ids import SIDE_OF, Side

NEXT: Final = 2  # the side that is next to take a turn, or how many sides have cooled down

# Stages.
BEGIN: Final = 0
TURNS: Final = 1
ENDING: Final = 2
SCORING: Final = 3
CHECKING: Final = 4
COOLDOWN: Final = 5
REFRESH: Final = 6


def new(side: Side, stage: int = BEGIN) -> Frame:
    """A round in which a side is next."""
    return [kinds.ROUND, stage, side]


def next_side(frame: Frame) -> Side:
    """The side that is next to take a turn."""
    return SIDE_OF[frame[NEXT]]


def set_next_side(frame: Frame, side: Side) -> None:
    """Let a side take the next turn."""
    frame[NEXT] = side


def begin_cooldown(frame: Frame) -> None:
    """Go on with the cooldown; no side has cooled down yet."""
    frame[kinds.STAGE] = COOLDOWN
    frame[NEXT] = 0


def cooled_sides(frame: Frame) -> int:
    """How many sides have cooled down."""
    return frame[NEXT]


def add_cooled_side(frame: Frame) -> None:
    """One more side has cooled down."""
    frame[NEXT] += 1
