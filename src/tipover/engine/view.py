"""The state as one seat may see it; what others chose in secret is hidden until it is shown (SUP-11)."""

from __future__ import annotations

from typing import Protocol

from tipover.cards.program import REVEAL, SECRET
from tipover.engine.codec import Json, state_json
from tipover.engine.flow import attaching
from tipover.engine.flow.kinds import KIND, STAGE, TEXT_FRAME
from tipover.engine.flow.setting import pickable
from tipover.engine.run import reopen
from tipover.engine.state import State, changed
from tipover.engine.steps import walk
from tipover.engine.steps.frame import IT, NOTHING, PROG, YOU


class Draws(Protocol):
    """A source of chance: whole numbers below a bound."""

    def randrange(self, stop: int, /) -> int:
        """A number from 0 to `stop` - 1."""


class View:
    """What one seat knows. A bot plays on `sample(rng)`, never on the true state.

    `hidden` are the figures picked in secret, `hidden_picks` the numbers of attachments, `hidden_frames` the places
    on the stack of texts that hold a secret choice; all of other sides, and only until they are shown.
    """

    def __init__(self, state: State, seat: int) -> None:
        self._state = state
        self.setup = state.setup
        self.seat = seat
        self.hidden: list[int] = []
        self.hidden_picks: list[int] = []
        self.hidden_frames: list[int] = []
        if state.setup.secret and state.round == 0:
            self.hidden = [f for f, card in enumerate(state.secret) if card >= 0 and self._is_foreign(state.setup.side_of[f])]
            picks = enumerate(state.picks)
            self.hidden_picks = [k for k, pick in picks if pick >= 0 and self._is_foreign(state.setup.attach[k].side)]
        if is_secret_left(state):
            self.hidden_frames = [k for k, frame in enumerate(state.stack) if is_sealed(state, frame) and self._is_foreign(frame[YOU])]

    def _is_foreign(self, side: int) -> bool:
        return side < 0 or self.seat not in self._state.seats_of(side)

    @property
    def hides(self) -> bool:
        """Whether there is anything this seat may not know."""
        return bool(self.hidden or self.hidden_picks or self.hidden_frames)

    def json(self) -> dict[str, Json]:
        """The state's JSON without what this seat may not know."""
        return state_json(self.redacted())

    def redacted(self) -> State:
        """A copy of the state in which hidden choices are not made, nor any question open that could tell them."""
        state = self._state.clone()
        for figure in self.hidden:
            state.set_secret(figure, -1)
        for number in self.hidden_picks:
            state.picks = changed(state.picks, number, -1)
        for place in self.hidden_frames:
            state.stack[place][IT] = NOTHING
        if self.hides:
            state.decision = None
        return state

    def sample(self, rng: Draws) -> State:
        """A full state that fits what this seat knows: hidden choices are filled in at random, lawfully."""
        state = self.redacted()
        for figure in self.hidden:
            cards = pickable(state, state.setup.side_of[figure])
            state.set_secret(figure, cards[rng.randrange(len(cards))])
        for number in self.hidden_picks:
            options = attaching.choices(state, number)
            pick = attaching.pick_of(options[rng.randrange(len(options))])
            state.picks = changed(state.picks, number, pick)
        for place in self.hidden_frames:
            things = secret_things(state, state.stack[place])
            state.stack[place][IT] = things[rng.randrange(len(things))]
        if self.hides:
            reopen(state)
        return state


def has_secrets(state: State) -> bool:
    """Whether something was chosen in secret and is not shown yet (SUP-11)."""
    if state.setup.secret and (any(card >= 0 for card in state.secret) or any(pick >= 0 for pick in state.picks)):
        return True
    return is_secret_left(state) and any(is_sealed(state, frame) for frame in state.stack)


def is_secret_left(state: State) -> bool:
    """Whether a secret choice of some text is still to be made."""
    return state.cast.has_secrets and any(walk.is_before_secret(state, frame) for frame in state.stack)


def is_sealed(state: State, frame: list[int]) -> bool:
    """Whether a text has a secret choice in it that is not shown yet."""
    return frame[KIND] == TEXT_FRAME and state.cast.programs[frame[PROG]].steps[frame[STAGE]].op == REVEAL


def secret_things(state: State, frame: list[int]) -> list[int]:
    """Everything the secret choice of a sealed text could have been."""
    before = frame[:]
    before[STAGE] -= 1
    op = state.cast.programs[frame[PROG]].steps[before[STAGE]]
    assert op.op == SECRET
    return [walk.thing_of(choice) for choice in walk.options(state, before, op) or []]


def view(state: State, seat: int) -> View:
    """The state as a seat may see it."""
    return View(state, seat)
