"""The environments: steps a second with observation and mask, without them, bare, and of games side by side; agents' decisions, chance inside."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from bench.measure import Row, at_least
from tipover import Setup, arrange, load
from tipover.envs import tipover_v0
from tipover.envs.core import Core
from tipover.envs.zoo import raw_env
from tipover.play.dice import Stream

CHUNK = 200  # steps between two looks at the clock
STRETCHES = 6  # of which the best counts
SIDE_BY_SIDE = 8  # games of a batch
TWO = (["Gi-hun", "Rose Nylund"], ["Sae-byeok", "Blanche Devereaux"])
THREE = (["Gi-hun", "Iron Man", "Arya Stark"], ["Blanche Devereaux", "The Night King", "Front Man"])

Steps = Callable[[int], object]


def games() -> list[tuple[str, Setup]]:
    """Two against two of two sets, the figure's own; and three against three of all four."""
    found: list[tuple[str, Setup]] = []
    for name, where, scenario, teams in (("2v2", "Barracks", "Leaders", TWO), ("3v3", "Funko Factory", "Territory", THREE)):
        sides = [{"side": side, "figures": team} for side, team in zip(("light", "dark"), teams, strict=True)]
        found.append((name, arrange(load(), {"map": where, "scenario": scenario, "sides": sides, "rounds": 30})))
    return found


def env_steps(seconds: float) -> list[Row]:
    """The bar: 8,000 steps a second of `env()` with observation and mask; random play by mask, resets included."""
    rows: list[Row] = []
    for name, setup in games():
        told = f"environment, {name} in {setup.map.name}"
        seeing, blind, bare, batch = _rates([_seeing(setup), _blind(setup), _bare(setup), _side_by_side(setup)], seconds)
        rows.append(at_least(f"{told}: steps with observation and mask", seeing, "steps/s", 8_000))
        rows.append(Row(f"{told}: steps without", blind, "steps/s"))
        rows.append(Row(f"{told}: bare steps", bare, "steps/s"))
        rows.append(at_least(f"{told}: steps of {SIDE_BY_SIDE} games side by side, with observation and mask", batch, "steps/s", 8_000))
    return rows


def _rates(works: list[Steps], seconds: float) -> list[float]:
    """Steps a second, of each the best of some stretches after a warm-up; in turn, so that all are disturbed alike."""
    for work in works:
        work(5 * CHUNK)
    stretches = [[_stretch(work, seconds / STRETCHES) for work in works] for _ in range(STRETCHES)]
    return [max(found) for found in zip(*stretches, strict=True)]


def _stretch(work: Steps, seconds: float) -> float:
    steps, begun = 0, time.perf_counter()
    while (spent := time.perf_counter() - begun) < seconds:
        work(CHUNK)
        steps += CHUNK
    return steps / spent


def _opened(setup: Setup) -> raw_env:
    env = tipover_v0.env(setup=setup)
    env.reset(seed=1)
    return env


def _seeing(setup: Setup) -> Steps:
    """As PettingZoo's users play: `last`, choose by the mask, `step`."""
    env, stream = _opened(setup), Stream(1)

    def work(steps: int) -> None:
        while steps:
            if not env.agents:
                env.reset()
            seen, _, terminated, _, _ = env.last()
            if terminated:
                env.step(None)
                continue
            (legal,) = seen["action_mask"].view(np.bool_).nonzero()
            env.step(int(legal[stream.randrange(len(legal))]))
            steps -= 1

    return work


def _blind(setup: Setup) -> Steps:
    """The same cycle by action numbers, without observation and mask."""
    env, stream = _opened(setup), Stream(1)

    def work(steps: int) -> None:
        while steps:
            if not env.agents:
                env.reset()
            if env.last(observe=False)[2]:
                env.step(None)
                continue
            numbers = env.core.numbers
            env.step(numbers[stream.randrange(len(numbers))])
            steps -= 1

    return work


def _bare(setup: Setup) -> Steps:
    """The game alone, by the place of an option."""
    stream = Stream(1)
    core = Core(setup, 1)

    def work(steps: int) -> None:
        nonlocal core
        for _ in range(steps):
            if core.over:
                core = Core(setup, stream.randrange(1 << 30), core.numbering)
            core.step(stream.randrange(len(core.options)))

    return work


def _side_by_side(setup: Setup) -> Steps:
    """Some games in one batch, as self-play uses it: look, choose by the masks, step."""
    batch, stream = tipover_v0.Batch(SIDE_BY_SIDE, seed=1, setup=setup), Stream(1)

    def work(steps: int) -> None:
        for _ in range(steps // SIDE_BY_SIDE):
            actions: list[int] = []
            for row in batch.looks().seen["action_mask"]:
                (legal,) = row.view(np.bool_).nonzero()
                actions.append(int(legal[stream.randrange(len(legal))]))
            batch.step(actions)

    return work
