"""Changes of standing rules: `X rolls … more`, `has`, `pays`, `can`, `cannot`, `counts as`."""

from __future__ import annotations

from tipover.cards.ast import Change, How, Num, Phrase
from tipover.cards.read_cursor import Cursor
from tipover.cards.read_deeds import DeedReader
from tipover.cards.read_numbers import NumberReader
from tipover.cards.read_phrases import PhraseReader, read_flat
from tipover.cards.vocabulary import OCCASIONS, PASSIVES, STATS


class ChangeReader:
    """Reads the changes of standing rules."""

    def __init__(self, cursor: Cursor, phrases: PhraseReader, numbers: NumberReader, deeds: DeedReader) -> None:
        self.cursor = cursor
        self.phrases = phrases
        self.numbers = numbers
        self.deeds = deeds

    def change(self) -> Change:
        """A change with its subject; anything else fails."""
        if self.cursor.is_any_next("as a", "as an"):
            self.cursor.refuse("an offered action stands in a text of its own")
        if self.deeds.is_deed_next():
            self.cursor.refuse("a standing rule says who, and what changes: `this has 1 more defense`")
        return self.change_of(self.deeds.doer()) or self.cursor.fail("`has`", "`rolls`", "`pays`", "`can`", "`cannot`", "`counts as`")

    def change_of(self, who: Phrase) -> Change | None:
        """The change that follows a subject; None if a deed follows."""
        if self.cursor.take_any("has", "have"):
            return self._has(who)
        if (
            self.cursor.is_any_next("roll", "rolls")
            and self.cursor.is_number_next(1)
            and self.cursor.word(2) in ("die", "dice")
            and self.cursor.word(3) in ("more", "fewer")
        ):
            return self._rolls(who)
        if self.cursor.take_any("pays", "pay"):
            return self._pays("pay", who)
        if self.cursor.take("may have"):
            return self._may_have(who)
        if self.cursor.take_any("may pay", "may pays"):
            return self._pays("may-pay", who)
        if self.cursor.take("can"):
            return self._can(who)
        if self.cursor.take("cannot"):
            return self._cannot(who)
        if self.cursor.take_any("counts", "count"):
            self.cursor.expect("as")
            if self.cursor.take("obscured"):
                return Change("counts-as", who, how=(("obscured", None),), at=who.at)
            return Change("counts-as", who, what=self.phrases.phrase(), at=who.at)
        return None

    def _rolls(self, who: Phrase) -> Change:
        self.cursor.skip()
        at, k = self.cursor.at, self.cursor.number()
        self.cursor.expect_any("die", "dice")
        way = self.cursor.expect_any("more", "fewer")
        n = Num((self.numbers.first_term(k),), at)
        self.cursor.expect("when")
        occasion = self.cursor.expect_any(*OCCASIONS)
        between = OCCASIONS[occasion]
        what: Phrase | None = None
        if occasion == "doing" or (self.cursor.take(between) if between else self.phrases.is_phrase_next()):
            what = self.phrases.phrase()
        return Change("rolls", who, n, what, ((way, None), (occasion, None)), at=who.at)

    def _has(self, who: Phrase) -> Change:
        stat = self.cursor.take_any(*STATS)
        if stat:
            return Change("has", who, read_flat(self.cursor), None, (("set", None), (stat, None)), at=who.at)
        if not self.cursor.is_number_next():
            self.cursor.fail("a number", *(f"`{stat}`" for stat in STATS))
        at, k = self.cursor.at, self.cursor.number()
        how: tuple[How, ...] = ((self.cursor.expect_any("more", "less"), None), (self.cursor.expect_any(*STATS), None))
        return Change("has", who, Num((self.numbers.first_term(k),), at), None, how, at=who.at)

    def _may_have(self, who: Phrase) -> Change:
        at, k = self.cursor.at, self.cursor.number()
        self.cursor.expect("more range")
        return Change("may-have", who, Num((self.numbers.first_term(k),), at), None, (("more", None), ("range", None)), at=who.at)

    def _pays(self, verb: str, who: Phrase) -> Change:
        n = read_flat(self.cursor)
        way = self.cursor.expect_any("more", "less")
        self.cursor.expect("for")
        return Change(verb, who, n, self.phrases.phrase(), ((way, None),), at=who.at)

    def _can(self, who: Phrase) -> Change:
        if self.cursor.take("move through"):
            return Change("can", who, how=(("through", self.phrases.phrase()),), at=who.at)
        if not self.cursor.take("do"):
            self.cursor.fail("`do`", "`move through`")
        what = self.phrases.phrase()
        self.cursor.expect("while knocked down")
        return Change("can", who, what=what, how=(("while knocked down", None),), at=who.at)

    def _cannot(self, who: Phrase) -> Change:
        if self.cursor.take("be"):
            return Change("cannot-be", who, how=((self.cursor.expect_any(*PASSIVES), None),), at=who.at)
        if self.cursor.take("interact"):
            self.cursor.expect("with")
            return Change("cannot-interact", who, what=self.phrases.phrase(), at=who.at)
        if not self.cursor.take("do"):
            self.cursor.fail("`do`", "`be`", "`interact with`")
        return Change("cannot", who, what=self.phrases.phrase(), at=who.at)
