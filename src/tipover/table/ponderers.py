"""Bots that think ahead at a table while a person is asked: a moment at a time, and only as long as the question stands."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from tipover.bots import plain_name
from tipover.bots.tempo import PATIENT
from tipover.table.bot_answers import Thinking, bot_seed
from tipover.table.refusals import RefusedError
from tipover.table.table_log import Table
from tipover.table.thinkers import Asker
from tipover.table.thoughts import PonderThought, scene_of

Look = Callable[[Callable[[], "PonderThought | None"]], Awaitable["PonderThought | None"]]

MOST_TIMES = 4  # for one question of a person: what is expected has its answer then


def pondering_seat(table: Table) -> int:
    """The seat of a bot that may think ahead now, because a person is asked and not it; -1 for none."""
    if not any(plain_name(seat.player) in PATIENT for seat in table.seats):
        return -1
    asked = table.asked()
    if not asked or table.bot_asked() >= 0 or table.state.over or table.lesson is not None:
        return -1
    return next((k for k, seat in enumerate(table.seats) if k not in asked and plain_name(seat.player) in PATIENT), -1)


class Ponderers:
    """Lets a table's bot think ahead; at most one thought is under way."""

    def __init__(self) -> None:
        self._task: asyncio.Task[None] | None = None
        self._seq = -1  # the moment that was thought about last

    def wake(self, current: Callable[[], Table], thinkers: Thinking, asker: Asker, look: Look) -> None:
        """Begin, if a bot may think ahead and has not done so at this moment.

        `current` is the table, which may be built anew meanwhile; `look` runs a function while no command is handled.
        """
        is_free = self._task is None or self._task.done()
        if is_free and self._seq != current().game_seq and pondering_seat(current()) >= 0:
            self._task = asyncio.get_running_loop().create_task(self._ponder(current, thinkers, asker, look))

    def stop(self) -> None:
        """Think no further."""
        if self._task is not None:
            self._task.cancel()

    async def _ponder(self, current: Callable[[], Table], thinkers: Thinking, asker: Asker, look: Look) -> None:
        """Think about the open question, and about the next if that comes meanwhile."""
        with suppress(RefusedError):  # others think, or the process is gone: nobody waits for this
            while self._seq != current().game_seq and (thought := await look(lambda: self._thought(current()))) is not None:
                for _ in range(MOST_TIMES):
                    if self._seq == current().game_seq:
                        await thinkers.think(thought, asker)

    def _thought(self, table: Table) -> PonderThought | None:
        self._seq = table.game_seq
        seat = pondering_seat(table)
        return PonderThought(scene_of(table), table.code, seat, table.seats[seat].player, bot_seed(table, seat)) if seat >= 0 else None
