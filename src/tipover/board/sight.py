"""Who sees what (SEE): clear lines, blockers that are themselves seen, obscured ground."""

from __future__ import annotations

from tipover.board.geometry import Segment, meet
from tipover.board.grid import Grid
from tipover.board.mask import BIT, Mask, Square, squares_of


def ground_seen(grid: Grid, viewer: Square) -> Mask:
    """What obstruction and obscured terrain leave to be seen from a square (SEE-1, SEE-7, SEE-10)."""
    seen = grid.clear(viewer)
    obscured = grid.obscured
    if obscured:
        seen &= ~obscured | grid.within(viewer, 1)
        for square in squares_of(obscured & ~BIT[viewer]):
            seen &= ~grid.shadow(viewer, square)
    return seen


def seen_from(grid: Grid, viewer: Square, blockers: Mask) -> Mask:
    """The squares seen from a square past these standing rivals (SEE-2 to SEE-5).

    Nearer blockers are decided first: a blocker that is not seen does not block.
    """
    seen = ground_seen(grid, viewer)
    blockers &= seen & ~BIT[viewer]
    if not blockers:
        return seen
    found = squares_of(blockers)
    if len(found) > 1:
        found.sort(key=lambda square: grid.distance(viewer, square))
    for square in found:
        if seen & BIT[square]:
            seen &= ~grid.shadow(viewer, square)
    return seen


class SightLine:
    """Why one square is or is not seen from another: what the line meets, and who stands in it."""

    def __init__(self, grid: Grid, viewer: Square, target: Square, blockers: Mask) -> None:
        self.viewer = viewer
        self.target = target
        self.line = grid.line(viewer, target)
        self.walls: list[Segment] = [] if viewer == target else grid.hits(self.line)
        between = grid.crossings(viewer, target)
        seen = seen_from(grid, viewer, blockers)
        self.seen = bool(seen & BIT[target])
        self.rivals: list[Square] = [s for s in between if blockers & BIT[s] & seen]
        self.unseen_rivals: list[Square] = [s for s in between if blockers & BIT[s] & ~seen]
        self.fog: list[Square] = [s for s in between if grid.obscured & BIT[s]]
        self.hidden = bool(grid.obscured & BIT[target] & ~grid.within(viewer, 1))
        corners = grid.clear(viewer) & ~BIT[viewer]
        self.passed: list[Square] = [
            s for s in squares_of(blockers & corners) if s not in between and s != target and _touches(grid, self.line, s)
        ]


def _touches(grid: Grid, line: Segment, square: Square) -> bool:
    """Whether a line meets a square's border; with its inside untouched that is a corner (SEE-4)."""
    return any(meet(line, side) for side in grid.border(square))
