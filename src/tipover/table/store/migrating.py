"""The numbered `.sql` files of each kind of store, and which of them a database still lacks."""

from __future__ import annotations

from importlib.resources import files
from typing import NamedTuple

from tipover.table.store.base import StoreDown


class Migration(NamedTuple):
    """One step of a schema."""

    number: int
    name: str
    text: str


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
    """The steps not done yet; a database of a newer Tipover is refused, since we would write it wrongly."""
    known = migrations(kind)
    newest = known[-1].number
    if done and max(done) > newest:
        raise StoreDown(
            f"{where} was made by a newer Tipover (schema {max(done)}; this one knows {newest}): update Tipover, or use another store"
        )
    return [one for one in known if one.number not in done]
