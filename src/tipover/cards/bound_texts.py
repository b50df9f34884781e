"""A rule read and bound: every pronoun has the slot of what it refers to."""

from __future__ import annotations

from collections.abc import Callable

from tipover.cards.ast import Text
from tipover.cards.bind import bind
from tipover.cards.name_table import NameTable
from tipover.cards.phrase_kinds import THIS_KINDS, PhraseKinds
from tipover.cards.plain_english import Purpose
from tipover.cards.read import read_rule
from tipover.cards.resolve import resolve

HOLDS = {"an ability": False, "an item": None}  # whether such a rule holds or waits, rather than that something is done; items do both


def bound_texts(rule: str, names: NameTable, what: str, accepts: Callable[[str], bool] | None = None) -> tuple[Text, ...]:
    """The texts of a rule, in which every pronoun has the slot of what it refers to; mistakes raise `RuleError`.

    `accepts` says whether nothing would be refused of a rule in its place: of sentences that could be proposed, such a one is.
    """
    kinds = PhraseKinds(names, THIS_KINDS[what])
    return tuple(bind(text, resolve(text, kinds)) for text in read_rule(rule, names, Purpose(HOLDS.get(what, True), accepts)))
