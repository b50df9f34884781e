"""Putting on tracks, shifting and returning inside texts (CDN)."""

from __future__ import annotations

from tipover.cards.ast import Group
from tipover.cards.program import Step
from tipover.engine.core.decision import Choice
from tipover.engine.core.event import Event
from tipover.engine.core.frames import text_frame
from tipover.engine.core.ids import PLACES, Thing, is_token, token_at, token_parts
from tipover.engine.core.state import State
from tipover.engine.effects.tracks import put_on_track, shift_thing, shift_token
from tipover.engine.laws.pieces import each_object, is_on_a_track, place_on_track
from tipover.engine.phrases.conditions import amount
from tipover.engine.phrases.kept import follow
from tipover.engine.phrases.meaning import pool_sides


def do_put(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Put figures, pieces and tokens on a place of a track; it is no knock-out (CHA-27)."""
    act = op.act
    assert act is not None and isinstance(act.to, Group)
    place = amount(state, frame, act.n)
    sides = pool_sides(state, frame, act.to)
    side = sides[0] if sides else text_frame.you(frame)
    for thing in each_object(state, frame, op):
        put_on_track(state, thing, side, place, events)
        if is_token(thing):
            follow(frame, act.what, thing, token_at(side, place, token_parts(thing)[2]))


def do_shift(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Shift up or down."""
    act = op.act
    assert act is not None and act.n is not None
    down = any(word == "down" for word, _ in act.how)
    by = amount(state, frame, act.n)
    moved = sorted(each_object(state, frame, op), key=lambda one: place_on_track(one) if down else -place_on_track(one))
    for thing in moved:
        _shift(state, frame, op, thing, -by if down else by, events)


def _shift(state: State, frame: list[int], op: Step, thing: Thing, by: int, events: list[Event]) -> None:
    if not is_on_a_track(state, thing):
        return
    if is_token(thing):
        side, place, colour = token_parts(thing)
        goal = shift_token(state, side, colour, place, by, events)
        follow(frame, op.act.what if op.act is not None else None, thing, token_at(side, goal, colour))
        return
    shift_thing(state, thing, by, events)


def do_return(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Take a thing off its track, from any place (CDN-5)."""
    for thing in each_object(state, frame, op):
        _shift(state, frame, op, thing, -PLACES, events)
