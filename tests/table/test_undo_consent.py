"""Taking back online: free until somebody else has been asked, afterwards by their consent; both read it in the log."""

from __future__ import annotations

from typing import Any

import pytest

from kit.shown import lines_told
from tipover.cards.pack import load
from tipover.engine.core import verbs
from tipover.engine.core.arrange import first_game
from tipover.play.notation.writing import notate
from tipover.table.commands import draft, judge
from tipover.table.opening import Library, head_of, open_table
from tipover.table.protocol.from_client import Choose, Undo, UndoAnswer
from tipover.table.protocol.people import NewTable, SeatWanted
from tipover.table.refusals import RefusedError
from tipover.table.table_log import Table
from tipover.table.views import Views, table_now

LIBRARY = Library(load())
Command = Choose | Undo | UndoAnswer


@pytest.fixture
def table() -> Table:
    """A first game of two people, at the first turn."""
    setup: dict[str, Any] = {**first_game("golden_girls", 2, quick=True, catalog=LIBRARY.catalog).source, "rounds": 3}
    head = head_of(NewTable(setup=setup, placed=True), LIBRARY, None)
    return open_table("ABCDEF", head, LIBRARY, [SeatWanted("me", name) for name in ("Ann", "Ben")], 0.0).table


def do(table: Table, command: Command, seats: tuple[int, ...] = ()) -> None:
    """A command from a screen with these seats: the one it is for, if none is named."""
    draft(table, judge(table, command, seats or (command.seat,), ()), command.id)


def refused(table: Table, command: Command) -> str:
    with pytest.raises(RefusedError) as no:
        do(table, command)
    return no.value.refused


def choose(table: Table, verb: int, identity: str, seats: tuple[int, ...] = ()) -> int:
    """Let the seat that is asked answer with the first option of a verb; that seat."""
    ask = table.state.decision
    assert ask is not None
    line = notate(table.state, next(one for one in ask.options if one.verb == verb))
    do(table, Choose(identity, ask.seat, table.game_seq, line), seats)
    return ask.seat


def told(table: Table) -> list[str]:
    """The table's own lines in the log."""
    return [line.text for line in lines_told(Views(table), (0, 1)) if line.kind == "table"]


def end_turn(table: Table, seats: tuple[int, ...] = ()) -> int:
    """The first turn is taken and ended: the other person is asked now. Who ended it."""
    choose(table, verbs.TURN, "t", seats)
    return choose(table, verbs.END, "e", seats)


def test_it_is_free_while_nobody_else_was_asked(table: Table) -> None:
    seat = choose(table, verbs.TURN, "t")
    do(table, Undo("u", seat, table.game_seq))
    assert table.state.decision is not None and table.state.decision.seat == seat
    assert table.undo_wish == -1
    assert len(told(table)) == 1 and "took back a choice" in told(table)[0]


def test_it_waits_for_consent_once_the_other_was_asked(table: Table) -> None:
    seat = end_turn(table)
    count = table.count
    do(table, Undo("u", seat, table.game_seq))
    assert (table.count, table.undo_wish) == (count, seat)
    assert table_now(table).undo_wish == seat
    assert refused(table, Undo("v", seat, table.game_seq)) == "not_now"
    assert refused(table, UndoAnswer("w", seat, True)) == "not_now"  # nobody agrees with himself
    do(table, UndoAnswer("x", 1 - seat, True))
    assert table.count < count and table.undo_wish == -1
    assert table.asked() == [seat]
    assert [line for line in told(table) if "took back a choice" in line]


def test_the_other_may_say_no_or_simply_play_on(table: Table) -> None:
    seat = end_turn(table)
    count = table.count
    do(table, Undo("u", seat, table.game_seq))
    do(table, UndoAnswer("x", 1 - seat, False))
    assert (table.count, table.undo_wish) == (count, -1)
    assert "does not let it be taken back" in told(table)[-1]
    do(table, Undo("y", seat, table.game_seq))
    choose(table, verbs.TURN, "z")
    assert table.undo_wish == -1
    assert refused(table, UndoAnswer("a", 1 - seat, True)) == "not_now"


def test_of_three_only_who_is_asked_may_let_it_be_taken_back() -> None:
    setup: dict[str, Any] = {**first_game("marvel", 3, catalog=LIBRARY.catalog).source, "rounds": 3}
    head = head_of(NewTable(setup=setup, placed=True), LIBRARY, None)
    table = open_table("ABCDEF", head, LIBRARY, [SeatWanted("me", name) for name in ("Ann", "Ben", "Cid")], 0.0).table
    seat = end_turn(table)
    (next_seat,) = table.asked()
    (third,) = {0, 1, 2} - {seat, next_seat}
    count = table.count
    do(table, Undo("u", seat, table.game_seq))
    assert refused(table, UndoAnswer("w", third, True)) == refused(table, UndoAnswer("x", third, False)) == "not_now"
    assert (table.count, table.undo_wish) == (count, seat)
    do(table, UndoAnswer("y", next_seat, True))
    assert table.asked() == [seat]


def test_on_one_screen_nobody_has_to_be_asked(table: Table) -> None:
    seat = end_turn(table, (0, 1))
    do(table, Undo("u", seat, table.game_seq), (0, 1))
    assert table.asked() == [seat]
    assert told(table) == []
