"""Adjectives: what is true of a thing now (`standing`, `adjacent`, `opposing` …)."""

from __future__ import annotations

from typing import Final

from tipover.board.mask import BIT, Mask
from tipover.cards.vocabulary import ADJECTIVES
from tipover.engine.core.frames import text_frame
from tipover.engine.core.ids import NOBODY, PIECE, SQUARE_AT, WALL_AT, Thing, is_figure, is_square
from tipover.engine.core.state import State
from tipover.engine.phrases.entities import kept_side, places_of, side_of
from tipover.engine.phrases.nouns import Test
from tipover.engine.phrases.places import adjacent_to
from tipover.engine.phrases.terrain import board, concealed


def near_doer(state: State, frame: list[int], asking: Thing) -> Mask:
    """The squares in which a thing is `adjacent`: to the doer, or to `this` (ADJ-1)."""
    near = text_frame.doer(frame)
    return adjacent_to(state, near, asking) if near >= 0 else 0


def _is_adjacent(state: State, frame: list[int], thing: Thing) -> bool:
    near = text_frame.doer(frame)
    return thing != near >= 0 and bool(places_of(state, thing) & adjacent_to(state, near, thing))


def _is_opposing(state: State, frame: list[int], thing: Thing) -> bool:
    return side_of(state, thing) not in (NOBODY, text_frame.you(frame))


def is_with_you(state: State, frame: list[int], thing: Thing) -> bool:
    """Whether a thing is with the side of the text."""
    you = text_frame.you(frame)
    if 0 <= thing < PIECE:  # as `kept_side`, which it is asked of so often
        return 0 <= you == state.setup.side_of[thing]
    return you >= 0 and kept_side(state, thing) == you


def _is_empty(state: State, frame: list[int], thing: Thing) -> bool:
    return SQUARE_AT <= thing < WALL_AT and thing - SQUARE_AT not in state.figure_at  # not by `is_square`: of every square of the map


def _is_obscured(state: State, frame: list[int], thing: Thing) -> bool:
    return is_square(thing) and bool(board(state).obscured & BIT[thing - SQUARE_AT])


def _is_concealed(state: State, frame: list[int], thing: Thing) -> bool:
    return thing in concealed(state)


def _is_standing(state: State, frame: list[int], thing: Thing) -> bool:
    return not 0 <= thing < PIECE or (state.figure_at[thing] >= 0 and not state.down[thing])


def _is_knocked_down(state: State, frame: list[int], thing: Thing) -> bool:
    return 0 <= thing < PIECE and state.down[thing] > 0


def _is_basic(state: State, frame: list[int], thing: Thing) -> bool:
    return is_figure(thing) and state.setup.card(state.card[thing]).basic


def _is_exhausted(state: State, frame: list[int], thing: Thing) -> bool:
    return is_figure(thing) and state.is_exhausted(thing)


def _is_ready(state: State, frame: list[int], thing: Thing) -> bool:
    return is_figure(thing) and not _is_exhausted(state, frame, thing)


# These compare a thing with others: the one where things are picked, the other with what the text has chosen (`kept.another`).
COMPARING: Final = ("different", "other")
# A test for each other adjective.
TEST_OF: Final[dict[str, Test]] = {
    "adjacent": _is_adjacent,
    "opposing": _is_opposing,
    "empty": _is_empty,
    "obscured": _is_obscured,
    "concealed": _is_concealed,
    "standing": _is_standing,
    "knocked-down": _is_knocked_down,
    "basic": _is_basic,
    "exhausted": _is_exhausted,
    "ready": _is_ready,
}

if TEST_OF.keys() | set(COMPARING) != ADJECTIVES.keys():
    raise ImportError(f"an adjective of the vocabulary and its test differ: {sorted(TEST_OF.keys() ^ ADJECTIVES.keys())}")


def is_so(state: State, frame: list[int], word: str, thing: Thing) -> bool:
    """Whether an adjective is true of a thing."""
    return TEST_OF[word](state, frame, thing)
