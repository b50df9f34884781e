"""Squares that a relation names: within, adjacent to, in sight, in an area (DST, ADJ, SEE, MAP-6)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from tipover.board.grid import Grid
from tipover.board.mask import BIT, SQUARE_OF, Mask, Square, squares_of
from tipover.board.paths import in_line, in_row
from tipover.cards.ast import Group
from tipover.engine.core.frames import text_frame
from tipover.engine.core.ids import NO_SIDE, NOTHING, PIECE, SQUARE_AT, WALL_AT, Side, Thing, is_figure, is_piece, piece_of
from tipover.engine.core.state import State
from tipover.engine.phrases.entities import places_of, side_now, side_of, square_of
from tipover.engine.phrases.terrain import board, concealed, home, seen_by

Things: TypeAlias = Callable[[State, list[int]], list[Thing]]
MaskOf: TypeAlias = Callable[[State, list[int], Thing], Mask]  # of whom it asks: a thing, or A_FIGURE for any figure
AroundOne: TypeAlias = Callable[[State, Thing, Thing], Mask]  # of one thing, for the one that asks
Area: TypeAlias = Callable[[State, list[int]], Mask]
A_FIGURE: Final = NOTHING
FAR: Final = 999
ALL: Final = -1
MANY: Final = 999


def this_alone(state: State, frame: list[int]) -> list[Thing]:
    """What a relation without an object is measured from."""
    return [text_frame.this(frame)]


def around(around_one: AroundOne, centres: Things, least: int = 1, most: int = MANY) -> MaskOf:
    """The squares related to at least `least` and at most `most` of some things; to all of them with `ALL`."""

    def near_any(state: State, frame: list[int], asking: Thing) -> Mask:
        mask = 0
        for centre in centres(state, frame):
            mask |= around_one(state, centre, asking)
        return mask

    def near_some(state: State, frame: list[int], asking: Thing) -> Mask:
        found = centres(state, frame)
        by_count = [state.setup.grid.everywhere] + [0] * len(found)  # by count: the squares near at least that many
        for centre in found:
            mask = around_one(state, centre, asking)
            for count in range(len(found), 0, -1):
                by_count[count] |= by_count[count - 1] & mask
        wanted = len(found) if least == ALL else least
        near = by_count[wanted] if wanted <= len(found) else 0
        return near & ~by_count[most + 1] if most < len(found) else near

    return near_any if (least, most) == (1, MANY) else near_some


def joined_by(word: str, parts: list[MaskOf]) -> MaskOf:
    """The squares related to every part (`adjacent to this and an ally`), or to one of them (`or`)."""

    def squares(state: State, frame: list[int], asking: Thing) -> Mask:
        mask = state.setup.grid.everywhere if word == "and" else 0
        for part in parts:
            found = part(state, frame, asking)
            mask = mask & found if word == "and" else mask | found
        return mask

    return squares


def how_many(arg: object) -> tuple[int, int]:
    """How many of a phrase a place must be near: the fewest and the most."""
    det = arg.det if isinstance(arg, Group) else "a"
    if det == "each":
        return ALL, MANY
    if det == "no":
        return 0, 0
    if isinstance(det, int):
        return det, MANY
    if isinstance(det, tuple):
        return (det[1], MANY) if det[0] == "or more" else (0, det[1])
    return 1, MANY


def within(reach: int) -> AroundOne:
    """The squares at most so far from a thing; no sight (DST-1, DST-2)."""

    def squares(state: State, centre: Thing, asking: Thing) -> Mask:
        grid = board(state)
        at = square_of(state, centre)
        if at >= 0:
            return grid.within(at, reach)
        mask = 0
        for square in squares_of(places_of(state, centre)):
            mask |= grid.within(square, reach)
        return mask

    return squares


def in_sight(state: State, centre: Thing, asking: Thing) -> Mask:
    """The squares that a thing sees, a figure from the side it counts for (SEE-9)."""
    side = side_now(state, centre) if is_figure(centre) else NO_SIDE
    at = square_of(state, centre)
    mask = 0
    for square in [at] if at >= 0 else squares_of(places_of(state, centre)):
        mask |= seen_by(state, square, side)
    return mask


def next_to(state: State, centre: Thing, asking: Thing) -> Mask:
    """The squares adjacent to a thing; nothing is adjacent to itself (ADJ-1, ADJ-2)."""
    return adjacent_to(state, centre, asking) if centre != asking or asking < 0 else 0


def adjacent_to(state: State, thing: Thing, asking: Thing) -> Mask:
    """The squares adjacent to a thing; its own too when tokens, markers or areas ask (ADJ-2, ADJ-3)."""
    grid = board(state) if state.texts.shifts_board else state.setup.grid
    square = state.figure_at[thing] if 0 <= thing < PIECE else square_of(state, thing)
    if square >= 0:
        mask = grid.steps(square)
        return mask if thing < PIECE and asking < PIECE else mask | BIT[square]  # as in `square_of`
    mask = 0
    for square in squares_of(places_of(state, thing)):
        mask |= grid.steps(square) | BIT[square]
    return mask


def in_line_with(state: State, centre: Thing, asking: Thing) -> Mask:
    """The squares in one of the eight directions from a thing (DST-4)."""
    return _aligned(state, centre, in_line)


def in_row_with(state: State, centre: Thing, asking: Thing) -> Mask:
    """The squares in the same row of the map as a thing, from edge to edge and never diagonal (MAP-8)."""
    return _aligned(state, centre, in_row)


def _aligned(state: State, centre: Thing, is_aligned: Callable[[Grid, Square, Square], bool]) -> Mask:
    grid, mask = state.setup.grid, 0
    at = square_of(state, centre)
    for start in [at] if at >= 0 else squares_of(places_of(state, centre)):
        for square in SQUARE_OF[: grid.size]:
            if is_aligned(grid, start, square):
                mask |= BIT[square]
    return mask


AROUND: Final[dict[str, AroundOne]] = {
    "adjacent to": next_to,
    "in sight": in_sight,
    "in a straight line": in_line_with,
    "in a row": in_row_with,
}


def starting_areas(state: State, sides: list[Side]) -> Mask:
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
    return starting_areas(state, [side for side in state.setup.sides if side != text_frame.you(frame)])


def all_starts(state: State, frame: list[int]) -> Mask:
    """Every starting area in use."""
    return starting_areas(state, state.setup.sides)


def union(found: Things) -> Area:
    """The squares that some things are in."""

    def squares(state: State, frame: list[int]) -> Mask:
        mask = 0
        for thing in found(state, frame):
            mask |= BIT[thing - SQUARE_AT] if SQUARE_AT <= thing < WALL_AT else places_of(state, thing)
        return mask

    return squares


def set_up_squares(owners: Things) -> Area:
    """Where the game first put some things."""

    def squares(state: State, frame: list[int]) -> Mask:
        mask = 0
        for owner in owners(state, frame):
            square = state.first_at[owner] if is_figure(owner) else -1
            if is_piece(owner):
                drawn = state.setup.pieces[piece_of(owner)].square
                square = drawn if drawn >= 0 else state.piece_first[piece_of(owner)]
            if square >= 0:
                mask |= BIT[square]
        return mask

    return squares


def last_squares(owners: Things) -> Area:
    """The squares that some things left; for the subject of an event, the square it left then."""

    def squares(state: State, frame: list[int]) -> Mask:
        mask = 0
        for owner in owners(state, frame):
            square = state.last[owner] if is_figure(owner) else state.piece_last[piece_of(owner)] if is_piece(owner) else -1
            if owner == text_frame.subject(frame) and text_frame.last_square(frame) >= 0:
                square = text_frame.last_square(frame)
            if square >= 0:
                mask |= BIT[square]
        return mask

    return squares


def nearest(state: State, frame: list[int], found: list[Thing], goal: Mask) -> list[Thing]:
    """Those of some things that are nearest to a goal; a figure's text counts only what is seen from there (DST-3)."""
    grid = board(state)
    me = text_frame.this(frame)
    if is_figure(me):
        seen = 0
        for square in squares_of(goal):
            seen |= seen_by(state, square, side_now(state, me))
        hidden = concealed(state)
        found = [thing for thing in found if places_of(state, thing) & seen and thing not in hidden]
    best: list[Thing] = []
    least = FAR
    if not goal:
        return best
    distances = grid.distances(goal)
    for thing in found:
        if 0 <= thing < PIECE and state.figure_at[thing] >= 0:  # as in `square_of`
            far = distances[state.figure_at[thing]]
        else:
            squares = squares_of(places_of(state, thing))
            if not squares:
                continue
            far = min(distances[square] for square in squares)
        if far < least:
            best, least = [thing], far
        elif far == least:
            best.append(thing)
    return best
