"""Pools and cooldown tracks: how many places a track has, where a state counts ability tokens, what is on a track."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from tipover.board.mask import Square
from tipover.cards.catalog import COLOURS, SIDES
from tipover.engine.core.ids import PLACES, Colour, Side

if TYPE_CHECKING:
    from tipover.engine.core.state import State

TOKEN_COLOURS: Final = len(COLOURS)
POOL_SLOTS: Final = len(SIDES) * TOKEN_COLOURS
TRACK_SLOTS: Final = POOL_SLOTS * PLACES
ALL_PLACES: Final = range(1, PLACES + 1)


def pool_index(side: Side, colour: Colour) -> int:
    """Where the state counts a side's tokens of a colour in its pool."""
    return side * TOKEN_COLOURS + colour


def track_index(side: Side, place: int, colour: Colour) -> int:
    """Where the state counts a side's tokens of a colour on a place of its track."""
    return (side * PLACES + place - 1) * TOKEN_COLOURS + colour


def is_on_track(at: int) -> bool:
    """Whether a figure or piece that is there is on a track."""
    return -PLACES <= at <= -1


def place_of(at: int) -> int:
    """The place of the track that something is on, 0 if it is on none."""
    return -at if -PLACES <= at <= -1 else 0


def at_place(place: int) -> Square:
    """The `figure_at` or `piece_at` of something on a place of a track."""
    return Square(-place)


def tokens_at(state: State, side: Side, place: int, colour: Colour) -> int:
    """How many ability tokens of a colour a side has on a place of its track; place 0 is its pool."""
    return state.track[track_index(side, place, colour)] if place else state.pool[pool_index(side, colour)]


def add_tokens(state: State, side: Side, place: int, colour: Colour, count: int) -> None:
    """Add ability tokens to a place of a side's track, or take them away; place 0 is its pool."""
    if place:
        track = state.track[:]  # clones share these lists
        track[track_index(side, place, colour)] += count
        state.track = track
    else:
        pool = state.pool[:]
        pool[pool_index(side, colour)] += count
        state.pool = pool


def cool_tokens(state: State, side: Side) -> list[int]:
    """Shift all ability tokens of a side's track down by one at once; returns those that are back in the pool, by colour (CDN-2)."""
    first, end = side * PLACES * TOKEN_COLOURS, (side + 1) * PLACES * TOKEN_COLOURS
    back = state.track[first : first + TOKEN_COLOURS]
    if any(state.track[first:end]):
        pool, track = state.pool[:], state.track[:]
        for colour in range(TOKEN_COLOURS):
            pool[side * TOKEN_COLOURS + colour] += back[colour]
        track[first:end] = [*track[first + TOKEN_COLOURS : end], *[0] * TOKEN_COLOURS]
        state.pool, state.track = pool, track
    return back


def pool_of(state: State, side: Side) -> list[int]:
    """A side's pool, counted by colour."""
    return state.pool[side * TOKEN_COLOURS : (side + 1) * TOKEN_COLOURS]


def flat_track_of(state: State, side: Side) -> list[int]:
    """The ability tokens on a side's track in one list: place by place, in each by colour."""
    return state.track[side * PLACES * TOKEN_COLOURS : (side + 1) * PLACES * TOKEN_COLOURS]


def track_of(state: State, side: Side) -> list[list[int]]:
    """A side's track: for each place the ability tokens on it, counted by colour."""
    tokens = flat_track_of(state, side)
    return [tokens[k : k + TOKEN_COLOURS] for k in range(0, len(tokens), TOKEN_COLOURS)]


def colours_of(counts: list[int]) -> Iterator[str]:
    """The colour of each of some tokens counted by colour."""
    for colour, count in zip(COLOURS, counts, strict=True):
        for _ in range(count):
            yield colour
