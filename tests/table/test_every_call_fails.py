"""F4: every call of the store fails once, the first, the second, the third …, before or after its commit, until a pass is clean."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kit.appends import WatchedAppends
from kit.stores import soon
from kit.wires import wires
from tipover.cards.pack import load
from tipover.play.notation.writing import notate
from tipover.table import registry as table_registry
from tipover.table import snapshot_keeper, snapshots
from tipover.table.kept_tables import folded
from tipover.table.opening import Library
from tipover.table.protocol.from_client import Choose, Say
from tipover.table.protocol.people import NewTable, SeatWanted, TableOpened
from tipover.table.refusals import RefusedError
from tipover.table.registry import TableRegistry
from tipover.table.store import EventRow, GameRow, Store, StoreDown, open_store

LIBRARY = Library(load())
WANTED = NewTable(quick="first-golden_girls", placed=True, seats=[SeatWanted("me", "Ann", seed="a"), SeatWanted("me", "Ben", seed="b")])
CALLS = {
    "create", "append", "events", "game", "games", "clocked", "snapshot", "keep_snapshot", "prune", "keep_seed", "take_seed",
}  # fmt: skip
OLD = GameRow("OLDONE", 1.0, 1.0, "over", False, "{}", "{}", 0)
MOVES = 6
ROUNDS = 4
TRIES = 4


class Failing(WatchedAppends):
    """A store whose call with a number fails, before it was made or after."""

    shared = False

    def __init__(self, store: Store, number: int, after: bool, threads: bool) -> None:
        self.store = store
        self.threads = threads  # whether threads may append
        self.number = number
        self.after = after
        self.calls = 0
        self.answered: set[str] = set()  # the calls that were made and did not fail
        self.failed = ""  # the one that did
        self.failed_append = False  # whether it was the last append

    def append_from_thread(self, *words: Any) -> bool:
        return self.threads and super().append_from_thread(*words)

    def before_append(self, rows: list[EventRow]) -> None:
        self.failed_append = self._counted("append")
        if self.failed_append and not self.after:
            raise StoreDown("the connection broke")

    def after_append(self, rows: list[EventRow]) -> None:
        if self.failed_append:
            raise StoreDown("the connection broke")
        self.answered.add("append")

    def _counted(self, name: str) -> bool:
        """Count a call; whether it is the one that fails."""
        self.calls += 1
        if self.calls == self.number:
            self.failed = name
        return self.calls == self.number

    def __getattr__(self, name: str) -> Any:
        call = getattr(self.store, name)
        return self._failing(name, call) if name in CALLS else call

    def _failing(self, name: str, call: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def tried(*words: Any, **more: Any) -> Any:
            fails = self._counted(name)
            if fails and not self.after:
                raise StoreDown("the connection broke")
            answer = await call(*words, **more)
            if fails:
                raise StoreDown("the connection broke")
            self.answered.add(name)
            return answer

        return tried


class Ear:
    """Somebody at a table."""

    def __init__(self) -> None:
        self.seats: tuple[int, ...] = ()
        self.address = self.asking = ""
        self.language = "en"
        self.closed = False
        self.heard: list[bytes] = []

    def tell(self, message: bytes) -> None:
        self.heard.append(message)


async def until_done(deed: Callable[[], Awaitable[Any]]) -> Any:
    """Do something again until the store lets it be done; every refusal is one of the store."""
    for _ in range(TRIES):
        try:
            return await deed()
        except StoreDown:
            pass
        except RefusedError as no:
            assert no.refused == "store", no
    raise AssertionError("it was refused again and again")


async def played(store: Failing, seen: Store | None = None) -> bool:
    """Play some moves; whether no call failed. What was acknowledged is in the store, and the table is what its rows say.

    `seen` is the store as the tables see it, if that is over a wire.
    """
    registry = TableRegistry(seen or store, LIBRARY)  # type: ignore[arg-type]
    await store.store.create(OLD, [])
    await until_done(lambda: store.prune(2.0))
    assert await store.store.game(OLD.code) is None
    await registry.open()
    if seen is None:
        await soon(lambda: "clocked" in store.answered)
    await until_done(registry.listed)

    async def open_committed() -> TableOpened:
        commitment = await registry.commitments.new()  # a seed whose answer was lost is lost
        return await registry.new(msgspec.structs.replace(WANTED, commitment=commitment), "127.0.0.1")

    opened = await until_done(open_committed)
    acknowledged: list[str] = []
    for number in range(MOVES):
        if number == MOVES // 2:
            registry._live.clear()  # from here on the table is loaded
        live = await until_done(lambda: registry.live(opened.code))
        ear = Ear()
        await live.join(ear, [one.token for one in opened.seats])

        async def move(number: int = number, ear: Ear = ear) -> None:
            live = await registry.live(opened.code)
            table = live.table
            seat = (table.asked() or [0])[0]
            ear.seats = (0, 1)
            identity = f"m{number}"
            if number % 4 == 3 or identity in table.commands:
                await live.command(ear, Say(id=f"s{number}", seat=0, text="Hm."))
            else:
                assert table.state.decision is not None
                line = notate(table.state, table.state.decision.options[0])
                await live.command(ear, Choose(id=identity, seat=seat, seq=live.game_seq, line=line))

        await until_done(move)
        acknowledged += [text for text in (message.decode() for message in ear.heard) if '"type":"ack"' in text]
    live = await until_done(lambda: registry.live(opened.code))
    await asyncio.sleep(0.05)  # a snapshot that is being made
    rows = await store.store.events(opened.code)
    game = await store.store.game(opened.code)
    assert game is not None
    fold = folded(game, rows, LIBRARY)
    assert len(acknowledged) >= MOVES - 1 and [row.seq for row in rows] == list(range(1, len(rows) + 1))
    await until_done(lambda: live.look(lambda: None))
    assert (live.table.seq, live.table.state.digest()) == (fold.seq, fold.state.digest())
    commands = [row.command for row in rows if row.command]
    assert len(commands) == len(set(commands))
    for task in registry._tasks:
        task.cancel()
    registry.thinkers.close()
    return store.calls < store.number


@pytest.mark.parametrize("after", [False, True], ids=["before its commit", "after its commit"])
@pytest.mark.parametrize("way", ["by the loop", "by threads", "from a room apart"])
def test_every_call_of_the_store_fails_once_and_the_table_is_what_its_rows_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: bool, way: str
) -> None:
    monkeypatch.setattr(snapshot_keeper, "LATER", 0.0)
    monkeypatch.setattr(table_registry, "CLOCK_EVERY", 0.01)
    for module in (snapshots, table_registry):
        monkeypatch.setattr(module, "ROWS_BETWEEN", 4)

    is_apart = way == "from a room apart"
    calls = CALLS - {"clocked", "games"} if is_apart else CALLS  # the server alone looks at all tables

    async def one_pass(failing: Failing) -> bool:
        if not is_apart:
            return await played(failing)
        async with wires(failing) as (seen, _, _):  # type: ignore[arg-type]
            return await played(failing, seen)

    async def all_calls() -> tuple[int, set[str]]:
        store = open_store(str(tmp_path / "tables.sqlite"))
        await store.open()
        failed: set[str] = set()
        try:
            for _ in range(ROUNDS):  # the clock's calls come when they come: what has the n-th number differs from pass to pass
                for number in range(1, 200):
                    failing = Failing(store, number, after, way == "by threads")
                    if await one_pass(failing):
                        assert failing.answered == calls
                        break
                    failed.add(failing.failed)
                else:
                    raise AssertionError("no pass was clean")
                if failed == calls:
                    break
            return number, failed
        finally:
            await store.close()

    passes, failed = asyncio.run(all_calls())
    assert passes > MOVES and failed == calls


class Away(WatchedAppends):
    """A store that does not answer at all while it is away."""

    shared = False

    def __init__(self, store: Store) -> None:
        self.store = store
        self.is_away = False

    def before_append(self, rows: list[EventRow]) -> None:
        if self.is_away:
            raise StoreDown("the connection broke")

    def __getattr__(self, name: str) -> Any:
        call = getattr(self.store, name)

        async def tried(*words: Any, **more: Any) -> Any:
            if self.is_away:
                raise StoreDown("the connection broke")
            return await call(*words, **more)

        return tried if name in CALLS else call


def test_nobody_is_shown_a_move_that_could_not_be_kept_while_the_store_stays_away(tmp_path: Path) -> None:
    """The table cannot be folded anew at once either; until it can, nothing of it is shown or played."""

    async def play() -> None:
        store = Away(open_store(str(tmp_path / "tables.sqlite")))
        registry = TableRegistry(store, LIBRARY)  # type: ignore[arg-type]
        await registry.open()
        opened = await registry.new(WANTED, "127.0.0.1")
        live, ear = await registry.live(opened.code), Ear()
        tokens = [one.token for one in opened.seats]
        await live.join(ear, tokens)
        before, digest = live.table.seq, live.table.state.digest()
        ask = live.table.state.decision
        assert ask is not None
        command = Choose("one", ask.seat, live.game_seq, notate(live.table.state, ask.options[0]))
        store.is_away = True
        for deed in (live.command(ear, command), live.join(Ear(), tokens), live.command(ear, command)):
            with pytest.raises(RefusedError) as no:
                await deed
            assert no.value.refused == "store"
        store.is_away = False
        late = Ear()
        await live.join(late, tokens)
        assert (live.table.seq, live.table.state.digest()) == (before, digest)
        assert f'"digest":"{digest}"'.encode() in late.heard[0], "What is shown is what is kept."
        await live.command(ear, command)
        assert live.table.seq > before and len(await store.events(opened.code)) == live.table.seq
        await registry.close()

    asyncio.run(play())
