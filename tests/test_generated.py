"""Generated files are what their generators give; `python3 run.py generate` writes them."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from fnmatch import fnmatch

import pytest

from kit import generated
from kit.generated import GENERATORS, ROOT, Files, changes, superfluous

STALE = "is not what is generated now: run `python3 run.py generate` and commit what it writes"


@pytest.mark.parametrize("generate", GENERATORS, ids=lambda one: one.__name__)
def test_every_generated_file_is_up_to_date(generate: Callable[[], Files]) -> None:
    files = generate()
    assert files
    assert not changes(files), f"{', '.join(changes(files))} {STALE}"
    assert superfluous(files) == [], "nothing generates these files"


def test_a_stale_file_is_found(tmp_path) -> None:
    (tmp_path / "one.md").write_bytes(b"old\n")
    (tmp_path / "two.md").write_bytes(b"same\r\n")
    assert changes({"one.md": b"new\n", "two.md": b"same\n", "three.md": b"new\n"}, tmp_path) == {"one.md": b"new\n", "three.md": b"new\n"}


def attributes(path: str, name: str) -> bool:
    """Whether .gitattributes sets an attribute for a path; the last line that matches decides, as in git."""
    value = False
    for line in (ROOT / ".gitattributes").read_text(encoding="utf-8").splitlines():
        pattern, *words = line.split() or [""]
        if pattern and not pattern.startswith("#") and fnmatch(path, pattern.lstrip("/").replace("/**", "/*")):
            value = True if name in words else False if f"-{name}" in words else value
    return value


def test_git_is_told_which_files_are_generated() -> None:
    whole = {path for generate in GENERATORS for path in generate()}
    partly = {"src/tipover/engine/core/state.py", "docs/envs.md"}
    assert partly <= whole
    for path in sorted(whole - partly):
        assert attributes(path, "linguist-generated"), f"{path} is generated: say so in .gitattributes"
    for path in ("src/tipover/table/static/index.html", "web/package-lock.json", "tests/playthroughs/flags.txt"):
        assert attributes(path, "linguist-generated"), path
    for path in (*partly, "src/tipover/engine/run.py", "docs/architecture.md", "web/src/main.ts"):
        assert not attributes(path, "linguist-generated"), path


def test_only_known_words_are_taken() -> None:
    assert generated.main(["--all"]) == 2


def test_reformatted_commits_are_left_out_of_blame() -> None:
    lines = (ROOT / ".git-blame-ignore-revs").read_text(encoding="utf-8").splitlines()
    commits = [line for line in lines if line and not line.startswith("#")]
    assert commits and all(len(commit) == 40 for commit in commits)
    if (ROOT / ".git").exists():
        for commit in commits:
            known = subprocess.run(["git", "cat-file", "-e", commit], cwd=ROOT, check=False).returncode == 0
            shallow = (ROOT / ".git" / "shallow").exists()
            assert known or shallow, f"there is no commit {commit}"
