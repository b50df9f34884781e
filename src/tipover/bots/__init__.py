"""Opponents. A bot answers decisions from what its seat may see; it is made with a seed and draws from its own stream."""

from __future__ import annotations

from typing import Protocol

from tipover.cards.catalog import suggestion
from tipover.engine.decision import Choice, Decision
from tipover.engine.view import View

LEVELS = {"level1": 2, "level2": 3, "level3": 6, "level4": 14, "level5": 800}  # each with the nodes it looks at for a decision
NAMES = ["random", "greedy", "search", *LEVELS]
MOST_BUDGET = 1_000_000  # nodes or milliseconds of one decision
FIRST = "greedy"  # whom a newcomer meets

# Each bot's title for people, and a line about it.
ABOUT: dict[str, tuple[str, str]] = {
    "random": ("Careless", "Does whatever comes to mind: any option is as good to it as any other. Good to try things out against."),
    "greedy": (
        "Steady",
        "Weighs what each answer gains and risks and takes the best, one decision ahead. A fair opponent for a first game.",
    ),
    "search": ("Far-sighted", "Looks ahead over both sides' answers and the dice before each decision."),
    "level1": ("Level 1", "Notices one thing in a while. For your very first game."),
    "level2": ("Level 2", "Sees some of what is there, and takes the best of it."),
    "level3": ("Level 3", "Sees most of what a figure can do next."),
    "level4": ("Level 4", "Plans a turn, and minds what may come back."),
    "level5": ("Level 5", "Thinks turns ahead, yours and its own. Up to a second a decision."),
}


class Bot(Protocol):
    """Whoever answers decisions; `budget` is in seconds, None is no hurry."""

    def choose(self, view: View, decision: Decision, budget: float | None = None) -> Choice:
        """One of the decision's options."""


class UnknownBot(ValueError):
    """A name no bot has."""


def make(name: str, seed: int | str) -> Bot:
    """A bot by name; the same seed makes the same choices. `search` may have its budget: `search:800` nodes, `search:200ms`."""
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
    return SearchBot(seed, LEVELS[key]) if key in LEVELS else SearchBot(seed)


def _budgeted(name: str, budget: str, seed: int | str) -> Bot:
    """The searching bot with a budget of its own."""
    from tipover.bots.search import SearchBot

    number = budget.removesuffix("ms").strip()
    if not number.isascii() or not number.isdigit() or not 0 < int(number) <= MOST_BUDGET:
        raise UnknownBot(f"'{name}' has no budget a search can have: write `search:800` for nodes or `search:200ms`, at most {MOST_BUDGET}")
    if budget.endswith("ms"):
        return SearchBot(seed, MOST_BUDGET, float(number))
    return SearchBot(seed, int(number))
