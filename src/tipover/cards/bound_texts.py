"""A rule read and bound: every pronoun has the slot of what it refers to."""

from __future__ import annotations

from tipover.cards.ast import Text
from tipover.cards.bind import bind
from tipover.cards.name_table import NameTable
from tipover.cards.phrase_kinds import THIS_KINDS, PhraseKinds
from tipover.cards.read import read_rule
from tipover.cards.resolve import resolve


def bound_texts(rule: str, names: NameTable, what: str) -> tuple[Text, ...]:
    """The texts of a rule, in which every pronoun has the slot of what it refers to; mistakes raise `RuleError`."""
    kinds = PhraseKinds(names, THIS_KINDS[what])
    return tuple(bind(text, resolve(text, kinds)) for text in read_rule(rule, names))
