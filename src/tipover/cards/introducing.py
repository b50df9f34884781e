"""What the clauses of a text introduce, so that later words can mean it: subjects, objects, targets, things inside relations."""

from __future__ import annotations

from tipover.cards.ast import Act, Cond, EventClause, Group, Join, Phrase, Ref
from tipover.cards.phrase_kinds import Kind
from tipover.cards.program import CHALLENGER, OWNER, SUBJECT, TARGET, TARGETS
from tipover.cards.pronouns import PronounReader
from tipover.cards.references import HEAD, INNER, Introduced, quantity_of, relations_of, those_meeting
from tipover.cards.signatures import SIGNATURES
from tipover.cards.vocabulary import CHALLENGES, OF_A_CHALLENGE, REFS

FIXED_SLOTS = {"target": TARGET, "challenger": CHALLENGER, "owner": OWNER}
INTRODUCING = ("a", "another", "the")
# Relations that mostly say whose or where something is: `of the owner`, `on your track`, `with The List`. Only one that is chosen is introduced.
OWNING = ("of", "in", "on", "with")
OBJECT_EVENTS = ("crosses", "takes", "knocks out")  # events whose object is a thing that later words can mean


class IntroducingReader(PronounReader):
    """Introduces things by the phrases that name them."""

    def _named(self, who: Phrase | None) -> Introduced | None:
        """The one thing that a subject names or means; None for `this`, `you` and several."""
        if isinstance(who, Ref) and who.word == "it":
            return self.found.meant.get(id(who))
        found = self.found.introduced.get(id(who))
        return found if found is not None and not found.is_group else None

    def _introduce_event(self, event: EventClause) -> None:
        """An event introduces its subject, or its object when the subject is `you`; then its object, or what its place is said by."""
        first = len(self.known)
        phrase = event.what if event.who == Ref("you") and event.verb != "last token" else event.who
        if isinstance(phrase, Group | Join) or (isinstance(phrase, Ref) and phrase.word not in REFS):
            before = self.found.meant.get(id(phrase))  # of `that rival`: it is kept where it was, for the event to be compared with it
            known = self._add(phrase, HEAD, is_group=False, words=before.description if before is not None else "")
            known.twin, known.slot = before, SUBJECT if before is None else -1
        if event.verb in OBJECT_EVENTS and isinstance(event.what, Group) and event.what is not phrase:
            self._introduce(event.what, INNER)
        elif isinstance(event.what, tuple) or event.verb == "enters":
            self._introduce_relations(event.what)
        for one in self.known[first:]:
            one.is_of_event = True

    def _in_challenge_of(self, event: EventClause) -> list[Introduced]:
        """Who is challenged by an event and who challenges, named or not: `another rival` is neither."""
        nouns = ("target", "challenger") if event.verb in OF_A_CHALLENGE else ("challenger",) if event.verb in CHALLENGES else ()
        named = [Group("the", (), (noun,), (), event.at) for noun in nouns]
        return [Introduced(one, self.kinds.of(one), self.words.phrase(one), self.clause, slot=FIXED_SLOTS[one.nouns[0]]) for one in named]

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
        if isinstance(against, Ref) or (isinstance(against, Group) and against.det in ("that", "those")):
            return  # meant already
        is_number = isinstance(against, Group) and isinstance(against.det, int) and against.det > 1
        if against is not None and (is_number or quantity_of(against) > 1):
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
