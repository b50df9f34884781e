"""What people do that ends a game or appears in its log."""

from __future__ import annotations

from typing import NamedTuple

from tipover.engine.core.said import Said
from tipover.table.protocol.literals import LogKind


class Ending(NamedTuple):
    """The end of a game by the people, not by the rules."""

    winner: int  # The side that won, -1 for a draw.
    said: Said  # The sentence.


class Notice(NamedTuple):
    """Something people did, for the log."""

    seq: int  # Its row.
    choices: int  # How many choices had been made.
    said: Said  # The sentence.
    kind: LogKind  # The kind of its log line.
