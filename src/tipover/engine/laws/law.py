"""What every law has in common: it generates everything it allows, and explains what it does not allow."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

from tipover.engine.core.reason import Reason
from tipover.engine.core.state import State

Thing = TypeVar("Thing")


class Law(ABC, Generic[Thing]):
    """One rule for one moment of a state. A thing is in `all()` exactly if it has no `faults()`."""

    __slots__ = ("state",)

    def __init__(self, state: State) -> None:
        self.state = state  # only read

    @abstractmethod
    def all(self) -> list[Thing]:
        """Everything the law allows, in the order in which it is offered."""

    @abstractmethod
    def faults(self, thing: Thing) -> list[Reason]:
        """The reasons why a thing is not allowed, the most important first; empty if it is."""

    def fault(self, thing: Thing) -> Reason | None:
        """The most important reason why a thing is not allowed, or None if it is."""
        found = self.faults(thing)
        return found[0] if found else None
