"""Pools and cooldown tracks: their accessors, and that one constant says how many places a track has."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kit.table import scene
from tipover.cards.catalog import COLOURS, SIDES, TRACK_PLACES
from tipover.engine.core import tracks
from tipover.engine.core.ids import IN_FORCE, ON_CARD, ON_WALL, PLACES, RESERVE, RETURNING, bit_of, members, token_at, token_parts

SOURCE = Path(__file__).resolve().parent.parent / "src"

# A longer track, from the catalog's constant alone: a scene, its JSON, the table's view, a learner's, and whole games.
LONGER = """
import tipover.cards.catalog as catalog
catalog.TRACK_PLACES = 5

from tipover import first_game
from tipover.bots.greedy import judge
from tipover.engine.codec import state_from_json, state_json
from tipover.engine.core import tracks
from tipover.engine.run import apply
from tipover.envs.action_numbers import Numbering
from tipover.envs.observe import Observer
from tipover.play.dice import SeededDice, Stream
from tipover.play.notation.lines import follow
from tipover.play.scene import scene_state
from tipover.table.present.moment import position

state = scene_state('''
drawing = " A . . b "
turn = "A"
[figures]
C = { side = "light", character = "Gi-hun" }
[sides.light]
pool = ["blue"]
track = [["red"], [], [], [], ["gold", "C"]]
''')
assert tracks.tokens_at(state, 0, 5, catalog.COLOURS.index("gold")) == 1
assert tracks.place_of(state.figure_at[state.setup.figure("C")]) == 5
data = state_json(state)
assert data["sides"]["light"]["track"] == [["red"], [], [], [], ["gold"]]
assert data["figures"]["C"]["track"] == 5
assert state_json(state_from_json(state.setup, data)) == data
shown = position(state, [0], 0, 0).sides[0].track
assert [[thing.colour or thing.name for thing in place] for place in shown] == [["red"], [], [], [], ["gold", "Gi-hun"]]
assert judge(state, 0, state.decision)
for line in ("A: end", "b: end"):
    for choice in follow(state, line):
        apply(state, choice)
assert tracks.place_of(state.figure_at[state.setup.figure("C")]) == 4
assert state_json(state)["sides"]["light"]["track"][3] == ["gold"]

for seed in range(4):
    setup = first_game("squid_game")
    state = setup.start()
    stream, dice = Stream(seed), SeededDice(seed)
    observer, numbering = Observer(setup, 0), Numbering(setup)
    for turn in range(300):
        ask = state.decision
        if ask is None:
            break
        observer.look(state)
        if not ask.is_chance:
            assert len(set(numbering.numbers(ask.options))) == len(ask.options)
        apply(state, dice.answer(ask) if ask.is_chance else ask.options[stream.randrange(len(ask.options))])
        assert state_json(state_from_json(setup, state_json(state))) == state_json(state)
print("played with", len(tracks.ALL_PLACES))
"""


def test_every_count_of_tokens_has_an_index_of_its_own():
    pools = {tracks.pool_index(side, colour) for side in range(len(SIDES)) for colour in range(len(COLOURS))}
    assert pools == set(range(tracks.POOL_SLOTS))
    places = {
        tracks.track_index(side, place, colour)
        for side in range(len(SIDES))
        for place in tracks.ALL_PLACES
        for colour in range(len(COLOURS))
    }
    assert places == set(range(tracks.TRACK_SLOTS)) and len(tracks.ALL_PLACES) == PLACES == TRACK_PLACES


def test_a_token_is_a_thing_with_its_side_place_and_colour():
    known = {(side, place, colour) for side in range(len(SIDES)) for place in range(PLACES + 1) for colour in range(len(COLOURS))}
    assert {token_parts(token_at(*parts)) for parts in known} == known
    assert len({bit_of(token_at(*parts)) for parts in known}) == len(known)
    assert all(members(bit_of(token_at(*parts))) == [token_at(*parts)] for parts in known)


def test_only_the_places_of_a_track_are_on_it():
    assert [tracks.place_of(tracks.at_place(place)) for place in tracks.ALL_PLACES] == [*tracks.ALL_PLACES]
    for at in (0, 7, RETURNING, IN_FORCE, ON_CARD, RESERVE, ON_WALL):
        assert not tracks.is_on_track(at) and tracks.place_of(at) == 0
    assert len({*map(tracks.at_place, tracks.ALL_PLACES), RETURNING, IN_FORCE, ON_CARD, RESERVE, ON_WALL}) == PLACES + 5


def test_tokens_are_counted_where_they_were_added():
    state = scene(" A . b ", sides={"light": {"pool": ["blue"], "track": [["red"], [], ["gold"], []]}}).state
    tracks.add_tokens(state, 0, PLACES, 1, 2)
    assert tracks.tokens_at(state, 0, PLACES, 1) == 2 and tracks.tokens_at(state, 1, PLACES, 1) == 0
    assert [list(tracks.colours_of(place)) for place in tracks.track_of(state, 0)] == [["red"], [], ["gold"], ["red", "red"]]
    back = tracks.cool_tokens(state, 0)
    assert list(tracks.colours_of(back)) == ["red"] and list(tracks.colours_of(tracks.pool_of(state, 0))) == ["blue", "red"]
    assert [list(tracks.colours_of(place)) for place in tracks.track_of(state, 0)] == [[], ["gold"], ["red", "red"], []]


@pytest.mark.long
def test_a_track_of_five_places_needs_one_constant():
    result = subprocess.run(
        [sys.executable, "-c", LONGER],
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert (result.stdout, result.returncode) == ("played with 5\n", 0), result.stderr[-2000:]
