"""Snapshots save time and nothing else: with one, without one or with a spoiled one a table is the same."""

from __future__ import annotations

import asyncio
import hashlib
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kit.long_game import LongGame, long_game
from kit.stores import event, soon, table, with_store
from tipover.cards.pack import load
from tipover.cli.store_command import store_command
from tipover.engine.core.language import languages
from tipover.engine.core.said import say
from tipover.engine.core.state import State
from tipover.play.match import Match
from tipover.table import snapshot_keeper, snapshots
from tipover.table.commands import Done
from tipover.table.kept_tables import folded, opened
from tipover.table.opening import Library
from tipover.table.protocol.from_client import Say
from tipover.table.refusals import RefusedError
from tipover.table.registry import TableRegistry
from tipover.table.snapshots import ROWS_BETWEEN, maker, snapshot
from tipover.table.store import SnapshotRow, Store, open_store
from tipover.table.store.sqlite import SqliteStore
from tipover.table.store.upkeep import back_up
from tipover.table.table_log import Table
from tipover.table.views import Views, table_now

LIBRARY = Library(load())


@pytest.fixture(scope="module")
def long() -> LongGame:
    return long_game(LIBRARY, "factory", 620)


def facts(table: Table) -> dict[str, Any]:
    """Everything a table is, in a form that can be compared; positions that are kept to save time are left out."""
    found: dict[str, Any] = {}
    for name, value in vars(table).items():
        if isinstance(value, Match):
            match = {key: one for key, one in vars(value).items() if key not in ("events", "dropped", "kept_from", "_before")}
            found[name] = {key: one.digest() if isinstance(one, State) else one for key, one in match.items() if key != "setup"}
        elif name == "dice":
            found[name] = (value.asked, value.seeds, [str(one) for one in value.chains.values()], value.server_seed)
        elif name == "seats":
            found[name] = [{slot: getattr(seat, slot) for slot in type(seat).__slots__} for seat in value]
        elif name not in ("catalog", "setup", "_kept"):
            found[name] = vars(value) if type(value).__module__.startswith("tipover.") and hasattr(value, "__dict__") else value
    return found


def taken(long: LongGame, rows: int) -> tuple[Table, SnapshotRow]:
    """The table after some of its rows, and its snapshot there."""
    table = folded(long.game._replace(last=rows), long.rows[:rows], LIBRARY)
    made = snapshot(table, Views(table))
    assert made is not None
    return table, made


@pytest.mark.parametrize("rows", [430, 619])
def test_a_table_from_its_snapshot_is_the_table_in_everything(long: LongGame, rows: int) -> None:
    table, made = taken(long, rows)
    again = opened(long.game._replace(last=rows), made, [], LIBRARY)
    assert again is not None and facts(again.table) == facts(table)
    whole = folded(long.game, long.rows, LIBRARY)
    later = opened(long.game, made, long.rows[rows:], LIBRARY)
    assert later is not None and facts(later.table) == facts(whole)
    for seats, language in (((0,), "en"), ((), "de"), ((0, 1), "en")):
        shown = Views(later.table, later.past).welcome(seats, table_now(later.table), -1, language)
        assert shown == Views(whole).welcome(seats, table_now(whole), -1, language)
    assert [later.table.at(count).digest() for count in (0, 60, 61)] == [whole.at(count).digest() for count in (0, 60, 61)]
    assert [later.table.events_of(number) for number in range(whole.count)] == [whole.events_of(number) for number in range(whole.count)]


def test_what_is_secret_and_who_won_come_from_a_snapshot_too() -> None:
    long = long_game(LIBRARY, "secret", 4000, "secret", spoken=120)
    assert long.table.over
    whole = folded(long.game, long.rows, LIBRARY)
    views = Views(whole)
    views.welcome((0,), table_now(whole))
    made = snapshot(whole, views)
    assert made is not None
    again = opened(long.game, made, [], LIBRARY)
    assert again is not None and facts(again.table) == facts(whole)
    for seats in ((0,), (1,), ()):
        assert Views(again.table, again.past).welcome(seats, table_now(again.table)) == views.welcome(seats, table_now(whole))


def packed(data: bytes) -> bytes:
    return hashlib.sha256(data).digest() + data


def spoiled(made: SnapshotRow) -> Iterator[SnapshotRow]:
    """A snapshot after everything that may happen to one."""
    middle = len(made.data) // 2
    yield made._replace(data=made.data[:middle] + bytes([made.data[middle] ^ 1]) + made.data[middle + 1 :])
    yield made._replace(data=made.data[:middle])
    yield made._replace(data=b"")
    yield made._replace(data=packed(zlib.compress(b"no message at all")))
    yield made._replace(data=packed(b"no compressed data"))
    yield made._replace(maker=made.maker + "x")
    yield made._replace(seq=made.seq - 1)
    inside: list[Any] = msgspec.msgpack.decode(zlib.decompress(made.data[32:]))
    for place, value in ((0, ["dict", []]), (0, ["Path", []]), (4, {}), (3, 10**6), (5, [])):
        yield made._replace(data=packed(zlib.compress(msgspec.msgpack.encode([*inside[:place], value, *inside[place + 1 :]]))))


def test_a_snapshot_that_is_spoiled_or_of_another_version_is_ignored(long: LongGame) -> None:
    _, made = taken(long, 500)
    assert opened(long.game, made, long.rows[500:], LIBRARY) is not None
    for number, one in enumerate(spoiled(made)):
        assert opened(long.game, one, long.rows[500:], LIBRARY) is None, number
    assert opened(long.game, made, long.rows[501:], LIBRARY) is None, "A row is missing."
    assert opened(long.game, made, long.rows[500:-1], LIBRARY) is None, "The last row is missing."
    assert made.maker == maker(LIBRARY.catalog) and LIBRARY.catalog.digest in made.maker


def test_a_short_game_keeps_the_log_that_is_read_and_a_long_one_that_of_every_language(
    long: LongGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A long log is written a little at a time, so that others play on meanwhile; it comes to the same."""
    table = taken(long, 200)[0]
    views = Views(table)
    views.welcome((), table_now(table))
    assert not views.write_on(25)
    assert [one.language for one in views.past(table.count).logs] == ["en"]
    monkeypatch.setattr("tipover.table.views.LONG", table.count)
    steps = 0
    while views.write_on(25):
        steps += 1
    assert steps == -(-table.count // 25)
    little, at_once = views.past(table.count), Views(table).past(table.count)
    assert sorted(little.logs) == sorted(at_once.logs) and {one.language for one in little.logs} == set(languages())


@contextmanager
def counted() -> Iterator[list[int]]:
    """How many rows are folded meanwhile."""
    taken: list[int] = []
    take = Table.take

    def counting(self: Table, row: Any) -> None:
        taken.append(row.seq)
        take(self, row)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Table, "take", counting)
        yield taken


async def open_at(store: Store, code: str) -> tuple[TableRegistry, Table]:
    registry = TableRegistry(store, LIBRARY)
    return registry, (await registry.live(code)).table


def test_a_long_game_opens_with_few_rows_and_a_spoiled_snapshot_is_made_anew(long: LongGame, where: str) -> None:
    whole = folded(long.game, long.rows, LIBRARY)

    async def run(store: Store) -> None:
        await store.create(long.game, long.rows)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(snapshot_keeper, "LATER", 0.0)
            assert await store.snapshot(long.game.code) is None
            for last in (SnapshotRow(0, "", b""), SnapshotRow(len(long.rows), maker(LIBRARY.catalog), b"spoiled")):
                if last.data:
                    await store.keep_snapshot(long.game.code, last)
                with counted() as rows:
                    registry, table = await open_at(store, long.game.code)
                    assert len(rows) == len(long.rows) and facts(table) == facts(whole)
                for _ in range(500):
                    kept = await store.snapshot(long.game.code)
                    if kept is not None and kept != last:
                        break
                    await asyncio.sleep(0.02)
                assert kept is not None and kept.seq == len(long.rows) and len(kept.data) > 1000
                registry.thinkers.close()
        with counted() as rows:
            registry, table = await open_at(store, long.game.code)
            assert rows == [] and facts(table) == facts(whole)
        registry.thinkers.close()
        assert long.game.status == "playing" and await store.prune(10_000.0) == 0, "What is being played is kept, however old."
        await store.append(long.game.code, [], "over", long.game.summary)
        assert await store.prune(10_000.0) == 1 and await store.snapshot(long.game.code) is None
        await store.keep_snapshot("NOBODY", SnapshotRow(1, "", b"x"))
        assert await store.snapshot("NOBODY") is None

    with_store(where, run)


def test_a_missing_row_before_the_snapshot_is_not_hidden_by_it(long: LongGame, tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"

    async def run(store: Store) -> None:
        await store.create(long.game, long.rows)
        _, made = taken(long, 500)
        await store.keep_snapshot(long.game.code, made)
        registry = TableRegistry(store, LIBRARY)
        with counted() as rows:
            live = await registry.live(long.game.code)
        assert rows == [row.seq for row in long.rows[500:]], "It opens from the snapshot."
        with closing(sqlite3.connect(file)) as base, base:
            base.execute("DELETE FROM events WHERE seq = 7")
        assert await store.snapshot(long.game.code) is None
        live._doubtful = True  # as after a write that may have failed: it is folded anew
        other = TableRegistry(store, LIBRARY)
        for again in (live.append(lambda: Done([])), other.live(long.game.code)):
            with pytest.raises(RefusedError) as no:
                await again
            assert (no.value.refused, no.value.said) == ("closed", say("refused.table_damaged"))
        registry.thinkers.close()
        other.thinkers.close()

    with_store(str(file), run)


def test_a_missing_row_hides_the_snapshot_in_every_store(where: str) -> None:
    async def run(store: Store) -> None:
        await store.create(table("abc"), [event(seq) for seq in range(1, 4)])
        await store.keep_snapshot("abc", SnapshotRow(3, "me", b"x"))
        assert await store.snapshot("abc") == SnapshotRow(3, "me", b"x")
        await store.append("abc", [event(4)], "playing", "{}")
        assert await store.snapshot("abc") == SnapshotRow(3, "me", b"x")
        if isinstance(store, SqliteStore):
            await store._read(lambda connection: connection.execute("DELETE FROM events WHERE seq = 2"))
        else:
            await store._fetch("DELETE FROM events WHERE seq = 2")  # type: ignore[attr-defined]
        assert await store.snapshot("abc") is None

    with_store(where, run)


def test_a_table_that_is_played_on_gets_a_snapshot_after_some_rows(long: LongGame, tmp_path: Path) -> None:
    class Ear:
        seats: tuple[int, ...] = ()
        address = asking = ""
        language = "en"
        closed = False

        def tell(self, message: bytes) -> None: ...

    async def run(store: Store) -> None:
        rows = long.rows[: 3 * ROWS_BETWEEN - 2]
        await store.create(long.game._replace(last=len(rows)), rows)
        _, first = taken(long, 2 * ROWS_BETWEEN)
        await store.keep_snapshot(long.game.code, first)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(snapshot_keeper, "LATER", 0.0)
            registry = TableRegistry(store, LIBRARY)
            live = await registry.live(long.game.code)
            ear = Ear()
            await live.join(ear, [])
            ear.seats = (0,)
            for number in range(2):
                await live.command(ear, Say(id=f"say{number}", seat=0, text="Hello."))
            for _ in range(500):
                kept = await store.snapshot(long.game.code)
                if kept is not None and kept.seq > first.seq:
                    break
                await asyncio.sleep(0.02)
            assert kept is not None and kept.seq == 3 * ROWS_BETWEEN
            registry.thinkers.close()

    with_store(str(tmp_path / "tables.sqlite"), run)


def test_what_fails_while_one_is_made_is_told_and_a_server_that_stops_makes_none(
    long: LongGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    begun: list[int] = []

    def too_deep(table: Table, views: Views) -> SnapshotRow | None:
        begun.append(table.seq)
        raise RecursionError("too deep")

    monkeypatch.setattr(snapshot_keeper, "snapshot", too_deep)

    async def run(store: Store) -> None:
        await store.create(long.game, long.rows)
        monkeypatch.setattr(snapshot_keeper, "LATER", 0.0)
        registry, table = await open_at(store, long.game.code)
        live = await registry.live(long.game.code)
        await soon(lambda: live.snapshots.last == table.seq)
        assert begun == [table.seq]
        assert [(one.message, one.exc_info and one.exc_info[0]) for one in caplog.records] == [("no snapshot of a table", RecursionError)]
        registry.thinkers.close()
        monkeypatch.setattr(snapshot_keeper, "LATER", 0.05)
        registry, _ = await open_at(store, long.game.code)
        live = await registry.live(long.game.code)
        await live.stop()
        await asyncio.sleep(0.2)
        making = live.snapshots._making
        assert making is not None and making.cancelled() and begun == [table.seq]
        registry.thinkers.close()

    with_store(str(tmp_path / "tables.sqlite"), run)


def test_copies_keep_snapshots_check_names_spoiled_ones_and_prune_takes_them_along(long: LongGame, tmp_path: Path) -> None:
    from click.testing import CliRunner

    file, copy = tmp_path / "tables.sqlite", tmp_path / "copy.sqlite"
    _, made = taken(long, len(long.rows))

    async def fill(store: Store) -> None:
        await store.create(long.game._replace(status="over"), long.rows)
        await store.keep_snapshot(long.game.code, made)

    with_store(str(file), fill)
    back_up(file, copy)

    async def copied() -> SnapshotRow | None:
        store = open_store(str(copy))
        await store.open()
        try:
            return await store.snapshot(long.game.code)
        finally:
            await store.close()

    assert asyncio.run(copied()) == made
    place = ["--data", str(tmp_path)]
    sound = CliRunner().invoke(store_command, ["check", *place])
    assert sound.exit_code == 0 and "snapshot" not in sound.output, sound.output
    with closing(sqlite3.connect(file)) as base, base:
        base.execute("UPDATE snapshots SET data = substr(data, 1, 500)")
    told = CliRunner().invoke(store_command, ["check", *place])
    assert told.exit_code == 0 and "KQMWRT: its snapshot is spoiled; it opens from its rows" in told.output, told.output
    assert "1 table is deleted" in CliRunner().invoke(store_command, ["prune", "--days", "1", *place]).output
    with closing(sqlite3.connect(file)) as base:
        assert base.execute("SELECT count(*) FROM snapshots").fetchone() == (0,)


def test_a_game_with_more_talk_than_play_has_one_too(long: LongGame) -> None:
    talk = long_game(LIBRARY, "boardwalk", 460, "talk", spoken=400)
    made = snapshot(folded(talk.game, talk.rows, LIBRARY), Views(talk.table))
    assert made is not None
    again = opened(talk.game, made, [], LIBRARY)
    assert again is not None and facts(again.table) == facts(folded(talk.game, talk.rows, LIBRARY))


def test_short_games_wait_for_theirs(long: LongGame) -> None:
    for rows, is_due in ((ROWS_BETWEEN - 1, False), (ROWS_BETWEEN, True)):
        assert snapshots.is_due(folded(long.game._replace(last=rows), long.rows[:rows], LIBRARY), 0) == is_due
