"""What a live table knows of a socket."""

from __future__ import annotations

from typing import Protocol

from tipover.table.views import Seats


class Listener(Protocol):
    """A socket at the table."""

    address: str  # Where it comes from.
    seats: Seats  # The seats that it has.
    language: str  # The code of the reader's language.
    asking: str  # The id of its command that is being handled.
    closed: bool  # Whether it is closed.

    def tell(self, message: bytes) -> None:
        """Put a message into its queue; never waits."""
