"""Bots that think ahead at a table: when, for whom, and that nobody waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

import msgspec
import pytest

from tipover.cards.pack import load
from tipover.engine.core.arrange import first_game
from tipover.table import thoughts
from tipover.table.opening import Library, head_of, open_table
from tipover.table.ponderers import MOST_TIMES, Ponderers, pondering_seat
from tipover.table.protocol.people import NewTable, SeatWanted
from tipover.table.refusals import RefusedError
from tipover.table.table_log import Table
from tipover.table.thinkers import BUSY, Asker, Rank, Thinkers, rank_of
from tipover.table.thoughts import BotLine, Mind, PonderThought, Thought, scene_of

LIBRARY = Library(load())
T = TypeVar("T")


def table_with(bot: str, code: str = "ABCDEF") -> Table:
    """A table at which Ann plays against a bot."""
    described = {**first_game("golden_girls", quick=True, catalog=LIBRARY.catalog).source, "rounds": 4}
    head = head_of(NewTable(setup=described, placed=True), LIBRARY)
    return open_table(code, head, LIBRARY, [SeatWanted("me", "Ann", seed="a1"), SeatWanted("bot", bot=bot)], 0.0).table


def waiting_for_ann(bot: str) -> Table:
    """The same, with Ann to answer."""
    for number in range(40):
        table = table_with(bot, f"CODE{number:02}")
        if table.asked() == [0]:
            return table
    raise AssertionError("Ann never goes first")


class Heard:
    """What thinks: it notes what it is asked, and refuses if it is told to."""

    def __init__(self, refuses: bool = False) -> None:
        self.thoughts: list[Thought] = []
        self.refuses = refuses

    async def think(self, thought: Thought, asker: Asker) -> bytes:
        """Nothing."""
        self.thoughts.append(thought)
        await asyncio.sleep(0)
        if self.refuses:
            raise RefusedError("too_fast", BUSY)
        return b"{}"


async def looked(deed: Callable[[], T]) -> T:
    """Run a function, as a table does while no command is handled."""
    return deed()


def test_only_a_patient_bot_thinks_ahead_and_only_while_a_person_is_asked() -> None:
    assert pondering_seat(waiting_for_ann("master")) == 1
    assert pondering_seat(waiting_for_ann("level4")) == -1
    tables = (table_with("master", f"BOTS{k:02}") for k in range(40))
    assert pondering_seat(next(one for one in tables if one.bot_asked() == 1)) == -1, "it is asked itself"


@pytest.mark.parametrize("refuses", [False, True])
def test_a_question_is_thought_about_a_few_times_and_once_if_others_think(refuses: bool) -> None:
    async def wait() -> None:
        table, heard, ahead = waiting_for_ann("master"), Heard(refuses), Ponderers()
        for _ in range(3):
            ahead.wake(lambda: table, heard, Asker(table.code), looked)
            for _ in range(50):
                await asyncio.sleep(0)
        assert len(heard.thoughts) == (1 if refuses else MOST_TIMES), "a question that was thought about is not begun again"
        assert all(isinstance(one, PonderThought) and one.seat == 1 and not one.scene.head.server_seed for one in heard.thoughts)

    asyncio.run(wait())


def test_it_thinks_about_the_table_that_was_built_anew() -> None:
    async def wait() -> None:
        table, heard, ahead = waiting_for_ann("master"), Heard(), Ponderers()
        ahead.wake(lambda: table, heard, Asker(table.code), looked)
        while not heard.thoughts:
            await asyncio.sleep(0)
        table = waiting_for_ann("master")
        table.code, table.game_seq = "ANEW", table.game_seq + 1
        for _ in range(50):
            await asyncio.sleep(0)
        rooms = [one.room for one in heard.thoughts if isinstance(one, PonderThought)]
        assert rooms.count("ANEW") == MOST_TIMES and len(rooms) < 2 * MOST_TIMES, "of the former one it thinks no further"

    asyncio.run(wait())


def test_it_stops_when_the_table_does() -> None:
    async def wait() -> None:
        table, heard, ahead = waiting_for_ann("master"), Heard(), Ponderers()
        ahead.wake(lambda: table, heard, Asker(table.code), looked)
        ahead.stop()
        await asyncio.sleep(0.01)
        assert heard.thoughts == []

    asyncio.run(wait())


def test_nobody_waits_for_a_bot_that_thinks_ahead() -> None:
    """It comes last, and is refused as soon as the processes are needed."""

    async def ask() -> None:
        thought = PonderThought(scene_of(waiting_for_ann("master")), "R", 1, "master", "s")
        assert rank_of(thought, Asker("R")) == Rank.PONDERING == max(Rank)
        thinkers = Thinkers(most=3)
        thinkers.queue.waiting[Rank.LONG] = 1
        with pytest.raises(RefusedError):
            await thinkers.think(thought, Asker("R"))
        thinkers.close()
        busy = Thinkers(most=3)
        others = asyncio.get_running_loop().create_task(busy.think(msgspec.structs.replace(thought, room="S"), Asker("S")))
        while not busy.busy:
            await asyncio.sleep(0)
        with pytest.raises(RefusedError):
            await busy.think(thought, Asker("R"))
        others.cancel()
        busy.close()

    asyncio.run(ask())


def test_what_was_thought_ahead_waits_for_the_bots_question(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thoughts, "PONDERED", 20.0)
    table, mind = waiting_for_ann("master"), Mind(LIBRARY)
    thought = PonderThought(scene_of(table), table.code, 1, "master:150", "s")
    answer = msgspec.json.decode(mind.answer(msgspec.json.encode(thought)), type=BotLine)
    assert answer.line == "" and mind.ready(table.code, 1) > 0
