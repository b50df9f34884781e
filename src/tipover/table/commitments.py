"""Seeds the server has bound itself to before it sees anybody else's: each is good for one new table, and not for long."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from tipover.play.fair import commitment, new_server_seed
from tipover.table.refusals import No

MOST = 5000
GOOD_FOR = 600.0  # seconds


class Commitments:
    """The seeds that wait for their tables, the oldest first."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._waiting: OrderedDict[str, tuple[float, str]] = OrderedDict()

    def new(self) -> str:
        """Draw a seed; what may be told of it."""
        now = self._clock()
        while self._waiting and (len(self._waiting) >= MOST or next(iter(self._waiting.values()))[0] <= now):
            self._waiting.popitem(last=False)
        seed = new_server_seed()
        told = commitment(seed)
        self._waiting[told] = (now + GOOD_FOR, seed)
        return told

    def take(self, told: str) -> str:
        """The seed of a commitment, this once."""
        until, seed = self._waiting.pop(told, (0.0, ""))
        if until <= self._clock():
            raise No("unknown", "This commitment was used, is too old, or is another server's; ask for a new one.")
        return seed
