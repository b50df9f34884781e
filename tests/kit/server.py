"""A real server on a free loopback port with a folder of its own, and clients that speak the protocol over real sockets."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

ROOT = Path(__file__).resolve().parents[2]
LISTENING_WITHIN = 30.0
PATIENCE = 40.0  # seconds for an answer: a hint is thought at the lowest priority, beside tests that take both cores

Json = dict[str, Any]


class ServerProcess:
    """`tipover serve` in a process of its own. `restart` keeps folder and port; `kill` is kill -9.

    With a name in `sure` its dice and bots do the same every time (see `kit.sure`). `files` is its limit of open files,
    `program` what is run instead of `tipover`.
    """

    def __init__(
        self, data: Path | None = None, store: str = "", *options: str, port: int = 0, sure: str = "", files: int = 0, program: str = ""
    ) -> None:
        self._own = tempfile.TemporaryDirectory(prefix="tipover-server-") if data is None else None
        self.data = data or Path(self._own.name if self._own else "")
        self.store = store
        self.options = options
        self.port = port
        self.sure = sure
        self.files = files
        self.program = program
        self.process: subprocess.Popen[bytes] | None = None
        self.patience = 30.0  # seconds for an answer to a request
        self.log = self.data / "server.log"

    @property
    def url(self) -> str:
        """`http://127.0.0.1:PORT`."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def socket_url(self) -> str:
        """`ws://127.0.0.1:PORT/ws`."""
        return f"ws://127.0.0.1:{self.port}/ws"

    def start(self) -> ServerProcess:
        """Start it and wait until it answers."""
        self.data.mkdir(parents=True, exist_ok=True)
        begun = self.log.stat().st_size if self.log.exists() else 0
        program = ["-c", self.program] if self.program else ["-m", "kit.sure", self.sure] if self.sure else ["-m", "tipover"]
        command = [sys.executable, *program, "serve", "--port", str(self.port), "--data", str(self.data), "--absence", "0"]
        command += ["--store", self.store] if self.store else []
        command = ["sh", "-c", f'ulimit -n {self.files}; exec "$@"', "sh", *command] if self.files else command
        environment = {
            "TIPOVER_DEBUG": "1",
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")]),
            "PYTHONUNBUFFERED": "1",
        }
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # what is installed has its bytecode; without it a start takes twice as long
        with self.log.open("ab") as log:
            self.process = subprocess.Popen([*command, *self.options], cwd=ROOT, env=environment, stdout=log, stderr=log)
        until = time.monotonic() + LISTENING_WITHIN
        while time.monotonic() < until:
            said = self.log.read_bytes()[begun:].decode("utf-8", "replace")
            if "served at http://" in said:
                self.port = int(said.split("served at http://", 1)[1].split("/", 1)[0].rsplit(":", 1)[1])
                return self
            if self.process.poll() is not None:
                break
            time.sleep(0.02)
        self.stop()
        raise AssertionError(f"the server did not start: {self.log.read_text('utf-8', 'replace')[-2000:]}")

    def stop(self) -> int:
        """End it kindly; its exit code."""
        return self._end(signal.SIGTERM)

    def kill(self) -> int:
        """End it at once, as a power cut would."""
        return self._end(signal.SIGKILL)

    def _end(self, how: int) -> int:
        if self.process is None:
            return 0
        if self.process.poll() is None:
            self.process.send_signal(how)
        try:
            code = self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = self.process.wait()
        self.process = None
        return code

    def restart(self, kill: bool = False) -> ServerProcess:
        """The same folder and port again, after a kind end or a kill -9."""
        self.kill() if kill else self.stop()
        return self.start()

    def __enter__(self) -> ServerProcess:
        return self.start()

    def __exit__(self, *error: object) -> None:
        self.stop()
        if self._own is not None:
            with contextlib.suppress(OSError):
                self._own.cleanup()

    # -- over HTTP ---------------------------------------------------------------------------------------

    def http(
        self, path: str, body: object = None, headers: dict[str, str] | None = None, raw: bytes | None = None
    ) -> tuple[int, Any, dict[str, str]]:
        """A request: GET, or POST with a body. Status, the answer (JSON read, else text), and its headers."""
        data = raw if raw is not None else json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(self.url + path, data, {"content-type": "application/json", **(headers or {})})
        try:
            with urllib.request.urlopen(request, timeout=self.patience) as answer:
                status, text, got = answer.status, answer.read(), answer.headers
        except urllib.error.HTTPError as error:
            status, text, got = error.code, error.read(), error.headers
        found = {name.lower(): value for name, value in got.items()}
        if found.get("content-type", "").startswith("application/json") and found.get("content-encoding") is None:
            return status, json.loads(text), found
        return status, text if found.get("content-encoding") else text.decode("utf-8", "replace"), found

    def open(self, seats: list[Json], headers: dict[str, str] | None = None, **wanted: Any) -> Opened:
        """Open a table; without anything said it is a ready-made first game with figures placed."""
        if not any(key in wanted for key in ("setup", "quick", "lesson", "record", "after")):
            wanted = {"quick": "first-golden_girls", "placed": True, **wanted}
        status, answer, _ = self.http("/api/tables", {"seats": seats, **wanted}, headers)
        assert status == 201, answer
        return Opened(answer)

    def sit(self, code: str, **wanted: Any) -> Opened:
        """Take a seat."""
        status, answer, _ = self.http(f"/api/tables/{code}/sit", wanted)
        assert status == 200, answer
        return Opened(answer)

    def record(self, code: str, token: str = "") -> str:
        """A table's record."""
        status, text, _ = self.http(f"/api/tables/{code}/record", headers={"authorization": f"Bearer {token}"} if token else None)
        assert status == 200, text
        return str(text)


class Opened:
    """A table's code with the seats that were given: seat → token."""

    def __init__(self, answer: Json) -> None:
        self.code: str = answer["code"]
        self.tokens: dict[int, str] = {one["seat"]: one["token"] for one in answer.get("seats", [])}


class Refused(Exception):
    """A command was refused; `told` is the whole message."""

    def __init__(self, told: Json) -> None:
        super().__init__(f"{told['refused']}: {told['sentence']}")
        self.told = told
        self.code: str = told["refused"]


class Client:
    """A browser at a table, as a program: keeps what it was told, sends commands, waits for answers.

    `moment`, `table`, `log`, `chat`, `you` are as last told. A lost connection raises `ConnectionClosed` where it is used.
    """

    def __init__(self, server: ServerProcess, code: str, tokens: list[str] | None = None, url: str = "", origin: str = "") -> None:
        self.server = server
        self.url = url or server.socket_url
        self.origin = origin
        self.code = code
        self.tokens = tokens or []
        self.language = "en"
        self.you: list[int] = []
        self.game: Json = {}
        self.moment: Json = {}
        self.table: Json = {}
        self.lesson: Json = {}
        self.log: list[Json] = []
        self.chat: list[Json] = []
        self.seated: list[Json] = []
        self.told: list[Json] = []
        self.frames: list[str] = []
        self.digests: dict[int, str] = {}  # seq → digest of each moment told
        self.patience = PATIENCE  # seconds for an answer
        self._answers: dict[str, asyncio.Future[Json]] = {}
        self._news = asyncio.Event()
        self._connection: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._count = 0
        self._name = random.Random().randbytes(6).hex()

    async def connect(self) -> Client:
        """Connect and say hello; back when welcomed."""
        extra = {"origin": self.origin} if self.origin else {}
        self._connection = await connect(self.url, additional_headers=extra, max_size=None, compression=None, ping_interval=None)
        self._reader = asyncio.create_task(self._read())
        await self.hello()
        return self

    async def hello(self) -> Json:
        """Say hello (again)."""
        number = len(self.told)
        await self.send(
            {"type": "hello", "code": self.code, "tokens": self.tokens, "last": self.moment.get("seq", -1), "language": self.language}
        )
        await self.until(lambda: any(one["type"] in ("welcome", "refused") for one in self.told[number:]))
        answer = next(one for one in self.told[number:] if one["type"] in ("welcome", "refused"))
        if answer["type"] == "refused":
            raise Refused(answer)
        return answer

    async def __aenter__(self) -> Client:
        return await self.connect()

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Hang up."""
        if self._connection is not None:
            await self._connection.close()
        if self._reader is not None:
            self._reader.cancel()
            with contextlib.suppress(asyncio.CancelledError, ConnectionClosed):
                await self._reader

    async def _read(self) -> None:
        assert self._connection is not None
        try:
            async for frame in self._connection:
                self.frames.append(str(frame))
                self._hear(json.loads(frame))
                self._news.set()
        except ConnectionClosed:
            pass
        finally:
            for waiting in self._answers.values():
                if not waiting.done():
                    waiting.set_exception(ConnectionError("the server hung up"))
            self._answers.clear()
            self._connection_lost = True
            self._news.set()

    _connection_lost = False

    def _hear(self, told: Json) -> None:
        self.told.append(told)
        kind = told["type"]
        if kind == "welcome":
            self.you, self.table, self.chat = told["you"], told["table"], list(told.get("chat", []))
            if "same" in told:
                assert told["same"] == self.moment["digest"], "nothing has happened, and yet it stands otherwise"
            else:
                self.game, self.lesson = told.get("game") or {}, told.get("lesson") or {}
                self.moment, self.log = told.get("moment") or {}, list(told.get("log", []))
        elif kind == "update":
            if told.get("undone"):
                left = self.moment["count"] - told["undone"]
                self.log = [line for line in self.log if line["count"] <= left]
            self.moment = told["moment"]
            self.log += told.get("log", [])
            self.lesson = told.get("lesson") or self.lesson
        elif kind == "log":
            self.log += told["log"]
        elif kind == "table":
            self.table = told["table"]
        elif kind == "said":
            self.chat.append(told)
        elif kind == "seated":
            self.seated.append(told)
        if self.moment:
            self.digests[self.moment["seq"]] = self.moment.get("digest", "")
        waiting = self._answers.pop(told.get("id", ""), None)
        if waiting is not None and not waiting.done():
            waiting.set_result(told)

    async def send(self, message: Json | str) -> None:
        """Send a message as it is."""
        assert self._connection is not None
        await self._connection.send(message if isinstance(message, str) else json.dumps(message))

    async def ask(self, kind: str, identity: str = "", **fields: Any) -> Json:
        """Send a command or question with an id and wait for its answer; a refusal raises `Refused`."""
        self._count += 1
        identity = identity or f"{self._name}-{self._count}"
        waiting = self._answers[identity] = asyncio.get_running_loop().create_future()
        await self.send({"type": kind, "id": identity, **fields})
        answer: Json = await asyncio.wait_for(waiting, self.patience)
        if answer["type"] == "refused":
            raise Refused(answer)
        return answer

    async def until(self, holds: Callable[[], bool], within: float = PATIENCE) -> None:
        """Wait until something holds; it is looked at after every message."""
        async with asyncio.timeout(within):
            while not holds():
                if self._connection_lost:
                    raise ConnectionError("the server hung up")
                self._news.clear()
                await self._news.wait()

    async def reach(self, seq: int) -> None:
        """Wait for the moment with this number."""
        await self.until(lambda: bool(self.moment) and self.moment["seq"] >= seq)

    # -- playing -----------------------------------------------------------------------------------------

    @property
    def question(self) -> Json:
        """The open question, or nothing."""
        return self.moment.get("question") or {}

    @property
    def options(self) -> list[Json]:
        """The answers I may give."""
        return list(self.question.get("options", []))

    @property
    def mine(self) -> int:
        """My seat that is asked, or -1."""
        mine = self.question.get("mine", [])
        return mine[0] if mine else -1

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self.moment.get("over"))

    async def choose(self, line: str, seat: int | None = None, identity: str = "", seq: int | None = None) -> Json:
        """Answer the open question; back when it is acknowledged and the new moment has come."""
        before = self.moment["seq"]
        ack = await self.ask("choose", identity, seat=self.mine if seat is None else seat, seq=before if seq is None else seq, line=line)
        await self.until(lambda: self.moment["seq"] >= ack["seq"])
        return ack

    async def play(self, draws: random.Random) -> str:
        """Answer at random; the line."""
        line = str(draws.choice(self.options)["line"])
        await self.choose(line)
        return line


@contextlib.contextmanager
def serving(*options: str, store: str = "", sure: str = "", files: int = 0, program: str = "") -> Iterator[ServerProcess]:
    """A server for a test."""
    with ServerProcess(None, store, *options, sure=sure, files=files, program=program) as server:
        yield server


async def play_out(clients: list[Client], draws: random.Random, most: int = 2000, stop: Callable[[], bool] | None = None) -> int:
    """Let clients answer at random until the game is over for all of them (or `stop` holds); the number of answers."""
    answers = 0
    while answers < most:
        if any(client.over for client in clients):  # news reach the clients one after the other, at two processes in any order
            await _one_of(clients, lambda: all(client.over for client in clients))
            return answers
        if stop is not None and stop():
            return answers
        await _one_of(clients, lambda: any(client.mine >= 0 or client.over for client in clients))
        asked = next((client for client in clients if client.mine >= 0), None)
        if asked is None:
            continue
        await asked.play(draws)
        answers += 1
        seq = asked.moment["seq"]
        for client in clients:
            await client.reach(seq)
    raise AssertionError(f"the game is not over after {most} answers")


async def _one_of(clients: list[Client], holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.005)
