"""Ids have types: no parameter of the engine that is an id by its name is annotated as a plain int.

`core/ids.py` has the types. A list of parameters that are not typed yet may only shrink.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ENGINE = Path(__file__).resolve().parent.parent / "src" / "tipover" / "engine"

FIGURES = {"figure", "actor", "ally", "challenger", "companion", "credit", "holder", "giver"}
THINGS = {"thing", "target", "who", "doer", "owner", "bearer", "mover", "roller"}
IDS = {*FIGURES, *THINGS, "piece", "side", "seat", "square", "start", "end", "ability", "verb", "colour", "card"}

# Parameters that are still ints, as `module: function(parameter)`.
UNTYPED = {
    "laws/offers.py: faults(thing)",  # the number of a text that offers an action
}


def untyped(source: str) -> Iterator[str]:
    """The parameters of a module's functions that are ids by their name and ints by their annotation."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef):
            for one in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
                if one.arg in IDS and isinstance(one.annotation, ast.Name) and one.annotation.id == "int":
                    yield f"{node.name}({one.arg})"


def test_a_parameter_that_is_an_id_has_its_type():
    found = {f"{path.relative_to(ENGINE).as_posix()}: {one}" for path in sorted(ENGINE.rglob("*.py")) for one in untyped(path.read_text())}
    assert found - UNTYPED == set(), "annotate them with a type of core/ids.py"
    assert UNTYPED - found == set(), "typed by now: take them off the list"


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("def move(figure: int) -> None: ...", ["move(figure)"]),
        ("class Law:\n    def faults(self, *, piece: int) -> None: ...", ["faults(piece)"]),
        ("def move(figure: FigureId, steps: int) -> None: ...", []),
    ],
)
def test_what_counts_as_untyped(source: str, found: list[str]):
    assert list(untyped(source)) == found
