"""Dice inside texts: rolling, turning, adding, and changing the target of a challenge (CHA-12, CHA-13, CHA-14)."""

from __future__ import annotations

from tipover.cards.ast import Act, Group, Join, Phrase
from tipover.cards.catalog import BURST, SHIELD
from tipover.cards.program import Step
from tipover.engine.decision import DONE, PIECE, THING, Choice
from tipover.engine.event import DieTurned, Event, TargetChanged
from tipover.engine.flow.kinds import CHALLENGE_FRAME, CHALLENGER, EXTRAS, EXTRAS_AT, SET_DICE, STAGE, TARGET
from tipover.engine.flow.rolling import (
    FOR_CHALLENGER,
    FOR_DEFENDER,
    FOR_ROLL,
    FOR_TEXT,
    PLAIN,
    ROLLER,
    faces_for,
    push_roll,
    roll_below,
    span,
)
from tipover.engine.flow.stages import AFTER_ATTACK, COMPARING, ENDED, FIXING
from tipover.engine.state import State
from tipover.engine.steps.deeds.acting import could_be_target
from tipover.engine.steps.deeds.common import objects
from tipover.engine.steps.frame import FACE_AT, LEFT, ME, NOTHING, WHO, is_figure, is_piece
from tipover.engine.steps.thing import side_now

FACE_WORDS = {"burst": BURST, "shield": SHIELD}


# -- which dice ------------------------------------------------------------------------------------------


def dice_named(state: State, phrase: Phrase | None) -> list[int]:
    """The dice a phrase names: `3 dice`, `2 Boogie dice`, `the Champion die`, or several kinds joined by `and`."""
    if isinstance(phrase, Join):
        return [die for part in phrase.parts for die in dice_named(state, part)]
    if not isinstance(phrase, Group):
        return []
    count = phrase.det if isinstance(phrase.det, int) else phrase.det[1] if isinstance(phrase.det, tuple) else 1
    name = phrase.nouns[0].removesuffix("die").strip()
    return [state.setup.catalog.die(name) if name else PLAIN] * count


def whose_dice(state: State, frame: list[int], roll: list[int]) -> int:
    """Whose dice of a roll a text speaks of: those it waited for, or before the roll those of its doer's side (CHA-24)."""
    if roll[0] != CHALLENGE_FRAME:
        return FOR_ROLL
    if roll[STAGE] != FIXING:
        return FOR_CHALLENGER if roll[STAGE] == AFTER_ATTACK else FOR_DEFENDER
    doer = frame[WHO] if is_figure(frame[WHO]) else frame[ME]
    if doer in (roll[CHALLENGER], roll[TARGET]):
        return FOR_CHALLENGER if doer == roll[CHALLENGER] else FOR_DEFENDER
    side = side_now(state, roll[CHALLENGER]) if roll[CHALLENGER] >= 0 else NOTHING
    return FOR_CHALLENGER if is_figure(doer) and side_now(state, doer) == side else FOR_DEFENDER


def _open_roll(state: State) -> list[int] | None:
    """The roll that may still be changed: once the dice are compared they lie."""
    roll = roll_below(state)
    if roll is None or (roll[0] == CHALLENGE_FRAME and not FIXING <= roll[STAGE] <= COMPARING):
        return None
    return roll


def _roller(roll: list[int], whose: int) -> int:
    if whose == FOR_ROLL:
        return roll[ROLLER]
    return roll[CHALLENGER if whose == FOR_CHALLENGER else TARGET]


# -- rolling ---------------------------------------------------------------------------------------------


def roll_options(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """Dice can always be rolled; what falls is asked of chance."""
    return None


def do_roll(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Roll and count: no defense is rolled (CHA-12)."""
    assert op.act is not None
    push_roll(state, frame[WHO], dice_named(state, op.act.what), FOR_TEXT)


# -- adding ----------------------------------------------------------------------------------------------


def add_options(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """There must be a roll to add to."""
    return None if _open_roll(state) is not None else []


def do_add(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Before the roll the dice are rolled with it (CHA-4); after it they are rolled now."""
    roll = _open_roll(state)
    assert roll is not None and op.act is not None
    dice, whose = dice_named(state, op.act.what), whose_dice(state, frame, roll)
    if roll[0] != CHALLENGE_FRAME or roll[STAGE] != FIXING:
        push_roll(state, _roller(roll, whose), dice, whose)
        return
    for die in dice:
        roll.insert(EXTRAS_AT + roll[EXTRAS], extra_code(die, whose))
        roll[EXTRAS] += 1


def extra_code(die: int, whose: int) -> int:
    """A die added before the roll, and whose it is, as one number."""
    return (die - PLAIN) * 2 + (whose == FOR_DEFENDER)


def extra_dice(challenge: list[int], whose: int) -> list[int]:
    """The dice that texts have added to one side of a challenge before its roll."""
    codes = challenge[EXTRAS_AT : EXTRAS_AT + challenge[EXTRAS]]
    return [code // 2 + PLAIN for code in codes if code % 2 == (whose == FOR_DEFENDER)]


# -- turning ---------------------------------------------------------------------------------------------


def _into(act: Act) -> int:
    return FACE_WORDS[act.how[0][0]]


def _how_many(act: Act) -> int:
    """How many dice are turned; -1 is all."""
    if not isinstance(act.what, Group):
        return 1
    det = act.what.det
    if det in ("each", "all", "any"):
        return -1
    return det if isinstance(det, int) else det[1] if isinstance(det, tuple) else 1


def turn_options(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """Which die, of those that show another face; before the roll no die has a face, so nothing is asked (CHA-13)."""
    act = op.act
    assert act is not None
    roll = _open_roll(state)
    if roll is None:
        return []
    if roll[0] == CHALLENGE_FRAME and roll[STAGE] == FIXING:
        return None
    shown = sorted(set(faces_for(roll, whose_dice(state, frame, roll))) - {_into(act)})
    if not shown:
        return [] if frame[LEFT] == NOTHING else None
    if _how_many(act) < 0:
        return None
    found = [Choice(THING, -1, FACE_AT + face) for face in shown]
    upto = isinstance(act.what, Group) and isinstance(act.what.det, tuple) and act.what.det[0] == "up to"
    return [*found, Choice(DONE)] if upto else found


def do_turn(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """A die is taken as rolled to that face (CHA-13); of several, one after another."""
    act, roll = op.act, _open_roll(state)
    assert act is not None and roll is not None
    whose, into = whose_dice(state, frame, roll), _into(act)
    who = _roller(roll, whose)
    if roll[0] == CHALLENGE_FRAME and roll[STAGE] == FIXING:
        count = _how_many(act)
        roll[set_slot(whose, into)] += count if count > 0 else ALL_DICE
        events.append(DieTurned(who, NOTHING, into))
        return
    if choice is None or choice.verb == DONE:
        frame[LEFT] = NOTHING
        if choice is None:
            for face in [face for face in faces_for(roll, whose) if face != into] if _how_many(act) < 0 else []:
                _turn_one(roll, whose, face, into, events)
        return
    _turn_one(roll, whose, choice.thing - FACE_AT, into, events)
    left = (frame[LEFT] if frame[LEFT] != NOTHING else _how_many(act)) - 1
    frame[LEFT] = left if left > 0 else NOTHING
    if left > 0:
        frame[STAGE] -= 1


ALL_DICE = 99


def set_slot(whose: int, face: int) -> int:
    """Where a challenge frame counts the dice that are set to a face before the roll."""
    return SET_DICE + (2 if whose == FOR_DEFENDER else 0) + face


def _turn_one(roll: list[int], whose: int, face: int, into: int, events: list[Event]) -> None:
    start, end = span(roll, whose)
    roll[roll.index(face, start, end)] = into
    events.append(DieTurned(_roller(roll, whose), face, into))


# -- another target --------------------------------------------------------------------------------------


def make_options(state: State, frame: list[int], op: Step) -> list[Choice] | None:
    """A challenge must be going on, and the new target on the map."""
    found = objects(state, frame, op)
    return None if found and _is_there(state, found[0]) and _challenge(state) is not None else []


def _is_there(state: State, thing: int) -> bool:
    if is_figure(thing):
        return state.where[thing] >= 0
    return is_piece(thing) and state.lies[thing - PIECE] >= 0


def _challenge(state: State) -> int | None:
    """The place on the stack of the challenge that is going on and not yet compared."""
    for k in range(len(state.stack) - 1, -1, -1):
        if state.stack[k][0] == CHALLENGE_FRAME:
            return k if state.stack[k][STAGE] <= COMPARING else None
    return None


def do_make(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Go on with the new target; one that could not have been chosen ends the challenge and the rest of its text (CHA-14)."""
    place = _challenge(state)
    assert place is not None
    thing, challenge = objects(state, frame, op)[0], state.stack[place]
    challenge[TARGET] = thing
    events.append(TargetChanged(challenge[CHALLENGER], thing))
    if not could_be_target(state, place, thing):
        challenge[STAGE] = ENDED
