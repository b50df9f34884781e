"""Games side by side for self-play: one look shows what every asked seat sees, one step answers in all of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Unpack

import numpy as np
from numpy.typing import NDArray

from tipover.engine.core.setup import SetupError
from tipover.envs.action_numbers import Numbering
from tipover.envs.core import Core, IllegalAction
from tipover.envs.env_games import GameOptions, Games, after
from tipover.envs.seen import BatchRow, Eyes, Observation, empty_batch


class Looks(NamedTuple):
    """What the asked seats see, one row for each game."""

    seen: Observation  # arrays with a first axis of games; the next step overwrites them
    seats: NDArray[np.int16]  # the seat that is asked in each game


class Ended(NamedTuple):
    """A game that came to its end in a step, and the reward of each of its seats."""

    row: int
    rewards: list[float]


class Batch:
    """So many games at once, every seat played by the caller. A game that ends begins anew in the same step, with the next seed of its row.

    The same seed gives the same games to the same actions, dice included; row k plays the games of a batch of one with seed + k.
    """

    def __init__(self, games: int, *, seed: int = 0, **options: Unpack[GameOptions]) -> None:
        if isinstance(games, bool) or not isinstance(games, int) or games < 1:
            raise SetupError(f"'games' is how many games are played side by side, 1 or more; not {games!r}")
        self._games = Games(**options)
        self._seeds = [seed + row for row in range(games)]
        self._numberings: list[Numbering | None] = [None] * games
        self._eyes: list[Eyes | None] = [None] * games
        self._seen = empty_batch(games)
        self._rows = [BatchRow(self._seen, row) for row in range(games)]
        self._seats = np.zeros(games, np.int16)
        self.cores: list[Core] = [self._new(row) for row in range(games)]
        for row in range(games):
            self._look_at(row)

    def _new(self, row: int) -> Core:
        """A new game of a row; games of one set-up share its tables."""
        setup = self._games.deal(self._seeds[row])
        eyes = self._eyes[row]
        if eyes is None or eyes.setup is not setup:
            self._eyes[row], self._numberings[row] = Eyes(setup), None
        core = Core(setup, self._seeds[row], self._numberings[row])
        self._numberings[row] = core.numbering
        return core

    def _look_at(self, row: int) -> None:
        core, eyes = self.cores[row], self._eyes[row]
        assert eyes is not None
        self._seats[row] = core.seat
        eyes.write(core, core.seat, self._rows[row])

    def looks(self) -> Looks:
        """What the asked seat of each game sees now."""
        return Looks(self._seen, self._seats)

    def step(self, actions: Sequence[int] | NDArray[np.integer]) -> list[Ended]:
        """Answer in every game, by action number; returns the games that ended. An illegal action raises before anything has changed."""
        if len(actions) != len(self.cores):
            raise IllegalAction(f"{len(actions)} actions for {len(self.cores)} games: give one for each.")
        places = [core.place(int(action)) for core, action in zip(self.cores, actions, strict=True)]
        ended: list[Ended] = []
        for row, place in enumerate(places):
            core = self.cores[row]
            core.step(place)
            if core.over:
                ended.append(Ended(row, core.results()))
                self._seeds[row] = after(self._seeds[row])
                self.cores[row] = self._new(row)
            self._look_at(row)
        return ended
