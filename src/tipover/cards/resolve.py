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
    Join,
    Loop,
    May,
    Num,
    Or,
    Phrase,
    Ref,
    Step,
    Text,
    While,
    is_other,
    shared_doer,
    walk,
)
from tipover.cards.phrase_kinds import ANYTHING, FIGURE, MOVABLE, NONE, PIECE, Kind, PhraseKinds
from tipover.cards.program import CHALLENGER, FIRST_KEPT, OWNER, SUBJECT, TARGET, TARGETS
from tipover.cards.pronouns import PronounReader
from tipover.cards.references import (
    HEAD,
    INNER,
    Introduced,
    Resolution,
    one_by_one,
    quantity_of,
    relations_of,
    those_meeting,
)
from tipover.cards.signatures import DOER, HOW_KINDS, NARROWER, RELATION_KINDS, SIGNATURES, doer_kinds
from tipover.cards.vocabulary import REFS

FIXED_SLOTS = {"target": TARGET, "challenger": CHALLENGER, "owner": OWNER}
INTRODUCING = ("a", "another", "the")
ITS_MOMENTS = ("start of its turn", "end of its turn")
# Relations that mostly say whose or where something is: `of the owner`, `on your track`, `with The List`. Only one that is chosen is introduced.
OWNING = ("of", "in", "on", "with")
OBJECT_EVENTS = ("crosses", "takes", "knocks out")  # events whose object is a thing that later words can mean
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


class _Reader(PronounReader):
    # --- texts ---

    def text(self, text: Text) -> None:
        if isinstance(text, While):
            self.standing(text)
            return
        if not isinstance(text, Do):
            self.is_of_this = text.event.who == THIS
            self._event(text.event)
            self._introduce_event(text.event)
            self.clause += 1
        self.steps(text.steps)

    def standing(self, rule: While) -> None:
        if rule.until is not None:
            self._event(rule.until)
            if rule.until.verb in ITS_MOMENTS:
                self._refer(rule.until, "it", FIGURE)
        if rule.cond is not None:
            self._cond(rule.cond)
            named = [one for one in walk(rule.cond) if isinstance(one, Group) and one.det == "a"]
            self.standing_on = [one for one in named if self.kinds.of(one) & FIGURE]
        with self._clause_of_its_own():
            change = rule.change
            self._subject(change.who, DOER | Kind.SQUARE | Kind.AREA)
            self._search(change.what, ANYTHING)
            for _, arg in change.how:
                self._search(arg, ANYTHING)
            self._num(change.n)
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
                self.steps((*step.cost, *step.steps))
                self.actor = None
                self.steps(steps[1:])

    @contextmanager
    def _done_by(self, who: Phrase | None) -> Iterator[None]:
        """Deeds of somebody that is named before them."""
        before = self.doer, self.actor
        self.doer = self._named(who)
        element = one_by_one(who) if who is not None else None
        self.actor = self.doer or self.found.elements.get(id(element))
        yield
        self.doer, self.actor = before

    def _named(self, who: Phrase | None) -> Introduced | None:
        """The one thing that a subject names or means; None for `this`, `you` and several."""
        if isinstance(who, Ref) and who.word == "it":
            return self.found.meant.get(id(who))
        found = self.found.introduced.get(id(who))
        return found if found is not None and not found.is_group else None

    def _introduce_event(self, event: EventClause) -> None:
        """An event introduces its subject, or its object when the subject is `you`; then its object, or what its place is said by."""
        phrase = event.what if event.who == Ref("you") else event.who
        if isinstance(phrase, Group | Join) or (isinstance(phrase, Ref) and phrase.word not in REFS):
            self._add(phrase, HEAD, is_group=False).slot = SUBJECT
        if event.verb in OBJECT_EVENTS and isinstance(event.what, Group) and event.what is not phrase:
            self._introduce(event.what, INNER)
        elif isinstance(event.what, tuple) or event.verb == "enters":
            self._introduce_relations(event.what)
        for one in self.known:
            one.is_of_event = True

    # --- introducing ---

    def _introduce(self, phrase: Phrase | None, rank: int) -> None:
        """Let later words refer to a phrase."""
        if isinstance(phrase, Join):
            if phrase.word == "or":
                self._add(phrase, rank, is_group=False)
                return
            before: list[Introduced] = []  # picked one after another, before the deed is done to all of them
            for part in phrase.parts:
                self._introduce(part, rank)
                self.found.excluded.get(id(part), []).extend(before)
                if (chosen := self.found.introduced.get(id(part))) is not None:
                    chosen.is_used = True
                    before.append(chosen)
        elif isinstance(phrase, Group):
            if phrase.det in INTRODUCING or phrase.det == 1:
                self._add(phrase, rank, is_group=False).slot = FIXED_SLOTS.get(phrase.nouns[0], -1)
            elif isinstance(phrase.det, Group) and phrase.det.det in ("a", "another"):  # `an opponent's character`
                self._add(phrase, rank, is_group=False)
            elif phrase.det in ("each", "all", "any") or isinstance(phrase.det, int | tuple):
                known = self._add(phrase, rank, is_group=True)
                if phrase.nouns == ("target",):
                    known.slot = TARGETS
                elif phrase.det not in ("each", "all"):
                    known.is_used = True  # those that were chosen one after another are kept until all are there
        elif isinstance(phrase, Ref) and phrase.word not in REFS:
            self._add(phrase, rank, is_group=False)

    def _introduce_relations(self, node: object, rank: int = INNER) -> None:
        """Things that stand inside the relations of a phrase; what something is (`is a character`) is no further thing."""
        if isinstance(node, Group) and isinstance(node.det, Group) and self.kinds.of(node.det) != Kind.SIDE:
            self._introduce(node.det, INNER)  # `an ally's token`
        for one in relations_of(node):
            arg = one.arg
            if not isinstance(arg, Ref | Group | Join) or one.rel == "a":
                continue
            if one.rel not in OWNING or (isinstance(arg, Group) and arg.det in ("a", "another") and self.kinds.of(arg) != Kind.SIDE):
                self._introduce(arg, rank)
            self._introduce_relations(arg)

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
        del self.known[before:]

    def _forget(self, element: Introduced | None) -> None:
        """After `each`, pronouns mean what they meant before; the whole group may be meant by `them`."""
        if element is None:
            return
        self.known.remove(element)
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
            self._search(arg, HOW_KINDS.get(word, ANYTHING))
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

    def _introduce_objects(self, act: Act) -> None:
        to = act.to if isinstance(act.to, Ref | Group | Join) else None
        if not act.body and not (isinstance(act.what, Group) and act.what.det == "each"):
            first = len(self.known)
            self._introduce(act.what if SIGNATURES[act.verb].what & ~(Kind.ACTION | Kind.DIE) else None, HEAD)
            if act.verb in ("gain", "lose"):
                self._lose(first)  # counted, never one that could be pointed at
        if act.verb != "put":
            self._introduce(to, HEAD)
        for word, arg in act.how:
            if word in ("toward", "away from") and isinstance(arg, Ref | Group | Join):
                first = len(self.known)
                self._introduce(arg, HEAD)
                if isinstance(act.what, Group) and act.what.det == "each":
                    self._lose(first)
            if word == "from" and isinstance(arg, Group):
                self._introduce(arg, INNER)
                if (origin := self.found.introduced.get(id(arg))) is not None:
                    origin.is_used = True  # picked before the challenge
        if act.verb == "challenge":
            self._introduce_target(act)
        self._introduce_relations(act.what)
        beside = HEAD if self._named(act.what) is not None else INNER
        self._introduce_relations(act.to, beside if isinstance(act.to, tuple) else INNER)
        for _, arg in act.how:
            self._introduce_relations(arg, beside if isinstance(arg, tuple) else INNER)

    def _introduce_target(self, act: Act) -> None:
        """The target of a challenge, by the words that choose it if there are any."""
        against = next((arg for word, arg in act.how if word == "against" and isinstance(arg, Ref | Group | Join)), None)
        if isinstance(against, Ref):
            return  # meant already
        if against is not None and quantity_of(against) > 1:
            self._introduce(against, HEAD)
            return
        target = against if against is not None else Group("the", (), ("target",), (), act.at)
        self._add(target, HEAD, is_group=False).slot = TARGET

    def _introduce_condition(self, cond: Cond) -> None:
        """What a condition names: `If this is adjacent to a rival, push it 1.`"""
        if isinstance(cond.a, Cond) and isinstance(cond.b, Cond):
            self._introduce_condition(cond.a)
            self._introduce_condition(cond.b)
            return
        if isinstance(cond.a, Ref | Group | Join) and cond.op in ("is", "has", "carries"):
            if quantity_of(cond.a) == 1 or those_meeting(cond) is not None:
                self._introduce(cond.a, HEAD)
            first = len(self.known)
            if isinstance(cond.b, tuple):
                self._introduce_relations(cond.b)
            elif isinstance(cond.b, Group) and cond.b.det == "a":
                self._introduce(cond.b, INNER)
            for one in self.known[first:]:
                one.head = self._named(cond.a)
        elif cond.op == "exists" and isinstance(cond.b, Group) and cond.b.det == "a":
            self._introduce(cond.b, HEAD)

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
            self._filters(phrase.filters)
        elif isinstance(phrase, tuple):
            self._filters(phrase)

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
        for side in (cond.a, cond.b):
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
        if isinstance(event.what, Num):
            self._num(event.what)
        else:
            self._search(event.what, ANYTHING)
