"""Running the command line in tests: inside the process, and as a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from tipover.cli.entry import tipover

SOURCE = Path(__file__).resolve().parents[2] / "src"


def run(*words: str | Path, typed: str | bytes | None = None, code: int = 0, columns: int = 80) -> Result:
    """Call `tipover …`; its exit code must be as said, and nothing it prints may steer a terminal."""
    result = CliRunner().invoke(tipover, [str(word) for word in words], input=typed, env={"COLUMNS": str(columns)})
    assert result.exit_code == code, f"exit code {result.exit_code}\n{result.output}\n{result.exception!r}"
    assert "Traceback" not in result.output
    assert all(sign.isprintable() or sign == "\n" for sign in result.output)
    return result


def answer(*words: str | Path, typed: str | bytes | None = None, code: int = 0) -> Any:
    """The JSON that `tipover … --json` prints."""
    return json.loads(run(*words, "--json", typed=typed, code=code).stdout)


def process(*words: str | Path, typed: bytes = b"", **more: str) -> subprocess.CompletedProcess[bytes]:
    """Run `python -m tipover …` as a process of its own."""
    env = {**os.environ, "PYTHONPATH": str(SOURCE), "COLUMNS": "80", **more}
    command = [sys.executable, "-m", "tipover", *(str(word) for word in words)]
    return subprocess.run(command, input=typed, capture_output=True, env=env, timeout=120, check=False)
