"""The log of a table: each act in one line with people's names, its details before it, also after something was taken back."""

from __future__ import annotations

import random
import re
from typing import Any

from kit.shown import lines_told
from tipover.cards.pack import load
from tipover.engine.core import questions, verbs
from tipover.play.deal import Wish, deal
from tipover.play.notation.writing import notate
from tipover.table.commands import draft, judge
from tipover.table.opening import Library, head_of, open_table
from tipover.table.protocol.from_client import Choose, Undo
from tipover.table.protocol.people import NewTable, SeatWanted
from tipover.table.table_log import Table
from tipover.table.views import Views

LIBRARY = Library(load())


def table_of(seed: int) -> Table:
    """A quick game of Ann and Ben."""
    setup: dict[str, Any] = {**deal(LIBRARY.catalog, seed, Wish(mode="2v2", scenario="Territory", dealt=True)), "rounds": 4}
    head = head_of(NewTable(setup=setup, placed=True), LIBRARY, None)
    return open_table("ABCDEF", head, LIBRARY, [SeatWanted("me", name) for name in ("Ann", "Ben")], 0.0).table


def play(table: Table, draws: random.Random, most: int) -> None:
    for _ in range(most):
        ask = table.state.decision
        if ask is None:
            return
        fights = [one for one in ask.options if one.verb == verbs.CHALLENGE]
        option = draws.choice(fights or list(ask.options))
        command = Choose(f"c{table.seq}", ask.seat, table.game_seq, notate(table.state, option))
        draft(table, judge(table, command, (command.seat,), ()), command.id)


def test_every_point_is_told_with_the_name_of_who_gained_it() -> None:
    for seed in range(3):
        table = table_of(seed)
        play(table, random.Random(seed), 600)
        heads = [line for line in lines_told(Views(table)) if line.head]
        for side, name in enumerate(["Ann", "Ben"]):
            seat_side = table.side_of(side)
            gains = [gain for line in heads for gain in line.gains if gain.text.startswith(f"{name} ")]
            assert sum(gain.points for gain in gains) == table.state.points[seat_side]
        assert all(not line.rules for line in heads)
        assert not [line.text for line in heads if "takes the turn" in line.text or "is exhausted" in line.text]
        ends = [line for line in heads if line.text.startswith("Round ") and line.gains]
        assert all(re.search(r"Round \d ends\..* In the Scoring area \d against \d\.", line.text) for line in ends), ends
        counts = [line.count for line in heads]
        assert counts == sorted(counts)


def test_a_choice_taken_back_takes_its_act_with_it() -> None:
    table = table_of(1)
    views = Views(table)
    while (ask := table.state.decision) is not None and ask.asked != questions.TURN:
        play(table, random.Random(1), 1)
    assert ask is not None
    for verb in (verbs.TURN, verbs.MOVE):
        ask = table.state.decision
        assert ask is not None
        option = next(one for one in ask.options if one.verb == verb)
        command = Choose(f"c{verb}", ask.seat, table.game_seq, notate(table.state, option))
        draft(table, judge(table, command, (command.seat,), ()), command.id)
    before = [line.text for line in lines_told(views) if line.head]
    assert " moves " in before[-1] or " stays " in before[-1]
    draft(table, judge(table, Undo("u", ask.seat, table.game_seq), (ask.seat,), ()), "u")
    views.forget()
    after = [line.text for line in lines_told(views) if line.head and line.kind != "table"]
    assert after == before[:-1] == [line.text for line in lines_told(Views(table)) if line.head and line.kind != "table"]
