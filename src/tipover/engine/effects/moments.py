"""The moments of a game: its start, rounds and turns, and the texts that wait for them (RND, TRN-13)."""

from __future__ import annotations

from typing import Final

from tipover.engine.core.event import Event, FirstPlayerGained, FirstPlayerPassed, Flipped, RoundBegan, RoundEnded, TurnBegan
from tipover.engine.core.happening import BEFORE_ROUND_ENDS, END_OF_TURN, START_OF_ROUND, START_OF_TURN, Happening
from tipover.engine.core.ids import FIGURE_OF, FIRST_PLAYER, NOBODY, PIECE, FigureId, Side
from tipover.engine.core.state import State
from tipover.engine.core.text_index import ONCE_A_GAME, ONCE_A_TURN
from tipover.engine.effects.happen import happen
from tipover.engine.phrases.modifiers import cannot_be

# Events are never changed once given, so that those that name only a figure can be shared.
_TURN_BEGAN: Final = [TurnBegan(figure) for figure in FIGURE_OF[:PIECE]]


def reach_moment(state: State, kind: int, figure: FigureId = NOBODY) -> None:
    """A moment of the game, or of a figure's turn, is reached."""
    if state.texts.listens[kind] is not None:
        happen(state, (Happening(kind, figure),))


def begin_round(state: State, events: list[Event]) -> None:
    """A round begins: reset what texts count in a round."""
    events.append(RoundBegan(state.round, state.first))
    state.event_squares = [0] * len(state.event_squares)
    times = state.texts.counter_times
    if times:
        state.counts = [count if times[k] == ONCE_A_GAME else 0 for k, count in enumerate(state.counts)]
    reach_moment(state, START_OF_ROUND)


def end_round(state: State, events: list[Event]) -> None:
    """Everyone is exhausted: the round is about to end (RND-1)."""
    events.append(RoundEnded(state.round))
    reach_moment(state, BEFORE_ROUND_ENDS)


def pass_first_player(state: State, events: list[Event]) -> None:
    """The First Player marker goes clockwise, unless a text keeps it where it is, and the next round is counted (RND-1, RND-3)."""
    state.round += 1
    if "cannot-be passed" in state.texts.changes and cannot_be(state, FIRST_PLAYER, "passed") is not None:
        return
    state.first = state.setup.next_side[state.first]
    events.append(FirstPlayerPassed(state.first))


def gain_first_player(state: State, side: Side, events: list[Event]) -> None:
    """A side gets the First Player marker; the order of a round that has begun stays as it is (RND-3)."""
    if state.first != side:
        state.first = side
        events.append(FirstPlayerGained(side))


def flip_first_player(state: State, side: Side, events: list[Event]) -> None:
    """The First Player marker was flipped and has fallen to a side (TIM-3)."""
    state.first = side
    events.append(Flipped(side))


def begin_turn(state: State, figure: FigureId, events: list[Event]) -> None:
    """A figure's turn begins: reset what texts count in a turn (TRN-1, TRN-13)."""
    events.append(_TURN_BEGAN[figure])
    times = state.texts.counter_times
    if state.counts and any(state.counts):
        state.counts = [0 if times[k] == ONCE_A_TURN else count for k, count in enumerate(state.counts)]
    if state.texts.listens[START_OF_TURN] is not None:  # not worth a call otherwise
        reach_moment(state, START_OF_TURN, figure)


def end_turn(state: State, figure: FigureId) -> None:
    """A figure's last action is over (TRN-13)."""
    if state.texts.listens[END_OF_TURN] is not None:
        reach_moment(state, END_OF_TURN, figure)
