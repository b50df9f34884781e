"""Telling every socket of a table something, encoded once for each language."""

from __future__ import annotations

from collections.abc import Callable, Collection

from tipover.engine.core.language import sentence
from tipover.engine.core.said import say
from tipover.table.listener import Listener
from tipover.table.protocol.from_server import OrdersAre, Resync
from tipover.table.protocol.wire import ServerMessage
from tipover.table.standing_orders import orders_shown
from tipover.table.store import EventRow
from tipover.table.table_log import Table
from tipover.table.views import ENCODER, Audience


def audiences_of(listeners: Collection[Listener]) -> set[Audience]:
    """The groups of sockets that get the same."""
    return {Audience(one.seats, one.language) for one in listeners}


def tell_each(listeners: Collection[Listener], make: Callable[[str], ServerMessage]) -> None:
    """Send every socket the message in its language."""
    messages = {code: ENCODER.encode(make(code)) for code in {one.language for one in listeners}}
    for one in list(listeners):  # one that has fallen behind leaves during this loop
        one.tell(messages[one.language])


def tell_all(listeners: Collection[Listener], message: ServerMessage) -> None:
    """Send every socket the same."""
    encoded = ENCODER.encode(message)
    for one in list(listeners):  # one that has fallen behind leaves during this loop
        one.tell(encoded)


def tell_seats(listeners: Collection[Listener], table: Table, rows: list[EventRow]) -> None:
    """Tell the sockets of a seat what concerns it alone: its token was revoked, its standing orders have changed."""
    _drop_revoked(listeners, rows)
    _tell_orders(listeners, table, rows)


def _tell_orders(listeners: Collection[Listener], table: Table, rows: list[EventRow]) -> None:
    """Tell the sockets of a seat, and nobody else, that its standing orders have changed."""
    changed = {row.seat for row in rows if row.kind == "order"}
    for one in list(listeners) if changed else ():
        if changed.intersection(one.seats):
            one.tell(ENCODER.encode(OrdersAre(orders_shown(table, one.seats, one.language))))


def _drop_revoked(listeners: Collection[Listener], rows: list[EventRow]) -> None:
    """Take a seat from the sockets whose token has been revoked, except the one that revoked it."""
    for row in rows:
        if row.kind == "revoked":
            for one in list(listeners):
                if row.seat in one.seats and not (row.command and one.asking == row.command):
                    one.seats = tuple(seat for seat in one.seats if seat != row.seat)
                    tell_moved(one)


def tell_moved(listener: Listener) -> None:
    """Tell a socket that its seat is somebody else's now: it has to say hello again."""
    listener.tell(ENCODER.encode(Resync(sentence(say("table.seat_moved"), listener.language))))
