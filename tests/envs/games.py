"""Games the tests of the environments share, and how to play them by masks."""

from __future__ import annotations

from typing import Any

import numpy as np

from tipover import Setup, arrange, load
from tipover.play.dice import Stream


def drawn(mask: np.ndarray[Any, Any], stream: Stream) -> int:
    """A legal action, each as likely."""
    legal = np.flatnonzero(mask)
    return int(legal[stream.randrange(len(legal))])


def duel(rounds: int = 6) -> Setup:
    """Two against two of two sets."""
    sides = [{"side": "light", "figures": ["Gi-hun", "Rose Nylund"]}, {"side": "dark", "figures": ["Sae-byeok", "Blanche Devereaux"]}]
    return arrange(load(), {"map": "Barracks", "scenario": "Leaders", "sides": sides, "rounds": rounds})


def play_on(env: Any, stream: Stream, most: int = 10**9) -> list[tuple[str, int, float]]:
    """Play by masks to the end or so many steps: who was asked, what it did, what it had been given."""
    told: list[tuple[str, int, float]] = []
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        if terminated or truncated:
            told.append((agent, -1, reward))
            env.step(None)
            continue
        if len(told) >= most:
            break
        action = drawn(seen["action_mask"], stream)
        told.append((agent, action, reward))
        env.step(action)
    return told
