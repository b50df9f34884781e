"""What the table shows, for tests."""

from __future__ import annotations

from collections.abc import Collection

from tipover.engine.core.event import Event
from tipover.engine.core.state import State
from tipover.table.present.news import entries
from tipover.table.protocol.game import LogLine


def log(state: State, events: list[Event], count: int, seats: Collection[int], language: str = "en") -> list[LogLine]:
    """The log's lines of these events."""
    return [entry.line for entry in entries(state, events, count, seats, language) if entry.line is not None]
