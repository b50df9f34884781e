"""Who is at a table: people with a socket in this process, those of whom other processes tell, and for how long others are away."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection

ABSENCE = 30.0  # seconds somebody is away before another may put a bot at the seat
TOLD_EVERY = 10.0  # seconds between two tellings of one process to the others
BELIEVED = 2.5 * TOLD_EVERY  # seconds for which such a telling is believed: its process may have died


class Presence:
    """When each seat's person was last at the table. Nobody is known to be away from before this was begun."""

    def __init__(self, absence: float = ABSENCE, clock: Callable[[], float] = time.monotonic) -> None:
        self.absence = absence
        self._clock = clock
        self._begun = clock()
        self._seen: dict[int, float] = {}
        self._others: dict[str, tuple[float, set[int]]] = {}  # by process: until when it is believed, and its seats

    def saw(self, seats: Collection[int]) -> None:
        """The people of these seats are here, or were until now."""
        self._seen |= dict.fromkeys(seats, self._clock())

    def told(self, process: str, seats: Collection[int]) -> None:
        """Another process has exactly these seats' people."""
        _, former = self._others.get(process, (0.0, set()))
        self.saw({*former, *seats})
        self._others[process] = (self._clock() + BELIEVED, set(seats))

    def elsewhere(self) -> set[int]:
        """The seats whose people are at other processes."""
        now = self._clock()
        self._others = {process: one for process, one in self._others.items() if one[0] > now and one[1]}
        return {seat for _, seats in self._others.values() for seat in seats}

    def recent(self, here: Collection[int], seats: int) -> set[int]:
        """Of so many seats, those whose people are somewhere, or have been away for too short a time to be stood in for."""
        then = self._clock() - self.absence
        return {*here, *self.elsewhere(), *(seat for seat in range(seats) if self._seen.get(seat, self._begun) > then)}
