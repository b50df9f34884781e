"""Numbers that know their parts: `5 dice = 3 Sucker Punch + 2 silver in pool` (TIM-4, CHA-4)."""

from __future__ import annotations

from typing import Final, NamedTuple

from tipover.engine.core.ids import NO_COLOUR, Colour

ADD: Final = 0
SUBTRACT: Final = 1
SET: Final = 2


class Part(NamedTuple):
    """One part of a number: how much, by what, and whether it adds, subtracts or sets."""

    amount: int
    name: str
    how: int = ADD
    key: str = ""  # the key of its name in the catalogue's table `number`; empty if a card gave the name
    of: str = ""  # what fills the gap of that text
    colour: Colour = NO_COLOUR  # the colour of the ability tokens whose number it is; -1 if it counts none
    rest: str = ""  # its name without that colour: `in pool`


def _how(part: Part) -> int:
    return part.how


class Number:
    """A number with the parts it came from, in the order they count."""

    __slots__ = ("parts", "total", "unit")

    def __init__(self, parts: list[Part], unit: str = "dice") -> None:
        self.parts = sorted(parts, key=_how) if len(parts) > 1 else parts
        self.unit = unit
        self.total = sum_parts(self.parts)

    def __str__(self) -> str:
        said = ""
        for part in self.parts:
            sign = {ADD: " + ", SUBTRACT: " − ", SET: ", set to "}[part.how] if said else ""
            said += f"{sign}{part.amount} {part.name}"
        unit = "die" if self.unit == "dice" and self.total == 1 else self.unit
        return f"{self.total} {unit} = {said}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Number) and (self.parts, self.unit) == (other.parts, other.unit)

    def __hash__(self) -> int:
        return hash((tuple(self.parts), self.unit))


def sum_parts(parts: list[Part]) -> int:
    """The total: first all that adds, then all that subtracts (not below 0), then what sets, of which the last counts."""
    total = 0
    is_plain = True
    for part in parts:
        if part.how == ADD:
            total += part.amount
        else:
            is_plain = False
    if is_plain:
        return total
    for part in parts:
        if part.how == SUBTRACT:
            total = max(0, total - part.amount)
    for part in parts:
        if part.how == SET:
            total = part.amount
    return total
