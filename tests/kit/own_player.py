"""A player of its own: sockets, frames, dice and all checks from the standard library and the documents, nothing of ours.

It does what a careful page does: it asks for the server's promise before it gives anything away, notes the ends of all
chains as they are first shown and each link that it gave, and at the end computes every die again from the record.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import os
import random
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from kit.chains import MyChain, digest, reckoned

Json = dict[str, Any]
WRITTEN = {"burst": "b", "shield": "s", "triple": "!"}


def fetched(port: int, path: str, body: Json | None = None, token: str = "") -> Any:
    """The answer of a server to a request."""
    headers = {"content-type": "application/json", **({"authorization": f"Bearer {token}"} if token else {})}
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(f"http://127.0.0.1:{port}{path}", data, headers), timeout=30) as answer:
        text = answer.read().decode()
    return text if path.endswith("/record") else json.loads(text)


class OwnPlayer:
    """One seat of a table, and all that its player knows of the dice without asking the server again."""

    def __init__(self, port: int, name: str) -> None:
        self.port = port
        self.chain = MyChain(f"the own secret of {name}")
        self.name = name
        self.draws = random.Random(name)
        self.promise = ""  # of the server's seed, before it had anything of ours
        self.code = self.token = ""
        self.seat = -1
        self.ends: dict[int, str] = {}  # of all chains, as they were first shown
        self.given: dict[int, int] = {}  # by roll: how many choices there were when its link was asked for
        self.shown: list[tuple[int, list[str]]] = []  # dice as they were told: the choices before, and the faces of each roll
        self.chosen: list[tuple[int, str]] = []  # its own choices: how many there were before, and the line
        self.rolls = 0  # it resigns when it has given so many links; 0 for never
        self.gives = True  # whether it gives links; at another device of the same person somebody else does
        self.moment: Json = {}
        self.answered = -1  # the row that was answered last
        self.over = asyncio.Event()

    def open(self) -> None:
        """Open a table with a place for a second person."""
        self.promise = fetched(self.port, "/api/commitments", {})["commitment"]
        me = {"kind": "me", "name": self.name, "seed": self.chain.end}
        wanted = {"quick": "first-golden_girls", "placed": True, "commitment": self.promise, "seats": [me, {"kind": "open"}]}
        self._seated(fetched(self.port, "/api/tables", wanted))

    def sit_down(self, code: str) -> None:
        """Take the other place."""
        self.promise = fetched(self.port, f"/api/tables/{code}")["commitment"]
        self._seated(fetched(self.port, f"/api/tables/{code}/sit", {"name": self.name, "seed": self.chain.end}))

    def _seated(self, opened: Json) -> None:
        self.code = opened["code"]
        self.seat, self.token = opened["seats"][0]["seat"], opened["seats"][0]["token"]

    # -- the socket ------------------------------------------------------------------------------------

    async def play(self, most: int) -> None:
        """Answer at random, give links when they are asked for, and resign after so many choices."""
        reader, self._writer = await asyncio.open_connection("127.0.0.1", self.port)
        key = base64.b64encode(os.urandom(16)).decode()
        self._writer.write(
            f"GET /ws HTTP/1.1\r\nhost: 127.0.0.1:{self.port}\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
            f"sec-websocket-key: {key}\r\nsec-websocket-version: 13\r\n\r\n".encode()
        )
        head = await reader.readuntil(b"\r\n\r\n")
        sign = hashlib.sha1(f"{key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11".encode()).digest()
        assert head.startswith(b"HTTP/1.1 101") and base64.b64encode(sign) in head
        version = fetched(self.port, "/api/health")  # it is up
        assert version["ok"]
        self._say(type="hello", code=self.code, tokens=[self.token])
        try:
            while not self.moment.get("over"):
                self._hear(json.loads(await self._frame(reader)), most)
        finally:
            self._writer.close()

    def _say(self, **message: Any) -> None:
        data = json.dumps(message).encode()
        size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
        self._writer.write(b"\x81" + size + b"\0\0\0\0" + data)  # a mask of zeros

    @staticmethod
    async def _frame(reader: asyncio.StreamReader) -> bytes:
        while True:
            first, size = await reader.readexactly(2)
            if size >= 126:
                size = int.from_bytes(await reader.readexactly(2 if size == 126 else 8), "big")
            data = await reader.readexactly(size)
            if first == 0x81:
                return data
            assert first == 0x89, first  # a ping; the game is over before it must be answered

    def _hear(self, told: Json, most: int) -> None:
        for seat in (told.get("table") or {}).get("seats", []):
            if seat.get("chain"):
                self.ends.setdefault(seat["seat"], seat["chain"])
        before = self.moment.get("count", -1) - told.get("undone", 0)
        rolls = [
            " ".join(WRITTEN[face] for face in one["faces"])
            for one in told.get("news", [])
            if one.get("faces") and "Rolled" in one["event"]
        ]
        if rolls and before >= 0:
            self.shown.append((before, rolls))
        self.moment = told.get("moment") or self.moment
        seq, count = self.moment.get("seq", -1), self.moment.get("count", 0)
        number = self.moment.get("roll_waits", 0)
        if number and self.gives and number not in self.given:
            self.given[number] = count
            self._say(type="share", id=f"{self.name}-link-{number}", seat=self.seat, number=number, link=self.chain.link(number))
        asked = self.moment.get("question") or {}
        if self.seat in asked.get("mine", []) and seq > self.answered and not self.moment.get("over"):
            self.answered = seq
            if count >= most or 0 < self.rolls <= len(self.given):
                self._say(type="resign", id=f"{self.name}-resigns", seat=self.seat)
                return
            options = asked["options"]
            fights = [one for one in options if one.get("challenge")]
            line = self.draws.choice(fights or options)["line"]
            self.chosen.append((count, line))
            self._say(type="choose", id=f"{self.name}-{seq}", seat=self.seat, seq=seq, line=line)

    @contextmanager
    def playing(self, most: int) -> Iterator[None]:
        """Play in a thread of its own meanwhile."""
        with ThreadPoolExecutor(1) as other:
            game = other.submit(asyncio.run, self.play(most))
            yield
            game.result()

    # -- afterwards ------------------------------------------------------------------------------------

    def record(self) -> str:
        """What the table says that was played."""
        return str(fetched(self.port, f"/api/tables/{self.code}/record", token=self.token))

    def faults(self, record: str) -> list[str]:
        """Everything that is wrong with the dice of a record, by what this player knows."""
        line = next(line for line in record.splitlines() if line.startswith("dice fair "))
        _, _, promise, written, *secret = line.split()
        seats = [one.split(":") for one in written.split(",")]
        found: list[str] = []
        if not secret or digest(secret[0]) != promise:
            found.append("the seed that was promised is not shown")
        if promise != self.promise:
            found.append("another promise")
        if ":".join(seats[self.seat][:2]) != self.chain.end:
            found.append("another chain than mine")
        if any(":".join(seats[seat][:2]) != end for seat, end in self.ends.items()):
            found.append("another chain than was shown")
        depth = int(seats[self.seat][2]) if len(seats[self.seat]) > 2 else 0
        missed = _numbers(seats[self.seat][4]) if len(seats[self.seat]) > 4 else set()
        if any(roll > depth or roll in missed for roll in self.given):
            found.append("a link of mine is left out")
        if found:
            return found
        try:
            told, made = reckoned(record)
        except AssertionError as error:
            return [str(error)]
        if told != made:
            found.append("another die")
        choices = [text for text in record.partition("---\n")[2].splitlines() if text[:1].isdigit()]
        for before, rolls in self.shown:
            fell = [text.split(" ", 2)[2] for text in choices[before:] if text.split(" ", 1)[1].startswith("roll")]
            if fell[: len(rolls)] != rolls:
                found.append("other dice than were shown")
        if any(choices[before].split(" ", 1)[1] != line for before, line in self.chosen):
            found.append("another choice than mine")
        places = [place for place, text in enumerate(choices) if text.split(" ", 1)[1].startswith(("roll", "flip"))]
        if any(roll > len(places) or places[roll - 1] != count for roll, count in self.given.items()):
            found.append("a link was asked for before its roll")
        return found


def _numbers(text: str) -> set[int]:
    found: set[int] = set()
    for span in text.split("."):
        first, _, last = span.partition("-")
        found.update(range(int(first), int(last or first) + 1))
    return found
