"""How the cost of a decision grows with figures, squares and texts in play: `python -m bench.growth [--rounds N] [--write]`.

Two costs are given for each size. Time is the processor's, the least of the rounds, which go through all sizes by turns so that
whatever else the machine does hits all alike. Calls are those of Python functions: they are the same on every machine, and the
pure build alone can count them. `--write` draws docs/plots/growth-*.svg and keeps the table in docs/results.md.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

from bench.engine import drawn, field
from bench.measure import machine
from tipover import State, apply, load
from tipover.play.dice import Stream
from tipover.play.scene import scene_state

DOCS = Path(__file__).resolve().parent.parent / "docs"
BEGIN, END = "<!-- growth: begin -->", "<!-- growth: end -->"
DECISIONS = 300  # timed at once
FIGURES = (2, 4, 6, 8, 12, 16, 20, 24)
BOARDS = ((7, 8), (8, 8), (9, 10), (10, 12), (12, 12), (14, 14), (16, 16))
TEXTS = (0, 5, 10, 20, 30, 40)
# What the cards of the sets say, in turn: what waits for something, what changes numbers, what is offered, what forbids.
RULES = (
    "When a character is knocked down, put a red token of it on the 1 of its track.",
    "Characters adjacent to a character have 1 more defense.",
    "After a character is knocked out, each side gains 1 point.",
    "Knocked-down characters roll 1 die fewer when challenging a character.",
    "Characters adjacent to two characters roll 1 die more when challenging a character.",
)


class Size(NamedTuple):
    """One game that is measured: on which plot, how large, and its beginning."""

    plot: str
    number: int
    start: State


class Cost(NamedTuple):
    """What a decision costs: microseconds of the processor, and calls of Python functions (0 where they cannot be counted)."""

    microseconds: float
    calls: float


def sizes() -> list[Size]:
    """All games that are measured."""
    found = [Size("figures", number, field(10, 12, number)) for number in FIGURES]
    found += [Size("squares", columns * rows, field(columns, rows, 6)) for columns, rows in BOARDS]
    return found + [Size("texts", number, with_texts(number)) for number in TEXTS]


def with_texts(number: int) -> State:
    """Three basic characters against three on an open board, with so many cards in force."""
    names = [f"Rule {k}" for k in range(number)]
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "pack.toml").write_text('name = "Growth"\nversion = "1.0.0"\nneeds = ["core"]\n', encoding="utf-8")
        cards = ['[[deck]]\nname = "Rules"\n'] if names else []
        cards += [f'[[card]]\ndeck = "Rules"\nname = "{name}"\nrule = "{RULES[k % len(RULES)]}"\n' for k, name in enumerate(names)]
        Path(folder, "status.toml").write_text("\n".join(cards), encoding="utf-8")
        catalog = load(Path(folder))
        rows = [" A   B   C   .   .   . "] + [" .   .   .   .   .   . "] * 8 + [" .   .   .   a   b   c "]
        wall, gap = "+---" * 6 + "+", "+   " * 6 + "+"
        lines = [wall, *(line for row in rows for line in (f"|{row}|", gap))][:-1] + [wall]
        head = "in_force = [" + ", ".join(f'"{name}"' for name in names) + "]\n" if names else ""
        return scene_state(head + 'drawing = """\n' + "\n".join(lines) + '\n"""\n', catalog=catalog)


class Game:
    """Random play from one beginning, again from there whenever a game is over."""

    def __init__(self, start: State) -> None:
        self.start = start
        self.state = start.clone()
        self.stream = Stream(3)

    def play(self, decisions: int) -> None:
        """So many decisions."""
        for _ in range(decisions):
            if self.state.decision is None:
                self.state = self.start.clone()
            assert self.state.decision is not None
            apply(self.state, drawn(self.state.decision, self.stream))


def measured(found: list[Size], rounds: int) -> list[Cost]:
    """The cost of a decision of each size."""
    games = [Game(size.start) for size in found]
    for game in games:
        game.play(4 * DECISIONS)  # the tables of each set-up are made in its first games
    least = [float("inf")] * len(games)
    for _ in range(rounds):
        for k, game in enumerate(games):
            begun = time.process_time()
            game.play(DECISIONS)
            least[k] = min(least[k], (time.process_time() - begun) / DECISIONS * 1e6)
    return [Cost(spent, _calls(game)) for spent, game in zip(least, games, strict=True)]


def _calls(game: Game) -> float:
    count = 0

    def note(frame: FrameType, event: str, arg: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(note)
    try:
        game.play(4 * DECISIONS)
    finally:
        sys.setprofile(None)
    return count / (4 * DECISIONS)


def table(found: list[Size], costs: list[Cost]) -> str:
    """The costs as a Markdown table."""
    lines = ["| what | | µs a decision | calls a decision |", "|---|---|---|---|"]
    lines += [
        f"| {size.plot} | {size.number} | {cost.microseconds:.1f} | {cost.calls:.0f} |" for size, cost in zip(found, costs, strict=True)
    ]
    return "\n".join(lines)


def draw(found: list[Size], costs: list[Cost]) -> None:
    """One plot for figures, squares and texts."""
    from tipover.lab import library
    from tipover.lab.plots import ABOVE, BELOW, EDGE, INK, PAPER, WIDTH

    library("matplotlib", "lab").rcParams.update(
        {"svg.fonttype": "none", "svg.hashsalt": "tipover", "font.family": "sans-serif", "font.size": 10}
    )
    for plot in ("figures", "squares", "texts"):
        points = [(size.number, cost) for size, cost in zip(found, costs, strict=True) if size.plot == plot]
        figure: Any = library("matplotlib.figure", "lab").Figure(figsize=(WIDTH, 3.4), dpi=150, facecolor=PAPER)
        axes = figure.add_axes((0.08, 0.16, 0.82, 0.7), facecolor="none")
        axes.plot([x for x, _ in points], [cost.microseconds for _, cost in points], "o-", color=ABOVE, label="µs")
        axes.set_ylim(0)
        axes.set_xlabel(
            {"figures": "figures on 10 × 12 squares", "squares": "squares, with 6 figures", "texts": "texts in force, with 6 figures"}[plot]
        )
        axes.set_ylabel("µs a decision", color=ABOVE)
        calls = axes.twinx()
        calls.plot([x for x, _ in points], [cost.calls for _, cost in points], "s--", color=BELOW)
        calls.set_ylim(0)
        calls.set_ylabel("calls a decision", color=BELOW)
        for side in (axes, calls):
            side.spines["top"].set_visible(False)
            side.tick_params(colors=INK)
            side.grid(axis="y", color=EDGE, linewidth=0.4)
        figure.text(0.015, 0.93, f"The cost of a decision against {plot}", fontsize=13, fontweight="bold", color=INK)
        figure.savefig(DOCS / "plots" / f"growth-{plot}.svg", metadata={"Date": None})


def main() -> None:
    """Measure, print, and keep if that is asked."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=20, help="how often each size is measured (20)")
    parser.add_argument("--write", action="store_true", help="keep the table and the plots in docs")
    chosen = parser.parse_args()
    found = sizes()
    costs = measured(found, chosen.rounds)
    text = table(found, costs)
    print(text)
    if chosen.write:
        draw(found, costs)
        page = (DOCS / "results.md").read_text(encoding="utf-8")
        before, _, rest = page.partition(BEGIN)
        _, _, after = rest.partition(END)
        said = f"Measured on {machine()}; processor time, least of {chosen.rounds} rounds by turns; `python3 -m bench.growth --write`."
        (DOCS / "results.md").write_text(f"{before}{BEGIN}\n{said}\n\n{text}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
