"""The codes of tables: six letters that are easy to read out and hard to guess."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator

from tipover.play.dice import Stream
from tipover.table.table_head import Head

ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ"  # without I, L and O, which look like each other and like digits
LENGTH = 6
TRIES = 20  # codes tried for one table before giving up, since they may be taken


def is_code(text: str) -> bool:
    """Whether a text has the form of a code."""
    return len(text) == LENGTH and all(sign in ALPHABET for sign in text)


def new_codes() -> Iterator[str]:
    """Codes for a new table, one after another."""
    return _drawn(secrets.randbelow)


def next_codes(head: Head) -> Iterator[str]:
    """Codes for the rematch of a table, derived from its secret head.

    So every process and every retry opens the same table, and nobody can know its code before.
    """
    return _drawn(Stream(head.next_seed, "code").randrange)


def _drawn(below: Callable[[int], int]) -> Iterator[str]:
    for _ in range(TRIES):
        yield "".join(ALPHABET[below(len(ALPHABET))] for _ in range(LENGTH))
