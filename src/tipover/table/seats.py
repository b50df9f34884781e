"""Seats: who sits there, and the token that proves it. Only a token's hash is kept."""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata

from tipover.play.fair import is_seed
from tipover.table.refusals import No

LONGEST_NAME = 24
LONGEST_TEXT = 200

OPEN, PERSON, BOT = "open", "person", "bot"
_TOKEN = re.compile(r"[0-9A-Za-z_-]{32,128}")


class Seat:
    """A seat of a table as its events have it. `stand_in` is the bot that plays for an absent person."""

    __slots__ = ("bot", "claim", "kind", "name", "put_in", "resigned", "seed", "stand_in", "token_hash")

    def __init__(self) -> None:
        self.kind = OPEN
        self.name = ""
        self.bot = ""
        self.seed = ""
        self.token_hash = ""
        self.claim = ""  # the hash of a former table's token, which may be changed for one of this seat
        self.stand_in = ""
        self.put_in = -1  # so many choices were made when another seat put the bot in; -1: its own person did, or nobody
        self.resigned = False

    @property
    def player(self) -> str:
        """The bot that answers for this seat now, or nothing if a person does."""
        return self.bot if self.kind == BOT else self.stand_in


def new_token() -> str:
    """256 random bits, as text for a header or a message."""
    return secrets.token_urlsafe(32)


def token_given(token: str) -> str:
    """A browser's own token if it is long enough not to be guessed; a new one if it gave none."""
    if token and not _TOKEN.fullmatch(token):
        raise No("malformed", "A token is 32 to 128 of the characters A–Z, a–z, 0–9, _ and -.")
    return token or new_token()


def hash_of(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def new_seed() -> str:
    """A seat's share of the dice where its browser gave none."""
    return secrets.token_hex(16)


def seed_given(seed: str) -> str:
    """A browser's share of the dice if it can stand in a record's line; else one made here."""
    return seed if is_seed(seed) else new_seed()


def plain(text: str, longest: int) -> str:
    """A text on one line without anything that a screen would obey: control, format and private signs are left out."""
    kept = (" " if unicodedata.category(sign) in ("Zl", "Zp", "Zs", "Cc") else sign for sign in text[: longest * 8])
    seen = "".join(sign for sign in kept if unicodedata.category(sign) not in ("Cf", "Co", "Cs", "Cn"))
    return " ".join(seen.split())[:longest].strip()
