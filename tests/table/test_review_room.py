"""Looking at one record together: one leads, the others follow, and the lead is asked for and given away."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import msgspec
import pytest

from kit.server import Client, Json, Refused, ServerProcess, serving
from kit.surewin import record_of
from tipover.table.protocol.from_client import Review
from tipover.table.protocol.from_server import ReviewIs
from tipover.table.refusals import RefusedError
from tipover.table.review_room import MOST_PEOPLE, ReviewRoom

LAST = 30


def wish(deed: str, name: str = "", at: int = 0, to: int = 0) -> Review:
    return Review("1", deed, name, at, to)  # type: ignore[arg-type]


class Guest:
    """A socket that keeps what it was told last."""

    def __init__(self, room: ReviewRoom, name: str) -> None:
        self.room = room
        self.name = name
        self.seen: ReviewIs | None = None
        self.does("join", name=name)

    def tell(self, message: bytes) -> None:
        self.seen = msgspec.json.decode(message, type=ReviewIs)

    def does(self, deed: str, at: int = 0, to: int = 0, name: str = "") -> None:
        self.room.take(self, wish(deed, name, at, to), LAST)

    @property
    def leader(self) -> str:
        assert self.seen is not None
        return next(one.name for one in self.seen.people if one.leads)


def guests(*names: str) -> list[Guest]:
    room = ReviewRoom()
    return [Guest(room, name) for name in names]


def test_who_comes_first_leads_and_all_see_the_moment_it_looks_at() -> None:
    lea, mara, tom = guests("Lea", "Mara", "Tom")
    lea.does("look", at=24)
    for number, one in enumerate((lea, mara, tom), 1):
        assert one.seen is not None and (one.seen.at, one.seen.you, one.leader) == (24, number, "Lea")
    lea.does("look", at=99)
    with pytest.raises(RefusedError):
        tom.does("look", at=3)
    assert tom.seen is not None and tom.seen.at == LAST, "there is no moment after the last, and only the leader looks for all"


def test_the_lead_is_asked_for_and_given_away() -> None:
    lea, _, tom = guests("Lea", "Mara", "Tom")
    tom.does("lead")
    assert lea.seen is not None and [one.asks for one in lea.seen.people] == [False, False, True] and lea.leader == "Lea"
    with pytest.raises(RefusedError):
        tom.does("give", to=3)
    lea.does("give", to=3)
    assert lea.leader == "Tom" and not any(one.asks for one in lea.seen.people)
    with pytest.raises(RefusedError):
        tom.does("give", to=9)


def test_when_the_leader_leaves_who_asked_leads_or_who_came_first() -> None:
    lea, mara, tom = guests("Lea", "Mara", "Tom")
    tom.does("lead")
    lea.room.left(lea)
    assert mara.leader == "Tom"
    tom.does("leave")
    assert mara.leader == "Mara"
    mara.does("leave")
    mara.does("join", at=7, name="Mara")
    assert mara.seen is not None and mara.seen.at == 7, "an empty room begins where its first guest is"


def test_a_room_has_an_end_and_a_stranger_has_no_say() -> None:
    everybody = guests(*(f"{number}" for number in range(MOST_PEOPLE)))
    with pytest.raises(RefusedError):
        Guest(everybody[0].room, "one more")
    everybody[1].does("leave")
    with pytest.raises(RefusedError):
        everybody[1].does("lead")


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with serving() as running:
        yield running


def seen(client: Client) -> Json:
    """The room as it was last told."""
    return next((one for one in reversed(client.told) if one["type"] == "review"), {})


def test_two_browsers_look_at_one_record_over_the_wire(server: ServerProcess) -> None:
    async def look() -> None:
        table = server.open([], record=record_of())
        async with Client(server, table.code) as lea:
            async with Client(server, table.code) as tom:
                await lea.ask("review", deed="join", name="Lea")
                await tom.ask("review", deed="join", name="Tom")
                await lea.ask("review", deed="look", at=3)
                await tom.until(lambda: seen(tom).get("at") == 3)
                with pytest.raises(Refused):
                    await tom.ask("review", deed="look", at=1)
                assert [one["name"] for one in seen(tom)["people"]] == ["Lea", "Tom"] and seen(tom)["you"] == 2
            await lea.until(lambda: len(seen(lea).get("people", [])) == 1)

    asyncio.run(look())
