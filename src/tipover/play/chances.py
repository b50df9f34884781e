"""The chance of a challenge that an answer would declare: exact, with the parts of both numbers of dice."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import NamedTuple

from tipover.engine.decision import ASK_ROLL, PIECE, Choice
from tipover.engine.dice import successes
from tipover.engine.event import Challenged, Event, Rolled
from tipover.engine.flow.kinds import CHALLENGE_FRAME, KIND, STAGE
from tipover.engine.flow.stages import ATTACKING, DECLARED, DEFENDING, FIXING
from tipover.engine.numbers import Number
from tipover.engine.run import advance, apply
from tipover.engine.state import State
from tipover.play.telling import thing_words


class Outlook(NamedTuple):
    """A challenge that would follow: both numbers of dice, and the chance to win as they stand.

    `open`: texts still have a say before the dice are rolled, which is not reckoned in.
    """

    target: int
    dice: Number
    defense: Number
    chance: Fraction
    open: bool

    def words(self, state: State) -> str:
        """`Shuri (D1): 103/216 = 47.7% to knock out; 3 dice = …, against 2 dice = …`; parts only where there are several."""
        down = self.target < PIECE and state.down[self.target]
        said = f"{thing_words(state, self.target)}: {self.chance} = {float(self.chance):.1%}{' to knock out' if down else ''}"
        if self.open:
            said += ", before what cards do about it"
        plain = len(self.dice.parts) == len(self.defense.parts) == 1
        return said if plain else f"{said}; {self.dice}, against {self.defense}"


def outlook(state: State, option: Choice) -> Outlook | None:
    """The challenge that an answer leads to without any further one; None if it leads to none.

    Never ask it about a secret answer: what others chose in secret would show.
    """
    ask = state.decision
    if ask is None or ask.secret or ask.is_chance:
        return None
    trial = state.clone()
    events = apply(trial, option)
    is_open = skip_to_dice(trial, events)
    declared = next((event for event in events if isinstance(event, Challenged)), None)
    if declared is None or any(isinstance(event, Challenged) for event in events[events.index(declared) + 1 :]):
        return None
    attack = _rolled(trial, events, False)
    defense = _rolled(trial, events, True) if attack else {}
    if not attack or not defense:
        return None
    ways = sum(a * d for hits, a in attack.items() for blocks, d in defense.items() if hits > blocks)
    return Outlook(declared.target, declared.dice, declared.defense, Fraction(ways, sum(attack.values()) * sum(defense.values())), is_open)


def skip_to_dice(trial: State, events: list[Event]) -> bool:
    """Leave out what texts ask between declaring and rolling, so that the dice stand as they are now; whether there was any."""
    fresh = [k for k, frame in enumerate(trial.stack) if frame[KIND] == CHALLENGE_FRAME and frame[STAGE] in (DECLARED, FIXING)]
    if trial.decision is None or not fresh:
        return False
    del trial.stack[fresh[-1] + 1 :]
    trial.decision = None
    advance(trial, events)
    return True


def _rolled(trial: State, events: list[Event], defending: bool) -> dict[int, int]:
    """Successes → how many of the equally likely rolls have so many; rolls on with any faces. Nothing if no dice are asked for.

    Faces that are set before the roll, dice of their own and a roll of no dice are in it (CHA-13, CHA-26).
    """
    ask = trial.decision
    stage = DEFENDING if defending else ATTACKING
    if (
        ask is None
        or ask.asked != ASK_ROLL
        or ask.weights is None
        or trial.stack[-1][KIND] != CHALLENGE_FRAME
        or trial.stack[-1][STAGE] != stage
    ):
        done = [event for event in events if isinstance(event, Rolled) and event.defending == defending]
        return {done[0].successes: 1} if done else {}
    sample = ask.options[0]
    events += apply(trial, sample)
    fallen = next(event.faces for event in reversed(events) if isinstance(event, Rolled) and event.defending == defending)
    fixed = tuple((Counter(fallen) - Counter(sample.path)).elements())
    found: dict[int, int] = {}
    for option, weight in zip(ask.options, ask.weights, strict=True):
        number = successes((*option.path, *fixed), defending)
        found[number] = found.get(number, 0) + weight
    return found
