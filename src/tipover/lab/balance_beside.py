"""Results of a balance run in which a second bot played the same deals: both figures side by side, and where they differ."""

from __future__ import annotations

from tipover.lab import plots
from tipover.lab.balance import Findings, Shares
from tipover.lab.balance_results import FEWEST
from tipover.lab.interval import Rate, difference
from tipover.lab.plots import Pair, Plot
from tipover.lab.report import Section
from tipover.lab.result_tables import WILSON, ResultTable

NEEDS = "needs a plan"  # the bot of the run wins more with it than the bot beside
SPOILT = "wins less with one"  # the other way round
FIGURES = ("characters", "basics", "attachments", "sets", "allies", "teams", "ultimates")
HEADS = ("character", "basic", "attachment", "set", "pair", "team", "ultimate")


class Compared:
    """What two bots made of the same deals."""

    def __init__(self, bot: str, other_bot: str, found: Findings, other: Findings) -> None:
        self.bots = (bot, other_bot)
        self.found = found
        self.other = other

    def shares(self, figure: str) -> list[tuple[str, Rate, Rate]]:
        """What both played often enough to be compared: its name and the two rates, the largest difference first."""
        own: Shares = getattr(self.found, figure)
        others: Shares = getattr(self.other, figure)
        both = [(name, own[name].rate, others[name].rate) for name in own if name in others]
        return sorted_by_difference([row for row in both if min(row[1].number, row[2].number) >= FEWEST])

    def first(self, by: str) -> list[tuple[str, Rate, Rate]]:
        """How often who goes first wins with either bot, by scenario or map."""
        others = dict(self.other.first_by(by))
        both = [(name, rate, others[name]) for name, rate in self.found.first_by(by) if name in others]
        return sorted_by_difference([row for row in both if min(row[1].number, row[2].number) >= FEWEST])


def sorted_by_difference(rows: list[tuple[str, Rate, Rate]]) -> list[tuple[str, Rate, Rate]]:
    """The rows, the one first that gains most by the bot of the run."""
    return sorted(rows, key=lambda row: (row[2].value - row[1].value, row[0]))


def judged(own: Rate, other: Rate) -> str:
    """Whether the difference of two rates is shown, in words."""
    _, low, high = difference(own, other)
    return NEEDS if low > 0 else SPOILT if high < 0 else ""


def tables(compared: Compared) -> list[ResultTable]:
    """A table of both figures for everything that has shares, and for going first."""
    told = [
        _table(compared, f"{figure.capitalize()} in both bots' hands", head, compared.shares(figure), " wins")
        for figure, head in zip(FIGURES, HEADS, strict=True)
    ]
    told += [_table(compared, f"Going first in both bots' hands, by {by}", by, compared.first(by), "") for by in ("scenario", "map")]
    return [table for table in told if table.rows]


def _table(compared: Compared, title: str, head: str, rows: list[tuple[str, Rate, Rate]], wins: str) -> ResultTable:
    bot, other = compared.bots
    cells = [[name, own.shown, rate.shown, _points(own, rate), judged(own, rate)] for name, own, rate in rows]
    note = (
        f"{WILSON} '{NEEDS.capitalize()}': {bot} wins more with it than {other}, beyond the interval of the difference (95 %, by Newcombe); "
        f"of twenty that are alike, one is told by chance. At least {FEWEST} games each."
    )
    return ResultTable(title, [head, f"{bot}{wins}", f"{other}{wins}", "difference", ""], cells, note)


def _points(own: Rate, other: Rate) -> str:
    apart, low, high = difference(own, other)
    return f"{100 * apart:+.0f} ({100 * low:+.0f} to {100 * high:+.0f})"


def sections(compared: Compared, shown: list[ResultTable]) -> list[Section]:
    """The section of the report page; plots of what has few enough rows to be seen."""
    drawn = [_plot(compared, figure) for figure in ("characters", "basics", "attachments", "sets", "ultimates") if compared.shares(figure)]
    return [Section("Both bots", plots=tuple(drawn), tables=tuple(shown))] if shown else []


def _plot(compared: Compared, figure: str) -> Plot:
    bot, other = compared.bots
    rows = compared.shares(figure)
    needing = sum(judged(own, rate) == NEEDS for _, own, rate in rows)
    title = (
        f"{needing} of {len(rows)} {figure} {'need' if needing != 1 else 'needs'} a plan" if needing else f"No {figure[:-1]} needs a plan"
    )
    caption = f"What {bot} wins (dots) and what {other} wins (circles) with the same deals; green: {NEEDS}, orange: {SPOILT}. Thin lines are 95 % intervals."
    pairs = [Pair(name, own, rate, {NEEDS: 1, SPOILT: -1}.get(judged(own, rate), 0)) for name, own, rate in rows]
    return plots.pairs(f"both-{figure}", title, caption, pairs)


def json_of(compared: Compared) -> dict[str, object]:
    """Both figures as JSON."""

    def told(rows: list[tuple[str, Rate, Rate]]) -> dict[str, object]:
        return {
            name: {"wins": own.value, "games": own.number, "beside": rate.value, "beside games": rate.number, "verdict": judged(own, rate)}
            for name, own, rate in rows
        }

    found: dict[str, object] = {figure: told(compared.shares(figure)) for figure in FIGURES}
    return {
        "bot": compared.bots[1],
        "games": len(compared.other.rows),
        **found,
        "scenarios": told(compared.first("scenario")),
        "maps": told(compared.first("map")),
    }
