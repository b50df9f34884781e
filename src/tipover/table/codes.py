"""The codes of tables: six letters that are read out easily and guessed hardly."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator

from tipover.play.dice import Stream
from tipover.table.tables import Head

ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ"  # without I, L and O, which are taken for one another and for digits
LENGTH = 6
TRIES = 20  # codes tried for one table: others may have them


def is_code(text: str) -> bool:
    """Whether a table may have this code."""
    return len(text) == LENGTH and all(sign in ALPHABET for sign in text)


def new_codes() -> Iterator[str]:
    """Codes for a new table, one after another."""
    return _drawn(secrets.randbelow)


def next_codes(head: Head) -> Iterator[str]:
    """Codes for the rematch of a table, which are fixed with it and known to nobody before.

    So it opens once, whichever process opens it, and however often one has to try.
    """
    return _drawn(Stream(head.next_seed, "code").randrange)


def _drawn(below: Callable[[int], int]) -> Iterator[str]:
    for _ in range(TRIES):
        yield "".join(ALPHABET[below(len(ALPHABET))] for _ in range(LENGTH))
