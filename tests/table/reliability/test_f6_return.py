"""F6, the server's half: after a restart whoever comes back with what it has seen is told exactly what it missed."""

from __future__ import annotations

import asyncio
import random

import pytest

from kit.server import Client, ServerProcess, play_out, serving
from tipover.cards.pack import load
from tipover.table.commands import draft, judge
from tipover.table.opening import Library, head_of, open_table
from tipover.table.protocol.from_client import Choose
from tipover.table.protocol.people import NewTable, SeatWanted
from tipover.table.table_log import Table
from tipover.table.views import Views, mark

ME = {"kind": "me", "name": "Ann", "seed": "a1"}
BEN = {"kind": "me", "name": "Ben", "seed": "b2"}


@pytest.mark.parametrize("kill", [False, True], ids=["stopped", "killed"])
def test_after_a_restart_a_client_has_exactly_what_it_missed(kill: bool) -> None:
    async def game(server: ServerProcess) -> None:
        table = server.open([ME, BEN])
        ann, ben = (Client(server, table.code, [token]) for token in table.tokens.values())
        away = Client(server, table.code)
        async with ann, ben:
            async with away:
                await play_out([ann, ben, away], random.Random(3), stop=lambda: ann.moment["count"] >= 25)
                await ann.ask("say", seat=0, text="before the break")
                await away.until(lambda: len(away.chat) == 1)
            known, before = list(away.log), dict(away.moment)
            await play_out([ann, ben], random.Random(4), stop=lambda: ann.moment["count"] >= 50)
            await ben.ask("say", seat=1, text="in the break")
            await ann.until(lambda: len(ann.chat) == 2)
            stayed = (ann.moment["digest"], list(ann.log), [(line["n"], line["text"]) for line in ann.chat])
            seq, count = ann.moment["seq"], ann.moment["count"]
        server.restart(kill=kill)
        for one in (ann, ben, away):
            back = Client(server, table.code, one.tokens)
            back.moment, back.log = (
                (dict(before), list(known)) if one is away else (dict(one.moment), list(one.log))
            )  # it says hello with the seq of this
            async with back:
                assert (back.moment["seq"], back.moment["count"]) == (seq, count)
                assert (back.moment["digest"], back.log, [(line["n"], line["text"]) for line in back.chat]) == stayed
                missed = [line for line in back.log if line["count"] > before["count"]]
                assert back.log == known + missed and missed
        async with Client(server, table.code, ann.tokens) as ann, Client(server, table.code, ben.tokens) as ben:
            await play_out([ann, ben], random.Random(5), stop=lambda: ann.moment["count"] >= 60)
            assert ann.log[: len(stayed[1])] == stayed[1] and ann.log == ben.log

    with serving() as server:
        asyncio.run(game(server))


def test_the_log_of_a_long_game_is_the_same_when_the_table_is_loaded_anew() -> None:
    """With dice in it: the states before the last die are not all kept, and the sentences are made of them."""
    library = Library(load())
    wanted = NewTable(seats=[SeatWanted("me", seed=name) for name in ("a1", "b2", "c3", "d4")], quick="lab", placed=True)
    head = head_of(wanted, library, None)
    head.server_seed = "f6" * 32
    opened = open_table("LNGGAM", head, library, wanted.seats, 0.0)
    table, rows, draws = opened.table, list(opened.rows), random.Random(3)
    views = Views(table)
    while not table.over and table.count < 250:
        seat = table.asked()[0]
        moment = views.moment((seat,))
        assert moment is not None and moment.question is not None
        options = moment.question.options
        line = draws.choice(
            [one.line for one in options if getattr(one, "challenge", False) and draws.random() < 0.5] or [one.line for one in options]
        )
        former = mark(table)
        rows += draft(table, judge(table, Choose(f"c{table.seq}", seat, table.game_seq, line), (seat,), {0, 1, 2, 3}), f"c{table.seq}")
        views.update(former, (0,))
    assert table.match is not None and table.match.kept_from > 50, "the game is too short to show it"
    fresh = Table("LNGGAM", head, library.catalog, 0.0)
    for row in rows:
        fresh.take(row)
    assert Views(fresh).log(()) == views.log(())
