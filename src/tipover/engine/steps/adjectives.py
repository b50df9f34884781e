"""Adjectives: what is true of a thing now (`standing`, `adjacent`, `opposing` …)."""

from __future__ import annotations

from tipover.engine.state import NOBODY, State
from tipover.engine.steps import places
from tipover.engine.steps.frame import ME, SQUARE_AT, WHO, YOU, is_figure, is_square
from tipover.engine.steps.sources import Test
from tipover.engine.steps.thing import places_of, side_of


def adjective(word: str) -> Test:
    """The test of an adjective."""
    return lambda state, frame, thing: is_so(state, frame, word, thing)


def is_so(state: State, frame: list[int], word: str, thing: int) -> bool:
    """Whether an adjective is true of a thing."""
    if word == "adjacent":
        doer = frame[WHO] if is_figure(frame[WHO]) else frame[ME]
        return doer >= 0 and thing != doer and bool(places_of(state, thing) & places.adjacent_to(state, doer, thing))
    if word == "opposing":
        return side_of(state, thing) not in (NOBODY, frame[YOU])
    if word == "empty":
        return is_square(thing) and thing - SQUARE_AT not in state.where
    if not is_figure(thing):
        return word == "standing"
    if word == "standing":
        return state.where[thing] >= 0 and not state.down[thing]
    if word == "knocked-down":
        return bool(state.down[thing])
    if word == "basic":
        return state.setup.card(state.card[thing]).basic
    return (state.spent[thing] >= state.setup.markers(thing)) == (word == "exhausted")
