"""Why a square is seen from another, or not, in rules (SEE)."""

from __future__ import annotations

from tipover.board.mask import BIT, Square, mask_of
from tipover.board.sight import SightLine
from tipover.engine.field import Survey, blockers, board
from tipover.engine.reason import Reason, because
from tipover.engine.state import State


def viewer_side(state: State, square: Square) -> int:
    """The side of the figure that looks from a square, or -1 if nobody stands there."""
    for figure, at in enumerate(state.where):
        if at == square:
            return state.setup.side_of[figure]
    return -1


def as_square(state: State, place: str | Square) -> Square:
    """A square by number, by name, or the square of the figure with that mark; -1 if there is none.

    Squares are written in lower case: `D2` is the figure of that mark where there is one, `d2` always the square.
    """
    if isinstance(place, int):
        return place if 0 <= place < state.setup.grid.size else -1
    text = place.strip()
    figure = state.setup.figure(text)
    if figure < 0 or text == text.lower():
        square = state.setup.grid.square(text)
        if square >= 0:
            return square
    return state.where[figure] if figure >= 0 and state.where[figure] >= 0 else -1


def why_seen(state: State, viewer: str | Square, target: str | Square, side: int | None = None) -> list[Reason]:
    """Why the target square is seen from the viewer's; empty if it is not."""
    line = _line(state, viewer, target, side)
    return _for(state, line) if line.seen else []


def why_not_seen(state: State, viewer: str | Square, target: str | Square, side: int | None = None) -> list[Reason]:
    """Why the target square is not seen from the viewer's; empty if it is."""
    line = _line(state, viewer, target, side)
    return [] if line.seen else _against(state, line)


def _line(state: State, viewer: str | Square, target: str | Square, side: int | None) -> SightLine:
    a, b = as_square(state, viewer), as_square(state, target)
    if a < 0 or b < 0:
        wrong = viewer if a < 0 else target
        raise ValueError(f"'{wrong}' is no square of this map and no figure on it")
    looking = viewer_side(state, a) if side is None else side
    standing = blockers(state, Survey(state, looking)) if looking >= 0 else 0
    return SightLine(board(state), a, b, standing)


def _who(state: State, squares: list[Square]) -> list[int]:
    return [figure for square in squares for figure, at in enumerate(state.where) if at == square]


def _named(state: State, figures: list[int]) -> str:
    return " and ".join(f"{state.setup.mark(f)} on {state.setup.grid.name(state.where[f])}" for f in figures)


def _against(state: State, line: SightLine) -> list[Reason]:
    reasons: list[Reason] = []
    ends = [line.viewer, line.target]
    if line.walls:
        reasons.append(because("SEE-1", squares=ends, walls=line.walls))
    if line.rivals:
        figures = _who(state, line.rivals)
        detail = f"In the way: {_named(state, figures)}."
        reasons.append(because("SEE-2", detail, squares=[*ends, *line.rivals], things=figures))
    if line.hidden or line.fog:
        fog = line.fog + ([line.target] if line.hidden else [])
        names = ", ".join(state.setup.grid.name(square) for square in fog)
        reasons.append(because("SEE-7", f"Obscured: {names}.", squares=[*ends, *fog]))
    return reasons


def _for(state: State, line: SightLine) -> list[Reason]:
    ends = [line.viewer, line.target]
    if line.viewer == line.target:
        return [Reason("SEE-10", "Everyone sees the square it stands in.", (line.viewer,))]
    reasons = [Reason("SEE-1", "No obstruction meets the line between the middles of the two squares.", tuple(ends))]
    between = state.setup.grid.crossings(line.viewer, line.target)
    passed = [
        figure
        for figure in _who(state, between)
        if not BIT[state.where[figure]] & mask_of(line.rivals) and state.where[figure] not in line.unseen_rivals
    ]
    if passed:
        told = f"Allies and knocked-down rivals do not block: {_named(state, passed)}."
        reasons.append(Reason("SEE-3", told, tuple(ends), tuple(passed)))
    if line.passed:
        corner = _who(state, line.passed)
        told = f"The line only touches a corner of the square of {_named(state, corner)}."
        reasons.append(Reason("SEE-4", told, tuple(ends), tuple(corner)))
    if line.unseen_rivals:
        unseen = _who(state, line.unseen_rivals)
        told = f"A rival that is not seen itself does not block: {_named(state, unseen)}."
        reasons.append(Reason("SEE-5", told, tuple(ends), tuple(unseen)))
    return reasons
