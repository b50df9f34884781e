"""The action space: every option of every decision has a number of its own, and the number leads back to it."""

from __future__ import annotations

import os

import pytest

from laws.players import COMBINATIONS, OWN_PACKS, choose, own_setup
from tipover import Setup, arrange, first_game, load
from tipover.engine.decision import FLIP, MOVE, PIECE, ROLL, SQUARE, THING, TURN, VERBS, Choice
from tipover.envs.actions import ACTIONS, BLOCKS, FURTHER, NONE, Numbering, TooMany, block_of
from tipover.envs.core import Core
from tipover.play.dice import Stream

SOAK = os.environ.get("TIPOVER_SOAK") == "1"
SEEDS = 3 if SOAK else 1
ROUNDS = 8 if SOAK else 2
EVERY = 9 if SOAK else 5  # a test takes every so-manieth of the combinations of scenario, mode and map; in soak there are nine tests
EAGER = 60


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


@pytest.mark.parametrize("pack", OWN_PACKS)
def test_every_option_has_its_own_number_with_cards_of_other_packs(pack):
    """Rubble, dice of their own kinds, cards of two sides, chains: what no set's card has."""
    for seed in range(12 if SOAK else 1):
        follow(own_setup(pack, f"actions {seed}", ROUNDS), seed)


@pytest.mark.soak
def test_random_games_come_to_nearly_every_verb():
    met: set[str] = set()
    for seed in range(4):
        for table in COMBINATIONS[seed::4]:
            met |= set(follow(table.setup(f"verbs {seed}", 6), seed))
        for pack in OWN_PACKS:
            for game in range(10):
                met |= set(follow(own_setup(pack, f"verbs {seed} {game}", 8), game))
    assert {block.name for block in BLOCKS} - met <= {"challenge piece", "companion challenge piece"}


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
    for verb, name in enumerate(VERBS):
        if verb not in (ROLL, FLIP) and name != "attach":
            thing = PIECE if name in ("interact", "use") else 4096 if verb == THING else 0
            assert numbering.number(Choice(verb, 0, thing, (0,) if name == "order" else ())) != NONE, name


def test_a_square_has_one_number_on_maps_of_any_width():
    catalog = load()
    numbers = set()
    for one in catalog.maps:
        sides = [{"side": "light", "figures": ["Gi-hun"]}, {"side": "dark", "figures": ["Il-nam"]}]
        setup = arrange(catalog, {"map": one.name, "sides": sides})
        numbers.add(Numbering(setup).number(Choice(MOVE, 0, setup.grid.square("c4"))))
    assert len({one.grid.columns for one in catalog.maps}) > 1
    move = next(block for block in BLOCKS if block.name == "move")
    assert numbers == {move.first + 2 + 3 * 16}


def test_ways_to_one_square_have_different_numbers_and_the_first_its_own():
    numbering = Numbering(first_game("golden_girls"))
    ways = [Choice(SQUARE, 0, 9), Choice(SQUARE, 0, 9, (1, 9)), Choice(SQUARE, 0, 9, (2, 9)), Choice(SQUARE, 0, 10)]
    own = numbering.number(ways[0])
    assert numbering.numbers(ways) == [own, FURTHER.first, FURTHER.first + 1, own + 1]


def test_things_beyond_their_block_and_more_ways_than_further_still_have_numbers():
    numbering = Numbering(first_game("golden_girls"))
    far = Choice(TURN, 200)
    assert numbering.number(far) == NONE and numbering.numbers([far]) == [FURTHER.first]
    ways = [Choice(SQUARE, 0, 9, (k, 9)) for k in range(FURTHER.size + 50)]
    numbers = numbering.numbers(ways)
    assert len(set(numbers)) == len(ways) and all(0 <= number < ACTIONS for number in numbers)
    with pytest.raises(TooMany, match="options, and there are"):
        numbering.numbers([Choice(SQUARE, 0, 9, (k, 9)) for k in range(ACTIONS + 1)])
