"""One challenge from declaring to its result (CHA-24)."""

from __future__ import annotations

from tipover.cards.catalog import CHARACTER, COMPANION
from tipover.engine.decision import ASK_ROLL, CHANCE, PIECE, Choice, Decision
from tipover.engine.dice import rolls, successes
from tipover.engine.event import (
    Challenged,
    ChallengeLost,
    ChallengeWon,
    Event,
    KnockedDown,
    KnockedOut,
    PutOnTrack,
    Removed,
    Rolled,
)
from tipover.engine.flow.actions import BASIC_DICE
from tipover.engine.flow.kinds import CHALLENGER, DEFENSE, DICE, HITS, STAGE, TARGET
from tipover.engine.flow.points import score_knock_out
from tipover.engine.numbers import Number, Part
from tipover.engine.state import RESERVE, State

DECLARED, ATTACKING, DEFENDING, COMPARING = range(4)


def dice_of(state: State, challenger: int, target: int) -> Number:
    """The challenger's dice with their parts (CHA-4, CHA-5)."""
    return Number([Part(BASIC_DICE, "basic challenge")])


def defense_of(state: State, target: int) -> Number:
    """The defender's dice with their parts (CHA-5)."""
    if target >= PIECE:
        slot = state.setup.pieces[target - PIECE]
        return Number([Part(slot.defense, f"defense of {slot.name}")])
    return Number([Part(state.defense(target), f"defense of {state.name(target)}")])


def step(state: State, frame: list[int], events: list[Event]) -> Decision | None:
    """Go on with a challenge until dice are asked for or it is over; a roll of no dice is not asked (CHA-26)."""
    stage = frame[STAGE]
    if stage == DECLARED:
        dice = dice_of(state, frame[CHALLENGER], frame[TARGET])
        defense = defense_of(state, frame[TARGET])
        frame[DICE], frame[DEFENSE] = dice.total, defense.total
        frame[STAGE] = ATTACKING
        events.append(Challenged(frame[CHALLENGER], frame[TARGET], dice, defense))
        return None
    if stage == COMPARING:
        state.stack.pop()
        _compare(state, frame, events)
        return None
    dice_now = frame[DICE] if stage == ATTACKING else frame[DEFENSE]
    if not dice_now:
        _rolled(state, frame, (), events)
        return None
    options, weights = rolls(dice_now)
    return Decision(ASK_ROLL, [CHANCE], -1, _figure(frame), options, weights)


def _figure(frame: list[int]) -> int:
    """For whom the dice roll: the challenger, then a defending figure."""
    if frame[STAGE] == ATTACKING:
        return frame[CHALLENGER]
    return frame[TARGET] if frame[TARGET] < PIECE else -1


def answer(state: State, frame: list[int], choice: Choice, events: list[Event]) -> None:
    """Take the dice as they fell."""
    _rolled(state, frame, choice.path, events)


def _rolled(state: State, frame: list[int], faces: tuple[int, ...], events: list[Event]) -> None:
    defending = frame[STAGE] == DEFENDING
    hits = successes(faces, defending)
    events.append(Rolled(frame[TARGET], defending, faces, hits))
    frame[HITS] += -hits if defending else hits
    frame[STAGE] = COMPARING if defending else DEFENDING


def _compare(state: State, frame: list[int], events: list[Event]) -> None:
    """Strictly more successes win (CHA-7); the target loses by what it is (CHA-8, CHA-9)."""
    challenger, target = frame[CHALLENGER], frame[TARGET]
    if frame[HITS] <= 0:
        events.append(ChallengeLost(challenger, target))
        return
    events.append(ChallengeWon(challenger, target, frame[HITS]))
    lose(state, target, challenger, events)


def lose(state: State, target: int, challenger: int, events: list[Event]) -> None:
    """What losing a challenge does to a figure or piece."""
    if target >= PIECE:
        state.lies[target - PIECE] = RESERVE
        events.append(Removed(target))
        return
    kind = state.setup.kind_of[target]
    if kind == CHARACTER:
        if state.down[target]:
            knock_out(state, target, challenger, events)
        else:
            state.down[target] = 1
            events.append(KnockedDown(target))
    elif kind == COMPANION:
        square, state.where[target] = state.where[target], -1
        events.append(PutOnTrack(target, state.setup.side_of[target], 1))
        drop(state, target, square)
    else:
        square, state.where[target] = state.where[target], RESERVE
        events.append(Removed(target))
        drop(state, target, square)


def credit_of(state: State, challenger: int) -> int:
    """Who has the credit: for a companion or minion the character it belongs to (CHA-18); -1 is no character."""
    if challenger < 0 or state.setup.kind_of[challenger] == CHARACTER:
        return challenger
    return state.setup.figures[challenger].of


def knock_out(state: State, figure: int, challenger: int, events: list[Event]) -> None:
    """Off the map, onto the 1 of its side's track, standing again when it is back (CHA-8, CDN-3)."""
    square = state.where[figure]
    credit = credit_of(state, challenger)
    by = state.setup.side_of[challenger] if challenger >= 0 else -1
    state.where[figure] = -1
    state.down[figure] = 0
    side = state.setup.side_of[figure]
    events.append(KnockedOut(figure, square, credit))
    events.append(PutOnTrack(figure, side, 1))
    drop(state, figure, square)
    score_knock_out(state, figure, square, by, events)


def drop(state: State, figure: int, square: int) -> None:
    """What a figure carried stays in the square it left; items stay with their holder (CDN-10, CDN-9)."""
    for piece, holder in enumerate(state.held):
        if holder == figure and state.setup.pieces[piece].sort == "marker":
            state.held[piece] = -1
            state.lies[piece] = square
