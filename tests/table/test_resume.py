"""Who comes back with the moment that stands is told that it stands, and nothing of it again; anybody else is told everything."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tipover.cards.pack import load
from tipover.engine.core.arrange import first_game
from tipover.table.live_table import LiveTable
from tipover.table.opening import Library
from tipover.table.protocol.from_client import Choose, Say, Undo
from tipover.table.protocol.from_server import Welcome
from tipover.table.protocol.people import NewTable, SeatWanted
from tipover.table.registry import TableRegistry
from tipover.table.store import open_store
from tipover.table.views import Seats

LIBRARY = Library(load())
SETUP = first_game("golden_girls", quick=True, catalog=LIBRARY.catalog).source
SECRET = {
    "map": "Barracks", "sides": [{"side": side, "picks": 2} for side in ("light", "dark")],
    "box": ["Gi-hun", "Sae-byeok", "Front Man", "Il-nam"], "secret": True,
}  # fmt: skip


class Ear:
    """A socket at the table that only hears."""

    def __init__(self) -> None:
        self.seats: Seats = ()
        self.address = ""
        self.asking = ""
        self.language = "en"
        self.closed = False
        self.told: list[bytes] = []

    def tell(self, message: bytes) -> None:
        self.told.append(message)


async def hello(live: LiveTable, tokens: list[str], last: int = -1) -> Welcome:
    """Come to the table."""
    ear = Ear()
    await live.join(ear, tokens, last)
    return msgspec.json.decode(ear.told[0], type=Welcome)


def at_a_table(folder: Path, setup: dict[str, Any], play: Callable[[LiveTable, list[str]], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        registry = TableRegistry(open_store(str(folder / "tables.sqlite")), LIBRARY)
        await registry.open()
        opened = await registry.new(
            NewTable(setup=setup, placed=setup is SETUP, seats=[SeatWanted("me", "Ann"), SeatWanted("me", "Ben")]), ""
        )
        await play(await registry.live(opened.code), [one.token for one in opened.seats])
        await registry.close()

    asyncio.run(run())


async def choose(live: LiveTable, tokens: list[str], identity: str) -> int:
    """Answer the open question with its first option; the seat that did."""
    both = Ear()
    await live.join(both, tokens)
    seat = live.table.asked()[0]
    moment = live.views.moment((seat,))
    assert moment is not None and moment.question is not None
    await live.command(both, Choose(identity, seat, live.game_seq, moment.question.options[0].line))
    live.leave(both)
    return seat


def test_who_has_the_moment_that_stands_is_told_no_more_than_that(tmp_path: Path) -> None:
    async def play(live: LiveTable, tokens: list[str]) -> None:
        whole = await hello(live, tokens[:1])
        assert whole.moment is not None and whole.game is not None and whole.log and not whole.same
        again = await hello(live, tokens[:1], whole.moment.seq)
        assert (again.game, again.moment, again.log, again.lesson) == (None, None, [], None)
        assert (again.same, again.you) == (whole.moment.digest, [0])
        assert len(msgspec.json.encode(again)) * 10 < len(msgspec.json.encode(whole))

    at_a_table(tmp_path, SETUP, play)


def test_chat_and_people_are_told_though_the_game_stands(tmp_path: Path) -> None:
    async def play(live: LiveTable, tokens: list[str]) -> None:
        last = live.game_seq
        ben = Ear()
        await live.join(ben, tokens[1:])
        await live.command(ben, Say("s", 1, "are you there?"))
        again = await hello(live, tokens[:1], last)
        assert again.same and [line.text for line in again.chat] == ["are you there?"]
        assert again.table.seats[1].present

    at_a_table(tmp_path, SETUP, play)


@pytest.mark.parametrize("off", [-2, -1, 1, 1000])
def test_who_has_another_moment_is_told_everything(tmp_path: Path, off: int) -> None:
    async def play(live: LiveTable, tokens: list[str]) -> None:
        told = await hello(live, tokens[:1], live.game_seq + off)
        assert told.moment is not None and told.game is not None and not told.same

    at_a_table(tmp_path, SETUP, play)


def test_a_moment_that_was_taken_back_is_another_one_though_it_looks_the_same(tmp_path: Path) -> None:
    async def play(live: LiveTable, tokens: list[str]) -> None:
        last = live.game_seq
        seat = await choose(live, tokens, "c")
        both = Ear()
        await live.join(both, tokens)
        await live.command(both, Undo("u", seat, live.game_seq))
        told = await hello(live, tokens[:1], last)
        assert told.moment is not None and told.moment.seq > last

    at_a_table(tmp_path, SETUP, play)


def test_the_digest_tells_nobody_what_another_has_picked_in_secret(tmp_path: Path) -> None:
    async def play(live: LiveTable, tokens: list[str]) -> None:
        seat = await choose(live, tokens, "p")
        mine, theirs, nobodys = [await hello(live, chosen, live.game_seq) for chosen in ([tokens[seat]], [tokens[1 - seat]], [])]
        assert theirs.same == nobodys.same != mine.same

    at_a_table(tmp_path, SECRET, play)
