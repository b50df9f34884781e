"""Shares of the seats in a roll: which are due, and how long the table waits for them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Coroutine
from typing import TYPE_CHECKING, Any

from tipover.play.chain import LINKS

if TYPE_CHECKING:
    from tipover.table.table_log import Table

CONNECTED_WITHIN = 10.0  # seconds for a browser that is connected: it answers by itself, so it hardly ever takes one
AWAY_WITHIN = 3.0  # seconds for somebody who has just gone: perhaps the page is only loaded again


def missing(table: Table) -> list[int]:
    """The seats whose share the open roll waits for: people with a chain who play themselves, and have neither shown nor waived it."""
    dice = table.dice
    ask = table.match.state.decision if table.match is not None and not table.over else None
    if dice is None or ask is None or not ask.is_chance or dice.asked >= LINKS:
        return []
    playing = table.people()
    return [seat for seat, chain in dice.chains.items() if chain.depth <= dice.asked and seat in playing and seat not in table.waived]


def waiting_roll(table: Table) -> int:
    """The number of the roll that waits for shares; 0 if none does."""
    return table.dice.asked + 1 if table.dice is not None and missing(table) else 0


def is_roll_due(table: Table) -> bool:
    """Whether chance is asked and nothing is waited for any more."""
    ask = table.match.state.decision if table.match is not None and not table.over else None
    return ask is not None and ask.is_chance and not missing(table)


def patience(table: Table, present: Collection[int]) -> float:
    """How many seconds the open roll may wait, with these seats' people connected. Who was away at the roll before is not waited for."""
    due = missing(table)
    if set(due).intersection(present):
        return CONNECTED_WITHIN
    dice = table.dice
    assert dice is not None
    return 0.0 if all(dice.asked in dice.chains[seat].missed for seat in due) else AWAY_WITHIN


class Alarm:
    """A clock for one thing that is waited for, such as a roll with its number."""

    def __init__(self) -> None:
        self._number = 0
        self._until = 0.0
        self._waiting: asyncio.Task[None] | None = None
        self._doing: asyncio.Task[None] | None = None

    def start(self, number: int, seconds: float, deed: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do something after some seconds. Started again for the same thing, the earlier time counts."""
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        if self._waiting is not None and number == self._number and until >= self._until:
            return
        self.stop()
        self._number, self._until = number, until
        self._waiting = loop.create_task(self._wait(seconds, deed))

    def stop(self) -> None:
        """Wait no longer."""
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    async def _wait(self, seconds: float, deed: Callable[[], Coroutine[Any, Any, None]]) -> None:
        await asyncio.sleep(seconds)
        self._doing, self._waiting = self._waiting, None  # from here on it is not stopped: the deed may start the clock anew
        await deed()
