"""The locks have exact versions with hashes of all that is declared, and the declared bounds allow them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import run
from tools.lock import wanted

ROOT = Path(__file__).parents[1]


def pinned(name: str) -> dict[str, str]:
    """Each name of a lock with its version; every line must have a hash."""
    lines = (ROOT / "locks" / f"{name}.txt").read_text("utf-8").splitlines()[1:]
    found = [re.fullmatch(r"([a-z0-9.-]+)==(\S+)((?: --hash=sha256:[0-9a-f]{64})+)", line) for line in lines]
    assert all(found), "a line without a version or a hash"
    return {one[1]: one[2] for one in found if one is not None}


@pytest.mark.parametrize(("name", "extra"), [("play", ""), ("test", "test")])
def test_a_lock_has_all_that_is_declared_within_its_bounds(name: str, extra: str) -> None:
    versions = pinned(name)
    for text in wanted(extra):
        need = Requirement(text)
        assert need.specifier.contains(versions[need.name.lower()]), f"{text} is not in locks/{name}.txt: run `python -m tools.lock`"


def test_what_plays_is_what_was_tested() -> None:
    assert pinned("play").items() <= pinned("test").items()


def test_a_lock_is_for_this_python_or_says_that_it_is_not(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run.lock_for("soak") is None and capsys.readouterr().out == ""
    monkeypatch.setattr(run.sys, "platform", "plan9")
    assert run.lock_for("test") is None
    assert "plan9" in capsys.readouterr().out
    monkeypatch.undo()
    monkeypatch.setattr(run.sys, "version_info", (3, 99, 0))
    assert run.lock_for("test") is None and "Python 3.99" in capsys.readouterr().out


def test_an_index_without_a_version_is_passed_over_and_another_hash_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(told: str) -> None:
        stop = run.Stop("no")
        stop.output = told
        raise stop

    monkeypatch.setattr(run, "quietly", lambda command, complaint: failing("ERROR: No matching distribution found for click==8.5.1"))
    assert run.is_installed_by(["pip"]) is False
    monkeypatch.setattr(run, "quietly", lambda command, complaint: failing("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES"))
    with pytest.raises(run.Stop):
        run.is_installed_by(["pip"])
