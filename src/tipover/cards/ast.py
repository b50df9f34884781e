"""The syntax tree of the card language: seventeen kinds of node, all immutable, comparable and hashable.

Every node has its position in the rule in `at`; phrases have the slots that `resolve` gives them. Equality ignores both. The words in the fields are keys of the tables in
`vocabulary.py`; names that packs declare are capitalised and carry their class (`Energy token`).
"""

from __future__ import annotations

import copyreg
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias, cast, get_args


class TextPosition(NamedTuple):
    """A position in the text of a rule."""

    offset: int  # characters before it
    line: int  # its line, from 1
    column: int  # its column, from 1


NOWHERE: Final = TextPosition(-1, 0, 0)


# --- Phrases: who and what -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ref:
    """A word or name that refers to one thing by itself."""

    word: str  # `this`, `this card`, `it`, `them`, `you`, `yours` (only after `of`), or a name without an article (a proper name)
    at: TextPosition = field(default=NOWHERE, compare=False, repr=False)
    slot: int = field(default=-1, compare=False, repr=False)  # of a pronoun: where what it means is kept; of a name: where it is kept


@dataclass(frozen=True, slots=True)
class Group:
    """A noun and what restricts it: `each knocked-down ally within 2`."""

    det: Det  # a key of DETERMINERS (`all` is the bare plural, `any` is `any number of`), n, ("up to", n), ("or more", n), or the owner
    adjs: tuple[str, ...]  # keys of ADJECTIVES, in the order of the text
    nouns: tuple[str, ...]  # keys of NOUNS or declared names, joined by `or`; they share all other fields: `an ally or token within 3`
    filters: tuple[Filter, ...] = ()  # relations; the owner (`of`) comes first, `nearest to` last
    at: TextPosition = field(default=NOWHERE, compare=False, repr=False)
    slot: int = field(default=-1, compare=False, repr=False)  # where the one thing it means is kept for later words; of `that`: read there
    group_slot: int = field(default=-1, compare=False, repr=False)  # the same for several things; of `those`: read there
    excluded: tuple[int, ...] = field(default=(), compare=False, repr=False)  # of `another`: the slots of what it must not be
    excluded_groups: tuple[int, ...] = field(default=(), compare=False, repr=False)  # the same for several things


@dataclass(frozen=True, slots=True)
class Join:
    """Two or more phrases joined by the same word; only the last may have filters."""

    word: str  # `and` or `or`
    parts: tuple[Ref | Group, ...]
    at: TextPosition = field(default=NOWHERE, compare=False, repr=False)
    slot: int = field(default=-1, compare=False, repr=False)  # where the one thing it means is kept for later words


@dataclass(frozen=True, slots=True)
class Filter:
    """A relation: `within 3 of X`, `not adjacent to X`, `on the 2 of X`."""

    rel: str  # a key of RELATIONS; in a condition also one of STATES, or `a` (is one)
    arg: Phrase | EventClause | None = None  # what it relates to; an event only after `where`
    n: int | None = None  # the number of `within` and of `on the 2 of X`
    neg: bool = False  # whether `not` precedes it
    at: TextPosition = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Num:
    """A number as a sum of terms."""

    terms: tuple[Term, ...]
    """(k, "flat", None), (k, "each", Group), (k, "time", EventClause), (k, "if", Cond) or (1, "highest", Phrase).

    The first is flat, each, time or highest; a further one (`, plus …`) is each, time, if or highest.
    """
    at: TextPosition = field(default=NOWHERE, compare=False, repr=False)


# --- Facts: what holds, what happens, what changes -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cond:
    """A condition."""

    op: str
    """`wins`, `loses`, `match` (no operands); `is` (a, filters); `has`, `carries`, `most` (a, Group); `exists`, `aside` (b: Group);
    `total` (b: Num, or more); `happened` (b: EventClause); `and` (a, b: Cond, nested to the left)."""
    a: Phrase | Cond | None = None  # the left operand
    b: Phrase | Cond | Num | EventClause | tuple[Filter, ...] | None = None  # the right operand
    at: TextPosition = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class EventClause:
    """What a text waits for or counts: something that happens, or a moment of the round."""

    time: str  # `at`, `when`, `after`, `before`, `until` or `instead`; `turn` or `round` where past events are counted or located
    verb: str  # a key of EVENTS, or of MOMENTS (then there is no subject)
    who: Phrase | None = None  # the subject; of `challenge by` and `challenge against` the phrase after it
    what: Phrase | Num | tuple[Filter, ...] | None = None  # the object; of `ends` relations, of `reaches` a number of points
    at: TextPosition = field(default=NOWHERE, compare=False, repr=False)
    slot: int = field(default=-1, compare=False, repr=False)  # of `its turn`: where the one whose turn it is is kept


@dataclass(frozen=True, slots=True)
class Change:
    """What a standing rule changes. The entry of its verb in CHANGES says which fields are used."""

    verb: str  # a key of CHANGES
    who: Phrase | None = None  # whom it applies to
    n: Num | None = None  # by how much
    what: Phrase | None = None  # what it is about: an action, a kind of figure, …
    how: tuple[How, ...] = ()  # further words with their arguments, as in Act
    steps: tuple[Step, ...] = ()  # of `offer`: a May, then the sentences after it
    at: TextPosition = field(default=NOWHERE, compare=False, repr=False)


# --- Steps: what is done -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Act:
    """A deed. The entry of its verb in VERBS says which fields are used."""

    verb: str  # a key of VERBS
    who: Phrase | None = None  # the doer; None stands for `this` (in a scenario, the side) or for the subject of the May around it
    what: Phrase | None = None  # the object
    n: Num | None = None  # the number of squares or dice; of `gain` and `lose`, of points
    to: Phrase | tuple[Filter, ...] | None = None  # the destination or receiver; relations only for `place`
    how: tuple[How, ...] = ()  # further words with their arguments, in the order of VERBS
    body: tuple[Step, ...] = ()  # the steps of `control`; of a way of `Choose one` those after its deed
    at: TextPosition = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class May:
    """`X may A to B`: X is asked."""

    who: Phrase  # who is asked
    cost: tuple[Step, ...]  # A, if B is had for it; otherwise empty
    steps: tuple[Step, ...]  # B, or A if it costs nothing
    at: TextPosition = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Or:
    """A choice between deeds; those with different doers are separated by a comma.

    If one of them has a body, the steps to be done after it, all are ways of `Choose one: …; or …`.
    """

    options: tuple[Act, ...]  # the alternatives, at least two
    is_for_all: bool = False  # of several who do the same: `Choose one: each ally moves 1; or each ally stands up.` is one choice for all
    at: TextPosition = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class If:
    """`If COND, …. Otherwise, ….`"""

    cond: Cond
    steps: tuple[Step, ...]  # what is done if it holds
    other: tuple[Step, ...] = ()  # what is done otherwise; always empty inside another step
    at: TextPosition = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Loop:
    """`3 times: …` or `For each X: …`."""

    over: Num | Group  # a flat number, or a group with `each`
    steps: tuple[Step, ...]  # what is repeated
    at: TextPosition = field(default=NOWHERE, compare=False, repr=False)


# --- Texts ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Do:
    """A program: what an ability or item does."""

    steps: tuple[Step, ...]  # its sentences
    limits: tuple[str, ...] = ()  # entries of LIMITS, in that order
    at: TextPosition = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class When:
    """A trigger: a program that runs When, After, At or Before an event.

    As a text it has no `until`; as a step of a program (`Until …, after …, …`) it has `until` and no limits.
    """

    event: EventClause  # what it waits for
    steps: tuple[Step, ...]  # its sentences; as a step, what `, then` joins
    limits: tuple[str, ...] = ()  # entries of LIMITS, in that order
    until: EventClause | None = None  # when it no longer waits
    at: TextPosition = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Instead:
    """A replacement: the program runs, and the event does not happen."""

    event: EventClause  # what is replaced
    steps: tuple[Step, ...]  # its sentences
    limits: tuple[str, ...] = ()  # entries of LIMITS, in that order
    at: TextPosition = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class While:
    """A standing rule. As a text it has no `until`; as a step of a program it has `until` and no limits."""

    cond: Cond | None  # when it applies; None is always
    change: Change  # what it changes
    until: EventClause | None = None  # when it ends
    limits: tuple[str, ...] = ()  # entries of LIMITS, in that order
    at: TextPosition = field(default=NOWHERE, compare=False, repr=False)


Phrase: TypeAlias = Ref | Group | Join
Det: TypeAlias = "str | int | tuple[str, int] | Ref | Group"
Term: TypeAlias = "tuple[int, str, Phrase | EventClause | Cond | None]"
How: TypeAlias = "tuple[str, Phrase | int | tuple[Filter, ...] | None]"
Step: TypeAlias = Act | May | Or | If | Loop | While | When
Text: TypeAlias = Do | When | Instead | While
Lasting: TypeAlias = While | When
Node: TypeAlias = Text | Step | Phrase | Filter | Num | Cond | EventClause | Change

YOU: Final = Ref("you")
THIS: Final = Ref("this")

# The fields of each kind of node that may contain nodes, in the order of the text as far as the tree keeps it.
NODE_FIELDS: Final[dict[type, list[str]]] = {
    Do: ["steps"],
    When: ["until", "event", "steps"],
    Instead: ["event", "steps"],
    While: ["until", "cond", "change"],
    Act: ["who", "what", "n", "to", "how", "body"],
    May: ["who", "cost", "steps"],
    Or: ["options"],
    If: ["cond", "steps", "other"],
    Loop: ["over", "steps"],
    Ref: [],
    Group: ["det", "filters"],
    Join: ["parts"],
    Filter: ["arg"],
    Num: ["terms"],
    Cond: ["a", "b"],
    EventClause: ["who", "what"],
    Change: ["who", "n", "what", "how", "steps"],
}


def _remade(node: object) -> tuple[type, tuple[object, ...]]:
    """How a node is pickled: by making it again. (What dataclasses do cannot be done with a compiled class.)"""
    return type(node), tuple(getattr(node, name) for name in _ALL_FIELDS[type(node)])


_ALL_FIELDS: Final[dict[type, list[str]]] = {kind: list(kind.__annotations__) for kind in get_args(Node)}
for _kind in get_args(Node):
    copyreg.pickle(_kind, _remade)


def walk(node: Node) -> Iterator[Node]:
    """A node and all its descendants, in the order of the text.

    With a list of those to come instead of a generator in each: a text is asked many things, and each walks through all of it.
    """
    ahead: list[Node] = [node]
    while ahead:
        one = ahead.pop()
        yield one
        below: list[Node] = []
        for name in NODE_FIELDS[type(one)]:
            if value := getattr(one, name):
                _add_nodes(value, below)
        below.reverse()
        ahead += below


def walk_value(value: object) -> Iterator[Node]:
    """All nodes in the value of a field: a node with its descendants, or those of a tuple; anything else has none."""
    found: list[Node] = []
    _add_nodes(value, found)
    for node in found:
        yield from walk(node)


def _add_nodes(value: object, found: list[Node]) -> None:
    """Add the nodes that the value of a field is made of, without their descendants."""
    if isinstance(value, tuple):
        for one in value:
            if one is not None:
                _add_nodes(one, found)
    elif type(value) in NODE_FIELDS:
        found.append(cast("Node", value))


def has_text(texts: tuple[Text, ...], text: Text) -> bool:
    """Whether a text is one of these, or a rule or trigger that one of them begins with `Until`."""
    return any(own is text or any(node is text for node in walk(own)) for own in texts)


def steps_of(text: Text) -> tuple[Step, ...]:
    """The steps of a text; of an offered action, those of the offer."""
    return text.change.steps if isinstance(text, While) else text.steps


def inner_steps(step: Step) -> tuple[Step, ...]:
    """The steps directly inside a step."""
    if isinstance(step, Act):
        return step.body
    if isinstance(step, Or):
        return step.options
    if isinstance(step, May):
        return (*step.cost, *step.steps)
    if isinstance(step, If):
        return (*step.steps, *step.other)
    return step.steps if isinstance(step, Loop | When) else ()


def shared_doer(step: Or) -> Phrase | None:
    """The one doer of all alternatives, who chooses among them: `Each ally moves 1 or stands up.`; None if they differ or name none."""
    who = step.options[0].who if not step.is_for_all else None
    return who if all(one.who == who and not one.body for one in step.options) else None


def text_position(text: str, offset: int) -> TextPosition:
    """The position of an offset in a text."""
    return TextPosition(offset, text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset))


def is_basic_offer(text: Text) -> bool:
    """Whether a text offers a basic action: `As a basic action, a character may …` (ACT-8)."""
    return (
        isinstance(text, While)
        and text.change.verb == "offer"
        and isinstance(text.change.what, Group)
        and text.change.what.nouns == ("action",)
    )


def is_other(group: Group) -> bool:
    """Whether a phrase leaves out what the text has chosen or targeted before: `another`, `other`, `a different`."""
    return group.det == "another" or "other" in group.adjs or (group.det == "a" and "different" in group.adjs)


def is_of_those(group: Group) -> bool:
    """Whether a phrase is `each of those rivals` or `one of those rivals`: each, or one, that is none other than those."""
    first = group.filters[0] if len(group.filters) == 1 and group.det in ("each", "a") else None
    return first is not None and first.neg and first.rel == "other than" and isinstance(first.arg, Group) and first.arg.det == "those"


def chosen_by(group: Group) -> Det:
    """The determiner by which things of a phrase are picked: of `each rival's item` `each`, of `an opponent's character` and `its item` `a`.

    What is `theirs` is of all of them.
    """
    if isinstance(group.det, Ref):
        return "all" if group.det.word == "them" else "a"
    if isinstance(group.det, Group):
        return "each" if is_plural_det(group.det.det) or group.det.det == "each" else "a"
    return group.det


def is_several(phrase: Phrase | None) -> bool:
    """Whether a phrase means more than one thing, taken one after another."""
    if isinstance(phrase, Group):
        return phrase.det in ("each", "all", "any") or isinstance(phrase.det, tuple) or (isinstance(phrase.det, int) and phrase.det > 1)
    if isinstance(phrase, Join):
        return phrase.word == "and" or any(is_several(part) for part in phrase.parts)
    return phrase is not None and phrase.word == "them"


def is_plural(phrase: Phrase) -> bool:
    """Whether the verb after a phrase is plural; after `or` the last part decides."""
    if isinstance(phrase, Ref):
        return phrase.word in ("you", "them")
    if isinstance(phrase, Join):
        return phrase.word == "and" or is_plural(phrase.parts[-1])
    return is_plural_det(phrase.det)


def is_plural_det(det: Det) -> bool:
    """Whether the nouns after a determiner are plural."""
    if isinstance(det, int):
        return det != 1
    if isinstance(det, tuple):
        return det[0] == "or more" or det[1] != 1
    return det in ("all", "any", "those")


def depth(phrase: Phrase) -> int:
    """The depth to which noun phrases nest: a group is one deeper than the deepest phrase in its filters or owner."""
    if isinstance(phrase, Ref):
        return 0
    if isinstance(phrase, Join):
        return max(depth(part) for part in phrase.parts)
    owner = depth(phrase.det) if isinstance(phrase.det, Ref | Group) else 0
    return 1 + max(owner, depth_of_filters(phrase.filters))


def depth_of_filters(filters: tuple[Filter, ...]) -> int:
    """The depth of the deepest phrase in relations."""
    found = [0]
    for one in filters:
        for part in (one.arg.who, one.arg.what) if isinstance(one.arg, EventClause) else (one.arg,):
            if isinstance(part, tuple):
                found.append(depth_of_filters(part))
            elif part is not None and not isinstance(part, Num):
                found.append(depth(part))
    return max(found)
