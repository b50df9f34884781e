"""The action space: every option of every decision has a number of its own, and the number leads back to it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import tipover
from kit.packs import pack
from kit.table import scene
from laws.players import COMBINATIONS, OWN_PACKS, choose, own_setup
from tipover import Setup, State, apply, arrange, first_game, load
from tipover.engine.core import verbs
from tipover.engine.core.decision import Choice
from tipover.engine.core.ids import PIECE
from tipover.envs.action_numbers import ACTIONS, BLOCKS, FURTHER, NONE, Numbering, TooMany, block_of
from tipover.envs.core import Core
from tipover.play.dice import SeededDice, Stream
from tipover.play.scene import read_scene

SOAK = os.environ.get("TIPOVER_SOAK") == "1"
SEEDS = 3 if SOAK else 1
ROUNDS = 8 if SOAK else 2
EVERY = 9 if SOAK else 5  # a test takes every so-manieth of the combinations of scenario, mode and map; in soak there are nine tests
EAGER = 60
TURNS = 60  # answers given from a scene
PACKS = Path(tipover.__file__).parent / "packs"


def follow(setup: Setup, seed: int | str) -> list[str]:
    """Play a random game by action numbers; at every decision options and numbers must match one to one. Returns the verbs met."""
    core, stream = Core(setup, seed), Stream(seed, "actions")
    met: list[str] = []
    while not core.over:
        options, numbers = core.options, core.numbers
        assert len(numbers) == len(options) == len(set(numbers)), core.decision
        assert all(0 <= number < ACTIONS for number in numbers), core.decision
        assert [options[core.place(number)] for number in numbers] == options
        for option, number in zip(options, numbers, strict=True):
            own = core.numbering.number(option)
            assert number == own or number >= FURTHER.first, (core.decision, option)
        met += {block_of(number).name for number in numbers}
        core.act(numbers[options.index(choose(core.state, stream, EAGER))])
    return met


@pytest.mark.parametrize("first", range(EVERY) if SOAK else [3])
def test_every_option_has_its_own_number_in_every_scenario_mode_and_map(first):
    for seed in range(SEEDS):
        for table in COMBINATIONS[first::EVERY]:
            follow(table.setup(f"actions {seed}", ROUNDS), f"{seed} {table}")


@pytest.mark.parametrize("name", OWN_PACKS)
def test_every_option_has_its_own_number_with_cards_of_other_packs(name):
    """Rubble, dice of their own kinds, cards of two sides, chains: what no set's card has."""
    for seed in range(12 if SOAK else 1):
        follow(own_setup(name, f"actions {seed}", ROUNDS), seed)


@pytest.mark.parametrize(("ability", "block"), [("Break", "wall"), ("Tremor", "ground"), ("Bribe", "whose")])
def test_what_few_texts_ask_for_has_its_own_numbers_too(ability, block):
    drawing = """
        +---+---+---+
        | .   . | c |
        +   +   +   +
        | .   A | b |
        +   +   +   +
        | .   .   T |
        +---+---+---+
    """
    game = scene(drawing, catalog=pack("terrain"), A="Burrower", T={"side": "third"}, pool="gold")
    game.play(f"A: {ability}")
    options = game.state.decision.options
    numbers = Numbering(game.state.setup).numbers(options)
    assert len(options) > 1 and {block_of(number).name for number in numbers} == {block}
    assert len(set(numbers)) == len(numbers)


@pytest.mark.soak
def test_random_games_and_the_packs_scenes_come_to_nearly_every_verb():
    met: set[str] = set()
    for seed in range(4):
        for table in COMBINATIONS[seed::4]:
            met |= set(follow(table.setup(f"verbs {seed}", 6), seed))
        for name in OWN_PACKS:
            for game in range(10):
                met |= set(follow(own_setup(name, f"verbs {seed} {game}", 8), game))
        for path in sorted(PACKS.glob("*/tests/*.toml")):
            met |= _met_from(read_scene(path), seed)
    missing = {one.name for one in BLOCKS} - met
    assert missing <= {"challenge piece", "companion challenge piece", "whose"}  # whose: only three sides make it a question


def _met_from(state: State, seed: int) -> set[str]:
    """The blocks that some random turns from a scene come to."""
    numbering, dice, stream = Numbering(state.setup), SeededDice(seed), Stream(seed, "scene")
    met: set[str] = set()
    for _ in range(TURNS):
        ask = state.decision
        if ask is None:
            break
        if not ask.is_chance:
            numbers = numbering.numbers(ask.options)
            assert len(numbers) == len(set(numbers)), ask
            met |= {block_of(number).name for number in numbers}
        apply(state, dice.answer(ask) if ask.is_chance else choose(state, stream, EAGER))
    return met


def test_the_blocks_follow_one_another_and_fill_the_space():
    first = 0
    for block in BLOCKS:
        assert block.first == first and block.size > 0
        assert block_of(block.first) is block and block_of(block.first + block.size - 1) is block
        first += block.size
    assert first == ACTIONS
    with pytest.raises(ValueError, match=f"actions are 0 to {ACTIONS - 1}"):
        block_of(ACTIONS)


def test_every_verb_that_a_seat_can_answer_with_has_a_block():
    numbering = Numbering(first_game("golden_girls"))
    for verb, name in enumerate(verbs.VERBS):
        if verb not in (verbs.ROLL, verbs.FLIP) and name != "attach":
            thing = PIECE if name in ("interact", "use") else 4096 if verb == verbs.THING else 0
            assert numbering.number(Choice(verb, 0, thing, (0,) if name == "order" else ())) != NONE, name


def test_a_square_has_one_number_on_maps_of_any_width():
    catalog = load()
    numbers = set()
    for one in catalog.maps:
        sides = [{"side": "light", "figures": ["Gi-hun"]}, {"side": "dark", "figures": ["Il-nam"]}]
        setup = arrange(catalog, {"map": one.name, "sides": sides})
        numbers.add(Numbering(setup).number(Choice(verbs.MOVE, 0, setup.grid.square("c4"))))
    assert len({one.grid.columns for one in catalog.maps}) > 1
    move = next(block for block in BLOCKS if block.name == "move")
    assert numbers == {move.first + 2 + 3 * 16}


def test_ways_to_one_square_have_different_numbers_and_the_first_its_own():
    numbering = Numbering(first_game("golden_girls"))
    ways = [Choice(verbs.SQUARE, 0, 9), Choice(verbs.SQUARE, 0, 9, (1, 9)), Choice(verbs.SQUARE, 0, 9, (2, 9)), Choice(verbs.SQUARE, 0, 10)]
    own = numbering.number(ways[0])
    assert numbering.numbers(ways) == [own, FURTHER.first, FURTHER.first + 1, own + 1]


def test_things_beyond_their_block_and_more_ways_than_further_still_have_numbers():
    numbering = Numbering(first_game("golden_girls"))
    far = Choice(verbs.TURN, 200)
    assert numbering.number(far) == NONE and numbering.numbers([far]) == [FURTHER.first]
    ways = [Choice(verbs.SQUARE, 0, 9, (k, 9)) for k in range(FURTHER.size + 50)]
    numbers = numbering.numbers(ways)
    assert len(set(numbers)) == len(ways) and all(0 <= number < ACTIONS for number in numbers)
    with pytest.raises(TooMany, match="options, and there are"):
        numbering.numbers([Choice(verbs.SQUARE, 0, 9, (k, 9)) for k in range(ACTIONS + 1)])
