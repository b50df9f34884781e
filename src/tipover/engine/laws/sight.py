"""Why a square is not seen from another: the obstruction, the rival or the obscured squares on the line (SEE-1, SEE-2, SEE-7)."""

from __future__ import annotations

from tipover.board.mask import Square
from tipover.board.sight import SightLine
from tipover.engine.core.ids import FigureId, Side
from tipover.engine.core.reason import Reason, reason_for
from tipover.engine.core.said import squares_part
from tipover.engine.core.state import State
from tipover.engine.laws.obstacles import figures_part
from tipover.engine.phrases.terrain import blockers, board


def sight_line(state: State, start: Square, end: Square, side: Side) -> SightLine:
    """The line of sight between two squares, for the side that looks; nobody blocks for nobody."""
    return SightLine(board(state), start, end, blockers(state, side) if side >= 0 else 0)


def figures_in(state: State, squares: list[Square]) -> list[FigureId]:
    """The figures in some squares, in the order of the squares."""
    return [figure for square in squares for figure, at in zip(state.setup.figure_ids, state.figure_at, strict=True) if at == square]


def line_faults(state: State, line: SightLine) -> list[Reason]:
    """What is on a line of sight that is not clear."""
    reasons: list[Reason] = []
    ends = [line.viewer, line.target]
    if line.walls:
        reasons.append(reason_for(state.setup, "SEE-1", squares=ends, walls=line.walls))
    if line.rivals:
        figures = figures_in(state, line.rivals)
        said = figures_part(state, figures)
        reasons.append(reason_for(state.setup, "SEE-2", "reason.in_the_way", [*ends, *line.rivals], figures, figures=said))
    if line.hidden or line.fog:
        fog = line.fog + ([line.target] if line.hidden else [])
        reasons.append(reason_for(state.setup, "SEE-7", "reason.sight.obscured", [*ends, *fog], obscured=squares_part(fog)))
    return reasons
