"""Looking after an SQLite store: a copy while it is used, a copy put back, and who may serve it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from tipover.table.store.base import StoreDown, keep_private

try:
    import fcntl
except ImportError:  # Windows has other locks; there the file itself is all that keeps two servers apart
    fcntl = None  # type: ignore[assignment]

PAGES = 2000  # pages copied at once; the server writes between two such steps


class Claim:
    """The right to serve a file's tables: one process has it, and loses it when it ends, however it ends.

    The lock's file says who has it; the folder is locked as well, because a file may be deleted by somebody who takes it for a relic.
    """

    def __init__(self, store: Path) -> None:
        self._path = store.with_name(f"{store.name}.lock")
        self._file = self._folder = -1

    def take(self) -> None:
        """Take it; raises `StoreDown` if another process has it."""
        if fcntl is None:
            return
        self._file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._lock_folder()
        except OSError:
            other = os.read(self._file, 20).decode("ascii", "replace").strip()
            self.give_up()
            who = f" (process {other})" if other.isdigit() else ""
            raise StoreDown(
                f"another Tipover server{who} serves the games in {self._path.parent}; stop it, or give this one another folder with --data"
            ) from None
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, f"{os.getpid()}\n".encode(), 0)

    def _lock_folder(self) -> None:
        """Raises `BlockingIOError` if another process has it; some network disks lock no folders."""
        self._folder = os.open(self._path.parent, os.O_RDONLY)
        try:
            fcntl.flock(self._folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise
        except OSError:
            pass

    def give_up(self) -> None:
        """Let another process have it."""
        for number in (self._folder, self._file):
            if number >= 0:
                os.close(number)
        self._file = self._folder = -1


def back_up(store: Path, copy: Path) -> int:
    """Copy a store as it is at one moment, also while a server writes it; returns the number of tables in the copy."""
    if copy.exists():
        raise StoreDown(f"{copy} exists already; name a new file")
    if not store.is_file():
        raise StoreDown(f"there is no store at {store}")
    unfinished = copy.with_name(f"{copy.name}.part")
    try:
        with closing(_reader(store)) as source, closing(sqlite3.connect(unfinished)) as target:
            keep_private(unfinished)
            source.backup(target, pages=PAGES)
            found = _sound(target, unfinished)
        unfinished.replace(copy)
        return found
    except (sqlite3.Error, OSError) as error:
        raise StoreDown(f"{store} cannot be copied to {copy}: {error}") from None
    finally:
        with suppress(OSError):
            unfinished.unlink()


def put_back(copy: Path, store: Path) -> int:
    """Make a copy the store, which must not exist or be empty; returns the number of its tables. No server may be running."""
    if store.exists() and store.stat().st_size:
        raise StoreDown(f"{store} exists already; move it away first, or name another folder with --data")
    claim = Claim(store)
    store.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    claim.take()
    try:
        for old in ("", "-wal", "-shm"):
            store.with_name(f"{store.name}{old}").unlink(missing_ok=True)
        return back_up(copy, store)
    finally:
        claim.give_up()


def faults_of(store: Path) -> list[str]:
    """What SQLite itself finds wrong with a file."""
    try:
        with closing(_reader(store)) as connection:
            return [text for (text,) in connection.execute("PRAGMA integrity_check(20)") if text != "ok"]
    except sqlite3.Error as error:
        return [str(error)]


def _reader(store: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{store.absolute().as_uri()}?mode=ro", uri=True, timeout=10)


def _sound(connection: sqlite3.Connection, file: Path) -> int:
    """The number of tables in a file that is sound."""
    wrong = [text for (text,) in connection.execute("PRAGMA integrity_check(5)") if text != "ok"]
    if wrong:
        raise StoreDown(f"{file} is damaged: {wrong[0]}")
    count: int = connection.execute("SELECT count(*) FROM games").fetchone()[0]
    return count
