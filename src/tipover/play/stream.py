"""A bot's random numbers: a stream of its own, the same on every machine, in every version and in both builds."""

from __future__ import annotations

import hmac
from typing import Final

_LOW: Final = (1 << 64) - 1
_STEP: Final = 0x9E3779B97F4A7C15
_FIRST: Final = 0xBF58476D1CE4E5B9
_SECOND: Final = 0x94D049BB133111EB


class Stream:
    """A random stream (splitmix64) from a seed and a name."""

    __slots__ = ("_state",)

    def __init__(self, seed: int | str, name: str = "") -> None:
        mixed = hmac.digest(str(seed).encode(), name.encode(), "sha256")
        self._state = int.from_bytes(mixed[:8], "big")

    def randrange(self, stop: int, /) -> int:
        """A number from 0 to `stop` - 1."""
        z = self._state = (self._state + _STEP) & _LOW
        z = ((z ^ (z >> 30)) * _FIRST) & _LOW
        z = ((z ^ (z >> 27)) * _SECOND) & _LOW
        return ((z ^ (z >> 31)) * stop) >> 64
