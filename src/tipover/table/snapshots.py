"""Snapshots: a long game as it was at one row, so that it opens without playing all of it again.

The log is the truth, and a snapshot only saves time: one that is missing, spoiled, or made by another version or with
other cards is ignored, and the table is folded from its rows as ever.
"""

from __future__ import annotations

import hashlib
import zlib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

import msgspec

from tipover.cards.catalog import Catalog
from tipover.engine.codec import state_from_json, state_json
from tipover.engine.core.decision import Choice
from tipover.engine.core.version import __version__
from tipover.play.fair import FairDice
from tipover.play.match import Match, MatchPast
from tipover.table.frozen import freeze, thaw
from tipover.table.store import EventRow, GameRow, SnapshotRow, log_digest
from tipover.table.table_head import GAME, Head
from tipover.table.table_log import Answered, Table
from tipover.table.views import LOOK_BACK, PastLog, Views
from tipover.table.written_log import PastLines

ROWS_BETWEEN = 200  # rows between two snapshots of a table
UNTOLD = 50  # events of acts that may not be told yet, beside those that a sentence looks back to
LARGEST = 256 * 1024 * 1024  # bytes
ROOMS = ("board", "cards", "engine", "languages", "play", "table")  # of the package: what a game and its log follow from

# What a table has from its head, and what is stored in a form of its own.
_OTHERWISE = {"code", "head", "catalog", "record", "lesson", "setup", "match", "dice", "commands", "_kept"}


class _Snapshot(msgspec.Struct, array_like=True):
    """The contents of a snapshot."""

    values: Any  # the table's own attributes, frozen
    commands: tuple[list[str], list[int], list[int], list[str]]  # ids, rows, seats and signs of the commands
    names: list[str]  # the players
    base: int  # the number of choices before the position
    position: Any  # the state there, as JSON
    choices: list[Choice]  # all choices
    lines: list[str]  # the lines of those before the position
    seats: list[list[int]]  # the seats that could make each of them
    sealed: list[tuple[int, int]]  # those of them that are not revealed yet
    chains: list[str]  # the seats' seeds, with what was shown of their chains
    rolls: int  # how many rolls fell
    told: int  # the number of choices whose log is known: no die fell since
    logs: list[PastLines]  # see `PastLog`
    tally: Any  # what is counted in them, frozen
    digest: str  # of the state after all choices


class Restored(NamedTuple):
    """A table from a snapshot and the rows after it."""

    table: Table  # The table.
    past: PastLog  # What is told of its first choices.


def maker(catalog: Catalog) -> str:
    """What a snapshot depends on beside the rows: version, code and cards."""
    return f"{__version__} {code_digest()} {catalog.digest}"


@cache
def code_digest() -> str:
    """A digest of the code and texts of the rooms that a game follows from."""
    found = hashlib.sha256()
    for room in ROOMS:
        for name, file in sorted(_files(files("tipover") / room, room)):
            found.update(f"{name}\0".encode() + hashlib.sha256(file.read_bytes()).digest())
    return found.hexdigest()[:16]


def _files(folder: Traversable, name: str) -> list[tuple[str, Traversable]]:
    found: list[tuple[str, Traversable]] = []
    for one in folder.iterdir():
        if one.is_dir() and one.name not in ("static", "__pycache__"):
            found += _files(one, f"{name}/{one.name}")
        elif one.name.endswith((".py", ".toml")):
            found.append((f"{name}/{one.name}", one))
    return found


def is_due(table: Table, last: int) -> bool:
    """Whether a table with its last snapshot at a row needs another."""
    return table.head.kind == GAME and table.match is not None and table.seq - last >= ROWS_BETWEEN


def snapshot(table: Table, views: Views) -> SnapshotRow | None:
    """A table as it is now; None if its game has no dice of the table."""
    match, dice = table.match, table.dice
    if match is None or dice is None:
        return None
    base = table.base_before(match.fixed, LOOK_BACK + UNTOLD)
    past = views.past(match.fixed)
    known = list(table.commands.values())
    taken = _Snapshot(
        values=freeze({name: value for name, value in vars(table).items() if name not in _OTHERWISE}),
        commands=(list(table.commands), [one.seq for one in known], [one.seat for one in known], [one.sign for one in known]),
        names=match.names,
        base=base,
        position=state_json(table.at(base)),
        choices=match.choices,
        lines=match.lines[:base],
        seats=match.seats[:base],
        sealed=[one for one in match.sealed if one[0] < base],
        chains=[str(dice.chains[seat]) if seat in dice.chains else seed for seat, seed in enumerate(dice.seeds)],
        rolls=dice.asked,
        told=past.choices,
        logs=past.logs,
        tally=freeze(past.tally),
        digest=match.state.digest(),
    )
    data = zlib.compress(msgspec.msgpack.encode(taken), 1)
    return SnapshotRow(table.seq, maker(table.catalog), hashlib.sha256(data).digest() + data)


def restored(game: GameRow, head: Head, catalog: Catalog, kept: SnapshotRow, rows: list[EventRow]) -> Restored | None:
    """A table from its snapshot and the rows after it; None if the snapshot is no good, whatever is wrong with it."""
    if kept.maker != maker(catalog) or kept.data[:32] != hashlib.sha256(kept.data[32:]).digest():
        return None
    if [row.seq for row in rows] != list(range(kept.seq + 1, max(game.last, kept.seq + len(rows)) + 1)):
        return None
    try:
        unpacked = zlib.decompressobj().decompress(kept.data[32:], LARGEST)
        found = msgspec.msgpack.decode(unpacked, type=_Snapshot)
        table = Table(game.code, head, catalog, game.created)
        past = PastLog(found.told, found.logs, thaw(found.tally))
        _fill(table, found)
        if table.seq != kept.seq or table.state.digest() != found.digest or table.head_digest != log_digest.of_head(game.head):
            return None
        if not log_digest.agrees(game, table.log_digest, kept.seq, rows):
            return None
        for row in rows:
            table.take(row)
    except Exception:  # the rows tell what is true
        return None
    return Restored(table, past)


def _fill(table: Table, found: _Snapshot) -> None:
    values: dict[str, Any] = thaw(found.values)
    if set(values) != set(vars(table)) - _OTHERWISE:
        raise ValueError("other attributes")
    vars(table).update(values)
    ids, seqs, seats, signs = found.commands
    table.commands = dict(zip(ids, map(Answered, seqs, seats, signs), strict=True))
    table.dice = FairDice(table.head.server_seed, found.chains, found.rolls)
    before = table.marks[found.base - 1] if found.base else 0
    past = MatchPast(found.choices[: found.base], found.lines, found.seats, found.sealed, before)  # type: ignore[arg-type]
    match = table.match = Match.resumed(table.setup, found.names, state_from_json(table.setup, found.position), past)
    table.keep_position()
    for choice in found.choices[found.base :]:
        match.play(choice)
        table.keep_position()
