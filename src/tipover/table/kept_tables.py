"""Looking after a store of any kind: which tables are damaged, and their records as files."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec

from tipover.cards.toml import ContentError
from tipover.engine.core.illegal_choice import IllegalChoice
from tipover.engine.core.said import say
from tipover.engine.core.setup import SetupError
from tipover.play.notation.typed_names import NotationError
from tipover.table.attendance import seconds_left
from tipover.table.opening import Library
from tipover.table.protocol.people import TableNow
from tipover.table.records import record_text
from tipover.table.refusals import RefusedError
from tipover.table.snapshots import ROWS_BETWEEN, Restored, maker, restored
from tipover.table.store import EventRow, GameRow, SnapshotRow, Store, log_digest
from tipover.table.table_head import Head
from tipover.table.table_log import Table

EVERY = 1_000_000_000  # tables

logger = logging.getLogger("tipover.table")


DAMAGED = "a table is damaged (%s); `tipover store check` names it"  # for the log, which has no codes and nothing of what was written


class DamagedError(Exception):
    """A table's rows are not what was written; the message says what is wrong with them, `detail` what stands there."""

    def __init__(self, message: str, detail: str = "") -> None:
        super().__init__(message)
        self.detail = detail


class Found(NamedTuple):
    """A table of a store."""

    game: GameRow  # Its row.
    table: Table | None  # The table, if it can be folded.
    fault: str  # What is wrong with it; empty if nothing is.


class _Cards(msgspec.Struct):
    """What is read of a head to know whether it has cards of strangers."""

    cards: list[str] = []


def has_cards(game: GameRow) -> bool:
    """Whether a table has cards that strangers wrote for it; a head that cannot be read has none."""
    try:
        return bool(msgspec.json.decode(game.head, type=_Cards).cards)
    except msgspec.DecodeError:
        return False


def stored_now(game: GameRow) -> TableNow:
    """A table as everybody may know it, as it was stored last. Raises `msgspec.DecodeError` if that is damaged."""
    now = msgspec.json.decode(game.summary, type=TableNow)
    return msgspec.structs.replace(now, time_left=seconds_left(now.deadline))


def check_whole(game: GameRow, rows: list[EventRow], known: int = 0) -> None:
    """Raise `DamagedError` unless these are all rows of a table as they were written; `known` is a row that is known to have been."""
    last = max(game.last, known, log_digest.covered(game))
    if [row.seq for row in rows] != list(range(1, len(rows) + 1)) or len(rows) < last:
        raise DamagedError(f"rows are missing: it should have {last}, and has {len(rows)}")
    if not log_digest.agrees(game, log_digest.of_head(game.head), 0, rows):
        raise DamagedError(f"one of its first {log_digest.covered(game)} rows, or its head, is not what was written")


@contextmanager
def damage_told(game: GameRow | None, rows: list[EventRow], known: int) -> Iterator[None]:
    """While a table that was open here up to row `known` is folded again: whatever its rows tell otherwise now is damage."""
    try:
        if game is None:
            raise DamagedError("it is gone from the store")
        check_whole(game, rows, known)
        yield
    except (DamagedError, ContentError, SetupError, IllegalChoice, NotationError, msgspec.DecodeError, LookupError) as error:
        logger.error(DAMAGED, error if isinstance(error, DamagedError) else type(error).__name__)
        raise RefusedError("closed", say("refused.table_damaged")) from None


def folded(game: GameRow, rows: list[EventRow], library: Library) -> Table:
    """A table from its rows. Raises `DamagedError` if some are missing or unreadable, and what the engine raises for other cards."""
    check_whole(game, rows)
    try:
        head = msgspec.json.decode(game.head, type=Head)
        table = Table(game.code, head, library.of(head.cards), game.created)
        table.count_from(log_digest.of_head(game.head))
        for row in rows:
            table.take(row)
    except (ContentError, SetupError, IllegalChoice, NotationError):
        raise
    except Exception as error:  # whatever the bytes say now, nobody wrote it
        raise DamagedError(f"a row cannot be read: {type(error).__name__}", str(error)[:200]) from error
    return table


def opened(game: GameRow, kept: SnapshotRow, rows: list[EventRow], library: Library) -> Restored | None:
    """A table from its snapshot and the rows after it; None if that cannot be used."""
    try:
        head = msgspec.json.decode(game.head, type=Head)
        return restored(game, head, library.of(head.cards), kept, rows)
    except Exception:  # folding all rows says what is wrong
        return None


async def spoiled_snapshot(store: Store, found: Found, library: Library) -> bool:
    """Whether a sound table has a snapshot of this version that tells something else than its rows."""
    kept = await store.snapshot(found.game.code) if found.table is not None and found.game.last >= ROWS_BETWEEN else None
    if kept is None or found.table is None or kept.maker != maker(found.table.catalog):
        return False
    again = opened(found.game, kept, await store.events(found.game.code, kept.seq), library)
    return again is None or again.table.count != found.table.count or again.table.state.digest() != found.table.state.digest()


async def every_table(store: Store, library: Library) -> AsyncIterator[Found]:
    """All tables of a store, folded one after another."""
    for game in await store.games(limit=EVERY):
        try:
            yield Found(game, folded(game, await store.events(game.code), library), "")
        except DamagedError as error:
            yield Found(game, None, ": ".join(filter(None, (str(error), error.detail))))
        except (ContentError, SetupError, IllegalChoice, NotationError) as error:
            yield Found(game, None, f"it was played with other cards or another version: {str(error)[:200]}")


async def export(store: Store, library: Library, folder: Path) -> tuple[int, list[Found]]:
    """Write the record of every game that has ended to a folder; returns how many, and the tables that cannot be read."""
    folder.mkdir(parents=True, exist_ok=True)
    written, bad = 0, []
    async for one in every_table(store, library):
        if one.table is None:
            bad.append(one)
        elif one.table.over and one.table.match is not None:
            (folder / f"{one.game.code}.tip").write_text(record_text(one.table), encoding="utf-8")
            written += 1
    return written, bad
