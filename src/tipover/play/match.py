"""A game being played: the state, the choices so far, seeded or stated dice, undo up to the last die."""

from __future__ import annotations

from tipover.engine.decision import Choice
from tipover.engine.event import Event
from tipover.engine.run import apply
from tipover.engine.setup import Setup
from tipover.engine.state import State
from tipover.engine.view import has_secrets
from tipover.play.dice import SeededDice
from tipover.play.notation import follow, unfolded
from tipover.play.writing import notate


class Match:
    """A game in time. With a seed, or dice that have one, chance answers by itself; without one the dice are stated."""

    def __init__(
        self, setup: Setup, seed: int | str | SeededDice | None = None, names: list[str] | None = None, start: State | None = None
    ) -> None:
        self.setup = setup
        self.dice = SeededDice(seed) if isinstance(seed, int | str) else seed
        self.names = names or []
        self.state = start.clone() if start is not None else setup.start()
        self.choices: list[Choice] = []
        self.lines: list[str] = []
        self.seats: list[list[int]] = []  # who could make each choice; chance is [CHANCE]
        self.sealed: list[tuple[int, int]] = []  # choices made in secret and not shown yet: number from 0, side
        self.events: list[Event] = []
        self.kept_from = 0  # the first choice, counted from 0, whose state is kept
        self._before: list[tuple[State, int]] = []
        self._fixed = 0
        self.roll()

    def play(self, choice: Choice | str) -> list[Event]:
        """Answer by a choice or a line of the notation, then let seeded chance answer what it is asked.

        A refused line changes nothing.
        """
        choices = follow(self.state, choice) if isinstance(choice, str) else unfolded(self.state, choice)
        events: list[Event] = []
        for one in choices:
            events += self._apply(one)
        return events + self.roll()

    def roll(self) -> list[Event]:
        """Let seeded dice answer while chance is asked."""
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
            self.sealed.append((len(self.choices), ask.side))  # before it stands among the choices: nobody ever sees it open
        self.choices.append(choice)
        self.lines.append(line)
        self.seats.append(ask.seats if ask is not None else [])
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
        """How many of the choices cannot be taken back: those up to the last die or revealed secret."""
        return self._fixed

    def before(self, number: int) -> State:
        """The state in which a choice, counted from 0, was made, if it is kept; not to be changed."""
        assert number >= self.kept_from, f"the state before choice {number} was let go; the first kept is that before {self.kept_from}"
        return self._before[number - self.kept_from][0]

    def thin(self, keep: int) -> None:
        """Forget the states before all but the last `keep` choices, never of one that can still be taken back."""
        drop = min(self._fixed, len(self.choices) - keep) - self.kept_from
        if drop > 0:
            del self._before[:drop]
            self.kept_from += drop

    def after(self, number: int) -> State:
        """The state that a choice, counted from 0, led to; not to be changed."""
        return self.before(number + 1) if number + 1 < len(self.choices) else self.state

    def open_to(self, seat: int) -> int:
        """How many of the choices a seat may know one after another: those before the first that others made in secret (SUP-11)."""
        hidden = [number for number, side in self.sealed if side < 0 or seat not in self.state.seats_of(side)]
        return min(hidden, default=len(self.choices))

    def undo(self) -> Choice | None:
        """Take back the last choice, never a die nor what was shown; None if there is nothing to take back."""
        if not self.can_undo:
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
        """Whether nothing is asked any more."""
        return self.state.decision is None
