"""A challenge is declared, won or lost, and over (CHA-7, CHA-24)."""

from __future__ import annotations

from collections.abc import Callable

from tipover.engine.core.event import Challenged, ChallengeLost, ChallengeWon, Event
from tipover.engine.core.happening import (
    BEATEN,
    CHALLENGE_AGAINST,
    CHALLENGE_BY,
    CHALLENGED,
    LOSES,
    REACHES_FARTHER,
    WINS,
    WITHSTANDS,
    Happening,
)
from tipover.engine.core.ids import FigureId, Thing
from tipover.engine.core.numbers import Number
from tipover.engine.core.state import State
from tipover.engine.effects.happen import Launch, happen, is_done


def _names(challenger: FigureId, target: Thing, *kinds: int) -> list[Happening]:
    """The happenings of a challenge: those about its target, and the one of its challenger, if there is one (CHA-17)."""
    found = [Happening(kind, target, by=challenger, target=target) for kind in kinds if kind != CHALLENGE_BY]
    if challenger < 0:
        return found
    by = Happening(CHALLENGE_BY, challenger, by=challenger, target=target)
    return [by, *found] if kinds[0] == CHALLENGE_BY else [*found, by]


def reach_farther(state: State, challenger: FigureId) -> None:
    """A challenger names a target that only the range which it may use reaches (CHA-3)."""
    happen(state, (Happening(REACHES_FARTHER, challenger),))


def declare(state: State, challenger: FigureId, target: Thing, order: Launch) -> bool:
    """A challenge is declared: the target is named, the dice are not fixed yet (CHA-24). Returns False if a text prevents it."""
    if not state.texts.hears_challenges:
        return True
    return happen(state, _names(challenger, target, CHALLENGED, CHALLENGE_AGAINST), order=order, goes_on=True) is not None


def report_dice(challenger: FigureId, target: Thing, dice: Number, defense: Number, events: list[Event]) -> None:
    """The dice of both are fixed, with the parts of their numbers (CHA-24)."""
    events.append(Challenged(challenger, target, dice, defense))


def decide(state: State, challenger: FigureId, target: Thing, margin: int, note: Callable[[], None], events: list[Event]) -> bool:
    """A challenge is won, by a margin above 0, or lost; one that nobody declared has no winner (CHA-17).

    `note` writes the result into the frame of the challenge's text. Returns False if a text is done instead.
    """
    won = margin > 0

    def change() -> None:
        note()
        events.append(ChallengeWon(challenger, target, margin) if won else ChallengeLost(challenger, target))

    names = [Happening(BEATEN if won else WITHSTANDS, target, by=challenger, target=target)]
    if challenger >= 0:
        names.insert(0, Happening(WINS if won else LOSES, challenger, by=challenger, target=target))
    return happen(state, names, change) is not None


def close(state: State, challenger: FigureId, target: Thing) -> None:
    """A challenge is over: what waits for its end happens."""
    if state.texts.hears_challenges:
        is_done(state, _names(challenger, target, CHALLENGE_BY, CHALLENGE_AGAINST, CHALLENGED))
