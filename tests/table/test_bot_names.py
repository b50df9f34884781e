"""Several seats of one bot have different names, by side or by number."""

from __future__ import annotations

import pytest

from kit.server import ServerProcess
from kit.stations import ANN
from tipover.bots import NAMES
from tipover.bots.ladder import RUNGS
from tipover.table.commands import bot_body
from tipover.table.refusals import RefusedError
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


def test_a_style_stands_beside_the_name_and_not_in_it(server: ServerProcess) -> None:
    brawler, guard = {**PIP, "bot": "level3+brawler"}, {**PIP, "bot": "level3+guard"}
    shown = server.http(f"/api/tables/{server.open([ANN, brawler, guard, NELL], quick='lab').code}")[1]["seats"]
    assert [seat["name"] for seat in shown] == ["Ann", "Bruno (Dark)", "Bruno (Third)", "Nell"]
    assert [(seat.get("bot", ""), seat.get("style", "")) for seat in shown] == [
        ("", ""),
        ("level3", "brawler"),
        ("level3", "guard"),
        ("level2", ""),
    ]
    assert shown[1]["face"] == "bruno" and shown[1]["stars"]
    assert not shown[1].get("rating") and shown[3]["rating"], "it was rated without a style"


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        ("level3+brawlr", "There is no style 'brawlr'; there are brawler or runner or guard."),
        ("level3+", "There is no style ''; there are brawler or runner or guard."),
        ("level1+guard", "No style can be given to Pip."),
        ("level9+guard", "There is no bot 'level9'; there are "),
    ],
)
def test_a_style_that_there_is_not_is_refused_with_a_sentence(bot: str, sentence: str) -> None:
    with pytest.raises(RefusedError) as refused:
        bot_body(0, bot)
    assert sentence in str(refused.value)


@pytest.mark.parametrize("bot", NAMES)
def test_every_bot_that_a_seat_may_have_has_a_name(bot: str) -> None:
    assert bot_name(bot) and "." not in bot_name(bot)
