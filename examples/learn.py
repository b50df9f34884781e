"""Learn to beat `random` in a few minutes on one core, with numpy alone: `python examples/learn.py`.

A policy gradient over a linear policy. Every legal action gets a handful of features that are read off the observation
(its verb; for a square how near it is to rivals and goals; for a figure how it stands), the policy is the softmax of their
weighted sum, and after each batch of games the weights go up the gradient of what the games brought (REINFORCE).
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from tipover import arrange, load
from tipover.envs import tipover_v0
from tipover.envs.action_numbers import BLOCKS, EDGE, FIGURES
from tipover.envs.layout import FIGURE_ROWS, PLANES

Numbers = NDArray[np.float64]

PLANE = {part.name: k for k, part in enumerate(PLANES)}
ROW = {part.name: k for k, part in enumerate(FIGURE_ROWS)}
BLOCK_OF = np.repeat(np.arange(len(BLOCKS)), [block.size for block in BLOCKS])
OBJECT_OF = np.concatenate([np.arange(block.size) for block in BLOCKS])
IS_SQUARE = np.array([block.objects.startswith("squares") and block.size == EDGE * EDGE for block in BLOCKS])[BLOCK_OF]
IS_FIGURE = np.array([block.objects.startswith("figures") and block.size == FIGURES for block in BLOCKS])[BLOCK_OF]
WHERE = np.stack(np.divmod(np.arange(EDGE * EDGE), EDGE), axis=1)  # row and column of every square

GAMES = 800  # to learn from
VERBS, PLACE, FIGURE = len(BLOCKS), 7, 7
COUNT = VERBS + PLACE + FIGURE


def nearness(mask: NDArray[np.bool_]) -> Numbers:
    """For every square of the canvas 1 / (1 + steps to the nearest marked one), walls left aside; 0 if none is marked."""
    marked = WHERE[mask.reshape(-1)]
    if not len(marked):
        return np.zeros(EDGE * EDGE)
    steps = np.abs(WHERE[:, None, :] - marked[None, :, :]).max(axis=2).min(axis=1)
    return 1.0 / (1.0 + steps)


def features(seen: dict[str, Any]) -> tuple[NDArray[np.int64], Numbers]:
    """The legal actions, and a row of features for each."""
    planes, table = seen["observation"], seen["figures"]
    legal = np.flatnonzero(seen["action_mask"])
    found = np.zeros((len(legal), COUNT))
    found[np.arange(len(legal)), BLOCK_OF[legal]] = 1.0
    rivals = (planes[PLANE["figure, next side clockwise"] : PLANE["figure, third next side"] + 1] > 0).any(axis=0)
    down = planes[PLANE["down"]] > 0
    goals = (planes[PLANE["point marker"]] > 0) | (planes[PLANE["area, nobody's"]] > 0) | (planes[PLANE["area, others'"]] > 0)
    places = np.stack(
        [nearness(rivals & ~down), nearness(rivals & down), nearness(goals), nearness(planes[PLANE["figure, own side"]] > 0)], axis=1
    )
    here = planes[PLANE["asked"]].reshape(-1)
    at = int(here.argmax()) if here.any() else -1
    squares = np.flatnonzero(IS_SQUARE[legal])
    if len(squares):
        ends = OBJECT_OF[legal[squares]]
        found[squares, VERBS : VERBS + 4] = places[ends]
        if at >= 0:
            found[squares, VERBS + 4 : VERBS + 7] = (places[ends] - places[at])[:, :3]
    figures = np.flatnonzero(IS_FIGURE[legal])
    if len(figures):
        who = OBJECT_OF[legal[figures]]
        stands = table[ROW["square"], who]
        found[figures, VERBS + PLACE] = table[ROW["side"], who] > 0
        found[figures, VERBS + PLACE + 1] = table[ROW["down"], who]
        found[figures, VERBS + PLACE + 2] = table[ROW["defense"], who] / 4.0
        found[figures, VERBS + PLACE + 3 : VERBS + PLACE + 7] = np.where(stands[:, None] >= 0, places[stands], 0.0)
    return legal, found


class Policy:
    """A linear softmax policy over legal actions."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.weights: Numbers = np.zeros(COUNT)
        self._rng = rng
        self._mean: Numbers = np.zeros(COUNT)
        self._square: Numbers = np.zeros(COUNT)
        self._updates = 0

    def choose(self, seen: dict[str, Any]) -> tuple[int, Numbers]:
        """An action drawn from the policy, and the gradient of the logarithm of its chance."""
        legal, rows = features(seen)
        worth = rows @ self.weights
        chance = np.exp(worth - worth.max())
        chance /= chance.sum()
        k = int(self._rng.choice(len(legal), p=chance))
        return int(legal[k]), rows[k] - chance @ rows

    def climb(self, gradient: Numbers, rate: float = 0.1) -> None:
        """One step up (Adam)."""
        self._updates += 1
        self._mean = 0.9 * self._mean + 0.1 * gradient
        self._square = 0.99 * self._square + 0.01 * gradient**2
        mean, square = self._mean / (1 - 0.9**self._updates), self._square / (1 - 0.99**self._updates)
        self.weights = self.weights + rate * mean / (np.sqrt(square) + 1e-8)


def worlds(points_reward: float = 0.0) -> list[gymnasium.Env[Any, Any]]:
    """Two against two for territory, six rounds, from either side, against `random`."""
    sides = [{"side": "light", "figures": ["Gi-hun", "Rose Nylund"]}, {"side": "dark", "figures": ["Sae-byeok", "Blanche Devereaux"]}]
    setup = arrange(load(), {"map": "Funko Factory", "scenario": "Territory", "sides": sides, "rounds": 6})
    make = gymnasium.make
    return [make(tipover_v0.ID, setup=setup, seat=seat, bots="random", points_reward=points_reward) for seat in (0, 1)]


def play(world: gymnasium.Env[Any, Any], policy: Policy, seed: int) -> tuple[Numbers, Numbers]:
    """One game: for each choice what the game brought from there on, and its gradient."""
    seen, _ = world.reset(seed=seed)
    rewards: list[float] = []
    gradients: list[Numbers] = []
    ended = False
    while not ended:
        action, gradient = policy.choose(seen)
        seen, reward, ended, _, _ = world.step(action)
        rewards.append(float(reward))
        gradients.append(gradient)
    return np.cumsum(rewards[::-1])[::-1], np.array(gradients)


def measure(policy: Policy, games: int, seed: int) -> tuple[int, int]:
    """Wins and games against `random`, each side half of the time."""
    both = worlds()
    return sum(float(play(both[k % 2], policy, seed + k)[0][-1]) > 0 for k in range(games)), games


def low_bound(wins: int, games: int) -> float:
    """What the chance to win is at least, with 99 % confidence (Wilson)."""
    z, share = 2.326, wins / games
    middle = share + z * z / (2 * games)
    return (middle - z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))) / (1 + z * z / games)


def learn(policy: Policy, games: int, seed: int, batch: int = 20, say: Callable[[str], None] = print) -> None:
    """Play games and climb after each batch; what a choice brought is judged against the mean of the last ones."""
    both = worlds(points_reward=0.1)
    expected, won, begun = 0.0, 0.0, time.monotonic()
    for first in range(0, games, batch):
        played = [play(both[k % 2], policy, seed + k) for k in range(first, min(first + batch, games))]
        brought = np.concatenate([returns for returns, _ in played])
        gradients = np.concatenate([parts for _, parts in played])
        policy.climb((brought - expected) / (brought.std() + 1e-8) @ gradients / len(played))
        expected += 0.2 * (float(brought.mean()) - expected)
        won += 0.2 * (float(np.mean([returns[-1] > 0.5 for returns, _ in played])) - won)
        done = first + len(played)
        if done % (5 * batch) == 0 or done == games:
            passed = time.monotonic() - begun
            say(f"{done:5} games, of late {won:.0%} won; {passed:.0f} s, {passed / done * (games - done):.0f} s left")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=GAMES, help="games to learn from")
    parser.add_argument("--test", type=int, default=200, help="games to measure with, before and after")
    parser.add_argument("--seed", type=int, default=1, help="the same seed learns the same")
    chosen = parser.parse_args()
    policy = Policy(np.random.default_rng(chosen.seed))
    wins, games = measure(policy, chosen.test, 1_000_000)
    print(f"before: {wins} of {games} games won against random")
    learn(policy, chosen.games, chosen.seed * 10_000)
    wins, games = measure(policy, chosen.test, 2_000_000)
    print(f"after: {wins} of {games} games won against random; at least {low_bound(wins, games):.0%} with 99 % confidence")


if __name__ == "__main__":
    main()
