"""Seeds the server has bound itself to before it sees anybody else's: each is good for one new table, and not for long.

They lie in the store, so that every process that shares it keeps what one of them has promised, after a restart too.
"""

from __future__ import annotations

import time

from tipover.play.fair import commitment, is_commitment, new_server_seed
from tipover.table.limits import Clock
from tipover.table.refusals import No
from tipover.table.store import Store, StoreDown

GOOD_FOR = 600.0  # seconds


class Commitments:
    """The seeds that wait for their tables."""

    def __init__(self, store: Store, clock: Clock = time.time) -> None:
        self._store = store
        self._clock = clock

    async def new(self) -> str:
        """Draw a seed; what may be told of it once it is kept."""
        seed = new_server_seed()
        told, now = commitment(seed), self._clock()
        try:
            await self._store.keep_seed(told, seed, now, now + GOOD_FOR)
        except StoreDown as error:
            raise _down(error) from None
        return told

    async def take(self, told: str) -> str:
        """The seed of a commitment, this once: a seed that two tables had would be known from the one that ends first."""
        try:
            seed = await self._store.take_seed(told, self._clock()) if is_commitment(told) else ""
        except StoreDown as error:
            raise _down(error) from None
        if not seed:
            raise No("unknown", "This commitment was used, is too old, or is another server's; ask for a new one.")
        return seed


def _down(error: StoreDown) -> No:
    return No("store", f"The server's secret for the dice cannot be kept just now: {error}")
