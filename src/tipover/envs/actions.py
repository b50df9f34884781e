"""The fixed action space: every answer of every decision has a number, its verb's first number plus its object's.

Squares are numbered on a canvas of 16 × 16, so that c4 has one number on every map. Two options of one decision that have
the same verb and object (a square by two ways) still have two numbers: the first offered has the one of its own, the
others the numbers of `further`, as they are offered; and if those run out, the lowest that are free in that decision.
"""

from __future__ import annotations

from typing import NamedTuple

from tipover.board.rubble import WALLS_A_SQUARE
from tipover.cards.catalog import COLOURS, COMPANION, HIGHEST_FACE, NUMBER_AT, SIDES
from tipover.engine.arrange import MOST_FIGURES
from tipover.engine.attachments import names_of
from tipover.engine.decision import (
    ABILITY,
    ASSIST,
    ATTACH,
    CHALLENGE,
    DONE,
    END,
    FIGURE,
    INTERACT,
    MOVE,
    NO,
    OFFER,
    ORDER,
    PICK,
    PIECE,
    PLACE,
    RALLY,
    SIDE,
    SQUARE,
    THING,
    TURN,
    USE,
    WAY,
    YES,
    Choice,
)
from tipover.engine.setup import Setup
from tipover.engine.steps.frame import AREA_AT, FACE_AT, SIDE_AT, SQUARE_AT, TOKEN_AT, WALL_AT, is_figure, token_parts

EDGE = 16  # the canvas that every map lies on, its first square in the upper left corner
SQUARES = EDGE * EDGE
FIGURES = 64
PIECES = 128
CARDS = 256
ATTACHMENTS = 64
HOLDERS = MOST_FIGURES + 1  # nobody, then a side's characters
ABILITIES = 8
PLACES = 5  # of a token: the pool, then the places of the track


class Block(NamedTuple):
    """The numbers of one verb with one sort of object: `first` to `first + size - 1`."""

    name: str
    written: str
    objects: str
    first: int
    size: int


_SIZES: list[tuple[str, str, str, int]] = [
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
    ("token", "> red 3", "sides × places (the pool, then 1 to 4 of the track) × colours: blue, red, silver, gold", len(SIDES) * PLACES * len(COLOURS)),
    ("whose", "> dark", "sides", len(SIDES)),
    ("face", "> burst", "faces of dice: burst, shield, triple, and from 16 on the numbers from 0", NUMBER_AT + HIGHEST_FACE + 1),
    ("way", "> stand up", "alternatives of a text, in its order", 16),
    ("yes", "> yes", "", 1),
    ("no", "> no", "", 1),
    ("done", "> done", "", 1),
    ("order", "> Pickpocket", "effects that wait, as they are offered", 64),
    ("further", "L1: move b3 c4", "options whose own number is taken or that have none, as they are offered", 512),
]  # fmt: skip


def _laid_out() -> list[Block]:
    found: list[Block] = []
    first = 0
    for name, written, objects, size in _SIZES:
        found.append(Block(name, written, objects, first, size))
        first += size
    return found


BLOCKS = _laid_out()
ACTIONS = BLOCKS[-1].first + BLOCKS[-1].size
_BLOCK = {block.name: block for block in BLOCKS}
FURTHER = _BLOCK["further"]

NONE = -1  # an option that has no number of its own


class TooMany(ValueError):
    """A decision with more options than there are actions."""


def block_of(number: int) -> Block:
    """The block an action number lies in."""
    if not 0 <= number < ACTIONS:
        raise ValueError(f"there is no action {number}; actions are 0 to {ACTIONS - 1}")
    return next(block for block in reversed(BLOCKS) if block.first <= number)


def canvas(setup: Setup) -> list[int]:
    """For each square of a map its number on the canvas."""
    columns = setup.grid.columns
    return [square // columns * EDGE + square % columns for square in range(setup.grid.size)]


class Numbering:
    """The action numbers of one set-up's options."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._canvas = canvas(setup)
        self._attachments = {name: k for k, name in enumerate(names_of(setup.catalog))}
        self._own: dict[Choice, int] = {}

    def numbers(self, options: list[Choice]) -> list[int]:
        """A number for each option of one decision, all different."""
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
        """The number a choice has by its verb and object; `NONE` if its object is beyond its block."""
        block, place = self._place(choice)
        return block.first + place if 0 <= place < block.size else NONE

    def _place(self, choice: Choice) -> tuple[Block, int]:
        """The block of a choice, and where in it its object stands."""
        verb, thing = choice.verb, choice.thing
        if verb in (MOVE, PLACE, SQUARE):
            return _BLOCK[self._acted(choice, _SQUARE_VERBS[verb])], self._canvas[thing]
        if verb == CHALLENGE:
            return self._target(self._acted(choice, "challenge"), thing)
        if verb in _FIGURE_VERBS:
            return _BLOCK[_FIGURE_VERBS[verb]], thing if verb == ASSIST else choice.figure
        if verb in _PIECE_VERBS:
            return _BLOCK[_PIECE_VERBS[verb]], thing - PIECE
        if verb in _PLAIN:
            return _BLOCK[_PLAIN[verb]], 0
        if verb == THING:
            return self._thing(thing)
        if verb == ABILITY:
            return _BLOCK["ability"], thing * 2 + bool(choice.path)
        if verb == ORDER:
            return _BLOCK["order"], choice.path[0]
        if verb == ATTACH:
            return _BLOCK["attach"], self._attachment(choice)
        return _BLOCK[_NUMBERED[verb]], thing

    def _acted(self, choice: Choice, name: str) -> str:
        """An action's block: a companion's own, because its character may do the same in the same decision (COM-2)."""
        acts = choice.verb in (MOVE, CHALLENGE) and is_figure(choice.figure)
        return f"companion {name}" if acts and self._setup.kind_of[choice.figure] == COMPANION else name

    def _target(self, name: str, thing: int) -> tuple[Block, int]:
        return (_BLOCK[name], thing) if is_figure(thing) else (_BLOCK[f"{name} piece"], thing - PIECE)

    def _thing(self, thing: int) -> tuple[Block, int]:
        """Where a thing that a text asks for stands, by its sort."""
        name, number = next((name, thing - start) for start, name in _SORTS if thing >= start)
        if name == "ground":
            number = self._canvas[number]
        elif name == "wall":
            square, kind = divmod(number, WALLS_A_SQUARE)
            number = self._canvas[square] * WALLS_A_SQUARE + kind
        elif name == "token":
            side, place, colour = token_parts(thing)
            number = (side * PLACES + place) * len(COLOURS) + colour
        return _BLOCK[name], number

    def _attachment(self, choice: Choice) -> int:
        """An attachment with who has it; holders go by their place among their side's characters."""
        setup = self._setup
        number = self._attachments[_attachment_name(setup, choice.thing)]
        if choice.figure < 0:
            return number * HOLDERS
        mine = setup.characters[setup.side_of[choice.figure]]
        holder = 1 + mine.index(choice.figure)
        return number * HOLDERS + holder if holder < HOLDERS else NONE


_SQUARE_VERBS = {MOVE: "move", PLACE: "place", SQUARE: "square"}
_FIGURE_VERBS = {TURN: "turn", FIGURE: "figure", ASSIST: "assist"}
_PIECE_VERBS = {INTERACT: "interact", USE: "use"}
_PLAIN = {RALLY: "rally", END: "end", YES: "yes", NO: "no", DONE: "done"}
_NUMBERED = {SIDE: "side", PICK: "pick", OFFER: "offer", WAY: "way"}


# The sorts of things from the highest numbers down: where each begins, and its block.
_SORTS = [
    (FACE_AT, "face"), (SIDE_AT, "whose"), (TOKEN_AT, "token"), (AREA_AT, "area"), (WALL_AT, "wall"), (SQUARE_AT, "ground"),
    (PIECE, "piece"), (0, "figure"),
]  # fmt: skip


def _attachment_name(setup: Setup, thing: int) -> str:
    """An attachment by the name on its card, as the catalog lists it."""
    if thing >= PIECE:
        return setup.pieces[thing - PIECE].name
    card = setup.card(setup.figures[thing].card)
    return card.card or card.name


def _apart(own: list[int]) -> list[int]:
    """Different numbers for options of which some have the same one, or none."""
    if len(own) > ACTIONS:
        raise TooMany(f"a decision has {len(own)} options, and there are {ACTIONS} actions")
    taken = set(own)
    free = iter([*range(FURTHER.first, ACTIONS), *(number for number in range(FURTHER.first) if number not in taken)])
    seen: set[int] = set()
    found: list[int] = []
    for number in own:
        if number == NONE or number in seen:
            number = next(free)
        seen.add(number)
        found.append(number)
    return found
