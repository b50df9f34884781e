"""The rules of one move: which steps it may take, where it may end, which paths differ in effect (MOV-10, MOV-11, DST-4).

A `Course` is made for one thing in one state and has no reference to the state.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from tipover.board.grid import Grid
from tipover.board.mask import BIT, Mask, Square, mask_of, squares_of
from tipover.board.paths import reach
from tipover.board.rubble import broken_into, wall_number
from tipover.board.sight import seen_from

Path = tuple[Square, ...]

# A point on a path: the square, the direction of the last step, what was entered, who was passed, which walls were broken.
_Spot = tuple[Square, int, tuple[int, ...], Mask, tuple[int, ...]]

# The kinds of fault of a path.
TOO_LONG: Final = 0
NO_STEP: Final = 1
BENT: Final = 2
NOT_NEARER: Final = 3
NOT_FARTHER: Final = 4
UNSEEN: Final = 5
UNSIGHTED: Final = 6
BLOCKED: Final = 7
NO_END: Final = 8
ELSEWHERE: Final = 9

# So that no card makes a table wait: a long move past many squares that set something off has millions of ways.
MOST_SPOTS: Final = 512  # after one step; the cards of the sets need some dozens
MOST_WAYS: Final = 64  # to one end; the cards of the sets need two or three


class PathFault(NamedTuple):
    """The first fault of a path."""

    kind: int  # TOO_LONG, NO_STEP …
    step: int  # the index of the step at fault


class Course:
    """What one move may do. All restrictions that are set apply together."""

    __slots__ = (
        "aim", "away", "blocking", "endable", "enterable", "grid", "heading", "must", "passable", "seen", "sighted", "start", "steps",
        "straight", "toward", "walls",
    )  # fmt: skip

    def __init__(self, grid: Grid, start: Square, steps: int, passable: Mask, endable: Mask, enterable: Mask = 0) -> None:
        self.grid = grid
        self.start = start
        self.steps = steps  # the most it may take
        self.passable: Mask = passable | BIT[start]
        self.endable: Mask = endable | BIT[start]
        self.enterable: Mask = enterable  # squares that a figure can ever enter; matters only with `walls`
        self.straight = False  # all steps have the same direction
        self.heading = 0  # of a straight move in progress: the direction of its last step; 0 at its start
        self.walls = False  # steps may go through walls
        self.toward: Mask = 0  # each step must come nearer to the nearest of these squares
        self.away: Mask = 0  # each step must go farther from the nearest of these squares
        self.seen: Mask = grid.everywhere  # the squares that may be entered
        self.sighted: Mask = grid.everywhere  # the squares from which a step may be taken
        self.aim: Mask = 0  # if there are any, a step may be taken only where the mover sees one of these squares (MOV-24)
        self.blocking: Mask = 0  # who blocks its sight of them
        self.must: Mask = grid.everywhere  # the squares in which the move must end (MOV-19)

    def copied(self) -> Course:
        """An equal course, to be changed. (`copy` of the standard library cannot copy a compiled class.)"""
        other = Course(self.grid, self.start, self.steps, self.passable, self.endable, self.enterable)
        other.straight, other.heading, other.walls = self.straight, self.heading, self.walls
        other.toward, other.away, other.must = self.toward, self.away, self.must
        other.seen, other.sighted = self.seen, self.sighted
        other.aim, other.blocking = self.aim, self.blocking
        return other

    @property
    def is_plain(self) -> bool:
        """Whether only its length, figures and squares restrict it."""
        every = self.grid.everywhere
        return not (self.straight or self.walls or self.toward or self.away or self.aim) and self.seen == every and self.sighted == every

    def onward(self, here: Square, heading: int) -> Mask:
        """The squares that may be entered next; `heading` is the direction of the step before, 0 at the start."""
        if not self._may_step_from(here):
            return 0
        mask = self._neighbours(here) & self.seen
        if self.straight and heading:
            mask &= self._ahead(here, heading)
        if self.toward:
            far = self._far(self.toward, here)
            mask &= self.grid.rings(self.toward)[far - 1] if far else 0
        if self.away:
            mask &= ~self.grid.rings(self.away)[self._far(self.away, here)]
        return mask

    def _may_step_from(self, here: Square) -> bool:
        """Whether a step may be taken from a square, by what is seen there."""
        if not self.sighted & BIT[here]:
            return False
        return not self.aim or (bool(self.enterable & BIT[here]) and bool(seen_from(self.grid, here, self.blocking) & self.aim))

    def sighted_squares(self) -> Mask:
        """The squares in reach from which a step may be taken, by what is seen there."""
        if not self.aim:
            return self.sighted
        return mask_of([square for square in squares_of(self.grid.within(self.start, self.steps)) if self._may_step_from(square)])

    def direction(self, here: Square, square: Square) -> int:
        """The direction of a step, from -4 to 4. The difference of the squares would be ambiguous on a map of two columns."""
        columns = self.grid.columns
        return square % columns - here % columns + 3 * (square // columns - here // columns)

    def _ahead(self, here: Square, heading: int) -> Mask:
        """The neighbour in a direction, if the map has one."""
        return mask_of([square for square in squares_of(self._neighbours(here)) if self.direction(here, square) == heading])

    def _neighbours(self, here: Square) -> Mask:
        near = self.grid.steps(here)
        return near | broken_into(self.grid, here, self.enterable) if self.walls else near

    def _far(self, goal: Mask, here: Square) -> int:
        return self.grid.distances(goal)[here]

    def ends(self) -> Mask:
        """Every square where the move may end; its start is one, unless it must end elsewhere (MOV-18, MOV-19)."""
        if self.is_plain:
            return reach(self.grid, self.start, self.steps, self.passable, self.endable) & self.must
        return (self._straight_ends() if self.straight else self._bent_ends()) & self.must

    def _bent_ends(self) -> Mask:
        """Where the move may end if each step may have its own direction, without `must`."""
        ends = reached = front = BIT[self.start]
        for _ in range(self.steps):
            fresh = 0
            for here in squares_of(front):
                fresh |= self.onward(here, 0)
            ends |= fresh & self.endable
            front = fresh & self.passable & ~reached
            if not front:
                break
            reached |= front
        return ends

    def _straight_ends(self) -> Mask:
        """Where the move may end if all steps have the same direction, without `must`."""
        ends = BIT[self.start]
        front: set[tuple[Square, int]] = {(self.start, self.heading)}
        reached = set(front)
        for _ in range(self.steps):
            fresh: set[tuple[Square, int]] = set()
            for here, heading in front:
                for square in squares_of(self.onward(here, heading)):
                    ends |= BIT[square] & self.endable
                    if self.passable & BIT[square]:
                        fresh.add((square, self.direction(here, square)))
            front = fresh - reached
            reached |= front
        return ends

    def ways(self, entered: dict[Square, int], passed: Mask = 0, walls: bool = False, length: bool = False) -> dict[Square, list[Path]]:
        """For each end, a shortest path for each effect; paths with the fewest effects first (MOV-10).

        Entering a square of `entered` is an effect each time; squares with the same number there have the same effect.
        Passing a square of `passed` is an effect once (MOV-22). With `walls` each broken wall is one, with `length` the length.
        Of more ways than MOST_SPOTS and MOST_WAYS those with the fewest effects are followed; no end is lost. To be read only: the
        last result of a grid is cached.
        """
        key: tuple[object, ...] = (
            self.start, self.steps, self.passable, self.endable, self.enterable, self.straight, self.heading, self.walls, self.toward,
            self.away, self.seen, self.sighted, self.aim, self.blocking, self.must, passed, walls, length,
        )  # fmt: skip
        known = self.grid.last_ways  # as a rule the move that is done is the one that was just offered
        if known is not None and known[0] == key and known[1] == entered:
            return known[2]
        ways = self._all_ways(entered, passed, walls, length)
        self.grid.last_ways = (key, entered, ways)
        return ways

    def _all_ways(self, entered: dict[Square, int], passed: Mask, walls: bool, length: bool) -> dict[Square, list[Path]]:
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
                    key = (square, self.direction(here, square) if self.straight else 0, trail_now, through_now, broken_now)
                    if self.passable & bit and (length or key not in known):
                        fresh.setdefault(key, way)
            if len(fresh) > MOST_SPOTS:
                fresh = _with_fewest_effects(fresh)
            known.update(fresh)
            front = fresh
        return {end: _in_order(found[end]) for end in sorted(found) if self.must & BIT[end]}

    def way(self, end: Square) -> Path:
        """A shortest path to an end, through the lowest squares among equals; empty for the start, or if there is none.

        As `ways` finds it first where nothing on the way has an effect, without the ways to all other ends.
        """
        if end == self.start:
            return ()
        front: dict[tuple[Square, int], Path] = {(self.start, self.heading): ()}
        known: set[tuple[Square, int]] = {(self.start, self.heading)}
        for _ in range(self.steps):
            fresh: dict[tuple[Square, int], Path] = {}
            for (here, heading), path in front.items():
                for square in squares_of(self.onward(here, heading)):
                    if square == end and self.endable & BIT[end]:
                        return (*path, square)
                    key = (square, self.direction(here, square) if self.straight else 0)
                    if self.passable & BIT[square] and key not in known and key not in fresh:
                        fresh[key] = (*path, square)
            known.update(fresh)
            front = fresh
        return ()

    def fault(self, path: Path) -> PathFault | None:
        """The first fault of a path, or None if it is legal."""
        if len(path) > self.steps:
            return PathFault(TOO_LONG, self.steps)
        here, heading = self.start, self.heading
        for k, square in enumerate(path):
            if not 0 <= square < self.grid.size or not self._neighbours(here) & BIT[square]:
                return PathFault(NO_STEP, k)
            if not self.onward(here, heading) & BIT[square]:
                return PathFault(self._why(here, heading, square), k)
            if k < len(path) - 1 and not self.passable & BIT[square]:
                return PathFault(BLOCKED, k)
            here, heading = square, self.direction(here, square)
        if not self.endable & BIT[here]:
            return PathFault(NO_END, len(path) - 1)
        return None if self.must & BIT[here] else PathFault(ELSEWHERE, max(0, len(path) - 1))

    def _why(self, here: Square, heading: int, square: Square) -> int:
        """The kind of fault of a step to a neighbouring square."""
        if not self._may_step_from(here):
            return UNSIGHTED
        if not self.seen & BIT[square]:
            return UNSEEN
        if self.straight and heading and self.direction(here, square) != heading:
            return BENT
        return NOT_NEARER if self.toward and self._far(self.toward, square) >= self._far(self.toward, here) else NOT_FARTHER


def _with_fewest_effects(spots: dict[_Spot, Path]) -> dict[_Spot, Path]:
    """The spots with the fewest effects, the same number of them for each square and direction."""
    places: dict[tuple[Square, int], list[_Spot]] = {}
    for spot in spots:
        places.setdefault((spot[0], spot[1]), []).append(spot)
    most = max(1, MOST_SPOTS // len(places))
    return {spot: spots[spot] for found in places.values() for spot in sorted(found, key=_spot_weight)[:most]}


def _spot_weight(spot: _Spot) -> int:
    return _weight(spot[2:])


def _in_order(found: dict[tuple[object, ...], Path]) -> list[Path]:
    """Paths by the number of their effects, then by length; otherwise in the order found. At most MOST_WAYS."""
    if len(found) == 1:
        return list(found.values())
    return [found[effect] for effect in sorted(found, key=lambda effect: (_weight(effect), len(found[effect])))[:MOST_WAYS]]


def _weight(effect: tuple[object, ...]) -> int:
    trail, through, broken = effect[0], effect[1], effect[2]
    assert isinstance(trail, tuple) and isinstance(through, int) and isinstance(broken, tuple)
    return len(trail) + through.bit_count() + len(broken)
