"""A command, or a bot's answer, on its way from being judged to being told: one thread judges it, makes what is told of it, and stores it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection

from tipover.table.commands import Done
from tipover.table.protocol.people import TableNow
from tipover.table.store import EventRow, Store, log_digest
from tipover.table.table_log import Table
from tipover.table.threads import Settle
from tipover.table.views import ENCODER, Audience, Mark, Updates, Views, table_after

Words = tuple[str, list[EventRow], str, str, str]  # what a store is given to append: code, rows, status, summary, digest


def to_keep(table: Table, former: TableNow, rows: list[EventRow]) -> tuple[TableNow, Words]:
    """The table for lists after these rows, which are applied already, and what a store is given to append them."""
    now = table_after(table, former, rows)
    digest = log_digest.kept(table.log_digest, table.seq)
    return now, (table.code, rows, now.status, ENCODER.encode(now).decode(), digest)


class JudgedDeed:
    """What a deed has come to; `now` is the table for lists, before it and then after it."""

    def __init__(self, table: Table, views: Views, now: TableNow) -> None:
        self._table = table
        self._views = views
        self.now = now
        self.done = Done([])  # what the command does
        self.rows: list[EventRow] = []  # none if something has to be opened first
        self.updates: Updates = {}  # what is told, to whom
        self.words: Words | None = None  # what the store is given; nothing if there are no rows yet
        self.is_passed_on = False  # whether the store has been given it by this thread, and tells how it ended

    def judge(
        self,
        deed: Callable[[], tuple[Done, list[EventRow]]],
        former: Mark,
        audiences: Collection[Audience],
        store: Store,
        loop: asyncio.AbstractEventLoop,
        settle: Settle,
    ) -> bool:
        """Do all of it as far as a thread can; whether the store has been given the rows."""
        self.done, self.rows = deed()
        self.updates = self._views.updates(former, audiences)
        if self.rows:
            self.now, self.words = to_keep(self._table, self.now, self.rows)
            self.is_passed_on = True  # said before: the store may settle before the call returns
            if not store.append_from_thread(loop, settle, *self.words):
                self.is_passed_on = False
        return self.is_passed_on
