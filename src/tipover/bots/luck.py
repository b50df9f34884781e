"""The luck of the dice: what each roll gave compared with its expectation."""

from __future__ import annotations

from typing import NamedTuple

from tipover.bots.evaluate import Evaluator
from tipover.bots.prospects import Chances, falls, kind_of, mean
from tipover.engine.core.decision import Choice, Decision
from tipover.engine.core.event import DiceRolled, Flipped, Rolled
from tipover.engine.core.said import InnerPart, Said, ShortPart, say
from tipover.engine.core.state import State
from tipover.engine.queries.challenges import open_challenge
from tipover.engine.run import apply
from tipover.play.narrate import said_of


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
