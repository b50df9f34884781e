"""The PettingZoo environment in its parallel form: all agents answer at once, and the answer of the one that is asked counts."""

from __future__ import annotations

from typing import Any, Unpack

from gymnasium import spaces
from pettingzoo import ParallelEnv

from tipover.envs.env_games import GameOptions
from tipover.envs.seen import Observation
from tipover.envs.zoo import env, raw_env

Values = dict[str, float]
Flags = dict[str, bool]


class parallel_env(ParallelEnv):  # type: ignore[misc]  # the library has no types
    """Tipover for learners that want a parallel environment.

    The game asks one seat at a time: its agent's mask has options, the others' masks are all 0. A step takes an action for each
    agent, or for the one that is asked alone; what the others send is passed over. Games, rewards and ends are those of `env()`.
    """

    def __init__(self, *, points_reward: float = 0.0, render_mode: str | None = None, **options: Unpack[GameOptions]) -> None:
        self._cycle: raw_env = env(points_reward=points_reward, render_mode=render_mode, **options)
        self.metadata: dict[str, Any] = {**self._cycle.metadata, "is_parallelizable": True}
        self.render_mode = render_mode
        self.possible_agents: list[str] = self._cycle.possible_agents
        self.observation_spaces = self._cycle.observation_spaces
        self.action_spaces = self._cycle.action_spaces
        self.agents: list[str] = []

    @property
    def asked(self) -> str:
        """The agent that is asked."""
        return str(self._cycle.agent_selection)

    def observation_space(self, agent: str) -> spaces.Dict:
        """The same for every agent."""
        return self._cycle.observation_space(agent)

    def action_space(self, agent: str) -> spaces.Discrete:
        """The same for every agent."""
        return self._cycle.action_space(agent)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Start a game; the same seed gives the same game with the same dice."""
        self._cycle.reset(seed=seed)
        self.agents = self._cycle.agents[:]
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[dict[str, Observation], Values, Flags, Flags, dict[str, dict[str, Any]]]:
        """Answer for the agent that is asked; the others' actions do not count."""
        if not self.agents:
            raise RuntimeError("Nobody is playing: reset() begins a game.")
        agent = self.asked
        if agent not in actions:
            raise ValueError(f"{agent} is asked and must answer; there are actions for {', '.join(actions) or 'nobody'}.")
        self._cycle.step(actions[agent])
        over = any(self._cycle.terminations.values())
        result = (
            self._observations(),
            {one: float(self._cycle.rewards[one]) for one in self.agents},
            dict.fromkeys(self.agents, over),
            dict.fromkeys(self.agents, False),
            {one: dict(self._cycle.infos.get(one, {})) for one in self.agents},
        )
        if over:
            self.agents = []
        return result

    def _observations(self) -> dict[str, Observation]:
        return {agent: self._cycle.observe(agent) for agent in self.agents}

    def render(self) -> str | None:
        """The map as text: returned in the mode `ansi`, printed in the mode `human`."""
        return self._cycle.render()

    def close(self) -> None:
        """Nothing to release."""
