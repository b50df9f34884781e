"""`apply(state, choice)`: the rules as a function. Answers the open question and goes on to the next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from tipover.engine.core import questions, verbs
from tipover.engine.core.blame import blame_frame, name_card
from tipover.engine.core.decision import Choice, Decision, in_numbers
from tipover.engine.core.draws import Draws
from tipover.engine.core.event import Event
from tipover.engine.core.frames import challenge_frame, choice_frame, kinds, round_frame, setup_frame, turn_frame
from tipover.engine.core.frames.kinds import CHALLENGE, KIND, ROUND, TEXT, TURN
from tipover.engine.core.frames.turn_frame import ACTIONS_A_TURN
from tipover.engine.core.happening import START_OF_GAME
from tipover.engine.core.ids import NO_SIDE, NOBODY, FigureId, Side
from tipover.engine.core.illegal_choice import IllegalChoice
from tipover.engine.core.late import Late
from tipover.engine.core.reason import Reason
from tipover.engine.core.setup import BEGIN, Setup
from tipover.engine.core.state import State
from tipover.engine.effects.moments import reach_moment
from tipover.engine.effects.points import finish
from tipover.engine.flow import actions, challenge, move, order, returns, roll, rounds, setup_phase, turns
from tipover.engine.flow.winning import ends_at_once, owes_judgement
from tipover.engine.laws.courses import law_asked
from tipover.engine.laws.moves import basic_course
from tipover.engine.laws.offers import actor_of
from tipover.engine.steps import interpreter

Step: TypeAlias = Callable[[State, list[int], list[Event]], Decision | None]
Answer: TypeAlias = Callable[[State, list[int], Choice, list[Event]], None]


def _no_answer(state: State, frame: list[int], choice: Choice, events: list[Event]) -> None:
    raise AssertionError("a frame of this kind asks nothing itself")


def _begin_action(state: State, frame: list[int], events: list[Event]) -> Decision | None:
    """Begin the action that a text gave."""
    actions.step(state, frame, events)
    return None


def _answer_below(state: State, frame: list[int], events: list[Event]) -> Decision | None:
    """Give the frame below the answer that is already known."""
    state.stack.pop()
    below = state.stack[-1]
    _ANSWERS[below[kinds.KIND]](state, below, choice_frame.choice_of(frame), events)
    return None


# Each kind of frame: how it goes on, and how it takes an answer. `advance` and `_give` call the commonest by name, which
# a compiler can call at once; of what is in the table it has to find out first what it takes.
_REGISTRY: Final[dict[int, tuple[Step, Answer]]] = {
    kinds.SETUP: (setup_phase.step, setup_phase.answer),
    kinds.ROUND: (rounds.step, _no_answer),
    kinds.TURN: (turns.step, turns.answer),
    kinds.CHALLENGE: (challenge.step, challenge.answer),
    kinds.RETURN: (returns.step, returns.answer),
    kinds.TEXT: (interpreter.step, interpreter.answer),
    kinds.ORDER: (order.step, order.answer),
    kinds.MOVE: (move.step, move.answer),
    kinds.ROLL: (roll.step, roll.answer),
    kinds.ACTION: (_begin_action, _no_answer),
    kinds.ANSWER: (_answer_below, _no_answer),
}
_STEPS: Final[list[Step]] = [_REGISTRY[kind][0] for kind in range(len(_REGISTRY))]
_ANSWERS: Final[list[Answer]] = [_REGISTRY[kind][1] for kind in range(len(_REGISTRY))]
MOST_QUIET_ROUNDS: Final = 50

# The reasons against a choice, and options like it; bound by `explain`.
EXPLAIN: Final[Late[Callable[[State, Choice], tuple[list[Reason], list[Choice]]]]] = Late("explain")


@BEGIN.bind
def begin(setup: Setup) -> State:
    """The first state of a set-up, at its first question."""
    state = State(setup)
    begins_with_colours = setup.colours and not setup.starter_picks
    state.stack.append(setup_frame.new(setup_frame.COLOUR if begins_with_colours else setup_frame.FLIPPING))
    advance(state, [])
    return state


def apply(state: State, choice: object) -> list[Event]:
    """Answer the open question with a `Choice`: changes the state in place and returns what happened.

    Checked first: an illegal choice, or something else than a choice, raises `IllegalChoice` and changes nothing. An action given
    where the question is who takes the turn answers both. Typed as an object, so that the compiled build refuses like the pure one.
    """
    ask = state.decision
    if ask is not None and isinstance(choice, Choice):
        for option in ask.options:
            if option is choice:  # as a rule it is one of them, and not only equal to one
                return take(state, choice)
    made = in_numbers(choice) if isinstance(choice, Choice) else None
    if made is None:
        raise IllegalChoice("A choice is one of the options, or made by parse().", [], ask.options[:5] if ask else [])
    return take(state, made) if takes(state, made) else _apply_both(state, made)


def at_passed(state: State, choice: Choice, number: int) -> State:
    """A copy of the state, stopped at the n-th forced question after `choice`, with that question left open."""
    trial = state.clone()
    take(trial, choice, number)
    return trial


def take(state: State, choice: Choice, pause: int = -1, draws: Draws | None = None) -> list[Event]:
    """As `apply`, unchecked: for a choice that is known to be an option of the open question.

    With `draws` the next question may be open with the one option that was drawn for it, as if chance answered (`advance`).
    """
    events: list[Event] = []
    frame = state.stack[-1]
    owed = state.setup.wins_at > 0 and owes_judgement(state)
    state.decision = None
    if state.passed:
        state.passed = []
    try:
        try:
            kind = frame[KIND]
            if kind == TURN:  # most often; as `_give`, without a call of it
                turns.answer(state, frame, choice, events)
            elif kind == TEXT:
                interpreter.answer(state, frame, choice, events)
            else:
                _give(state, frame, choice, events)
        except Exception as error:
            blame_frame(error, state, frame)
            raise
        advance(state, events, owed, pause, draws)
    except Exception as error:
        name_card(error)
        raise
    return events


def takes(state: State, choice: Choice) -> bool:
    """Whether a choice is among the options, or a move among them by another lawful way (MOV-10)."""
    ask = state.decision
    if ask is None:
        return False
    if ask.offers(choice):
        return True
    if choice.verb not in (verbs.MOVE, verbs.SQUARE) or not choice.path or ask.asked not in (questions.ACTION, questions.TEXT):
        return False
    if choice.path[-1] != choice.thing or not ask.offers(Choice(choice.verb, choice.figure, choice.thing)):
        return False
    law = basic_course(state, choice.figure) if choice.verb == verbs.MOVE else law_asked(state)
    return law is not None and law.fault(choice.way) is None


def _apply_both(state: State, choice: Choice) -> list[Event]:
    """Take an action as the answer to who takes the turn as well, if both are legal; refuse everything else."""
    ask = state.decision
    turn = Choice(verbs.TURN, actor_of(state, choice.figure))
    if ask is not None and ask.asked == questions.TURN and choice.verb in verbs.ACTION_VERBS and ask.offers(turn):
        trial = state.clone()
        apply(trial, turn)
        if choice == Choice(verbs.END, choice.figure) and trial.exhaust_markers[choice.figure] > state.exhaust_markers[choice.figure]:
            return apply(state, turn)
        if trial.decision is not None and takes(trial, choice):
            return apply(state, turn) + apply(state, choice)
    raise _refusal(state, choice)


def advance(state: State, events: list[Event], owed: bool = False, pause: int = -1, draws: Draws | None = None) -> None:
    """Go on until a question is open or the game is over.

    A question with a single answer is not asked, except chance and secret picks; `pause` is the number of the
    one to be left open. With `draws` the action of a turn is drawn, each with equal chance, instead of listing all: the one option
    of the open question is the one to take, and `reopen` lists them all.
    """
    last_round = state.round + MOST_QUIET_ROUNDS
    judged = state.setup.wins_at > 0
    state.steps = 0
    while state.stack:
        if judged:
            ends_at_once(state, events, owed)
            if state.over:
                return
        frame = state.stack[-1]
        kind = frame[KIND]
        try:
            if kind == TURN:
                ask = turns.step(state, frame, events, draws)
            elif kind == TEXT:
                ask = interpreter.step(state, frame, events, pause)
            elif kind == ROUND:
                ask = rounds.step(state, frame, events)
                if state.round > last_round:
                    finish(state, NO_SIDE, "RND-5", events)
            elif kind == CHALLENGE:
                ask = challenge.step(state, frame, events)
            else:
                ask = _STEPS[kind](state, frame, events)
            if ask is None:
                continue
            options = ask.options
            if len(options) > 1 or ask.weights is not None or ask.secret or len(state.passed) == pause:
                state.decision = ask
                return
            state.passed.append(options[0])
            frame = state.stack[-1]  # of a round it is the turn that asks
            _give(state, frame, options[0], events)
        except Exception as error:
            blame_frame(error, state, frame)
            raise


def _give(state: State, frame: list[int], choice: Choice, events: list[Event]) -> None:
    """Give a frame the answer to its question."""
    kind = frame[KIND]
    if kind == TURN:
        turns.answer(state, frame, choice, events)
    elif kind == TEXT:
        interpreter.answer(state, frame, choice, events)
    elif kind == CHALLENGE:
        challenge.answer(state, frame, choice, events)
    else:
        _ANSWERS[kind](state, frame, choice, events)


def reopen(state: State) -> None:
    """Ask the open question of a state that was made from data."""
    state.decision = None
    advance(state, [])


# -- states that a caller builds or tries something on --------------------------------------------------


def begin_at(state: State, side: Side, actor: FigureId = NOBODY, actions: int = ACTIONS_A_TURN) -> None:
    """Set whose turn it is in a state that is being built: a side's, or with `actor` that figure's, who is acting."""
    if actor < 0:
        state.stack = [round_frame.new(side, round_frame.TURNS)]
        return
    later = round_frame.new(state.setup.next_side[side], round_frame.TURNS)
    state.stack = [later, turn_frame.new(side, actor, turn_frame.ACTING, actions)]


def begin_game(state: State) -> None:
    """Begin the first round of a state that is being built, with the texts that start the game."""
    state.stack = [round_frame.new(state.first)]
    reach_moment(state, START_OF_GAME)


def skip_to_dice(trial: State, events: list[Event]) -> bool:
    """Leave out what texts ask between declaring and rolling in a trial of the caller's, so that the dice stand as they are now.

    Returns whether there was anything to leave out.
    """
    unrolled = (challenge_frame.DECLARED, *challenge_frame.UNROLLED)
    positions = [k for k, frame in enumerate(trial.stack) if frame[kinds.KIND] == kinds.CHALLENGE and frame[kinds.STAGE] in unrolled]
    return trial.decision is not None and bool(positions) and _drop_above(trial, positions[-1], events)


def skip_texts(trial: State, events: list[Event]) -> bool:
    """Leave out what texts ask after a roll in a trial of the caller's. Returns whether there was a challenge to go on with."""
    position = max((k for k, frame in enumerate(trial.stack) if frame[kinds.KIND] == kinds.CHALLENGE), default=-1)
    return 0 <= position < len(trial.stack) - 1 and _drop_above(trial, position, events)


def _drop_above(trial: State, position: int, events: list[Event]) -> bool:
    del trial.stack[position + 1 :]
    trial.decision = None
    advance(trial, events)
    return True


def _refusal(state: State, choice: Choice) -> IllegalChoice:
    reasons, nearby = EXPLAIN.call(state, choice)
    sentences = " ".join(str(reason) for reason in reasons)
    return IllegalChoice(sentences or "This is not among the options.", reasons, nearby)
