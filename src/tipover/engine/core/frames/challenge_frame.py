"""The frame of a challenge, and the dice kept in it."""

from __future__ import annotations

from typing import Final

from tipover.cards.catalog import BURST, SHIELD, TRIPLE
from tipover.engine.core.frames import kinds, roll_frame
from tipover.engine.core.frames.kinds import Frame
from tipover.engine.core.ids import FIGURE_OF, NO_SIDE, NOTHING, SIDE_OF, FigureId, Side, Thing

CHALLENGER: Final = 2  # -1 nobody
TARGET: Final = 3
DICE: Final = 4  # how many the challenger rolls
DEFENSE: Final = 5  # how many dice the defender rolls
HITS: Final = 6  # by how many successes the challenger is ahead
PROGRAM: Final = 7  # the text whose dice they are, -1 the basic ones
STEP: Final = 8  # the step of that text, -1 the basic dice
CREDIT: Final = 9  # who has the credit, if that is not the challenger (CHA-29)
CREDIT_SIDE: Final = 10  # and its side
SET_DICE: Final = 11  # dice set before the roll: bursts, shields and triples of the challenger, then of the defender
LAST_SETTING: Final = 17  # which of several texts that set the defense holds, counted from 1; 0 if no order was asked (TIM-4)
EXTRAS: Final = 18  # how many dice texts have added
EXTRAS_AT: Final = 19  # those follow, then the faces of the challenger's dice and of the defender's as they fall

# Stages, in the order of CHA-24. A stage is what comes next: while texts run that wait for the challenger's dice it is AFTER_ATTACK.
# FIXED is FIXING after the texts that come before the roll.
DECLARED: Final = 0
FIXING: Final = 1
ATTACKING: Final = 2
DEFENDING: Final = 3
ROLLED: Final = 4
AFTER_ATTACK: Final = 5
COMPARING: Final = 6
CLOSING: Final = 7
ENDED: Final = 8
FIXED: Final = 9
UNROLLED: Final = (FIXING, FIXED)

ALL_DICE: Final = 99


def new(challenger: FigureId, target: Thing, program: int = -1, step: int = -1, credit: FigureId = NOTHING, side: Side = NO_SIDE) -> Frame:
    """A declared challenge; `program` and `step` say which text's dice it rolls, -1 the basic ones.

    `credit` and `side` say whose a knock-out is where it is not by the challenger (CHA-29).
    """
    frame = [0] * EXTRAS_AT
    frame[: CREDIT_SIDE + 1] = [kinds.CHALLENGE, DECLARED, challenger, target, 0, 0, 0, program, step, credit, side]
    return frame


def _set_slot(whose: int, face: int) -> int:
    """Where a challenge frame counts the dice that are set to a face before the roll."""
    return SET_DICE + (3 if whose == roll_frame.FOR_DEFENDER else 0) + face


def add_extra(frame: Frame, die: int, whose: int) -> None:
    """Add a die to one side before the roll."""
    frame.insert(EXTRAS_AT + frame[EXTRAS], (die - roll_frame.PLAIN) * 2 + (whose == roll_frame.FOR_DEFENDER))
    frame[EXTRAS] += 1


def extra_dice(frame: Frame, whose: int) -> list[int]:
    """The dice that texts have added to one side before the roll."""
    if not frame[EXTRAS]:
        return []
    codes = frame[EXTRAS_AT : EXTRAS_AT + frame[EXTRAS]]
    return [code // 2 + roll_frame.PLAIN for code in codes if code % 2 == (whose == roll_frame.FOR_DEFENDER)]


def set_faces(frame: Frame, whose: int) -> tuple[int, ...]:
    """The faces of the dice that were set before the roll, no more than there are dice."""
    first = _set_slot(whose, BURST)
    if not (frame[first] or frame[first + 1] or frame[first + 2]):
        return ()  # as a rule none was
    dice = dice_count(frame, whose)
    bursts = min(dice, frame[_set_slot(whose, BURST)])
    shields = min(dice - bursts, frame[_set_slot(whose, SHIELD)])
    triples = min(dice - bursts - shields, frame[_set_slot(whose, TRIPLE)])
    return (BURST,) * bursts + (SHIELD,) * shields + (TRIPLE,) * triples


def challenger(frame: Frame) -> FigureId:
    """The challenger, `NOBODY` if no figure is."""
    return FIGURE_OF[frame[CHALLENGER]]


def credit(frame: Frame) -> FigureId:
    """Who has the credit where it is not the challenger, otherwise `NOBODY` (CHA-29)."""
    return FIGURE_OF[frame[CREDIT]]


def credit_side(frame: Frame) -> Side:
    """The side that has the credit where it is not the challenger's, otherwise `NO_SIDE` (CHA-29)."""
    return SIDE_OF[frame[CREDIT_SIDE]]


def target(frame: Frame) -> Thing:
    """The figure or piece that is challenged."""
    return frame[TARGET]  # type: ignore[return-value]


def set_target(frame: Frame, target: Thing) -> None:
    """Go on with another target (CHA-14)."""
    frame[TARGET] = target


def program(frame: Frame) -> int:
    """The text whose dice are rolled, -1 for the basic ones."""
    return frame[PROGRAM]


def step_number(frame: Frame) -> int:
    """The step of that text that challenges."""
    return frame[STEP]


def dice_count(frame: Frame, whose: int) -> int:
    """How many dice one side rolls."""
    return frame[DICE if whose == roll_frame.FOR_CHALLENGER else DEFENSE]


def fix_dice(frame: Frame, dice: int, defense: int) -> None:
    """Set how many dice both sides roll, and go on to the challenger's roll."""
    frame[DICE], frame[DEFENSE] = dice, defense
    frame[kinds.STAGE] = ATTACKING


def take_dice(frame: Frame, whose: int, count: int) -> None:
    """Take dice away from one side."""
    frame[DICE if whose == roll_frame.FOR_CHALLENGER else DEFENSE] -= count


def set_dice(frame: Frame, whose: int, face: int, count: int) -> None:
    """Set dice of one side to a face before the roll (CHA-13)."""
    frame[_set_slot(whose, face)] += count


def has_set_dice(frame: Frame) -> bool:
    """Whether some dice are set to a face before the roll."""
    return any(frame[SET_DICE:EXTRAS])


def is_unrolled(frame: Frame) -> bool:
    """Whether no die of a declared challenge has fallen yet."""
    return frame[kinds.KIND] == kinds.CHALLENGE and frame[kinds.STAGE] in UNROLLED


def is_open(frame: Frame) -> bool:
    """Whether a challenge is not compared yet, so that its dice and its target can be changed."""
    return frame[kinds.STAGE] <= COMPARING or frame[kinds.STAGE] == FIXED


def hits(frame: Frame) -> int:
    """By how many successes the challenger is ahead, once compared."""
    return frame[HITS]


def set_hits(frame: Frame, hits: int) -> None:
    """Store by how many successes the challenger is ahead."""
    frame[HITS] = hits


def last_setting(frame: Frame) -> int:
    """Which of several texts that set the defense holds, counted from 1; 0 if no order was asked (TIM-4)."""
    return frame[LAST_SETTING]


def set_last_setting(frame: Frame, number: int) -> None:
    """Note which of several texts that set the defense holds."""
    frame[LAST_SETTING] = number
