"""Analysis of finished games in a child process, one game at a time, so that running games do not wait for it.

Every request is answered at once, with the progress or with the result. Results are cached, but for those of a child that broke
off: they are told once, and the next request starts again.
"""

from __future__ import annotations

import atexit
import subprocess
import threading
import time
from collections import OrderedDict
from contextlib import suppress
from pathlib import Path

import msgspec

from tipover.engine.core.language import ENGLISH
from tipover.engine.core.said import say
from tipover.table import cardbox
from tipover.table.children import CHECKING, command
from tipover.table.limits import LOOPBACK, network_of
from tipover.table.protocol.from_server import AnalysisIs
from tipover.table.queries.refusal import NotNow

KEPT = 64  # cached analyses
MOST_WAITING = 6  # games in the queue
MOST_OF_ONE = 2  # of these, games of one address that is not of this machine
MOST_SILENT = 120.0  # seconds without a word from a child process, after which it is killed
MOST_LASTING = 600.0  # seconds after which it is killed in any case

BUSY = say("refused.analysis_busy")
FAILED = say("refused.analysis_failed")

Key = tuple[str, int]  # a table's code, and how many choices were made there


class _Study:
    """The analysis of one game: queued, running, done or failed."""

    def __init__(self, asker: str) -> None:
        self.asker = asker  # the address that asked first
        self.done = 0.0
        self.told: dict[str, AnalysisIs] | None = None  # what is known so far, by language
        self.is_whole = False  # whether that is the result
        self.ended = False

    @property
    def is_open(self) -> bool:
        """Whether it is queued or running."""
        return not self.ended

    def end(self) -> None:
        """Nobody works on it any more: what is known now is the result, and says itself how many decisions were not searched."""
        if self.told is not None:
            self.told = {language: msgspec.structs.replace(one, done=1.0) for language, one in self.told.items()}
        self.ended = True

    def in_language(self, language: str) -> AnalysisIs:
        """What is known so far."""
        if self.told is None:
            return AnalysisIs("", min(self.done, 0.99))
        told = self.told[language]
        return told if self.ended else msgspec.structs.replace(told, done=min(max(told.done, self.done), 0.99))


class AnalysisQueue:
    """Analyses one game after another, and caches the results."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._turn = threading.Lock()
        self._studies: OrderedDict[Key, _Study] = OrderedDict()
        self._child: subprocess.Popen[bytes] | None = None

    def ask(self, key: Key, record: str, cards: list[str], language: str = ENGLISH, address: str = "") -> AnalysisIs:
        """The progress or the result of a game's analysis; the first request starts it, if its address has not too many open."""
        asker = network_of(address)
        with self._lock:
            study = self._studies.get(key)
            if study is None:
                askers = [one.asker for one in self._studies.values() if one.is_open]
                if len(askers) >= MOST_WAITING or (asker not in LOOPBACK and askers.count(asker) >= MOST_OF_ONE):
                    raise NotNow(BUSY)
                study = self._studies[key] = _Study(asker)
                self._forget()
                task = {"record": record, "cards": cards, "folders": [str(Path(one).absolute()) for one in cardbox.folders()]}
                threading.Thread(target=self._work, args=(study, msgspec.json.encode(task)), name="tipover-analysis", daemon=True).start()
            self._studies.move_to_end(key)
            has_broken_off = study.ended and not study.is_whole
            if has_broken_off:
                del self._studies[key]  # the next request starts it again
        if has_broken_off and study.told is None:
            raise NotNow(FAILED)
        return study.in_language(language)

    def _forget(self) -> None:
        """Drop the least recently used results; unfinished analyses stay."""
        old = [key for key, study in self._studies.items() if not study.is_open]
        for key in old[: max(0, len(self._studies) - KEPT)]:
            del self._studies[key]

    def _work(self, study: _Study, task: bytes) -> None:
        with self._turn:
            try:
                self._run_child(study, task)
            finally:
                study.end()

    def _run_child(self, study: _Study, task: bytes) -> None:
        """Run the child process, which prints its progress line by line, what is known so far now and then, and the result at the end."""
        program = command("tipover.table.analysischild", CHECKING)
        child = subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env={}, cwd="/")
        self._child = child
        last = time.monotonic() + MOST_LASTING
        timer = _killer(child, MOST_SILENT)
        try:
            assert child.stdin is not None and child.stdout is not None
            with suppress(OSError):
                child.stdin.write(task)
                child.stdin.close()
            for line in child.stdout:
                timer.cancel()
                timer = _killer(child, min(MOST_SILENT, last - time.monotonic()))
                if line.startswith(b"{"):
                    study.told = msgspec.json.decode(line, type=dict[str, AnalysisIs])
                    study.is_whole = study.told[ENGLISH].done == 1.0
                else:
                    study.done = float(line)
        except (ValueError, msgspec.DecodeError):
            return
        finally:
            timer.cancel()
            _end(child)
            self._child = None

    def close(self) -> None:
        """Kill the running child process."""
        child = self._child
        if child is not None:
            child.kill()


def _killer(child: subprocess.Popen[bytes], seconds: float) -> threading.Timer:
    """Kill a child process after so many seconds, unless it is cancelled."""
    timer = threading.Timer(max(0.0, seconds), child.kill)
    timer.daemon = True
    timer.start()
    return timer


def _end(child: subprocess.Popen[bytes]) -> None:
    if child.poll() is None:
        child.kill()
    for pipe in (child.stdin, child.stdout):
        if pipe is not None:
            with suppress(OSError):
                pipe.close()
    child.wait()


analyses = AnalysisQueue()
atexit.register(analyses.close)
