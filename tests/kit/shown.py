"""What the table shows, for tests."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from tipover.engine.core.event import Event
from tipover.engine.core.state import State
from tipover.table.present.news import act_lines, entries
from tipover.table.protocol.game import LogLine
from tipover.table.views import Views


def acts(state: State, events: list[Event], earlier: list[Event], count: int) -> list[LogLine]:
    """The lines of the log that tell these events as acts."""
    return act_lines(state, events, earlier, count, {})


def log(state: State, events: list[Event], count: int, seats: Collection[int], language: str = "en") -> list[LogLine]:
    """The log's lines of these events."""
    return [entry.line for entry in entries(state, events, count, seats, language) if entry.line is not None]


def lines_told(views: Views, seats: tuple[int, ...] = ()) -> list[LogLine]:
    """The whole log of a table as these seats read it: written as it is sent, and read as a browser reads it."""
    return msgspec.json.decode(msgspec.json.encode(views.log(seats)), type=list[LogLine])
