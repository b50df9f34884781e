"""The README tells the truth: its example runs, its drawing is read, its commands exist."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import random
import re
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from tipover.board.draw import read_drawing

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(kind: str = "") -> list[str]:
    """The fenced blocks of one kind."""
    return re.findall(rf"^```{kind}\n(.*?)^```", README, re.M | re.S)


def run_module() -> ModuleType:
    """`run.py` as a module, without running it."""
    spec = importlib.util.spec_from_file_location("run_py_of_the_readme", ROOT / "run.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def section(title: str) -> str:
    """The text under a heading."""
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", README, re.M | re.S)
    assert found, f"the README has no section '{title}'"
    return found[1]


@pytest.mark.parametrize("code", blocks("python"))
def test_the_python_example_plays_a_game_to_its_end(code):
    random.seed(4)
    names: dict[str, object] = {"__name__": "example"}
    with contextlib.redirect_stdout(io.StringIO()) as said:
        exec(compile(code, "README.md", "exec"), names)
    assert "GameWon(" in said.getvalue().splitlines()[-1]
    assert getattr(names["state"], "over", False) is True


def test_there_is_a_python_example():
    assert len(blocks("python")) == 1


def test_the_commands_of_run_py_exist():
    told = set(re.findall(r"python3 run\.py ([a-z]+)", README))
    assert {"play", "test"} <= told
    assert told <= set(run_module().COMMANDS)


def test_the_commands_of_tipover_exist():
    entry = import_module("tipover.cli.entry")
    rows = re.findall(r"^\| (`.+?) \|", section("The command line"), re.M)
    told = {name for row in rows for name in re.findall(r"`([a-z]+)`", row)}
    assert {"terminal", "see", "odds", "rules"} <= told
    assert told <= set(entry.COMMANDS)
    assert set(entry.COMMANDS) - {"play"} <= told, "a command that the README does not name"


def test_the_drawing_is_a_board():
    drawn = next(block for block in re.findall(r"^```\n(.*?)^```", README, re.M | re.S) if "+---+" in block)
    bare = "\n".join(line[2:] for line in drawn.splitlines()[1:])
    drawing = read_drawing(bare)
    assert drawing.grid.columns == 5 and drawing.grid.rows == 3
    assert drawing.grid.name(drawing.marks["b"][0]) == "d1", "as the sentence below it says"


def test_the_rooms_it_names_are_there():
    for room in re.findall(r"^src/tipover/(\w+)", section("Where things live"), re.M):
        assert (ROOT / "src" / "tipover" / room).is_dir(), room


def test_the_files_it_names_are_there():
    for name in ("CONTRIBUTING.md", "CHANGELOG.md", "LICENSE"):
        assert f"`{name}`" in README and (ROOT / name).is_file()


def test_it_says_that_it_is_unofficial():
    assert "not affiliated" in section("Unofficial") and "MIT" in section("Unofficial")
