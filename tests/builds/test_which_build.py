"""Which build runs: the compiled modules only if they fit, otherwise pure Python, which is said once with its reason."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import IO

import pytest

from tipover import compiled
from tipover.compiled import LIST, Finder, checksum, source_digest

ROOT = Path(__file__).parents[2]
LIBRARY = "tipover_core.so"
MODULES = ["tipover.board.mask", "tipover.board.sight"]


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package with sources and a list of compiled modules that fits them; there is no library yet."""
    monkeypatch.delenv("TIPOVER_PURE", raising=False)
    folder = tmp_path / "tipover"
    (folder / "board").mkdir(parents=True)
    for name in ("mask", "sight"):
        shutil.copy(ROOT / "src" / "tipover" / "board" / f"{name}.py", folder / "board")
    write_list(folder)
    return folder


def write_list(folder: Path, **changed: object) -> None:
    listed = {
        "library": LIBRARY,
        "checksum": checksum(str(folder / LIBRARY)) if (folder / LIBRARY).exists() else 0,  # that of an empty one
        "python": sys.implementation.cache_tag,
        "sources": source_digest(str(folder)),
        "modules": MODULES,
    }
    (folder / LIST).write_text(json.dumps({**listed, **changed}), encoding="utf-8")


def why(folder: Path) -> str:
    """Why the modules of a package are not used, as its warning says; it is given once."""
    finder = Finder(str(folder))
    with pytest.warns(RuntimeWarning) as warned:
        assert finder.find_spec("tipover.board.mask") is None
        assert finder.find_spec("tipover.board.sight") is None
    assert len(warned) == 1
    return str(warned[0].message)


def test_a_missing_library_is_named(package: Path) -> None:
    assert why(package) == "Tipover runs as pure Python: tipover_core.so is missing."


def test_a_broken_library_is_no_obstacle(package: Path) -> None:
    (package / LIBRARY).write_bytes(b"no library")
    write_list(package)
    assert why(package).startswith("Tipover runs as pure Python: the compiled modules cannot be used: ImportError: ")


@pytest.mark.parametrize("length", [0, 64, 5000, -1])
def test_a_library_that_is_cut_short_is_not_even_opened(package: Path, length: int) -> None:
    """The system would end the whole program with a bus error."""
    whole = Path(sys.executable).resolve().read_bytes()[:100_000]
    (package / LIBRARY).write_bytes(whole)
    write_list(package)
    (package / LIBRARY).write_bytes(whole[:length])
    assert why(package) == "Tipover runs as pure Python: tipover_core.so is damaged (`python3 run.py build` makes it again)."


@pytest.mark.parametrize("name", [LIST, LIBRARY])
def test_what_may_not_be_read_is_no_obstacle(package: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (package / LIBRARY).write_bytes(b"")

    def unreadable(path: str, *more: object, **further: object) -> IO[str]:
        if Path(path).name == name:
            raise PermissionError(13, "Permission denied", path)
        return open(path, *more, **further)  # type: ignore[call-overload, no-any-return]

    monkeypatch.setattr(compiled, "open", unreadable, raising=False)  # the person who runs the tests may read everything
    assert why(package).startswith("Tipover runs as pure Python: the compiled modules cannot be used: PermissionError: ")


def test_changed_sources_are_not_run_from_an_old_library(package: Path) -> None:
    (package / "tipover_core.so").write_bytes(b"")
    with (package / "board" / "mask.py").open("a") as file:
        file.write("# changed\n")
    assert "the sources have changed" in why(package)


@pytest.mark.parametrize("change", ["changed", "new", "gone"])
def test_a_change_of_a_module_that_is_not_compiled_counts_too(package: Path, change: str) -> None:
    """The values of its constants are compiled into the others."""
    file = package / "cards" / "deep" / "catalog.py"
    file.parent.mkdir(parents=True)
    if change != "new":
        file.write_text("MOST: Final = 3\n")
    write_list(package)
    (package / "tipover_core.so").write_bytes(b"")
    assert "cannot be used: ImportError" in why(package)
    file.unlink() if change == "gone" else file.write_text("MOST: Final = 4\n")
    assert "the sources have changed" in why(package)


def test_a_library_for_another_python_is_not_loaded(package: Path) -> None:
    (package / "tipover_core.so").write_bytes(b"")
    write_list(package, python="cpython-39")
    assert f"compiled for cpython-39, and this is {sys.implementation.cache_tag}" in why(package)


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"library": 3}'])
def test_a_broken_list_is_no_obstacle(package: Path, text: str) -> None:
    (package / LIST).write_text(text)
    assert why(package).startswith("Tipover runs as pure Python: the compiled modules cannot be used: ")


@pytest.mark.filterwarnings("error")
def test_without_a_list_or_by_wish_nothing_is_said(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIPOVER_PURE", "1")
    assert Finder(str(package)).find_spec("tipover.board.mask") is None
    monkeypatch.setenv("TIPOVER_PURE", "0")
    (package / LIST).unlink()
    assert Finder(str(package)).find_spec("tipover.board.mask") is None


def test_other_modules_do_not_even_look(package: Path) -> None:
    (package / LIST).write_text("{")
    finder = Finder(str(package))
    assert finder.find_spec("json") is None
    assert finder.find_spec("tipover.cli") is None  # a help text needs no rules
    assert finder._build is None


def test_the_finder_is_in_place_once() -> None:
    compiled.install()
    assert [finder for finder in sys.meta_path if isinstance(finder, Finder)] == [compiled.FINDER]


def test_the_program_plays_on_beside_a_broken_library(tmp_path: Path) -> None:
    """A whole copy of the package, with a library that is none: one sentence, and the game."""
    shutil.copytree(
        ROOT / "src" / "tipover", tmp_path / "tipover", ignore=shutil.ignore_patterns("__pycache__", "tipover_core.*", LIST, "static")
    )
    modules = [*MODULES, "tipover.engine.run"]
    (tmp_path / "tipover" / LIBRARY).write_bytes(b"no library")
    write_list(tmp_path / "tipover", modules=modules)
    env = {name: value for name, value in os.environ.items() if name != "TIPOVER_PURE"} | {"PYTHONPATH": str(tmp_path)}

    def said(*words: str, **more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "tipover", *words], env=env | more, cwd=tmp_path, capture_output=True, text=True, timeout=120
        )

    played = said("sim", "--games", "1", "--seed", "7", "--json")
    assert json.loads(played.stdout)["faults"] == 0
    assert played.stderr.count("Tipover runs as pure Python: the compiled modules cannot be used") == 1
    assert "(pure Python: the compiled modules cannot be used" in said("--version").stdout
    assert said("--version", TIPOVER_PURE="1").stdout.strip() == "tipover 0.1.0 (pure Python: TIPOVER_PURE is set)"
