"""`tipover doctor` says what is well and what is not, and changes nothing."""

from __future__ import annotations

import json
import socket
import sys
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result

from tipover.cli.doctor_command import doctor_command


def ask(*words: object) -> Result:
    return CliRunner().invoke(doctor_command, [str(word) for word in words])


def test_a_machine_that_is_well(tmp_path: Path) -> None:
    found = ask("--data", tmp_path / "data", "--port", 0)
    assert found.exit_code == 0, found.output
    lines = dict(line[4:].split(": ", 1) for line in found.output.splitlines()[:-1])
    assert {"tipover", "python", "uvicorn", "packs", "data folder", "store", "port", "connections", "browser"} <= set(lines)
    assert lines["store"] == "a new SQLite file will be made" and not (tmp_path / "data").exists()
    assert found.output.splitlines()[-1] == "All is well."


def test_the_same_as_json(tmp_path: Path) -> None:
    found = json.loads(ask("--data", tmp_path / "data", "--port", 0, "--json").stdout)
    assert found["well"] is True
    assert {"what": "store", "found": "a new SQLite file will be made", "well": True} in found["lines"]


def test_reports_of_errors_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path.parent))
    (tmp_path / "crashes").mkdir()
    for number in range(3):
        (tmp_path / "crashes" / f"crash-2026010{number}-000000-1-1.txt").write_text("")
    found = " ".join(ask("--data", tmp_path, "--port", 0).output.split())
    assert "ok reports of errors: 3, the last is" in found and "/crashes/crash-20260102-000000-1-1.txt: it can be sent" in found
    assert str(tmp_path.parent) not in found, "where somebody lives is nobody's business"


def test_what_is_wrong_is_marked(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite").write_bytes(b"no database" * 1000)
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        found = ask("--data", tmp_path, "--port", other.getsockname()[1])
    assert found.exit_code == 1
    marked = [line for line in found.output.splitlines() if line.startswith("!!")]
    assert [line[4:].split(":")[0] for line in marked] == ["store", "port"]
    assert "no SQLite file" in marked[0] and found.output.splitlines()[-1].startswith("2 of these need a look")


def test_a_poor_machine_is_told_in_every_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def version(name: str) -> str:
        raise metadata.PackageNotFoundError(name)

    looks = sys.modules["tipover.cli.doctor_command"]
    monkeypatch.setattr(looks, "raise_file_limit", lambda: 200)
    monkeypatch.setattr(looks.os, "access", lambda *_: False)
    monkeypatch.setattr(looks.shutil, "disk_usage", lambda _: SimpleNamespace(free=10_000_000))
    monkeypatch.setattr(looks.metadata, "version", version)
    found = ask("--data", tmp_path, "--port", 0)
    assert found.exit_code == 1
    marked = [line[4:].split(":")[0] for line in found.output.splitlines() if line.startswith("!!")]
    assert marked == ["click", "rich", "starlette", "uvicorn", "websockets", "msgspec", "data folder", "disk", "connections"]
    assert "ok  ray: not installed (only some commands need it)" in found.output
