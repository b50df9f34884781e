"""Steps: deeds joined by `may`, `or`, `if`, loops and `, then`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from tipover.cards.ast import (
    Act,
    Cond,
    Do,
    EventClause,
    Group,
    If,
    Lasting,
    Loop,
    May,
    Num,
    Or,
    Phrase,
    Step,
    TextPosition,
    When,
    While,
    is_plural,
    is_several,
)
from tipover.cards.read_changes import ChangeReader
from tipover.cards.read_conditions import ConditionReader
from tipover.cards.read_cursor import Cursor
from tipover.cards.read_deeds import DeedReader
from tipover.cards.read_events import EventReader
from tipover.cards.read_phrases import PhraseReader, read_flat
from tipover.cards.vocabulary import DEEPEST_STEP, MOMENTS, VERB_FORMS
from tipover.cards.words import step_words, words

A_FEW = 6  # what a loop over each of something counts as
MOST_ROUNDS = 60
TRIGGER_WORDS = ("when", "after", "at", "before")


class StepReader:
    """Reads the steps of a program."""

    def __init__(
        self,
        cursor: Cursor,
        phrases: PhraseReader,
        conditions: ConditionReader,
        events: EventReader,
        deeds: DeedReader,
        changes: ChangeReader,
    ) -> None:
        self.cursor = cursor
        self.phrases = phrases
        self.conditions = conditions
        self.events = events
        self.deeds = deeds
        self.changes = changes
        self._depth = 0  # bodies that are being read inside each other
        self._in_if = False
        self._is_waiting = False  # inside a trigger that lasts
        self._is_controlling = False  # inside the body of `control`
        self._rounds = 1  # how often all loops around this place repeat it

    # --- sentences ---

    def step(self) -> Step:
        """One step, up to `, then` or the end of the sentence."""
        if self.cursor.is_next("if"):
            return self._if()
        if self.cursor.is_next("for each") or (self.cursor.is_number_next() and self.cursor.is_next("times", 1)):
            return self._loop()
        if self.cursor.is_next("until"):
            return self._until()
        if self.cursor.is_next("choose one :"):
            return self._choose_one()
        return self.alternatives(self.clause())

    def body(self, bare: bool = False) -> tuple[Step, ...]:
        """Steps joined by `, then`; with `bare` the first has no subject, as after `may`."""
        with self._nested():
            steps = [self.alternatives(self.deeds.deed(None)) if bare else self.step()]
            return (*steps, *self._further_steps())

    def controlled_body(self) -> tuple[Step, ...]:
        """What is done while somebody is controlled."""
        before, self._is_controlling = self._is_controlling, True
        steps = self.body()
        self._is_controlling = before
        return steps

    def _further_steps(self) -> list[Step]:
        steps: list[Step] = []
        while self.cursor.take(", then"):
            steps.append(self.step())
        if self.cursor.is_next("and") and (self.deeds.is_deed_next(1) or self.cursor.word(1) in VERB_FORMS):
            self.cursor.refuse("deeds are not joined by `and`: here write `, then`", suggestion=", then")
        return steps

    @contextmanager
    def _nested(self) -> Iterator[None]:
        self._depth += 1
        if self._depth > DEEPEST_STEP:
            self._depth = 0
            self.cursor.refuse(f"`if`, `may`, `control` and loops nest at most {DEEPEST_STEP} deep")
        yield
        self._depth -= 1

    def reset(self) -> None:
        """Forget what an abandoned sentence had begun."""
        self._depth, self._in_if, self._is_waiting, self._is_controlling, self._rounds = 0, False, False, False, 1

    def _if(self) -> If:
        at = self.cursor.at
        if self._in_if:
            self.cursor.refuse("an `if` inside an `if`: write two texts")
        self.cursor.expect("if")
        cond = self.conditions.condition()
        self.cursor.comma()
        self._in_if = True
        steps = self.body()
        self._in_if = False
        return If(cond, steps, (), at)

    def _loop(self) -> Loop:
        at, start, outside = self.cursor.at, self.cursor.token, self._rounds
        over: Num | Group
        if self.cursor.take("for"):
            over = self.phrases.group()
            self._rounds *= A_FEW
        else:
            over = read_flat(self.cursor)
            self.cursor.expect("times")
            self._rounds *= over.terms[0][0]
        if self._rounds > MOST_ROUNDS:
            self.cursor.refuse(
                f"loops inside one another repeat something at most {MOST_ROUNDS} times; a `for each` counts as {A_FEW}", start
            )
        self.cursor.expect(":")
        found = Loop(over, self.body(), at)
        self._rounds = outside
        return found

    def _choose_one(self) -> Or:
        """Alternatives of which at least one has several steps: `Choose one: …; or …, then ….`; or one choice for several doers."""
        at = self.cursor.at
        self.cursor.expect("choose one :")
        ways = [self._way()]
        while self.cursor.take("; or"):
            ways.append(self._way())
        if len(ways) == 1:
            self.cursor.fail("`; or` and another way")
        return Or(tuple(ways), _have_several_doers(ways), at)

    def _way(self) -> Act:
        """One of several ways: a deed, and in its body what comes after it."""
        with self._nested():
            start = self.cursor.token
            first = self.clause()
            if isinstance(first, May):
                self.cursor.refuse("`may` cannot stand in an alternative: write two sentences", start)
            return replace(first, body=(*first.body, *self._further_steps()))

    def awaited(self) -> EventClause:
        """What a trigger waits for, from its first word to the comma."""
        time = self.cursor.word()
        self.cursor.skip(2 if time == "instead" else 1)
        event: EventClause | None
        if time == "at":
            event = self.events.moment("at") or self.events.refuse_unknown("moment", [f"the {moment}" for moment in MOMENTS])
        elif time == "before" and (self.cursor.is_any_next("the round", "the game") or not self.phrases.is_phrase_next()):
            before = self.cursor.at
            self.cursor.expect("the round ends")
            event = EventClause("before", "round ends", None, None, before)
        else:
            event = self.events.event(time)
        self.cursor.comma()
        return event

    def _until(self) -> Lasting:
        at = self.cursor.at
        self.cursor.expect("until")
        until = self.events.moment("until") or self.events.event("until")
        self.cursor.expect(",")
        if self.cursor.is_next("instead of"):
            self.cursor.refuse("what is done instead cannot last for a while: put it on a status card, and write `Give … to this.`")
        if self.cursor.is_any_next(*TRIGGER_WORDS):
            return self._lasting_trigger(until, at)
        cond: Cond | None = None
        if self.cursor.take("while"):
            cond = self.conditions.condition()
            self.cursor.expect(",")
        return While(cond, self.changes.change(), until, (), at)

    def _lasting_trigger(self, until: EventClause, at: TextPosition) -> When:
        """A trigger that waits only for a while."""
        if self._is_waiting:
            self.cursor.refuse("a trigger inside a trigger that lasts: write two sentences")
        if self._is_controlling:
            self.cursor.refuse(
                "a trigger that lasts would go on after the control (CTL-1): "
                "choose who is controlled first, and write the trigger in a sentence after `Control it: …`"
            )
        event = self.awaited()
        self._is_waiting = True
        steps = self.body()
        self._is_waiting = False
        return When(event, steps, (), until, at)

    # --- clauses ---

    def clause(self) -> Act | May:
        """A deed, with or without its doer, or a permission."""
        return self.deeds.deed(None) if self.deeds.is_deed_next() else self.clause_of(self.deeds.doer())

    def clause_of(self, who: Phrase) -> Act | May:
        """What this doer does or may do; `each` after several doers says what holds anyway."""
        if is_plural(who) and self.cursor.is_next("each") and (self.cursor.word(1) == "may" or self.cursor.word(1) in VERB_FORMS):
            self.cursor.skip()
        if self.cursor.is_next("may"):
            return self.may(who)
        if self.cursor.word() not in VERB_FORMS:
            self.cursor.suggest(*VERB_FORMS)
            self.cursor.fail("a verb", "`may`")
        return self.deeds.deed(who)

    def may(self, who: Phrase) -> May:
        """A permission, which extends to the end of the sentence."""
        self.cursor.expect("may")
        with self._nested():
            first = self.alternatives(self.deeds.deed(None, after="may"))
            if not self.cursor.is_next("to"):
                return May(who, (), (first, *self._further_steps()), who.at)
        self.cursor.skip()
        return May(who, (first,), self.body(bare=True), who.at)

    def alternatives(self, first: Act | May) -> Act | May | Or:
        """A deed, or several joined by `or` (by `, or` where the doers differ)."""
        if isinstance(first, May):
            return first
        before = self.cursor.token
        options, named = [first], False
        while True:
            if self.cursor.is_next("or") and (self.deeds.is_deed_next(1) or self.cursor.word(1) in VERB_FORMS):
                self.cursor.skip()
                options.append(self.deeds.deed(options[-1].who, after="or"))
            elif self.cursor.is_next(", or"):
                self.cursor.skip(2)
                start = self.cursor.token
                further = self.clause()
                if isinstance(further, May):
                    self.cursor.refuse("`may` cannot stand in an alternative: write two sentences", start)
                options.append(further)
                named = True
            elif named and _have_several_doers(options):
                own, one = (self._written(Or(tuple(options), is_one)) for is_one in (False, True))
                ways = f"if each chooses for itself write `{own}`, if it is one choice for all write `{one}`"
                self.cursor.refuse(f"this alternative can be read in two ways: {ways}", before)
            else:
                return Or(tuple(options), at=first.at) if len(options) > 1 else first

    def _written(self, step: Or) -> str:
        """How alternatives are written where they stand: as a sentence, or inside one."""
        who = step.options[0].who
        before = [token for token in self.cursor.tokens if who is not None and token.at.offset < who.at.offset]
        is_inside = bool(before) and before[-1].word != "."
        return step_words(step) if is_inside else words(Do((step,)))


def _have_several_doers(options: list[Act]) -> bool:
    """Whether alternatives name the same several doers, each of whom could choose for itself."""
    return is_several(options[0].who) and all(one.who == options[0].who and not one.body for one in options)
