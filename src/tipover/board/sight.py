"""Line of sight (SEE): unobstructed lines, figures that block, obscured terrain."""

from __future__ import annotations

from typing import Final

from tipover.board.geometry import Segment, meet
from tipover.board.grid import Grid
from tipover.board.mask import BIT, Mask, Square, squares_of

MOST_SEEN: Final = 16384  # what is cached of what is seen past others on a map and its copies: about 330 bytes each


def ground_seen(grid: Grid, viewer: Square) -> Mask:
    """The squares seen from a square on an empty board: only walls and obscured terrain hide (SEE-1, SEE-7, SEE-10)."""
    seen = grid.clear(viewer)
    obscured = grid.obscured
    if obscured:
        seen &= ~obscured | grid.within(viewer, 1)
        for square in squares_of(obscured & ~BIT[viewer]):
            seen &= ~grid.shadow(viewer, square)
    return seen


def seen_from(grid: Grid, viewer: Square, blockers: Mask) -> Mask:
    """The squares seen from a square when standing rivals on `blockers` block (SEE-2 to SEE-5).

    Blockers are processed from near to far, because one that is not seen does not block.
    """
    seen = ground_seen(grid, viewer)
    blockers &= seen & ~BIT[viewer]
    if not blockers:
        return seen
    key = (grid.number << 8 | viewer, blockers)
    known = grid.seen_past.get(key)
    if known is not None:
        return known
    found = squares_of(blockers)
    if len(found) > 1:
        found.sort(key=lambda square: grid.distance(viewer, square))
    for square in found:
        if seen & BIT[square]:
            seen &= ~grid.shadow(viewer, square)
    if len(grid.seen_past) >= MOST_SEEN:
        grid.seen_past.clear()
    grid.seen_past[key] = seen
    return seen


class SightLine:
    """Why one square is or is not seen from another: the walls, rivals and terrain on the line between them."""

    def __init__(self, grid: Grid, viewer: Square, target: Square, blockers: Mask) -> None:
        self.viewer = viewer
        self.target = target
        self.line = grid.line(viewer, target)  # the line between the two centres
        self.walls: list[Segment] = [] if viewer == target else grid.hits(self.line)  # the obstructions that the line meets
        between = grid.crossings(viewer, target)
        seen = seen_from(grid, viewer, blockers)
        self.seen = bool(seen & BIT[target])  # whether the target is seen
        self.rivals: list[Square] = [s for s in between if blockers & BIT[s] & seen]  # seen rivals on the line: these block
        self.unseen_rivals: list[Square] = [s for s in between if blockers & BIT[s] & ~seen]
        """Rivals on the line that are not seen and therefore do not block."""
        self.fog: list[Square] = [s for s in between if grid.obscured & BIT[s]]  # obscured squares on the line
        self.hidden = bool(grid.obscured & BIT[target] & ~grid.within(viewer, 1))  # whether the target is obscured and not within 1
        corners = grid.clear(viewer) & ~BIT[viewer]
        self.passed: list[Square] = [
            s for s in squares_of(blockers & corners) if s not in between and s != target and _touches(grid, self.line, s)
        ]
        """Rivals whose square the line only touches in a corner, so that they do not block."""


def _touches(grid: Grid, line: Segment, square: Square) -> bool:
    """Whether a line meets the border of a square; if it does not cross the interior, it passes a corner (SEE-4)."""
    return any(meet(line, side) for side in grid.border(square))
