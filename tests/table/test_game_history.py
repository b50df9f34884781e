"""The earlier moments of a game: few positions are in memory, and any moment can be gone back to as if all were."""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest

from tipover.cards.pack import load
from tipover.engine.core import verbs
from tipover.play.notation.writing import notate
from tipover.table.commands import draft, judge
from tipover.table.game_history import LATEST, SNAPSHOT
from tipover.table.opening import Library, head_of, open_table
from tipover.table.present.question import action_of_turn
from tipover.table.protocol.from_client import Choose
from tipover.table.protocol.people import NewTable, SeatWanted
from tipover.table.table_log import Table

LIBRARY = Library(load())


class Played(NamedTuple):
    """A game in which nobody has rolled since it began."""

    table: Table
    moments: list[tuple[object, ...]]  # after each number of choices


def moment(table: Table) -> tuple[object, ...]:
    """What a game shows of itself at a moment."""
    match = table.match
    assert match is not None
    return (match.state.digest(), list(match.lines), list(match.seats), match.event_count, len(match.events), action_of_turn(match))


def played(choices: int) -> Played:
    head = head_of(NewTable(quick="lab", placed=True), LIBRARY, None)
    table = open_table("ABCDEF", head, LIBRARY, [SeatWanted("me", f"Player {seat}") for seat in range(4)], 0.0).table
    moments: list[tuple[object, ...]] = [()] * table.count
    moments.append(moment(table))
    draws = random.Random(3)
    while table.count < choices:
        ask = table.state.decision
        assert ask is not None
        quiet = [one for one in ask.options if one.verb in (verbs.TURN, verbs.MOVE, verbs.END)]
        option = draws.choice(quiet or list(ask.options))
        command = Choose(f"c{table.seq}", ask.seat, table.game_seq, notate(table.state, option))
        draft(table, judge(table, command, (command.seat,), ()), command.id)
        moments += [()] * (table.count - len(moments)) + [moment(table)]
    return Played(table, moments)


def test_few_positions_are_kept_however_long_nobody_rolls() -> None:
    table = played(150).table
    match = table.match
    assert match is not None and match.fixed < 30, "Nobody rolled."
    assert len(match.choices) - match.kept_from == LATEST
    assert len(table._kept) <= table.count // SNAPSHOT + 1


def test_choices_before_the_kept_positions_are_taken_back_to_the_same_moment() -> None:
    table, moments = played(140)
    match = table.match
    assert match is not None
    for count in (138, 120, 90, 89, 60, max(30, match.fixed)):
        if moments[count]:
            table.back_to(count)
            assert table.match is match and moment(table) == moments[count], count
            assert table.marks[-1] == match.event_count and len(table.marks) == count
    assert sum(bool(one) for one in moments) > 100


def test_a_die_is_not_taken_back_and_nothing_changes() -> None:
    table = played(60).table
    match = table.match
    assert match is not None
    match._fixed = 50
    before = moment(table)
    with pytest.raises(ValueError, match="a die"):
        table.back_to(49)
    assert moment(table) == before
