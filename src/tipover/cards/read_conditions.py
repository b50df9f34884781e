"""Conditions: `it wins`, `this is standing and within 3 of a rival`, `you have the most characters`."""

from __future__ import annotations

from tipover.cards.ast import Cond, Filter, Phrase
from tipover.cards.read_cursor import Cursor
from tipover.cards.read_errors import Misread
from tipover.cards.read_phrases import PhraseReader, read_flat
from tipover.cards.relation_words import OWNER
from tipover.cards.vocabulary import STATES, VERB_FORMS


class ConditionReader:
    """Reads what follows `if`, `while` and `plus 1 if`."""

    def __init__(self, cursor: Cursor, phrases: PhraseReader) -> None:
        self.cursor = cursor
        self.phrases = phrases
        self.past_event = phrases.past_event

    def condition(self) -> Cond:
        """One condition, or several joined by `and` and nested to the left."""
        at = self.cursor.at
        found = self._one()
        while self.cursor.take("and"):
            found = Cond("and", found, self._one(), at)
        if (
            self.cursor.is_next("or")
            and self.cursor.word(1) not in VERB_FORMS
            and not self.cursor.is_any_next("or basic challenge", "or range")
        ):
            self.cursor.refuse("there is no `or` between conditions: write two texts")
        return found

    def _one(self) -> Cond:
        cursor, at = self.cursor, self.cursor.at
        if cursor.take("it wins"):
            return Cond("wins", at=at)
        if cursor.take("it loses"):
            return Cond("loses", at=at)
        if cursor.take("the dice match"):
            return Cond("match", at=at)
        if cursor.take("the total is"):
            n = read_flat(cursor)
            cursor.expect("or more")
            return Cond("total", None, n, at)
        with self.phrases.stopping_at("and"):
            if cursor.take_any("there is", "there are"):
                some = self.phrases.group()
                return Cond("aside" if cursor.take("a side") else "exists", None, some, at)
        start = cursor.index
        who = self.phrases.phrase()
        with self.phrases.stopping_at("and"):
            if cursor.take_any("is", "are"):
                return Cond("is", who, self._states(), at)
            if cursor.take_any("carries", "carry"):
                return Cond("carries", who, self.phrases.phrase(), at)
            if cursor.take_any("has", "have"):
                return Cond("most", who, self._most(), at) if cursor.take("the most") else Cond("has", who, self.phrases.phrase(), at)
        end, cursor.index = cursor.index, start
        try:
            return Cond("happened", None, self.past_event(), at)
        except Misread:
            cursor.index = end
        cursor.fail("`is`", "`has`")

    def _most(self) -> Phrase:
        found = self.phrases.group()
        if found.det != "all":
            self.cursor.refuse("after `the most` the nouns stand bare: `the most characters`", self.cursor.peek(-1))
        return found

    def _states(self) -> tuple[Filter, ...]:
        """What something is: one kind, or states and relations joined by `and`."""
        cursor = self.cursor
        if cursor.is_any_next("a", "an"):
            at = cursor.at
            return (Filter("a", self.phrases.group(), at=at),)
        found: list[Filter] = []
        while True:
            joined = bool(found) and cursor.is_next("and")
            k = 1 if joined else 0
            state = "" if self.phrases.is_bare_plural_next(k) else next((state for state in STATES if cursor.is_next(state, k)), "")
            relation = "" if state else self.phrases.next_relation(k)
            if not state and not relation:
                if not found:
                    cursor.fail("a state", "a relation", "`a`")
                return tuple(found)
            cursor.skip(k)
            if state:
                found.append(Filter(state, at=cursor.at))
                cursor.skip(len(state.split()))
            elif relation == OWNER and found:
                cursor.refuse("the owner comes first: `of yours and within 3`")
            else:
                found.append(self.phrases.filter(relation))
