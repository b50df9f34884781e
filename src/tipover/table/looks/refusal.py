"""What cannot be looked at now, and reasons as they are shown."""

from __future__ import annotations

from tipover.engine.reason import Reason
from tipover.engine.state import State
from tipover.engine.view import has_secrets
from tipover.play.wallwords import reason_words
from tipover.table.protocol import ReasonShown


class NotNow(ValueError):
    """A question that has no answer at this moment; the message is a sentence for people."""


def reasons_shown(state: State, reasons: list[Reason]) -> list[ReasonShown]:
    """Reasons with what to draw; the walls are named in words where they come up first."""
    found: list[ReasonShown] = []
    named: set[object] = set()
    for reason in reasons:
        said = reason.sentence if reason.walls in named else reason_words(state, reason)
        named.add(reason.walls)
        walls = [(wall.x1, wall.y1, wall.x2, wall.y2) for wall in reason.walls]
        found.append(ReasonShown(reason.rule, said, list(reason.squares), list(reason.things), walls))
    return found


def hides_something(state: State) -> bool:
    """Whether something is chosen in secret now, or was and is not shown yet: then nothing may be tried out (SUP-11)."""
    return has_secrets(state) or (state.decision is not None and state.decision.secret)


def check_playing(state: State, what: str) -> None:
    """Refuse what only makes sense, and only keeps secrets, while rounds are played."""
    if state.round < 1:
        raise NotNow(f"{what} can be shown once the first round has begun.")
    if hides_something(state):
        raise NotNow(f"{what} can be shown again when what is chosen in secret is open (SUP-11).")
