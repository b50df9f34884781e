"""A bot's random numbers: a stream of its own, the same on every machine, in every version and in both builds.

A word has 64 bits. Pure Python reckons with it whole; the compiled build, whose quick numbers have 63, with its two halves.
"""

from __future__ import annotations

import hmac
from struct import unpack
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mypy_extensions import i64

_IS_COMPILED: Final = not __file__.endswith(".py")
_LOW: Final = (1 << 64) - 1
_STEP: Final = 0x9E3779B97F4A7C15
_FIRST: Final = 0xBF58476D1CE4E5B9
_SECOND: Final = 0x94D049BB133111EB
_HALF: Final = 0xFFFFFFFF
_QUARTER: Final = 0xFFFF
_BATCH: Final = 32  # how many words are made at once at most
_EACH: Final = sum(1 << 128 * k for k in range(_BATCH))
_STEPS: Final = sum((k + 1) * _STEP << 128 * k for k in range(_BATCH))
_MOST: Final = 1 << 31  # below it, half a word times a number fits into 63 bits


class Stream:
    """A random stream (splitmix64) from a seed and a name."""

    __slots__ = ("_batch", "_high", "_low", "_whole", "_words")

    def __init__(self, seed: int | str, name: str = "") -> None:
        mixed = hmac.digest(str(seed).encode(), name.encode(), "sha256")
        self._whole = int.from_bytes(mixed[:8], "big")  # the state of the stream, in pure Python
        self._high: i64 = self._whole >> 32  # its halves, in the compiled build
        self._low: i64 = self._whole & _HALF
        self._words: list[int] = []  # the next words, the first last, in pure Python
        self._batch = 1  # how many words are made at once: more and more, because many streams give only a few

    def randrange(self, stop: int, /) -> int:
        """A number from 0 to `stop` - 1."""
        if _IS_COMPILED:
            return self._by_halves(stop)
        if not self._words:
            self._fill()
        return (self._words.pop() * stop) >> 64

    def _fill(self) -> None:
        """Make the next words side by side, each in the lower half of 128 bits of one long number: it is reckoned once for all."""
        count = self._batch
        low = _EACH >> (_BATCH - count) * 128
        z = (self._whole * low + (_STEPS & (1 << count * 128) - 1)) & low * _LOW
        self._whole = (self._whole + count * _STEP) & _LOW
        low *= _LOW
        z = ((z ^ (z >> 30)) & low) * _FIRST & low
        z = ((z ^ (z >> 27)) & low) * _SECOND & low
        z = (z ^ (z >> 31)) & low
        words = list(unpack(f"<{2 * count}Q", z.to_bytes(16 * count, "little"))[::2])
        words.reverse()
        self._words = words
        if count < _BATCH:
            self._batch = 2 * count

    def _by_halves(self, stop: int) -> int:
        """As `randrange`, with halves of words."""
        low: i64 = self._low + 0x7F4A7C15
        high: i64 = (self._high + 0x9E3779B9 + (low >> 32)) & _HALF
        low &= _HALF
        self._high, self._low = high, low
        low, high = low ^ (low >> 30) ^ ((high << 2) & _HALF), high ^ (high >> 30)
        high, low = _high_of_product(high, low, 0xBF58476D, 0x1CE4E5B9), _low_of_product(low, 0x1CE4E5B9)
        low, high = low ^ (low >> 27) ^ ((high << 5) & _HALF), high ^ (high >> 27)
        high, low = _high_of_product(high, low, 0x94D049BB, 0x133111EB), _low_of_product(low, 0x133111EB)
        low, high = low ^ (low >> 31) ^ ((high << 1) & _HALF), high ^ (high >> 31)
        if stop >= _MOST:
            upper: int = high
            lower: int = low
            return ((upper << 32 | lower) * stop) >> 64
        below: i64 = stop
        return (high * below + ((low * below) >> 32)) >> 32


def _low_of_product(low: i64, factor: i64) -> i64:
    """The lower half of a product, which depends on the lower halves alone; in quarters, so that nothing overflows."""
    return ((low & _QUARTER) * factor + ((((low >> 16) * (factor & _QUARTER)) & _QUARTER) << 16)) & _HALF


def _high_of_product(high: i64, low: i64, factor_high: i64, factor: i64) -> i64:
    """The upper half of a product of two words: what the lower halves carry, and the products across."""
    carried: i64 = ((low >> 16) * factor + (((low & _QUARTER) * factor) >> 16)) >> 16
    return (carried + _low_of_product(high, factor) + _low_of_product(low, factor_high)) & _HALF
