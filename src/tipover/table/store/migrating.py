"""The numbered `.sql` files of each kind of store, and which of them a database still needs."""

from __future__ import annotations

from importlib.resources import files
from typing import NamedTuple

from tipover.table.store.base import StoreDown


class Migration(NamedTuple):
    """One step of a schema, from one file."""

    number: int  # The number that the file name begins with.
    name: str  # The file name.
    text: str  # The SQL statements.


def migrations(kind: str) -> list[Migration]:
    """Every step for `sqlite` or `postgres`, in order."""
    folder = files("tipover.table.store") / "migrations" / kind
    found = [
        Migration(int(file.name.partition("_")[0]), file.name, file.read_text(encoding="utf-8"))
        for file in folder.iterdir()
        if file.name.endswith(".sql")
    ]
    return sorted(found)


def lacking(kind: str, done: list[int], where: str) -> list[Migration]:
    """The migrations that are not applied yet. A database of a newer version is refused, because writing it could corrupt it."""
    known = migrations(kind)
    newest = known[-1].number
    if done and max(done) > newest:
        raise StoreDown(
            f"{where} was made by a newer Tipover (schema {max(done)}; this one knows {newest}): update Tipover, or use another store"
        )
    return [one for one in known if one.number not in done]
