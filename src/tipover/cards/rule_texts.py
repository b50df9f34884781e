"""The texts of a rule, read when they are first asked for.

A game uses the cards of a few characters: reading those of every set would make each start slower with each set.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tipover.cards.ast import Text
    from tipover.cards.check_text import WrittenRule
    from tipover.cards.name_table import NameTable
    from tipover.cards.toml import Document, Path

DEED, STANDING, EITHER = "deed", "standing", "either"  # what a rule may be: something done, something that holds, or both


class RuleTexts:
    """The syntax trees of a rule: given, or read on first use from a rule that the tests have checked."""

    __slots__ = ("_names", "_rule", "_texts", "_what")

    def __init__(self, texts: tuple[Text, ...] | None, rule: str = "", names: NameTable | None = None, what: str = "") -> None:
        """Texts, or None and what they are read from: the rule, the names it may use, and what it is the rule of (`an ability`)."""
        self._texts = texts
        self._rule = rule
        self._names = names
        self._what = what

    @property
    def is_unread(self) -> bool:
        """Whether nobody has asked for the texts yet."""
        return self._texts is None

    @property
    def texts(self) -> tuple[Text, ...]:
        """The texts in their order; raises `RuleError` if the rule cannot be read."""
        if self._texts is None:
            from tipover.cards.bound_texts import bound_texts

            assert self._names is not None
            self._texts = bound_texts(self._rule, self._names, self._what)
        return self._texts


NO_TEXTS = RuleTexts(())


class UnreadRule(NamedTuple):
    """A rule that is read when it is used, with its place in a file, so that a crash in it can name that."""

    reading: RuleTexts
    document: Document
    path: Path
    rule: str
    what: str
    kind: str
    names: NameTable

    def written(self, text: Text) -> WrittenRule | None:
        """The rule with its place, if it was read and the text is one of its own, or a rule or trigger that one of those begins."""
        if self.reading.is_unread:
            return None
        from tipover.cards.ast import has_text
        from tipover.cards.check_text import WrittenRule

        if not has_text(self.reading.texts, text):
            return None

        return WrittenRule(self.document, self.path, self.rule, self.reading.texts, self.what, self.kind != STANDING, self.names)
