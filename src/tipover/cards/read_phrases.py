"""Noun phrases and their relations: `a character of yours within 3 and in sight`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tipover.cards.ast import Det, EventClause, Filter, Group, Join, Num, Phrase, Ref, TextPosition, depth, is_plural_det
from tipover.cards.lex import NAME, WORD
from tipover.cards.read_cursor import Cursor
from tipover.cards.relation_words import ALIGNED, LAST_RELATIONS, OWNER, RELATIONS
from tipover.cards.vocabulary import (
    ADJECTIVES,
    BARE_CLASSES,
    DEEPEST_PHRASE,
    NOUNS,
    NOUNS_WITHOUT_RELATIONS,
    PLURALS,
    POSSESSIVES,
    THE_CLASSES,
    VERB_FORMS,
    VERBS,
    plural_of,
)

_NOUNS_BY_LENGTH = sorted([*NOUNS, *(word for word, verb in VERBS.items() if verb.action)], key=lambda noun: -len(noun.split()))
_PLURALS_BY_LENGTH = sorted(PLURALS, key=lambda noun: -len(noun.split()))
_PARTS = {noun: noun.lower().split() for noun in (*_NOUNS_BY_LENGTH, *_PLURALS_BY_LENGTH)}  # `First Player marker` has capitals
_SEEN_FROM_YOU = frozenset(("ally", "rival", "opponent"))
_SIMPLE_DETS = {"a": "a", "an": "a", "another": "another", "each": "each", "the": "the", "no": "no", "that": "that", "those": "those"}
_OF_THOSE = ("each of those", "each of them", "one of those", "one of them")
_REFS = {"this": "this", "it": "it", "them": "them", "they": "them", "you": "you"}
_POSSESSIVE_OF = {"it": "its", "them": "their", "you": "your"}
# Words that begin like the relation `in` and belong to the deed around the phrase.
_NOT_IN = ("in either order", "in secret")
_RELATIONS_BY_LENGTH = sorted(RELATIONS, key=lambda rel: -len(rel.split()))


def _is_no_verb(noun: str) -> bool:
    """Whether a noun cannot be taken for a verb: `moves` can, `challenge actions` cannot."""
    return bool(noun) and noun not in VERB_FORMS


def read_flat(cursor: Cursor) -> Num:
    """A number without further parts."""
    at = cursor.at
    return Num(((cursor.number(), "flat", None),), at)


class PhraseReader:
    """Reads noun phrases and relations.

    A phrase may contain an event (`where this was knocked down this turn`), and an event contains phrases: the reader of
    events comes in as the function `past_event`.
    """

    def __init__(self, cursor: Cursor, past_event: Callable[[], EventClause]) -> None:
        self.cursor = cursor
        self.past_event = past_event
        self._stops: frozenset[str] = frozenset()  # relations, `and` or `slot` (`on the 2 of`) that the phrase must leave alone
        self._depth = 0  # relations that are being read inside each other

    @contextmanager
    def stopping_at(self, *words: str) -> Iterator[None]:
        """Leave these words to the deed or condition around the phrases that are read meanwhile."""
        before = self._stops
        self._stops = before | set(words)
        try:
            yield
        finally:
            self._stops = before

    @contextmanager
    def stopping_nowhere(self) -> Iterator[None]:
        """Leave no word to what stands around the phrases that are read meanwhile."""
        before = self._stops
        self._stops = frozenset()
        try:
            yield
        finally:
            self._stops = before

    def reset(self) -> None:
        """Forget what an abandoned sentence had begun."""
        self._stops, self._depth = frozenset(), 0

    # --- phrases ---

    def phrase(self, relations: str = "all") -> Phrase:
        """One phrase, or several joined by the same word; `relations` says which may follow: all, owner (only `of`) or none."""
        at, start = self.cursor.at, self.cursor.token
        parts = [self._single(relations)]
        word = ""
        while self._is_joined(word):
            if isinstance(parts[-1], Group) and parts[-1].filters:
                self.cursor.refuse(f"only the last of a pair joined by `{self.cursor.word()}` takes relations: put them after it")
            word = self.cursor.word()
            self.cursor.skip()
            parts.append(self._single(relations))
        found: Phrase = Join(word, tuple(parts), at) if word else parts[0]
        if depth(found) > DEEPEST_PHRASE:
            self.cursor.refuse(f"noun phrases nest at most {DEEPEST_PHRASE} deep", start)
        return found

    def group(self) -> Group:
        """A single phrase that must be a noun, with its relations."""
        start = self.cursor.token
        found = self._single("all")
        if not isinstance(found, Group):
            self.cursor.refuse(f"`{start.text}` cannot stand here: expected a noun", start)
        return found

    def is_phrase_next(self, ahead: int = 0) -> bool:
        """Whether a phrase comes next."""
        token = self.cursor.peek(ahead)
        if token.kind == NAME or any(self.cursor.is_next(words, ahead) for words in _OF_THOSE):
            return True
        if self.cursor.is_number_next(ahead):
            return self.is_count_next(ahead)
        word = self.cursor.word(ahead)
        if word in _REFS or word in _SIMPLE_DETS or word in POSSESSIVES:
            return True
        return self.cursor.is_next("any number of", ahead) or self.cursor.is_next("up to", ahead) or self.is_bare_plural_next(ahead)

    def is_count_next(self, ahead: int = 0) -> bool:
        """Whether the number that comes next counts nouns (`2 rivals`, `2 or more rivals`), not squares or dice."""
        if self.cursor.is_next("or more", ahead + 1):
            return True
        k = self._after_adjectives(ahead + 1)
        return self.cursor.peek(k).kind == NAME or bool(self._noun_at(k, _NOUNS_BY_LENGTH) or self._noun_at(k, _PLURALS_BY_LENGTH))

    def _is_joined(self, word: str) -> bool:
        here = self.cursor.word()
        if here not in ("and", "or") or here in self._stops or not self.is_phrase_next(1):
            return False
        if word and here != word:
            self.cursor.refuse("`and` and `or` cannot be mixed in one phrase: write two sentences")
        return True

    def _single(self, relations: str) -> Ref | Group:
        at, token = self.cursor.at, self.cursor.token
        found: Ref | Group
        if self.cursor.take("this card"):
            found = Ref("this card", at)
        elif token.kind == WORD and token.word in _REFS:
            self.cursor.skip()
            found = Ref(_REFS[token.word], at)
        elif token.kind == NAME and token.sort in BARE_CLASSES:
            self.cursor.skip()
            found = Ref(token.word, at)
        elif self.cursor.is_any_next(*_OF_THOSE):
            return self._of_those(at)
        else:
            det = self._determiner()
            found = self._nouns(det, at)
        while self.cursor.take("'s"):
            if isinstance(found, Ref) and found.word in ("it", "them", "you"):
                self.cursor.refuse(f"`{found.word}'s` is written `{_POSSESSIVE_OF[found.word]}`", token)
            found = self._nouns(found, at)
        if isinstance(found, Ref) or relations == "none" or found.det in ("that", "those") or found.nouns[-1] in NOUNS_WITHOUT_RELATIONS:
            return found
        if self.cursor.is_next("that is") or self.cursor.is_next("that are"):
            self.cursor.refuse(
                "what narrows a noun stands before it (`an adjacent rival`) or right after it (`a rival within 3`), without `that is`"
            )
        filters = self.filters(owner_only=relations == "owner")
        return Group(found.det, found.adjs, found.nouns, filters, at) if filters else found

    def _of_those(self, at: TextPosition) -> Group:
        """`each of those rivals`, `one of those rivals`: of those that were named before; `each of them` has the noun that stood there."""
        det: Det = "each" if self.cursor.word() == "each" else "a"
        self.cursor.skip(2)
        start = self.cursor.at
        if self.cursor.take("those"):
            those = self._nouns("those", start)
        else:
            those = Group("those", (), (self._noun_of_them(),), (), start)
            self.cursor.expect("them")
        return Group(det, (), those.nouns, (Filter("other than", those, None, True, start),), at)

    def _noun_of_them(self) -> str:
        """The noun of the several things that the text named before; two of them are refused."""
        found: list[str] = []
        for back in range(-self.cursor.index, 0):
            is_each = self.cursor.is_next("each", back)
            if not is_each and not self.cursor.is_number_next(back) and not self.cursor.is_next("any number of", back):
                continue
            k = self._after_adjectives(back + (3 if self.cursor.is_next("any number of", back) else 1))
            token = self.cursor.peek(k)
            if token.kind == NAME and token.plural != is_each:
                noun = token.word
            else:
                noun = self._noun_at(k, _NOUNS_BY_LENGTH) if is_each else PLURALS.get(self._noun_at(k, _PLURALS_BY_LENGTH), "")
            if noun and noun not in found:
                found.append(noun)
        if len(found) != 1:
            self.cursor.refuse("`them` does not say which: write `each of those` and the noun, as `For each of those rivals: …`")
        return found[0]

    def _determiner(self) -> Det:
        at = self.cursor.at
        word = self.cursor.take_any(*_SIMPLE_DETS)
        if word:
            return _SIMPLE_DETS[word]
        owner = self.cursor.take_any(*POSSESSIVES)
        if owner:
            return Ref(POSSESSIVES[owner], at)
        if self.cursor.take("any number of"):
            return "any"
        if self.cursor.take("up to"):
            return ("up to", self.cursor.number())
        if self.cursor.is_number_next():
            n = self.cursor.number()
            return ("or more", n) if self.cursor.take("or more") else n
        return "all"

    # --- nouns ---

    def _nouns(self, det: Det, at: TextPosition) -> Group:
        """Adjectives and nouns after a determiner or an owner."""
        adjs: list[str] = []
        while self.cursor.word() in ADJECTIVES and not self.cursor.is_next("adjacent to"):
            adjs.append(self.cursor.word())
            self.cursor.skip()
        plural = is_plural_det(det)
        nouns = [self._noun(plural, det)]
        while self.cursor.is_next("or") and self._is_noun_shared(plural):
            self.cursor.skip()
            nouns.append(self._noun(plural, det))
        if det == Ref("you") and {*nouns} <= _SEEN_FROM_YOU:
            det = "a"  # `your opponent`: whose it is goes without saying
        return Group(det, tuple(adjs), tuple(nouns), (), at)

    def _is_noun_shared(self, plural: bool) -> bool:
        token = self.cursor.peek(1)
        if token.kind == NAME:
            return token.sort not in BARE_CLASSES and (token.plural == plural or token.sort in THE_CLASSES)
        return _is_no_verb(self._noun_at(1, _PLURALS_BY_LENGTH if plural else _NOUNS_BY_LENGTH))

    def _noun(self, plural: bool, det: Det) -> str:
        token = self.cursor.token
        if token.kind == NAME:
            if token.sort in BARE_CLASSES:
                self.cursor.refuse(f"`{token.word}` stands bare, with nothing before it", suggestion=token.word)
            if det == "all" and token.sort in THE_CLASSES:
                self.cursor.refuse(f"`{token.word}` takes `the`: `the {token.word}`", suggestion=f"the {token.word}")
            if token.plural != plural and token.sort not in THE_CLASSES:
                self._wrong_number(token.word, token.text, plural, det)
            self.cursor.skip()
            if token.sort in THE_CLASSES and self.cursor.word() in ("minion", "token", "marker", "item"):
                self.cursor.refuse(f"there is only one `{token.word}`, and it has its name alone: `the {token.word}`")
            return token.word
        right, wrong = (_PLURALS_BY_LENGTH, _NOUNS_BY_LENGTH) if plural else (_NOUNS_BY_LENGTH, _PLURALS_BY_LENGTH)
        found = self._noun_at(0, right)
        if found:
            self.cursor.skip(len(found.split()))
            return PLURALS[found] if plural else found
        other = self._noun_at(0, wrong)
        if other and other not in VERBS:
            self._wrong_number(other if plural else PLURALS[other], other, plural, det)
        self.cursor.suggest(*(PLURALS if plural else NOUNS), *self.cursor.names.spellings)
        self.cursor.fail("a phrase" if det == "all" else "a noun")

    def _wrong_number(self, noun: str, text: str, plural: bool, det: Det) -> None:
        if det == "all":
            self.cursor.refuse(
                f"`{text}` needs a word before it: `a`, `each`, `the` or a number",
                suggestion=("an " if noun[0] in "aeiou" else "a ") + noun,
            )
        right = plural_of(noun) if plural else noun
        self.cursor.refuse(f"`{text}` is written `{right}` here", suggestion=right)

    def _noun_at(self, ahead: int, nouns: list[str]) -> str:
        if self.cursor.peek(ahead).kind != WORD:
            return ""
        first = self.cursor.word(ahead).lower()
        for noun in nouns:
            parts = _PARTS[noun]
            if parts[0] == first and all(self.cursor.word(ahead + k).lower() == part for k, part in enumerate(parts)):
                return noun
        return ""

    def _after_adjectives(self, ahead: int) -> int:
        while self.cursor.word(ahead) in ADJECTIVES and self.cursor.word(ahead + 1) != "to":
            ahead += 1
        return ahead

    def is_bare_plural_next(self, ahead: int) -> bool:
        """Whether a plural noun comes next, with or without adjectives; verbs that look like a plural do not count."""
        k = self._after_adjectives(ahead)
        if self.cursor.peek(k).kind == NAME:
            return self.cursor.peek(k).plural
        return _is_no_verb(self._noun_at(k, _PLURALS_BY_LENGTH))

    # --- relations ---

    def filters(self, owner_only: bool = False) -> tuple[Filter, ...]:
        """The relations that follow, perhaps none: the owner first, others joined by `and`, `nearest to` last."""
        return self.filters_and_gap(owner_only)[0]

    def filters_and_gap(self, owner_only: bool = False) -> tuple[tuple[Filter, ...], int]:
        """The same, and how many of them come before the first that has no `and` before it; 0 if all are joined."""
        found: list[Filter] = []
        gap = 0
        while True:
            joined = bool(found) and self.cursor.is_next("and") and bool(self.next_relation(1))
            rel = self.next_relation(1 if joined else 0)
            if not rel or (owner_only and rel != OWNER):
                return tuple(found), gap
            gap = gap or (0 if joined else len(found))
            if rel == OWNER and found:
                self.cursor.refuse("the owner comes first: `a character of yours within 3`")
            self.cursor.skip(joined)
            found.append(self.filter(rel, owner_only))
            if rel in LAST_RELATIONS or owner_only:
                return tuple(found), gap

    def next_relation(self, ahead: int = 0) -> str:
        """The relation that comes next, or empty."""
        if self.cursor.is_next("not", ahead):
            rel = self.next_relation(ahead + 1) if self.cursor.word(ahead + 1) != "not" else ""
            return rel if rel and RELATIONS[rel].can_be_not else ""
        if any(self.cursor.is_next(words, ahead) for words in _NOT_IN):
            return ""
        for rel in _RELATIONS_BY_LENGTH:
            if self.cursor.is_next(rel, ahead):
                if rel in self._stops or (rel == "on" and "slot" in self._stops and self._is_slot_next(ahead)):
                    return ""
                return rel
        return ""

    def _is_slot_next(self, ahead: int) -> bool:
        return self.cursor.is_next("on the", ahead) and self.cursor.is_number_next(ahead + 2) and self.cursor.is_next("of", ahead + 3)

    def filter(self, rel: str, owner_only: bool = False) -> Filter:
        """One relation; its word, or `not` and its word, come next."""
        at, token = self.cursor.at, self.cursor.token
        neg = self.cursor.take("not")
        slot = self._is_slot_next(0)
        self.cursor.expect(rel)
        self._depth += 1
        if self._depth > DEEPEST_PHRASE + 1:
            self.cursor.refuse(f"noun phrases nest at most {DEEPEST_PHRASE} deep", token)
        try:
            n: int | None = None
            arg: Phrase | EventClause | None = None
            if rel == "within":
                n = self.cursor.number()
                self.cursor.take_any("square", "squares")
                arg = self.phrase() if self._take_of() else None
            elif rel == "in sight":
                arg = self.phrase() if self._take_of() else None
            elif rel in ALIGNED:
                arg = self.phrase() if "with" not in self._stops and self.cursor.take("with") else None  # `swap X in a row with Y`
            elif rel == "where":
                arg = self.past_event()
            elif rel == OWNER:
                at_yours = self.cursor.at
                arg = Ref("yours", at_yours) if self.cursor.take("yours") else self.phrase("none" if owner_only else "all")
            elif rel == "with" and self.cursor.is_next("no"):
                with self.stopping_at(*LAST_RELATIONS):  # of none nothing is the nearest
                    arg = self.phrase()
            elif rel != "passed through":
                if slot:
                    self.cursor.expect("the")
                    n = self.cursor.number()
                    self.cursor.expect("of")
                arg = self.phrase()
            return Filter(rel, arg, n, neg, at)
        finally:
            self._depth -= 1

    def _take_of(self) -> bool:
        if self.cursor.is_next("of yours"):
            self.cursor.refuse("the owner comes first: `a character of yours within 3`")
        return self.cursor.take("of")
