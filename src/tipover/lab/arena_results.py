"""Results of an arena: tables, plots, JSON."""

from __future__ import annotations

from tipover.lab import plots
from tipover.lab.arena import Arena, Meeting
from tipover.lab.interval import Rate, wilson
from tipover.lab.plots import Span
from tipover.lab.ratings import Rating, ratings
from tipover.lab.report import Section
from tipover.lab.result_rows import lineup_of, text, winner_of
from tipover.lab.result_tables import WILSON, ResultTable, fairness_table, length_table, sound

RATED = "Ratings by openskill (Plackett-Luce): strength lies within the span with 95 %; everyone begins at 25."


def rated(arena: Arena) -> list[Rating]:
    """The ratings of the players, the strongest first."""
    return ratings([player.name for player in arena.plan.players], arena.rows)


def overall(arena: Arena, name: str) -> Rate:
    """The score of a player in all its games, as a share of its own and its opponents' points."""
    meetings = [one for one in arena.meetings if name in (one.first, one.second)]
    score = sum((one.wins if name == one.second else one.losses) + one.draws / 2 for one in meetings)
    return wilson(score, sum(one.games for one in meetings))


def tables(arena: Arena, found: list[Rating]) -> list[ResultTable]:
    """All tables of an arena, the most important first."""
    rows = sound(arena.rows)
    return [_ratings(arena, found), _meetings(arena), _by_scenario(arena), length_table(rows), fairness_table(rows)]


def _ratings(arena: Arena, found: list[Rating]) -> ResultTable:
    rows = [
        [
            one.name,
            f"{one.mu:.1f}",
            f"{one.mu - 2 * one.sigma:.1f}–{one.mu + 2 * one.sigma:.1f}",
            f"{one.games:,}",
            overall(arena, one.name).shown,
        ]
        for one in found
    ]
    return ResultTable("Ratings", ["player", "rating", "span", "games", "score"], rows, f"{RATED} {WILSON}")


def _meetings(arena: Arena) -> ResultTable:
    tested = bool(arena.plan.beats)
    head = ["who against whom", "games", "won", "drawn", "lost", "score", *(["verdict"] if tested else [])]
    rows: list[list[str]] = []
    for one in arena.meetings:
        row = [f"{one.second} against {one.first}", f"{one.games}", f"{one.wins}", f"{one.draws}", f"{one.losses}", one.rate.shown]
        rows.append(row + [one.verdict] if tested else row)
    note = WILSON
    if tested:
        plan = arena.plan
        note += (
            f" The verdict is a sequential test's, wrong with at most {plan.error:.0%}: 'beats' rules out a rate of"
            f" {plan.unless:.0%} or less, 'does not' one of {plan.beats:.0%} or more, 'open' neither."
        ).replace("%", " %")
    return ResultTable("Meetings", head, rows, note)


def _by_scenario(arena: Arena) -> ResultTable:
    scenarios = list(dict.fromkeys(text(row, "scenario") for row in sound(arena.rows)))
    rows = [
        [f"{one.second} against {one.first}", *(_rate(arena, number, name).shown for name in scenarios)]
        for number, one in enumerate(arena.meetings)
    ]
    return ResultTable("Meetings by scenario", ["", *scenarios], rows, WILSON)


def _rate(arena: Arena, number: int, scenario: str) -> Rate:
    """The score of the second player of a meeting in one scenario."""
    meeting = arena.meetings[number]
    score, games = 0.0, 0
    for row in sound(arena.rows):
        if text(row, "game").split(".")[0] == str(number) and row["scenario"] == scenario:
            winner = winner_of(row)
            score += 0.5 if winner < 0 else float(lineup_of(row)[winner] == meeting.second)
            games += 1
    return wilson(score, games)


def json_of(arena: Arena, found: list[Rating]) -> dict[str, object]:
    """The results as JSON."""
    return {
        "lab": "arena", "seed": arena.plan.seed, "games": len(sound(arena.rows)), "faults": len(arena.rows) - len(sound(arena.rows)),
        "ratings": [one._asdict() | {"score": list(overall(arena, one.name)[:3])} for one in found],
        "meetings": [_meeting_json(one) for one in arena.meetings],
    }  # fmt: skip


def _meeting_json(one: Meeting) -> dict[str, object]:
    rate = one.rate
    told: dict[str, object] = {
        "player": one.second, "against": one.first, "games": one.games, "wins": one.wins, "draws": one.draws, "losses": one.losses,
        "score": rate.value, "interval": [rate.low, rate.high],
    }  # fmt: skip
    return told | ({"verdict": one.verdict} if one.verdict else {})


def sections(arena: Arena, found: list[Rating], shown: list[ResultTable]) -> list[Section]:
    """The sections of the report page."""
    ratings_table, meetings_table, by_scenario, length, fairness = shown
    best = found[0]
    spans = [Span(one.name, one.mu, one.mu - 2 * one.sigma, one.mu + 2 * one.sigma) for one in found]
    names = [one.name for one in found]
    scores: dict[tuple[str, str], Rate] = {}
    for one in arena.meetings:
        if one.games:
            scores[one.second, one.first] = one.rate
            scores[one.first, one.second] = wilson(one.losses + one.draws / 2, one.games)
    return [
        Section(
            "Ratings",
            plots=(plots.spans("ratings", f"{best.name} is rated highest", f"{RATED} Where two spans do not overlap, the one is surely stronger.", spans),),
            tables=(ratings_table,),
        ),
        Section(
            "Meetings",
            plots=(plots.meetings("meetings", "Who beats whom", "The score of the player on the left against the one above; below it the 95 % interval by Wilson. Green wins, orange loses, pale is even.", names, scores),),
            tables=(meetings_table, by_scenario),
        ),
        Section("Games", tables=(length, fairness)),
    ]  # fmt: skip
