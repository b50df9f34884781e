"""Compile the rules with mypyc and the C compiler: one shared library beside the sources, and the list of what is in it.

`python3 run.py build` does it in this tree, and the build hook (`hatch_build.py`) for a wheel. `tipover.compiled` uses
the result if it fits; without it the same sources run as pure Python.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src"
GROUP = "tipover_core"
# What is compiled: rooms and modules below `src/tipover`, and what is left out of them: texts for people, tables read once,
# classes that other rooms derive from or build by reflection.
COMPILED = (
    "board", "cards/ast", "cards/program", "engine",
    "bots/evaluate", "bots/worth", "bots/distances", "bots/net", "bots/features",  "bots/foresee", "bots/greedy", "bots/tree", "bots/search", "bots/turn_tree",
    "bots/turn_lines", "bots/round_finish", "bots/turn_planner", "bots/replies", "bots/quick_player", "bots/play_outs", "bots/rolls", "bots/value",
    "envs/observe", "envs/action_numbers", "play/stream", "play/playouts",
)  # fmt: skip
LEFT_OUT = (
    "board/draw", "board/rubble",
    "engine/core/event", "engine/core/fields", "engine/core/late", "engine/core/version", "engine/core/said", "engine/core/language",
    "engine/core/translations", "engine/core/rules", "engine/core/arrange", "engine/core/belongings", "engine/core/attachments",
    "engine/core/blame", "engine/core/setup_error", "engine/core/illegal_choice", "engine/core/setup_faults", "engine/core/reason", "engine/core/state_json", "engine/core/nesting", "engine/codec", "engine/explain",
    "engine/laws/phrase_faults",
)  # fmt: skip
UNLIKELY = Path(__file__).with_name("unlikely.h")
SHORTCUTS = Path(__file__).with_name("shortcuts.h")
FLAGS = ("-fPIC", "-g0", "-w", "-DNDEBUG", "-fvisibility=hidden", "-fno-plt")

TELL_EVERY = 15.0  # seconds between two sentences about how far the build is


class CannotCompile(Exception):
    """Why there is no compiled build, in a sentence."""


def compiled_files(source: Path = SOURCES) -> list[Path]:
    """The files that are compiled, relative to the folder of the package, in a fixed order."""
    found: list[Path] = []
    for room in COMPILED:
        place = source / "tipover" / room
        found += sorted(place.rglob("*.py")) if place.is_dir() else [place.with_suffix(".py")]
    rest = [file.relative_to(source) for file in found if file.name != "__init__.py"]
    return [file for file in rest if not any(_is_in(file, out) for out in LEFT_OUT)]


def _is_in(file: Path, place: str) -> bool:
    path = file.with_suffix("").relative_to("tipover").as_posix()
    return path == place or path.startswith(f"{place}/")


def why_not() -> str:
    """Why nothing can be compiled here; empty if it can be."""
    if os.environ.get("TIPOVER_PURE", "") not in ("", "0"):
        return "TIPOVER_PURE is set"
    if sys.implementation.name != "cpython":
        return f"mypyc compiles for CPython, and this is {sys.implementation.name}"
    if os.name == "nt":
        return "compiling is not prepared for Windows"
    if shutil.which(_compiler()[0]) is None:
        return f"there is no C compiler ({_compiler()[0]})"
    if not Path(sysconfig.get_path("include"), "Python.h").is_file():
        return "Python's C headers are not installed"
    return ""


def _compiler() -> list[str]:
    return (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()


def build_core(into: Path, work: Path, source: Path = SOURCES, opt: str = "2", jobs: int = 0, files: Sequence[Path] = ()) -> Path:
    """Compile into a folder: the library and its list. Objects are kept in `work`, so that a second time is quick.

    Raises `CannotCompile` with the reason where nothing can be compiled.
    """
    reason = why_not()
    if reason:
        raise CannotCompile(reason)
    from tipover.compiled import source_digest

    chosen = list(files) or compiled_files(source)
    digest = source_digest(str(source / "tipover"))  # before they are read: a source that is changed meanwhile is then noticed
    work.mkdir(parents=True, exist_ok=True)
    begun = time.monotonic()
    c_files, headers = _translated(chosen, source.resolve(), work.resolve())
    _tell(f"{len(chosen)} modules are translated to C ({time.monotonic() - begun:.0f} s).")
    c_files += [Path(__file__).with_name(name) for name in ("opener.c", "shortcuts_numbers.c", "shortcuts_objects.c")]
    compiling = _Compiling(c_files, headers, work.resolve(), opt, jobs or os.cpu_count() or 1)
    library = _linked(compiling.objects(), into)
    _write_list(library, chosen, digest)
    return library


def _tell(sentence: str) -> None:
    print(sentence, flush=True)


def _linked(objects: list[Path], into: Path) -> Path:
    """Objects as one library in a folder."""
    library = into / f"{GROUP}{sysconfig.get_config_var('EXT_SUFFIX')}"
    shared = ["-bundle", "-undefined", "dynamic_lookup"] if sys.platform == "darwin" else ["-shared", "-s"]
    into.mkdir(parents=True, exist_ok=True)
    _run([*_compiler(), *shared, *map(str, objects), "-o", f"{library}.new"])
    os.replace(f"{library}.new", library)
    return library


def _translated(files: list[Path], source: Path, work: Path) -> tuple[list[Path], list[Path]]:
    """The C files that mypyc makes, and the folders of their headers."""
    try:
        if sys.version_info >= (3, 12):
            import setuptools  # noqa: F401 - mypyc asks for it
        from mypyc.build import mypycify
    except ImportError as error:
        raise CannotCompile(f"mypyc is not installed ({error})") from error
    told = StringIO()
    here = Path.cwd()
    before = os.environ.get("MYPYPATH")
    os.environ["MYPYPATH"] = str(source)
    os.chdir(source)
    try:
        with redirect_stdout(told):
            options = ["--config-file", "", "--cache-dir", str(work / "types"), "--ignore-missing-imports"]
            options += [file.as_posix() for file in files]
            made = mypycify(options, target_dir=str(work / "c"), multi_file=True, group_name=GROUP, opt_level="1", debug_level="0")
    except SystemExit as error:
        lines = [line for line in [*told.getvalue().splitlines(), str(error.code)] if "warning:" not in line]
        raise CannotCompile(f"mypyc refuses: {' '.join(lines[-3:])}") from error
    finally:
        os.chdir(here)
        os.environ.pop("MYPYPATH") if before is None else os.environ.update(MYPYPATH=before)
    library = made[0]  # the others are one loader for each module; `opener.c` does their work
    return [Path(source, file) for file in library.sources], [Path(source, folder) for folder in library.include_dirs]


class _Compiling:
    """The C files of one build and how they are compiled; one that was compiled before from the same text is not compiled again."""

    def __init__(self, c_files: list[Path], headers: list[Path], work: Path, opt: str, jobs: int) -> None:
        from mypy.version import __version__ as mypy_version

        self.c_files = c_files
        self.headers = headers
        self.work = work
        self.opt = opt
        self.jobs = jobs
        self.common = hashlib.sha256(" ".join([*_compiler(), *FLAGS, opt, sys.version, mypy_version]).encode())
        for header in [*sorted((work / "c").glob("*.h")), UNLIKELY, SHORTCUTS]:
            self.common.update(header.read_bytes())

    def objects(self) -> list[Path]:
        """The compiled files; says how far it is."""
        begun = told = time.monotonic()
        done: list[Path] = []
        kept = self.work / "objects"
        kept.mkdir(exist_ok=True)
        before = ["-include", str(UNLIKELY), *(f"-I{folder}" for folder in [sysconfig.get_path("include"), *self.headers])]

        def compiled(file: Path) -> Path:
            made = kept / f"{hashlib.sha256(self.common.digest() + file.read_bytes()).hexdigest()[:32]}.o"
            if not made.exists():
                fresh = made.with_suffix(".new")
                ours = ["-include", str(SHORTCUTS)] if file.name.startswith("__native") else []
                _run([*_compiler(), "-c", f"-O{self.opt}", *FLAGS, *before, *ours, str(file), "-o", str(fresh)])
                os.replace(fresh, made)
            return made

        with ThreadPoolExecutor(self.jobs) as pool:
            for made in pool.map(compiled, self.c_files):
                done.append(made)
                if time.monotonic() - told > TELL_EVERY:
                    told = time.monotonic()
                    _tell(f"  {len(done)} of {len(self.c_files)} files are compiled …")
        _tell(f"{len(done)} files are compiled ({time.monotonic() - begun:.0f} s).")
        return done


def _write_list(library: Path, files: list[Path], digest: str) -> None:
    from tipover.compiled import LIST, checksum

    modules = [".".join(file.with_suffix("").parts) for file in files]
    listed = {
        "library": library.name,
        "checksum": checksum(str(library)),
        "python": sys.implementation.cache_tag,
        "sources": digest,
        "modules": modules,
    }
    (library.parent / LIST).write_text(json.dumps(listed, indent=1) + "\n", encoding="utf-8")


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, errors="replace")
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if "error" in line] or done.stderr.splitlines() or ["no message"]
        raise CannotCompile(f"the C compiler failed: {lines[0]}")


def main() -> int:
    """Compile in this tree, and say how long it took; 1 if it cannot be done."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--opt", default="2", choices=["0", "1", "2", "3"], help="how hard the C compiler tries (2)")
    parser.add_argument("--jobs", type=int, default=0, help="C compilers at the same time (one for each core)")
    parser.add_argument("--remove", action="store_true", help="remove the compiled build from this tree")
    chosen = parser.parse_args()
    package = SOURCES / "tipover"
    if chosen.remove:
        from tipover.compiled import LIST

        for file in [package / LIST, *package.glob(f"{GROUP}.*")]:
            file.unlink(missing_ok=True)
        print("Removed: Tipover runs as pure Python here.")
        return 0
    begun = time.monotonic()
    print(f"Compiling {len(compiled_files())} modules; some minutes.", flush=True)
    try:
        library = build_core(package, ROOT / "build" / "core", opt=chosen.opt, jobs=chosen.jobs)
    except CannotCompile as error:
        print(f"Tipover stays pure Python: {error}.")
        return 1
    print(f"Made {library.name}, {library.stat().st_size / 1e6:.1f} MB, in {time.monotonic() - begun:.0f} s.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
