"""Storage of tables as logs of events: one SQLite file, or a PostgreSQL database that several servers share."""

from __future__ import annotations

from tipover.table.store.base import Conflict, EventRow, GameRow, SnapshotRow, Store, StoreDown, keep_private

__all__ = ["Conflict", "EventRow", "GameRow", "SnapshotRow", "Store", "StoreDown", "keep_private", "open_store"]


def open_store(where: str) -> Store:
    """The store at a path or at `postgresql://…`; the caller must `await store.open()` before using it."""
    if where.startswith(("postgresql://", "postgres://")):
        try:
            from tipover.table.store.postgres import PostgresStore
        except ImportError:
            raise StoreDown(
                "PostgreSQL needs asyncpg, which is not installed: pip install 'tipover[scale]', in a clone python -m pip install -e '.[scale]'"
            ) from None
        return PostgresStore(where)
    if "://" in where:
        kind = where.partition("://")[0]
        raise StoreDown(f"there is no store of the kind '{kind}'; give the path of a file, or postgresql://…")
    from tipover.table.store.sqlite import SqliteStore

    return SqliteStore(where)
