"""How a finished game went: looked through in a child process, one game at a time, so that no game that is played waits for it.

Whoever asks gets an answer at once: how much is done, or all of it. What was found is kept for those who ask later.
"""

from __future__ import annotations

import atexit
import subprocess
import sys
import threading
from collections import OrderedDict
from contextlib import suppress
from pathlib import Path

import msgspec

import tipover
from tipover.table import cardbox
from tipover.table.looks.refusal import NotNow
from tipover.table.protocol import AnalysisIs

KEPT = 64  # games whose analysis is kept
MOST_WAITING = 6  # games that wait to be looked through
MOST_LASTING = 120.0  # seconds until a child that does not end is ended
_BEGIN = "import sys; sys.path[:0] = sys.argv[1:]; from tipover.table.analysischild import main; main()"

BUSY = "Many games are being looked through just now; ask again in a minute."
FAILED = "This game could not be looked through here; save its record and run `tipover analyse` on it."

Key = tuple[str, int]  # a table's code, and how many choices were made there


class _Study:
    """One game that is being looked through, or has been."""

    def __init__(self) -> None:
        self.done = 0.0
        self.found: AnalysisIs | None = None
        self.failed = False

    @property
    def is_open(self) -> bool:
        """Whether it waits or is being worked on."""
        return self.found is None and not self.failed


class Desk:
    """Looks through one game after another, and keeps what it found."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._turn = threading.Lock()
        self._studies: OrderedDict[Key, _Study] = OrderedDict()
        self._child: subprocess.Popen[bytes] | None = None

    def ask(self, key: Key, record: str, cards: list[str]) -> AnalysisIs:
        """How far a game is looked through, or what was found; the first who asks sets it going."""
        with self._lock:
            study = self._studies.get(key)
            if study is None:
                if sum(one.is_open for one in self._studies.values()) >= MOST_WAITING:
                    raise NotNow(BUSY)
                study = self._studies[key] = _Study()
                self._forget()
                task = {"record": record, "cards": cards, "folders": [str(Path(one).absolute()) for one in cardbox.folders()]}
                threading.Thread(target=self._work, args=(study, msgspec.json.encode(task)), name="tipover-analysis", daemon=True).start()
            self._studies.move_to_end(key)
            if study.failed:
                del self._studies[key]  # whoever asks again has it tried again
        if study.failed:
            raise NotNow(FAILED)
        return study.found or AnalysisIs("", min(study.done, 0.99))

    def _forget(self) -> None:
        """Keep only the last ones, and those that are not done yet."""
        old = [key for key, study in self._studies.items() if not study.is_open]
        for key in old[: max(0, len(self._studies) - KEPT)]:
            del self._studies[key]

    def _work(self, study: _Study, task: bytes) -> None:
        with self._turn:
            try:
                self._look(study, task)
            finally:
                study.failed = study.found is None

    def _look(self, study: _Study, task: bytes) -> None:
        """Let a child look through a game; it tells how far it is in lines, and at last what it found."""
        where = [str(Path(tipover.__file__).parents[1]), *(path for path in sys.path if path)]
        command = [sys.executable, "-I", "-c", _BEGIN, *where]
        child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env={}, cwd="/")
        self._child = child
        timer = threading.Timer(MOST_LASTING, child.kill)
        timer.daemon = True
        timer.start()
        try:
            assert child.stdin is not None and child.stdout is not None
            with suppress(OSError):
                child.stdin.write(task)
                child.stdin.close()
            for line in child.stdout:
                if line.startswith(b"{"):
                    study.found = msgspec.json.decode(line, type=AnalysisIs)
                else:
                    study.done = float(line)
        except (ValueError, msgspec.DecodeError):
            return
        finally:
            timer.cancel()
            _end(child)
            self._child = None

    def close(self) -> None:
        """End the child that is at work."""
        child = self._child
        if child is not None:
            child.kill()


def _end(child: subprocess.Popen[bytes]) -> None:
    if child.poll() is None:
        child.kill()
    for pipe in (child.stdin, child.stdout):
        if pipe is not None:
            with suppress(OSError):
                pipe.close()
    child.wait()


desk = Desk()
atexit.register(desk.close)
