"""The error of a choice that is not among the options: an ordinary class also where the rules are compiled, so that it can be derived from."""

from __future__ import annotations

from tipover.engine.core.decision import Choice
from tipover.engine.core.reason import Reason


class IllegalChoice(ValueError):
    """A choice that is not among the options; the state is unchanged. `reasons` say why not."""

    def __init__(self, message: str, reasons: list[Reason], nearby: list[Choice]) -> None:
        super().__init__(message)
        self.reasons = reasons
        self.nearby = nearby
