"""Sockets at a live table, without a network: queues that are full, hellos that take long, bots and rematches while the store fails."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.websockets import WebSocketState
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.uri import parse_uri

from kit.appends import WatchedAppends
from kit.stores import soon
from tipover.cards.pack import load
from tipover.engine.core.arrange import first_game
from tipover.table import live_table, socket, talk
from tipover.table.frame_bytes import text_frame
from tipover.table.live_table import LiveTable
from tipover.table.opening import Library
from tipover.table.protocol.from_client import Rematch, Rename, Resign, Revoke, Say
from tipover.table.protocol.from_server import Ack
from tipover.table.protocol.people import NewTable, SeatWanted, TableOpened
from tipover.table.refusals import RefusedError
from tipover.table.registry import TableRegistry
from tipover.table.socket import MOST_WAITING, Client
from tipover.table.store import EventRow, Store, StoreDown, open_store

LIBRARY = Library(load())
ANN, BEN, BOT = SeatWanted("me", "Ann"), SeatWanted("me", "Ben"), SeatWanted("bot")
SETUP = {**first_game("golden_girls", quick=True, catalog=LIBRARY.catalog).source, "rounds": 3}


class Frail(WatchedAppends):
    """A store whose next writes fail before anything is written."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.failures = 0
        self.pause: threading.Event | None = None  # what a write of a thread waits for
        self.waits = False  # whether one does

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)

    def before_append(self, rows: list[EventRow]) -> None:
        if self.failures:
            self.failures -= 1
            raise StoreDown("the disk is full.")
        if self.pause is not None:
            self.waits = True
            self.pause.wait()


class Wire:
    """A browser's end of a socket: what it says, and what it was told."""

    def __init__(self) -> None:
        self.scope: dict[str, Any] = {"state": {}}
        self.said: asyncio.Queue[str] = asyncio.Queue()
        self.told: list[dict[str, Any]] = []
        self.application_state = WebSocketState.CONNECTED
        self.closed = 0

    async def accept(self) -> None:
        pass

    async def receive(self) -> dict[str, Any]:
        return {"type": "websocket.receive", "text": await self.said.get()}

    async def send_text(self, text: str) -> None:
        self.told.append(json.loads(text))

    async def close(self, code: int) -> None:
        self.application_state = WebSocketState.DISCONNECTED
        self.closed = code


class Place:
    """A registry with a table, and sockets that only keep what they are told."""

    def __init__(self, registry: TableRegistry, store: Frail, table: TableOpened, live: LiveTable) -> None:
        self.registry = registry
        self.store = store
        self.table = table
        self.live = live

    async def client(self, *seats: int) -> Client:
        client = Client(Wire(), self.registry, "")  # type: ignore[arg-type]
        client.live = self.live
        await self.live.join(client, [self.table.seats[seat].token for seat in seats])
        return client


def told(client: Client, kind: str) -> list[dict[str, Any]]:
    found = [msgspec.json.decode(message, type=dict) for message in client._waiting if message.startswith(b"{")]
    return [one for one in found if one["type"] == kind]


def at_a_table(folder: Path, seats: list[SeatWanted], play: Callable[[Place], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        store = Frail(open_store(str(folder / "tables.sqlite")))
        registry = TableRegistry(store, LIBRARY)
        await registry.open()
        table = await registry.new(NewTable(setup=SETUP, placed=True, seats=seats), "")
        await play(Place(registry, store, table, await registry.live(table.code)))
        await registry.close()

    asyncio.run(run())


@pytest.mark.parametrize("kind", ["say", "revoke"])
def test_one_who_does_not_read_keeps_nothing_from_the_others(tmp_path: Path, kind: str) -> None:
    async def play(place: Place) -> None:
        ann = await place.client(0)
        others = [await place.client(*((0,) if kind == "revoke" else ())) for _ in range(12)]
        for slow in others[::3]:
            slow._waiting.extend(b"x" for _ in range(MOST_WAITING))
        command = Say("1", 0, "to all") if kind == "say" else Revoke("1", 0)
        await place.live.command(ann, command)
        for number, other in enumerate(others):
            heard = told(other, "said" if kind == "say" else "resync")
            assert [one["type"] for one in heard] == (["said"] if kind == "say" else ["resync"]) or number % 3 == 0
        assert all(told(slow, "resync") and slow.live is None for slow in others[::3])
        assert place.live.listeners == {ann, *(one for number, one in enumerate(others) if number % 3)}

    at_a_table(tmp_path, [ANN, BEN], play)


def test_a_next_table_that_cannot_be_kept_is_told_to_nobody_and_taken_by_the_second_try(tmp_path: Path) -> None:
    async def play(place: Place) -> None:
        ann, ben = await place.client(0), await place.client(1)
        await place.live.command(ann, Resign("r", 0))
        await place.live.command(ann, Rematch("a", 0))
        before = len(place.registry._live)
        place.store.failures = 2
        for _ in range(2):
            with pytest.raises(RefusedError) as no:
                await place.live.command(ben, Rematch("b", 1))
            assert no.value.refused == "store" and not told(ann, "seated") and not told(ben, "seated")
        await place.live.command(ben, Rematch("b", 1))
        code = place.live.table.rematch
        assert len(place.registry._live) == before + 1 and code in place.registry._live
        for seat, client in enumerate((ann, ben)):
            [seated] = told(client, "seated")
            assert seated["code"] == code and [one["seat"] for one in seated["seats"]] == [1 - seat]
        again = await place.client(0)
        assert [one["code"] for one in told(again, "seated")] == [code]

    at_a_table(tmp_path, [ANN, BEN], play)


def test_a_bot_goes_on_once_the_store_is_back_however_long_it_was_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_table, "PAUSE", 0.001)

    async def play(place: Place) -> None:
        watcher = await place.client()
        place.store.failures = 40
        for _ in range(1500):
            if place.live.table.over:
                break
            watcher._waiting.clear()
            await asyncio.sleep(0.02)
        assert place.live.table.over and not place.store.failures

    at_a_table(tmp_path, [BOT, BOT], play)


def test_chat_and_names_of_one_seat_are_bounded_and_a_retry_is_no_more_talk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(place: Place) -> None:
        ann, ben = await place.client(0), await place.client(1)
        refused: list[str] = []
        for number in range(30):
            ann._waiting.clear()
            try:
                await place.live.command(ann, Say(f"{number}", 0, "la") if number % 2 else Rename(f"{number}", 0, f"Ann {number}"))
            except RefusedError as no:
                refused.append(no.refused)
        assert 5 <= len(refused) <= 10 and set(refused) == {"too_fast"}
        await place.live.command(ann, Say("1", 0, "la"))
        await place.live.command(ben, Say("ben", 1, "I am heard all the same"))
        monkeypatch.setattr(talk, "MOST", place.live.table.talked)
        with pytest.raises(RefusedError) as no:
            await place.live.command(ben, Say("more", 1, "no more"))
        assert no.value.refused == "not_now"

    at_a_table(tmp_path, [ANN, BEN], play)


# -- the hello -------------------------------------------------------------------------------------------


def hello(place: Place) -> str:
    return json.dumps({"type": "hello", "code": place.table.code, "tokens": [place.table.seats[0].token]})


async def until(true: Callable[[], bool], within: float = 30.0) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(within):
        while not true():
            await asyncio.sleep(0.01)


async def served(place: Place, play: Callable[[Wire], Coroutine[Any, Any, None]]) -> Wire:
    wire = Wire()
    serving = asyncio.create_task(Client(wire, place.registry, "").run())  # type: ignore[arg-type]
    await play(wire)
    serving.cancel()
    await asyncio.gather(serving, return_exceptions=True)
    return wire


def test_a_table_that_loads_long_does_not_use_up_the_time_for_the_hello(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "HELLO_WITHIN", 0.3)

    async def play(place: Place) -> None:
        found = place.registry.live

        async def slowly(*words: Any) -> LiveTable:
            await asyncio.sleep(0.6)
            return await found(*words)

        monkeypatch.setattr(place.registry, "live", slowly)

        async def greet(wire: Wire) -> None:
            wire.said.put_nowait(hello(place))
            await until(lambda: bool(wire.told))
            await asyncio.sleep(2 * socket.HELLO_WITHIN)  # nor does silence later
            wire.said.put_nowait('{"type":"ping"}')
            await until(lambda: any(one["type"] == "pong" for one in wire.told))

        wire = await served(place, greet)
        kinds = [one["type"] for one in wire.told]
        assert kinds[0] == "welcome" and "pong" in kinds and "refused" not in kinds

        async def silence(wire: Wire) -> None:
            def still_open() -> bool:
                wire.said.put_nowait('{"type":"ping"}')  # other messages are no hello
                return not wire.closed

            await until(lambda: not still_open())

        wire = await served(place, silence)
        assert wire.closed == socket.POLICY and wire.told[-1]["sentence"].startswith("Say hello")

    at_a_table(tmp_path, [ANN, BEN], play)


def test_every_message_that_comes_too_fast_and_has_an_id_is_answered(tmp_path: Path) -> None:
    async def play(place: Place) -> None:
        async def flood(wire: Wire) -> None:
            wire.said.put_nowait(hello(place))
            for number in range(120):
                wire.said.put_nowait(json.dumps({"type": "ask_sight", "id": f"q{number}", "figure": -1, "square": "a1"}))
            await until(lambda: sum(one.get("id", "").startswith("q") for one in wire.told) >= 120)

        wire = await served(place, flood)
        answered = [one["id"] for one in wire.told if one.get("id", "").startswith("q")]
        assert sorted(answered) == sorted(f"q{number}" for number in range(120))
        assert sum(one.get("refused") == "too_fast" for one in wire.told) > 20 and wire.closed != socket.POLICY

    at_a_table(tmp_path, [ANN, BEN], play)


class Pushing(Wire):
    """A browser's end of a socket that is told at once while it reads, and does not read for a while."""

    def __init__(self) -> None:
        super().__init__()
        self.reads = asyncio.Event()
        self.reads.set()
        self.scope["state"]["push"] = self.push

    def push(self, message: bytes) -> bool:
        if self.reads.is_set():
            self.told.append(json.loads(message))
        return self.reads.is_set()

    async def send_text(self, text: str) -> None:
        await self.reads.wait()
        self.told.append(json.loads(text))


def test_a_command_is_done_to_its_end_though_its_socket_is_gone_and_nothing_more_of_it_is_heard(tmp_path: Path) -> None:
    async def play(place: Place) -> None:
        wire = Wire()
        client = Client(wire, place.registry, "")  # type: ignore[arg-type]
        running = asyncio.create_task(client.run())
        wire.said.put_nowait(hello(place))
        await soon(lambda: bool(wire.told))
        before = place.live.table.seq
        place.store.pause = threading.Event()
        for identity in ("first", "second"):
            wire.said.put_nowait(json.dumps({"type": "say", "id": identity, "seat": 0, "text": "Hm."}))
        await soon(lambda: place.store.waits)
        running.cancel()  # as when the server stops, or the socket has not read for too long
        with pytest.raises(asyncio.CancelledError):
            await running
        place.store.pause.set()
        await soon(lambda: place.live.table.seq == before + 1 and not place.live._lock.locked())
        await soon(lambda: not any("_hear" in repr(task) for task in asyncio.all_tasks()))
        kept = [row.command for row in await place.store.events(place.live.code)]
        assert "first" in kept and "second" not in kept
        assert [line.text for line in place.live.table.chat] == ["Hm."], "what is stored is what is told"

    at_a_table(tmp_path, [ANN, BEN], play)


def test_what_is_told_at_once_never_overtakes_what_waits(tmp_path: Path) -> None:
    async def play(place: Place) -> None:
        wire = Pushing()
        client = Client(wire, place.registry, "")  # type: ignore[arg-type]
        running = asyncio.create_task(client.run())
        await asyncio.sleep(0)
        for number in range(40):
            if number == 10:
                wire.reads.clear()
            if number == 25:
                wire.reads.set()  # the one that is being sent and those that wait come before the next
            client.answer(Ack(str(number), number))
            await asyncio.sleep(0)
        await soon(lambda: len(wire.told) == 40)
        assert [one["id"] for one in wire.told] == [str(number) for number in range(40)]
        assert not client._waiting and client._bytes == 0
        running.cancel()

    at_a_table(tmp_path, [ANN, BEN], play)


def test_who_falls_behind_while_a_message_is_sent_hears_of_it_next(tmp_path: Path) -> None:
    async def play(place: Place) -> None:
        wire = Pushing()
        client = Client(wire, place.registry, "")  # type: ignore[arg-type]
        running = asyncio.create_task(client.run())
        await asyncio.sleep(0)
        wire.reads.clear()
        for number in range(MOST_WAITING + 1):
            client.answer(Ack(str(number), number))
            await asyncio.sleep(0)
        wire.reads.set()
        await soon(lambda: len(wire.told) == 2)
        assert [one["type"] for one in wire.told] == ["ack", "resync"] and client._bytes == 0
        running.cancel()

    at_a_table(tmp_path, [ANN, BEN], play)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 200_000])
def test_a_frame_of_ours_is_what_a_client_reads(size: int) -> None:
    """Read by the parser of another library, in the state of a client."""
    reader = ClientProtocol(parse_uri("ws://table/"), state=State.OPEN, max_size=None)
    message = b"x" * size
    reader.receive_data(text_frame(message) + text_frame(b"next"))
    frames = [event for event in reader.events_received() if isinstance(event, Frame)]
    assert [(frame.opcode, frame.data, frame.fin) for frame in frames] == [(Opcode.TEXT, message, True), (Opcode.TEXT, b"next", True)]
