"""What is told of an error that nobody foresaw: a file that can be pasted into a report, without names, tokens or secrets."""

from __future__ import annotations

import logging
import os
import platform
import re
import stat
import sys
import tempfile
import time
import traceback
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from importlib import metadata
from pathlib import Path

from tipover.engine.core.translations import english
from tipover.engine.core.version import __version__
from tipover.table.snapshots import code_digest

MOST_KEPT = 20  # files; the oldest goes first
LONGEST = 300  # characters of an error's message
PACKAGES = ("click", "starlette", "uvicorn", "websockets", "msgspec", "asyncpg", "ray")
_URL = re.compile(r"\b([a-z][a-z+]{1,15}://)\S+", re.IGNORECASE)
_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"|„[^“]*“|“[^”]*”")
_WORD = re.compile(r"[a-z]{1,15}")
_MARK = re.compile(r"[0-9]{1,3}|[a-z+]+://…|'…'|…")
_OPTION = re.compile(r"(--?[a-z][a-z-]*)(=.*)?", re.DOTALL)
_NUMBER = re.compile(r"[0-9]{1,6}(\.[0-9]{1,3})?")
_GROUPS = ("lab", "new", "store")  # commands whose next word is a command too


def write_report(error: BaseException, folder: Path, words: Sequence[str] = ()) -> Path | None:
    """Write a report of an error into a folder of the data folder, or of temporary files; None if that fails too."""
    text = report_of(error, words)
    for place in (folder / "crashes", Path(tempfile.gettempdir()) / "tipover-crashes"):
        with suppress(OSError):
            place.mkdir(mode=0o700, parents=True, exist_ok=True)
            if place.parent != folder and not _is_mine(place):
                continue  # another user of this machine has made it
            for old in sorted(place.glob("crash-*.txt"))[: -MOST_KEPT + 1]:
                old.unlink()
            file = place / f"crash-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}-{time.monotonic_ns() % 1_000_000:06}.txt"
            with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as made:
                made.write(text)
            return file
    return None


def _is_mine(place: Path) -> bool:
    """Whether a folder is this user's, no link, and nobody else may write there."""
    found = place.lstat()
    return stat.S_ISDIR(found.st_mode) and (os.name == "nt" or (found.st_uid == os.getuid() and not found.st_mode & 0o022))


def report_of(error: BaseException, words: Sequence[str] = ()) -> str:
    """The text of a report: versions, the command without what was given to it, and where it went wrong."""
    lines = [
        f"tipover {__version__}, build {_build()}",
        f"python {platform.python_version()} on {platform.system()} {platform.release()} {platform.machine()}",
        f"with {', '.join(_packages())}",
        f"command: {' '.join(command_of(words)) or '(none)'}",
        f"error: {type(error).__name__}: {cleared(str(error))}",
        "",
    ]
    chain: list[BaseException] = []
    one: BaseException | None = error
    while one is not None and one not in chain:
        chain.append(one)
        one = one.__cause__ or (None if one.__suppress_context__ else one.__context__)
    for number, found in enumerate(reversed(chain)):
        lines += [f"{'then ' if number else ''}{type(found).__name__}: {cleared(str(found))}"]
        lines += [
            f"  {_place(frame.filename)}:{frame.lineno} {frame.name}: {frame.line}" for frame in traceback.extract_tb(found.__traceback__)
        ]
    return "\n".join(lines) + "\n"


def command_of(words: Sequence[str]) -> list[str]:
    """The command with the names of its options; of what was given to it only numbers."""
    depth = 2 if words[:1] and words[0] in _GROUPS else 1
    return [_plain(word, number < depth and not any(one.startswith("-") for one in words[:number])) for number, word in enumerate(words)]


def _plain(word: str, is_command: bool) -> str:
    option = _OPTION.fullmatch(word)
    if option is not None:
        return option[1] + ("=…" if option[2] else "")
    return word if _NUMBER.fullmatch(word) or (is_command and _WORD.fullmatch(word)) else "…"


def cleared(text: str) -> str:
    """An error's message with small numbers and the words that our own sentences are made of: any other may be somebody's."""
    text = _QUOTED.sub("'…'", _URL.sub(r"\1…", text[: 10 * LONGEST]))
    words = [(word, word.strip("().,:;!?[]")) for word in text.split()]
    return " ".join(word if not inner or _is_ours(inner) else word.replace(inner, "…") for word, inner in words)[:LONGEST]


def _is_ours(word: str) -> bool:
    return _MARK.fullmatch(word) is not None or (_WORD.fullmatch(word) is not None and word in _our_words())


@cache
def _our_words() -> frozenset[str]:
    """The words that the English catalogue writes in small letters."""
    try:
        return frozenset(word for text in english().texts.values() for word in re.findall(r"(?<![\w{])[a-z]+(?![\w}])", text))
    except Exception:  # a broken installation is one of the things to report
        return frozenset()


def _build() -> str:
    try:
        return code_digest()
    except Exception:  # a broken installation is one of the things to report
        return "unknown"


def _packages() -> list[str]:
    found = []
    for name in PACKAGES:
        with suppress(metadata.PackageNotFoundError):
            found.append(f"{name} {metadata.version(name)}")
    return found


def _place(file: str) -> str:
    """A source file without the folders of this machine."""
    path = Path(file).as_posix()
    for root in ("/site-packages/", "/src/", f"/python{sys.version_info[0]}.{sys.version_info[1]}/"):
        if root in path:
            return path.rsplit(root, 1)[1]
    return Path(file).name


class CrashFilter(logging.Filter):
    """Writes the reports of a server's unforeseen errors, one for each place in the code, and tells the log where they are."""

    def __init__(self, folder: Path, words: Sequence[str] = ()) -> None:
        super().__init__()
        self.folder = folder
        self.words = words
        self._told: dict[tuple[str, str, int], Path | None] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Put the path of a report in the place of a traceback; no line is dropped."""
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            frames = traceback.extract_tb(error.__traceback__)
            where = (type(error).__name__, frames[-1].filename if frames else "", (frames[-1].lineno or 0) if frames else 0)
            if where not in self._told:
                self._told[where] = write_report(error, self.folder, self.words)
            record.msg = (
                f"{record.getMessage()}: {type(error).__name__}; the report is {self._told[where] or 'not written: no folder can be'}"
            )
            record.args, record.exc_info, record.exc_text = (), None, None
        return True


def report_crashes(folder: Path, words: Sequence[str]) -> None:
    """Let errors that nobody foresaw be told in a line and a file, not in a traceback; with TIPOVER_DEBUG they stay as they are."""
    if not os.environ.get("TIPOVER_DEBUG"):
        told = CrashFilter(folder, words)
        for name in ("tipover.table", "uvicorn.error"):
            logging.getLogger(name).addFilter(told)
