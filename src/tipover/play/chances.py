"""The exact chance to win a challenge that an answer would declare, with the parts of both numbers of dice."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from tipover.engine.core.decision import Choice
from tipover.engine.core.dice import MOST_DICE, rolls, successes
from tipover.engine.core.event import Challenged, Event, Rolled
from tipover.engine.core.ids import PIECE, Thing
from tipover.engine.core.numbers import Number
from tipover.engine.core.state import State
from tipover.engine.queries.challenges import is_asked
from tipover.engine.run import apply, skip_to_dice
from tipover.play.printers import thing_words


class Outlook(NamedTuple):
    """A challenge that an answer would declare."""

    target: Thing  # The figure or piece that is challenged.
    dice: Number  # The challenger's number of dice, with its parts.
    defense: Number  # The target's number of dice, with its parts.
    chance: Fraction  # The chance to win with these dice.
    open: bool  # Whether texts can still change something before the roll; that is not taken into account.

    def words(self, state: State) -> str:
        """`Shuri (D1): 103/216 = 47.7% to knock out; 3 dice = …, against 2 dice = …`; parts only if there are several."""
        down = self.target < PIECE and state.down[self.target]
        said = f"{thing_words(state, self.target)}: {self.chance} = {float(self.chance):.1%}{' to knock out' if down else ''}"
        if self.open:
            said += ", before what cards do about it"
        plain = len(self.dice.parts) == len(self.defense.parts) == 1
        return said if plain else f"{said}; {self.dice}, against {self.defense}"


def outlook(state: State, option: Choice) -> Outlook | None:
    """The challenge that an answer declares without any further answer; None if it declares none.

    Must not be called for a secret answer, because the result could reveal what others chose in secret.
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


def _rolled(trial: State, events: list[Event], defending: bool) -> dict[int, int]:
    """How many of the equally likely rolls have each number of successes; then rolls any faces. Empty if no dice are asked for.

    Includes faces set before the roll, special dice, and a roll of no dice (CHA-13, CHA-26).
    """
    ask = trial.decision
    if ask is None or ask.weights is None or not is_asked(ask, trial, defending):
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


@lru_cache(maxsize=256)
def plain_chance(dice: int, defense: int) -> float:
    """The chance that so many plain dice win against so many, whatever cards do about it."""
    attack, block = _successes_of(dice, False), _successes_of(defense, True)
    ways = sum(a * d for hits, a in attack.items() for blocks, d in block.items() if hits > blocks)
    return ways / (sum(attack.values()) * sum(block.values()))


def _successes_of(dice: int, defending: bool) -> Counter[int]:
    """How many of the equally likely rolls of plain dice have each number of successes."""
    found: Counter[int] = Counter()
    for option, weight in zip(*rolls(min(max(dice, 0), MOST_DICE)), strict=True):
        found[successes(option.path, defending)] += weight
    return found
