"""What holds at every decision of every game, whatever is played, how, where and with whom."""

from __future__ import annotations

import os

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from laws.players import COMBINATIONS, OWN_PACKS, WHOLE_GAMES, Table, choose, melee, mode_of, own_setup, random_scene
from laws.watch import follow_game, notation_there_and_back, views_hide
from tipover import Match, Setup, SetupError, apply, arrange, first_game, load
from tipover.bots.playout import random_game
from tipover.play.deal import MODES, ULTIMATE, Wish, deal
from tipover.play.dice import SeededDice, Stream

SOAK = os.environ.get("TIPOVER_SOAK") == "1"
TIMES = 27 if SOAK else 1  # games of each combination: 27 × 189 are more than 5,000
ROUNDS = 8 if SOAK else 2  # the longest of them
MELEES = 4 if SOAK else 1
OWN_GAMES = 60 if SOAK else 6  # with each of the tests' own packs
DECISIONS = 200 if SOAK else 40  # of a game that is followed from the thick of it, not to its end
FEWEST_DEALS = 900 if SOAK else 100
BATCH = 7  # combinations in one test: many small tests share out well over the cores
BATCHES = -(-len(COMBINATIONS) // BATCH)
ENDLESS = 4000  # decisions after which a game that cannot end is left
EAGER = [0, 30, 60, 90]


def sample() -> set[int]:
    """Of the combinations, one for every scenario in every mode, and one for every map."""
    first: dict[object, int] = {}
    for k, table in enumerate(COMBINATIONS):
        if (table.scenario, table.mode) not in first:
            new = [j for j in range(k, len(COMBINATIONS)) if COMBINATIONS[j][:2] == table[:2] and COMBINATIONS[j].map not in first]
            chosen = new[0] if new else k  # on a map that was not chosen yet, if there is one
            first[table.scenario, table.mode] = chosen
            first.setdefault(COMBINATIONS[chosen].map, chosen)
    for k, table in enumerate(COMBINATIONS):
        first.setdefault(table.map, k)
    return set(first.values())


SAMPLE = sample()


# -- what is dealt -----------------------------------------------------------------------------------------


def test_the_list_of_combinations_is_what_can_be_dealt():
    """Every scenario of the packs in every mode on every map: dealt if it is listed, refused if not."""
    for mode in MODES:
        for scenario in load().scenarios:
            for one in load().maps:
                try:
                    described = deal(load(), "listed", Wish(mode, one.name, scenario.name))
                except SetupError:
                    described = None
                assert (described is not None) == (Table(scenario.name, mode, one.name) in COMBINATIONS), (scenario.name, mode, one.name)


def test_deals_that_wish_for_nothing_come_to_every_scenario_in_every_mode():
    """Not before every one has come, and no other comes; nine hundred deals at most."""
    dealt, wanted = set(), {(table.scenario, table.mode) for table in COMBINATIONS}
    for k in range(900):
        described = deal(load(), f"anything {k}")
        scenario = str(described["scenario"])
        dealt.add((scenario, mode_of(described, scenario)))
        if k >= FEWEST_DEALS and dealt == wanted:
            break
    assert dealt == wanted


@pytest.mark.soak
def test_deals_that_wish_for_nothing_come_to_every_combination():
    dealt = set()
    for k in range(9000):
        described = deal(load(), f"all {k}")
        scenario = str(described["scenario"])
        dealt.add(Table(scenario, mode_of(described, scenario), str(described["map"])))
    assert dealt == set(COMBINATIONS)


# -- games of every combination ----------------------------------------------------------------------------


def eagerness(seed: str) -> int:
    """How the players of a seed play."""
    return EAGER[Stream(seed, "eager").randrange(len(EAGER))]


@pytest.mark.parametrize("time", range(TIMES))
@pytest.mark.parametrize("batch", range(BATCHES))
def test_the_laws_hold_in_games_of_every_combination(batch, time):
    """Dealt, open and secret picks, attachments, cards in force; every second game is looked at closely."""
    for k in range(batch, len(COMBINATIONS), BATCHES):
        table = COMBINATIONS[k]
        seed = f"{time}/{table.scenario}/{table.mode}/{table.map}"
        setup = table.setup(seed, 1 + Stream(seed, "rounds").randrange(ROUNDS))
        assert setup.scenario is not None
        played = "Ultimate" if table.mode == ULTIMATE else table.scenario  # its rules stand in for the others' (ULT-1)
        assert (setup.scenario.name, setup.map.name) == (played, table.map)
        assert mode_of(setup.source, played) == table.mode
        match = Match(setup)
        watch = follow_game(match, seed, eagerness(seed), ENDLESS, closely=(k + time) % 2 == 0)
        assert match.over, seed
        watch.ends(seed if Stream(seed, "stated").randrange(2) else None)


@pytest.mark.parametrize("time", range(MELEES))
@pytest.mark.parametrize("batch", range(BATCHES))
def test_the_laws_hold_in_the_thick_of_it(batch, time):
    """From a first turn with everyone close together; every question inside a text is looked at closely."""
    for k in range(batch, len(COMBINATIONS), BATCHES):
        if SOAK or k in SAMPLE:
            table = COMBINATIONS[k]
            follow_melee(table.setup(f"melee {time}/{k}", 3), f"melee {time}/{k}")


def follow_melee(setup: Setup, seed: str) -> None:
    state = melee(setup, seed)
    follow_game(Match(setup, start=state), seed, eagerness(seed), DECISIONS, closely=True)


@pytest.mark.parametrize("game", range(OWN_GAMES))
@pytest.mark.parametrize("pack", OWN_PACKS)
def test_the_laws_hold_with_cards_that_no_set_has(pack, game):
    """Dice of other kinds, double-sided cards, Rubble, control, chains without end."""
    seed = f"{pack}/{game}"
    if game % 2:
        follow_melee(own_setup(pack, seed, 3), seed)
        return
    match = Match(own_setup(pack, seed, 2))
    watch = follow_game(match, seed, eagerness(seed), 2 * DECISIONS, closely=True)
    assert watch.digests


def test_what_is_picked_in_secret_is_seen_by_nobody_else():
    """At every question of set-up, not at one in twenty."""
    found = 0
    for k in range(60):
        described = deal(load(), f"secret {k}")
        if not described.get("secret"):
            continue
        found += 1
        state, dice, stream = arrange(load(), described).start(), SeededDice(k), Stream(k, "secret")
        while (ask := state.decision) is not None and not state.round:
            views_hide(state, stream)
            apply(state, dice.answer(ask) if ask.is_chance else choose(state, stream, 0))
    assert found > 10


def test_a_seed_is_one_game():
    """Dealt and played twice from one seed: the same set-up, the same end."""
    for k in range(30 if SOAK else 10):
        one, other = (random_game(arrange(load(), deal(load(), f"twice {k}", Wish(rounds=4))), k) for _ in range(2))
        assert one.decisions == other.decisions and one.state.digest() == other.state.digest()
        assert one.state.setup.source == other.state.setup.source


def test_a_written_choice_is_read_as_itself_at_every_decision():
    """Not at one decision in twenty, as the other laws, but at each."""
    for k in range(0, len(COMBINATIONS), 9):
        seed = f"written {k}"
        dice, stream = SeededDice(seed), Stream(seed, "players")
        state = COMBINATIONS[k].setup(seed, 1).start()
        while (ask := state.decision) is not None:
            if not ask.is_chance:
                notation_there_and_back(state)
            apply(state, dice.answer(ask) if ask.is_chance else choose(state, stream, 30))


# -- scenes and whole games --------------------------------------------------------------------------------


@settings(max_examples=1000 if SOAK else 60)
@given(seed=st.integers(min_value=0, max_value=2**63), eager=st.sampled_from(EAGER))
@example(seed=20047052, eager=0)  # an action of nobody's, refused for its time
@example(seed=250, eager=0)  # a forced turn before the same figure is asked for again
def test_the_laws_hold_in_random_scenes(seed, eager):
    state, _ = random_scene(Stream(seed, "scene"))
    match = Match(state.setup, start=state)
    watch = follow_game(match, seed, eager, DECISIONS)
    watch.ends(None)


@pytest.mark.parametrize(("name", "sides"), WHOLE_GAMES)
def test_the_laws_hold_in_a_game_played_to_its_winner(name, sides):
    """Eager players, so that it ends; knock-outs, returns and the win itself are seen."""
    match = Match(first_game(name, sides=sides))
    watch = follow_game(match, 7, 95, 10**6)
    assert match.over and match.state.winner >= 0
    watch.ends(7)


@pytest.mark.soak
@pytest.mark.parametrize(("name", "sides"), WHOLE_GAMES)
def test_the_laws_hold_in_whole_random_games(name, sides, seed=2):
    match = Match(first_game(name, sides=sides))
    follow_game(match, seed, 0, 10**6).ends(seed)
    assert match.over
