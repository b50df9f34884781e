"""The people who look at one record together: one leads, and the others may follow to the moment it looks at.

A room is kept in memory only and belongs to one process; when the leader leaves, whoever came next leads.
"""

from __future__ import annotations

from typing import Protocol

from tipover.engine.core.said import say
from tipover.table.protocol.from_client import Review
from tipover.table.protocol.from_server import ReviewerShown, ReviewIs
from tipover.table.refusals import RefusedError
from tipover.table.seats import LONGEST_NAME, plain
from tipover.table.views import ENCODER

MOST_PEOPLE = 40


class Guest(Protocol):
    """A socket in the room."""

    def tell(self, message: bytes) -> None:
        """Put a message into its queue; never waits."""


class ReviewRoom:
    """Whoever is in the room is told of every change. The numbers of guests are never used again."""

    def __init__(self) -> None:
        self._people: dict[Guest, ReviewerShown] = {}
        self._next = 1
        self._at = 0

    def take(self, guest: Guest, wish: Review, last: int) -> None:
        """Do what a guest wishes; `last` is the last moment of the record."""
        me = self._people.get(guest)
        if wish.deed == "join":
            self._join(guest, wish)
        elif me is None:
            raise RefusedError("not_now", say("refused.not_in_review"))
        elif wish.deed == "leave":
            self.left(guest)
        elif wish.deed == "lead":
            me.asks = not me.leads
        elif not me.leads:
            raise RefusedError("not_now", say("refused.only_leader"))
        elif wish.deed == "give":
            self._give(me, wish.to)
        else:
            self._at = max(0, min(wish.at, last))
        self._tell()

    def _join(self, guest: Guest, wish: Review) -> None:
        if guest not in self._people and len(self._people) >= MOST_PEOPLE:
            raise RefusedError("too_large", say("refused.review_full", most=MOST_PEOPLE))
        name = plain(wish.name, LONGEST_NAME)
        if guest in self._people:
            self._people[guest].name = name
            return
        if not self._people:
            self._at = max(0, wish.at)
        self._people[guest] = ReviewerShown(self._next, name, leads=not self._people)
        self._next += 1

    def _give(self, me: ReviewerShown, number: int) -> None:
        other = next((one for one in self._people.values() if one.n == number and one is not me), None)
        if other is None:
            raise RefusedError("unknown", say("refused.no_such_reviewer"))
        me.leads, other.leads, other.asks = False, True, False

    def left(self, guest: Guest) -> None:
        """A socket has gone; the next guest leads if it was the leader's."""
        me = self._people.pop(guest, None)
        if me is None:
            return
        if me.leads and self._people:
            heir = next((one for one in self._people.values() if one.asks), next(iter(self._people.values())))
            heir.leads, heir.asks = True, False
        self._tell()

    def _tell(self) -> None:
        for guest in [*self._people]:  # one that has fallen behind leaves during this loop
            guest.tell(ENCODER.encode(self.shown_to(guest)))

    def shown_to(self, guest: Guest) -> ReviewIs:
        """The room as a guest sees it."""
        me = self._people.get(guest)
        return ReviewIs(list(self._people.values()), self._at, me.n if me is not None else 0)
