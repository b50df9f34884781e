"""The Gymnasium environment: one seat of a game; bots play the other seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, SupportsFloat, Unpack

import gymnasium
import numpy as np
from numpy.typing import NDArray

from tipover.bots import make
from tipover.engine.core.setup import Setup, SetupError
from tipover.engine.view import view
from tipover.envs.core import Core, IllegalAction, Playing, Saved
from tipover.envs.env_games import GameOptions, Games
from tipover.envs.seen import (
    RENDER_MODES,
    BatchRow,
    Eyes,
    Observation,
    action_space,
    checked_mode,
    mask,
    observation_space,
    shown,
)

ID = "tipover/Tipover-v0"
ILLEGAL_REWARD = -1.0


class TipoverEnv(Playing, gymnasium.Env[Any, Any]):
    """One seat against chosen bots.

    `seat` is the one that learns; `bots` names the others' (`tipover.bots`): one for all, or one for each other seat in
    order. An illegal action ends the game with a reward of -1 and `info["illegal"]`, the reason in a sentence.
    `points_reward` and the other options are those of the PettingZoo environment.
    """

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 1}

    def __init__(
        self,
        *,
        seat: int = 0,
        bots: str | Sequence[str] = "random",
        points_reward: float = 0.0,
        render_mode: str | None = None,
        **options: Unpack[GameOptions],
    ) -> None:
        self.games = Games(**options)
        if not 0 <= seat < self.games.fewest:
            few = "this game has" if self.games.fewest == self.games.seats else "every such game has"
            raise SetupError(f"there is no seat {seat}: {few} seats 0 to {self.games.fewest - 1}")
        self.seat = seat
        others = self.games.seats - 1
        self.bots = [bots] * others if isinstance(bots, str) else list(bots)
        if len(self.bots) != others:
            raise SetupError(f"{len(self.bots)} bots for {others} other seats: name one for all, or one for each")
        for name in self.bots:
            make(name, 0)  # an unknown name must raise here, not at a reset
        self.points_reward = float(points_reward)
        self.render_mode = checked_mode(render_mode)
        self.observation_space = observation_space()
        self.action_space = action_space()
        self._names: dict[int, str] = {}
        self._eyes: Eyes | None = None
        self._ended = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Start a game and play up to the first question of this seat; without a seed, one is derived from the last."""
        self.begin(seed)
        return self.observation(), self._info()

    def begin(self, seed: int | None = None) -> None:
        """As `reset`, without an observation."""
        super().reset(seed=seed)
        number = int(self.np_random.integers(1 << 62)) if seed is None else seed
        setup = self.games.deal(number)
        self._seat_bots(setup)
        numbering = self.core.numbering if self._eyes is not None and self._eyes.setup is setup else None
        self.core = Core(setup, number, numbering)
        self._open_eyes()
        self._ended = False
        self._answer_others()
        self._lead = self.core.leads()[self.seat]

    def _seat_bots(self, setup: Setup) -> None:
        """Assign the bots to the seats of a game."""
        others = [other for other in range(setup.seat_count) if other != self.seat]
        if self.seat >= setup.seat_count or len(others) > len(self.bots):
            raise SetupError(
                f"this game has seats 0 to {setup.seat_count - 1}, and there are seat {self.seat} and {len(self.bots)} bots to play it"
            )
        self._names = dict(zip(others, self.bots, strict=False))

    def _open_eyes(self) -> None:
        if self._eyes is None or self._eyes.setup is not self.core.setup:
            self._eyes = Eyes(self.core.setup)

    def step(self, action: int) -> tuple[Observation, SupportsFloat, bool, bool, dict[str, Any]]:
        """Apply an action, then let the bots answer until this seat is asked again or the game is over."""
        reward, illegal = self.advance(int(action))
        return self.observation(), reward, self._ended, False, self._info() | ({"illegal": illegal} if illegal else {})

    def advance(self, action: int) -> tuple[float, str]:
        """As `step`, without an observation: the reward, and why the action was illegal, which ends the game; empty if it was not."""
        core = self.core
        if self._ended:
            raise IllegalAction("The game is over: reset to play another.")
        try:
            core.act(action)
        except IllegalAction as refused:
            self._ended = True
            return ILLEGAL_REWARD, str(refused)
        self._answer_others()
        reward = 0.0
        if core.over:
            self._ended = True
            reward = core.results()[self.seat]
        if self.points_reward:
            lead = core.leads()[self.seat]
            reward += self.points_reward * (lead - self._lead)
            self._lead = lead
        return reward, ""

    @property
    def ended(self) -> bool:
        """Whether the episode is over: the game, or this seat's by an illegal action."""
        return self._ended

    def _answer_others(self) -> None:
        """Let the bots answer what they are asked, each from its own view.

        A bot is created for each question from the seed of the game and the number of steps: it has no memory, so a
        restored game continues identically.
        """
        core = self.core
        while (ask := core.decision) is not None and (seat := ask.seats[0]) != self.seat:
            bot = make(self._names[seat], f"{core.dice.seed}/{seat}/{core.steps}")
            core.step(ask.options.index(bot.choose(view(core.state, seat), ask)))

    def observation(self) -> Observation:
        """What this seat sees now, in new arrays."""
        assert self._eyes is not None
        return self._eyes.observation(self.core, self.seat)

    def see_into(self, row: BatchRow) -> None:
        """Write what this seat sees into a row of a batch of observations."""
        assert self._eyes is not None
        self._eyes.write(self.core, self.seat, row)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks()}

    def action_masks(self) -> NDArray[np.int8]:
        """A mask with 1 for every legal action."""
        return mask(self.core, self.seat)

    # -- moments ----------------------------------------------------------------------------------------------

    def save(self) -> Saved:
        """The current moment, which can be restored any number of times."""
        return self.core.save()

    def restore(self, saved: Saved) -> Observation:
        """Restore a saved moment; the same actions lead to the same game, bots and dice included."""
        self._seat_bots(saved.state.setup)
        known = self._eyes is not None and self._eyes.setup is saved.state.setup
        self.core = Core.at(saved, self.core.numbering if known else None)
        self._open_eyes()
        self._ended = self.core.over
        self._lead = self.core.leads()[self.seat]
        return self.observation()

    def render(self) -> str | None:
        """The map as text: returned in the mode `ansi`, printed in the mode `human`."""
        return shown(self.core.state, self.render_mode)
