"""Tipover for learners: PettingZoo (`tipover_v0`) and Gymnasium (`tipover/Tipover-v0`), described in docs/envs.md."""

from __future__ import annotations

from importlib.util import find_spec


def _register() -> None:
    """Make the Gymnasium environment known by its id; without the libraries, say what to install."""
    for library in ("numpy", "gymnasium", "pettingzoo"):
        if find_spec(library) is None:
            raise ModuleNotFoundError(
                f"the environments need {library}, which is not installed: pip install 'tipover[rl]', in a clone python -m pip install -e '.[rl]'",
                name=library,
            )
    from gymnasium import register

    register(
        id="tipover/Tipover-v0",
        entry_point="tipover.envs.tipover_v0:TipoverEnv",
        vector_entry_point="tipover.envs.tipover_v0:TipoverVectorEnv",
    )


_register()
