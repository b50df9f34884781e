"""Which definitions of a package are used by the package itself, read from its sources alone.

A top-level name is followed through imports to the module that defines it. A method counts as used when its name stands after a
dot anywhere, since sources do not say what stands before the dot. Code that nothing reaches uses nothing.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

Function = (ast.FunctionDef, ast.AsyncFunctionDef)
# Decorators that change a definition without handing it to anybody; any other one registers it.
PLAIN_DECORATORS = {
    *("dataclass", "property", "cached_property", "setter", "cache", "lru_cache", "staticmethod", "classmethod", "contextmanager"),
    *("asynccontextmanager", "wraps", "overload", "override", "final", "abstractmethod", "runtime_checkable", "total_ordering"),
}
Key = tuple[str, str]  # a module below the package, and a name in it: "" is the module, "Class.method" a method


@dataclass
class Definition:
    """A function, a method, a class or a constant, with what its code uses."""

    module: str
    name: str
    line: int
    kind: str  # "module", "class", "function", "method" or "constant"
    names: set[Key] = field(default_factory=set)
    attributes: set[str] = field(default_factory=set)
    registered: bool = False  # handed to something by a decorator
    foreign: bool = False  # a class with a base from another package, which may call its methods

    @property
    def key(self) -> Key:
        return self.module, self.name


class ModuleReader:
    """The definitions of one module. Code outside of them is the module's own, and runs when it is imported."""

    def __init__(self, module: str, tree: ast.Module, package: str, folder: list[str], known: set[str]) -> None:
        self.module, self.package, self.folder, self.known = module, package, folder, known
        self.aliases: dict[str, Key] = {}
        self.outside: set[str] = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Import | ast.ImportFrom):
                self.read_import(node)
        self.top = Definition(module, "", 1, "module")
        self.found = [self.top]
        for statement in tree.body:
            self.read_statement(statement)

    def read_import(self, node: ast.Import | ast.ImportFrom) -> None:
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.startswith(f"{self.package}."):
                    self.aliases[alias.asname or alias.name] = (alias.name.removeprefix(f"{self.package}."), "")
                else:
                    self.outside.add(alias.asname or alias.name.partition(".")[0])
            return
        stem = node.module or ""
        if node.level:
            stem = ".".join([*self.folder[: len(self.folder) - node.level + 1], *([stem] if stem else [])])
        elif stem == self.package or stem.startswith(f"{self.package}."):
            stem = stem.removeprefix(self.package).removeprefix(".")
        else:
            self.outside |= {alias.asname or alias.name for alias in node.names}
            return
        for alias in node.names:
            inner = f"{stem}.{alias.name}".removeprefix(".")
            self.aliases[alias.asname or alias.name] = (inner, "") if inner in self.known else (stem, alias.name)

    def read_statement(self, node: ast.stmt) -> None:
        if isinstance(node, ast.ClassDef):
            self.read_class(node)
        elif isinstance(node, Function):
            made = Definition(self.module, node.name, node.lineno, "function", registered=is_registered(node))
            self.found.append(self.filled(made, node))
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if all(isinstance(target, ast.Name) for target in targets):
                for target in targets:
                    assert isinstance(target, ast.Name)
                    # `__all__` offers names, it does not use them.
                    if target.id != "__all__":
                        self.found.append(self.filled(Definition(self.module, target.id, node.lineno, "constant"), node))
            else:
                self.filled(self.top, node)
        else:
            self.filled(self.top, node)

    def read_class(self, node: ast.ClassDef) -> None:
        made = Definition(self.module, node.name, node.lineno, "class", registered=is_registered(node))
        self.found.append(made)
        for base in node.bases:
            root = base
            while isinstance(root, ast.Attribute | ast.Subscript):
                root = root.value
            made.foreign |= isinstance(root, ast.Name) and root.id in self.outside and root.id not in ("Protocol", "Generic", "NamedTuple")
        for part in (*node.decorator_list, *node.bases, *node.keywords):
            self.filled(made, part)
        for part in node.body:
            if isinstance(part, Function):
                name = f"{node.name}.{part.name}"
                method = Definition(self.module, name, part.lineno, "method", registered=is_registered(part))
                self.found.append(self.filled(method, part))
            else:
                self.filled(made, part)

    def filled(self, made: Definition, tree: ast.AST) -> Definition:
        """The definition, with what a tree of code uses."""
        for node in ast.walk(tree):
            if isinstance(node, ast.Name):
                made.names.add(self.aliases.get(node.id, (self.module, node.id)))
            elif isinstance(node, ast.Attribute):
                made.attributes.add(node.attr)
                target = self.aliases.get(dotted(node.value))
                if target:
                    made.names.add((target[0], node.attr) if target[1] == "" else (target[0], f"{target[1]}.{node.attr}"))
            elif (
                isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("getattr", "attrgetter", "methodcaller")
            ):
                made.attributes |= {arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)}
            elif isinstance(node, ast.MatchClass):
                made.attributes |= set(node.kwd_attrs)
        return made


def is_registered(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> bool:
    """Whether a decorator may hand the definition to somebody."""
    called = [decorator.func if isinstance(decorator, ast.Call) else decorator for decorator in node.decorator_list]
    return any(dotted(decorator).rpartition(".")[2] not in PLAIN_DECORATORS for decorator in called)


def dotted(node: ast.AST) -> str:
    if isinstance(node, ast.Name):
        return node.id
    return f"{dotted(node.value)}.{node.attr}" if isinstance(node, ast.Attribute) else "?"


class Usage:
    """The definitions of a package's folder, and those that are reached from its modules' own code or from given keys."""

    def __init__(self, root: Path, package: str = "tipover") -> None:
        paths = {self.module_name(root, path): path for path in sorted(root.rglob("*.py"))}
        self.definitions: dict[Key, Definition] = {}
        self.aliases: dict[Key, Key] = {}
        for module, path in paths.items():
            parts = [package, *module.split(".")] if module else [package]
            folder = (parts if path.name == "__init__.py" else parts[:-1])[1:]
            reader = ModuleReader(module, ast.parse(path.read_text(encoding="utf-8")), package, folder, set(paths))
            self.definitions |= {made.key: made for made in reader.found}
            self.aliases |= {(module, name): target for name, target in reader.aliases.items() if (module, name) not in self.definitions}

    @staticmethod
    def module_name(root: Path, path: Path) -> str:
        parts = path.relative_to(root).with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    def home(self, key: Key) -> Key:
        """Where a name that a module may have only imported is defined."""
        seen = set()
        while key in self.aliases and key not in seen:
            seen.add(key)
            key = self.aliases[key]
        return key

    def unreached(self, roots: set[Key]) -> Iterator[Definition]:
        """Functions, methods and classes that neither a module's own code nor a root reaches, in the order of the sources."""
        methods: dict[Key, list[Definition]] = {}
        for made in self.definitions.values():
            if made.kind == "method":
                methods.setdefault((made.module, made.name.partition(".")[0]), []).append(made)
        reached: set[Key] = set()
        attributes: set[str] = set()
        waiting = [key for key, made in self.definitions.items() if made.kind == "module" or made.registered]
        waiting += roots
        while waiting:
            while waiting:
                key = self.home(waiting.pop())
                if key not in self.definitions or key in reached:
                    continue
                reached.add(key)
                attributes |= self.definitions[key].attributes
                waiting += self.definitions[key].names
            for key, members in methods.items():
                if key in reached:
                    whole = self.definitions[key].foreign
                    for one in members:
                        name = one.name.partition(".")[2]
                        if one.key not in reached and (whole or name in attributes or name.startswith("__")):
                            waiting.append(one.key)
        for key, made in self.definitions.items():
            owner = (made.module, made.name.partition(".")[0])
            if (
                key not in reached
                and not made.name.startswith("__")
                and made.kind in ("function", "class", "method")
                and (made.kind != "method" or owner in reached)
            ):
                yield made
