"""Seats: who sits there, and the token that proves it. Only the token's hash is stored."""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata
from typing import Final

from tipover.engine.core.said import say
from tipover.play.fair import is_seed
from tipover.table.protocol.literals import SeatKind
from tipover.table.refusals import RefusedError

LONGEST_NAME = 24
LONGEST_TEXT = 200

OPEN: Final = "open"
PERSON: Final = "person"
BOT: Final = "bot"
_TOKEN = re.compile(r"[0-9A-Za-z_-]{32,128}")


class Seat:
    """A seat of a table. `stand_in` is the bot that plays for an absent person."""

    __slots__ = ("bot", "claim", "kind", "name", "put_in", "resigned", "seed", "stand_in", "token_hash")

    def __init__(self) -> None:
        self.kind: SeatKind = OPEN
        self.name = ""
        self.bot = ""
        self.seed = ""
        self.token_hash = ""
        self.claim = ""  # the hash of a former table's token, which can be exchanged for this seat
        self.stand_in = ""
        self.put_in = -1  # the number of choices when another seat put the bot in; -1 if its own person did, or nobody
        self.resigned = False

    @property
    def player(self) -> str:
        """The bot that answers for this seat now; empty if a person does."""
        return self.bot if self.kind == BOT else self.stand_in


def new_token() -> str:
    """256 random bits, as text for a header or a message."""
    return secrets.token_urlsafe(32)


def token_given(token: str) -> str:
    """The browser's own token, refused if it could be guessed; a new one if it sent none."""
    if token and not _TOKEN.fullmatch(token):
        raise RefusedError("malformed", say("refused.token_characters"))
    return token or new_token()


def hash_of(token: str) -> str:
    """The hash of a token, which is what is stored."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def new_seed() -> str:
    """A seat's share of the dice if its browser sent none."""
    return secrets.token_hex(16)


def seed_given(seed: str) -> str:
    """The browser's share of the dice if it is valid in a record's line, otherwise a new one."""
    return seed if is_seed(seed) else new_seed()


def plain(text: str, longest: int) -> str:
    """A text on one line, without control, format and private-use characters."""
    kept = (" " if unicodedata.category(sign) in ("Zl", "Zp", "Zs", "Cc") else sign for sign in text[: longest * 8])
    seen = "".join(sign for sign in kept if unicodedata.category(sign) not in ("Cf", "Co", "Cs", "Cn"))
    return " ".join(seen.split())[:longest].strip()
