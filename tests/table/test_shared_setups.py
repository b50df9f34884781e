"""Tables with the same set-up share it, and what was printed of it; a further table takes little memory."""

from __future__ import annotations

import gc
import random
import tracemalloc

import pytest

from tipover.cards.pack import load
from tipover.engine.core.ids import CardId
from tipover.engine.core.setup import MOST_TEXT_INDEXES
from tipover.play.notation.writing import notate
from tipover.table import shared_setups
from tipover.table.commands import Done, choices, draft
from tipover.table.opening import Library, head_of, open_table
from tipover.table.present.plain_names import Memo, table_printer
from tipover.table.protocol.people import NewTable, SeatWanted
from tipover.table.shared_setups import KEPT, memo_of, shared_setup
from tipover.table.table_head import Head, setup_of
from tipover.table.table_log import Table
from tipover.table.views import Audience, Views, mark

LIBRARY = Library(load())
EVERYBODY = [Audience((seat,)) for seat in range(4)] + [Audience((0,), "de")]
LARGEST_TABLE = 380_000  # bytes after 30 moves


def opened(number: int) -> Table:
    head = head_of(NewTable(quick="lab", placed=True), LIBRARY)
    head.server_seed = head.next_seed = f"{number:064x}"
    seats = [SeatWanted("me", f"Player {seat}", seed=f"5eed{seat}") for seat in range(4)]
    return open_table(f"R{number}", head, LIBRARY, seats, 0.0).table


def played(table: Table, views: Views, moves: int) -> list[bytes]:
    """Random moves; what was told of them to everybody."""
    draws, told = random.Random(table.code), []
    for _ in range(moves):
        ask = table.state.decision
        if ask is None:
            break
        former = mark(table)
        line = notate(table.state, draws.choice(ask.options))
        draft(table, Done(choices(table, ask.seats[0], line)), f"c{table.seq}")
        told += views.updates(former, EVERYBODY).values()
    return told


def test_tables_that_play_the_same_share_what_never_changes() -> None:
    one, other = opened(1), opened(2)
    assert one.setup is other.setup and memo_of(one.setup) is memo_of(other.setup)
    assert shared_setup(LIBRARY.catalog, one.head.setup | {"rounds": 9}) is not one.setup
    described = dict(reversed(one.head.setup.items()))
    assert shared_setup(LIBRARY.catalog, described) is one.setup


def test_a_table_with_cards_of_its_own_shares_nothing() -> None:
    head = Head("game", "", "", setup=opened(1).head.setup, cards=["a card"])
    assert setup_of(head, LIBRARY.catalog) is not setup_of(head, LIBRARY.catalog)


def test_only_the_set_ups_last_opened_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_setups, "_kept", type(shared_setups._kept)())
    described = opened(1).head.setup
    first = shared_setup(LIBRARY.catalog, described)
    for rounds in range(1, KEPT):
        shared_setup(LIBRARY.catalog, described | {"rounds": rounds})
    assert shared_setup(LIBRARY.catalog, described) is first
    shared_setup(LIBRARY.catalog, described | {"rounds": KEPT})
    assert len(shared_setups._kept) == KEPT and shared_setup(LIBRARY.catalog, described) is first
    for rounds in range(KEPT):
        shared_setup(LIBRARY.catalog, described | {"rounds": KEPT + 1 + rounds})
    assert shared_setup(LIBRARY.catalog, described) is not first and memo_of(first) is not memo_of(first)


def test_what_is_told_is_the_same_with_texts_of_other_tables_as_without() -> None:
    for number in range(3):
        shared, alone = opened(number), opened(number)
        apart = Views(alone)
        apart._memo = Memo()
        assert played(shared, Views(shared), 40) == played(alone, apart, 40)


def test_texts_of_other_cards_are_kept_apart() -> None:
    state, memo = opened(1).state, Memo()
    other = state.clone()
    other.card = [other.card[1], other.card[0], *other.card[2:]]
    one, two = memo.of(state, "en"), memo.of(other, "en")
    assert one is not two and memo.of(state, "en") is one and memo.of(state, "de") is not one
    assert table_printer(state, "en", memo=memo).memo is one
    for number in range(Memo.MOST_CARDS + 1):
        other.card = [state.card[0]] * number
        memo.of(other, "en")
    assert len(memo._printed) <= Memo.MOST_CARDS


def test_a_further_table_of_a_set_up_takes_little_memory() -> None:
    first = opened(1)
    played(first, Views(first), 30)
    gc.collect()
    tracemalloc.start()
    try:
        table = opened(2)
        views = Views(table)
        played(table, views, 30)
        gc.collect()
        size = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert size < LARGEST_TABLE, size


def test_a_set_up_that_many_tables_pick_cards_in_keeps_the_texts_of_few_picks() -> None:
    setup = setup_of(head_of(NewTable(quick="lab", placed=True), LIBRARY), LIBRARY.catalog)
    cards = setup.start().card
    first = setup.text_index(cards)
    assert setup.text_index(cards) is first
    for number in range(3 * MOST_TEXT_INDEXES):
        setup.text_index([*cards[:-1], CardId(number % len(LIBRARY.catalog.figures))] if number else cards)
        assert len(setup._text_indexes) <= MOST_TEXT_INDEXES
