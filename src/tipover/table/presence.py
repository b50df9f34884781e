"""Who is present at a table, in this process or another, and for how long the others have been away."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection, Iterator, Mapping

import msgspec

from tipover.table.protocol.people import SeatNow, TableNow
from tipover.table.seats import PERSON
from tipover.table.table_head import RECORD

ABSENCE = 30.0  # seconds of absence after which somebody else may put a bot at the seat
ALONE_AFTER = 60.0  # seconds without anybody after which bots stop
LONGEST_SILENCE, SHORTEST_SILENCE = 10.0, 0.2  # seconds between two reports of a process to the others, at most and at least
TABLES_IN_A_REPORT = 200
BELIEVED = 2.5  # silences for which a report counts, since its process may have died


def report_every(absence: float) -> float:
    """The seconds between two reports of a process to the others: several in the absence after which a bot may play, however short.

    A process that has just loaded a table knows who is connected to the others before it takes anybody for away.
    """
    return min(LONGEST_SILENCE, max(SHORTEST_SILENCE, absence / 4)) if absence > 0 else LONGEST_SILENCE


def reports(present: Mapping[str, Collection[int]]) -> Iterator[str]:
    """What one process tells the others: by table's code the seats whose people are present, as short messages."""
    told = [f"{code}:{','.join(map(str, sorted(seats)))}" for code, seats in present.items()]
    for first in range(0, len(told), TABLES_IN_A_REPORT):
        yield " ".join(told[first : first + TABLES_IN_A_REPORT])


def reported(report: str) -> Iterator[tuple[str, list[int]]]:
    """The tables' codes and the seats of one such message."""
    for one in report.split():
        code, _, seats = one.partition(":")
        yield code, [int(seat) for seat in seats.split(",") if seat]


class Presence:
    """When each seat's person was last present. Absence is counted from the creation of this object at the earliest."""

    def __init__(self, absence: float = ABSENCE, clock: Callable[[], float] = time.monotonic) -> None:
        self.absence = absence
        self._believed = BELIEVED * report_every(absence)
        self._clock = clock
        self._begun = clock()
        self._last = self._begun  # when anybody was last here, also to watch
        self._seen: dict[int, float] = {}
        self._others: dict[str, tuple[float, set[int]]] = {}  # by process: when its report expires, and its seats

    def saw(self, seats: Collection[int]) -> None:
        """Note that the people of these seats are present, or were until now."""
        self._last = self._clock()
        self._seen |= dict.fromkeys(seats, self._last)

    def expect(self, seats: Collection[int]) -> None:
        """Count the absence of people who are new to this table from now on: they sat down a moment ago, and their page is connecting."""
        for seat in seats:
            self._seen.setdefault(seat, self._clock())

    def report(self, process: str, seats: Collection[int]) -> None:
        """Another process reports that exactly these seats' people are connected to it."""
        _, former = self._others.get(process, (0.0, set()))
        self.saw({*former, *seats})
        self._others[process] = (self._clock() + self._believed, set(seats))

    def elsewhere(self) -> set[int]:
        """The seats whose people are connected to other processes."""
        if not self._others:
            return set()
        now = self._clock()
        self._others = {process: one for process, one in self._others.items() if one[0] > now and one[1]}
        return {seat for _, seats in self._others.values() for seat in seats}

    def gone(self, seat: int) -> float:
        """For how many seconds this seat's person, who is not connected, has been away."""
        return self._clock() - self._seen.get(seat, self._begun)

    def is_deserted(self, is_somebody_here: bool) -> bool:
        """Whether nobody has been here for so long that bots do not play on."""
        if is_somebody_here or self.elsewhere():
            self._last = self._clock()
        return self._clock() - self._last > ALONE_AFTER

    def recent(self, here: Collection[int], seats: int) -> set[int]:
        """Of `seats` seats, those whose people are connected or have not been away long enough to be replaced by a bot."""
        return {*here, *self.elsewhere(), *(seat for seat in range(seats) if self.gone(seat) < self.absence)}


def with_presence(table: TableNow, people: Presence, here: Collection[int]) -> list[SeatNow]:
    """The seats with who is here, away or offline; `here` are those whose people are connected to this process.

    Nobody is expected at a record: its seats only name who played.
    """
    if table.kind == RECORD:
        return table.seats
    connected = {*here, *people.elsewhere()}
    shown: list[SeatNow] = []
    for one in table.seats:
        if one.kind != PERSON:
            shown.append(one)
        elif one.seat in connected:
            shown.append(msgspec.structs.replace(one, present=True, presence="here"))
        else:
            left = people.absence - people.gone(one.seat)
            shown.append(msgspec.structs.replace(one, presence="away" if left > 0 else "offline", bot_in=max(0, math.ceil(left))))
    return shown
