"""Players for tests under load: small, many, and stubborn; each keeps a book of what was acknowledged to it."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException

from kit.server import Opened, ServerProcess

PATIENCE = 60.0  # seconds in which a player must get through, whatever happens between
QUICK_TO_DOUBT = 2.0  # seconds without a word after which a player asks whether the table is still there
AS_A_PAGE = 15.0  # … and after which the page in a browser does
REDIAL = 0.05
SEATS = [{"kind": "me", "name": f"Player {seat}", "seed": f"5eed{seat}"} for seat in range(4)]


class _Line(msgspec.Struct):
    line: str
    challenge: bool = False


class _Question(msgspec.Struct):
    mine: list[int] = []
    options: list[_Line] = []


class Seen(msgspec.Struct):
    """What a player looks at in a moment."""

    seq: int = -1
    count: int = 0
    over: bool = False
    digest: str = ""
    question: _Question | None = None


class Heard(msgspec.Struct):
    """What a player looks at in any message of the table."""

    type: str
    id: str = ""
    seq: int = -1
    refused: str = ""
    sentence: str = ""
    moment: Seen | None = None
    token: str = ""


_HEARD = msgspec.json.Decoder(Heard)
AGAIN = ("too_fast", "closed", "store")  # refusals after which the same command is sent once more


class Acked(NamedTuple):
    """An acknowledged command: the last row the table said it has, the line, and how long the answer took."""

    seq: int
    line: str
    took: float


class Player:
    """One socket at one seat (or none: a watcher) that comes back by itself, and sends an unanswered command again.

    `acked` is the book by command id; `refused` counts commands that were refused for good.
    """

    def __init__(self, url: str, code: str, token: str = "", name: str = "player", doubt: float = QUICK_TO_DOUBT) -> None:
        self.url = url
        self.code = code
        self.token = token
        self.name = name
        self.doubt = doubt
        self.draws = random.Random(f"{code}/{name}")
        self.seen = Seen()
        self.digests: dict[int, str] = {}
        self.acked: dict[str, Acked] = {}
        self.refused: list[Heard] = []
        self.sent: dict[str, str] = {}  # command id → line, of everything ever sent
        self.welcomes = 0
        self.welcome_took: list[float] = []
        self._connection: ClientConnection | None = None
        self._welcomed = asyncio.Event()
        self._changed = asyncio.Event()
        self._pending: tuple[str, bytes, asyncio.Future[Heard]] | None = None
        self._keeper: asyncio.Task[None] | None = None

    # -- the line to the table -------------------------------------------------------------------------

    async def __aenter__(self) -> Player:
        await self.start()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.stop()

    async def start(self) -> None:
        """Dial, and be welcomed."""
        self._keeper = asyncio.create_task(self._keep())
        async with asyncio.timeout(PATIENCE):
            await self._welcomed.wait()

    async def stop(self) -> None:
        """Hang up for good."""
        if self._keeper is not None:
            self._keeper.cancel()
            with suppress(asyncio.CancelledError):
                await self._keeper
            self._keeper = None

    async def _keep(self) -> None:
        """Dial, hear until the line is cut or silent for too long, and dial again."""
        while True:
            with suppress(OSError, WebSocketException, InvalidHandshake, TimeoutError, EOFError):
                async with asyncio.timeout(QUICK_TO_DOUBT * 5):
                    connection = await connect(self.url, max_size=None, compression=None, ping_interval=None, close_timeout=0.2)
                self._connection = connection
                try:
                    await self._hear(connection)
                finally:
                    self._connection = None
                    self._welcomed.clear()
                    connection.transport.abort()
            await asyncio.sleep(REDIAL)

    async def _hear(self, connection: ClientConnection) -> None:
        begun = time.perf_counter()
        hello = {"type": "hello", "code": self.code, "tokens": [self.token] if self.token else [], "last": self.seen.seq}
        await connection.send(msgspec.json.encode(hello).decode())
        doubted = False
        while True:
            try:
                async with asyncio.timeout(QUICK_TO_DOUBT if doubted or not self._welcomed.is_set() else self.doubt):
                    heard = _HEARD.decode(await connection.recv())
            except TimeoutError:
                if doubted or not self._welcomed.is_set():
                    return
                doubted = True
                await connection.send('{"type":"ping"}')
                continue
            doubted = False
            if heard.type == "welcome":
                self.welcomes += 1
                self.welcome_took.append(time.perf_counter() - begun)
                self._welcomed.set()
                self._look(heard.moment)
                await self._resend()
            elif heard.type == "update":
                self._look(heard.moment)
            elif heard.type in ("ack", "refused"):
                self._answered(heard)
            elif heard.type == "resync":
                return

    def _look(self, moment: Seen | None) -> None:
        """Keep the newest moment: one that was overtaken on its way is no news."""
        if moment is None:
            return
        known = self.digests.setdefault(moment.seq, moment.digest)
        assert known == moment.digest, f"{self.name}: moment {moment.seq} was told with two digests"
        if moment.seq >= self.seen.seq:
            self.seen = moment
            self._changed.set()

    def _answered(self, heard: Heard) -> None:
        if self._pending is None or heard.id != self._pending[0]:
            return
        if heard.type == "refused" and heard.refused in AGAIN:
            asyncio.get_running_loop().call_later(0.2, lambda: asyncio.ensure_future(self._resend()))
            return
        if not self._pending[2].done():
            self._pending[2].set_result(heard)

    async def _resend(self) -> None:
        if self._pending is not None and self._connection is not None and self._welcomed.is_set():
            with suppress(OSError, WebSocketException):
                await self._connection.send(self._pending[1].decode())

    def cut(self) -> None:
        """Drop the line without a word, as a lost network does; it is dialled anew."""
        if self._connection is not None:
            self._connection.transport.abort()

    # -- playing ---------------------------------------------------------------------------------------

    @property
    def mine(self) -> int:
        """The seat that may answer now, or -1."""
        asked = self.seen.question
        return asked.mine[0] if asked is not None and asked.mine and asked.options else -1

    async def until(self, holds: Callable[[], bool], within: float = PATIENCE) -> None:
        """Wait until something holds; it is looked at after every moment told."""
        async with asyncio.timeout(within):
            while not holds():
                self._check()
                self._changed.clear()
                with suppress(TimeoutError):
                    async with asyncio.timeout(QUICK_TO_DOUBT):
                        await self._changed.wait()

    async def see(self, seq: int, within: float = PATIENCE) -> None:
        """Wait for the moment of a row, or a later one."""
        await self.until(lambda: self.seen.seq >= seq, within)

    def _check(self) -> None:
        """Say what is wrong with what was told: the keeper of the line ends by nothing else."""
        if self._keeper is not None and self._keeper.done() and not self._keeper.cancelled():
            self._keeper.result()

    def challenges(self) -> list[str]:
        """The lines that may declare a challenge now."""
        return [one.line for one in self.seen.question.options if one.challenge] if self.seen.question is not None else []

    def choose(self) -> str:
        """A line at random, rather a challenge where there is one."""
        assert self.seen.question is not None
        fights = self.challenges()
        return self.draws.choice(fights) if fights and self.draws.random() < 0.7 else self.draws.choice(self.seen.question.options).line

    async def move(self) -> Heard:
        """Answer the open question; back when it is acknowledged or refused, through however many cuts."""
        identity, line = f"{self.name}-{len(self.sent)}", self.choose()
        message = {"type": "choose", "id": identity, "seat": self.mine, "seq": self.seen.seq, "line": line}
        return await self.command(identity, line, msgspec.json.encode(message))

    async def command(self, identity: str, line: str, message: bytes) -> Heard:
        """Send a command until it is answered, and book the answer; one at a time."""
        assert self._pending is None, f"{self.name} has not been answered yet"
        begun, welcomes = time.perf_counter(), self.welcomes
        answer: asyncio.Future[Heard] = asyncio.get_running_loop().create_future()
        self.sent[identity] = line
        self._pending = (identity, message, answer)
        await self._resend()
        try:
            async with asyncio.timeout(PATIENCE):
                while not answer.done():
                    await asyncio.wait({answer}, timeout=self.doubt)
                    if not answer.done():
                        self._check()
                        await self._resend()
        except TimeoutError:
            since = self.welcomes - welcomes
            raise TimeoutError(
                f"{self.name} has had no answer to {identity} for {PATIENCE:.0f} s, and was welcomed {since} times meanwhile"
            ) from None
        finally:
            self._pending = None
        heard = answer.result()
        if heard.type == "ack":
            self.acked[identity] = Acked(heard.seq, line, time.perf_counter() - begun)
        else:
            self.refused.append(heard)
        return heard

    async def play(self, stop: Callable[[], bool], pace: float = 0.0) -> None:
        """Answer whenever asked, until the game is over or `stop` holds."""
        while not stop() and not self.seen.over:
            if self.mine < 0:
                with suppress(TimeoutError):
                    await self.until(lambda: self.mine >= 0 or self.seen.over, 0.2)
                continue
            heard = await self.move()
            if heard.type == "ack":
                with suppress(TimeoutError):
                    await self.see(heard.seq, QUICK_TO_DOUBT * 4)
            else:
                await asyncio.sleep(0.05)  # the moment it was about is gone; the next one is on its way
            if pace:
                await asyncio.sleep(pace)


def seated(url: str, table: Opened, doubt: float = QUICK_TO_DOUBT) -> list[Player]:
    """A player for each seat of a table."""
    return [Player(url, table.code, token, f"{table.code}-{seat}", doubt) for seat, token in table.tokens.items()]


# -- the audit -------------------------------------------------------------------------------------------


class Audit(NamedTuple):
    """What the store holds against the players' books; all but `kept` are empty if every promise was held."""

    kept: int  # acknowledged commands found, each once, as they were acknowledged
    lost: list[str]  # acknowledged, but not in the store
    other: list[str]  # in the store with another number or line than was acknowledged
    twice: list[str]  # choices that no single command of a player stands for
    gaps: list[str]  # tables whose rows are not numbered 1, 2, 3 …

    @property
    def faults(self) -> list[str]:
        """Every broken promise in words."""
        named = {"lost": self.lost, "other": self.other, "twice": self.twice, "gaps": self.gaps}
        return [f"{name}: {one}" for name, found in named.items() for one in found]


def _last(rows: list[tuple[int, str, int, str, str]], seq: int) -> int:
    """The last row of the command whose first one this is: the dice and further answers that follow stand without an id."""
    return next((row[0] - 1 for row in rows[seq:] if row[3] or row[1] != "choice"), len(rows))


def audit(store: Path, players: Iterable[Player]) -> Audit:
    """Compare every player's book with the rows of a SQLite store."""
    found = Audit(0, [], [], [], [])
    kept = 0
    tables: dict[str, list[Player]] = {}
    for player in players:
        tables.setdefault(player.code, []).append(player)
    with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as connection:
        for code, around in tables.items():
            rows = connection.execute("SELECT seq, kind, seat, command, body FROM events WHERE game = ? ORDER BY seq", (code,)).fetchall()
            if [row[0] for row in rows] != list(range(1, len(rows) + 1)):
                found.gaps.append(code)
            sent = {identity: line for player in around for identity, line in player.sent.items()}
            by_command = {command: (_last(rows, seq), msgspec.json.decode(body)) for seq, _, _, command, body in rows if command}
            for identity, ack in ((identity, ack) for player in around for identity, ack in player.acked.items()):
                if identity not in by_command:
                    found.lost.append(f"{code} {identity} '{ack.line}'")
                    continue
                seq, body = by_command[identity]
                if (seq, body.get("line")) != (ack.seq, ack.line):
                    found.other.append(f"{code} {identity}: acknowledged {ack.seq} '{ack.line}', kept {seq} '{body.get('line')}'")
                    continue
                kept += 1
            seen: set[str] = set()
            for seq, kind, seat, command, body in rows:
                if kind == "choice" and seat >= 0 and "more" not in msgspec.json.decode(body):
                    if not command or command in seen or command not in sent:
                        found.twice.append(f"{code} row {seq} ({command or 'no command'})")
                    seen.add(command)
    return found._replace(kept=kept)


# -- many rooms ------------------------------------------------------------------------------------------


class Figures(NamedTuple):
    """What a load came to: moves acknowledged, how long the answers took (ms), the server's memory (MB)."""

    moves: int
    refused: int
    seconds: float
    p50: float
    p99: float
    worst: float
    memory: float
    welcome: float


def share(values: list[float], part: float) -> float:
    """The value that this part of them does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else 0.0


def memory_of(pid: int) -> float:
    """A process's resident memory in MB; 0 where the machine does not tell."""
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
    return 0.0


class Load:
    """Rooms with four players each, of whom so many a second move, a random room each time."""

    def __init__(self, server: ServerProcess, rooms: int, rate: float, quick: str = "lab") -> None:
        self.server = server
        self.rate = rate
        self.quick = quick
        self.number = rooms
        self.rooms: list[list[Player]] = []
        self.players: list[Player] = []  # everybody who ever sat here, games that are over too
        self.busy: set[int] = set()
        self._draws = random.Random(1)

    async def open(self) -> None:
        """Open the rooms and seat everybody."""
        for _ in range(self.number):
            self.rooms.append(await self._room())

    async def _room(self) -> list[Player]:
        table = await asyncio.to_thread(self.server.open, SEATS, quick=self.quick, placed=True)
        players = seated(self.server.socket_url, table, AS_A_PAGE)
        self.players += players
        await asyncio.gather(*(player.start() for player in players))
        return players

    async def run(self, seconds: float) -> Figures:
        """Let them move for so long; the pace is kept by the clock, whatever the answers take."""
        begun = time.perf_counter()
        moves: set[asyncio.Task[None]] = set()
        number = 0
        while (now := time.perf_counter() - begun) < seconds:
            if number / self.rate > now:
                await asyncio.sleep(number / self.rate - now)
            number += 1
            free = [room for room in range(len(self.rooms)) if room not in self.busy]
            if free:
                room = self._draws.choice(free)
                self.busy.add(room)
                task = asyncio.create_task(self._move(room))
                moves.add(task)
                task.add_done_callback(moves.discard)
        await asyncio.gather(*moves)
        took = [ack.took * 1000 for player in self.players for ack in player.acked.values()]
        refused = sum(len(player.refused) for player in self.players)
        pid = self.server.process.pid if self.server.process is not None else 0
        welcome = share([one * 1000 for player in self.players for one in player.welcome_took], 0.5)
        lasted = time.perf_counter() - begun
        return Figures(len(took), refused, lasted, share(took, 0.5), share(took, 0.99), max(took, default=0.0), memory_of(pid), welcome)

    async def _move(self, room: int) -> None:
        try:
            players = self.rooms[room]
            if players[0].seen.over:
                await asyncio.gather(*(player.stop() for player in players))
                players = self.rooms[room] = await self._room()
            asked = next((player for player in players if player.mine >= 0), None)
            if asked is None:
                return
            heard = await asked.move()
            if heard.type == "ack":
                await asyncio.gather(*(player.see(heard.seq) for player in players))
        finally:
            self.busy.discard(room)

    async def close(self) -> None:
        """Everybody hangs up."""
        await asyncio.gather(*(player.stop() for player in self.players))
