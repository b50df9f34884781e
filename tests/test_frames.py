"""The slots of a frame are the business of its module: others use its constructor and accessors.

One exception: every frame has a kind and a stage, which the registry and the flow read.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parent.parent / "src" / "tipover"
FRAMES = SOURCE / "engine" / "core" / "frames"
CLOSED = {path.stem for path in FRAMES.glob("*_frame.py")}


def slots_used(source: str) -> Iterator[str]:
    """The slots of frames that a module reads or writes by their number, also by a name that it imports."""
    tree = ast.parse(source)
    imported = {
        name.asname or name.name: f"{module}.{name.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (module := (node.module or "").rpartition(".")[2]) in CLOSED
        for name in node.names
        if name.name.isupper()
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript):
            for one in ast.walk(node.slice):
                if isinstance(one, ast.Attribute) and isinstance(one.value, ast.Name) and one.value.id in CLOSED and one.attr.isupper():
                    yield f"{one.value.id}.{one.attr}"
                elif isinstance(one, ast.Name) and one.id in imported:
                    yield imported[one.id]


def test_slots_are_used_in_the_module_of_their_frame():
    used = {
        f"{path.relative_to(SOURCE).as_posix()}: {slot}"
        for path in sorted(SOURCE.rglob("*.py"))
        if path.parent != FRAMES
        for slot in slots_used(path.read_text())
    }
    assert used == set(), "give the frame's module an accessor"


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("frame[turn_frame.ACTIONS] -= 1", ["turn_frame.ACTIONS"]),
        ("way = frame[move_frame.WAY + 1 :]", ["move_frame.WAY"]),
        ("who = frame[text_frame.WHO]", ["text_frame.WHO"]),
        ("it = frame[text_frame.REFERENTS[slot]]", ["text_frame.REFERENTS"]),
        ("actions = turn_frame.actions_left(frame)", []),
        ("from engine.core.frames.turn_frame import ACTIONS, new\nframe[ACTIONS] -= 1", ["turn_frame.ACTIONS"]),
        ("from engine.core.frames.turn_frame import ACTIONS_A_TURN\nleft = ACTIONS_A_TURN - 1", []),
    ],
)
def test_what_counts_as_the_use_of_a_slot(source: str, found: list[str]):
    assert list(slots_used(source)) == found
