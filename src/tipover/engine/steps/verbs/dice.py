"""Dice inside texts: rolling, turning, adding, and changing the target of a challenge (CHA-12, CHA-13, CHA-14)."""

from __future__ import annotations

from tipover.cards.program import Step
from tipover.engine.core import verbs
from tipover.engine.core.decision import Choice
from tipover.engine.core.dice import MOST_ROLLED
from tipover.engine.core.event import DieTurned, Event, TargetChanged, TargetUnfit
from tipover.engine.core.frames import challenge_frame, kinds, roll_frame, rolled_faces, text_frame
from tipover.engine.core.ids import FACE_AT, NOTHING
from tipover.engine.core.state import State
from tipover.engine.laws.dice import (
    dice_named,
    dice_turned,
    die_showing,
    open_challenge,
    open_roll,
    roller_of,
    turnable,
    turned_into,
    whose_dice,
)
from tipover.engine.laws.targets import could_be_target
from tipover.engine.phrases.acts import objects
from tipover.engine.phrases.conditions import amount


def do_roll(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Roll and count: no defense is rolled (CHA-12). Dice that a condition or count adds are of the kind named last."""
    assert op.act is not None
    dice = dice_named(state, op.act.what)
    more = amount(state, frame, op.act.n, default=0)
    state.stack.append(roll_frame.new(text_frame.who(frame), (dice + dice[-1:] * more)[:MOST_ROLLED], roll_frame.FOR_TEXT))


def do_add(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Before the roll the dice are rolled with it (CHA-4); after it they are rolled now."""
    roll = open_roll(state)
    assert roll is not None and op.act is not None
    dice, whose = dice_named(state, op.act.what), whose_dice(state, frame, roll)
    if roll[kinds.KIND] == kinds.ROLL and roll[kinds.STAGE] == roll_frame.PREPARED:
        for die in dice:
            roll_frame.add_die(roll, die)
        return
    if not challenge_frame.is_unrolled(roll):
        state.stack.append(roll_frame.new(roller_of(roll, whose), dice, whose))
        return
    for die in dice:
        challenge_frame.add_extra(roll, die, whose)


def do_turn(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """A die is taken as rolled to that face (CHA-13); of several, one after another."""
    act, roll = op.act, open_roll(state)
    assert act is not None and roll is not None
    whose, into = whose_dice(state, frame, roll), turned_into(act)
    who = roller_of(roll, whose)
    if challenge_frame.is_unrolled(roll):
        count = dice_turned(act)
        challenge_frame.set_dice(roll, whose, into, count if count > 0 else challenge_frame.ALL_DICE)
        events.append(DieTurned(who, NOTHING, into))
        return
    if choice is None or choice.verb == verbs.DONE:
        text_frame.set_left(frame, NOTHING)
        if choice is None:
            for face in turnable(act, rolled_faces.faces_for(roll, whose)) if dice_turned(act) < 0 else []:
                _turn_one(roll, whose, face, into, events)
        return
    _turn_one(roll, whose, choice.thing - FACE_AT, into, events)
    left = (text_frame.left(frame) if text_frame.left(frame) != NOTHING else dice_turned(act)) - 1
    text_frame.set_left(frame, left if left > 0 else NOTHING)
    if left > 0:
        frame[kinds.STAGE] -= 1


def _turn_one(roll: list[int], whose: int, face: int, into: int, events: list[Event]) -> None:
    start, end = rolled_faces.span(roll, whose)
    roll[roll.index(face, start, end)] = into
    events.append(DieTurned(roller_of(roll, whose), face, into))


def do_reroll(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """A die that has fallen is rolled again, and what it shows then counts; of several, one after another."""
    act, roll = op.act, open_roll(state)
    assert act is not None and roll is not None
    whose = whose_dice(state, frame, roll)
    if choice is None or choice.verb == verbs.DONE:
        text_frame.set_left(frame, NOTHING)
        again = turnable(act, rolled_faces.faces_for(roll, whose)) if choice is None and dice_turned(act) < 0 else []
    else:
        again = [choice.thing - FACE_AT]
        left = (text_frame.left(frame) if text_frame.left(frame) != NOTHING else dice_turned(act)) - 1
        text_frame.set_left(frame, left if left > 0 else NOTHING)
        if left > 0:
            frame[kinds.STAGE] -= 1
    dice = [die_showing(state, roll, whose, face) for face in again]
    for die, face in zip(dice, again, strict=True):
        rolled_faces.take_face(roll, whose, die, face)
    if dice:
        state.stack.append(roll_frame.new(roller_of(roll, whose), dice, whose))


def do_make(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Go on with the new target; one that could not have been chosen ends the challenge and the rest of its text (CHA-14)."""
    place = open_challenge(state)
    assert place is not None
    thing, challenge = objects(state, frame, op)[0], state.stack[place]
    challenge_frame.set_target(challenge, thing)
    events.append(TargetChanged(challenge_frame.challenger(challenge), thing))
    if not could_be_target(state, place, thing):
        challenge[kinds.STAGE] = challenge_frame.ENDED
        events.append(TargetUnfit(challenge_frame.challenger(challenge), thing))
