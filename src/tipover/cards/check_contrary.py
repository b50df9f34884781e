"""Check for contradictions: `standing` and `knocked down`, `in` and `not in`, `yours` and `of an opponent`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tipover.cards.ast import THIS, Act, Cond, EventClause, Filter, Group, Phrase, Ref, Text, TextPosition, walk
from tipover.cards.check_text import Finding, position_of, word_at
from tipover.cards.words import phrase_words

# Words that state a fact, or its opposite.
STATES: dict[str, tuple[str, bool]] = {
    "standing": ("standing", True), "knocked-down": ("standing", False), "knocked down": ("standing", False),
    "ready": ("ready", True), "exhausted": ("ready", False), "opposing": ("yours", False),
}  # fmt: skip
NOUNS: dict[str, tuple[str, bool]] = {"ally": ("yours", True), "rival": ("yours", False)}
# What must be true just before an event, otherwise it cannot happen.
BEFORE: dict[str, tuple[str, bool]] = {"stands": ("standing", False), "knocked down": ("standing", True), "exhausted": ("ready", True)}
OFF_THE_MAP = ("track", "pool")


class Fact(NamedTuple):
    """A fact that words state about something."""

    key: object  # which fact
    holds: bool  # whether it is stated as true
    word: str  # the word for it
    at: TextPosition  # where it stands


def check_contraries(rule: str, text: Text) -> list[Finding]:
    """Phrases and conditions of a text that can never be true, and those that are stated twice."""
    found: list[Finding] = []
    for node in walk(text):
        if isinstance(node, Group):
            found += _contradictions(rule, list(_of_group(rule, node)))
            found += _distances(rule, node.filters)
        elif isinstance(node, Act):
            found += _contradictions(rule, [fact for one in _relations(node) for fact in _of_filter(one)])
            found += _distances(rule, _relations(node))
        elif isinstance(node, Cond):
            found += _distances(rule, _relations(node))
        elif isinstance(node, EventClause) and isinstance(node.who, Group):
            found += [one for one in _contradictions(rule, [*_before(node), *_of_group(rule, node.who)]) if not one.warning]
    conds = [node for node in walk(text) if isinstance(node, Cond)]
    inner = {id(one) for cond in conds if cond.op == "and" for one in (cond.a, cond.b)}
    for cond in conds:
        if id(cond) not in inner:
            found += _condition_contradictions(rule, cond)
    return list(dict.fromkeys(found))


def _contradictions(rule: str, facts: list[Fact]) -> Iterator[Finding]:
    seen: dict[object, Fact] = {}
    for fact in facts:
        before = seen.setdefault(fact.key, fact)
        if before is fact:
            continue
        word = word_at(rule, fact.at)
        if before.holds != fact.holds:
            yield Finding(fact.at, word, f"this can never hold: `{before.word}` and `{fact.word}` contradict each other; leave one out")
        else:
            yield Finding(fact.at, word, f"`{fact.word}` says again what `{before.word}` says: leave one out", warning=True)


def _relations(node: Act | Cond) -> tuple[Filter, ...]:
    """Relations without a noun before them: where something is placed or ends, or what something is."""
    if isinstance(node, Act):
        endings = [arg for _, arg in node.how if isinstance(arg, tuple)]
        return node.to if isinstance(node.to, tuple) else endings[0] if endings else ()
    if isinstance(node, Cond) and isinstance(node.b, tuple):
        return node.b
    return ()


def _distances(rule: str, filters: tuple[Filter, ...]) -> Iterator[Finding]:
    """`within 2 and not within 3`."""
    near = [one for one in filters if one.rel == "within" and one.n is not None]
    for one in near:
        for other in near:
            if not one.neg and other.neg and one.arg == other.arg and one.n is not None and other.n is not None and one.n < other.n:
                message = f"this can never hold: `within {one.n}` and `not within {other.n}` contradict each other; leave one out"
                yield Finding(other.at, word_at(rule, other.at), message)


def _of_group(rule: str, group: Group) -> Iterator[Fact]:
    """The facts that a noun phrase states."""
    if len(group.nouns) == 1 and group.nouns[0] in NOUNS:
        key, holds = NOUNS[group.nouns[0]]
        yield Fact(key, holds, group.nouns[0], group.at)
    for word in group.adjs:
        if word in STATES:
            yield Fact(*STATES[word], word, position_of(rule, word, group.at))
        elif word == "adjacent":
            yield Fact(("adjacent to", THIS, None), True, word, position_of(rule, word, group.at))
    for one in group.filters:
        yield from _of_filter(one)


def _of_filter(one: Filter) -> Iterator[Fact]:
    if one.rel in STATES:
        yield Fact(*STATES[one.rel], one.rel, one.at)
    elif one.rel == "of" and isinstance(one.arg, Ref) and one.arg.word == "yours":
        yield Fact("yours", True, "of yours", one.at)
    elif one.rel == "of" and isinstance(one.arg, Group) and one.arg.nouns == ("opponent",):
        yield Fact("yours", False, "of an opponent", one.at)
    elif one.rel == "on" and isinstance(one.arg, Group) and one.arg.nouns[0] in ("map", *OFF_THE_MAP):
        yield Fact("on the map", (one.arg.nouns[0] == "map") != one.neg, f"{'not ' if one.neg else ''}on {_definite(one.arg)}", one.at)
    elif one.rel == "with" and isinstance(one.arg, Group):
        yield Fact(("with", one.arg.adjs, one.arg.nouns, one.arg.filters), one.arg.det != "no", f"with {_definite(one.arg)}", one.at)
    elif not isinstance(one.arg, EventClause):
        words = one.rel if one.n is None else f"{one.rel} {one.n}"
        yield Fact((one.rel, one.arg, one.n), not one.neg, f"not {words}" if one.neg else words, one.at)


def _definite(group: Group) -> str:
    noun = group.nouns[0]
    return (
        f"no {noun}"
        if group.det == "no"
        else f"the {noun}"
        if group.det == "the"
        else noun
        if not isinstance(group.det, Ref)
        else f"your {noun}"
    )


def _before(event: EventClause) -> Iterator[Fact]:
    """What must have been true for the event to happen (CHA-28, TRN-7)."""
    if event.verb in BEFORE:
        key, holds = BEFORE[event.verb]
        verb = {"stands": "stands up", "knocked down": "is knocked down", "exhausted": "becomes exhausted"}[event.verb]
        yield Fact(key, holds, verb, event.at)


def _condition_contradictions(rule: str, cond: Cond) -> Iterator[Finding]:
    """Contradictions between conditions about the same thing that are joined by `and`."""
    by_subject: dict[object, list[Fact]] = {}
    for one in _joined(cond):
        subject, facts = _of_cond(rule, one)
        by_subject.setdefault(subject, []).extend(facts)
    for facts in by_subject.values():
        yield from _contradictions(rule, facts)


def _joined(cond: Cond) -> list[Cond]:
    if cond.op != "and":
        return [cond]
    return [one for part in (cond.a, cond.b) if isinstance(part, Cond) for one in _joined(part)]


def _of_cond(rule: str, cond: Cond) -> tuple[object, list[Fact]]:
    if cond.op in ("wins", "loses"):
        return "challenge", [Fact("wins", cond.op == "wins", f"it {cond.op}", cond.at)]
    if cond.op == "is" and isinstance(cond.b, tuple):
        own = list(_of_group(rule, cond.a)) if isinstance(cond.a, Group) else []
        stated = [fact for one in cond.b for fact in _of_filter(one)]
        return cond.a, [*(fact for fact in own if any(one.key == fact.key for one in stated)), *stated]
    if cond.op in ("has", "exists") and isinstance(cond.b, Group):
        group = cond.b
        key = (cond.op, group.adjs, group.nouns, group.filters)
        word = f"{'there is' if cond.op == 'exists' else 'has'} {phrase_words(group)}"
        return _subject(cond.a), [Fact(key, group.det != "no", word, cond.at)] if group.det in ("a", "no", "the") else []
    return cond, []


def _subject(phrase: Phrase | Cond | None) -> object:
    return phrase if phrase is not None else "there"
