"""What is settled once all steps of a program are written: where a part leads that cannot be done, and picks after which nothing can fail."""

from __future__ import annotations

from dataclasses import replace

from tipover.cards import program as ops
from tipover.cards.ast import Act, Group
from tipover.cards.program import Step as Op


def with_ways_out(steps: list[Op]) -> list[Op]:
    """Set where execution continues when a part inside `each` or `may` cannot be done: only that part ends.

    Elsewhere such a part ends the text (ABI-4, ABI-15).
    """
    found = list(steps)
    for k, op in enumerate(steps):
        if op.op == ops.EACH:
            found[k] = replace(op, out=_way_out(steps, k))
        elif op.op in (ops.SET, ops.PICK, ops.SOME, ops.OR, ops.DO) and op.goto < 0:
            found[k] = replace(op, goto=_way_out(steps, k))
    return found


def _way_out(steps: list[Op], place: int) -> int:
    """Where the part that contains a step ends: the head of the innermost `each` or the end of the innermost `may`, or -1."""
    for gate in range(place - 1, -1, -1):
        outer = steps[gate]
        if not gate < place < outer.goto:
            continue
        if outer.op == ops.EACH:
            return outer.goto - 1
        if outer.may:
            return outer.goto
    return -1


def with_sure_picks(steps: list[Op]) -> list[Op]:
    """Mark picks after which the deed can be done with every candidate, so that none has to be tried."""
    found = list(steps)
    for k, op in enumerate(steps[:-1]):
        act = steps[k + 1].act
        is_price = steps[k + 1].in_full
        if (
            op.op == ops.PICK
            and op.slot == ops.OBJ
            and act is not None
            and _is_sure(act)
            and steps[k + 1].picked == (ops.OBJ,)
            and not is_price
        ):
            found[k] = replace(op, sure=True)
    return found


def _is_sure(act: Act) -> bool:
    """Whether a deed can be done with anything that its phrase names; shifted and returned is only what lies on a track."""
    if act.verb in ("shift", "return"):
        return isinstance(act.what, Group) and any(one.rel == "on" for one in act.what.filters)
    return act.verb == "put"
