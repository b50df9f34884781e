"""Dice that nobody can influence and anybody can check: the server commits to its seed, and each seat adds its own.

The server's seed is 64 hex digits; its SHA-256 is published before the first die. Each seat sends its own seed, fixed
when the game begins. The mixed seed is HMAC-SHA256 with the server seed's text as the key and the seats' seeds, joined
by commas in the order of the seats, as the message; its hex digits are used exactly like the text of a `dice seed …`
line. A seat's seed may be the end of a chain (`tipover.play.chain`): then each roll waits for that seat's link, and is
drawn with HMAC-SHA256 of the links under the mixed seed's text instead, so that not even the server can foresee it.
When the game is over the server's seed is published, and every die can be recomputed.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence
from typing import NamedTuple

from tipover.engine.core.decision import Choice, Decision
from tipover.play.chain import MARK, BrokenChain, Chain, is_chain
from tipover.play.dice import SeededDice, answer_at

LONGEST_SEED = 64
_DIGEST = re.compile(r"[0-9a-f]{64}")
_SEED = re.compile(rf"[A-Za-z0-9_-]{{1,{LONGEST_SEED}}}")


class NotFair(ValueError):
    """An invalid seed or line of fair dice; the message is a sentence."""


def new_server_seed() -> str:
    """A server's seed for one game, from the system's own randomness."""
    return secrets.token_hex(32)


def commitment(server_seed: str) -> str:
    """What the server publishes before the first die: it fixes the seed without revealing it."""
    return hashlib.sha256(server_seed.encode()).hexdigest()


def mixed(server_seed: str, seeds: Sequence[str]) -> str:
    """The seed of the dice, from the server's seed and those of the seats in order."""
    return hmac.digest(server_seed.encode(), ",".join(seeds).encode(), "sha256").hex()


def shared(seed: str, links: Sequence[str]) -> str:
    """The key of one roll, from the mixed seed and what the seats with chains add to this roll, in order."""
    return hmac.digest(seed.encode(), ",".join(links).encode(), "sha256").hex()


def is_commitment(text: str) -> bool:
    """Whether a text has the form of a commitment."""
    return _DIGEST.fullmatch(text) is not None


def is_seed(text: str) -> bool:
    """Whether a seat may send this as its seed."""
    return _SEED.fullmatch(text) is not None or is_chain(text)


class Proof(NamedTuple):
    """A record's line of fair dice: `fair <commitment> <seed,seed,…> [<server seed>]`."""

    commitment: str  # The SHA-256 of the server's seed.
    seeds: tuple[str, ...]  # The seats' seeds, in order; a chain with all that was shown of it.
    server_seed: str = ""  # The server's seed; empty until the game is over.

    @property
    def is_kept(self) -> bool:
        """Whether the server's seed is known and matches the commitment."""
        return bool(self.server_seed) and commitment(self.server_seed) == self.commitment

    def __str__(self) -> str:
        """The text after `dice` in the record's line."""
        return " ".join(["fair", self.commitment, ",".join(self.seeds), *([self.server_seed] if self.server_seed else [])])

    @staticmethod
    def read(text: str) -> Proof:
        """Parse a record's line; raises `NotFair` with what is wrong with it."""
        kind, *parts = text.split()
        if kind != "fair" or len(parts) not in (2, 3):
            raise NotFair(
                "fair dice are 'fair', the commitment, the seats' seeds with commas between them and, once the game is over, the server's seed"
            )
        proof = Proof(parts[0], tuple(parts[1].split(",")), parts[2] if len(parts) == 3 else "")
        if not is_commitment(proof.commitment):
            raise NotFair("the commitment is 64 hex digits in small letters")
        _check(proof.server_seed or None, proof.seeds)
        return proof


class FairDice(SeededDice):
    """Seeded dice that know the parts of their seed, and the chains of the seats that add to every roll."""

    def __init__(self, server_seed: str, seeds: Sequence[str], asked: int = 0) -> None:
        _check(server_seed, seeds)
        self.chains = {seat: Chain.read(seed) for seat, seed in enumerate(seeds) if seed.startswith(MARK)}
        self.seeds = tuple(self.chains[seat].name if seat in self.chains else seed for seat, seed in enumerate(seeds))
        super().__init__(mixed(server_seed, self.seeds), asked)
        self.server_seed = server_seed
        self.commitment = commitment(server_seed)

    def answer(self, ask: Decision) -> Choice:
        """The next chance answer, with the links that are known for it."""
        choice = self.foretold(ask)
        self.fell()
        return choice

    def foretold(self, ask: Decision) -> Choice:
        """The answer that comes next, if no further link is shown; `fell` must be called when it is played."""
        number = self.asked + 1
        key = shared(self.seed, [chain.at(number) for chain in self.chains.values()]).encode() if self.chains else self.key
        return answer_at(key, number, ask)

    def fell(self) -> None:
        """A chance answer was played: links for it come too late now."""
        self.asked += 1
        for chain in self.chains.values():
            chain.close(self.asked)

    def proof(self, revealed: bool) -> Proof:
        """The proof for these dice. Pass `revealed` only once no more dice can be rolled."""
        if not revealed:
            return Proof(self.commitment, self.seeds)
        seeds = tuple(str(self.chains[seat]) if seat in self.chains else seed for seat, seed in enumerate(self.seeds))
        return Proof(self.commitment, seeds, self.server_seed)


def _check(server_seed: str | None, seeds: Sequence[str]) -> None:
    if server_seed is not None and not _DIGEST.fullmatch(server_seed):
        raise NotFair("the server's seed is 64 hex digits in small letters")
    for seed in seeds:
        if seed.startswith(MARK):
            try:
                Chain.read(seed)
            except BrokenChain as error:
                raise NotFair(str(error)) from None
        elif not is_seed(seed):
            raise NotFair(
                f"a seat's seed is 1 to {LONGEST_SEED} of the characters A–Z, a–z, 0–9, _ and -, not '{seed[: LONGEST_SEED + 1]}'"
            )
    if not seeds:
        raise NotFair("fair dice need the seed of one seat at least")
