"""What every type of the wire is made of."""

from __future__ import annotations

import msgspec

VERSION = 1
LARGEST_FRAME = 64 * 1024

Segment = tuple[int, int, int, int]


class Wire(msgspec.Struct, omit_defaults=True):
    """Anything that crosses the wire; what has its default value is left out."""


class Sent(Wire, tag_field="type", forbid_unknown_fields=True):
    """A message from the browser; a field it does not have is refused."""


class Told(Wire, tag_field="type"):
    """A message from the table."""
