"""Figures, squares, pieces and cards by the names a player types; and the error of a line that says nothing."""

from __future__ import annotations

from tipover.engine.decision import PICK, PIECE, Choice
from tipover.engine.setup import SIDE_LETTERS
from tipover.engine.state import State
from tipover.play.writing import piece_written


class NotationError(ValueError):
    """A line that says nothing; `column` is where reading stopped, from 1; `word` what could not be read."""

    def __init__(self, message: str, column: int = 1, word: str = "") -> None:
        super().__init__(message)
        self.column = column
        self.word = word


def square_named(state: State, text: str) -> int:
    """A square by its name."""
    grid = state.setup.grid
    square = grid.square(text)
    if square < 0:
        raise NotationError(f"'{text}' is no square of this map; its squares are a1 to {grid.name(grid.size - 1)}", word=text)
    return square


def figure_named(state: State, text: str) -> int:
    """A figure by its mark, else by any unambiguous beginning of its name."""
    setup = state.setup
    figure = setup.figure(text)
    if figure >= 0:
        return figure
    lower = text.lower()
    if not lower:
        raise NotationError("which figure? begin with its mark, as 'L1: move c4'")
    marks = [f for f in range(len(setup.figures)) if setup.mark(f).lower() == lower]
    if len(marks) == 1:
        return marks[0]
    for whole in (True, False):
        found = [f for f in range(len(setup.figures)) if _answers_to(state, f, lower, whole)]
        if len(found) == 1:
            return found[0]
        if len(found) > 1:
            names = ", ".join(f"{setup.mark(f)} ({state.name(f)})" for f in found)
            raise NotationError(f"'{text}' could be {names}; write the mark", word=text)
    counted = _counted(state, text)
    if counted >= 0:
        return counted
    known = [setup.mark(f) for f in range(len(setup.figures))]
    raise NotationError(f"there is no figure '{text}'; there are {', '.join(known)}", word=text)


def _counted(state: State, text: str) -> int:
    """A figure by side letter and number, `L1`, where figures have other marks; -1 if there is none."""
    letter, number = text[:1].upper(), text[1:]
    if letter not in SIDE_LETTERS or not number.isdecimal() or not number.isascii():
        return -1
    mine = [f for f, side in enumerate(state.setup.side_of) if side == SIDE_LETTERS.index(letter)]
    return mine[int(number) - 1] if 1 <= int(number) <= len(mine) else -1


def _answers_to(state: State, figure: int, lower: str, whole: bool) -> bool:
    names = [state.name(figure).lower()]
    if state.card[figure] >= 0:
        names.append(state.setup.card(state.card[figure]).short.lower())
    return any(name == lower if whole else name.startswith(lower) for name in names)


def thing_named(state: State, text: str) -> int:
    """A figure, or a piece by its name, with its square where several have it."""
    piece = piece_named(state, text)
    if state.setup.figure(text) < 0 and piece >= 0:
        return piece
    return figure_named(state, text)


def piece_named(state: State, text: str) -> int:
    """A piece by its name, with its square and number where several have it; -1 if there is none."""
    setup = state.setup
    words = text.split()
    number = int(words.pop()) if len(words) > 2 and words[-1].isdecimal() else 0
    square = setup.grid.square(words[-1]) if len(words) > 1 else -1
    name = " ".join(words[:-1] if square >= 0 else words).lower()
    found = [p for p, slot in enumerate(setup.pieces) if slot.name.lower() == name]
    if square >= 0:
        found = [p for p in found if state.lies[p] == square]
    if number:
        return PIECE + found[number - 1] if 0 < number <= len(found) else -1
    ask = state.decision
    offered = [p for p in found if ask is not None and any(option.thing == PIECE + p for option in ask.options)]
    if len(offered) > 1:
        known = ", ".join(piece_written(state, PIECE + p) for p in offered)
        raise NotationError(f"'{text}' could be {known}; write which")
    return PIECE + (offered or found)[0] if found else -1


def marker_named(state: State, text: str) -> int:
    """A piece or figure to interact with; -1 for one this game does not have, so that the refusal can say why."""
    piece = piece_named(state, text)
    if piece < 0 and not text:
        raise NotationError("with what? write 'interact' and the marker's letter")
    return piece if piece >= 0 else state.setup.figure(text)


def card_named(state: State, text: str) -> Choice:
    """The pick of a character by its name, or by a beginning of it that only one in the box has."""
    ask = state.decision
    figure = ask.figure if ask is not None else -1
    catalog = state.setup.catalog
    card = catalog.figure(text)
    if card < 0:
        starts = [k for k in state.setup.box if catalog.figures[k].name.lower().startswith(text.lower())]
        if len(starts) > 1 and text:
            names = ", ".join(catalog.figures[k].name for k in starts)
            raise NotationError(f"'{text}' could be {names}; write more of the name", word=text)
        if len(starts) != 1:
            raise NotationError(f"there is no character '{text}'{catalog.nearest(text, 'figure')}", word=text)
        card = starts[0]
    return Choice(PICK, figure, card)
