"""Squares that a relation names: within, adjacent to, in sight, in an area (DST, ADJ, SEE, MAP-6)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from tipover.board.mask import BIT, Mask, squares_of
from tipover.engine.decision import PIECE
from tipover.engine.field import board, concealed, home, seen_by
from tipover.engine.state import State
from tipover.engine.steps.frame import IT, LAST, ME, YOU, is_figure, is_piece
from tipover.engine.steps.thing import places_of, side_now, side_of, square_of

Things: TypeAlias = Callable[[State, list[int]], list[int]]
MaskOf: TypeAlias = Callable[[State, list[int], int], Mask]  # of whom it asks: a thing, or A_FIGURE for any figure
AroundOne: TypeAlias = Callable[[State, int, int], Mask]  # of one thing, for the one that asks
Area: TypeAlias = Callable[[State, list[int]], Mask]

A_FIGURE = -1
FAR = 999
ALL, MANY = -1, 999


def this_alone(state: State, frame: list[int]) -> list[int]:
    """What a relation without an object is measured from."""
    return [frame[ME]]


def around(around_one: AroundOne, centres: Things, least: int = 1, most: int = MANY) -> MaskOf:
    """The squares that stand in a relation to at least, and at most, so many of some things; to all of them with `ALL`."""

    def near_any(state: State, frame: list[int], asking: int) -> Mask:
        mask = 0
        for centre in centres(state, frame):
            mask |= around_one(state, centre, asking)
        return mask

    def near_some(state: State, frame: list[int], asking: int) -> Mask:
        found = centres(state, frame)
        by_count = [state.setup.grid.everywhere] + [0] * len(found)  # the squares near at least so many
        for centre in found:
            mask = around_one(state, centre, asking)
            for count in range(len(found), 0, -1):
                by_count[count] |= by_count[count - 1] & mask
        wanted = len(found) if least == ALL else least
        near = by_count[wanted] if wanted <= len(found) else 0
        return near & ~by_count[most + 1] if most < len(found) else near

    return near_any if (least, most) == (1, MANY) else near_some


def within(reach: int) -> AroundOne:
    """The squares at most so far from a thing; no sight (DST-1, DST-2)."""

    def squares(state: State, centre: int, asking: int) -> Mask:
        grid = board(state)
        at = square_of(state, centre)
        if at >= 0:
            return grid.within(at, reach)
        mask = 0
        for square in squares_of(places_of(state, centre)):
            mask |= grid.within(square, reach)
        return mask

    return squares


def in_sight(state: State, centre: int, asking: int) -> Mask:
    """The squares that a thing sees, a figure from the side it counts for (SEE-9)."""
    side = side_now(state, centre) if is_figure(centre) else -1
    at = square_of(state, centre)
    mask = 0
    for square in [at] if at >= 0 else squares_of(places_of(state, centre)):
        mask |= seen_by(state, square, side)
    return mask


def next_to(state: State, centre: int, asking: int) -> Mask:
    """The squares adjacent to a thing; nothing is adjacent to itself (ADJ-1, ADJ-2)."""
    return adjacent_to(state, centre, asking) if centre != asking or asking < 0 else 0


def adjacent_to(state: State, thing: int, asking: int) -> Mask:
    """The squares adjacent to a thing; its own too when tokens, markers or areas ask (ADJ-2, ADJ-3)."""
    grid = board(state)
    square = square_of(state, thing)
    if square >= 0:
        mask = grid.steps(square)
        return mask if is_figure(thing) and (asking < 0 or is_figure(asking)) else mask | BIT[square]
    mask = 0
    for square in squares_of(places_of(state, thing)):
        mask |= grid.steps(square) | BIT[square]
    return mask


# -- areas -----------------------------------------------------------------------------------------------


def starting_areas(state: State, sides: list[int]) -> Mask:
    """The starting areas of some sides together."""
    mask = 0
    for side in sides:
        if side >= 0:
            mask |= home(state, side)
    return mask


def starts_of(owners: Things) -> Area:
    """The starting areas of the sides of some things."""
    return lambda state, frame: starting_areas(state, [side_of(state, owner) for owner in owners(state, frame)])


def opposing_starts(state: State, frame: list[int]) -> Mask:
    """The starting areas of every opponent."""
    return starting_areas(state, [side for side in state.setup.sides if side != frame[YOU]])


def all_starts(state: State, frame: list[int]) -> Mask:
    """Every starting area in use."""
    return starting_areas(state, state.setup.sides)


def union(found: Things) -> Area:
    """The squares that some things lie in."""

    def squares(state: State, frame: list[int]) -> Mask:
        mask = 0
        for thing in found(state, frame):
            mask |= places_of(state, thing)
        return mask

    return squares


def set_up_squares(owners: Things) -> Area:
    """Where the game first put some things."""

    def squares(state: State, frame: list[int]) -> Mask:
        mask = 0
        for owner in owners(state, frame):
            square = state.first_at[owner] if is_figure(owner) else -1
            if is_piece(owner):
                square = state.setup.pieces[owner - PIECE].square
            if square >= 0:
                mask |= BIT[square]
        return mask

    return squares


def last_squares(owners: Things) -> Area:
    """The squares that some things left; of the thing an event speaks of, the one it left then."""

    def squares(state: State, frame: list[int]) -> Mask:
        mask = 0
        for owner in owners(state, frame):
            square = state.last[owner] if is_figure(owner) else -1
            if owner == frame[IT] and frame[LAST] >= 0:
                square = frame[LAST]
            if square >= 0:
                mask |= BIT[square]
        return mask

    return squares


def nearest(state: State, frame: list[int], found: list[int], goal: Mask) -> list[int]:
    """Those of some things that are nearest to a goal; a figure's text counts only what is seen from there (DST-3)."""
    grid = board(state)
    goals = squares_of(goal)
    if is_figure(frame[ME]):
        seen = 0
        for square in goals:
            seen |= seen_by(state, square, side_now(state, frame[ME]))
        hidden = concealed(state)
        found = [thing for thing in found if places_of(state, thing) & seen and thing not in hidden]
    best: list[int] = []
    least = FAR
    for thing in found:
        square = square_of(state, thing)
        if square < 0 or not goals:
            continue
        far = min(grid.distance(square, other) for other in goals)
        if far < least:
            best, least = [thing], far
        elif far == least:
            best.append(thing)
    return best
