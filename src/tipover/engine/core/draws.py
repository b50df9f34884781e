"""Where random numbers come from: the engine has none of its own."""

from __future__ import annotations

from typing import Protocol


class Draws(Protocol):
    """A source of chance: whole numbers below a bound."""

    def randrange(self, stop: int, /) -> int:
        """A number from 0 to `stop` - 1."""
