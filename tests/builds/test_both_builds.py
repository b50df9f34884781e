"""The compiled build plays the same games as pure Python: the same options, events and positions at every choice.

In every run all that is compiled, without optimising, plays some games and passes a sample of the suites (`sample_of_tests.py`). In a
soak, compiled as it is released, it plays a thousand and passes them all. Objects are kept in `build/`, so that a second run is quick.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("mypyc", reason="mypyc compiles; `run.py test` installs it")

from tools.build_core import build_core, why_not

ROOT = Path(__file__).parents[2]
PROGRAM = Path(__file__).with_name("seeded_games.py")
DOORS = Path(__file__).with_name("doors.py")
SOME_GAMES, ALL_GAMES = 12, 1000
SAMPLE = 500  # tests of the suites in every run
SUITES = (
    "tests/rules",
    "tests/cards",
    "tests/laws",
    "tests/perft",
    "tests/playthroughs",
    "tests/golden",
    "tests/reckoning",
    "tests/packs",
    "tests/play",
)

if reason := why_not():
    if os.environ.get("TIPOVER_PURE", "") in ("", "0"):
        pytest.skip(reason, allow_module_level=True)


def copied(folder: Path) -> Path:
    """A copy of the package, so that this tree stays as it is."""
    shutil.copytree(ROOT / "src", folder, ignore=shutil.ignore_patterns("__pycache__", "tipover_core.*", "compiled.json", "static"))
    (folder / "tipover" / "table" / "static").symlink_to(ROOT / "src" / "tipover" / "table" / "static")
    return folder


def environment(source: Path, pure: bool, hash_seed: int) -> dict[str, str]:
    left = {name: value for name, value in os.environ.items() if name not in ("TIPOVER_PURE", "PYTHONHASHSEED")}
    more = {"PYTHONPATH": str(source), "PYTHONHASHSEED": str(hash_seed)}
    return left | more | ({"TIPOVER_PURE": "1"} if pure else {})


def games(source: Path, pure: bool, hash_seed: int, first: int, last: int) -> list[str]:
    """The lines of the games that a build plays, after the line that names the build."""
    command = [sys.executable, str(PROGRAM), str(first), str(last)]
    env = environment(source, pure, hash_seed)
    lines = subprocess.run(command, env=env, check=True, capture_output=True, text=True, timeout=3600).stdout.splitlines()
    assert lines[0] == ("pure Python: TIPOVER_PURE is set" if pure else "compiled")
    assert len(lines) == 1 + last - first
    return lines[1:]


def try_doors(source: Path, pure: bool) -> None:
    """What the Python interface promises of its doors is so in a build."""
    done = subprocess.run([sys.executable, str(DOORS)], env=environment(source, pure, 6), capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[0] == ("pure Python: TIPOVER_PURE is set" if pure else "compiled")


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package with all that is compiled, not optimised: a third of the work of the compiler."""
    source = copied(tmp_path_factory.mktemp("plain") / "src")
    build_core(source / "tipover", ROOT / "build" / "plain", opt="0")
    return source


@pytest.mark.long
def test_everything_compiled_without_optimising_plays_the_same_games(plain: Path) -> None:
    assert games(plain, False, 1, 0, SOME_GAMES) == games(plain, True, 2, 0, SOME_GAMES)


@pytest.mark.long
def test_the_doors_of_the_interface_compiled_without_optimising(plain: Path) -> None:
    try_doors(plain, False)


@pytest.mark.long
def test_a_sample_of_the_suites_passes_on_a_compiled_build(plain: Path) -> None:
    env = {name: value for name, value in environment(plain, False, 7).items() if name != "TIPOVER_SOAK"}
    env["PYTHONPATH"] += f"{os.pathsep}{Path(__file__).parent}"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "sample_of_tests", "-n", "0", *SUITES]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stdout[-3000:]
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed is not None and int(passed[1]) >= SAMPLE, done.stdout[-300:]


def test_the_doors_of_the_interface_in_pure_python() -> None:
    try_doors(ROOT / "src", True)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package with all that is compiled, as it is released."""
    source = copied(tmp_path_factory.mktemp("whole") / "src")
    build_core(source / "tipover", ROOT / "build" / "core")
    return source


@pytest.mark.soak
def test_everything_compiled_plays_the_same_games(whole: Path) -> None:
    assert games(whole, False, 3, 0, ALL_GAMES) == games(whole, True, 4, 0, ALL_GAMES)


@pytest.mark.soak
def test_the_doors_of_the_interface_compiled(whole: Path) -> None:
    try_doors(whole, False)


@pytest.mark.soak
@pytest.mark.parametrize("suite", SUITES)
def test_the_suites_pass_on_the_compiled_build(whole: Path, suite: str) -> None:
    env = {name: value for name, value in environment(whole, False, 5).items() if name != "TIPOVER_SOAK"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", str(os.cpu_count() or 1), suite]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=3600)
    assert done.returncode == 0, done.stdout[-3000:]
