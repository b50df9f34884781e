"""Opponents. A bot answers decisions from what its seat may see; it is made with a seed and draws from its own stream."""

from __future__ import annotations

from typing import Protocol

from tipover.cards.catalog import suggestion
from tipover.engine.decision import Choice, Decision
from tipover.engine.view import View

NAMES = ["random"]


class Bot(Protocol):
    """Whoever answers decisions; `budget` is in seconds, None is no hurry."""

    def choose(self, view: View, decision: Decision, budget: float | None = None) -> Choice:
        """One of the decision's options."""


class UnknownBot(ValueError):
    """A name no bot has."""


def make(name: str, seed: int | str) -> Bot:
    """A bot by name; the same seed makes the same choices."""
    from tipover.bots.random import RandomBot

    if name.strip().lower() == "random":
        return RandomBot(seed)
    raise UnknownBot(f"there is no bot '{name}'; there is {', '.join(NAMES)}{suggestion(name, NAMES)}")
