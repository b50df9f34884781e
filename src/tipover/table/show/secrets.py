"""A state as several seats together may see it: what none of them may know is not there (SUP-11)."""

from __future__ import annotations

from collections.abc import Collection

from tipover.engine.state import NOBODY, State, changed
from tipover.engine.steps.frame import IT, NOTHING
from tipover.engine.view import View, has_secrets


def known(state: State, seats: Collection[int]) -> State:
    """The state itself if these seats may know all of it, else a copy without what is hidden from every one of them.

    The copy keeps the open question: who is asked is public, and its options are shown to nobody else. No seat is a watcher.
    """
    if not has_secrets(state):
        return state
    views = [View(state, seat) for seat in seats or (NOBODY,)]
    if not all(view.hides for view in views):
        return state
    seen = state.clone()
    for figure in set.intersection(*(set(view.hidden) for view in views)):
        seen.set_secret(figure, -1)
    for number in set.intersection(*(set(view.hidden_picks) for view in views)):
        seen.picks = changed(seen.picks, number, -1)
    for place in set.intersection(*(set(view.hidden_frames) for view in views)):
        seen.stack[place][IT] = NOTHING
    return seen
