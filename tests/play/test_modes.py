"""Every way to play, from a description: numbers, seats, colours, files; and random games of all of them keep the laws."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from kit.marks import rule
from kit.table import Game
from tipover import Match, Record, SetupError, apply, arrange, load, notate, view
from tipover.bots.playout import random_game
from tipover.cards.catalog import SIDES
from tipover.engine.codec import state_from_json, state_json
from tipover.engine.core.arrange import KEYS, SIDE_KEYS
from tipover.play.deal import MODES, Wish, deal
from tipover.play.dice import SeededDice, Stream
from tipover.play.notation.lines import follow

TEAMS = {"light": ["Gi-hun", "Jon Snow", "Lifeguard"], "dark": ["Il-nam", "Iron Man", "Worker #29"],
         "third": ["Black Widow", "Rose Nylund", "Unsullied"], "fourth": ["Black Panther", "Blanche Devereaux", "Stark Guard"]}  # fmt: skip
BOX = ["Gi-hun", "Jon Snow", "Il-nam", "Iron Man", "Black Widow", "Rose Nylund"]


def described(sides: tuple[str, ...] = ("light", "dark"), size: int = 2, **more: object) -> dict[str, object]:
    return {
        "map": "Winterfell",
        "scenario": "Infiltrate",
        "sides": [{"side": side, "figures": TEAMS[side][:size]} for side in sides],
        **more,
    }


# -- numbers ---------------------------------------------------------------------------------------------------


@rule("SUP-3", "WIN-1", "WIN-3")
@pytest.mark.parametrize(("size", "target"), [(2, 6), (3, 10)])
def test_two_or_three_characters_a_side(size, target):
    setup = arrange(load(), described(size=size))
    assert setup.target == target
    assert [len(setup.characters[side]) for side in setup.sides] == [size, size]


@rule("FFA-1")
@pytest.mark.parametrize("sides", [("light", "dark", "third"), ("light", "third", "fourth"), ("light", "dark", "third", "fourth")])
def test_free_for_all_of_three_and_four(sides):
    setup = arrange(load(), described(sides))
    assert [SIDES[side] for side in setup.sides] == list(sides) and setup.seat_count == len(sides)
    ended = random_game(setup, "ffa").state if setup.rounds else random_game(arrange(load(), described(sides, rounds=3)), "ffa").state
    assert ended.over and ended.round <= 3


@rule("FFA-1")
def test_other_scenarios_are_for_two_sides():
    with pytest.raises(SetupError, match=r"'Territory' is for 2 sides, not 3 \(FFA-1\)"):
        arrange(load(), {**described(("light", "dark", "third")), "scenario": "Territory"})


@rule("TEA-1", "TEA-3")
def test_teams_of_two_seats_a_side():
    parts = [{"side": side, "seats": 2, "figures": TEAMS[side]} for side in ("light", "dark")]
    setup = arrange(load(), {"map": "Barracks", "scenario": "Territory", "sides": parts, "rounds": 2})
    assert setup.seats == [[0, 1], [2, 3]]
    game = Game(setup.start())
    game.play("flip light")
    placers = []
    while game.state.round == 0:
        placers.append(game.state.decision.seats)
        game.play(game.options[0])
    assert placers == [[0], [1], [0], [2], [3], [2]], "each places its own characters"
    assert game.state.decision.seats == [0, 1], "either may take the side's turn"


@rule("SUP-2")
def test_a_scenario_with_parts_is_played_by_the_sides_that_have_them():
    sides = [{"side": side, "figures": TEAMS[side][:2]} for side in ("light", "dark")]
    assert arrange(load(), {"map": "The Yard", "scenario": "Squid Game", "sides": sides}).scenario.parts


@rule("SUP-3", "SUP-11")
def test_secret_teams_are_shown_together_and_may_be_the_same():
    sides = [{"side": side, "picks": 2} for side in ("light", "dark")]
    game = Game(arrange(load(), {"map": "Barracks", "scenario": "Territory", "sides": sides, "box": BOX, "secret": True}).start())
    game.play("flip dark", "pick Gi-hun", "pick Iron Man", "pick Iron Man")
    assert all(card < 0 for card in game.state.card)
    game.play("pick Gi-hun")
    assert [game.state.name(f) for f in range(4)] == ["Iron Man", "Gi-hun", "Gi-hun", "Iron Man"]


@rule("SUP-3", "CHA-18")
def test_minions_and_decks_belong_to_the_character_that_was_picked():
    """Two of each: both sides pick Front Man and Daenerys; each has its own Drogon and its own cards."""
    sides = [{"side": side, "picks": 2} for side in ("light", "dark")]
    setup = arrange(load(), {"map": "Barracks", "sides": sides, "box": ["Front Man", "Daenerys Targaryen"], "secret": True})
    game = Game(setup.start())
    game.play("flip light", "pick Front Man", "pick Daenerys Targaryen", "pick Daenerys Targaryen", "pick Front Man")
    state = game.state
    drogons = {setup.side_of[f]: state.name(state.of[f]) for f in range(len(state.card)) if state.name(f) == "Drogon"}
    assert drogons == {0: "Daenerys Targaryen", 1: "Daenerys Targaryen"}
    decks = {(slot.side, state.name(state.owner[p])) for p, slot in enumerate(setup.pieces) if slot.deck}
    assert decks == {(0, "Front Man"), (1, "Front Man")}


# -- descriptions ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"rounds": True}, "'rounds' is a whole number; 0 is no limit (RND-5)"),
        ({"rounds": 1.0}, "'rounds' is a whole number; 0 is no limit (RND-5)"),
        ({"secret": 1}, "'secret' is true or false, not 1"),
        ({"colours": "yes"}, "'colours' is true, false or \"starter\", not 'yes'"),
        ({"sides": [{"side": "light", "figures": ["Gi-hun"], "seats": True}, {"side": "dark", "figures": ["Il-nam"]}]}, "a side has one or two seats (TEA-1)"),
        ({"sides": [{"side": "light", "picks": True}, {"side": "dark", "picks": 1}], "box": BOX}, "a side picks at most 6 characters"),
        ({"sides": [{"side": "light", "figures": ["Gi-hun"], "attach": True}, {"side": "dark", "figures": ["Il-nam"], "attach": 1}]}, "a side picks at most 6 attachments (ATT-1)"),
        ({"sides": [{"side": "light", "figures": ["Gi-hun"], "attachments": "Needle"}, {"side": "dark", "figures": ["Il-nam"]}]}, "'attachments' is a list of at most 6 (ATT-1)"),
        ({"scenario": "First game (Golden Girls)"}, "'First game (Golden Girls)' is not played on Winterfell; it is on Florida Boardwalk (SUP-1)"),
        ({"box": ["Needel"]}, "there is no character 'Needel'"),
        ({"sides": {"light": []}}, "a set-up lists two to four sides (SUP-2)"),
    ],
)  # fmt: skip
def test_a_wrong_description_is_one_sentence(more, told):
    with pytest.raises(SetupError) as caught:
        arrange(load(), {**described(), **more})
    assert str(caught.value) == told


@pytest.mark.parametrize("seed", range(30))
def test_a_description_goes_through_json_whole(seed):
    """What a record or a file holds makes the same game again."""
    setup = arrange(load(), deal(load(), seed))
    again = arrange(load(), json.loads(json.dumps(setup.to_json())))
    assert again.start().digest() == setup.start().digest()
    assert [slot.mark for slot in again.figures] == [slot.mark for slot in setup.figures]


@pytest.mark.parametrize("mode", MODES)
def test_a_recorded_game_of_every_mode_replays(mode, tmp_path: Path):
    setup = arrange(load(), deal(load(), f"record {mode}", Wish(mode=mode, rounds=1)))
    match, stream = Match(setup, "record"), Stream(mode)
    while match.state.decision:
        options = match.state.decision.options
        match.play(options[stream.randrange(len(options))])
    path = tmp_path / "game.tip"
    path.write_text(Record.of(match).text(), encoding="utf-8")
    assert Record.read(path).replay().state.digest() == match.state.digest()


# -- laws ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("seed", range(3))
def test_random_games_of_every_mode_keep_the_laws(mode, seed):
    """JSON there and back, notation there and back, and views that can be played on: all through set-up, then now and then."""
    own = f"laws {mode} {seed}"
    setup = arrange(load(), deal(load(), own, Wish(mode=mode, rounds=2)))
    state, dice, stream = setup.start(), SeededDice(own), Stream(own)
    while (ask := state.decision) is not None:
        if state.round == 0 or stream.randrange(25) == 0:
            back = state_from_json(setup, json.loads(json.dumps(state_json(state))))
            assert back == state and back.decision is not None and back.decision.options == ask.options
            for option in ask.options[:10]:
                assert follow(state, notate(state, option)) == [option]
            for seat in range(setup.seat_count):
                sample = view(state, seat).sample(stream)
                assert sample.decision is not None and sample.decision.asked == ask.asked
        apply(state, dice.answer(ask) if ask.weights is not None else ask.options[stream.randrange(len(ask.options))])
    assert state.over


def test_a_random_game_is_the_same_again():
    setup = arrange(load(), deal(load(), "again", Wish(rounds=3)))
    assert random_game(setup, "x").state.digest() == random_game(setup, "x").state.digest()


# -- the page about set-ups ------------------------------------------------------------------------------------

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "setups.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```json\n(.*?)^```", PAGE, re.M | re.S)


@pytest.mark.parametrize("number", range(2))
def test_the_examples_of_the_page_can_be_played(number):
    setup = arrange(load(), {**json.loads(EXAMPLES[number]), "rounds": 2})
    assert random_game(setup, "page").state.over


def test_the_page_names_every_key_and_mode():
    assert all(f"`{key}`" in PAGE for key in [*KEYS, *SIDE_KEYS, *MODES])
