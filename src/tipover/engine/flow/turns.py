"""A turn: choose, start-of-turn effects, up to two actions, exhaust (TRN)."""

from __future__ import annotations

from tipover.engine.decision import ASK_ACTION, ASK_TURN, END, RALLY, TURN, TURN_OF, Choice, Decision
from tipover.engine.event import Event, TurnBegan
from tipover.engine.flow import actions
from tipover.engine.flow.abilities import companion_choices
from tipover.engine.flow.kinds import ACTIONS, ACTIONS_A_TURN, ACTOR, COMPANION_USED, RETURN_FRAME, STAGE, TURN_SIDE
from tipover.engine.state import BACK, RESERVE, State
from tipover.engine.steps.deeds.acting import exhaust
from tipover.engine.triggers import launch, set_off

CHOOSING, BEGINNING, ACTING, ENDING, EXHAUSTING = range(5)


def step(state: State, frame: list[int], events: list[Event]) -> Decision | None:
    """Go on with a turn until it asks or is over."""
    stage = frame[STAGE]
    if stage == ACTING:
        return _ask_action(state, frame)
    if stage == CHOOSING:
        return _ask_turn(state, frame[TURN_SIDE])
    figure = frame[ACTOR]
    if stage == BEGINNING:
        _begin(state, frame, figure, events)
    elif stage == ENDING:
        frame[STAGE] = EXHAUSTING
        if "at end of its turn" in state.cast.whens:
            launch(state, set_off(state, "at end of its turn", figure))
    else:
        state.stack.pop()
        exhaust(state, figure, events)
    return None


def _begin(state: State, frame: list[int], figure: int, events: list[Event]) -> None:
    """The figure is chosen; an ultimate on the track comes off first; start-of-turn effects (TRN-13, ULT-2)."""
    events.append(TurnBegan(figure))
    frame[STAGE] = ACTING
    counts = state.cast.counter_times
    if counts:
        state.counts = [0 if counts[k] == "Once per turn" else count for k, count in enumerate(state.counts)]
    if "at start of its turn" in state.cast.whens:
        launch(state, set_off(state, "at start of its turn", figure))
    if state.setup.figures[figure].ultimate and -4 <= state.where[figure] <= -1:
        state.where[figure] = BACK
        state.stack.append([RETURN_FRAME, 0, frame[TURN_SIDE], figure])


def _ask_action(state: State, frame: list[int]) -> Decision | None:
    figure = frame[ACTOR]
    free = not frame[COMPANION_USED] and bool(companion_choices(state, figure))
    if frame[ACTIONS] <= 0 and not free:
        frame[STAGE] = ENDING
        return None
    options = actions.offered(state, figure, frame[ACTIONS], free)
    return Decision(ASK_ACTION, [state.seat_of(figure)], frame[TURN_SIDE], figure, options)


def _ask_turn(state: State, side: int) -> Decision:
    """Any un-exhausted character, also one on the track; of two seats the first answer counts (TRN-1, TRN-6, TEA-3)."""
    setup = state.setup
    ready = [f for f in setup.characters[side] if state.spent[f] < setup.markers(f) and state.where[f] != RESERVE]
    seats = state.seats_of(side)
    if len(seats) > 1:
        hands = {state.seat_of(figure) for figure in ready}
        seats = [seat for seat in seats if seat in hands]
    return Decision(ASK_TURN, seats, side, -1, [TURN_OF[figure] for figure in ready])


def answer(state: State, frame: list[int], choice: Choice, events: list[Event]) -> None:
    """Take the chosen figure or action."""
    verb = choice.verb
    if verb == TURN:
        frame[ACTOR] = choice.figure
        frame[STAGE] = BEGINNING
        return
    if verb == END:
        frame[STAGE] = ENDING
        return
    if choice.figure != frame[ACTOR]:
        if frame[COMPANION_USED]:
            frame[ACTIONS] -= 1
        frame[COMPANION_USED] = 1
        actions.begin_companions(state, choice, events)
        return
    frame[ACTIONS] -= ACTIONS_A_TURN if verb == RALLY else 1
    actions.begin_action(state, choice, events)
