"""Clients that wish a table ill: strangers at a seat, garbled messages, raw frames; and what is seen of a server from outside."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, get_args

import msgspec

from kit.server import Client, Json, Opened, ServerProcess
from tipover.table.protocol import from_client

SOAK = os.environ.get("TIPOVER_SOAK") == "1"
ME = {"kind": "me", "name": "Ann"}
OPEN = {"kind": "open"}
BOT = {"kind": "bot", "bot": "random"}

UNASKED = ("table", "update", "said", "seated", "resync")  # what comes when others do something

Row = tuple[Any, ...]


# -- a server, seen from outside -------------------------------------------------------------------------


def kept(server: ServerProcess, code: str) -> list[Row]:
    """Every row that the server has kept of a game, read past it from its file."""
    with closing(sqlite3.connect(f"file:{server.data / 'tables.sqlite'}?mode=ro", uri=True, timeout=30)) as base:
        return base.execute("select * from events where game = ? order by seq", (code,)).fetchall()


def memory(server: ServerProcess, what: str = "VmRSS") -> int:
    """The server's memory in bytes, as the system reckons it."""
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return next(int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith(f"{what}:"))


def log_of(server: ServerProcess) -> str:
    """All that the server has logged."""
    return server.log.read_text("utf-8", "replace")


# -- tables ----------------------------------------------------------------------------------------------


def quick_setup(server: ServerProcess, rounds: int = 3, key: str = "first-golden_girls") -> Json:
    """A ready-made game that ends after a few rounds."""
    found = next(one for one in server.http("/api/catalog")[1]["quick"] if one["key"] == key)
    return {**found["setup"], "rounds": rounds}


def two_people(server: ServerProcess, **wanted: Any) -> Opened:
    """A table of Ann at seat 0 and Ben at seat 1, with both tokens."""
    asked: Json = {"setup": quick_setup(server), "placed": True} | wanted
    table = server.open([ME, OPEN], **asked)
    table.tokens |= server.sit(table.code, name="Ben", seed="5eed").tokens
    return table


class Silent(Client):
    """A client that connects and says no hello."""

    async def hello(self) -> Json:
        """Nothing is said."""
        return {}

    async def anew(self) -> None:
        """Hang up and connect again: who has said no hello for ten seconds is closed."""
        await self.close()
        self._connection_lost = False
        await self.connect()


async def told(client: Client, message: Json | str, identity: str = "") -> Json:
    """Send a message as it is; the answer to its id, or the next message where it has none."""
    number = len(client.told)
    await client.send(message)

    def answers() -> list[Json]:
        heard = [one for one in client.told[number:] if one["type"] not in UNASKED]
        return [one for one in heard if not identity or one.get("id") == identity]

    await client.until(lambda: bool(answers()), 60)
    return answers()[0]


# -- messages --------------------------------------------------------------------------------------------

TAGS: dict[str, type[msgspec.Struct]] = {str(one.__struct_config__.tag): one for one in get_args(from_client.FromBrowser)}


def message_types() -> set[str]:
    """Every type of message that the protocol knows from a browser."""
    return set(TAGS)


def sample(kind: str, seat: int, seq: int, line: str, at: int = 1) -> Json:
    """A message of each type that the seat itself could send."""
    fields: dict[str, Json] = {
        "hello": {}, "ping": {},
        "choose": {"seat": seat, "seq": seq, "line": line},
        "undo": {"seat": seat, "seq": seq},
        "undo_answer": {"seat": seat, "agree": True},
        "say": {"seat": seat, "text": "Well played"},
        "resign": {"seat": seat},
        "draw": {"seat": seat, "answer": "offer"},
        "rematch": {"seat": seat},
        "stand_in": {"seat": seat, "at": at, "bot": "random"},
        "rename": {"seat": seat, "name": "Zoe"},
        "revoke": {"seat": seat},
        "next_step": {"seat": seat},
        "order": {"seat": seat, "about": "Cheesecake", "answer": "always"},
        "share": {"seat": seat, "number": 1, "link": "0" * 64},
        "ask_why": {"lines": [line, "L1: move z99"]},
        "ask_odds": {"seat": seat, "seq": seq, "options": [0]},
        "ask_sight": {"figure": 0},
        "ask_threats": {"side": "light"},
        "ask_plan": {"seat": seat, "seq": seq, "answers": [line]},
        "ask_moments": {"first": 0, "last": 1},
        "ask_hint": {"seat": seat},
        "ask_analysis": {},
        "review": {"deed": "look", "at": 1},
    }  # fmt: skip
    return {"type": kind, **fields[kind]}


def tampered(token: str) -> list[str]:
    """Tokens that are nearly the right one."""
    other = "A" if token[0] != "A" else "B"
    return [other + token[1:], token[:-1], token + "A", token.swapcase(), f" {token}", f"{token}\x00", token[::-1], "", "0", "null"]


# -- mutations -------------------------------------------------------------------------------------------

_WRONG: tuple[Any, ...] = (None, [], {}, [[]], 1.5, -1.5, {"a": 1})


def spoiled(message: Json, draws: random.Random) -> str:
    """A frame that can be no message of the protocol, made from a valid one: a field dropped, typed wrongly, added, or the text cut."""
    kind = TAGS[message["type"]]
    fields = {field.name: field for field in msgspec.structs.fields(kind)}
    fresh = dict(message)
    required = [name for name, field in fields.items() if field.required and name in fresh]
    match draws.randrange(8):
        case 0 if required:
            del fresh[draws.choice(required)]
        case 1 | 2:
            name = draws.choice([name for name in fresh if name != "type"])
            wrong = [*_WRONG, 7 if fields[name].type is not int else "7"]
            if "list" in str(fields[name].type):
                wrong = [None, {}, 1.5, 7, "x", [None], [[]], [{}], [1.5]]
            fresh[name] = draws.choice(wrong)
        case 3:
            fresh[draws.choice(["more", "Seat", "token", "__class__", ""])] = 1
        case 4:
            fresh["type"] = draws.choice(["", "Choose", "welcome", "ack", "update", None, 7, ["choose"]])
        case 5:
            text = json.dumps(fresh)
            return text[: draws.randrange(len(text))]
        case 6:
            text = json.dumps(fresh)
            return draws.choice(
                [
                    f"[{text}]",
                    f"{text}{text}",
                    f"{text},",
                    f"\ufeff{text}",
                    text.replace('"', "'"),
                    text.replace(":", "=", 1),
                    f"{text}\x00",
                ]
            )
        case _:
            fresh["id"] = draws.choice(["", "x" * 81, "ünï", "a\nb", "bot:7", "\x7f", 7, None])
            if fresh["type"].startswith("ask_") or fresh["type"] == "ping":
                fresh["id"] = None
    return json.dumps(fresh)


def garbled(line: str, lines: list[str], draws: random.Random) -> str:
    """A line of the notation with something wrong in it; by chance it may still be one that is offered."""
    signs = "abcxyz0123456789ADLT:>,.-+()' \t\u00e9\u202e\x00"
    place = draws.randrange(len(line) + 1)
    match draws.randrange(9):
        case 0:
            return line[:place] + draws.choice(signs) + line[place + 1 :]
        case 1:
            return line[:place] + line[place + 1 :]
        case 2:
            return line[:place] + draws.choice(signs) * draws.choice([1, 2, 300]) + line[place:]
        case 3:
            return f"{line} {draws.choice(lines)}"
        case 4:
            return draws.choice(
                ["", " ", "L1", "D1", "D9: move a1", "L1: challenge > L1", "roll", "win", "L1: move z99", "?", "undo", "resign"]
            )
        case 5:
            return line.swapcase()
        case 6:
            return line.replace("L", "D") if "L" in line else line.replace("D", "L")
        case 7:
            return line[:place] + line[:place:-1]
        case _:
            return line + draws.choice([" > a1", ": end", " x99", "\n" + line, "; drop table events", " " * 2000])


def mutated(valid: list[Json], lines: list[str], draws: random.Random, number: int) -> tuple[str, bool]:
    """The text of a frame with a mistake, and whether it has to be refused: else it may only do what was offered."""
    message = dict(draws.choice(valid))
    if message["type"] not in ("ping", "hello"):
        message["id"] = f"m{number}"
    if message["type"] == "choose" and draws.random() < 0.7:
        match draws.randrange(4):
            case 0:
                message["seq"] += draws.choice([-1, -5, 99, 10**6, 2**63, 10**30, -(10**30)])
                return json.dumps(message), True
            case 1:
                message["seat"] = draws.choice([1 - message["seat"], -1, 2, 99, 2**31, 2**64, -(2**63), 10**25])
                return json.dumps(message), True
            case _:
                message["line"] = garbled(str(message["line"]), lines, draws)
                return json.dumps(message), False
    if "seat" in message and draws.random() < 0.25:
        message["seat"] = draws.choice([1 - message["seat"], -1, 2, 99, 2**64])
        return json.dumps(message), True
    if message["type"].startswith("ask_") and draws.random() < 0.5:
        return json.dumps(_odd_question(message, draws)), False
    return spoiled(message, draws), True


def _odd_question(message: Json, draws: random.Random) -> Json:
    """A question about what there is not: it is answered or refused, as it comes."""
    fields = {
        field.name: field.default_factory() if callable(field.default_factory) else field.default
        for field in msgspec.structs.fields(TAGS[message["type"]])
    }
    names = [name for name in fields if name != "id"]
    if not names:
        return message  # there is nothing odd to say
    name = draws.choice(names)
    value = message.get(name, fields[name])
    if isinstance(value, list):
        first = value[0] if value else "L1"
        odd: Any = draws.choice(
            [[], [first] * 41, [first] * 500, [garbled(str(first), ["x"], draws)] if isinstance(first, str) else [-1, 10**20, 5]]
        )
    elif isinstance(value, int):
        odd = draws.choice([-1, -2, 1, 7, 255, 256, 300, 10**4, 2**31, 2**63, 2**64, 10**30, -(10**30)])
    else:
        odd = draws.choice(["", "Light", "fifth", "\x00", "light " * 50, "dark", "ü"])
    return {**message, name: odd}


# -- raw sockets -----------------------------------------------------------------------------------------


class Wire:
    """A WebSocket by hand: it can send what no library would."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, answer: str) -> None:
        self.reader, self.writer, self.answer = reader, writer, answer

    @property
    def status(self) -> int:
        """The status of the handshake's answer."""
        return int(self.answer.split(" ", 2)[1])

    def frame(self, payload: bytes, first: int = 0x81, masked: bool = True, length: int | None = None) -> None:
        """Send one frame; `first` is its first byte (0x81 text, 0x82 binary, +0x40 compressed), `length` what it claims to be."""
        size = len(payload) if length is None else length
        mask = 0x80 if masked else 0
        head = bytes([first])
        head += (
            bytes([mask | size])
            if size < 126
            else bytes([mask | 126]) + size.to_bytes(2, "big")
            if size < 65536
            else bytes([mask | 127]) + size.to_bytes(8, "big")
        )
        self.writer.write(head + (b"\0\0\0\0" if masked else b"") + payload)

    async def close_code(self, within: float = 20) -> int:
        """Read to the end: the code of the close frame, or 0 if the connection was dropped without one."""
        seen = b""
        async with asyncio.timeout(within):
            try:
                while part := await self.reader.read(65536):
                    seen = (seen + part)[-200_000:]
                    if (code := _close_code(seen)) is not None:
                        return code
            except OSError:
                pass
        return 0

    async def __aenter__(self) -> Wire:
        return self

    async def __aexit__(self, *error: object) -> None:
        self.writer.transport.abort()


def _close_code(seen: bytes) -> int | None:
    """The code of a close frame among frames from the server."""
    place = 0
    while place + 2 <= len(seen):
        size = seen[place + 1]
        start = place + 2
        if size == 126:
            size, start = int.from_bytes(seen[start : start + 2], "big"), start + 2
        elif size == 127:
            size, start = int.from_bytes(seen[start : start + 8], "big"), start + 8
        if seen[place] & 0x0F == 8 and start + 2 <= len(seen):
            return int.from_bytes(seen[start : start + 2], "big") if size >= 2 else 1005
        place = start + size
    return None


async def wire(server: ServerProcess, headers: dict[str, str] | None = None, path: str = "/ws") -> Wire:
    """Connect and upgrade by hand; headers replace or add to the usual ones (an empty value leaves one out)."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    usual = {"Host": f"127.0.0.1:{server.port}", "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13"}
    usual |= {"Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(), **(headers or {})}
    lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in usual.items() if value)]
    writer.write(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1"))
    async with asyncio.timeout(20):
        answer = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    return Wire(reader, writer, answer)


async def raw_http(server: ServerProcess, text: bytes, within: float = 30, more: bytes = b"", after: float = 0.0) -> bytes:
    """Send bytes as a request, perhaps more of them later; all that comes back until the server closes or answers."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    try:
        writer.write(text)
        if more:
            await asyncio.sleep(after)
            writer.write(more)
        async with asyncio.timeout(within):
            try:
                return await reader.read(65536)
            except OSError:
                return b""
    finally:
        writer.transport.abort()


def eager(client: Client, draws: random.Random) -> str:
    """An answer that leads to dice soon: a challenge, or a move towards the rivals; now and then any."""
    bold = [one["line"] for one in client.options if one.get("challenge")]
    if draws.random() < 0.15 or not client.options:
        bold = []
    elif not bold:
        columns, side = client.game["map"]["columns"], client.question.get("side", "")
        rivals = [divmod(one["square"], columns) for one in client.moment["figures"] if one.get("square", -1) >= 0 and one["side"] != side]

        def far(square: int) -> int:
            row, column = divmod(square, columns)
            return min((max(abs(row - a), abs(column - b)) for a, b in rivals), default=0)

        moves = {one["line"]: far(one["square"]) for one in client.options if one["verb"] == "move" and one.get("square", -1) >= 0}
        bold = [line for line, steps in moves.items() if steps == min(moves.values())]
    return str(draws.choice(bold or [one["line"] for one in client.options]))
