"""Small tools of measuring: repeat, take the best, name the machine."""

from __future__ import annotations

import os
import platform
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


def environment() -> dict[str, str]:
    """This environment, with compiled modules kept as on anyone's machine, in a folder of their own."""
    left = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    return left | {"PYTHONPYCACHEPREFIX": str(Path(tempfile.gettempdir()) / "tipover-bench-cache")}


@dataclass
class Row:
    """One line of the table: what, how much, and the bar it should meet (empty: none)."""

    what: str
    value: float
    unit: str
    bar: str = ""
    met: bool = True

    def cells(self) -> list[str]:
        shown = f"{self.value:,.0f}" if self.value >= 100 else f"{self.value:,.2f}"
        return [self.what, f"{shown} {self.unit}", self.bar, ("yes" if self.met else "NO") if self.bar else ""]


def at_least(what: str, value: float, unit: str, bar: float) -> Row:
    """A row whose value should not be lower."""
    return Row(what, value, unit, f"≥ {bar:,.0f} {unit}", value >= bar)


def at_most(what: str, value: float, unit: str, bar: float) -> Row:
    """A row whose value should not be higher."""
    return Row(what, value, unit, f"≤ {bar:g} {unit}", value <= bar)


def best_time(work: Callable[[], object], rounds: int = 5) -> float:
    """The shortest of several runs, in seconds: what the machine can do when nobody disturbs it."""
    times: list[float] = []
    for _ in range(rounds):
        begun = time.perf_counter()
        work()
        times.append(time.perf_counter() - begun)
    return min(times)


def machine() -> str:
    """The machine in a few words, and which build runs."""
    from tipover.compiled import running  # an earlier version, measured beside this one, has no such module

    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.is_file():
        names = [line.split(":", 1)[1].strip() for line in info.read_text().splitlines() if line.startswith("model name")]
        model = f"{names[0]}, {len(names)} cores" if names else model
    build = running().partition(":")[0]
    return f"{model}; {platform.system()}; {platform.python_implementation()} {platform.python_version()}, {build}"


def table(rows: list[Row]) -> str:
    """The rows as a Markdown table."""
    lines = ["| what | measured | bar | met |", "|---|---|---|---|"]
    lines += ["| " + " | ".join(row.cells()) + " |" for row in rows]
    return "\n".join(lines)
