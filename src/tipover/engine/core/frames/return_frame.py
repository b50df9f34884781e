"""The frame of figures that come back from a track."""

from __future__ import annotations

from typing import Final

from tipover.engine.core.frames import kinds
from tipover.engine.core.frames.kinds import Frame
from tipover.engine.core.ids import FIGURE_OF, NOBODY, SIDE_OF, FigureId, Side

SIDE: Final = 2
FIGURE: Final = 3  # the figure that comes back now, -1 while it is to be chosen

# Stages: whether the texts that speak of the figure's return have run.
UNANNOUNCED: Final = 0
ANNOUNCED: Final = 1


def new(side: Side, figure: FigureId = NOBODY) -> Frame:
    """The return of a side's figures, or of one of them."""
    return [kinds.RETURN, UNANNOUNCED, side, figure]


def figure(frame: Frame) -> FigureId:
    """The figure that comes back now, `NOBODY` while it is to be chosen."""
    return FIGURE_OF[frame[FIGURE]]


def side(frame: Frame) -> Side:
    """The side whose figures come back."""
    return SIDE_OF[frame[SIDE]]


def choose(frame: Frame, figure: FigureId) -> None:
    """Let a figure come back now."""
    frame[FIGURE] = figure


def go_on(frame: Frame) -> None:
    """The figure is done; the next one is to be chosen."""
    frame[FIGURE] = NOBODY
    frame[kinds.STAGE] = UNANNOUNCED
