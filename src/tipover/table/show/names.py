"""Figures and pieces by the names people use: without the mark where nobody else has the name."""

from __future__ import annotations

from collections import Counter

from tipover.engine.decision import PIECE
from tipover.engine.state import State


def name_of(state: State, figure: int) -> str:
    """`Black Widow`; with its mark, `Sprinter (L4)`, where several have the name; its mark alone while it has no card."""
    name, mark = state.name(figure), state.setup.mark(figure)
    if name == mark:
        return mark
    number = state.card[figure]
    alike = 0
    figures = state.setup.catalog.figures
    for card in state.card:
        alike += card == number or (card >= 0 and figures[card].name == name)
    return name if alike == 1 else f"{name} ({mark})"


def thing_name(state: State, thing: int) -> str:
    """A figure by name, a point marker by its letter, a piece by what it is."""
    if thing < PIECE:
        return name_of(state, thing)
    slot = state.setup.pieces[thing - PIECE]
    return f"point marker {slot.letter}" if slot.letter else slot.name


def without_marks(state: State, text: str) -> str:
    """A sentence in which figures that alone have their name go without their mark: `Black Widow (D1)` is `Black Widow`."""
    if "(" not in text:
        return text
    names = [state.name(figure) for figure in range(len(state.card))]
    alike = Counter(names)
    for figure, name in enumerate(names):
        if alike[name] == 1 and state.card[figure] >= 0 and name in text:
            text = text.replace(f"{name} ({state.setup.mark(figure)})", name)
    return text
