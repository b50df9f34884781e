"""The verbs of a choice: one row for each, from which other rooms take its names, its notation and what it is about.

To add a verb, add its constant, its name and its row here, and its words to the catalogues of `languages/`. Tables elsewhere
are keyed by verb or by `Takes`; one that lacks a row fails when its module is imported (`complete`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Final, Literal, NamedTuple, TypeVar, get_args

from tipover.engine.core.ids import Verb

# The name of each verb in JSON, on the wire and in keys of the catalogues, in the order of their numbers.
VerbName = Literal[
    "side", "flip", "pick", "place", "turn", "move", "challenge", "assist", "interact", "rally", "end", "roll",
    "figure", "square", "ability", "use", "offer", "thing", "way", "yes", "no", "done", "order", "attach",
]  # fmt: skip
VERBS: Final[tuple[VerbName, ...]] = get_args(VerbName)

# One to a line and final, so that the compiled build has them as numbers.
SIDE: Final = Verb(0)
FLIP: Final = Verb(1)
PICK: Final = Verb(2)
PLACE: Final = Verb(3)
TURN: Final = Verb(4)
MOVE: Final = Verb(5)
CHALLENGE: Final = Verb(6)
ASSIST: Final = Verb(7)
INTERACT: Final = Verb(8)
RALLY: Final = Verb(9)
END: Final = Verb(10)
ROLL: Final = Verb(11)
FIGURE: Final = Verb(12)
SQUARE: Final = Verb(13)
ABILITY: Final = Verb(14)
USE: Final = Verb(15)
OFFER: Final = Verb(16)
THING: Final = Verb(17)
WAY: Final = Verb(18)
YES: Final = Verb(19)
NO: Final = Verb(20)
DONE: Final = Verb(21)
ORDER: Final = Verb(22)
ATTACH: Final = Verb(23)


class Takes(Enum):
    """What a choice names besides its verb, and in which of its fields."""

    NOTHING = "nothing but the figure that does it, if one does"
    FIGURE = "the figure in `figure`"
    SQUARE = "the square in `thing` that `figure` moves to or is put on, with the way there in `path` where ways differ"
    TARGET = "the figure or piece in `thing` that `figure` acts against"
    ALLY = "the other figure in `thing` that `figure` helps"
    MARKER = "the piece or figure in `thing` that `figure` interacts with"
    ABILITY = "the number in `thing` of an ability of `figure`, with its price in `path` where that can be chosen"
    ITEM = "the piece in `thing`, an item of `figure`"
    OFFER = "the number in `thing` of a text in play that offers an action to `figure`"
    SIDE = "the side in `thing`"
    CARD = "the number in `thing` of a figure's card in the catalog, for `figure`"
    ATTACHMENT = "the figure or piece in `thing`; `figure` is who has it, -1 for a bonus objective"
    THING = "the thing in `thing`: a figure, piece, square, wall, area, ability token, side or face"
    ALTERNATIVE = "the number in `thing` of an alternative of a text"
    EFFECT = "the number in `path` of an effect that waits"
    FACES = "the faces of dice in `path`"


class Form(Enum):
    """How a choice is notated."""

    HEAD = "its word, then what it takes: `roll b s`"
    MARK = "the mark of its figure alone: `L1`"
    ACTION = "the mark of its figure, then the action: `L1: move c4`"
    ANSWER = "what it takes, after an arrow: `> c4`"


class Row(NamedTuple):
    """One verb."""

    verb: Verb
    form: Form
    takes: Takes
    word: str = ""  # the word that begins it in the notation; empty where the notation names only what it takes
    is_basic: bool = False  # whether it is a basic action (ACT-1); cards then call it by its name

    @property
    def name(self) -> VerbName:
        """Its name in JSON, on the wire and in keys of the catalogues."""
        return VERBS[self.verb]


ROWS: Final = (
    Row(SIDE, Form.HEAD, Takes.SIDE, "side"),
    Row(FLIP, Form.HEAD, Takes.SIDE, "flip"),
    Row(PICK, Form.HEAD, Takes.CARD, "pick"),
    Row(PLACE, Form.HEAD, Takes.SQUARE, "place"),
    Row(TURN, Form.MARK, Takes.FIGURE),
    Row(MOVE, Form.ACTION, Takes.SQUARE, "move", is_basic=True),
    Row(CHALLENGE, Form.ACTION, Takes.TARGET, "challenge", is_basic=True),
    Row(ASSIST, Form.ACTION, Takes.ALLY, "assist", is_basic=True),
    Row(INTERACT, Form.ACTION, Takes.MARKER, "interact", is_basic=True),
    Row(RALLY, Form.ACTION, Takes.NOTHING, "rally"),
    Row(END, Form.ACTION, Takes.NOTHING, "end"),
    Row(ROLL, Form.HEAD, Takes.FACES, "roll"),
    Row(FIGURE, Form.ANSWER, Takes.FIGURE),
    Row(SQUARE, Form.ANSWER, Takes.SQUARE),
    Row(ABILITY, Form.ACTION, Takes.ABILITY),
    Row(USE, Form.ACTION, Takes.ITEM, "use"),
    Row(OFFER, Form.ACTION, Takes.OFFER),
    Row(THING, Form.ANSWER, Takes.THING),
    Row(WAY, Form.ANSWER, Takes.ALTERNATIVE),
    Row(YES, Form.ANSWER, Takes.NOTHING, "yes"),
    Row(NO, Form.ANSWER, Takes.NOTHING, "no"),
    Row(DONE, Form.ANSWER, Takes.NOTHING, "done"),
    Row(ORDER, Form.ANSWER, Takes.EFFECT),
    Row(ATTACH, Form.HEAD, Takes.ATTACHMENT, "pick"),
)

K = TypeVar("K")
V = TypeVar("V")


def complete(what: str, keys: Iterable[K], table: Mapping[K, V]) -> dict[K, V]:
    """The table itself, if it has a row for each of the keys; otherwise a LookupError that names those it lacks."""
    missing = [key for key in keys if key not in table]
    if missing:
        raise LookupError(f"{what} lacks {', '.join(VERBS[key] if isinstance(key, int) else str(key) for key in missing)}")
    return dict(table)


def keys_in(table: str, texts: Mapping[str, str], rows: Iterable[Row] = ROWS) -> dict[Verb, str]:
    """The key that each verb has in a table of a catalogue; a LookupError names those the catalogue lacks."""
    keys = {row.verb: f"{table}.{row.name}" for row in rows}
    missing = [key for key in keys.values() if key not in texts]
    if missing:
        raise LookupError(f"the catalogue lacks {', '.join(missing)}")
    return keys


if [row.verb for row in ROWS] != list(range(len(VERBS))):
    raise LookupError("the rows of the verbs are not one for each verb, in the order of their numbers")

TAKES: Final = [row.takes for row in ROWS]  # by verb
ACTION_VERBS: Final = [row.verb for row in ROWS if row.form is Form.ACTION]
BASIC_VERBS: Final = [row.verb for row in ROWS if row.is_basic]
CARD_ACTIONS: Final = [row.verb for row in ROWS if row.takes in (Takes.ABILITY, Takes.ITEM, Takes.OFFER)]  # what a card lets one do
TO_SQUARES: Final = [row.verb for row in ROWS if row.takes is Takes.SQUARE]
PLAIN_ANSWERS: Final = [row.verb for row in ROWS if row.form is Form.ANSWER and row.takes is Takes.NOTHING]
PLAIN_ACTIONS: Final = [
    row.verb for row in ROWS if row.form is Form.ACTION and row.word and row.verb not in CARD_ACTIONS
]  # by their own word
