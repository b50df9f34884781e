"""The possible results of an answer: every outcome of the dice with its chance, with the questions of texts answered.

Every side answers with what is best for it; beyond the limits of depth and width the position is only evaluated.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tipover.bots.evaluate import Evaluator
from tipover.engine.core import questions
from tipover.engine.core.decision import Choice, Decision
from tipover.engine.core.dice import successes
from tipover.engine.core.event import Event
from tipover.engine.core.ids import Side
from tipover.engine.core.state import State
from tipover.engine.queries.challenges import has_set_dice, is_defense_roll, is_plain_roll, successes_to_beat
from tipover.engine.run import apply, reopen, take

MOST_OUTCOMES: Final = 10  # of one roll; if there are more, neighbouring ones are merged where an estimate is enough
FOLLOWED: Final = questions.asked_at(questions.AskedWhen.MIDST)


class FirstDraw:
    """Draws the first of what there is: for states of which only the position counts, and not which actions it offers."""

    def randrange(self, stop: int, /) -> int:
        return 0


_FIRST: Final = FirstDraw()


class Outcome:
    """One possible result of an answer."""

    __slots__ = ("chance", "events", "state", "worth")

    def __init__(self, chance: float, state: State, events: list[Event]) -> None:
        self.chance = chance  # its probability
        self.state = state  # the state after it; where an action is asked for, `listed` lists its options
        self.events = events  # what happened
        self.worth: float | None = None  # what the state is worth to the side that looks ahead, once that was asked


def following(state: State, choices: Iterable[Choice]) -> State:
    """A copy of the state after these answers and rolls."""
    trial = state.clone()
    for choice in choices:
        apply(trial, choice)
    return trial


def listed(state: State) -> Decision | None:
    """The open question of an outcome with all its options: most outcomes are only evaluated, so that actions are listed here alone."""
    ask = state.decision
    if ask is not None and ask.asked == questions.ACTION and ask.weights is not None:
        reopen(state)
    return state.decision


class Foresight:
    """Computes the results of answers for one side; `left` is how many more answers it may try, `outcomes` how many of one roll."""

    def __init__(self, evaluator: Evaluator, side: Side, most: int, outcomes: int = MOST_OUTCOMES) -> None:
        self.evaluator = evaluator
        self.outcomes = outcomes
        self.side = side
        self.left = most

    def score(self, outcomes: list[Outcome]) -> float:
        """The expected value of outcomes for the side."""
        total = 0.0
        for one in outcomes:
            if one.worth is None:  # what a question leads to is weighed there, and again as a part of what was before it
                one.worth = self.evaluator.score(one.state, self.side)
            total += one.chance * one.worth
        return total

    def after(self, state: State, choice: Choice, depth: int = 3, width: int = 8) -> list[Outcome]:
        """The outcomes of an answer; `depth` limits how many questions of texts are followed, `width` how many of their answers."""
        self.left -= 1
        trial = state.clone()
        events = take(trial, choice, draws=_FIRST)
        return self._on(Outcome(1.0, trial, events), depth, width)

    def _on(self, now: Outcome, depth: int, width: int) -> list[Outcome]:
        ask = now.state.decision
        if ask is None or self.left <= 0 or ask.asked == questions.ACTION:
            return [now]
        if ask.weights is not None:
            return self._rolled(now, ask, depth, width)
        if ask.asked not in FOLLOWED or depth <= 0:
            return [now]
        return self._answered(now, ask, depth, width)

    def _rolled(self, now: Outcome, ask: Decision, depth: int, width: int) -> list[Outcome]:
        found: list[Outcome] = []
        for choice, chance in grouped(now.state, ask, self.outcomes):
            self.left -= 1
            trial = now.state.clone()
            events = take(trial, choice, draws=_FIRST)
            found += self._on(Outcome(now.chance * chance, trial, now.events + events), depth, width)
        return found

    def _answered(self, now: Outcome, ask: Decision, depth: int, width: int) -> list[Outcome]:
        """The outcomes of the best answer of the side that is asked: the best for this side, or the worst if a rival is asked."""
        mine = now.state.setup.seats[now.state.team[self.side]]
        sign = 1 if any(seat in mine for seat in ask.seats) else -1
        best: list[Outcome] = [now]
        liked: float | None = None
        for choice in spread(ask.options, width):
            self.left -= 1
            trial = now.state.clone()
            events = take(trial, choice, draws=_FIRST)
            outcomes = self._on(Outcome(now.chance, trial, now.events + events), depth - 1, max(3, width // 2))
            score = sign * self.score(outcomes)
            if liked is None or score > liked:
                best, liked = outcomes, score
            if self.left <= 0:
                break
        return best


def spread(options: list[Choice], most: int) -> list[Choice]:
    """All options, or `most` of them, evenly spaced."""
    if len(options) <= most:
        return options
    return [options[k * len(options) // most] for k in range(most)]


def grouped(state: State, ask: Decision, most: int = MOST_OUTCOMES) -> list[tuple[Choice, float]]:
    """The outcomes of a roll with their chances; equivalent rolls are merged, and neighbouring ones if there are more than `most`.

    Dice of a challenge are equivalent if they have the same successes, and the defender's dice if the same side wins (CHA-7),
    unless a text depends on the faces.
    """
    assert ask.weights is not None
    total = sum(ask.weights)
    plain = ask.asked == questions.ROLL and is_plain_roll(state)
    defending = plain and is_defense_roll(state)
    hits = successes_to_beat(state) if defending and not has_set_dice(state) else -1
    groups: dict[object, tuple[Choice, int]] = {}
    heaviest: dict[object, int] = {}
    for option, weight in zip(ask.options, ask.weights, strict=True):
        key: Choice | int = option
        if plain:
            key = successes(option.path, defending)
            key = key < hits if hits >= 0 else key
        first, sum_so_far = groups.get(key, (option, 0))
        if weight > heaviest.get(key, 0):
            first, heaviest[key] = option, weight
        groups[key] = (first, sum_so_far + weight)
    found = list(groups.values())
    if len(found) > most:
        found = _thinned(found, most)
    return [(option, weight / total) for option, weight in found]


def _thinned(found: list[tuple[Choice, int]], most: int) -> list[tuple[Choice, int]]:
    """Neighbouring outcomes merged, each group represented by its likeliest member."""
    size = -(-len(found) // most)
    thin: list[tuple[Choice, int]] = []
    for k in range(0, len(found), size):
        stretch = found[k : k + size]
        thin.append((max(stretch, key=lambda one: one[1])[0], sum(weight for _, weight in stretch)))
    return thin
