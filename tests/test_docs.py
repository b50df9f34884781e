"""README and the pages of docs tell the truth: their examples run, their drawings are read, their commands and files exist."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import os
import random
import re
import shlex
import signal
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from cli.runs import run

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMAND_LINE, FORMATS, HOSTING, PYTHON, ARCHITECTURE = (
    (ROOT / "docs" / name).read_text(encoding="utf-8")
    for name in ("command-line.md", "formats.md", "hosting.md", "python.md", "architecture.md")
)
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
WORDS_IN_ROWS = {"why_not", "step", "answer"}  # functions, not modules
USE = "\n".join((README, COMMAND_LINE, FORMATS, HOSTING, PYTHON))  # what users read of the program, beside the cards
PICTURE = ROOT / "docs" / "pictures" / "table.png"
TWO_SCREENS = 80
# Written by hand, with links between them.
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "docs" / "decisions").glob("*.md")])


def blocks(page: str, kind: str = "") -> list[str]:
    """The fenced blocks of one kind."""
    return re.findall(rf"^```{kind}\n(.*?)^```", page, re.M | re.S)


def run_module() -> ModuleType:
    """`run.py` as a module, without running it."""
    spec = importlib.util.spec_from_file_location("run_py_of_the_readme", ROOT / "run.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def section(page: str, title: str) -> str:
    """The text under a heading."""
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", page, re.M | re.S)
    assert found, f"there is no section '{title}'"
    return found[1]


@pytest.mark.parametrize("code", blocks(PYTHON, "python"))
def test_the_python_example_plays_a_game_to_its_end(code):
    random.seed(4)
    names: dict[str, object] = {"__name__": "example"}
    with contextlib.redirect_stdout(io.StringIO()) as said:
        exec(compile(code, "python.md", "exec"), names)
    lines = said.getvalue().splitlines()
    assert lines[0].startswith("side ") and lines[-1] in ("light wins", "dark wins")
    assert any(re.fullmatch(r"[LD]\d: move [a-h]\d", line) for line in lines)
    assert getattr(names["state"], "over", False) is True


def test_there_is_a_python_example():
    assert len(blocks(PYTHON, "python")) == 1


def test_the_public_names_are_there():
    package = import_module("tipover")
    named = set(re.findall(r"`([A-Za-z_]+)(?:\(|`)", section_of_names()))
    assert {"load", "apply", "parse", "why_not"} <= named
    for name in named - {"weights", "seat", "figure", "reason", "options", "None"}:
        assert name in package.__all__, name


def section_of_names() -> str:
    """The table of public names in docs/python.md, without what belongs to an object (`state.clone()`)."""
    rows = [line for line in PYTHON.splitlines() if line.startswith("| `")]
    return "\n".join(rows)


def test_the_commands_of_run_py_exist():
    told = set(re.findall(r"python3 run\.py ([a-z]+)", USE))
    assert {"play", "test"} <= told
    assert told <= set(run_module().COMMANDS)


def test_the_commands_of_tipover_exist():
    entry = import_module("tipover.cli.entry")
    rows = re.findall(r"^\| (`.+?) \|", section(COMMAND_LINE, "Commands"), re.M)
    told = {name for row in rows for name in re.findall(r"`([a-z]+)`", row)}
    assert {"terminal", "see", "odds", "rules"} <= told
    assert told <= set(entry.COMMANDS)
    assert set(entry.COMMANDS) - {"play"} <= told, "a command that docs/command-line.md does not name"


def test_the_scene_is_a_board():
    from tipover.play.scene import scene_state

    state = scene_state(blocks(FORMATS, "toml")[0])
    grid = state.setup.grid
    assert (grid.columns, grid.rows) == (5, 3)
    where = {state.setup.mark(figure): grid.name(square) for figure, square in enumerate(state.figure_at)}
    assert (where["A"], where["c"]) == ("a1", "e3"), "as the sentence below it says"


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    """A folder with the scene that the examples use."""
    folder = tmp_path_factory.mktemp("desk with a blank")
    (folder / "scene.toml").write_text(blocks(FORMATS, "toml")[0], encoding="utf-8")
    return folder


def tipover(line: str, folder: Path) -> str:
    """What a command line of the docs prints; it must end well and stay within the width."""
    words = shlex.split(line)
    assert words[0] == ".venv/bin/tipover"
    with contextlib.chdir(folder):
        shown = run(*words[1:], typed="").stdout
    assert shown
    return shown


SERVERS = ("play", "serve")  # they go on until Ctrl-C


@pytest.mark.long
def test_every_command_works_as_printed(desk, monkeypatch):
    monkeypatch.setenv("HOME", str(desk))  # with no games or reports of errors of whoever runs this
    lines = [line for line in USE.splitlines() if line.startswith(".venv/bin/tipover")]
    assert {line.split()[1] for line in lines} == set(import_module("tipover.cli.entry").COMMANDS)
    for line in lines:
        if line.split()[1] not in SERVERS:
            shown = tipover(line, desk)
            assert max(len(row) for row in shown.splitlines()) <= 80, line


@pytest.mark.parametrize("name", SERVERS)
def test_the_servers_start_as_printed_and_end_kindly(name, tmp_path):
    line = next(line for line in USE.splitlines() if line.startswith(f".venv/bin/tipover {name}"))
    words = [word for word in shlex.split(line)[1:] if word not in ("--port", "8765")]
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "TIPOVER_DATA": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "tipover", *words, "--port", "0"]
    process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8")
    assert process.stdout is not None
    try:
        for row in process.stdout:
            if "http://127.0.0.1:" in row:
                break
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 0
    assert "Games are kept in" in rest
    assert "Traceback" not in rest


def test_the_answers_it_prints_are_right(desk):
    told = re.findall(r"^\$ (.+)\n(.+)$", USE, re.M)
    assert told
    for line, said in told:
        assert tipover(line, desk).splitlines()[0] == said


def test_the_rooms_are_those_of_the_source():
    rooms = set(re.findall(r"^\| `(\w+)/` \|", section(ARCHITECTURE, "The rooms"), re.M))
    there = {path.name for path in (ROOT / "src" / "tipover").iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert rooms == there


def test_the_recipes_name_files_that_are_there():
    recipes = section(CONTRIBUTING, "Recipes")
    named = re.findall(r"`((?:\w+/)+(?:[\w.]+\.(?:py|toml|ts|svelte|md))?)`", recipes)
    assert len(named) > 60
    for path in named:
        if "NAME" not in path and "CODE" not in path:
            assert (ROOT / path).exists() or (ROOT / "src" / "tipover" / path).exists(), path


@pytest.mark.parametrize("title", ["The rooms", "Inside the engine", "The table"])
def test_the_modules_that_the_architecture_names_are_there(title):
    source = ROOT / "src" / "tipover"
    table = section(ARCHITECTURE, title).partition("###")[0]
    rows = re.findall(r"^\| ((?:`[\w/]+`(?:, )?)+) \| (.*) \|$", table, re.M)
    assert len(rows) > 5
    for head, said in rows:
        names = re.findall(r"`([\w/]+)`", head)
        folder = {"The rooms": source, "Inside the engine": source / "engine", "The table": source / "table"}[title]
        for name in names:
            assert (folder / name).is_dir() or (folder / f"{name}.py").is_file(), name
        inside = folder / names[0] if len(names) == 1 and names[0].endswith("/") and title != "The table" else None
        for word in re.findall(r"`([a-z_]+)(?:\*|/)?`", said) if inside is not None else ():
            modules = [*inside.rglob(f"{word}*.py"), *inside.rglob(word)]
            assert modules or word in WORDS_IN_ROWS, f"{names[0]} has no module {word}"


def test_the_files_it_names_are_there():
    for name in ("CONTRIBUTING.md", "CHANGELOG.md", "LICENSE"):
        assert f"`{name}`" in README and (ROOT / name).is_file()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_the_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        path, _, anchor = target.partition("#")
        if "://" in target:
            continue
        there = (page.parent / path).resolve() if path else page
        assert there.exists(), f"{target} is not there"
        if anchor:
            assert anchor in anchors(there), f"{target} has no such heading"


def anchors(page: Path) -> set[str]:
    """What the headings of a page are linked by."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_the_readme_fits_two_screens_and_shows_the_table():
    assert len(README.splitlines()) <= TWO_SCREENS
    assert f"]({PICTURE.relative_to(ROOT).as_posix()})" in README
    assert PICTURE.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n" and PICTURE.stat().st_size < 300_000


def test_it_says_that_it_is_unofficial():
    assert "not affiliated with Funko" in README.partition("##")[0]
    assert "not affiliated" in section(README, "Unofficial") and "MIT" in section(README, "Unofficial")
