"""The frame of a move that goes square by square. Its stage is how many squares of the way are behind it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tipover.board.mask import Mask, Square
from tipover.engine.core.frames import kinds
from tipover.engine.core.frames.kinds import Frame
from tipover.engine.core.ids import Thing

MOVER: Final = 2
FROM: Final = 3  # the square where the move began
WAS_DOWN: Final = 4  # whether the mover was knocked down when it began
REPORTED: Final = 5  # how many squares of the way are in events already
LEFT: Final = 6  # how many steps the move has beyond its way
SORT: Final = 7  # whose move it is
# What could be passed and ended in when the last effect began, to see whether it changed the ground.
THROUGH: Final = 8
ENDS: Final = 9
WAY: Final = 10  # the squares of the way follow

# Sorts: a basic move; one of the text below it on the stack; one of that text which keeps its way for `passed through`.
BASIC: Final = 0
OF_TEXT: Final = 1
KEPT: Final = 2

# In THROUGH and ENDS: nothing happened; the rest of the way is being asked for.
QUIET: Final = -1
ASKING: Final = -2


def new(mover: Thing, start: Square, was_down: int, way: tuple[Square, ...], left: int, sort: int) -> Frame:
    """A move along a way that could take `left` further steps."""
    return [kinds.MOVE, 0, mover, start, was_down, 0, left, sort, QUIET, QUIET, *way]


def mover(frame: Frame) -> Thing:
    """The figure or piece that moves."""
    return frame[MOVER]  # type: ignore[return-value]


def start(frame: Frame) -> Square:
    """The square where the move began."""
    return frame[FROM]  # type: ignore[return-value]


def was_down(frame: Frame) -> bool:
    """Whether the mover was knocked down when the move began."""
    return bool(frame[WAS_DOWN])


def sort(frame: Frame) -> int:
    """Whose move it is: `BASIC` and so on."""
    return frame[SORT]


def way(frame: Frame) -> list[Square]:
    """The squares of the way."""
    return frame[WAY:]  # type: ignore[return-value]


def steps_left(frame: Frame) -> int:
    """How many steps the mover may still take: the rest of its way, and those beyond it."""
    return len(frame) - WAY - frame[kinds.STAGE] + frame[LEFT]


def set_rest(frame: Frame, at: int, rest: Sequence[Square], left: int) -> None:
    """Go on along other squares after the first `at` of the way; the move could take `left` steps beyond them."""
    frame[WAY + at :] = rest
    frame[LEFT] = left


def ground(frame: Frame) -> tuple[Mask, Mask]:
    """What could be passed and ended in when the last effect began; twice `QUIET` if nothing happened."""
    return frame[THROUGH], frame[ENDS]


def set_ground(frame: Frame, through: Mask = QUIET, ends: Mask = QUIET) -> None:
    """Store what can be passed and ended in now, or that nothing happened."""
    frame[THROUGH], frame[ENDS] = through, ends


def reported(frame: Frame) -> int:
    """How many squares of the way are in events already."""
    return frame[REPORTED]


def set_reported(frame: Frame, count: int) -> None:
    """Store how many squares of the way are in events."""
    frame[REPORTED] = count
