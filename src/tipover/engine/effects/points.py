"""Points are gained, and the game ends (PTS-2, WIN)."""

from __future__ import annotations

from tipover.engine.core.event import Event, GameDrawn, GameWon, PointsGained
from tipover.engine.core.happening import REACHES, Happening
from tipover.engine.core.ids import NO_SIDE, Side, Thing
from tipover.engine.core.state import State, changed
from tipover.engine.effects.happen import happen


def gain(state: State, side: Side, points: int, rule: str, events: list[Event]) -> None:
    """Give points to a side, or take them, not below 0; they are unlimited (PTS-2)."""
    before = state.points[side]
    now = max(0, before + points)
    if state.texts.listens[REACHES] is None:
        _set_points(state, side, now, rule, events)
    else:
        _gain_heard(state, side, now, rule, events)


def _gain_heard(state: State, side: Side, now: int, rule: str, events: list[Event]) -> None:
    """As `gain`, where texts wait for it; a function of its own, because a closure is made on entering the one that has it."""
    reached = Happening(REACHES, object=now, side=side, before=state.points[side])
    happen(state, (reached,), lambda: _set_points(state, side, now, rule, events))


def _set_points(state: State, side: Side, now: int, rule: str, events: list[Event]) -> None:
    before = state.points[side]
    state.points = changed(state.points, side, now)
    events.append(PointsGained(side, now - before, rule))


def gained_by(state: State, bearer: Thing, name: str) -> str:
    """What a gain is attributed to: the card's name; for a first game's own text, which no figure has, its rule (FST-1)."""
    scenario = state.setup.scenario
    return "FST-1" if scenario is not None and scenario.first and bearer < 0 else name


def leader(state: State) -> Side:
    """The side with strictly more points than every other, or -1 (FFA-2)."""
    best = max(state.points[side] for side in state.setup.sides)
    ahead = [side for side in state.setup.sides if state.points[side] == best]
    return ahead[0] if len(ahead) == 1 else NO_SIDE


def finish(state: State, side: Side, rule: str, events: list[Event]) -> None:
    """End the game; side -1 is a draw."""
    state.over = True
    state.winner = side
    state.stack = []
    events.append(GameWon(side, rule) if side >= 0 else GameDrawn(rule))
