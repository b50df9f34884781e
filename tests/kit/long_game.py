"""Long games for tests: played by drawing options, with chat, undo and shares of the dice, as rows of a store."""

from __future__ import annotations

import random
from typing import NamedTuple

import msgspec

from kit.chains import MyChain
from tipover.play.notation.writing import notate
from tipover.table.commands import Done, choices, draft
from tipover.table.opening import Library, head_of, open_table
from tipover.table.protocol.people import NewTable, SeatWanted
from tipover.table.shares import missing
from tipover.table.store import EventRow, GameRow
from tipover.table.table_log import Table
from tipover.table.views import table_now


class LongGame(NamedTuple):
    """A game, and what a store keeps of it."""

    table: Table
    game: GameRow
    rows: list[EventRow]


def long_game(
    library: Library, quick: str, rows: int, seed: str = "long", code: str = "KQMWRT", chains: bool = True, spoken: int = 0
) -> LongGame:
    """A game of about so many rows, after so many lines of chat: it is played on, and taken back, as chance will have it."""
    draws = random.Random(seed)
    head = head_of(NewTable(quick=quick), library)
    seats = sum(side.get("seats", 1) for side in head.setup["sides"])
    keys = [MyChain(f"{seed}{seat}") for seat in range(seats)] if chains else []
    wanted = [SeatWanted("me", f"P{seat}", seed=keys[seat].end if chains else f"s{seat}") for seat in range(seats)]
    opened = open_table(code, head, library, wanted, 1000.0)
    table, kept = opened.table, list(opened.rows)
    number = 0

    def do(done: Done) -> None:
        nonlocal number
        number += 1
        kept.extend(draft(table, done, f"c{number}"))

    for _ in range(spoken):
        do(Done([("said", draws.randrange(seats), {"text": f"line {draws.random()}"})], sign="0123456789abcdef"))
    while len(kept) < rows and not table.over:
        if due := missing(table):
            assert table.dice is not None
            roll = table.dice.asked + 1
            if draws.random() < 0.1:
                do(Done([("waived", -1, {"seats": due})]))
            else:
                do(Done([("share", due[0], {"number": roll, "link": keys[due[0]].link(roll)})]))
            continue
        seat = table.asked()[0]
        back = table.undo_to(seat)
        if back >= 0 and draws.random() < 0.1:
            do(Done([("undone", seat, {"to": back, "told": True})]))
            continue
        if draws.random() < 0.03:
            do(Done([("said", seat, {"text": "Hm."})]))
        ask = table.state.decision
        assert ask is not None
        do(Done(choices(table, seat, notate(table.state, draws.choice(ask.options)))))
    summary = msgspec.json.encode(table_now(table)).decode()
    game = GameRow(code, 1000.0, 2000.0, table.status, False, summary, msgspec.json.encode(head).decode(), len(kept))
    return LongGame(table, game, kept)
