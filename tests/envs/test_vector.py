"""Many games at once: Gymnasium's vector environment, PettingZoo's parallel one, and batches for self-play."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from pettingzoo.test import parallel_api_test, parallel_seed_test

from envs.games import drawn, duel, play_on
from tipover import SetupError
from tipover.envs import tipover_v0
from tipover.envs.batch import Batch
from tipover.envs.core import IllegalAction
from tipover.play.dice import Stream


def made(rows=3, **options):
    return gymnasium.make_vec(tipover_v0.ID, num_envs=rows, vectorization_mode="vector_entry_point", **options)


def assert_alike(one, other):
    """Two values of any depth are equal: dictionaries, arrays, arrays of objects."""
    if isinstance(one, dict):
        assert one.keys() == other.keys()
        for name in one:
            assert_alike(one[name], other[name])
    elif isinstance(one, np.ndarray) and one.dtype == object:
        for mine, others in zip(one, other, strict=True):
            assert_alike(mine, others)
    else:
        assert np.array_equal(one, other)


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_it_plays_as_gymnasiums_own_vector_of_environments(mode):
    options = {"mode": "first", "rounds": 1, "points_reward": 0.5}
    ours = made(autoreset_mode=mode, **options)
    theirs = SyncVectorEnv([lambda: tipover_v0.TipoverEnv(**options)] * 3, autoreset_mode=mode)
    assert ours.observation_space == theirs.observation_space and ours.action_space == theirs.action_space
    seen, infos = ours.reset(seed=5)
    seen2, infos2 = theirs.reset(seed=5)
    assert_alike(seen, seen2)
    assert_alike(infos, infos2)
    stream, over = Stream(1), 0
    for number in range(260):
        actions = np.array([drawn(mask, stream) if mask.any() else 0 for mask in infos["action_mask"]])
        if number == 40:
            actions[1] = 4769  # no option: the episode ends
        seen, rewards, ends, cuts, infos = ours.step(actions)
        seen2, rewards2, ends2, cuts2, infos2 = theirs.step(actions)
        assert_alike(seen, seen2)
        assert_alike(infos, infos2)
        assert rewards.tolist() == rewards2.tolist() and ends.tolist() == ends2.tolist() and cuts.tolist() == cuts2.tolist()
        over += int(ends.sum())
    assert over >= 2


def test_what_is_given_out_stays_as_it_was_unless_asked_otherwise():
    for copies in (True, False):
        env = made(rows=2, setup=duel(), copy=copies)
        seen, infos = env.reset(seed=[3, 4])
        before = {name: part.copy() for name, part in seen.items()}
        stream = Stream(2)
        env.step([drawn(mask, stream) for mask in infos["action_mask"]])
        assert all(np.array_equal(seen[name], before[name]) for name in seen) == copies


def test_some_games_alone_begin_anew():
    env = made(rows=2, setup=duel())
    seen, infos = env.reset(seed=1)
    stream = Stream(7)
    for _ in range(5):
        seen, _, _, _, infos = env.step([drawn(mask, stream) for mask in infos["action_mask"]])
    again, infos = env.reset(seed=1, options={"reset_mask": np.array([False, True])})
    assert np.array_equal(again["globals"][0], seen["globals"][0]) and not np.array_equal(again["globals"][1], seen["globals"][1])
    assert infos["_action_mask"].tolist() == [False, True]


def test_bad_options_of_many_games_get_a_sentence():
    with pytest.raises(SetupError, match="'num_envs' is how many games are played side by side"):
        tipover_v0.TipoverVectorEnv(0)
    with pytest.raises(SetupError, match="'games' is how many games are played side by side"):
        Batch(True)
    env = made(rows=2, setup=duel())
    with pytest.raises(ValueError, match="3 seeds for 2 games: give one for each"):
        env.reset(seed=[1, 2, 3])
    with pytest.raises(ValueError, match="'reset_mask' says for each of the 2 games"):
        env.reset(options={"reset_mask": np.array([False, False])})
    env.reset(seed=1)
    with pytest.raises(ValueError, match="1 actions for 2 games: give one for each"):
        env.step([0])


@pytest.mark.filterwarnings("ignore:Observation")
@pytest.mark.parametrize("mode", ["first", "teams", "ffa3"])
def test_the_librarys_own_tests_of_a_parallel_environment(mode):
    parallel_api_test(tipover_v0.parallel_env(mode=mode, rounds=2), num_cycles=40)
    parallel_seed_test(lambda: tipover_v0.parallel_env(mode=mode, rounds=2), num_cycles=20)


def test_the_parallel_game_is_the_game_of_the_cycle():
    cycle = tipover_v0.env(setup=duel(2))
    cycle.reset(seed=9)
    told = play_on(cycle, Stream(4))
    env = tipover_v0.parallel_env(setup=duel(2))
    seen, _ = env.reset(seed=9)
    stream, rewards, done = Stream(4), {}, []
    while env.agents:
        agent = env.asked
        assert [one for one in env.agents if seen[one]["action_mask"].any()] == [agent]
        action = drawn(seen[agent]["action_mask"], stream)
        done.append((agent, action))
        seen, rewards, ends, _, _ = env.step({one: action if one == agent else 0 for one in env.agents})
    assert done == [(agent, action) for agent, action, _ in told if action >= 0] and all(ends.values())
    assert rewards == {agent: reward for agent, action, reward in told if action < 0}


def test_a_parallel_step_needs_the_answer_of_who_is_asked():
    env = tipover_v0.parallel_env(setup=duel())
    env.reset(seed=2)
    other = next(agent for agent in env.agents if agent != env.asked)
    with pytest.raises(ValueError, match="is asked and must answer"):
        env.step({other: 0})
    _, rewards, ends, _, infos = env.step({env.asked: 4769})
    assert all(ends.values()) and sorted(rewards.values()) == [-1.0, 0.0] and any("illegal" in info for info in infos.values())


def test_a_batch_plays_each_row_as_a_game_alone():
    rows = 3
    batch = Batch(rows, seed=11, mode="first", rounds=1)
    alone = [Batch(1, seed=11 + row, mode="first", rounds=1) for row in range(rows)]
    streams, over = [Stream(row) for row in range(rows)], 0
    for _ in range(150):
        seen, seats = batch.looks()
        actions = [drawn(mask, stream) for mask, stream in zip(seen["action_mask"], streams, strict=True)]
        for row, one in enumerate(alone):
            looks = one.looks()
            assert looks.seats[0] == seats[row] and all(np.array_equal(looks.seen[name][0], seen[name][row]) for name in seen)
        ended = batch.step(actions)
        for row, one in enumerate(alone):
            assert [end.rewards for end in one.step([actions[row]])] == [end.rewards for end in ended if end.row == row]
        assert all(sum(end.rewards) == pytest.approx(0) for end in ended)
        over += len(ended)
    assert over >= rows


def test_an_illegal_action_in_a_batch_changes_nothing():
    batch = Batch(2, seed=1, setup=duel())
    before = [core.state.digest() for core in batch.cores]
    legal = int(np.flatnonzero(batch.looks().seen["action_mask"][0])[0])
    with pytest.raises(IllegalAction, match="is not among the"):
        batch.step([legal, 4769])
    with pytest.raises(IllegalAction, match="1 actions for 2 games"):
        batch.step([legal])
    assert [core.state.digest() for core in batch.cores] == before
