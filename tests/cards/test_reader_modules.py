"""The reader is composed, not inherited: its modules import each other in one direction and its classes have no bases."""

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import tipover.cards

CARDS = Path(tipover.cards.__file__).parent


def _imports(module: Path) -> set[str]:
    """The modules of `cards` that a module imports anywhere, also inside functions; not those for the type checker alone."""
    tree = ast.parse(module.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            node.body = []
    found = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    found |= {
        f"tipover.cards.{one.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "tipover.cards"
        for one in node.names
    }
    return {name.removeprefix("tipover.cards.") for name in found if name.startswith("tipover.cards.")}


def test_no_module_of_cards_imports_one_that_imports_it() -> None:
    graph = {module.stem: _imports(module) for module in CARDS.glob("*.py")}
    assert "read_phrases" in graph["read_events"]
    order = list(TopologicalSorter(graph).static_order())  # raises CycleError with the cycle
    assert order.index("read_cursor") < order.index("read_phrases") < order.index("read_steps") < order.index("read")


def test_readers_hold_each_other_and_inherit_nothing() -> None:
    bases = {
        node.name: [ast.unparse(base) for base in node.bases]
        for module in CARDS.glob("read*.py")
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef) and node.name.endswith(("Reader", "Cursor", "Grammar"))
    }
    assert len(bases) >= 9
    assert not any(bases.values())
