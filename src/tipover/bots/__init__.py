"""Bots. A bot answers decisions from what its seat may see; it has a seed and its own random stream."""

from __future__ import annotations

from typing import Protocol

from tipover.cards.catalog import suggestion
from tipover.engine.core.decision import Choice, Decision
from tipover.engine.view import View

NEVER_IDLE = ("level1",)  # levels that use every action and look first at what lies at their feet, however little they see
LEVELS = {"level1": 1, "level2": 3, "level3": 6, "level4": 14, "level5": 800}  # search nodes per decision
NAMES = ["random", "greedy", "search", *LEVELS]
MOST_BUDGET = 1_000_000  # nodes or milliseconds per decision


class Bot(Protocol):
    """Answers decisions. `budget` is in seconds; None for no limit."""

    def choose(self, view: View, decision: Decision, budget: float | None = None) -> Choice:
        """One of the decision's options."""


class UnknownBot(ValueError):
    """There is no bot with this name."""


def make(name: str, seed: int | str) -> Bot:
    """A bot by name; the same seed makes the same choices. `search` takes a budget: `search:800` (nodes), `search:200ms`."""
    from tipover.bots.greedy import GreedyBot
    from tipover.bots.random import RandomBot
    from tipover.bots.search import SearchBot

    key, colon, budget = name.strip().lower().partition(":")
    if colon and key == "search":
        return _budgeted(name, budget.strip(), seed)
    if colon or key not in NAMES:
        raise UnknownBot(f"there is no bot '{name}'; there are {', '.join(NAMES)}{suggestion(name, NAMES)}")
    if key == "random":
        return RandomBot(seed)
    if key == "greedy":
        return GreedyBot(seed)
    return SearchBot(seed, LEVELS[key], never_idle=key in NEVER_IDLE) if key in LEVELS else SearchBot(seed)


def _budgeted(name: str, budget: str, seed: int | str) -> Bot:
    """The searching bot with this budget."""
    from tipover.bots.search import SearchBot

    number = budget.removesuffix("ms").strip()
    if not number.isascii() or not number.isdigit() or len(number) > 9 or not 0 < int(number) <= MOST_BUDGET:
        raise UnknownBot(f"'{name}' has no budget a search can have: write `search:800` for nodes or `search:200ms`, at most {MOST_BUDGET}")
    if budget.endswith("ms"):
        return SearchBot(seed, MOST_BUDGET, float(number))
    return SearchBot(seed, int(number))
