"""What a row of results says, read with care: who played, who won, how long it took."""

from __future__ import annotations

from typing import NamedTuple

from tipover.lab.games import Row


class Team(NamedTuple):
    """One side of a played game."""

    side: str
    player: str
    figures: list[str]
    attachments: list[str]


def teams_of(row: Row) -> list[Team]:
    """The sides of a game with who played them and with what."""
    teams = row.get("teams", [])
    assert isinstance(teams, list)
    return [Team(one["side"], one["player"], one["figures"], one["attachments"]) for one in teams]


def lineup_of(row: Row) -> list[str]:
    """Who played each side."""
    return [team.player for team in teams_of(row)]


def winner_of(row: Row) -> int:
    """The place of the winner among the teams, -1 a draw."""
    return number(row, "winner")


def number(row: Row, key: str) -> int:
    """A whole number of a row; -1 if it has none."""
    value = row.get(key, -1)
    return value if isinstance(value, int) else -1


def seconds_of(row: Row) -> float:
    """How long a game took."""
    value = row.get("seconds", 0.0)
    return float(value) if isinstance(value, int | float) else 0.0


def text(row: Row, key: str) -> str:
    """A text of a row."""
    return str(row.get(key, ""))
