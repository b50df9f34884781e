"""A real PostgreSQL for tests: in a temporary folder, as an unprivileged user, on a socket that only it uses."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import pytest

USERS = ("postgres", "nobody")  # who may run it where the tests are root, which PostgreSQL refuses
PATIENCE = 60.0  # seconds for a start or an end
LONGEST_SOCKET_PATH = 100


def binaries() -> Path:
    """The folder of PostgreSQL's programs; a test that needs them is skipped where there are none."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    if versions:
        return versions[-1].parent
    pytest.skip("there is no PostgreSQL on this machine (apt-get install postgresql)")


class Postgres:
    """A server of our own; `database()` makes a place for one test.

    Without `fsync` it is quick, and still loses nothing when it or its clients are killed: only a machine that loses
    its power could. Figures are measured with it.
    """

    def __init__(self, folder: Path, programs: Path, fsync: bool = False) -> None:
        self.folder = folder
        self.data = folder / "data"
        self.programs = programs
        self._uid, self._gid = _unprivileged()
        self.port = _free_port()
        self.fsync = fsync
        self._made = 0
        self._process: subprocess.Popen[bytes] | None = None

    def url(self, database: str = "postgres") -> str:
        """Where clients connect: the socket, or the loopback where the socket's path would be too long."""
        if len(str(self.folder)) > LONGEST_SOCKET_PATH:
            return f"postgresql://tipover@127.0.0.1:{self.port}/{database}"
        return f"postgresql://tipover@/{database}?host={quote(str(self.folder))}&port={self.port}"

    def database(self) -> str:
        """Make an empty database, and say its address."""
        self._made += 1
        name = f"t{self._made}"
        self.run(f"CREATE DATABASE {name}")
        return self.url(name)

    def make(self) -> None:
        """Make the cluster; it belongs to whoever will run it."""
        if self._uid is not None and self._gid is not None:
            os.chown(self.folder, self._uid, self._gid)
        self._run("initdb", "-D", str(self.data), "-U", "tipover", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")

    def start(self) -> None:
        """Start it, and wait until it answers."""
        sockets = [] if len(str(self.folder)) > LONGEST_SOCKET_PATH else ["-k", str(self.folder)]
        settings = {"max_connections": "50", "shared_buffers": "16MB", "fsync": "on" if self.fsync else "off"}
        chosen = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        options = ["-D", str(self.data), "-h", "127.0.0.1", "-p", str(self.port), *sockets, *chosen]
        with open(self.folder / "log", "ab") as log:
            self._process = subprocess.Popen(
                [str(self.programs / "postgres"), *options], stdout=log, stderr=log, cwd=self.folder, user=self._uid, group=self._gid
            )
        deadline = time.monotonic() + PATIENCE
        while not self._is_ready():
            if self._process.poll() is not None or time.monotonic() > deadline:
                pytest.fail(f"PostgreSQL did not start:\n{(self.folder / 'log').read_text(errors='replace')[-2000:]}")
            time.sleep(0.05)

    def stop(self, hard: bool = False) -> None:
        """Stop it: cutting every connection in order, or at once as a crash would."""
        process, self._process = self._process, None
        if process is not None and process.poll() is None:
            process.send_signal(signal.SIGQUIT if hard else signal.SIGINT)
            process.wait(PATIENCE)

    def run(self, statement: str, database: str = "postgres") -> str:
        """One statement by its own client; what it printed."""
        client = ["-h", "127.0.0.1", "-p", str(self.port), "-U", "tipover", "-d", database, "-tAc", statement]
        return self._run("psql", *client).strip()

    def _is_ready(self) -> bool:
        ask = [str(self.programs / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        return subprocess.run(ask, check=False, timeout=PATIENCE).returncode == 0

    def _run(self, program: str, *words: str) -> str:
        done = subprocess.run(
            [str(self.programs / program), *words], capture_output=True, text=True, timeout=PATIENCE, check=False, cwd=self.folder,
            user=self._uid, group=self._gid,
        )  # fmt: skip
        assert done.returncode == 0, f"{program}: {done.stdout}{done.stderr}"
        return done.stdout


@contextmanager
def postgres(fsync: bool = False) -> Iterator[Postgres]:
    """A running server, gone with its folder at the end."""
    programs = binaries()
    shared = "/tmp" if os.geteuid() == 0 else None  # a folder of root's own would be closed to the other user
    folder = Path(tempfile.mkdtemp(prefix="tipover-pg-", dir=shared))
    server = Postgres(folder, programs, fsync)
    try:
        server.make()
        server.start()
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


def _unprivileged() -> tuple[int | None, int | None]:
    """Whom it runs as, by numbers of user and group; None is ourselves."""
    if os.geteuid() != 0:
        return None, None
    for name in USERS:
        try:
            found = pwd.getpwnam(name)
        except KeyError:
            continue
        return found.pw_uid, found.pw_gid
    pytest.skip(f"PostgreSQL refuses root, and there is no user {' or '.join(USERS)}")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
