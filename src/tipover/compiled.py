"""Which build runs: the compiled modules, if there are any that fit, else the same sources as pure Python.

`tools/build_core.py` puts one shared library and a list (`compiled.json`) beside this file. The list names the modules and the
digest of the sources of their rooms: of other modules too, for the values of their constants are compiled in. All of them are used or none: compiled modules rely on each other's
layout. Where the library is missing, cut short, does not load or is not of these sources, everything runs as pure Python, and a warning
says so once, and why. `TIPOVER_PURE=1` in the environment chooses pure Python without a word.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Protocol

ROOMS = ("board", "bots", "cards", "engine", "envs", "play")  # where compiled modules are, and the modules whose constants they use
LIST = "compiled.json"
LIBRARY = "tipover_core__mypyc"  # the name under which the compiled modules look for it
OPENER = "tipover_opener"  # the second module in the library: it starts one of the others


class _Opener(Protocol):
    def open(self, capsule: object) -> ModuleType: ...


class _Build:
    """What was found beside this file: why it is not used, or the library and the names of its modules."""

    def __init__(self, folder: str) -> None:
        self.modules: frozenset[str] = frozenset()
        self.why = ""
        self.warned = False
        try:
            if os.environ.get("TIPOVER_PURE", "") not in ("", "0"):
                self.why = "TIPOVER_PURE is set"
            elif not os.path.exists(os.path.join(folder, LIST)):
                self.why = "this installation has no compiled modules"
            else:
                self.warned = True
                self._find(folder)
        except Exception as error:  # whatever is broken, the program runs
            self.why = f"the compiled modules cannot be used: {type(error).__name__}: {error}"
        if self.why:
            self.modules = frozenset()

    def _find(self, folder: str) -> None:
        import json

        with open(os.path.join(folder, LIST), encoding="utf-8") as file:
            listed = json.load(file)
        path = os.path.join(folder, listed["library"])
        if listed["python"] != sys.implementation.cache_tag:
            self.why = f"the modules were compiled for {listed['python']}, and this is {sys.implementation.cache_tag}"
        elif not os.path.exists(path):
            self.why = f"{listed['library']} is missing"
        elif source_digest(folder) != listed["sources"]:
            self.why = "the sources have changed since they were compiled (`python3 run.py build` compiles them again)"
        elif checksum(path) != listed["checksum"]:
            self.why = f"{listed['library']} is damaged (`python3 run.py build` makes it again)"
        else:
            self.library = _loaded(LIBRARY, path)
            self.opener: _Opener = _loaded(OPENER, path)
            # The compiled modules derive their own `__file__` from that of the library.
            self.library.__file__ = os.path.join(os.path.dirname(folder), os.path.basename(path))
            sys.modules[LIBRARY] = self.library
            self.modules = frozenset(listed["modules"])


def source_digest(folder: str) -> str:
    """The digest of the sources of the rooms, below the folder of the package."""
    import hashlib

    digest = hashlib.sha256()
    for room in ROOMS:
        for place, folders, files in os.walk(os.path.join(folder, room)):
            folders.sort()
            for name in sorted(name for name in files if name.endswith(".py")):
                path = os.path.join(place, name)
                with open(path, "rb") as file:
                    digest.update(f"{os.path.relpath(path, folder)}\n".encode() + hashlib.sha256(file.read()).digest())
    return digest.hexdigest()


def checksum(path: str) -> int:
    """The checksum of a library. One that is cut short must not even be opened: the system would end the whole program."""
    import zlib

    with open(path, "rb") as file:
        return zlib.crc32(file.read())


def _loaded(name: str, path: str) -> ModuleType:
    from importlib.machinery import ExtensionFileLoader
    from importlib.util import module_from_spec, spec_from_file_location

    loader = ExtensionFileLoader(name, path)
    spec = spec_from_file_location(name, path, loader=loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


class _Loader:
    """Starts one compiled module; its body runs when it is made."""

    def __init__(self, build: _Build) -> None:
        self.build = build

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return self.build.opener.open(getattr(self.build.library, "init_" + spec.name.replace(".", "___")))

    def exec_module(self, module: ModuleType) -> None:
        pass


_BEGINNINGS = tuple(f"tipover.{room}." for room in ROOMS)


class Finder:
    """Finds the compiled modules before Python looks for their sources; what there is, it looks up when it is first asked."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self._build: _Build | None = None

    @property
    def build(self) -> _Build:
        """What was found; a build that cannot be used is warned of once."""
        if self._build is None:
            self._build = _Build(self.folder)
            if self._build.why and self._build.warned:
                import warnings

                warnings.warn(f"Tipover runs as pure Python: {self._build.why}.", RuntimeWarning, stacklevel=2)
        return self._build

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Where a module is loaded from, if it is a compiled one."""
        if not name.startswith(_BEGINNINGS) or name not in self.build.modules:
            return None
        origin = os.path.join(self.folder, *name.split(".")[1:]) + ".py"
        spec = ModuleSpec(name, _Loader(self.build), origin=origin)  # type: ignore[arg-type]
        spec.has_location = True
        return spec


FINDER = Finder(os.path.dirname(os.path.abspath(__file__)))


def install() -> None:
    """Let the compiled modules be found; a second call changes nothing."""
    if FINDER not in sys.meta_path:
        sys.meta_path.insert(0, FINDER)


def running() -> str:
    """Which build runs, in words: `compiled`, or `pure Python` and why."""
    build = FINDER.build
    return "compiled" if build.modules else f"pure Python: {build.why}"
