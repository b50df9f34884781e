"""The parts of the test command and of the soak: what each runs, what came of it, and which run side by side.

Standard library only, and written so that an older Python can read it: it is imported before there is a .venv.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Generator, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TYPE_CHECKING

from tools.commands import CI, PYTHON, ROOT, Children, run, say

# --- The parts. A new one is one line here: the folders it names are taken out of the part that has `rest = True`. ---


@dataclass(frozen=True)
class Part:
    """One part of a run: programs of .venv, or folders of tests for pytest, or both."""

    name: str
    checks: tuple[tuple[str, ...], ...] = ()  # each a module of .venv with its arguments, run as `python -m …`
    tests: tuple[str, ...] = ()
    rest: bool = False  # run `tests` without what the other parts name
    pytest: tuple[str, ...] = ()  # further arguments
    minutes: float | None = None  # stopped, and failed, after this long; not where it runs beside others
    env: tuple[tuple[str, str], ...] = ()  # further variables of the environment
    alone: bool = False  # run only if it is named
    waits: bool = False  # its tests often wait, for a server, a frame or a clock: what computes runs beside it
    again: bool = False  # its tests depend on the clock: a few that fail beside the others are tried once more, alone


MOST_AGAIN = 4  # more failures than these are no matter of the clock: nothing is tried again
LOWER = 19  # by so much lower is the priority of what computes: servers, browsers, and the bots and analyses that think for them come first
COMPUTING = os.cpu_count() or 1  # rows of parts that compute, of one process each
JOBS = str(os.cpu_count() or 1)
ONE_MORE = str((os.cpu_count() or 1) + 1)
ONE = ("-n", "0")  # of the parts that compute there run several at a time
PARTS = (
    Part("rules and the rest", tests=("tests",), rest=True, pytest=ONE),  # the longest first, so that no core waits at the end
    Part("bots", tests=("tests/bots",), pytest=ONE, again=True),
    Part("cards", tests=("tests/cards",), pytest=ONE),
    Part("laws and reckoning", tests=("tests/laws", "tests/reckoning"), pytest=ONE),
    Part("lint and types", checks=(("ruff", "check", "."), ("ruff", "format", "--check", "."), ("mypy",))),
    # They start programs, compile, or are given seconds to think.
    Part(
        "commands and builds",
        tests=("tests/cli", "tests/builds", "tests/play/test_card_trial.py", "tests/test_docs.py"),
        pytest=ONE,
        again=True,
    ),
    Part("envs and lab", tests=("tests/envs", "tests/lab"), pytest=ONE, again=True),
    Part("server and stores", tests=("tests/table",), pytest=("-n", ONE_MORE), waits=True, again=True),
    # A browser waits for frames, the server and the clock: three of them keep two cores busy.
    Part("browser", tests=("tests/web",), pytest=("-n", str(3 * (os.cpu_count() or 1) // 2)), waits=True, again=True),
)
SOAKS = (
    Part("laws", tests=("tests/laws",), minutes=90),
    Part("reckoning", tests=("tests/reckoning",), minutes=40),
    Part("bots", tests=("tests/bots", "tests/envs", "tests/lab"), minutes=120),
    # The table in pieces of at most 25 minutes, one test at a time: `soak table` runs them all.
    *(
        Part(f"table-{name}", tests=tuple(f"tests/table/reliability/test_{one}.py" for one in tests), pytest=("-n", "0"), minutes=25)
        for name, tests in {
            "faults": ("f1_killed", "f2_answers_lost", "f6_return", "f10_rolling_restart"),
            "network": ("f3_bad_network",),
            "secrets": ("s1_seats", "s2_secrets", "s4_twice"),
            "mutations": ("s3_mutations", "s6_bombs", "s16_texts"),
            "dice": ("s9_doors", "s10_rolls", "s15_chosen_dice"),
            "crowds": ("l3_crowds", "l7_two_processes", "l9_large_stores", "s11_silence", "s12_frames", "s13_dear_cards", "s14_sharing"),
            "load": ("l1_load", "neighbours"),
        }.items()
    ),
    Part("table-rest", tests=("tests/table",), pytest=("-n", "0", "--ignore=tests/table/reliability"), minutes=25),
    # What is promised in milliseconds, and so wants a quiet machine: the rows of docs/reliability.md that are figures, in 25 minutes.
    Part(
        "figures",
        tests=("tests/table",),
        pytest=("-n", "0", "-m", "figure"),
        minutes=40,
        env=(("TIPOVER_WINDOW", "12"), ("TIPOVER_MINUTES", "25")),
        alone=True,
    ),
    # Of these the ones that depend most on what else the machine does, in 10 minutes: what others' strangers and a move cost, L1, L2, L5.
    Part(
        "neighbours",
        tests=("tests/table/reliability/test_neighbours.py", "tests/table/reliability/test_l1_load.py"),
        pytest=("-n", "0", "-k", "heads or silent or grinding or thinking or costs or bots_and_hints or one_process or fifty_rooms"),
        minutes=15,
        env=(("TIPOVER_WINDOW", "20"), ("TIPOVER_MINUTES", "12")),
        alone=True,
    ),
    Part("browser", tests=("tests/web",), minutes=40),
    Part("rest", tests=("tests",), rest=True, minutes=40),  # every other test, with a soak's number of examples
    Part("compiled", tests=("tests/builds",), minutes=120),
    Part("sim", checks=(("tipover", "sim", "--random", "--games", "10000", "--seed", "soak", "--jobs", JOBS),), minutes=60),
)


@dataclass
class Result:
    """How one part went."""

    name: str
    seconds: float = 0.0
    passed: int = 0
    failed: int = 0
    again: list[str] = field(default_factory=list)  # tests that passed only when they were tried again
    skips: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def words(self) -> str:
        words = [f"{self.failed} failed"] if self.failed else []
        if self.passed or not (self.failed or self.skips or self.notes):
            words.append(f"{self.passed} passed" if self.passed else "passed")
        if self.skips:
            words.append(f"{len(self.skips)} skipped")
        if self.again:
            words.append(f"{len(self.again)} of them only when tried again")
        return ", ".join(words + self.notes)


# --- Running one part ---

if TYPE_CHECKING:
    Steps = Generator[list[str], int, None]  # commands; each is given back its exit code


def steps_of(part: Part, parts: Sequence[Part], result: Result, options: Sequence[str] = ()) -> Steps:
    """The commands of a part in order; what came of each is added to the result. `options`: further ones of pytest."""
    for check in part.checks:
        if (yield [str(PYTHON), "-m", *check]):
            result.failed += 1
            result.notes.append(f"{' '.join(check[:2])} found faults")
    there = [name for name in part.tests if (ROOT / name).exists()]
    for name in part.tests:
        if name not in there:
            result.failed += 1
            result.notes.append(f"{name} is not there")
    if there:
        yield from pytest_steps(result, [*there, *left_out(part, parts), *part.pytest, *options])


def left_out(part: Part, parts: Sequence[Part]) -> list[str]:
    """For the part that runs the rest: pytest's options to leave out the folders that other parts take."""
    if not part.rest:
        return []
    return [f"--ignore={name}" for other in parts if not other.rest for name in other.tests]


def pytest_steps(result: Result, extra: list[str]) -> Steps:
    """Pytest on all cores; what its own report says of each test is added to the result."""
    with tempfile.TemporaryDirectory(prefix="tipover-") as folder:
        report = Path(folder, "report.xml")
        # Our options first: the person's, such as -n 0, come later and win.
        options = ["-q", "-n", JOBS, "--dist", "worksteal", f"--junitxml={report}"]
        code = yield [str(PYTHON), "-m", "pytest", *options, *extra]
        counted = len(read_report(report, result))
    if code == 5 and not counted:
        result.notes.append("no test was chosen")
    if code and not result.failed:
        result.failed += 1
        if code != 5:
            result.notes.append(f"pytest ended with code {code}")


def announcement(command: list[str]) -> str:
    """A line before what a command prints; pytest says enough by itself."""
    return "" if command[2] == "pytest" else f"Running {' '.join(command[2:])}.\n"


def environment(part: Part, env: dict[str, str]) -> dict[str, str]:
    """The variables of a part; the person's own win."""
    return {**{name: os.environ.get(name, value) for name, value in part.env}, **env}


def run_part(part: Part, parts: Sequence[Part], env: dict[str, str]) -> Result:
    """Run a part in the foreground."""
    say(f"\n--- {part.name} ---")
    result = Result(part.name)
    begun = time.monotonic()
    try:
        run_steps(steps_of(part, parts, result), environment(part, env), part.minutes)
    except subprocess.TimeoutExpired:
        result.failed += 1
        result.notes.append(f"stopped after {part.minutes:g} minutes")
    result.seconds = time.monotonic() - begun
    return result


def run_steps(steps: Steps, env: dict[str, str], minutes: float | None = None) -> None:
    """Run commands one after the other in the foreground."""
    with suppress(StopIteration):
        command = next(steps)
        while True:
            print(announcement(command), end="", flush=True)
            command = steps.send(run(command, env=env, minutes=minutes))


def read_report(report: Path, result: Result) -> list[str]:
    """Add each test case of a JUnit report to the result; give their names. An expected failure counts as passed."""
    try:
        cases = list(ElementTree.parse(report).getroot().iter("testcase"))
    except (OSError, ElementTree.ParseError):
        return []
    for case in cases:
        skip = case.find("skipped")
        if case.find("failure") is not None or case.find("error") is not None:
            result.failed += 1
        elif skip is not None and skip.get("type") != "pytest.xfail":
            result.skips.append(f"{case.get('classname')}::{case.get('name')}: {skip.get('message')}")
        else:
            result.passed += 1
    return [f"{case.get('classname')}::{case.get('name')}" for case in cases]


def try_again(part: Part, result: Result, cache: Path) -> None:
    """Run once more, alone, the few tests that failed beside the others; those that pass now are told by name and count as passed."""
    if not (part.again and 0 < result.failed <= MOST_AGAIN and (cache / "v").exists()):
        return
    say(f"\n--- {part.name}: what failed, once more and alone ---")
    second = Result(part.name)
    with tempfile.TemporaryDirectory(prefix="tipover-") as folder:
        report = Path(folder, "report.xml")
        options = ["-q", "-n", "0", "--last-failed", "--last-failed-no-failures=none", f"--junitxml={report}", *cached_in(cache)]
        code = run([str(PYTHON), "-m", "pytest", *options, *part.tests], env=environment(part, dict(os.environ)))
        names = read_report(report, second)
    if code == 0 and second.passed == result.failed:
        result.again = names
        result.passed, result.failed = result.passed + second.passed, 0


def cached_in(folder: Path) -> list[str]:
    """Pytest's options that let it note in a folder which tests failed."""
    return ["-o", f"cache_dir={folder}"]


def close(results: Sequence[Result], seconds: float | None = None) -> int:
    """Print the skips with their reasons, the table of parts, the time of all together, and the count; give the exit code."""
    passed, failed = sum(result.passed for result in results), sum(result.failed for result in results)
    skips = [skip for result in results for skip in result.skips]
    say("")
    for skip in skips:
        say(f"skipped: {skip}")
    if skips and CI:
        say("With CI=true a skip counts as a failure.")
    for name in (name for result in results for name in result.again):
        say(f"failed beside the others, passed alone: {name}")
    width = max(len(name) for name in ("together", *(result.name for result in results)))
    for result in results:
        say(f"{result.name:<{width}}  {result.seconds:7.1f} s  {result.words}")
    if seconds is not None:
        say(f"{'together':<{width}}  {seconds:7.1f} s")
    say(f"{passed} passed, {failed} failed, {len(skips)} skipped")
    return 1 if failed or (skips and CI) else 0


# --- Running parts side by side ---


def run_side_by_side(parts: Sequence[Part]) -> list[Result]:
    """Run the parts that wait one after the other, and beside them, in as many rows as there are cores, those that compute, with a lower priority.

    A browser or a server leaves the cores idle half of the time; what computes takes that time and no other. What a part
    prints is kept and shown when the part has ended. Ctrl-C reaches the commands too, so they are waited for.
    What failed in a part that depends on the clock is tried once more when all parts have ended.
    """
    waiting, computing = [part for part in parts if part.waits], [part for part in parts if not part.waits]
    say("\nThe parts run side by side. What each prints is shown when it has ended.")
    results: dict[str, Result] = {}
    with tempfile.TemporaryDirectory(prefix="tipover-") as kept:
        folder = Path(kept)
        with Children() as children:
            queue = iter(computing)  # each row that computes takes the next part
            rows = [row(iter(waiting), parts, folder, children, results, 0)]
            rows += [row(queue, parts, folder, children, results, LOWER) for _ in range(COMPUTING)]
            run_rows(rows, children)
        for part in parts:
            try_again(part, results[part.name], cache_of(part, folder))
    return [results[part.name] for part in parts]


def run_rows(rows: Sequence[Generator[str, None, None]], children: Children) -> None:
    """Keep every row going until all have ended, and show what is under way."""
    begun = time.monotonic()
    try:
        while not children.terminated:
            names = [next(one, "") for one in rows]
            if not any(names):
                break
            show_progress(f"  {time.monotonic() - begun:.0f} s: {' and '.join(name for name in names if name)}")
            time.sleep(0.1)
    except KeyboardInterrupt:
        children.wait()
        raise
    finally:
        children.end()
        for one in rows:
            one.close()


def row(
    queue: Iterator[Part], parts: Sequence[Part], folder: Path, children: Children, results: dict[str, Result], lower: int
) -> Generator[str, None, None]:
    """Run parts one after the other without waiting for them: gives the name of the part under way whenever it is asked."""
    for part in queue:
        result = results[part.name] = Result(part.name)
        begun = time.monotonic()
        steps = steps_of(part, parts, result, cached_in(cache_of(part, folder)))
        with (folder / f"{part.name}.txt").open("w+b") as output, suppress(StopIteration):
            try:
                command = next(steps)
                while True:
                    process = started(command, environment(part, dict(os.environ)), output, lower)
                    children.processes.append(process)
                    while process.poll() is None:
                        yield part.name
                    children.processes.remove(process)
                    command = steps.send(process.returncode)
            finally:
                result.seconds = time.monotonic() - begun
                output.seek(0)
                show_progress("")
                say(f"\n--- {part.name} ---\n{output.read().decode('utf-8', 'replace').rstrip()}")


def cache_of(part: Part, folder: Path) -> Path:
    """Where pytest notes which tests of a part failed."""
    return folder / f"{part.name} failed"


def started(command: list[str], env: dict[str, str], output: IO[bytes], lower: int) -> subprocess.Popen[bytes]:
    """A command that has been started, with what it prints going to a file, and its priority lower by so much."""
    output.write(announcement(command).encode())
    output.flush()
    process = subprocess.Popen(command, cwd=ROOT, env=env, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT)
    if lower and sys.platform != "win32":
        with suppress(OSError):  # it may have ended already
            os.setpriority(os.PRIO_PROCESS, process.pid, os.getpriority(os.PRIO_PROCESS, 0) + lower)
    return process


def show_progress(line: str) -> None:
    """Put a line where somebody watches instead of the last such line; an empty one takes it away."""
    if sys.stdout.isatty():
        print(f"\r{line:<78.78}\r{line:.78}", end="", flush=True)
