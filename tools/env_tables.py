"""The tables of docs/envs.md, made from what the code goes by; `python3 run.py generate` writes them."""

from __future__ import annotations

from tipover.envs.action_numbers import ACTIONS, BLOCKS
from tipover.envs.layout import FIGURE_ROWS, GLOBALS, PIECE_ROWS, PLANES, ObservationPart


def action_table() -> str:
    """Every verb with its numbers and objects."""
    rows = [["verb", "numbers", "objects", "written"]]
    for block in BLOCKS:
        last = block.first + block.size - 1
        numbers = f"{block.first}" if block.size == 1 else f"{block.first} to {last}"
        rows.append([block.name, numbers, block.objects, f"`{block.written}`"])
    return _table(rows) + f"\n\n{ACTIONS:,} actions in all."


def plane_table() -> str:
    """Every plane of an observation."""
    return _parts("plane", PLANES)


def figure_table() -> str:
    """Every row of the table of figures."""
    return _parts("row", FIGURE_ROWS)


def piece_table() -> str:
    """Every row of the table of pieces."""
    return _parts("row", PIECE_ROWS)


def global_table() -> str:
    """Every number of the globals."""
    return _parts("place", GLOBALS)


TABLES = {"actions": action_table, "planes": plane_table, "figures": figure_table, "pieces": piece_table, "globals": global_table}


def renewed(text: str) -> str:
    """A page with the tables between its marks regenerated."""
    for name, made in TABLES.items():
        begin, end = f"<!-- {name}: begin -->\n", f"\n<!-- {name}: end -->"
        before, found, rest = text.partition(begin)
        _, closed, after = rest.partition(end)
        if not found or not closed:
            raise ValueError(f"the page has no '{begin.strip()}' … '{end.strip()}' for its table of {name}")
        text = before + begin + made() + end + after
    return text


def _parts(head: str, parts: list[ObservationPart]) -> str:
    rows = [[head, "name", "says"]]
    place = 0
    for part in parts:
        rows.append([f"{place}" if part.size == 1 else f"{place} to {place + part.size - 1}", part.name, part.meaning])
        place += part.size
    return _table(rows)


def _table(rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([lines[0], "|" + "---|" * len(rows[0]), *lines[1:]])
