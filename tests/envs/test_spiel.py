"""The game in OpenSpiel: the library's own checks, exact chances, states that are copied and serialised, and what players know."""

from __future__ import annotations

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from tipover import SetupError  # noqa: E402
from tipover.envs import tipover_v0  # noqa: E402
from tipover.envs.core import IllegalAction  # noqa: E402
from tipover.envs.spiel import MOST_CHANCE_OUTCOMES, SpielObserver, TipoverGame  # noqa: E402
from tipover.play.dice import Stream  # noqa: E402


def step(state, stream):
    """A random answer for whoever is asked."""
    if state.is_chance_node():
        outcomes = state.chance_outcomes()
        assert sum(chance for _, chance in outcomes) == pytest.approx(1) and len(outcomes) <= MOST_CHANCE_OUTCOMES
        state.apply_action(outcomes[stream.randrange(len(outcomes))][0])
        return
    legal = state.legal_actions()
    state.apply_action(legal[stream.randrange(len(legal))])


def play_on(state, stream, most=10**9):
    for _ in range(most):
        if state.is_terminal():
            break
        step(state, stream)
    return state


@pytest.mark.parametrize("mode", ["first", "2v2", "3v3", "teams", "ffa3", "ffa4", "ultimate"])
def test_the_librarys_own_simulation(mode):
    """It plays whole games and compares clones, serialised states, legal actions, chances, observations and returns on the way."""
    pyspiel.random_sim_test(pyspiel.load_game(f"tipover(mode={mode},rounds=1,deal=3)"), num_sims=1, serialize=True, verbose=False)


def test_the_librarys_own_simulation_with_secret_picks():
    game = next(game for game in (TipoverGame({"picks": True, "rounds": 1, "deal": deal}) for deal in range(40)) if hides(game))
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_the_librarys_own_environment_and_tree_search_play_it():
    from open_spiel.python import rl_environment
    from open_spiel.python.algorithms import evaluate_bots, mcts
    from open_spiel.python.bots import uniform_random

    game = pyspiel.load_game("tipover(mode=first,rounds=1,deal=2)")
    env = rl_environment.Environment(game, chance_event_sampler=rl_environment.ChanceEventSampler(seed=1))
    now, stream, steps = env.reset(), Stream(1), 0
    while not now.last():
        legal = now.observations["legal_actions"][now.observations["current_player"]]
        now, steps = env.step([legal[stream.randrange(len(legal))]]), steps + 1
    assert steps > 5 and sum(now.rewards) == pytest.approx(0)
    rng = np.random.RandomState(1)
    searching = mcts.MCTSBot(game, 2, 4, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    returns = evaluate_bots.evaluate_bots(game.new_initial_state(), [searching, uniform_random.UniformRandomBot(1, rng)], rng)
    assert sum(returns) == pytest.approx(0)


def hides(game) -> bool:
    return bool(game.new_initial_state().position.state.setup.secret)


def test_a_game_is_the_same_as_in_the_other_environments():
    env = tipover_v0.raw_env(mode="2v2", picks=False, rounds=1)
    env.reset(seed=4)
    state = pyspiel.load_game("tipover(mode=2v2,rounds=1,deal=4)").new_initial_state()
    stream, dice = Stream(1), Stream(2)
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.chance_outcomes()[dice.randrange(len(state.chance_outcomes()))][0])
            continue
        env.restore(env.save()._replace(state=state.position.state))
        assert state.current_player() == env.core.seat and state.legal_actions() == sorted(env.core.numbers)
        assert [state.action_to_string(action) for action in state.legal_actions()] == [
            env.core.words(action) for action in state.legal_actions()
        ]
        observer = SpielObserver(pyspiel.IIGObservationType(perfect_recall=False), None)
        observer.set_from(state, env.core.seat)
        seen = env.observe(f"seat_{env.core.seat}")
        assert all(np.array_equal(part, seen[name]) for name, part in observer.dict.items())
        step(state, stream)
    assert sum(state.returns()) == pytest.approx(0)


def test_copies_and_serialised_states_go_on_alike_and_alone():
    game = pyspiel.load_game("tipover(mode=first,rounds=2,deal=1)")
    state = play_on(game.new_initial_state(), Stream(3), 30)
    before = state.position.state.digest()
    copied = state.clone()
    _, read = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    for other in (copied, read):
        assert other.position.state.digest() == before and other.position.lines == state.position.lines
        play_on(other, Stream(5))
    assert copied.position.state.digest() == read.position.state.digest() and copied.returns() == read.returns()
    assert state.position.state.digest() == before


def test_others_learn_a_secret_pick_when_it_is_shown():
    game = next(game for game in (TipoverGame({"picks": True, "rounds": 1, "deal": deal}) for deal in range(40)) if hides(game))
    recalled = SpielObserver(pyspiel.IIGObservationType(perfect_recall=True), None)
    seen = SpielObserver(pyspiel.IIGObservationType(perfect_recall=False), None)
    state = game.new_initial_state()
    while not state.position.state.decision.secret:
        step(state, Stream(1))
    picker = state.current_player()
    other = 1 - picker
    one, two = (state.child(action) for action in state.legal_actions()[:2])
    for observer in (recalled, seen):
        assert observer.string_from(one, other) == observer.string_from(two, other)
        assert observer.string_from(one, picker) != observer.string_from(two, picker)
    for branch in (one, two):
        while branch.position.state.round == 0 and branch.position.state.decision.secret:
            branch.apply_action(branch.legal_actions()[-1])
    assert recalled.string_from(one, other) != recalled.string_from(two, other)


def test_what_is_no_option_is_refused_and_changes_nothing():
    state = play_on(pyspiel.load_game("tipover(mode=first,rounds=1)").new_initial_state(), Stream(1), 4)
    before = state.position.state.digest()
    with pytest.raises(IllegalAction, match="Action 4769 is not among the options"):
        state.position.play(4769)
    assert state.position.state.digest() == before
    with pytest.raises(ValueError, match="have no parameters; there are colour"):
        SpielObserver(pyspiel.IIGObservationType(perfect_recall=False), {"colour": 1})


def test_a_name_with_parentheses_can_be_given_and_serialised():
    game = pyspiel.load_game("tipover", {"mode": "first", "scenario": "First game (Golden Girls)", "rounds": 1})
    assert game.new_initial_state().position.state.setup.scenario.name == "First game (Golden Girls)"
    again = pyspiel.load_game(str(game))
    assert str(again) == str(game) and again.wanted == game.wanted
    _, read = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, game.new_initial_state()))
    assert read.position.state.digest() == game.new_initial_state().position.state.digest()


def test_a_scenario_that_there_is_not_is_refused_with_a_sentence():
    with pytest.raises(SetupError, match="Nonsense"):
        TipoverGame({"scenario": "Nonsense"})
