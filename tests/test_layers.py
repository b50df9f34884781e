"""The house keeps its arrow: who may import whom, and how large a module may be."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parent.parent / "src" / "tipover"
PACKAGE = "tipover"
MOST_LINES = 500

# What each room may import, besides itself. "tipover" is the package's own front door, which offers the names of play and below.
BELOW_PLAY = {"board", "cards", "engine"}
UP_TO_PLAY = {*BELOW_PLAY, "play", "tipover"}
MAY_IMPORT: dict[str, set[str]] = {
    "board": set(),
    "cards": {"board"},
    "engine": {"board", "cards"},
    "play": BELOW_PLAY,
    "tipover": {*BELOW_PLAY, "play"},
    "bots": UP_TO_PLAY,
    "envs": {*UP_TO_PLAY, "bots"},
    "lab": {*UP_TO_PLAY, "bots"},
    "table": {*UP_TO_PLAY, "bots"},
    "cli": {*UP_TO_PLAY, "bots", "envs", "lab", "table"},
    "__main__": {"cli"},
}
PURE = ("board", "cards", "engine")
NO_SOURCE_OF_CHANCE_OR_TIME = {"random", "time", "datetime", "secrets"}


def room_of(parts: tuple[str, ...]) -> str:
    """The room of a module given by its path below the package: a folder's name, or the front door for a file at the top."""
    if len(parts) > 1:
        return parts[0]
    return "__main__" if parts[0] == "__main__" else PACKAGE


def imported(tree: ast.Module, package: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    """Each (line, absolute dotted name) a module imports, also inside functions and by `import_module("…")`.

    `from a import b` gives `a.b`: b may be a module. `package` is the importing module's package, for relative imports.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            stem = [*base, *([node.module] if node.module else [])]
            for alias in node.names:
                yield node.lineno, ".".join([*stem, alias.name])
        elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            text = node.args[0].value
            if name in ("import_module", "__import__") and isinstance(text, str):
                dots = len(text) - len(text.lstrip("."))
                base = package[: len(package) - dots + 1] if dots else ()
                yield node.lineno, ".".join([*base, text.lstrip(".")])


def faults_in(source: str, path: Path) -> Iterator[tuple[int, str]]:
    """What one module, at `path` below the package, does against the house's order: (line, sentence)."""
    parts = (*path.parts[:-1], path.stem)
    room = room_of(parts)
    if room == "packs":
        yield 1, "packs hold no Python"
        return
    if room not in MAY_IMPORT:
        yield 1, f"{room} is no room of the house: {', '.join(MAY_IMPORT)} are"
        return
    lines = source.count("\n") + (not source.endswith("\n"))
    if lines > MOST_LINES:
        yield lines, f"{lines} lines: a module has {MOST_LINES} at most; give its second idea a module of its own"
    tree = ast.parse(source)
    package = (PACKAGE, *path.parts[:-1])
    for line, name in imported(tree, package):
        top, *rest = name.split(".")
        if name.endswith(".*"):
            yield line, f"imports {name}: name what is used"
        if top == PACKAGE:
            # A name of the front door that is no room (`from tipover import apply`) comes from the front door itself.
            target = rest[0] if rest and rest[0] in {*MAY_IMPORT, "packs"} else PACKAGE
            if target != room and target not in MAY_IMPORT[room]:
                allowed = ", ".join(sorted(MAY_IMPORT[room])) or "nothing else of the house"
                yield line, f"{room} imports {name}: {room} may import {allowed}"
        elif room in PURE:
            if top not in sys.stdlib_module_names:
                yield line, f"{room} imports {name}: the standard library only"
            if top in NO_SOURCE_OF_CHANCE_OR_TIME:
                yield line, f"{room} imports {name}: no clock and no random source here"
    if room in PURE:
        yield from uses_of_any(tree)


def uses_of_any(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Each place that names `Any`, as `Any`, `typing.Any`, or in an annotation written as a string."""
    for node in ast.walk(tree):
        if (isinstance(node, ast.Name) and node.id == "Any") or (isinstance(node, ast.Attribute) and node.attr == "Any"):
            yield node.lineno, "uses Any: say the type"
        elif isinstance(node, ast.ImportFrom) and any(alias.name == "Any" for alias in node.names):
            yield node.lineno, "imports Any: say the type"
    for annotation in annotations(tree):
        for node in ast.walk(annotation):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                try:
                    inner = ast.parse(node.value, mode="eval")
                except SyntaxError:
                    continue
                if any(isinstance(name, ast.Name) and name.id == "Any" for name in ast.walk(inner)):
                    yield node.lineno, "uses Any in a quoted annotation: say the type"


def annotations(tree: ast.Module) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.returns:
            yield node.returns
        if isinstance(node, ast.arg | ast.AnnAssign) and node.annotation:
            yield node.annotation


def faults(root: Path) -> list[str]:
    """Every fault of a package's folder, as `path:line: sentence`. Rooms that are not built yet have none."""
    found = []
    for path in sorted(root.rglob("*.py")):
        inside = path.relative_to(root)
        for line, sentence in sorted(faults_in(path.read_text(encoding="utf-8"), inside)):
            found.append(f"{inside.as_posix()}:{line}: {sentence}")
    return found


@pytest.mark.long
def test_the_house_keeps_its_order() -> None:
    assert faults(SOURCE) == []


def check(tmp_path: Path, module: str, source: str) -> list[str]:
    path = tmp_path / module
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(source, encoding="utf-8")
    return faults(tmp_path)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("board/sight.py", "import math\nfrom .grid import Grid\nfrom tipover.board import grid\n"),
        ("cards/read.py", "from ..board import grid\nimport tipover.board.grid\n"),
        ("engine/steps/move.py", "from ...board.grid import Grid\nfrom ..state import State\nfrom . import push\n"),
        ("play/match.py", "import random\nfrom tipover.engine import apply\n"),
        ("bots/random.py", "from tipover import apply, view\nfrom ..play.match import Match\n"),
        ("table/app.py", "import starlette\nfrom ..bots import random\n"),
        ("cli/main.py", "from .. import table, lab, envs\nimport click\n"),
        ("__init__.py", "from .play.match import Match\nfrom tipover.engine import apply\n"),
        ("__main__.py", "from tipover.cli import main\n"),
        ("engine/full.py", "x = 1\n" * 500),
        ("board/words.py", 'TEXT = "Any rival"\ndef any(text: str) -> "str": ...\n'),
    ],
)
def test_what_keeps_the_order_passes(tmp_path: Path, module: str, source: str) -> None:
    assert check(tmp_path, module, source) == []


@pytest.mark.parametrize(
    ("module", "source", "fault"),
    [
        ("board/grid.py", "from tipover.cards import read", "board imports tipover.cards.read"),
        ("board/grid.py", "from .. import engine", "board imports tipover.engine"),
        ("board/grid.py", "from tipover import apply", "board imports tipover.apply"),
        ("board/grid.py", "import tipover", "board imports tipover"),
        ("cards/read.py", "import tipover.engine.state", "cards imports tipover.engine.state"),
        ("cards/read.py", "import lark", "cards imports lark: the standard library only"),
        ("engine/run.py", "def f():\n    from ..play import match", "engine imports tipover.play.match"),
        ("engine/steps/move.py", "from ...bots.random import Random", "engine imports tipover.bots.random.Random"),
        ("engine/run.py", "import random", "no clock and no random source"),
        ("engine/run.py", "from time import monotonic", "no clock and no random source"),
        ("engine/run.py", "from typing import Any", "imports Any"),
        ("engine/run.py", "import typing\nx: typing.Any = 1", "uses Any"),
        ("engine/run.py", "def f(x: 'list[Any]') -> None: ...", "uses Any in a quoted annotation"),
        ("play/match.py", "from ..bots import random", "play imports tipover.bots.random"),
        ("bots/search.py", "from ..lab import ratings", "bots imports tipover.lab.ratings"),
        ("lab/ratings.py", "from tipover.envs import step", "lab imports tipover.envs.step"),
        ("table/app.py", "from ..lab import ratings", "table imports tipover.lab.ratings"),
        ("envs/zoo.py", "import importlib\nimportlib.import_module('tipover.table')", "envs imports tipover.table"),
        ("table/app.py", "from ..cli import main", "table imports tipover.cli.main"),
        ("__init__.py", "from .cli import main", "tipover imports tipover.cli.main"),
        ("cli/main.py", "from tipover.packs import core", "cli imports tipover.packs.core"),
        ("lab/plots.py", "from os.path import *", "imports os.path.*: name what is used"),
        ("packs/core/hook.py", "", "packs hold no Python"),
        ("utils/text.py", "", "utils is no room of the house"),
        ("cli/main.py", "x = 1\n" * 501, "501 lines"),
        ("cli/main.py", "x = 1\n" * 500 + "x = 2", "501 lines"),
    ],
)
def test_what_breaks_the_order_is_caught(tmp_path: Path, module: str, source: str, fault: str) -> None:
    found = check(tmp_path, module, source)
    assert len(found) == 1
    assert found[0].startswith(f"{module}:")
    assert fault in found[0]
