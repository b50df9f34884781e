"""What all checks share: rules with their position and role, findings, and where words stand."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from tipover.cards.ast import Text, TextPosition, text_position
from tipover.cards.name_table import NameTable
from tipover.cards.phrase_kinds import THIS_KINDS, PhraseKinds
from tipover.cards.proposals import WRITE, Proposal, message_of
from tipover.cards.references import Resolution
from tipover.cards.resolve import resolve
from tipover.cards.toml import Document, Path

ABILITY, TRAIT, ITEM, CARD, PIECE, SCENARIO, TABLE = "ability", "trait", "item", "card", "piece", "scenario", "table"
_ROLES = {
    "an ability": ABILITY, "a trait": TRAIT, "an ultimate card": TRAIT, "an item": ITEM, "a status": CARD, "a card": CARD,
    "a scenario": SCENARIO,
}  # fmt: skip


@dataclass(frozen=True)
class WrittenRule:
    """A rule of a card together with its position in a file."""

    document: Document
    path: Path  # the path of the rule in the file
    rule: str  # its text as written
    texts: tuple[Text, ...]  # its syntax trees
    what: str  # what it is the rule of, with article (`an ability`)
    used: bool  # whether a player uses it (an ability, an item with a cost), rather than it being in force
    names: NameTable = field(default_factory=NameTable)  # the names that it may use

    @cached_property
    def resolved(self) -> list[tuple[Text, Resolution]]:
        """Its texts, each with what its pronouns refer to."""
        return [(text, resolve(text, self.kinds)) for text in self.texts]

    @property
    def kinds(self) -> PhraseKinds:
        """The kinds of the phrases in it."""
        return PhraseKinds(self.names, THIS_KINDS[self.what])

    def place(self, at: TextPosition) -> tuple[int, int]:
        """Line and column in the file of a position in the rule."""
        return self.document.place_in(self.path, at.offset)

    @property
    def role(self) -> str:
        """The kind of text, which decides what `this` and `you` mean in it."""
        if self.what == "a scenario":
            return TABLE if self.path == ("table",) else SCENARIO
        return _ROLES.get(self.what, PIECE)

    @property
    def entry(self) -> dict[str, object]:
        """The table of its card in the file; empty if the rule stands in none."""
        found: object = self.document.data
        for part in self.path[:-1]:
            if isinstance(found, dict):
                found = found.get(str(part))
            elif isinstance(found, list) and isinstance(part, int):
                found = found[part]
        return found if isinstance(found, dict) else {}

    @property
    def name(self) -> str:
        """The name of its card."""
        name = self.entry.get("name")
        return name if isinstance(name, str) else str(self.document.data.get("name", "?"))


class Finding(NamedTuple):
    """Something in a rule that can be read and makes no sense, or (a warning) perhaps makes none."""

    at: TextPosition
    word: str  # the word there
    reason: str  # what is wrong, for the author
    warning: bool = False  # whether it is only a warning
    suggestion: str = ""  # what may be written instead of `word`; empty if that is not certain
    proposal: Proposal | None = None  # what the message ends with

    @property
    def message(self) -> str:
        """The sentence for the author: the reason and the proposal."""
        return message_of(self.reason, self.proposal)


_FIRST_WORD = re.compile(r"[^\s.,:]+")


def word_at(rule: str, at: TextPosition, words: int = 1) -> str:
    """The first words at a position of a rule, as written."""
    found: list[str] = []
    offset = max(at.offset, 0)
    while len(found) < words and (match := _FIRST_WORD.match(rule, offset)):
        found.append(match[0])
        offset = match.end() + 1
    return " ".join(found)


def finding(rule: str, at: TextPosition, reason: str, warning: bool = False, write: str = "") -> Finding:
    """What is wrong at a position, with the first word there, and what to write instead."""
    return Finding(at, word_at(rule, at), reason, warning, proposal=Proposal(WRITE, write) if write else None)


def finding_about(rule: str, at: TextPosition, problem: str, words: int = 1, write: str = "") -> Finding:
    """A finding whose message begins with the words at its position, in back quotes, and ends with what to write instead."""
    word = word_at(rule, at, words)
    return Finding(at, word, f"`{word}` {problem}", proposal=Proposal(WRITE, write) if write else None)


def quoted(rule: str, at: TextPosition, words: int = 1) -> str:
    """The first words at a position, in back quotes."""
    return f"`{word_at(rule, at, words)}`"


def position_of(rule: str, word: str, at: TextPosition) -> TextPosition:
    """The next position of a word after `at`; `at` itself if there is none."""
    offset = rule.lower().find(word, max(at.offset, 0))
    return at if offset < 0 else text_position(rule, offset)
