"""Results of a training run: tables, plots, JSON, a sentence."""

from __future__ import annotations

from tipover.lab import plots
from tipover.lab.plots import Bar, Span
from tipover.lab.report import Section
from tipover.lab.result_tables import WILSON, ResultTable, sound
from tipover.lab.train import PLACE, Generation, Train

NEEDED = f"{PLACE * 100:.0f} %"


def sentence(train: Train) -> str:
    """Whether a net was found that judges better."""
    taken = [one for one in train.generations if one.is_taken]
    if not taken:
        return f"No net scored the {NEEDED} that a new one needs; nothing was taken."
    last = taken[-1]
    return f"Taken: the net of generation {last.number}, with {last.rate.shown} in {last.rate.number} games against {last.against}."


def tables(train: Train) -> list[ResultTable]:
    """The tables: one line for each generation."""
    rows = [
        [str(one.number), f"{one.games:,}", f"{one.samples:,}", *_learned(one), one.against, str(one.rate.number), one.rate.shown, "yes" if one.is_taken else "no"]
        for one in train.generations
    ]  # fmt: skip
    head = ["generation", "games sampled", "samples", "surprise", "held back", "by hand", "against", "games", "score", "taken"]
    return [ResultTable("Generations", head, rows, f"{sentence(train)} {WILSON}")]


def _learned(one: Generation) -> list[str]:
    if not one.steps:
        return ["", "", ""]
    last = one.steps[-1]
    return [f"{last.learned:.3f}", f"{last.held_back:.3f}", f"{last.by_hand:.3f}"]


def sections(train: Train, shown: list[ResultTable]) -> list[Section]:
    """The sections of the report page."""
    bars = [Bar(f"{one.games:,} games, against {one.against}", one.rate, PLACE) for one in train.generations]
    strength = plots.rates(
        "strength", "Strength against games", f"The score of each generation in its proof, by the games sampled until then; {NEEDED} are needed.",
        bars, ordered=False,
    )  # fmt: skip
    spans = [
        Span(f"{one.games:,} games", one.steps[-1].held_back, one.steps[-1].held_back, one.steps[-1].by_hand)
        for one in train.generations
        if one.steps
    ]
    learned = plots.spans(
        "learned",
        "What was learned",
        "The surprise at the results of games held back, after fitting; the band leads from the surprise of the evaluation by hand.",
        spans,
    )
    return [Section("Strength", sentence(train), (strength,), tuple(shown)), Section("Fitting", plots=(learned,))]


def json_of(train: Train) -> dict[str, object]:
    """The results as JSON."""
    return {
        "lab": "train", "seed": train.plan.seed, "games": len(sound(train.rows)), "faults": len(train.rows) - len(sound(train.rows)),
        "generations": [
            {
                "number": one.number, "games": one.games, "samples": one.samples, "against": one.against, "score": one.rate.value,
                "interval": [one.rate.low, one.rate.high], "proof": one.rate.number, "taken": one.is_taken, "net": str(one.path),
                "held_back": one.steps[-1].held_back if one.steps else None, "by_hand": one.steps[-1].by_hand if one.steps else None,
            }
            for one in train.generations
        ],
        "said": sentence(train),
    }  # fmt: skip
