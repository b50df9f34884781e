"""Why a square is seen from another, or not, in rules (SEE)."""

from __future__ import annotations

from tipover.board.mask import BIT, NO_SQUARE, Mask, Square, mask_of
from tipover.board.sight import SightLine
from tipover.engine.core.ids import NO_SIDE, NOBODY, FigureId, Side, Thing, is_figure
from tipover.engine.core.reason import Reason, whole_reason
from tipover.engine.core.state import State
from tipover.engine.laws.obstacles import figures_part
from tipover.engine.laws.prohibitions import why_kept
from tipover.engine.laws.sight import figures_in, line_faults, sight_line
from tipover.engine.phrases.entities import side_now
from tipover.engine.phrases.terrain import concealed


def viewer_side(state: State, square: Square) -> Side:
    """The side of the figure that looks from a square, or -1 if nobody stands there."""
    for figure, at in zip(state.setup.figure_ids, state.figure_at, strict=True):
        if at == square:
            return state.setup.side_of[figure]
    return NO_SIDE


def as_square(state: State, place: str | Square) -> Square:
    """A square by number, by name, or the square of the figure with that mark; -1 if there is none.

    Squares are written in lower case: `D2` is the figure of that mark where there is one, `d2` always the square.
    """
    if isinstance(place, int):
        return place if 0 <= place < state.setup.grid.size else NO_SQUARE
    text = place.strip()
    figure = state.setup.figure(text)
    if figure < 0 or text == text.lower():
        square = state.setup.grid.square(text)
        if square >= 0:
            return square
    return state.figure_at[figure] if figure >= 0 and state.figure_at[figure] >= 0 else NO_SQUARE


def why_seen(state: State, viewer: str | Square, target: str | Square, side: Side | None = None) -> list[Reason]:
    """Why the target square, or the figure with that mark, is seen from the viewer's square; empty if it is not."""
    line = _line(state, viewer, target, side)
    return _for(state, line) if line.seen and _concealed_as(state, viewer, target, side) < 0 else []


def why_not_seen(state: State, viewer: str | Square, target: str | Square, side: Side | None = None) -> list[Reason]:
    """Why the target square, or the figure with that mark, is not seen from the viewer's square; empty if it is."""
    line = _line(state, viewer, target, side)
    if not line.seen:
        return line_faults(state, line)
    hidden = _concealed_as(state, viewer, target, side)
    return why_concealed(state, hidden) if hidden >= 0 else []


def why_concealed(state: State, thing: Thing) -> list[Reason]:
    """The card that keeps a figure or piece from being seen; empty if none does (SEE-8)."""
    return why_kept(state, thing, ("seen",))


def concealed_there(state: State, squares: Mask, side: Side) -> list[FigureId]:
    """The figures in some squares that a card keeps a side from seeing, though it sees their squares (SEE-8)."""
    found = [thing for thing in concealed(state) if is_figure(thing) and side_now(state, thing) != side]
    return [figure for figure in found if state.figure_at[figure] >= 0 and squares & BIT[state.figure_at[figure]]]


def _concealed_as(state: State, viewer: str | Square, target: str | Square, side: Side | None) -> FigureId:
    """The figure that is named as the target by its mark and that a card keeps from being seen, otherwise `NOBODY` (SEE-8)."""
    figure = state.setup.figure(target.strip()) if isinstance(target, str) else NOBODY
    square = as_square(state, target)
    if figure < 0 or state.figure_at[figure] != square:
        return NOBODY
    looking = viewer_side(state, as_square(state, viewer)) if side is None else side
    return figure if figure in concealed_there(state, BIT[square], looking) else NOBODY


def _line(state: State, viewer: str | Square, target: str | Square, side: Side | None) -> SightLine:
    a, b = as_square(state, viewer), as_square(state, target)
    if a < 0 or b < 0:
        wrong = viewer if a < 0 else target
        raise ValueError(f"'{wrong}' is no square of this map and no figure on it")
    looking = viewer_side(state, a) if side is None else side
    return sight_line(state, a, b, looking)


def _for(state: State, line: SightLine) -> list[Reason]:
    ends = [line.viewer, line.target]
    if line.viewer == line.target:
        return [whole_reason(state.setup, "SEE-10", "reason.sight.own_square", [line.viewer])]
    reasons = [whole_reason(state.setup, "SEE-1", "reason.sight.clear_line", ends)]
    between = state.setup.grid.crossings(line.viewer, line.target)
    passed = [
        figure
        for figure in figures_in(state, between)
        if not BIT[state.figure_at[figure]] & mask_of(line.rivals) and state.figure_at[figure] not in line.unseen_rivals
    ]
    found = [
        ("SEE-3", "reason.sight.not_blocking", passed),
        ("SEE-4", "reason.sight.corner_touched", figures_in(state, line.passed)),
        ("SEE-5", "reason.sight.unseen_rival", figures_in(state, line.unseen_rivals)),
    ]
    for rule, key, figures in found:
        if figures:
            reasons.append(whole_reason(state.setup, rule, key, ends, figures, figures=figures_part(state, figures)))
    return reasons
