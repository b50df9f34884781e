"""Looking after a store of any kind: which tables are damaged, and their records as files."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from tipover.cards.toml import ContentError
from tipover.engine.core.setup import SetupError
from tipover.engine.run import IllegalChoice
from tipover.play.notation.typed_names import NotationError
from tipover.table.opening import Library
from tipover.table.records import record_text
from tipover.table.store import EventRow, GameRow, Store
from tipover.table.table_head import Head
from tipover.table.table_log import Table

EVERY = 1_000_000_000  # tables


class DamagedError(Exception):
    """A table's rows are not what was written; the message says what is wrong with them."""


class Found(NamedTuple):
    """A table of a store."""

    game: GameRow  # Its row.
    table: Table | None  # The table, if it can be folded.
    fault: str  # What is wrong with it; empty if nothing is.


def has_cards(game: GameRow) -> bool:
    """Whether a table may have cards that strangers wrote for it; told without reading all of its head."""
    return '"cards":' in game.head


def folded(game: GameRow, rows: list[EventRow], library: Library) -> Table:
    """A table from its rows. Raises `DamagedError` if some are missing or unreadable, and what the engine raises for other cards."""
    if [row.seq for row in rows] != list(range(1, len(rows) + 1)) or len(rows) < game.last:
        raise DamagedError(f"rows are missing: it should have {game.last}, and has {len(rows)}")
    try:
        head = msgspec.json.decode(game.head, type=Head)
        table = Table(game.code, head, library.of(head.cards), game.created)
        for row in rows:
            table.take(row)
    except (ContentError, SetupError, IllegalChoice, NotationError):
        raise
    except Exception as error:  # whatever the bytes say now, nobody wrote it
        raise DamagedError(f"a row cannot be read: {type(error).__name__}: {str(error)[:200]}") from error
    return table


async def every_table(store: Store, library: Library) -> AsyncIterator[Found]:
    """All tables of a store, folded one after another."""
    for game in await store.games(limit=EVERY):
        try:
            yield Found(game, folded(game, await store.events(game.code), library), "")
        except DamagedError as error:
            yield Found(game, None, str(error))
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
