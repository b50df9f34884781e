"""Whether two effects can matter to one another: what each changes, what each depends on, whether it can do anything now (TIM-7)."""

from __future__ import annotations

from typing import Final

from tipover.cards import program as ops
from tipover.cards.ast import Act, EventClause, Filter, Group, Node, Num, Ref, walk
from tipover.cards.program import Program, Step
from tipover.cards.relation_words import ALIGNED
from tipover.cards.vocabulary import REFS, STATES
from tipover.engine.core.frames import kinds, text_frame
from tipover.engine.core.state import State
from tipover.engine.laws.picks import can, settle, step_options
from tipover.engine.phrases.conditions import amount, is_zero_count
from tipover.engine.phrases.nouns import TOKEN_NOUNS, names_figures, names_map
from tipover.engine.phrases.text_frames import program_of

# What an effect can change or depend on. Pieces and cards go by their own names besides.
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

_OF_VERB: Final = {
    "move": (WHERE,), "push": (WHERE,), "pull": (WHERE,), "swap": (WHERE,), "place": (WHERE, MINIONS),
    "stand": (BODIES,), "exhaust": (BODIES,), "refresh": (BODIES,), "choose": (),
}  # fmt: skip
_OF_PIECES: Final = ("gain", "lose", "give", "take", "discard", "play", "flip")
_OF_PLACES: Final = ("within", "adjacent to", "in sight", *ALIGNED, "in", "nearest to", "as near as possible to")
_GENERAL: Final = ("token", "marker", "item", "card", "thing", "point marker")


def conflict(one: tuple[Matters, Matters], other: tuple[Matters, Matters]) -> bool:
    """Whether effects that change and depend on such things can matter to one another; points that are only added never do."""
    changes, reads = one
    others_changes, others_reads = other
    both = frozenset(changes & others_changes) - {POINTS}
    return bool(both) or _touches(changes, others_reads | others_changes - {POINTS}) or _touches(others_changes, reads | changes - {POINTS})


def _touches(changes: Matters, others: Matters) -> bool:
    if not changes or not others:
        return False
    if ANYTHING in changes or (ANYTHING in others and changes):
        return True
    if changes & others:
        return True
    own = {POINTS, TOKENS, WHERE, WHO, MINIONS, BODIES, COUNTS}
    return (PIECES in changes and bool(others - own)) or (PIECES in others and bool(changes - own))


def matters(state: State, frame: list[int]) -> tuple[Matters, Matters]:
    """What an effect that has not begun changes, and what it depends on; one that can do nothing now changes nothing."""
    program = program_of(state, frame)
    awaited = _awaited(state, frame, program)
    if awaited is not None:
        return frozenset(), awaited
    changes: set[str] = set()
    reads: set[str] = set()
    for step in program.steps:
        if step.act is not None and step.act.verb == "defend" and step.act.n is not None and is_zero_count(state, frame, step.act.n):
            reads.add(COUNTS)
            continue
        step_changes, step_reads = _step(step)
        changes |= step_changes
        reads |= step_reads
    return frozenset(changes), frozenset(reads) if changes else frozenset(reads & {COUNTS})


def _awaited(state: State, frame: list[int], program: Program) -> Matters | None:
    """What would have to change for an effect that can do nothing now; None if it can do something."""
    trial, awaited = frame[:], frozenset[str]()
    for _ in program.steps:
        place = trial[kinds.STAGE]
        step = program.steps[place]
        if step.op == ops.END:
            return awaited
        onward = place + 1
        if step.op == ops.SELF:
            text_frame.set_who(trial, text_frame.this(trial))
        elif step.op == ops.IF or (step.op == ops.SET and can(state, trial, place)):
            settle(state, trial, step)
            onward = trial[kinds.STAGE]
        elif step.op == ops.JUMP or _is_passed_over(state, trial, step):
            onward = step.goto
        elif not can(state, trial, place):
            return awaited | _step(step)[1] | (_step(program.steps[onward])[1] if step.op == ops.PICK else frozenset())
        elif step.op != ops.TIMES:
            return None
        awaited |= _step(step)[1]
        if onward < 0:
            return awaited
        trial[kinds.STAGE] = onward
    return None


def _is_passed_over(state: State, trial: list[int], step: Step) -> bool:
    """Whether a loop goes round for nothing and nobody, or there is nothing that somebody may do."""
    if step.op == ops.TIMES:
        return step.num is not None and amount(state, trial, step.num) <= 0
    return step.op in (ops.EACH, ops.ASK) and step_options(state, trial, step) is None


# What each step changes and depends on, by its identity: the hash of a step walks through its whole tree.
_KNOWN_STEPS: Final[dict[int, tuple[Step, tuple[Matters, Matters]]]] = {}
_MOST_KNOWN: Final = 1024


def _step(step: Step) -> tuple[Matters, Matters]:
    """What one step changes and depends on (cached)."""
    known = _KNOWN_STEPS.get(id(step))
    if known is None:
        if len(_KNOWN_STEPS) >= _MOST_KNOWN:
            _KNOWN_STEPS.clear()
        known = _KNOWN_STEPS[id(step)] = (step, _found_in(step))
    return known[1]


def _found_in(step: Step) -> tuple[Matters, Matters]:
    changes: set[str] = set()
    reads: set[str] = set()
    for part in (step.phrase, step.cond, step.num, step.act):
        for node in walk(part) if part is not None else ():
            reads |= _reads(node)
    if step.op in (ops.CONTROL, ops.LASTING):
        changes.add(ANYTHING)
    if step.op == ops.DO and step.act is not None:
        changes |= _changes(step.act)
        reads |= {WHERE} if WHERE in changes else set()
        reads |= {POINTS} if step.act.verb == "lose" else set()
    return frozenset(changes), frozenset(reads)


def _changes(act: Act) -> set[str]:
    """What a deed changes."""
    nouns = act.what.nouns if isinstance(act.what, Group) else ()
    if act.verb in ("gain", "lose") and act.what is None:
        return {POINTS}
    if act.verb in ("gain", "lose", "shift", "return", "put") and nouns and all(noun in TOKEN_NOUNS for noun in nouns):
        return {TOKENS}
    if act.verb in _OF_PIECES:
        return _names(act.what) or {PIECES}
    if act.verb == "place" and isinstance(act.what, Ref) and act.what.word == "this":
        return {WHERE}
    return set(_OF_VERB.get(act.verb, (ANYTHING,)))


def _names(what: object) -> set[str]:
    """The pieces and cards that a phrase names, each by its own name."""
    if isinstance(what, Ref):
        return {what.word} if what.word not in REFS else {PIECES}
    return {PIECES if noun in _GENERAL else noun for noun in what.nouns} if isinstance(what, Group) else set()


def _reads(node: Node) -> set[str]:
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
