"""The clocks of tables that are not in memory: one bad row or one failure of the store stops none of the others."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from kit.stores import event, soon, table, with_store
from tipover.cards.pack import load
from tipover.table import attendance, registry
from tipover.table.attendance import DAY
from tipover.table.opening import Library
from tipover.table.protocol.people import NewTable, SeatWanted, TableNow
from tipover.table.registry import TableRegistry
from tipover.table.store import GameRow, Store, StoreDown

LIBRARY = Library(load())
PEOPLE = [SeatWanted("me", "Ann", seed="a"), SeatWanted("me", "Ben", seed="b")]


class Watched:
    """A store that counts its calls and refuses to read tables at first."""

    def __init__(self, store: Store, failures: int = 0) -> None:
        self.store = store
        self.shared = False
        self.failures = failures
        self.looks = 0

    def __getattr__(self, name: str) -> object:
        return getattr(self.store, name)

    async def clocked(self) -> list[tuple[str, str]]:
        self.looks += 1
        return await self.store.clocked()

    async def game(self, code: str) -> GameRow | None:
        if self.failures:
            self.failures -= 1
            raise StoreDown("the connection broke")
        return await self.store.game(code)


async def timed_out(store: Store, clock: str = DAY) -> str:
    """A table whose time is up, in no process's memory."""
    first = TableRegistry(store, LIBRARY)
    code = (await first.new(NewTable(quick="first-golden_girls", placed=True, clock=clock, seats=PEOPLE), "127.0.0.1")).code
    await first._live[code].stop()
    first.thinkers.close()
    row = await store.game(code)
    assert row is not None
    now = msgspec.json.decode(row.summary, type=TableNow)
    assert bool(now.deadline) == bool(clock)
    if clock:
        await store.append(code, [], row.status, msgspec.json.encode(msgspec.structs.replace(now, deadline=1.0)).decode())
    return code


def test_only_tables_that_are_played_with_a_clock_are_looked_at(where: str) -> None:
    async def play(store: Store) -> None:
        code, _ = await timed_out(store), await timed_out(store, "")
        await store.create(table("over")._replace(status="over", summary='{"deadline":5}'), [event(1)])
        assert [found for found, _ in await store.clocked()] == [code]
        row = await store.game(code)
        assert row is not None and await store.clocked() == [(code, row.summary)]

    with_store(where, play)


@pytest.mark.parametrize("failures", [0, 2])
def test_a_bad_summary_or_a_store_that_was_away_stops_no_clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failures: int) -> None:
    monkeypatch.setattr(registry, "CLOCK_EVERY", 0.01)

    async def play(store: Store) -> None:
        await store.create(table("BADONE", status="playing")._replace(summary='{"deadline":'), [event(1)])
        good = [await timed_out(store) for _ in range(2)]
        assert [code for code, _ in await store.clocked()] == ["BADONE", *good]
        monkeypatch.setitem(attendance.SECONDS, DAY, 0.001)
        watched = Watched(store, failures)
        rooms = TableRegistry(watched, LIBRARY)  # type: ignore[arg-type]
        await rooms.open()
        await soon(lambda: set(good) <= set(rooms._live))
        await soon(lambda: all(any(seat.stand_in for seat in rooms._live[code].table.seats) for code in good))
        await soon(lambda: not rooms._deadlines)
        assert watched.looks == 1 and not watched.failures
        await rooms.close()

    with_store(str(tmp_path / "tables.sqlite"), play)


def test_a_damaged_table_is_tried_once_and_the_others_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "CLOCK_EVERY", 0.01)

    async def play(store: Store) -> None:
        code = await timed_out(store)
        row = await store.game(code)
        assert row is not None
        await store.create(row._replace(code="AAAAAA", head="{", summary=row.summary.replace(code, "AAAAAA")), await store.events(code))
        monkeypatch.setitem(attendance.SECONDS, DAY, 0.001)
        watched = Watched(store)
        rooms = TableRegistry(watched, LIBRARY)  # type: ignore[arg-type]
        await rooms.open()
        await soon(lambda: code in rooms._live and not rooms._deadlines)
        assert "AAAAAA" not in rooms._live
        await rooms.close()

    with_store(str(tmp_path / "tables.sqlite"), play)
