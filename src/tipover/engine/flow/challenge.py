"""One challenge from declaring to its result (CHA-24), and how figures fall and leave the map (CHA-8, CHA-9)."""

from __future__ import annotations

from tipover.cards.catalog import CHARACTER, COMPANION
from tipover.engine import changes
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
from tipover.engine.flow.kinds import CHALLENGER, DEFENSE, DICE, HITS, STAGE, TARGET, TEXT_FRAME
from tipover.engine.flow.points import score_knock_out
from tipover.engine.numbers import Number, Part
from tipover.engine.state import RESERVE, State, changed
from tipover.engine.steps import frame as slots
from tipover.engine.steps.deeds.acting import is_basic, text_dice
from tipover.engine.steps.nouns import side_now
from tipover.engine.triggers import launch, replaced, set_off

DECLARED, FIXING, ATTACKING, DEFENDING, COMPARING, CLOSING = range(6)

BASIC_DICE = 2
PROGRAM, PLACE = 7, 8


def dice_of(state: State, challenger: int, target: int, frame: list[int]) -> Number:
    """The challenger's dice with their parts (CHA-4, CHA-5, TIM-4)."""
    program, place = frame[PROGRAM], frame[PLACE]
    basic = is_basic(state, program, place)
    if basic:
        parts = [Part(BASIC_DICE, "basic challenge")]
    else:
        text = _text(state)
        assert text is not None
        text[slots.TARGET] = target
        parts = [Part(amount, name) for amount, name in text_dice(state, text, program, place)]
    return Number(parts + changes.dice_parts(state, challenger, target, basic))


def defense_of(state: State, target: int, challenger: int = -1) -> Number:
    """The defender's dice with their parts (CHA-5)."""
    if target >= PIECE:
        slot = state.setup.pieces[target - PIECE]
        return Number([Part(slot.defense, f"defense of {slot.name}")])
    base = [Part(state.defense(target), f"defense of {state.name(target)}")]
    return Number(base + changes.defense_parts(state, target, challenger))


def _text(state: State) -> list[int] | None:
    """The frame of the text this challenge belongs to: the one right below it."""
    below = state.stack[-2] if len(state.stack) > 1 else None
    return below if below is not None and below[0] == TEXT_FRAME else None


def step(state: State, frame: list[int], events: list[Event]) -> Decision | None:
    """Go on with a challenge until dice are asked for or it is over; a roll of no dice is not asked (CHA-26)."""
    stage = frame[STAGE]
    challenger, target = frame[CHALLENGER], frame[TARGET]
    if stage == DECLARED:
        frame[STAGE] = FIXING
        if "when challenged" in state.cast.whens:
            launch(state, set_off(state, "when challenged", target, foe=challenger))
        return None
    if stage == FIXING:
        if _is_off(state, challenger, target):
            state.stack.pop()
            return None
        dice = dice_of(state, challenger, target, frame)
        defense = defense_of(state, target, challenger)
        frame[DICE], frame[DEFENSE] = dice.total, defense.total
        frame[STAGE] = ATTACKING
        events.append(Challenged(challenger, target, dice, defense))
        return None
    if stage == COMPARING:
        frame[STAGE] = CLOSING
        _compare(state, frame, events)
        return None
    if stage == CLOSING:
        _close(state, frame)
        return None
    dice_now = frame[DICE] if stage == ATTACKING else frame[DEFENSE]
    if not dice_now:
        _rolled(state, frame, (), events)
        return None
    options, weights = rolls(dice_now)
    return Decision(ASK_ROLL, [CHANCE], -1, _figure(frame), options, weights)


def _is_off(state: State, challenger: int, target: int) -> bool:
    """A challenge ends if its target left the map or its challenger fell or left it (CHA-25)."""
    there = state.where[target] if target < PIECE else state.lies[target - PIECE]
    if there < 0:
        return True
    if challenger < 0:
        return False
    return state.where[challenger] < 0 or (bool(state.down[challenger]) and not changes.acts_down(state, challenger))


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
    won = frame[HITS] > 0
    text = _text(state)
    if text is not None and challenger >= 0:
        text[slots.WON] = int(won)
        text[slots.TARGET] = target
        if target < PIECE:
            text[slots.TARGETS] |= 1 << target
    events.append(ChallengeWon(challenger, target, frame[HITS]) if won else ChallengeLost(challenger, target))
    if challenger >= 0:
        launch(state, set_off(state, "when wins" if won else "when loses", challenger, foe=target))
    if won:
        lose(state, target, challenger, events)


def _close(state: State, frame: list[int]) -> None:
    """The challenge is over: what waits for its end happens."""
    challenger, target = frame[CHALLENGER], frame[TARGET]
    state.stack.pop()
    whens = state.cast.whens
    found: list[list[int]] = []
    if challenger >= 0 and "after challenge by" in whens:
        found += set_off(state, "after challenge by", challenger, foe=challenger)
    if "after challenge against" in whens:
        found += set_off(state, "after challenge against", target, foe=challenger)
    launch(state, found)


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
            knock_down(state, target, challenger, events)
    elif kind == COMPANION:
        off_the_map(state, target, -1, events)
        events.append(PutOnTrack(target, state.setup.side_of[target], 1))
    else:
        remove(state, target, events, challenger)


def knock_down(state: State, figure: int, challenger: int, events: list[Event]) -> None:
    """A standing character falls in its square."""
    if _is_replaced(state, "knocked down", figure, challenger):
        return
    state.down[figure] = 1
    events.append(KnockedDown(figure))
    launch(state, set_off(state, "when knocked down", figure, foe=challenger))


def _is_replaced(state: State, verb: str, figure: int, challenger: int) -> bool:
    """Whether a text is done instead of an event, or keeps it from happening."""
    if verb in state.cast.insteads:
        frame = replaced(state, verb, figure, challenger)
        if frame is not None:
            state.stack.append(frame)
            return True
    return "cannot-be" in state.cast.changes and changes.cannot_be(state, figure, verb) is not None


def remove(state: State, figure: int, events: list[Event], challenger: int = -1) -> None:
    """A minion leaves the map; where it goes its texts say (CHA-9)."""
    if _is_replaced(state, "removed", figure, challenger):
        return
    found = set_off(state, "when removed", figure, foe=challenger, last=state.where[figure])
    off_the_map(state, figure, RESERVE, events)
    events.append(Removed(figure))
    launch(state, found)


def credit_of(state: State, challenger: int) -> int:
    """Who has the credit: for a companion or minion the character it belongs to (CHA-18); -1 is no character."""
    if challenger < 0 or state.setup.kind_of[challenger] == CHARACTER:
        return challenger
    return state.setup.figures[challenger].of


def knock_out(state: State, figure: int, challenger: int, events: list[Event]) -> None:
    """Off the map, onto the 1 of its side's track, standing again when it is back (CHA-8, CDN-3)."""
    if _is_replaced(state, "knocked out", figure, challenger):
        return
    square = state.where[figure]
    credit = credit_of(state, challenger)
    by = side_now(state, challenger) if challenger >= 0 else -1
    found = set_off(state, "when knocked out", figure, foe=credit, last=square)
    if by >= 0:
        found += set_off(state, "when knocks out", credit, what=figure, foe=credit, last=square, side=by)
    off_the_map(state, figure, -1, events)
    side = state.setup.side_of[figure]
    events.append(KnockedOut(figure, square, credit))
    events.append(PutOnTrack(figure, side, 1))
    launch(state, found)
    score_knock_out(state, figure, square, by, events)


def off_the_map(state: State, figure: int, where: int, events: list[Event]) -> None:
    """A figure leaves the map for a place of its track or the reserve; what it carried stays in its square (CDN-10)."""
    square = state.where[figure]
    found = set_off(state, "when leaves", figure, last=square) if square >= 0 else []
    if square >= 0:
        state.last[figure] = square
    state.where[figure] = where
    state.down[figure] = 0
    drop(state, figure, square)
    launch(state, found)


def drop(state: State, figure: int, square: int) -> None:
    """What a figure carried stays in the square it left; marks and items stay with it (CDN-10, CDN-9, STA-1)."""
    for piece, holder in enumerate(state.held):
        slot = state.setup.pieces[piece]
        if holder == figure and slot.sort == "marker" and square >= 0 and not slot.is_mark:
            state.held[piece] = -1
            state.lies[piece] = square
            state.owner = changed(state.owner, piece, figure)
