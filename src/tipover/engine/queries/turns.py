"""The turn under way, and what would come of things: a turn given to a figure, a round that ended, a knock-out."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Final

from tipover.engine.core.frames import kinds, round_frame, text_frame, turn_frame
from tipover.engine.core.frames.turn_frame import ACTIONS_A_TURN
from tipover.engine.core.happening import BEFORE_ROUND_ENDS, END_OF_ROUND
from tipover.engine.core.ids import ALL_COLOURS, NO_SIDE, NOBODY, FigureId, Side
from tipover.engine.core.state import State
from tipover.engine.core.tracks import add_tokens, tokens_at
from tipover.engine.effects.figures import knock_out
from tipover.engine.effects.moments import reach_moment
from tipover.engine.run import advance

__all__ = [
    "ACTIONS_A_TURN",
    "after_knock_out",
    "at_round_end",
    "is_round_end_scored",
    "is_round_judged",
    "moment_key",
    "turn_of",
    "turns_to_come",
    "with_turn",
]

# The moments at which a round's end is scored.
_ROUND_END: Final = (BEFORE_ROUND_ENDS, END_OF_ROUND)


def turn_of(state: State) -> tuple[Side, FigureId, int]:
    """The turn under way: its side, the figure that takes it and how many actions it has left; -1, -1, 0 outside one."""
    frame = state.topmost(kinds.TURN)
    if frame is None:
        return NO_SIDE, NOBODY, 0
    return turn_frame.side(frame), turn_frame.actor(frame), turn_frame.actions_left(frame)


def with_turn(state: State, actor: FigureId) -> State | None:
    """A clone in which a character has the turn, at its first question; None outside a round.

    One that had its turn this round has it in the next, with the tokens back by then.
    """
    if state.topmost(kinds.ROUND) is None:
        return None
    trial = state.clone()
    side = trial.setup.side_of[actor]
    trial.stack = [round_frame.new(side, round_frame.TURNS), turn_frame.new(side, actor, turn_frame.BEGINNING)]
    trial.extra_actions = 0
    trial.controlled_by = trial.setup.nobody_controlled
    if trial.is_exhausted(actor):
        trial.exhaust_markers[actor] = 0
        for colour in ALL_COLOURS:
            back = tokens_at(trial, side, 1, colour)
            add_tokens(trial, side, 1, colour, -back)
            add_tokens(trial, side, 0, colour, back)
    trial.decision = None
    advance(trial, [])
    return trial


def is_round_end_scored(state: State) -> bool:
    """Whether some text waits for the end of a round."""
    return any(state.texts.listens[moment] is not None for moment in _ROUND_END)


def at_round_end(state: State) -> Iterator[State]:
    """A clone on which the round ends now: given at its first question, moment by moment; the caller answers on.

    If that ends the game (WIN-1, RND-5), it is given once more, as judged.
    """
    trial = state.clone()
    for moment in _ROUND_END:
        if trial.over or state.texts.listens[moment] is None:
            continue
        trial.stack, trial.decision = [], None
        reach_moment(trial, moment)
        advance(trial, [])
        yield trial
    setup = state.setup
    if not trial.over and (0 < setup.target <= max(trial.points) or 0 < setup.rounds <= trial.round):
        judged = trial.clone()
        judged.stack, judged.decision = [round_frame.new(state.first, round_frame.CHECKING)], None
        advance(judged, [])
        if judged.over:
            yield judged


def is_round_judged(state: State) -> bool:
    """Whether the turns of the round are over and nobody has won at its end: what follows belongs to the next one."""
    frame = state.topmost(kinds.ROUND)
    return frame is not None and frame[kinds.STAGE] >= round_frame.COOLDOWN


def turns_to_come(state: State) -> dict[Side, int]:
    """How many turns each side still has in this round, the one under way included."""
    setup = state.setup
    return {
        side: sum(max(0, setup.markers(one) - state.exhaust_markers[one]) for one in setup.characters[side] if state.figure_at[one] >= 0)
        for side in setup.sides
    }


def after_knock_out(state: State, figure: FigureId, by: FigureId, side: Side) -> State:
    """A clone in which a figure has been knocked out to the credit of another and its side, at the first question that raises."""
    trial = state.clone()
    trial.stack, trial.decision = [], None
    knock_out(trial, figure, by, side, [])
    advance(trial, [])
    return trial


def moment_key(state: State) -> Hashable:
    """What two moments of one turn differ in; the path by which a figure came does not count."""
    frames = tuple(tuple(text_frame.without_path(frame)) for frame in state.stack)
    return tuple(state.figure_at), tuple(state.pool), tuple(state.down), tuple(state.counts), frames
