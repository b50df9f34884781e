"""Results of a balance run: tables, plots, JSON."""

from __future__ import annotations

from tipover.lab import plots
from tipover.lab.balance import Balance, Findings, Shares, equal
from tipover.lab.interval import Rate, mean, quantile
from tipover.lab.plots import Bar, Plot, Span
from tipover.lab.report import Section
from tipover.lab.result_rows import number
from tipover.lab.result_tables import WILSON, ResultTable, fairness_table, first_player, length_table, side_rate

GLANCE = (
    "The line is what would be fair; grey bars cannot be told from it, green win more, orange less. Thin lines are 95 % intervals (Wilson)."
)
EVENLY = "Even: what was seen cannot be told from a fair rate. Of twenty that are fair one stands out by luck."
SHOWN_ALLIES = 12  # best and worst pairs of a plot, each
FEWEST = 8  # games from which on pairs of allies are plotted and teams are listed


def _table(title: str, head: str, shares: Shares) -> ResultTable:
    """Rates, the best first."""
    played = [(name, one) for name, one in shares.items() if one.games]
    played.sort(key=lambda item: (-(item[1].rate.value - item[1].fair_rate), item[0]))
    uneven = any(abs(one.fair_rate - 0.5) > 1e-9 for _, one in played)
    rows = [
        [name, f"{one.games:,}", one.rate.shown, *([f"{100 * one.fair_rate:.0f} %"] if uneven else []), _judged(one.rate, one.fair_rate)]
        for name, one in played
    ]
    rows += [[name, "0", "–", *(["–"] if uneven else []), "not played"] for name, one in shares.items() if not one.games]
    return ResultTable(title, [head, "games", "wins", *(["fair"] if uneven else []), ""], rows, f"{WILSON} {EVENLY}")


def _teams(found: Findings) -> ResultTable:
    """The teams that were dealt often enough to be listed."""
    often = {name: one for name, one in found.teams.items() if one.games >= FEWEST}
    table = _table("Whole teams", "team", often)
    return table._replace(
        note=f"{len(often):,} of {len(found.teams):,} teams with at least {FEWEST} games; all of them are in the JSON. {table.note}"
    )


def _judged(rate: Rate, fair: float) -> str:
    if not rate.leaves_out(fair):
        return "even"
    return "wins more" if rate.value > fair else "wins less"


def _bars(shares: Shares) -> list[Bar]:
    return [Bar(name, one.rate, one.fair_rate) for name, one in shares.items() if one.games]


def _headline(shares: Shares, what: str) -> str:
    """A title that states what the plot shows."""
    played = [one for one in shares.values() if one.games]
    outside = [one for one in played if one.rate.leaves_out(one.fair_rate)]
    if not outside:
        return f"No {what} stands out"
    return f"{len(outside)} of {len(played)} {what}s {'stand' if len(outside) > 1 else 'stands'} out"


def tables(found: Findings) -> list[ResultTable]:
    """All tables of a run."""
    even = equal(found.rows)
    told = [
        _table("Characters", "character", found.characters), _table("Basic characters", "basic", found.basics),
        _table("Attachments", "attachment", found.attachments), _table("Sets", "set", found.sets),
        _table("Pairs of allies", "pair", found.allies), _teams(found), _table("Ultimates, one against three", "ultimate", found.ultimates),
        fairness_table(even)._replace(title="Scenarios: who goes first, and who is light"),
        fairness_table(even, "map")._replace(title="Maps: who goes first, and who is light"),
        length_table(found.rows)._replace(title="How long games are, by scenario"), length_table(found.rows, "map")._replace(title="How long games are, by map"),
    ]  # fmt: skip
    return [table for table in told if any(row[1] != "0" for row in table.rows)]


def sections(found: Findings, shown: list[ResultTable]) -> list[Section]:
    """The sections of the report page."""
    by_title = {table.title: table for table in shown}

    def part(title: str, drawn: list[Plot], *titles: str) -> list[Section]:
        own = tuple(by_title[one] for one in titles if one in by_title)
        return [Section(title, plots=tuple(drawn), tables=own)] if own else []

    return [
        *part("Characters", _plot("characters", found.characters, "character", "win rate of each character, whoever its allies and rivals were"), "Characters"),
        *part("Attachments", _plot("attachments", found.attachments, "attachment", "win rate of the side that has it"), "Attachments"),
        *part("Basic characters", _plot("basics", found.basics, "basic character", "win rate of the side that has it"), "Basic characters"),
        *part("Sets", _plot("sets", found.sets, "set", "win rate of the sides with a character of a set"), "Sets"),
        *part("Teams", _allies(found), "Whole teams", "Pairs of allies"),
        *part("Ultimates", _plot("ultimates", found.ultimates, "ultimate", "win rate of one character with its ultimate card against three"), "Ultimates, one against three"),
        *part("Scenarios", [*_first(found, "scenario"), *_lengths(found, "scenario")], "Scenarios: who goes first, and who is light", "How long games are, by scenario"),
        *part("Maps", [*_first(found, "map"), *_lengths(found, "map")], "Maps: who goes first, and who is light", "How long games are, by map"),
    ]  # fmt: skip


def _plot(stem: str, shares: Shares, what: str, words: str) -> list[Plot]:
    bars = _bars(shares)
    return [plots.rates(stem, _headline(shares, what), f"{words.capitalize()}. {GLANCE}", bars)] if bars else []


def _allies(found: Findings) -> list[Plot]:
    """The best and the worst pairs with enough games."""
    bars = sorted((bar for bar in _bars(found.allies) if bar.rate.number >= FEWEST), key=lambda bar: -bar.rate.value)
    if len(bars) < 2:
        return []
    shown = bars if len(bars) <= 2 * SHOWN_ALLIES else bars[:SHOWN_ALLIES] + bars[-SHOWN_ALLIES:]
    words = f"The pairs of allies that win most and least, of {len(bars)} with at least {FEWEST} games; with so many pairs some stand out by luck alone. {GLANCE}"
    return [plots.rates("allies", "Who goes well together", words, shown)]


def _first(found: Findings, by: str) -> list[Plot]:
    """The rates of the first player and of the light side."""
    drawn: list[Plot] = []
    for stem, who, own, rate, words in (
        ("first", "Going first", found.first_by(by), first_player(equal(found.rows)), "How often the side that goes first in round 1 wins"),
        (
            "light",
            "The light side",
            found.light_by(by),
            side_rate(equal(found.rows)),
            "How often the light side wins; every deal was played with its teams on both sides",
        ),
    ):
        if own:
            bars = sorted((Bar(name, one) for name, one in own), key=lambda bar: (-bar.rate.value, bar.name))
            title = f"{who} wins {rate.shown.partition(' (')[0]} of games, by {by}"
            drawn.append(
                plots.rates(f"{stem}-{by}", title, f"{words}. On top all games. {GLANCE}", [Bar("all games", rate), *bars], ordered=False)
            )
    return drawn


def _lengths(found: Findings, by: str) -> list[Plot]:
    spans: list[Span] = []
    for name, rows in found.groups(by):
        rounds = [float(number(row, "rounds")) for row in rows]
        spans.append(Span(name, mean(rounds).value, quantile(rounds, 0.1), quantile(rounds, 0.9)))
    spans.sort(key=lambda one: -one.value)
    middle = mean([float(number(row, "rounds")) for row in found.rows]).value
    caption = "Rounds of a game: the dot is the mean, the band holds eight games in ten."
    return [plots.spans(f"length-{by}", f"A game takes {middle:.1f} rounds, by {by}", caption, spans, " rounds")] if spans else []


def json_of(balance: Balance, found: Findings) -> dict[str, object]:
    """The results as JSON."""

    def told(shares: Shares) -> dict[str, object]:
        return {
            name: {"games": one.games, "wins": one.rate.value, "interval": [one.rate.low, one.rate.high], "fair": one.fair_rate}
            for name, one in shares.items()
        }

    def rates(pairs: list[tuple[str, Rate]]) -> dict[str, object]:
        return {name: {"games": rate.number, "wins": rate.value, "interval": [rate.low, rate.high]} for name, rate in pairs}

    even = equal(found.rows)
    rounds, decisions = (
        mean([float(number(row, "rounds")) for row in found.rows]),
        mean([float(number(row, "decisions")) for row in found.rows]),
    )
    return {
        "lab": "balance", "seed": balance.plan.seed, "games": len(found.rows), "faults": sum("fault" in row for row in balance.rows),
        "first player": list(first_player(even)[:3]), "light": list(side_rate(even)[:3]),
        "rounds": rounds.value, "decisions": decisions.value,
        "characters": told(found.characters), "basics": told(found.basics), "attachments": told(found.attachments),
        "sets": told(found.sets), "allies": told(found.allies), "teams": told(found.teams), "ultimates": told(found.ultimates),
        "scenarios": rates(found.first_by("scenario")), "maps": rates(found.first_by("map")),
    }  # fmt: skip
