"""What the compiled modules must keep to, so that they compile and are the same as in pure Python; found in their sources, without compiling."""

from __future__ import annotations

import ast
from pathlib import Path

from tipover.cards.ast import NODE_FIELDS
from tipover.compiled import ROOMS
from tipover.engine.core.text_index import FIELDS_OF_INDEX
from tools.build_core import COMPILED, LEFT_OUT, SOURCES, compiled_files

PLAIN = ("str", "bool", "int", "int | None", "tuple[str, ...]", "tuple[int, ...]", "TextPosition")


def tree_of(file: str | Path) -> ast.Module:
    return ast.parse((SOURCES / file).read_text(encoding="utf-8"))


def test_what_is_compiled_and_left_out_is_there() -> None:
    for name in (*COMPILED, *LEFT_OUT):
        place = SOURCES / "tipover" / name
        assert place.is_dir() or place.with_suffix(".py").is_file(), f"{name} is gone"
    assert len(compiled_files()) > 100
    assert {name.split("/")[0] for name in COMPILED} <= set(ROOMS)  # else nobody would find them


def test_no_starred_tuple_stands_after_in() -> None:
    """mypyc 2.4 breaks off at `x in (a, *b)`."""
    found = [
        f"{file}:{node.lineno}"
        for file in compiled_files()
        for node in ast.walk(tree_of(file))
        if isinstance(node, ast.Compare)
        for side in node.comparators
        if isinstance(side, ast.Tuple | ast.List | ast.Set) and any(isinstance(one, ast.Starred) for one in side.elts)
    ]
    assert found == []


def test_no_compiled_class_is_the_base_of_one_that_is_not() -> None:
    """Python refuses to derive an interpreted class from a compiled one."""
    compiled = {file.as_posix() for file in compiled_files()}
    made = {node.name: file for file in compiled for node in tree_of(file).body if isinstance(node, ast.ClassDef) and not is_tuple(node)}
    others = {file.relative_to(SOURCES).as_posix() for file in (SOURCES / "tipover").rglob("*.py")} - compiled
    found: list[str] = []
    for file in sorted(others):
        tree = tree_of(file)
        names = {alias.asname or alias.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names}
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                bases = {
                    base.value.id if isinstance(base, ast.Subscript) and isinstance(base.value, ast.Name) else getattr(base, "id", "")
                    for base in node.bases
                }
                found += [f"{file}: {node.name}({base})" for base in bases & names & made.keys()]
    assert found == []


def is_tuple(node: ast.ClassDef) -> bool:
    """Whether mypyc leaves a class as it is: tuples with names, enumerations, exceptions without methods of their own."""
    bases = {getattr(base, "id", "") for base in node.bases}
    has_methods = any(isinstance(one, ast.FunctionDef) for one in node.body)
    return bool(bases & {"NamedTuple", "Enum", "Protocol"}) or (bool(bases & {"ValueError", "Exception", "SetupError"}) and not has_methods)


def test_a_copied_index_of_texts_takes_over_every_field() -> None:
    tree = tree_of("tipover/engine/core/text_index.py")
    (index,) = [node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "TextIndex"]
    stored = {
        node.attr
        for node in ast.walk(index)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and getattr(node.value, "id", "") == "self"
    }
    assert stored == set(FIELDS_OF_INDEX)


def test_the_fields_that_may_contain_nodes_are_those_of_the_classes() -> None:
    kinds = {node.name: node for node in tree_of("tipover/cards/ast.py").body if isinstance(node, ast.ClassDef)}
    for kind, names in NODE_FIELDS.items():
        fields = [
            (one.target.id, ast.unparse(one.annotation))
            for one in kinds[kind.__name__].body
            if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)
        ]
        assert sorted(names) == sorted(name for name, annotation in fields if annotation not in PLAIN), kind
