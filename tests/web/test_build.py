"""The built table in the package is what its sources give, byte for byte, and small enough."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from kit.bundle import loaded, start_page, weight
from kit.generated import STATIC, web_copy, web_digest

# Bytes, gzipped, of what a reader of English loads: docs/decisions/0016-typed-wire.md
LARGEST_START = 150_000  # in all, with the drawings of the figures
LARGEST_TABLE = 146_500  # the program of start page and table, with the director, what the dock tells, who is there, and the styles of bots
LARGEST_BUNDLE = 255_000  # every page, and both languages; nobody loads them all, and small pieces pack worse than one
NODE = shutil.which("node") and shutil.which("npm")


def test_the_built_table_is_of_these_sources() -> None:
    told = (STATIC / "sources.txt").read_text().strip()
    assert told == web_digest(), "web/ has changed since it was built: run `python3 run.py generate` and commit what it writes"


def test_the_start_page_and_the_table_load_little() -> None:
    """The start page with its drawings, and the program of the table; the scenery comes with the first board."""
    whole = start_page()
    start = loaded(STATIC / "index.html")
    [page] = (STATIC / "assets").glob("TablePage-*.js")
    table = start | loaded(page)
    assert len(start) > 5 and page not in start and not [path for path in table if path.name.startswith("de-")]
    in_all = weight(whole)
    assert whole > start and in_all <= LARGEST_START, f"the start page is {in_all:,} bytes gzipped; at most {LARGEST_START:,} are right"
    assert weight(table) <= LARGEST_TABLE, f"the table is {weight(table):,} bytes gzipped; at most {LARGEST_TABLE:,} are right"


def test_the_whole_bundle_is_small() -> None:
    parts = {path for path in STATIC.rglob("*") if path.suffix in (".js", ".css", ".html")}
    assert parts
    assert weight(parts) <= LARGEST_BUNDLE, f"the bundle is {weight(parts):,} bytes gzipped; at most {LARGEST_BUNDLE:,} are right"


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of web/ with its packages installed as the lock says: one for all processes of a run, since none of the tests changes it."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        return web_copy(tmp_path_factory.mktemp("web") / "web")
    import fcntl  # not everywhere

    place = tmp_path_factory.getbasetemp().parent
    with (place / "web.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (place / "web.ready").exists():
            web_copy(place / "web")
            (place / "web.ready").touch()
    return place / "web"


def run(place: Path, *command: str) -> str:
    done = subprocess.run(command, cwd=place, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=420)
    assert done.returncode == 0, f"{' '.join(command)}:\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}"
    return done.stdout


if NODE:  # without Node the digest above stands for this

    @pytest.mark.long
    def test_the_build_is_the_same_byte_for_byte(workshop: Path, tmp_path: Path) -> None:
        run(workshop, "npx", "vite", "build", "--outDir", str(tmp_path / "static"), "--emptyOutDir", "--logLevel", "error")
        assert tree(tmp_path / "static") == tree(STATIC)

    @pytest.mark.long
    def test_types_and_accessibility_warnings_of_the_web_are_clean(workshop: Path) -> None:
        run(workshop, "npm", "run", "check")

    def test_the_tests_of_the_web_are_laid_out_by_the_formatter(workshop: Path) -> None:
        """What is built was laid out by `generate`, or by `npm run build`, which begin with it: the digest above says so. These are not built."""
        names = [path.relative_to(workshop).as_posix() for path in sorted(workshop.glob("src/**/*.test.ts"))]
        run(workshop, "npx", "prettier", "--no-editorconfig", "--check", *names)

    @pytest.mark.soak
    def test_the_web_is_laid_out_by_its_formatter(workshop: Path) -> None:
        run(workshop, "npm", "run", "format:check")

    @pytest.mark.long
    def test_the_tests_of_the_web_pass(workshop: Path) -> None:
        assert "passed" in run(workshop, "npm", "run", "test")


def tree(folder: Path) -> dict[str, str]:
    """Each file's digest by its path."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
