"""`apply(state, choice)`: the rules as a function. Answers the open question and goes on to the next."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from tipover.engine import triggers
from tipover.engine.decision import (
    ACTION_VERBS,
    ASK_ACTION,
    ASK_TEXT,
    ASK_TURN,
    END,
    MOVE,
    SQUARE,
    TURN,
    Choice,
    Decision,
)
from tipover.engine.event import Event
from tipover.engine.flow import challenge, moving, returns, rolling, rounds, setting, turns
from tipover.engine.flow.abilities import actor_of
from tipover.engine.flow.actions import course
from tipover.engine.flow.kinds import KIND, SETUP_FRAME
from tipover.engine.flow.points import ends_at_once, finish, owes_judgement
from tipover.engine.reason import Reason
from tipover.engine.setup import Setup
from tipover.engine.state import NOBODY, State
from tipover.engine.steps import walk
from tipover.engine.steps.deeds.moving import law_asked

Step: TypeAlias = Callable[[State, list[int], list[Event]], Decision | None]
Answer: TypeAlias = Callable[[State, list[int], Choice, list[Event]], None]


def _no_answer(state: State, frame: list[int], choice: Choice, events: list[Event]) -> None:
    raise AssertionError("a round asks nothing itself")


_STEPS: list[Step] = [
    setting.step, rounds.step, turns.step, challenge.step, returns.step, walk.step, triggers.step, moving.step, rolling.step,
]  # fmt: skip
_ANSWERS: list[Answer] = [
    setting.answer, _no_answer, turns.answer, challenge.answer, returns.answer, walk.answer, triggers.answer, moving.answer, rolling.answer,
]  # fmt: skip

MOST_QUIET_ROUNDS = 50


class IllegalChoice(ValueError):
    """A choice that is not among the options; the state is unchanged. `reasons` say why not."""

    def __init__(self, message: str, reasons: list[Reason], nearby: list[Choice]) -> None:
        super().__init__(message)
        self.reasons = reasons
        self.nearby = nearby


def begin(setup: Setup) -> State:
    """The first state of a set-up, at its first question."""
    state = State(setup)
    state.stack.append([SETUP_FRAME, 0 if setup.colours else 1, 0])
    advance(state, [])
    return state


def apply(state: State, choice: Choice) -> list[Event]:
    """Answer the open question: changes the state in place and tells what happened.

    Checked first: an illegal choice raises `IllegalChoice` and changes nothing. An action given where the
    question is who takes the turn answers both.
    """
    ask = state.decision
    if not isinstance(choice, Choice):
        raise IllegalChoice("A choice is one of the options, or made by parse().", [], ask.options[:5] if ask else [])
    if ask is None or not takes(state, choice):
        return _apply_both(state, choice)
    return take(state, choice)


def at_passed(state: State, choice: Choice, number: int) -> State:
    """A copy of the state as it was when the so-manieth question with a single answer came up after a choice: it is open there."""
    trial = state.clone()
    take(trial, choice, number)
    return trial


def take(state: State, choice: Choice, pause: int = -1) -> list[Event]:
    """As `apply`, unchecked: for one of the options of the open question itself, which need not be looked for among them."""
    events: list[Event] = []
    frame = state.stack[-1]
    owed = owes_judgement(state)
    state.decision = None
    state.passed = []
    _ANSWERS[frame[KIND]](state, frame, choice, events)
    advance(state, events, owed, pause)
    return events


def takes(state: State, choice: Choice) -> bool:
    """Whether a choice is among the options, or a move among them by another lawful way (MOV-10)."""
    ask = state.decision
    if ask is None:
        return False
    if ask.offers(choice):
        return True
    if choice.verb not in (MOVE, SQUARE) or not choice.path or ask.asked not in (ASK_ACTION, ASK_TEXT):
        return False
    if choice.path[-1] != choice.thing or not ask.offers(Choice(choice.verb, choice.figure, choice.thing)):
        return False
    law = course(state, choice.figure) if choice.verb == MOVE else law_asked(state)
    return law is not None and law.fault(choice.path) is None


def _apply_both(state: State, choice: Choice) -> list[Event]:
    """Take an action as the answer to who takes the turn as well, if both are legal; refuse everything else."""
    ask = state.decision
    turn = Choice(TURN, actor_of(state, choice.figure))
    if ask is not None and ask.asked == ASK_TURN and choice.verb in ACTION_VERBS and ask.offers(turn):
        trial = state.clone()
        apply(trial, turn)
        if choice == Choice(END, choice.figure) and trial.spent[choice.figure] > state.spent[choice.figure]:
            return apply(state, turn)
        if trial.decision is not None and takes(trial, choice):
            return apply(state, turn) + apply(state, choice)
    raise _refusal(state, choice)


def advance(state: State, events: list[Event], owed: bool = False, pause: int = -1) -> None:
    """Go on until a question is open or the game is over.

    A question with a single answer is not asked, except chance and secret picks; `pause` leaves the so-manieth of them open.
    """
    began = state.round
    scenario = state.setup.scenario
    judged = scenario is not None and scenario.wins_at > 0
    while state.stack:
        if judged:
            ends_at_once(state, events, owed)
            if state.over:
                return
        frame = state.stack[-1]
        ask = _STEPS[frame[KIND]](state, frame, events)
        if ask is None:
            if state.round - began > MOST_QUIET_ROUNDS:
                finish(state, NOBODY, "RND-5", events)
            continue
        if len(ask.options) > 1 or ask.weights is not None or ask.secret or len(state.passed) == pause:
            state.decision = ask
            return
        state.passed.append(ask.options[0])
        _ANSWERS[frame[KIND]](state, frame, ask.options[0], events)


def reopen(state: State) -> None:
    """Ask the open question of a state made from data anew."""
    state.decision = None
    advance(state, [])


def _refusal(state: State, choice: Choice) -> IllegalChoice:
    from tipover.engine.why import nearby, why_not_choice

    reasons = why_not_choice(state, choice)
    told = " ".join(str(reason) for reason in reasons)
    return IllegalChoice(told or "This is not among the options.", reasons, nearby(state, choice))
