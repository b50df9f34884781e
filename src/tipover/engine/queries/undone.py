"""Parts of texts that cannot be done: in words, and before an ability or item is used for nothing (ABI-4)."""

from __future__ import annotations

from typing import Final, NamedTuple

from tipover.cards import program as ops
from tipover.cards.program import Program, Step
from tipover.cards.words import phrase_words, step_words
from tipover.engine.core import verbs
from tipover.engine.core.decision import Choice, Decision
from tipover.engine.core.event import AbilityUsed, Event, NotDone, PointsGained, PutOnTrack, TokenSpent
from tipover.engine.core.frames import kinds, turn_frame
from tipover.engine.core.said import ListPart, Said, say
from tipover.engine.core.state import State
from tipover.engine.run import take

__all__ = ["UseTrial", "not_done_said", "try_use", "why_idle"]

# What is told of an ability or item that is used, apart from what it does.
_OF_USE: Final = (AbilityUsed, NotDone, TokenSpent)


def not_done_said(state: State, event: NotDone) -> Said:
    """What could not be done, with the name of its card."""
    return say("event.not_done", "ABI-4", card=state.texts.programs[event.program].name, words=_part_words(state, event))


def _part_words(state: State, event: NotDone) -> str:
    """The part of a text that could not be done, as the card says it: `push the target 1`."""
    program = state.texts.programs[event.program]
    step = program.steps[event.step]
    deed = step if step.slot == ops.KEEP and step.op != ops.DO else _deed_from(program, event.step)
    if deed.act is not None:
        return step_words(deed.act)
    return f"choose {phrase_words(step.phrase)}" if step.phrase is not None else program.name


def _deed_from(program: Program, place: int) -> Step:
    """The deed that a step is part of: itself, or the first after it."""
    return next((step for step in program.steps[place:] if step.act is not None), program.steps[place])


class UseTrial(NamedTuple):
    """What came of an ability or item that was tried on a clone."""

    idle: Said | None  # Why it would do nothing; None if it would do or ask something.
    asked: Decision | None  # The first question while it goes on; None if it is over before anything is asked.


def why_idle(state: State, choice: Choice) -> Said | None:
    """Why an ability or item would do nothing if it were used now; None if it would do or ask something, or is another choice."""
    tried = try_use(state, choice)
    return tried.idle if tried is not None else None


def try_use(state: State, choice: Choice) -> UseTrial | None:
    """Use an ability or item on a clone, with an action to spare so that the turn goes on; None for another choice."""
    if choice.verb not in (verbs.ABILITY, verbs.USE) or state.decision is None or choice not in state.decision.options:
        return None
    trial = state.clone()
    turn = trial.topmost(kinds.TURN)
    if turn is None:
        return None
    turn_frame.add_actions(turn, 1)
    left, depth, lasting = turn_frame.actions_left(turn), len(trial.stack), len(trial.lasting)
    given = trial.stack[-1][kinds.KIND] == kinds.TEXT  # a text gives the action, and goes on after it
    events = take(trial, choice)
    if len(trial.stack) > depth:
        return UseTrial(None, trial.decision)
    is_idle = not given and all(_is_of_use(event, choice) for event in events) and len(trial.lasting) <= lasting
    after = trial.topmost(kinds.TURN)
    if not is_idle or trial.decision is None or after is None or turn_frame.actions_left(after) != left - 1:
        return UseTrial(None, None)
    undone = tuple(_part_words(state, event) for event in events if isinstance(event, NotDone))
    said = say("idle.not_done", "ABI-4", parts=ListPart(undone, "and")) if undone else say("idle.nothing", "ABI-4")
    return UseTrial(said, None)


def _is_of_use(event: Event, choice: Choice) -> bool:
    """Whether an event tells no more than that an ability or item is used and paid for."""
    if isinstance(event, PointsGained):
        return not event.points  # of points that nobody has none are lost
    return isinstance(event, _OF_USE) or (isinstance(event, PutOnTrack) and event.thing == choice.thing)
