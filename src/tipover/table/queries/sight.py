"""What a figure sees, or would see from a square, and what blocks one line."""

from __future__ import annotations

from typing import NamedTuple

from tipover.board.mask import BIT, NO_SQUARE, Square, squares_of
from tipover.engine.core.ids import NOBODY, FigureId
from tipover.engine.core.language import ENGLISH
from tipover.engine.core.said import say
from tipover.engine.core.state import State
from tipover.engine.explain.sight import concealed_there, viewer_side, why_concealed, why_not_seen
from tipover.engine.queries.board import seen_by
from tipover.engine.queries.figures import side_now
from tipover.table.present.plain_names import table_printer
from tipover.table.protocol.game import ReasonShown
from tipover.table.queries.refusal import NotNow, reasons_shown


class Sight(NamedTuple):
    """What is seen from a square."""

    start: int  # The viewer's square.
    seen: list[int]  # The squares that are seen.
    clear: bool  # Whether the line that was asked about is clear.
    stops: list[ReasonShown]  # What blocks it.


def sight(state: State, figure: FigureId = NOBODY, square: Square = NO_SQUARE, to: Square = NO_SQUARE, language: str = ENGLISH) -> Sight:
    """What a figure sees from its square or from another one; without a figure, what the figure on `square` sees.

    A figure that a card conceals blocks the line to it, although its square is seen (SEE-8).
    """
    start = _start(state, figure, square)
    side = side_now(state, figure) if figure >= 0 else viewer_side(state, start)
    seen: list[int] = [*squares_of(seen_by(state, start, side))]
    if to < 0:
        return Sight(start, seen, True, [])
    if to >= state.setup.grid.size:
        raise NotNow(say("refused.line_off_map"))
    reasons = why_not_seen(state, start, to, side)
    if not reasons:
        reasons = [reason for figure in concealed_there(state, BIT[to], side) for reason in why_concealed(state, figure)]
    return Sight(start, seen, not reasons, reasons_shown(state, reasons, table_printer(state, language)))


def _start(state: State, figure: FigureId, square: Square) -> Square:
    """The viewer's square; raises `NotNow` if there is none."""
    if figure >= len(state.figure_at):
        raise NotNow(say("refused.no_such_figure"))
    if 0 <= square < state.setup.grid.size:
        return square
    if square >= 0:
        raise NotNow(say("refused.looks_from_off_map"))
    if figure < 0:
        raise NotNow(say("refused.who_looks"))
    if state.figure_at[figure] < 0:
        raise NotNow(say("refused.not_on_map", name=state.name(figure)))
    return state.figure_at[figure]
