"""What each `it` and `them` of a text stands for: always one thing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tipover.cards.ast import (
    Act,
    Change,
    Cond,
    Do,
    Event,
    Filter,
    Group,
    If,
    Join,
    Loop,
    May,
    Num,
    Or,
    Phrase,
    Place,
    Ref,
    Step,
    Text,
    While,
)
from tipover.cards.words_phrases import PhraseWords

NOTHING = "nothing"


class Antecedent(NamedTuple):
    """An `it`, `its`, `them` or `their`: where, which word, and what it stands for in the words of the card (them: perhaps nothing)."""

    at: Place
    word: str
    description: str


def antecedents(text: Text) -> list[Antecedent]:
    """Every `it` and `them` of a text in the order of the text, each with its one antecedent."""
    finder = _Finder()
    finder.text(text)
    return sorted(finder.found, key=lambda one: one.at.offset)


class _Finder:
    """Walks a text in its order; `it` and `them` are what they would stand for now."""

    def __init__(self) -> None:
        self.it = "this"
        self.them = NOTHING
        self.found: list[Antecedent] = []
        self.words = PhraseWords()

    def text(self, text: Text) -> None:
        if isinstance(text, While):
            self._while(text)
            return
        if not isinstance(text, Do):
            self.event(text.event)
            self._brought_by(text.event)
        self.sentences(text.steps)

    def _while(self, rule: While) -> None:
        if rule.until:
            self.event(rule.until)
        if rule.cond:
            self.cond(rule.cond)
        change = rule.change
        self.change(change)
        self.sentences(change.steps)

    def change(self, change: Change) -> None:
        before = (self.it, self.them)
        self.doer(change.who)
        self.phrases([change.what, *(arg for _, arg in change.how)])
        if change.n:
            self.num(change.n)
        self.it, self.them = before

    def _brought_by(self, event: Event) -> None:
        """From an event its subject, or its object when the subject is `you`."""
        what = event.what if isinstance(event.what, Ref | Group | Join) else None
        if event.who == Ref("you"):
            self.bring(what)
        elif event.who is not None and not self._several(event.who):
            self.it = self.words.phrase(event.who) if event.who != Ref("it") else self.it
        else:
            self.bring(event.who)

    # --- bringing in ---

    def _several(self, phrase: Phrase) -> bool:
        return isinstance(phrase, Group) and (isinstance(phrase.det, int | tuple) or phrase.det == "any")

    def bring(self, phrase: Phrase | None) -> None:
        """Let `it` or `them` stand for a phrase that was just subject or object of a deed."""
        if isinstance(phrase, Group):
            if self._several(phrase):
                self.them = self.words.phrase(phrase)
            elif phrase.det in ("a", "another"):
                self.it = self.words.phrase(phrase)
        elif (
            isinstance(phrase, Join)
            and phrase.word == "or"
            and any(isinstance(part, Group) and part.det in ("a", "another") for part in phrase.parts)
        ):
            self.it = self.words.phrase(phrase)
        elif isinstance(phrase, Join):
            for part in phrase.parts:
                self.bring(part)

    def doer(self, who: Phrase | None) -> None:
        """A subject: from here to the end of its clause `each` is the current one."""
        if who is None:
            return
        self.phrases([who])
        self.bring(who)
        for part in who.parts if isinstance(who, Join) else (who,):
            if isinstance(part, Group) and part.det == "each":
                self.it = f"the current one of {self.words.phrase(part)}"

    # --- steps ---

    def sentences(self, steps: Iterable[Step]) -> None:
        for step in steps:
            self.step(step)

    def step(self, step: Step) -> None:
        if isinstance(step, Act):
            self.act(step)
        elif isinstance(step, Or):
            for option in step.options:
                self.act(option, said=option is not step.options[0] and option.who == step.options[0].who)
        elif isinstance(step, May):
            before = self.it
            self.doer(step.who)
            mine = self.it
            self.sentences((*step.cost, *step.steps))
            if self.it == mine and mine.startswith("the current one"):
                self.it = before
        elif isinstance(step, If):
            self.cond(step.cond)
            self.sentences((*step.steps, *step.other))
        elif isinstance(step, Loop):
            self._loop(step)
        else:
            self._while(step)

    def _loop(self, step: Loop) -> None:
        before = self.it
        if isinstance(step.over, Group):
            self.phrases([step.over])
            self.it = f"the current one of {self.words.phrase(step.over)}"
            self.sentences(step.steps)
            self.it = before
        else:
            self.sentences(step.steps)

    def act(self, act: Act, said: bool = False) -> None:
        """A deed: its own objects are brought in when it is done. `said`: its doer stood before another option."""
        before = self.it
        if not said:
            self.doer(act.who)
        mine = self.it
        to = act.to if isinstance(act.to, Ref | Group | Join) else None
        self.phrases([act.what])
        if isinstance(act.what, Group) and act.what.det == "each":
            self.it = mine = f"the current one of {self.words.phrase(act.what)}"
        self.phrases([to])
        if isinstance(act.to, tuple):
            self.filters(act.to)
        if act.n:
            self.num(act.n)
        self.phrases(arg for _, arg in act.how)
        if mine.startswith("the current one") and mine != before:
            self.it = before
        aims = [arg for word, arg in act.how if word in ("toward", "away from", "against")]
        for phrase in (act.what, to, *aims):
            self.bring(phrase if isinstance(phrase, Ref | Group | Join) else None)
        if act.body:
            within = self.it
            if isinstance(act.what, Group) and act.what.det == "each":
                self.it = f"the current one of {self.words.phrase(act.what)}"
            self.sentences(act.body)
            self.it = within

    # --- what is looked through, and brings nothing in ---

    def phrases(self, phrases: Iterable[Phrase | int | tuple[Filter, ...] | None]) -> None:
        for phrase in phrases:
            if isinstance(phrase, Ref) and phrase.word in ("it", "them"):
                self.found.append(Antecedent(phrase.at, phrase.word, self.it if phrase.word == "it" else self.them))
            elif isinstance(phrase, Join):
                self.phrases(phrase.parts)
            elif isinstance(phrase, Group):
                self.phrases([phrase.det if isinstance(phrase.det, Ref | Group) else None])
                self.filters(phrase.filters)
            elif isinstance(phrase, tuple):
                self.filters(phrase)

    def filters(self, filters: Iterable[Filter]) -> None:
        for one in filters:
            if isinstance(one.arg, Event):
                self.event(one.arg)
            else:
                self.phrases([one.arg])

    def num(self, num: Num) -> None:
        for _, _, arg in num.terms:
            if isinstance(arg, Event):
                self.event(arg)
            elif isinstance(arg, Cond):
                self.cond(arg)
            else:
                self.phrases([arg])

    def cond(self, cond: Cond) -> None:
        for side in (cond.a, cond.b):
            if isinstance(side, Cond):
                self.cond(side)
            elif isinstance(side, Num):
                self.num(side)
            else:
                self.phrases([side])

    def event(self, event: Event) -> None:
        self.phrases([event.who])
        if isinstance(event.what, Num):
            self.num(event.what)
        else:
            self.phrases([event.what])
