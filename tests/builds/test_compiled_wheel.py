"""The wheel of a machine with a C compiler has the compiled modules; without one it is pure, and the build says why."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

pytest.importorskip("hatchling", reason="hatchling builds the wheel; `run.py test` installs it")

ROOT = Path(__file__).parents[2]


def built(folder: Path, minutes: float, **env: str) -> tuple[Path, str]:
    """A wheel of this tree, and what the build said."""
    told = {name: value for name, value in os.environ.items() if name != "TIPOVER_PURE"} | env
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    done = subprocess.run(command, cwd=ROOT, env=told, capture_output=True, text=True, timeout=60 * minutes)
    assert done.returncode == 0, done.stderr
    return next(folder.iterdir()), done.stdout + done.stderr


def test_without_a_compiler_the_wheel_is_pure_and_says_why(tmp_path: Path) -> None:
    wheel, said = built(tmp_path, 2, CC="no-such-compiler")
    assert said.count("Tipover is built as pure Python: there is no C compiler (no-such-compiler).") == 1
    assert wheel.name.endswith("-py3-none-any.whl")
    with zipfile.ZipFile(wheel) as files:
        assert "tipover/compiled.json" not in files.namelist()


def test_whatever_a_compiler_says_a_wheel_is_built(tmp_path: Path) -> None:
    """A program that is no compiler and whose message is in no known encoding."""
    compiler = tmp_path / "cc"
    compiler.write_bytes(b"#!/bin/sh\nprintf 'error: \\377\\376' >&2\nexit 1\n")
    compiler.chmod(0o755)
    (tmp_path / "wheel").mkdir()
    script = (
        "import sys, tools.build_core as core, hatchling.build as build\n"
        "core._translated = lambda files, source, work: ([source / 'tipover' / 'compiled.py'], [])\n"
        "if sys.argv[2:]: core._translated = None\n"
        "build.build_wheel(sys.argv[1])\n"
    )
    env = {name: value for name, value in os.environ.items() if name != "TIPOVER_PURE"} | {"CC": str(compiler), "PYTHONPATH": str(ROOT)}
    for more, reason in (([], "the C compiler failed: error: \ufffd\ufffd"), (["broken"], "'NoneType' object is not callable")):
        command = [sys.executable, "-c", script, str(tmp_path / "wheel"), *more]
        done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        assert f"Tipover is built as pure Python: {reason}." in done.stdout + done.stderr
    assert next((tmp_path / "wheel").iterdir()).name.endswith("-py3-none-any.whl")


def test_an_editable_install_asks_for_no_compiler() -> None:
    script = "import hatchling.build as build; print(build.get_requires_for_build_editable()); print(build.get_requires_for_build_wheel())"
    env = {name: value for name, value in os.environ.items() if name != "TIPOVER_PURE"} | {"CC": sys.executable}
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, env=env, capture_output=True, text=True, check=True, timeout=120)
    editable, wheel = done.stdout.splitlines()
    assert "mypy" not in editable and "setuptools" not in editable
    assert "mypy" in wheel


@pytest.mark.soak
def test_the_wheel_of_a_machine_with_a_compiler_is_compiled(tmp_path: Path) -> None:
    wheel, said = built(tmp_path / "wheel", 60)
    assert "pure Python" not in said
    assert not wheel.name.endswith("-none-any.whl")
    with zipfile.ZipFile(wheel) as files:
        files.extractall(tmp_path / "site")
    env = {name: value for name, value in os.environ.items() if name != "TIPOVER_PURE"}
    env["PYTHONPATH"] = os.pathsep.join([str(tmp_path / "site"), sysconfig.get_path("purelib")])
    command = [sys.executable, "-m", "tipover"]
    told = subprocess.run([*command, "--version"], env=env, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert told.strip().endswith("(compiled)")
    subprocess.run([*command, "sim", "--games", "2", "--seed", "7"], env=env, cwd=tmp_path, capture_output=True, check=True, timeout=300)
