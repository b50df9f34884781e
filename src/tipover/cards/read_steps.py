"""What holds deeds together: may, or, if, loops, `, then`."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager

from tipover.cards.ast import Act, Change, Cond, Group, If, Loop, May, Num, Or, Phrase, Step, While
from tipover.cards.read_deeds import Deeds
from tipover.cards.vocabulary import DEEPEST_STEP, VERB_FORMS, VERBS


class Steps(Deeds):
    """Reads the steps of a program."""

    _steps_deep = 0
    _in_if = False

    @abstractmethod
    def change(self) -> Change:
        """A change of a standing rule; read by the part that knows changes."""

    # --- parts of a sentence ---

    def part(self) -> Step:
        """One step up to `, then`, the end of the sentence, or the end of what it covers."""
        if self.sees("if"):
            return self._if()
        if self.sees("for each") or (self.sees_number() and self.sees("times", 1)):
            return self._loop()
        if self.sees("until"):
            return self._until()
        return self.alternatives(self.clause())

    def body(self, bare: bool = False) -> tuple[Step, ...]:
        """Steps joined by `, then`; bare: the first has no subject, as after `may`."""
        with self._deeper():
            steps = [self.alternatives(self.deed(None)) if bare else self.part()]
            return (*steps, *self._more())

    def _more(self) -> list[Step]:
        steps: list[Step] = []
        while self.take(", then"):
            steps.append(self.part())
        if self.sees("and") and (self.starts_deed(1) or self.word(1) in VERB_FORMS):
            self.refuse("deeds are not joined by `and`: here write `, then`", suggestion=", then")
        return steps

    @contextmanager
    def _deeper(self) -> Iterator[None]:
        self._steps_deep += 1
        if self._steps_deep > DEEPEST_STEP:
            self._steps_deep = 0
            self.refuse(f"`if`, `may`, `control` and loops nest at most {DEEPEST_STEP} deep")
        yield
        self._steps_deep -= 1

    def fresh(self) -> None:
        """Forget what a given-up sentence had open."""
        self._steps_deep, self._nested, self._in_if, self.stops = 0, 0, False, frozenset()

    def _if(self) -> If:
        at = self.at
        if self._in_if:
            self.refuse("an `if` inside an `if`: write two texts")
        self.expect("if")
        cond = self.cond()
        self.expect(",")
        self._in_if = True
        steps = self.body()
        self._in_if = False
        return If(cond, steps, (), at)

    def _loop(self) -> Loop:
        at = self.at
        over: Num | Group
        if self.take("for"):
            over = self.group()
        else:
            over = self.flat()
            self.expect("times")
        self.expect(":")
        return Loop(over, self.body(), at)

    def _until(self) -> While:
        at = self.at
        self.expect("until")
        until = self.moment("until") or self.event("until")
        self.expect(",")
        cond: Cond | None = None
        if self.take("while"):
            cond = self.cond()
            self.expect(",")
        return While(cond, self.change(), until, (), at)

    # --- clauses ---

    def clause(self) -> Act | May:
        """A deed, with or without its doer, or a permission."""
        return self.deed(None) if self.starts_deed() else self.clause_of(self.subject())

    def subject(self) -> Phrase:
        """A doer."""
        if not self.starts_phrase():
            if self.word() in VERB_FORMS:
                base = VERB_FORMS[self.word()]
                self.refuse(f"who does it? Write `{base}`, or a doer before `{self.word()}`", suggestion=base)
            for verb in (*VERBS, "this", "each", "if", "when"):
                self.sees(verb)
        return self.phrase()

    def clause_of(self, who: Phrase) -> Act | May:
        """What a doer does or may do."""
        if self.sees("may"):
            return self.may(who)
        if self.word() not in VERB_FORMS:
            for form in VERB_FORMS:
                self.sees(form)
            self.fail("a verb", "`may`")
        return self.deed(who)

    def may(self, who: Phrase) -> May:
        """A permission: it covers the rest of its sentence."""
        self.expect("may")
        with self._deeper():
            first = self.alternatives(self.deed(None, after="may"))
            if not self.sees("to"):
                return May(who, (), (first, *self._more()), who.at)
        self.k += 1
        return May(who, (first,), self.body(bare=True), who.at)

    def alternatives(self, first: Act | May) -> Act | May | Or:
        """A deed, or several joined by `or`; `, or` where the doers differ."""
        if isinstance(first, May):
            return first
        options = [first]
        while True:
            if self.sees("or") and (self.starts_deed(1) or self.word(1) in VERB_FORMS):
                self.k += 1
                options.append(self.deed(options[-1].who, after="or"))
            elif self.sees(", or"):
                self.k += 2
                start = self.here
                further = self.clause()
                if isinstance(further, May):
                    self.refuse("`may` cannot stand in an alternative: write two sentences", start)
                options.append(further)
            else:
                return Or(tuple(options), first.at) if len(options) > 1 else first
