"""Numbers, lists, calls and objects in compiled code (`tools/shortcuts.h`) are what they are in Python.

A small module is compiled with them and held to the same module interpreted, over numbers of every size and sign.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("mypyc", reason="mypyc compiles; `run.py test` installs it")

from tools.build_core import build_core, why_not

ROOT = Path(__file__).parents[2]
PROBED = Path(__file__).with_name("shortcuts_taken.py")
TRIED = Path(__file__).with_name("try_shortcuts.py")


if reason := why_not():
    if os.environ.get("TIPOVER_PURE", "") in ("", "0"):
        pytest.skip(reason, allow_module_level=True)


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package with the module compiled, as a release is."""
    source = tmp_path_factory.mktemp("shortcuts") / "src"
    left_out = shutil.ignore_patterns("__pycache__", "tipover_core.*", "compiled.json", "static", "packs")
    shutil.copytree(ROOT / "src", source, ignore=left_out)
    (source / "tipover" / "board" / "shortcuts_taken.py").write_bytes(PROBED.read_bytes())
    build_core(source / "tipover", ROOT / "build" / "shortcuts", source, files=[Path("tipover/board/shortcuts_taken.py")])
    return source


@pytest.mark.long
def test_numbers_lists_calls_and_objects_are_those_of_python(source: Path) -> None:
    env = {name: value for name, value in os.environ.items() if name != "TIPOVER_PURE"} | {"PYTHONPATH": str(source)}
    done = subprocess.run([sys.executable, str(TRIED)], env=env, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["compiled"]
