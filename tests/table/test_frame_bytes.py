"""Frames of WebSockets that are read without the library: exactly what the library makes of them, or nothing."""

from __future__ import annotations

import random

import pytest
from websockets.frames import Frame, Opcode

from tipover.table.frame_bytes import are_whole, whole_text

SIZES = (0, 1, 3, 4, 5, 125, 126, 127, 300, 65_535)


def framed(data: bytes, opcode: Opcode = Opcode.TEXT, fin: bool = True, mask: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=mask)


@pytest.mark.parametrize("size", SIZES)
def test_a_whole_message_is_what_the_library_would_read(size: int) -> None:
    message = random.Random(size).randbytes(size)
    assert whole_text(framed(message)) == message
    assert are_whole(framed(message))


@pytest.mark.parametrize("size", SIZES)
def test_what_is_not_exactly_one_whole_message_is_left_to_the_library(size: int) -> None:
    message = framed(b"x" * size)
    for end in {1, 2, 3, 5, len(message) - 1} & set(range(len(message))):
        assert whole_text(message[:end]) is None
        assert not are_whole(message[:end])
    assert whole_text(b"") is None
    assert whole_text(message + framed(b"more")) is None
    assert are_whole(message + framed(b"more") + framed(b"", Opcode.PONG)), "several whole ones end between two"
    assert not are_whole(framed(b"more") + message[:-1])


@pytest.mark.parametrize(
    "data",
    [
        framed(b"word", mask=False),
        framed(b"word", fin=False),
        framed(b"word", Opcode.CONT),
        framed(b"word", Opcode.CLOSE),
        bytes([framed(b"word")[0] | 0x40]) + framed(b"word")[1:],  # a bit that is reserved
        bytes([0x83]) + framed(b"word")[1:],  # a kind that there is not
        framed(b"x" * 65_536),
    ],
    ids=["not masked", "not final", "continued", "close", "reserved", "unknown", "64 kB"],
)
def test_everything_else_is_left_to_the_library(data: bytes) -> None:
    assert whole_text(data) is None
    assert not are_whole(data)


def test_bytes_pings_and_pongs_are_whole_and_no_text() -> None:
    for opcode in (Opcode.BINARY, Opcode.PING, Opcode.PONG):
        assert whole_text(framed(b"word", opcode)) is None
        assert are_whole(framed(b"word", opcode))
