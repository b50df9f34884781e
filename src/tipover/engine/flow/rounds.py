"""Rounds: whose turn is next, how a round ends, cooldown, refresh (RND, CDN, TRN-3)."""

from __future__ import annotations

from tipover.engine.decision import PIECE, Decision
from tipover.engine.event import (
    CooledDown,
    Event,
    FirstPlayerPassed,
    PutOnTrack,
    Refreshed,
    Returned,
    RoundBegan,
    RoundEnded,
    TokensReturned,
)
from tipover.engine.flow.kinds import ACTIONS_A_TURN, NEXT, RETURN_FRAME, STAGE, TURN_FRAME
from tipover.engine.flow.points import ends_at_round
from tipover.engine.state import BACK, HELD, RESERVE, State
from tipover.engine.triggers import launch, set_off

BEGIN, TURNS, ENDING, SCORING, CHECKING, COOLDOWN, REFRESH = range(7)

PLACES = 4


def step(state: State, frame: list[int], events: list[Event]) -> Decision | None:
    """Go on with the round; it asks nothing itself."""
    stage = frame[STAGE]
    setup = state.setup
    if stage == TURNS:
        side = frame[NEXT]
        for _ in setup.sides:
            if _has_turn(state, side):
                frame[NEXT] = setup.next_side[side]
                state.stack.append([TURN_FRAME, 0, side, -1, ACTIONS_A_TURN, 0])
                return None
            side = setup.next_side[side]
        frame[STAGE] = ENDING
    elif stage == BEGIN:
        events.append(RoundBegan(state.round, state.first))
        frame[NEXT] = state.first
        frame[STAGE] = TURNS
        state.sites = [0] * len(state.sites)
        times = state.cast.counter_times
        if times:
            state.counts = [count if times[k] == "Once per game" else 0 for k, count in enumerate(state.counts)]
        launch(state, set_off(state, "at start of each round"))
    elif stage == ENDING:
        events.append(RoundEnded(state.round))
        frame[STAGE] = SCORING
        launch(state, set_off(state, "before round ends"))
    elif stage == SCORING:
        frame[STAGE] = CHECKING
        launch(state, set_off(state, "at end of the round"))
    elif stage == CHECKING:
        frame[STAGE] = COOLDOWN
        frame[NEXT] = 0
        ends_at_round(state, events)
    elif stage == COOLDOWN:
        if frame[NEXT] >= len(setup.sides):
            frame[STAGE] = REFRESH
            return None
        sides = setup.sides
        side = sides[(sides.index(state.first) + frame[NEXT]) % len(sides)]
        frame[NEXT] += 1
        state.stack.append([RETURN_FRAME, 0, side, -1])
        launch(state, cool(state, side, events))
    else:
        state.spent = [0] * len(state.spent)
        events.append(Refreshed())
        state.first = setup.next_side[state.first]
        events.append(FirstPlayerPassed(state.first))
        state.round += 1
        frame[STAGE] = BEGIN
    return None


def _has_turn(state: State, side: int) -> bool:
    """Whether a side has a character in play without an exhausted marker (TRN-1, TRN-3)."""
    for figure in state.setup.characters[side]:  # not `any`: it is asked after every turn
        if state.spent[figure] < state.setup.markers(figure) and state.where[figure] != RESERVE:
            return True
    return False


def cool(state: State, side: int, events: list[Event]) -> list[list[int]]:
    """Shift all of a side's track down by one at once; tokens and pieces are back, figures wait to be put (CDN-2).

    Gives the frames of what the pieces' return sets off: it is done before a figure returns.
    """
    setup = state.setup
    base = side * 4 * PLACES
    back = state.track[base : base + 4]
    if any(state.track[base : base + 16]):
        for colour in range(4):
            state.pool[side * 4 + colour] += back[colour]
        state.track[base : base + 16] = [*state.track[base + 4 : base + 16], 0, 0, 0, 0]
    events.append(CooledDown(side))
    if any(back):
        events.append(TokensReturned(side, tuple(back)))
    found: list[list[int]] = []
    for piece in range(len(setup.pieces)):
        if -PLACES <= state.lies[piece] <= -1 and state.kept_by[piece] == side:
            state.lies[piece] += 1
            if state.lies[piece] == 0:
                found += piece_back(state, piece, events)
    for figure, where in enumerate(state.where):
        if -PLACES <= where <= -1 and setup.side_of[figure] == side:
            state.where[figure] = where + 1 if where < -1 else BACK
    return found


def piece_back(state: State, piece: int, events: list[Event]) -> list[list[int]]:
    """A piece off the track: a point marker to its letter's square, an item to its holder (CDN-3, PTS-5).

    What its own rule says of its return holds though it lies nowhere yet (PWR-1): the frames of all that it sets off.
    """
    slot = state.setup.pieces[piece]
    if state.held[piece] >= 0:
        state.lies[piece] = HELD
        state.kept_by[piece] = state.setup.side_of[state.held[piece]]
    else:
        state.lies[piece] = BACK
        state.kept_by[piece] = slot.side
    found = set_off(state, "when returns", PIECE + piece) if "when returns" in state.cast.whens else []
    if state.lies[piece] == BACK:
        state.lies[piece] = slot.square if slot.square >= 0 else RESERVE
    events.append(Returned(PIECE + piece, state.lies[piece] if state.lies[piece] >= 0 else -1))
    return found


def shift_token(state: State, side: int, colour: int, place: int, by: int, events: list[Event]) -> int:
    """Shift one ability token on a track; gives its new place, 0 for the pool (CDN-5)."""
    base = side * 4 * PLACES
    state.track[base + (place - 1) * 4 + colour] -= 1
    goal = min(PLACES, place + by)
    if goal >= 1:
        state.track[base + (goal - 1) * 4 + colour] += 1
        return goal
    state.pool[side * 4 + colour] += 1
    events.append(TokensReturned(side, tuple(1 if k == colour else 0 for k in range(4))))
    return 0


def shift_thing(state: State, thing: int, by: int, events: list[Event]) -> int:
    """Shift a figure or piece on a track: up is positive, beyond the top is the top; gives its new place (CDN-5).

    Off the bottom it is back at once: a piece by itself, a figure by a question to its owner (CDN-3, CDN-8).
    """
    is_piece = thing >= PIECE
    place = -(state.lies[thing - PIECE] if is_piece else state.where[thing])
    goal = max(0, min(PLACES, place + by))
    if is_piece:
        state.lies[thing - PIECE] = -goal
        if not goal:
            launch(state, piece_back(state, thing - PIECE, events))
        else:
            events.append(PutOnTrack(thing, state.kept_by[thing - PIECE], goal))
    elif goal:
        state.where[thing] = -goal
        events.append(PutOnTrack(thing, state.setup.side_of[thing], goal))
    else:
        state.where[thing] = BACK
        state.stack.append([RETURN_FRAME, 0, state.setup.side_of[thing], thing])
    return goal
