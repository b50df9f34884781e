"""The actions a figure may take now: move, challenge, assist, interact, rally (ACT, TRN-4 to TRN-6)."""

from __future__ import annotations

from tipover.board.mask import BIT, squares_of
from tipover.board.paths import reach, walk
from tipover.engine.decision import ASSIST, CHALLENGE, END, INTERACT, PIECE, RALLY, Choice
from tipover.engine.field import Survey, adjacent_squares, endable, is_adjacent, is_ally, is_rival, passable
from tipover.engine.flow.kinds import ACTIONS_A_TURN
from tipover.engine.state import State

BASIC_MOVE = 2
BASIC_DICE = 2


def offered(state: State, figure: int, actions: int) -> list[Choice]:
    """Every action of a figure's own turn, and stopping (TRN-2, TRN-12, ACT-7)."""
    square = state.where[figure]
    if square < 0:
        return [Choice(END, figure)]
    if state.down[figure]:
        if actions >= ACTIONS_A_TURN:
            return [Choice(RALLY, figure), Choice(END, figure)]
        return [Choice(END, figure)]
    setup = state.setup
    side = setup.side_of[figure]
    survey = Survey(state, side)
    table = setup.moves(figure)
    ends = reach(setup.grid, square, BASIC_MOVE, passable(state, survey), endable(state, survey))
    options = [table[end] for end in squares_of(ends)]
    near = setup.grid.steps(square)
    if near & survey.occupied or setup.pieces:
        options += [Choice(CHALLENGE, figure, target) for target in targets(state, figure)]
        if near & survey.allies:
            options += [Choice(ASSIST, figure, ally) for ally in fallen_allies(state, figure)]
        options += [Choice(INTERACT, figure, PIECE + piece) for piece in point_markers(state, figure)]
    options.append(Choice(END, figure))
    return options


def targets(state: State, figure: int) -> list[int]:
    """Whom a basic challenge may name: adjacent rivals, and adjacent pieces with a defense not of one's side.

    A piece may lie in the challenger's own square (CHA-1, CHA-23, ACT-6).
    """
    setup = state.setup
    side = setup.side_of[figure]
    square = state.where[figure]
    near = setup.grid.steps(square)
    found = [
        other for other, at in enumerate(state.where) if at >= 0 and near & BIT[at] and is_rival(state, figure, other)
    ]
    if setup.challengeable:
        near = adjacent_squares(state, square)
        for piece in setup.challengeable:
            at = state.lies[piece]
            if at >= 0 and near & BIT[at] and setup.pieces[piece].side != side:
                found.append(PIECE + piece)
    return found


def fallen_allies(state: State, figure: int) -> list[int]:
    """Adjacent knocked-down allies (ACT-3)."""
    return [
        other
        for other, is_down in enumerate(state.down)
        if is_down and is_adjacent(state, figure, other) and is_ally(state, figure, other)
    ]


def point_markers(state: State, figure: int) -> list[int]:
    """Point markers in the figure's square or an adjacent one (PTS-1, ADJ-2)."""
    setup = state.setup
    if not setup.point_pieces:
        return []
    near = adjacent_squares(state, state.where[figure])
    return [piece for piece in setup.point_pieces if state.lies[piece] >= 0 and near & BIT[state.lies[piece]]]


def way(state: State, figure: int, end: int) -> tuple[int, ...]:
    """The way a plain move takes: a shortest one, because no path differs in effect (MOV-10)."""
    survey = Survey(state, state.setup.side_of[figure])
    return tuple(walk(state.setup.grid, state.where[figure], end, BASIC_MOVE, passable(state, survey)))
