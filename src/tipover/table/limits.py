"""How much one client may ask for: rates by a bucket that refills, and a count of wrong guesses by address."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

MOST_ADDRESSES = 10_000
LOOPBACK = ("127.0.0.1", "::1", "localhost", "testclient", "")

Clock = Callable[[], float]


class Bucket:
    """Lets `burst` things through at once and `rate` a second after that."""

    __slots__ = ("burst", "clock", "left", "rate", "then")

    def __init__(self, rate: float, burst: float, clock: Clock = time.monotonic) -> None:
        self.rate = rate
        self.burst = burst
        self.clock = clock
        self.left = burst
        self.then = clock()

    def take(self, much: float = 1) -> bool:
        """Whether one more, or so many, may pass now."""
        self._refill()
        if self.left < much:
            return False
        self.left -= much
        return True

    @property
    def empty(self) -> bool:
        """Whether nothing could pass now; nothing is taken."""
        self._refill()
        return self.left < 1

    def _refill(self) -> None:
        now = self.clock()
        self.left = min(self.burst, self.left + (now - self.then) * self.rate)
        self.then = now


class Buckets:
    """A bucket for each address; the addresses longest unseen are forgotten. Loopback has `local` times as much."""

    def __init__(self, rate: float, burst: float, local: float = 1, clock: Clock = time.monotonic) -> None:
        self.rate = rate
        self.burst = burst
        self.local = local
        self.clock = clock
        self._of: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, address: str) -> Bucket:
        """The bucket of an address."""
        bucket = self._of.get(address)
        if bucket is None:
            times = self.local if address in LOOPBACK else 1
            bucket = self._of[address] = Bucket(self.rate * times, self.burst * times, self.clock)
            while len(self._of) > MOST_ADDRESSES:
                self._of.popitem(last=False)
        self._of.move_to_end(address)
        return bucket
