"""What strangers are let at instead of the server, to see what their own work costs those who share the machine with them.

`python -m kit.sink` takes every connection, answers a socket's handshake, and reads away whatever comes. It closes whom the
server would close, so that they come back as often: one that has said more than a flood, or nothing whole for eight seconds.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator

from kit.server import ROOT, ServerProcess

KEY = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
FLOOD = 4096  # bytes of frames: about what the server reads before it closes a flood
HEAD_WITHIN = 8.0


async def served(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """One connection."""
    with contextlib.suppress(OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
        async with asyncio.timeout(HEAD_WITHIN):
            head = await reader.readuntil(b"\r\n\r\n")
        named = [line.partition(b":") for line in head.split(b"\r\n")]
        key = next((value.strip() for name, _, value in named if name.lower() == b"sec-websocket-key"), b"")
        accept = base64.b64encode(hashlib.sha1(key + KEY).digest())
        writer.write(b"HTTP/1.1 101 x\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: " + accept + b"\r\n\r\n")
        read = 0
        while read < FLOOD and (said := await reader.read(65536)):
            read += len(said)
    writer.transport.abort()


async def main() -> None:
    """Take connections until killed; the port is printed."""
    server = await asyncio.start_server(served, "127.0.0.1", 0, backlog=1024)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


@contextlib.contextmanager
def sink() -> Iterator[ServerProcess]:
    """A sink, to be offended like a server."""
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")])
    command = [sys.executable, "-m", "kit.sink"]
    with subprocess.Popen(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": path}, stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            yield ServerProcess(port=int(process.stdout.readline()))
        finally:
            process.kill()


if __name__ == "__main__":
    asyncio.run(main())
