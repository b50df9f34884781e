"""Standing rules: what `X rolls … more`, `has`, `pays`, `can`, `cannot` and `counts as` change."""

from __future__ import annotations

from tipover.cards.ast import Change, How, Num, Phrase
from tipover.cards.read_steps import Steps
from tipover.cards.vocabulary import OCCASIONS, PASSIVES, STATS


class Changes(Steps):
    """Reads the changes of standing rules."""

    def change(self) -> Change:
        """A change with its subject; anything else is refused."""
        if self.sees_any("as a", "as an"):
            self.refuse("an offered action stands in a text of its own")
        if self.starts_deed():
            self.refuse("a standing rule says who, and what changes: `this has 1 more defense`")
        return self.change_of(self.subject()) or self.fail("`has`", "`rolls`", "`pays`", "`can`", "`cannot`", "`counts as`")

    def change_of(self, who: Phrase) -> Change | None:
        """The change that follows a subject, or nothing if what follows is a deed."""
        if self.take_any("has", "have"):
            return self._has(who)
        if self.sees_any("roll", "rolls") and self.sees_number(1) and self.word(2) in ("die", "dice") and self.word(3) in ("more", "fewer"):
            return self._rolls(who)
        if self.take_any("pays", "pay"):
            return self._pays("pay", who)
        if self.take_any("may pay", "may pays"):
            return self._pays("may-pay", who)
        if self.take("can"):
            return self._can(who)
        if self.take("cannot"):
            return self._cannot(who)
        if self.take_any("counts", "count"):
            self.expect("as")
            if self.take("obscured"):
                return Change("counts-as", who, how=(("obscured", None),), at=who.at)
            return Change("counts-as", who, what=self.phrase(), at=who.at)
        return None

    def _rolls(self, who: Phrase) -> Change:
        self.k += 1
        at, k = self.at, self.number()
        self.expect_any("die", "dice")
        way = self.expect_any("more", "fewer")
        n = Num((self.for_each(k) or (k, "flat", None),), at)
        self.expect("when")
        occasion = self.expect_any(*OCCASIONS)
        between = OCCASIONS[occasion]
        what: Phrase | None = None
        if occasion == "doing" or (self.take(between) if between else self.starts_phrase()):
            what = self.phrase()
        return Change("rolls", who, n, what, ((way, None), (occasion, None)), at=who.at)

    def _has(self, who: Phrase) -> Change:
        stat = self.take_any(*STATS)
        if stat:
            return Change("has", who, self.flat(), None, (("set", None), (stat, None)), at=who.at)
        if not self.sees_number():
            self.fail("a number", *(f"`{stat}`" for stat in STATS))
        at, k = self.at, self.number()
        how: tuple[How, ...] = ((self.expect_any("more", "less"), None), (self.expect_any(*STATS), None))
        return Change("has", who, Num((self.for_each(k) or (k, "flat", None),), at), None, how, at=who.at)

    def _pays(self, verb: str, who: Phrase) -> Change:
        n = self.flat()
        way = self.expect_any("more", "less")
        self.expect("for")
        return Change(verb, who, n, self.phrase(), ((way, None),), at=who.at)

    def _can(self, who: Phrase) -> Change:
        if self.take("move through"):
            return Change("can", who, how=(("through", self.phrase()),), at=who.at)
        if not self.take("do"):
            self.fail("`do`", "`move through`")
        what = self.phrase()
        self.expect("while knocked down")
        return Change("can", who, what=what, how=(("while knocked down", None),), at=who.at)

    def _cannot(self, who: Phrase) -> Change:
        if self.take("be"):
            return Change("cannot-be", who, how=((self.expect_any(*PASSIVES), None),), at=who.at)
        if self.take("interact"):
            self.expect("with")
            return Change("cannot-interact", who, what=self.phrase(), at=who.at)
        if not self.take("do"):
            self.fail("`do`", "`be`", "`interact with`")
        return Change("cannot", who, what=self.phrase(), at=who.at)
