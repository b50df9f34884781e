"""Printers for games in progress: figures have the names of their cards."""

from __future__ import annotations

from tipover.engine.core.ids import PIECE, FigureId, Thing, is_figure
from tipover.engine.core.language import Language, Names, Printer
from tipover.engine.core.state import State


class CardNames(Names):
    """Names figures with their mark, `Rose Nylund (L1)`; a figure without a card by its mark only."""

    def __init__(self, state: State) -> None:
        super().__init__(state.setup)
        self.state = state  # The state that says which card a figure has.

    def figure(self, figure: FigureId) -> str:
        """`Rose Nylund (L1)`."""
        return figure_words(self.state, figure)

    def short(self, figure: FigureId) -> str:
        """`Rose`."""
        card = self.state.card[figure]
        if card < 0:
            return self.state.name(figure)
        return self.setup.card(card).short or self.setup.card(card).name


def marked(state: State, language: Language | None = None) -> Printer:
    """The command line's printer: names with marks, rule ids in parentheses."""
    return Printer(CardNames(state), language, with_rules=True)


def figure_words(state: State, figure: FigureId) -> str:
    """`Rose Nylund (L1)`; only the mark if the figure has no card."""
    mark = state.setup.mark(figure)
    name = state.name(figure)
    return mark if name == mark else f"{name} ({mark})"


def thing_words(state: State, thing: Thing) -> str:
    """A figure with name and mark, or a piece's name."""
    if is_figure(thing):
        return figure_words(state, thing)
    slot = state.setup.pieces[thing - PIECE]
    return f"point marker {slot.letter}" if slot.letter else slot.name


def count(number: int, one: str, many: str = "") -> str:
    """`1 point`, `3 points`."""
    return f"{number} {one if number == 1 else many or one + 's'}"
