"""All that is fixed for one game: catalog, map, scenario, sides, seats, figures and pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tipover.board.grid import Grid
from tipover.board.mask import Mask
from tipover.board.rubble import Opening, with_rubble
from tipover.cards.catalog import (
    CHARACTER,
    COMPANION,
    OBJECTIVE,
    SIDES,
    Catalog,
    FigureCard,
    MapCard,
    PieceCard,
    Scenario,
)
from tipover.engine.cast import Cast
from tipover.engine.decision import MOVE, Choice

if TYPE_CHECKING:
    from tipover.engine.state import State

SIDE_LETTERS = "LDTF"


class SetupError(ValueError):
    """A set-up that cannot be played; the message says why and names the rule."""


class FigureSlot(NamedTuple):
    """A figure of this game. `card` is -1 while it is still to be picked; `of` is the figure it belongs to.

    `hand` is its number on its side: the seats of a side have its figures in turn (TEA-3). One that `waits` comes
    into the game only if it is picked as an attachment, or if `team` takes its side (ULT-1).
    """

    side: int
    kind: int
    card: int
    mark: str
    hand: int = 0
    of: int = -1
    ultimate: bool = False
    waits: bool = False
    team: int = -1


class PieceSlot(NamedTuple):
    """A token, marker, item or card of this game; `letter` is a point marker's, `square` where the game put it first.

    `in_force`: a scenario status card that holds for everyone from the start (STA-2).
    """

    card: int
    name: str
    sort: str
    side: int
    defense: int = 0
    letter: str = ""
    square: int = -1
    part: PieceCard | None = None
    of: int = -1
    in_force: bool = False

    @property
    def is_mark(self) -> bool:
        """Whether it is a mark that is given and stays, such as a Leader's, not something carried."""
        return self.part is not None and self.part.a_side and self.square < 0

    @property
    def double(self) -> str:
        """The name of the double-sided card this is a side of, or nothing (DBL-1)."""
        return self.part.double if self.part is not None else ""

    @property
    def deck(self) -> str:
        """The deck a card belongs to, or nothing."""
        return self.part.deck if self.part is not None else ""


class AreaSlot(NamedTuple):
    """An area of the map; `side` is whose it is, -1 nobody's. Starting areas are called `starting`."""

    name: str
    mask: Mask
    side: int


class AttachSlot(NamedTuple):
    """An attachment that a side chooses in set-up: any of its shelf, or a stated `thing` whose holder is to be chosen (ATT-1)."""

    side: int
    thing: int = -1


class Setup:
    """All that never changes in one game; `start()` gives its first state.

    `openings` are Rubble that nothing takes away; `on_walls`: pieces lie on walls from the start (MAP-9).
    """

    def __init__(
        self,
        catalog: Catalog,
        map_card: MapCard,
        scenario: Scenario | None,
        sides: list[int],
        figures: list[FigureSlot],
        pieces: list[PieceSlot],
        seats: list[int] | None = None,
        box: list[int] | None = None,
        secret: bool = False,
        colours: bool = False,
        rounds: int = 0,
        enterable: Mask = -1,
        openings: list[Opening] | None = None,
        on_walls: bool = False,
        source: dict[str, object] | None = None,
        attach: list[AttachSlot] | None = None,
        shelf: dict[int, list[int]] | None = None,
    ) -> None:
        self.catalog = catalog
        self.map = map_card
        self.grid: Grid = with_rubble(map_card.grid, openings or [])
        self.on_walls = on_walls
        self.scenario = scenario
        self.sides = sides
        self.figures = figures
        self.pieces, self.other_side = _both_sides(catalog, pieces)
        self.box = box or []
        self.attach = attach or []
        self.shelf = shelf or {}
        self.secret = secret
        self.colours = colours
        self.rounds = rounds
        self.source: dict[str, object] = source or {}
        self.enterable: Mask = enterable if enterable >= 0 else map_card.grid.flood(map_card.starts())
        self.starts: list[Mask] = [map_card.start(side) & self.enterable for side in range(len(SIDES))]
        self.seats: list[list[int]] = []
        count = 0
        for k in range(len(sides)):
            hands = seats[k] if seats else 1
            self.seats.append(list(range(count, count + hands)))
            count += hands
        self.seat_count = count
        self.side_of: list[int] = [figure.side for figure in figures]
        self.kind_of: list[int] = [figure.kind for figure in figures]
        self.characters: list[list[int]] = [
            [f for f, figure in enumerate(figures) if figure.side == side and figure.kind == CHARACTER] for side in range(len(SIDES))
        ]
        self.nobody_held: list[int] = [-1] * len(figures)  # one list for all states in which nobody is controlled
        self.objectives: list[int] = [f for f, figure in enumerate(figures) if figure.kind == OBJECTIVE]
        self.companions: list[int] = [f for f, figure in enumerate(figures) if figure.kind == COMPANION]
        self.next_side: list[int] = [0] * len(SIDES)
        for k, side in enumerate(sides):
            self.next_side[side] = sides[(k + 1) % len(sides)]
        self.challengeable: list[int] = [p for p, piece in enumerate(pieces) if piece.defense > 0]
        self.point_pieces: list[int] = [p for p, piece in enumerate(pieces) if piece.letter]
        self.areas: list[AreaSlot] = areas_of(map_card)
        self.target = self._target()
        self._casts: dict[tuple[int, ...], Cast] = {}
        self._moves: list[list[Choice]] = [[] for _ in figures]

    def _target(self) -> int:
        """The points that win at a round's end: by the number of characters a side (WIN-1, WIN-3); 0 is none."""
        if self.scenario is None:
            return 0
        most = max((len(self.characters[side]) for side in self.sides), default=0)
        return self.scenario.points[0 if most <= 2 else 1]

    @property
    def ultimate(self) -> int:
        """The card of the game's ultimate, or -1 (ULT-1)."""
        return next((figure.card for figure in self.figures if figure.ultimate), -1)

    def ultimate_side(self, cards: list[int]) -> int:
        """The side that plays the ultimate with these cards; -1 if there is none, or while its colour is open (ULT-1)."""
        return next((slot.side for slot, card in zip(self.figures, cards, strict=True) if slot.ultimate and card >= 0), -1)

    def markers(self, figure: int) -> int:
        """How many exhausted markers exhaust a figure (ULT-2)."""
        return 3 if self.figures[figure].ultimate else 1

    def cast(self, cards: list[int]) -> Cast:
        """The texts in play with these cards; made once for each cast."""
        key = tuple(cards)
        if key not in self._casts:
            self._casts[key] = Cast(self, cards)
        return self._casts[key]

    def moves(self, figure: int) -> list[Choice]:
        """The choices of a plain move to each square, made once and shared."""
        made = self._moves[figure]
        if not made:
            made = [Choice(MOVE, figure, square) for square in range(self.grid.size)]
            self._moves[figure] = made
        return made

    def card(self, number: int) -> FigureCard:
        """A figure's card by its number in the catalog."""
        return self.catalog.figures[number]

    def mark(self, figure: int) -> str:
        """How a figure is written: its mark in a scene, else side letter and number."""
        return self.figures[figure].mark

    def figure(self, mark: str) -> int:
        """The figure with a mark, or -1."""
        for f, slot in enumerate(self.figures):
            if slot.mark == mark:
                return f
        return -1

    def side_name(self, side: int) -> str:
        """`light`, `dark`, `third` or `fourth`."""
        return SIDES[side]

    def to_json(self) -> dict[str, object]:
        """What it takes to make this set-up again from the same catalog."""
        return self.source

    def start(self) -> State:
        """The first state: set-up begins, and its first question is open."""
        from tipover.engine.run import begin

        return begin(self)


def _both_sides(catalog: Catalog, pieces: list[PieceSlot]) -> tuple[list[PieceSlot], list[int]]:
    """The pieces with the hidden sides of double-sided cards added at the end, and for each the other side's, or -1 (DBL-1)."""
    found = list(pieces)
    other = [-1] * len(pieces)
    for p, slot in enumerate(pieces):
        part = slot.part
        if part is None or not part.double or other[p] >= 0:
            continue
        twin = next((q for q, one in enumerate(found) if one.name == part.other and one.side == slot.side and other[q] < 0), -1)
        if twin < 0:
            number = catalog.piece(part.other)
            hidden = catalog.pieces[number]
            of = -1 if part.sort == "item" else slot.of
            found.append(slot._replace(card=number, name=hidden.name, square=-1, part=hidden, of=of))
            other.append(-1)
            twin = len(found) - 1
        other[p], other[twin] = twin, p
    return found, other


def areas_of(map_card: MapCard) -> list[AreaSlot]:
    """The map's areas as it lists them; a side's own stand with its side (`Flag light`)."""
    found: list[AreaSlot] = []
    for name, masks in map_card.areas.items():
        head, _, last = name.rpartition(" ")
        side = SIDES.index(last) if last in SIDES and head else -1
        plain = head if side >= 0 else name
        found += [AreaSlot("starting" if plain == "start" else plain, mask, side) for mask in masks]
    return found
