"""A move square by square: what is entered on the way happens at once, before the next step (MOV-10, MOV-15)."""

from __future__ import annotations

from tipover.board.mask import BIT
from tipover.board.paths import last_legal
from tipover.engine.decision import PIECE, Choice, Decision
from tipover.engine.event import Event, Moved
from tipover.engine.flow.kinds import MOVE_FRAME, STAGE
from tipover.engine.state import State
from tipover.engine.triggers import launch, set_off

MOVER, FROM, WAS_DOWN, TOLD = 2, 3, 4, 5
WAY = 6


def begin_move(state: State, thing: int, way: list[int], events: list[Event]) -> None:
    """Move a figure or piece along a way; an empty way is a move of 0, which ends where it stands (MOV-18)."""
    if thing >= PIECE:
        start = state.lies[thing - PIECE]
        if way:
            state.lies[thing - PIECE] = way[-1]
        events.append(Moved(thing, start, tuple(way)))
        return
    whens = state.cast.whens
    if "when enters" not in whens and "when ends" not in whens:
        start = state.where[thing]
        if way:
            state.last[thing] = start
            state.where[thing] = way[-1]
        events.append(Moved(thing, start, tuple(way)))
        return
    state.stack.append([MOVE_FRAME, 0, thing, state.where[thing], state.down[thing], 0, *way])


def step(state: State, frame: list[int], events: list[Event]) -> Decision | None:
    """Take one step of a move, or end it."""
    thing, at = frame[MOVER], frame[STAGE]
    way = frame[WAY:]
    fallen = state.where[thing] < 0 or (state.down[thing] and not frame[WAS_DOWN])
    if fallen or at >= len(way):
        state.stack.pop()
        _tell(state, frame, at, events)
        if fallen and state.where[thing] >= 0:
            _step_back(state, frame, way[:at])
        if state.where[thing] >= 0:
            launch(state, set_off(state, "when ends", thing, last=frame[FROM]))
        return None
    state.last[thing] = state.where[thing]
    state.where[thing] = way[at]
    frame[STAGE] += 1
    found = set_off(state, "when enters", thing, what=way[at], last=state.last[thing])
    if found:
        _tell(state, frame, at + 1, events)
        launch(state, found)
    return None


def _tell(state: State, frame: list[int], upto: int, events: list[Event]) -> None:
    """Give the part of the way that has not been told yet."""
    told = frame[TOLD]
    if upto > told or not frame[WAY:]:
        start = frame[FROM] if not told else frame[WAY + told - 1]
        events.append(Moved(frame[MOVER], start, tuple(frame[WAY + told : WAY + upto])))
        frame[TOLD] = upto


def _step_back(state: State, frame: list[int], way: list[int]) -> None:
    """Knocked down on the way in an occupied square: back to the last square where it could stay (MOV-15)."""
    thing = frame[MOVER]
    taken = 0
    for figure, at in enumerate(state.where):
        if at >= 0 and figure != thing:
            taken |= BIT[at]
    if taken & BIT[state.where[thing]]:
        state.where[thing] = last_legal(frame[FROM], way, state.setup.enterable & ~taken)


def answer(state: State, frame: list[int], choice: Choice, events: list[Event]) -> None:
    """A move asks nothing itself."""
    raise AssertionError("a move asks nothing itself")


def leave_square(state: State, figure: int) -> None:
    """Remember the square a figure leaves."""
    if state.where[figure] >= 0:
        state.last[figure] = state.where[figure]


def entered_at(state: State, figure: int, square: int) -> None:
    """What happens because a figure was placed, swapped or returned into a square (MOV-10)."""
    launch(state, set_off(state, "when enters", figure, what=square, last=state.last[figure]))
