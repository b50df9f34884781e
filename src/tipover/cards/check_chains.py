"""Texts that set themselves or each other off without end (TIM-8 bounds them in play).

A deed is compared with the events that texts listen to: which event it is, and who may be meant, seen from the text's own
figure. What a player chooses freely (`do a basic action`) and what dice decide (who falls) is no deed of the text.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tipover.cards.ast import (
    THIS,
    Act,
    Do,
    Group,
    If,
    Instead,
    Join,
    Loop,
    May,
    Or,
    Phrase,
    Ref,
    Step,
    When,
    While,
)
from tipover.cards.check_refs import aim
from tipover.cards.check_text import SCENARIO, TABLE, TRAIT, Finding, Written, quoted, walk, word_at
from tipover.cards.read_antecedents import antecedents
from tipover.cards.words import phrase_words

# Who may be meant, seen from the text's figure (in a scenario from its side).
SELF, ALLY, RIVAL = "this", "ally", "rival"
ANYONE = frozenset((SELF, ALLY, RIVAL))
OTHERS = frozenset((ALLY, RIVAL))
FIGURES = ("figure", "character", "companion", "minion")
CURRENT = "the current one of "
MOST_TEXTS = 200  # a circle is looked for among so many texts of a pack; TIM-8 bounds what is not found
MOVES = ("move", "push", "pull")
WHERE_EVENTS = ("ends", "enters")  # whether these happen again depends on the square


class Deed(NamedTuple):
    """What a text does, as the event it is: verb, of whom, to what (for `takes`, `does`, `knocks out`)."""

    verb: str
    who: frozenset[str]
    what: frozenset[str] | None
    act: Act


class Listener(NamedTuple):
    """A text that waits for an event and has no limit."""

    written: Written
    text: When | Instead
    who: frozenset[str]
    what: frozenset[str] | None
    deeds: tuple[Deed, ...]


def check_chains(rules: list[Written]) -> list[tuple[Written, Finding]]:
    """Texts that set themselves off (refused) and circles of texts that set each other off (warned, naming all)."""
    listeners = [one for written in rules for one in _listeners(written)]
    found: list[tuple[Written, Finding]] = []
    for one in listeners:
        deed = next((deed for deed in one.deeds if _is_event(deed, one, same=True)), None)
        if deed is not None:
            found.append((one.written, _by_itself(one, deed)))
    return found + _circles(listeners)


def _by_itself(one: Listener, deed: Deed) -> Finding:
    rule, at = one.written.rule, deed.act.at
    word = word_at(rule, at)
    if isinstance(one.text, Instead):
        said = f"`{word}` does the very thing that it replaces: do something else instead"
        return Finding(at, word, said)
    said = f"`{word}` sets this text off again, without end: close it with `Once per turn.`, or wait for another event"
    return Finding(at, word, said, "Once per turn.", warning=one.text.event.verb in WHERE_EVENTS)


def _unlike(listeners: list[Listener]) -> list[Listener]:
    """Texts that differ in what they wait for or do, each on two cards at most: more of the same make no other circles."""
    kept: dict[object, list[Listener]] = {}
    for one in listeners:
        like = kept.setdefault((one.text.event.verb, one.who, one.what, frozenset(deed[:3] for deed in one.deeds)), [])
        if len(like) < 2 and all(not _is_same_card(one, other) for other in like):
            like.append(one)
    found = [one for like in kept.values() for one in like]
    return sorted(found, key=listeners.index)[:MOST_TEXTS]


def _circles(listeners: list[Listener]) -> list[tuple[Written, Finding]]:
    """The shortest circle through each text, each told once, at the first of its texts."""
    listeners = _unlike(listeners)
    links = [[k for k, other in enumerate(listeners) if k != j and _sets_off(one, other)] for j, one in enumerate(listeners)]
    told: set[frozenset[int]] = set()
    found: list[tuple[Written, Finding]] = []
    for start in range(len(listeners)):
        circle = _shortest(links, start)
        if circle and frozenset(circle) not in told:
            told.add(frozenset(circle))
            found.append((listeners[start].written, _circle(listeners, circle)))
    return found


def _circle(listeners: list[Listener], circle: list[int]) -> Finding:
    first, *others = [listeners[k] for k in circle]
    names = ", ".join(f"`{quoted(one.written.rule, one.text.at, 5).strip('`')} …` of {one.written.name}" for one in others)
    word = word_at(first.written.rule, first.text.at)
    said = f"this text of {first.written.name} and {names} can set each other off without end (TIM-8): close one with `Once per turn.`"
    return Finding(first.text.at, word, said, "Once per turn.", warning=True)


def _shortest(links: list[list[int]], start: int) -> list[int]:
    """The shortest way from a text back to it, or nothing."""
    came: dict[int, int] = {}
    edge = [start]
    while edge:
        further: list[int] = []
        for at in edge:
            for to in links[at]:
                if to == start:
                    way = [at]
                    while way[-1] != start:
                        way.append(came[way[-1]])
                    return way[::-1]
                if to not in came:
                    came[to] = at
                    further.append(to)
        edge = further
    return []


def _sets_off(one: Listener, other: Listener) -> bool:
    same = _is_same_card(one, other)
    return any(_is_event(deed, other, same) for deed in one.deeds)


def _is_same_card(one: Listener, other: Listener) -> bool:
    """Whether `this` is the same in two texts: those of a character's file, or of one card in a file of many."""
    mine, its = one.written, other.written
    return mine.document is its.document and (mine.path[:2] == its.path[:2] or mine.role == its.role == TRAIT)


def _is_event(deed: Deed, listener: Listener, same: bool) -> bool:
    """Whether a deed may be what a text waits for. On another card `this` is somebody else: an ally or a rival."""
    if deed.verb != listener.text.event.verb:
        return False
    return _may_be(deed.who, listener.who, same) and (deed.what is None or listener.what is None or _may_be(deed.what, listener.what, same))


def _may_be(done: frozenset[str], awaited: frozenset[str], same: bool) -> bool:
    if same or not (done | awaited) & ANYONE:
        return bool(done & awaited)
    named = {word for word in done if word not in ANYONE} & awaited
    seen = done & ANYONE
    from_there = ANYONE if seen & OTHERS else OTHERS if seen else frozenset[str]()
    return bool(named) or bool(from_there & awaited)


# --- texts and their deeds -----------------------------------------------------------------------------------------------


def _listeners(written: Written) -> Iterator[Listener]:
    for text in written.texts:
        if isinstance(text, Do | While) or text.event.who is None or any(limit.startswith("Once") for limit in text.limits):
            continue
        who = _Who(written, text)
        what = text.event.what
        about = who.of(what) if isinstance(what, Ref | Group | Join) else None
        deeds = tuple(deed for step in text.steps for deed in who.deeds(step, THIS))
        yield Listener(written, text, who.of(text.event.who), about, deeds)


class _Who:
    """Who may be meant by the phrases of one text."""

    def __init__(self, written: Written, text: When | Instead) -> None:
        self.role = written.role
        self.event = text.event
        self.meant = {one.at.offset: one.description for one in antecedents(text)}
        self.phrases = {phrase_words(node): node for node in walk(text) if isinstance(node, Ref | Group | Join)}

    def of(self, phrase: Phrase | None) -> frozenset[str]:
        """Whom a phrase may mean."""
        if phrase is None:
            return frozenset((SELF,))
        if isinstance(phrase, Join):
            return frozenset[str]().union(*(self.of(part) for part in phrase.parts))
        if isinstance(phrase, Ref):
            return self._of_ref(phrase)
        return frozenset[str]().union(*(self._of_noun(phrase, noun) for noun in phrase.nouns))

    def _of_ref(self, ref: Ref) -> frozenset[str]:
        if ref.word in ("it", "them"):
            said = self.meant.get(ref.at.offset, "this").removeprefix(CURRENT)
            other = self.phrases.get(said)
            return self.of(other) if other is not None and other != ref else frozenset((SELF,))
        if ref.word == "you":
            return frozenset(("you",)) if self.role in (SCENARIO, TABLE) else frozenset((SELF, "you"))
        return frozenset((SELF,)) if ref.word == "this" else frozenset((ref.word,))

    def _of_noun(self, group: Group, noun: str) -> frozenset[str]:
        if noun == "ally":
            return frozenset((ALLY,))
        if noun in ("rival", "target"):
            return frozenset((RIVAL,))
        if noun == "challenger":
            by_this = self.event.verb in ("challenge by", "wins", "loses", "knocks out")
            return self.of(self.event.who) if by_this else frozenset((RIVAL,))
        if noun == "owner":
            return OTHERS
        if noun not in FIGURES:
            return frozenset((noun,))
        if "opposing" in group.adjs or any(
            one.rel == "of" and isinstance(one.arg, Group) and one.arg.nouns == ("opponent",) for one in group.filters
        ):
            return frozenset((RIVAL,))
        if any(one.rel == "of" and one.arg == Ref("yours") for one in group.filters):
            return frozenset((SELF, ALLY))
        return OTHERS if group.det == "another" or "adjacent" in group.adjs else ANYONE

    def deeds(self, step: Step, doer: Phrase) -> Iterator[Deed]:
        """The deeds of a step as events, whoever does them."""
        if isinstance(step, Act):
            yield from self._deed(step, step.who if step.who is not None else doer)
            for inner in step.body:
                yield from self.deeds(inner, doer)
        elif isinstance(step, Or):
            for option in step.options:
                yield from self.deeds(option, doer)
        elif isinstance(step, May):
            for inner in (*step.cost, *step.steps):
                yield from self.deeds(inner, step.who)
        elif isinstance(step, If):
            for inner in (*step.steps, *step.other):
                yield from self.deeds(inner, doer)
        elif isinstance(step, Loop):
            for inner in step.steps:
                yield from self.deeds(inner, doer)

    def _deed(self, act: Act, doer: Phrase) -> Iterator[Deed]:
        verb = act.verb
        who = self.of(doer)
        what = self.of(act.what) if act.what is not None else who
        how = [word for word, _ in act.how]
        if verb == "challenge":
            yield from self._challenge(act, doer)
        elif verb == "knock" and "down" in how:
            yield Deed("knocked down", what, None, act)
        elif verb == "knock":
            yield from (Deed("knocked out", what, None, act), Deed("leaves", what, None, act), Deed("knocks out", who | {"you"}, what, act))
        elif verb in ("exhaust", "stand", "return"):
            yield Deed({"exhaust": "exhausted", "stand": "stands", "return": "returns"}[verb], what, None, act)
        elif verb == "remove":
            yield from (Deed("removed", what, None, act), Deed("leaves", what, None, act))
        elif verb == "put":
            yield Deed("leaves", what, None, act)
        elif verb in MOVES:
            yield from (Deed("ends", what, None, act), Deed("enters", what, None, act))
        elif verb in ("place", "swap"):
            yield Deed("enters", what, None, act)
        elif verb == "take":
            yield Deed("takes", who, what, act)
        elif verb in ("roll", "defend"):
            yield Deed("rolls", who, None, act)
        elif verb == "gain" and act.n is not None:
            yield Deed("reaches", frozenset(("you",)), None, act)
        elif verb == "do" and act.what is not None:
            yield Deed("does", who, _actions(act.what), act)

    def _challenge(self, act: Act, doer: Phrase) -> Iterator[Deed]:
        who, target = self.of(doer), aim(act)
        against = self.of(target) if target is not None else frozenset((RIVAL,)) if who <= {SELF, ALLY, "you"} else ANYONE
        for verb in ("challenge by", "wins", "loses", "rolls"):
            yield Deed(verb, who, None, act)
        for verb in ("challenged", "challenge against", "rolls"):
            yield Deed(verb, against, None, act)
        if any(word == "basic" for word, _ in act.how):
            yield Deed("does", who, frozenset(("challenge", "action")), act)


def _actions(phrase: Phrase) -> frozenset[str]:
    """The actions a phrase names; what a player may choose among is named by none of them."""
    return frozenset(noun for node in walk(phrase) if isinstance(node, Group) for noun in node.nouns)
