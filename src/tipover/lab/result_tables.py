"""Tables of results, used by the terminal and the report page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tipover.lab.interval import Rate, mean, quantile, wilson
from tipover.lab.lab_games import Row
from tipover.lab.result_rows import number, seconds_of, teams_of, winner_of

WILSON = "Rates are with 95 % intervals by Wilson; a draw is half a win to each side."


class ResultTable(NamedTuple):
    """A table for people: its columns, its rows, and a note in words; the first column is text, the others are figures."""

    title: str
    head: list[str]
    rows: list[list[str]]
    note: str = ""

    def lines(self, most: int = 0) -> list[str]:
        """The table as text with aligned columns; of more than `most` rows only the first and the last."""
        rows = self.rows
        if most and len(rows) > most:
            left = len(rows) - most
            rows = [*rows[: most - most // 2], [f"… {left} more in the report …"], *rows[-(most // 2) :]]
        columns = len(self.head)
        widths = [max(len(row[k]) for row in [self.head, *rows] if len(row) == columns) for k in range(columns)]
        found = [self.title]
        for row in [self.head, *rows]:
            if len(row) < columns:
                found.append(f"  {row[0]}")
                continue
            cells = [row[0].ljust(widths[0])] + [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
            found.append(("  " + "  ".join(cells)).rstrip())
        return found


def sound(rows: Sequence[Row]) -> list[Row]:
    """The finished games."""
    return [row for row in rows if "fault" not in row]


def first_player(rows: Sequence[Row]) -> Rate:
    """How often the side that went first in round 1 won, of games between two sides."""
    games = [row for row in rows if len(teams_of(row)) == 2 and number(row, "first") >= 0]
    return wilson(sum(1.0 if winner_of(row) == number(row, "first") else 0.5 if winner_of(row) < 0 else 0.0 for row in games), len(games))


def side_rate(rows: Sequence[Row], side: str = "light") -> Rate:
    """How often a side won, of games between two sides."""
    games = [(row, [team.side for team in teams_of(row)]) for row in rows if len(teams_of(row)) == 2]
    score = sum(0.5 if winner_of(row) < 0 else float(sides[winner_of(row)] == side) for row, sides in games)
    return wilson(score, len(games))


def lengths(rows: Sequence[Row], name: str) -> list[str]:
    """The length of games: rounds (mean and middle 80 %), decisions, draws, time."""
    rounds = [float(number(row, "rounds")) for row in rows]
    decisions = mean([float(number(row, "decisions")) for row in rows])
    drawn = sum(1 for row in rows if winner_of(row) < 0)
    time = mean([seconds_of(row) for row in rows])
    return [
        name, f"{len(rows):,}", f"{mean(rounds).value:.1f}", f"{quantile(rounds, 0.1):.0f}–{quantile(rounds, 0.9):.0f}",
        f"{decisions.value:,.0f}", f"{drawn / max(1, len(rows)):.0%}".replace("%", " %"), f"{time.value:.2f} s",
    ]  # fmt: skip


LENGTH_HEAD = ["", "games", "rounds", "most within", "decisions", "drawn", "time"]


def length_table(rows: Sequence[Row], by: str = "scenario") -> ResultTable:
    """Game length over all, and for each scenario or map."""
    names = sorted({str(row.get(by, "")) for row in rows})
    told = [lengths(rows, "all games")] + [lengths([row for row in rows if row.get(by) == name], name) for name in names]
    return ResultTable(
        "How long games are", LENGTH_HEAD, told, "Most within: eight games in ten. Decisions count every answer, the dice's too."
    )


def fairness_table(rows: Sequence[Row], by: str = "scenario") -> ResultTable:
    """The advantage of going first and of the light side, overall and for each scenario or map."""
    names = sorted({str(row.get(by, "")) for row in rows})
    groups = [("all games", list(rows))] + [(name, [row for row in rows if row.get(by) == name]) for name in names]
    told = [[name, f"{len(own):,}", first_player(own).shown, side_rate(own).shown] for name, own in groups]
    return ResultTable("Who goes first, and who is light", ["", "games", "first player wins", "light wins"], told, WILSON)
