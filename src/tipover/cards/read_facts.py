"""Numbers, conditions and events."""

from __future__ import annotations

import difflib
from typing import NoReturn

from tipover.cards.ast import Cond, Event, Filter, Num, Phrase, Term
from tipover.cards.read_errors import Misread, Mistake
from tipover.cards.read_phrases import Phrases
from tipover.cards.vocabulary import EVENTS, MOMENTS, OWNER, STATES, UNTIL_MOMENTS, VERB_FORMS

_THIRD, _PLURAL, _ING, _PAST, _PAST_PLURAL = range(5)
_FINITE = (_THIRD, _PLURAL)
_UNTOLD = ("challenge by", "challenge against")  # events that are nouns


class Facts(Phrases):
    """Reads numbers, conditions, events."""

    # --- numbers ---

    def sees_num(self) -> bool:
        """Whether a number of squares, dice or points comes next, not one that counts nouns."""
        return self.sees("the highest place of") or (self.sees_number() and not self.counts())

    def flat(self) -> Num:
        """A plain number."""
        at = self.at
        return Num(((self.number(), "flat", None),), at)

    def num(self, points: bool = False) -> Num:
        """A number with its parts; of points it has that word after its first figure."""
        at = self.at
        if not points and self.take("the highest place of"):
            terms: list[Term] = [(1, "highest", self.phrase())]
        else:
            k = self.number()
            if points:
                self.expect_any("point", "points")
            terms = [self.for_each(k) or (k, "flat", None)]
        while self.sees(", plus"):
            self.k += 2
            terms.append(self._further())
        return Num(tuple(terms), at)

    def for_each(self, k: int) -> Term | None:
        """A figure's `for each X` or `for each time EVENT this turn`, if it comes next."""
        if self.take("for each time"):
            return (k, "time", self.past_event())
        if self.sees("for each"):
            self.k += 1
            return (k, "each", self.group())
        if self.take("for"):
            self.fail("`each`")
        return None

    def _further(self) -> Term:
        if self.take("the highest place of"):
            return (1, "highest", self.phrase())
        k = self.number()
        if self.take("if"):
            return (k, "if", self.cond())
        return self.for_each(k) or self.fail("`for each`", "`if`")

    # --- conditions ---

    def cond(self) -> Cond:
        """Conditions joined by `and`, nested to the left."""
        at = self.at
        found = self._one_cond()
        while self.take("and"):
            found = Cond("and", found, self._one_cond(), at)
        if self.sees("or") and self.word(1) not in VERB_FORMS and not self.sees_any("or basic challenge", "or range"):
            self.refuse("there is no `or` between conditions: write two texts")
        return found

    def _one_cond(self) -> Cond:
        at = self.at
        if self.take("it wins"):
            return Cond("wins", at=at)
        if self.take("it loses"):
            return Cond("loses", at=at)
        if self.take("the dice match"):
            return Cond("match", at=at)
        if self.take("the total is"):
            n = self.flat()
            self.expect("or more")
            return Cond("total", None, n, at)
        with self.stopping("and"):
            if self.take_any("there is", "there are"):
                some = self.group()
                return Cond("aside" if self.take("a side") else "exists", None, some, at)
        who = self.phrase()
        with self.stopping("and"):
            if self.take_any("is", "are"):
                return Cond("is", who, self._being(), at)
            if self.take_any("has", "have"):
                return Cond("most", who, self._most(), at) if self.take("the most") else Cond("has", who, self.phrase(), at)
        self.fail("`is`", "`has`")

    def _most(self) -> Phrase:
        found = self.group()
        if found.det != "all":
            self.refuse("after `the most` the nouns stand bare: `the most characters`", self.peek(-1))
        return found

    def _being(self) -> tuple[Filter, ...]:
        """What something is: a kind, or states and relations joined by `and`."""
        if self.sees_any("a", "an"):
            at = self.at
            return (Filter("a", self.group(), at=at),)
        found: list[Filter] = []
        while True:
            joined = bool(found) and self.sees("and")
            k = 1 if joined else 0
            state = "" if self.bare_plural(k) else next((state for state in STATES if self.sees(state, k)), "")
            rel = "" if state else self.relation_at(k)
            if not state and not rel:
                if not found:
                    self.fail("a state", "a relation", "`a`")
                return tuple(found)
            self.k += k
            if state:
                found.append(Filter(state, at=self.at))
                self.k += len(state.split())
            elif rel == OWNER and found:
                self.refuse("the owner comes first: `of yours and within 3`")
            else:
                found.append(self.filter(rel))

    # --- events ---

    def event(self, time: str) -> Event:
        """What happens, as it is told after When, After, Until (finite) or Instead of (-ing)."""
        at = self.at
        for verb in _UNTOLD:
            if self.take(f"a {verb}"):
                return Event(time, verb, self.phrase(), None, at)
        who = self.phrase()
        return self._told(time, who, (_ING,) if time == "instead" else _FINITE)

    def moment(self, time: str) -> Event | None:
        """`the start of its turn`, after At and Until; nothing if no moment comes next."""
        at = self.at
        for moment in MOMENTS if time == "at" else UNTIL_MOMENTS:
            if moment != "round ends" and self.take(f"the {moment}"):
                return Event(time, moment, None, None, at)
        return None

    def past_event(self) -> Event:
        """`this paid less this turn`."""
        before, self.stops = self.stops, frozenset()  # `this turn` closes it, so it stops at nothing
        found = self._told("turn", self.phrase(), (_PAST, _PAST_PLURAL))
        self.stops = before
        time = "turn" if self.take("this turn") else "round" if self.take("this round") else ""
        if not time:
            self.fail("`this turn`", "`this round`")
        return Event(time, found.verb, found.who, found.what, found.at)

    def _told(self, time: str, who: Phrase, forms: tuple[int, ...]) -> Event:
        for verb, happening in EVENTS.items():
            if verb not in _UNTOLD and any(self._form(happening[form]) for form in forms):
                what: Phrase | Num | tuple[Filter, ...] | None = None
                if happening.follows == "phrase":
                    what = self.phrase()
                elif happening.follows == "points":
                    what = self.flat()
                    self.expect_any("point", "points")
                elif happening.follows == "relations":
                    what = self.filters() or self.fail("a relation")
                return Event(time, verb, who, what, who.at)
        known = [
            form.format(its="its") for verb, happening in EVENTS.items() if verb not in _UNTOLD for form in (happening[k] for k in forms)
        ]
        self.no_such("event in its -ing form" if time == "instead" else "event", known)

    def no_such(self, what: str, known: list[str]) -> NoReturn:
        """Refuse the words up to the comma, with the nearest that would do."""
        words: list[str] = []
        while self.word(len(words)) not in (",", ".", ":", "") and len(words) < 8:
            words.append(self.peek(len(words)).text)
        if not words:
            self.fail(f"an {what}" if what[0] in "aeiou" else f"a {what}")
        meant = next(iter(difflib.get_close_matches(" ".join(words), known, 1, 0.5)), "")
        said = f"`{' '.join(words)}` is no {what}" + (f"; did you mean `{meant}`?" if meant else "")
        raise Misread(Mistake(self.at, self.here.text, said, tuple(known), meant))

    def _form(self, form: str) -> bool:
        if "{its}" in form:
            return any(self.take(form.format(its=its)) for its in ("its", "their", "your"))
        return self.take(form)
