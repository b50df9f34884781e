"""A record that is laid on the table names those who played it, as far as they are named in it."""

from __future__ import annotations

from typing import Any

from kit.server import ServerProcess
from kit.surewin import record_of


def seats(server: ServerProcess, *names: str) -> list[dict[str, Any]]:
    """The seats of a table with the record of a game of these players."""
    found: list[dict[str, Any]] = server.http(f"/api/tables/{server.open([], record=record_of(names=names)).code}")[1]["seats"]
    return found


def test_its_seats_are_those_who_played_and_nobody_is_expected_there(server: ServerProcess) -> None:
    assert seats(server, "Ann", "Ben") == [
        {"seat": 0, "kind": "person", "side": "light", "name": "Ann"},
        {"seat": 1, "kind": "person", "side": "dark", "name": "Ben"},
    ]


def test_a_record_without_names_has_no_seats_and_one_name_is_enough_for_them(server: ServerProcess) -> None:
    assert seats(server) == []
    assert [one.get("name", "") for one in seats(server, "", "Ben")] == ["", "Ben"]


def test_a_name_in_a_record_is_as_plain_and_short_as_one_at_the_table(server: ServerProcess) -> None:
    assert [one["name"] for one in seats(server, "A\u202enn", "B" * 300)] == ["Ann", "B" * 24]
