"""Challenges inside texts (CHA)."""

from __future__ import annotations

from tipover.cards.program import Step
from tipover.engine.core.decision import Choice, thing_of
from tipover.engine.core.event import Event
from tipover.engine.core.frames import challenge_frame, kinds, roll_frame, text_frame
from tipover.engine.core.happening import REACHES_FARTHER
from tipover.engine.core.ids import NO_SIDE, NOBODY, NOTHING, is_figure
from tipover.engine.core.state import State
from tipover.engine.effects.challenge_results import reach_farther
from tipover.engine.laws.dice import dice_added
from tipover.engine.laws.targets import TextTargetLaw, credit_of_text, credit_without_challenger, is_made
from tipover.engine.phrases.conditions import is_zero_count


def do_challenge(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Declare it; the challenge runs on a frame of its own and leaves its result here."""
    target = text_frame.destination(frame) if choice is None else thing_of(choice)
    text_frame.set_target(frame, target)
    text_frame.set_won(frame, NOTHING)
    who = text_frame.who(frame)
    challenger = who if is_figure(who) else NOBODY  # a token's challenge is nobody's, with credit to its owner (CHA-18)
    credit, side = credit_of_text(state, frame) if challenger < 0 or is_made(state, frame, op) else (NOBODY, NO_SIDE)
    challenge = challenge_frame.new(challenger, target, text_frame.program(frame), frame[kinds.STAGE] - 1, credit, side)
    for die in dice_added(state, frame, op):
        challenge_frame.add_extra(challenge, die, roll_frame.FOR_CHALLENGER)
    common = TextTargetLaw(state, frame, op).common if state.texts.listens[REACHES_FARTHER] is not None else None
    is_far = common is not None and common.is_far(target)
    state.stack.append(challenge)
    if is_far:
        reach_farther(state, challenger)


def do_defend(state: State, frame: list[int], op: Step, choice: Choice | None, events: list[Event]) -> None:
    """Challenged by nobody (CHA-17); no dice counted: nothing happens (ABI-4)."""
    act = op.act
    assert act is not None and act.n is not None
    if not is_zero_count(state, frame, act.n):
        place, credited = frame[kinds.STAGE] - 1, credit_without_challenger(state, frame)
        state.stack.append(challenge_frame.new(NOBODY, text_frame.who(frame), text_frame.program(frame), place, *credited))
