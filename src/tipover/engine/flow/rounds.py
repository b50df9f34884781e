"""Rounds: whose turn is next, how a round ends, cooldown, refresh (RND, CDN, TRN-3)."""

from __future__ import annotations

from tipover.engine.core.decision import Decision
from tipover.engine.core.event import Event
from tipover.engine.core.frames import return_frame, round_frame, turn_frame
from tipover.engine.core.frames.kinds import STAGE
from tipover.engine.core.happening import END_OF_ROUND
from tipover.engine.core.ids import RETURNING, Side
from tipover.engine.core.state import State
from tipover.engine.effects.figures import refresh_all
from tipover.engine.effects.moments import begin_round, end_round, pass_first_player, reach_moment
from tipover.engine.effects.tracks import cool
from tipover.engine.flow.turns import ask_turn
from tipover.engine.flow.winning import ends_at_round
from tipover.engine.laws.turns import turn_options


def step(state: State, frame: list[int], events: list[Event]) -> Decision | None:
    """Go on with the round; it asks nothing itself, but begins turns, and their first question is asked at once.

    From stage to stage at once, as long as nothing is set off that has to be done first. A first game may end after any of them.
    """
    stage, setup = frame[STAGE], state.setup
    if stage == round_frame.BEGIN:
        round_frame.set_next_side(frame, state.first)
        frame[STAGE] = stage = round_frame.TURNS
        begin_round(state, events)
        if setup.wins_at > 0 or state.stack[-1] is not frame:
            return None
    if stage == round_frame.TURNS:
        side = round_frame.next_side(frame)
        for _ in setup.sides:
            options = turn_options(state, side)
            if options:
                round_frame.set_next_side(frame, setup.next_side[side])
                state.stack.append(turn_frame.new(side))
                return ask_turn(state, side, options)
            side = setup.next_side[side]
        frame[STAGE] = stage = round_frame.ENDING
    if stage == round_frame.ENDING:
        frame[STAGE] = stage = round_frame.SCORING
        end_round(state, events)
        if setup.wins_at > 0 or state.stack[-1] is not frame:
            return None
    if stage == round_frame.SCORING:
        frame[STAGE] = stage = round_frame.CHECKING
        reach_moment(state, END_OF_ROUND)
        if setup.wins_at > 0 or state.stack[-1] is not frame:
            return None
    if stage == round_frame.CHECKING:
        round_frame.begin_cooldown(frame)
        ends_at_round(state, events)
        if setup.wins_at > 0 or state.over:
            return None
        stage = round_frame.COOLDOWN
    if stage == round_frame.COOLDOWN:
        while (cooled := round_frame.cooled_sides(frame)) < len(setup.sides):
            round_frame.add_cooled_side(frame)
            if (
                not _cool_down(state, setup.sides[(setup.sides.index(state.first) + cooled) % len(setup.sides)], events)
                or setup.wins_at > 0
            ):
                return None
        frame[STAGE] = round_frame.REFRESH
        if setup.wins_at > 0:
            return None
    refresh_all(state, events)
    pass_first_player(state, events)
    frame[STAGE] = round_frame.BEGIN
    return None


def _cool_down(state: State, side: Side, events: list[Event]) -> bool:
    """Cool down a side's track; returns whether that is all, because nobody comes back and no text is set off."""
    waiting = return_frame.new(side)
    state.stack.append(waiting)
    cool(state, side, events)
    if state.stack[-1] is not waiting or RETURNING in state.figure_at:
        return False
    state.stack.pop()
    return True
