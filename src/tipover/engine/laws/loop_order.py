"""Whether it can matter in which order a loop reaches its figures: plain points for each of them need no order (TIM-7)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from tipover.cards import program as ops
from tipover.cards.ast import Act, Filter, Group, Phrase, Ref, walk
from tipover.cards.program import Program, Step
from tipover.cards.vocabulary import STATES
from tipover.engine.core.frames import kinds, text_frame
from tipover.engine.core.happening import EXHAUSTED, KNOCKED_DOWN, REACHES, STANDS
from tipover.engine.core.ids import NOBODY, NOTHING, RESERVE, Thing, is_figure
from tipover.engine.core.state import State
from tipover.engine.laws.belongings_of_doers import is_nobodys
from tipover.engine.laws.step_matters import BODIES, COLOURED, Changed, Matters, of_node, of_step, things_of, touches
from tipover.engine.phrases.entities import side_of

# Deeds that change a body, and the happening that texts may wait for.
_OF_BODIES: Final = {"stand": STANDS, "exhaust": EXHAUSTED, "refresh": NOTHING, "knock": KNOCKED_DOWN}
_NO_EXHAUSTING: Final = "cannot-be exhausted"  # what keeps somebody from the others is heard like them
_PASSING: Final = (ops.SELF, ops.NEXT, ops.JUMP, ops.IF, ops.TIMES)


def is_free(state: State, frame: list[int], program: Program, found: list[Thing]) -> bool:
    """Whether the loop at which a frame stands comes to the same in whatever order it reaches these figures."""
    loop = _loop(program, frame[kinds.STAGE])
    if loop is None:
        return False
    texts = state.texts
    if loop.counts and (texts.listens[REACHES] is not None or state.setup.wins_at):
        if loop.differs or len({side_of(state, one) for one in found}) > 1:
            return False  # who is first may be the first to reach a number
    if loop.is_of_bodies and texts.conceals:
        return False
    if text_frame.this(frame) in found and any(act.verb == "knock" for act in loop.acts):
        return False  # with its doer an ability ends (ABI-6)
    return all(not is_heard(state, act) and (not is_of_pieces(act) or has_enough(state, frame, act, len(found))) for act in loop.acts)


def is_heard(state: State, act: Act) -> bool:
    """Whether a text waits for a change of a body, or may keep somebody from it."""
    kind = _OF_BODIES.get(act.verb, NOTHING)
    return kind != NOTHING and (state.texts.listens[kind] is not None or _NO_EXHAUSTING in state.texts.changes)


def has_enough(state: State, frame: list[int], act: Act, times: int) -> bool:
    """Whether a number of figures can each gain such pieces: then nobody takes them from another (TOK-2)."""
    if not is_of_pieces(act) or act.verb != "gain" or is_nobodys(state, frame):
        return False
    assert isinstance(act.what, Group)
    each = act.what.det if isinstance(act.what.det, int) else 1
    setup = state.setup
    left = [
        state.owner[piece]
        for piece, slot in zip(setup.piece_ids, setup.pieces, strict=True)
        if f"{slot.name} {slot.sort}" in act.what.nouns and state.piece_at[piece] == RESERVE
    ]
    return len(left) >= each * times and set(left) in ({text_frame.this(frame)}, {NOBODY})


def of_whom(frame: list[int], act: Act) -> Thing:
    """The figure whose body alone a deed of a text changes: that of the card; `NOTHING` if it is another's, or no body is changed."""
    me = text_frame.this(frame)
    is_own = act.who in (None, Ref("this")) and act.what in (None, Ref("this"))
    return me if act.verb in _OF_BODIES and is_own and _spares(act) and is_figure(me) else NOTHING


def is_of_pieces(act: Act) -> bool:
    """Whether a deed gains or loses pieces of a pack, not points or ability tokens."""
    return act.verb in ("gain", "lose") and isinstance(act.what, Group) and act.what.nouns[0].endswith(" token") and not _is_coloured(act)


class _Loop(NamedTuple):
    """A loop whose figures are in any order, if nothing in the game hears what is done."""

    acts: tuple[Act, ...]  # its deeds
    counts: bool  # whether points are gained or lost
    differs: bool  # whether the numbers are not the same for each
    is_of_bodies: bool  # whether bodies are changed


# The loops by the identity of their step: the hash of a step walks through its whole tree.
_KNOWN: Final[dict[int, tuple[Step, _Loop | None]]] = {}
_MOST_KNOWN: Final = 1024


def _loop(program: Program, at: int) -> _Loop | None:
    """The loop that begins at a step; None if the order of its figures can matter whatever the game (cached)."""
    step = program.steps[at]
    known = _KNOWN.get(id(step))
    if known is None:
        if len(_KNOWN) >= _MOST_KNOWN:
            _KNOWN.clear()
        known = _KNOWN[id(step)] = (step, _found(step, program.steps[at + 1 : step.goto]))
    return known[1]


def _found(loop: Step, body: tuple[Step, ...]) -> _Loop | None:
    acts: list[Act] = []
    changes: set[Changed] = set()
    reads: set[str] = set()
    for step in body:
        if step.op == ops.DO and step.act is not None and _is_plain(step.act):
            acts.append(step.act)
            changes |= {Changed(BODIES)} if step.act.verb in _OF_BODIES else of_step(step)[0]
            reads |= frozenset() if step.act.verb in _OF_BODIES else of_step(step)[1]
        elif step.op in _PASSING:
            reads |= of_step(step)[1]
        else:
            return None
    changed = things_of(frozenset(changes))
    is_of_bodies = BODIES in changed
    if not acts or len(changes) > len(changed) or touches(changed, frozenset(reads) | _of_others(loop)):
        return None
    if is_of_bodies and loop.phrase is not None and any(isinstance(one, Filter) and one.rel == "in sight" for one in walk(loop.phrase)):
        return None  # whoever falls hides nobody any more (SEE-2)
    numbers = [act.n for act in acts if act.n is not None]
    differs = any(kind != "flat" for number in numbers for _, kind, _ in number.terms) or any(step.op == ops.IF for step in body)
    return _Loop(tuple(acts), any(act.what is None and act.verb in ("gain", "lose") for act in acts), differs, is_of_bodies)


def _is_plain(act: Act) -> bool:
    """Whether a deed asks nothing, and adds or takes away a number or changes a body."""
    if act.verb in _OF_BODIES:
        return _spares(act)
    return act.verb in ("gain", "lose") and (act.what is None or _is_coloured(act) or (is_of_pieces(act) and act.verb == "gain"))


def _spares(act: Act) -> bool:
    """Whether nobody leaves the map by it."""
    return not any(word == "out" for word, _ in act.how)


def _is_coloured(act: Act) -> bool:
    return isinstance(act.what, Group) and act.what.nouns[0] in COLOURED


def _of_others(loop: Step) -> Matters:
    """What a loop's phrase depends on besides the bodies of those that it names, which others' do not change."""
    phrase = loop.phrase
    if isinstance(phrase, Group):
        phrase = _without_states(phrase)
    return frozenset().union(*(of_node(node) for node in walk(phrase))) if phrase is not None else frozenset()


def _without_states(group: Group) -> Phrase:
    adjectives = tuple(one for one in group.adjs if one not in STATES.values())
    return replace(group, adjs=adjectives, filters=tuple(one for one in group.filters if one.rel not in STATES))
