"""A digest of all that a table's log holds, kept beside it: it tells whether the rows are still those that were written.

It is a chain: the digest after a row follows from the one before it and from the row, so each append adds to it. It is kept
with the number of rows that it covers, because a server of an older version adds rows without it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from tipover.table.store.base import EventRow, GameRow

UNKNOWN = ""


def of_head(head: str) -> str:
    """The digest of a table without rows."""
    return hashlib.sha256(head.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def linked(digest: str, row: EventRow) -> str:
    """The digest after one more row; unknown if the one before it is."""
    if not digest:
        return UNKNOWN
    text = f"{digest}\0{row.seq}\0{row.kind}\0{row.seat}\0{row.command}\0{row.body}\0{row.at!r}"
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def of_rows(digest: str, rows: Iterable[EventRow]) -> str:
    """The digest after these rows."""
    for row in rows:
        digest = linked(digest, row)
    return digest


def kept(digest: str, seq: int) -> str:
    """A digest as it is stored, with the last row that it covers."""
    return f"{seq} {digest}" if digest else UNKNOWN


def covered(game: GameRow) -> int:
    """How many rows the stored digest of a table covers; 0 if it has none."""
    number = game.log_digest.partition(" ")[0]
    return int(number) if number.isdecimal() else 0


def agrees(game: GameRow, digest: str, seq: int, rows: list[EventRow]) -> bool:
    """Whether the rows after row `seq`, at which there was this digest, are those that were written, as far as the stored one covers."""
    count = covered(game) - seq
    if not game.log_digest or count < 0:
        return True
    return len(rows) >= count and kept(of_rows(digest, rows[:count]), covered(game)) == game.log_digest
