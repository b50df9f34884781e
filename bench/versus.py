"""Builds side by side: `python -m bench.versus --before FOLDER [--peers PYTHON] [--rounds N] [--write]`: every bar of the speed of the rules, met or not.

Each build is measured in new processes, by turns, so that whatever else the machine does hits all alike. In each round all play
the same fresh games; of each game (tree, hundred steps) the least time of the rounds counts, because whatever disturbs only adds.
`before` is a checkout of an earlier version (its `src`), `pure` and `compiled` are the builds of this tree, or of the first one named by
`--compiled`; the second is there after `python3 run.py build`. Of further ones named there the compiled builds are measured too. Where builds play games, these must be the same. `PYTHON` is that of `bench.peers`.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from bench import peers
from bench.measure import machine
from bench.pace import Pace

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "docs" / "results.md"
BEGIN, END = "<!-- versus: begin -->", "<!-- versus: end -->"


class Bar(NamedTuple):
    """What is measured, in which unit, and what is asked of the pure and of the compiled build: None if nothing is.

    `kind` says what the bars are: at least so many times the version before (`×`), at least that share of the engine's own pace (`%`),
    or at most so much time for one of them, in the unit's own parts of a second.
    """

    words: str
    unit: str
    pure: float | None
    compiled: float | None
    kind: str = "×"


PARTS_OF_A_SECOND = {"s": 1.0, "ms": 1e3, "µs": 1e6}
ROWS = {
    "texts": Bar("random play, every card text live, three against three", "decisions/s", 1.3, 5.0),
    "bare": Bar("random play, bare rules, three against three", "decisions/s", 1.8, 6.0),
    "playouts": Bar(
        "play-outs inside the core, actions drawn without a list, every card text live (before: random play)", "decisions/s", None, 6.0
    ),
    "clones": Bar("a clone", "clones/s", 2.0, 1.0, "µs"),
    "env_steps": Bar("environment with observation and mask", "steps/s", 1.2, 2.5),
    "nodes": Bar("search, positions judged", "nodes/s", 1.2, 5.0),
    "sim": Bar("`tipover sim`, of the engine's own pace", "decisions/s", 80, 80, "%"),
    "lab": Bar("lab, steady against random, two processes", "games/s", 1.3, 4.0),
    "greedy": Bar("games of the steady player in one process", "decisions/s", None, None),
    "server": Bar("server: processor a move, four people at each of twelve tables", "moves/s", 2.5, 1.5, "ms"),
    "packs": Bar("all packs loaded, new process", "loads/s", 0.3, 0.2, "s"),
}

RANDOM = ("texts", "bare", "clones")  # rows in which an earlier version plays the same games
ROUNDS_OF = {"lab": 2, "greedy": 2, "server": 3, "packs": 2}  # rows that take long, or hardly differ: the most rounds of them
SEED = 1


def which(source: Path) -> str:
    """Which build of a tree runs, in words."""
    env = {name: value for name, value in os.environ.items() if name != "TIPOVER_PURE"} | {"PYTHONPATH": str(source)}
    told = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", "from tipover.compiled import running; print(running())"],
        env=env,
        capture_output=True,
        text=True,
    )
    return told.stdout.strip() or told.stderr.strip()


def measured(source: Path, pure: bool, seed: int, names: list[str]) -> dict[str, Pace]:
    """For each name what a build did part by part, the processor time of each part, and the digest of what it played."""
    env = {name: value for name, value in os.environ.items() if name != "TIPOVER_PURE"}
    env |= {"PYTHONPATH": f"{source}{os.pathsep}{ROOT}"} | ({"TIPOVER_PURE": "1"} if pure else {})
    found: dict[str, Pace] = {}
    for name in names:
        told = subprocess.run([sys.executable, "-m", "bench.pace", str(seed), name], env=env, cwd=ROOT, capture_output=True, text=True)
        if told.returncode:
            print(f"{source}: {name} could not be measured: {told.stderr.strip().splitlines()[-1:]}", flush=True)
            continue
        found[name] = Pace(**json.loads(told.stdout)[name])
    return found


class Found:
    """What was measured of one row and build: the least time of each part, and the best of what it is measured against."""

    def __init__(self, first: Pace) -> None:
        self.done = sum(first.done)
        self.least = first.seconds
        self.of = 0.0

    def add(self, pace: Pace) -> None:
        """Take in another round."""
        self.least = list(map(min, pace.seconds, self.least))
        self.of = max(self.of, pace.of)

    @property
    def rate(self) -> float:
        """How much is done in a second."""
        return self.done / sum(self.least)


def side_by_side(builds: dict[str, tuple[Path, bool]], rounds: int, names: list[str]) -> dict[str, dict[str, Found]]:
    """What each build does, by row. A SystemExit names builds that played differently."""
    found: dict[str, dict[str, Found]] = {name: {} for name in names}
    games: dict[str, str] = {}
    for number in range(rounds):
        asked = [name for name in names if number < ROUNDS_OF.get(name, rounds)]
        for build, (source, pure) in builds.items():
            for name, pace in measured(source, pure, SEED, asked).items():
                found[name].setdefault(build, Found(pace)).add(pace)
                if build == "before" and name not in RANDOM:
                    continue  # a bot that plays better plays other games
                if games.setdefault(name, pace.games) != pace.games:
                    raise SystemExit(f"{build} plays {name} differently.")
    return found


def reached(row: Bar, found: Found, before: Found | None) -> float | None:
    """What a build reaches, as the bars of the row have it; None where the version before was not measured."""
    if row.kind == "×":
        return found.rate / before.rate if before is not None else None
    if row.kind == "%":
        return 100 * found.rate / found.of
    return PARTS_OF_A_SECOND[row.kind] / found.rate


def cell(row: Bar, bar: float | None, found: Found | None, before: Found | None) -> str:
    """A build's cell: the rate, what is reached, and whether that meets the bar."""
    if found is None:
        return "–"
    value = reached(row, found, before)
    said = f"{found.rate:,.0f} {row.unit}" if found.rate >= 100 else f"{found.rate:,.2f} {row.unit}"
    if value is None:
        return said
    said += f", {value:.2f} {row.kind}"
    if bar is None:
        return said
    is_met = value >= bar if row.kind in "×%" else value <= bar
    return f"{said}: {'met' if is_met else 'NOT MET'} ({'≥' if row.kind in '×%' else '≤'} {bar:g})"


def table(found: dict[str, dict[str, Found]], builds: list[str]) -> str:
    """The rates, what is reached and whether it meets the bars, as a Markdown table."""
    lines = [f"| what | {' | '.join(builds)} |", f"|---|{'---|' * len(builds)}"]
    for name, by_build in found.items():
        row, before = ROWS[name], by_build.get("before")
        cells = []
        for build in builds:
            bar = {"pure": row.pure, "compiled": row.compiled}.get(build.partition(",")[0])
            cells.append(cell(row, bar, by_build.get(build), before if build != "before" else None))
        lines.append(f"| {row.words} | {' | '.join(cells)} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", type=Path, help="a checkout of the version before")
    parser.add_argument("--compiled", type=Path, nargs="+", default=[ROOT], help="trees with a compiled build (this one)")
    parser.add_argument("--peers", help="the Python of an environment with chess and catanatron, which then play too")
    parser.add_argument("--rounds", type=int, default=5, help="how often each build is measured (5)")
    parser.add_argument("--only", nargs="*", default=list(ROWS), choices=list(ROWS), help="the rows to measure (all)")
    parser.add_argument("--write", action="store_true", help="keep the table in docs/results.md")
    chosen = parser.parse_args()
    builds: dict[str, tuple[Path, bool]] = {}
    if chosen.before is not None:
        builds["before"] = (chosen.before.resolve() / "src", True)
    builds["pure"] = (chosen.compiled[0].resolve() / "src", True)
    for number, tree in enumerate(chosen.compiled):
        source = tree.resolve() / "src"
        if (running := which(source)) == "compiled":
            builds[f"compiled, {tree.resolve().name}" if number else "compiled"] = (source, False)
        else:
            print(f"There is no compiled build to be measured in {tree} ({running}); `python3 run.py build` makes one.", flush=True)
    text = table(side_by_side(builds, chosen.rounds, chosen.only), list(builds))
    if chosen.peers:
        trees = {build: tree for build, tree in builds.items() if build != "before"}
        text += f"\n\n{peers.table(peers.measured(chosen.peers, trees, min(3, chosen.rounds)))}"
    print(text)
    if chosen.write:
        said = f"Measured {datetime.date.today().isoformat()} on {machine()}; processor time, of each game the least of {chosen.rounds} rounds by turns; `python3 -m bench.versus`."
        page = RESULTS.read_text(encoding="utf-8")
        before, _, rest = page.partition(BEGIN)
        _, _, after = rest.partition(END)
        RESULTS.write_text(f"{before}{BEGIN}\n{said}\n\n{text}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
