"""The board as a state has it: who stands where, what blocks whom, who sees and neighbours what (OCC, SEE, ADJ).

Texts change it in the middle of a game: obscured squares (SEE-7), broken walls (MAP-9), further starting squares (CDN-6),
concealed figures (SEE-8). Ask `board`, `home`, `area` and `blockers` for it, never the set-up's grid and areas.
"""

from __future__ import annotations

from collections.abc import Iterable

from tipover.board.grid import Grid
from tipover.board.mask import BIT, Mask, Square, mask_of
from tipover.board.rubble import opened, squares_touched, wall_opening
from tipover.board.sight import seen_from
from tipover.cards.ast import Group, Ref
from tipover.cards.catalog import OBJECTIVE
from tipover.engine.decision import PIECE
from tipover.engine.state import State

# A piece that lies on a wall, not in a square: this number less the wall's (MAP-9).
ON_WALL = -100


# -- the board that changes ------------------------------------------------------------------------------


def board(state: State) -> Grid:
    """The map as it is now: with the obscured squares and the Rubble of this moment (SEE-7, MAP-9).

    A text that makes terrain is itself judged on the bare map, because else it would hang on its own answer.
    """
    grid = state.setup.grid
    if not state.cast.shifts_board:
        return grid
    broken = sorted(wall_of(lies) for lies in state.lies if lies <= ON_WALL)
    grid = opened(grid, tuple(broken))
    return grid.with_obscured(sum_of(squares for _, squares in _terrain(state, OBSCURED)))


def wall_of(lies: int) -> int:
    """The number of the wall a piece lies on, -1 if it lies on none."""
    return ON_WALL - lies if lies <= ON_WALL else -1


def touched(state: State, lies: int) -> Mask:
    """The squares that a piece on a wall counts as lying in (MAP-9)."""
    grid = state.setup.grid
    return squares_touched(grid, wall_opening(grid, wall_of(lies)))


def home(state: State, side: int) -> Mask:
    """A side's starting area, with every square that counts as it (CDN-6)."""
    mask = state.setup.starts[side]
    if state.cast.shifts_board:
        mask |= sum_of(squares for of, squares in _terrain(state, STARTING) if of == side)
    return mask


def area(state: State, number: int) -> Mask:
    """The squares of an area of the map; a starting area with every square that counts as it (MAP-6, CDN-6)."""
    slot = state.setup.areas[number]
    if not state.cast.shifts_board or slot.name != STARTING or slot.side < 0:
        return slot.mask
    return slot.mask | home(state, slot.side)


OBSCURED, STARTING = "obscured", "starting"


def sum_of(masks: Iterable[Mask]) -> Mask:
    """Masks together."""
    found = 0
    for mask in masks:
        found |= mask
    return found


def _terrain(state: State, kind: str) -> list[tuple[int, Mask]]:
    """The squares that texts make into something now, each with the side it is made so for, -1 for all."""
    if "counts-as" not in state.cast.changes or state.bare:
        return []
    # These read the board themselves, so they cannot be loaded before it.
    from tipover.engine.changes import standing
    from tipover.engine.steps.nouns import area_mask, things
    from tipover.engine.steps.thing import side_of

    found: list[tuple[int, Mask]] = []
    state.bare = True
    try:
        for _, frame, change in standing(state, "counts-as"):
            assert change.who is not None
            if change.what is None:
                if kind == OBSCURED:
                    found.append((-1, area_mask(state, frame, change.who)))
            elif kind == STARTING and isinstance(change.what, Group) and change.what.nouns == ("starting area",):
                owners = things(state, frame, change.what.det) if isinstance(change.what.det, Ref | Group) else []
                mask = area_mask(state, frame, change.who) & state.setup.enterable
                found += [(side_of(state, owner), mask) for owner in owners]
    finally:
        state.bare = False
    return found


def concealed(state: State) -> list[int]:
    """The things that cannot be seen now; their squares can (SEE-8)."""
    if "cannot-be" not in state.cast.changes or state.bare:
        return []
    from tipover.engine.changes import cannot_be

    state.bare = True
    try:
        return [thing for thing in (*range(len(state.where)), *range(PIECE, PIECE + len(state.lies))) if cannot_be(state, thing, "seen")]
    finally:
        state.bare = False


def blockers(state: State, survey: Survey) -> Mask:
    """The squares of those that block a side's sight: standing rivals and bonus objectives, unless concealed (SEE-2, SEE-6, SEE-8)."""
    mask = survey.rivals | survey.objectives
    if mask and "cannot-be" in state.cast.changes:
        mask &= ~mask_of([state.where[thing] for thing in concealed(state) if thing < PIECE and state.where[thing] >= 0])
    return mask


# -- one moment ------------------------------------------------------------------------------------------


class Survey:
    """The masks of one moment as one side has them."""

    __slots__ = ("allies", "objectives", "occupied", "rivals", "rivals_down")

    def __init__(self, state: State, side: int) -> None:
        rivals = rivals_down = allies = objectives = 0
        setup = state.setup
        sides = setup.side_of
        if state.holder is not setup.nobody_held:
            sides = [own if holder < 0 else holder for own, holder in zip(sides, state.holder, strict=True)]
        for square, own, fallen in zip(state.where, sides, state.down, strict=True):
            if square < 0:
                continue
            if own == side:
                allies |= BIT[square]
            elif fallen:
                rivals_down |= BIT[square]
            else:
                rivals |= BIT[square]
        if setup.objectives:
            for objective in setup.objectives:
                if state.where[objective] >= 0:
                    objectives |= BIT[state.where[objective]]
            rivals, allies = rivals & ~objectives, allies & ~objectives
        occupied = rivals | rivals_down | allies | objectives
        self.occupied: Mask = occupied
        self.rivals: Mask = rivals
        self.rivals_down: Mask = rivals_down
        self.allies: Mask = allies
        self.objectives: Mask = objectives


def passable(state: State, survey: Survey) -> Mask:
    """The squares a figure may go through: not those of standing rivals and bonus objectives (MOV-4, MOV-5, MOV-8)."""
    return state.setup.enterable & ~(survey.rivals | survey.objectives)


def endable(state: State, survey: Survey) -> Mask:
    """The squares a figure may stay in or be placed into: enterable and unoccupied (MOV-6, OCC-1, MAP-3)."""
    return state.setup.enterable & ~survey.occupied


def free_squares(state: State) -> Mask:
    """Enterable squares with nobody in them."""
    occupied = 0
    for square in state.where:
        if square >= 0:
            occupied |= BIT[square]
    return state.setup.enterable & ~occupied


def seen_by(state: State, square: Square, side: int) -> Mask:
    """What a figure of a side sees from a square; side -1: nobody blocks (SEE-6, SEE-9)."""
    if side < 0:
        return seen_from(board(state), square, 0)
    return seen_from(board(state), square, blockers(state, Survey(state, side)))


def adjacent_squares(state: State, square: Square) -> Mask:
    """The squares adjacent to a square, and itself (ADJ-1, ADJ-2)."""
    return board(state).steps(square) | BIT[square]


def is_adjacent(state: State, one: int, other: int) -> bool:
    """Whether two figures on the map are adjacent (ADJ-1); nobody is adjacent to itself (ADJ-2, DST-6)."""
    a, b = state.where[one], state.where[other]
    return one != other and a >= 0 and b >= 0 and bool(board(state).steps(a) & BIT[b])


def counts_for(state: State, figure: int) -> int:
    """The side a figure counts for: its controller's while it is controlled (CTL-1, CTL-9)."""
    return state.holder[figure] if state.holder[figure] >= 0 else state.setup.side_of[figure]


def is_ally(state: State, one: int, other: int) -> bool:
    """Same side and not itself; bonus objectives are nobody's ally (ALY-1, ALY-2)."""
    setup = state.setup
    if one == other or setup.kind_of[one] == OBJECTIVE or setup.kind_of[other] == OBJECTIVE:
        return False
    return counts_for(state, one) == counts_for(state, other)


def is_rival(state: State, one: int, other: int) -> bool:
    """A character, companion or minion of another side (ALY-2)."""
    setup = state.setup
    if setup.kind_of[one] == OBJECTIVE or setup.kind_of[other] == OBJECTIVE:
        return False
    return counts_for(state, one) != counts_for(state, other)
