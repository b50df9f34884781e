"""Several Gymnasium environments in one: each step plays all of them and writes what they see into shared arrays."""

from __future__ import annotations

from typing import Any, Unpack

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from tipover.engine.core.setup import SetupError
from tipover.envs.env_games import GameOptions
from tipover.envs.gym import TipoverEnv
from tipover.envs.seen import BatchRow, Observation, empty_batch

Result = tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class TipoverVectorEnv(VectorEnv[Any, Any, Any]):
    """`num_envs` games, each with one seat against chosen bots; the options are those of `TipoverEnv`.

    Episodes, rewards and infos are those of Gymnasium's `SyncVectorEnv` over such environments, without its copies for each of them.
    `autoreset_mode`: when a game that is over begins anew. `copy=False` gives out the shared arrays themselves, which the next step overwrites.
    """

    def __init__(
        self,
        num_envs: int = 1,
        *,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        render_mode: str | None = None,
        seat: int = 0,
        bots: str | list[str] = "random",
        points_reward: float = 0.0,
        **options: Unpack[GameOptions],
    ) -> None:
        super().__init__()
        if isinstance(num_envs, bool) or not isinstance(num_envs, int) or num_envs < 1:
            raise SetupError(f"'num_envs' is how many games are played side by side, 1 or more; not {num_envs!r}")
        self.num_envs = num_envs
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.render_mode = render_mode
        self.envs = [
            TipoverEnv(seat=seat, bots=bots, points_reward=points_reward, render_mode=render_mode, **options) for _ in range(num_envs)
        ]
        self.metadata = {**TipoverEnv.metadata, "autoreset_mode": self.autoreset_mode}
        self.single_observation_space = self.envs[0].observation_space
        self.single_action_space = self.envs[0].action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._copies = copy
        self._seen = empty_batch(num_envs)
        self._rows = [BatchRow(self._seen, row) for row in range(num_envs)]
        self._waits = np.zeros(num_envs, np.bool_)  # games that are over and begin anew at the next step

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin every game, or with `options["reset_mask"]` some; one seed counts up from game to game, a list has one for each."""
        if isinstance(seed, list) and len(seed) != self.num_envs:
            raise ValueError(f"{len(seed)} seeds for {self.num_envs} games: give one for each, or one number that counts up")
        chosen = self._chosen(options)
        for row, env in enumerate(self.envs):
            if chosen[row]:
                env.begin(seed[row] if isinstance(seed, list) else seed + row if seed is not None else None)
                env.see_into(self._rows[row])
        self._waits[chosen] = False
        infos: dict[str, Any] = {}
        return self._given(), self._with_masks(infos, chosen)

    def _chosen(self, options: dict[str, Any] | None) -> NDArray[np.bool_]:
        """Which games a reset begins."""
        mask = (options or {}).get("reset_mask")
        if mask is None:
            return np.ones(self.num_envs, np.bool_)
        found: NDArray[np.bool_] = np.asarray(mask)
        if found.shape != (self.num_envs,) or found.dtype != np.bool_ or not found.any():
            raise ValueError(
                f"'reset_mask' says for each of the {self.num_envs} games whether it begins anew, and for one at least that it does"
            )
        return found

    def step(self, actions: Any) -> Result:
        """Answer in every game; those that are over begin anew, in this step or in the next, as `autoreset_mode` says."""
        taken = np.asarray(actions).reshape(-1)
        if len(taken) != self.num_envs:
            raise ValueError(f"{len(taken)} actions for {self.num_envs} games: give one for each")
        rewards = np.zeros(self.num_envs)
        ends = np.zeros(self.num_envs, np.bool_)
        infos: dict[str, Any] = {}
        for row, env in enumerate(self.envs):
            if self._waits[row] and self.autoreset_mode == AutoresetMode.NEXT_STEP:
                env.begin()
            else:
                rewards[row], illegal = env.advance(int(taken[row]))
                ends[row] = env.ended
                info: dict[str, Any] = {"illegal": illegal} if illegal else {}
                if env.ended and self.autoreset_mode == AutoresetMode.SAME_STEP:
                    final = {"final_obs": env.observation(), "final_info": {"action_mask": env.action_masks(), **info}}
                    infos = self._add_info(infos, final, row)
                    env.begin()
                elif info:
                    infos = self._add_info(infos, info, row)
            env.see_into(self._rows[row])
        self._waits = ends.copy()
        return self._given(), rewards, ends, np.zeros(self.num_envs, np.bool_), self._with_masks(infos, np.ones(self.num_envs, np.bool_))

    def action_masks(self) -> NDArray[np.int8]:
        """For each game a mask with 1 for every legal action."""
        return self._seen["action_mask"].astype(np.int8)

    def _given(self) -> Observation:
        return {name: part.copy() for name, part in self._seen.items()} if self._copies else self._seen

    def _with_masks(self, infos: dict[str, Any], rows: NDArray[np.bool_]) -> dict[str, Any]:
        """Infos with the masks of the options, as Gymnasium writes what several environments tell: all values, and who told one."""
        masks = self.action_masks()
        masks[~rows] = 0
        return {**infos, "action_mask": masks, "_action_mask": rows.copy()}

    def render(self) -> Any:
        """The maps as text, one for each game."""
        return tuple(env.render() for env in self.envs)
