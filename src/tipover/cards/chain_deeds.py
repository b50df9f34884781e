"""The deeds of a text described as the events that they cause, and whom those may concern, for texts that set each other off.

What dice decide (who is knocked down) is not counted. What a player chooses is: an action that a text gives may be a move or
a challenge, again and again. Not counted are actions that use something up: abilities (tokens), items, assists, interacts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tipover.cards import ast
from tipover.cards.check_refs import aim
from tipover.cards.check_text import SCENARIO, TABLE, WrittenRule
from tipover.cards.references import Resolution

# Whom a phrase may mean, seen from the figure of the text (in a scenario, from its side).
SELF, ALLY, RIVAL = "this", "ally", "rival"
ANYONE = frozenset((SELF, ALLY, RIVAL))
OTHERS = frozenset((ALLY, RIVAL))
FIGURES = ("figure", "character", "companion", "minion")
MOVES = ("move", "push", "pull")
MOVED = ("moves", "ends", "enters")  # the events of a move
REACHES = "reaches"  # a number of points is passed once, and again only after points were lost
POINTS_LOST = "points lost"  # no event: a deed after which points may be reached anew
USED_UP = ("discard", "remove", "put")  # deeds of which there is an end: without what they need the text ends (ABI-4)
COSTS = (*USED_UP, "lose", "exhaust", "knock")  # of a `may A to B`, which is offered only when A can be done in full
FREE_ACTIONS = ("move", "challenge")  # the basic actions that use nothing up


class Deed(NamedTuple):
    """A deed of a text, described as the event that it causes."""

    verb: str  # the event, a key of EVENTS
    who: frozenset[str]  # whom it happens to, or who does it
    what: frozenset[str] | None  # the object, for `takes`, `does` and `knocks out`
    act: ast.Act  # the deed itself
    is_chosen: bool = False  # whether a player chooses it among the actions that the text gives


class WhoIsMeant:
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

    def deeds(self, steps: tuple[ast.Step, ...], doer: ast.Phrase) -> Iterator[Deed]:
        """The deeds of steps as events, up to a step that uses something up: what follows it comes to an end."""
        for step in steps:
            if isinstance(step, ast.Act):
                yield from self._deed(step, step.who if step.who is not None else doer)
                if step.verb in USED_UP:
                    return
            if isinstance(step, ast.When):  # what a trigger that lasts does is its own
                continue
            if isinstance(step, ast.May):
                yield from self.deeds(step.cost, step.who)
                if not any(isinstance(one, ast.Act) and one.verb in COSTS for one in step.cost):
                    yield from self.deeds(step.steps, step.who)
            elif isinstance(step, ast.Or):
                for way in step.options:
                    yield from self.deeds((way,), doer)
            elif isinstance(step, ast.If):
                yield from self.deeds(step.steps, doer)
                yield from self.deeds(step.other, doer)
            else:
                yield from self.deeds(ast.inner_steps(step), doer)

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
            yield from (Deed(verb, what, None, act) for verb in MOVED)
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
            yield from self._given(act, doer, given_actions(act.what))

    def _given(self, act: ast.Act, doer: ast.Phrase, actions: frozenset[str]) -> Iterator[Deed]:
        """What a given action is and may cause whatever the dice; against one figure they end it, for it is knocked out at last."""
        who, is_chosen = self.of(doer), "action" in actions
        yield Deed("does", who, actions, act, is_chosen)
        if "move" in actions:
            yield from (Deed(verb, who, None, act, True) for verb in MOVED)
        if "challenge" in actions:
            yield from (Deed(verb, who, None, act, True) for verb in ("challenge by", "rolls", "rolls in a challenge"))

    def _challenge(self, act: ast.Act, doer: ast.Phrase) -> Iterator[Deed]:
        who = self.of(doer)
        for verb in ("challenge by", "wins", "loses", "rolls", "rolls in a challenge", "reaches farther"):
            yield Deed(verb, who, None, act)
        for verb in ("challenged", "challenge against", "beaten", "withstands", "rolls", "rolls in a challenge", "rolls to defend"):
            yield Deed(verb, self._against(act, who), None, act)
        if any(word == "basic" for word, _ in act.how):
            yield Deed("does", who, frozenset(("challenge", "challenge action", "action")), act)

    def _against(self, act: ast.Act, who: frozenset[str]) -> frozenset[str]:
        """Whom a challenge may be against."""
        target = aim(act)
        return self.of(target) if target is not None else frozenset((RIVAL,)) if who <= {SELF, ALLY, "you"} else ANYONE


def _sides(who: frozenset[str]) -> frozenset[str]:
    """Whose points those of a doer are."""
    rivals = {RIVAL, "opponent"}
    return frozenset(("you",) if who - rivals else ()) | frozenset(("opponent",) if who & rivals else ())


def given_actions(phrase: ast.Phrase) -> frozenset[str]:
    """The actions that a phrase gives, as nouns; of those that are left to a player to choose the ones that use nothing up."""
    found: set[str] = set()
    parts = phrase.parts if isinstance(phrase, ast.Join) else (phrase,)
    for group in (part for part in parts if isinstance(part, ast.Group)):
        found |= _chosen_actions(group) if {"action", "extra action"} & {*group.nouns} else {*group.nouns}
    return frozenset(found | ({"challenge action"} if "challenge" in found else set()))


def _chosen_actions(group: ast.Group) -> set[str]:
    barred = {noun for one in group.filters if one.rel == "other than" and isinstance(one.arg, ast.Group) for noun in one.arg.nouns}
    left = {*FREE_ACTIONS} - barred
    return left | {"action"} if left else set()
