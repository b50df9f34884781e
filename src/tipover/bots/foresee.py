"""What may come of an answer: every outcome of the dice with its chance, and the questions of texts on the way answered.

Own questions are answered by the best answer, those of others by their best; beyond its bounds it judges as things stand.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tipover.bots.evaluate import Evaluator
from tipover.engine.decision import ASK_ORDER, ASK_RETURN, ASK_ROLL, ASK_TEXT, ASK_WHERE, Choice, Decision
from tipover.engine.dice import successes
from tipover.engine.event import Event
from tipover.engine.flow.kinds import CHALLENGE_FRAME, EXTRAS, KIND, SET_DICE, STAGE
from tipover.engine.flow.rolling import FOR_CHALLENGER, faces_for
from tipover.engine.flow.stages import DEFENDING
from tipover.engine.run import apply
from tipover.engine.state import State

MOST_OUTCOMES = 10  # of one roll; with more of them neighbours are put together
FOLLOWED = (ASK_TEXT, ASK_ORDER, ASK_WHERE, ASK_RETURN)


class Outcome(NamedTuple):
    """One way it may come: its chance, the state, what happened on the way."""

    chance: float
    state: State
    events: list[Event]


def following(state: State, choices: Iterable[Choice]) -> State:
    """The position after these answers and rolls; the one before it stays as it is."""
    trial = state.clone()
    for choice in choices:
        apply(trial, choice)
    return trial


class Foresight:
    """Looks at what answers lead to, for one side; `left` is how many more answers it may try."""

    def __init__(self, evaluator: Evaluator, side: int, most: int) -> None:
        self.evaluator = evaluator
        self.side = side
        self.left = most

    def score(self, outcomes: list[Outcome]) -> float:
        """What outcomes are worth to the side, weighed by their chances."""
        return sum(one.chance * self.evaluator.score(one.state, self.side) for one in outcomes)

    def after(self, state: State, choice: Choice, depth: int = 3, width: int = 8) -> list[Outcome]:
        """What an answer leads to; `depth` is how many questions of texts are followed, `width` how many of their answers."""
        self.left -= 1
        trial = state.clone()
        events = apply(trial, choice)
        return self._on(Outcome(1.0, trial, events), depth, width)

    def _on(self, now: Outcome, depth: int, width: int) -> list[Outcome]:
        ask = now.state.decision
        if ask is None or self.left <= 0:
            return [now]
        if ask.weights is not None:
            return self._rolled(now, ask, depth, width)
        if ask.asked not in FOLLOWED or depth <= 0:
            return [now]
        return self._answered(now, ask, depth, width)

    def _rolled(self, now: Outcome, ask: Decision, depth: int, width: int) -> list[Outcome]:
        found: list[Outcome] = []
        for choice, chance in grouped(now.state, ask):
            self.left -= 1
            trial = now.state.clone()
            events = apply(trial, choice)
            found += self._on(Outcome(now.chance * chance, trial, now.events + events), depth, width)
        return found

    def _answered(self, now: Outcome, ask: Decision, depth: int, width: int) -> list[Outcome]:
        """The outcomes of the answer that whoever is asked likes best, by what it is worth to this side."""
        mine = now.state.setup.seats[now.state.team[self.side]]
        sign = 1 if any(seat in mine for seat in ask.seats) else -1
        best: list[Outcome] = [now]
        liked: float | None = None
        for choice in spread(ask.options, width):
            self.left -= 1
            trial = now.state.clone()
            events = apply(trial, choice)
            outcomes = self._on(Outcome(now.chance, trial, now.events + events), depth - 1, max(3, width // 2))
            score = sign * self.score(outcomes)
            if liked is None or score > liked:
                best, liked = outcomes, score
            if self.left <= 0:
                break
        return best


def spread(options: list[Choice], most: int) -> list[Choice]:
    """All the options, or so many of them taken evenly."""
    if len(options) <= most:
        return options
    return [options[k * len(options) // most] for k in range(most)]


def grouped(state: State, ask: Decision) -> list[tuple[Choice, float]]:
    """The outcomes of a roll with their chances, one for all that lead to the same.

    A challenge's dice count by their successes, and once the challenger has rolled only by which side wins (CHA-7), unless a text looks at the faces.
    """
    assert ask.weights is not None
    total = sum(ask.weights)
    frame = state.stack[-1] if state.stack else [-1, -1]
    plain = ask.asked == ASK_ROLL and frame[KIND] == CHALLENGE_FRAME and "after rolls" not in state.cast.whens
    defending = plain and frame[STAGE] == DEFENDING
    hits = successes(faces_for(frame, FOR_CHALLENGER), False) if defending and not any(frame[SET_DICE:EXTRAS]) else -1
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
    if len(found) > MOST_OUTCOMES:
        found = _thinned(found)
    return [(option, weight / total) for option, weight in found]


def _thinned(found: list[tuple[Choice, int]]) -> list[tuple[Choice, int]]:
    """Neighbouring outcomes put together, the heaviest standing for all of its stretch."""
    size = -(-len(found) // MOST_OUTCOMES)
    thin: list[tuple[Choice, int]] = []
    for k in range(0, len(found), size):
        stretch = found[k : k + size]
        thin.append((max(stretch, key=lambda one: one[1])[0], sum(weight for _, weight in stretch)))
    return thin
