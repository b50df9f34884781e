"""Pages of evidence: each sentence of an issue beside the test that shows it. What they name has to be there."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).parents[1]
NAMED = re.compile(r"`([\w/]+\.(?:py|toml|ts))(?:::(\w+))?`")


def named_in(page: str) -> list[tuple[str, str]]:
    """The files below `tests/` that a page of `docs/` names, each with its test, or with nothing."""
    return NAMED.findall((TESTS.parent / "docs" / page).read_text("utf-8"))


def missing_of(page: str) -> list[str]:
    """What a page names and there is not."""
    texts: dict[str, str] = {}
    missing: list[str] = []
    for file, test in named_in(page):
        if not (TESTS / file).is_file():
            missing.append(file)
        elif test and f"def {test}(" not in texts.setdefault(file, (TESTS / file).read_text("utf-8")):
            missing.append(f"{file}::{test}")
    return missing
