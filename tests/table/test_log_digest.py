"""What a table's rows come to: kept with every append, compared whenever the table is folded, and never a reason to refuse sound rows."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from kit.stores import with_store
from tipover.cards.pack import load
from tipover.engine.core.said import say
from tipover.table.kept_tables import DamagedError, folded
from tipover.table.live_table import LiveTable
from tipover.table.opening import Library
from tipover.table.protocol.from_client import Choose
from tipover.table.protocol.people import NewTable, SeatWanted
from tipover.table.refusals import RefusedError
from tipover.table.registry import TableRegistry
from tipover.table.store import EventRow, GameRow, Store, log_digest
from tipover.table.views import Seats

LIBRARY = Library(load())
PEOPLE = [SeatWanted("me", "Ann", seed="a"), SeatWanted("me", "Ben", seed="b")]


class Ear:
    """A socket with both seats."""

    def __init__(self) -> None:
        self.seats: Seats = (0, 1)
        self.address = ""
        self.asking = ""
        self.language = "en"
        self.closed = False

    def tell(self, message: bytes) -> None:
        pass


async def played(store: Store, moves: int = 6) -> LiveTable:
    """A table of a new registry at which so many choices were made."""
    rooms = TableRegistry(store, LIBRARY)
    code = (await rooms.new(NewTable(quick="first-golden_girls", placed=True, seats=PEOPLE), "127.0.0.1")).code
    live = rooms._live[code]
    rooms.thinkers.close()
    for number in range(moves):
        await choose(live, f"c{number}", number)
    return live


async def choose(live: LiveTable, identity: str, seed: int) -> None:
    ask = live.table.state.decision
    assert ask is not None
    option = random.Random(seed).randrange(len(ask.options))
    await live.command(Ear(), Choose(identity, ask.seat, live.table.game_seq, option=option))


async def row_of(store: Store, code: str) -> GameRow:
    row = await store.game(code)
    assert row is not None
    return row


def test_every_append_keeps_what_the_rows_come_to(where: str) -> None:
    async def play(store: Store) -> None:
        live = await played(store)
        game, rows = await row_of(store, live.code), await store.events(live.code)
        assert game.log_digest == log_digest.kept(log_digest.of_rows(log_digest.of_head(game.head), rows), game.last)
        again = folded(game, rows, LIBRARY)
        assert again.log_digest == live.table.log_digest and log_digest.covered(game) == len(rows)

    with_store(where, play)


@pytest.mark.parametrize("field", ["kind", "seat", "command", "body", "at"])
def test_any_other_field_of_any_row_is_noticed(tmp_path: Path, field: str) -> None:
    async def play(store: Store) -> None:
        live = await played(store)
        game, rows = await row_of(store, live.code), await store.events(live.code)
        values = {"kind": "said", "seat": 7, "command": "x", "body": '{"text":"x"}', "at": 5.0}
        for number, row in enumerate(rows):
            other = [*rows[:number], row._replace(**{field: values[field]}), *rows[number + 1 :]]
            with pytest.raises(DamagedError, match="is not what was written"):
                folded(game, other, LIBRARY)

    with_store(str(tmp_path / "tables.sqlite"), play)


def test_rows_that_an_older_server_added_without_a_digest_are_no_damage(tmp_path: Path) -> None:
    """While processes are restarted one after the other, the old ones write rows and leave the digest as it is."""

    async def play(store: Store) -> None:
        live = await played(store)
        before = await row_of(store, live.code)
        old = EventRow(before.last + 1, "said", 0, "old", '{"text":"from an older server"}', 9.0)
        await store.append(live.code, [old], before.status, before.summary)
        assert (await row_of(store, live.code)).log_digest == before.log_digest
        table = folded(await row_of(store, live.code), await store.events(live.code), LIBRARY)
        assert table.seq == before.last + 1 and log_digest.covered(before) == before.last
        await live.changed(old.seq)
        await choose(live, "next", 1)
        after = await row_of(store, live.code)
        assert log_digest.covered(after) == after.last > old.seq, "The next row of this version covers them too."
        folded(after, await store.events(live.code), LIBRARY)

    with_store(str(tmp_path / "tables.sqlite"), play)


def test_a_table_without_a_digest_opens_and_gets_one(tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        live = await played(store)
        row, rows = await row_of(store, live.code), await store.events(live.code)
        await store.create(row._replace(code="ZZZZZZ", log_digest=""), rows)
        rooms = TableRegistry(store, LIBRARY)
        there = await rooms.live("ZZZZZZ")
        rooms.thinkers.close()
        await choose(there, "more", 2)
        after = await row_of(store, "ZZZZZZ")
        assert log_digest.covered(after) == after.last == len(rows) + 1
        folded(after, await store.events("ZZZZZZ"), LIBRARY)

    with_store(str(tmp_path / "tables.sqlite"), play)


class Shortened:
    """A store that has lost the end of every table's log since, and with `forgets` also knows nothing of it."""

    def __init__(self, store: Store, forgets: bool) -> None:
        self.store = store
        self.forgets = forgets
        self.lost = 0

    def __getattr__(self, name: str) -> object:
        return getattr(self.store, name)

    async def events(self, code: str, after: int = 0) -> list[EventRow]:
        rows = await self.store.events(code, after)
        return rows[: len(rows) - self.lost]

    async def game(self, code: str) -> GameRow | None:
        row = await self.store.game(code)
        if row is None or not (self.forgets and self.lost):
            return row
        return row._replace(last=row.last - self.lost, log_digest="")


@pytest.mark.parametrize("forgets", [False, True])
def test_a_missing_end_of_an_open_tables_log_is_refused_when_it_is_read_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, forgets: bool
) -> None:
    """What was acknowledged to players is known to the process that did it, whatever the store says afterwards."""

    async def play(store: Store) -> None:
        live = await played(store)
        shortened = Shortened(store, forgets)
        live.store = shortened  # type: ignore[assignment]
        live._doubtful = True  # as after a write of which nobody knows whether it was stored
        shortened.lost = 2
        with pytest.raises(RefusedError) as no:
            await choose(live, "next", 3)
        assert (no.value.refused, no.value.said) == ("closed", say("refused.table_damaged"))
        assert f"a table is damaged (rows are missing: it should have {live.table.seq}" in caplog.text and live.code not in caplog.text
        shortened.lost = 0
        await choose(live, "next", 3)  # the rows are back, and the game goes on

    with_store(str(tmp_path / "tables.sqlite"), play)
