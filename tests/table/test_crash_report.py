"""A report of an unforeseen error can be pasted: it says where it went wrong, and nothing of whom it happened to."""

from __future__ import annotations

import logging
import os
from pathlib import Path

import pytest

from kit.server import serving
from tipover import __version__
from tipover.table.crash_report import MOST_KEPT, CrashFilter, cleared, command_of, report_of, write_report

SECRETS = ("Mara", "hunter2", "db.example.org", "tok_0123456789abcdefghij", "KQMWRT9Z", str(Path.home()))


def broken() -> BaseException:
    """An error that tells too much."""
    try:
        try:
            raise KeyError("Mara")
        except KeyError as first:
            place = Path.home() / "games"
            raise ValueError(
                f"no seat for 'KQMWRT9Z' at postgresql://me:hunter2@db.example.org/x in {place}: tok_0123456789abcdefghij"
            ) from first
    except ValueError as error:
        return error


def test_a_report_says_where_and_nothing_of_anybody() -> None:
    words = ["serve", "--port", "8765", "--store", "postgresql://me:hunter2@db.example.org/x", "--data", str(Path.home()), "Mara"]
    text = report_of(broken(), words)
    assert text.startswith(f"tipover {__version__}, build ") and "\npython 3." in text and "msgspec " in text
    assert "command: serve --port 8765 --store … --data … …\n" in text
    assert "ValueError: no seat for '…' at postgresql://… in …: …" in text
    assert "test_crash_report.py:" in text and " broken: raise KeyError(" in text and "then ValueError" in text
    assert str(Path(__file__).parent) not in text, "the folders of this machine are its owner's business"
    assert not [secret for secret in SECRETS[1:] if secret in text.replace("raise KeyError(", "").split("error:")[0]]
    assert not [secret for secret in SECRETS if secret in "\n".join(line for line in text.splitlines() if not line.startswith("  "))]


def test_names_and_passwords_in_small_letters_are_nobodys_business() -> None:
    told = cleared("no seat for mara with password hunter at host dbserver, (mara): 3 of 481516")
    assert told == "no seat for … with … … at host …, (…): 3 of …"
    words = ["play", "mara", "--name", "mara", "--seed", "abcdef", "--host=dbserver", "--port", "8765", "-v", "10.0.0.12"]
    assert " ".join(command_of(words)) == "play … --name … --seed … --host=… --port 8765 -v …"
    assert command_of(["store", "prune", "mara", "--days", "0.5"]) == ["store", "prune", "…", "--days", "0.5"]
    assert command_of(["--data", "mara"]) == ["--data", "…"] and command_of([]) == []


@pytest.mark.skipif(os.name == "nt", reason="folders have no owner there")
def test_a_folder_that_somebody_else_made_among_temporary_files_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    file = write_report(broken(), tmp_path / "file")  # where no folder can be made
    assert file is not None and file.parent == tmp_path / "tipover-crashes"
    file.parent.chmod(0o777)
    assert write_report(broken(), tmp_path / "file") is None, "Others may write there."
    file.parent.chmod(0o700)
    assert write_report(broken(), tmp_path / "file") is not None
    me = os.getuid()
    with monkeypatch.context() as patch:
        patch.setattr(os, "getuid", lambda: me + 1)
        assert write_report(broken(), tmp_path / "file") is None, "It is another user's."
    file.parent.rename(tmp_path / "other")
    file.parent.symlink_to(tmp_path / "other")
    assert write_report(broken(), tmp_path / "file") is None, "It is a link."


def test_a_report_is_private_and_few_are_kept(tmp_path: Path) -> None:
    for _ in range(MOST_KEPT + 5):
        file = write_report(broken(), tmp_path)
        assert file is not None
    assert file.stat().st_mode & 0o777 == 0o600 and file.parent.stat().st_mode & 0o777 == 0o700
    assert len(list((tmp_path / "crashes").iterdir())) == MOST_KEPT


def test_a_servers_log_names_the_report_once_for_each_place(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    logger = logging.getLogger("test of crashes")
    logger.addFilter(CrashFilter(tmp_path))
    for _ in range(3):
        try:
            raise broken()
        except ValueError:
            logger.exception("a message of %s failed", "somebody")
    (file,) = (tmp_path / "crashes").iterdir()
    assert caplog.messages == [f"a message of somebody failed: ValueError; the report is {file}"] * 3
    assert all(record.exc_info is None for record in caplog.records)


def test_a_server_writes_reports_where_its_games_are(monkeypatch: pytest.MonkeyPatch) -> None:
    program = (
        "import sys; sys.argv = ['tipover', *sys.argv[1:]]\n"
        "from tipover.table.app import Server\n"
        "async def broken(self, request, name): raise RuntimeError('the token of Mara')\n"
        "Server._kept = broken\n"
        "async def lost(self, request): return await broken(self, request, '')\n"
        "Server._table = lost\n"
        "from tipover.cli import main\nmain()"
    )
    monkeypatch.setitem(os.environ, "TIPOVER_DEBUG", "")
    with serving(program=program) as server:
        assert server.http("/api/catalog")[0] == 500 and server.http("/api/tables/KQMWRT")[0] == 500
        assert server.http("/" + "x" * 5000)[0] == 200
        log = server.log.read_text("utf-8")
        (file,) = (server.data / "crashes").iterdir()
        assert "Traceback" not in log and str(file) in log and "Mara" not in log
        failed = [line for line in log.splitlines() if "a request failed" in line]
        assert len(failed) == 2 and "GET /api/tables/{code}" in failed[1] and "KQMWRT" not in failed[1]
        assert max(map(len, log.splitlines())) < 500, "an address is cut"
        assert "RuntimeError: the token of …" in file.read_text("utf-8")
        assert server.http("/healthz")[0] == 200


def test_an_error_in_the_background_is_told_as_all_others_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody awaits such a task, so asyncio itself would write the traceback, with whatever the error was about."""
    program = (
        "import asyncio, sys; sys.argv = ['tipover', *sys.argv[1:]]\n"
        "from tipover.table.app import Server\n"
        "health = Server._health\n"
        "async def broken(): raise RuntimeError('the token of Mara')\n"
        "def called(name): raise LookupError(name)\n"
        "async def answered(self, request):\n"
        "    asyncio.get_running_loop().call_soon(called, 'the token of Mara')\n"
        "    asyncio.ensure_future(broken())\n"
        "    return await health(self, request)\n"
        "Server._health = answered\n"
        "from tipover.cli import main\nmain()"
    )
    monkeypatch.setitem(os.environ, "TIPOVER_DEBUG", "")
    with serving(program=program) as server:
        for _ in range(20):
            server.http("/healthz")
        log = server.log.read_text("utf-8")
        assert "in the background failed: RuntimeError; the report is" in log and "in the background failed: LookupError;" in log
        assert "Traceback" not in log and "Mara" not in log
