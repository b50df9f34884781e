"""Tipover for OpenSpiel: dice and flips as chance nodes, states that are cloned and serialised, what each player knows as strings and tensors.

Importing this module makes the game known to the library: `pyspiel.load_game("tipover(mode=2v2,deal=7)")`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import pyspiel

from tipover.cards.pack import load
from tipover.engine.codec import event_json, state_from_json
from tipover.engine.core.decision import Choice
from tipover.engine.core.setup import Setup
from tipover.engine.core.state import State
from tipover.engine.core.state_json import state_json
from tipover.engine.run import take
from tipover.engine.view import has_secrets, view
from tipover.envs.action_numbers import ACTIONS, Numbering
from tipover.envs.core import IllegalAction, results_of
from tipover.envs.env_games import ROUNDS, Games
from tipover.envs.seen import BatchRow, Eyes, empty_batch, picture
from tipover.play.notation.writing import notate

NAME = "tipover"
MOST_CHANCE_OUTCOMES = 4096
LONGEST_ROUND = 400  # decisions, chance among them
HIDDEN = "?"

_PARAMETERS: dict[str, str | int | bool] = {"mode": "2v2", "map": "", "scenario": "", "deal": 0, "rounds": ROUNDS, "picks": False}


class Wanted(NamedTuple):
    """The parameters of a game: what is dealt, from which seed, and how many rounds it has at most."""

    mode: str
    map: str
    scenario: str
    deal: int
    rounds: int
    picks: bool


def _plain(name: str) -> str:
    """A name as it may stand in the name of a game of the library, which reads `(`, `)`, `,` and `=` as its own."""
    return " ".join("".join(" " if letter in "(),=" else letter for letter in name).split())


def _named(plain: str, names: Iterable[str]) -> str:
    """The name that is written like this; what nobody is called stays as it is, for the refusal to name it."""
    return next((name for name in names if _plain(name) == plain), plain)


@lru_cache(maxsize=32)
def _dealt(wanted: Wanted) -> tuple[Setup, Numbering]:
    catalog = load()
    games = Games(
        mode=wanted.mode,
        map=_named(wanted.map, (one.name for one in catalog.maps)),
        scenario=_named(wanted.scenario, (one.name for one in catalog.scenarios)),
        picks=wanted.picks,
        rounds=wanted.rounds,
    )
    setup = games.deal(wanted.deal)
    return setup, Numbering(setup)


def _type_of(utility: Any) -> Any:
    kinds = pyspiel.GameType
    return kinds(
        short_name=NAME,
        long_name="Tipover",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=4,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_PARAMETERS,
    )


class TipoverGame(pyspiel.Game):  # type: ignore[misc]  # the library has no types
    """One deal of Tipover; a player is a seat. Parameters: `mode`, `map`, `scenario`, `deal` (the seed), `rounds`, `picks`."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = Wanted(**(_PARAMETERS | (params or {})))
        self.wanted = given._replace(map=_plain(given.map), scenario=_plain(given.scenario))
        setup, _ = _dealt(self.wanted)
        seats = [len(seats) for seats in setup.seats]
        is_even = len(set(seats)) == 1  # otherwise a side with more seats gets its reward more often
        utility = pyspiel.GameType.Utility.ZERO_SUM if is_even else pyspiel.GameType.Utility.GENERAL_SUM
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=MOST_CHANCE_OUTCOMES,
            num_players=setup.seat_count,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if is_even else None,
            max_game_length=LONGEST_ROUND * (self.wanted.rounds + 1),
        )
        super().__init__(_type_of(utility), info, self.wanted._asdict())

    def new_initial_state(self) -> TipoverState:
        """The game at its first question."""
        return TipoverState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> SpielObserver:
        """What a player sees, or with perfect recall all that it has learnt, for the library's observers."""
        return SpielObserver(iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class Position:
    """A state and what led to it, as far as players may know; copied and pickled by itself, because the library copies what a state holds."""

    __slots__ = ("lines", "numbering", "state", "wanted")

    def __init__(self, wanted: Wanted, state: State | None = None, lines: list[tuple[int, str]] | None = None) -> None:
        setup, self.numbering = _dealt(wanted)
        self.wanted = wanted
        self.state = setup.start() if state is None else state
        self.lines = lines or []  # what happened: the seat that alone may know it, -1 for everybody, and what it was

    def __deepcopy__(self, memo: dict[int, object]) -> Position:
        return Position(self.wanted, self.state.clone(), self.lines[:])

    def __reduce__(self) -> tuple[object, ...]:
        return _position_of, (self.wanted, json.dumps(state_json(self.state)), self.lines)

    def play(self, number: int) -> None:
        """Answer the open question: for chance by the place of the outcome, otherwise by action number."""
        state = self.state
        ask = state.decision
        if ask is None:
            raise IllegalAction("The game is over.")
        choice = ask.options[number] if ask.weights is not None else self.option(number)
        knows = ask.seats[0] if ask.secret else -1
        was_hidden = has_secrets(state)
        events = take(state, choice)
        self.lines.append((knows, f"{ask.seats[0]}:{number}"))
        if was_hidden or ask.secret:  # what is shown at last is learnt from what happened
            told = json.dumps([event_json(state, event) for event in events], sort_keys=True, default=str)
            self.lines.append((-1, hashlib.sha256(told.encode()).hexdigest()[:16]))

    def option(self, number: int) -> Choice:
        """The option with an action number."""
        ask = self.state.decision
        numbers = self.numbering.numbers(ask.options) if ask is not None else []
        if ask is None or number not in numbers:
            raise IllegalAction(f"Action {number} is not among the options; they are {sorted(numbers)}.")
        return ask.options[numbers.index(number)]

    def known_to(self, seat: int) -> str:
        """All that a seat has learnt: every answer since the beginning, those that others gave in secret hidden."""
        return " ".join(line if knows in (-1, seat) else f"{line.split(':')[0]}:{HIDDEN}" for knows, line in self.lines)


def _position_of(wanted: Wanted, told: str, lines: list[tuple[int, str]]) -> Position:
    return Position(wanted, state_from_json(_dealt(wanted)[0], json.loads(told)), lines)


class TipoverState(pyspiel.State):  # type: ignore[misc]
    """A game under way, by the library's interface."""

    def __init__(self, game: TipoverGame) -> None:
        super().__init__(game)
        self.position = Position(game.wanted)

    def current_player(self) -> int:
        """The seat that decides, chance, or nobody when the game is over."""
        ask = self.position.state.decision
        if ask is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if ask.weights is not None else int(ask.seats[0])

    def _legal_actions(self, player: int) -> list[int]:
        ask = self.position.state.decision
        if ask is None or ask.weights is not None or ask.seats[0] != player:
            return []
        return sorted(self.position.numbering.numbers(ask.options))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of a roll or flip by their place, with their exact chances."""
        ask = self.position.state.decision
        if ask is None or ask.weights is None:
            return []
        total = sum(ask.weights)
        return [(place, weight / total) for place, weight in enumerate(ask.weights)]

    def _apply_action(self, action: int) -> None:
        self.position.play(int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        state = self.position.state
        ask = state.decision
        if ask is None:
            return str(action)
        return notate(state, ask.options[action] if player < 0 else self.position.option(action))

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.state.decision is None

    def returns(self) -> list[float]:
        """The reward of each seat: 1 for winners; over the sides it sums to 0."""
        return results_of(self.position.state)

    def __str__(self) -> str:
        return picture(self.position.state)


class SpielObserver:
    """What a player sees as one flat tensor with its parts by name, and as a string (`open_spiel.python.observation`)."""

    def __init__(self, kind: Any, params: dict[str, Any] | None) -> None:
        if params:
            raise ValueError(f"Tipover's observations have no parameters; there are {', '.join(params)}.")
        self._recalls = bool(kind.perfect_recall)
        self._batch = empty_batch(1)
        self._row = BatchRow(self._batch, 0)
        names = [name for name in self._batch if name != "action_mask"]
        self.tensor = np.zeros(sum(self._batch[name].size for name in names), np.float32)
        self.dict: dict[str, np.ndarray[Any, Any]] = {}
        start = 0
        for name in names:
            shape, size = self._batch[name].shape[1:], self._batch[name].size
            self.dict[name] = self.tensor[start : start + size].reshape(shape)
            start += size
        self._eyes: Eyes | None = None

    def set_from(self, state: TipoverState, player: int) -> None:
        """Write what a player sees into the tensor."""
        position = state.position
        if self._eyes is None or self._eyes.setup is not position.state.setup:
            self._eyes = Eyes(position.state.setup)
        self._eyes.look_into(position.state, player, self._row)
        for name, part in self.dict.items():
            part[...] = self._batch[name][0]

    def string_from(self, state: TipoverState, player: int) -> str:
        """What a player sees, or with perfect recall all that it has learnt."""
        if self._recalls:
            return f"{player}| {state.position.known_to(player)}"
        return json.dumps(view(state.position.state, player).json(), sort_keys=True)


pyspiel.register_game(_type_of(pyspiel.GameType.Utility.ZERO_SUM), TipoverGame)
