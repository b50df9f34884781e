"""The front door ends what it has started when it is ended itself, and runs parts of the tests side by side."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tools.parts import LOWER, MOST_AGAIN, Part, close, run_side_by_side

ROOT = Path(__file__).resolve().parent.parent
CHILD = "import os, time; print(os.getpid(), flush=True); time.sleep(60)"


def is_left(process: int) -> bool:
    """Whether a process is still there; then it is ended."""
    try:
        os.kill(process, signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGTERM to pass on")
@pytest.mark.parametrize("patient", [True, False])
def test_a_run_that_is_terminated_ends_its_command(patient: bool) -> None:
    front = f"import sys, run; sys.exit(run.run([sys.executable, '-c', {CHILD!r}], patient={patient}))"
    process = subprocess.Popen([sys.executable, "-c", front], cwd=ROOT, stdout=subprocess.PIPE)
    assert process.stdout is not None
    child = int(process.stdout.readline())
    process.send_signal(signal.SIGTERM)
    code = process.wait(20)
    process.stdout.close()
    assert (is_left(child), code) == (False, 143)


# A program that says its priority and leaves a file, then waits for another one's file.
MEETS = """
import os, pathlib, sys, time
mine, other = (pathlib.Path(__file__).with_name(name) for name in sys.argv[1:])
print(f"{sys.argv[1]} runs", os.getpriority(os.PRIO_PROCESS, 0) if os.name != "nt" else 0, os.getpid(), flush=True)
mine.touch()
until = time.monotonic() + 60
while not other.exists() and time.monotonic() < until:
    time.sleep(0.02)
sys.exit(not other.exists())
"""


@pytest.fixture
def meets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The program, as a module that the parts' Python finds; its folder."""
    (tmp_path / "meets.py").write_text(MEETS)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    return tmp_path


def test_what_computes_runs_beside_what_waits_with_a_lower_priority(meets: Path, capfd: pytest.CaptureFixture[str]) -> None:
    parts = (
        Part("computes", checks=(("meets", "a", "b"), ("meets", "c", "d"))),
        Part("waits", checks=(("meets", "b", "a"),), waits=True),
        Part("waits too", checks=(("meets", "d", "c"),), waits=True),
    )
    results = run_side_by_side(parts)
    assert [(result.name, result.failed) for result in results] == [("computes", 0), ("waits", 0), ("waits too", 0)]
    assert close(results, 1.0) == 0
    said = capfd.readouterr().out
    told = {name: said.split(f"--- {name} ---")[1].split("---")[0] for name in ("computes", "waits", "waits too")}
    assert told["computes"].count("Running meets") == 2 and told["waits"].count("Running meets") == 1, "each under its own name"
    mine, beside = (int(told[name].split(" runs ")[1].split()[0]) for name in ("waits", "computes"))
    assert beside == (min(19, mine + LOWER) if os.name != "nt" else 0)


def test_a_part_that_fails_beside_others_is_named_and_fails_the_run(meets: Path, capfd: pytest.CaptureFixture[str]) -> None:
    parts = (
        Part("lint", checks=(("json.tool", "there is no such file"), ("meets", "a", "a"))),
        Part("browser", checks=(("meets", "b", "b"),), tests=("tests/there_is_none",), waits=True),
        Part("server", checks=(("meets", "c", "c"),), waits=True),
    )
    results = run_side_by_side(parts)
    assert [result.failed for result in results] == [1, 1, 0], "and what comes after a fault is run"
    assert close(results, 2.0) == 1
    said = capfd.readouterr().out
    assert "lint" in said and "json.tool there is no such file found faults" in said and "tests/there_is_none is not there" in said
    assert "together" in said and said.rstrip().endswith("0 passed, 2 failed, 0 skipped")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGTERM to pass on")
def test_parts_side_by_side_end_with_the_run_and_no_other_begins(meets: Path) -> None:
    parts = "Part('one', checks=(('meets', 'a', 'never'), ('meets', 'next', 'never'))), Part('two', checks=(('meets', 'b', 'never'),), waits=True)"
    front = f"from tools.parts import Part, run_side_by_side; run_side_by_side(({parts}))"
    process = subprocess.Popen([sys.executable, "-c", front], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    until = time.monotonic() + 60
    while not ((meets / "a").exists() and (meets / "b").exists()):
        assert time.monotonic() < until and process.poll() is None
        time.sleep(0.02)
    process.send_signal(signal.SIGTERM)
    said, _ = process.communicate(timeout=30)
    left = [line for line in said.splitlines() if " runs " in line and is_left(int(line.split()[-1]))]
    assert (process.returncode, said.count(" runs "), left) == (143, 2, []), said
    assert not (meets / "next").exists()


# Tests that fail the first time they run in their folder, and one that fails always.
HASTY = """
import pathlib, pytest
@pytest.mark.parametrize("number", range({hasty}))
def test_hasty(number):
    mark = pathlib.Path(__file__).with_name(f"tried-{{number}}")
    was_tried = mark.exists()
    mark.touch()
    assert was_tried
def test_steady():
    assert {steady}
"""


@pytest.mark.parametrize(
    ("again", "hasty", "steady", "failed", "alone"),
    [(True, 2, True, 0, 2), (False, 2, True, 2, 0), (True, 1, False, 2, 0), (True, MOST_AGAIN + 1, True, MOST_AGAIN + 1, 0)],
    ids=["they pass alone", "not a part of the clock", "one fails again", "too many"],
)
def test_a_few_failures_of_a_part_that_depends_on_the_clock_are_tried_again(
    again: bool, hasty: int, steady: bool, failed: int, alone: int, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "test_them.py").write_text(HASTY.format(hasty=hasty, steady=steady))
    (result,) = run_side_by_side((Part("clock", tests=(str(tmp_path),), pytest=("-n", "0"), waits=True, again=again),))
    assert (result.failed, result.passed + result.failed, len(result.again)) == (failed, hasty + 1, alone)
    assert close([result]) == (1 if failed else 0)
    said = capfd.readouterr().out
    assert said.count("failed beside the others, passed alone: ") == alone, "each by name"
    assert ("test_hasty[1]" in said) == (hasty > 1)
