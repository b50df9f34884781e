"""Design idea 3: between two choices a state is plain JSON. Each field is changed, and the JSON and the digest must know it."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache

import pytest

from kit.texts import waiting
from laws.players import choose
from tipover import Match, State, arrange, load
from tipover.engine import codec
from tipover.engine.codec import state_from_json, state_json
from tipover.engine.core import ids
from tipover.engine.core.fields import EMPTY, FIELDS, Field
from tipover.play.deal import Wish, deal
from tipover.play.dice import SeededDice, Stream

# Why a field need not be in the JSON.
FOLLOWS = {
    "setup": "fixed for the game, and given to the reader",
    "texts": "those of the cards in play, which are in the JSON",
    "decision": "asked again by the topmost frame",
    "steps": "counted from 0 at each choice",
    "passed": "of the last choice alone, and empty in a clone",
}

# What a field may be changed to where another number would mean nothing.
CHANGES: dict[str, Callable[[State], object]] = {
    "figure_at": lambda state: [ids.RETURNING, *state.figure_at[1:]],
    "down": lambda state: [1 - state.down[0], *state.down[1:]],
    "card": lambda state: [state.card[-1], *state.card[1:]],
    "secret": lambda state: [state.card[-1], *state.secret[1:]],
    "piece_at": lambda state: [ids.IN_FORCE, *state.piece_at[1:]],
    "first": lambda state: 1 - state.first,
    "over": lambda state: True,
    "stack": lambda state: [[*state.stack[0][:-1], state.stack[0][-1] + 1], *state.stack[1:]],
    "lasting": lambda state: [[*state.stack[-1]]],
}


def changed_field(state: State, field: Field) -> object:
    """Another value of a field: one number higher, unless only few numbers mean something."""
    if field.name in CHANGES:
        return CHANGES[field.name](state)
    value = getattr(state, field.name)
    if isinstance(value, int):
        return value + 1
    assert value, f"{field.name} is empty here: the state of this test needs something of it"
    return [value[0] + 1, *value[1:]]


@cache
def dealt() -> State:
    """A game in its middle, with attachments, areas, pieces and limits."""
    for number in range(20):
        match = Match(arrange(load(), deal(load(), f"fields {number}", Wish(scenario="Infiltrate", rounds=4))), SeededDice(number))
        stream = Stream(f"fields {number}", "players")
        for _ in range(30):
            match.play(choose(match.state, stream, 60))
        if match.state.picks and match.state.counts:
            return match.state
    raise AssertionError("no game with attachments and limits was dealt")


def state_for(field: Field) -> State:
    """A state in which there is something of the field."""
    if field.name == "event_squares":
        return waiting("Before the round ends, place a Rubble token in a square where a rival was knocked out this round.", " A . b ").state
    return dealt()


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.name)
def test_a_field_that_is_changed_is_seen_in_the_json_and_read_from_it_or_follows(field: Field, monkeypatch: pytest.MonkeyPatch):
    if field.name in FOLLOWS:
        assert not field.is_fact and not field.json, "what follows is neither compared nor written"
        return
    assert field.is_fact and field.how != EMPTY, "what does not follow is a fact of the state"
    state = state_for(field).clone()
    other = state.clone()
    if field.name == "winner":  # known only of a game that is over
        state.over = other.over = True
    setattr(other, field.name, changed_field(other, field))
    assert other != state and other.digest() != state.digest()
    told = json.loads(json.dumps(state_json(other)))
    assert told != json.loads(json.dumps(state_json(state)))
    monkeypatch.setattr(codec, "reopen", lambda state: None)  # the question that is asked next is another matter
    back = state_from_json(other.setup, told)
    assert getattr(back, field.name) == getattr(other, field.name)
    assert back == other and back.digest() == other.digest()
