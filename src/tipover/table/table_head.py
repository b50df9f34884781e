"""What a table was opened with, which never changes, and the game that follows from it."""

from __future__ import annotations

from typing import Any, get_args

import msgspec

from tipover.cards.catalog import Catalog
from tipover.engine.core.arrange import arrange
from tipover.engine.core.setup import Setup
from tipover.play.record import Record
from tipover.table.lessons import LessonRun
from tipover.table.protocol.literals import ClockName, TableKind
from tipover.table.shared_setups import shared_setup

GAME, LESSON, RECORD = get_args(TableKind)


class Head(msgspec.Struct, omit_defaults=True):
    """What a table was opened with; never changes."""

    kind: TableKind  # `game`, `lesson` or `record`
    title: str  # its name in lists
    server_seed: str  # the server's share of the seed of the dice
    setup: dict[str, Any] = {}  # the description of the game
    cards: list[str] = []  # TOML of the characters written for this table only
    lines: list[str] = []  # the choices before its first moment, if it continues another game
    record: str = ""  # the text of the record to look at
    lesson: str = ""  # the lesson's key
    placed: bool = False  # whether the table answers the questions of set-up
    listed: bool = False  # whether lists of tables show it
    former: str = ""  # the code of the table that this is the rematch of
    clock: ClockName = ""  # the name of the clock for turns; empty for none
    delay: int = 0  # seconds after which those who watch see what happens
    next_seed: str = ""  # the server's seed for the rematch, fixed before anybody sends one for it


def setup_of(head: Head, catalog: Catalog) -> Setup:
    """What never changes in the game of a table; shared with other tables unless it has cards of its own."""
    if head.kind == LESSON:
        return LessonRun(head.lesson).match.setup
    if head.record:
        return Record.parse(head.record).begin(catalog).setup
    return shared_setup(catalog, head.setup) if not head.cards else arrange(catalog, head.setup)
