"""Sides that several people play: their names are joined, and what they do is said of several."""

from __future__ import annotations

import pytest

from tipover.cards.pack import load
from tipover.engine.core.arrange import first_game
from tipover.engine.core.said import SidePart, say
from tipover.table.commands import draft, judge
from tipover.table.opening import Library, head_of, open_table
from tipover.table.present.plain_names import table_printer
from tipover.table.protocol.from_client import Resign
from tipover.table.protocol.people import NewTable, SeatWanted
from tipover.table.table_log import Table
from tipover.table.views import people, result

LIBRARY = Library(load())
NAMES = ("Ann", "Bea", "Cid", "Dan")


def table_of_pairs(names: tuple[str, ...] = NAMES) -> Table:
    setup = {**first_game("golden_girls", 2, quick=True, catalog=LIBRARY.catalog).source}
    setup["sides"] = [{**side, "seats": 2} for side in setup["sides"]]
    head = head_of(NewTable(setup=setup, placed=True), LIBRARY)
    return open_table("ABCDEF", head, LIBRARY, [SeatWanted("me", name) for name in names], 0.0).table


@pytest.mark.parametrize(("language", "words"), [("en", "Ann & Bea win: Dan resigned"), ("de", "Ann & Bea gewinnen: Dan gibt auf")])
def test_two_people_win(language: str, words: str) -> None:
    table = table_of_pairs()
    for seat in (2, 3):
        draft(table, judge(table, Resign(f"r{seat}", seat), [seat], ()), f"r{seat}")
    assert result(table, language) == words


@pytest.mark.parametrize(("language", "several", "one"), [("en", "win", "wins"), ("de", "gewinnen", "gewinnt")])
def test_what_a_side_does_is_said_of_as_many_as_play_it(language: str, several: str, one: str) -> None:
    table = table_of_pairs(("Ann", "Bea", "Cid", ""))
    first, second = table.setup.sides
    named = table_printer(table.state, language, people(table) | {second: "Cid"})
    plain = table_printer(table.state, language)

    for key in ("act.game_won", "event.game_won"):
        assert f" {several} " in named.text(say(key, side=SidePart(first)))
        assert f" {one} " in named.text(say(key, side=SidePart(second)))
        assert f" {one} " in plain.text(say(key, side=SidePart(first))), "A colour is one, however many play it."
