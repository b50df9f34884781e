"""The lines of a turn: where one turn ends and the next begins, and in which order its answers are worth a look.

No card is named: what a figure takes, whom it challenges and what it uses comes first, then walks towards what pays, and the
end of the turn last.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from tipover.bots.evaluate import Evaluator
from tipover.bots.foresee import spread
from tipover.engine.core import questions, verbs
from tipover.engine.core.decision import Choice, Decision
from tipover.engine.core.ids import NOBODY, FigureId, Side
from tipover.engine.core.state import State
from tipover.engine.queries.turns import ACTIONS_A_TURN, turn_of

BEFORE_TURNS: Final = questions.asked_at(questions.AskedWhen.SETUP, questions.AskedWhen.TURN)
PROMISE: Final = {verbs.INTERACT: 0.12, verbs.CHALLENGE: 0.11, verbs.OFFER: 0.1, verbs.ABILITY: 0.09, verbs.USE: 0.08, verbs.END: -0.2}
PULL: Final = 0.008  # the promise of an attractive square, as a chance to win
GIFT: Final = 0.003  # a chance to win that is given away rather than an action
TRUST: Final = 2  # a promise counts as much as so many gains that were seen


class Width(NamedTuple):
    """How many answers of each kind of question are looked into."""

    figures: int  # who takes the turn
    first: int  # actions, while another one follows
    last: int  # the last action of a turn
    text: int  # answers to texts


class TurnStamp(NamedTuple):
    """Which turn it is: two questions of one turn have the same."""

    round: int
    actor: FigureId
    spent: int  # turns that were over before it


class Memory:
    """What answers gained where they were looked into, so that they are tried sooner elsewhere."""

    __slots__ = ("_gains",)

    def __init__(self) -> None:
        self._gains: dict[tuple[int, int, int], tuple[float, int]] = {}

    def add(self, choice: Choice, gain: float) -> None:
        """Remember a gain, as a chance to win compared with the other answers."""
        mean, number = self._gains.get(choice[:3], (0.0, 0))
        self._gains[choice[:3]] = (mean + (gain - mean) / (number + 1), number + 1)

    def blended(self, choice: Choice, promise: float) -> float:
        """A promise, corrected by what the same answer gained before."""
        known = self._gains.get(choice[:3])
        return promise if known is None else (TRUST * promise + known[0] * known[1]) / (TRUST + known[1])


def stamp_of(state: State) -> TurnStamp:
    """The turn under way; before a turn nobody is its actor."""
    return TurnStamp(state.round, turn_of(state)[1], sum(state.exhaust_markers))


def is_after(state: State, ask: Decision, turn: TurnStamp) -> bool:
    """Whether a question comes after the turn: before another one, or at the very beginning of one that was not chosen."""
    if ask.asked in BEFORE_TURNS:
        return True
    if ask.asked != questions.ACTION or state.actions_left < ACTIONS_A_TURN:
        return False
    now = stamp_of(state)
    return now != turn and (turn.actor != NOBODY or now.round != turn.round or now.spent != turn.spent)


def is_idle(state: State, choice: Choice) -> bool:
    """Whether an action does nothing: it ends the turn, or moves to where the figure stands."""
    return choice.verb == verbs.END or (choice.verb == verbs.MOVE and choice.square == state.figure_at[choice.figure])


Reached = set[tuple[int, int]]  # figures with squares where they can be after a walk that is looked into anyway


def reached_at_once(options: list[Choice]) -> Reached:
    """Where a first action can walk to."""
    return {(one.figure, one.thing) for one in options if one.verb == verbs.MOVE}


def answers_in_order(
    state: State, ask: Decision, side: Side, evaluator: Evaluator, memory: Memory, width: Width, reached: Reached | None = None
) -> list[Choice]:
    """The answers of a question that are looked into, most promising first.

    `reached` is given after a walk: another one is looked into only to where no other line walks, and the turn's end first.
    """
    options = ask.options
    if ask.asked in (questions.ACTION, questions.TURN) and any(one.verb != verbs.TURN for one in options):
        most = width.first if state.actions_left >= ACTIONS_A_TURN else width.last
        ends = [one for one in options if one.verb == verbs.END]
        useful = [one for one in options if not is_idle(state, one)] if ends else options
        if reached is None:
            return _some(_by_promise(state, useful, side, evaluator, memory), most - 1) + ends
        farther = [one for one in useful if one.verb != verbs.MOVE or (one.figure, one.thing) not in reached]
        chosen = _by_promise(state, farther, side, evaluator, memory)[:most]
        reached |= reached_at_once(chosen)
        return ends + chosen or useful[:1]
    if ask.asked == questions.TURN:
        return options[: width.figures]
    return spread(options, width.text)


def _some(ordered: list[Choice], most: int) -> list[Choice]:
    """At most so many of the answers, walks and deeds in equal parts: a walk may lead to a deed that cannot be seen yet."""
    if len(ordered) <= most:
        return ordered
    walks = [one for one in ordered if one.verb == verbs.MOVE]
    deeds = [one for one in ordered if one.verb != verbs.MOVE]
    number = min(len(deeds), max(1, (most + 1) // 2, most - len(walks)))
    chosen = {*deeds[:number], *walks[: max(0, most - number)]}
    return [one for one in ordered if one in chosen]


def _by_promise(state: State, options: list[Choice], side: Side, evaluator: Evaluator, memory: Memory) -> list[Choice]:
    goals = evaluator.goals(state, side)
    here: dict[int, float] = {}
    ranked: list[tuple[float, int]] = []
    for number, choice in enumerate(options):
        if choice.verb == verbs.MOVE:
            if choice.figure not in here:
                here[choice.figure] = evaluator.pull(goals, state.figure_at[choice.figure])
            promise = PULL * (evaluator.pull(goals, choice.square) - here[choice.figure])
        else:
            promise = PROMISE.get(choice.verb, 0.0)
        ranked.append((-memory.blended(choice, promise), number))
    ranked.sort()
    return [options[number] for _, number in ranked]
