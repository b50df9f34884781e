"""What `run.py` and its parts share: where things are, and commands that end with the one who started them.

Standard library only, and written so that an older Python can read it: it is imported before there is a .venv.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import FrameType

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
CI = os.environ.get("CI") == "true"
INTERRUPTED = 130
TERMINATED = 143
# Programs that tests can drive as a browser, the best first: one without windows needs less than half of the time to open a page.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
PATIENCE = 10  # seconds that a terminated command has to end


def say(text: str) -> None:
    """Print a line; letters that the terminal does not have are written as their numbers."""
    coding = sys.stdout.encoding or "utf-8"
    print(text.encode(coding, "backslashreplace").decode(coding), flush=True)


class Children:
    """Processes started while this lasts. SIGTERM, which reaches this process alone, is passed on: they end, then this run."""

    def __init__(self) -> None:
        self.processes: list[subprocess.Popen[bytes]] = []
        self.terminated = False

    def __enter__(self) -> Children:
        self._before = signal.signal(signal.SIGTERM, self._pass_on)
        return self

    def __exit__(self, *error: object) -> None:
        signal.signal(signal.SIGTERM, self._before)
        if self.terminated:
            raise SystemExit(TERMINATED)

    def _pass_on(self, _number: int, _frame: FrameType | None) -> None:
        self.terminated = True
        for process in self.processes:
            process.terminate()

    def wait(self) -> None:
        """Wait until all of them have ended."""
        for process in self.processes:
            process.wait()

    def end(self) -> None:
        """End those that are left."""
        for process in self.processes:
            end(process)


def end(process: subprocess.Popen[bytes]) -> None:
    """Tell a process to end, and kill it if it does not."""
    process.terminate()
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def run(
    command: list[str],
    cwd: Path | None = ROOT,
    env: dict[str, str] | None = None,
    minutes: float | None = None,
    patient: bool = False,
) -> int:
    """Run a command in the foreground and give its exit code; None as cwd stays where the person is.

    Ctrl-C reaches the command too, so it is waited for, not killed; then this run ends, unless it is patient and
    leaves the meaning of Ctrl-C to the command. One that runs over its minutes is ended.
    """
    with Children() as children:
        process = subprocess.Popen(command, cwd=cwd, env={**os.environ, **(env or {})})
        children.processes.append(process)
        return wait_for(process, minutes, patient)


def wait_for(process: subprocess.Popen[bytes], minutes: float | None, patient: bool) -> int:
    """The exit code of a command in the foreground, when it has ended."""
    ends = time.monotonic() + minutes * 60 if minutes else None
    interrupted = False
    while True:
        try:
            code = process.wait(None if ends is None else max(0.0, ends - time.monotonic()))
            break
        except KeyboardInterrupt:
            if interrupted and not patient:
                raise
            interrupted = True
        except subprocess.TimeoutExpired:
            end(process)
            raise
    if interrupted and not patient:
        raise KeyboardInterrupt
    return code
