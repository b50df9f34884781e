"""The Gymnasium environment: the library's own check, bots in the other seats, moments, illegal actions, bad options."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from envs.games import drawn, duel
from tipover import SetupError
from tipover.bots import UnknownBot
from tipover.envs import tipover_v0
from tipover.envs.env_games import Games
from tipover.play.deal import MODES
from tipover.play.dice import Stream


def made(**options):
    return gymnasium.make(tipover_v0.ID, **options)


def play_on(env, info, stream, most=10**9):
    """Play by masks: what was done, and what it brought."""
    told = []
    while len(told) < most:
        action = drawn(info["action_mask"], stream)
        _, reward, terminated, truncated, info = env.step(action)
        told.append((action, reward))
        if terminated or truncated:
            break
    return told, info


@pytest.mark.filterwarnings("ignore:.*render.*")
@pytest.mark.parametrize("options", [{"mode": "2v2"}, {"mode": "ffa3", "seat": 2}, {"setup": duel(), "seat": 1, "bots": "greedy"}])
def test_the_librarys_own_check(options):
    check_env(made(rounds=2, **options).unwrapped, skip_render_check=True)


def test_it_is_known_by_its_id():
    assert tipover_v0.ID == "tipover/Tipover-v0" and tipover_v0.NAME == "tipover_v0"
    env = made(setup=duel())
    seen, info = env.reset(seed=1)
    assert isinstance(env.unwrapped, tipover_v0.TipoverEnv)
    assert np.array_equal(info["action_mask"], seen["action_mask"]) and np.array_equal(info["action_mask"], env.unwrapped.action_masks())
    assert env.observation_space == tipover_v0.env(setup=duel()).observation_space("seat_0")


@pytest.mark.parametrize("seat", [0, 1])
def test_only_this_seat_is_asked_and_the_end_pays(seat):
    env = made(setup=duel(2), seat=seat).unwrapped
    for seed in range(3):
        _, info = env.reset(seed=seed)
        stream, reward, terminated = Stream(seed), 0.0, False
        while not terminated:
            assert env.core.seat == seat and sorted(env.core.numbers) == np.flatnonzero(info["action_mask"]).tolist()
            _, reward, terminated, _, info = env.step(drawn(info["action_mask"], stream))
        assert reward == env.core.results()[seat] and not info["action_mask"].any()
        assert env.core.over


def test_a_stronger_bot_in_the_other_seat_wins_more():
    def sums(bots):
        env, total = made(setup=duel(3), bots=bots).unwrapped, 0.0
        for seed in range(3):
            _, info = env.reset(seed=seed)
            total += sum(reward for _, reward in play_on(env, info, Stream(seed))[0])
        return total

    assert sums("greedy") < sums("random")


def test_the_same_seed_plays_the_same_game_and_a_restored_moment_too_with_its_bots():
    env, other = made(mode="2v2", rounds=3).unwrapped, made(mode="2v2", rounds=3).unwrapped
    _, info = env.reset(seed=5)
    _, info = play_on(env, info, Stream(1), 10)
    assert not env.core.over
    saved, mask = env.save(), info
    first, _ = play_on(env, info, Stream(2))
    seen = env.restore(saved)
    assert np.array_equal(seen["action_mask"], mask["action_mask"])
    again, _ = play_on(env, {"action_mask": seen["action_mask"]}, Stream(2))
    _, info = other.reset(seed=5)
    _, info = play_on(other, info, Stream(1), 10)
    assert play_on(other, info, Stream(2))[0] == first == again


def test_a_moment_of_a_game_with_more_seats_is_refused():
    many, two = made(mode="teams", rounds=2).unwrapped, made(setup=duel()).unwrapped
    many.reset(seed=1)
    two.reset(seed=1)
    with pytest.raises(SetupError, match="seats 0 to 3, and there are seat 0 and 1 bots"):
        two.restore(many.save())
    assert two.core.setup.seat_count == 2


def test_an_illegal_action_ends_the_game_with_a_loss_and_a_sentence():
    env = made(setup=duel()).unwrapped
    _, info = env.reset(seed=1)
    number = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, terminated, truncated, info = env.step(number)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert f"Action {number} is not among the" in info["illegal"]
    with pytest.raises(ValueError, match="reset to play another"):
        env.step(number)


def test_before_the_first_game_one_is_told_to_reset_or_restores():
    env, other = tipover_v0.TipoverEnv(setup=duel()), tipover_v0.TipoverEnv(setup=duel())
    for use in (env.save, env.action_masks, env.render, lambda: env.step(0)):
        with pytest.raises(RuntimeError, match=r"reset\(\) begins"):
            use()
    other.reset(seed=3)
    env.restore(other.save())
    assert env.core.state == other.core.state and (env.action_masks() == other.action_masks()).all()


@pytest.mark.parametrize("mode", MODES)
def test_every_deal_has_the_seats_that_were_promised(mode):
    games = Games(mode=mode)
    assert all(games.fewest <= games.deal(seed).seat_count <= games.seats for seed in range(12))


@pytest.mark.parametrize(
    ("options", "error", "said"),
    [
        ({"bots": "gready"}, UnknownBot, "there is no bot 'gready'"),
        ({"bots": ["random", "random"]}, SetupError, "2 bots for 1 other seats"),
        ({"seat": 2}, SetupError, "there is no seat 2: this game has seats 0 to 1"),
        ({"mode": "4v4"}, SetupError, "there is no mode '4v4'"),
        ({"mode": "ultimate", "seat": 2}, SetupError, "there is no seat 2: every such game has seats 0 to 1"),
    ],
)
def test_bad_options_are_told_in_a_sentence(options, error, said):
    given = {"setup": duel(), **options} if "mode" not in options else options
    with pytest.raises(error, match=said):
        tipover_v0.TipoverEnv(**given)
