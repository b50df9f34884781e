"""The earlier moments of a table's game: its positions and events, computed again where they are not in memory."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from tipover.cards.catalog import Catalog
from tipover.engine.core.event import Event
from tipover.engine.core.setup import Setup
from tipover.engine.core.state import State
from tipover.engine.run import apply
from tipover.play.match import Match
from tipover.play.record import Record
from tipover.table.lessons import LessonRun

SNAPSHOT = 25  # choices between two positions that are kept
LATEST = 25  # choices before which the position is kept as well: those of a turn are looked at again and again
REPLAYED = 12  # when choices are taken back and fewer such positions are left, they are made anew


class GameHistory:
    """What a table knows of the choices so far."""

    catalog: Catalog
    setup: Setup
    record: Record | None
    lesson: LessonRun | None
    match: Match | None
    marks: list[int]  # the total number of events after each choice
    _kept: dict[int, State]  # positions by the number of choices before them

    def keep_position(self) -> None:
        """Keep the position if it is one that is kept."""
        match = self.match
        if match is None:
            return
        match.thin(LATEST)
        if len(match.choices) % SNAPSHOT == 0:
            self._kept[len(match.choices)] = match.state.clone()

    def take_back(self, match: Match, count: int) -> None:
        """Undo choices until `count` are left. Raises `ValueError` if a die or a revealed secret is among them."""
        if count < min(match.fixed, len(match.choices)):
            raise ValueError("a die or a revealed secret cannot be taken back")
        if match.kept_from > 0 and count < match.kept_from + REPLAYED:
            known_from = bisect_left(self.marks, match.dropped) + 1 if match.dropped else 0  # the events before it are not in memory
            first = max(known_from, count - LATEST)
            choices, events = match.choices[first:count], self.marks[first - 1] if first else 0
            match.go_back(first, self.at(first), events)
            for choice in choices:
                match.play(choice)
        while len(match.choices) > count:
            match.undo()

    def base_before(self, count: int, events: int) -> int:
        """The last kept position that has so many events at least between it and choice number `count`; 0 if there is none."""
        wanted = self.marks[count - 1] - events if count else -1
        return max((number for number in self._kept if 0 < number <= count and self.marks[number - 1] <= wanted), default=0)

    def at(self, count: int) -> State:
        """A copy of the position after `count` choices."""
        match = self.match
        assert match is not None
        if count == len(match.choices):
            return match.state.clone()
        nearest = max((number for number in self._kept if number <= count), default=0)
        state = self._kept[nearest].clone() if nearest else self._first()
        for number, choice in enumerate(match.choices[nearest:count], nearest):
            if number % SNAPSHOT == 0 and number > nearest and self.lesson is None:
                self._kept[number] = state.clone()
            apply(state, choice)
        return state

    def afters(self, first: int) -> Iterator[State]:
        """Yield the state after each choice from number `first` on; the caller must neither change nor keep it."""
        match = self.match
        assert match is not None
        state: State | None = None
        for number in range(first, len(match.choices)):
            if number + 1 >= match.kept_from:
                yield match.after(number)
                continue
            state = state or self.at(number)
            apply(state, match.choices[number])
            yield state

    def _first(self) -> State:
        if self.lesson is not None:
            return self.lesson.lesson.start()
        return self.setup.start() if self.record is None else self.record.begin(self.catalog).state

    def events_of(self, number: int) -> list[Event]:
        """The events of choice `number`, from 0."""
        return self.events_in(self.marks[number - 1] if number else 0, self.marks[number])

    def events_in(self, first: int, last: int) -> list[Event]:
        """The events from number `first`, from 0, up to `last`."""
        match = self.match
        assert match is not None
        if first < min(match.dropped, last):
            self._recall(match)
        return match.events[max(0, first - match.dropped) : max(0, last - match.dropped)]

    def _recall(self, match: Match) -> None:
        """Play the game again up to the events that are in memory."""
        state, events = self._first(), list[Event]()
        for number in range(self.marks.index(match.dropped) + 1):
            events += apply(state, match.choices[number])
        match.recall(events)
