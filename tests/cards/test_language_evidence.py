"""Every file and test that docs/language-evidence.md names is there."""

import re
from pathlib import Path

TESTS = Path(__file__).parent.parent
PAGE = (TESTS.parent / "docs" / "language-evidence.md").read_text("utf-8")


def test_what_the_page_names_is_there():
    named = re.findall(r"`([\w/]+\.(?:py|toml))(?:::(\w+))?`", PAGE)
    assert len(named) > 60
    missing = [f"{file}::{test}" for file, test in named if not (TESTS / file).is_file()]
    missing += [f"{file}::{test}" for file, test in named if test and f"def {test}(" not in (TESTS / file).read_text("utf-8")]
    assert missing == []
