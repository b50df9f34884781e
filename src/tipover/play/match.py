"""A game in progress: the state, the choices so far, seeded or stated dice, undo up to the last die."""

from __future__ import annotations

from typing import NamedTuple

from tipover.engine.core.decision import Choice
from tipover.engine.core.event import Event
from tipover.engine.core.ids import Side
from tipover.engine.core.setup import Setup
from tipover.engine.core.state import State
from tipover.engine.run import apply
from tipover.engine.view import has_secrets
from tipover.play.dice import SeededDice
from tipover.play.notation.lines import follow, unfolded
from tipover.play.notation.writing import notate


class MatchPast(NamedTuple):
    """The beginning of a game without its states: what a match needs to go on from there. Nothing of it can be undone."""

    choices: list[Choice]  # The choices.
    lines: list[str]  # Their lines.
    seats: list[list[int]]  # The seats that could make each.
    sealed: list[tuple[int, Side]]  # Those that are not revealed yet.
    events: int  # How many events they had.


class Match:
    """A game in progress. With a seed or seeded dice, chance is answered automatically; otherwise the caller states the dice."""

    def __init__(
        self, setup: Setup, seed: int | str | SeededDice | None = None, names: list[str] | None = None, start: State | None = None
    ) -> None:
        self.setup = setup
        self.dice = SeededDice(seed) if isinstance(seed, int | str) else seed
        self.names = names or []
        self.state = start.clone() if start is not None else setup.start()
        self.choices: list[Choice] = []
        self.lines: list[str] = []
        self.seats: list[list[int]] = []  # the seats that could make each choice; [CHANCE] for dice
        self.sealed: list[tuple[int, Side]] = []  # secret choices that are not revealed yet: number from 0, side
        self.events: list[Event] = []  # what happened, after the first `dropped` events
        self.dropped = 0
        self.kept_from = 0  # the first choice, from 0, before which the state is kept
        self._before: list[tuple[State, int]] = []
        self._fixed = 0
        self.roll()

    @staticmethod
    def resumed(setup: Setup, names: list[str], state: State, past: MatchPast) -> Match:
        """A match without dice that goes on from the state after its past; the events of that are dropped."""
        match = Match(setup, None, names, state)
        match.choices, match.lines, match.seats, match.sealed, match.dropped = past
        match.kept_from = match._fixed = len(match.choices)
        return match

    def recall(self, events: list[Event]) -> None:
        """Take back the events that were dropped."""
        assert len(events) == self.dropped
        self._before = [(state, number + self.dropped) for state, number in self._before]
        self.events = events + self.events
        self.dropped = 0

    @property
    def event_count(self) -> int:
        """The number of all events so far."""
        return self.dropped + len(self.events)

    def play(self, choice: Choice | str) -> list[Event]:
        """Answer with a choice or a line of the notation, then let seeded dice answer what follows.

        A refused line changes nothing.
        """
        choices = follow(self.state, choice) if isinstance(choice, str) else unfolded(self.state, choice)
        events: list[Event] = []
        for one in choices:
            events += self._apply(one)
        return events + self.roll()

    def roll(self) -> list[Event]:
        """Let seeded dice answer all questions of chance."""
        events: list[Event] = []
        while self.dice is not None and self.state.decision is not None and self.state.decision.is_chance:
            events += self._apply(self.dice.answer(self.state.decision))
        return events

    def _apply(self, choice: Choice) -> list[Event]:
        ask = self.state.decision
        line = notate(self.state, choice)
        before = self.state.clone()
        events = apply(self.state, choice)
        self._before.append((before, len(self.events)))
        if ask is not None and ask.secret:
            self.sealed.append((len(self.choices), ask.side))  # before it is among the choices, so that it is never visible
        self.choices.append(choice)
        self.lines.append(line)
        self.seats.append(list(ask.seats) if ask is not None else [])
        self.events += events
        revealed = ask is not None and ask.secret and not has_secrets(self.state)
        if revealed:
            self.sealed.clear()
        if (ask is not None and ask.is_chance) or revealed:
            self._fixed = len(self.choices)
        return events

    @property
    def can_undo(self) -> bool:
        """Whether there is a choice after the last die or revealed secret."""
        return len(self.choices) > self._fixed

    @property
    def fixed(self) -> int:
        """The number of choices that cannot be undone: those up to the last die or revealed secret."""
        return self._fixed

    def before(self, number: int) -> State:
        """The state in which a choice, from 0, was made, if it is still kept. The caller must not change it."""
        assert number >= self.kept_from, f"the state before choice {number} was let go; the first kept is that before {self.kept_from}"
        return self._before[number - self.kept_from][0]

    def thin(self, keep: int) -> None:
        """Drop the states before all but the last `keep` choices. Choices before these can be undone by `go_back` alone."""
        drop = len(self.choices) - keep - self.kept_from
        if drop > 0:
            del self._before[:drop]
            self.kept_from += drop

    def go_back(self, count: int, state: State, events: int) -> None:
        """Be the game after its first `count` choices, whose state and number of events these are, without the states before them.

        For games whose earlier states were dropped; the caller plays on up to where it wants to be.
        """
        self.state = state
        self._before, self.kept_from, self._fixed = [], count, min(self._fixed, count)
        del self.choices[count:], self.lines[count:], self.seats[count:], self.events[max(0, events - self.dropped) :]
        self.sealed = [one for one in self.sealed if one[0] < count]

    def after(self, number: int) -> State:
        """The state after a choice, from 0. The caller must not change it."""
        return self.before(number + 1) if number + 1 < len(self.choices) else self.state

    def open_to(self, seat: int) -> int:
        """The number of leading choices that a seat may know: those before the first that others made in secret (SUP-11)."""
        hidden = [number for number, side in self.sealed if side < 0 or seat not in self.state.seats_of(side)]
        return min(hidden, default=len(self.choices))

    def undo(self) -> Choice | None:
        """Undo the last choice and return it; None if it is a die, a revealed secret, missing, or its state was dropped."""
        if not self.can_undo or not self._before:
            return None
        before, events = self._before.pop()
        self.state = before
        self.lines.pop()
        self.seats.pop()
        self.sealed = [one for one in self.sealed if one[0] < len(self.lines)]
        del self.events[events:]
        return self.choices.pop()

    @property
    def over(self) -> bool:
        """Whether there is no open question."""
        return self.state.decision is None
