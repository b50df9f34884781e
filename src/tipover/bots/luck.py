"""What the dice gave against what was to be expected of them, roll by roll."""

from __future__ import annotations

import re
from typing import NamedTuple

from tipover.bots.evaluate import Evaluator
from tipover.bots.prospects import Chances, falls, kind_of, mean
from tipover.bots.reasons import name_of, thing_named
from tipover.cards.catalog import SIDES
from tipover.engine.decision import Choice, Decision
from tipover.engine.event import DiceRolled, Flipped, Rolled
from tipover.engine.flow.kinds import CHALLENGE_FRAME, CHALLENGER, KIND, TARGET
from tipover.engine.run import apply
from tipover.engine.state import State
from tipover.play.telling import sentence

_RULE = re.compile(r" \([A-Z]+-\d+\)")


class Thrown(NamedTuple):
    """A roll or flip of a game: the sides' chances expected over every outcome, and those after the one that came."""

    expected: Chances
    given: Chances


def thrown(state: State, ask: Decision, choice: Choice, evaluator: Evaluator) -> Thrown:
    """What a roll gave, by the exact weights of all it could have given."""
    found = falls(state, ask, evaluator)
    return Thrown(mean((fall.weight, fall.chances) for fall in found.values()), found[kind_of(state, ask)(choice)].chances)


def told(state: State, choice: Choice) -> str:
    """What fell, for whom: `Rose against Blanche: the challenge rolls burst, burst: 2 successes`."""
    trial = state.clone()
    events = apply(trial, choice)
    fell = next((event for event in events if isinstance(event, Rolled | DiceRolled | Flipped)), None)
    words = _RULE.sub("", sentence(state, fell)).rstrip(".") if fell is not None else "the dice fall"
    if isinstance(fell, Flipped):
        return f"the First Player marker falls to {SIDES[fell.side]}"
    frame = next((one for one in reversed(state.stack) if one[KIND] == CHALLENGE_FRAME), None)
    if frame is None or frame[CHALLENGER] < 0 or not isinstance(fell, Rolled):
        return words
    return f"{name_of(state, frame[CHALLENGER])} against {thing_named(state, frame[TARGET])}: {words[:1].lower()}{words[1:]}"
