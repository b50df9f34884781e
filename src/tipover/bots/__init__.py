"""Opponents. A bot answers decisions from what its seat may see; it is made with a seed and draws from its own stream."""

from __future__ import annotations

from typing import Protocol

from tipover.cards.catalog import suggestion
from tipover.engine.decision import Choice, Decision
from tipover.engine.view import View

NAMES = ["random", "greedy"]
FIRST = "greedy"  # whom a newcomer meets

# Each bot's title for people, and a line about it.
ABOUT: dict[str, tuple[str, str]] = {
    "random": ("Careless", "Does whatever comes to mind: any option is as good to it as any other. Good to try things out against."),
    "greedy": ("Steady", "Weighs what each answer gains and risks and takes the best, one decision ahead. A fair opponent for a first game."),
}


class Bot(Protocol):
    """Whoever answers decisions; `budget` is in seconds, None is no hurry."""

    def choose(self, view: View, decision: Decision, budget: float | None = None) -> Choice:
        """One of the decision's options."""


class UnknownBot(ValueError):
    """A name no bot has."""


def make(name: str, seed: int | str) -> Bot:
    """A bot by name; the same seed makes the same choices."""
    from tipover.bots.greedy import GreedyBot
    from tipover.bots.random import RandomBot

    key = name.strip().lower()
    if key == "random":
        return RandomBot(seed)
    if key == "greedy":
        return GreedyBot(seed)
    raise UnknownBot(f"there is no bot '{name}'; there are {' and '.join(NAMES)}{suggestion(name, NAMES)}")
