"""Whether two effects can matter to one another: what each changes, what each depends on, whether it can do anything now (TIM-7)."""

from __future__ import annotations

from tipover.cards import program as ops
from tipover.cards.program import Program, Step
from tipover.engine.core.frames import kinds, text_frame
from tipover.engine.core.state import State
from tipover.engine.laws.loop_order import has_enough, is_heard, of_whom
from tipover.engine.laws.picks import can, settle, step_options
from tipover.engine.laws.step_matters import ADDED, COUNTS, TAKEN, Changed, Matters, clash, of_step, things_of, touches
from tipover.engine.phrases.conditions import amount, is_zero_count
from tipover.engine.phrases.text_frames import program_of

_ASKING = (ops.ASK, ops.OR)


def conflict(one: tuple[frozenset[Changed], Matters], other: tuple[frozenset[Changed], Matters]) -> bool:
    """Whether effects that change and depend on such things can matter to one another."""
    changes, reads = one
    others_changes, others_reads = other
    return clash(changes, others_changes) or touches(things_of(changes), others_reads) or touches(things_of(others_changes), reads)


def matters(state: State, frame: list[int], together: int) -> tuple[frozenset[Changed], Matters]:
    """What an effect that has not begun changes, and what it depends on; one that can do nothing now changes nothing.

    `together` is how many effects there are: what all of them may gain is only added to if there is enough of it.
    """
    program = program_of(state, frame)
    awaited = _awaited(state, frame, program)
    if awaited is not None:
        return frozenset(), awaited
    changes: set[Changed] = set()
    reads: set[str] = set()
    is_asked = any(step.may or step.op in _ASKING for step in program.steps)
    for step in program.steps:
        if step.act is not None and step.act.verb == "defend" and step.act.n is not None and is_zero_count(state, frame, step.act.n):
            reads.add(COUNTS)
            continue
        step_changes, step_reads = of_step(step)
        changes |= {_as_changed(state, frame, step, one, is_asked, together) for one in step_changes}
        reads |= step_reads
    return frozenset(changes), frozenset(reads) if changes else frozenset(reads & {COUNTS})


def _as_changed(state: State, frame: list[int], step: Step, one: Changed, is_asked: bool, together: int) -> Changed:
    """A change of a step as it is now: a price has to be there, pieces may run out, a body is that of `this` alone."""
    if one.how == TAKEN and is_asked:
        return Changed(one.thing)
    if one.how or step.act is None:
        return one
    if step.act.verb == "gain" and has_enough(state, frame, step.act, together):
        return Changed(one.thing, ADDED)
    whose = of_whom(frame, step.act)
    return Changed(one.thing, f"{whose}") if whose >= 0 and not is_heard(state, step.act) else one


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
            return awaited | of_step(step)[1] | (of_step(program.steps[onward])[1] if step.op == ops.PICK else frozenset())
        elif step.op != ops.TIMES:
            return None
        awaited |= of_step(step)[1]
        if onward < 0:
            return awaited
        trial[kinds.STAGE] = onward
    return None


def _is_passed_over(state: State, trial: list[int], step: Step) -> bool:
    """Whether a loop goes round for nothing and nobody, or there is nothing that somebody may do."""
    if step.op == ops.TIMES:
        return step.num is not None and amount(state, trial, step.num) <= 0
    return step.op in (ops.EACH, ops.ASK) and step_options(state, trial, step) is None
