"""The server's store and its thinking, for the process of rooms apart: it has neither, and asks the server."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

import msgspec

from tipover.table.apart_wire import Answers, Wire, WireGone
from tipover.table.metrics import Metrics
from tipover.table.refusals import RefusedError
from tipover.table.store import EventRow, GameRow, SnapshotRow, Store, StoreDown
from tipover.table.thinkers import BUSY, FAILED, Asker, Rank, Thinkers, rank_of
from tipover.table.thoughts import Thought

FULL_FOR = 0.5  # seconds for which a queue that was full is taken to be so


def answers_of(store: Store, thinkers: Thinkers) -> Answers:
    """What the server answers to what is asked here."""

    async def create(game: list[Any], rows: list[list[Any]]) -> None:
        await store.create(GameRow(*game), _rows(rows))

    async def append(code: str, rows: list[list[Any]], status: str, summary: str, log_digest: str) -> None:
        await store.append(code, _rows(rows), status, summary, log_digest)

    async def keep_snapshot(code: str, snapshot: list[Any]) -> None:
        await store.keep_snapshot(code, SnapshotRow(*snapshot))

    async def think(rank: int, thought: bytes, asker: list[Any]) -> bytes:
        return await thinkers.think_of(Rank(rank), thought, Asker(*asker))

    return {
        "create": create, "append": append, "keep_snapshot": keep_snapshot, "think": think, "events": store.events, "game": store.game,
        "snapshot": store.snapshot, "keep_seed": store.keep_seed, "take_seed": store.take_seed, "tell_present": store.tell_present,
    }  # fmt: skip


def _rows(rows: list[list[Any]]) -> list[EventRow]:
    return [EventRow(*row) for row in rows]


class StoreThere:
    """The server's store as a store of this process; what is read of many tables is the server's matter alone."""

    def __init__(self, wire: Wire, shared: bool) -> None:
        self.shared = shared
        self.changed: Callable[[str, int], None] = lambda code, seq: None
        self.presence_told: Callable[[str, str], None] = lambda process, message: None
        self._wire = wire

    async def open(self) -> None:
        """It is open."""

    async def close(self) -> None:
        """The server closes it."""

    async def create(self, game: GameRow, rows: list[EventRow]) -> None:
        """Store a new table."""
        await self._asked("create", game, rows)

    async def append(self, code: str, rows: list[EventRow], status: str, summary: str, log_digest: str = "") -> None:
        """Append events."""
        await self._asked("append", code, rows, status, summary, log_digest)

    def append_from_thread(
        self,
        loop: asyncio.AbstractEventLoop,
        settle: Callable[[BaseException | None], None],
        code: str,
        rows: list[EventRow],
        status: str,
        summary: str,
        log_digest: str,
    ) -> bool:
        """Only the event loop has the wire."""
        return False

    async def events(self, code: str, after: int = 0) -> list[EventRow]:
        """The events after a seq."""
        return msgspec.convert(await self._asked("events", code, after), list[EventRow])

    async def game(self, code: str) -> GameRow | None:
        """The table with this code."""
        return msgspec.convert(await self._asked("game", code), GameRow | None)

    async def games(self, status: str = "", listed: bool | None = None, limit: int = 50) -> list[GameRow]:
        """None: the server makes the lists."""
        return []

    async def clocked(self) -> list[tuple[str, str]]:
        """None: the server wakes the tables whose time is up."""
        return []

    async def keep_snapshot(self, code: str, snapshot: SnapshotRow) -> None:
        """Store a snapshot."""
        await self._asked("keep_snapshot", code, snapshot)

    async def snapshot(self, code: str) -> SnapshotRow | None:
        """The snapshot of a table."""
        return msgspec.convert(await self._asked("snapshot", code), SnapshotRow | None)

    async def prune(self, before: float) -> int:
        """Nothing: that is for whoever runs the server."""
        return 0

    async def keep_seed(self, commitment: str, seed: str, now: float, until: float) -> None:
        """Store a seed."""
        await self._asked("keep_seed", commitment, seed, now, until)

    async def take_seed(self, commitment: str, now: float) -> str:
        """Remove a seed and return it."""
        return str(await self._asked("take_seed", commitment, now))

    def on_change(self, call: Callable[[str, int], None]) -> None:
        """The server says when another one has written a table."""
        self.changed = call

    async def tell_present(self, message: str) -> None:
        """Tell the other servers who is present."""
        await self._asked("tell_present", message)

    def on_present(self, call: Callable[[str, str], None]) -> None:
        """The server says what others tell."""
        self.presence_told = call

    async def _asked(self, name: str, *of: object) -> Any:
        try:
            return await self._wire.ask(name, *of)
        except WireGone:
            raise StoreDown("the server has gone") from None


class ThinkersThere(Thinkers):
    """The server's thinking processes."""

    pause = 0.0  # what is said on a line waits in this process without a bound, so that nobody is kept waiting

    def __init__(self, wire: Wire) -> None:
        super().__init__()
        self._wire = wire
        self._full = {False: 0.0, True: 0.0}  # until when there is no room for questions of players, and of watchers

    def check(self, watches: bool) -> None:
        """Refuse a question if the server has just had no room for such a one, before anything is done for it."""
        if time.monotonic() < self._full[watches]:
            raise RefusedError("too_fast", BUSY)

    async def think(self, thought: Thought, asker: Asker) -> bytes:
        """The answer to a thought; the server refuses it if too many wait."""
        try:
            answer: bytes = await self._wire.ask("think", rank_of(thought, asker), msgspec.json.encode(thought), asker)
        except WireGone:
            raise RefusedError("closed", FAILED) from None
        except RefusedError as no:
            if no.refused == "too_fast":
                self._full[asker.watches] = time.monotonic() + FULL_FOR
            raise
        return answer


class MetricsThere(Metrics):
    """What is counted here is counted by the server."""

    def __init__(self, wire: Wire) -> None:
        super().__init__()
        self._wire = wire

    def acknowledged(self, seconds: float) -> None:
        """A command was stored and acknowledged."""
        self._wire.tell("acknowledged", seconds)

    def refused(self) -> None:
        """A command or question was refused."""
        self._wire.tell("refused")
