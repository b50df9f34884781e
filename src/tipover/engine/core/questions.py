"""The kinds of decisions: one row for each, with its name, its rules and the verbs that answer it.

To add a kind, add its constant, its name and its row here, and its words to the catalogues of `languages/`: under `question`
why it is asked, under `prompt` the sentence above the options.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import Enum
from typing import Final, Literal, NamedTuple, get_args

from tipover.engine.core import verbs
from tipover.engine.core.ids import DecisionKind, Verb
from tipover.engine.core.verbs import ACTION_VERBS, PLAIN_ANSWERS, Form

# The name of each kind in JSON, on the wire and in keys of the catalogues, in the order of their numbers.
QuestionName = Literal["side", "flip", "pick", "place", "turn", "action", "roll", "return", "where", "text", "order", "attach"]
ASKS: Final[tuple[QuestionName, ...]] = get_args(QuestionName)

SIDE: Final = DecisionKind(0)
FLIP: Final = DecisionKind(1)
PICK: Final = DecisionKind(2)
PLACE: Final = DecisionKind(3)
TURN: Final = DecisionKind(4)
ACTION: Final = DecisionKind(5)
ROLL: Final = DecisionKind(6)
RETURN: Final = DecisionKind(7)
WHERE: Final = DecisionKind(8)
TEXT: Final = DecisionKind(9)
ORDER: Final = DecisionKind(10)
ATTACH: Final = DecisionKind(11)


class AskedWhen(Enum):
    """When a kind is asked."""

    SETUP = "before the first round"
    TURN = "between turns"
    ACTION = "between the actions of a turn"
    MIDST = "in the midst of what somebody does, or of what it sets off"
    CHANCE = "of chance, whenever something is rolled or flipped"


class QuestionRow(NamedTuple):
    """One kind of decisions."""

    kind: DecisionKind
    moment: AskedWhen
    rules: tuple[str, ...]  # the rules that ask it, the weightiest first
    answers: tuple[Verb, ...]  # the verbs that answer it; an action answers for the turn it would begin as well

    @property
    def name(self) -> QuestionName:
        """Its name in JSON, on the wire and in keys of the catalogues."""
        return ASKS[self.kind]


ROWS: Final = (
    QuestionRow(SIDE, AskedWhen.SETUP, ("SUP-2",), (verbs.SIDE,)),
    QuestionRow(FLIP, AskedWhen.CHANCE, ("SUP-2", "TIM-3"), (verbs.FLIP,)),
    QuestionRow(PICK, AskedWhen.SETUP, ("SUP-3", "SUP-4"), (verbs.PICK,)),
    QuestionRow(PLACE, AskedWhen.SETUP, ("SUP-6",), (verbs.PLACE,)),
    QuestionRow(TURN, AskedWhen.TURN, ("TRN-1",), (verbs.TURN, *ACTION_VERBS)),
    QuestionRow(ACTION, AskedWhen.ACTION, ("TRN-2",), (verbs.TURN, *ACTION_VERBS)),
    QuestionRow(ROLL, AskedWhen.CHANCE, ("CHA-5",), (verbs.ROLL,)),
    QuestionRow(RETURN, AskedWhen.MIDST, ("CDN-2",), (verbs.FIGURE,)),
    QuestionRow(WHERE, AskedWhen.MIDST, ("CDN-3", "CDN-4"), (verbs.SQUARE, verbs.FIGURE)),
    QuestionRow(
        TEXT, AskedWhen.MIDST, ("ABI-3",), (verbs.SQUARE, verbs.FIGURE, verbs.THING, verbs.WAY, *PLAIN_ANSWERS, *ACTION_VERBS)
    ),
    QuestionRow(ORDER, AskedWhen.MIDST, ("TIM-1",), (verbs.ORDER,)),
    QuestionRow(ATTACH, AskedWhen.SETUP, ("ATT-1", "SUP-10"), (verbs.ATTACH,)),
)  # fmt: skip

if [row.kind for row in ROWS] != list(range(len(ASKS))):
    raise LookupError("the rows of the questions are not one for each kind, in the order of their numbers")

# Kinds whose answers are written after an arrow, and may be typed without it: what is typed is read as one of them.
ANSWERED_BY_ARROW: Final = [row.kind for row in ROWS if any(verbs.ROWS[verb].form is Form.ANSWER for verb in row.answers)]


def keys_in(table: str, texts: Mapping[str, str], apart_from: Collection[DecisionKind] = ()) -> dict[DecisionKind, str]:
    """The key that each kind has in a table of a catalogue; a LookupError names those the catalogue lacks."""
    keys = {row.kind: f"{table}.{row.name}" for row in ROWS if row.kind not in apart_from}
    missing = [key for key in keys.values() if key not in texts]
    if missing:
        raise LookupError(f"the catalogue lacks {', '.join(missing)}")
    return keys


def asked_at(*moments: AskedWhen) -> tuple[DecisionKind, ...]:
    """The kinds that are asked at some moments."""
    return tuple(row.kind for row in ROWS if row.moment in moments)
