"""The built table in the package is what its sources give, byte for byte, and small enough."""

from __future__ import annotations

import gzip
import hashlib
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web"
STATIC = ROOT / "src/tipover/table/static"
SOURCES = ["index.html", "package.json", "package-lock.json", "svelte.config.js", "tsconfig.json", "vite.config.ts", "src", "public"]
LARGEST_BUNDLE = 120_000
NODE = shutil.which("node") and shutil.which("npm")


def source_files() -> list[Path]:
    """What the build reads, in the order of its digest; tests are no part of it."""
    found: list[Path] = []
    for name in SOURCES:
        path = WEB / name
        inside = (
            sorted((one for one in path.rglob("*") if one.is_file()), key=lambda one: one.as_posix())
            if path.is_dir()
            else [path]
            if path.is_file()
            else []
        )
        found += [one for one in inside if not one.name.endswith(".test.ts")]
    return found


def test_the_built_table_is_of_these_sources() -> None:
    digest = hashlib.sha256()
    for path in source_files():
        raw = path.read_bytes()
        digest.update(f"{path.relative_to(WEB).as_posix()} {len(raw)}\n".encode() + raw)
    told = (STATIC / "sources.txt").read_text().strip()
    assert told == digest.hexdigest(), "web/ has changed since it was built: run `npm run build` in web/ and commit what it writes"


def test_the_bundle_is_small() -> None:
    """The program and its styles; the drawings are a picture beside them."""
    parts = [path for path in STATIC.rglob("*") if path.suffix in (".js", ".css", ".html")]
    assert parts
    weight = sum(len(gzip.compress(path.read_bytes(), 9, mtime=0)) for path in parts)
    assert weight <= LARGEST_BUNDLE, f"the bundle is {weight:,} bytes gzipped; at most {LARGEST_BUNDLE:,} are right"


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of web/ with its packages installed as the lock says."""
    place = tmp_path_factory.mktemp("web") / "web"
    shutil.copytree(WEB, place, ignore=shutil.ignore_patterns("node_modules", ".svelte-kit"))
    # Not `npm ci`: it refuses a lock that names only one platform's binaries, as some registries' answers make it.
    run(place, "npm", "install", "--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline")
    shutil.copy(WEB / "package-lock.json", place)
    return place


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
