"""Strangers who wish a server ill, each in a process of its own at the lowest priority: `python -m kit.offenders NAME PORT SECONDS`.

They take sockets, frames and thinking from the server, but not the processor that its own work needs: theirs is elsewhere.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import socket
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator

from kit.hostile import BOT, ME, quick_setup, two_people, wire
from kit.miller import miller_card
from kit.server import ROOT, Client, Refused, ServerProcess

BEGINS_IN = {"grinding": 8.0}  # seconds until strangers are at it, on a quiet machine: cards are checked, their process loads the packs
PING_FRAME = bytes([0x89, 0x80, 0, 0, 0, 0])
LEVEL5 = {"kind": "bot", "bot": "level5"}
GRINDER = miller_card("For each character: for each rival: gain 1 point.")


async def messages(server: ServerProcess) -> None:
    """A thousand messages a second on one socket, again and again (S5)."""
    while True:
        with contextlib.suppress(OSError, TimeoutError):
            async with await wire(server) as raw:
                while not raw.writer.transport.is_closing():
                    for _ in range(50):
                        raw.frame(b'{"type":"ping"}')
                    await raw.writer.drain()
                    await asyncio.sleep(0.05)
        await asyncio.sleep(0.1)


async def unread(server: ServerProcess) -> None:
    """Twenty readers that ask and never read (S5)."""
    code = two_people(server).code

    async def one() -> None:
        while True:
            with contextlib.suppress(OSError, TimeoutError):
                async with await wire(server) as raw:
                    while not raw.writer.transport.is_closing():
                        raw.frame(f'{{"type":"hello","code":"{code}"}}'.encode())
                        await asyncio.sleep(0.2)
            await asyncio.sleep(0.2)

    await asyncio.gather(*(one() for _ in range(20)))


async def frames(server: ServerProcess) -> None:
    """Pings at 20,000 a second on one socket, again and again (S12)."""
    while True:
        with contextlib.suppress(OSError, TimeoutError):
            async with await wire(server) as raw:
                while not raw.writer.transport.is_closing():
                    raw.writer.write(PING_FRAME * 1000)
                    await raw.writer.drain()
                    await asyncio.sleep(0.05)
        await asyncio.sleep(0.1)


def _knocked(server: ServerProcess, number: int, said: bytes) -> list[socket.socket]:
    found: list[socket.socket] = []
    for k in range(number):
        with contextlib.suppress(OSError):
            one = socket.create_connection(("127.0.0.1", server.port), 5, (f"127.0.{1 + k % 100}.9", 0))
            one.sendall(said)
            found.append(one)
    return found


async def _kept_up(server: ServerProcess, number: int, said: bytes) -> None:
    while True:
        found = await asyncio.to_thread(_knocked, server, number, said)
        await asyncio.sleep(5)
        for one in found:
            one.close()


async def silent(server: ServerProcess) -> None:
    """1,100 connections from many addresses that say nothing (S11)."""
    await _kept_up(server, 1100, b"")


async def heads(server: ServerProcess) -> None:
    """2,000 requests that never end (S5, S11)."""
    await _kept_up(server, 2000, b"GET /ws HTTP/1.1\r\nhost: 127.0.0.1\r\nx-a: ")


async def _play_on(client: Client, draws: random.Random) -> None:
    while not client.over:
        if client.mine >= 0:
            with contextlib.suppress(Refused):
                await client.play(draws)
        await asyncio.sleep(0.2)


async def _ask_on(client: Client, kind: str) -> None:
    while True:
        with contextlib.suppress(Refused, TimeoutError):
            await (client.ask(kind, seat=max(client.mine, 0)) if kind == "ask_hint" else client.ask(kind, side="light"))
        await asyncio.sleep(0.2)


async def thinking(server: ServerProcess) -> None:
    """20 tables of level five, 30 who ask for hints, 50 watchers who ask for threats (S14)."""
    draws = random.Random(14)
    async with asyncio.TaskGroup() as group:
        busy = [server.open([ME, LEVEL5]) for _ in range(20)]
        for one in busy:
            group.create_task(_play_on(await Client(server, one.code, list(one.tokens.values())).connect(), draws))
        for _ in range(30):
            table = two_people(server)
            group.create_task(_ask_on(await Client(server, table.code, list(table.tokens.values())).connect(), "ask_hint"))
        for k in range(50):
            group.create_task(_ask_on(await Client(server, busy[k % 20].code).connect(), "ask_threats"))


async def some_thinking(server: ServerProcess) -> None:
    """Two bots and four who ask for hints (L5)."""
    draws = random.Random(5)
    async with asyncio.TaskGroup() as group:
        for _ in range(2):
            table = server.open([ME, LEVEL5])
            group.create_task(_play_on(await Client(server, table.code, list(table.tokens.values())).connect(), draws))
        for _ in range(4):
            table = two_people(server)
            group.create_task(_ask_on(await Client(server, table.code, list(table.tokens.values())).connect(), "ask_hint"))


async def grinding(server: ServerProcess) -> None:
    """Four rooms with a stranger's card that is as dear as the checker allows (S13)."""
    setup = quick_setup(server, rounds=30)
    for side in setup["sides"]:
        side["figures"] = ["The Miller", *side["figures"][1:]] if side is setup["sides"][0] else side["figures"]
    async with asyncio.TaskGroup() as group:
        for k in range(4):
            table = server.open([ME, BOT], setup=setup, cards=[GRINDER], placed=True)
            group.create_task(_play_on(await Client(server, table.code, list(table.tokens.values())).connect(), random.Random(k)))


OFFENDERS: dict[str, Callable[[ServerProcess], Awaitable[None]]] = {
    one.__name__: one for one in (messages, unread, frames, silent, heads, thinking, some_thinking, grinding)
}


@contextlib.contextmanager
def offended(server: ServerProcess, name: str, seconds: float) -> Iterator[subprocess.Popen[bytes]]:
    """Let an offender at a server meanwhile."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")])}
    command = [sys.executable, "-m", "kit.offenders", name, str(server.port), str(seconds)]
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.PIPE)
    try:
        time.sleep(BEGINS_IN.get(name, 3.0))
        yield process
        assert process.poll() is None, (process.stderr.read() if process.stderr else b"")[-2000:]
    finally:
        process.kill()
        process.wait()
        if process.stderr is not None:
            process.stderr.close()


async def main(name: str, port: str, seconds: str) -> None:
    """Offend for so long."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(float(seconds)):
            await OFFENDERS[name](ServerProcess(port=int(port)))


if __name__ == "__main__":
    os.nice(19)
    asyncio.run(main(*sys.argv[1:]))
