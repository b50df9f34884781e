"""A thinking process: reads thoughts from standard input, writes answers to standard output, and ends with its parent."""

from __future__ import annotations

import signal
import struct
import sys
from contextlib import suppress

from tipover.cards.pack import load
from tipover.table.opening import Library
from tipover.table.thoughts import Mind

LENGTH = struct.Struct("!I")  # before every message: how long it is


def main(*folders: str) -> None:
    """Answer until standard input ends, which it does when the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches every process; the server closes this one in order
    mind = Mind(Library(load(*folders, forgiving=True), folders))
    read, write = sys.stdin.buffer, sys.stdout.buffer
    with suppress(BrokenPipeError):
        while len(head := read.read(LENGTH.size)) == LENGTH.size:
            answer = mind.answer(read.read(LENGTH.unpack(head)[0]))
            write.write(LENGTH.pack(len(answer)) + answer)
            write.flush()
