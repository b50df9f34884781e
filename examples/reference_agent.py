"""Train a reference agent with a standard library, and draw its curve: `python examples/reference_agent.py`.

MaskablePPO of `sb3-contrib` plays two against two for territory, from either side, against `random` and level three; it is measured on
the way. Install it beside Tipover: `pip install torch sb3-contrib matplotlib`. The same seed trains the same agent
on the same machine; stop whenever you like, the same command goes on where it stopped, and with more `--steps` it trains further.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import gymnasium
import numpy as np
from numpy.typing import NDArray

from tipover.envs import tipover_v0
from tipover.envs.layout import PLANES

SIDES = [{"side": "light", "figures": ["Gi-hun", "Rose Nylund"]}, {"side": "dark", "figures": ["Sae-byeok", "Blanche Devereaux"]}]
GAME = {"map": "Funko Factory", "scenario": "Territory", "sides": SIDES, "rounds": 6}
TEACHERS = ("random", "level3")  # it learns from games with these, half each
RIVALS = ("random", "level1", "level3")  # and is measured against these
CHUNK = 4_096  # steps between two measurements; each begins with fresh games and a seed of its own, so that a run can be continued
STEPS = 16 * CHUNK
WORLDS = 8  # games side by side, with each teacher from either side
# What a figure may stand on, where it may go and what lies where; the map itself is always the same one.
CHANGING = [
    k for k, part in enumerate(PLANES) if k >= [one.name for one in PLANES].index("figure, own side") and part.name != "figure number"
]


class Small(gymnasium.Wrapper[Any, Any, Any, Any]):
    """The game with fewer numbers: what it sees as one row, without what never changes here; the actions that come up here, and the others as one.

    A softmax over all 4,770 actions would take more than half of the time. The last action stands for the first legal one that is not among the usual ones.
    """

    def __init__(self, env: gymnasium.Env[Any, Any]) -> None:
        super().__init__(env)
        seen, _ = env.reset(seed=0)
        ground = seen["observation"][0] > 0
        self._rows, self._columns = int(ground.any(axis=1).sum()), int(ground.any(axis=0).sum())
        self._figures = int((seen["figures"][0] > 0).sum())
        self.observation_space = gymnasium.spaces.Box(-16.0, 16.0, self._row(seen).shape, np.float32)
        self.action_space = gymnasium.spaces.Discrete(len(usual_actions()) + 1)

    def _row(self, seen: dict[str, Any]) -> NDArray[np.float32]:
        planes = seen["observation"][CHANGING, : self._rows, : self._columns]
        parts = [planes.reshape(-1), seen["figures"][:, : self._figures].reshape(-1) / 8.0, seen["globals"] / 4.0]
        return np.clip(np.concatenate(parts), -16, 16).astype(np.float32)

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal; the library asks for it."""
        legal = self.env.get_wrapper_attr("action_masks")() > 0
        usual = legal[usual_actions()]
        return np.append(usual, usual.sum() < legal.sum())

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        seen, info = self.env.reset(seed=seed, options=options)
        return self._row(seen), info

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        usual = usual_actions()
        if action < len(usual):
            number = usual[action]
        else:
            number = np.setdiff1d(np.flatnonzero(self.env.get_wrapper_attr("action_masks")()), usual)[0]
        seen, reward, terminated, truncated, info = self.env.step(int(number))
        return self._row(seen), reward, terminated, truncated, info


def plain_world(seat: int, rival: str, points_reward: float = 0.0) -> gymnasium.Env[Any, Any]:
    """The game from one side against a bot."""
    return gymnasium.make(tipover_v0.ID, disable_env_checker=True, setup=GAME, seat=seat, bots=rival, points_reward=points_reward)


def world(seat: int, rival: str, points_reward: float = 0.0) -> Small:
    """The same in few numbers."""
    return Small(plain_world(seat, rival, points_reward))


@lru_cache(maxsize=1)
def usual_actions(games: int = 60) -> NDArray[np.int64]:
    """The numbers of the actions that are legal somewhere in a few games by lot."""
    rng, found = np.random.default_rng(0), set[int]()
    both = [plain_world(seat, TEACHERS[0]) for seat in (0, 1)]
    for number in range(games):
        env, ended = both[number % 2], False
        _, info = env.reset(seed=number)
        while not ended:
            legal = np.flatnonzero(info["action_mask"])
            found.update(legal.tolist())
            _, _, ended, _, info = env.step(int(rng.choice(legal)))
    return np.array(sorted(found))


class Agent(Protocol):
    """What is used of the library's agent."""

    num_timesteps: int

    def set_random_seed(self, seed: int) -> None: ...
    def learn(self, total_timesteps: int, reset_num_timesteps: bool = True) -> Any: ...
    def predict(self, observation: Any, *, action_masks: Any, deterministic: bool) -> tuple[Any, Any]: ...
    def save(self, path: Path) -> None: ...


class Measured(NamedTuple):
    """Games against a rival."""

    won: int
    drawn: int
    games: int

    @property
    def score(self) -> float:
        return (self.won + self.drawn / 2) / max(1, self.games)

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of the score."""
        z, n = 1.96, max(1, self.games)
        middle = self.score + z * z / (2 * n)
        half = z * math.sqrt(self.score * (1 - self.score) / n + z * z / (4 * n * n))
        return (middle - half) / (1 + z * z / n), (middle + half) / (1 + z * z / n)


def measure(agent: Agent, rival: str, games: int, seed: int) -> Measured:
    """Games against a rival, from either side by turns; the agent takes the action that it likes best."""
    both, won, drawn = [world(seat, rival) for seat in (0, 1)], 0, 0
    for number in range(games):
        env = both[number % 2]
        seen, _ = env.reset(seed=seed + number)
        ended, reward = False, 0.0
        while not ended:
            action, _ = agent.predict(seen, action_masks=env.action_masks(), deterministic=True)
            seen, reward, ended, _, _ = env.step(int(action))
        won, drawn = won + (reward > 0), drawn + (reward == 0)
    return Measured(won, drawn, games)


def library_agent(saved: Path, seed: int) -> Agent:
    """The agent of a file, or a new one: two hidden layers, and a softmax over the legal actions."""
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.vec_env import DummyVecEnv

    torch.set_num_threads(1)
    worlds = DummyVecEnv([lambda k=k: world(k % 2, TEACHERS[k // 2 % 2], 0.1) for k in range(WORLDS)])  # type: ignore[misc]
    if saved.exists():
        found: Agent = MaskablePPO.load(saved, env=worlds)
        return found
    return MaskablePPO(  # type: ignore[no-any-return]
        "MlpPolicy", worlds, learning_rate=5e-4, n_steps=256, batch_size=256, n_epochs=4, gamma=0.995, ent_coef=0.01, seed=seed,
        policy_kwargs={"net_arch": [128, 128]},
    )  # fmt: skip


def train(
    out: Path, steps: int, games: int, seed: int, agent_of: Callable[[Path, int], Agent] = library_agent, chunk: int = CHUNK,
    say: Callable[[str], None] = print,
) -> list[dict[str, Any]]:  # fmt: skip
    """Train up to a number of steps, from where the folder stands; returns the rows of the curve, which are kept in `curve.jsonl`."""
    out.mkdir(parents=True, exist_ok=True)
    saved, curve = out / "agent.zip", out / "curve.jsonl"
    agent, begun = agent_of(saved, seed), time.monotonic()
    rows = [json.loads(line) for line in curve.read_text(encoding="utf-8").splitlines()] if curve.exists() else []
    while True:
        done = agent.num_timesteps
        if not rows or rows[-1]["steps"] < done:
            row = {"steps": done} | {rival: list(measure(agent, rival, games, 1_000_000)) for rival in RIVALS}
            rows.append(row)
            with curve.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
            told = ", ".join(f"{Measured(*row[rival]).score:.0%} of {games} against {rival}" for rival in RIVALS)
            say(f"{done:8,} steps: {told}; {time.monotonic() - begun:.0f} s")
        if done >= steps:
            return rows
        agent.set_random_seed(1000 * seed + done // chunk)
        agent._last_obs = None  # type: ignore[attr-defined]  # fresh games: a run that was stopped here goes on in the same way
        agent.learn(chunk, reset_num_timesteps=False)
        agent.save(out / "agent-new.zip")
        os.replace(out / "agent-new.zip", saved)


def draw(rows: Sequence[dict[str, Any]], path: Path) -> None:
    """The curve: score by steps, with its intervals."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "tipover"})
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(8.2, 4.2), layout="constrained")
    for rival, colour in zip(RIVALS, ("#0b7461", "#bf3f0a", "#3b4a9e"), strict=True):
        found = [Measured(*row[rival]) for row in rows]
        steps = [row["steps"] for row in rows]
        axes.plot(steps, [100 * one.score for one in found], color=colour, label=f"against {rival}")
        axes.fill_between(
            steps, *zip(*([100 * end for end in one.interval] for one in found), strict=True), color=colour, alpha=0.18, linewidth=0
        )
    axes.set(xlabel="steps", ylabel="score, %", ylim=(0, 100), title="MaskablePPO, two against two for territory")
    axes.axhline(50, color="#857c8c", linewidth=0.8)
    axes.grid(color="#c9c2cf", linewidth=0.5)
    axes.legend(loc="lower right")
    figure.savefig(path, metadata={"Date": None, "Creator": "Tipover"})
    pyplot.close(figure)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=STEPS, help="steps to train, in all")
    parser.add_argument("--games", type=int, default=100, help="games to measure with, against each rival, at every point of the curve")
    parser.add_argument("--test", type=int, default=200, help="games to measure with at the end, on other deals")
    parser.add_argument("--seed", type=int, default=1, help="the same seed trains the same")
    parser.add_argument("--out", type=Path, default=Path("reference-agent"), help="the folder of the agent, its curve and the plot")
    chosen = parser.parse_args()
    draw(train(chosen.out, chosen.steps, chosen.games, chosen.seed), chosen.out / "reference-agent.svg")
    agent = library_agent(chosen.out / "agent.zip", chosen.seed)
    for rival in RIVALS:
        found = measure(agent, rival, chosen.test, 2_000_000)
        low, high = found.interval
        print(f"{found.won} of {found.games} won against {rival}, {found.drawn} drawn: {found.score:.1%} ({low:.0%} to {high:.0%})")


if __name__ == "__main__":
    main()
