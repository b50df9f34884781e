"""The README tells the truth: its example runs, its drawing is read, its commands exist."""

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
    lines = said.getvalue().splitlines()
    assert lines[0].startswith("side ") and lines[-1] in ("light wins", "dark wins")
    assert any(re.fullmatch(r"[LD]\d: move [a-h]\d", line) for line in lines)
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


def test_the_scene_is_a_board():
    from tipover.play.scene import scene_state

    state = scene_state(blocks("toml")[0])
    grid = state.setup.grid
    assert (grid.columns, grid.rows) == (5, 3)
    where = {state.setup.mark(figure): grid.name(square) for figure, square in enumerate(state.where)}
    assert (where["A"], where["c"]) == ("a1", "e3"), "as the sentence below it says"


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    """A folder with the README's scene."""
    folder = tmp_path_factory.mktemp("desk with a blank")
    (folder / "scene.toml").write_text(blocks("toml")[0], encoding="utf-8")
    return folder


def tipover(line: str, folder: Path) -> str:
    """What a command line of the README prints; it must end well and stay within the width."""
    words = shlex.split(line)
    assert words[0] == ".venv/bin/tipover"
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "COLUMNS": "80"}
    command = [sys.executable, "-m", "tipover", *words[1:]]
    done = subprocess.run(
        command, cwd=folder, env=env, input="", capture_output=True, text=True, encoding="utf-8", timeout=300, check=False
    )
    assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
    assert done.stdout
    return done.stdout


SERVERS = ("play", "serve")  # they go on until Ctrl-C


@pytest.mark.long
def test_every_command_works_as_printed(desk):
    lines = [line for line in README.splitlines() if line.startswith(".venv/bin/tipover")]
    assert {line.split()[1] for line in lines} == set(import_module("tipover.cli.entry").COMMANDS)
    for line in lines:
        if line.split()[1] not in SERVERS:
            shown = tipover(line, desk)
            assert max(len(row) for row in shown.splitlines()) <= 80, line


@pytest.mark.parametrize("name", SERVERS)
def test_the_servers_start_as_printed_and_end_kindly(name, tmp_path):
    line = next(line for line in README.splitlines() if line.startswith(f".venv/bin/tipover {name}"))
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
    told = re.findall(r"^\$ (.+)\n(.+)$", README, re.M)
    assert told
    for line, said in told:
        assert tipover(line, desk).splitlines()[0] == said


def test_the_rooms_it_names_are_there():
    for room in re.findall(r"^src/tipover/(\w+)", section("Where things live"), re.M):
        assert (ROOT / "src" / "tipover" / room).is_dir(), room


def test_the_files_it_names_are_there():
    for name in ("CONTRIBUTING.md", "CHANGELOG.md", "LICENSE"):
        assert f"`{name}`" in README and (ROOT / name).is_file()


def test_it_says_that_it_is_unofficial():
    assert "not affiliated" in section("Unofficial") and "MIT" in section("Unofficial")
