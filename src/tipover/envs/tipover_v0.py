"""Version 0 of the environments: `env` and `raw_env` for PettingZoo, `TipoverEnv` for Gymnasium (`tipover/Tipover-v0`).

A change of the action numbers or of the observation that old policies would notice is a new version with a new name.
"""

from __future__ import annotations

from tipover.envs.core import Core, IllegalAction, Saved
from tipover.envs.gym import ID, TipoverEnv
from tipover.envs.zoo import NAME, env, raw_env

__all__ = ["ID", "NAME", "Core", "IllegalAction", "Saved", "TipoverEnv", "env", "raw_env"]
