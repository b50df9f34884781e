"""The reference agent of `examples/`: what it asks of our environments, a run that is stopped and goes on, and its figures.

Where the library is installed the run is the library's; elsewhere a stand-in plays the part of the library's agent, with its interface.
"""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "reference_agent.py"


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("reference_agent_example", EXAMPLE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


class StandIn:
    """Draws legal actions; what it learns is the number of the seeds it was given."""

    def __init__(self, saved: Path, seed: int) -> None:
        told = json.loads(saved.read_text()) if saved.exists() else {"steps": 0, "seeds": []}
        self.num_timesteps, self.seeds = told["steps"], told["seeds"]
        self._last_obs: object = "stale"

    def set_random_seed(self, seed: int) -> None:
        self.seeds = [*self.seeds, seed]

    def learn(self, total_timesteps: int, reset_num_timesteps: bool = True) -> None:
        assert not reset_num_timesteps and self._last_obs is None, "every stretch begins with fresh games"
        self.num_timesteps += total_timesteps

    def predict(self, observation, *, action_masks, deterministic):
        assert deterministic and observation.dtype == np.float32
        legal = np.flatnonzero(action_masks)
        return legal[(len(self.seeds) + int(np.abs(observation).sum())) % len(legal)], None

    def save(self, path: Path) -> None:
        path.write_text(json.dumps({"steps": self.num_timesteps, "seeds": self.seeds}))


def agents(example: ModuleType) -> list:
    """Whose runs are tried: the library's where it is installed."""
    return [StandIn] + ([example.library_agent] if importlib.util.find_spec("sb3_contrib") else [])


def test_the_world_has_the_form_that_libraries_want(example):
    for seat in (0, 1):
        env = example.world(seat, "random")
        seen, _ = env.reset(seed=3)
        ended, steps = False, 0
        rng = np.random.default_rng(seat)
        while not ended:
            mask = env.action_masks()
            assert env.observation_space.contains(seen) and mask.shape == (env.action_space.n,) and mask.dtype == np.bool_ and mask.any()
            seen, reward, ended, truncated, info = env.step(int(rng.choice(np.flatnonzero(mask))))
            assert "illegal" not in info and not truncated
            steps += 1
        assert reward in (-1.0, 0.0, 1.0) and steps > 10


def test_what_is_not_among_the_usual_actions_can_still_be_done(example, monkeypatch):
    usual = example.usual_actions()[:1]
    monkeypatch.setattr(example, "usual_actions", lambda: usual)
    env = example.world(0, "random")
    env.reset(seed=3)
    ended = False
    while not ended:
        mask = env.action_masks()
        assert mask.shape == (2,) and mask.any()
        _, _, ended, _, info = env.step(int(np.flatnonzero(mask)[-1]))
        assert "illegal" not in info


def test_a_run_that_was_stopped_goes_on_as_if_it_had_not_been(example, tmp_path):
    for number, agent_of in enumerate(agents(example)):
        whole, parts = tmp_path / f"whole {number}", tmp_path / f"parts {number}"
        step = 2048 if number else 100
        said: list[str] = []
        rows = example.train(whole, 2 * step, 2, 7, agent_of, step, said.append)
        assert [row["steps"] for row in rows] == [0, step, 2 * step] and len(said) == 3
        example.train(parts, step, 2, 7, agent_of, step, said.append)
        (parts / "curve.jsonl").write_text(
            "".join((parts / "curve.jsonl").read_text().splitlines(keepends=True)[:1])
        )  # ended before its row
        assert example.train(parts, 2 * step, 2, 7, agent_of, step, said.append) == rows
        assert example.train(parts, 2 * step, 2, 7, agent_of, step, said.append) == rows, "nothing is left to do"
        if not number:
            assert json.loads((parts / "agent.zip").read_text())["seeds"] == [7000, 7001]
        example.draw(rows, tmp_path / "curve.svg")
        assert "against level1" in (tmp_path / "curve.svg").read_text()


def test_its_figures_have_wilsons_interval(example):
    found = example.Measured(150, 20, 200)
    low, high = found.interval
    assert found.score == 0.8 and low == pytest.approx(0.739, abs=0.001) and high == pytest.approx(0.85, abs=0.001)
    assert example.Measured(0, 0, 50).interval[0] == pytest.approx(0)
