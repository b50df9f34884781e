"""The clocks of tables that are not in memory: one bad row or one failure of the store stops none of the others."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import msgspec
import pytest

from kit.stores import event, soon, table, with_store
from tipover.cards.pack import load
from tipover.table import attendance, registry, stored_clocks
from tipover.table.attendance import DAY
from tipover.table.opening import Library
from tipover.table.protocol.people import NewTable, SeatWanted, TableNow
from tipover.table.registry import TableRegistry
from tipover.table.store import GameRow, Store, StoreDown

LIBRARY = Library(load())
PEOPLE = [SeatWanted("me", "Ann", seed="a"), SeatWanted("me", "Ben", seed="b")]


class Watched:
    """A store that counts its calls and refuses to read tables at first."""

    def __init__(self, store: Store, failures: int = 0, shared: bool = False) -> None:
        self.store = store
        self.shared = shared
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
        await soon(lambda: not rooms.clocks)
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
        await soon(lambda: code in rooms._live and not rooms.clocks)
        assert "AAAAAA" not in rooms._live
        await rooms.close()

    with_store(str(tmp_path / "tables.sqlite"), play)


def test_one_process_ends_a_turn_and_the_others_load_its_table_only_if_it_has_died(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "CLOCK_EVERY", 0.01)
    monkeypatch.setattr(stored_clocks, "OTHERS_LATER", (0.5, 0.5))

    async def play(store: Store) -> None:
        code = await timed_out(store)
        row = await store.game(code)
        assert row is not None
        soon_up = time.time() + 0.3
        now = msgspec.structs.replace(msgspec.json.decode(row.summary, type=TableNow), deadline=soon_up)
        await store.append(code, [], row.status, msgspec.json.encode(now).decode())
        owner, other, late = (TableRegistry(Watched(store, shared=True), LIBRARY) for _ in range(3))  # type: ignore[arg-type]
        await other.open()
        await soon(lambda: bool(other.clocks))
        ended: list[str] = []

        async def end_turn(woken: str) -> None:
            """As the owner's table would: somebody else is asked."""
            ended.append(woken)
            await store.append(code, [], row.status, msgspec.json.encode(msgspec.structs.replace(now, deadline=soon_up + 900)).decode())

        monkeypatch.setattr(owner.clocks, "_wake", end_turn)
        owner.clocks.keep(code, soon_up)
        while not ended:
            await owner.clocks.look()
            await asyncio.sleep(0.02)
        assert soon_up <= time.time() < soon_up + 0.45 and not other._live
        await asyncio.sleep(max(0.0, soon_up + 0.8 - time.time()))
        assert not other._live and other.clocks._due[code].until == soon_up + 900, "It has seen that the turn is over."
        monkeypatch.setitem(attendance.SECONDS, DAY, 0.001)
        await store.append(code, [], row.status, msgspec.json.encode(msgspec.structs.replace(now, deadline=1.0)).decode())
        await late.open()
        await soon(lambda: code in late._live and any(seat.stand_in for seat in late._live[code].table.seats))  # nobody else has
        for one in (owner, other, late):
            await one.close()

    with_store(str(tmp_path / "tables.sqlite"), play)


def test_processes_that_all_begin_anew_do_not_all_load_what_is_over_at_once(tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        code = await timed_out(store)
        woken: list[str] = []

        async def wake(one: str) -> None:
            woken.append(one)

        several = [stored_clocks.StoredClocks(Watched(store, shared=True), wake) for _ in range(3)]  # type: ignore[arg-type]
        for one in several:
            await one.look()
        assert not woken
        waits = [one._due[code].at - time.time() for one in several]
        assert all(4 < wait <= 15 for wait in waits) and len({*waits}) == 3
        alone = stored_clocks.StoredClocks(Watched(store), wake)  # type: ignore[arg-type]
        await alone.look()
        assert woken == [code], "Where no other process is, nobody is waited for."

    with_store(str(tmp_path / "tables.sqlite"), play)
