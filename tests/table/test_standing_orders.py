"""Standing orders: what a card asks outside one's turn is answered by the table, as an ordinary choice, and told in the log."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from kit.server import Client, Refused, ServerProcess
from kit.shown import lines_told
from tipover.cards.pack import load
from tipover.engine.core import verbs
from tipover.engine.core.arrange import first_game
from tipover.engine.core.questions import TEXT
from tipover.engine.queries.turns import turn_of
from tipover.play.notation.writing import notate
from tipover.table.commands import Done, choices, draft, judge
from tipover.table.frozen import freeze, thaw
from tipover.table.opening import Library, head_of, open_table
from tipover.table.protocol.from_client import Say, StandingOrder
from tipover.table.protocol.people import NewTable, SeatWanted
from tipover.table.records import record_text
from tipover.table.refusals import RefusedError
from tipover.table.standing_orders import MOST_ORDERS, orderable_options, orders_shown, possible_orders
from tipover.table.store import EventRow
from tipover.table.table_log import Table
from tipover.table.views import Views

LIBRARY = Library(load())
TRAIT = "St. Olaf's Favorite Daughter"  # asks Rose's side after a challenge of the rival
MOST_STEPS = 4000


def opened(pack: str = "golden_girls") -> tuple[Table, list[EventRow]]:
    setup = {**first_game(pack, 2, quick=True, catalog=LIBRARY.catalog).source, "rounds": 6}
    done = open_table(
        "ABCDEF", head_of(NewTable(setup=setup, placed=True), LIBRARY), LIBRARY, [SeatWanted("me", "Ann"), SeatWanted("me", "Ben")], 0.0
    )
    return done.table, done.rows


def order(table: Table, seat: int, answer: str, about: str = TRAIT, identity: str = "o") -> list[EventRow]:
    return draft(table, judge(table, StandingOrder(identity, seat, about, answer), [seat], ()), identity)


def play(table: Table, draws: random.Random, until: Any) -> list[EventRow]:
    """Let every seat answer at random, challenges first, until something holds after an answer."""
    rows: list[EventRow] = []
    for number in range(MOST_STEPS):
        ask = table.state.decision
        if table.over or ask is None or until(rows):
            break
        lines = [notate(table.state, one) for one in ask.options]
        hits = [line for line in lines if "challenge" in line]
        line = draws.choice(hits or lines)
        rows = draft(table, Done(choices(table, ask.seat, line)), f"play{number}")
    return rows


def asked_by_trait(table: Table) -> bool:
    ask = table.state.decision
    return ask is not None and ask.about == TRAIT and bool(possible_orders(table.state))


def found(answer: str) -> tuple[Table, list[EventRow], list[EventRow]]:
    """A game in which the order was used: the table, all its rows, and those of the answer that led to it."""
    for seed in range(40):
        table, rows = opened()
        for seat in (0, 1):
            rows += order(table, seat, answer, identity=f"o{seat}")
        kept: list[EventRow] = []

        def used(fresh: list[EventRow], kept: list[EventRow] = kept) -> bool:
            kept += fresh
            return any(row.kind == "ordered" for row in fresh)

        last = play(table, random.Random(seed), used)
        if any(row.kind == "ordered" for row in last):
            return table, rows + kept, last
    raise AssertionError("the card never asked")


@pytest.mark.parametrize(
    ("answer", "words"), [("always", f"had left word: always use {TRAIT}."), ("never", f"had left word: not {TRAIT}.")]
)
def test_an_order_answers_as_an_ordinary_choice_and_the_log_says_so(answer: str, words: str) -> None:
    table, rows, last = found(answer)
    used = next(row for row in last if row.kind == "ordered")
    assert f"{table.seats[used.seat].name} {words}" in [line.text for line in lines_told(Views(table))]
    mine = [row for row in last if row.kind == "choice" and row.seat == used.seat and '"more"' not in row.body]
    assert mine, "The answer stands in the record like one that was given by hand."
    assert table.commands[last[0].command].seq == last[-1].seq, "The rival's command is answered with the last row that follows from it."
    again = Table("ABCDEF", table.head, LIBRARY.catalog)
    for row in rows:
        again.take(row)
    assert again.state.facts() == table.state.facts() and again.orders == table.orders
    assert again.commands == table.commands, "A retry of the rival's command gets the same answer."
    assert [line.text for line in lines_told(Views(again))] == [line.text for line in lines_told(Views(table))]
    assert "ordered" not in record_text(table) and again.match is not None and table.match is not None
    assert again.match.lines == table.match.lines


def test_an_order_whose_answer_is_taken_back_is_told_no_more() -> None:
    table, rows, last = found("never")
    used = next(row for row in last if row.kind == "ordered")
    told = f"{table.seats[used.seat].name} had left word: not {TRAIT}."
    to = table.undo_to(used.seat)
    assert told in [line.text for line in lines_told(Views(table))] and to >= 0
    rows += draft(table, Done([("undone", used.seat, {"to": to, "told": True})]), "u")
    again = Table("ABCDEF", table.head, LIBRARY.catalog)
    for row in rows:
        again.take(row)
    for one in (table, again):
        after = [line.text for line in lines_told(Views(one))]
        assert told not in after and any("took back" in text for text in after)
    order(table, used.seat, "never", identity="anew")
    assert told in [line.text for line in lines_told(Views(table))]


def at_the_question() -> tuple[Table, int]:
    """A game where the card asks somebody outside the turn of that side."""
    for seed in range(40):
        table, _ = opened()
        play(table, random.Random(seed), lambda rows, table=table: asked_by_trait(table))
        if asked_by_trait(table):
            return table, table.asked()[0]
    raise AssertionError("the card never asked")


def test_a_question_outside_ones_turn_says_which_orders_would_answer_it_and_to_nobody_else() -> None:
    table, seat = at_the_question()
    assert turn_of(table.state)[0] != table.side_of(seat)
    views = Views(table)
    mine, theirs, watcher = (views.moment(seats) for seats in ((seat,), (1 - seat,), ()))
    assert mine is not None and mine.question is not None and "never" in mine.question.orders
    for other in (theirs, watcher):
        assert other is not None and other.question is not None and not other.question.orders
    count = table.count
    rows = order(table, seat, "never")
    assert [row.kind for row in rows][:2] == ["order", "choice"] and table.count > count, "It holds for the open question at once."


OWN = "Life Isn't Fair, Kiddo"  # may move its target, in Rose's own turn


def test_nothing_in_ones_own_turn_is_answered_by_an_order() -> None:
    for seed in range(60):
        table, _ = opened()
        draws = random.Random(seed)
        for number in range(80):
            ask = table.state.decision
            if table.over or ask is None:
                break
            if ask.about == OWN and ask.asked == TEXT and any(one.verb == verbs.NO for one in ask.options):
                assert turn_of(table.state)[0] == ask.side and possible_orders(table.state) == []
                order(table, ask.seat, "never", OWN)
                assert table.state.decision is ask, "It is still asked."
                return
            lines = [notate(table.state, one) for one in ask.options]
            wanted = [line for line in lines if OWN.split()[-1] in line] or [line for line in lines if "challenge" in line]
            draft(table, Done(choices(table, ask.seat, draws.choice(wanted or lines))), f"p{number}")
    raise AssertionError("the ability never asked")


def test_an_order_is_revoked_and_then_the_card_asks_again() -> None:
    table, seat = at_the_question()
    order(table, seat, "never", identity="a")
    assert [one.about for one in orders_shown(table, (seat,))] == [TRAIT] and orders_shown(table, (1 - seat,)) == []
    order(table, seat, "", identity="b")
    assert orders_shown(table, (seat,)) == []
    with pytest.raises(RefusedError) as no:
        order(table, seat, "", identity="c")
    assert no.value.refused == "not_now"


def test_who_takes_back_what_an_order_answered_is_asked_until_somebody_chooses_or_orders_anew() -> None:
    table, seat = at_the_question()
    order(table, seat, "never")
    to = table.undo_to(seat)
    assert to >= 0
    draft(table, Done([("undone", seat, {"to": to})]), "u")
    assert asked_by_trait(table)
    for speaker in (1 - seat, seat):
        rows = draft(table, judge(table, Say(f"s{speaker}", speaker, "Hm."), [speaker], ()), f"s{speaker}")
        assert [row.kind for row in rows] == ["said"] and asked_by_trait(table), "Chat answers nothing."
    order(table, 1 - seat, "never", identity="theirs")
    order(table, seat, "never", "Another card", "other")
    assert asked_by_trait(table), "Nor does an order that is not about it."
    assert [row.kind for row in order(table, seat, "never", identity="anew")][:2] == ["order", "choice"]


def test_a_table_folded_from_its_rows_asks_again_too_after_an_order_was_taken_back() -> None:
    table, rows, _ = found("never")
    [seat] = {row.seat for row in rows if row.kind == "ordered"}
    to = table.undo_to(seat)
    assert to >= 0
    rows += draft(table, Done([("undone", seat, {"to": to})]), "u")
    again = Table("ABCDEF", table.head, LIBRARY.catalog)
    for row in rows:
        again.take(row)
    for one in (table, again):
        assert asked_by_trait(one)
        assert [row.kind for row in draft(one, judge(one, Say("s", 1 - seat, "Hm."), [1 - seat], ()), "s")] == ["said"]


def test_orders_have_their_limits() -> None:
    table, _ = opened()
    for number in range(MOST_ORDERS):
        order(table, 0, "always", f"Card {number}", f"o{number}")
    for about, answer, code in (("One more", "always", "not_now"), ("", "always", "malformed"), ("Card 1", "perhaps", "malformed")):
        with pytest.raises(RefusedError) as no:
            order(table, 0, answer, about, "x")
        assert no.value.refused == code
    order(table, 0, "never", "Card 1", "y")
    assert table.orders[0]["Card 1"].answer == "never"


# -- which of several ------------------------------------------------------------------------------------

MASTER = "Game Master"  # may discard a Game Rule card, then lets its side choose another one; both at the start of a round


def at_several(may: bool) -> tuple[Table, int, list[EventRow]]:
    """A game where the card asks outside the turn: whether to discard (`may`), or which of several to play."""
    for seed in range(40):
        table, rows = opened("squid_game")

        def asks(fresh: list[EventRow], table: Table = table, rows: list[EventRow] = rows) -> bool:
            rows += fresh
            ask = table.state.decision
            return ask is not None and ask.about == MASTER and bool(possible_orders(table.state) if may else orderable_options(table.state))

        play(table, random.Random(seed), asks)
        if table.state.decision is not None and table.state.decision.about == MASTER:
            return table, table.asked()[0], rows
    raise AssertionError("the card never asked")


def test_always_may_name_one_of_several_answers_and_is_asked_where_that_is_not_offered() -> None:
    table, seat, rows = at_several(may=False)
    moment = Views(table).moment((seat,))
    assert moment is not None and moment.question is not None
    offered = [moment.question.options[number].line for number in moment.question.order_options]
    assert len(offered) > 1 and not moment.question.orders, "None of them goes without saying."
    command = StandingOrder("o", seat, MASTER, "always", offered[-1])
    with pytest.raises(RefusedError):
        judge(table, StandingOrder("x", seat, MASTER, "always", "> Nothing"), [seat], ())
    with pytest.raises(RefusedError):
        judge(table, StandingOrder("y", seat, MASTER, "never", offered[0]), [seat], ())
    kept = draft(table, judge(table, command, [seat], ()), "o")
    assert [row.kind for row in kept][:2] == ["order", "choice"] and offered[-1].removeprefix("> ") in kept[1].body
    called = moment.question.options[moment.question.order_options[-1]].label
    assert [(one.about, one.line, one.words) for one in orders_shown(table, (seat,))] == [(MASTER, offered[-1], called)]
    assert called != offered[-1] and orders_shown(table, (seat,), "de")[0].words
    again = Table("ABCDEF", table.head, LIBRARY.catalog)
    for row in rows + kept:
        again.take(row)
    assert again.orders == table.orders and again.state.facts() == table.state.facts()
    assert thaw(freeze(table.orders)) == table.orders
    # It is about the same cards, but means the opposite: what is discarded. That is still asked.
    play(table, random.Random(3), lambda fresh: (table.state.decision and table.state.decision.about) == MASTER)
    ask = table.state.decision
    assert ask is not None and ask.about == MASTER and any(one.verb == verbs.NO for one in ask.options)


def test_an_order_for_one_of_several_answers_the_next_question_too() -> None:
    table, seat, _ = at_several(may=False)
    ask = table.state.decision
    assert ask is not None
    lines = [notate(table.state, one) for one in ask.options]
    draft(table, judge(table, StandingOrder("o", seat, MASTER, "always", lines[0]), [seat], ()), "o")
    told: list[str] = []
    for number in range(MOST_STEPS):  # discard whenever that is asked
        ask = table.state.decision
        if table.over or ask is None or told:
            break
        keep = [one for one in ask.options if one.verb in (verbs.NO, verbs.DONE)] if ask.about == MASTER else []
        wanted = [one for one in ask.options if one not in keep]
        line = notate(table.state, random.Random(number).choice(wanted))
        rows = draft(table, Done(choices(table, ask.seat, line)), f"n{number}")
        told += [row.kind for row in rows if row.kind == "ordered"]
    assert told == ["ordered"], "It was used a second time."


def test_only_the_own_seat_is_told_of_its_orders_and_they_outlive_the_server(server: ServerProcess) -> None:
    async def game() -> None:
        table = server.open([{"kind": "me"}, {"kind": "me"}])
        async with Client(server, table.code, [table.tokens[0]]) as ann, Client(server, table.code, [table.tokens[1]]) as ben:
            await ann.ask("order", seat=0, about="Cheesecake", answer="always")
            await ann.until(lambda: any(one["type"] == "orders" for one in ann.told))
            with pytest.raises(Refused):
                await ben.ask("order", seat=0, about="Cheesecake", answer="")
            async with Client(server, table.code) as watcher:
                assert "Cheesecake" not in "".join(ben.frames + watcher.frames)
                assert not any(one["type"] == "orders" for one in ben.told + watcher.told)
        server.restart(kill=True)
        async with Client(server, table.code, [table.tokens[0]]) as ann:
            assert next(one for one in ann.told if one["type"] == "welcome")["orders"] == [
                {"seat": 0, "about": "Cheesecake", "answer": "always"}
            ]

    asyncio.run(game())
