"""What keeps a figure out of a square or away from it: closed squares, figures, walls, distance (MAP, MOV, ADJ-1)."""

from __future__ import annotations

from collections.abc import Sequence

from tipover.board.geometry import Segment
from tipover.board.grid import Grid
from tipover.board.mask import BIT, SQUARE_OF, Mask, Square, squares_of
from tipover.cards.catalog import OBJECTIVE
from tipover.engine.core.ids import FigureId
from tipover.engine.core.reason import Reason, reason_for, whole_reason
from tipover.engine.core.said import FigurePart, ListPart, SquarePart, say
from tipover.engine.core.state import State
from tipover.engine.phrases.terrain import board


def figures_on(state: State, mask: Mask) -> list[FigureId]:
    """The figures in these squares."""
    return [figure for figure, at in zip(state.setup.figure_ids, state.figure_at, strict=False) if at >= 0 and mask & BIT[at]]


def figures_part(state: State, figures: Sequence[FigureId]) -> ListPart:
    """`D1 on c3 and D2 on d4`."""
    found = [say("reason.figure_on_square", who=FigurePart(figure), square=SquarePart(state.figure_at[figure])) for figure in figures]
    return ListPart(tuple(found), "and")


def why_closed(state: State, square: Square) -> list[Reason]:
    """Why nothing can ever be in a square: off the map, covered, enclosed."""
    grid = board(state)
    if not 0 <= square < grid.size:
        return [whole_reason(state.setup, "MAP-1", "reason.square.none", last=SquarePart(SQUARE_OF[grid.size - 1]))]
    where = SquarePart(square)
    if grid.closed & BIT[square]:
        around = grid.border(square) if grid.covered & BIT[square] else []
        return [reason_for(state.setup, "MOV-2", "reason.square.covered", [square], walls=around, square=where)]
    if not state.setup.enterable & BIT[square]:
        return [reason_for(state.setup, "MAP-3", "reason.square.enclosed", [square], square=where)]
    return []


def why_taken(state: State, square: Square) -> list[Reason]:
    """Who stands in a square, so that no figure may stay there (MOV-6, MOV-8)."""
    there = figures_on(state, BIT[square])[:1]
    if not there:
        return []
    rule = "MOV-8" if state.setup.kind_of[there[0]] == OBJECTIVE else "MOV-6"
    return [reason_for(state.setup, rule, "reason.square.taken", [square], there, figures=figures_part(state, there))]


def why_in_the_way(state: State, mask: Mask, squares: list[Square]) -> list[Reason]:
    """Which figures of some squares nobody may pass: standing rivals and bonus objectives (MOV-5, MOV-8)."""
    reasons: list[Reason] = []
    for rule, is_objective in (("MOV-5", False), ("MOV-8", True)):
        there = [f for f in figures_on(state, mask) if (state.setup.kind_of[f] == OBJECTIVE) == is_objective]
        if there:
            reasons.append(reason_for(state.setup, rule, "reason.in_the_way", squares, there, figures=figures_part(state, there)))
    return reasons


def why_not_adjacent(state: State, start: Square, square: Square) -> list[Reason]:
    """Why a square is not adjacent to another: too far, or something between; empty if it is, or is the same (ADJ-1, ADJ-2)."""
    grid = board(state)
    if square == start or grid.steps(start) & BIT[square]:
        return []
    far = grid.distance(start, square)
    if far > 1:
        return [reason_for(state.setup, "ADJ-1", "reason.square.away", [start, square], square=SquarePart(square), far=far)]
    walls = grid.hits(grid.line(start, square))
    said = say("reason.square.obstruction_between", start=SquarePart(start), square=SquarePart(square))
    return [reason_for(state.setup, "ADJ-1", said, [start, square], walls=walls)]


def walls_between(grid: Grid, start: Square, end: Square) -> list[Segment]:
    """The obstructions on the straight line, or on the pairs of steps that would lead there in the open."""
    found = grid.hits(grid.line(start, end))
    if found:
        return found
    walls: set[Segment] = set()
    for square in squares_of(grid.within(start, 1) & grid.within(end, 1) & ~BIT[start] & ~BIT[end]):
        walls.update(grid.hits(grid.line(start, square)) + grid.hits(grid.line(square, end)))
    return sorted(walls)
