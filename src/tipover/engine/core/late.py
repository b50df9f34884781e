"""Functions that a lower room calls and a higher room supplies when it is loaded.

The arrow of the engine's rooms has no way back, and four things need one: a set-up starts a game, the board depends on
texts that read the board, a text gives actions that begin texts, a refusal is explained. `tipover.engine` loads `run` and `explain`, so all of them are bound.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

Function = TypeVar("Function", bound=Callable[..., object])


class Late(Generic[Function]):
    """A function to be bound later; using it before is an error of the loading order."""

    __slots__ = ("_bound", "_name")

    def __init__(self, name: str) -> None:
        self._name = name
        self._bound: Function | None = None

    def bind(self, function: Function) -> Function:
        """Supply the function; usable as a decorator."""
        self._bound = function
        return function

    @property
    def call(self) -> Function:
        """The bound function."""
        if self._bound is None:
            raise RuntimeError(f"{self._name} is not loaded: import tipover.engine first")
        return self._bound
