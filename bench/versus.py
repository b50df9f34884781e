"""Builds side by side: `python -m bench.versus [--before FOLDER] [--rounds N] [--write]`.

Each build is measured in new processes, by turns, so that whatever else the machine does hits all alike. In each round all play
the same fresh games; of each game (tree, hundred steps) the least time of the rounds counts, because whatever disturbs only adds.
`before` is a checkout of an earlier version (its `src`), `pure` and `compiled` are the builds of this tree, or of the one named by `--compiled`;
the second is there after `python3 run.py build`. Where builds play games, these must be the same.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import subprocess
import sys
from pathlib import Path

from bench.measure import machine

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "docs" / "results.md"
BEGIN, END = "<!-- versus: begin -->", "<!-- versus: end -->"
# What is measured: its words, its unit, and the bars as ratios to the version before, of the pure and of the compiled build.
ROWS: dict[str, tuple[str, str, float, float]] = {
    "texts": ("random play, every card text live, three against three", "decisions/s", 1.3, 5.0),
    "bare": ("random play, bare rules, three against three", "decisions/s", 1.8, 6.0),
    "playouts": ("play-outs inside the core, every card text live (before: random play)", "decisions/s", 1.0, 6.0),
    "clones": ("clones", "clones/s", 1.0, 2.0),
    "env_steps": ("environment with observation and mask", "steps/s", 1.2, 2.5),
    "nodes": ("search, positions judged", "nodes/s", 1.2, 5.0),
    "greedy": ("games of the steady player, as `sim` and the lab play them", "decisions/s", 1.3, 4.0),
    "packs": ("all packs loaded, new process", "loads/s", 1.0, 1.0),
}

RANDOM = ("texts", "bare", "playouts", "clones")  # rows in which an earlier version plays the same games


SEED = 1


def measured(source: Path, pure: bool, seed: int, names: list[str]) -> dict[str, tuple[list[int], list[float], str]]:
    """For each name what a build did part by part, the processor time of each part, and the digest of what it played."""
    env = {name: value for name, value in os.environ.items() if name != "TIPOVER_PURE"}
    env |= {"PYTHONPATH": f"{source}{os.pathsep}{ROOT}"} | ({"TIPOVER_PURE": "1"} if pure else {})
    found: dict[str, tuple[list[int], list[float], str]] = {}
    for name in names:
        told = subprocess.run([sys.executable, "-m", "bench.pace", str(seed), name], env=env, cwd=ROOT, capture_output=True, text=True)
        if told.returncode:
            print(f"{source}: {name} could not be measured: {told.stderr.strip().splitlines()[-1:]}", flush=True)
            continue
        one = json.loads(told.stdout)[name]
        found[name] = (one["done"], one["seconds"], one["games"])
    return found


def side_by_side(builds: dict[str, tuple[Path, bool]], rounds: int, names: list[str]) -> dict[str, dict[str, float]]:
    """How much each build does in a second, by row. A SystemExit names builds that played differently."""
    least: dict[str, dict[str, list[float]]] = {name: {} for name in names}
    counts: dict[str, dict[str, int]] = {name: {} for name in names}
    games: dict[str, str] = {}
    for _ in range(rounds):
        for build, (source, pure) in builds.items():
            for name, (done, seconds, digest) in measured(source, pure, SEED, names).items():
                counts[name][build] = sum(done)
                least[name][build] = list(map(min, seconds, least[name].get(build, seconds)))
                if build == "before" and name not in RANDOM:
                    continue  # a bot that plays better plays other games
                if games.setdefault(name, digest) != digest:
                    raise SystemExit(f"{build} plays {name} differently.")
    return {name: {build: counts[name][build] / sum(parts) for build, parts in least[name].items()} for name in names}


def table(best: dict[str, dict[str, float]], builds: list[str]) -> str:
    """The rates and their ratios to the first build, as a Markdown table."""
    lines = [f"| what | {' | '.join(builds)} | bars |", f"|---|{'---|' * len(builds)}---|"]
    for name, rates in best.items():
        words, unit, pure, compiled = ROWS[name]
        base = rates.get(builds[0], 0.0)
        cells = [
            f"{rates[build]:,.0f} {unit}{f' ({rates[build] / base:.2f} ×)' if base and build != builds[0] else ''}"
            if build in rates
            else "–"
            for build in builds
        ]
        lines.append(f"| {words} | {' | '.join(cells)} | ≥ {pure:g} ×, ≥ {compiled:g} × |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", type=Path, help="a checkout of the version before")
    parser.add_argument("--compiled", type=Path, default=ROOT, help="a tree with a compiled build (this one)")
    parser.add_argument("--rounds", type=int, default=5, help="how often each build is measured (5)")
    parser.add_argument("--only", nargs="*", default=list(ROWS), choices=list(ROWS), help="the rows to measure (all)")
    parser.add_argument("--write", action="store_true", help="keep the table in docs/results.md")
    chosen = parser.parse_args()
    builds: dict[str, tuple[Path, bool]] = {}
    if chosen.before is not None:
        builds["before"] = (chosen.before.resolve() / "src", True)
    builds["pure"] = (chosen.compiled.resolve() / "src", True)
    if (chosen.compiled / "src" / "tipover" / "compiled.json").is_file():
        builds["compiled"] = (chosen.compiled.resolve() / "src", False)
    text = table(side_by_side(builds, chosen.rounds, chosen.only), list(builds))
    print(text)
    if chosen.write:
        said = f"Measured {datetime.date.today().isoformat()} on {machine()}; processor time, of each game the least of {chosen.rounds} rounds by turns; `python3 -m bench.versus`."
        page = RESULTS.read_text(encoding="utf-8")
        before, _, rest = page.partition(BEGIN)
        _, _, after = rest.partition(END)
        RESULTS.write_text(f"{before}{BEGIN}\n{said}\n\n{text}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
