"""Rate limits: token buckets, one for each address."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address

MOST_ADDRESSES = 10_000
LOOPBACK = ("127.0.0.1", "::1", "localhost", "testclient", "")

Clock = Callable[[], float]


@lru_cache(MOST_ADDRESSES)
def network_of(address: str) -> str:
    """What counts as one address: all of an IPv6 network of 64 bits, since one household has as many addresses."""
    try:
        number = IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    if number.ipv4_mapped is not None:
        return str(number.ipv4_mapped)
    return address if address in LOOPBACK else f"{IPv6Address(int(number) >> 64 << 64)}/64"


def is_near(address: str) -> bool:
    """Whether an address belongs to this machine or a private network."""
    try:
        return address in LOOPBACK or ip_address(address).is_private
    except ValueError:
        return False


class Bucket:
    """A token bucket: allows `burst` at once and `rate` a second after that."""

    __slots__ = ("burst", "clock", "left", "rate", "then")

    def __init__(self, rate: float, burst: float, clock: Clock = time.monotonic) -> None:
        self.rate = rate
        self.burst = burst
        self.clock = clock
        self.left = burst
        self.then = clock()

    def take(self, much: float = 1) -> bool:
        """Whether `much` may pass now; if so it is taken."""
        self._refill()
        if self.left < much:
            return False
        self.left -= much
        return True

    def give(self, much: float = 1) -> None:
        """Give back what was taken in advance and not used."""
        self.left = min(self.burst, self.left + much)

    def _refill(self) -> None:
        now = self.clock()
        self.left = min(self.burst, self.left + (now - self.then) * self.rate)
        self.then = now


class Buckets:
    """A bucket for each address; the least recently seen addresses are dropped. Loopback gets `local` times as much."""

    def __init__(self, rate: float, burst: float, local: float = 1, clock: Clock = time.monotonic) -> None:
        self.rate = rate
        self.burst = burst
        self.local = local
        self.clock = clock
        self._of: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, address: str) -> Bucket:
        """The bucket of an address."""
        address = network_of(address)
        bucket = self._of.get(address)
        if bucket is None:
            times = self.local if address in LOOPBACK else 1
            bucket = self._of[address] = Bucket(self.rate * times, self.burst * times, self.clock)
            while len(self._of) > MOST_ADDRESSES:
                self._of.popitem(last=False)
        self._of.move_to_end(address)
        return bucket


class Guesses:
    """How often an address may name something that does not exist, such as a table's code (S9).

    A guess is paid for in advance and given back if it was right, so that many guesses at the same time get no further.
    """

    def __init__(self, rate: float, burst: float, local: float = 1, clock: Clock = time.monotonic) -> None:
        self.left = Buckets(rate, burst, local, clock)
        self._open: Counter[str] = Counter()  # guesses that are being looked up, by address
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    async def may(self, address: str) -> bool:
        """Pay for a guess, which `was` must follow; False if the address has none left. Waits for guesses that may be given back."""
        address = network_of(address)
        while not self.left.of(address).take():
            if not self._open[address]:
                return False
            waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.setdefault(address, deque()).append(waiting)
            await waiting
        self._open[address] += 1
        return True

    def was(self, right: bool, address: str) -> None:
        """A guess has been looked up."""
        address = network_of(address)
        self._open[address] -= 1
        if right:
            self.left.of(address).give()
        wake = len(self._waiting.get(address, ())) if not self._open[address] else int(right)
        while wake and self._waiting.get(address):
            waiting = self._waiting[address].popleft()
            if not waiting.done():
                waiting.set_result(None)
                wake -= 1
        if not self._open[address]:
            del self._open[address]
            self._waiting.pop(address, None)
