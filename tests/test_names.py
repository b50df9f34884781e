"""One name, one thing: no module and no class has the name of one in another room, but for those listed here with a reason.

Rooms are the folders of the package and those of the engine. The lists may only shrink.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parent.parent / "src" / "tipover"

SUBJECT = "one subject of the game, as each room of the engine treats it: read, changed, offered, run, explained"
MODULES = {
    "__init__": "Python's own name",
    "actions": SUBJECT,
    "challenge": SUBJECT,
    "dice": f"{SUBJECT}; in play they fall",
    "figures": SUBJECT,
    "move": SUBJECT,
    "moves": SUBJECT,
    "pieces": SUBJECT,
    "sight": f"{SUBJECT}; on the board and at the table, lines alone",
    "tokens": SUBJECT,
    "tracks": SUBJECT,
    "turns": SUBJECT,
}
CLASSES: dict[str, str] = {}


def room_of(parts: tuple[str, ...]) -> str:
    """The room of a module by its path below the package; a file of the engine itself is a room's front."""
    if len(parts) == 1:
        return "tipover"
    return f"engine.{parts[1]}" if parts[0] == "engine" and len(parts) > 2 else parts[0]


def clashes(root: Path) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """The names of modules and of classes that stand in several rooms, with the rooms."""
    modules: defaultdict[str, set[str]] = defaultdict(set)
    classes: defaultdict[str, set[str]] = defaultdict(set)
    for path in sorted(root.rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        modules[parts[-1]].add(room_of(parts))
        for name in class_names(path.read_text(encoding="utf-8")):
            classes[name].add(room_of(parts))
    return several(modules), several(classes)


def several(found: dict[str, set[str]]) -> dict[str, set[str]]:
    return {name: rooms for name, rooms in found.items() if len(rooms) > 1}


def class_names(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef):
            yield node.name


def test_a_name_stands_in_one_room() -> None:
    modules, classes = clashes(SOURCE)
    for what, found, listed in (("module", modules, MODULES), ("class", classes, CLASSES)):
        fresh = {name: sorted(rooms) for name, rooms in found.items() if name not in listed}
        assert not fresh, f"a {what} of that name stands in another room: choose a name that says what this one is"


def test_no_exception_is_listed_that_is_none_any_more() -> None:
    modules, classes = clashes(SOURCE)
    assert sorted(set(MODULES) - set(modules)) == [] and sorted(set(CLASSES) - set(classes)) == [], "take these out of the lists"


@pytest.mark.parametrize(
    ("paths", "modules", "classes"),
    [
        (["board/grid.py", "cards/grid.py"], ["grid"], ["Thing"]),
        (["board/grid.py", "board/inner/grid.py"], [], []),
        (["engine/flow/move.py", "engine/steps/verbs/move.py"], ["move"], ["Thing"]),
        (["engine/run.py", "engine/view.py"], [], []),
    ],
)
def test_clashes_are_found(tmp_path: Path, paths: list[str], modules: list[str], classes: list[str]) -> None:
    for path in paths:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("class Thing: ...\n", encoding="utf-8")
    found = clashes(tmp_path)
    assert (sorted(found[0]), sorted(found[1])) == (modules, classes)
