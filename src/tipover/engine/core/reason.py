"""Why something is, or is not: a rule's id, our sentence, and the squares, walls and figures it is about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tipover.board.geometry import Segment
from tipover.board.mask import Square
from tipover.engine.core.ids import Thing
from tipover.engine.core.language import Names, Printer
from tipover.engine.core.rules import sentence_of
from tipover.engine.core.said import Part, Said, say
from tipover.engine.core.setup import Setup


class Reason(NamedTuple):
    """One reason. `walls` are obstructions in quarter squares; `things` are figures, or pieces from `PIECE` on.

    `sentence` is English with figures by their marks; other printers use the rule's own sentence and `detail`.
    """

    rule: str
    sentence: str
    squares: tuple[Square, ...] = ()
    things: tuple[Thing, ...] = ()
    walls: tuple[Segment, ...] = ()
    detail: Said | None = None
    is_whole: bool = False  # whether `detail` is the whole sentence, without the rule's own before it

    def __str__(self) -> str:
        return f"{self.sentence} ({self.rule})"


def reason_for(
    setup: Setup,
    rule: str,
    detail: Said | str | None = None,
    squares: Sequence[Square] = (),
    things: Sequence[Thing] = (),
    walls: Sequence[Segment] = (),
    **parts: Part,
) -> Reason:
    """A reason: the rule's own sentence, then what it is about here, as a sentence or by its key and parts.

    A choice may name nobody; then a reason is about nobody either.
    """
    said = say(detail, **parts) if isinstance(detail, str) else detail
    sentence = sentence_of(rule)
    if said is not None:
        sentence += f" {Printer(Names(setup)).text(said)}"
    return Reason(rule, sentence, tuple(squares), tuple(thing for thing in things if thing >= 0), tuple(walls), said)


def whole_reason(
    setup: Setup,
    rule: str,
    detail: Said | str,
    squares: Sequence[Square] = (),
    things: Sequence[Thing] = (),
    walls: Sequence[Segment] = (),
    **parts: Part,
) -> Reason:
    """A reason that a sentence of its own says better than the rule's."""
    said = say(detail, **parts) if isinstance(detail, str) else detail
    return Reason(rule, Printer(Names(setup)).text(said), tuple(squares), tuple(things), tuple(walls), said, True)
