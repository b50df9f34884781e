"""A seat's chain and a verifier of dice, written from the decision's text alone: they share no code with the server."""

from __future__ import annotations

import hashlib
import hmac
from math import comb

LINKS = 4096


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


class MyChain:
    """What a browser keeps: a secret seed, and all links of its chain."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        links = [seed]
        for _ in range(LINKS):
            links.append(digest(links[-1]))
        self._links = links[::-1]

    @property
    def end(self) -> str:
        return f"chain:{self._links[0]}"

    def link(self, number: int) -> str:
        return self._links[number]


def key_of(server_seed: str, seeds: list[str], links: list[str]) -> bytes:
    """The key of one roll: the seats' seeds under the server's, and the links of this roll under that."""
    base = hmac.new(server_seed.encode(), ",".join(seeds).encode(), "sha256").hexdigest()
    return hmac.new(base.encode(), ",".join(links).encode(), "sha256").hexdigest().encode() if links else base.encode()


def drawn(key: bytes, number: int, weights: list[int]) -> int:
    """Which of some outcomes the roll with this number has."""
    total, tries = sum(weights), 0
    limit = 2**256 - 2**256 % total
    while True:
        label = str(number) if not tries else f"{number}.{tries}"
        value = int.from_bytes(hmac.new(key, label.encode(), "sha256").digest(), "big")
        if value < limit:
            break
        tries += 1
    value %= total
    for outcome, weight in enumerate(weights):
        value -= weight
        if value < 0:
            return outcome
    raise AssertionError


def plain_roll(key: bytes, number: int, dice: int) -> str:
    """A roll of plain dice (three bursts, two shields, a triple) as a record writes it."""
    faces, weights = [], []
    for bursts in range(dice, -1, -1):
        for shields in range(dice - bursts, -1, -1):
            faces.append("roll " + " ".join("b" * bursts + "s" * shields + "!" * (dice - bursts - shields)))
            weights.append(comb(dice, bursts) * comb(dice - bursts, shields) * 3**bursts * 2**shields)
    return faces[drawn(key, number, weights)]


def reckoned(record: str) -> tuple[list[str], list[str]]:
    """The rolls and flips that a finished record tells, and what its line of dice makes of each."""
    head, _, body = record.partition("---\n")
    line = next(line for line in head.splitlines() if line.startswith("dice fair "))
    _, _, commitment, written, server_seed = line.split()
    assert digest(server_seed) == commitment, "the server's seed is another"
    seeds, chains = [], []
    for seat in written.split(","):
        parts = seat.split(":")
        seeds.append(":".join(parts[:2]))
        if len(parts) >= 4:
            assert _hashed(parts[3], int(parts[2])) == parts[1], "a link is not of its chain"
            chains.append((int(parts[2]), parts[3], _spans(parts[4]) if len(parts) > 4 else set()))
    told = [text.partition(" ")[2] for text in body.splitlines() if text.partition(" ")[2].startswith(("roll", "flip"))]
    made = []
    for number, text in enumerate(told, 1):
        links = ["-" if number > depth or number in missed else _hashed(link, depth - number) for depth, link, missed in chains]
        key = key_of(server_seed, seeds, links)
        if text.startswith("flip"):
            made.append(f"flip {['light', 'dark'][drawn(key, number, [1, 1])]}")
        else:
            made.append(plain_roll(key, number, len(text.split()) - 1))
    return told, made


def _hashed(link: str, times: int) -> str:
    for _ in range(times):
        link = digest(link)
    return link


def _spans(text: str) -> set[int]:
    found: set[int] = set()
    for span in text.split("."):
        first, _, last = span.partition("-")
        found.update(range(int(first), int(last or first) + 1))
    return found
