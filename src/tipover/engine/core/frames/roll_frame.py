"""The frame of dice that a text rolls."""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter

from tipover.engine.core.frames import kinds
from tipover.engine.core.frames.kinds import Frame
from tipover.engine.core.ids import Thing

ROLLER = 2  # who rolls, -1 nobody
WHOSE = 3  # for whom
COUNT = 4  # how many dice
DICE_AT = 5  # the dice follow, then their faces

# For whom dice are rolled: a text, or added to a roll that lies below on the stack.
FOR_TEXT, FOR_CHALLENGER, FOR_DEFENDER, FOR_ROLL = range(4)

# Stages.
ROLLING, REPORTED, CLOSING, PREPARED = range(4)  # PREPARED is ROLLING after the texts that come before the roll

PLAIN = -1  # a plain die, where others are numbers of the catalog


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


roller: Callable[[Frame], Thing] = itemgetter(ROLLER)
"""Who rolls, `NOTHING` if nobody does."""


def whose(frame: Frame) -> int:
    """For whom the dice are rolled: `FOR_TEXT` and so on."""
    return frame[WHOSE]


def dice(frame: Frame) -> list[int]:
    """The dice that are rolled."""
    return frame[DICE_AT : DICE_AT + frame[COUNT]]
