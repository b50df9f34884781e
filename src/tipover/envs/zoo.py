"""The PettingZoo environment: every seat is an agent, and one is asked at a time."""

from __future__ import annotations

import secrets
from copy import copy
from typing import Any, Unpack

from gymnasium import spaces
from pettingzoo import AECEnv

from tipover.envs.core import Core, IllegalAction, Playing, Saved
from tipover.envs.env_games import GameOptions, Games, after
from tipover.envs.seen import RENDER_MODES, Eyes, Observation, action_space, checked_mode, observation_space, shown

NAME = "tipover_v0"
ILLEGAL_REWARD = -1.0


class raw_env(Playing, AECEnv):  # type: ignore[misc]  # the library has no types
    """Tipover as an agent–environment cycle, without wrappers.

    Agents are `seat_0` …, one for each seat. An action that is none of the options raises `IllegalAction` and changes
    nothing; `env()` ends the game instead. `points_reward` is added to the rewards for each point by which a side's lead
    over the mean of the others changes. Other options: `GameOptions`.
    """

    metadata: dict[str, Any] = {"name": NAME, "render_modes": RENDER_MODES, "is_parallelizable": False, "render_fps": 1}

    def __init__(self, *, points_reward: float = 0.0, render_mode: str | None = None, **options: Unpack[GameOptions]) -> None:
        super().__init__()
        self.games = Games(**options)
        self.points_reward = float(points_reward)
        self.render_mode = checked_mode(render_mode)
        self.possible_agents: list[str] = [f"seat_{seat}" for seat in range(self.games.seats)]
        self.observation_spaces = {agent: observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: action_space() for agent in self.possible_agents}
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._seed: int | None = None
        self._eyes: Eyes | None = None
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Dict:
        """The same for every agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The same for every agent."""
        return self.action_spaces[agent]

    # -- playing ----------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game; the same seed gives the same game with the same dice. Without a seed, the next of a sequence is used."""
        if seed is None:
            seed = secrets.randbits(63) if self._seed is None else after(self._seed)
        self._seed = seed
        setup = self.games.deal(seed)
        known = self._eyes is not None and self._eyes.setup is setup
        self._sit_down(Core(setup, seed, self.core.numbering if known else None))

    def _sit_down(self, core: Core) -> None:
        """Continue with a game in its current state."""
        self.core = core
        if self._eyes is None or self._eyes.setup is not core.setup:
            self._eyes = Eyes(core.setup)
        self.agents = self.possible_agents[: core.setup.seat_count]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._rewarded = False
        self._leads = core.leads()
        self._turn_to()

    def observe(self, agent: str) -> Observation:
        """The observation of an agent and the mask of its options (all 0 while it is not asked)."""
        if self._eyes is None:
            raise RuntimeError("There is nothing to see yet: reset() begins a game.")
        return self._eyes.observation(self.core, self._seat_of[agent])

    def step(self, action: int | None) -> None:
        """Answer for the agent that is asked; None for one whose game is over."""
        if not self.agents:
            raise RuntimeError("Nobody is playing: reset() begins a game.")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is asked and must answer: None is for agents whose game is over.")
        self.core.act(int(action))
        self._cumulative_rewards[agent] = 0.0
        if self._rewarded:
            self._clear_rewards()
            self._rewarded = False
        self._turn_to()

    def _turn_to(self) -> None:
        """Select the agent that is asked next, or end the game; assign rewards."""
        core = self.core
        ask = core.state.decision
        if ask is None or self.points_reward:
            self._reward(core)
        if ask is not None:
            self.agent_selection = self.possible_agents[ask.seats[0]]
            return
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]

    def _reward(self, core: Core) -> None:
        found = core.results()
        if self.points_reward:
            leads = core.leads()
            found = [value + self.points_reward * (lead - before) for value, lead, before in zip(found, leads, self._leads, strict=True)]
            self._leads = leads
        self.rewards = dict(zip(self.agents, found, strict=True))
        self._rewarded = True
        self._accumulate_rewards()

    def bare_step(self, action: int) -> None:
        """A step without rewards and bookkeeping; call `catch_up` before using the cycle again."""
        self.core.act(action)

    def catch_up(self) -> None:
        """Update agents and rewards after bare steps."""
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._turn_to()

    # -- moments ----------------------------------------------------------------------------------------------

    def save(self) -> Saved:
        """The current moment, which can be restored any number of times."""
        return self.core.save()

    def restore(self, saved: Saved) -> None:
        """Restore a saved moment of this or another environment; the same actions lead to the same game, dice included.

        Rewards are counted from this moment on.
        """
        seats = saved.state.setup.seat_count
        if seats > len(self.possible_agents):
            raise ValueError(f"this moment is of a game with {seats} seats, and this environment has {len(self.possible_agents)} agents")
        known = self._eyes is not None and self._eyes.setup is saved.state.setup
        self._sit_down(Core.at(saved, self.core.numbering if known else None))

    def clone(self) -> raw_env:
        """An equal but independent environment at the same moment."""
        other: raw_env = copy(self)
        other._eyes = None  # observers cache what they wrote, so they cannot be shared
        other._sit_down(self.core.clone())
        other.agents = self.agents[:]
        other.rewards, other._cumulative_rewards = dict(self.rewards), dict(self._cumulative_rewards)
        other.terminations, other.truncations = dict(self.terminations), dict(self.truncations)
        other.infos = {agent: dict(info) for agent, info in self.infos.items()}
        other.agent_selection = self.agent_selection
        other._rewarded = self._rewarded
        return other

    # -- looking ----------------------------------------------------------------------------------------------

    def render(self) -> str | None:
        """The map as text: returned in the mode `ansi`, printed in the mode `human`."""
        return shown(self.core.state, self.render_mode)

    def close(self) -> None:
        """Nothing to release."""


class _Guarded(raw_env):
    """As `raw_env`, but an illegal action ends the game: its agent loses 1, the others nothing.

    Equivalent to PettingZoo's `TerminateIllegalWrapper`, without the cost of a wrapper at every step.
    """

    def step(self, action: int | None) -> None:
        """Answer for the agent that is asked; an illegal answer ends the game."""
        try:
            raw_env.step(self, action)  # quicker than by `super`
        except IllegalAction as refused:
            agent = self.agent_selection
            self.infos[agent]["illegal"] = str(refused)
            self.terminations = dict.fromkeys(self.agents, True)
            self.truncations = dict.fromkeys(self.agents, True)
            self.rewards = dict.fromkeys(self.agents, 0.0) | {agent: ILLEGAL_REWARD}
            self._cumulative_rewards[agent] = 0.0
            self._accumulate_rewards()
            self._deads_step_first()


def env(*, points_reward: float = 0.0, render_mode: str | None = None, **options: Unpack[GameOptions]) -> raw_env:
    """The environment as learners use it: an illegal action ends the game, its agent loses 1, the others nothing."""
    return _Guarded(points_reward=points_reward, render_mode=render_mode, **options)
