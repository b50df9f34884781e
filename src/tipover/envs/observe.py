"""What a seat sees, written into arrays: only what it may know, and only what has changed since it last looked.

Secret picks of other sides and secret choices inside texts are never read here: what `layout` names is either open to
everybody or the seat's own.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from struct import Struct
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tipover.board.grid import Grid
from tipover.board.mask import Mask, squares_of
from tipover.cards.catalog import SIDES, Catalog
from tipover.engine.field import ON_WALL, board
from tipover.engine.flow.kinds import (
    ACTIONS,
    ACTOR,
    CHALLENGE_FRAME,
    CHALLENGER,
    DEFENSE,
    DICE,
    HITS,
    KIND,
    TARGET,
    TURN_FRAME,
    TURN_SIDE,
)
from tipover.engine.setup import Setup
from tipover.engine.state import BACK, HELD, IN_FORCE, RESERVE, State
from tipover.envs.actions import EDGE, FIGURES, PIECES, SQUARES, canvas
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

_STANDING_AT = len(GROUND)
_LYING_AT = _STANDING_AT + len(STANDING)
_CLAIMED_AT = _LYING_AT + len(LYING)
_ATTENTION_AT = _CLAIMED_AT + len(CLAIMED)
assert _ATTENTION_AT + len(ATTENTION) == len(PLANES)

_GROUND_END = _STANDING_AT * SQUARES
_STANDING = slice(_STANDING_AT * SQUARES, _LYING_AT * SQUARES)
_LYING = slice(_LYING_AT * SQUARES, _CLAIMED_AT * SQUARES)
_CLAIMED = slice(_CLAIMED_AT * SQUARES, _ATTENTION_AT * SQUARES)
_DOWN, _SPENT, _DEFENSE, _NUMBER = (plane(name) - _STANDING_AT for name in ("down", "exhausted", "defense", "figure number"))
_ACTING_AT, _ASKED_AT = plane("acting") * SQUARES, plane("asked") * SQUARES
_POINTS, _POOL, _TRACK, _CLAIMS = at("points"), at("pool"), at("track"), at("claims")
_HEAD = at("round")  # the globals before it change only with the side a seat takes
_ROW = {part.name: k * FIGURES for k, part in enumerate(FIGURE_ROWS)}
_SQUARE_ROW, _TRACK_ROW, _DOWN_ROW, _SPENT_ROW = (_ROW[name] for name in ("square", "track", "down", "exhausted"))
_PIECE_ROW = {part.name: k * PIECES for k, part in enumerate(PIECE_ROWS)}
_OWNER_ROW, _LIES_ROW, _PLACE_ROW, _HOLDER_ROW = (_PIECE_ROW[name] for name in ("side", "square", "place", "holder"))

_PLACES = {BACK: 5, HELD: 6, IN_FORCE: 7}
_ON_WALL = 8
_MOST = 127  # what a plane can hold
_BLANK = bytearray(len(STANDING))  # nobody; not bytes, because a bytearray takes those only by way of another bytearray
_BARE = bytes(_LYING.stop - _LYING.start)
_OFF_MAP = [-1] * -RESERVE  # behind the squares: a figure's place on the track or in reserve is no cell

_MOMENT = Struct(f"{_POINTS - _HEAD}h")  # the globals that each question changes
_MOMENT_AT = 2 * _HEAD
_TOKENS, _PLACED = Struct("4h"), Struct("16h")  # a side's pool and track

_NOTHING: list[int] = []


class Observer:
    """One seat's eyes on the games of one set-up: `look` writes what it sees into `planes`, `figures`, `pieces`, `globals`.

    The arrays are the observer's own and written again each time: whoever keeps an observation copies it. They lie over
    plain buffers, because single numbers are written there faster than into an array.
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
        self._team: list[int] = _NOTHING
        self._from_own: list[int] = []
        self._order: list[int] = []
        self._stands: list[bytearray] = []  # of each figure what it puts into the planes of its square, upright and fresh
        self._own = 0
        self._forget()

    def _forget(self) -> None:
        """Write everything anew at the next look."""
        self._grid: Grid | None = None
        self._where = self._down = self._spent = self._card = self._secret = self._of = self._holder = _NOTHING
        self._lies = self._held = self._kept_by = self._claims = _NOTHING
        self._points = self._pool = self._track = _NOTHING
        self._moment: tuple[int, ...] = ()
        self._acting = self._asked = -1

    def look(self, state: State) -> None:
        """See how things stand."""
        if state.team != self._team:
            self._take_side(state)
        grid = board(state)
        if grid is not self._grid:
            self._write_ground(grid)
        if state.card is not self._card or state.secret is not self._secret or state.of is not self._of or state.holder is not self._holder:
            self._write_cards(state)
        if state.where != self._where or state.down != self._down or state.spent != self._spent:
            self._write_figures(state)
        if state.lies != self._lies or state.held != self._held or state.kept_by != self._kept_by:
            self._write_pieces(state)
        if state.claims is not self._claims:
            self._write_claims(state)
        if state.points != self._points or state.pool != self._pool or state.track != self._track:
            self._write_holdings(state)
        self._write_moment(state)

    # -- the own side -----------------------------------------------------------------------------------------

    def _take_side(self, state: State) -> None:
        """Tell everything from the side this seat plays; before it has taken one, from the one at its place."""
        self._team = state.team[:]
        setup, sides = self.setup, self.setup.sides
        team = next(k for k, seats in enumerate(setup.seats) if self.seat in seats)
        self._own = next((side for side in sides if state.team[side] == team), sides[team])
        start = sides.index(self._own)
        self._order = sides[start:] + sides[:start]
        self._from_own = [self._order.index(side) if side in sides else -1 for side in range(len(SIDES))] + [-1]  # the last for nobody
        self.globals[:_HEAD] = [len(sides), self._own, setup.seats[team].index(self.seat), setup.target, setup.rounds]
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
            for square in range(grid.size):
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
        """Whose card each figure has, as far as this seat may know, and who has whom."""
        setup, table, from_own = self.setup, self._figures, self._from_own
        self._card, self._secret, self._of, self._holder = state.card, state.secret, state.of, state.holder
        self._stands = []
        for figure, slot in enumerate(setup.figures):
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
                table[_ROW["controlled"] + figure] = from_own[state.holder[figure]] + 1
        self._where = _NOTHING  # what stands on the map is written anew

    def _write_figures(self, state: State) -> None:
        """Write the figures that have changed; all of them if nothing is known of before."""
        where, down, spent = state.where, state.down, state.spent
        cells, canvas = self._cells, self._canvas
        every = range(len(where))
        if not self._where:
            cells[_STANDING] = bytes(_STANDING.stop - _STANDING.start)
            fresh = list(every)
        else:
            stood, lay, tired = self._where, self._down, self._spent
            fresh = [f for f in every if where[f] != stood[f] or down[f] != lay[f] or spent[f] != tired[f]]
            for square in [stood[f] for f in fresh if 0 <= stood[f] != where[f]]:
                cells[_STANDING.start + canvas[square] : _STANDING.stop : SQUARES] = _BLANK
                if square in where:
                    fresh.append(where.index(square))  # who stands where another has left
        table = self._figures
        for figure in fresh:
            square = where[figure]
            cell = canvas[square]
            if cell >= 0:
                stand = self._stands[figure]
                stand[_DOWN], stand[_SPENT] = down[figure], spent[figure]
                cells[_STANDING.start + cell : _STANDING.stop : SQUARES] = stand
            if figure < FIGURES:
                table[_SQUARE_ROW + figure] = cell
                table[_TRACK_ROW + figure] = -square if BACK <= square < 0 else 0
                table[_DOWN_ROW + figure] = down[figure]
                table[_SPENT_ROW + figure] = spent[figure]
        self._where, self._down, self._spent = where[:], down[:], spent[:]

    # -- pieces -----------------------------------------------------------------------------------------------

    def _write_pieces(self, state: State) -> None:
        """Write the pieces that have changed, and what lies on the map, which is little, anew."""
        lies, held, kept_by = state.lies, state.held, state.kept_by
        cells, canvas, slots = self._cells, self._canvas, self.setup.pieces
        cells[_LYING] = _BARE
        for piece, place in enumerate(lies):
            if place >= 0:
                slot, owner, cell = slots[piece], kept_by[piece], _LYING.start + canvas[place]
                whose = 0 if slot.letter else 3 if owner < 0 else 1 if owner == self._own else 2
                cells[cell + whose * SQUARES] += 1
                if slot.defense > 0:
                    cells[cell + 4 * SQUARES] = 1
        fresh: Sequence[int] = range(self._piece_count)
        if self._lies:
            lay, were_held, kept = self._lies, self._held, self._kept_by
            fresh = [k for k in fresh if lies[k] != lay[k] or held[k] != were_held[k] or kept_by[k] != kept[k]]
        table = self._pieces
        for piece in fresh:
            place = lies[piece]
            table[_OWNER_ROW + piece] = self._from_own[kept_by[piece]]
            table[_LIES_ROW + piece] = canvas[place] if place >= 0 else -1
            table[_PLACE_ROW + piece] = (
                0 if place >= 0 else -place if place > BACK else _ON_WALL if place <= ON_WALL else _PLACES.get(place, 0)
            )
            table[_HOLDER_ROW + piece] = held[piece] + 1
        self._lies, self._held, self._kept_by = lies[:], held[:], kept_by[:]

    def _write_claims(self, state: State) -> None:
        self._claims = state.claims
        self._cells[_CLAIMED] = bytes(_CLAIMED.stop - _CLAIMED.start)
        for number, side in enumerate(state.claims):
            if side >= 0:
                self._fill(_CLAIMED_AT + (side != self._own), self.setup.areas[number].mask)
            if number < AREAS:
                self._globals[_CLAIMS + number] = self._from_own[side] + 1

    # -- numbers ----------------------------------------------------------------------------------------------

    def _write_holdings(self, state: State) -> None:
        """Points, pools and tracks, from the own side on."""
        table, points, pool, track = self._globals, state.points, state.pool, state.track
        for k, side in enumerate(self._order):
            table[_POINTS + k] = points[side]
            _TOKENS.pack_into(table, 2 * (_POOL + 4 * k), *pool[side * 4 : side * 4 + 4])
            _PLACED.pack_into(table, 2 * (_TRACK + 16 * k), *track[side * 16 : side * 16 + 16])
        self._points, self._pool, self._track = points[:], pool[:], track[:]

    def _write_moment(self, state: State) -> None:
        """Whose turn it is, what is under way, and what this seat is asked."""
        turn = actor = -1
        actions = 0
        fight = _NO_FIGHT
        for frame in state.stack:
            kind = frame[KIND]
            if kind == TURN_FRAME:
                turn, actor, actions = frame[TURN_SIDE], frame[ACTOR], frame[ACTIONS]
            elif kind == CHALLENGE_FRAME:
                fight = _fight(frame)
        ask = state.decision
        asked, figure, card, mine = 0, -1, 0, 0
        if ask is not None and ask.seats[0] == self.seat:
            mine, asked, figure, card = 1, ask.asked + 1, ask.figure, self._names.get(ask.about, 0)
        from_own = self._from_own
        moment = (
            state.round, from_own[state.first], from_own[turn], actor + 1, actions, *fight, mine, asked, figure + 1, card,
        )  # fmt: skip
        if moment != self._moment:
            self._moment = moment
            _MOMENT.pack_into(self._globals, _MOMENT_AT, *moment)
        cell = self._canvas[state.where[actor]] if actor >= 0 else -1
        if cell != self._acting:
            self._mark(_ACTING_AT, self._acting, cell)
            self._acting = cell
        cell = self._canvas[state.where[figure]] if figure >= 0 else -1
        if cell != self._asked:
            self._mark(_ASKED_AT, self._asked, cell)
            self._asked = cell

    def _mark(self, start: int, before: int, cell: int) -> None:
        """Mark a square in a plane instead of the one marked before; below 0 there is none."""
        if before >= 0:
            self._cells[start + before] = 0
        if cell >= 0:
            self._cells[start + cell] = 1


_NO_FIGHT = [0, 0, 0, 0, 0]


def _fight(challenge: list[int]) -> list[int]:
    """A challenge under way: who, whom, the dice of both, the successes ahead."""
    target = challenge[TARGET]
    return [challenge[CHALLENGER] + 1, target + 1 if target < FIGURES else 0, challenge[DICE], challenge[DEFENSE], challenge[HITS]]


def _leads(grid: Grid, square: int, across: int, down: int) -> bool:
    """Whether a step leads to the neighbour so many columns and rows away."""
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
