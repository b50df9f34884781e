"""From a rule's words to its texts: `read_rule`."""

from __future__ import annotations

from dataclasses import dataclass, field

from tipover.cards.ast import Change, Cond, Do, Event, If, Instead, May, Place, Step, Text, When, While
from tipover.cards.lex import END, Names, lex
from tipover.cards.read_changes import Changes
from tipover.cards.read_errors import MOST_MISTAKES, SYNONYMS, Misread, Mistake, RuleError, listed, unknown
from tipover.cards.vocabulary import LIMITS, LONGEST_RULE, MOMENTS

__all__ = ["Mistake", "Names", "RuleError", "read_rule"]


def read_rule(text: str, names: Names) -> list[Text]:
    """The texts of a rule, in order; all mistakes together as one RuleError. An empty rule has no texts."""
    if len(text) > LONGEST_RULE:
        place = Place(LONGEST_RULE, text.count("\n", 0, LONGEST_RULE) + 1, LONGEST_RULE - (text.rfind("\n", 0, LONGEST_RULE) + 1) + 1)
        raise RuleError([Mistake(place, "", f"the rule has {len(text):,} characters; {LONGEST_RULE:,} are the most")])
    return _Reader(lex(text, names), names).rule()


@dataclass
class _Draft:
    """A text being read: sentences are added until the next text begins."""

    kind: str
    at: Place
    event: Event | None = None
    cond: Cond | None = None
    change: Change | None = None
    steps: list[Step] = field(default_factory=list)
    limits: list[str] = field(default_factory=list)

    def takes_steps(self) -> bool:
        return self.kind != "while" and not self.limits

    def text(self) -> Text:
        steps = tuple(self.steps)
        limits = tuple(limit for limit in LIMITS if limit in self.limits)
        if self.change:
            change = self.change
            if self.kind == "offer":
                change = Change(change.verb, change.who, change.n, change.what, change.how, steps, change.at)
            return While(self.cond, change, None, limits, self.at)
        if self.event:
            return (Instead if self.kind == "instead" else When)(self.event, steps, limits, self.at)
        return Do(steps, limits, self.at)


class _Reader(Changes):
    """Reads sentence by sentence; a sentence given up is skipped, so that all mistakes are found."""

    def rule(self) -> list[Text]:
        """All texts, or all mistakes."""
        self._drafts: list[_Draft] = []
        self._mistakes: list[Mistake] = []
        self._broken = False
        while self.here.kind != END and len(self._mistakes) < MOST_MISTAKES:
            self._read_sentence()
        if self._mistakes:
            raise RuleError(sorted(self._mistakes[:MOST_MISTAKES], key=lambda mistake: mistake.at.offset))
        return [draft.text() for draft in self._drafts]

    def _read_sentence(self) -> None:
        strange = self.strange_words()
        if strange:
            self._skip([self._in_context(strange[0]), *strange[1:]])
            return
        try:
            self._sentence()
            if self.sees(", then"):
                self.refuse("`, then` stands inside `if`, `may`, `control` and loops; here begin a new sentence", self.peek(1), ".")
            if self.sees("and") and self.starts_deed(1):
                self.refuse("deeds are not joined by `and`: begin a new sentence", suggestion=".")
            self.expect(".")
            self._broken = False
        except Misread as error:
            self._skip([error.mistake])

    def _in_context(self, mistake: Mistake) -> Mistake:
        """An unknown word, with what could stand there: the reader stops at it, if all before it is right."""
        try:
            self._sentence()
        except Misread as error:
            told = error.mistake
            if told.at == mistake.at and "is not known" in mistake.message:
                first = self.here.first or mistake.suggestion == SYNONYMS.get(mistake.word.lower())
                return unknown(mistake.word, mistake.at, mistake.suggestion if first else told.suggestion, told.expected)
        return mistake

    def _skip(self, mistakes: list[Mistake]) -> None:
        self._mistakes += mistakes
        self._broken = True
        self.fresh()
        self.k = self.sentence_end()
        if self.here.kind != END:
            self.k += 1

    def _sentence(self) -> None:
        if self.sees("."):
            self.refuse("a sentence without words")
        if self.here.first and self.take("then"):
            self.take(",")
        at = self.at
        if self._limit() or self._otherwise():
            return
        if self.sees_any("when", "after", "at", "before", "instead of"):
            self._trigger(at)
        elif self.take("while"):
            cond = self.cond()
            self.expect(",")
            self._standing(at, cond)
        elif self.sees("as"):
            self._standing(at, None)
        elif self.starts_deed() or self.sees_any("if", "for each", "until") or not self.starts_phrase():
            self._append(self.part(), at)
        else:
            who = self.subject()
            change = self.change_of(who)
            if change:
                self._drafts.append(_Draft("while", at, change=change))
            else:
                self._append(self.alternatives(self.clause_of(who)), at)

    def _append(self, step: Step, at: Place) -> None:
        if not self._drafts or not self._drafts[-1].takes_steps():
            self._drafts.append(_Draft("do", at))
        self._drafts[-1].steps.append(step)

    def _trigger(self, at: Place) -> None:
        kind = "instead" if self.sees("instead of") else "when"
        time = self.word()
        self.k += 2 if kind == "instead" else 1
        event: Event | None
        if time == "at":
            event = self.moment("at") or self.no_such("moment", [f"the {moment}" for moment in MOMENTS])
        elif time == "before":
            before = self.at
            self.expect("the round ends")
            event = Event("before", "round ends", None, None, before)
        else:
            event = self.event(time)
        self.expect(",")
        draft = _Draft(kind, at, event=event)
        draft.steps.append(self.part())
        self._drafts.append(draft)

    def _standing(self, at: Place, cond: Cond | None) -> None:
        place = self.at
        if not self.take("as"):
            self._drafts.append(_Draft("while", at, cond=cond, change=self.change()))
            return
        if not self.sees_any("a", "an"):
            self.fail("`a`")
        what = self.phrase("none")
        self.expect(",")
        who = self.subject()
        if not self.sees("may"):
            self.fail("`may`")
        offered: May = self.may(who)
        draft = _Draft("offer", at, cond=cond, change=Change("offer", what=what, at=place))
        draft.steps.append(offered)
        self._drafts.append(draft)

    def _limit(self) -> bool:
        for limit in LIMITS:
            if self.take(limit.lower()):
                if not self._drafts and not self._mistakes:
                    self.refuse(f"`{limit}.` closes a text: something must stand before it", self.peek(-len(limit.split())))
                if self._drafts and limit in self._drafts[-1].limits:
                    self.refuse(f"`{limit}.` is said twice", self.peek(-len(limit.split())))
                if self._drafts:
                    self._drafts[-1].limits.append(limit)
                return True
        if self.sees_any("once", "usable"):
            self.refuse(f"only these close a text: {listed(f'`{limit}.`' for limit in LIMITS)}")
        return False

    def _otherwise(self) -> bool:
        token = self.here
        if not self.take("otherwise"):
            return False
        steps = self._drafts[-1].steps if self._drafts else []
        before = steps[-1] if steps else None
        fits = isinstance(before, If) and not before.other and not self._drafts[-1].limits
        if not fits and not self._broken:
            self.refuse("`Otherwise` follows a sentence that begins with `if`", token)
        self.expect(",")
        other = self.body()
        if fits and isinstance(before, If):
            steps[-1] = If(before.cond, before.steps, other, before.at)
        return True
