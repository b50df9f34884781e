"""The fixed action space: the number of an answer is the first number of its verb plus the number of its object.

Squares are numbered on a canvas of 16 × 16, so that c4 has the same number on every map. Options of one decision with the
same verb and object (a square by two paths) have different numbers: the first offered has its regular number, the others
those of `further` in the order offered, and when these run out, the lowest that are free in that decision.
"""

from __future__ import annotations

from typing import Final, NamedTuple, assert_never

from tipover.board.rubble import WALLS_A_SQUARE
from tipover.cards.catalog import COLOURS, COMPANION, HIGHEST_FACE, NUMBER_AT, SIDES
from tipover.engine.core import verbs
from tipover.engine.core.arrange import MOST_FIGURES
from tipover.engine.core.attachments import names_of
from tipover.engine.core.decision import Choice, thing_of
from tipover.engine.core.ids import AREA_AT, FACE_AT, PIECE, PLACES, SIDE_AT, SQUARE_AT, TOKEN_AT, WALL_AT, Thing, is_figure, token_parts
from tipover.engine.core.setup import Setup
from tipover.engine.core.verbs import Takes

EDGE: Final = 16  # columns and rows of the canvas; every map is in its upper left corner
SQUARES: Final = EDGE * EDGE
FIGURES: Final = 64
PIECES: Final = 128
CARDS: Final = 256
ATTACHMENTS: Final = 64
HOLDERS: Final = MOST_FIGURES + 1  # nobody, then a side's characters
ABILITIES: Final = 8
SPOTS: Final = PLACES + 1  # of a token: the pool, then the places of the track


class Block(NamedTuple):
    """A range of action numbers: one verb with one sort of object."""

    name: str
    written: str
    objects: str
    first: int
    size: int


_SIZES: Final[list[tuple[str, str, str, int]]] = [
    ("side", "side light", "sides: light, dark, third, fourth", len(SIDES)),
    ("pick", "pick Gi-hun", "figures' cards, by their number in the catalog", CARDS),
    ("attach", "pick Needle for L1", "attachments (by their number in the catalog) × holders: nobody, then the side's characters", ATTACHMENTS * HOLDERS),
    ("place", "place L1 a12", "squares", SQUARES),
    ("turn", "L1", "figures", FIGURES),
    ("move", "L1: move c4", "squares", SQUARES),
    ("challenge", "L1: challenge D2", "figures", FIGURES),
    ("challenge piece", "L1: challenge Web", "pieces", PIECES),
    ("assist", "L1: assist L2", "figures", FIGURES),
    ("interact", "L1: interact A", "pieces", PIECES),
    ("rally", "L1: rally", "", 1),
    ("end", "L1: end", "", 1),
    ("ability", "L1: Sucker Punch for 2", "the card's abilities × price: full, lowered", ABILITIES * 2),
    ("use", "L1: use Cheesecake", "pieces", PIECES),
    ("offer", "L1: interact Flag", "texts in play that offer an action, by their number in this game", 256),
    ("companion move", "L4: move c4", "squares; a companion moves", SQUARES),
    ("companion challenge", "L4: challenge D2", "figures; a companion challenges", FIGURES),
    ("companion challenge piece", "L4: challenge Web", "pieces; a companion challenges", PIECES),
    ("figure", "> D2", "figures", FIGURES),
    ("square", "> c4", "squares; something is moved or placed there", SQUARES),
    ("piece", "> Flag", "pieces", PIECES),
    ("ground", "> c4", "squares that are themselves what is chosen", SQUARES),
    ("wall", "> c4 c5", "squares × walls: its right border, its lower border, the corner between", SQUARES * WALLS_A_SQUARE),
    ("area", "> e5", "areas of the map, as it lists them", 64),
    ("token", "> red 3", f"sides × places (the pool, then 1 to {PLACES} of the track) × colours: blue, red, silver, gold", len(SIDES) * SPOTS * len(COLOURS)),
    ("whose", "> dark", "sides", len(SIDES)),
    ("face", "> burst", "faces of dice: burst, shield, triple, and from 16 on the numbers from 0", NUMBER_AT + HIGHEST_FACE + 1),
    ("way", "> stand up", "alternatives of a text, in its order", 16),
    ("yes", "> yes", "", 1),
    ("no", "> no", "", 1),
    ("done", "> done", "", 1),
    ("order", "> Pickpocket", "effects that wait, as they are offered", 64),
    ("further", "L1: move b3 c4", "options whose own number is taken or that have none, as they are offered", 512),
]  # fmt: skip


# What a verb that is not among them takes, and how many of these there are: its block follows, so that no number changes.
_BY_TAKES: Final = {
    Takes.NOTHING: ("", 1),
    Takes.FIGURE: ("figures", FIGURES),
    Takes.ALLY: ("figures", FIGURES),
    Takes.SQUARE: ("squares", SQUARES),
    Takes.MARKER: ("pieces", PIECES),
    Takes.ITEM: ("pieces", PIECES),
}
# Answers of chance have no numbers; a thing has the block of its sort.
_WITHOUT_BLOCK: Final = (verbs.FLIP, verbs.ROLL, verbs.THING)


def _laid_out() -> list[Block]:
    found: list[Block] = []
    first = 0
    listed = {name for name, *_ in _SIZES}
    later = [row for row in verbs.ROWS if row.name not in listed and row.verb not in _WITHOUT_BLOCK]
    sizes = verbs.complete("the size of blocks", {row.takes for row in later}, _BY_TAKES)
    for name, written, objects, size in [*_SIZES, *((row.name, f"L1: {row.word}", *sizes[row.takes]) for row in later)]:
        found.append(Block(name, written, objects, first, size))
        first += size
    return found


BLOCKS: Final = _laid_out()
ACTIONS: Final = sum(block.size for block in BLOCKS)
_BLOCK: Final = {block.name: block for block in BLOCKS}
FURTHER: Final = _BLOCK["further"]

NONE: Final = -1  # an option without a regular number


class TooMany(ValueError):
    """Raised for a decision with more options than there are actions."""


def block_of(number: int) -> Block:
    """The block that contains an action number."""
    if not 0 <= number < ACTIONS:
        raise ValueError(f"there is no action {number}; actions are 0 to {ACTIONS - 1}")
    return next(block for block in reversed(BLOCKS) if block.first <= number)


def canvas(setup: Setup) -> list[int]:
    """The number on the canvas of each square of a map."""
    columns = setup.grid.columns
    return [square // columns * EDGE + square % columns for square in range(setup.grid.size)]


class Numbering:
    """The action numbers of the options in games of one set-up."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._canvas = canvas(setup)
        self._attachments = {name: k for k, name in enumerate(names_of(setup.catalog))}
        self._own: dict[Choice, int] = {}

    def numbers(self, options: list[Choice]) -> list[int]:
        """The action numbers of the options of a decision, all different."""
        own = self._own
        try:
            found = list(map(own.__getitem__, options))
        except KeyError:
            for option in options:
                if option not in own:
                    own[option] = self.number(option)
            found = list(map(own.__getitem__, options))
        taken = set(found)
        if len(taken) == len(found) and NONE not in taken:
            return found
        return _apart(found)

    def number(self, choice: Choice) -> int:
        """The regular number of a choice by its verb and object; `NONE` if its object is outside its block."""
        block, place = self._place(choice)
        return block.first + place if 0 <= place < block.size else NONE

    def _place(self, choice: Choice) -> tuple[Block, int]:
        """The block of a choice, and the index of its object in it."""
        takes, name, thing = verbs.TAKES[choice.verb], self._acted(choice), choice.thing
        if takes is Takes.SQUARE:
            return _BLOCK[name], self._canvas[thing]
        if takes is Takes.TARGET:
            return self._target(name, thing_of(choice))
        if takes is Takes.FIGURE:
            return _BLOCK[name], choice.figure
        if takes is Takes.MARKER or takes is Takes.ITEM:
            return _BLOCK[name], thing - PIECE
        if takes is Takes.NOTHING:
            return _BLOCK[name], 0
        if takes is Takes.THING:
            return self._thing(thing_of(choice))
        if takes is Takes.ABILITY:
            return _BLOCK[name], thing * 2 + bool(choice.path)
        if takes is Takes.EFFECT:
            return _BLOCK[name], choice.path[0]
        if takes is Takes.ATTACHMENT:
            return _BLOCK[name], self._attachment(choice)
        if takes is Takes.ALLY or takes is Takes.SIDE or takes is Takes.CARD or takes is Takes.OFFER or takes is Takes.ALTERNATIVE:
            return _BLOCK[name], thing
        if takes is Takes.FACES:
            raise KeyError("answers of chance have no numbers")
        assert_never(takes)

    def _acted(self, choice: Choice) -> str:
        """The block of a choice; companions have their own, because a character may do the same in the same decision (COM-2)."""
        name = verbs.VERBS[choice.verb]
        own = f"companion {name}"
        acts = own in _BLOCK and is_figure(choice.figure)
        return own if acts and self._setup.kind_of[choice.figure] == COMPANION else name

    def _target(self, name: str, thing: Thing) -> tuple[Block, int]:
        return (_BLOCK[name], thing) if is_figure(thing) else (_BLOCK[f"{name} piece"], thing - PIECE)

    def _thing(self, thing: Thing) -> tuple[Block, int]:
        """The block and index of a thing that a text asks for, by its sort."""
        name, number = next((name, thing - start) for start, name in _SORTS if thing >= start)
        if name == "ground":
            number = self._canvas[number]
        elif name == "wall":
            square, kind = divmod(number, WALLS_A_SQUARE)
            number = self._canvas[square] * WALLS_A_SQUARE + kind
        elif name == "token":
            side, place, colour = token_parts(thing)
            number = (side * SPOTS + place) * len(COLOURS) + colour
        return _BLOCK[name], number

    def _attachment(self, choice: Choice) -> int:
        """The index of an attachment with its holder, who is counted among the characters of the side."""
        setup = self._setup
        number = self._attachments[_attachment_name(setup, thing_of(choice))]
        if choice.figure < 0:
            return number * HOLDERS
        mine = setup.characters[setup.side_of[choice.figure]]
        holder = 1 + mine.index(choice.figure)
        return number * HOLDERS + holder if holder < HOLDERS else NONE


# The sorts of things from the highest numbers down: where each begins, and its block.
_SORTS: Final = [
    (FACE_AT, "face"), (SIDE_AT, "whose"), (TOKEN_AT, "token"), (AREA_AT, "area"), (WALL_AT, "wall"), (SQUARE_AT, "ground"),
    (PIECE, "piece"), (0, "figure"),
]  # fmt: skip


def _attachment_name(setup: Setup, thing: Thing) -> str:
    """The name on the card of an attachment, as in the catalog."""
    if thing >= PIECE:
        return setup.pieces[thing - PIECE].name
    card = setup.card(setup.figures[thing].card)
    return card.card or card.name


def _apart(own: list[int]) -> list[int]:
    """Distinct numbers for options, given regular numbers that may repeat or be `NONE`."""
    if len(own) > ACTIONS:
        raise TooMany(f"a decision has {len(own)} options, and there are {ACTIONS} actions")
    taken = set(own)
    further = range(FURTHER.first, FURTHER.first + FURTHER.size)
    free = iter([*further, *(number for number in range(ACTIONS) if number not in taken and number not in further)])
    seen: set[int] = set()
    found: list[int] = []
    for number in own:
        if number == NONE or number in seen:
            number = next(free)
        seen.add(number)
        found.append(number)
    return found
