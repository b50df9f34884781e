"""The state as one seat may see it; secret picks of others are hidden until they are shown (SUP-11)."""

from __future__ import annotations

from typing import Protocol

from tipover.engine.codec import Json, state_json
from tipover.engine.flow.setting import pickable
from tipover.engine.run import reopen
from tipover.engine.state import State


class Draws(Protocol):
    """A source of chance: whole numbers below a bound."""

    def randrange(self, stop: int, /) -> int:
        """A number from 0 to `stop` - 1."""


class View:
    """What one seat knows. A bot plays on `sample(rng)`, never on the true state."""

    def __init__(self, state: State, seat: int) -> None:
        self._state = state
        self.setup = state.setup
        self.seat = seat
        self.hidden = [
            figure
            for figure, card in enumerate(state.secret)
            if card >= 0 and seat not in state.seats_of(state.setup.side_of[figure])
        ]

    def json(self) -> dict[str, Json]:
        """The state's JSON without what this seat may not know."""
        return state_json(self.redacted())

    def redacted(self) -> State:
        """A copy of the state in which hidden picks are not made, nor any question open that could tell them."""
        state = self._state.clone()
        for figure in self.hidden:
            state.set_secret(figure, -1)
        if self.hidden:
            state.decision = None
        return state

    def sample(self, rng: Draws) -> State:
        """A full state that fits what this seat knows: hidden picks are filled in at random, lawfully."""
        state = self.redacted()
        for figure in self.hidden:
            cards = pickable(state, state.setup.side_of[figure])
            state.set_secret(figure, cards[rng.randrange(len(cards))])
        if self.hidden:
            reopen(state)
        return state


def view(state: State, seat: int) -> View:
    """The state as a seat may see it."""
    return View(state, seat)
