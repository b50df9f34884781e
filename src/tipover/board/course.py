"""The law of one move: which steps may follow one another, where it may end, which ways differ (MOV-10, MOV-11, DST-4).

A course is made for one thing at one moment; it keeps nothing of the game.
"""

from __future__ import annotations

from typing import NamedTuple

from tipover.board.grid import Grid
from tipover.board.mask import BIT, Mask, Square, squares_of
from tipover.board.paths import reach
from tipover.board.rubble import broken_into, wall_number

Path = tuple[Square, ...]

# A moment of a way: where, the last step, what was entered, who was passed, which walls were broken.
_Spot = tuple[Square, int, tuple[int, ...], Mask, tuple[int, ...]]

# What is wrong with a way.
TOO_LONG, NO_STEP, BENT, NOT_NEARER, NOT_FARTHER, UNSEEN, UNSIGHTED, BLOCKED, NO_END, ELSEWHERE = range(10)


class Fault(NamedTuple):
    """The first thing wrong with a way: what, and the step (from 0) that goes wrong."""

    kind: int
    step: int


class Course:
    """What one move may do. Every rule given holds at once; what is not given does not bind.

    `toward` or `away`: each step nearer to, or farther from, the nearest of these squares. `seen`: only these squares may be
    entered. `sighted`: a step may be taken only from these. `must`: the move has to end in one of these (MOV-19).
    `heading`: the step before, as a difference of squares, of a straight move that is under way.
    """

    __slots__ = (
        "away", "endable", "enterable", "grid", "heading", "must", "passable", "seen", "sighted", "start", "steps", "straight",
        "toward", "walls",
    )  # fmt: skip

    def __init__(self, grid: Grid, start: Square, steps: int, passable: Mask, endable: Mask, enterable: Mask = 0) -> None:
        self.grid = grid
        self.start = start
        self.steps = steps
        self.passable: Mask = passable | BIT[start]
        self.endable: Mask = endable | BIT[start]
        self.enterable: Mask = enterable
        self.straight = False
        self.heading = 0
        self.walls = False
        self.toward: Mask = 0
        self.away: Mask = 0
        self.seen: Mask = grid.everywhere
        self.sighted: Mask = grid.everywhere
        self.must: Mask = grid.everywhere

    @property
    def is_plain(self) -> bool:
        """Whether nothing but steps, figures and squares binds it."""
        every = self.grid.everywhere
        return not (self.straight or self.walls or self.toward or self.away) and self.seen == every and self.sighted == every

    def onward(self, here: Square, heading: int) -> Mask:
        """The squares that may be entered next; `heading` is the step before, 0 at the start."""
        if not self.sighted & BIT[here]:
            return 0
        mask = self._neighbours(here) & self.seen
        if self.straight and heading:
            after = here + heading
            mask &= BIT[after] if 0 <= after < self.grid.size else 0
        if self.toward:
            far = self._far(self.toward, here)
            mask &= self.grid.rings(self.toward)[far - 1] if far else 0
        if self.away:
            mask &= ~self.grid.rings(self.away)[self._far(self.away, here)]
        return mask

    def _neighbours(self, here: Square) -> Mask:
        near = self.grid.steps(here)
        return near | broken_into(self.grid, here, self.enterable) if self.walls else near

    def _far(self, goal: Mask, here: Square) -> int:
        return next(far for far, ring in enumerate(self.grid.rings(goal)) if ring & BIT[here])

    def ends(self) -> Mask:
        """Every square where the move may end; its own is one, unless it must end elsewhere (MOV-18, MOV-19)."""
        if self.is_plain:
            return reach(self.grid, self.start, self.steps, self.passable, self.endable) & self.must
        ends = BIT[self.start]
        front: set[tuple[Square, int]] = {(self.start, self.heading)}
        reached = set(front)
        for _ in range(self.steps):
            fresh: set[tuple[Square, int]] = set()
            for here, heading in front:
                for square in squares_of(self.onward(here, heading)):
                    ends |= BIT[square] & self.endable
                    if self.passable & BIT[square]:
                        fresh.add((square, square - here if self.straight else 0))
            front = fresh - reached
            reached |= front
        return ends & self.must

    def ways(self, entered: dict[Square, int], passed: Mask = 0, walls: bool = False, length: bool = False) -> dict[Square, list[Path]]:
        """For every end a shortest way for each effect, the least effect first (MOV-10).

        Squares of `entered` matter in the order they are entered, again each time; those with one number there are alike.
        Squares of `passed` matter once each (MOV-22); `walls`: each wall broken matters; `length`: the number of steps does.
        """
        found: dict[Square, dict[tuple[object, ...], Path]] = {self.start: {((), 0, (), 0): ()}}
        start: _Spot = (self.start, self.heading, (), 0, ())
        front: dict[_Spot, Path] = {start: ()}
        known: set[_Spot] = {start}
        for count in range(1, self.steps + 1):
            fresh: dict[_Spot, Path] = {}
            for (here, heading, trail, through, broken), path in front.items():
                for square in squares_of(self.onward(here, heading)):
                    bit = BIT[square]
                    trail_now = (*trail, entered[square]) if square in entered else trail
                    through_now = through | (passed & bit)
                    broken_now = broken
                    if walls and not self.grid.steps(here) & bit:
                        number = wall_number(self.grid, here, square)
                        broken_now = broken if number in broken else tuple(sorted((*broken, number)))
                    way = (*path, square)
                    if self.endable & bit:
                        effect = (trail_now, through_now, broken_now, count if length else 0)
                        found.setdefault(square, {}).setdefault(effect, way)
                    key = (square, square - here if self.straight else 0, trail_now, through_now, broken_now)
                    if self.passable & bit and (length or key not in known):
                        fresh.setdefault(key, way)
            known.update(fresh)
            front = fresh
        return {end: _in_order(found[end]) for end in sorted(found) if self.must & BIT[end]}

    def way(self, end: Square) -> Path:
        """A shortest way to an end by this law, the lowest squares first; empty for its own square."""
        return self.ways({}).get(end, [()])[0]

    def fault(self, path: Path) -> Fault | None:
        """The first thing wrong with a way, or None if it is lawful."""
        if len(path) > self.steps:
            return Fault(TOO_LONG, self.steps)
        here, heading = self.start, self.heading
        for k, square in enumerate(path):
            if not 0 <= square < self.grid.size or not self._neighbours(here) & BIT[square]:
                return Fault(NO_STEP, k)
            if not self.onward(here, heading) & BIT[square]:
                return Fault(self._why(here, heading, square), k)
            if k < len(path) - 1 and not self.passable & BIT[square]:
                return Fault(BLOCKED, k)
            here, heading = square, square - here
        if not self.endable & BIT[here]:
            return Fault(NO_END, len(path) - 1)
        return None if self.must & BIT[here] else Fault(ELSEWHERE, max(0, len(path) - 1))

    def _why(self, here: Square, heading: int, square: Square) -> int:
        """Which rule forbids a step to a neighbour."""
        if not self.sighted & BIT[here]:
            return UNSIGHTED
        if not self.seen & BIT[square]:
            return UNSEEN
        if self.straight and heading and square != here + heading:
            return BENT
        return NOT_NEARER if self.toward and self._far(self.toward, square) >= self._far(self.toward, here) else NOT_FARTHER


def _in_order(found: dict[tuple[object, ...], Path]) -> list[Path]:
    """Ways by how much they set off, then by length; ways found first stay first."""
    return [found[effect] for effect in sorted(found, key=lambda effect: (_weight(effect), len(found[effect])))]


def _weight(effect: tuple[object, ...]) -> int:
    trail, through, broken = effect[0], effect[1], effect[2]
    assert isinstance(trail, tuple) and isinstance(through, int) and isinstance(broken, tuple)
    return len(trail) + through.bit_count() + len(broken)
