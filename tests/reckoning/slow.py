"""The map rules a second time: slow, in exact fractions, from the words of the ledger alone.

Nothing here knows the engine. A sight line is kept as slope and intercept, a square is met by clipping the line,
a move is the list of all walks. A square is (column, row) from the top left, from 0; points are in quarter squares.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache
from typing import TypeAlias

Square: TypeAlias = tuple[int, int]
Point: TypeAlias = tuple[int, int]
Segment: TypeAlias = tuple[Point, Point]
Exact: TypeAlias = tuple[Fraction, Fraction]
Squares: TypeAlias = Collection[Square]
Marks: TypeAlias = dict[Square, str]

NOBODY: frozenset[Square] = frozenset()
COMPASS = tuple((dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if (dx, dy) != (0, 0))


@dataclass(frozen=True)
class SlowBoard:
    """One map: its size, its obstructions, its obscured ground, where games start, and the Rubble lying on it.

    `walls` are closed segments of any kind: border pieces, longer borders, lines inside squares. The map's edge is
    not among them: no line between two centres ever meets it. Rubble is taken as lawfully laid (MAP-9): it never
    opens the outline of a covered square.
    """

    columns: int
    rows: int
    walls: frozenset[Segment] = frozenset()
    covered: frozenset[Square] = frozenset()
    obscured: frozenset[Square] = frozenset()
    starts: frozenset[Square] = frozenset()
    rubble_pieces: frozenset[Segment] = frozenset()
    rubble_points: frozenset[Point] = frozenset()


@dataclass(frozen=True)
class Figures:
    """Who stands and lies where around one mover; all squares differ."""

    mover: Square
    allies: frozenset[Square] = frozenset()
    rivals_standing: frozenset[Square] = frozenset()
    rivals_down: frozenset[Square] = frozenset()
    objectives: frozenset[Square] = frozenset()

    @property
    def blockers(self) -> frozenset[Square]:
        """The squares that block the mover's sight when it sees them (SEE-2, SEE-3, SEE-6)."""
        return self.rivals_standing | self.objectives


def squares(board: SlowBoard) -> list[Square]:
    """Every square, row by row from the top left."""
    return [(c, r) for r in range(board.rows) for c in range(board.columns)]


def centre(square: Square) -> Point:
    """The centre of a square, in quarter squares."""
    return 4 * square[0] + 2, 4 * square[1] + 2


def segment(x1: int, y1: int, x2: int, y2: int) -> Segment:
    """The closed segment between two points, the same whichever end comes first."""
    ends = sorted([(x1, y1), (x2, y2)])
    return ends[0], ends[1]


def distance(a: Square, b: Square) -> int:
    """Squares as a move would count them, whatever lies between (DST-1)."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def borders(columns: int, rows: int) -> list[Segment]:
    """Every one-square piece of border between two squares."""
    upright = [segment(4 * c, 4 * r, 4 * c, 4 * r + 4) for c in range(1, columns) for r in range(rows)]
    level = [segment(4 * c, 4 * r, 4 * c + 4, 4 * r) for c in range(columns) for r in range(1, rows)]
    return upright + level


def beside(piece: Segment) -> set[Square]:
    """The two squares on the two sides of a border piece."""
    (x1, y1), (x2, _) = piece
    c, r = x1 // 4, y1 // 4
    return {(c, r), (c - 1, r)} if x1 == x2 else {(c, r), (c, r - 1)}


def around(point: Point) -> set[Square]:
    """The four squares that meet in a corner."""
    c, r = point[0] // 4, point[1] // 4
    return {(c, r), (c - 1, r), (c, r - 1), (c - 1, r - 1)}


# ---------------------------------------------------------------- a line and one segment


def meeting(a: Point, b: Point, wall: Segment) -> tuple[Exact, Exact] | None:
    """The first and last common point of the line a–b and a wall, both closed; None if they are apart (MAP-5).

    First and last are one point for a touch or a crossing; they differ when the two lie along one another.
    """
    c, d = wall
    if max(c[0], d[0]) < min(a[0], b[0]) or min(c[0], d[0]) > max(a[0], b[0]):
        return None
    if max(c[1], d[1]) < min(a[1], b[1]) or min(c[1], d[1]) > max(a[1], b[1]):
        return None
    if a[0] == b[0] and a[1] != b[1]:
        turned = _meeting_upright(_turn(a), _turn(b), _turn(c), _turn(d))
        return None if turned is None else ((turned[0][1], turned[0][0]), (turned[1][1], turned[1][0]))
    return _meeting_upright(a, b, c, d)


def _turn(point: Point) -> Point:
    return point[1], point[0]


def _meeting_upright(a: Point, b: Point, c: Point, d: Point) -> tuple[Exact, Exact] | None:
    """`meeting` for a line that is not vertical (or is a single point): y = a.y + slope · (x − a.x)."""
    slope = Fraction(b[1] - a[1], b[0] - a[0]) if a != b else Fraction(0)
    above_c = c[1] - a[1] - slope * (c[0] - a[0])
    above_d = d[1] - a[1] - slope * (d[0] - a[0])
    left, right = min(a[0], b[0]), max(a[0], b[0])
    if above_c == above_d == 0:
        low, high = max(left, min(c[0], d[0])), min(right, max(c[0], d[0]))
        if low > high:
            return None
        return _on_line(a, slope, low), _on_line(a, slope, high)
    if above_c == above_d:
        return None
    share = above_c / (above_c - above_d)
    if not 0 <= share <= 1:
        return None
    x = c[0] + share * (d[0] - c[0])
    if not left <= x <= right:
        return None
    point = (x, c[1] + share * (d[1] - c[1]))
    return point, point


def _on_line(a: Point, slope: Fraction, x: int) -> Exact:
    return Fraction(x), a[1] + slope * (x - a[0])


# ---------------------------------------------------------------- a line and one square


def clip(a: Point, b: Point, square: Square) -> tuple[Fraction, Fraction] | None:
    """The shares of the way from a to b between which the line is in the closed square; None if it misses it."""
    enter, leave = Fraction(0), Fraction(1)
    for axis in (0, 1):
        low, high = 4 * square[axis], 4 * square[axis] + 4
        way = b[axis] - a[axis]
        if way == 0:
            if not low <= a[axis] <= high:
                return None
            continue
        one, two = Fraction(low - a[axis], way), Fraction(high - a[axis], way)
        enter, leave = max(enter, min(one, two)), min(leave, max(one, two))
    return (enter, leave) if enter <= leave else None


def _is_inside(a: Point, b: Point, share: Fraction, square: Square) -> bool:
    """Whether the point at that share of the way lies in the open inside of the square."""
    return all(4 * square[i] < a[i] + share * (b[i] - a[i]) < 4 * square[i] + 4 for i in (0, 1))


@cache
def _met(a: Square, b: Square) -> tuple[frozenset[Square], frozenset[Square]]:
    """The squares that the line between two centres touches at all, and those whose open inside it passes."""
    start, end = centre(a), centre(b)
    touched, passed = set(), set()
    for c in range(min(a[0], b[0]) - 1, max(a[0], b[0]) + 2):
        for r in range(min(a[1], b[1]) - 1, max(a[1], b[1]) + 2):
            shares = clip(start, end, (c, r))
            if shares is None:
                continue
            touched.add((c, r))
            if _is_inside(start, end, (shares[0] + shares[1]) / 2, (c, r)):
                passed.add((c, r))
    return frozenset(touched), frozenset(passed)


def crossed(board: SlowBoard, a: Square, b: Square) -> frozenset[Square]:
    """The squares whose open inside the line from a to b passes, without both ends (SEE-2, SEE-4)."""
    return _met(a, b)[1] - {a, b}


# ---------------------------------------------------------------- obstruction


def without_piece(wall: Segment, piece: Segment) -> list[Segment]:
    """What is left of a wall when a one-square border piece is opened (MAP-9).

    Only what lies along the piece goes; a line that crosses or touches it stays. What is left is closed again, so an
    end of the piece stays obstructed where the wall goes on.
    """
    (px1, py1), (px2, py2) = segment(*piece[0], *piece[1])
    (x1, y1), (x2, y2) = segment(*wall[0], *wall[1])
    if px1 == px2 and x1 == x2 == px1:
        return [((x1, low), (x1, high)) for low, high in _cut(y1, y2, py1, py2)]
    if py1 == py2 and y1 == y2 == py1:
        return [((low, y1), (high, y1)) for low, high in _cut(x1, x2, px1, px2)]
    return [wall]


def _cut(low: int, high: int, hole_low: int, hole_high: int) -> list[tuple[int, int]]:
    """The interval low–high without the hole; a single point left over at the hole's edge is nothing."""
    if high <= hole_low or low >= hole_high:
        return [(low, high)]
    return [(one, two) for one, two in ((low, hole_low), (hole_high, high)) if one < two]


@lru_cache(maxsize=64)
def obstruction(board: SlowBoard) -> tuple[Segment, ...]:
    """The segments that obstruct, once the pieces under Rubble are open; covered squares come on top."""
    walls = list(board.walls)
    for piece in board.rubble_pieces:
        walls = [left for wall in walls for left in without_piece(wall, piece)]
    return tuple(walls)


def clear(board: SlowBoard, a: Square, b: Square) -> bool:
    """Whether no obstruction meets the line between two centres; a touch counts (SEE-1, MAP-5).

    Of a square and itself it says whether the centre is free. A meeting in nothing but an opened point is none.
    """
    return _clear(board, min(a, b), max(a, b))


@lru_cache(maxsize=1 << 17)
def _clear(board: SlowBoard, a: Square, b: Square) -> bool:
    if not board.covered.isdisjoint(_met(a, b)[0]):
        return False
    start, end = centre(a), centre(b)
    opened = {(Fraction(x), Fraction(y)) for x, y in board.rubble_points}
    for wall in obstruction(board):
        common = meeting(start, end, wall)
        if common is not None and not (common[0] == common[1] and common[0] in opened):
            return False
    return True


# ---------------------------------------------------------------- sight


def sees(board: SlowBoard, viewer: Square, square: Square, rivals: Squares = NOBODY) -> bool:
    """Whether a figure in the viewer's square sees a square (SEE-1 to SEE-7, SEE-10).

    `rivals` are the squares of standing rivals of the viewer, bonus objectives among them (SEE-6), nobody concealed.
    """
    if square == viewer:
        return True
    if not clear(board, viewer, square):
        return False
    if square in board.obscured and distance(viewer, square) > 1:
        return False
    between = crossed(board, viewer, square)
    if any(other in board.obscured for other in between):
        return False
    return not any(other in rivals and sees(board, viewer, other, rivals) for other in between)


def seen(board: SlowBoard, viewer: Square, rivals: Squares = NOBODY) -> set[Square]:
    """Every square that a figure in the viewer's square sees; `rivals` as in `sees`."""
    return {square for square in squares(board) if sees(board, viewer, square, rivals)}


def adjacent(board: SlowBoard, square: Square) -> set[Square]:
    """The neighbouring squares that are adjacent (ADJ-1); nothing can stand between neighbours, so nobody is asked for.

    The square itself (ADJ-2) is not among them. A covered centre is adjacent to nothing.
    """
    return set(_adjacent(board, square))


@lru_cache(maxsize=1 << 14)
def _adjacent(board: SlowBoard, square: Square) -> tuple[Square, ...]:
    return tuple(other for other in squares(board) if distance(square, other) == 1 and sees(board, square, other))


# ---------------------------------------------------------------- movement


def enclosed(board: SlowBoard) -> set[Square]:
    """The squares that no steps reach from any starting square on the bare map (MAP-3), covered centres too (MAP-4).

    A starting square whose own centre is covered starts nothing.
    """
    return set(_enclosed(board))


@lru_cache(maxsize=64)
def _enclosed(board: SlowBoard) -> frozenset[Square]:
    bare = replace(board, rubble_pieces=frozenset(), rubble_points=frozenset())
    reached = {square for square in bare.starts if clear(bare, square, square)}
    while more := {other for square in reached for other in adjacent(bare, square)} - reached:
        reached |= more
    return frozenset(squares(board)) - reached


def walks(board: SlowBoard, start: Square, steps: int, may_step: Callable[[Square, Square], bool]) -> Iterator[tuple[Square, ...]]:
    """Every chain of up to so many steps, each to an adjacent square outside enclosed areas (MOV-1, MOV-2, MAP-3).

    `may_step` is asked for each step, with the square left and the square entered.
    """
    yield (start,)
    if steps == 0:
        return
    for other in _adjacent(board, start):
        if other not in _enclosed(board) and may_step(start, other):
            for walk in walks(board, other, steps - 1, may_step):
                yield (start, *walk)


def _ends(
    board: SlowBoard,
    start: Square,
    steps: int,
    passable: Callable[[Square, Square], bool],
    allies: Squares,
    rivals_standing: Squares,
    rivals_down: Squares,
    objectives: Squares,
) -> set[Square]:
    """Where the walks may end: not through standing rivals or objectives, not in an occupied square (MOV-4 to MOV-8)."""

    def may_step(left: Square, entered: Square) -> bool:
        return entered not in rivals_standing and entered not in objectives and passable(left, entered)

    ends = {walk[-1] for walk in walks(board, start, steps, may_step)}
    occupied = {*allies, *rivals_standing, *rivals_down, *objectives} - {start}
    return ends - occupied


def reach(
    board: SlowBoard,
    start: Square,
    steps: int,
    allies: Squares = NOBODY,
    rivals_standing: Squares = NOBODY,
    rivals_down: Squares = NOBODY,
    objectives: Squares = NOBODY,
) -> set[Square]:
    """Where a figure's move of up to so many steps may end, its own square included (MOV-1 to MOV-8).

    Allies are given standing or down. Who is whose ally is seen from the side of the figure that moves (MOV-12).
    """
    return _ends(board, start, steps, lambda _, __: True, allies, rivals_standing, rivals_down, objectives)


def reach_token(board: SlowBoard, start: Square, steps: int) -> set[Square]:
    """Where a thing that is no figure may end: other pieces do not stop it, and it may share (MOV-9)."""
    return {walk[-1] for walk in walks(board, start, steps, lambda _, __: True)}


def pushed(
    board: SlowBoard,
    thing: Square,
    source: Square,
    steps: int,
    allies: Squares = NOBODY,
    rivals_standing: Squares = NOBODY,
    rivals_down: Squares = NOBODY,
    objectives: Squares = NOBODY,
) -> set[Square]:
    """Where a thing pushed from a square may end: every step is farther from it (MOV-11); 0 steps included (MOV-18).

    The other figures are given from the side of the pushed thing; a token is pushed with none given (MOV-9).
    """

    def farther(left: Square, entered: Square) -> bool:
        return distance(entered, source) > distance(left, source)

    return _ends(board, thing, steps, farther, allies, rivals_standing, rivals_down, objectives)


def pulled(
    board: SlowBoard,
    thing: Square,
    toward: Square,
    viewer: Square,
    steps: int,
    sight_rivals: Squares = NOBODY,
    allies: Squares = NOBODY,
    rivals_standing: Squares = NOBODY,
    rivals_down: Squares = NOBODY,
    objectives: Squares = NOBODY,
) -> set[Square]:
    """Where a thing pulled toward a square may end: every step nearer, the thing and each entered square seen (MOV-11).

    Nothing at all, not even 0 steps, if the viewer does not see the thing at the start. `sight_rivals` are the
    viewer's standing rivals without the moved thing, which is in each square it enters and so hides none of them
    (SEE-11); the other figures are given from the moved thing's side, the viewer's own square among them.
    """
    if not sees(board, viewer, thing, sight_rivals):
        return set()

    def nearer_and_seen(left: Square, entered: Square) -> bool:
        return distance(entered, toward) < distance(left, toward) and sees(board, viewer, entered, sight_rivals)

    return _ends(board, thing, steps, nearer_and_seen, allies, rivals_standing, rivals_down, objectives)


def straight(
    board: SlowBoard,
    start: Square,
    steps: int,
    allies: Squares = NOBODY,
    rivals_standing: Squares = NOBODY,
    rivals_down: Squares = NOBODY,
    objectives: Squares = NOBODY,
) -> set[Square]:
    """Where a figure's move in a straight line may end: one compass direction in all steps (DST-4)."""
    ends: set[Square] = set()
    for dx, dy in COMPASS:

        def keeps_on(left: Square, entered: Square, dx: int = dx, dy: int = dy) -> bool:
            return (entered[0] - left[0], entered[1] - left[1]) == (dx, dy)

        ends |= _ends(board, start, steps, keeps_on, allies, rivals_standing, rivals_down, objectives)
    return ends
