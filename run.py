#!/usr/bin/env python3
"""Tipover's front door: sets up .venv with what a command needs, then plays, tests, measures or generates.

Standard library only, and written so that an older Python can at least read it and say what is wrong.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import subprocess
import sys
import time
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036 - said here, before anything fails less kindly
    sys.exit("Tipover needs Python 3.11 or newer; this is " + platform.python_version() + ".")
sys.path.insert(0, str(Path(__file__).resolve().parent))  # Python may have been told to leave the folder of a script out

from tools.commands import BIN, BROWSERS, CI, INTERRUPTED, PYTHON, ROOT, VENV, run, say
from tools.parts import PARTS, SOAKS, Result, close, pytest_steps, run_part, run_side_by_side, run_steps

STAMP = VENV / "tipover-stamp"

HELP = """Tipover: play the Funkoverse strategy game, and test its rules engine.

  python3 run.py play [OPTIONS]   Open the table in the browser. The options go to `tipover play`; `play --help` lists them.
  python3 run.py test             Run every part of the tests, some side by side, and print the time and result of each.
  python3 run.py test --install   The same, and first install what the machine lacks for them (as root, on Debian).
  python3 run.py test ARGUMENTS   Run pytest alone with these arguments, such as -k sight, without lint and types.
  python3 run.py soak [PART]      Run the long tests: {soaks}, or all of them.
                                  `table` is all its pieces, each of at most 25 minutes. `figures` measures in 25 minutes what is
                                  promised in milliseconds, `neighbours` the most delicate of it in 10; they want the machine for themselves.
  python3 run.py build [OPTIONS]  Compile the rules in this folder, which makes them faster; some minutes, and a C compiler is needed.
                                  With --remove back to pure Python. Everything works without it.
  python3 run.py bench [OPTIONS]  Measure the engine and print a table. The options go to the measurements.
  python3 run.py generate         Write every generated file anew (docs, protocol types, fixtures, the web's build) and say what changed.
                                  With --golden also the texts of whole games that tests compare with.

The first use makes the folder .venv beside this file and installs into it what the command needs, in the exact versions
that were tested (locks/), with uv where it is installed and with venv and pip elsewhere; later uses find it ready. The tests of the browser and of PostgreSQL need
chromium and postgresql: where they are missing those tests are skipped and counted. With CI=true in the environment they
are installed where possible, and a skipped test counts as a failure. The exit code is 0 when all went well, and 1 when something failed or could not be set up.
"""


class Stop(Exception):
    """A sentence for the person at the terminal; the run ends with exit code 1."""

    output = ""  # what the command printed that failed


# --- Set-up ---


def prepare(extra: str = "") -> None:
    """Make .venv hold the project and, if named, one of its extras. Does nothing where the stamp says it does."""
    wanted = fingerprint()
    stamp = STAMP.read_text(encoding="utf-8").split() if STAMP.is_file() else []
    if not (PYTHON.exists() and stamp[:1] == [wanted]):
        stamp = []
        make_venv()
    if stamp and (not extra or extra in stamp):
        return
    install(extra)
    extras = sorted({*stamp[1:], *([extra] if extra else [])})
    STAMP.write_text(" ".join([wanted, *extras]) + "\n", encoding="utf-8")


def prepare_tests(extra: str) -> None:
    """Prepare for tests, which start hundreds of processes: each would compile all it imports, were bytecode not kept."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    prepare(extra)


def fingerprint() -> str:
    """What .venv depends on: the project file, the locks, this Python, and the folder, since a venv does not survive a move."""
    files = [ROOT / "pyproject.toml", *sorted((ROOT / "locks").glob("*.txt"))]
    told = [*(file.read_bytes() for file in files), platform.python_version().encode(), os.fsencode(ROOT)]
    return hashlib.sha256(b"\0".join(told)).hexdigest()


def make_venv() -> None:
    if VENV.is_symlink() or VENV.is_file():
        VENV.unlink()
    elif VENV.exists():
        say("Removing .venv: it is out of date.")
        shutil.rmtree(VENV)
    # The Python that this one came from: run.py may be run by the very .venv that it replaces.
    python = getattr(sys, "_base_executable", None) or sys.executable
    uv = shutil.which("uv")
    say(f"Making .venv with {'uv' if uv else 'venv'} and Python {platform.python_version()}.")
    command = [uv, "venv", "--quiet", "--python", python, str(VENV)] if uv else [python, "-m", "venv", str(VENV)]
    quietly(
        command,
        "Could not make .venv. Python's venv module may be missing (on Debian: apt-get install python3-venv); uv does too.",
    )


def lock_for(extra: str) -> Path | None:
    """The file of exact versions for the project and one of its extras, if it is for this Python and platform; else None, and why."""
    lock = ROOT / "locks" / f"{extra or 'play'}.txt"
    if not lock.is_file():
        return None
    here = f"Python {sys.version_info[0]}.{sys.version_info[1]} on {sys.platform}"
    if f" for {here};" in lock.read_text(encoding="utf-8").splitlines()[0]:
        return lock
    say(f"The exact versions that were tested are not for {here}: installing what pyproject.toml allows instead.")
    return None


def install(extra: str) -> None:
    uv = shutil.which("uv")
    say(
        f"Installing tipover{f' and what its {extra}s need' if extra else ''} with {'uv' if uv else 'pip'}; once only, it may take a minute."
    )
    if uv:
        command = [uv, "pip", "install", "--quiet", "--python", str(PYTHON)]
    else:
        if not list(VENV.glob("**/site-packages/pip")):  # a .venv that uv made, and uv is gone
            quietly([str(PYTHON), "-m", "ensurepip"], "Could not put pip into .venv; remove the folder and run this again.")
        command = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"]
        # Of what tests need, most modules are never imported: compiling all of them would be half of the work.
        command += ["--no-compile"] if extra else []
    project = ["--editable", f".[{extra}]" if extra else "."]
    lock = lock_for(extra)
    if lock is not None and is_installed_by([*command, "--require-hashes", "--requirement", str(lock)]):
        project = ["--no-deps", "--no-build-isolation", "--editable", "."]
    quietly(
        [*command, *project],
        "Could not install what is needed. The package index may be out of reach: look at the network and run this again.",
        {"TIPOVER_PURE": "1"},  # an editable install compiles nothing, so it need not fetch what compiles
    )


def is_installed_by(command: list[str]) -> bool:
    """Install exact versions. An index that lacks one of them is said and passed over; a file with another hash is not."""
    try:
        quietly(command, "Could not install the exact versions that were tested.")
    except Stop as stop:
        if not any(sign in stop.output for sign in ("No matching distribution", "no version of", "was not found in the package registry")):
            raise
        say("This package index lacks an exact version that was tested: installing what pyproject.toml allows instead.")
        return False
    return True


def missing_programs() -> list[str]:
    """The Debian packages of programs that some tests need and this machine lacks."""
    postgres = shutil.which("postgres") or list(Path("/usr/lib/postgresql").glob("*/bin/postgres"))
    return [BROWSERS[0], "fonts-dejavu-core"] * (not any(map(shutil.which, BROWSERS))) + ["postgresql"] * (not postgres)


def equip(wanted: bool) -> None:
    """Install the programs that tests need, where that is wanted and possible; else say how."""
    lacks = missing_programs()
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    if wanted and is_root and shutil.which("apt-get"):
        if lacks:
            install_programs(lacks)
        elif not shutil.which(BROWSERS[0]):
            try:
                install_programs([BROWSERS[0]])
            except Stop:
                say("The tests use the browser that there is, which is slower.")
    elif lacks:
        say(f"The tests that need {' and '.join(lacks)} are skipped. On Debian, as root: {install_line(lacks)}")


def install_line(packages: list[str]) -> str:
    return f"apt-get install --yes --no-install-recommends {' '.join(packages)}"


def install_programs(packages: list[str]) -> None:
    """Install packages of Debian."""
    say(f"Installing {' and '.join(packages)}.")
    os.environ["DEBIAN_FRONTEND"] = "noninteractive"
    quietly(["apt-get", "update", "--quiet"], "Could not read the lists of Debian's packages.")
    quietly(install_line(packages).split(), f"Could not install {' and '.join(packages)}.")


def quietly(command: list[str], complaint: str, env: dict[str, str] | None = None) -> None:
    """Run a command whose output matters only when it fails; then show its end and stop with the complaint."""
    told = {**os.environ, **(env or {})}
    try:
        process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=told)
    except OSError as error:
        raise Stop(f"{complaint} ({error})") from error
    output = waited(process)
    if process.returncode:
        lines = [line for line in output.decode("utf-8", "replace").splitlines() if line.strip()]
        telling = [line for line in lines if "error:" in line.lower()] or lines
        for line in telling[-4:]:
            say(f"  {line}")
        stop = Stop(complaint)
        stop.output = "\n".join(lines)
        raise stop


def waited(process: subprocess.Popen[bytes]) -> bytes:
    """What a command printed, when it has ended; where somebody watches, its seconds are counted meanwhile."""
    watched, seconds = sys.stdout.isatty(), 0
    try:
        while True:
            try:
                output: bytes = process.communicate(timeout=1)[0]
                return output
            except subprocess.TimeoutExpired:
                seconds += 1
                if watched:
                    print(f"\r  {seconds} s", end="", flush=True)
    except BaseException:
        process.kill()
        process.wait()
        raise
    finally:
        if watched and seconds:
            print(f"\r{' ' * 12}\r", end="", flush=True)


# --- The commands ---


def play(rest: list[str]) -> int:
    prepare()
    return run([str(BIN / "tipover"), "play", *rest], cwd=None, patient=True)


def test(rest: list[str]) -> int:
    begun = time.monotonic()
    prepare_tests("test")
    equip(CI or "--install" in rest)
    rest = [word for word in rest if word != "--install"]
    setup = Result("set-up", time.monotonic() - begun, notes=["ready"])
    if rest:
        chosen = Result("pytest")
        began = time.monotonic()
        run_steps(pytest_steps(chosen, rest), {})
        chosen.seconds = time.monotonic() - began
        return close([setup, chosen])
    results = run_side_by_side(PARTS)
    return close([setup, *results], time.monotonic() - begun)


def soak(rest: list[str]) -> int:
    names = [part.name for part in SOAKS]
    whole = rest[:1] == ["table"]  # its pieces
    if len(rest) > 1 or (rest and not whole and rest[0] not in names):
        raise Stop(f"soak knows the parts {', '.join(names)}, table, one or all of them; {' '.join(rest)} is none.")
    prepare_tests("soak")
    equip(CI)
    chosen = [part for part in SOAKS if (part.name in rest or (whole and part.name.startswith("table-")) if rest else not part.alone)]
    return close([run_part(part, SOAKS, {"TIPOVER_SOAK": "1"}) for part in chosen])


def build(rest: list[str]) -> int:
    prepare("test")
    return run([str(PYTHON), "-m", "tools.build_core", *rest], env={"PYTHONPATH": str(ROOT)})


def bench(rest: list[str]) -> int:
    if not (ROOT / "bench" / "__main__.py").is_file():
        raise Stop("There are no measurements: bench/__main__.py is missing.")
    prepare("test")
    return run([str(PYTHON), "-m", "bench", *rest])


def generate(rest: list[str]) -> int:
    prepare("test")
    return run([str(PYTHON), "-m", "kit.generated", *rest], env={"PYTHONPATH": f"{ROOT / 'tests'}{os.pathsep}{ROOT}"})


COMMANDS = {"play": play, "test": test, "soak": soak, "build": build, "bench": bench, "generate": generate}


def main(words: list[str]) -> int:
    command, rest = (words[0], words[1:]) if words else ("--help", [])
    asks_help = command in ("-h", "--help", "help") or (command != "play" and rest[:1] in (["-h"], ["--help"]))
    if asks_help and (command in COMMANDS or command in ("-h", "--help", "help")):
        say(HELP.format(soaks=", ".join(part.name for part in SOAKS)).rstrip())
        return 0
    if command not in COMMANDS:
        say(f"There is no command {command}; there are {', '.join(COMMANDS)}. `python3 run.py --help` tells more.")
        return 2
    try:
        return COMMANDS[command](rest)
    except Stop as stop:
        say(str(stop))
        return 1
    except OSError as error:
        say(f"Could not do that: {error}.")
        return 1
    except KeyboardInterrupt:
        say("")
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
