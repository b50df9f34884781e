"""Version 0 of the environments: `env`, `raw_env` and `parallel_env` for PettingZoo, `TipoverEnv` and `TipoverVectorEnv` for Gymnasium
(`tipover/Tipover-v0`), and `Batch` for self-play.

A change of the action numbers or of the observation that old policies would notice is a new version with a new name.
"""

from __future__ import annotations

from tipover.envs.batch import Batch
from tipover.envs.core import Core, IllegalAction, Saved
from tipover.envs.gym import ID, TipoverEnv
from tipover.envs.vector import TipoverVectorEnv
from tipover.envs.zoo import NAME, env, raw_env
from tipover.envs.zoo_parallel import parallel_env

__all__ = ["ID", "NAME", "Batch", "Core", "IllegalAction", "Saved", "TipoverEnv", "TipoverVectorEnv", "env", "parallel_env", "raw_env"]
