"""The base classes of all types of the wire."""

from __future__ import annotations

from typing import Annotated

import msgspec

VERSION = 3  # raised when a message means something that an older process or page would refuse or take wrongly
OLDEST = 2  # pages that speak this version or a later one are served
LARGEST_FRAME = 64 * 1024

Word = Annotated[str, msgspec.Meta(max_length=80)]  # a name, key or code from a stranger
Seed = Annotated[str, msgspec.Meta(max_length=200)]  # a seed or token, which has rules of its own
Segment = tuple[int, int, int, int]


class Wire(msgspec.Struct, omit_defaults=True):
    """Anything that is sent; fields with their default value are left out."""


class ClientMessage(Wire, tag_field="type", forbid_unknown_fields=True):
    """A message from the browser; unknown fields are refused."""


class ServerMessage(Wire, tag_field="type"):
    """A message from the table."""
