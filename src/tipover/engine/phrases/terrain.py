"""The board of a state: who stands where, what blocks whom, who sees and neighbours what (OCC, SEE, ADJ).

Texts change it in the middle of a game: obscured squares (SEE-7), broken walls (MAP-9), further starting squares (CDN-6),
concealed figures (SEE-8). Ask `board`, `home`, `area` and `blockers`, never the set-up's grid and areas.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from tipover.board.grid import Grid
from tipover.board.mask import BIT, Mask, Square, mask_of
from tipover.board.rubble import opened, squares_touched, wall_opening
from tipover.board.sight import seen_from
from tipover.engine.core.ids import ON_WALL, PIECE, RESERVE, Side, Thing, wall_of
from tipover.engine.core.late import Late
from tipover.engine.core.state import State

OBSCURED: Final = "obscured"
STARTING: Final = "starting"

# What texts make of the terrain; bound by `terrain_texts`, which reads the board itself.
TERRAIN: Final[Late[Callable[[State, str], list[tuple[int, Mask]]]]] = Late("phrases.terrain_texts")
CONCEALED: Final[Late[Callable[[State], list[Thing]]]] = Late("phrases.terrain_texts")


def board(state: State) -> Grid:
    """The map as it is now: with the obscured squares and the Rubble of this moment (SEE-7, MAP-9).

    A text that makes terrain is itself judged on the bare map, otherwise it would depend on its own result.
    """
    grid = state.setup.grid
    if not state.texts.shifts_board:
        return grid
    places = state.piece_at
    if places and min(places) <= ON_WALL:
        grid = opened(grid, tuple(sorted([wall_of(lies) for lies in places if lies <= ON_WALL])))
    if "counts-as" in state.texts.changes:
        obscured = 0
        for _, squares in _made(state, OBSCURED):
            obscured |= squares
        if obscured:
            return grid.with_obscured(obscured)
    return grid


def touched(state: State, lies: Square) -> Mask:
    """The squares that a piece on a wall counts as lying in (MAP-9)."""
    grid = state.setup.grid
    return squares_touched(grid, wall_opening(grid, wall_of(lies)))


def home(state: State, side: Side) -> Mask:
    """A side's starting area, with every square that counts as it (CDN-6)."""
    mask = state.setup.starts[side]
    if state.texts.shifts_board:
        mask |= sum_of(squares for of, squares in _made(state, STARTING) if of == side)
    return mask


def area(state: State, number: int) -> Mask:
    """The squares of an area of the map; a starting area with every square that counts as it (MAP-6, CDN-6)."""
    slot = state.setup.areas[number]
    if not state.texts.shifts_board or slot.name != STARTING or slot.side < 0:
        return slot.mask
    return slot.mask | home(state, slot.side)


def _made(state: State, kind: str) -> list[tuple[int, Mask]]:
    return TERRAIN.call(state, kind) if "counts-as" in state.texts.changes else []


def sum_of(masks: Iterable[Mask]) -> Mask:
    """Masks together."""
    found = 0
    for mask in masks:
        found |= mask
    return found


def concealed(state: State) -> list[Thing]:
    """The things that cannot be seen now; their squares can (SEE-8)."""
    return CONCEALED.call(state) if state.texts.conceals else []


def blockers(state: State, side: Side, survey: Survey | None = None) -> Mask:
    """The squares of those that block a side's sight: standing rivals and bonus objectives, unless concealed (SEE-2, SEE-6, SEE-8)."""
    mask = survey.standing if survey is not None else _standing_against(state, side)
    if mask and state.texts.conceals:
        mask &= ~mask_of([state.figure_at[thing] for thing in concealed(state) if thing < PIECE and state.figure_at[thing] >= 0])
    return mask


# The mask of where a figure or point marker is. A place that is no square is below 0, so its empty mask is at the end of the list.
MASK_AT: Final[list[Mask]] = [*BIT, *(0 for _ in range(-RESERVE))]


class Survey:
    """The masks of one moment as one side has them."""

    __slots__ = (
        "_controlled", "_down", "_endable", "_passable", "_where", "allies", "objectives", "occupied", "rivals", "rivals_down", "standing",
    )  # fmt: skip

    def __init__(self, state: State, side: Side) -> None:
        rivals = rivals_down = allies = objectives = 0
        setup, where, down = state.setup, state.figure_at, state.down
        own, others = setup.own_figures[side], setup.other_figures[side]
        if state.controlled_by is not setup.nobody_controlled:
            now = [holder if holder >= 0 else setup.side_of[f] for f, holder in enumerate(state.controlled_by)]
            own, others = [f for f in own + others if now[f] == side], [f for f in own + others if now[f] != side]
        for figure in own:
            allies |= MASK_AT[where[figure]]
        for figure in others:
            if down[figure]:
                rivals_down |= MASK_AT[where[figure]]
            else:
                rivals |= MASK_AT[where[figure]]
        for figure in setup.objectives:
            objectives |= MASK_AT[where[figure]]
        self.standing: Mask = rivals | objectives
        """Where those are that nobody may go through (MOV-4, MOV-8)."""
        self.occupied: Mask = self.standing | rivals_down | allies
        self.rivals: Mask = rivals
        self.rivals_down: Mask = rivals_down
        self.allies: Mask = allies
        self.objectives: Mask = objectives
        self._passable: Mask = 0  # as `passable` and `endable` have them; 0 until they are asked for
        self._endable: Mask = 0
        self._where = where[:]  # what all of it depends on
        self._down = down[:]
        self._controlled = state.controlled_by

    def is_of(self, state: State) -> bool:
        """Whether it is the same in a state: nobody has moved, fallen, stood up or come under control."""
        return self._where == state.figure_at and self._down == state.down and self._controlled is state.controlled_by

    def passable(self, state: State) -> Mask:
        """The squares a figure may go through: not those of standing rivals and bonus objectives (cached, MOV-4, MOV-5, MOV-8)."""
        if not self._passable:
            self._passable = state.setup.enterable & ~self.standing
        return self._passable

    def endable(self, state: State) -> Mask:
        """The squares a figure may stay in or be placed into: enterable and unoccupied (cached, MOV-6, OCC-1, MAP-3)."""
        if not self._endable:
            self._endable = state.setup.enterable & ~self.occupied
        return self._endable


def survey_of(state: State, side: Side) -> Survey:
    """The survey of a side, the last one if that still holds. (One for all states of a set-up: whatever is read depends on the key alone.)"""
    last = state.setup.last_surveys[side]
    if isinstance(last, Survey) and last.is_of(state):
        return last
    fresh = Survey(state, side)
    state.setup.last_surveys[side] = fresh
    return fresh


def _standing_against(state: State, side: Side) -> Mask:
    """As `Survey.standing` has it, without the rest of a survey."""
    setup, where, down = state.setup, state.figure_at, state.down
    if state.controlled_by is not setup.nobody_controlled:
        return survey_of(state, side).standing
    mask = 0
    for figure in setup.other_figures[side]:
        if not down[figure]:
            mask |= MASK_AT[where[figure]]
    for figure in setup.objectives:
        mask |= MASK_AT[where[figure]]
    return mask


def free_squares(state: State) -> Mask:
    """Enterable squares with nobody in them."""
    occupied = 0
    for square in state.figure_at:
        if square >= 0:
            occupied |= BIT[square]
    return state.setup.enterable & ~occupied


def seen_by(state: State, square: Square, side: Side, survey: Survey | None = None) -> Mask:
    """What a figure of a side sees from a square; side -1: nobody blocks (SEE-6, SEE-9). `survey` is the side's, if the caller has it."""
    if side < 0:
        return seen_from(board(state), square, 0)
    return seen_from(board(state), square, blockers(state, side, survey))
