"""A text with the slots of what its words refer to, as `resolve` found them."""

from __future__ import annotations

from dataclasses import replace

from tipover.cards.ast import NODE_FIELDS, Group, Node, Text
from tipover.cards.program import IS_THIS, TARGET, TARGETS
from tipover.cards.references import Resolution


def bind(text: Text, found: Resolution) -> Text:
    """The same text with the slots of its pronouns, of what they refer to, and of what `another` excludes."""
    bound = _bound(text, found)
    assert isinstance(bound, Text)
    return bound


def _bound(value: object, found: Resolution) -> object:
    if isinstance(value, tuple):
        parts = [_bound(one, found) for one in value]
        return value if all(one is other for one, other in zip(parts, value, strict=True)) else tuple(parts)
    if not isinstance(value, Node):
        return value
    changed: dict[str, object] = {}
    for name in NODE_FIELDS[type(value)]:
        old = getattr(value, name)
        new = _bound(old, found) if old is not None else None
        if new is not old:
            changed[name] = new
    changed.update(_slots(value, found))
    return replace(value, **changed) if changed else value  # type: ignore[arg-type]  # the names are fields of the node


def _slots(node: Node, found: Resolution) -> dict[str, object]:
    slots: dict[str, object] = {}
    if id(node) in found.meant:
        meant = found.meant[id(node)]
        name = "group_slot" if isinstance(node, Group) and node.det == "those" else "slot"
        slots[name] = meant.slot if meant is not None else IS_THIS
    for one in (found.introduced.get(id(node)), found.elements.get(id(node)), found.repeated.get(id(node))):
        if one is not None and one.slot >= 0:
            slots["group_slot" if one.is_group else "slot"] = one.slot
    if out := found.excluded.get(id(node)):
        slots["excluded"] = tuple(one.slot for one in out if not one.is_group and one.slot != TARGET)
        slots["excluded_groups"] = tuple(
            dict.fromkeys(TARGETS if one.slot == TARGET else one.slot for one in out if one.is_group or one.slot == TARGET)
        )
    return slots
