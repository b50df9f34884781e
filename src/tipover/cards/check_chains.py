"""Check for texts that trigger themselves or each other endlessly (in play, TIM-8 bounds them).

The deeds of each text are compared with the events that texts wait for: which event it is, and whom it may concern, seen
from the text's own figure. What a player chooses (`do a basic action`) or dice decide (who is knocked down) is not counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tipover.cards import ast
from tipover.cards.check_refs import aim
from tipover.cards.check_text import SCENARIO, TABLE, TRAIT, Finding, WrittenRule, quoted, word_at
from tipover.cards.references import Resolution

# Whom a phrase may mean, seen from the figure of the text (in a scenario, from its side).
SELF, ALLY, RIVAL = "this", "ally", "rival"
ANYONE = frozenset((SELF, ALLY, RIVAL))
OTHERS = frozenset((ALLY, RIVAL))
FIGURES = ("figure", "character", "companion", "minion")
MOST_TEXTS = 200  # cycles are searched among this many texts of a pack; TIM-8 bounds the others
MOVES = ("move", "push", "pull")
WHERE_EVENTS = ("ends", "enters")  # whether these happen again depends on squares
REACHES = "reaches"  # a number of points is passed once, and again only after points were lost
POINTS_LOST = "points lost"  # no event: a deed after which points may be reached anew


class Deed(NamedTuple):
    """A deed of a text, described as the event that it causes."""

    verb: str  # the event, a key of EVENTS
    who: frozenset[str]  # whom it happens to, or who does it
    what: frozenset[str] | None  # the object, for `takes`, `does` and `knocks out`
    act: ast.Act  # the deed itself


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
        deed = next((deed for deed in one.deeds if _may_cause(deed, one, same=True)), None)
        if deed is not None and (one.loses_points or not one.is_passed_once):
            found.append((one.written, _self_triggering(one, deed)))
    return found + _cycles(listeners)


def _self_triggering(one: ListeningText, deed: Deed) -> Finding:
    rule, at = one.written.rule, deed.act.at
    word = word_at(rule, at)
    if isinstance(one.text, ast.Instead):
        message = f"`{word}` does the very thing that it replaces: do something else instead"
        return Finding(at, word, message)
    if one.is_passed_once:
        message = f"`{word}` may set this text off again, because points are lost here too: close it with `Once per turn.`"
        return Finding(at, word, message, warning=True)
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


# --- texts and their deeds -----------------------------------------------------------------------------------------------


def _listeners(written: WrittenRule) -> Iterator[ListeningText]:
    for whole, resolution in written.resolved:
        for text in ast.walk(whole):
            if not isinstance(text, ast.When | ast.Instead) or text.event.who is None or any(one.startswith("Once") for one in text.limits):
                continue
            who = _Who(written, text, resolution)
            what = text.event.what
            about = who.of(what) if isinstance(what, ast.Phrase) else None
            deeds = tuple(deed for step in text.steps for deed in who.deeds(step, ast.THIS))
            yield ListeningText(written, text, who.of(text.event.who), about, deeds)


class _Who:
    """Whom the phrases of one text may mean."""

    def __init__(self, written: WrittenRule, text: ast.When | ast.Instead, resolution: Resolution) -> None:
        self.role = written.role
        self.event = text.event
        self.meant = {node: one.phrase for node, one in resolution.meant.items() if one is not None}
        self.followed: set[int] = set()  # the pronouns being looked up, because a tree that nobody wrote may mean itself

    def of(self, phrase: ast.Phrase | None) -> frozenset[str]:
        """Whom a phrase may mean."""
        if phrase is None:
            return frozenset((SELF,))
        if isinstance(phrase, ast.Join):
            return frozenset[str]().union(*(self.of(part) for part in phrase.parts))
        if isinstance(phrase, ast.Ref):
            return self._of_ref(phrase)
        return frozenset[str]().union(*(self._of_noun(phrase, noun) for noun in phrase.nouns))

    def _of_ref(self, ref: ast.Ref) -> frozenset[str]:
        if ref.word in ("it", "them"):
            other = self.meant.get(id(ref))
            if other is None or id(ref) in self.followed:
                return frozenset((SELF,))
            self.followed.add(id(ref))
            found = self.of(other)
            self.followed.discard(id(ref))
            return found
        if ref.word == "you":
            return frozenset(("you",)) if self.role in (SCENARIO, TABLE) else frozenset((SELF, "you"))
        return frozenset((SELF,)) if ref.word == "this" else frozenset((ref.word,))

    def _of_noun(self, group: ast.Group, noun: str) -> frozenset[str]:
        if noun == "ally":
            return frozenset((ALLY,))
        if noun in ("rival", "target"):
            return frozenset((RIVAL,))
        if noun == "challenger":
            who = self.event.who if self.event.verb in ("challenge by", "wins", "loses", "knocks out") else None
            return frozenset((RIVAL,)) if who is None or any(node is group for node in ast.walk(who)) else self.of(who)
        if noun == "owner":
            return OTHERS
        if noun not in FIGURES:
            return frozenset((noun,))
        if "opposing" in group.adjs or any(
            one.rel == "of" and isinstance(one.arg, ast.Group) and one.arg.nouns == ("opponent",) for one in group.filters
        ):
            return frozenset((RIVAL,))
        if any(one.rel == "of" and one.arg == ast.Ref("yours") for one in group.filters):
            return frozenset((SELF, ALLY))
        return OTHERS if ast.is_other(group) or "adjacent" in group.adjs else ANYONE

    def deeds(self, step: ast.Step, doer: ast.Phrase) -> Iterator[Deed]:
        """The deeds of a step as events."""
        if isinstance(step, ast.Act):
            yield from self._deed(step, step.who if step.who is not None else doer)
        for inner in ast.inner_steps(step) if not isinstance(step, ast.When) else ():  # what a trigger that lasts does is its own
            yield from self.deeds(inner, step.who if isinstance(step, ast.May) else doer)

    def _deed(self, act: ast.Act, doer: ast.Phrase) -> Iterator[Deed]:
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
            yield from (Deed(verb, what, None, act) for verb in ("moves", "ends", "enters"))
        elif verb in ("place", "swap"):
            yield Deed("enters", what, None, act)
        elif verb == "take":
            yield Deed("takes", who, what, act)
        elif verb in ("roll", "defend"):
            yield Deed("rolls", who, None, act)
            if verb == "defend":
                yield from (Deed(one, who, None, act) for one in ("rolls to defend", "rolls in a challenge", "beaten", "withstands"))
        elif verb == "gain" and act.n is not None:
            yield Deed(REACHES, _sides(who), None, act)
        elif verb == "lose" and act.n is not None:
            yield Deed(POINTS_LOST, _sides(who), None, act)
        elif verb == "do" and act.what is not None:
            yield Deed("does", who, _actions(act.what), act)

    def _challenge(self, act: ast.Act, doer: ast.Phrase) -> Iterator[Deed]:
        who, target = self.of(doer), aim(act)
        against = self.of(target) if target is not None else frozenset((RIVAL,)) if who <= {SELF, ALLY, "you"} else ANYONE
        for verb in ("challenge by", "wins", "loses", "rolls", "rolls in a challenge", "reaches farther"):
            yield Deed(verb, who, None, act)
        for verb in ("challenged", "challenge against", "beaten", "withstands", "rolls", "rolls in a challenge", "rolls to defend"):
            yield Deed(verb, against, None, act)
        if any(word == "basic" for word, _ in act.how):
            yield Deed("does", who, frozenset(("challenge", "action")), act)


def _sides(who: frozenset[str]) -> frozenset[str]:
    """Whose points those of a doer are."""
    rivals = {RIVAL, "opponent"}
    return frozenset(("you",) if who - rivals else ()) | frozenset(("opponent",) if who & rivals else ())


def _actions(phrase: ast.Phrase) -> frozenset[str]:
    """The actions that a phrase names; a phrase that leaves the choice to a player names none."""
    return frozenset(noun for node in ast.walk(phrase) if isinstance(node, ast.Group) for noun in node.nouns)
