"""Names of figures and pieces for readers: without the mark unless several figures have the same name."""

from __future__ import annotations

from tipover.engine.core.ids import FigureId
from tipover.engine.core.language import ENGLISH, Printer, language
from tipover.engine.core.state import State
from tipover.play.printers import CardNames


class PlainNames(CardNames):
    """Names figures without their mark where the name is unambiguous."""

    def figure(self, figure: FigureId) -> str:
        """`Black Widow`, `Sprinter (L4)`."""
        return name_of(self.state, figure)

    def picked(self, figure: FigureId, name: str) -> str:
        """The card's name without a mark, once the figure has that card and no other figure does."""
        return name_of(self.state, figure) if self.state.name(figure) == name else super().picked(figure, name)


def table_printer(state: State, code: str = ENGLISH) -> Printer:
    """The table's printer in this language: plain names, and no rule ids in sentences."""
    return Printer(PlainNames(state), language(code))


def name_of(state: State, figure: FigureId) -> str:
    """`Black Widow`; `Sprinter (L4)` if several figures have the name; only the mark while it has no card."""
    name, mark = state.name(figure), state.setup.mark(figure)
    if name == mark:
        return mark
    number = state.card[figure]
    alike = 0
    figures = state.setup.catalog.figures
    for card in state.card:
        alike += card == number or (card >= 0 and figures[card].name == name)
    return name if alike == 1 else f"{name} ({mark})"
