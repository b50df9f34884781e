"""The syntax tree of the card language: seventeen kinds of node, frozen, comparable, hashable.

Every node keeps its place in the text in `at`, which does not count for equality. The closed sets of words that stand in
the fields are the tables of `vocabulary.py`; names declared by packs stand capitalised, with their class (`Energy token`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias


class Place(NamedTuple):
    """Where something stands in a rule: the offset from 0, line and column from 1."""

    offset: int
    line: int
    column: int


NOWHERE = Place(-1, 0, 0)


# --- Phrases: who and what -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ref:
    """`this`, `this card`, `it`, `them`, `you`, `yours` (after `of` only), or a name that stands bare (`Drogon`, `The List`)."""

    word: str
    at: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Group:
    """A noun with what narrows it: `each knocked-down ally within 2`."""

    det: Det  # a another each the no all(bare plural) any(number of) · n · ("up to", n) · ("or more", n) · the possessor
    adjs: tuple[str, ...]  # of ADJECTIVES, as written
    nouns: tuple[str, ...]  # of NOUNS or declared, joined by `or`, sharing all else: `an ally or token within 3`
    filters: tuple[Filter, ...] = ()  # the owner (`of`) first, `nearest to` last
    at: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Join:
    """Two or more phrases joined by one word, `and` or `or`; only the last has filters."""

    word: str
    parts: tuple[Ref | Group, ...]
    at: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Filter:
    """A relation: `within 3 of X`, `not adjacent to X`, `on the 2 of X`; in a condition also a state or `a` (is one)."""

    rel: str  # of RELATIONS; of STATES or `a` in a condition
    arg: Phrase | Event | None = None  # an Event for `where` only
    n: int | None = None  # of `within`, and of `on the 2 of X`
    neg: bool = False
    at: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Num:
    """A number with its parts: (k, flat, None) (k, each, Group) (k, time, Event) (k, if, Cond) (1, highest, Phrase).

    The first part is flat, each, time or highest; each further one (`, plus …`) each, time, if or highest.
    """

    terms: tuple[Term, ...]
    at: Place = field(default=NOWHERE, compare=False, repr=False)


# --- Facts: what is so, what happens, what changes -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cond:
    """A condition; by op: wins loses match (nothing) · is (a, filters) · has most (a, Group) · exists aside (b: Group)
    · total (b: Num, or more) · and (a, b: Cond, nested to the left)."""

    op: str
    a: Phrase | Cond | None = None
    b: Phrase | Cond | Num | tuple[Filter, ...] | None = None
    at: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happens (verb of EVENTS, with its subject) or a moment of the round (verb of MOMENTS, no subject).

    `challenge by`, `challenge against`: who is the X after it. `ends`: what are filters; `reaches`: what is a Num of points.
    """

    time: str  # at when after before until instead; turn, round: how often or where it happened
    verb: str
    who: Phrase | None = None
    what: Phrase | Num | tuple[Filter, ...] | None = None
    at: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Change:
    """What a standing rule changes; verb of CHANGES, which says the fields used. `how`: (word, argument) pairs as in Act."""

    verb: str
    who: Phrase | None = None
    n: Num | None = None
    what: Phrase | None = None
    how: tuple[How, ...] = ()
    steps: tuple[Step, ...] = ()  # of `offer`: a May, then the sentences after it
    at: Place = field(default=NOWHERE, compare=False, repr=False)


# --- Steps: what is done -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Act:
    """A deed; verb of VERBS, which says the fields used. who None: `this` (in a scenario the side), or the May around it."""

    verb: str
    who: Phrase | None = None
    what: Phrase | None = None
    n: Num | None = None  # gain, lose: of points
    to: Phrase | tuple[Filter, ...] | None = None  # filters for `place` only
    how: tuple[How, ...] = ()  # in the order of VERBS
    body: tuple[Step, ...] = ()  # of `control`
    at: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class May:
    """`X may A to B`: X is asked; cost is A if something is had for it, else empty."""

    who: Phrase
    cost: tuple[Step, ...]
    steps: tuple[Step, ...]
    at: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Or:
    """One of several deeds; doers that differ are kept apart by a comma."""

    options: tuple[Act, ...]
    at: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class If:
    """`If COND, …. Otherwise, ….`; other is empty inside another step."""

    cond: Cond
    steps: tuple[Step, ...]
    other: tuple[Step, ...] = ()
    at: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Loop:
    """`3 times: …` (a flat Num) or `For each X: …` (a Group with `each`)."""

    over: Num | Group
    steps: tuple[Step, ...]
    at: Place = field(default=NOWHERE, compare=False, repr=False)


# --- Texts ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Do:
    """A program."""

    steps: tuple[Step, ...]
    limits: tuple[str, ...] = ()  # of LIMITS, in that order
    at: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class When:
    """A trigger: When, After, At or Before an event, a program."""

    event: Event
    steps: tuple[Step, ...]
    limits: tuple[str, ...] = ()
    at: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Instead:
    """A replacement: the event does not happen, the program is done."""

    event: Event
    steps: tuple[Step, ...]
    limits: tuple[str, ...] = ()
    at: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class While:
    """A standing rule. As a text it has no `until`; as a step of a program it has one, and no limits."""

    cond: Cond | None
    change: Change
    until: Event | None = None
    limits: tuple[str, ...] = ()
    at: Place = field(default=NOWHERE, compare=False, repr=False)


Phrase: TypeAlias = Ref | Group | Join
Det: TypeAlias = "str | int | tuple[str, int] | Ref | Group"
Term: TypeAlias = "tuple[int, str, Phrase | Event | Cond | None]"
How: TypeAlias = "tuple[str, Phrase | int | tuple[Filter, ...] | None]"
Step: TypeAlias = Act | May | Or | If | Loop | While
Text: TypeAlias = Do | When | Instead | While
Node: TypeAlias = Text | Step | Phrase | Filter | Num | Cond | Event | Change

YOU = Ref("you")
THIS = Ref("this")


def is_plural(phrase: Phrase) -> bool:
    """Whether a phrase takes the plural verb; `you` does, a pair joined by `or` follows its last part."""
    if isinstance(phrase, Ref):
        return phrase.word in ("you", "them")
    if isinstance(phrase, Join):
        return phrase.word == "and" or is_plural(phrase.parts[-1])
    return is_plural_det(phrase.det)


def is_plural_det(det: Det) -> bool:
    """Whether the nouns after a determiner stand in the plural."""
    if isinstance(det, int):
        return det != 1
    if isinstance(det, tuple):
        return det[0] == "or more" or det[1] != 1
    return det in ("all", "any")


def depth(phrase: Phrase) -> int:
    """How deep noun phrases nest: a group counts one more than the deepest phrase in its filters or possessor."""
    if isinstance(phrase, Ref):
        return 0
    if isinstance(phrase, Join):
        return max(depth(part) for part in phrase.parts)
    owner = depth(phrase.det) if isinstance(phrase.det, Ref | Group) else 0
    return 1 + max(owner, depth_of_filters(phrase.filters))


def depth_of_filters(filters: tuple[Filter, ...]) -> int:
    """The deepest phrase in relations."""
    found = [0]
    for one in filters:
        for part in (one.arg.who, one.arg.what) if isinstance(one.arg, Event) else (one.arg,):
            if isinstance(part, tuple):
                found.append(depth_of_filters(part))
            elif part is not None and not isinstance(part, Num):
                found.append(depth(part))
    return max(found)
