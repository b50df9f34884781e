"""The clocks of tables that are not in memory: a turn ends in time though nobody is there, and one process sees to it.

That is the process which had the table last. The others look a few seconds later whether it has done so, and load the table only
if it has not: then that process has died.
"""

from __future__ import annotations

import logging
import math
import random
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import NamedTuple

import msgspec

from tipover.table.attendance import deadline_in
from tipover.table.refusals import RefusedError
from tipover.table.store import Store, StoreDown

LOOK_FOR_CLOCKS = 600.0  # seconds between two looks at the whole store: tables of a process that has died are found there
OTHERS_LATER = (5.0, 15.0)  # seconds after a deadline until another process sees to it; not the same for all of them

logger = logging.getLogger("tipover.table")


class _Due(NamedTuple):
    """When a table is looked at next, in seconds since 1970."""

    until: float  # When the time of the turn is up.
    at: float  # When this process looks at it.


class StoredClocks:
    """The deadlines of stored tables, as far as this process knows them; `wake` loads a table, which ends the turn."""

    def __init__(self, store: Store, wake: Callable[[str], Awaitable[None]]) -> None:
        self._store = store
        self._wake = wake
        self._due: dict[str, _Due] = {}
        self._looked = -math.inf

    def __len__(self) -> int:
        return len(self._due)

    def keep(self, code: str, until: float) -> None:
        """This process has dropped a table from memory, and sees to its clock; 0 for a table without one."""
        if until:
            self._due[code] = _Due(until, until)

    async def look(self) -> None:
        """Look at the tables whose time is up, from time to time at the whole store. Raises `StoreDown`."""
        if time.monotonic() - self._looked > LOOK_FOR_CLOCKS:
            clocked = await self._store.clocked()
            self._looked = time.monotonic()
            for code, summary in clocked:
                with suppress(msgspec.DecodeError):  # a damaged row stops one clock, not all of them
                    self._of_others(code, deadline_in(summary))
        for code, due in [(code, due) for code, due in self._due.items() if due.at <= time.time()]:
            await self._time_is_up(code, due)

    def _of_others(self, code: str, until: float) -> None:
        """A deadline that the store tells; if this process knows it already it may be the one that sees to it."""
        known = self._due.get(code)
        if until and (known is None or known.until != until):
            later = max(until, time.time()) + random.uniform(*OTHERS_LATER)  # also if it is over: all processes may have begun just now
            self._due[code] = _Due(until, later if self._store.shared else until)

    async def _time_is_up(self, code: str, due: _Due) -> None:
        """Load a table whose turn is still the same after its time; while the store is unavailable it is tried again."""
        try:
            row = await self._store.game(code)
            until = deadline_in(row.summary) if row is not None and row.status == "playing" else 0.0
            if until > time.time():
                self._of_others(code, until)
            elif until:
                await self._wake(code)
        except RefusedError as no:
            if no.refused == "store":
                return
        except StoreDown:
            raise
        except Exception:
            logger.exception("the clock of a table cannot be looked at")
        if self._due.get(code) == due:
            del self._due[code]
