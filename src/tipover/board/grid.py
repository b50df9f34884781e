"""The squares and obstructions of one map, and tables derived from them (MAP, ADJ, DST).

Tables are computed on first use, one square at a time, and cached; creating a grid computes none of them.
"""

from __future__ import annotations

from itertools import count
from typing import Final

from tipover.board.geometry import Point, Segment, are_parallel, contains, crossed, in_pieces, is_point, joined, meet
from tipover.board.hiding import behind_square, behind_walls
from tipover.board.mask import BIT, MOST_SQUARES, NO_SQUARE, Mask, Square, squares_of

LONGEST_EDGE: Final = 16
# How many changed copies of a map are cached; a long search needs more and recomputes them. One with more obscured squares
# takes about 3 KB, one with Rubble up to 30 KB, and what is seen on all of them shares one bound.
MOST_FOGGED: Final = 1024
MOST_OPENED: Final = 256

# Small masks of the squares near one (`Grid.near`): how far they reach (as a basic move does), how many bits they take, those of the adjacent squares and that of the square itself.
NEAR_STEPS: Final = 2
NEAR_BITS: Final = 25
ADJACENT: Final = 255
ITSELF: Final = 256
MOST_PLACES_OFF: Final = 32

# By columns and rows, shared by all maps of that size: for each viewer the shadows of blockers, and the squares within a distance.
_SHADOWS: Final[dict[tuple[int, int], list[list[Mask]]]] = {}
_WITHIN: Final[dict[tuple[int, int], list[list[Mask]]]] = {}
_NUMBERS: Final = count(1)


def square_name(square: Square, columns: int) -> str:
    """The name of a square, such as `c4`: column letter from the left, row number from the top."""
    return f"{chr(97 + square % columns)}{square // columns + 1}"


class Grid:
    """The squares, obstructions and terrain of one map; immutable apart from its caches."""

    def __init__(
        self,
        columns: int,
        rows: int,
        pieces: list[Segment],
        covered: Mask = 0,
        obscured: Mask = 0,
        edge: list[Segment] | None = None,
        holes: list[Point] | None = None,
        alike: Grid | None = None,
    ) -> None:
        """`alike` is a map with the same obstructions, whose tables of steps and lines are shared."""
        if not (1 <= columns <= LONGEST_EDGE and 1 <= rows <= LONGEST_EDGE) or columns * rows > MOST_SQUARES:
            raise ValueError(f"a map has 1 to {LONGEST_EDGE} columns and rows; this one has {columns} × {rows}")
        self.columns = columns
        self.rows = rows
        self.size = columns * rows
        self.covered = covered  # squares that are solid obstruction (`#`)
        self.obscured = obscured  # obscured squares (SEE-7)
        self.pieces: list[Segment] = pieces  # obstructions inside the map, cut at the corners of squares where they run along borders
        self.edge: list[Segment] = edge or []  # the drawn pieces of the outer border
        self.holes: list[Point] = holes or []  # corner points opened by Rubble (MAP-9)
        self.everywhere: Mask = (1 << self.size) - 1  # all squares
        self.number: int = next(_NUMBERS)  # another for each map and each changed copy of one
        self.segments: list[Segment] = alike.segments if alike is not None else self._joined()  # all obstructions, in few segments
        self.closed: Mask = alike.closed if alike is not None else covered | self._blocked_centres()  # cannot be entered (MAP-4)
        self._steps: list[Mask] = alike._steps if alike is not None else [-1] * self.size
        self._clear: list[Mask] = alike._clear if alike is not None else [-1] * self.size
        if (columns, rows) not in _SHADOWS:
            _SHADOWS[(columns, rows)] = [[] for _ in range(self.size)]
        self._shadow: list[list[Mask]] = _SHADOWS[(columns, rows)]
        self._within: list[list[Mask]] = _WITHIN.setdefault((columns, rows), [[] for _ in range(self.size)])
        self._walked: list[list[Mask]] = alike._walked if alike is not None else [[bit] for bit in BIT[: self.size]]
        # As `near` has them, empty until they are asked for; read without a call where each action is listed.
        self.known_near: list[list[int]] = alike.known_near if alike is not None else [[] for _ in range(self.size)]
        self._rings: dict[Mask, list[Mask]] = alike._rings if alike is not None else {}
        self._distances: dict[Mask, list[int]] = alike._distances if alike is not None else {}
        self._flooded: dict[Mask, Mask] = alike._flooded if alike is not None else {}
        self.base: Grid | None = None
        """The map before Rubble was laid: what is clear there is clear here, so its tables are the starting point."""
        # By the grid's number, shared with its copies: these, and the cache of `sight.seen_from` (the square is in the lower byte).
        self._fogged: dict[tuple[int, Mask], Grid] = alike._fogged if alike is not None else {}
        self.seen_past: dict[tuple[int, Mask], Mask] = alike.seen_past if alike is not None else {}
        self.opened: dict[tuple[int, ...], Grid] = {}  # cache of `rubble.opened`
        self.walls: dict[Mask, list[int]] = {}  # cache of `rubble.walls`
        self.broken: dict[tuple[Square, Mask], Mask] = {}  # cache of `rubble.broken_into`
        # What `Course.ways` found last: for which course, for which squares with an effect, and the ways.
        self.last_ways: tuple[tuple[object, ...], dict[Square, int], dict[Square, list[tuple[Square, ...]]]] | None = None

    def __reduce__(self) -> tuple[object, ...]:
        """How a map is copied and pickled: made again, with tables of its own."""
        return Grid, (self.columns, self.rows, self.pieces, self.covered, self.obscured, self.edge, self.holes)

    # -- squares and names ---------------------------------------------------------------------------

    def name(self, square: Square) -> str:
        """The name of a square, such as `c4`."""
        return square_name(square, self.columns)

    def at(self, column: int, row: int) -> Square:
        """The square in a column and a row, both counted from 0 and on the map."""
        return Square(column + row * self.columns)

    def square(self, name: str) -> Square:
        """The square with a name, or -1 if this map has none; case and surrounding spaces do not matter."""
        text = name.strip().lower()
        if len(text) < 2 or len(text) > 3 or not text[1:].isascii() or not text[1:].isdigit() or text[1] == "0":
            return NO_SQUARE
        column, row = ord(text[0]) - 97, int(text[1:]) - 1
        if not (0 <= column < self.columns and 0 <= row < self.rows):
            return NO_SQUARE
        return self.at(column, row)

    def names(self, mask: Mask) -> list[str]:
        """The names of the squares of a mask, by row, then column."""
        return [self.name(square) for square in squares_of(mask)]

    def centre(self, square: Square) -> Point:
        """The centre of a square."""
        return Point(square % self.columns * 4 + 2, square // self.columns * 4 + 2)

    def border(self, square: Square) -> list[Segment]:
        """The four sides of a square."""
        x, y = square % self.columns * 4, square // self.columns * 4
        return [
            Segment(x, y, x + 4, y),
            Segment(x, y + 4, x + 4, y + 4),
            Segment(x, y, x, y + 4),
            Segment(x + 4, y, x + 4, y + 4),
        ]

    def line(self, one: Square, other: Square) -> Segment:
        """The line between the centres of two squares."""
        a, b = self.centre(one), self.centre(other)
        return Segment(a.x, a.y, b.x, b.y)

    # -- distance ------------------------------------------------------------------------------------

    def distance(self, one: Square, other: Square) -> int:
        """The distance of two squares in steps, ignoring obstructions (DST-1)."""
        columns = self.columns
        across = abs(one % columns - other % columns)
        down = abs(one // columns - other // columns)
        return across if across > down else down

    def within(self, square: Square, reach: int) -> Mask:
        """The squares at distance at most `reach`, including the square itself (DST-2, DST-5)."""
        known = self._within[square]
        if reach < len(known):
            return known[reach]
        if reach >= LONGEST_EDGE:
            return self.everywhere
        c, r = square % self.columns, square // self.columns
        found: list[Mask] = []  # put in place at once: other threads may be at the same one
        for far in range(reach + 1):
            left, right = max(0, c - far), min(self.columns, c + far + 1)
            in_row = ((1 << (right - left)) - 1) << left
            mask = 0
            for row in range(max(0, r - far), min(self.rows, r + far + 1)):
                mask |= in_row << (row * self.columns)
            found.append(mask)
        self._within[square] = found
        return found[reach]

    def rings(self, goal: Mask) -> list[Mask]:
        """Element d is the mask of squares at distance at most d from the nearest square of a goal (cached, DST-1)."""
        found = self._rings.get(goal)
        if found is None:
            found = [goal]
            columns, everywhere, mask = self.columns, self.everywhere, goal
            first = everywhere // ((1 << columns) - 1)  # the squares of the first column, and of all but it and all but the last
            after_first, before_last = everywhere ^ first, everywhere ^ (first << (columns - 1))
            while mask != everywhere:
                mask |= (mask << 1 & after_first) | (mask >> 1 & before_last)
                mask |= (mask << columns & everywhere) | mask >> columns
                found.append(mask)
            self._rings[goal] = found
        return found

    def distances(self, goal: Mask) -> list[int]:
        """By square, its distance from the nearest square of a goal (cached, DST-1)."""
        found = self._distances.get(goal)
        if found is None:
            found = [0] * self.size
            before = 0
            for far, ring in enumerate(self.rings(goal)):
                for square in squares_of(ring & ~before):
                    found[square] = far
                before = ring
            self._distances[goal] = found
        return found

    # -- obstruction ---------------------------------------------------------------------------------

    def _blocked_centres(self) -> Mask:
        """The squares whose centre lies on an obstruction (MAP-4)."""
        mask = 0
        for segment in self.segments:
            low_c, high_c = sorted((segment.x1, segment.x2))
            low_r, high_r = sorted((segment.y1, segment.y2))
            for row in range(max(0, low_r // 4), min(self.rows, high_r // 4 + 1)):
                for column in range(max(0, low_c // 4), min(self.columns, high_c // 4 + 1)):
                    if contains(segment, 4 * column + 2, 4 * row + 2):
                        mask |= BIT[row * self.columns + column]
        return mask

    def _joined(self) -> list[Segment]:
        """All obstructions in as few segments as possible."""
        return joined(self.pieces + [piece for square in squares_of(self.covered) for piece in self.border(square)])

    def hits(self, line: Segment) -> list[Segment]:
        """The obstructions that a line meets; empty if it is clear (SEE-1, MAP-5)."""
        return [segment for segment in self.segments if meet(line, segment) and not self._through_hole(line, segment)]

    def _is_clear(self, one: Square, other: Square) -> bool:
        """Whether the line between the centres of two squares meets no obstruction: `hits`, in plain numbers."""
        columns = self.columns
        ax, ay, bx, by = one % columns * 4 + 2, one // columns * 4 + 2, other % columns * 4 + 2, other // columns * 4 + 2
        low_x, high_x = (ax, bx) if ax < bx else (bx, ax)
        low_y, high_y = (ay, by) if ay < by else (by, ay)
        ex = bx - ax
        ey = by - ay
        for segment in self.segments:
            x1, y1, x2, y2 = segment
            if (x1 < low_x and x2 < low_x) or (x1 > high_x and x2 > high_x):
                continue
            if (y1 < low_y and y2 < low_y) or (y1 > high_y and y2 > high_y):
                continue
            cx = x1 - ax
            cy = y1 - ay
            dx = x2 - ax
            dy = y2 - ay
            first = ex * cy - ey * cx
            second = ex * dy - ey * dx
            if (first > 0 and second > 0) or (first < 0 and second < 0):
                continue  # the whole obstruction is on one side of the line
            fx = dx - cx
            fy = dy - cy
            first = fy * cx - fx * cy
            second = fx * (ey - cy) - fy * (ex - cx)
            if (first > 0 and second > 0) or (first < 0 and second < 0):
                continue  # the whole line is on one side of the obstruction
            if not self.holes or not self._through_hole(self.line(one, other), segment):
                return False
        return True

    def _through_hole(self, line: Segment, segment: Segment) -> bool:
        """Whether a line and an obstruction meet only in a corner point that Rubble has opened (MAP-9)."""
        for hole in self.holes:
            if contains(line, hole.x, hole.y) and contains(segment, hole.x, hole.y):
                return is_point(segment) or not are_parallel(line, segment)
        return False

    # -- tables --------------------------------------------------------------------------------------

    def steps(self, square: Square) -> Mask:
        """The squares adjacent to a square (ADJ-1), never closed ones (cached, MOV-1, MOV-2)."""
        known = self._steps[square]
        if known >= 0:
            return known
        mask = self.base.steps(square) if self.base is not None else 0
        self._steps[square] = mask | self._clear_lines(square, self.within(square, 1) & ~BIT[square] & ~mask, self._steps)
        return self._steps[square]

    def _clear_lines(self, square: Square, others: Mask, known: list[Mask]) -> Mask:
        """Those of some squares whose line of centres to a square is clear; a line that is `known` from its other end is not computed again."""
        mask = 0
        if not self.closed & BIT[square]:
            for other in squares_of(others & ~self.closed):
                back = known[other]
                if back & BIT[square] if back >= 0 else self._is_clear(square, other):
                    mask |= BIT[other]
        return mask

    def walked(self, square: Square, steps: int) -> Mask:
        """Squares reachable in at most `steps` steps on an empty board, including the square itself (cached, MOV-1)."""
        known = self._walked[square]
        if len(known) > steps:
            return known[steps]
        known = known[:]  # other threads may be at the same one
        while len(known) <= steps:
            mask = known[-1]
            for near in squares_of(mask):
                mask |= self.steps(near)
            if mask == known[-1]:
                break  # further steps reach nothing new
            known.append(mask)
        self._walked[square] = known
        return known[-1]

    def near(self, square: Square) -> list[int]:
        """By square: its bit in a small mask of the squares that two steps reach on an empty board; 0 for all others (cached).

        The bits of adjacent squares are in `ADJACENT`, that of the square itself is `ITSELF`. The list goes on with zeros for places
        off the map, which are numbers below 0. Such a mask fits into a machine's word, which one of the whole map does not.
        """
        known = self.known_near[square]
        if not known:
            known = [0] * (self.size + MOST_PLACES_OFF)
            adjacent = self.steps(square)
            beyond = self.walked(square, NEAR_STEPS) & ~adjacent & ~BIT[square]
            for k, other in enumerate(squares_of(adjacent)):
                known[other] = 1 << k
            known[square] = ITSELF
            for k, other in enumerate(squares_of(beyond)):
                known[other] = 2 * ITSELF << k
            self.known_near[square] = known
        return known

    def clear(self, square: Square) -> Mask:
        """The squares whose line of centres to this one meets no obstruction, including itself (cached, SEE-1, SEE-10)."""
        known = self._clear[square]
        if known >= 0:
            return known
        if self.holes:
            mask = BIT[square] if self.base is None else self.base.clear(square)
            mask |= self._clear_lines(square, self.everywhere & ~mask, self._clear)
        elif self.closed & BIT[square]:
            mask = BIT[square]
        else:
            mask = self.everywhere & ~self.closed & ~behind_walls(self.columns, self.rows, square, self.segments)
        self._clear[square] = mask
        return mask

    def shadow(self, viewer: Square, blocker: Square) -> Mask:
        """The squares hidden by a blocker: their line from the viewer passes through its interior (cached, SEE-2, SEE-4)."""
        table = self._shadow[viewer]
        if not table:
            table = self._shadow[viewer] = [-1] * self.size
        known = table[blocker]
        if known < 0:
            known = table[blocker] = behind_square(self.columns, self.rows, viewer, blocker)
        return known

    def crossings(self, one: Square, other: Square) -> list[Square]:
        """The squares strictly between two squares whose interior their line passes through."""
        columns = self.columns
        c, r = one % columns, one // columns
        return [self.at(c + a, r + b) for a, b in crossed(other % columns - c, other // columns - r)]

    def flood(self, starts: Mask) -> Mask:
        """All squares connected to these by steps, including themselves (cached, MAP-3)."""
        known = self._flooded.get(starts)
        if known is not None:
            return known
        reached = starts & ~self.closed
        front = reached
        while front:
            adjacent = 0
            for square in squares_of(front):
                adjacent |= self.steps(square)
            front = adjacent & ~reached
            reached |= front
        self._flooded[starts] = reached
        return reached

    def with_lines(self, lines: list[Segment]) -> Grid:
        """A copy of the map with further obstructions."""
        more = [piece for line in lines for piece in in_pieces(line)]
        return Grid(self.columns, self.rows, self.pieces + more, self.covered, self.obscured, self.edge, self.holes)

    def with_obscured(self, more: Mask) -> Grid:
        """The map with more obscured squares (cached, SEE-7); it shares the tables, because steps and lines stay the same."""
        if not more & ~self.obscured:
            return self
        key = (self.number, more)
        known = self._fogged.get(key)
        if known is not None:
            return known
        if len(self._fogged) >= MOST_FOGGED:
            self._fogged.clear()
        fogged = Grid(self.columns, self.rows, self.pieces, self.covered, self.obscured | more, self.edge, self.holes, self)
        self._fogged[key] = fogged
        return fogged

    def begin_from(self, base: Grid) -> None:
        """Let what is known of the map before Rubble was laid be the starting point, and share its bounds."""
        self.base = base
        self._fogged = base._fogged
        self.seen_past = base.seen_past
