"""What a pronoun means among the things that were introduced before it, and what else it could mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from tipover.cards.ast import THIS, EventClause, Filter, Group, Phrase, Ref, walk
from tipover.cards.phrase_kinds import NONE, Kind, PhraseKinds
from tipover.cards.program import TARGET
from tipover.cards.references import (
    HEAD,
    IN_DEED,
    IN_EACH,
    IN_PHRASE,
    Introduced,
    Reference,
    Resolution,
    is_of_noun,
    latest,
)
from tipover.cards.words_phrases import PhraseWords

GROUP_PRONOUNS = ("them", "those")


class PronounReader:
    """Remembers what a text has introduced so far, and finds what its pronouns mean."""

    def __init__(self, kinds: PhraseKinds) -> None:
        self.kinds = kinds
        self.found = Resolution()
        self.words = PhraseWords()
        self.known: list[Introduced] = []
        self.lost: list[Introduced] = []  # what `each` and loops named inside, one for each time: no later word can mean it
        self.clause = 0
        self.forks = 0  # how many times alternatives were read
        self.mentions: dict[int, list[Introduced]] = {}  # what the pronouns of each clause mean, apart from possessives
        self.loops = 0  # how many loops are around the words that are being read
        self.is_of_this = False  # whether the text waits for something that happens to `this`, which `it` then means
        self.is_owner = False  # whether a possessive is being read
        self.mover: Phrase | None = None  # what the deed moves, in the words that say where to: it never moves toward or next to itself
        self.doer: Introduced | None = None  # who does the deed that is being read, if it is not `this`
        self.actor: Introduced | None = None  # the same, also the current one of several
        self.other_ally: Introduced | None = (
            None  # who does an action that a card without allies of its own offers: no `ally` in it is the doer
        )
        self.unmeant: Introduced | None = None  # who does what is being read to others: its object is never the doer itself
        self.is_of_others = False  # whether what is being read cannot mean the doer
        self.object: Phrase | None = None  # the object of the deed that is being read, which nothing before its end can mean
        self.around: list[Introduced] = []  # what the text around a trigger that lasts has named
        self.over: list[Introduced] = []  # those of them that its event and its challenges named, which are over when the trigger runs
        self.standing_on: list[tuple[Group, str]] = []  # whom the condition or the end of what lasts names, and which of the two
        self.unkept: list[Introduced] = []  # what the subject of a standing rule names in its relations
        self.gone_by: list[Introduced] = []  # the current ones of `each` and of loops that are over
        self.fought: list[Introduced] = []  # who is challenged, and who challenges, by the event that the text waits for
        self.said_of: list[Phrase] = []  # the phrases whose relations, or what is said of them, are being read

    def _add(self, phrase: Phrase, rank: int, is_group: bool, words: str = "") -> Introduced:
        known = Introduced(phrase, self.kinds.of(phrase), words or self.words.phrase(phrase), self.clause, rank, is_group)
        self.known.append(known)
        self.found.known.append(known)
        self.found.introduced[id(phrase)] = known
        return known

    def _add_element(self, group: Group) -> Introduced:
        """The current one of `each`."""
        found = self._add(group, HEAD, is_group=False, words=f"the current one of {self.words.phrase(group)}")
        self.found.elements[id(group)] = self.found.introduced.pop(id(group))
        return found

    @contextmanager
    def _clause_of_its_own(self) -> Iterator[None]:
        """What a standing rule names is not meant by later sentences."""
        before = len(self.known)
        yield
        del self.known[before:]

    @contextmanager
    def _optional(self) -> Iterator[None]:
        """A part that may be left out: what it introduces is certain only inside it."""
        before = len(self.known)
        yield
        for one in self.known[before:]:
            one.is_optional = True

    def _lose(self, before: int) -> None:
        """Forget the single things that were named since there were so many: there was one for each time."""
        self.lost += [one for one in self.known[before:] if not one.is_group]
        self.known[before:] = [one for one in self.known[before:] if one.is_group]

    def _alternatives(self, ways: Iterable[Callable[[], None]]) -> None:
        """Read ways of which one is gone: none can mean what another names. What several name with the same words is kept as one thing."""
        before, lost = len(self.known), len(self.lost)
        found: list[list[Introduced]] = []
        for way in ways:
            way()
            found.append(self.known[before:])
            del self.known[before:]
            self.lost += [one for one in found[-1] if not one.is_group]
        named = [one for way_found in found for one in way_found]
        self.lost[lost:] = [one for one in self.lost[lost:] if one not in named]
        self.known += named
        first: dict[tuple[str, bool], Introduced] = {}
        self.forks += 1
        for k, way_found in enumerate(found):
            for one in way_found:
                one.is_optional = True
                one.ways[self.forks] = k
                same = first.setdefault((one.description, one.is_group), one)
                if same is not one and same.slot == one.slot and same.ways[self.forks] != k:
                    one.twin = same.twin or same

    # --- what a pronoun means ---

    def _refer(self, node: Ref | Group | EventClause, word: str, kinds: Kind, never: Kind = NONE) -> None:
        fitting = [one for one in self.known if self._fits(one, node, word, kinds) and not one.kinds & never]
        meant, also = latest(fitting)
        if meant is not None and meant.head in fitting:
            meant, also = meant.head, None
        gone = meant if meant in self.over or meant in self.unkept else None
        if gone is not None:
            meant = also = None
        if also is None and meant is not None and word == "it" and not isinstance(node, EventClause):
            spoken_of = [one for one in self.mentions.get(meant.clause, []) if one in fitting and one.description != meant.description]
            also = spoken_of[-1] if spoken_of else None
        if (
            also is None
            and meant is not None
            and word == "it"
            and meant.doer in fitting
            and (self.is_owner or not self._is_done_by(meant.doer))
        ):
            also = meant.doer
        if meant is not None and not self.is_owner:
            self.mentions.setdefault(self.clause, []).append(meant)
        for one in (meant, also):
            if one is not None:
                one.is_used = True
        self.found.meant[id(node)] = meant
        if isinstance(node, EventClause):
            if meant is None and (element := self._gone(kinds)) is not None:
                self.found.gone_by[id(node)] = element
            return
        before = [one for one in self.known if one.clause < self.clause and one.is_group == (word in GROUP_PRONOUNS)]
        if self.is_of_this and word == "it":
            before = [one for one in before if not one.is_of_event]
        before += [one for one in self.lost if word == "it" and one.kinds & kinds]
        is_named = meant is not None and (meant.is_of_event or meant in self.around)
        is_either = is_named and self.is_of_this and word == "it" and bool(self.kinds.of(THIS) & kinds)
        or_this = is_either and (self.is_owner or not self.is_of_others)
        unfit = gone or (before[-1] if before and meant is None else None)
        if unfit is not None:
            self.found.unfit[id(node)] = unfit
        is_this = word == "it" and meant is None
        beside, beside_in = self._named_around(node, kinds) if is_this and unfit is None else (None, "")
        self.found.references.append(Reference(node.at, word, meant, also, unfit, or_this, beside, beside_in))

    def _named_around(self, node: Ref | Group, kinds: Kind) -> tuple[Phrase | None, str]:
        """What a reader could take a pronoun for that means `this`, and where that is named."""
        if (chosen := self._beside(node, kinds)) is not None:
            return chosen, IN_DEED
        for one, where in self.standing_on:
            if self.kinds.of(one) & kinds:
                return one, where
        if (element := self._gone(kinds)) is not None:
            return element, IN_EACH
        for phrase in reversed(self.said_of):  # nothing is near itself, but it may be in a place of its own
            if self.is_owner and self.kinds.of(phrase) & kinds:
                return phrase, IN_PHRASE
        return None, ""

    def _gone(self, kinds: Kind) -> Phrase | None:
        """The last `each` that is over and named such a thing: a reader could take a later pronoun for that."""
        for element in reversed(self.gone_by if not self.is_of_this else []):
            if element.kinds & kinds and element.clause < self.clause:
                return element.phrase
        return None

    def _beside(self, node: Ref | Group, kinds: Kind) -> Phrase | None:
        """Something chosen by the same deed, which comes before a pronoun."""
        for one in walk(self.object) if self.object is not None and not self.is_of_this else ():
            if not isinstance(one, Group) or one.at.offset > node.at.offset or not self.kinds.of(one) & kinds:
                continue
            is_moved_there = one is self.mover and not self.said_of  # `toward it`; an ally `adjacent to it` may well be near what is moved
            is_near_itself = is_moved_there or any(isinstance(inner, Filter) and inner.arg is node for inner in walk(one))
            if one.det in ("a", "another", "each") and (self.is_owner or not is_near_itself):
                return one
        return None

    def _fits(self, one: Introduced, node: Ref | Group | EventClause, word: str, kinds: Kind) -> bool:
        if one.clause >= self.clause or one.is_group != (word in GROUP_PRONOUNS) or self._is_moved(one):
            return False
        if _is_same(one, self.unmeant) and not self.is_owner:
            return False
        if isinstance(node, Group) and not is_of_noun(one, node.nouns[0]):
            return False
        return bool(one.kinds & kinds)

    def _is_moved(self, one: Introduced) -> bool:
        """Whether a thing is what the deed moves, so that it never moves toward it or into its square."""
        return self.mover is not None and (one.phrase is self.mover or self.found.meant.get(id(self.mover)) is one)

    def _is_done_by(self, doer: Introduced | None) -> bool:
        """Whether what is being read is done by somebody to others, so that it does not mean the doer."""
        return self.is_of_others and self.doer is doer

    def _exclude(self, group: Group) -> None:
        """`another` is none of those the text has chosen or targeted so far, nor of those in the challenge that it waits for; in a loop, none
        that it was itself the times before."""
        kinds = self.kinds.of(group)
        out = [one for one in self.known if one.kinds & kinds and one.clause < self.clause and (one not in self.over or one.slot == TARGET)]
        out += [one for one in self.fought if one.kinds & kinds]
        if self.loops and group.det in ("a", "another") and not kinds & (Kind.ACTION | Kind.DIE):
            so_far = Introduced(group, kinds, self.words.phrase(group), self.clause, is_group=True)
            self.found.known.append(so_far)
            self.found.repeated[id(group)] = so_far
            out.append(so_far)
        for one in out:
            one.is_used = True
        self.found.excluded[id(group)] = out


def _is_same(one: Introduced, other: Introduced | None) -> bool:
    """Whether two mentions are of one thing: there is only one of that name, as of `the owner`."""
    if other is None or one is other:
        return one is other
    is_only = isinstance(one.phrase, Ref) or (isinstance(one.phrase, Group) and one.phrase.det == "the")
    return is_only and not one.is_group and one.description == other.description
