"""The contract of a store, on SQLite and on a real PostgreSQL: what was acknowledged is there, once, whole and in order."""

from __future__ import annotations

import asyncio

import pytest

from kit.stores import event, table, with_store, with_two
from tipover.table.store import Conflict, EventRow, GameRow, Store, StoreDown, open_store

# -- there and back ----------------------------------------------------------------------------------------------


def test_a_table_and_its_events_come_back_as_they_were(where: str) -> None:
    async def play(store: Store) -> None:
        rows = [
            EventRow(1, "sat", 0, "c-1", '{"name":"Ann \\u0000 ✂ \U0001f3b2"}', 1234.000125),
            EventRow(2, "began", -1, "", "{}", 1234.5),
        ]
        await store.create(table(listed=True), rows)
        assert await store.events("abc") == rows
        assert await store.game("abc") == table(listed=True)._replace(last=2)
        more = [event(3, "c-2", '{"line":"L1: move c4"}', 1300.25), event(4)]
        await store.append("abc", more, "playing", '{"round":1}')
        assert await store.events("abc") == rows + more
        assert await store.events("abc", after=2) == more
        assert await store.events("abc", after=4) == []
        game = await store.game("abc")
        assert game == GameRow("abc", 1000.0, 2000.0, "playing", True, '{"round":1}', '{"map":"Barracks"}', 4)
        assert isinstance(game.listed, bool)

    with_store(where, play)


def test_what_is_not_there(where: str) -> None:
    async def play(store: Store) -> None:
        assert await store.game("abc") is None
        assert await store.events("abc") == []
        assert await store.games() == []
        with pytest.raises(LookupError, match="there is no table abc"):
            await store.append("abc", [event(1)], "playing", "{}")
        with pytest.raises(LookupError, match="there is no table abc"):
            await store.append("abc", [], "playing", "{}")

    with_store(where, play)


def test_tables_come_with_the_last_changed_first(where: str) -> None:
    async def play(store: Store) -> None:
        for k in range(6):
            await store.create(table(f"g{k}", 1000.0 + k, "playing" if k % 2 else "waiting", listed=k < 4), [])
        assert [game.code for game in await store.games()] == ["g5", "g4", "g3", "g2", "g1", "g0"]
        await store.append("g1", [event(1)], "playing", "{}")
        assert [game.code for game in await store.games()] == ["g1", "g5", "g4", "g3", "g2", "g0"]
        assert [game.code for game in await store.games(limit=2)] == ["g1", "g5"]
        assert [game.code for game in await store.games("playing")] == ["g1", "g5", "g3"]
        assert [game.code for game in await store.games("playing", listed=True)] == ["g1", "g3"]
        assert [game.code for game in await store.games(listed=True)] == ["g1", "g3", "g2", "g0"]
        assert [game.code for game in await store.games("waiting", listed=False)] == ["g4"]
        assert await store.games("over") == [] == await store.games(limit=0)

    with_store(where, play)


def test_a_status_alone_may_change(where: str) -> None:
    async def play(store: Store) -> None:
        await store.create(table(), [event(1)])
        await store.append("abc", [], "over", '{"won":"light"}')
        assert await store.game("abc") == table()._replace(status="over", summary='{"won":"light"}', last=1)

    with_store(where, play)


def test_a_store_opened_again_has_everything(where: str) -> None:
    async def first(store: Store) -> None:
        await store.create(table(), [event(1, "c")])
        await store.append("abc", [event(2)], "over", "{}")

    async def second(store: Store) -> None:
        assert await store.events("abc") == [event(1, "c"), event(2)]
        await store.append("abc", [event(3)], "over", "{}")

    with_store(where, first)
    with_store(where, second)


def test_one_store_may_be_closed_and_opened_again(where: str) -> None:
    async def play() -> None:
        store = open_store(where)
        for k in range(3):
            await store.open()
            await store.create(table(f"g{k}"), [])
            await store.close()
            for call in (store.create(table("late"), []), store.append("g0", [], "", ""), store.games()):
                with pytest.raises(StoreDown, match="is not open"):
                    await call
        await store.close()
        await store.open()
        assert len(await store.games()) == 3
        await store.close()

    asyncio.run(play())


def test_closing_finishes_what_waits(where: str) -> None:
    async def play() -> None:
        store = open_store(where)
        await store.open()
        await store.create(table(), [])
        writes = [asyncio.ensure_future(store.append("abc", [event(k)], "", "")) for k in range(1, 51)]
        await asyncio.sleep(0)
        await store.close()
        await asyncio.gather(*writes)
        await store.open()
        assert len(await store.events("abc")) == 50
        await store.close()

    asyncio.run(play())


# -- conflicts and second tries ----------------------------------------------------------------------------------


def test_a_place_is_taken_once(where: str) -> None:
    async def play(one: Store, other: Store) -> None:
        await one.create(table(), [event(1)])
        with pytest.raises(Conflict, match="there is a table abc already"):
            await other.create(table(created=1.0), [])
        await one.append("abc", [event(2, "a")], "playing", '{"by":"one"}')
        with pytest.raises(Conflict, match="another process has written it"):
            await other.append("abc", [event(2, "b"), event(3)], "over", '{"by":"other"}')
        with pytest.raises(Conflict, match="one before it is missing"):
            await other.append("abc", [event(4, "b")], "over", '{"by":"other"}')
        assert await other.events("abc") == [event(1), event(2, "a")]
        game = await other.game("abc")
        assert game is not None and (game.status, game.summary, game.last) == ("playing", '{"by":"one"}', 2)

    with_two(where, play)


def test_of_two_that_write_at_once_one_is_first(where: str) -> None:
    async def play(one: Store, other: Store) -> None:
        await one.create(table(), [])
        for seq in range(1, 31):
            tries = [store.append("abc", [event(seq, f"{name}{seq}")], "", "") for name, store in (("a", one), ("b", other))]
            answers = await asyncio.gather(*tries, return_exceptions=True)
            assert sorted(type(answer).__name__ for answer in answers) == ["Conflict", "NoneType"]
        assert [row.seq for row in await one.events("abc")] == list(range(1, 31))

    with_two(where, play)


def test_a_command_id_is_taken_once_and_nothing_of_the_second_is_kept(where: str) -> None:
    async def play(store: Store) -> None:
        await store.create(table(), [event(1, "c")])
        with pytest.raises(Conflict, match="has this command already"):
            await store.append("abc", [event(2), event(3, "c")], "over", '{"wrong":1}')
        assert await store.events("abc") == [event(1, "c")]
        assert await store.game("abc") == table()._replace(last=1)
        await store.append("abc", [event(2, "d")], "playing", "{}")

    with_store(where, play)


def test_the_same_call_again_changes_nothing(where: str) -> None:
    """The answer was lost after the commit; the caller asks again."""

    async def play(store: Store) -> None:
        for _ in range(2):
            await store.create(table(), [event(1, "c-1")])
        rows = [event(2, "c-2"), event(3, "", '{"line":"roll b b"}')]
        for _ in range(2):
            await store.append("abc", rows, "playing", '{"n":3}')
        await store.append("abc", [row._replace(at=9999.0) for row in rows], "playing", '{"n":3}')
        unnamed = [event(4, "", '{"line":"L1: end"}')]
        for _ in range(2):
            await store.append("abc", unnamed, "playing", '{"n":4}')
        await store.append("abc", rows, "older", '{"n":3}')
        game = await store.game("abc")
        assert game is not None and (game.status, game.summary, game.last) == ("playing", '{"n":4}', 4)
        assert await store.events("abc") == [event(1, "c-1"), *rows, *unnamed]

    with_store(where, play)


def test_nearly_the_same_call_is_a_conflict(where: str) -> None:
    async def play(store: Store) -> None:
        await store.create(table(), [event(1, "c-1"), event(2)])
        for rows in (
            [event(1, "c-1", '{"line":"other"}')],
            [event(1, "c-9")],
            [event(2, at=2001.0)],  # without a command id: another process's event of another moment
            [event(2), event(3)],
            [event(1, "c-1")._replace(seat=1)],
        ):
            with pytest.raises(Conflict):
                await store.append("abc", rows, "over", "{}")
        for game in (table(created=1.0), table(listed=True), table()._replace(head="{}")):
            with pytest.raises(Conflict):
                await store.create(game, [event(1, "c-1"), event(2)])
        assert len(await store.events("abc")) == 2

    with_store(where, play)


def test_rows_with_gaps_are_a_fault_of_the_caller(where: str) -> None:
    async def play(store: Store) -> None:
        await store.create(table(), [])
        for rows in ([event(1), event(3)], [event(0)], [event(2), event(1)]):
            with pytest.raises(ValueError, match="without gaps"):
                await store.append("abc", rows, "", "")
        with pytest.raises(ValueError, match="without gaps"):
            await store.create(table("xyz"), [event(2)])
        assert await store.game("xyz") is None and await store.events("abc") == []

    with_store(where, play)


# -- many at once ------------------------------------------------------------------------------------------------


def test_a_hundred_tables_write_at_once(where: str) -> None:
    async def one_table(store: Store, code: str) -> None:
        await store.create(table(code), [])
        for k in range(10):
            await store.append(code, [event(2 * k + 1, f"{code}-{k}"), event(2 * k + 2, "", f'{{"at":{k}}}')], "playing", f'{{"n":{k}}}')

    async def play(store: Store) -> None:
        codes = [f"t{k}" for k in range(100)]
        await asyncio.gather(*(one_table(store, code) for code in codes))
        for code in codes:
            rows = await store.events(code)
            assert [row.seq for row in rows] == list(range(1, 21))
            assert [row.command for row in rows[::2]] == [f"{code}-{k}" for k in range(10)]
            game = await store.game(code)
            assert game is not None and (game.last, game.summary) == (20, '{"n":9}')

    with_store(where, play)


def test_the_writes_of_one_table_keep_their_order(where: str) -> None:
    async def play(store: Store) -> None:
        await store.create(table(), [])
        await asyncio.gather(*(store.append("abc", [event(k)], "playing", f'{{"n":{k}}}') for k in range(1, 301)))
        game = await store.game("abc")
        assert game is not None and (game.last, game.summary) == (300, '{"n":300}')

    with_store(where, play)


def test_a_refused_write_leaves_those_beside_it_whole(where: str) -> None:
    async def play(store: Store) -> None:
        for k in range(10):
            await store.create(table(f"g{k}"), [event(1, "c")])
        rows = [[event(2, "c" if k == 3 else "d")] if k != 6 else [event(2, "d", "\ud800")] for k in range(10)]
        writes = [store.append(f"g{k}", rows[k], "playing", "{}") for k in range(10)]
        answers = await asyncio.gather(*writes, store.append("nowhere", [event(1)], "", ""), return_exceptions=True)
        assert isinstance(answers[3], Conflict) and isinstance(answers[10], LookupError)
        assert isinstance(answers[6], Exception) and not isinstance(answers[6], StoreDown), "a text that is none is the caller's fault"
        assert [answer for k, answer in enumerate(answers) if k not in (3, 6, 10)] == [None] * 8
        assert [len(await store.events(f"g{k}")) for k in range(10)] == [1 if k in (3, 6) else 2 for k in range(10)]

    with_store(where, play)


def test_whoever_stops_waiting_does_not_stop_the_write(where: str) -> None:
    async def play(store: Store) -> None:
        await store.create(table(), [])
        write = asyncio.ensure_future(store.append("abc", [event(1)], "", ""))
        await asyncio.sleep(0)
        write.cancel()
        await store.append("abc", [event(2)], "", "")
        assert await store.events("abc") == [event(1), event(2)]

    with_store(where, play)


def test_several_servers_may_start_at_once_on_an_empty_store(where: str) -> None:
    async def play() -> None:
        stores = [open_store(where) for _ in range(5)]
        await asyncio.gather(*(store.open() for store in stores))
        await stores[0].create(table(), [])
        assert await stores[-1].game("abc") == table()
        for store in stores:
            await store.close()

    asyncio.run(play())
