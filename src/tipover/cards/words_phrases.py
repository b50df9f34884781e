"""The canonical spelling of noun phrases, numbers, conditions and events."""

from __future__ import annotations

from tipover.cards.ast import Cond, EventClause, Filter, Group, Join, Num, Phrase, Ref, Term, is_of_those, is_plural, is_plural_det
from tipover.cards.relation_words import ALIGNED, LAST_RELATIONS, OWNER
from tipover.cards.vocabulary import EVENTS, LAST_OF_ANY, MOMENTS, PAST_TIMES, THIS_TURN, plural_of

_OWN = {"you": "your", "it": "its", "them": "their"}
# Words that begin with a vowel letter and are spoken with a consonant.
_SAID_WITH_A = ("uni", "use", "eu", "one", "ufo")


def article(word: str) -> str:
    """`a` or `an` before a word."""
    low = word.lower()
    return "an" if low[:1] in set("aeiou") and not low.startswith(_SAID_WITH_A) else "a"


class PhraseWords:
    """Prints phrases; `this` is printed as given: `this` on the card, the figure's short name for a player."""

    def __init__(self, this: str = "this", card: str = "this card") -> None:
        self.this = this
        self.card = card

    def phrase(self, phrase: Phrase) -> str:
        """A phrase as an object or after a relation."""
        if isinstance(phrase, Ref):
            return self.this if phrase.word == "this" else self.card if phrase.word == "this card" else phrase.word
        if isinstance(phrase, Join):
            return f" {phrase.word} ".join(self.phrase(part) for part in phrase.parts)
        if is_of_those(phrase):
            assert isinstance(phrase.filters[0].arg, Phrase)
            return f"{'each' if phrase.det == 'each' else 'one'} of {self.phrase(phrase.filters[0].arg)}"
        filters = self.filters(phrase.filters)
        return self._head(phrase) + (f" {filters}" if filters else "")

    def subject(self, phrase: Phrase) -> str:
        """A phrase as a subject: `they` for `them`."""
        return "they" if phrase == Ref("them") else self.phrase(phrase)

    def _head(self, group: Group) -> str:
        det = group.det
        plural = is_plural_det(det)
        nouns = " or ".join(plural_of(noun) if plural else noun for noun in group.nouns)
        rest = " ".join([*group.adjs, nouns])
        if isinstance(det, Ref | Group):
            return f"{self._owner(det)} {rest}"
        if isinstance(det, tuple):
            return f"up to {det[1]} {rest}" if det[0] == "up to" else f"{det[1]} or more {rest}"
        if det == "a":
            return f"{article(rest)} {rest}"
        return {"all": rest, "any": f"any number of {rest}"}.get(str(det), f"{det} {rest}")

    def _owner(self, owner: Ref | Group) -> str:
        if isinstance(owner, Ref) and owner.word in _OWN:
            return _OWN[owner.word]
        return f"{self.phrase(owner)}'s"

    def filters(self, filters: tuple[Filter, ...]) -> str:
        """Relations in order, joined by `and` except after the owner and before `nearest to`."""
        printed = ""
        for k, one in enumerate(filters):
            joined = k > 0 and filters[k - 1].rel != OWNER and one.rel not in LAST_RELATIONS
            printed += (" and " if joined else " " if k else "") + self.filter(one)
        return printed

    def filter(self, one: Filter) -> str:
        """One relation or state."""
        printed = "not " if one.neg else ""
        if one.rel == "a" and isinstance(one.arg, Phrase):
            return self.phrase(one.arg)
        printed += one.rel
        if one.rel == "within":
            printed += f" {one.n}"
        if isinstance(one.arg, EventClause):
            return f"{printed} {self.event(one.arg)}"
        if one.arg is None:
            return printed
        if one.rel in ("within", "in sight"):
            printed += " of"
        elif one.rel in ALIGNED:
            printed += " with"
        elif one.n is not None:
            printed += f" the {one.n} of"
        return f"{printed} {self.phrase(one.arg)}"

    # --- numbers ---

    def num(self, num: Num, unit: str = "") -> str:
        """A number with its parts; `unit` is printed after the first figure (`points`, `die more`)."""
        return ", plus ".join(self._term(term, unit if k == 0 else "") for k, term in enumerate(num.terms))

    def _term(self, term: Term, unit: str) -> str:
        k, kind, arg = term
        if kind == "highest" and isinstance(arg, Phrase):
            return f"the highest place of {self.phrase(arg)}"
        printed = f"{k} {unit}" if unit else str(k)
        if isinstance(arg, Cond):
            return f"{printed} if {self.cond(arg)}"
        if isinstance(arg, EventClause):
            return f"{printed} for each time {self.event(arg)}"
        return f"{printed} for {self.phrase(arg)}" if arg is not None else printed

    # --- conditions ---

    def cond(self, cond: Cond) -> str:
        """A condition."""
        a, b = cond.a, cond.b
        if cond.op in ("wins", "loses"):
            return f"it {cond.op}"
        if cond.op == "match":
            return "the dice match"
        if isinstance(b, EventClause):
            return self.event(b)
        if isinstance(b, Num):
            return f"the total is {self.num(b)} or more"
        if isinstance(a, Cond) and isinstance(b, Cond):
            return f"{self.cond(a)} and {self.cond(b)}"
        if isinstance(a, Phrase) and isinstance(b, tuple):
            return f"{self.subject(a)} {'are' if is_plural(a) else 'is'} {self.filters(b)}"
        assert isinstance(b, Phrase), cond
        if isinstance(a, Phrase) and cond.op == "carries":
            return f"{self.subject(a)} {'carry' if is_plural(a) else 'carries'} {self.phrase(b)}"
        if isinstance(a, Phrase):
            return f"{self.subject(a)} {'have' if is_plural(a) else 'has'} {'the most ' if cond.op == 'most' else ''}{self.phrase(b)}"
        return f"there {'are' if is_plural(b) else 'is'} {self.phrase(b)}" + (" a side" if cond.op == "aside" else "")

    # --- events ---

    def event(self, event: EventClause) -> str:
        """An event or moment, without the word before it."""
        if event.verb in MOMENTS or event.verb == THIS_TURN:
            return f"the {event.verb}"
        happening = EVENTS[event.verb]
        assert event.who is not None, event
        if event.verb.startswith("challenge "):
            return f"{happening.third} {self.phrase(event.who)}"
        plural = is_plural(event.who)
        past = event.time in PAST_TIMES
        form = happening.ing if event.time == "instead" else happening[plural + (3 if past else 0)]
        if event.verb == "rolls" and event.what is not None:
            form = form.removesuffix(" dice")
        if event.verb == "last token" and isinstance(event.what, Group):
            form = form.replace(LAST_OF_ANY, f"the last {event.what.nouns[0]}")
        its = "your" if event.who == Ref("you") else "their" if plural else "its"
        who = self.phrase(event.who) if event.time == "instead" else self.subject(event.who)
        printed = f"{who} {form.format(its=its)}"
        if isinstance(event.what, Num):
            printed += f" {points(self, event.what)}"
        elif isinstance(event.what, tuple):
            printed += f" {self.filters(event.what)}"
        elif event.what is not None and event.verb != "last token":
            printed += f" {self.phrase(event.what)}"
        return printed + (f" this {event.time}" if past else "")


def points(words: PhraseWords, num: Num) -> str:
    """A number of points."""
    return words.num(num, "point" if num.terms[0][0] == 1 else "points")
