"""Standing orders: how a seat answers what cards ask it outside its own turn, so that a slow game does not wait for it.

An order names a card and is kept as a row. Whenever it fits the open question, the table answers for the seat: an ordinary
choice of the record, told in the log. Nobody else learns of an order before it is used, and no secret is ever answered by one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, get_args

from tipover.engine.core import questions, verbs
from tipover.engine.core.decision import Choice, Decision
from tipover.engine.core.said import say
from tipover.engine.core.state import State
from tipover.engine.queries.turns import turn_of
from tipover.table.protocol.from_client import StandingOrder
from tipover.table.protocol.literals import OrderAnswer
from tipover.table.protocol.people import OrderShown
from tipover.table.refusals import RefusedError
from tipover.table.seats import plain
from tipover.table.store import EventRow

if TYPE_CHECKING:
    from tipover.table.table_log import Table

MOST_ORDERS = 12  # of a seat
LONGEST_CARD = 60
REFUSING = (verbs.NO, verbs.DONE)
ANSWERS: tuple[OrderAnswer, ...] = get_args(OrderAnswer)
ALWAYS, NEVER = ANSWERS


class Ordered(NamedTuple):
    """An answer that an order gives now."""

    seat: int  # Whose order it is.
    choice: Choice  # The answer: one of the options.
    body: dict[str, Any]  # The body of the row that tells it.


def _fitting(ask: Decision) -> dict[OrderAnswer, Choice]:
    """The answers that orders could give to a question: `never` refuses what may be refused, `always` does what can be done in one way."""
    no = [one for one in ask.options if one.verb in REFUSING]
    yes = [one for one in ask.options if one.verb not in REFUSING]
    found: dict[OrderAnswer, Choice] = {}
    if no and len(yes) == 1:
        found[ALWAYS] = yes[0]
    if len(no) == 1:
        found[NEVER] = no[0]
    return found


def possible_orders(state: State) -> list[OrderAnswer]:
    """The orders that would answer the open question: what a card asks openly outside the turn of the side that is asked."""
    ask = state.decision
    if ask is None or ask.is_chance or ask.secret or ask.asked != questions.TEXT or not ask.about or turn_of(state)[0] == ask.side:
        return []
    return list(_fitting(ask))


def ordered(table: Table) -> Ordered | None:
    """The answer that a standing order gives to the open question, if one does; who takes an answer back wants to give another."""
    if table.over or table.match is None or table.lesson is not None or table.unordered == table.count:
        return None
    ask = table.state.decision
    if ask is None or not any(seat in table.orders for seat in ask.seats):
        return None
    possible = possible_orders(table.state)
    for seat in ask.seats:
        answer = table.orders.get(seat, {}).get(ask.about)
        if answer in possible and seat in table.people():
            return Ordered(seat, _fitting(ask)[answer], {"about": ask.about, "answer": answer})
    return None


def orders_shown(table: Table, seats: tuple[int, ...]) -> list[OrderShown]:
    """The orders of these seats, for their own people."""
    return [OrderShown(seat, about, answer) for seat in seats for about, answer in table.orders.get(seat, {}).items()]


def order_row(table: Table, command: StandingOrder) -> tuple[str, int, dict[str, Any]]:
    """The row that keeps or revokes an order of the sender's seat."""
    about = plain(command.about, LONGEST_CARD)
    known = table.orders.get(command.seat, {})
    if not about or command.answer not in (*ANSWERS, ""):
        raise RefusedError("malformed", say("refused.order_words"))
    if not command.answer and about not in known:
        raise RefusedError("not_now", say("refused.no_such_order"))
    if command.answer and about not in known and len(known) >= MOST_ORDERS:
        raise RefusedError("not_now", say("refused.too_many_orders", most=MOST_ORDERS))
    return "order", command.seat, {"about": about, "answer": command.answer}


def fold_order(table: Table, row: EventRow, body: dict[str, Any]) -> None:
    """Keep or revoke an order; nothing is told. A new one also answers the open question."""
    own = table.orders.setdefault(row.seat, {})
    own.pop(body["about"], None)
    if body["answer"]:
        own[body["about"]] = body["answer"]
        ask = table.state.decision if row.seat in table.asked() else None
        if ask is not None and ask.about == body["about"]:
            table.unordered = -1


def fold_ordered(table: Table, row: EventRow, body: dict[str, Any]) -> None:
    """Tell in the log that an order was used."""
    key = "table.order_always" if body["answer"] == ALWAYS else "table.order_never"
    table.tell(row, say(key, name=table.seats[row.seat].name, card=body["about"]), "table")
