"""A turn: choose, start-of-turn effects, up to two actions, exhaust (TRN)."""

from __future__ import annotations

from typing import Final

from tipover.engine.core import questions, verbs
from tipover.engine.core.decision import END_OF, Choice, Decision
from tipover.engine.core.draws import Draws
from tipover.engine.core.event import Event
from tipover.engine.core.frames import turn_frame
from tipover.engine.core.frames.kinds import STAGE
from tipover.engine.core.ids import NOBODY, FigureId, Side
from tipover.engine.core.state import State
from tipover.engine.core.tracks import is_on_track
from tipover.engine.effects.figures import exhaust
from tipover.engine.effects.moments import begin_turn, end_turn
from tipover.engine.effects.tracks import begin_return
from tipover.engine.flow.actions import begin_action, begin_companions
from tipover.engine.laws.actions import turn_actions
from tipover.engine.laws.companions import CompanionLaw
from tipover.engine.laws.drawn_actions import drawn_action
from tipover.engine.laws.turns import turn_options

_DRAWN: Final = [1]  # the weight of an action that was drawn


def step(state: State, frame: list[int], events: list[Event], draws: Draws | None = None) -> Decision | None:
    """Go on with a turn until it asks, is over, or something else has to be done first.

    With `draws` an action is drawn as if by chance, which leaves one option, instead of listing all.
    """
    stage = frame[STAGE]
    if stage == turn_frame.CHOOSING:
        return _ask_turn_again(state, turn_frame.side(frame))
    if stage == turn_frame.BEGINNING:
        figure = turn_frame.actor(frame)
        frame[STAGE] = stage = turn_frame.ACTING
        begin_turn(state, figure, events)
        if state.setup.figures[figure].ultimate and is_on_track(state.figure_at[figure]):
            begin_return(state, figure)  # it comes off the track before start-of-turn effects (TRN-13, ULT-2)
        if state.stack[-1] is not frame:
            return None
    figure, actions, side = turn_frame.acting(frame)
    if stage == turn_frame.ACTING:
        if actions > 0:
            seats = state.setup.seats[state.team[side]]
            if len(seats) > 1:
                seats = [state.seat_of(figure)]
            if draws is not None:
                drawn = drawn_action(state, figure, actions, draws)
                if drawn is not None:
                    return Decision(questions.ACTION, seats, side, figure, [drawn], _DRAWN)
                return Decision(questions.ACTION, seats, side, figure, [END_OF[figure]])
            return Decision(questions.ACTION, seats, side, figure, turn_actions(state, figure, actions))
        if state.setup.companions and not turn_frame.is_companion_used(frame):
            ask = _ask_for_companion(state, frame, figure)
            if ask is not None:
                return ask
        stage = turn_frame.ENDING
    if stage == turn_frame.ENDING:
        frame[STAGE] = turn_frame.EXHAUSTING
        end_turn(state, figure)
        if state.stack[-1] is not frame:
            return None
    state.stack.pop()
    state.extra_actions = 0
    exhaust(state, figure, events)
    return None


def _ask_for_companion(state: State, frame: list[int], figure: FigureId) -> Decision | None:
    """When no actions are left, a companion's may still be (COM-2)."""
    options = CompanionLaw(state, figure).all()
    if not options:
        return None
    options.append(END_OF[figure])
    return Decision(questions.ACTION, state.seats_for(figure), turn_frame.side(frame), figure, options)


def _ask_turn_again(state: State, side: Side) -> Decision | None:
    """Ask for a turn that waited; a side whose last ready character was exhausted meanwhile is passed over (TRN-3)."""
    options = turn_options(state, side)
    if options:
        return ask_turn(state, side, options)
    state.stack.pop()
    return None


def ask_turn(state: State, side: Side, options: list[Choice]) -> Decision:
    """Any un-exhausted character, also one on the track; of two seats the first answer counts (TRN-1, TRN-6, TEA-3)."""
    seats = state.setup.seats[state.team[side]]
    if len(seats) > 1:
        hands = {state.seat_of(option.figure) for option in options}
        seats = [seat for seat in seats if seat in hands]
    return Decision(questions.TURN, seats, side, NOBODY, options)


def answer(state: State, frame: list[int], choice: Choice, events: list[Event]) -> None:
    """Take the chosen figure or action."""
    verb = choice.verb
    if verb == verbs.TURN:
        turn_frame.choose(frame, choice.figure)
        return
    if verb == verbs.END:
        frame[STAGE] = turn_frame.ENDING
        return
    if not turn_frame.spend(frame, choice.figure, turn_frame.ACTIONS_A_TURN if verb == verbs.RALLY else 1):
        if turn_frame.is_companion_used(frame):
            turn_frame.add_actions(frame, -1)
        turn_frame.use_companion(frame)
        begin_companions(state, choice, events)
        return
    begin_action(state, choice, events)
