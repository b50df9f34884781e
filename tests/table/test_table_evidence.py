"""Every file and test that docs/table-evidence.md names is there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "table-evidence.md").read_text("utf-8")


def test_what_the_page_names_is_there() -> None:
    named = re.findall(r"`([\w/]+\.(?:test\.ts|py))(?:::(\w+))?`", PAGE)
    assert len(named) > 100
    files = {file: ROOT / ("" if file.startswith("web/src/") else "tests") / file for file, _ in named}
    missing = [file for file, path in files.items() if not path.is_file()]
    missing += [f"{file}::{test}" for file, test in named if test and f"def {test}(" not in files[file].read_text("utf-8")]
    assert missing == []


def test_every_browser_test_of_the_table_is_named() -> None:
    """Or its file as a whole: what a test shows is a promise that somebody can read."""
    named = {file for file, test in re.findall(r"`(web/test_\w+\.py)(?:::(\w+))?`", PAGE)}
    kept_apart = {"web/test_profiles.py"}  # of the tests' own browser
    assert sorted({f"web/{path.name}" for path in (ROOT / "tests" / "web").glob("test_*.py")} - named - kept_apart) == []
