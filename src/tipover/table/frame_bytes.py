"""The bytes of WebSocket frames (RFC 6455), as far as messages of text need them: everything else is the library's matter."""

from __future__ import annotations

SHORT, MIDDLING = 126, 1 << 16  # sizes of a message from which its length takes two bytes, or eight
WHOLE_TEXT = 0x81  # the first byte of a message of text in one frame
IN_ONE = (WHOLE_TEXT, 0x82, 0x89, 0x8A)  # of what comes in one frame, before and after which nothing is open: text, bytes, ping, pong
MASKED = 0x80  # in the second byte, which has the length: every client masks its frames
KEY = 4  # bytes of the mask


def text_frame(message: bytes) -> bytes:
    """A message as one frame of a server: text, final, not masked."""
    size = len(message)
    if size < SHORT:
        return b"\x81%c%b" % (size, message)
    return (b"\x81\x7e" + size.to_bytes(2) if size < MIDDLING else b"\x81\x7f" + size.to_bytes(8)) + message


def whole_text(data: bytes) -> bytes | None:
    """The message, if this is exactly one frame of a client: text, final, masked, shorter than 64 kB."""
    begin = _begin(data, 0)
    if begin < 0 or data[0] != WHOLE_TEXT or begin + _length(data, 0) != len(data):
        return None
    size = len(data) - begin
    mask = (data[begin - KEY : begin] * (size // KEY + 1))[:size]
    return (int.from_bytes(data[begin:]) ^ int.from_bytes(mask)).to_bytes(size)


def are_whole(data: bytes) -> bool:
    """Whether these are frames of a client from the first byte to the last, each a whole message, ping or pong shorter than 64 kB."""
    at = 0
    while at < len(data):
        begin = _begin(data, at)
        if begin < 0 or data[at] not in IN_ONE:
            return False
        at = begin + _length(data, at)
    return at == len(data)


def _begin(data: bytes, at: int) -> int:
    """Where the payload of the frame at a place begins; -1 if its head is not all there, not masked, or of a very long frame."""
    if len(data) < at + 2 or not data[at + 1] & MASKED:
        return -1
    size = data[at + 1] ^ MASKED
    begin = at + 2 + KEY + 2 * (size == SHORT)
    return -1 if size > SHORT or begin > len(data) else begin


def _length(data: bytes, at: int) -> int:
    """How long the payload of the frame at a place is."""
    size = data[at + 1] ^ MASKED
    return int.from_bytes(data[at + 2 : at + 4]) if size == SHORT else size
