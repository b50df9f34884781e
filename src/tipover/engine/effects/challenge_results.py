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


def _names(state: State, challenger: FigureId, target: Thing, *kinds: int) -> tuple[Happening, ...]:
    """The happenings of a challenge that texts wait for, in this order; without a challenger none is the challenger's (CHA-17)."""
    listens = state.texts.listens
    found: list[Happening] = []
    for kind in kinds:
        if listens[kind] is None:
            continue
        if kind != CHALLENGE_BY:
            found.append(Happening(kind, target, by=challenger, target=target))
        elif challenger >= 0:
            found.append(Happening(kind, challenger, by=challenger, target=target))
    return tuple(found)


def reach_farther(state: State, challenger: FigureId) -> None:
    """A challenger names a target that only the range which it may use reaches (CHA-3)."""
    happen(state, (Happening(REACHES_FARTHER, challenger),))


def declare(state: State, challenger: FigureId, target: Thing, order: Launch) -> bool:
    """A challenge is declared: the target is named, the dice are not fixed yet (CHA-24). Returns False if a text prevents it."""
    if not state.texts.hears_challenges:
        return True
    return (
        happen(state, _names(state, challenger, target, CHALLENGED, CHALLENGE_AGAINST, CHALLENGE_BY), order=order, goes_on=True) is not None
    )


def report_dice(challenger: FigureId, target: Thing, dice: Number, defense: Number, events: list[Event]) -> None:
    """The dice of both are fixed, with the parts of their numbers (CHA-24)."""
    events.append(Challenged(challenger, target, dice, defense))


def decide(state: State, challenger: FigureId, target: Thing, margin: int, note: Callable[[], None], events: list[Event]) -> bool:
    """A challenge is won, by a margin above 0, or lost; one that nobody declared has no winner (CHA-17).

    `note` writes the result into the frame of the challenge's text. Returns False if a text is done instead.
    """
    listens = state.texts.listens
    of_target, of_challenger = (BEATEN, WINS) if margin > 0 else (WITHSTANDS, LOSES)
    if listens[of_target] is None and listens[of_challenger] is None:
        note()
        events.append(ChallengeWon(challenger, target, margin) if margin > 0 else ChallengeLost(challenger, target))
        return True
    return _decide_heard(state, challenger, target, margin, note, events)


def _decide_heard(state: State, challenger: FigureId, target: Thing, margin: int, note: Callable[[], None], events: list[Event]) -> bool:
    """As `decide` where texts wait for it; a function of its own, because a closure is made on entering the one that has it."""
    won = margin > 0

    def change() -> None:
        note()
        events.append(ChallengeWon(challenger, target, margin) if won else ChallengeLost(challenger, target))

    names = [Happening(BEATEN if won else WITHSTANDS, target, by=challenger, target=target)]
    if challenger >= 0:
        names.insert(0, Happening(WINS if won else LOSES, challenger, by=challenger, target=target))
    return happen(state, tuple(names), change) is not None


def close(state: State, challenger: FigureId, target: Thing) -> None:
    """A challenge is over: what waits for its end happens."""
    if state.texts.hears_challenges:
        is_done(state, _names(state, challenger, target, CHALLENGE_BY, CHALLENGE_AGAINST, CHALLENGED))
