"""The frame of dice that a text rolls."""

from __future__ import annotations

from typing import Final

from tipover.engine.core.frames import kinds
from tipover.engine.core.frames.kinds import Frame
from tipover.engine.core.ids import Thing

ROLLER: Final = 2  # who rolls, -1 nobody
WHOSE: Final = 3  # for whom
COUNT: Final = 4  # how many dice
DICE_AT: Final = 5  # the dice follow, then their faces

# For whom dice are rolled: a text, or added to a roll that lies below on the stack.
FOR_TEXT: Final = 0
FOR_CHALLENGER: Final = 1
FOR_DEFENDER: Final = 2
FOR_ROLL: Final = 3

# Stages.
# PREPARED is ROLLING after the texts that come before the roll
ROLLING: Final = 0
REPORTED: Final = 1
CLOSING: Final = 2
PREPARED: Final = 3

PLAIN: Final = -1  # a plain die, where others are numbers of the catalog


def new(roller: Thing, dice: list[int], whose: int) -> Frame:
    """Dice to be asked of chance; what they show goes to the text or roll below when all that waits for it is done."""
    return [kinds.ROLL, ROLLING, roller, whose, len(dice), *dice]


def add_die(frame: Frame, die: int) -> None:
    """Add a die before the roll."""
    frame.insert(DICE_AT + frame[COUNT], die)
    frame[COUNT] += 1


def take_die(frame: Frame, die: int) -> None:
    """Take a die out of a roll."""
    del frame[frame.index(die, DICE_AT, DICE_AT + frame[COUNT])]
    frame[COUNT] -= 1


def faces(frame: Frame) -> list[int]:
    """The faces a roll frame shows so far."""
    return frame[DICE_AT + frame[COUNT] :]


def roller(frame: Frame) -> Thing:
    """Who rolls, `NOTHING` if nobody does."""
    return frame[ROLLER]  # type: ignore[return-value]


def whose(frame: Frame) -> int:
    """For whom the dice are rolled: `FOR_TEXT` and so on."""
    return frame[WHOSE]


def dice(frame: Frame) -> list[int]:
    """The dice that are rolled."""
    return frame[DICE_AT : DICE_AT + frame[COUNT]]
