"""The random bot: every option is equally likely."""

from __future__ import annotations

from tipover.engine.core.decision import Choice, Decision
from tipover.engine.view import View
from tipover.play.dice import Stream


class RandomBot:
    """Draws uniformly from the options with its own stream."""

    def __init__(self, seed: int | str) -> None:
        self._stream = Stream(seed, "random")

    def choose(self, view: View, decision: Decision, budget: float | None = None) -> Choice:
        """A random option."""
        options = decision.options
        return options[self._stream.randrange(len(options))]
