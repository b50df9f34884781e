"""What one process promises the others keep: the seed it is bound to, and the one table of a rematch, also after a crash."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from kit.appends import WatchedAppends
from kit.stores import with_two
from tipover.cards.pack import load
from tipover.engine.core.arrange import first_game
from tipover.play.fair import commitment
from tipover.table.codes import is_code, new_codes, next_codes
from tipover.table.commitments import GOOD_FOR, Commitments
from tipover.table.opening import Library
from tipover.table.protocol.from_client import Rematch, Resign
from tipover.table.protocol.people import NewTable, SeatWanted, SitDown
from tipover.table.refusals import RefusedError
from tipover.table.registry import TableRegistry
from tipover.table.store import EventRow, Store, StoreDown, open_store
from tipover.table.views import Seats

LIBRARY = Library(load())
SETUP = {**first_game("golden_girls", quick=True, catalog=LIBRARY.catalog).source, "rounds": 3}
BOTH = [SeatWanted("me", "Ann", seed="a1"), SeatWanted("me", "Ben", seed="b2")]
TOKEN = "0123456789abcdef" * 4


class Dying(WatchedAppends):
    """A store that dies when a rematch's row is to be written: its next table is kept, and its former one does not know of it."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)

    def before_append(self, rows: list[EventRow]) -> None:
        if any(row.kind == "rematch" for row in rows):
            raise StoreDown("the power is out.")


class Ear:
    """A socket at the table that only hears."""

    def __init__(self) -> None:
        self.seats: Seats = ()
        self.address = ""
        self.asking = ""
        self.language = "en"
        self.closed = False
        self.told: list[bytes] = []

    def tell(self, message: bytes) -> None:
        self.told.append(message)


def in_halls(where: str, *deeds: Callable[[TableRegistry], Coroutine[Any, Any, None]]) -> None:
    """Do each in a registry of its own, one after the other, at one place."""

    async def each() -> None:
        for deed in deeds:
            registry = TableRegistry(open_store(where), LIBRARY)
            await registry.open()
            await deed(registry)
            await registry.close()

    asyncio.run(each())


# -- seeds -----------------------------------------------------------------------------------------------


def test_a_seed_is_taken_once_by_whichever_process_is_asked(where: str) -> None:
    async def play(one: Store, two: Store) -> None:
        promised = await Commitments(one).new()
        assert commitment(await Commitments(two).take(promised)) == promised
        for store in (one, two):
            with pytest.raises(RefusedError) as no:
                await Commitments(store).take(promised)
            assert no.value.refused == "unknown"

    with_two(where, play)


def test_a_seed_of_which_many_want_to_open_a_table_is_one_tables(where: str) -> None:
    async def play(one: Store, two: Store) -> None:
        promised = await Commitments(one).new()
        tried = await asyncio.gather(*(Commitments(store).take(promised) for store in (one, two) * 8), return_exceptions=True)
        assert [commitment(seed) for seed in tried if isinstance(seed, str)] == [promised]

    with_two(where, play)


def test_a_seed_is_good_for_a_while_and_what_is_past_is_dropped(where: str) -> None:
    async def play(one: Store, two: Store) -> None:
        now = [1000.0]
        waiting = Commitments(one, lambda: now[0])
        first, second = await waiting.new(), await waiting.new()
        now[0] += GOOD_FOR - 1
        assert await waiting.take(first)
        now[0] += 1
        with pytest.raises(RefusedError):
            await waiting.take(second)
        third = await waiting.new()
        now[0] += GOOD_FOR
        await waiting.new()
        assert await two.take_seed(third, 0.0) == "", "It is no longer there at all."

    with_two(where, play)


@pytest.mark.parametrize("told", ["0", "x" * 64, "0" * 64, "\x00" * 64, "0" * 65, "A" * 64])
def test_what_no_server_promised_is_refused(where: str, told: str) -> None:
    async def play(one: Store, two: Store) -> None:
        with pytest.raises(RefusedError) as no:
            await Commitments(one).take(told)
        assert no.value.refused == "unknown"

    with_two(where, play)


def test_what_was_promised_before_a_restart_is_kept_after_it(where: str) -> None:
    promised: list[str] = []

    async def promise(registry: TableRegistry) -> None:
        promised.append(await registry.commitments.new())

    async def keep(registry: TableRegistry) -> None:
        table = await registry.new(NewTable(setup=SETUP, seats=BOTH, commitment=promised[0]), "")
        assert (await registry.live(table.code)).now().commitment == promised[0]

    in_halls(where, promise, keep)


# -- rematches -------------------------------------------------------------------------------------------


def test_a_rematch_has_codes_of_its_own_that_are_the_same_everywhere(tmp_path: Path) -> None:
    async def play(registry: TableRegistry) -> None:
        opened = await registry.new(NewTable(setup=SETUP, seats=BOTH), "")
        head = (await registry.live(opened.code)).table.head
        assert list(next_codes(head)) == list(next_codes(head))
        assert all(is_code(code) for codes in (next_codes(head), new_codes()) for code in codes)
        assert len({*next_codes(head), *new_codes()}) == 40

    in_halls(str(tmp_path / "tables.sqlite"), play)


def test_a_rematch_that_opened_before_a_crash_is_the_one_that_is_opened_after_it(where: str) -> None:
    tokens: list[str] = []
    codes: list[str] = []

    async def crash(registry: TableRegistry) -> None:
        opened = await registry.new(NewTable(setup=SETUP, placed=True, seats=BOTH), "")
        tokens.extend(one.token for one in opened.seats)
        live = await registry.live(opened.code)
        both = Ear()
        await live.join(both, tokens)
        await live.command(both, Resign("r", 0))
        await live.command(both, Rematch("a", 0, "c3"))
        live.store = Dying(live.store)
        with pytest.raises(RefusedError) as no:
            await live.command(both, Rematch("b", 1, "d4"))
        assert no.value.refused == "store" and not live.table.rematch
        codes.append(opened.code)

    async def again(registry: TableRegistry) -> None:
        live = await registry.live(codes[0])
        both = Ear()
        await live.join(both, tokens)
        await live.command(both, Rematch("c", 1, "e5"))
        assert live.table.rematch == next(next_codes(live.table.head))
        assert len(await registry.store.games()) == 2
        next_one = await registry.live(live.table.rematch)
        assert [seat.seed for seat in next_one.table.seats] == ["d4", "c3"], "It is the table that opened before the crash."
        claimed = await registry.sit(next_one.code, SitDown(token=TOKEN), "", tokens[0])
        assert [one.seat for one in claimed.seats] == [1]

    in_halls(where, crash, again)


def test_a_code_that_another_table_has_is_not_taken_for_the_rematch(where: str) -> None:
    async def play(registry: TableRegistry) -> None:
        opened = await registry.new(NewTable(setup=SETUP, placed=True, seats=BOTH), "")
        live = await registry.live(opened.code)
        first, second, *_ = next_codes(live.table.head)
        taken = await registry.store.game(opened.code)
        assert taken is not None
        await registry.store.create(taken._replace(code=first), await registry.store.events(opened.code))
        both = Ear()
        await live.join(both, [one.token for one in opened.seats])
        for command in (Resign("r", 0), Rematch("a", 0), Rematch("b", 1)):
            await live.command(both, command)
        assert live.table.rematch == second

    in_halls(where, play)
