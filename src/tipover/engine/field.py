"""The board as a state has it: who stands where, what blocks whom, who sees and neighbours what (OCC, SEE, ADJ)."""

from __future__ import annotations

from tipover.board.mask import BIT, Mask, Square
from tipover.board.sight import seen_from
from tipover.cards.catalog import OBJECTIVE
from tipover.engine.state import State


class Survey:
    """The masks of one moment as one side has them."""

    __slots__ = ("allies", "objectives", "occupied", "rivals", "rivals_down")

    def __init__(self, state: State, side: int) -> None:
        occupied = rivals = rivals_down = allies = objectives = 0
        side_of, kind_of, down = state.setup.side_of, state.setup.kind_of, state.down
        for figure, square in enumerate(state.where):
            if square < 0:
                continue
            bit = BIT[square]
            occupied |= bit
            if kind_of[figure] == OBJECTIVE:
                objectives |= bit
            elif side_of[figure] == side:
                allies |= bit
            elif down[figure]:
                rivals_down |= bit
            else:
                rivals |= bit
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
        return seen_from(state.setup.grid, square, 0)
    survey = Survey(state, side)
    return seen_from(state.setup.grid, square, survey.rivals | survey.objectives)


def adjacent_squares(state: State, square: Square) -> Mask:
    """The squares adjacent to a square, and itself (ADJ-1, ADJ-2)."""
    return state.setup.grid.steps(square) | BIT[square]


def is_adjacent(state: State, one: int, other: int) -> bool:
    """Whether two figures on the map are adjacent (ADJ-1); nobody is adjacent to itself (ADJ-2, DST-6)."""
    a, b = state.where[one], state.where[other]
    return one != other and a >= 0 and b >= 0 and bool(state.setup.grid.steps(a) & BIT[b])


def is_ally(state: State, one: int, other: int) -> bool:
    """Same side and not itself; bonus objectives are nobody's ally (ALY-1, ALY-2)."""
    setup = state.setup
    if one == other or setup.kind_of[one] == OBJECTIVE or setup.kind_of[other] == OBJECTIVE:
        return False
    return setup.side_of[one] == setup.side_of[other]


def is_rival(state: State, one: int, other: int) -> bool:
    """A character, companion or minion of another side (ALY-2)."""
    setup = state.setup
    if setup.kind_of[one] == OBJECTIVE or setup.kind_of[other] == OBJECTIVE:
        return False
    return setup.side_of[one] != setup.side_of[other]
