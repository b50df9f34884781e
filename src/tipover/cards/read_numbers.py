"""Numbers with their parts: `3, plus 1 for each silver token in your pool`."""

from __future__ import annotations

from tipover.cards.ast import Num, Term
from tipover.cards.read_conditions import ConditionReader
from tipover.cards.read_cursor import Cursor
from tipover.cards.read_events import EventReader
from tipover.cards.read_phrases import PhraseReader


class NumberReader:
    """Reads numbers of squares, dice and points."""

    def __init__(self, cursor: Cursor, phrases: PhraseReader, conditions: ConditionReader, events: EventReader) -> None:
        self.cursor = cursor
        self.phrases = phrases
        self.conditions = conditions
        self.events = events

    def is_next(self) -> bool:
        """Whether a number of squares, dice or points comes next, not one that counts nouns."""
        return self.cursor.is_next("the highest place of") or (self.cursor.is_number_next() and not self.phrases.is_count_next())

    def is_distance_next(self) -> bool:
        """Whether a number of squares comes next, with or without `up to` and `squares`."""
        ahead = 2 if self.cursor.is_next("up to") else 0
        if not self.cursor.is_number_next(ahead):
            return self.is_next()
        return self.cursor.word(ahead + 1) in ("square", "squares") or not self.phrases.is_count_next(ahead)

    def distance(self) -> Num:
        """A number of squares, which is always the most: `up to` and `squares` may be written, and mean nothing more."""
        self.cursor.take("up to")
        return self.number(unit=("square", "squares"))

    def number(self, points: bool = False, unit: tuple[str, ...] = ()) -> Num:
        """A number with its parts; a number of points has that word after its first figure, and a `unit` may stand there."""
        at = self.cursor.at
        if not points and self.cursor.take("the highest place of"):
            terms: list[Term] = [(1, "highest", self.phrases.phrase())]
        else:
            k = self.cursor.number()
            if points:
                self.cursor.expect_any("point", "points")
            self.cursor.take_any(*unit)
            terms = [self.first_term(k)]
        return Num((*terms, *self._further_terms()), at)

    def more(self) -> Num | None:
        """What is added to a number that was read with its noun: `2 dice, plus 1 for each adjacent ally`; None if nothing is."""
        at = self.cursor.at
        terms = self._further_terms()
        return Num(terms, at) if terms else None

    def _further_terms(self) -> tuple[Term, ...]:
        terms: list[Term] = []
        while self.cursor.is_next(", plus"):
            self.cursor.skip(2)
            terms.append(self._further_term())
        return tuple(terms)

    def first_term(self, k: int) -> Term:
        """What follows a figure that was read: its `for each …`, or nothing."""
        return self._for_each(k) or (k, "flat", None)

    def _for_each(self, k: int) -> Term | None:
        if self.cursor.take("for each time"):
            return (k, "time", self.events.past_event())
        if self.cursor.is_next("for each"):
            self.cursor.skip()
            return (k, "each", self.phrases.group())
        if self.cursor.take("for"):
            self.cursor.fail("`each`")
        return None

    def _further_term(self) -> Term:
        if self.cursor.take("the highest place of"):
            return (1, "highest", self.phrases.phrase())
        k = self.cursor.number()
        if self.cursor.take("if"):
            return (k, "if", self.conditions.condition())
        return self._for_each(k) or self.cursor.fail("`for each`", "`if`")
