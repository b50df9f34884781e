"""The house keeps its arrow: who may import whom, and how large a module may be."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parent.parent / "src" / "tipover"
PACKAGE = "tipover"
MOST_LINES = 500
GENERATED = {"lib/protocol.ts", "lib/text/en.ts", "lib/text/de.ts"}  # of the web

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
DATA = ("packs", "languages")

# The rooms inside the engine, from the lowest: what each may import of the others, besides itself.
ENGINE_ROOMS = ("core", "phrases", "laws", "effects")
IN_ENGINE: dict[str, set[str]] = {room: set(ENGINE_ROOMS[:k]) for k, room in enumerate(ENGINE_ROOMS)}
IN_ENGINE |= {room: set(ENGINE_ROOMS) for room in ("flow", "steps")}
IN_ENGINE["run"] = {*IN_ENGINE}
IN_ENGINE |= {room: {*ENGINE_ROOMS, "run"} for room in ("explain", "view", "codec", "queries")}
# What other rooms may use of the engine; the frames and the index of texts are its own.
ENGINE_DOORS = {"core", "run", "explain", "view", "codec", "queries"}
ENGINE_INTERNALS = ("core.frames", "core.text_index", "core.late")
# What states are called in other rooms.
STATES = {"state", "seen", "trial", "turn", "after", "ready", "copy", "base"}
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
    if room in DATA:
        yield 1, f"{room} hold no Python"
        return
    if room not in MAY_IMPORT:
        yield 1, f"{room} is no room of the house: {', '.join(MAY_IMPORT)} are"
        return
    if room == "engine" and parts[1] not in {*IN_ENGINE, "__init__"}:
        yield 1, f"engine.{parts[1]} is no room of the engine: {', '.join(IN_ENGINE)} are"
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
            target = rest[0] if rest and rest[0] in {*MAY_IMPORT, *DATA} else PACKAGE
            if target == "engine" and target in {room, *MAY_IMPORT[room]}:
                yield from engine_faults(room, parts, line, rest[1:])
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
    if room == "engine":
        yield from inner_imports(tree)
    elif room not in PURE:
        yield from uses_of_the_text_index(room, tree)


def uses_of_the_text_index(room: str, tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Each place where another room reads a state's index of texts instead of asking a query."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr == "texts":
            owner = node.value.attr if isinstance(node.value, ast.Attribute) else getattr(node.value, "id", "")
            if owner in STATES:
                yield node.lineno, f"{room} reads {owner}.texts, an internal of the engine: ask engine.queries.card_texts"


def engine_faults(room: str, parts: tuple[str, ...], line: int, inside: list[str]) -> Iterator[tuple[int, str]]:
    """What an import of something in the engine does against its inner arrow, or against its doors."""
    if not inside:
        return
    if room != "engine":
        path = ".".join(inside)
        internal = next((one for one in ENGINE_INTERNALS if path == one or path.startswith(f"{one}.")), "")
        if inside[0] not in ENGINE_DOORS:
            yield line, f"{room} imports engine.{inside[0]}: other rooms use {', '.join(sorted(ENGINE_DOORS))} of the engine"
        elif internal:
            yield line, f"{room} imports engine.{internal}, an internal of the engine: ask engine.queries"
        return
    own = parts[1]
    if own in IN_ENGINE and inside[0] != own and inside[0] not in IN_ENGINE[own]:
        allowed = ", ".join(sorted(IN_ENGINE[own])) or "nothing else of the engine"
        yield line, f"engine.{own} imports engine.{inside[0]}: engine.{own} may import {allowed}"


def inner_imports(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Each import inside a function or a class; one under an `if` of the module, such as TYPE_CHECKING, is at the top."""
    lines: set[int] = set()
    for scope in ast.walk(tree):
        if isinstance(scope, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            lines |= {node.lineno for node in ast.walk(scope) if isinstance(node, ast.Import | ast.ImportFrom)}
    for line in sorted(lines):
        yield line, "imports inside a function or class: import at the top"


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


def test_no_hand_written_file_of_the_web_is_too_long() -> None:
    web = SOURCE.parent.parent / "web" / "src"
    written = [path for path in web.rglob("*") if path.suffix in (".ts", ".svelte") and path.relative_to(web).as_posix() not in GENERATED]
    assert len(written) > 50
    assert [path.name for path in written if len(path.read_text(encoding="utf-8").splitlines()) > MOST_LINES] == []


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
        ("engine/steps/move.py", "from ...board.grid import Grid\nfrom ..core.state import State\nfrom . import push\n"),
        ("engine/run.py", "from tipover.engine.flow import turns\nfrom tipover.engine.steps import interpreter\n"),
        ("engine/explain/why.py", "from tipover.engine.run import apply\nfrom tipover.engine.laws import targets\n"),
        ("engine/flow/turns.py", "from tipover.engine.flow import actions\nfrom tipover.engine.effects import figures\n"),
        ("bots/greedy.py", "from tipover.engine.queries.turns import turn_of\nfrom tipover.engine.core import verbs\n"),
        ("play/match.py", "import random\nfrom tipover.engine.run import apply\n"),
        ("bots/random.py", "from tipover import apply, view\nfrom ..play.match import Match\n"),
        ("table/app.py", "import starlette\nfrom ..bots import random\n"),
        ("cli/main.py", "from .. import table, lab, envs\nimport click\n"),
        ("__init__.py", "from .play.match import Match\nfrom tipover.engine.run import apply\n"),
        ("__main__.py", "from tipover.cli import main\n"),
        ("engine/run.py", "x = 1\n" * 500),
        ("engine/__init__.py", "from tipover.engine.run import apply\n"),
        ("engine/core/state.py", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .setup import Setup\n"),
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
        ("engine/run.py", "from ..play import match", "engine imports tipover.play.match"),
        ("engine/run.py", "def f():\n    from .core import state", "imports inside a function"),
        ("engine/run.py", "def f():\n    def g():\n        from .core import state", "imports inside a function"),
        ("engine/run.py", "async def f():\n    from .core import state", "imports inside a function"),
        ("engine/run.py", "class F:\n    from .core import state", "imports inside a function or class"),
        ("engine/helpers.py", "", "engine.helpers is no room of the engine"),
        ("engine/extras/rooms.py", "from tipover.engine.flow import turns", "engine.extras is no room of the engine"),
        ("engine/flow/turns.py", "from tipover.engine.helpers import late", "engine.flow imports engine.helpers"),
        ("play/match.py", "from tipover.engine.helpers import late", "play imports engine.helpers"),
        ("table/app.py", "from tipover.engine import extras", "table imports engine.extras"),
        ("engine/core/state.py", "from tipover.engine.phrases import terrain", "engine.core imports engine.phrases"),
        ("engine/laws/targets.py", "from tipover.engine.effects import figures", "engine.laws imports engine.effects"),
        ("engine/flow/turns.py", "from tipover.engine.steps import interpreter", "engine.flow imports engine.steps"),
        ("engine/steps/verbs/move.py", "from tipover.engine.flow.actions import begin", "engine.steps imports engine.flow"),
        ("engine/run.py", "from tipover.engine.explain import choices", "engine.run imports engine.explain"),
        ("engine/view.py", "from tipover.engine.codec import state_json", "engine.view imports engine.codec"),
        ("bots/greedy.py", "from tipover.engine.phrases.terrain import board", "bots imports engine.phrases"),
        ("table/app.py", "from tipover.engine.core.frames import turn_frame", "an internal of the engine"),
        ("table/app.py", "n = len(state.texts.entries)", "reads state.texts, an internal of the engine"),
        ("bots/tree.py", "n = self.state.texts", "reads state.texts, an internal of the engine"),
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
        ("languages/en.py", "", "languages hold no Python"),
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
