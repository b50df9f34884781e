"""Values of a table as plain data, and back. Only the classes named here come back; anything else is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

import msgspec

from tipover.engine.core.said import Part, Said
from tipover.table.attendance import TurnClock
from tipover.table.notices import Ending, Notice
from tipover.table.present.deciding import GameTally
from tipover.table.protocol.from_server import ChatLine
from tipover.table.seats import Seat
from tipover.table.standing_orders import Order

CLASSES: tuple[type, ...] = (
    Notice,
    Ending,
    ChatLine,
    Seat,
    TurnClock,
    Order,
    Said,
    GameTally,
    *(one for one in get_args(Part) if one not in (str, int, Said)),
)
_BY_NAME = {one.__name__: one for one in CLASSES}
_PLAIN = (bool, int, float, str, type(None))


def freeze(value: object) -> Any:
    """A value as numbers, texts, and lists of two: what it is, and what is in it. Raises `TypeError` for a class that is not known."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if isinstance(value, dict):
        return ["dict", [[freeze(key), freeze(one)] for key, one in value.items()]]
    if isinstance(value, list | tuple | set | frozenset) and kind in (list, tuple, set, frozenset):
        items = sorted(value) if isinstance(value, set | frozenset) else list(value)
        if all(type(one) in _PLAIN for one in items):
            return [f"plain {kind.__name__}", items]
        return [kind.__name__, [freeze(one) for one in items]]
    if _BY_NAME.get(kind.__name__) is not kind:
        raise TypeError(f"a snapshot cannot hold a {kind.__name__}")
    return [kind.__name__, [freeze(one) for one in _parts(value)]]


def thaw(data: Any) -> Any:
    """The value again. Raises `ValueError`, `TypeError` or `KeyError` for data that `freeze` never made."""
    if not isinstance(data, list):
        return data
    kind, inside = data
    if kind in _CONTAINERS:
        return _CONTAINERS[kind](inside)
    made = _BY_NAME[kind]
    values = [thaw(one) for one in inside]
    if issubclass(made, tuple):
        return made(*values)
    if issubclass(made, msgspec.Struct):
        return made(**dict(zip(made.__struct_fields__, values, strict=True)))
    thing = made()
    for name, one in zip(_names(thing), values, strict=True):
        setattr(thing, name, one)
    return thing


_CONTAINERS: dict[str, Callable[[list[Any]], Any]] = {
    "dict": lambda inside: {thaw(key): thaw(one) for key, one in inside},
    "list": lambda inside: [thaw(one) for one in inside],
    "tuple": lambda inside: tuple(thaw(one) for one in inside),
    "set": lambda inside: {thaw(one) for one in inside},
    "frozenset": lambda inside: frozenset(thaw(one) for one in inside),
    "plain list": list, "plain tuple": tuple, "plain set": set, "plain frozenset": frozenset,
}  # fmt: skip


def _parts(value: object) -> list[object]:
    return list(value) if isinstance(value, tuple) else [getattr(value, name) for name in _names(value)]


def _names(value: object) -> list[str]:
    """The attributes of an object, in an order that its class alone decides."""
    if isinstance(value, msgspec.Struct):
        return list(value.__struct_fields__)
    return sorted(vars(value)) if hasattr(value, "__dict__") else sorted(type(value).__slots__)  # type: ignore[attr-defined]
