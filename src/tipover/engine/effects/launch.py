"""Puts the texts that a happening sets off on the stack, in the order of TIM-1, and counts how long their chain is (TIM-8)."""

from __future__ import annotations

from typing import Final

from tipover.engine.core.frames import kinds, order_frame, text_frame
from tipover.engine.core.ids import Side
from tipover.engine.core.state import State
from tipover.engine.laws.dependence import conflict, matters

MOST_IN_A_CHAIN: Final = 200


def chain_of(state: State) -> int:
    """How far in a chain of effects the topmost text is; 0 for one that no effect set off."""
    for frame in reversed(state.stack):
        if frame[kinds.KIND] == kinds.TEXT:
            return text_frame.chain(frame)
    return 0


def launch(state: State, frames: list[list[int]], by: list[int] | None = None) -> None:
    """Put frames on the stack so that they run in the order of TIM-1: turn order, each player ordering its own.

    Each is one link further in its chain than the text it was set off in; that text is `by`, if it is off the stack. All
    that descends from one root is counted together, so that a chain that branches ends as soon as one that does not (TIM-8).
    """
    if not frames:
        return
    link = 1 + (text_frame.chain(by) if by else chain_of(state))
    state.chain = state.chain + len(frames) if link > 1 else len(frames)
    if state.chain > MOST_IN_A_CHAIN:
        link = MOST_IN_A_CHAIN + 1
    if len(frames) == 1:
        text_frame.set_chain(frames[0], link)
        state.stack.append(frames[0])
        return
    by_side: dict[Side, list[list[int]]] = {}
    for frame in frames:
        text_frame.set_chain(frame, link)
        by_side.setdefault(text_frame.you(frame), []).append(frame)
    order = [side for side in turn_order(state) if side in by_side] + [side for side in by_side if side < 0]
    for side in reversed(order):
        group = by_side[side]
        for together in reversed(_entangled(state, group) if len(group) > 1 else [group]):
            if len(together) > 1:
                state.stack.append(order_frame.new(side, together))
            else:
                state.stack += together


def _entangled(state: State, group: list[list[int]]) -> list[list[list[int]]]:
    """The effects of one player, those together whose order is asked because they can matter to one another (TIM-7)."""
    known = [matters(state, frame, len(group)) for frame in group]
    parts: list[list[int]] = []
    for k in range(len(group)):
        linked = [part for part in parts if any(conflict(known[k], known[other]) for other in part)]
        parts = [part for part in parts if part not in linked] + [sorted([k, *(other for part in linked for other in part)])]
    return [[group[k] for k in part] for part in sorted(parts)]


def turn_order(state: State) -> list[Side]:
    """The sides clockwise from the one whose turn it is; outside turns from the first player (TIM-1)."""
    sides = state.setup.sides
    start = state.turn if any(frame[kinds.KIND] == kinds.TURN for frame in state.stack) else state.first
    k = sides.index(start) if start in sides else 0
    return sides[k:] + sides[:k]
