"""Give every pronoun, `that NOUN` and `another` of a text its slot, before play.

The checker, `check --explain`, the compiler and the engine all use what is found here. A text is walked once in the order of
reading. Each clause introduces things: its subject at once, its objects when it is over, things inside relations after both.
A pronoun means the last thing introduced in an earlier clause whose kind fits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial

from tipover.cards.ast import (
    THIS,
    Act,
    Cond,
    Do,
    EventClause,
    Filter,
    Group,
    If,
    Instead,
    Join,
    Loop,
    May,
    Num,
    Or,
    Phrase,
    Ref,
    Step,
    Text,
    When,
    While,
    is_other,
    shared_doer,
    walk,
)
from tipover.cards.introducing import IntroducingReader
from tipover.cards.phrase_kinds import ANYTHING, FIGURE, MOVABLE, NONE, PIECE, Kind, PhraseKinds
from tipover.cards.program import CHALLENGER, FIRST_KEPT, SUBJECT, TARGET
from tipover.cards.references import (
    HEAD,
    IN_CONDITION,
    IN_UNTIL,
    Introduced,
    Resolution,
    one_by_one,
)
from tipover.cards.signatures import DOER, HOW_KINDS, NARROWER, RELATION_KINDS, SIGNATURES, doer_kinds

OF_EVENT = (SUBJECT, TARGET, CHALLENGER)  # what an event sets: a trigger that lasts cannot mean those of the text around it
ITS_MOMENTS = ("start of its turn", "end of its turn")
# What nobody does to himself: the object of it is never `this`, to which an event happened.
TO_OTHERS = ("push", "pull", "knock", "exhaust", "control", "remove", "discard", "take", "give")
# What can have something of a kind: `its item`, `its track`, `its last square`.
OWNERS: dict[Kind, Kind] = {
    Kind.ITEM | Kind.STATUS | Kind.CARD | PIECE: FIGURE | Kind.AREA,
    Kind.TRACK | Kind.POOL | Kind.AREA: FIGURE | PIECE | Kind.ITEM | Kind.SIDE,
    Kind.SQUARE: MOVABLE,
}


def resolve(text: Text, kinds: PhraseKinds) -> Resolution:
    """Find what every pronoun of a text refers to."""
    reader = _Reader(kinds)
    reader.text(text)
    found = reader.found
    found.references.sort(key=lambda one: one.at.offset)
    for one in found.known:
        if one.twin is not None and one.is_used:
            one.twin.is_used = True
    free = FIRST_KEPT
    for one in found.known:
        first = one.twin or one
        if first.is_used and first.slot < 0:
            first.slot, free = free, free + 1
        one.slot = first.slot
    return found


class _Reader(IntroducingReader):
    # --- texts ---

    def text(self, text: Text) -> None:
        if isinstance(text, While):
            self.standing(text)
            return
        if not isinstance(text, Do):
            self._awaited(text)
        self.steps(text.steps)

    def _awaited(self, text: When | Instead) -> None:
        """What a trigger waits for."""
        self.is_of_this = text.event.who == THIS
        self._event(text.event)
        self._introduce_event(text.event)
        self.fought = self._in_challenge_of(text.event)
        self.clause += 1

    def _until(self, until: EventClause) -> list[tuple[Group, str]]:
        """Read what a rule or trigger ends with; returns the figures it names, which are not known before that."""
        self._event(until)
        if until.verb in ITS_MOMENTS:
            self._refer(until, "it", FIGURE)
        return self._figures_in(until, IN_UNTIL)

    def _figures_in(self, node: EventClause | Cond, where: str) -> list[tuple[Group, str]]:
        named = [one for one in walk(node) if isinstance(one, Group) and one.det in ("a", "another")]
        return [(one, where) for one in named if self.kinds.of(one) & FIGURE]

    def waiting(self, trigger: When) -> None:
        """A trigger that lasts for a while: what it names is not meant after it.

        When it runs, its own event stands where that of the text around it stood, and the challenge of that text is over.
        """
        assert trigger.until is not None
        ending = self._until(trigger.until)
        before = self.is_of_this, self.doer, self.actor, self.fought
        self.doer = self.actor = None
        if trigger.event.verb in ITS_MOMENTS:
            self._refer(trigger.event, "it", FIGURE)  # it waits for the turn of `this`; the checker refuses it where `its` is another's
            if ending:
                self.found.ends_with[id(trigger.event)] = ending[0][0]
        around = list(self.known)
        with self._clause_of_its_own():
            self._awaited(trigger)
            self.around, self.over = around, [one for one in around if one.slot in OF_EVENT]
            self.standing_on = [] if self.is_of_this else ending
            self.steps(trigger.steps)
        self.around, self.over, self.standing_on = [], [], []
        self.is_of_this, self.doer, self.actor, self.fought = before

    def standing(self, rule: While) -> None:
        named = self._until(rule.until) if rule.until is not None else []
        if rule.cond is not None:
            self._cond(rule.cond)
            named += self._figures_in(rule.cond, IN_CONDITION)
        self.standing_on = named
        with self._clause_of_its_own():
            change, before = rule.change, len(self.known)
            self._subject(change.who, DOER | Kind.SQUARE | Kind.AREA)
            self.unkept = [one for one in self.known[before:] if one.phrase is not change.who]  # there may be several, and none is chosen
            self._search(change.what, ANYTHING)
            for _, arg in change.how:
                self._search(arg, ANYTHING)
            self._num(change.n)
            self.unkept = []
            self._offered(change.steps)
        self.standing_on = []

    def _offered(self, steps: tuple[Step, ...]) -> None:
        """The steps of an offered action: whoever does it has said yes to its `may`.

        The sentences after it speak to the player: what is done to `it` there may be done to whoever does the action.
        """
        for step in steps[:1]:
            assert isinstance(step, May)
            self._subject(step.who, DOER)
            with self._done_by(step.who):
                self.other_ally = None if self.kinds.this & FIGURE else self.actor
                self.steps((*step.cost, *step.steps))
                self.actor = None
                self.steps(steps[1:])
                self.other_ally = None

    @contextmanager
    def _done_by(self, who: Phrase | None) -> Iterator[None]:
        """Deeds of somebody that is named before them."""
        before = self.doer, self.actor
        self.doer = self._named(who)
        element = one_by_one(who) if who is not None else None
        self.actor = self.doer or self.found.elements.get(id(element))
        yield
        self.doer, self.actor = before

    # --- steps ---

    def steps(self, steps: Iterable[Step]) -> None:
        for step in steps:
            self.step(step)

    def step(self, step: Step) -> None:
        if isinstance(step, Act):
            self._act(step)
        elif isinstance(step, Or):
            self._either(step)
        elif isinstance(step, May):
            self._may(step)
        elif isinstance(step, If):
            self._if(step)
        elif isinstance(step, Loop):
            self._loop(step)
        elif isinstance(step, When):
            self.waiting(step)
        else:
            self.standing(step)

    def _if(self, step: If) -> None:
        """What a condition names is there while it holds: `Otherwise` cannot mean it."""
        self._cond(step.cond)
        if step.other:
            self._alternatives([partial(self._if_so, step), partial(self.steps, step.other)])
        else:
            self._if_so(step)

    def _if_so(self, step: If) -> None:
        self._introduce_condition(step.cond)
        self.clause += 1
        with self._optional():
            self.steps(step.steps)

    def _either(self, step: Or) -> None:
        """Alternatives; a doer of all of them is named once, before them."""
        doer = shared_doer(step)
        if doer is None:
            self._alternatives([partial(self._act, option) for option in step.options])
            return
        kinds = ANYTHING
        for option in step.options:
            kinds &= doer_kinds(option)
        with self._each_of(doer, kinds), self._done_by(doer):
            self._alternatives([partial(self._deed, option) for option in step.options])

    @contextmanager
    def _each_of(self, who: Phrase | None, kinds: Kind) -> Iterator[None]:
        """What a subject does; inside `each` the current one is meant, afterwards what was meant before."""
        element = self._subject(who, kinds)
        if element is None:
            yield
            return
        before = len(self.known)
        self.loops += 1
        yield
        self.loops -= 1
        self._lose(before)
        self._forget(element)

    def _may(self, step: May) -> None:
        with self._each_of(step.who, DOER):
            self.clause += 1
            with self._optional(), self._done_by(step.who):
                self.steps((*step.cost, *step.steps))

    def _loop(self, step: Loop) -> None:
        if not isinstance(step.over, Group):
            self._num(step.over)
            before = len(self.known)
            self.loops += 1
            self.steps(step.steps)
            self.loops -= 1
            self._lose(before)
            return
        self._search(step.over, ANYTHING)
        before = len(self.known)
        self._add_element(step.over)
        self.clause += 1
        self.loops += 1
        self.steps(step.steps)
        self.loops -= 1
        self._lose(before + 1)
        self.gone_by.append(self.known[before])
        del self.known[before:]

    def _forget(self, element: Introduced | None) -> None:
        """After `each`, pronouns mean what they meant before; the whole group may be meant by `them`."""
        if element is None:
            return
        self.known.remove(element)
        self.gone_by.append(element)
        self._introduce(element.phrase, HEAD)

    def _subject(self, who: Phrase | None, kinds: Kind) -> Introduced | None:
        """Read a subject; it is meant by the rest of its clause. Returns the element if it is one of `each`."""
        if who is None:
            return None
        self._search(who, kinds)
        element = one_by_one(who)
        if element is not None:
            found = self._add_element(element)
            self.clause += 1
            return found
        self._introduce(who, HEAD)
        self._introduce_relations(who)
        self.clause += 1
        return None

    def _act(self, act: Act) -> None:
        with self._each_of(act.who, doer_kinds(act)):
            if act.who is None:
                self._deed(act)
                return
            with self._done_by(act.who):
                self._deed(act)

    def _deed(self, act: Act) -> None:
        """What is done, its doer having been read."""
        secret = any(word == "secret" for word, _ in act.how)
        signature = SIGNATURES[act.verb]
        what = signature.what
        for word, _ in act.how:
            what = NARROWER.get((act.verb, word), what)
        self.object = act.what
        self.is_of_others = act.verb in TO_OTHERS
        self.unmeant = self.actor if isinstance(act.what, Ref) else None
        self._search(act.what, what, signature.never)
        self.unmeant = None
        self.is_of_others = act.what is None or (act.what == THIS and self.doer is None)
        element = self._add_element(act.what) if isinstance(act.what, Group) and act.what.det == "each" else None
        if element is not None:
            self.clause += 1
        mover = act.what or act.who or (self.actor.phrase if self.actor is not None else None)
        self.mover = mover
        if isinstance(act.to, tuple):
            self._filters(act.to)
        else:
            self._search(act.to, signature.to)
        self.mover = None
        self._num(act.n)
        for word, arg in act.how:
            self.mover = mover if word in ("toward", "away from", "ending") else None
            self.unmeant = self.actor if word == "against" else None  # nobody challenges itself (CHA-1)
            self._search(arg, HOW_KINDS.get(word, ANYTHING))
            self.unmeant = None
            self.object = arg if word == "from" and isinstance(arg, Ref | Group | Join) else self.object
        self.mover = None
        self.object = None
        self.is_of_others = False
        if act.body:
            self._body(act, element)
        self._forget(element)
        first = len(self.known)
        self._introduce_objects(act)
        for one in self.known[first:]:
            one.doer = self.doer if act.verb != "choose" else None  # who is chosen is spoken of next
        if secret and (chosen := self.found.introduced.get(id(act.what))) is not None:
            chosen.is_used = True
        self.clause += 1

    def _body(self, act: Act, element: Introduced | None) -> None:
        """The steps of `control`: what it controls is meant by them."""
        if element is None:
            self._introduce(act.what, HEAD)
        self.clause += 1
        self.steps(act.body)

    # --- finding pronouns ---

    def _search(self, phrase: object, kinds: Kind, never: Kind = NONE) -> None:
        """Resolve the pronouns in a phrase that stands where these kinds fit, and nothing that may be of the others."""
        if isinstance(phrase, Ref):
            if phrase.word in ("it", "them"):
                self._refer(phrase, phrase.word, kinds, never)
        elif isinstance(phrase, Join):
            for part in phrase.parts:
                self._search(part, kinds, never)
        elif isinstance(phrase, Group):
            if phrase.det in ("that", "those"):
                self._refer(phrase, str(phrase.det), kinds, never)
                return
            if isinstance(phrase.det, Ref | Group):
                mover, self.mover = self.mover, self.mover if phrase.nouns == ("square",) else None  # `in its last square` may be its own
                self.is_owner = True
                self._search(phrase.det, self._owners(phrase))
                self.mover, self.is_owner = mover, False
            if is_other(phrase):
                self._exclude(phrase)
            elif self.other_ally is not None and "ally" in phrase.nouns:
                self.other_ally.is_used = True
                self.found.excluded[id(phrase)] = [self.other_ally]
            with self._said_of(phrase):
                self._filters(phrase.filters)
        elif isinstance(phrase, tuple):
            self._filters(phrase)

    @contextmanager
    def _said_of(self, phrase: object) -> Iterator[None]:
        """What is read now is said of a phrase: a possessive in it may be taken for that."""
        if isinstance(phrase, Group) and phrase.det in ("a", "another", "each", "no"):
            self.said_of.append(phrase)
            yield
            self.said_of.pop()
        else:
            yield

    def _owners(self, group: Group) -> Kind:
        """What can have the thing that a phrase with a possessive names."""
        had = self.kinds.of(group)
        return next((owners for things, owners in OWNERS.items() if had & things), ANYTHING)

    def _filters(self, filters: Iterable[Filter]) -> None:
        for one in filters:
            if isinstance(one.arg, EventClause):
                self._event(one.arg)
            else:
                self._search(one.arg, RELATION_KINDS[one.rel][1] if one.rel in RELATION_KINDS else ANYTHING)

    def _num(self, num: Num | None) -> None:
        for _, _, arg in num.terms if num is not None else ():
            if isinstance(arg, EventClause):
                self._event(arg)
            elif isinstance(arg, Cond):
                self._cond(arg)
            else:
                self._search(arg, ANYTHING)

    def _cond(self, cond: Cond) -> None:
        self._cond_side(cond, cond.a)
        with self._said_of(cond.a):
            self._cond_side(cond, cond.b)

    def _cond_side(self, cond: Cond, side: object) -> None:
        if isinstance(side, Cond):
            self._cond(side)
        elif isinstance(side, Num):
            self._num(side)
        elif isinstance(side, EventClause):
            self._event(side)
        elif isinstance(side, tuple):
            self._filters(side)
        else:
            self._search(side, self._condition_kinds(cond))

    def _condition_kinds(self, cond: Cond) -> Kind:
        """What a condition can be said of."""
        if cond.op != "is" or not isinstance(cond.b, tuple):
            return ANYTHING
        fitting = ANYTHING
        for one in cond.b:
            fitting &= RELATION_KINDS[one.rel][0] if one.rel in RELATION_KINDS else ANYTHING if one.rel == "a" else FIGURE
        return fitting

    def _event(self, event: EventClause) -> None:
        self._search(event.who, ANYTHING)
        with self._said_of(event.who):
            if isinstance(event.what, Num):
                self._num(event.what)
            else:
                self._search(event.what, ANYTHING)
