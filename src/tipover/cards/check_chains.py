"""Check for texts that trigger themselves or each other endlessly (in play, TIM-8 bounds them).

The deeds of each text are compared with the events that texts wait for: which event it is, and whom it may concern, seen
from the text's own figure. An action that costs nothing and gives another is one of them too: a turn need not end then.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tipover.cards import ast
from tipover.cards.chain_deeds import ANYONE, OTHERS, POINTS_LOST, REACHES, Deed, WhoIsMeant
from tipover.cards.check_endless import check_endless_turns
from tipover.cards.check_text import TRAIT, Finding, WrittenRule, position_of, quoted, word_at

MOST_TEXTS = 200  # cycles are searched among this many texts of a pack; TIM-8 bounds the others
WHERE_EVENTS = ("ends", "enters")  # whether these happen again depends on squares


class ListeningText(NamedTuple):
    """A text without a limit that waits for an event."""

    written: WrittenRule  # the rule it belongs to
    text: ast.When | ast.Instead  # the trigger or replacement
    who: frozenset[str]  # the subject of the event it waits for
    what: frozenset[str] | None  # the object of that event, if it has one
    deeds: tuple[Deed, ...]  # what it does

    @property
    def is_passed_once(self) -> bool:
        """Whether its event does not come again while points only rise: it waits for a number of them and lets them be gained."""
        return self.text.event.verb == REACHES and isinstance(self.text, ast.When)

    @property
    def loses_points(self) -> bool:
        """Whether it takes points from anybody."""
        return any(deed.verb == POINTS_LOST for deed in self.deeds)


def check_chains(rules: list[WrittenRule]) -> list[tuple[WrittenRule, Finding]]:
    """Texts that trigger themselves (faults), and cycles of texts that trigger each other (warnings that name all of them)."""
    listeners = [one for written in rules for one in _listeners(written)]
    found: list[tuple[WrittenRule, Finding]] = []
    for one in listeners:
        deeds = [deed for deed in one.deeds if _may_cause(deed, one, same=True) and not _is_pushed_out(deed, one.text.event)]
        deed = min(deeds, key=lambda deed: deed.is_chosen, default=None)
        if deed is not None and (one.loses_points or not one.is_passed_once) and not (deed.is_chosen and isinstance(one.text, ast.Instead)):
            found.append((one.written, _self_triggering(one, deed)))
    found += [(written, finding) for written in rules for finding in check_endless_turns(written)]
    return found + _cycles(listeners)


def _is_pushed_out(deed: Deed, event: ast.EventClause) -> bool:
    """Whether a deed pushes from `this` who has come beside it, which never leaves anybody beside it (MOV-11)."""
    if deed.act.verb != "push" or deed.act.who is not None or deed.act.how or event.verb not in WHERE_EVENTS:
        return False
    where = event.what.filters if isinstance(event.what, ast.Group) else event.what
    beside_this = isinstance(where, tuple) and any(
        one.rel == "adjacent to" and not one.neg and one.arg in (None, ast.THIS) for one in where
    )
    return beside_this or (isinstance(event.what, ast.Group) and "adjacent" in event.what.adjs)


def _self_triggering(one: ListeningText, deed: Deed) -> Finding:
    rule, act = one.written.rule, deed.act
    at = act.at if act.who is None else position_of(rule, act.verb, act.at)
    word = word_at(rule, at)
    if isinstance(one.text, ast.Instead):
        message = f"`{word}` does the very thing that it replaces: do something else instead"
        return Finding(at, word, message)
    if one.is_passed_once:
        message = f"`{word}` may set this text off again, because points are lost here too: close it with `Once per turn.`"
        return Finding(at, word, message, warning=True)
    if deed.is_chosen:
        message = f"`{word}` gives an action that may set this text off again, so that a turn need not end: "
        message += "wait for another event" if one.text.until is not None else "close it with `Once per turn.`, or wait for another event"
        return Finding(at, word, message)
    if one.text.until is not None:
        message = f"`{word}` sets this off again, without end: wait for another event"
        return Finding(at, word, message, warning=one.text.event.verb in WHERE_EVENTS)
    message = f"`{word}` sets this text off again, without end: close it with `Once per turn.`, or wait for another event"
    return Finding(at, word, message, warning=one.text.event.verb in WHERE_EVENTS)


def _distinct(listeners: list[ListeningText]) -> list[ListeningText]:
    """Texts that differ in what they wait for or do, each on at most two cards, because further copies add no new cycles."""
    kept: dict[object, list[ListeningText]] = {}
    for one in listeners:
        like = kept.setdefault((one.text.event.verb, one.who, one.what, frozenset(deed[:3] for deed in one.deeds)), [])
        if len(like) < 2 and all(not _is_same_card(one, other) for other in like):
            like.append(one)
    found = [one for like in kept.values() for one in like]
    return sorted(found, key=listeners.index)[:MOST_TEXTS]


def _cycles(listeners: list[ListeningText]) -> list[tuple[WrittenRule, Finding]]:
    """The shortest cycle through each text; each cycle is reported once, at its first text."""
    listeners = _distinct(listeners)
    if not any(one.loses_points for one in listeners):
        listeners = [one for one in listeners if not one.is_passed_once]
    links = [[k for k, other in enumerate(listeners) if k != j and _triggers(one, other)] for j, one in enumerate(listeners)]
    reported: set[frozenset[int]] = set()
    found: list[tuple[WrittenRule, Finding]] = []
    for start in range(len(listeners)):
        circle = _shortest_cycle(links, start)
        members = [listeners[k] for k in circle]
        if any(one.is_passed_once for one in members) and not any(one.loses_points for one in members):
            continue
        if circle and frozenset(circle) not in reported:
            reported.add(frozenset(circle))
            found.append((listeners[start].written, _cycle_finding(listeners, circle)))
    return found


def _cycle_finding(listeners: list[ListeningText], circle: list[int]) -> Finding:
    first, *others = [listeners[k] for k in circle]
    names = ", ".join(f"`{quoted(one.written.rule, one.text.at, 5).strip('`')} …` of {one.written.name}" for one in others)
    word = word_at(first.written.rule, first.text.at)
    lasting = [one for one in (first, *others) if isinstance(one.text, ast.When) and one.text.until is not None]  # no limit reaches them
    mend = "close one with `Once per turn.`"
    if lasting:
        mend = "let one wait for another event" + (f", or {mend} that has no `until`" if len(lasting) <= len(others) else "")
    message = f"this text of {first.written.name} and {names} can set each other off without end (TIM-8): {mend}"
    return Finding(first.text.at, word, message, warning=True)


def _shortest_cycle(links: list[list[int]], start: int) -> list[int]:
    """The shortest cycle through a text; empty if there is none."""
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


def _triggers(one: ListeningText, other: ListeningText) -> bool:
    same = _is_same_card(one, other)
    return any(_may_cause(deed, other, same) for deed in one.deeds)


def _is_same_card(one: ListeningText, other: ListeningText) -> bool:
    """Whether `this` is the same in two texts: both are of one character's file, or of one card in a file of several."""
    mine, its = one.written, other.written
    return mine.document is its.document and (mine.path[:2] == its.path[:2] or mine.role == its.role == TRAIT)


def _may_cause(deed: Deed, listener: ListeningText, same: bool) -> bool:
    """Whether a deed may be the event that a text waits for. On another card `this` is an ally or a rival."""
    if deed.verb != listener.text.event.verb:
        return False
    return _overlaps(deed.who, listener.who, same) and (
        deed.what is None or listener.what is None or _overlaps(deed.what, listener.what, same)
    )


def _overlaps(done: frozenset[str], awaited: frozenset[str], same: bool) -> bool:
    if same or not (done | awaited) & ANYONE:
        return bool(done & awaited)
    named = {word for word in done if word not in ANYONE} & awaited
    seen = done & ANYONE
    from_there = ANYONE if seen & OTHERS else OTHERS if seen else frozenset[str]()
    return bool(named) or bool(from_there & awaited)


def _listeners(written: WrittenRule) -> Iterator[ListeningText]:
    for whole, resolution in written.resolved:
        for text in ast.walk(whole):
            if not isinstance(text, ast.When | ast.Instead) or text.event.who is None or any(one.startswith("Once") for one in text.limits):
                continue
            who = WhoIsMeant(written, text, resolution)
            what = text.event.what
            about = who.of(what) if isinstance(what, ast.Phrase) else None
            deeds = tuple(who.deeds(text.steps, ast.THIS))
            yield ListeningText(written, text, who.of(text.event.who), about, deeds)
