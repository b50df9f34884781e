"""The luck of the dice: what each roll gave compared with its expectation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from tipover.bots.evaluate import Evaluator
from tipover.bots.prospects import Chances, falls, kind_of, mean
from tipover.engine.core import questions
from tipover.engine.core.decision import Choice, Decision
from tipover.engine.core.event import DiceRolled, Flipped, Rolled
from tipover.engine.core.ids import NO_SIDE, PIECE, Side, is_figure
from tipover.engine.core.said import InnerPart, Said, ShortPart, say
from tipover.engine.core.state import State
from tipover.engine.queries.challenges import is_defense_roll, is_text_roll, open_challenge
from tipover.engine.queries.figures import side_now
from tipover.engine.run import apply
from tipover.play.narrate import said_of


class FaceCount(NamedTuple):
    """How often a face fell, and how often it was to be expected."""

    face: int  # the face
    fell: int  # how often it fell
    expected: float  # the exact expectation


def roller(state: State, ask: Decision) -> Side:
    """The side whose dice an open roll asks for, -1 for a flip or nobody's."""
    challenge = open_challenge(state)
    if ask.asked != questions.ROLL:
        return NO_SIDE
    if challenge is None or is_text_roll(state):
        return side_now(state, ask.figure) if is_figure(ask.figure) else ask.side
    if is_defense_roll(state):
        return side_now(state, challenge.target) if is_figure(challenge.target) else state.piece_side[challenge.target - PIECE]
    return side_now(state, challenge.challenger) if challenge.challenger >= 0 else NO_SIDE


def faces_of(rolled: Sequence[tuple[Decision, Choice]]) -> list[FaceCount]:
    """The faces of some rolls together, by face."""
    fell: Counter[int] = Counter()
    expected: dict[int, float] = {}
    for ask, choice in rolled:
        assert ask.weights is not None
        fell.update(choice.path)
        whole = sum(ask.weights)
        for option, weight in zip(ask.options, ask.weights, strict=True):
            for face in option.path:
                expected[face] = expected.get(face, 0.0) + weight / whole
    return [FaceCount(face, fell[face], amount) for face, amount in sorted(expected.items())]


class Thrown(NamedTuple):
    """The sides' chances before and after a roll or flip."""

    expected: Chances  # the expectation over all outcomes
    given: Chances  # the chances after the actual outcome


def thrown(state: State, ask: Decision, choice: Choice, evaluator: Evaluator) -> Thrown:
    """The effect of a roll, with the exact probabilities of all its outcomes."""
    found = falls(state, ask, evaluator)
    return Thrown(mean((fall.weight, fall.chances) for fall in found.values()), found[kind_of(state, ask)(choice)].chances)


def fallen(state: State, choice: Choice) -> Said:
    """What was rolled, and for whom: `Rose against Blanche: the challenge rolls burst, burst: 2 successes.`"""
    events = apply(state.clone(), choice)
    fell = next((event for event in events if isinstance(event, Rolled | DiceRolled | Flipped)), None)
    said = said_of(state, fell) if fell is not None else None
    if said is None:
        return say("analysis.fell", what=InnerPart(say("analysis.dice_fall")))
    said = said._replace(rules=())
    if isinstance(fell, Flipped):
        return say("analysis.fell", what=InnerPart(said))
    challenge = open_challenge(state)
    if challenge is None or challenge.challenger < 0 or not isinstance(fell, Rolled):
        return said
    return say("analysis.fell_in_challenge", who=ShortPart(challenge.challenger), target=ShortPart(challenge.target), what=InnerPart(said))
