"""What the words of a text refer to: things that it introduces, and pronouns that mean them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from tipover.cards.ast import Cond, Filter, Group, Join, Phrase, Ref, TextPosition
from tipover.cards.phrase_kinds import Kind
from tipover.cards.vocabulary import STATES

HEAD, INNER = range(2)  # a subject or object; a thing in a relation of one
# Where something is named that a reader could take a pronoun for which means `this`: chosen by the same deed; in the condition of a
# standing rule; in what a rule or trigger that lasts ends with; before it in the same phrase, event or condition; by an `each` that is over.
IN_DEED, IN_CONDITION, IN_UNTIL, IN_PHRASE, IN_EACH = "deed", "condition", "until", "phrase", "each"


@dataclass(eq=False)
class Introduced:
    """A thing, or a group of things, that later words may refer to."""

    phrase: Phrase  # the words that introduce it
    kinds: Kind  # what it may be
    description: str  # the words of the card for it
    clause: int  # the number of its clause
    rank: int = HEAD  # whether it is a subject or object, or a thing inside a relation
    is_group: bool = False  # whether it is several things
    is_optional: bool = False  # whether the part of the text that introduced it may have been left out
    is_used: bool = False  # whether anything refers to it
    is_of_event: bool = False  # whether the event that the text waits for named it
    doer: Introduced | None = None  # who did the deed that introduced it, if that was named: `An ally pushes a rival 1.`
    head: Introduced | None = None  # what the condition that introduced it is said of: `if it is adjacent to an ally`
    ways: dict[int, int] = field(default_factory=dict)  # of each fork of the text around it, the number of its way
    twin: Introduced | None = None  # what an earlier way of a fork named with the same words: kept as one thing
    slot: int = -1  # where it is kept; -1 if nothing refers to it

    def is_other_way(self, other: Introduced) -> bool:
        """Whether it and another are named in different ways of one fork, so that only one of them is there."""
        return any(other.ways.get(fork, way) != way for fork, way in self.ways.items())

    @property
    def noun(self) -> str:
        """Its noun, for `that NOUN`."""
        last = self.phrase.parts[-1] if isinstance(self.phrase, Join) else self.phrase
        return last.nouns[-1] if isinstance(last, Group) else last.word


@dataclass(frozen=True)
class Reference:
    """A word of a text that refers to something, and what it refers to."""

    at: TextPosition  # where it is
    word: str  # `it`, `them`, `that` or `those`; also for `its` and `their`
    meant: Introduced | None  # what it refers to; None is `this` for `it`, and nothing for the others
    also: Introduced | None = None  # what it could mean just as well: then the text is refused
    unfit: Introduced | None = None  # the last thing before it, if nothing before it fits: then the text is refused
    or_this: bool = False  # whether it could mean `this` just as well, to which the event happens: refused too
    beside: Phrase | None = None  # something named around it, if it means `this` and could be read as that: refused too
    beside_in: str = ""  # what named that: one of IN_DEED, IN_CONDITION, IN_UNTIL, IN_PHRASE, IN_EACH

    @property
    def description(self) -> str:
        """What it refers to, in the words of the card."""
        return self.meant.description if self.meant is not None else "this" if self.word == "it" else "nothing"


@dataclass
class Resolution:
    """What was found in a text."""

    references: list[Reference] = field(default_factory=list)  # the pronouns in order
    meant: dict[int, Introduced | None] = field(default_factory=dict)  # what each pronoun node (by its id) refers to; None is `this`
    unfit: dict[int, Introduced] = field(
        default_factory=dict
    )  # of a pronoun node (by its id) that nothing before it fits: the last thing named
    introduced: dict[int, Introduced] = field(default_factory=dict)  # what each phrase node (by its id) introduces, apart from the elements
    elements: dict[int, Introduced] = field(default_factory=dict)  # the current one of each phrase with `each` (by its id)
    known: list[Introduced] = field(default_factory=list)  # everything introduced, in order
    excluded: dict[int, list[Introduced]] = field(
        default_factory=dict
    )  # what each `another` (by the id of its phrase) excludes besides `this`; and each `ally` of whom an action is offered to (ALY-1)
    repeated: dict[int, Introduced] = field(default_factory=dict)  # all that an `another` inside a loop has given so far
    ends_with: dict[int, Phrase] = field(
        default_factory=dict
    )  # whom the end of a trigger that lasts names, by the id of the trigger's event
    gone_by: dict[int, Phrase] = field(
        default_factory=dict
    )  # the `each` that is over and could be meant by an `its turn` of `this`, by the id of that event


def is_of_noun(one: Introduced, noun: str) -> bool:
    """Whether `that NOUN` can mean a thing: it was introduced with that noun, or a name of that class."""
    if isinstance(one.phrase, Join):
        nouns = [word for part in one.phrase.parts for word in (part.nouns if isinstance(part, Group) else (part.word,))]
    else:
        nouns = list(one.phrase.nouns) if isinstance(one.phrase, Group) else [one.phrase.word]
    return any(word == noun or word.endswith(f" {noun}") for word in nouns)


def latest(fitting: list[Introduced]) -> tuple[Introduced | None, Introduced | None]:
    """The thing that a pronoun means among those that fit, and another that it could mean as well."""
    if not fitting:
        return None, None
    last = max(one.clause for one in fitting)
    here = [one for one in fitting if one.clause == last]
    heads = [one for one in here if one.rank == HEAD] or here
    meant = heads[-1]
    also = next((one for one in reversed(heads[:-1]) if one.description != meant.description), None)
    if also is None and meant.is_optional:
        also = next((one for one in reversed(fitting) if not one.is_optional and one.clause < last), None)
        also = also or next((one for one in reversed(fitting) if one.description != meant.description and one.is_other_way(meant)), None)
    return meant, also


def quantity_of(phrase: Phrase) -> int:
    """How many things a phrase means: one, or several."""
    if isinstance(phrase, Join):
        return 1 if phrase.word == "or" else 2
    return 2 if isinstance(phrase, Group) and (phrase.det in ("each", "all", "any") or isinstance(phrase.det, tuple)) else 1


def those_meeting(cond: Cond) -> Group | None:
    """All of whom a condition is true, as one phrase: of `2 or more rivals are adjacent to this` the rivals adjacent to this; None if there is none."""
    of, relations = cond.a, cond.b
    if not isinstance(of, Group):
        return None
    if cond.op == "has" and isinstance(relations, Ref | Group):
        return replace(of, filters=(*of.filters, Filter("with", relations, at=cond.at)))
    if cond.op != "is" or not isinstance(relations, tuple) or any(one.rel == "a" for one in relations):
        return None
    states = tuple(STATES[one.rel] for one in relations if one.rel in STATES)
    return replace(of, adjs=(*of.adjs, *states), filters=(*of.filters, *(one for one in relations if one.rel not in STATES)))


def one_by_one(who: Phrase) -> Group | None:
    """The part of a subject that is done one after another: `each ally`, also in `this and each ally`."""
    for part in who.parts if isinstance(who, Join) else (who,):
        if isinstance(part, Group) and part.det == "each":
            return part
    return None


def relations_of(node: object) -> tuple[Filter, ...]:
    if isinstance(node, Group):
        return node.filters
    if isinstance(node, Join):
        return tuple(one for part in node.parts for one in relations_of(part))
    return node if isinstance(node, tuple) else ()
