"""S6: frames and bodies made to hurt. Each is closed or gets a typed refusal, memory stays, and nobody else is disturbed."""

from __future__ import annotations

import asyncio
import gzip
import json
import time
import zlib
from collections.abc import Iterator
from typing import Any

import pytest

from kit.hostile import SOAK, kept, log_of, memory, quick_setup, raw_http, told, two_people, wire
from kit.server import Client, Opened, ServerProcess, serving

TIMES = 20 if SOAK else 1
MOST_GROWTH = 20 * 1024 * 1024
MEGABYTE = 1024 * 1024
HUGE = "9" * 60_000

# What the socket has to answer with `malformed`, staying open.
MALFORMED: dict[str, str] = {
    "50,000 deep lists": "[" * 50_000,
    "deep lists, closed": "[" * 30_000 + "]" * 30_000,
    "deep objects": '{"a":' * 10_000 + "1" + "}" * 10_000,
    "deep field": '{"type":"say","id":"x","seat":0,"text":' + "[" * 50_000,
    "NaN": '{"type":"say","id":"x","seat":NaN,"text":"a"}',
    "Infinity": '{"type":"undo","id":"x","seat":0,"seq":-Infinity}',
    "1e999": '{"type":"undo","id":"x","seat":0,"seq":1e999}',
    "huge int": f'{{"type":"undo","id":"x","seat":0,"seq":{HUGE}}}',
    "huge negative int": f'{{"type":"choose","id":"x","seat":-{HUGE},"seq":0,"line":"L1"}}',
    "huge float": f'{{"type":"undo","id":"x","seat":0,"seq":0.{HUGE}}}',
    "lone surrogate": '{"type":"say","id":"x","seat":0,"text":"\\ud800"}',
    "lone low surrogate": '{"type":"rename","id":"x","seat":0,"name":"a\\udfffb"}',
    "surrogate in the id": '{"type":"say","id":"\\ud83d","seat":0,"text":"a"}',
    "surrogate in a token": '{"type":"hello","code":"ABCDEF","tokens":["\\ud800"]}',
    "many tokens": json.dumps({"type": "hello", "code": "ABCDEF", "tokens": ["x"] * 9000}),
    "long token": json.dumps({"type": "hello", "code": "ABCDEF", "tokens": ["x" * 60_000]}),
    "long text": json.dumps({"type": "say", "id": "x", "seat": 0, "text": "x" * 60_000}),
    "long id": json.dumps({"type": "say", "id": "x" * 60_000, "seat": 0, "text": "x"}),
    "many fields": "{" + ",".join(f'"a{k}":1' for k in range(6000)) + "}",
    "many same fields": '{"type":"ping",' + ",".join('"id":"x"' for _ in range(6000)) + "}",
    "NUL": "\x00",
    "blanks": " " * 60_000,
    "a string": '"' + "x" * 60_000 + '"',
    "signs of four bytes": json.dumps({"type": "say", "id": "x", "seat": 0, "text": "😀" * 1000}, ensure_ascii=False),
}  # fmt: skip
# Questions that are large: refused or answered, and soon.
LARGE: dict[str, dict[str, Any]] = {
    "many lines": {"type": "ask_why", "id": "q", "lines": ["L1"] * 10_000},
    "a long line": {"type": "ask_why", "id": "q", "lines": ["L1: " + "move " * 10_000]},
    "many options": {"type": "ask_odds", "id": "q", "seat": 0, "seq": 10**9, "options": list(range(10_000))},
    "a long plan": {"type": "ask_plan", "id": "q", "seat": 0, "seq": 10**9, "answers": ["L1", "L1: end"] * 3000},
    "all moments": {"type": "ask_moments", "id": "q", "first": 0, "last": 2**62},
    "a huge figure": {"type": "ask_sight", "id": "q", "figure": 10**18, "square": -(10**18), "to": 2**63},
    "a long side": {"type": "ask_threats", "id": "q", "side": "light" * 10_000},
    "a long choice": {"type": "choose", "id": "q", "seat": 0, "seq": 10**9, "line": "L1: " * 12_000},
}  # fmt: skip


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with serving() as running:
        table = two_people(running)
        running.http("/api/tables", raw=b"x" * (3 * MEGABYTE))  # what a first large request costs the system is no growth
        assert running.record(table.code)
        yield running


class Others:
    """A game that goes on meanwhile: its players have to be answered all the time, and promptly."""

    def __init__(self, server: ServerProcess) -> None:
        self.server = server
        self.table: Opened = two_people(server)
        self.before = memory(server)
        self.rows = len(kept(server, self.table.code))
        self.longest = 0.0
        self.pings = 0

    async def play(self, stop: asyncio.Event) -> None:
        """Ask again and again, until told to stop."""
        async with Client(self.server, self.table.code, list(self.table.tokens.values())) as both:
            while not (stop.is_set() and self.pings):
                begun = time.monotonic()
                await told(both, {"type": "ping"})
                self.longest = max(self.longest, time.monotonic() - begun)
                self.pings += 1
                await asyncio.sleep(0.15)
            await both.choose(both.options[0]["line"])
            assert len(kept(self.server, self.table.code)) > self.rows

    def check(self) -> None:
        """Nothing of it hurt: others were answered, memory is where it was, the log holds no traceback."""
        assert self.pings and self.longest < 5, f"others waited {self.longest:.1f} s"
        grown = memory(self.server) - self.before
        assert grown <= MOST_GROWTH, f"the server has grown by {grown / MEGABYTE:.1f} MB"
        assert "Traceback" not in log_of(self.server)


async def meanwhile(others: Others, attack: Any) -> None:
    """Run an attack while others play."""
    stop = asyncio.Event()
    playing = asyncio.create_task(others.play(stop))
    try:
        await attack
    finally:
        stop.set()
        await playing
    others.check()


def test_messages_that_are_none_are_refused_and_the_socket_stays(server: ServerProcess) -> None:
    async def attack() -> None:
        table = two_people(server)
        rows = kept(server, table.code)
        for again in range(TIMES):
            said = ("malformed", "too_fast") if again else ("malformed",)  # who chats on and on is told that first
            async with Client(server, table.code, [table.tokens[0]]) as client:
                for name, text in MALFORMED.items():
                    answer = await told(client, text)
                    assert answer["type"] == "refused" and answer["refused"] in said, (name, str(answer)[:300])
                    assert len(json.dumps(answer)) < 1000, f"{name}: the answer repeats what was sent"
                for name, message in LARGE.items():
                    begun = time.monotonic()
                    answer = await told(client, message, "q")
                    assert answer["type"] == "reasons" or answer.get("refused") not in (None, "closed", "store"), (name, str(answer)[:300])
                    assert time.monotonic() - begun < 10, name
                assert (await told(client, {"type": "ping"}))["type"] == "pong"
        assert kept(server, table.code) == rows

    asyncio.run(meanwhile(Others(server), attack()))


def bomb(size: int) -> bytes:
    """Deflated zeros as a compressed message has them."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return (packer.compress(b" " * size) + packer.flush(zlib.Z_SYNC_FLUSH))[:-4]


def test_frames_that_break_the_protocol_close_the_socket_alone(server: ServerProcess) -> None:
    """Close codes are those of RFC 6455: 1002 a protocol error, 1007 no text, 1009 too large."""
    table = two_people(server)
    hello = json.dumps({"type": "hello", "code": table.code}).encode()
    offer = {"Sec-WebSocket-Extensions": "permessage-deflate; client_max_window_bits"}
    frames: dict[str, tuple[bytes, dict[str, Any], tuple[int, ...]]] = {
        "oversize text": (b"x" * 70_000, {}, (1009,)),
        "oversize binary": (b"\0" * 200_000, {"first": 0x82}, (1009,)),
        "claims 2 GB": (b"x", {"length": 2**31}, (1009,)),
        "claims 2^62": (b"x", {"length": 2**62}, (1009, 1002)),
        "deflate bomb": (bomb(30 * MEGABYTE), {"first": 0xC1}, (1002, 1009)),
        "deflate bomb, binary": (bomb(10 * MEGABYTE), {"first": 0xC2}, (1002, 1009)),
        "no text": (b'{"type":"ping\xff\xfe"}', {}, (1007,)),
        "a surrogate in bytes": (b'{"type":"ping\xed\xa0\x80"}', {}, (1007,)),
        "unmasked": (b'{"type":"ping"}', {"masked": False}, (1002,)),
        "unknown opcode": (b"x", {"first": 0x83}, (1002,)),
        "long ping": (b"x" * 200, {"first": 0x89}, (1002,)),
        "continuation of nothing": (b"x", {"first": 0x80}, (1002,)),
    }  # fmt: skip

    async def attack() -> None:
        for _ in range(TIMES):
            for name, (payload, how, codes) in frames.items():
                for begin in (b"", hello):
                    async with await wire(server, offer) as raw:
                        assert raw.status == 101 and "permessage-deflate" not in raw.answer.lower(), "compression is not agreed on"
                        if begin:
                            raw.frame(begin)
                        raw.frame(payload, **how)
                        assert await raw.close_code() in (*codes, 0), name
            async with await wire(server) as raw:  # a message in pieces without end
                raw.frame(b"x" * 60_000, first=0x01)
                for _ in range(40):
                    raw.frame(b"x" * 60_000, first=0x00)
                assert await raw.close_code() in (1009, 0)
            async with Client(server, table.code) as client:  # binary is understood, and refused
                assert client._connection is not None
                await client._connection.send(b'{"type":"ping"}')
                await client.until(lambda client=client: any(one.get("refused") == "malformed" for one in client.told))  # type: ignore[misc]

    asyncio.run(meanwhile(Others(server), attack()))


def request(path: str, body: bytes, *headers: str, length: int | None = None) -> bytes:
    """A POST by hand."""
    size = len(body) if length is None else length
    lines = [f"POST {path} HTTP/1.1", "Host: 127.0.0.1", "Content-Type: application/json", f"Content-Length: {size}", *headers]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1") + body


def test_bodies_made_to_hurt_are_refused(server: ServerProcess) -> None:
    table = two_people(server)
    deep = b"[" * 50_000
    bodies: dict[str, tuple[str, bytes, str]] = {
        "oversize": ("/api/deal", b"x" * 600_000, "too_large"),
        "oversize table": ("/api/tables", b" " * (3 * MEGABYTE), "too_large"),
        "oversize card": ("/api/check", b"[" * 600_000, "too_large"),
        "deep": ("/api/tables", deep, "malformed"),
        "deep set-up": ("/api/tables", b'{"setup":{"a":' + deep, "malformed"),
        "deep, 1 MB": ("/api/tables", b'{"setup":{"a":' + b"[" * 1_000_000, "malformed"),
        "NaN": ("/api/tables", b'{"at":NaN}', "malformed"),
        "huge int": ("/api/tables", b'{"at":' + HUGE.encode() + b"}", "malformed"),
        "huge seat": (f"/api/tables/{table.code}/sit", b'{"seat":' + HUGE.encode() + b"}", "malformed"),
        "surrogate": (f"/api/tables/{table.code}/sit", b'{"name":"\\ud800"}', "malformed"),
        "no text": ("/api/deal", b'{"mode":"\xff"}', "malformed"),
        "zipped": ("/api/deal", gzip.compress(b" " * (20 * MEGABYTE)), "malformed"),
        "many numbers": ("/api/tables", b'{"setup":{"box":[' + b"1," * 500_000 + b"1]}}", "illegal"),
        "many seats": ("/api/tables", b'{"quick":"first-golden_girls","seats":[' + b'{"kind":"me"},' * 70_000 + b'{"kind":"me"}]}', "no_such_seat"),
        "many cards": ("/api/tables", b'{"quick":"first-golden_girls","cards":[' + b'"",' * 300_000 + b'""]}', "too_large"),
        "a long record": ("/api/tables", json.dumps({"record": "tipover-record 1\n" * 50_000}).encode(), "illegal"),
    }  # fmt: skip

    async def attack() -> None:
        loop = asyncio.get_running_loop()
        for _ in range(TIMES):
            for name, (path, raw, refused) in bodies.items():
                status, answer, _ = await loop.run_in_executor(None, lambda path=path, raw=raw: server.http(path, raw=raw))  # type: ignore[misc]
                assert 400 <= status < 500 and answer["refused"] == refused, (name, status, answer)
                assert len(answer["sentence"]) < 500, name

    asyncio.run(meanwhile(Others(server), attack()))


def nested(depth: int, kind: str) -> str:
    """JSON of lists or objects inside one another."""
    return "[" * depth + "1" + "]" * depth if kind == "list" else '{"a":' * depth + "1" + "}" * depth


@pytest.mark.parametrize("kind", ["list", "object"])
def test_set_ups_nested_up_to_the_limit_of_the_stack_are_refused(server: ServerProcess, kind: str) -> None:
    """Parsed in one place and walked through at another: what just passes the parser must not break what comes after it."""
    setup = quick_setup(server)
    head = "tipover-record 1\nsetup {}\ndice seed 7\n---\n"
    for depth in (19, 21, 500, *range(930, 1000, 5), 5000):
        for key in ("map", "sides", "zzz"):
            odd = json.dumps({**setup, key: "@"}).replace('"@"', nested(depth, kind))
            new, record = b'{"setup":%s,"seats":[{"kind":"me"}]}' % odd.encode(), {"record": head.format(odd)}
            for body in (new, json.dumps(record).encode(), json.dumps({**record, "at": 0}).encode()):
                status, answer, _ = server.http("/api/tables", raw=body)
                assert status in (400, 422) and answer["refused"] in ("malformed", "illegal"), (depth, key, status, answer)
                assert len(answer["sentence"]) < 300, (depth, key, answer)
                if 20 < depth < 900:
                    assert "nested deeper than 20" in answer["sentence"], (depth, key, answer)
    assert "Traceback" not in log_of(server)


def test_requests_that_never_end_are_cut_off(server: ServerProcess) -> None:
    """A body that stops half-way is answered or dropped within seconds; many of them take no room from others."""

    async def slow(text: bytes) -> float:
        begun = time.monotonic()
        said = await raw_http(server, text, within=40)
        assert not said or b" 40" in said[:20], said[:200]
        return time.monotonic() - begun

    async def attack() -> None:
        texts = [
            request("/api/deal", b'{"mode":', length=100),
            request("/api/tables", b"", length=1_000_000),
            b"POST /api/deal HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"mod\r\n",
        ]  # fmt: skip
        waited = await asyncio.gather(*(slow(text) for text in texts * 10))
        assert max(waited) < 30

    asyncio.run(meanwhile(Others(server), attack()))


def test_heads_made_to_hurt_are_refused(server: ServerProcess) -> None:
    async def attack() -> None:
        for text in (
            b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"x" * 200_000 + b"\r\n\r\n",
            b"POST /" + b"x" * 100_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
            b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 100,
            b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef",
            request("/api/deal", b"zz\r\n{}", "Transfer-Encoding: chunked"),
        ):
            said = await raw_http(server, text, within=20)
            assert not said or said.startswith((b"HTTP/1.1 4", b"HTTP/1.1 5")), (text[:50], said[:100])
        for code in ("%00" * 6, "%FF%FE", "A" * 5000, "..", "%2e%2e%2f", "ABCDE\u212a"):
            status, answer, _ = server.http("/api/tables/" + code.encode("ascii", "ignore").decode())
            assert status == 404 and answer["refused"] in ("no_such_table", "unknown"), (code, answer)

    asyncio.run(meanwhile(Others(server), attack()))
