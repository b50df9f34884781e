"""Noun phrases and their relations: `a character of yours within 3 and in sight`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager

from tipover.cards.ast import Det, Event, Filter, Group, Join, Phrase, Place, Ref, depth, is_plural_det
from tipover.cards.lex import NAME, WORD
from tipover.cards.read_tokens import Cursor
from tipover.cards.vocabulary import (
    ADJECTIVES,
    BARE_CLASSES,
    DEEPEST_PHRASE,
    LAST_RELATIONS,
    NOUNS,
    NOUNS_WITHOUT_RELATIONS,
    OWNER,
    PLURALS,
    POSSESSIVES,
    RELATIONS,
    THE_CLASSES,
    VERB_FORMS,
    VERBS,
    plural_of,
)

_BY_LENGTH = sorted([*NOUNS, *(word for word, verb in VERBS.items() if verb.action)], key=lambda noun: -len(noun.split()))
_PLURALS_BY_LENGTH = sorted(PLURALS, key=lambda noun: -len(noun.split()))
_SIMPLE_DETS = {"a": "a", "an": "a", "another": "another", "each": "each", "the": "the", "no": "no"}
_REFS = {"this": "this", "it": "it", "them": "them", "they": "them", "you": "you"}
# Phrases that begin like the relation `in` and are none.
_NOT_IN = ("in a straight line", "in either order", "in secret")


class Phrases(Cursor, ABC):
    """Reads phrases; `stops` are the relations (and `and`) that belong to whatever stands around the phrase."""

    stops: frozenset[str] = frozenset()
    _nested = 0

    @contextmanager
    def stopping(self, *more: str) -> Iterator[None]:
        """Leave these words to the deed or condition around."""
        before = self.stops
        self.stops = before | set(more)
        try:
            yield
        finally:
            self.stops = before

    @abstractmethod
    def past_event(self) -> Event:
        """An event in the past with `this turn` or `this round`; read by the part that knows events."""

    # --- phrases ---

    def phrase(self, relations: str = "all") -> Phrase:
        """One phrase, or several joined by one word; relations: all, owner (only `of`), none."""
        at, start = self.at, self.here
        parts = [self._simple(relations)]
        word = ""
        while self._joins(word):
            if isinstance(parts[-1], Group) and parts[-1].filters:
                self.refuse(f"only the last of a pair joined by `{self.word()}` takes relations: put them after it")
            word = self.word()
            self.k += 1
            parts.append(self._simple(relations))
        found: Phrase = Join(word, tuple(parts), at) if word else parts[0]
        if depth(found) > DEEPEST_PHRASE:
            self.refuse(f"noun phrases nest at most {DEEPEST_PHRASE} deep", start)
        return found

    def group(self) -> Group:
        """A phrase that must be a noun with its relations."""
        start = self.here
        found = self._simple("all")
        if not isinstance(found, Group):
            self.refuse(f"`{start.text}` cannot stand here: expected a noun", start)
        return found

    def starts_phrase(self, ahead: int = 0) -> bool:
        """Whether a phrase begins here."""
        token = self.peek(ahead)
        if token.kind == NAME:
            return True
        if self.sees_number(ahead):
            return self.counts(ahead)
        word = self.word(ahead)
        if word in _REFS or word in _SIMPLE_DETS or word in POSSESSIVES:
            return True
        return self.sees("any number of", ahead) or self.sees("up to", ahead) or self.bare_plural(ahead)

    def counts(self, ahead: int = 0) -> bool:
        """Whether the number here counts nouns (`2 rivals`, `2 or more rivals`) and is not one of squares or dice."""
        if self.sees("or more", ahead + 1):
            return True
        k = self._after_adjectives(ahead + 1)
        return self.peek(k).kind == NAME or bool(self._noun_at(k, _BY_LENGTH) or self._noun_at(k, _PLURALS_BY_LENGTH))

    def _joins(self, word: str) -> bool:
        here = self.word()
        if here not in ("and", "or") or here in self.stops or not self.starts_phrase(1):
            return False
        if word and here != word:
            self.refuse("`and` and `or` cannot be mixed in one phrase: write two sentences")
        return True

    def _simple(self, relations: str) -> Ref | Group:
        at, token = self.at, self.here
        found: Ref | Group
        if self.take("this card"):
            found = Ref("this card", at)
        elif token.kind == WORD and token.word in _REFS:
            self.k += 1
            found = Ref(_REFS[token.word], at)
        elif token.kind == NAME and token.sort in BARE_CLASSES:
            self.k += 1
            found = Ref(token.word, at)
        else:
            det = self._determiner()
            found = self._core(det, at)
        while self.take("'s"):
            if isinstance(found, Ref) and found.word in ("it", "them", "you"):
                self.refuse(f"`{found.word}'s` is written `{ {'it': 'its', 'them': 'their', 'you': 'your'}[found.word] }`", token)
            found = self._core(found, at)
        if isinstance(found, Ref) or relations == "none" or found.nouns[-1] in NOUNS_WITHOUT_RELATIONS:
            return found
        filters = self.filters(owner_only=relations == "owner")
        return Group(found.det, found.adjs, found.nouns, filters, at) if filters else found

    def _determiner(self) -> Det:
        at = self.at
        word = self.take_any(*_SIMPLE_DETS)
        if word:
            return _SIMPLE_DETS[word]
        owner = self.take_any(*POSSESSIVES)
        if owner:
            return Ref(POSSESSIVES[owner], at)
        if self.take("any number of"):
            return "any"
        if self.take("up to"):
            return ("up to", self.number())
        if self.sees_number():
            n = self.number()
            return ("or more", n) if self.take("or more") else n
        return "all"

    # --- nouns ---

    def _core(self, det: Det, at: Place) -> Group:
        """Adjectives and nouns after a determiner or a possessor."""
        adjs: list[str] = []
        while self.word() in ADJECTIVES and not self.sees("adjacent to"):
            adjs.append(self.word())
            self.k += 1
        plural = is_plural_det(det)
        nouns = [self._noun(plural, det)]
        while self.sees("or") and self._shares(plural):
            self.k += 1
            nouns.append(self._noun(plural, det))
        return Group(det, tuple(adjs), tuple(nouns), (), at)

    def _shares(self, plural: bool) -> bool:
        token = self.peek(1)
        if token.kind == NAME:
            return token.sort not in BARE_CLASSES and (token.plural == plural or token.sort in THE_CLASSES)
        return token.word not in VERB_FORMS and bool(self._noun_at(1, _PLURALS_BY_LENGTH if plural else _BY_LENGTH))

    def _noun(self, plural: bool, det: Det) -> str:
        token = self.here
        if token.kind == NAME:
            if token.sort in BARE_CLASSES:
                self.refuse(f"`{token.word}` stands bare, with nothing before it", suggestion=token.word)
            if det == "all" and token.sort in THE_CLASSES:
                self.refuse(f"`{token.word}` takes `the`: `the {token.word}`", suggestion=f"the {token.word}")
            if token.plural != plural and token.sort not in THE_CLASSES:
                self._wrong_number(token.word, token.text, plural, det)
            self.k += 1
            return token.word
        right, wrong = (_PLURALS_BY_LENGTH, _BY_LENGTH) if plural else (_BY_LENGTH, _PLURALS_BY_LENGTH)
        found = self._noun_at(0, right)
        if found:
            self.k += len(found.split())
            return PLURALS[found] if plural else found
        other = self._noun_at(0, wrong)
        if other and other not in VERBS:
            self._wrong_number(other if plural else PLURALS[other], other, plural, det)
        for noun in (*(PLURALS if plural else NOUNS), *self.names.spellings):
            self.sees(noun)
        self.fail("a phrase" if det == "all" else "a noun")

    def _wrong_number(self, noun: str, text: str, plural: bool, det: Det) -> None:
        if det == "all":
            self.refuse(
                f"`{text}` needs a word before it: `a`, `each`, `the` or a number",
                suggestion=("an " if noun[0] in "aeiou" else "a ") + noun,
            )
        right = plural_of(noun) if plural else noun
        self.refuse(f"`{text}` is written `{right}` here", suggestion=right)

    def _noun_at(self, ahead: int, nouns: list[str]) -> str:
        if self.peek(ahead).kind != WORD:
            return ""
        return next((noun for noun in nouns if all(self.word(ahead + k) == part for k, part in enumerate(noun.split()))), "")

    def _after_adjectives(self, ahead: int) -> int:
        while self.word(ahead) in ADJECTIVES and self.word(ahead + 1) != "to":
            ahead += 1
        return ahead

    def bare_plural(self, ahead: int) -> bool:
        """Whether adjectives and a plural begin here; verbs that look like one do not count."""
        k = self._after_adjectives(ahead)
        if self.peek(k).kind == NAME:
            return self.peek(k).plural
        return bool(self._noun_at(k, _PLURALS_BY_LENGTH)) and self.word(k) not in VERB_FORMS

    # --- relations ---

    def filters(self, owner_only: bool = False) -> tuple[Filter, ...]:
        """The relations that follow: the owner first, then others joined by `and`, `nearest to` last; none is well too."""
        found: list[Filter] = []
        while True:
            joined = bool(found) and self.sees("and") and bool(self.relation_at(1))
            rel = self.relation_at(1 if joined else 0)
            if not rel or (owner_only and rel != OWNER):
                return tuple(found)
            if rel == OWNER and found:
                self.refuse("the owner comes first: `a character of yours within 3`")
            self.k += joined
            found.append(self.filter(rel, owner_only))
            if rel in LAST_RELATIONS or owner_only:
                return tuple(found)

    def relation_at(self, ahead: int = 0) -> str:
        """The relation that begins here, or nothing."""
        if self.sees("not", ahead):
            rel = self.relation_at(ahead + 1) if self.word(ahead + 1) != "not" else ""
            return rel if rel and RELATIONS[rel].can_be_not else ""
        if any(self.sees(words, ahead) for words in _NOT_IN):
            return ""
        for rel in ("in sight", *(rel for rel in RELATIONS if rel != "in sight")):
            if self.sees(rel, ahead):
                if rel in self.stops or (rel == "on" and "slot" in self.stops and self._slot(ahead)):
                    return ""
                return rel
        return ""

    def _slot(self, ahead: int) -> bool:
        return self.sees("on the", ahead) and self.sees_number(ahead + 2) and self.sees("of", ahead + 3)

    def filter(self, rel: str, owner_only: bool = False) -> Filter:
        """One relation, whose word comes next."""
        at, token = self.at, self.here
        neg = self.take("not")
        slot = self._slot(0)
        self.expect(rel)
        self._nested += 1
        if self._nested > DEEPEST_PHRASE + 1:
            self.refuse(f"noun phrases nest at most {DEEPEST_PHRASE} deep", token)
        try:
            n: int | None = None
            arg: Phrase | Event | None = None
            if rel == "within":
                n = self.number()
                arg = self.phrase() if self._takes_of() else None
            elif rel == "in sight":
                arg = self.phrase() if self._takes_of() else None
            elif rel == "where":
                arg = self.past_event()
            elif rel == OWNER:
                at_yours = self.at
                arg = Ref("yours", at_yours) if self.take("yours") else self.phrase("none" if owner_only else "all")
            elif rel != "passed through":
                if slot:
                    self.expect("the")
                    n = self.number()
                    self.expect("of")
                arg = self.phrase()
            return Filter(rel, arg, n, neg, at)
        finally:
            self._nested -= 1

    def _takes_of(self) -> bool:
        if self.sees("of yours"):
            self.refuse("the owner comes first: `a character of yours within 3`")
        return self.take("of")
