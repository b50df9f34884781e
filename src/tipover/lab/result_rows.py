"""Read rows of results defensively: who played, who won, how long it took."""

from __future__ import annotations

from typing import NamedTuple

from tipover.lab.lab_games import Row


class PlayedTeam(NamedTuple):
    """One side of a played game."""

    side: str
    player: str
    figures: list[str]
    attachments: list[str]


def teams_of(row: Row) -> list[PlayedTeam]:
    """The teams of a game, with their players and cards."""
    teams = row.get("teams", [])
    assert isinstance(teams, list)
    return [PlayedTeam(one["side"], one["player"], one["figures"], one["attachments"]) for one in teams]


def is_result(row: Row) -> bool:
    """Whether a stored row has the shape of a result: a broken game, or one with its teams and its end."""
    if not all(isinstance(row.get(key), str) for key in ("game", "seed")) or not isinstance(row.get("seconds"), int | float):
        return False
    if "fault" in row:
        return isinstance(row["fault"], str)
    teams = row.get("teams")
    if not isinstance(teams, list) or len(teams) < 2 or not all(_is_team(one) for one in teams):
        return False
    if not all(isinstance(row.get(key), str) for key in ("mode", "scenario", "map")):
        return False
    places = [row.get("winner"), row.get("first")]
    return all(isinstance(row.get(key), int) for key in ("rounds", "decisions")) and all(
        isinstance(one, int) and -1 <= one < len(teams) for one in places
    )


def _is_team(one: object) -> bool:
    if not isinstance(one, dict) or not all(isinstance(one.get(key), str) for key in ("side", "player")):
        return False
    return all(
        isinstance(names := one.get(key), list) and all(isinstance(name, str) for name in names) for key in ("figures", "attachments")
    )


def lineup_of(row: Row) -> list[str]:
    """Who played each side."""
    return [team.player for team in teams_of(row)]


def winner_of(row: Row) -> int:
    """The index of the winning team, or -1 for a draw."""
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
