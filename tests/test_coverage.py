"""The coverage of the rules is read from sources alone."""

from pathlib import Path

import pytest

from tipover.cli.coverage import Left, coverage, ledger, left, render, summary

LEDGER = """
[[rule]]
id = "SEE-2"
[[rule]]
id = "SEE-10"
[[rule]]
id = "ABI-2"
[[rule]]
id = "TIM-9"
later = true
[[rule]]
id = "MAP-1"
"""

SIGHT = """
import pytest
from kit.marks import rule
from kit import marks

@rule("SEE-10", "SEE-2")
def test_two(): ...

@marks.rule("SEE-2")
async def test_later(): ...

@rule("MAP-1")
def helper(): ...

@pytest.mark.parametrize("n", [pytest.param(1, marks=rule("SEE-10")), 2])
def test_each(n): ...

@rule("MAP-1")
class TestMap:
    @rule("SEE-2")
    def test_both(self): ...
    def test_map(self): ...
"""


def write(root: Path, name: str, text: str) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    write(tmp_path, "src/tipover/engine/rules.toml", LEDGER)
    return tmp_path


def test_decorators_on_functions_classes_and_parameters_count(clone: Path) -> None:
    write(clone, "tests/rules/test_sight.py", SIGHT)
    assert coverage(clone) == {
        "MAP-1": ["tests/rules/test_sight.py::TestMap::test_both", "tests/rules/test_sight.py::TestMap::test_map"],
        "SEE-2": [
            "tests/rules/test_sight.py::TestMap::test_both",
            "tests/rules/test_sight.py::test_later",
            "tests/rules/test_sight.py::test_two",
        ],
        "SEE-10": ["tests/rules/test_sight.py::test_each", "tests/rules/test_sight.py::test_two"],
    }


@pytest.mark.parametrize("mark", ['rule("SEE-2")', '[rule("SEE-2"), pytest.mark.soak]', 'pytest.mark.rule("SEE-2")'])
def test_a_module_mark_counts_for_each_of_its_tests(clone: Path, mark: str) -> None:
    write(clone, "tests/test_a.py", f"pytestmark = {mark}\ndef test_x(): ...\ndef test_y(): ...\n")
    assert coverage(clone) == {"SEE-2": ["tests/test_a.py::test_x", "tests/test_a.py::test_y"]}


def test_scenes_of_tests_and_packs_count(clone: Path) -> None:
    scene = '[[test]]\nname = "counts silver"\nrules = ["ABI-2"]\n[[test]]\nrules = ["SEE-2", 7]\n[[test]]\nname = "none"\n'
    write(clone, "tests/scenes/a.toml", scene)
    write(clone, "src/tipover/packs/core/tests/b.toml", scene)
    write(clone, "src/tipover/packs/core/maps/c.toml", scene)
    assert coverage(clone) == {
        "ABI-2": ["src/tipover/packs/core/tests/b.toml::counts silver", "tests/scenes/a.toml::counts silver"],
        "SEE-2": ["src/tipover/packs/core/tests/b.toml::2", "tests/scenes/a.toml::2"],
    }


def test_a_file_that_cannot_be_read_names_nothing(clone: Path) -> None:
    write(clone, "tests/test_bad.py", "def test_x(:\n")
    write(clone, "tests/bad.toml", "[[test]\n")
    write(clone, "tests/odd.toml", 'test = "SEE-2"\n')
    (clone / "tests/latin.toml").write_bytes(b'name = "\xe9"\n')
    assert coverage(clone) == {}


def test_a_clone_without_tests_or_ledger_has_nothing(tmp_path: Path) -> None:
    assert ledger(tmp_path) == {}
    assert coverage(tmp_path) == {}
    assert summary({}, {}) == "rules: there is no src/tipover/engine/rules.toml, so no rule can be named"


def test_what_is_left_is_split_by_what_it_waits_for(clone: Path) -> None:
    rules = ledger(clone)
    assert list(rules) == ["SEE-2", "SEE-10", "ABI-2", "TIM-9", "MAP-1"]
    assert left(rules, {"SEE-2": ["t::a"]}) == Left(later=["TIM-9"], missing=["SEE-10", "ABI-2", "MAP-1"])
    assert summary(rules, {"SEE-2": ["t::a"]}) == ("rules: 1 of 5 ids named by a test; left: 3 missing (SEE-10, ABI-2, MAP-1), 1 later")
    assert summary(rules, {}, show=1).startswith("rules: 0 of 5 ids named by a test; left: 4 missing (SEE-2, …), ")
    assert summary(rules, {rule: ["t::a"] for rule in rules}) == "rules: 5 of 5 ids named by a test; left: none"


def test_the_coverage_is_printed_in_the_ledgers_order(clone: Path) -> None:
    assert render(ledger(clone), {"MAP-1": ["t::b"], "SEE-2": ["t::a", "t::c"], "XYZ-1": ["t::d"]}) == [
        "SEE-2",
        "  t::a",
        "  t::c",
        "MAP-1",
        "  t::b",
        "",
        "later (1)",
        "  TIM-9",
        "",
        "missing (2)",
        "  SEE-10 ABI-2",
        "",
        "named by a test, but not in src/tipover/engine/rules.toml (1)",
        "  XYZ-1",
        "",
        "rules: 2 of 5 ids named by a test; left: 2 missing (SEE-10, ABI-2), 1 later",
    ]
