"""The game inside an environment: chance is answered automatically, so the open question is always for a seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tipover.engine.core.decision import Choice, Decision
from tipover.engine.core.ids import NO_SIDE, NOBODY
from tipover.engine.core.setup import Setup
from tipover.engine.core.state import State
from tipover.engine.run import take
from tipover.envs.action_numbers import ACTIONS, Numbering
from tipover.play.dice import SeededDice
from tipover.play.notation.writing import notate


class IllegalAction(ValueError):
    """Raised for an action that matches no option; the game is unchanged."""


class Saved(NamedTuple):
    """A saved moment of a game; from it the same actions lead to the same game, dice included."""

    state: State
    seed: str
    asked: int
    steps: int


class _NoGame:
    """What an environment has instead of a game before its first reset: asking for it says so.

    It is found only where the environment has nothing of that name itself, and so costs a game under way nothing, as
    `__getattr__` would: a class that has one looks up every attribute the long way.
    """

    def __get__(self, env: object, kind: type) -> _NoGame:
        if env is None:
            return self
        raise RuntimeError("There is no game yet: reset() begins one.")


class Playing:
    """Has a game under way once one has begun, as an environment after its reset."""

    if TYPE_CHECKING:
        core: Core
    else:
        core = _NoGame()


class Core:
    """A game under way, without observations: the bare, fast step.

    `options` are those of the seat that decides, `numbers` their action numbers in the same order. `step` takes the place of
    an option, `act` an action number.
    """

    __slots__ = ("_asked", "_numbers", "dice", "numbering", "setup", "state", "steps")

    def __init__(self, setup: Setup, seed: int | str, numbering: Numbering | None = None) -> None:
        self.setup = setup
        self.numbering = numbering or Numbering(setup)
        self.dice = SeededDice(seed)
        self.state = setup.start()
        self.steps = 0
        self._asked: Decision | None = None
        self._numbers: list[int] = []
        self._roll()

    def _roll(self) -> None:
        """Answer for chance while it is asked."""
        state = self.state
        while (ask := state.decision) is not None and ask.weights is not None:
            take(state, self.dice.answer(ask))

    @property
    def decision(self) -> Decision | None:
        """The open question; None when the game is over."""
        return self.state.decision

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.state.decision is None

    @property
    def seat(self) -> int:
        """The seat that decides: of several that may answer, the first; `NOBODY` when the game is over."""
        ask = self.state.decision
        return NOBODY if ask is None else ask.seats[0]

    @property
    def options(self) -> list[Choice]:
        """The options of the open question."""
        ask = self.state.decision
        return [] if ask is None else ask.options

    @property
    def numbers(self) -> list[int]:
        """The action number of each option, in the options' order."""
        ask = self.state.decision
        return [] if ask is None else self.numbers_of(ask)

    def numbers_of(self, ask: Decision) -> list[int]:
        """As `numbers`, of the open question, by whoever has it at hand."""
        if ask is not self._asked:
            self._numbers = self.numbering.numbers(ask.options)
            self._asked = ask
        return self._numbers

    def step(self, place: int) -> None:
        """Apply the option at an index of `options`, then answer for chance."""
        state = self.state
        ask = state.decision
        if ask is None:
            raise IllegalAction("The game is over: reset to play another.")
        take(state, ask.options[place])
        self.steps += 1
        ask = state.decision
        if ask is not None and ask.weights is not None:
            self._roll()

    def act(self, action: int) -> None:
        """Apply the option with an action number; any other number raises and changes nothing."""
        state = self.state
        ask = state.decision
        if ask is None or ask is not self._asked or action not in self._numbers:
            self.step(self.place(action))
            return
        take(state, ask.options[self._numbers.index(action)])  # as `step`, at once: what is answered was just looked at
        self.steps += 1
        ask = state.decision
        if ask is not None and ask.weights is not None:
            self._roll()

    def place(self, action: int) -> int:
        """The index of the option with an action number."""
        try:
            return self.numbers.index(action)
        except ValueError:
            raise IllegalAction(self._refusal(action)) from None

    def _refusal(self, action: int) -> str:
        if self.over:
            return "The game is over: reset to play another."
        if not 0 <= action < ACTIONS:
            return f"There is no action {action}: actions are 0 to {ACTIONS - 1}."
        some = ", ".join(
            f"{number} ({notate(self.state, option)})" for number, option in list(zip(self.numbers, self.options, strict=True))[:5]
        )
        return f"Action {action} is not among the {len(self.options)} options of seat {self.seat}; some are {some}. The action mask has them all."

    def words(self, action: int) -> str:
        """The option with an action number, in notation."""
        return notate(self.state, self.options[self.place(action)])

    # -- results ----------------------------------------------------------------------------------------------

    def results(self) -> list[float]:
        """The final reward of each seat (`results_of`)."""
        return results_of(self.state)

    def leads(self) -> list[float]:
        """For each seat, the points of its side minus the mean of the other sides."""
        found = [0.0] * self.setup.seat_count
        state, sides = self.state, self.setup.sides
        total = sum(state.points[side] for side in sides)
        for side in sides:
            if state.team[side] < 0:
                continue
            own = state.points[side]
            for seat in state.seats_of(side):
                found[seat] = own - (total - own) / (len(sides) - 1)
        return found

    # -- moments ----------------------------------------------------------------------------------------------

    def save(self) -> Saved:
        """The current moment, which can be restored any number of times."""
        return Saved(self.state.clone(), self.dice.seed, self.dice.asked, self.steps)

    def restore(self, saved: Saved) -> None:
        """Restore a saved moment, which may be of another set-up."""
        if saved.state.setup is not self.setup:
            self.setup = saved.state.setup
            self.numbering = Numbering(self.setup)
        self.state = saved.state.clone()
        self.dice = SeededDice(saved.seed, saved.asked)
        self.steps = saved.steps
        self._asked = None

    @classmethod
    def at(cls, saved: Saved, numbering: Numbering | None = None) -> Core:
        """A new game at a saved moment."""
        core = cls.__new__(cls)
        core.setup = saved.state.setup
        core.numbering = numbering or Numbering(core.setup)
        core._numbers = []
        core.restore(saved)
        return core

    def clone(self) -> Core:
        """An equal but independent game."""
        return Core.at(self.save(), self.numbering)


def results_of(state: State) -> list[float]:
    """The final reward of each seat: 1 for winners; the rewards of the sides sum to 0. All 0 while the game goes on."""
    found = [0.0] * state.setup.seat_count
    sides = state.setup.sides
    if state.decision is None and state.winner != NO_SIDE:
        for side in sides:
            for seat in state.seats_of(side):
                found[seat] = 1.0 if side == state.winner else -1.0 / (len(sides) - 1)
    return found
