"""All that is fixed for one game: catalog, map, scenario, sides, seats, figures and pieces."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from tipover.board.grid import Grid
from tipover.board.mask import NO_SQUARE, Mask, Square
from tipover.board.rubble import Opening, with_rubble
from tipover.cards.ast import Text
from tipover.cards.catalog import CHARACTER, COMPANION, OBJECTIVE, SIDES, Catalog, FigureCard, MapCard, PieceCard, Scenario
from tipover.cards.program import Program
from tipover.engine.core import ids, verbs
from tipover.engine.core.decision import Choice
from tipover.engine.core.ids import CardId, FigureId, PieceId, SeatId, Side, Thing
from tipover.engine.core.late import Late
from tipover.engine.core.setup_error import SetupError as SetupError
from tipover.engine.core.text_index import TextIndex

if TYPE_CHECKING:
    from tipover.engine.core.state import State

SIDE_LETTERS: Final = "LDTF"
MOST_TEXT_INDEXES: Final = 64  # lists of cards whose texts are kept: a set-up in which cards are picked meets ever more of them

# Starts a game; bound by `run`.
BEGIN: Final[Late[Callable[[Setup], State]]] = Late("run")


class FigureSlot(NamedTuple):
    """A figure of this game. `card` is -1 while it is still to be picked; `of` is the figure it belongs to.

    `hand` is its number on its side: the seats of a side have its figures in turn (TEA-3). One that `waits` comes
    into the game only if it is picked as an attachment, or if `team` takes its side (ULT-1).
    """

    side: Side
    kind: int
    card: CardId
    mark: str
    hand: int = 0
    of: FigureId = ids.NOBODY
    ultimate: bool = False
    waits: bool = False
    team: int = -1


class PieceSlot(NamedTuple):
    """A token, marker, item or card of this game; `letter` is a point marker's, `square` where the game put it first.

    `in_force`: a scenario status card that applies to everyone from the start (STA-2).
    """

    card: int
    name: str
    sort: str
    side: Side
    defense: int = 0
    letter: str = ""
    square: Square = NO_SQUARE
    part: PieceCard | None = None
    of: FigureId = ids.NOBODY
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
    side: Side


class AttachSlot(NamedTuple):
    """An attachment that a side chooses in set-up: any of its shelf, or a stated `thing` whose holder is to be chosen (ATT-1)."""

    side: Side
    thing: Thing = ids.NOTHING


class Setup:
    """All that never changes in one game; `start()` gives its first state.

    `openings` are Rubble that nothing takes away; `on_walls`: pieces lie on walls from the start (MAP-9).
    """

    __slots__ = (
        "_answers_by_square",
        "_moves",
        "_text_indexes",
        "areas",
        "attach",
        "box",
        "catalog",
        "challengeable",
        "characters",
        "colours",
        "companions",
        "enterable",
        "figure_ids",
        "figures",
        "grid",
        "hand_of",
        "kind_of",
        "known_ends",
        "known_moves",
        "known_programs",
        "known_ways",
        "last_surveys",
        "map",
        "most_markers",
        "next_side",
        "nobody_controlled",
        "objectives",
        "on_walls",
        "other_figures",
        "other_side",
        "own_figures",
        "piece_ids",
        "pieces",
        "plain_moves",
        "point_pieces",
        "rounds",
        "scenario",
        "seat_count",
        "seats",
        "secret",
        "shelf",
        "side_of",
        "sides",
        "source",
        "starter_picks",
        "starts",
        "target",
        "wins_at",
    )

    def __init__(
        self,
        catalog: Catalog,
        map_card: MapCard,
        scenario: Scenario | None,
        sides: list[Side],
        figures: list[FigureSlot],
        pieces: list[PieceSlot],
        seats: list[int] | None = None,
        box: list[CardId] | None = None,
        secret: bool = False,
        colours: bool = False,
        starter_picks: bool = False,
        rounds: int = 0,
        enterable: Mask = -1,
        openings: list[Opening] | None = None,
        on_walls: bool = False,
        source: dict[str, object] | None = None,
        attach: list[AttachSlot] | None = None,
        shelf: dict[Side, list[Thing]] | None = None,
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
        self.starter_picks = starter_picks  # the flip comes first, and the team that starts takes its colour first (SUP-2)
        self.rounds = rounds
        self.source: dict[str, object] = source or {}
        self.enterable: Mask = enterable if enterable >= 0 else map_card.grid.flood(map_card.starts())
        self.starts: list[Mask] = [map_card.start(side) & self.enterable for side in range(len(SIDES))]
        self.seats: list[list[SeatId]] = []
        count = 0
        for k in range(len(sides)):
            hands = seats[k] if seats else 1
            self.seats.append([SeatId(count + k) for k in range(hands)])
            count += hands
        self.seat_count = count
        self.figure_ids: list[FigureId] = ids.FIGURE_OF[: len(figures)]
        self.piece_ids: list[PieceId] = [PieceId(piece) for piece in range(len(self.pieces))]
        self.side_of: list[Side] = [figure.side for figure in figures]
        self.hand_of: list[int] = [figure.hand for figure in figures]
        self.kind_of: list[int] = [figure.kind for figure in figures]
        self.characters: list[list[FigureId]] = [
            [f for f in self.figure_ids if figures[f].side == side and figures[f].kind == CHARACTER] for side in range(len(SIDES))
        ]
        # By side, the last for `NO_SIDE`: its own figures and everybody else's, both without the bonus objectives.
        plain = [f for f in self.figure_ids if figures[f].kind != OBJECTIVE]
        self.own_figures: list[list[FigureId]] = [[f for f in plain if figures[f].side == side] for side in ids.SIDE_OF]
        self.other_figures: list[list[FigureId]] = [[f for f in plain if figures[f].side != side] for side in ids.SIDE_OF]
        self.nobody_controlled: list[Side] = [ids.NO_SIDE] * len(figures)  # one list for all states in which nobody is controlled
        self.objectives: list[FigureId] = [f for f in self.figure_ids if figures[f].kind == OBJECTIVE]
        self.companions: list[FigureId] = [f for f in self.figure_ids if figures[f].kind == COMPANION]
        self.next_side: list[Side] = [ids.ALL_SIDES[0]] * len(SIDES)
        for k, side in enumerate(sides):
            self.next_side[side] = sides[(k + 1) % len(sides)]
        self.challengeable: list[PieceId] = [p for p, piece in zip(self.piece_ids, pieces, strict=False) if piece.defense > 0]
        self.point_pieces: list[PieceId] = [p for p, piece in zip(self.piece_ids, pieces, strict=False) if piece.letter]
        self.areas: list[AreaSlot] = areas_of(map_card, sides)
        self.target = self._target()
        self.wins_at = scenario.wins_at if scenario is not None else 0  # the points that win at once; 0 is none (WIN-2)
        self._text_indexes: dict[tuple[int, ...], TextIndex] = {}
        self._moves: list[list[Choice]] = [[] for _ in figures]
        self.most_markers: list[int] = [3 if figure.ultimate else 1 for figure in figures]  # how many exhausted markers exhaust each figure
        self._answers_by_square: dict[Thing, list[Choice]] = {}
        # By figure, the basic moves from a square with some steps (together one number) past those who stand in its reach: rivals, all.
        self.known_moves: list[dict[tuple[int, Mask, Mask], list[Choice]]] = [{} for _ in figures]
        # The ends of basic moves where no text changes them and nobody else is on the map, by the square together with those adjacent
        # ones that nobody may pass, and the place of each by its bit in the small mask of the squares near (`Grid.near`).
        self.known_ends: dict[int, tuple[list[Square], dict[int, int]]] = {}
        # By figure, the same as moves.
        self.plain_moves: list[dict[int, tuple[list[Choice], dict[int, int]]]] = [{} for _ in figures]
        self.known_programs: dict[tuple[str, int], tuple[Text, Program]] = catalog.known_programs
        # From one square (a row, empty until it is asked for) to another: the other alone if it is adjacent, the square halfway and the
        # other if two steps lead there, else nothing; None until it is asked for.
        self.known_ways: list[list[tuple[Square, ...] | None]] = [[] for _ in range(self.grid.size)]
        # By side, the last for `NO_SIDE`: the survey that was made last (`terrain.survey_of`), for as a rule nobody has moved since.
        self.last_surveys: list[object] = [None] * len(ids.SIDE_OF)

    def __copy__(self) -> Setup:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Setup:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("A Setup cannot be pickled. Keep what describes it, which `arrange` makes it of, or the record of a match.")

    def _target(self) -> int:
        """The points that win at a round's end: by the number of characters a side (WIN-1, WIN-3); 0 is none."""
        if self.scenario is None:
            return 0
        most = max((len(self.characters[side]) for side in self.sides), default=0)
        return self.scenario.points[0 if most <= 2 else 1]

    @property
    def ultimate(self) -> CardId:
        """The card of the game's ultimate, or -1 (ULT-1)."""
        return next((figure.card for figure in self.figures if figure.ultimate), ids.NO_CARD)

    def ultimate_side(self, cards: list[CardId]) -> Side:
        """The side that plays the ultimate with these cards; -1 if there is none, or while its colour is open (ULT-1)."""
        return next((slot.side for slot, card in zip(self.figures, cards, strict=True) if slot.ultimate and card >= 0), ids.NO_SIDE)

    def markers(self, figure: FigureId) -> int:
        """How many exhausted markers exhaust a figure (ULT-2)."""
        return self.most_markers[figure]

    def text_index(self, cards: list[CardId]) -> TextIndex:
        """The texts in play with these cards; built once for each list of cards."""
        key = tuple(cards)
        found = self._text_indexes.get(key)
        if found is None:
            if len(self._text_indexes) >= MOST_TEXT_INDEXES:
                self._text_indexes.clear()  # a state keeps its own
            found = self._text_indexes[key] = TextIndex(self, cards)
        return found

    def moves(self, figure: FigureId) -> list[Choice]:
        """The choices of a plain move to each square, made once and shared."""
        made = self._moves[figure]
        if not made:
            made = [Choice(verbs.MOVE, figure, square) for square in range(self.grid.size)]
            self._moves[figure] = made
        return made

    def into_squares(self, mover: Thing, squares: list[Square]) -> list[Choice]:
        """The answers that bring a figure or piece into some squares, made once and shared."""
        made = self._answers_by_square.get(mover)
        if made is None:
            made = [Choice(verbs.SQUARE, FigureId(mover), square) for square in range(self.grid.size)]
            self._answers_by_square[mover] = made
        return [made[square] for square in squares]

    def card(self, number: CardId) -> FigureCard:
        """A figure's card by its number in the catalog."""
        return self.catalog.figures[number]

    def mark(self, figure: FigureId) -> str:
        """How a figure is written: its mark in a scene, else side letter and number."""
        return self.figures[figure].mark

    def is_marked(self, figure: FigureId) -> bool:
        """Whether a scene gave it a mark of its own, by which its author tells it from others of its card."""
        return len(self.figures[figure].mark) == 1

    def figure(self, mark: str) -> FigureId:
        """The figure with a mark, or -1."""
        for figure in self.figure_ids:
            if self.figures[figure].mark == mark:
                return figure
        return ids.NOBODY

    def side_name(self, side: Side) -> str:
        """`light`, `dark`, `third` or `fourth`."""
        return SIDES[side]

    def to_json(self) -> dict[str, object]:
        """What it takes to make this set-up again from the same catalog."""
        return self.source

    def start(self) -> State:
        """The first state: set-up begins, and its first question is open."""
        return BEGIN.call(self)


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
            of = ids.NOBODY if part.sort == "item" else slot.of
            found.append(slot._replace(card=number, name=hidden.name, square=NO_SQUARE, part=hidden, of=of))
            other.append(-1)
            twin = len(found) - 1
        other[p], other[twin] = twin, p
    return found, other


def areas_of(map_card: MapCard, sides: Sequence[Side] = ids.ALL_SIDES) -> list[AreaSlot]:
    """The map's areas as it lists them; a side's own stand with its side (`Flag light`). Those of sides that do not play are ignored (FFA-1)."""
    found: list[AreaSlot] = []
    for name, masks in map_card.areas.items():
        head, _, last = name.rpartition(" ")
        side = ids.SIDE_OF[SIDES.index(last)] if last in SIDES and head else ids.NO_SIDE
        if side >= 0 and side not in sides:
            continue
        plain = head if side >= 0 else name
        found += [AreaSlot("starting" if plain == "start" else plain, mask, side) for mask in masks]
    return found
