"""Results of a tuning run: tables, plots, JSON, a sentence."""

from __future__ import annotations

from tipover.lab import plots
from tipover.lab.interval import Rate, wilson
from tipover.lab.plots import Bar, Plot, Span
from tipover.lab.report import Section
from tipover.lab.result_tables import WILSON, ResultTable, length_table, sound
from tipover.lab.tune import Tune

STRETCH = 10  # steps that share a row


def sentence(tune: Tune) -> str:
    """How much better the weights found are."""
    better = tune.better
    if not better.number:
        return "The weights found were not checked against those it began with."
    said = f"The weights found score {better.shown} against those it began with, in {better.number} games of fresh deals"
    if better.low > 0.5:
        return f"{said}: they are better."
    return f"{said}: {'they are worse' if better.high < 0.5 else 'whether they are better cannot be told from so few games'}."


def _factors(tune: Tune) -> list[tuple[str, float, float, float]]:
    """Each weight tuned: name, before, after, the factor."""
    before, after = tune.plan.start._asdict(), tune.found()._asdict()
    return [(name, before[name], after[name], after[name] / before[name] if before[name] else 1.0) for name in tune.plan.fields]


def tables(tune: Tune) -> list[ResultTable]:
    """The tables: the weights, the check, the length of games."""
    found = sorted(_factors(tune), key=lambda one: -abs(one[3] - 1))
    weights = ResultTable(
        "Weights", ["weight", "before", "found", "factor"],
        [[name, f"{before:g}", f"{after:g}", f"× {factor:.2f}"] for name, before, after, factor in found], sentence(tune),
    )  # fmt: skip
    check = ResultTable("Found against before", ["", "games", "score"], [["all", str(tune.better.number), tune.better.shown]], WILSON)
    return [weights, check, length_table(sound(tune.rows))]


def sections(tune: Tune, shown: list[ResultTable]) -> list[Section]:
    """The sections of the report page."""
    weights, check, length = shown
    factors = sorted(_factors(tune), key=lambda one: -one[3])
    spans = [Span(name, factor, min(1.0, factor), max(1.0, factor)) for name, _, _, factor in factors]
    drawn = plots.spans(
        "weights",
        "How the weights moved",
        "The factor by which each weight changed; 1 is as before. The band leads from there to what was found.",
        spans,
        " ×",
    )
    return [
        Section("Weights", sentence(tune), (drawn,), (weights,)),
        Section("Check", plots=tuple(_check(tune)), tables=(check,)),
        Section("Games", tables=(length,)),
    ]


def _check(tune: Tune) -> list[Plot]:
    if not tune.better.number:
        return []
    bars = [Bar("found against before", tune.better)]
    size = max(STRETCH, -(-len(tune.scores) // 12))
    for start in range(0, len(tune.scores), size):
        part = tune.scores[start : start + size]
        bars.append(Bar(f"steps {start + 1}–{start + len(part)}, first try", _rate(part, tune.plan.deals)))
    caption = "On top the check: the score of the weights found against those it began with. Below the scores of each step's first try, which should lie about the line."
    return [plots.rates("check", sentence(tune).split(":")[0].split(",")[0], caption, bars, ordered=False)]


def _rate(scores: list[float], deals: int) -> Rate:
    games = 2 * deals * len(scores)
    return wilson(sum(scores) / len(scores) * games, games)


def json_of(tune: Tune) -> dict[str, object]:
    """The results as JSON."""
    better = tune.better
    return {
        "lab": "tune", "seed": tune.plan.seed, "games": len(sound(tune.rows)), "faults": len(tune.rows) - len(sound(tune.rows)), "steps": len(tune.scores),
        "weights": tune.found()._asdict(), "before": tune.plan.start._asdict(), "fields": list(tune.plan.fields),
        "score": better.value, "interval": [better.low, better.high], "check": better.number, "said": sentence(tune),
    }  # fmt: skip
