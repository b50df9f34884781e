"""A sentence as data: a key of the catalogue, the parts that fill its gaps, and the rules it rests on.

`language.Printer` turns it into text. Nothing in the tree reads a printed sentence back.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias, Union

from tipover.board.mask import Square
from tipover.engine.core.ids import Colour, FigureId, Side, Thing
from tipover.engine.core.numbers import Number


class FigurePart(NamedTuple):
    """A figure, to be named by its mark, its name or both."""

    figure: FigureId


class ThingPart(NamedTuple):
    """A figure, or a piece from `PIECE` on."""

    thing: Thing


class ShortPart(NamedTuple):
    """A figure by its short name, or a piece from `PIECE` on: for sentences that name the same figures again and again."""

    thing: Thing


class PickPart(NamedTuple):
    """A figure with the name of the card picked for it, which may not be its name yet."""

    figure: FigureId
    name: str


class SquarePart(NamedTuple):
    """One square."""

    square: Square


class SidePart(NamedTuple):
    """A side by its colour; `capital`: as a name, `Light`."""

    side: Side
    capital: bool = False


class ColourPart(NamedTuple):
    """The colour of an ability token."""

    colour: Colour


class FacePart(NamedTuple):
    """A face of a die."""

    face: int


class CountPart(NamedTuple):
    """A number of things: `3 points`. `noun` is a key of the catalogue's table `noun`; `of` fills its gap: `2 blue tokens`."""

    number: int
    noun: str
    of: Part = ""


class NumberPart(NamedTuple):
    """A number with the parts it came from: `5 dice = 3 Sucker Punch + 2 silver in pool`."""

    number: Number


class ListPart(NamedTuple):
    """Several parts in a row. `joint` is a key of the catalogue's table `joint`: `comma`, `and`, `or`, `way`."""

    parts: tuple[Part, ...]
    joint: str = "comma"


class InnerPart(NamedTuple):
    """A sentence that goes on inside another, so that it begins with a small letter: `Better: move Rose to g2.`; or with a capital."""

    said: Said
    capital: bool = False


class Said(NamedTuple):
    """One sentence, or a phrase inside another. A `str` among the parts is printed as it is: a card's name or text."""

    key: str
    parts: tuple[tuple[str, Part], ...] = ()
    rules: tuple[str, ...] = ()


Part: TypeAlias = Union[  # noqa: UP007
    str, int, FigurePart, ThingPart, ShortPart, PickPart, SquarePart, SidePart, ColourPart, FacePart, CountPart, NumberPart, ListPart,
    InnerPart, Said,
]  # fmt: skip


def say(key: str, *rules: str, **parts: Part) -> Said:
    """A sentence by its key, its rules and its parts by name."""
    return Said(key, tuple(parts.items()), rules)


def squares_part(squares: Iterable[Square], joint: str = "comma") -> ListPart:
    """Several squares in a row."""
    return ListPart(tuple(SquarePart(square) for square in squares), joint)
