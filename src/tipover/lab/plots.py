"""Plots as SVG, PNG and inline SVG: sorted, with intervals, few colours and a caption."""

from __future__ import annotations

import io
import re
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tipover.lab import library
from tipover.lab.interval import Rate
from tipover.lab.journal import write_file

# The colours of the look, light; the report page swaps each for its variable, so that it follows the reader's theme.
INK, SOFT, EDGE, PAPER = "#231e2c", "#5a5365", "#c9c2cf", "#fffdf8"
ABOVE, BELOW, EVEN = "#0b7461", "#bf3f0a", "#857c8c"
VARIABLES = {INK: "--ink", SOFT: "--soft", EDGE: "--edge", PAPER: "--paper", ABOVE: "--above", BELOW: "--below", EVEN: "--even"}
WIDTH = 8.2  # inches
ROW = 0.29  # inches for each bar


class Bar(NamedTuple):
    """One line of a plot of rates: what, its rate, and what would be fair."""

    name: str
    rate: Rate
    fair: float = 0.5


class Span(NamedTuple):
    """One line of a plot of values with their spans."""

    name: str
    value: float
    low: float
    high: float


class Pair(NamedTuple):
    """One line of a plot of two rates each; `sign`: 1 if the first is surely higher, -1 if lower, else 0."""

    name: str
    rate: Rate
    other: Rate
    sign: int


class Plot(NamedTuple):
    """A drawn plot: its file's name, what it says in words, and itself."""

    stem: str
    caption: str
    figure: Any


def _figure(names: Sequence[str], title: str, caption: str, row: float = ROW, head: float = 0.55) -> tuple[Any, Any]:
    """An empty plot with a title above, a caption below, and a labelled line for each name."""
    matplotlib = library("matplotlib", "lab")
    figures = library("matplotlib.figure", "lab")
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "tipover", "font.family": "sans-serif", "font.size": 10})
    words = textwrap.wrap(caption, 118)
    foot = 0.45 + 0.19 * len(words)
    height = head + foot + row * max(len(names), 2)
    left = 0.04 + 0.0098 * max((len(_short(name)) for name in names), default=0)
    figure = figures.Figure(figsize=(WIDTH, height), dpi=150, facecolor=PAPER)
    axes = figure.add_axes((left, foot / height, 0.89 - left, 1 - (head + foot) / height), facecolor="none")
    figure.text(0.015, 1 - 0.2 / height, title, fontsize=13, fontweight="bold", color=INK, va="top")
    figure.text(0.015, 0.08 / height, "\n".join(words), fontsize=9, color=SOFT, va="bottom", linespacing=1.35)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(EDGE)
    axes.tick_params(axis="x", colors=SOFT, length=3)
    axes.tick_params(axis="y", colors=INK, length=0)
    axes.grid(axis="x", color=EDGE, linewidth=0.6, alpha=0.6)
    axes.set_axisbelow(True)
    return figure, axes


def _lines(axes: Any, names: Sequence[str]) -> None:
    axes.set_yticks(range(len(names)), [_short(name) for name in names])
    axes.set_ylim(len(names) - 0.4, -0.6)


def _short(name: str, most: int = 38) -> str:
    """A label cut to the space it has."""
    return name if len(name) <= most else name[: most - 1].rstrip() + "…"


def rates(stem: str, title: str, caption: str, bars: Sequence[Bar], ordered: bool = True) -> Plot:
    """Bars from the fair rate outwards, the best first; grey where the interval includes the fair rate."""
    if ordered:
        bars = sorted(bars, key=lambda bar: (-(bar.rate.value - bar.fair), bar.name))
    figure, axes = _figure([bar.name for bar in bars], title, caption)
    for place, bar in enumerate(bars):
        rate, fair = bar.rate, bar.fair
        colour = EVEN if not rate.leaves_out(fair) else ABOVE if rate.value > fair else BELOW
        axes.barh(place, rate.value - fair, left=fair, height=0.62, color=colour, alpha=0.55, linewidth=0)
        axes.plot([rate.low, rate.high], [place, place], color=colour, linewidth=2, solid_capstyle="round", clip_on=False)
        axes.plot([rate.value], [place], "o", color=colour, markersize=5, clip_on=False)
        axes.text(
            1.012,
            place,
            f"{100 * rate.value:.0f} %  of {rate.number:,}",
            transform=axes.get_yaxis_transform(),
            va="center",
            fontsize=8.5,
            color=SOFT,
        )
        axes.plot([fair, fair], [place - 0.5, place + 0.5], color=INK, linewidth=1.1)
    low = min([bar.rate.low for bar in bars] + [bar.fair - 0.1 for bar in bars], default=0.0)
    high = max([bar.rate.high for bar in bars] + [bar.fair + 0.1 for bar in bars], default=1.0)
    axes.set_xlim(max(-0.005, low - 0.02), min(1.005, high + 0.02))
    axes.xaxis.set_major_formatter(lambda value, _: f"{100 * value:.0f} %")
    _lines(axes, [bar.name for bar in bars])
    return Plot(stem, caption, figure)


def pairs(stem: str, title: str, caption: str, found: Sequence[Pair]) -> Plot:
    """Two rates for each line, a dot above a circle, in the given order."""
    figure, axes = _figure([one.name for one in found], title, caption, 1.25 * ROW)
    for place, one in enumerate(found):
        colour = ABOVE if one.sign > 0 else BELOW if one.sign < 0 else EVEN
        for rate, at, inside in ((one.rate, place - 0.16, colour), (one.other, place + 0.16, PAPER)):
            axes.plot([rate.low, rate.high], [at, at], color=colour, linewidth=1.5, alpha=0.8, clip_on=False)
            axes.plot([rate.value], [at], "o", color=colour, markersize=5.5, markerfacecolor=inside, clip_on=False)
        told = f"{100 * one.rate.value:.0f} and {100 * one.other.value:.0f} %"
        axes.text(1.012, place, told, transform=axes.get_yaxis_transform(), va="center", fontsize=8.5, color=SOFT)
    axes.axvline(0.5, color=INK, linewidth=1.1)
    axes.xaxis.set_major_formatter(lambda value, _: f"{100 * value:.0f} %")
    _lines(axes, [one.name for one in found])
    return Plot(stem, caption, figure)


def spans(stem: str, title: str, caption: str, found: Sequence[Span], unit: str = "") -> Plot:
    """A dot with a span for each value, in the given order."""
    figure, axes = _figure([one.name for one in found], title, caption)
    for place, one in enumerate(found):
        axes.plot([one.low, one.high], [place, place], color=ABOVE, linewidth=5, alpha=0.35, solid_capstyle="round")
        axes.plot([one.value], [place], "o", color=ABOVE, markersize=8)
        axes.text(1.012, place, f"{one.value:.1f}{unit}", transform=axes.get_yaxis_transform(), va="center", fontsize=9, color=SOFT)
    _lines(axes, [one.name for one in found])
    axes.margins(x=0.04)
    return Plot(stem, caption, figure)


def meetings(stem: str, title: str, caption: str, names: Sequence[str], scores: dict[tuple[str, str], Rate]) -> Plot:
    """A heat map: the score of the player on the left against the one above."""
    patches = library("matplotlib.patches", "lab")
    figure, axes = _figure(names, title, caption, 0.5, 0.85)
    for (one, other), rate in scores.items():
        row, column = names.index(one), names.index(other)
        colour = ABOVE if rate.value >= 0.5 else BELOW
        axes.add_patch(
            patches.Rectangle((column - 0.48, row - 0.46), 0.96, 0.92, facecolor=colour, alpha=abs(rate.value - 0.5), linewidth=0)
        )
        axes.text(column, row - 0.12, f"{100 * rate.value:.0f} %", ha="center", va="center", color=INK, fontsize=10.5)
        axes.text(column, row + 0.25, f"{100 * rate.low:.0f}–{100 * rate.high:.0f}", ha="center", va="center", color=SOFT, fontsize=8)
    axes.set_xlim(-0.5, len(names) - 0.5)
    _lines(axes, names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_xticks(range(len(names)), [_short(name, 14) for name in names])
    axes.xaxis.tick_top()
    axes.tick_params(axis="x", colors=INK, length=0)
    axes.spines["bottom"].set_visible(False)
    axes.grid(False)
    return Plot(stem, caption, figure)


def save(plot: Plot, folder: Path) -> str:
    """Write a plot as SVG and PNG; returns the SVG for a page, in the colours of the page."""
    backends = library("matplotlib.backends.backend_svg", "lab"), library("matplotlib.backends.backend_agg", "lab")
    drawn, picture = io.BytesIO(), io.BytesIO()
    backends[1].FigureCanvasAgg(plot.figure).print_png(picture, metadata={"Software": None})
    backends[0].FigureCanvasSVG(plot.figure).print_svg(drawn, metadata={"Date": None, "Creator": "Tipover", "Title": plot.caption})
    write_file(folder / f"{plot.stem}.svg", drawn.getvalue())
    write_file(folder / f"{plot.stem}.png", picture.getvalue())
    return inline(drawn.getvalue().decode(), plot)


def inline(drawn: str, plot: Plot) -> str:
    """An SVG for embedding in a page: no XML header, unique ids, colours as variables of the page."""
    found = drawn[drawn.index("<svg") :]
    found = re.sub(r"<metadata>.*?</metadata>", "", found, flags=re.S)
    found = re.sub(r'\b(id="|href="#|url\(#)', rf"\g<1>{plot.stem}-", found)
    for colour, variable in VARIABLES.items():
        found = re.sub(colour, f"var({variable})", found, flags=re.I)
    found = re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", found, count=1)
    found = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", found, count=1)
    return found.replace("<svg", '<svg role="img"', 1)
