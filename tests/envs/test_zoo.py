"""The PettingZoo environment: the library's own tests, whole games in every mode, moments, illegal actions, bad options."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

from envs.games import drawn, duel, play_on
from tipover import SetupError, first_game
from tipover.cards.catalog import SIDES
from tipover.envs import tipover_v0
from tipover.envs.action_numbers import ACTIONS
from tipover.envs.core import IllegalAction
from tipover.play.deal import MODES
from tipover.play.dice import Stream

# What the library says of every observation that is a dictionary, its own games' aside.
EXPECTED = ("Observation is not a NumPy array", "Observation space for each agent probably should be")


@pytest.mark.parametrize("mode", [*MODES, ""])
def test_the_librarys_own_api_test(mode):
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        api_test(tipover_v0.env(mode=mode, rounds=3), num_cycles=60)
    assert [str(one.message) for one in said if not str(one.message).startswith(EXPECTED)] == []


@pytest.mark.parametrize("mode", ["first", "3v3", "teams", ""])
def test_the_librarys_own_seed_test(mode):
    seed_test(lambda: tipover_v0.env(mode=mode, rounds=3), num_cycles=60)


@pytest.mark.filterwarnings("ignore:Observation")
def test_the_raw_environment_passes_too():
    api_test(tipover_v0.raw_env(mode="2v2", rounds=3), num_cycles=60)


@pytest.mark.parametrize("mode", MODES)
def test_random_masked_play_ends_in_every_mode_and_rewards_sum_to_zero_over_the_sides(mode):
    env = tipover_v0.env(mode=mode, rounds=3)
    for seed in range(3):
        env.reset(seed=seed)
        setup = env.core.setup
        seats = [f"seat_{seat}" for seat in range(setup.seat_count)]
        assert env.agents == seats
        told = play_on(env, Stream(seed))
        assert not env.agents
        last = {agent: reward for agent, action, reward in told if action == -1}
        assert set(last) == set(seats)
        sides = [last[f"seat_{team[0]}"] for team in setup.seats]
        assert sum(sides) == pytest.approx(0)
        assert max(sides) in (0, 1) and all(
            reward == last[f"seat_{team[0]}"] for team in setup.seats for reward in [last[f"seat_{one}"] for one in team]
        )


def test_the_mask_is_what_is_offered_and_only_for_who_is_asked():
    env = tipover_v0.env(mode="teams", rounds=2)
    env.reset(seed=5)
    stream = Stream(5)
    while not env.core.over:
        for agent in env.agents:
            mask = env.observe(agent)["action_mask"]
            offered = sorted(env.core.numbers) if agent == env.agent_selection else []
            assert mask.dtype == np.int8 and np.flatnonzero(mask).tolist() == offered
        env.step(drawn(env.observe(env.agent_selection)["action_mask"], stream))


def test_an_observation_that_was_kept_does_not_change():
    env = tipover_v0.env(setup=duel())
    env.reset(seed=1)
    seen = env.observe("seat_0")
    before = {key: part.copy() for key, part in seen.items()}
    play_on(env, Stream(1), 40)
    assert all(np.array_equal(seen[key], part) for key, part in before.items())
    assert all(part.flags.writeable for part in seen.values())


def test_seeds_fix_the_game_and_resets_without_one_go_on_from_the_last():
    def games(env):
        env.reset(seed=9)
        first = play_on(env, Stream(9))
        env.reset()
        return first, play_on(env, Stream(9))

    one, other = games(tipover_v0.env(mode="2v2", rounds=2)), games(tipover_v0.env(mode="2v2", rounds=2))
    assert one == other and one[0] != one[1]


# -- rewards ---------------------------------------------------------------------------------------------------


def test_a_reward_for_points_is_off_unless_asked_for_and_follows_the_lead():
    teams = [["Captain America", "Arya Stark"], ["Iron Man", "Jon Snow"], ["Gi-hun", "Black Widow"], ["Sae-byeok", "Rose Nylund"]]
    sides = [{"side": side, "figures": team} for side, team in zip(SIDES, teams, strict=True)]
    described = {"map": "Winterfell", "scenario": "Infiltrate", "sides": sides, "rounds": 60}  # long enough to be won by points

    def total(weight):
        env = tipover_v0.env(setup=described, points_reward=weight)
        env.reset(seed=2)
        sums = dict.fromkeys(env.agents, 0.0)
        for agent, _, reward in play_on(env, Stream(2)):
            sums[agent] += reward
        return sums, env.core

    plain, core = total(0.0)
    shaped, _ = total(0.5)
    leads, results = core.leads(), core.results()
    assert max(results) == 1 and any(leads), "somebody scored"
    assert sum(leads) == pytest.approx(0)
    for seat in range(4):
        assert plain[f"seat_{seat}"] == results[seat]
        assert shaped[f"seat_{seat}"] == pytest.approx(results[seat] + 0.5 * leads[seat])


# -- illegal actions -------------------------------------------------------------------------------------------


def illegal(env):
    mask = env.observe(env.agent_selection)["action_mask"]
    return int(np.flatnonzero(mask == 0)[0])


def test_an_illegal_action_ends_the_game_as_the_librarys_wrapper_does():
    ours = tipover_v0.env(setup=duel())
    theirs = TerminateIllegalWrapper(tipover_v0.raw_env(setup=duel()), illegal_reward=-1)
    seen = []
    for env in (ours, theirs):
        env.reset(seed=2)
        play_on(env, Stream(2), 25)
        env.step(illegal(env))
        told = [(agent, *env.last(observe=False)[1:4]) for agent in env.agent_iter() if env.step(None) or env.agents]
        seen.append((told, env.agents))
    assert seen[0] == seen[1]
    ours.reset(seed=2)
    agent = ours.agent_selection
    ours.step(illegal(ours))
    assert ours.rewards == {"seat_0": -1.0 if agent == "seat_0" else 0.0, "seat_1": -1.0 if agent == "seat_1" else 0.0}
    assert ours.terminations == {"seat_0": True, "seat_1": True}
    assert "is not among the" in ours.infos[agent]["illegal"]


@pytest.mark.parametrize("number", [-1, ACTIONS, 10**9])
def test_a_number_that_is_no_action_ends_the_game_too(number):
    env = tipover_v0.env(setup=duel())
    env.reset(seed=2)
    env.step(number)
    assert all(env.terminations.values()) and min(env.rewards.values()) == -1


def test_in_the_raw_environment_an_illegal_action_is_refused_and_changes_nothing():
    env = tipover_v0.raw_env(setup=duel())
    env.reset(seed=2)
    before = env.core.state.digest()
    with pytest.raises(IllegalAction, match=r"Action \d+ is not among the \d+ options of seat \d; some are \d+ \("):
        env.step(illegal(env))
    with pytest.raises(IllegalAction, match="There is no action 99999"):
        env.step(99999)
    with pytest.raises(ValueError, match="must answer"):
        env.step(None)
    assert env.core.state.digest() == before and env.terminations == {"seat_0": False, "seat_1": False}
    play_on(env, Stream(2))
    with pytest.raises(RuntimeError, match="reset"):
        env.step(0)


# -- moments ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["first", "3v3", "ultimate"])
def test_from_a_restored_moment_the_same_actions_lead_to_the_same_game(mode):
    env = tipover_v0.env(mode=mode, rounds=4)
    env.reset(seed=8)
    play_on(env, Stream(1), 30)
    saved = env.save()
    assert not env.core.over
    first = play_on(env, Stream(7))
    end = env.core.state.digest()
    env.restore(saved)
    assert play_on(env, Stream(7)) == first and env.core.state.digest() == end
    other = tipover_v0.env(rounds=4)
    other.reset(seed=1)
    play_on(other, Stream(1), 5)
    other.restore(saved)
    assert play_on(other, Stream(7)) == first, "in an environment that dealt another game"
    new = tipover_v0.env(rounds=4)
    new.restore(saved)
    assert play_on(new, Stream(7)) == first, "in an environment that dealt none"


def test_before_the_first_game_one_is_told_to_reset():
    env = tipover_v0.env(setup=duel())
    for use in (env.save, env.clone, env.render, lambda: env.step(0), lambda: env.observe("seat_0")):
        with pytest.raises(RuntimeError, match=r"reset\(\) begins"):
            use()


def test_a_moment_of_a_game_with_more_seats_is_refused():
    four, two = tipover_v0.env(mode="teams", rounds=2), tipover_v0.env(setup=duel())
    four.reset(seed=1)
    two.reset(seed=1)
    with pytest.raises(ValueError, match="a game with 4 seats, and this environment has 2 agents"):
        two.restore(four.save())


def test_a_clone_is_equal_and_independent():
    env = tipover_v0.env(setup=duel())
    env.reset(seed=4)
    play_on(env, Stream(4), 30)
    other = env.clone()
    digest = env.core.state.digest()
    assert all(np.array_equal(env.last()[0][key], part) for key, part in other.last()[0].items())
    there = play_on(other, Stream(5))
    assert env.core.state.digest() == digest and not other.agents and env.agents
    assert play_on(env, Stream(5)) == there
    assert env.core.state.digest() == other.core.state.digest()


def test_bare_steps_play_the_same_game():
    env = tipover_v0.env(setup=duel())
    env.reset(seed=6)
    told = [(agent, action) for agent, action, _ in play_on(env, Stream(6)) if action >= 0]
    end = env.core.state.digest()
    env.reset(seed=6)
    for _, action in told[:-1]:
        env.bare_step(action)
    env.catch_up()
    assert env.agent_selection == told[-1][0]
    env.step(told[-1][1])
    assert env.core.state.digest() == end and all(env.terminations.values())


# -- options ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"mode": "2v3"}, "there is no mode '2v3'; there are 2v2"),
        ({"map": "Barack"}, "there is no map 'Barack'; did you mean 'Barracks'"),
        ({"scenario": "Leader"}, "there is no scenario 'Leader'; did you mean 'Leaders'"),
        ({"mode": "ffa4", "map": "Barracks"}, "no map and scenario fit this"),
        ({"teams": [["Gi-hun"], ["Nobody"]]}, "no way to play fits this|there is no character 'Nobody'"),
        ({"rounds": 0}, "'rounds' is the last round, 1 to 9999"),
        ({"setup": {"map": "Barracks", "sides": []}}, "two to four sides"),
        ({"setup": duel(), "mode": "2v2"}, "not both"),
    ],
)
def test_bad_options_are_told_in_a_sentence(options, said):
    with pytest.raises(SetupError, match=said):
        tipover_v0.env(**options)


def test_a_described_set_up_and_one_without_an_end_get_a_last_round():
    described = dict(duel().to_json())
    del described["rounds"]
    assert tipover_v0.env(setup=described, rounds=7).games.deal(0).rounds == 7
    assert tipover_v0.env(setup=first_game("golden_girls"), rounds=7).games.deal(0).rounds == 7
    assert tipover_v0.env(setup=duel(5), rounds=7).games.deal(0).rounds == 5


def test_it_can_be_looked_at():
    env = tipover_v0.env(setup=duel(), render_mode="ansi")
    env.reset(seed=1)
    play_on(env, Stream(1), 12)
    while env.core.decision.reason != "choose an action":
        env.step(env.core.numbers[0])
    shown = env.render()
    assert "L" in shown and "D" in shown and "round 1; light 0, dark 0; seat" in shown
    assert ": move " in env.core.words(env.core.numbers[0])
    with pytest.raises(ValueError, match="there is no render mode 'rgb_array'; there are ansi and human"):
        tipover_v0.env(setup=duel(), render_mode="rgb_array")
