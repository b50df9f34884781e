"""What one step of a text changes, what it depends on, and which changes come to the same in whatever order (TIM-7)."""

from __future__ import annotations

from typing import Final, NamedTuple

from tipover.cards import program as ops
from tipover.cards.ast import Act, EventClause, Filter, Group, Node, Num, Ref, walk
from tipover.cards.catalog import COLOURS
from tipover.cards.program import Step
from tipover.cards.relation_words import ALIGNED
from tipover.cards.vocabulary import REFS, STATES
from tipover.engine.phrases.nouns import TOKEN_NOUNS, names_figures, names_map

# What a step can change or depend on. Pieces and cards go by their own names besides.
POINTS: Final = "points"
TOKENS: Final = "tokens"
WHERE: Final = "where"
WHO: Final = "who"
MINIONS: Final = "minions"
BODIES: Final = "bodies"
PIECES: Final = "pieces"
COUNTS: Final = "counts"
ANYTHING: Final = "anything"
Matters = frozenset[str]

# How something is changed: in any way, by adding or taking away a number, or of one figure alone.
ADDED: Final = "+"
TAKEN: Final = "-"


class Changed(NamedTuple):
    """Something that is changed, and how: added to, taken from, or the name of the only figure whose it is; empty for any way."""

    thing: str
    how: str = ""


_OF_VERB: Final = {
    "move": (WHERE,), "push": (WHERE,), "pull": (WHERE,), "swap": (WHERE,), "place": (WHERE, MINIONS),
    "stand": (BODIES,), "exhaust": (BODIES,), "refresh": (BODIES,), "choose": (),
}  # fmt: skip
_OF_PIECES: Final = ("gain", "lose", "give", "take", "discard", "play", "flip")
_OF_PLACES: Final = ("within", "adjacent to", "in sight", *ALIGNED, "in", "nearest to", "as near as possible to")
_GENERAL: Final = ("token", "marker", "item", "card", "thing", "point marker")
COLOURED: Final = frozenset(f"{colour} token" for colour in COLOURS)


def things_of(changes: frozenset[Changed]) -> Matters:
    """The things that are changed, in whatever way."""
    return frozenset([change.thing for change in changes])


def clash(changes: frozenset[Changed], others: frozenset[Changed]) -> bool:
    """Whether the order of such changes can matter: two that only add, or only take away, or are of two figures, commute."""
    return any(touches(frozenset([one.thing]), frozenset([two.thing])) for one in changes for two in others if not _commute(one, two))


def _commute(one: Changed, two: Changed) -> bool:
    if one.thing != two.thing or not one.how or not two.how:
        return False
    return one.how == two.how if one.how in (ADDED, TAKEN) else one.how != two.how and two.how not in (ADDED, TAKEN)


def touches(changes: Matters, others: Matters) -> bool:
    """Whether something is among the others, by its own name or a general one."""
    if not changes or not others:
        return False
    if ANYTHING in changes or (ANYTHING in others and changes):
        return True
    if changes & others:
        return True
    own = {POINTS, TOKENS, WHERE, WHO, MINIONS, BODIES, COUNTS}
    return (PIECES in changes and bool(others - own)) or (PIECES in others and bool(changes - own))


# What each step changes and depends on, by its identity: the hash of a step walks through its whole tree.
_KNOWN_STEPS: Final[dict[int, tuple[Step, tuple[frozenset[Changed], Matters]]]] = {}
_MOST_KNOWN: Final = 1024


def of_step(step: Step) -> tuple[frozenset[Changed], Matters]:
    """What one step changes and depends on (cached)."""
    known = _KNOWN_STEPS.get(id(step))
    if known is None:
        if len(_KNOWN_STEPS) >= _MOST_KNOWN:
            _KNOWN_STEPS.clear()
        known = _KNOWN_STEPS[id(step)] = (step, _found_in(step))
    return known[1]


def _found_in(step: Step) -> tuple[frozenset[Changed], Matters]:
    changes: set[Changed] = set()
    reads: set[str] = set()
    for part in (step.phrase, step.cond, step.num, *_parts(step.act)):
        for node in walk(part) if part is not None else ():
            reads |= of_node(node)
    if step.op in (ops.CONTROL, ops.LASTING):
        changes.add(Changed(ANYTHING))
    if step.op == ops.DO and step.act is not None:
        changes |= _changes(step.act)
        reads |= {WHERE} if Changed(WHERE) in changes else set()
    return frozenset(changes), frozenset(reads)


def _parts(act: Act | None) -> tuple[Node | None, ...]:
    """The parts of a deed that it can depend on: what is gained or lost is only changed."""
    return (act.n, act.who) if act is not None and act.verb in ("gain", "lose") else (act,)


def _changes(act: Act) -> set[Changed]:
    """What a deed changes."""
    nouns = act.what.nouns if isinstance(act.what, Group) else ()
    how = ADDED if act.verb == "gain" else TAKEN if act.verb == "lose" else ""
    if how and act.what is None:
        return {Changed(POINTS, how)}
    if how and nouns and nouns[0] in COLOURED:
        return {Changed(TOKENS, how)}
    if act.verb in ("gain", "lose", "shift", "return", "put") and nouns and all(noun in TOKEN_NOUNS for noun in nouns):
        return {Changed(TOKENS)}
    if act.verb in _OF_PIECES:
        return _names(act.what) or {Changed(PIECES)}
    if act.verb == "place" and isinstance(act.what, Ref) and act.what.word == "this":
        return {Changed(WHERE)}
    return {Changed(thing) for thing in _OF_VERB.get(act.verb, (ANYTHING,))}


def _names(what: object) -> set[Changed]:
    """The pieces and cards that a phrase names, each by its own name."""
    if isinstance(what, Ref):
        return {Changed(what.word if what.word not in REFS else PIECES)}
    return {Changed(PIECES if noun in _GENERAL else noun) for noun in what.nouns} if isinstance(what, Group) else set()


def of_node(node: Node) -> set[str]:
    """What one word or relation depends on."""
    if isinstance(node, EventClause):
        return {ANYTHING}
    if isinstance(node, Num):
        return {ANYTHING} if any(kind == "time" for _, kind, _ in node.terms) else set()
    if isinstance(node, Filter):
        return {BODIES} if node.rel in STATES else {WHERE} if node.rel in _OF_PLACES or names_map(node.arg) else set()
    if not isinstance(node, Group):
        return set()
    found = {WHERE} if {"adjacent", "obscured"} & set(node.adjs) else set()
    found |= {BODIES} if set(STATES.values()) & set(node.adjs) else set()
    for noun in node.nouns:
        if noun in TOKEN_NOUNS or noun in ("pool", "track"):
            found.add(TOKENS)
        elif noun in ("character", "companion", "objective"):
            found.add(WHO)
        elif names_figures(noun):
            found |= {WHO, MINIONS}
        elif noun == "point":
            found.add(POINTS)
        elif noun.rpartition(" ")[2] in ("token", "marker", "card", "item", "thing"):
            found |= {PIECES if noun in _GENERAL else noun}
    return found
