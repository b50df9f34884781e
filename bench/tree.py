"""The shape of the source tree in numbers: `python3 -m bench.tree [ANOTHER CLONE …]` prints a table with a column for each clone.

Read from the sources alone, so that a clone of any age can be measured.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "tipover"

# What other rooms may not use of the engine: its frames, its index of texts, and whatever works on them. The former names stand here
# too, for clones from before the engine had rooms.
INTERNALS = ("phrases", "laws", "effects", "flow", "steps", "core.frames", "core.text_index", "core.late")
FORMER_INTERNALS = ("flow", "steps", "cast")


class Tree:
    """The modules of a clone's package, with what each imports."""

    def __init__(self, clone: Path) -> None:
        self.root = clone / "src" / PACKAGE
        self.sources: dict[str, str] = {}
        for path in sorted(self.root.rglob("*.py")):
            parts = path.relative_to(self.root).with_suffix("").parts
            self.sources[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path.read_text(encoding="utf-8")
        self.trees = {name: ast.parse(source) for name, source in self.sources.items()}
        self.packages = {".".join(path.parent.relative_to(self.root).parts) for path in self.root.rglob("__init__.py")}

    def imports(self, module: str) -> Iterator[str]:
        """The modules of the package that one imports, also inside functions; not those that only a type checker sees."""
        tree = self.trees[module]
        unseen = {
            id(inner)
            for node in ast.walk(tree)
            if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
            for inner in ast.walk(node)
        }
        for node in ast.walk(tree):
            if id(node) not in unseen:
                yield from self._named(module, node)

    def _named(self, module: str, node: ast.AST) -> Iterator[str]:
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            folder = module.split(".") if module in self.packages else module.split(".")[:-1]
            stem = [PACKAGE, *folder[: len(folder) - node.level + 1]] if node.level else []
            stem += [node.module] if node.module else []
            names = [".".join([*stem, alias.name]) for alias in node.names]
        else:
            return
        for name in names:
            inside = name.removeprefix(f"{PACKAGE}.") if name.startswith(f"{PACKAGE}.") else ""
            while inside and inside not in self.sources:
                inside = inside.rpartition(".")[0]
            if inside:
                yield inside

    def engine(self) -> list[str]:
        return [name for name in self.sources if name == "engine" or name.startswith("engine.")]

    def largest_cycle(self) -> int:
        """The most modules of the engine that all import one another, directly or not."""
        inside = self.engine()
        edges = {name: {other for other in self.imports(name) if other in inside and other != name} for name in inside}
        reached = {name: _reachable(edges, name) for name in inside}
        return max(sum(name in reached[other] for other in reached[name] | {name}) for name in inside)

    def inner_imports(self) -> int:
        """The imports inside functions of the engine."""
        statements = {
            (name, node.lineno)
            for name in self.engine()
            for function in ast.walk(self.trees[name])
            if isinstance(function, ast.FunctionDef)
            for node in ast.walk(function)
            if isinstance(node, ast.stmt) and list(self._named(name, node))
        }
        return len(statements)

    def outsiders(self) -> int:
        """The modules of other rooms that import internals of the engine."""
        has_rooms = any(name.startswith("engine.core") for name in self.sources)
        internal = tuple(f"engine.{one}" for one in (INTERNALS if has_rooms else FORMER_INTERNALS))
        outside = [name for name in self.sources if name != "engine" and not name.startswith("engine.")]
        return sum(any(_is_below(other, internal) for other in self.imports(name)) for name in outside)

    def lines(self) -> int:
        """The lines of the package's Python."""
        return sum(source.count("\n") for source in self.sources.values())


def _reachable(edges: dict[str, set[str]], start: str) -> set[str]:
    found: set[str] = set()
    waiting = [*edges[start]]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += edges[name]
    return found


def _is_below(name: str, tops: tuple[str, ...]) -> bool:
    return any(name == top or name.startswith(f"{top}.") for top in tops)


MEASURES = (
    ("modules of the engine", lambda tree: len(tree.engine())),
    ("largest import cycle in the engine, in modules", Tree.largest_cycle),
    ("imports inside functions of the engine", Tree.inner_imports),
    ("modules of other rooms that import internals of the engine", Tree.outsiders),
    ("lines of `src`", Tree.lines),
    ("largest module, in lines", lambda tree: max(source.count("\n") for source in tree.sources.values())),
)


def table(clones: list[Path]) -> str:
    """The measures as a Markdown table."""
    trees = [Tree(clone) for clone in clones]
    names = [clone.resolve().name for clone in clones]
    lines = ["| what | " + " | ".join(names) + " |", "|---|" + "---|" * len(names)]
    for what, measured in MEASURES:
        lines.append(f"| {what} | " + " | ".join(f"{measured(tree):,}" for tree in trees) + " |")
    return "\n".join(lines)


if __name__ == "__main__":
    print(table([Path(word) for word in sys.argv[1:]] + [ROOT]))
