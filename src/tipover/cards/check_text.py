"""What the checker looks at and says: a rule with its place and its role, findings, and the walk through a tree."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from tipover.cards.ast import (
    Act,
    Change,
    Cond,
    Do,
    Event,
    Filter,
    Group,
    If,
    Instead,
    Join,
    Loop,
    May,
    Node,
    Num,
    Or,
    Place,
    Ref,
    Text,
    When,
    While,
)
from tipover.cards.toml import Document, Path

ABILITY, TRAIT, ITEM, CARD, PIECE, SCENARIO, TABLE = "ability", "trait", "item", "card", "piece", "scenario", "table"
_ROLES = {
    "an ability": ABILITY, "a trait": TRAIT, "an ultimate card": TRAIT, "an item": ITEM, "a status": CARD, "a card": CARD, "the back of a card": CARD,
    "a scenario": SCENARIO,
}  # fmt: skip


@dataclass(frozen=True)
class Written:
    """A rule as it stands in a file: where, its words, its texts, and what it is the rule of (`an ability`).

    `used`: it is something one does, an ability or an item with a cost, rather than something that holds.
    """

    document: Document
    path: Path
    rule: str
    texts: tuple[Text, ...]
    what: str
    used: bool

    @property
    def role(self) -> str:
        """What `this` and `you` mean in it: a figure's, a card's, a piece's, a side's of the scenario, or the table's."""
        if self.what == "a scenario":
            return TABLE if self.path == ("table",) else SCENARIO
        return _ROLES.get(self.what, PIECE)

    @property
    def name(self) -> str:
        """The name of the card it stands on."""
        found: object = self.document.data
        for part in self.path[:-1]:
            if isinstance(found, dict):
                found = found.get(str(part))
            elif isinstance(found, list) and isinstance(part, int):
                found = found[part]
        name = found.get("name") if isinstance(found, dict) else None
        return name if isinstance(name, str) else str(self.document.data.get("name", "?"))


class Finding(NamedTuple):
    """Something in a rule that reads and makes no sense (or, a warning, perhaps none): where, the word, a sentence, a suggestion."""

    at: Place
    word: str
    message: str
    suggestion: str = ""
    warning: bool = False


_FIRST_WORD = re.compile(r"[^\s.,:]+")


def word_at(rule: str, at: Place, words: int = 1) -> str:
    """The words that stand at a place of a rule, as they are written."""
    found: list[str] = []
    offset = max(at.offset, 0)
    while len(found) < words and (match := _FIRST_WORD.match(rule, offset)):
        found.append(match[0])
        offset = match.end() + 1
    return " ".join(found)


def quoted(rule: str, at: Place, words: int = 1) -> str:
    """The words at a place between back quotes."""
    return f"`{word_at(rule, at, words)}`"


def place_of(rule: str, word: str, at: Place) -> Place:
    """Where a word stands next after a place; that place, if it does not."""
    offset = rule.lower().find(word, max(at.offset, 0))
    if offset < 0:
        return at
    return Place(offset, rule.count("\n", 0, offset) + 1, offset - rule.rfind("\n", 0, offset))


def children(node: Node) -> Iterator[Node]:
    """The nodes right below a node, in the order of the text as far as the tree knows it."""
    if isinstance(node, Ref):
        return
    for part in _FIELDS[type(node)](node):
        yield from _spread(part)


def _spread(part: object) -> Iterator[Node]:
    if isinstance(part, _NODES):
        yield part
    elif isinstance(part, tuple):
        for one in part:
            yield from _spread(one)


def walk(node: Node) -> Iterator[Node]:
    """A node and all below it."""
    yield node
    for part in children(node):
        yield from walk(part)


_NODES = (Act, Change, Cond, Do, Event, Filter, Group, If, Instead, Join, Loop, May, Num, Or, Ref, When, While)
_FIELDS: dict[type, Callable[..., tuple[object, ...]]] = {
    Group: lambda node: (node.det, node.filters),
    Join: lambda node: (node.parts,),
    Filter: lambda node: (node.arg,),
    Num: lambda node: (node.terms,),
    Cond: lambda node: (node.a, node.b),
    Event: lambda node: (node.who, node.what),
    Change: lambda node: (node.who, node.n, node.what, node.how, node.steps),
    Act: lambda node: (node.who, node.what, node.n, node.to, node.how, node.body),
    May: lambda node: (node.who, node.cost, node.steps),
    Or: lambda node: (node.options,),
    If: lambda node: (node.cond, node.steps, node.other),
    Loop: lambda node: (node.over, node.steps),
    Do: lambda node: (node.steps,),
    When: lambda node: (node.event, node.steps),
    Instead: lambda node: (node.event, node.steps),
    While: lambda node: (node.until, node.cond, node.change),
}
