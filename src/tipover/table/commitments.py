"""Seeds that the server commits to before it sees anybody else's: each is valid for one new table and a limited time.

They are in the store, so that every process that shares it can honour them, also after a restart.
"""

from __future__ import annotations

import time

from tipover.engine.core.said import say
from tipover.play.fair import commitment, is_commitment, new_server_seed
from tipover.table.limits import Clock
from tipover.table.refusals import RefusedError
from tipover.table.store import Store, StoreDown

GOOD_FOR = 600.0  # seconds


class Commitments:
    """Creates and redeems commitments."""

    def __init__(self, store: Store, clock: Clock = time.time) -> None:
        self._store = store
        self._clock = clock

    async def new(self) -> str:
        """Draw a seed, store it, and return its commitment."""
        seed = new_server_seed()
        digest, now = commitment(seed), self._clock()
        try:
            await self._store.keep_seed(digest, seed, now, now + GOOD_FOR)
        except StoreDown as error:
            raise _down(error) from None
        return digest

    async def take(self, digest: str) -> str:
        """The seed of a commitment. Works once, because a seed used by two tables would be revealed by the one that ends first."""
        try:
            seed = await self._store.take_seed(digest, self._clock()) if is_commitment(digest) else ""
        except StoreDown as error:
            raise _down(error) from None
        if not seed:
            raise RefusedError("unknown", say("refused.commitment_unknown"))
        return seed


def _down(error: StoreDown) -> RefusedError:
    return RefusedError.of_store("refused.secret_not_kept", error)
