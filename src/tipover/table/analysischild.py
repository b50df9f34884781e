"""The child that looks through one finished game for the table, tells how far it is, then what it found, and is gone."""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress

import msgspec

from tipover.bots.analyse import Analysis, analyse, budget, in_percent, rounds_of
from tipover.cards.catalog import SIDES
from tipover.cards.pack import load
from tipover.play.record import Record
from tipover.table.cardbox import catalog_with
from tipover.table.protocol import AccountShown, AnalysisIs, MistakeShown

MOST_SECONDS = 25.0  # of the processor's time for search; what is left then is judged as it stands
MOST_WAITED = 100.0  # seconds that a person waits at most, on a machine that does much else
KINDNESS = 5  # how far it stands back behind the games that are being played
TOLD_EVERY = 0.25  # seconds


class Task(msgspec.Struct):
    """A game to look through: its record, the cards written for its room, and where further packs lie."""

    record: str
    cards: list[str]
    folders: list[str]


def main() -> None:
    """Read a task from standard input; write how much is done, line by line, and at last what was found."""
    with suppress(AttributeError, OSError):  # not everywhere can a process stand back
        os.nice(KINDNESS)
    task = msgspec.json.decode(sys.stdin.buffer.read(), type=Task)
    found = looked_through(task, _Teller())
    sys.stdout.buffer.write(msgspec.json.encode(found) + b"\n")
    sys.stdout.buffer.flush()


class _Teller:
    """Says how much is done, not too often."""

    def __init__(self) -> None:
        self.then = 0.0

    def __call__(self, done: int, of: int) -> None:
        if time.monotonic() - self.then >= TOLD_EVERY:
            self.then = time.monotonic()
            sys.stdout.buffer.write(b"%.3f\n" % (done / of))
            sys.stdout.buffer.flush()


def looked_through(task: Task, tell: _Teller) -> AnalysisIs:
    """What became of a game, as the table tells it."""
    until = time.monotonic() + MOST_WAITED
    catalog = catalog_with(task.cards, load(*task.folders, forgiving=True), *task.folders)
    match = Record.parse(task.record).replay(catalog)
    return shown(analyse(match, budget(match), 0, tell, lambda: time.process_time() > MOST_SECONDS or time.monotonic() > until))


def shown(found: Analysis) -> AnalysisIs:
    """An analysis for the wire: chances in whole percent, changes in percentage points."""
    accounts = [_account(found, place, side) for place, side in enumerate(found.sides)]
    mistakes = [MistakeShown(one.moment, SIDES[one.side], one.percent, one.sentence) for one in found.worst()]
    return AnalysisIs("", 1.0, accounts, mistakes, found.skipped, rounds_of(found.steps))


def _account(found: Analysis, place: int, side: int) -> AccountShown:
    account = found.ledgers[side].percent()
    chances = [in_percent(chances[place]) for chances in found.chances]
    shown = AccountShown(SIDES[side], chances, account["luck"], account["errors"], account["gifts"], account["drift"])
    if side in found.luckiest:
        shown.luckiest, shown.luckiest_at = found.luckiest[side].sentence, found.luckiest[side].moment
    if side in found.unluckiest:
        shown.unluckiest, shown.unluckiest_at = found.unluckiest[side].sentence, found.unluckiest[side].moment
    return shown
