"""What happens is stated in `engine/effects` alone: flow and steps change no field of it and append none of its events."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import tipover
from tipover.engine.core import event

ENGINE = Path(tipover.__file__).parent / "engine"
# What a happening changes: where things are, in which condition, whose they are, points and tokens.
FIELDS = {
    "carried_by", "claims", "down", "event_squares", "exhaust_markers", "figure_at", "first", "last", "owner", "piece_at", "piece_holder", "piece_side",
    "points", "pool", "round", "track", "winner",
}  # fmt: skip
CHANGERS = {"add_tokens", "cool_tokens", "changed"}
# Told where they are done, because no card can wait for them: a die is turned, a target exchanged, a text replaces, a part
# is not done, chance draws, a chain is cut off.
ELSEWHERE = {"ChainStopped", "DieTurned", "Drawn", "NotDone", "Replaced", "TargetChanged", "TargetUnfit", "ChallengeEnded"}
EVENTS = {name for name in event.EVENTS} - ELSEWHERE
# Set-up is before the game: nothing waits for it.
SETUP = "setup_phase.py"


def faults(source: str) -> Iterator[str]:
    """Each change of a field, and each event, that a module makes itself."""
    for node in ast.walk(ast.parse(source)):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AugAssign) else []
        for target in targets:
            for part in target.elts if isinstance(target, ast.Tuple) else [target]:
                field = part.value if isinstance(part, ast.Subscript) else part
                if isinstance(field, ast.Attribute) and field.attr in FIELDS and isinstance(field.value, ast.Name):
                    yield f"{node.lineno}: changes {field.value.id}.{field.attr}"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id in EVENTS:
                yield f"{node.lineno}: makes the event {node.func.id}"
            if node.func.id in CHANGERS and not _is_control(node):
                yield f"{node.lineno}: calls {node.func.id}"


def _is_control(node: ast.Call) -> bool:
    """Control of a figure is part of a text that runs, and no event."""
    first = node.args[0] if node.args else None
    return isinstance(first, ast.Attribute) and first.attr == "controlled_by"


def test_flow_and_steps_leave_what_happens_to_effects() -> None:
    found = [
        f"{path.relative_to(ENGINE)}:{fault}"
        for room in ("flow", "steps")
        for path in sorted((ENGINE / room).rglob("*.py"))
        if path.name != SETUP
        for fault in faults(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_what_effects_do_would_be_found_elsewhere() -> None:
    found = [fault for path in (ENGINE / "effects").glob("*.py") for fault in faults(path.read_text(encoding="utf-8"))]
    assert any("state.down" in fault for fault in found)
    assert any("makes the event KnockedDown" in fault for fault in found)
