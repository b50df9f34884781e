"""Rooms with cards of strangers, which a process of its own has: their moves, questions and pictures never hold up the others.

The process is started for the first such room. It has no store and no sockets: what is said on a socket goes to it over a line,
what it stores and thinks it asks of this one. If it dies or is stuck, whoever was at its tables is told to say hello again, and
a new process opens them from their rows: what was acknowledged was stored (decision 0080).
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections import Counter
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, Protocol

import msgspec

from tipover.engine.core.said import say
from tipover.table.apart_store import answers_of
from tipover.table.apart_wire import Wire, WireGone
from tipover.table.children import ANSWERING, command
from tipover.table.limits import Bucket
from tipover.table.metrics import Metrics
from tipover.table.protocol.people import TableNow
from tipover.table.refusals import RefusedError
from tipover.table.store import Store
from tipover.table.thinkers import Thinkers

OPEN_WITHIN = 120.0  # seconds for the process to load the packs, on a busy machine
LOOK_EVERY = 5.0  # seconds between two looks at what it does
LONGEST = 30.0  # seconds at one deed, or without an answer, after which it counts as stuck; a choice of a card takes a second at most
REQUEST_WITHIN = 120.0  # seconds, on a busy machine
FIGURES_WITHIN = 1.0
STOP_WITHIN = 3.0
MOST_DEATHS = 20  # a minute

LOST = say("refused.room_lost")
TOLD_ON = ("content-type", "content-disposition", "cache-control")  # the headers of an answer that are kept; others are this server's

logger = logging.getLogger("tipover.table")


class ApartOptions(msgspec.Struct):
    """The server's options, as far as they are of use to rooms apart."""

    folders: tuple[str, ...]  # The folders that further packs were loaded from.
    data: str  # The data folder, for crash reports.
    proxied: bool  # Whether a proxy is in front of the server.
    absence: float  # Seconds of absence after which somebody else may put a bot at a seat.
    origins: tuple[str, ...]  # Further origins whose pages may connect.
    loopback: bool  # Whether the server is for this machine alone.
    shared: bool = False  # Whether other servers write to the same store.


class IsApart(Exception):
    """Whoever asks for this table has to ask the process apart; `code` is empty for one that is to be opened."""

    def __init__(self, rooms: RoomsApart, code: str = "") -> None:
        super().__init__(code)
        self.rooms = rooms
        self.code = code


class Ear(Protocol):
    """A socket of this process that is at a table of the other one."""

    def tell(self, message: bytes) -> None:
        """Send a message."""

    def hung_up(self) -> None:
        """The other process wants no more of it."""

    def lost(self) -> None:
        """The other process is gone."""


class Answer(NamedTuple):
    """The answer to a request."""

    status: int
    headers: dict[str, str]
    body: bytes


class ChildLine:
    """A socket at a table of the other process."""

    def __init__(self, rooms: RoomsApart, wire: Wire, number: int) -> None:
        self._rooms = rooms
        self._wire = wire
        self._number = number

    def say(self, text: str) -> None:
        """Pass on what was said."""
        self._wire.tell("said", self._number, text)

    def close(self) -> None:
        """It has left."""
        if self._rooms.forget(self._number):
            self._wire.tell("left", self._number)


class RoomsApart:
    """The process, and the lines to it."""

    def __init__(self, options: ApartOptions, store: Store, thinkers: Thinkers, metrics: Metrics) -> None:
        self._options = options
        self._store = store
        self._answers = answers_of(store, thinkers)
        self._metrics = metrics
        self._opening: asyncio.Task[Wire] | None = None
        self._process: asyncio.subprocess.Process | None = None
        self._wire: Wire | None = None
        self._ears: dict[int, Ear] = {}
        self._codes: dict[int, str] = {}
        self._here: Counter[str] = Counter()
        self._number = 0
        self._deaths = Bucket(MOST_DEATHS / 60, MOST_DEATHS)
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    # -- what is asked of it ---------------------------------------------------------------------------

    def has(self, code: str) -> bool:
        """Whether somebody is at this table there."""
        return code in self._here

    def warm_up(self) -> None:
        """Start the process, so that its first room need not wait for that."""
        if self._wire is None and self._opening is None:
            self._begin(self._warm())

    async def _warm(self) -> None:
        with suppress(RefusedError):
            await self._opened()

    async def line(self, ear: Ear, code: str, address: str) -> ChildLine:
        """A line to a table; what is said first must be a hello."""
        wire = await self._opened()
        self._number += 1
        self._ears[self._number], self._codes[self._number] = ear, code
        self._here[code] += 1
        wire.tell("line", self._number, address)
        return ChildLine(self, wire, self._number)

    def forget(self, number: int) -> bool:
        """Forget a line; False if it is forgotten already."""
        if self._ears.pop(number, None) is None:
            return False
        code = self._codes.pop(number)
        self._here[code] -= 1
        if not self._here[code]:
            del self._here[code]
        return True

    async def request(self, method: str, path: str, headers: Sequence[tuple[bytes, bytes]], body: bytes, address: str) -> Answer:
        """The answer to a request for a table there."""
        status, told, text = await self._asked(REQUEST_WITHIN, "request", method, path, headers, body, address)
        kept = {name.decode("latin-1"): value.decode("latin-1") for name, value in told if name.decode("latin-1") in TOLD_ON}
        return Answer(status, kept, text)

    async def has_seat(self, code: str, tokens: Sequence[str]) -> bool:
        """Whether one of these tokens is of a seat at a table there."""
        return bool(await self._asked(REQUEST_WITHIN, "has_seat", code, tokens))

    async def wake(self, code: str) -> None:
        """Let it do what is due at a table."""
        await self._asked(REQUEST_WITHIN, "wake", code)

    async def figures(self) -> list[float]:
        """Its tables, its sockets with a seat, and those without; nothing while it does not run."""
        with suppress(RefusedError):
            if self._wire is not None:
                return list(map(float, await self._asked(FIGURES_WITHIN, "figures")))
        return []

    async def tables_now(self, codes: Sequence[str]) -> dict[str, TableNow]:
        """Of these tables those at which somebody is there, as everybody may know them; none if it does not say so soon."""
        wanted = [code for code in codes if self.has(code)]
        with suppress(RefusedError):
            if wanted and self._wire is not None:
                told = await self._asked(FIGURES_WITHIN, "tables_now", wanted)
                return {one.code: one for one in msgspec.json.decode(told, type=list[TableNow])}
        return {}

    def changed(self, code: str, seq: int) -> None:
        """Another server wrote a table up to this row."""
        if self._wire is not None and self.has(code):
            self._wire.tell("changed", code, seq)

    def presence_told(self, process: str, message: str) -> None:
        """Another server tells who is present."""
        if self._wire is not None:
            self._wire.tell("present", process, message)

    async def _asked(self, within: float, name: str, *of: object) -> Any:
        try:
            wire = await self._opened()
            async with asyncio.timeout(within):
                return await wire.ask(name, *of)
        except (WireGone, TimeoutError):
            raise RefusedError("closed", LOST) from None

    # -- the process -----------------------------------------------------------------------------------

    async def _opened(self) -> Wire:
        if self._closed:
            raise RefusedError("closed", say("refused.stopping"))
        if self._wire is not None:
            return self._wire
        if self._opening is None:
            if not self._deaths.take():
                raise RefusedError("closed", LOST)
            self._opening = asyncio.get_running_loop().create_task(self._open())
        try:
            return await asyncio.shield(self._opening)  # a cancelled caller must not cancel it for the others
        except (OSError, TimeoutError, WireGone):
            raise RefusedError("closed", LOST) from None

    async def _open(self) -> Wire:
        try:
            process = await self._start()
            assert process.stdin is not None and process.stdout is not None
            is_open = asyncio.Event()
            wire = Wire(process.stdout, process.stdin.transport, self._answers, {
                "open": is_open.set, "told": self._told, "hung_up": self._hung_up,
                "acknowledged": self._metrics.acknowledged, "refused": self._metrics.refused,
            })  # fmt: skip
            listening = self._begin(self._listen(wire, process))
            waiting = asyncio.ensure_future(is_open.wait())
            async with asyncio.timeout(OPEN_WITHIN):
                await asyncio.wait({waiting, listening}, return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
            if wire.is_gone:
                raise WireGone
            self._wire, self._process = wire, process
            self._begin(self._watch(wire, process))
            return wire
        except BaseException:
            self._kill()
            raise
        finally:
            self._opening = None

    async def _start(self) -> asyncio.subprocess.Process:
        pipe = asyncio.subprocess.PIPE
        options = msgspec.json.encode(msgspec.structs.replace(self._options, shared=self._store.shared)).decode()
        debug = {name: os.environ[name] for name in ("TIPOVER_DEBUG",) if name in os.environ}
        program = command("tipover.table.apart_child", ANSWERING, options)
        process = await asyncio.create_subprocess_exec(*program, stdin=pipe, stdout=pipe, env=debug, cwd="/", limit=1024 * 1024)
        self._process = process
        return process

    async def _listen(self, wire: Wire, process: asyncio.subprocess.Process) -> None:
        """Hear what it tells until it is gone; then whoever was at its tables is told so."""
        try:
            await wire.listen()
        except Exception:
            logger.exception("what the process of rooms with their own cards told is not understood")
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        if self._wire is not wire:
            return
        self._wire = None
        if not self._closed:
            logger.error("the process of rooms with their own cards has ended; it is started again when it is needed")
        ears, self._ears = list(self._ears.values()), {}
        self._codes.clear()
        self._here.clear()
        for ear in ears:
            ear.lost()

    async def _watch(self, wire: Wire, process: asyncio.subprocess.Process) -> None:
        """Kill it if it is stuck."""
        while not wire.is_gone:
            await asyncio.sleep(LOOK_EVERY)
            with suppress(WireGone):
                try:
                    async with asyncio.timeout(LONGEST):
                        if await wire.ask("busy") < LONGEST:
                            continue
                except TimeoutError:
                    pass
                logger.error("the process of rooms with their own cards is stuck, and is ended")
                with suppress(ProcessLookupError):
                    process.kill()
                return

    def _told(self, number: int, message: bytes) -> None:
        if number in self._ears:
            self._ears[number].tell(message)

    def _hung_up(self, number: int) -> None:
        ear = self._ears.get(number)
        if self.forget(number) and ear is not None:
            ear.hung_up()

    def _begin(self, deed: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(deed)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _kill(self) -> None:
        if self._process is not None and self._process.returncode is None:
            with suppress(ProcessLookupError):
                self._process.kill()

    async def close(self) -> None:
        """Let it finish running commands, and end it."""
        self._closed = True
        if self._opening is not None:
            self._opening.cancel()
        if self._wire is not None:
            with suppress(WireGone, TimeoutError):
                async with asyncio.timeout(STOP_WITHIN):
                    await self._wire.ask("stop")
        self._kill()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._process is not None:
            await self._process.wait()
