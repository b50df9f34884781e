"""The build hook of the wheel: compiles the rules where that is possible, and says why where it is not.

An editable install stays pure, so that it is quick; `python3 run.py build` compiles there. `TIPOVER_PURE=1` builds the pure wheel.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NEEDED = ["mypy>=2.4,<3", "setuptools>=65"]  # only where something is compiled


def _is_asked_for_editable() -> bool:
    """Whether the requirements of an editable install are being asked for: hatchling itself does not tell its hooks."""
    call = sys._getframe()
    while call.f_back is not None:
        call = call.f_back
        if call.f_code.co_name == "get_requires_for_build_editable":
            return True
    return False


class CompiledCore(BuildHookInterface[Any]):
    """Adds the shared library and its list to the wheel."""

    PLUGIN_NAME = "custom"
    made: Path | None = None  # where the library is until it is in the wheel

    def dependencies(self) -> list[str]:
        """What the build needs besides hatchling: nothing for an editable install, which compiles nothing."""
        return [] if self._is_pure("") or _is_asked_for_editable() else NEEDED

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, if it can be done; a wheel is built in any case."""
        if self._is_pure(version):
            return
        sys.path[:0] = [self.root, str(Path(self.root, "src"))]
        from tools.build_core import build_core

        self.made = Path(tempfile.mkdtemp(prefix="tipover-core-"))
        try:
            library = build_core(self.made, Path(self.root, "build", "core"))
        except Exception as error:  # of the compilers, whatever it is
            self.app.display_warning(f"Tipover is built as pure Python: {error}.")
            return
        build_data["force_include"] |= {str(file): f"tipover/{file.name}" for file in (library, self.made / "compiled.json")}
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what is now in the wheel."""
        if self.made is not None:
            shutil.rmtree(self.made)

    def _is_pure(self, version: str) -> bool:
        """Whether nothing is to be compiled; where a compiler is missing, that is said."""
        if self.target_name != "wheel" or version == "editable":
            return True
        sys.path[:0] = [self.root]
        from tools.build_core import why_not

        reason = why_not()
        if reason and version and not reason.startswith("TIPOVER_PURE"):
            self.app.display_warning(f"Tipover is built as pure Python: {reason}.")
        return bool(reason)
