"""Several seats of one bot have different names, by side or by number."""

from __future__ import annotations

import pytest

from kit.server import ServerProcess
from kit.stations import ANN
from tipover.bots import NAMES
from tipover.bots.ladder import RUNGS
from tipover.table.seats import bot_name

RATINGS = {one.name: one.rating for one in RUNGS}
PIP, NELL = {"kind": "bot", "bot": "level1"}, {"kind": "bot", "bot": "level2"}


@pytest.mark.parametrize(
    ("quick", "seats", "names"),
    [
        ("lab", [ANN, PIP, PIP, PIP], ["Ann", "Pip (Dark)", "Pip (Third)", "Pip (Fourth)"]),
        ("lab", [ANN, PIP, NELL, PIP], ["Ann", "Pip (Dark)", "Nell", "Pip (Fourth)"]),
        ("home", [ANN, NELL, PIP, PIP], ["Ann", "Nell", "Pip (1)", "Pip (2)"]),
        ("barracks", [ANN, NELL], ["Ann", "Nell"]),
    ],
)
def test_bots_of_one_name_are_told_apart(server: ServerProcess, quick: str, seats: list[object], names: list[str]) -> None:
    table = server.open(seats, quick=quick)
    shown = server.http(f"/api/tables/{table.code}")[1]
    assert [seat["name"] for seat in shown["seats"]] == names
    bots = [seat for seat in shown["seats"] if seat["kind"] == "bot"]
    assert all(
        seat["face"] == seat["known_as"].lower() and seat["stars"] and seat.get("rating", 0) == RATINGS[seat["known_as"]] for seat in bots
    )


@pytest.mark.parametrize("bot", NAMES)
def test_every_bot_that_a_seat_may_have_has_a_name(bot: str) -> None:
    assert bot_name(bot) and "." not in bot_name(bot)
