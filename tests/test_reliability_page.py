"""The page of promises names tests that there are, for every row."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROWS = [
    *(f"L{n}" for n in range(1, 10)),
    *(f"F{n}" for n in range(1, 11)),
    *(f"S{n}" for n in range(1, 17)),
    "A1",
]


def test_every_row_names_a_test_that_there_is() -> None:
    text = (ROOT / "docs" / "reliability.md").read_text("utf-8")
    rows = re.findall(r"(?m)^\| ([LFSA]\d+) \|", text)
    assert rows == ROWS
    for file, name in re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", text):
        assert (ROOT / file).is_file(), file
        assert not name or f"def {name}(" in (ROOT / file).read_text("utf-8"), f"{file}::{name}"
