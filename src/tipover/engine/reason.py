"""Why something is, or is not: a rule's id, our sentence, and the squares, walls and figures it is about."""

from __future__ import annotations

from typing import NamedTuple

from tipover.board.geometry import Segment
from tipover.engine.rules import told


class Reason(NamedTuple):
    """One reason. `walls` are obstructions in quarter squares; `things` are figures, or pieces from `PIECE` on."""

    rule: str
    sentence: str
    squares: tuple[int, ...] = ()
    things: tuple[int, ...] = ()
    walls: tuple[Segment, ...] = ()

    def __str__(self) -> str:
        return f"{self.sentence} ({self.rule})"


def because(
    rule: str,
    detail: str = "",
    squares: list[int] | None = None,
    things: list[int] | None = None,
    walls: list[Segment] | None = None,
) -> Reason:
    """A reason in the rule's own sentence, with what it is about here."""
    sentence = told(rule)
    if detail:
        sentence += f" {detail}"
    return Reason(rule, sentence, tuple(squares or ()), tuple(things or ()), tuple(walls or ()))
