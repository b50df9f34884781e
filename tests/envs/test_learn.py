"""The example that learns: it runs, it is reproducible, and it learns to beat `random`."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "learn.py"


@pytest.fixture(scope="module")
def learn() -> ModuleType:
    spec = importlib.util.spec_from_file_location("learn_example", EXAMPLE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_a_few_updates_change_the_policy_and_the_same_seed_learns_the_same(learn):
    found = []
    for _ in range(2):
        policy, said = learn.Policy(np.random.default_rng(1)), []
        learn.learn(policy, games=6, seed=10, batch=3, say=said.append)
        found.append(policy.weights)
        assert said[-1].lstrip().startswith("6 games, of late")
    assert np.array_equal(found[0], found[1]) and np.abs(found[0]).max() > 0
    assert learn.measure(learn.Policy(np.random.default_rng(1)), 2, 5)[1] == 2


def test_its_bound_is_wilsons(learn):
    assert learn.low_bound(0, 100) == pytest.approx(0, abs=1e-9)
    assert learn.low_bound(80, 100) == pytest.approx(0.690, abs=0.005)


@pytest.mark.soak
def test_it_learns_to_beat_random(learn):
    policy = learn.Policy(np.random.default_rng(1))
    before, _ = learn.measure(policy, 200, 1_000_000)
    learn.learn(policy, learn.GAMES, seed=10_000)
    wins, games = learn.measure(policy, 200, 2_000_000)
    assert learn.low_bound(wins, games) >= 0.75, f"{before} of {games} won before, {wins} after"
