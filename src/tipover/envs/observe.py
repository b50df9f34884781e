"""Write what a seat sees into arrays: only what it may know, and only what changed since its last look.

Secret picks of other sides and secret choices inside texts are never read here: everything in `layout` is either public
or the seat's own.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import compress
from operator import ne
from struct import Struct
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tipover.board.grid import Grid
from tipover.board.mask import SQUARE_OF, Mask, Square, squares_of
from tipover.cards.catalog import Catalog
from tipover.engine.core.ids import ALL_SIDES, IN_FORCE, ON_CARD, ON_WALL, PLACES, RESERVE, RETURNING, Side
from tipover.engine.core.setup import Setup
from tipover.engine.core.state import State
from tipover.engine.core.tracks import ALL_PLACES, TOKEN_COLOURS, at_place, flat_track_of, pool_of
from tipover.engine.queries.board import board
from tipover.engine.queries.challenges import OpenChallenge, under_way
from tipover.envs.action_numbers import EDGE, FIGURES, PIECES, SQUARES, canvas
from tipover.envs.layout import (
    AREAS,
    ATTENTION,
    CLAIMED,
    FIGURE_ROWS,
    GLOBAL_COUNT,
    GROUND,
    LYING,
    PIECE_ROWS,
    PLANES,
    STANDING,
    WHOSE,
    at,
    plane,
)

Bytes: TypeAlias = NDArray[np.int8]
Words: TypeAlias = NDArray[np.int16]

_STANDING_AT: Final = len(GROUND)
_LYING_AT: Final = _STANDING_AT + len(STANDING)
_CLAIMED_AT: Final = _LYING_AT + len(LYING)
_ATTENTION_AT: Final = _CLAIMED_AT + len(CLAIMED)
assert _ATTENTION_AT + len(ATTENTION) == len(PLANES)

_GROUND_END: Final = _STANDING_AT * SQUARES
_STANDING_END: Final = _LYING_AT * SQUARES
_LYING_END: Final = _CLAIMED_AT * SQUARES
_CLAIMED_END: Final = _ATTENTION_AT * SQUARES
_DOWN: Final = plane("down") - _STANDING_AT
_SPENT: Final = plane("exhausted") - _STANDING_AT
_DEFENSE: Final = plane("defense") - _STANDING_AT
_NUMBER: Final = plane("figure number") - _STANDING_AT
_ACTING_AT: Final = plane("acting") * SQUARES
_ASKED_AT: Final = plane("asked") * SQUARES
_POINTS: Final = at("points")
_POOL: Final = at("pool")
_TRACK: Final = at("track")
_CLAIMS: Final = at("claims")
_HEAD: Final = at("round")  # the globals before it change only with the side that the seat takes
_ROW: Final = {part.name: k * FIGURES for k, part in enumerate(FIGURE_ROWS)}
_SQUARE_ROW: Final = _ROW["square"]
_TRACK_ROW: Final = _ROW["track"]
_DOWN_ROW: Final = _ROW["down"]
_SPENT_ROW: Final = _ROW["exhausted"]
_PIECE_ROW: Final = {part.name: k * PIECES for k, part in enumerate(PIECE_ROWS)}
_OWNER_ROW: Final = _PIECE_ROW["side"]
_LIES_ROW: Final = _PIECE_ROW["square"]
_PLACE_ROW: Final = _PIECE_ROW["place"]
_HOLDER_ROW: Final = _PIECE_ROW["holder"]

_PLACES: Final = {**{at_place(place): place for place in ALL_PLACES}, RETURNING: PLACES + 1, ON_CARD: PLACES + 2, IN_FORCE: PLACES + 3}
_ON_WALL: Final = PLACES + 4
_MOST: Final = 127  # the largest value of a plane
_BLANK: Final = bytearray(len(STANDING))  # nobody; not bytes, because a bytearray takes those only by way of another bytearray
_BARE: Final = bytes(_LYING_END - _STANDING_END)
_OFF_MAP: Final = [-1] * -RESERVE  # behind the squares: a figure's place on the track or in reserve is no cell

_MOMENT: Final = Struct(f"{_POINTS - _HEAD}h")  # the globals that each question changes
_MOMENT_AT: Final = 2 * _HEAD
# a side's pool and track
_TOKENS: Final = Struct(f"{TOKEN_COLOURS}h")
_PLACED: Final = Struct(f"{PLACES * TOKEN_COLOURS}h")

_NOTHING: Final[list[int]] = []
_NO_SIDES: Final[list[Side]] = []


class Observer:
    """Observes games of one set-up from one seat: `look` writes into `planes`, `figures`, `pieces` and `globals`.

    The arrays are reused, so the caller must copy an observation to keep it. They are views of plain buffers, because
    writing single elements there is faster than into an array.
    """

    def __init__(self, setup: Setup, seat: int) -> None:
        self.setup = setup
        self.seat = seat
        self._cells = bytearray(len(PLANES) * SQUARES)
        self._figures = array("h", bytes(2 * len(FIGURE_ROWS) * FIGURES))
        self._pieces = array("h", bytes(2 * len(PIECE_ROWS) * PIECES))
        self._globals = array("h", bytes(2 * GLOBAL_COUNT))
        self.planes: Bytes = np.frombuffer(self._cells, np.int8).reshape(len(PLANES), EDGE, EDGE)
        self.figures: Words = np.frombuffer(self._figures, np.int16).reshape(len(FIGURE_ROWS), FIGURES)
        self.pieces: Words = np.frombuffer(self._pieces, np.int16).reshape(len(PIECE_ROWS), PIECES)
        self.globals: Words = np.frombuffer(self._globals, np.int16)
        self._canvas = canvas(setup) + _OFF_MAP
        self._names = _names(setup.catalog)
        self._figure_count = min(len(setup.figures), FIGURES)
        self._piece_count = min(len(setup.pieces), PIECES)
        self._all_pieces = list(range(self._piece_count))
        self._all_figures = list(range(len(setup.figures)))
        self._team: list[int] = _NOTHING
        self._from_own: list[int] = []
        self._order: list[Side] = []
        self._stands: list[bytearray] = []  # of each figure what it puts into the planes of its square, upright and fresh
        self._own = ALL_SIDES[0]
        self._forget()

    def _forget(self) -> None:
        """Rewrite everything at the next look."""
        self._grid: Grid | None = None
        self._down = self._spent = _NOTHING
        self._where: list[Square] = []
        self._lies: list[Square] = []
        self._card: Sequence[int] = _NOTHING
        self._secret: Sequence[int] = _NOTHING
        self._of: Sequence[int] = _NOTHING
        self._held: Sequence[int] = _NOTHING
        self._holder = self._kept_by = self._claims = _NO_SIDES
        self._points = self._pool = self._track = _NOTHING
        self._acting = self._asked = -1

    def look(self, state: State) -> None:
        """Update the arrays to a state."""
        if state.team != self._team:
            self._take_side(state)
        grid = board(state)
        if grid is not self._grid:
            self._write_ground(grid)
        if (
            state.card is not self._card
            or state.secret is not self._secret
            or state.of is not self._of
            or state.controlled_by is not self._holder
        ):
            self._write_cards(state)
        if state.figure_at != self._where or state.down != self._down or state.exhaust_markers != self._spent:
            self._write_figures(state)
        if state.piece_at != self._lies or state.piece_holder != self._held or state.piece_side != self._kept_by:
            self._write_pieces(state)
        if state.claims is not self._claims:
            self._write_claims(state)
        if state.points != self._points or state.pool != self._pool or state.track != self._track:
            self._write_holdings(state)
        self._write_moment(state)

    # -- the own side -----------------------------------------------------------------------------------------

    def _take_side(self, state: State) -> None:
        """Make everything relative to the side of this seat; before it has taken one, to the side with its index."""
        self._team = state.team[:]
        setup, sides = self.setup, self.setup.sides
        team = next(k for k, seats in enumerate(setup.seats) if self.seat in seats)
        self._own = next((side for side in sides if state.team[side] == team), sides[team])
        start = sides.index(self._own)
        self._order = sides[start:] + sides[:start]
        self._from_own = [self._order.index(side) if side in sides else -1 for side in ALL_SIDES] + [-1]  # the last for nobody
        self.globals[:_HEAD] = [len(sides), self._own, self.seat - setup.seats[team][0], setup.target, setup.rounds]
        for figure, slot in enumerate(setup.figures[: self._figure_count]):
            for row, value in (("kind", slot.kind + 1), ("side", self._from_own[slot.side]), ("ultimate", slot.ultimate)):
                self._figures[_ROW[row] + figure] = value
        for piece, part in enumerate(setup.pieces[: self._piece_count]):
            self._pieces[_PIECE_ROW["card"] + piece] = part.card + 1 if part.card >= 0 else -1
        self._cells[:] = bytes(len(self._cells))
        self._forget()

    # -- the map ----------------------------------------------------------------------------------------------

    def _write_ground(self, grid: Grid) -> None:
        self._grid = grid
        setup = self.setup
        self._cells[:_GROUND_END] = bytes(_GROUND_END)
        self._fill(plane("map"), grid.everywhere)
        self._fill(plane("enterable"), setup.enterable)
        self._fill(plane("obscured"), grid.obscured)
        for way, across, down in (("north", 0, -1), ("east", 1, 0), ("south", 0, 1), ("west", -1, 0)):
            for square in SQUARE_OF[: grid.size]:
                self._cells[plane(f"closed {way}") * SQUARES + self._canvas[square]] = not _leads(grid, square, across, down)
        for side in setup.sides:
            self._fill(plane("start, own side") + self._from_own[side], setup.starts[side])
        wanted = setup.scenario.areas if setup.scenario is not None else ()
        for number, area in enumerate(setup.areas):
            if area.name in wanted:
                whose = "nobody's" if area.side < 0 else "own side" if area.side == self._own else "others'"
                self._fill(plane(f"area, {whose}"), area.mask)
                self._fill(plane("area number"), area.mask, min(number + 1, _MOST))

    def _fill(self, number: int, mask: Mask, value: int = 1) -> None:
        for square in squares_of(mask):
            self._cells[number * SQUARES + self._canvas[square]] = value

    # -- figures ----------------------------------------------------------------------------------------------

    def _write_cards(self, state: State) -> None:
        """Write the card of each figure, as far as this seat may know it, and its owner."""
        setup, table, from_own = self.setup, self._figures, self._from_own
        self._card, self._secret, self._of, self._holder = state.card, state.secret, state.of, state.controlled_by
        self._stands = []
        for figure, slot in zip(setup.figure_ids, setup.figures, strict=True):
            card = state.card[figure]
            if state.secret[figure] >= 0 and slot.side == self._own:
                card = state.secret[figure]  # a side's own secret picks are no secret to it
            defense = setup.catalog.figures[card].defense if card >= 0 else 0
            stand = bytearray(_BLANK)
            stand[from_own[slot.side]] = stand[len(WHOSE) + slot.kind] = 1
            stand[_DEFENSE], stand[_NUMBER] = min(defense, _MOST), min(figure + 1, _MOST)
            self._stands.append(stand)
            if figure < FIGURES:
                table[_ROW["mine"] + figure] = state.team[slot.side] >= 0 and state.seat_of(figure) == self.seat
                table[_ROW["of"] + figure] = state.of[figure] + 1
                table[_ROW["card"] + figure] = card + 1
                table[_ROW["defense"] + figure] = defense
                table[_ROW["controlled"] + figure] = from_own[state.controlled_by[figure]] + 1
        self._where = []  # so that the figures on the map are written again

    def _write_figures(self, state: State) -> None:
        """Write what changed of the figures; all of it at the first look."""
        where, down, spent = state.figure_at, state.down, state.exhaust_markers
        cells, canvas, stood = self._cells, self._canvas, self._where
        every = self._all_figures
        if not stood:
            cells[_GROUND_END:_STANDING_END] = bytes(_STANDING_END - _GROUND_END)
            self._write_marks(every, down, _DOWN, _DOWN_ROW)
            self._write_marks(every, spent, _SPENT, _SPENT_ROW)
            fresh = every
        else:
            if down != self._down:
                self._write_marks([*compress(every, map(ne, down, self._down))], down, _DOWN, _DOWN_ROW, where)
            if spent != self._spent:
                self._write_marks([*compress(every, map(ne, spent, self._spent))], spent, _SPENT, _SPENT_ROW, where)
            fresh = []
            if where != stood:
                moved = [*compress(every, map(ne, where, stood))]
                fresh = moved[:]
                for figure in moved:
                    square = stood[figure]
                    if square >= 0:
                        cells[_GROUND_END + canvas[square] : _STANDING_END : SQUARES] = _BLANK
                        if square in where:
                            fresh.append(where.index(square))  # who stands where another has left
        table = self._figures
        for figure in fresh:
            square = where[figure]
            cell = canvas[square]
            if cell >= 0:
                cells[_GROUND_END + cell : _STANDING_END : SQUARES] = self._stands[figure]
            if figure < FIGURES:
                table[_SQUARE_ROW + figure] = cell
                table[_TRACK_ROW + figure] = 0 if cell >= 0 else _PLACES.get(square, 0)
        self._where, self._down, self._spent = where[:], down[:], spent[:]

    def _write_marks(self, figures: list[int], marks: list[int], part: int, row: int, where: list[Square] | None = None) -> None:
        """Write whether some figures are down, or their markers: into what they put into planes, if they stand somewhere also there."""
        cells, canvas, table = self._cells, self._canvas, self._figures
        for figure in figures:
            value = self._stands[figure][part] = marks[figure]
            if where is not None and (cell := canvas[where[figure]]) >= 0:
                cells[_GROUND_END + part * SQUARES + cell] = value
            if figure < FIGURES:
                table[row + figure] = value

    # -- pieces -----------------------------------------------------------------------------------------------

    def _write_pieces(self, state: State) -> None:
        """Write the pieces that changed; the few on the map are always rewritten."""
        lies, held, kept_by = state.piece_at, state.piece_holder, state.piece_side
        cells, canvas, slots = self._cells, self._canvas, self.setup.pieces
        cells[_STANDING_END:_LYING_END] = _BARE
        for piece, place in enumerate(lies):
            if place >= 0:
                slot, owner, cell = slots[piece], kept_by[piece], _STANDING_END + canvas[place]
                whose = 0 if slot.letter else 3 if owner < 0 else 1 if owner == self._own else 2
                cells[cell + whose * SQUARES] += 1
                if slot.defense > 0:
                    cells[cell + 4 * SQUARES] = 1
        fresh = self._all_pieces
        if self._lies:
            every = fresh
            fresh = [*compress(every, map(ne, lies, self._lies)), *compress(every, map(ne, held, self._held))]
            fresh += compress(every, map(ne, kept_by, self._kept_by))
        table = self._pieces
        for piece in fresh:
            place = lies[piece]
            table[_OWNER_ROW + piece] = self._from_own[kept_by[piece]]
            table[_LIES_ROW + piece] = canvas[place] if place >= 0 else -1
            table[_PLACE_ROW + piece] = _ON_WALL if place <= ON_WALL else _PLACES.get(place, 0)
            table[_HOLDER_ROW + piece] = held[piece] + 1
        self._lies, self._held, self._kept_by = lies[:], held[:], kept_by[:]

    def _write_claims(self, state: State) -> None:
        self._claims = state.claims
        self._cells[_LYING_END:_CLAIMED_END] = bytes(_CLAIMED_END - _LYING_END)
        for number, side in enumerate(state.claims):
            if side >= 0:
                self._fill(_CLAIMED_AT + (side != self._own), self.setup.areas[number].mask)
            if number < AREAS:
                self._globals[_CLAIMS + number] = self._from_own[side] + 1

    # -- numbers ----------------------------------------------------------------------------------------------

    def _write_holdings(self, state: State) -> None:
        """Write points, pools and tracks, beginning with the own side."""
        table, points, pool, track = self._globals, state.points, state.pool, state.track
        size = PLACES * TOKEN_COLOURS
        for k, side in enumerate(self._order):
            table[_POINTS + k] = points[side]
            _TOKENS.pack_into(table, 2 * (_POOL + TOKEN_COLOURS * k), *pool_of(state, side))
            _PLACED.pack_into(table, 2 * (_TRACK + size * k), *flat_track_of(state, side))
        self._points, self._pool, self._track = points[:], pool[:], track[:]

    def _write_moment(self, state: State) -> None:
        """Write whose turn it is, what is in progress, and what this seat is asked."""
        turn, actor, actions, challenge = under_way(state)
        ask = state.decision
        asked, figure, card, mine = 0, -1, 0, 0
        if ask is not None and ask.seats[0] == self.seat:
            mine, asked, figure = 1, ask.asked + 1, ask.figure
            if ask.about:
                card = self._names.get(ask.about, 0)
        from_own = self._from_own
        first, whose = from_own[state.first], from_own[turn]
        if challenge is None:
            _MOMENT.pack_into(
                self._globals, _MOMENT_AT, state.round, first, whose, actor + 1, actions, 0, 0, 0, 0, 0, mine, asked, figure + 1, card
            )
        else:
            fight = _fight(challenge)
            _MOMENT.pack_into(
                self._globals, _MOMENT_AT, state.round, first, whose, actor + 1, actions, *fight, mine, asked, figure + 1, card
            )
        where, canvas = state.figure_at, self._canvas
        cell = canvas[where[actor]] if actor >= 0 else -1
        if cell != self._acting:
            _mark(self._cells, _ACTING_AT, self._acting, cell)
            self._acting = cell
        cell = canvas[where[figure]] if figure >= 0 else -1
        if cell != self._asked:
            _mark(self._cells, _ASKED_AT, self._asked, cell)
            self._asked = cell


def _mark(cells: bytearray, start: int, before: int, cell: int) -> None:
    """Move the mark of a plane from one square to another; a negative one is none."""
    if before >= 0:
        cells[start + before] = 0
    if cell >= 0:
        cells[start + cell] = 1


def _fight(challenge: OpenChallenge) -> list[int]:
    """The open challenge: challenger, target, dice of both, lead in successes."""
    target = challenge.target + 1 if challenge.target < FIGURES else 0
    return [challenge.challenger + 1, target, challenge.dice, challenge.defense, challenge.hits]


def _leads(grid: Grid, square: Square, across: int, down: int) -> bool:
    """Whether a step is possible to the neighbour at this offset."""
    column, row = square % grid.columns + across, square // grid.columns + down
    inside = 0 <= column < grid.columns and 0 <= row < grid.rows
    return inside and bool(grid.steps(square) >> (column + row * grid.columns) & 1)


def _names(catalog: Catalog) -> dict[str, int]:
    """The names of everything that has a text, numbered from 1 in the catalog's order."""
    found: dict[str, int] = {}
    for figure in catalog.figures:
        texts = [figure.name, *(ability.name for ability in figure.abilities)]
        texts += [part.name for part in (figure.trait, figure.ultimate) if part is not None]
        for name in texts:
            found.setdefault(name, len(found) + 1)
    for name in [*(piece.name for piece in catalog.pieces), *(scenario.name for scenario in catalog.scenarios)]:
        found.setdefault(name, len(found) + 1)
    return found
