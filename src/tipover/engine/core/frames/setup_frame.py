"""The frame of the set-up phase."""

from __future__ import annotations

from typing import Final

from tipover.engine.core.frames import kinds
from tipover.engine.core.frames.kinds import Frame

DONE: Final = 2  # how many teams have taken their colour
STARTER: Final = 3  # the team that starts, if the flip came before the colours (SUP-2); -1 otherwise

# Stages.
COLOUR: Final = 0
FLIPPING: Final = 1
PICKING: Final = 2
SHOWING: Final = 3
PLACING: Final = 4


def new(stage: int) -> Frame:
    """Set-up, beginning with a stage."""
    return [kinds.SETUP, stage, 0, -1]


def add_team(frame: Frame) -> None:
    """One more team has taken its colour."""
    frame[DONE] += 1


def starter(frame: Frame) -> int:
    """The team that starts, if the flip came before the colours; -1 otherwise."""
    return frame[STARTER]


def set_starter(frame: Frame, team: int) -> None:
    """The flip has decided which team starts."""
    frame[STARTER] = team
