"""The figures of the promises: what a test measured of a row, for the table that a soak writes when it is over."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
NOTES = ROOT / "artefacts/figures.jsonl"
TABLE = ROOT / "artefacts/figures.md"
BEGUN = time.monotonic()
MINUTES = float(os.environ.get("TIPOVER_MINUTES", "inf"))  # for all of a run: then nothing is tried again


def has_time(seconds: float) -> bool:
    """Whether so many seconds more are still within the run's time."""
    return time.monotonic() + seconds < BEGUN + MINUTES * 60


def seconds_left() -> float:
    """How many seconds of the run's time are left."""
    return BEGUN + MINUTES * 60 - time.monotonic()


def missed(test: str, why: str) -> None:
    """Keep that a test came to no figure."""
    _keep({"missed": test, "why": why, "at": time.strftime("%Y-%m-%d %H:%M")})


class Windows(NamedTuple):
    """What neighbours of strangers waited: the p99 of their answers in ms, in three windows of one run."""

    beside: str  # What the strangers do.
    before: float  # With nobody else.
    control: float  # With the same strangers at another process.
    meanwhile: float  # With the strangers at the server.
    most: float  # So many times the larger of the former two it may be.

    @property
    def holds(self) -> bool:
        """Whether it is no more."""
        return self.meanwhile <= self.most * max(self.before, self.control)

    def __str__(self) -> str:
        """The cells of its row."""
        cells = [f"{one:.1f}" for one in (self.before, self.control, self.meanwhile)]
        cells += [f"{self.meanwhile / one:.2f} ×" for one in (self.before, self.control)]
        return " | ".join([self.beside, *cells, f"≤ {self.most} × the larger"])


def note(row: str, figure: str | Windows, holds: bool) -> None:
    """Keep what was measured of a row of docs/reliability.md, and whether its promise held; tests on all cores write to one file."""
    if os.environ.get("TIPOVER_SOAK") != "1":
        return
    _keep(
        {
            "row": row,
            "figure": str(figure),
            "neighbours": isinstance(figure, Windows),
            "holds": holds,
            "load": round(os.getloadavg()[0], 1),
            "at": time.strftime("%Y-%m-%d %H:%M"),
            "test": os.environ.get("PYTEST_CURRENT_TEST", "").split(" ")[0],
        }
    )


def _keep(found: dict[str, object]) -> None:
    NOTES.parent.mkdir(exist_ok=True)
    with NOTES.open("ab", buffering=0) as file:
        file.write(json.dumps(found).encode() + b"\n")
    table()


def table() -> str:
    """The last figures of every test as a table for docs/results.md; empty if there are none. It is written to artefacts/figures.md too."""
    if not NOTES.exists():
        return ""
    noted = [json.loads(line) for line in NOTES.read_text(encoding="utf-8").splitlines()]
    found = {(one["row"], one["test"]): one for one in noted if "row" in one}.values()
    none = {one["missed"]: one for one in noted if "missed" in one}
    none = {
        test: one
        for test, one in none.items()
        if not any(test.split("::")[1] in kept["test"] and kept["at"] >= one["at"] for kept in found)
    }
    rows: dict[bool, list[str]] = {False: [], True: []}
    for one in sorted(found, key=lambda one: (one["row"][0], int(one["row"][1:]), one["figure"])):
        cells = (one["row"], one["figure"], "yes" if one["holds"] else "**no**", one["load"], one.get("at", ""))
        rows[one.get("neighbours", False)].append(f"| {' | '.join(map(str, cells))} |")
    text = "\n".join(["| row | measured | held | load | when |", "|---|---|---|---|---|", *rows[False]])
    if rows[True]:
        text += "\n\nOthers' p99 in ms, beside strangers (decision 0045):\n\n"
        head = "| row | beside | before | control | meanwhile | × before | × control | bar | met | load | when |"
        text += "\n".join([head, "|---" * (head.count("|") - 1) + "|", *rows[True]])
    text += "".join(f"\n\nNot measured: {test} ({one['why']}, {one['at']})." for test, one in none.items())
    TABLE.write_text(text + "\n", encoding="utf-8")
    return text
