"""The frame of a turn."""

from __future__ import annotations

from typing import Final

from tipover.engine.core.frames import kinds
from tipover.engine.core.frames.kinds import Frame
from tipover.engine.core.ids import FIGURE_OF, NOBODY, SIDE_OF, FigureId, Side

SIDE: Final = 2
ACTOR: Final = 3  # the figure that takes the turn, -1 while it is to be chosen
ACTIONS: Final = 4  # how many actions are left
COMPANION_USED: Final = 5  # whether the companion's action of this turn was taken (COM-2)

ACTIONS_A_TURN: Final = 2

# Stages.
CHOOSING: Final = 0
BEGINNING: Final = 1
ACTING: Final = 2
ENDING: Final = 3
EXHAUSTING: Final = 4


def new(side: Side, figure: FigureId = NOBODY, stage: int = CHOOSING, actions: int = ACTIONS_A_TURN) -> Frame:
    """A side's turn; its figure is chosen first unless it is given."""
    return [kinds.TURN, stage, side, figure, actions, 0]


def side(frame: Frame) -> Side:
    """The side whose turn it is."""
    return SIDE_OF[frame[SIDE]]


def actor(frame: Frame) -> FigureId:
    """The figure that takes the turn, `NOBODY` while it is to be chosen."""
    return FIGURE_OF[frame[ACTOR]]


def acting(frame: Frame) -> tuple[FigureId, int, Side]:
    """As `actor`, `actions_left` and `side`, in one call: they are asked for at every action."""
    return FIGURE_OF[frame[ACTOR]], frame[ACTIONS], SIDE_OF[frame[SIDE]]


def spend(frame: Frame, figure: FigureId, count: int) -> bool:
    """Take actions from the figure that takes the turn; False, and nothing is taken, if that is another one."""
    if frame[ACTOR] != figure:
        return False
    frame[ACTIONS] -= count
    return True


def choose(frame: Frame, figure: FigureId) -> None:
    """Give the turn to a figure; it begins next."""
    frame[ACTOR] = figure
    frame[kinds.STAGE] = BEGINNING


def actions_left(frame: Frame) -> int:
    """How many actions are left."""
    return frame[ACTIONS]


def add_actions(frame: Frame, count: int) -> None:
    """Give the turn more actions, or fewer if `count` is negative."""
    frame[ACTIONS] += count


def is_companion_used(frame: Frame) -> bool:
    """Whether the companion's action of this turn was taken (COM-2)."""
    return bool(frame[COMPANION_USED])


def use_companion(frame: Frame) -> None:
    """The companion's action of this turn is taken."""
    frame[COMPANION_USED] = 1
