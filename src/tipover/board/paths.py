"""Ways over the squares (MOV, DST): reach, walks, push and pull, straight lines, rows, nearest squares, placing, swapping.

`passable` are the squares a thing may go through, `endable` those it may stay in; its own square is
always an end, because a move of 0 is a move (MOV-18).
"""

from __future__ import annotations

from tipover.board.grid import Grid
from tipover.board.mask import BIT, Mask, Square, squares_of

COMPASS = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]


def reach(grid: Grid, start: Square, steps: int, passable: Mask, endable: Mask) -> Mask:
    """Where a move of up to so many steps may end (MOV-1 to MOV-6)."""
    ends = BIT[start]
    if steps > 0 and not grid.walked(start, steps - 1) & ~(passable | ends):
        return grid.walked(start, steps) & endable | ends  # nobody stands in the way
    reached = ends
    front = ends
    while steps > 0 and front:
        steps -= 1
        fresh = 0
        for square in squares_of(front):
            fresh |= grid.steps(square)
        ends |= fresh & endable
        front = fresh & passable & ~reached
        reached |= front
    return ends


def ending_in(grid: Grid, start: Square, steps: int, passable: Mask, endable: Mask, goal: Mask) -> Mask:
    """Where a move that must end in certain squares may end; empty: the thing cannot be chosen for it (MOV-19).

    A move of 0 counts only if the thing stands in the goal already.
    """
    return reach(grid, start, steps, passable, endable) & goal


def entered(path: list[Square], others: Mask) -> list[Square]:
    """The squares of others that a path entered, each once, in path order (MOV-22)."""
    return [square for k, square in enumerate(path) if others & BIT[square] and square not in path[:k]]


def walk(grid: Grid, start: Square, end: Square, steps: int, passable: Mask) -> list[Square]:
    """A shortest way, without the start square; the lowest squares first among equals. Empty if there is none.

    The end itself need not be passable.
    """
    if start == end:
        return []
    near = grid.steps(start)
    if near & BIT[end] and steps > 0:
        return [end]
    middle = near & passable & grid.steps(end)
    if middle and steps > 1:
        return [squares_of(middle)[0], end]
    layers = [BIT[start]]
    reached = BIT[start]
    while not reached & BIT[end]:
        if len(layers) > steps:
            return []
        fresh = 0
        for square in squares_of(layers[-1]):
            fresh |= grid.steps(square)
        fresh &= (passable | BIT[end]) & ~reached
        if not fresh:
            return []
        layers.append(fresh)
        reached |= fresh
    path = [end]
    for layer in reversed(layers[1:-1]):
        path.append(squares_of(layer & grid.steps(path[-1]))[0])
    path.reverse()
    return path


def walks(grid: Grid, start: Square, steps: int, passable: Mask, endable: Mask) -> list[tuple[Square, ...]]:
    """Every walk of up to so many steps that may end where it ends; squares may be crossed twice (MOV-25)."""
    found: list[tuple[Square, ...]] = [()]
    front: list[tuple[Square, ...]] = [()]
    for _ in range(steps):
        longer: list[tuple[Square, ...]] = []
        for path in front:
            here = path[-1] if path else start
            if path and not passable & BIT[here] and here != start:
                continue
            longer += [(*path, square) for square in squares_of(grid.steps(here) & (passable | endable | BIT[start]))]
        found += [path for path in longer if endable & BIT[path[-1]] or path[-1] == start]
        front = longer
    return found


def pushed(grid: Grid, start: Square, away_from: Square, steps: int, passable: Mask, endable: Mask) -> Mask:
    """Where a push may end: each step farther from what it is pushed from (MOV-11, MOV-21)."""
    return _driven(grid, start, away_from, steps, passable, endable, 1, grid.everywhere)


def pulled(grid: Grid, start: Square, toward: Square, steps: int, passable: Mask, endable: Mask, seen: Mask) -> Mask:
    """Where a pull may end: each step nearer, and every square seen by the acting figure (MOV-11).

    `seen` is what the acting figure sees with the pulled thing out of the way. Unseen at the start: it stays.
    """
    if not seen & BIT[start]:
        return BIT[start]
    return _driven(grid, start, toward, steps, passable, endable, -1, seen)


def pulled_into(grid: Grid, start: Square, area: Mask, steps: int, passable: Mask, endable: Mask, seen: Mask) -> Mask:
    """Where a pull toward an area may end: each step nearer to its nearest square, every square seen (MOV-11)."""
    if not seen & BIT[start]:
        return BIT[start]
    return nearing(grid, start, area, steps, passable & seen, endable & seen, grid.everywhere)


def _driven(grid: Grid, start: Square, other: Square, steps: int, passable: Mask, endable: Mask, sign: int, allowed: Mask) -> Mask:
    ends = BIT[start]
    front = BIT[start]
    for _ in range(steps):
        fresh = 0
        for square in squares_of(front):
            here = grid.distance(square, other) * sign
            for near in squares_of(grid.steps(square) & allowed):
                if grid.distance(near, other) * sign > here:
                    fresh |= BIT[near]
        ends |= fresh & endable
        front = fresh & passable
    return ends


def nearing(grid: Grid, start: Square, goal: Mask, steps: int, passable: Mask, endable: Mask, sighted: Mask) -> Mask:
    """Where a thing may end that moves itself toward a goal (MOV-24): each step nearer to its nearest square.

    `sighted` are the squares from which the goal is seen; a scenario's thing needs none: pass every square.
    """
    goals = squares_of(goal)
    ends = BIT[start]
    front = BIT[start] & sighted
    for _ in range(steps):
        fresh = 0
        for square in squares_of(front):
            here = min(grid.distance(square, one) for one in goals)
            for near in squares_of(grid.steps(square)):
                if min(grid.distance(near, one) for one in goals) < here:
                    fresh |= BIT[near]
        ends |= fresh & endable
        front = fresh & passable & sighted
    return ends


def straight(grid: Grid, start: Square, steps: int, passable: Mask, endable: Mask) -> Mask:
    """Where a move in a straight line may end: one of eight directions, kept in all its steps (DST-4)."""
    ends = BIT[start]
    for across, down in COMPASS:
        for square in ray(grid, start, across, down)[:steps]:
            here = square - across - down * grid.columns
            if not grid.steps(here) & BIT[square]:
                break
            if endable & BIT[square]:
                ends |= BIT[square]
            if not passable & BIT[square]:
                break
    return ends


def ray(grid: Grid, start: Square, across: int, down: int) -> list[Square]:
    """The squares in one compass direction up to the map's edge, nearest first, obstructions ignored."""
    column, row = start % grid.columns + across, start // grid.columns + down
    found: list[Square] = []
    while 0 <= column < grid.columns and 0 <= row < grid.rows:
        found.append(column + row * grid.columns)
        column, row = column + across, row + down
    return found


def in_line(grid: Grid, one: Square, other: Square) -> bool:
    """Whether two different squares lie in a straight line: only the eight compass directions do (DST-4)."""
    across = other % grid.columns - one % grid.columns
    down = other // grid.columns - one // grid.columns
    return one != other and (across == 0 or down == 0 or abs(across) == abs(down))


def rows(grid: Grid) -> list[Mask]:
    """Every straight, non-diagonal line of squares that joins opposite edges: columns first, then rows (MAP-8)."""
    columns = grid.columns
    upright = [sum(BIT[c + r * columns] for r in range(grid.rows)) for c in range(columns)]
    level = [sum(BIT[c + r * columns] for c in range(columns)) for r in range(grid.rows)]
    return upright + level


def nearest(grid: Grid, square: Square, among: Mask, seen: Mask) -> Mask:
    """Those of some squares that are nearest to one; unseen ones do not count (DST-3). Several: a tie."""
    among &= seen
    reach_now = 0
    while among:
        ring = among & grid.within(square, reach_now)
        if ring:
            return ring
        reach_now += 1
    return 0


def closest(grid: Grid, area: Mask, free: Mask) -> Mask:
    """The free squares as close to an area as can be, obstructions ignored (CDN-4)."""
    for far in range(max(grid.columns, grid.rows)):
        ring = 0
        for square in squares_of(area):
            ring |= grid.within(square, far)
        if ring & free:
            return ring & free
    return 0


def placeable(enterable: Mask, occupied: Mask, own: Square = -1) -> Mask:
    """Where a thing that occupies may be placed: enterable and free, its own square free for itself (MOV-13, MOV-26).

    No path and no sight is asked for. A thing that occupies nothing is placed with nobody given (OCC-1).
    """
    return enterable & ~(occupied & ~BIT[own] if own >= 0 else occupied)


def swapped(where: list[Square], one: int, other: int, occupying: list[bool]) -> list[Square]:
    """Where all things are once two have changed places (MOV-14); empty if they cannot (MOV-23).

    Both must be on the map (a square below 0 is none), and two things that occupy may not share a square afterwards.
    """
    if where[one] < 0 or where[other] < 0:
        return []
    after = list(where)
    after[one], after[other] = where[other], where[one]
    taken = [square for square, occupies in zip(after, occupying, strict=True) if occupies and square >= 0]
    return after if len(taken) == len(set(taken)) else []


def last_legal(start: Square, path: list[Square], free: Mask) -> Square:
    """The last square of a path where a figure could stay, or its start (MOV-15)."""
    for square in reversed(path):
        if free & BIT[square]:
            return square
    return start
