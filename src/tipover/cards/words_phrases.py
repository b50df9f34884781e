"""The one spelling of noun phrases, numbers, conditions and events."""

from __future__ import annotations

from tipover.cards.ast import Cond, Event, Filter, Group, Join, Num, Phrase, Ref, Term, is_plural, is_plural_det
from tipover.cards.vocabulary import EVENTS, LAST_RELATIONS, MOMENTS, OWNER, plural_of

_OWN = {"you": "your", "it": "its", "them": "their"}
# Words with a vowel letter in front but a consonant in the ear.
_SAID_WITH_A = ("uni", "use", "eu", "one", "ufo")


def article(word: str) -> str:
    """`a` or `an` before a word."""
    low = word.lower()
    return "an" if low[:1] in set("aeiou") and not low.startswith(_SAID_WITH_A) else "a"


class PhraseWords:
    """Spells phrases; `this` is what stands for `this`: itself on the card, the figure's short name for a player."""

    def __init__(self, this: str = "this") -> None:
        self.this = this

    def phrase(self, phrase: Phrase) -> str:
        """A phrase as object or after a relation."""
        if isinstance(phrase, Ref):
            return self.this if phrase.word == "this" else phrase.word
        if isinstance(phrase, Join):
            return f" {phrase.word} ".join(self.phrase(part) for part in phrase.parts)
        filters = self.filters(phrase.filters)
        return self._head(phrase) + (f" {filters}" if filters else "")

    def subject(self, phrase: Phrase) -> str:
        """A phrase as the doer: `they` for `them`."""
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
        """Relations in their order: joined by `and`, but not after the owner nor before `nearest to`."""
        said = ""
        for k, one in enumerate(filters):
            joined = k > 0 and filters[k - 1].rel != OWNER and one.rel not in LAST_RELATIONS
            said += (" and " if joined else " " if k else "") + self.filter(one)
        return said

    def filter(self, one: Filter) -> str:
        """One relation or state."""
        said = "not " if one.neg else ""
        if one.rel == "a" and isinstance(one.arg, Ref | Group | Join):
            return self.phrase(one.arg)
        said += one.rel
        if one.rel == "within":
            said += f" {one.n}"
        if isinstance(one.arg, Event):
            return f"{said} {self.event(one.arg)}"
        if one.arg is None:
            return said
        if one.rel in ("within", "in sight"):
            said += " of"
        elif one.n is not None:
            said += f" the {one.n} of"
        return f"{said} {self.phrase(one.arg)}"

    # --- numbers ---

    def num(self, num: Num, unit: str = "") -> str:
        """A number with its parts; unit: words after its first figure (`points`, `die more`)."""
        return ", plus ".join(self._term(term, unit if k == 0 else "") for k, term in enumerate(num.terms))

    def _term(self, term: Term, unit: str) -> str:
        k, kind, arg = term
        if kind == "highest" and isinstance(arg, Ref | Group | Join):
            return f"the highest place of {self.phrase(arg)}"
        said = f"{k} {unit}" if unit else str(k)
        if isinstance(arg, Cond):
            return f"{said} if {self.cond(arg)}"
        if isinstance(arg, Event):
            return f"{said} for each time {self.event(arg)}"
        return f"{said} for {self.phrase(arg)}" if arg is not None else said

    # --- conditions ---

    def cond(self, cond: Cond) -> str:
        """A condition."""
        a, b = cond.a, cond.b
        if cond.op in ("wins", "loses"):
            return f"it {cond.op}"
        if cond.op == "match":
            return "the dice match"
        if isinstance(b, Num):
            return f"the total is {self.num(b)} or more"
        if isinstance(a, Cond) and isinstance(b, Cond):
            return f"{self.cond(a)} and {self.cond(b)}"
        if isinstance(a, Ref | Group | Join) and isinstance(b, tuple):
            return f"{self.subject(a)} {'are' if is_plural(a) else 'is'} {self.filters(b)}"
        assert isinstance(b, Ref | Group | Join), cond
        if isinstance(a, Ref | Group | Join):
            return f"{self.subject(a)} {'have' if is_plural(a) else 'has'} {'the most ' if cond.op == 'most' else ''}{self.phrase(b)}"
        return f"there {'are' if is_plural(b) else 'is'} {self.phrase(b)}" + (" a side" if cond.op == "aside" else "")

    # --- events ---

    def event(self, event: Event) -> str:
        """An event or moment, without the word before it."""
        if event.verb in MOMENTS:
            return f"the {event.verb}"
        happening = EVENTS[event.verb]
        assert event.who is not None, event
        if event.verb.startswith("challenge "):
            return f"{happening.third} {self.phrase(event.who)}"
        plural = is_plural(event.who)
        past = event.time in ("turn", "round")
        form = happening.ing if event.time == "instead" else happening[plural + (3 if past else 0)]
        its = "your" if event.who == Ref("you") else "their" if plural else "its"
        who = self.phrase(event.who) if event.time == "instead" else self.subject(event.who)
        said = f"{who} {form.format(its=its)}"
        if isinstance(event.what, Num):
            said += f" {points(self, event.what)}"
        elif isinstance(event.what, tuple):
            said += f" {self.filters(event.what)}"
        elif event.what is not None:
            said += f" {self.phrase(event.what)}"
        return said + (f" this {event.time}" if past else "")


def points(words: PhraseWords, num: Num) -> str:
    """A number of points."""
    return words.num(num, "point" if num.terms[0][0] == 1 else "points")
