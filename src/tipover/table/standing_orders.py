"""Standing orders: how a seat answers what cards ask it outside its own turn, so that a slow game does not wait for it.

An order names a card, where several things can be done also which of them, and is kept as a row. Whenever it fits the open
question, the table answers for the seat: an ordinary choice of the record, told in the log. Nobody else learns of an order
before it is used, and no secret is ever answered by one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, get_args

from tipover.engine.core import questions, verbs
from tipover.engine.core.decision import Choice, Decision
from tipover.engine.core.language import ENGLISH, languages
from tipover.engine.core.said import say
from tipover.engine.core.state import State
from tipover.engine.queries.turns import turn_of
from tipover.play.notation.writing import notate
from tipover.table.present.options import label
from tipover.table.present.plain_names import table_printer
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
MOST_NAMED = 8  # of several answers
REFUSING = (verbs.NO, verbs.DONE)
ANSWERS: tuple[OrderAnswer, ...] = get_args(OrderAnswer)
ALWAYS, NEVER = ANSWERS
_ALWAYS_USED, _NEVER_USED = "table.order_always", "table.order_never"


class Order(NamedTuple):
    """How a seat answers what one card asks."""

    answer: OrderAnswer  # Do it, or never ask.
    line: str = ""  # To do it where several things can be done: which of them, as the record writes it.
    may: bool = (
        False  # Then also: whether the question it was given at could be refused; a card may ask two questions about the same things.
    )
    words: tuple[tuple[str, str], ...] = ()  # … and what that answer was called there, by language.


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


def _named(state: State, ask: Decision) -> dict[str, Choice]:
    """The answers that `always` could name, by their lines: of several the figures, things and ways; a square is where it was only once."""
    yes = [one for one in ask.options if one.verb not in REFUSING]
    if any(one.path or one.verb == verbs.SQUARE for one in yes):
        return {}
    return {notate(state, one): one for one in yes}


def _can_refuse(ask: Decision) -> bool:
    return any(one.verb in REFUSING for one in ask.options)


def _orderable(state: State) -> Decision | None:
    """The open question, if orders may answer it: what a card asks openly outside the turn of the side that is asked."""
    ask = state.decision
    if ask is None or ask.is_chance or ask.secret or ask.asked != questions.TEXT or not ask.about or turn_of(state)[0] == ask.side:
        return None
    return ask


def possible_orders(state: State) -> list[OrderAnswer]:
    """The orders that would answer the open question by themselves."""
    ask = _orderable(state)
    return list(_fitting(ask)) if ask is not None else []


def orderable_options(state: State) -> list[int]:
    """The numbers of the options that an order could always give."""
    ask = _orderable(state)
    named = _named(state, ask).values() if ask is not None else ()
    return [ask.options.index(one) for one in named] if ask is not None and 1 < len(named) <= MOST_NAMED else []


def _given(state: State, ask: Decision, order: Order) -> Choice | None:
    """The answer that an order gives to a question that orders may answer."""
    if order.line:
        return _named(state, ask).get(order.line) if order.may == _can_refuse(ask) else None
    return _fitting(ask).get(order.answer)


def ordered(table: Table) -> Ordered | None:
    """The answer that a standing order gives to the open question, if one does; who takes an answer back wants to give another."""
    if table.over or table.match is None or table.lesson is not None or table.unordered == table.count:
        return None
    ask = table.state.decision
    if ask is None or not any(seat in table.orders for seat in ask.seats) or _orderable(table.state) is None:
        return None
    for seat in ask.seats:
        order = table.orders.get(seat, {}).get(ask.about)
        choice = _given(table.state, ask, order) if order is not None and seat in table.people() else None
        if order is not None and choice is not None:
            return Ordered(seat, choice, {"about": ask.about, "answer": order.answer})
    return None


def orders_shown(table: Table, seats: tuple[int, ...], language: str = ENGLISH) -> list[OrderShown]:
    """The orders of these seats, for their own people."""
    return [
        OrderShown(seat, about, one.answer, one.line, dict(one.words).get(language, ""))
        for seat in seats
        for about, one in table.orders.get(seat, {}).items()
    ]


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
    body: dict[str, Any] = {"about": about, "answer": command.answer}
    if command.line:
        body |= {"line": command.line, "may": _refusable_with(table, command, about)}
    return "order", command.seat, body


def _refusable_with(table: Table, command: StandingOrder, about: str) -> bool:
    """Whether the open question, which has the answer that the order names, can be refused."""
    ask = _orderable(table.state) if table.match is not None and command.seat in table.asked() else None
    if command.answer != ALWAYS or ask is None or ask.about != about or command.line not in _named(table.state, ask):
        raise RefusedError("not_now", say("refused.order_line"))
    return _can_refuse(ask)


def _called(state: State, line: str) -> tuple[tuple[str, str], ...]:
    """What the answer with this line is called where it is offered, by language; nothing without one."""
    choice = _named(state, state.decision).get(line) if line and state.decision is not None else None
    return tuple((code, label(state, choice, table_printer(state, code))) for code in languages()) if choice is not None else ()


def fold_order(table: Table, row: EventRow, body: dict[str, Any]) -> None:
    """Keep or revoke an order; nothing is told. A new one also answers the open question."""
    own = table.orders.setdefault(row.seat, {})
    own.pop(body["about"], None)
    if body["answer"]:
        line = body.get("line", "")
        own[body["about"]] = Order(body["answer"], line, body.get("may", False), _called(table.state, line))
        ask = table.state.decision if row.seat in table.asked() else None
        if ask is not None and ask.about == body["about"]:
            table.unordered = -1


def fold_ordered(table: Table, row: EventRow, body: dict[str, Any]) -> None:
    """Tell in the log that an order was used."""
    key = _ALWAYS_USED if body["answer"] == ALWAYS else _NEVER_USED
    table.tell(row, say(key, name=table.seats[row.seat].name, card=body["about"]), "table")


def forget_orders_used(table: Table) -> None:
    """Tell no more of orders whose answers were taken back."""
    table.notices = [one for one in table.notices if one.choices <= table.count or one.said.key not in (_ALWAYS_USED, _NEVER_USED)]
