"""The frame of a text. Its stage is the index of its step in the program; what follows the slots is the path of its last move.

Its slots are the registers of the interpreter and are read in every loop. So the accessors give a slot its type without a call that would
convert it: in pure Python that would cost more than the access.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tipover.board.mask import NO_SQUARE, Mask, Square
from tipover.cards.program import DEEPEST_LOOP, MOST_KEPT
from tipover.engine.core.frames import kinds
from tipover.engine.core.frames.kinds import Frame
from tipover.engine.core.ids import NOTHING, PIECE, FigureId, Side, Thing

PROGRAM: Final = 2
THIS: Final = 3
YOU: Final = 4
SUBJECT: Final = 5
TARGET: Final = 6
CHALLENGER: Final = 7
OWNER: Final = 8
LAST_SQUARE: Final = 9
WON: Final = 10
SQUARES_MOVED: Final = 11
LEFT: Final = 12
CONTROLLED: Final = 13
PAID: Final = 14
WHO: Final = 15
OBJECT: Final = 16
DESTINATION: Final = 17
TARGETS: Final = 18
CARD: Final = 19
SUM: Final = 20
SUCCESSES: Final = 21
ALIKE: Final = 22
CHAIN: Final = 23
GIVEN: Final = 24
AIM: Final = 25
# One slot for each loop inside another: how often it still goes round, or to whom it went; empty while it is not on.
LOOPS: Final = 26
# What later words of the text refer to: things, or masks of things.
KEPT: Final = LOOPS + DEEPEST_LOOP
PATH: Final = KEPT + MOST_KEPT
# The slot of a frame for each slot that `resolve` gives to the words of a text.
REFERENTS: Final[tuple[int, ...]] = (THIS, SUBJECT, TARGET, CHALLENGER, OWNER, TARGETS, *range(KEPT, PATH))

# What PAID says besides the colour of the token: the last of its type, less than the price, none at all; of an item's use.
# The place to which it went follows, in multiples of PLACE.
LAST_OF_TYPE: Final = 4
LESS: Final = 8
FREE_OF_TOKENS: Final = 16
ITEM: Final = 32
PLACE: Final = 64


_BLANK: Final[Frame] = [NOTHING] * PATH
_BLANK[kinds.KIND] = kinds.TEXT
for _slot in (kinds.STAGE, CONTROLLED, TARGETS, SQUARES_MOVED, SUM, CHAIN, SUCCESSES, ALIKE, GIVEN):
    _BLANK[_slot] = 0


def program(frame: Frame) -> int:
    """The number of its program in the text index."""
    return frame[PROGRAM]


def running(frame: Frame) -> tuple[int, int, int]:
    """As `program`, `chain` and `paid`, in one call: they are asked for whenever a text goes on."""
    return frame[PROGRAM], frame[CHAIN], frame[PAID]


def this(frame: Frame) -> Thing:
    """What `this` means: a figure or piece, -1 for a scenario's text."""
    return frame[THIS]  # type: ignore[return-value]


def you(frame: Frame) -> Side:
    """The side whose text it is, -1 for nobody's."""
    return frame[YOU]  # type: ignore[return-value]


def subject(frame: Frame) -> Thing:
    """The subject of the event that set it off, or its object where the subject is `you`."""
    return frame[SUBJECT]  # type: ignore[return-value]


def target(frame: Frame) -> Thing:
    """The last target of its challenges."""
    return frame[TARGET]  # type: ignore[return-value]


def challenger(frame: Frame) -> Thing:
    """The challenger, or whose deed the event was."""
    return frame[CHALLENGER]  # type: ignore[return-value]


def owner(frame: Frame) -> Thing:
    """The figure to which `this` belongs."""
    return frame[OWNER]  # type: ignore[return-value]


def last_square(frame: Frame) -> Square:
    """The square that the subject of the event left."""
    return frame[LAST_SQUARE]  # type: ignore[return-value]


def won(frame: Frame) -> int:
    """Whether its last challenge was won."""
    return frame[WON]


def squares_moved(frame: Frame) -> int:
    """How many squares its last move went."""
    return frame[SQUARES_MOVED]


def left(frame: Frame) -> int:
    """Which of several given actions, or how many dice, are done or left."""
    return frame[LEFT]


def controlled(frame: Frame) -> int:
    """The figures it controls, as a mask."""
    return frame[CONTROLLED]


def paid(frame: Frame) -> int:
    """What was paid for it, -1 for a text that costs nothing."""
    return frame[PAID]


def who(frame: Frame) -> Thing:
    """Who does the next deed."""
    return frame[WHO]  # type: ignore[return-value]


def object_of(frame: Frame) -> Thing:
    """What the next deed is done to."""
    return frame[OBJECT]  # type: ignore[return-value]


def destination(frame: Frame) -> Thing:
    """Where to, or against whom."""
    return frame[DESTINATION]  # type: ignore[return-value]


def targets(frame: Frame) -> int:
    """All targets of its challenges, as a mask of figures."""
    return frame[TARGETS]


def card(frame: Frame) -> Thing:
    """The piece whose card it stands on."""
    return frame[CARD]  # type: ignore[return-value]


def total(frame: Frame) -> int:
    """The total of the numbers of the last roll (CHA-22)."""
    return frame[SUM]


def successes(frame: Frame) -> int:
    """The successes of the last roll (CHA-12)."""
    return frame[SUCCESSES]


def alike(frame: Frame) -> int:
    """How many dice the last roll had if all show one face (CHA-22)."""
    return frame[ALIKE]


def chain(frame: Frame) -> int:
    """How far it is in a chain of effects (TIM-8)."""
    return frame[CHAIN]


def given(frame: Frame) -> int:
    """The kinds of basic actions that it has given so far, as bits: a `different` one is none of them."""
    return frame[GIVEN]


def aim(frame: Frame) -> Thing:
    """What `the target` meant when a loop over targets began: `each rival adjacent to the target` does not go on from the next one."""
    return frame[AIM]  # type: ignore[return-value]


def doer(frame: Frame) -> Thing:
    """The figure that does an act: the one that the text names as its doer, otherwise `this`."""
    named = who(frame)
    return named if 0 <= named < PIECE else this(frame)


def registers_but_card(frame: Frame) -> tuple[int, ...]:
    """What it knows besides its program and the card it stands on: equal for two cards that would do the same."""
    return (*frame[THIS:CARD], *frame[CARD + 1 :])


def new(program: int, this: Thing, you: Side) -> Frame:
    """A text that has not begun, for a figure or piece and a side."""
    frame = _BLANK[:]
    frame[PROGRAM] = program
    frame[THIS] = frame[WHO] = this
    frame[YOU] = you
    return frame


def begun_again(frame: Frame, program: int) -> Frame:
    """A text that has not begun and knows what another frame has chosen: a trigger that one of its steps left waiting."""
    found = new(program, this(frame), you(frame))
    for slot in (SUBJECT, TARGET, CHALLENGER, OWNER, LAST_SQUARE, TARGETS, CARD):
        found[slot] = frame[slot]
    found[KEPT:PATH] = frame[KEPT:PATH]
    return found


def set_source(frame: Frame, owner: FigureId, card: Thing) -> None:
    """The figure to which `this` belongs, and the piece whose card the text stands on."""
    frame[OWNER], frame[CARD] = owner, card


def set_event(frame: Frame, subject: Thing, by: Thing, target: Thing = NOTHING, square: Square = NO_SQUARE) -> None:
    """What the words of the text can refer to from the event that set it off."""
    frame[SUBJECT], frame[CHALLENGER], frame[TARGET], frame[LAST_SQUARE] = subject, by, target, square


def set_you(frame: Frame, side: Side) -> None:
    """Make it a side's text."""
    frame[YOU] = side


def set_card(frame: Frame, card: Thing) -> None:
    """The piece whose card the text stands on."""
    frame[CARD] = card


def set_paid(frame: Frame, paid: int) -> None:
    """Store what was paid: a colour, and `LESS` and so on."""
    frame[PAID] = paid


def set_chain(frame: Frame, link: int) -> None:
    """Store how far the text is in a chain of effects (TIM-8)."""
    frame[CHAIN] = link


def set_who(frame: Frame, thing: Thing) -> None:
    """Who does the next deed."""
    frame[WHO] = thing


def set_object(frame: Frame, thing: Thing) -> None:
    """What the next deed is done to."""
    frame[OBJECT] = thing


def set_destination(frame: Frame, thing: Thing) -> None:
    """Where the next deed leads to, or against whom."""
    frame[DESTINATION] = thing


def set_target(frame: Frame, thing: Thing) -> None:
    """The last target of the text's challenges."""
    frame[TARGET] = thing


def add_target(frame: Frame, figure: Thing) -> None:
    """Remember a figure among all targets of the text's challenges."""
    frame[TARGETS] |= 1 << figure


def set_aim(frame: Frame, thing: Thing) -> None:
    """Remember what `the target` means while a loop over targets begins."""
    frame[AIM] = thing


def set_won(frame: Frame, won: int) -> None:
    """Whether the last challenge was won, `NOTHING` while it goes on."""
    frame[WON] = won


def set_left(frame: Frame, left: int) -> None:
    """Which of several given actions, or how many dice, are done or left; `NOTHING` if none are."""
    frame[LEFT] = left


def set_controlled(frame: Frame, figures: Mask) -> None:
    """The figures that the text controls."""
    frame[CONTROLLED] = figures


def add_given(frame: Frame, bits: int) -> None:
    """Add kinds of basic actions to those that the text has given."""
    frame[GIVEN] |= bits


def set_roll(frame: Frame, total: int, successes: int, alike: int) -> None:
    """Store what the last roll shows (CHA-12, CHA-22)."""
    frame[SUM], frame[SUCCESSES], frame[ALIKE] = total, successes, alike


def loop(frame: Frame, depth: int) -> int:
    """How often a loop still goes round, or to whom it went; `NOTHING` while it is not on."""
    return frame[LOOPS + depth]


def set_loop(frame: Frame, depth: int, value: int) -> None:
    """Store how often a loop still goes round, or to whom it went; `NOTHING` ends it."""
    frame[LOOPS + depth] = value


def referent(frame: Frame, slot: int) -> Thing:
    """What a word means that `resolve` gave a slot; `NOTHING` if it means nothing yet."""
    return frame[REFERENTS[slot]]  # type: ignore[return-value]


def set_referent(frame: Frame, slot: int, thing: Thing) -> None:
    """Let a word that refers to something mean a thing."""
    frame[REFERENTS[slot]] = thing


def kept_group(frame: Frame, slot: int) -> int:
    """The mask of things that a word means; 0 or less if there are none."""
    return frame[REFERENTS[slot]]


def set_kept_group(frame: Frame, slot: int, mask: int) -> None:
    """Let a word mean several things."""
    frame[REFERENTS[slot]] = mask


def path(frame: Frame) -> list[int]:
    """The squares of the last move's way, and its walls as things."""
    return frame[PATH:]


def set_path(frame: Frame, way: Sequence[Square], walls: Sequence[Thing]) -> None:
    """Store the way of the last move and the walls it went through (MOV-22, MAP-9)."""
    frame[SQUARES_MOVED] = len(way)
    frame[PATH:] = [*way, *walls]


def without_path(frame: Frame) -> Frame:
    """A copy without the way of the last move."""
    return frame[:PATH]
