"""Processes that think, at low priority, and the fair queue before them.

Players' quick questions come first, then their long ones, then watchers'. Among equals addresses take turns, then the rooms
of one address. One process is for quick questions alone, and comes before the others also in the eyes of the system: otherwise
a quick answer would share the processor with as many searches as there are processes. One that takes too long is killed and
another one started.
"""

from __future__ import annotations

import asyncio
import enum
import os
from collections import OrderedDict, deque
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, Protocol

import msgspec

from tipover.bots import plain_name
from tipover.engine.core.said import say
from tipover.table.children import ANSWERING, SEARCHING, command
from tipover.table.limits import network_of
from tipover.table.refusals import RefusedError
from tipover.table.thinkchild import LENGTH
from tipover.table.thoughts import BotThought, HintThought, NoAnswer, PonderThought, Thought

QUICK_BOTS = ("greedy", "level1", "level2", "level3", "level4")
LONGEST = 30.0  # seconds until a process counts as lost, on a busy machine
MOST_WAITING = 400  # thoughts in the queue
MOST_OF_WATCHERS = 40  # of these, questions of watchers
PAUSE = 1.0  # seconds until a watcher hears that there is no room: who asks anew at once would cost the most
KEPT_ROOMS = 4  # rooms whose searches a process may still know

BUSY = say("refused.thinking_busy")
ASKED_AGAIN = say("refused.asked_again")
FAILED = say("refused.thinking_failed")


class Rank(enum.IntEnum):
    """Who comes first."""

    QUICK = 0  # A player waits for something quick.
    LONG = 1  # A player waits for a search.
    WATCHING = 2  # A watcher asks.
    PONDERING = 3  # Nobody waits: a bot thinks ahead.


class Asker(NamedTuple):
    """Who asks."""

    room: str  # The table's code.
    address: str = ""  # Where the question comes from.
    seat: str = ""  # Who of the room: a further question takes the place of the one that waits.
    watches: bool = False  # Whether the asker has no seat.


def rank_of(thought: Thought, asker: Asker) -> Rank:
    """The rank of a thought."""
    if isinstance(thought, PonderThought):
        return Rank.PONDERING
    if asker.watches:
        return Rank.WATCHING
    is_long = isinstance(thought, HintThought) or (isinstance(thought, BotThought) and plain_name(thought.bot) not in QUICK_BOTS)
    return Rank.LONG if is_long else Rank.QUICK


class Job:
    """A thought that waits or is being thought."""

    def __init__(self, asker: Asker, rank: Rank, thought: bytes) -> None:
        self.asker = asker
        self.rank = rank
        self.thought = thought
        self.answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()


class FairQueue:
    """Jobs in order of rank; among equals the addresses take turns, then the rooms of an address."""

    def __init__(self) -> None:
        self._jobs: dict[Rank, OrderedDict[str, OrderedDict[str, deque[Job]]]] = {rank: OrderedDict() for rank in Rank}
        self._seats: dict[tuple[str, str], Job] = {}
        self.waiting = dict.fromkeys(Rank, 0)

    def put(self, job: Job) -> None:
        """Let a job wait. A question of the same seat that waits already is given up."""
        if job.asker.seat:
            former = self._seats.get((job.asker.room, job.asker.seat))
            if former is not None and not former.answer.done():
                former.answer.set_exception(RefusedError("not_now", ASKED_AGAIN))
            self._seats[job.asker.room, job.asker.seat] = job
        rooms = self._jobs[job.rank].setdefault(network_of(job.asker.address), OrderedDict())
        rooms.setdefault(job.asker.room, deque()).append(job)
        self.waiting[job.rank] += 1

    def take(self, ranks: tuple[Rank, ...] = tuple(Rank)) -> Job | None:
        """The next job of these ranks that somebody still waits for; None if there is none."""
        for rank in ranks:
            while (job := self._next(rank)) is not None:
                if not job.answer.done():
                    return job
        return None

    def _next(self, rank: Rank) -> Job | None:
        addresses = self._jobs[rank]
        if not addresses:
            return None
        address, rooms = next(iter(addresses.items()))
        room, jobs = next(iter(rooms.items()))
        job = jobs.popleft()
        addresses.move_to_end(address)
        rooms.move_to_end(room)
        if not jobs:
            del rooms[room]
        if not rooms:
            del addresses[address]
        self.waiting[rank] -= 1
        seat = (job.asker.room, job.asker.seat)
        if self._seats.get(seat) is job:
            del self._seats[seat]
        return job


class Thinker:
    """One thinking process; it is started for its first thought, or before it."""

    def __init__(self, folders: tuple[str, ...], kindness: int) -> None:
        self.rooms: deque[str] = deque(maxlen=KEPT_ROOMS)
        self._folders = folders
        self._kindness = kindness
        self._process: asyncio.Task[asyncio.subprocess.Process] | None = None

    def warm_up(self) -> None:
        """Start the process, so that its first thought need not wait for that."""
        if self._process is None:
            self._process = asyncio.get_running_loop().create_task(self._start())

    async def think(self, thought: bytes) -> bytes:
        """The answer to a thought. Any error leaves the process dead; the next thought starts another one."""
        try:
            async with asyncio.timeout(LONGEST):
                self.warm_up()
                assert self._process is not None
                process = await self._process
                assert process.stdin is not None and process.stdout is not None
                process.stdin.write(LENGTH.pack(len(thought)) + thought)
                await process.stdin.drain()
                head = await process.stdout.readexactly(LENGTH.size)
                return await process.stdout.readexactly(LENGTH.unpack(head)[0])
        except BaseException:
            self.kill()
            raise

    async def _start(self) -> asyncio.subprocess.Process:
        """A process with two pipes and no environment."""
        folders = (str(Path(one).absolute()) for one in self._folders)
        program = command("tipover.table.thinkchild", self._kindness, *folders)
        pipe, nothing = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
        return await asyncio.create_subprocess_exec(*program, stdin=pipe, stdout=pipe, stderr=nothing, env={}, cwd="/")

    def kill(self) -> None:
        """End the process at once."""
        begun, self._process = self._process, None
        self.rooms.clear()
        if begun is None or begun.cancel():  # one that is only being started ends with that
            return
        if not begun.cancelled() and begun.exception() is None:
            with suppress(ProcessLookupError):
                begun.result().kill()


class AnyThinker(Protocol):
    """What thinks about one thing at a time: a process here, or one of a cluster."""

    rooms: deque[str]  # the rooms it may still know

    def warm_up(self) -> None:
        """Get ready for the first thought."""

    async def think(self, thought: bytes) -> bytes:
        """The answer to a thought; `OSError` or `TimeoutError` if there is none."""

    def kill(self) -> None:
        """End it at once."""


class Elsewhere(Protocol):
    """Where thinkers are, if not in processes of this machine."""

    count: int  # how many

    def thinker(self, kindness: int) -> AnyThinker:
        """A further one, with its `nice` value."""

    def close(self) -> None:
        """Leave."""


class Thinkers:
    """A few thinking processes. One of them is for quick thoughts alone; the others take whatever comes next."""

    pause = PAUSE  # seconds until a watcher is refused

    def __init__(self, folders: tuple[str, ...] = (), most: int = 0, cluster: Elsewhere | None = None) -> None:
        self.queue = FairQueue()
        self._folders = folders
        self._cluster = cluster
        self._most = most or (cluster.count if cluster is not None else max(2, (os.cpu_count() or 1) + 1))
        self._quick: AnyThinker | None = None  # the one for quick thoughts, once there has been any thought
        self._idle: list[AnyThinker] = []  # of the others
        self._busy: set[AnyThinker] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def busy(self) -> int:
        """How many processes are at work."""
        return len(self._busy)

    def check(self, watches: bool) -> None:
        """Refuse a question for which there is no room, before anything is done for it: those who ask on and on cost least so."""
        waiting = self.queue.waiting
        if sum(waiting.values()) >= MOST_WAITING or (watches and waiting[Rank.WATCHING] >= MOST_OF_WATCHERS):
            raise RefusedError("too_fast", BUSY)

    async def think(self, thought: Thought, asker: Asker) -> bytes:
        """The encoded answer to a thought; refused if too many wait, or if there is none."""
        return await self.think_of(rank_of(thought, asker), msgspec.json.encode(thought), asker)

    async def think_of(self, rank: Rank, thought: bytes, asker: Asker) -> bytes:
        """The same of an encoded thought of this rank."""
        self.check(rank == Rank.WATCHING)
        waiting = self.queue.waiting
        if rank == Rank.PONDERING and (any(waiting.values()) or len(self._busy - {self._quick}) >= self._most - 2):
            raise RefusedError("too_fast", BUSY)  # a process for long thoughts is left for whoever comes
        job = Job(asker, rank, thought)
        self.queue.put(job)
        self._begin_all()
        answer = await job.answer
        if answer.startswith(b'{"not_now":'):
            raise RefusedError("not_now", msgspec.json.decode(answer, type=NoAnswer).not_now)
        return answer

    def close(self) -> None:
        """End all processes."""
        self._closed = True
        for task in self._tasks:
            task.cancel()
        for one in {*self._idle, *self._busy, *([self._quick] if self._quick is not None else [])}:
            one.kill()
        if self._cluster is not None:
            self._cluster.close()

    def _begin_all(self) -> None:
        """Begin as many jobs as there are processes for."""
        if self._quick is None and not self._closed:
            self._quick = self._new(ANSWERING)
            self._quick.warm_up()
        while not self._closed:
            is_free = self._quick is not None and self._quick not in self._busy
            job = self.queue.take((Rank.QUICK,)) if is_free else None
            thinker = self._quick
            if job is None:
                if len(self._busy) - (not is_free) >= self._most - 1 or (job := self.queue.take()) is None:
                    return
                thinker = self._thinker_for(job.asker.room)
            assert thinker is not None
            with suppress(ValueError):  # each room once, so that one does not push out the others
                thinker.rooms.remove(job.asker.room)
            thinker.rooms.append(job.asker.room)
            self._busy.add(thinker)
            task = asyncio.get_running_loop().create_task(self._work(thinker, job))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _new(self, kindness: int) -> AnyThinker:
        return Thinker(self._folders, kindness) if self._cluster is None else self._cluster.thinker(kindness)

    def _thinker_for(self, room: str) -> AnyThinker:
        """An idle process, best one that has thought about the room before."""
        if not self._idle:
            return self._new(SEARCHING)
        found = next((one for one in self._idle if room in one.rooms), self._idle[0])
        self._idle.remove(found)
        return found

    async def _work(self, thinker: AnyThinker, job: Job) -> None:
        try:
            answer = await thinker.think(job.thought)
            if not job.answer.done():
                job.answer.set_result(answer)
        except (TimeoutError, OSError, asyncio.IncompleteReadError):
            if not job.answer.done():
                job.answer.set_exception(RefusedError("closed", FAILED))
        finally:
            self._busy.discard(thinker)
            if thinker is not self._quick:
                self._idle.append(thinker)
            self._begin_all()
