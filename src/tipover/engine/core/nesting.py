"""How deeply the data of strangers is nested; asked before anything walks through it by recursion."""

from __future__ import annotations

from typing import Final

DEEPEST_SETUP: Final = 20  # brackets inside one another; a set-up that can be played has five


def is_nested_deeper(data: object, most: int = DEEPEST_SETUP) -> bool:
    """Whether lists and objects lie more than `most` deep inside one another. Needs no stack, however deep they are."""
    layer = [data]
    for _ in range(most):
        layer = [inner for outer in layer for inner in _inside(outer) if isinstance(inner, dict | list)]
        if not layer:
            return False
    return bool(layer)


def _inside(data: object) -> list[object]:
    if isinstance(data, dict):
        return list(data.values())
    return data if isinstance(data, list) else []
