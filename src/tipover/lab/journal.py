"""The results of a run as JSON lines: the settings, then one line for each game, written as it ends; stored games are not replayed."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

from tipover.lab import LabError
from tipover.lab.lab_games import Row
from tipover.lab.result_rows import is_result

FORM = 1
FILE = "results.jsonl"
SHELF = "tipover-lab"  # the folder for runs that name none


def default_folder(settings: Row) -> Path:
    """A folder for each combination of settings, so that the same command continues where it stopped."""
    digest = hashlib.sha256(_line(settings)).hexdigest()[:8]
    return Path(SHELF) / f"{settings['lab']}-{digest}"


class Journal:
    """The stored results of one run; `rows` are those found when it was opened."""

    def __init__(self, folder: Path, settings: Row) -> None:
        self.folder = folder
        self.path = folder / FILE
        self.rows: list[Row] = []
        self.written = 0
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._file = open(self.path, "ab+", buffering=0)  # noqa: SIM115 - open for the whole run
        except FileExistsError:
            raise LabError(f"{folder}: this is a file, not a folder; give a folder with --out") from None
        except OSError as error:
            raise LabError(f"{self.path}: the results cannot be kept there: {error.strerror}") from None
        try:
            self._lock()
            self._read({"form": FORM, **settings})
        except LabError:
            self._file.close()
            raise

    def _lock(self) -> None:
        """Lock the file, because two simultaneous runs would mix their lines."""
        try:
            import fcntl
        except ImportError:  # a system without it has no such lock
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise LabError(f"{self.folder}: another run is writing there; wait for it or give another folder with --out") from None

    def _read(self, settings: Row) -> None:
        """Read what is stored. Nothing is written before all of it is known to belong to this run."""
        self._file.seek(0)
        *whole, torn = self._file.readall().split(b"\n")
        if whole and _parsed(whole[-1]) is None:
            torn = whole.pop() + b"\n" + torn  # a kill in the middle of a write, then a line's end of a later one
        found = [_parsed(line) for line in whole]
        if found and found[0] != json.loads(_line(settings)):
            raise LabError(f"{self.folder}: {_difference(found[0], settings)}; give another folder with --out")
        if not found and not _line(settings).startswith(torn):
            raise LabError(f"{self.folder}: its {FILE} is not of a run of the lab; give another folder with --out")
        for number, row in enumerate(found[1:], 2):
            if row is None or not is_result(row):
                raise LabError(f"{self.path}:{number}: this line is no result; take it and those after it away, or give another folder")
            self.rows.append(row)
        if torn:
            self._file.truncate(sum(len(line) + 1 for line in whole))
        if not whole:
            self._write(settings)

    def append(self, row: Row) -> None:
        """Write one result immediately."""
        self._write(row)
        self.written += 1

    def _write(self, row: Row) -> None:
        line = _line(row) + b"\n"
        try:
            while line:
                line = line[self._file.write(line) or 0 :]
        except OSError as error:
            kept = len(self.rows) + self.written
            raise LabError(
                f"{self.path}: the results cannot be written: {error.strerror}. "
                f"The {kept} games before are kept; once there is room the same command goes on from there"
            ) from None

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def kept(folder: Path, settings: Row) -> int:
    """The number of stored results of a run; raises before any game is played if the folder cannot be used."""
    journal = Journal(folder, settings)
    journal.close()
    return len(journal.rows)


def _line(row: Row) -> bytes:
    return json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode()


def _parsed(line: bytes) -> Row | None:
    try:
        found = json.loads(line)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def _difference(found: Row | None, wanted: Row) -> str:
    """How the settings of the stored run differ from those of this one."""
    if found is None or "lab" not in found:
        return f"its {FILE} is not of a run of the lab"
    for key in dict.fromkeys([*wanted, *found]):
        here, there = wanted.get(key), found.get(key)
        if json.loads(json.dumps(here)) != there:
            return f"a run with other settings is there ({key} is {_told(there)}, not {_told(here)})"
    return "a run with other settings is there"


def _told(value: object) -> str:
    said = json.dumps(value, ensure_ascii=False)
    return said if len(said) <= 60 else f"{said[:57]}…"


def write_file(path: Path, data: bytes) -> None:
    """Write a file of a finished run atomically."""
    fresh = path.with_name(f".{path.name}.new")
    try:
        fresh.write_bytes(data)
        os.replace(fresh, path)
    except OSError as error:
        fresh.unlink(missing_ok=True)
        raise LabError(
            f"{path}: it cannot be written: {error.strerror}. The results in {FILE} are kept; the same command makes it again"
        ) from None
