"""The interface of a store: rows of tables and of their events, durable once a call has returned."""

from __future__ import annotations

import asyncio
import os
import stat
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal, NamedTuple, Protocol


def keep_private(path: Path) -> None:
    """Let only this user read a file or folder of ours: it holds tokens' hashes and the seeds of dice. Other owners' are left alone."""
    found = path.stat()
    if os.name != "nt" and found.st_uid == os.getuid() and found.st_mode & 0o077:
        path.chmod(stat.S_IMODE(found.st_mode) & ~0o077)


class EventRow(NamedTuple):
    """One event of a table. `(table, seq)` identifies it and never changes."""

    seq: int  # Its number in the table, from 1, without gaps.
    kind: str  # The kind of row, a key of the table's handlers.
    seat: int  # The seat that caused it, -1 for the table itself.
    command: str  # The id of the command that caused it, unique in its table; empty if there is none.
    body: str  # JSON.
    at: float  # When it was made, in seconds since 1970.


class GameRow(NamedTuple):
    """A table without its events."""

    code: str  # The table's code.
    created: float  # When it was opened, in seconds since 1970.
    updated: float  # When its last event was made, in seconds since 1970.
    status: str  # `waiting`, `playing` or `over`.
    listed: bool  # Whether lists of tables show it.
    summary: str  # JSON of the table for lists.
    head: str  # JSON of what it was opened with; never changes.
    last: int  # The seq of its last event, 0 if there is none.
    log_digest: str = ""  # What its rows come to, see `log_digest`; empty if nobody knows.


class SnapshotRow(NamedTuple):
    """A table as it was at one row, to save time; never needed."""

    seq: int  # The row.
    maker: str  # The version, code and cards that made it.
    data: bytes  # Its contents.


class Conflict(Exception):
    """A row with this key already exists with other contents: another process was first."""


Trouble = Literal["full", "locked", "damaged", "silent", "down"]


class StoreDown(Exception):
    """The store is unavailable; the message is a sentence for the host. Nothing is half written, and the call may be repeated.

    The message may name paths and addresses, so strangers are told only the `trouble`.
    """

    def __init__(self, message: str, trouble: Trouble = "down") -> None:
        super().__init__(message)
        self.trouble: Trouble = trouble


class Store(Protocol):
    """Stores tables. A call that writes returns after the commit has reached the disk; a call that fails has written nothing.

    Only after `StoreDown` may it be unknown whether the rows were stored (the connection broke during the commit).
    Repeating the call is safe, because rows that already exist count as written.
    """

    shared: bool  # Whether `on_change` and `on_present` report what other processes do.

    async def open(self) -> None:
        """Connect and migrate an older schema; a schema of a newer version raises `StoreDown`."""

    async def close(self) -> None:
        """Finish pending writes and close every connection."""

    async def create(self, game: GameRow, rows: list[EventRow]) -> None:
        """Store a new table with its first events; `game.last` is computed from them. Raises `Conflict` if the code is taken."""

    async def append(self, code: str, rows: list[EventRow], status: str, summary: str, log_digest: str = "") -> None:
        """Append events, all or none, and set the table's status, summary and digest (the former two also if there are no events).

        Raises `Conflict` if they do not follow the last event or the command id is taken, `LookupError` if there is no such table.
        """

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
        """Append as `append` does, from any thread: the loop calls `settle` with its error, or None. False if only a loop can append."""

    async def events(self, code: str, after: int = 0) -> list[EventRow]:
        """The events after a seq, in order."""

    async def game(self, code: str) -> GameRow | None:
        """The table with this code, or None."""

    async def games(self, status: str = "", listed: bool | None = None, limit: int = 50) -> list[GameRow]:
        """Tables, most recently changed first."""

    async def clocked(self) -> list[tuple[str, str]]:
        """The code and the summary of every table that is being played and whose summary has a deadline; nothing else is read."""

    async def keep_snapshot(self, code: str, snapshot: SnapshotRow) -> None:
        """Store the snapshot of a table instead of an older one; of a table that is gone, nothing is stored."""

    async def snapshot(self, code: str) -> SnapshotRow | None:
        """The snapshot of a table; None if there is none, or if a row that it replaces is missing: it must not hide the damage."""

    async def prune(self, before: float) -> int:
        """Delete the tables that last changed before a time and are not being played; returns how many."""

    async def keep_seed(self, commitment: str, seed: str, now: float, until: float) -> None:
        """Store a server's seed for a table that will be opened later, and delete expired ones."""

    async def take_seed(self, commitment: str, now: float) -> str:
        """Remove the seed of a commitment and return it; empty if there is none or it has expired."""

    def on_change(self, call: Callable[[str, int], None]) -> None:
        """Call `call(code, seq)` on the event loop when another process has written a table up to `seq`; possibly more than once."""

    async def tell_present(self, message: str) -> None:
        """Send the other processes a short message about who is present; it is not stored."""

    def on_present(self, call: Callable[[str, str], None]) -> None:
        """Call `call(process, message)` on the event loop for each such message of another process."""


def same_events(there: Sequence[EventRow], rows: Sequence[EventRow]) -> bool:
    """Whether these rows were already stored by an earlier call whose answer was lost.

    The command id identifies them. Without one, only the time tells a retry from an equal row of another process.
    """
    if len(there) != len(rows):
        return False
    if any(row.command for row in rows):
        return all(old[:-1] == new[:-1] for old, new in zip(there, rows, strict=True))
    return list(there) == list(rows)


def same_game(there: GameRow, game: GameRow) -> bool:
    """Whether the stored table is this one, created by an earlier call whose answer was lost."""
    return (there.head, there.created, there.listed) == (game.head, game.created, game.listed)


def check_rows(before: int, rows: Sequence[EventRow]) -> None:
    """Raise `ValueError` unless the rows are numbered without gaps after `before`."""
    if before < 0 or any(row.seq != before + k for k, row in enumerate(rows, 1)):
        raise ValueError(f"events are numbered from 1 without gaps, not {[row.seq for row in rows]}")


def taken(code: str, seq: int) -> Conflict:
    """The conflict when an event's number is taken or does not follow the last one."""
    return Conflict(f"table {code} does not end before event {seq}: another process has written it, or one before it is missing")


def command_taken(code: str) -> Conflict:
    """The conflict when a command id is taken."""
    return Conflict(f"table {code} has this command already, with other events")


def code_taken(code: str) -> Conflict:
    """The conflict when a table's code is taken."""
    return Conflict(f"there is a table {code} already")


def no_table(code: str) -> LookupError:
    """The error for a table that is not stored."""
    return LookupError(f"there is no table {code}")
