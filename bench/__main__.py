"""`python3 run.py bench [--quick] [--write]`: measure, print a table, keep it in docs/results.md."""

from __future__ import annotations

import argparse
import datetime
from collections.abc import Callable
from pathlib import Path

from bench.engine import clones, growth, random_play
from bench.envs import env_steps
from bench.lab import scaling
from bench.measure import Row, machine, table
from bench.search import searching
from bench.start import starts
from bench.store_load import store_load
from bench.table import tables
from bench.texts import clones_and_loading, random_texts

RESULTS = Path(__file__).resolve().parent.parent / "docs" / "results.md"
BEGIN, END = "<!-- engine: begin -->", "<!-- engine: end -->"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="shorter runs, rougher numbers")
    parser.add_argument("--write", action="store_true", help="keep the table in docs/results.md")
    chosen = parser.parse_args()
    seconds = 0.5 if chosen.quick else 3.0
    parts: list[tuple[str, list[Row]]] = []
    works: list[tuple[str, Callable[[], list[Row]]]] = [
        ("Random play, one core", lambda: random_play(seconds)),
        ("Random play with every card text live, one core", lambda: random_texts(seconds)),
        ("Card texts: clone and load", clones_and_loading),
        ("A state", clones),
        ("Growth", lambda: growth(seconds / 2)),
        ("Start", starts),
        ("Environments", lambda: env_steps(seconds)),
        (
            "The searching player",
            lambda: searching(seconds, 1 if chosen.quick else 4, RESULTS.parent / "plots" if chosen.write and not chosen.quick else None),
        ),
        ("The lab", lambda: scaling(10.0 if chosen.quick else 30.0)),
        ("The store's write load, SQLite", lambda: store_load(3.0 if chosen.quick else 10.0)),
        ("The table", lambda: tables(10.0 if chosen.quick else 30.0)),
    ]
    for title, work in works:
        print(f"\n{title} …", flush=True)
        rows = work()
        print(table(rows), flush=True)
        parts.append((title, rows))
    if chosen.write:
        _write(parts)
        print(f"\nkept in {RESULTS.name}")


def _write(parts: list[tuple[str, list[Row]]]) -> None:
    today = datetime.date.today().isoformat()
    body = [BEGIN, f"Measured {today} on {machine()}; `python3 run.py bench --write`.", ""]
    for title, rows in parts:
        body += [f"### {title}", "", table(rows), ""]
    text = RESULTS.read_text(encoding="utf-8") if RESULTS.is_file() else f"# Results\n\n## Measurements\n\n{BEGIN}\n{END}\n"
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    RESULTS.write_text(before + "\n".join(body) + END + after, encoding="utf-8")


if __name__ == "__main__":
    main()
