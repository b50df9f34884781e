"""How long it takes until something can be done: import, help, packs, a map's tables."""

from __future__ import annotations

import subprocess
import sys

from bench.measure import Row, at_most, best_time, environment


def _run(arguments: list[str]) -> float:
    command = [sys.executable, *arguments]
    return best_time(lambda: subprocess.run(command, check=True, capture_output=True, env=environment()), 7)


def _python(code: str) -> float:
    return _run(["-c", code])


def starts() -> list[Row]:
    """Times of fresh processes; the empty interpreter's own time is taken off where the bar is for ours."""
    empty = _python("pass")
    imported = _python("import tipover") - empty
    named = _python("from tipover import *") - empty
    loaded = _python("import tipover; tipover.load()") - empty
    helped = _run(["-m", "tipover", "--help"])
    tables = _python(
        "import tipover\ngrid = tipover.load().map('Barracks').grid\n"
        "[grid.clear(s) for s in range(grid.size)]\n[grid.shadow(s, 0) for s in range(grid.size)]"
    )
    return [
        at_most("import tipover", imported, "s", 0.1),
        at_most("from tipover import *: every public name", named, "s", 0.1),
        at_most("tipover --help, the whole process", helped, "s", 0.25),
        Row("import and load of every pack", loaded, "s"),
        Row("all sight tables of Barracks, 10 × 12", tables - empty - loaded, "s"),
    ]
