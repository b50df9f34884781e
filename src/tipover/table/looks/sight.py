"""What a figure sees, or would see from a square, and what stops one line."""

from __future__ import annotations

from typing import NamedTuple

from tipover.board.mask import squares_of
from tipover.engine.field import concealed, seen_by
from tipover.engine.sightwhy import viewer_side, why_not_seen
from tipover.engine.state import State
from tipover.engine.steps.thing import side_now
from tipover.engine.whykept import why_kept
from tipover.table.looks.refusal import NotNow, reasons_shown
from tipover.table.protocol import ReasonShown


class Sight(NamedTuple):
    """The viewer's square, the squares seen from it, and for one line whether it is clear and what stops it."""

    start: int
    seen: list[int]
    clear: bool
    stops: list[ReasonShown]


def sight(state: State, figure: int = -1, square: int = -1, to: int = -1) -> Sight:
    """What a figure sees from where it stands or from another square; without a figure, what whoever stands there sees.

    A figure that a card conceals stops the look at it, though its square is seen (SEE-8).
    """
    start = _start(state, figure, square)
    side = side_now(state, figure) if figure >= 0 else viewer_side(state, start)
    seen = squares_of(seen_by(state, start, side))
    if to < 0:
        return Sight(start, seen, True, [])
    if to >= state.setup.grid.size:
        raise NotNow("The line should end in a square of this map.")
    reasons = why_not_seen(state, start, to, side)
    if not reasons:
        hidden = [thing for thing in concealed(state) if thing < len(state.where) and state.where[thing] == to]
        reasons = [reason for thing in hidden if side_now(state, thing) != side for reason in why_kept(state, thing, ("seen",))]
    return Sight(start, seen, not reasons, reasons_shown(state, reasons))


def _start(state: State, figure: int, square: int) -> int:
    """The square that is looked from."""
    if figure >= len(state.where):
        raise NotNow("There is no such figure in this game.")
    if 0 <= square < state.setup.grid.size:
        return square
    if square >= 0:
        raise NotNow("A figure looks from a square of this map.")
    if figure < 0:
        raise NotNow("Say which figure looks, or from which square.")
    if state.where[figure] < 0:
        raise NotNow(f"{state.name(figure)} is not on the map; choose a square to look from.")
    return state.where[figure]
