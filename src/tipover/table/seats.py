"""Seats: who sits there, and the token that proves it. Only the token's hash is stored."""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata
from collections.abc import Callable
from typing import Final

from tipover.bots import NAMES, plain_name
from tipover.bots.ladder import rung
from tipover.cards.catalog import SIDES
from tipover.engine.core.ids import NO_SIDE, Side
from tipover.engine.core.said import say
from tipover.engine.core.translations import english
from tipover.play.fair import is_seed
from tipover.table.protocol.literals import SeatKind
from tipover.table.refusals import RefusedError

TABLE: Final = -1  # the seat of what the table does itself, such as dice
LONGEST_NAME = 24
LONGEST_TEXT = 200

OPEN: Final = "open"
PERSON: Final = "person"
BOT: Final = "bot"
_TOKEN = re.compile(r"[0-9A-Za-z_-]{32,128}")


class Seat:
    """A seat of a table. `stand_in` is the bot that plays for an absent person."""

    __slots__ = ("bot", "claim", "kind", "late", "name", "put_in", "resigned", "seed", "stand_in", "token_hash")

    def __init__(self) -> None:
        self.kind: SeatKind = OPEN
        self.name = ""
        self.bot = ""
        self.seed = ""
        self.token_hash = ""
        self.claim = ""  # the hash of a former table's token, which can be exchanged for this seat
        self.stand_in = ""
        self.put_in = -1  # the number of choices when another seat put the bot in; -1 if its own person did, or nobody
        self.late = False  # whether the time of this turn was up, so that the bot plays it to its end
        self.resigned = False

    @property
    def player(self) -> str:
        """The bot that answers for this seat now; empty if a person does."""
        return self.bot if self.kind == BOT else self.stand_in


def bot_name(bot: str) -> str:
    """A bot's name at the table: its character's; a bot of the lab has a word for what it does."""
    plain = plain_name(bot)
    found = rung(plain)
    return found.name if found is not None else english().text(f"bot.{plain}.title") if plain in NAMES else bot


def tell_bots_apart(seats: list[Seat], side_of: Callable[[int], Side]) -> None:
    """Name every bot; several seats of one bot by their side as well, or by number if they share a side or sides are not chosen yet."""
    same: dict[str, list[int]] = {}
    for number, seat in enumerate(seats):
        if seat.kind == BOT:
            same.setdefault(plain_name(seat.bot), []).append(number)
    for bot, numbers in same.items():
        sides = [side_of(number) for number in numbers]
        for place, (number, side) in enumerate(zip(numbers, sides, strict=True)):
            apart = english().text(f"side.{SIDES[side]}").capitalize() if side != NO_SIDE and sides.count(side) == 1 else str(place + 1)
            seats[number].name = f"{bot_name(bot)} ({apart})" if len(numbers) > 1 else bot_name(bot)


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


def claimed_seat(seats: list[Seat], token: str) -> int:
    """The seat that is kept for whoever has this token of the former table; -1 for none."""
    claim = hash_of(token) if token else ""
    return next((k for k, seat in enumerate(seats) if claim and seat.kind == PERSON and seat.claim == claim), -1)


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
