"""A seat's shares of the dice: a chain of hashes whose end is published before the game, and which is shown link by link.

The seat's browser keeps a secret seed. The chain is that seed's text hashed with SHA-256 again and again (hex digits of
each digest are the next text); its last link, `LINKS` hashes away, is published when the seat is taken. The share for the
n-th roll is the link whose n-th hash is the published one: it can be checked at once, nobody can foresee it, and its owner
cannot change it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable

LINKS = 4096  # rolls of one game that a seat can add to
MARK = "chain:"
_LINK = re.compile(r"[0-9a-f]{64}")
_WRITTEN = re.compile(r"chain:([0-9a-f]{64})(?::([0-9]{1,4}):([0-9a-f]{64})(?::([0-9.-]{1,20000}))?)?")


class BrokenChain(ValueError):
    """A chain that is not one; the message is a sentence."""


def hashed(link: str, times: int = 1) -> str:
    """A link hashed some times."""
    for _ in range(times):
        link = hashlib.sha256(link.encode()).hexdigest()
    return link


def end_of(seed: str) -> str:
    """The last link of the chain of a secret seed: what its seat publishes."""
    return hashed(seed, LINKS)


def is_chain(text: str) -> bool:
    """Whether a seat's seed is the end of a chain: `chain:` and 64 hex digits."""
    return text.startswith(MARK) and _LINK.fullmatch(text[len(MARK) :]) is not None


class Chain:
    """One seat's chain as far as it is known: the deepest link that was shown, and the rolls it added nothing to."""

    def __init__(self, end: str, depth: int = 0, link: str = "", missed: Iterable[int] = ()) -> None:
        self.end = end
        self.depth = depth
        self.link = link or end
        self.missed = set(missed)
        self._known: list[str] = []  # the deepest link and its hashes, once an earlier one was asked for

    @property
    def name(self) -> str:
        """What was published before the game."""
        return MARK + self.end

    @staticmethod
    def read(text: str) -> Chain:
        """Parse `chain:END`, `chain:END:DEPTH:LINK` or `chain:END:DEPTH:LINK:MISSED`; raises `BrokenChain`."""
        found = _WRITTEN.fullmatch(text)
        if found is None:
            raise BrokenChain(
                "a chain is 'chain:' and its end, then how many of its links were shown, the last of them, and the rolls it missed"
            )
        end, depth, link, missed = found.groups()
        chain = Chain(end, int(depth or 0), link or "", _numbers(missed or ""))
        if chain.depth > LINKS or hashed(chain.link, chain.depth) != end:
            raise BrokenChain(f"the link {chain.link} is not number {chain.depth} of the chain that ends with {end}")
        return chain

    def __str__(self) -> str:
        """The chain in a record's line once the game is over."""
        parts = [self.name, str(self.depth), self.link]
        return ":".join([*parts, ranges(self.missed)] if self.missed else parts)

    def fits(self, number: int, link: str) -> bool:
        """Whether this is the link for a roll."""
        if not self.depth < number <= LINKS or not _LINK.fullmatch(link):
            return False
        return hashed(link, number - self.depth) == self.link

    def show(self, number: int, link: str) -> None:
        """Take the link for a roll; the caller has checked that it fits."""
        self.depth, self.link = number, link
        self._known = []

    def at(self, number: int) -> str:
        """What the seat adds to a roll; `-` if nothing."""
        if number > self.depth or number in self.missed:
            return "-"
        if number == self.depth:
            return self.link
        if not self._known:
            self._known = [self.link]
            for _ in range(self.depth):
                self._known.append(hashed(self._known[-1]))
        return self._known[self.depth - number]

    def close(self, number: int) -> None:
        """A roll has fallen: if its link was not shown by then, the seat has missed it."""
        if self.depth < number <= LINKS:
            self.missed.add(number)


def ranges(numbers: Iterable[int]) -> str:
    """`3.5-9`: some numbers in order, with neighbours together."""
    spans: list[list[int]] = []
    for number in sorted(numbers):
        if spans and number == spans[-1][1] + 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    return ".".join(str(first) if first == last else f"{first}-{last}" for first, last in spans)


def _numbers(text: str) -> set[int]:
    found: set[int] = set()
    for span in text.split(".") if text else ():
        first, _, last = span.partition("-")
        last = last or first
        if not (first.isdigit() and last.isdigit()) or not max(found, default=0) < int(first) <= int(last) <= LINKS:
            raise BrokenChain(f"'{text[:40]}' are not numbers of rolls in order, such as 3.5-9")
        found.update(range(int(first), int(last) + 1))
    return found
