"""Figures, squares, pieces and cards by the names that players type, and the error for lines that cannot be read."""

from __future__ import annotations

from tipover.board.mask import Square
from tipover.engine.core import verbs
from tipover.engine.core.decision import Choice
from tipover.engine.core.ids import NOBODY, NOTHING, PIECE_THING, FigureId, Thing
from tipover.engine.core.language import NoNames, Printer
from tipover.engine.core.said import ListPart, Said, say
from tipover.engine.core.setup import SIDE_LETTERS
from tipover.engine.core.setup_faults import meant
from tipover.engine.core.state import State
from tipover.play.notation.writing import piece_written


class NotationError(ValueError):
    """A line that cannot be read; `column` is where reading stopped, from 1, and `word` what could not be read.

    Its text is English; `said` is the same as data, for other languages.
    """

    def __init__(self, said: Said, column: int = 1, word: str = "") -> None:
        super().__init__(Printer(NoNames()).text(said))
        self.said = said
        self.column = column
        self.word = word

    @property
    def is_ambiguous(self) -> bool:
        """Whether the line could mean several things."""
        return self.said.key.startswith("notation.could_be")


def square_named(state: State, text: str) -> Square:
    """A square by its name."""
    grid = state.setup.grid
    square = grid.square(text)
    if square < 0:
        raise NotationError(say("notation.no_square", text=text, last=grid.name(grid.at(grid.columns - 1, grid.rows - 1))), word=text)
    return square


def figure_named(state: State, text: str) -> FigureId:
    """A figure by its mark, otherwise by an unambiguous beginning of its name."""
    setup = state.setup
    figure = setup.figure(text)
    if figure >= 0:
        return figure
    lower = text.lower()
    if not lower:
        raise NotationError(say("notation.which_figure"))
    marks = [f for f in setup.figure_ids if setup.mark(f).lower() == lower]
    if len(marks) == 1:
        return marks[0]
    for whole in (True, False):
        found = [f for f in setup.figure_ids if _answers_to(state, f, lower, whole)]
        if len(found) == 1:
            return found[0]
        if len(found) > 1:
            names = ListPart(tuple(f"{setup.mark(f)} ({state.name(f)})" for f in found))
            raise NotationError(say("notation.could_be_write_mark", text=text, names=names), word=text)
    counted = _counted(state, text)
    if counted >= 0:
        return counted
    marks_known = ListPart(tuple(setup.mark(f) for f in setup.figure_ids))
    raise NotationError(say("notation.no_figure", text=text, marks=marks_known), word=text)


def _counted(state: State, text: str) -> FigureId:
    """A figure by side letter and number (`L1`) if figures have other marks; -1 if there is none."""
    letter, number = text[:1].upper(), text[1:]
    if letter not in SIDE_LETTERS or not number.isdecimal() or not number.isascii():
        return NOBODY
    mine = [f for f in state.setup.figure_ids if state.setup.side_of[f] == SIDE_LETTERS.index(letter)]
    return mine[int(number) - 1] if 1 <= int(number) <= len(mine) else NOBODY


def _answers_to(state: State, figure: FigureId, lower: str, whole: bool) -> bool:
    names = [state.name(figure).lower()]
    if state.card[figure] >= 0:
        names.append(state.setup.card(state.card[figure]).short.lower())
    return any(name == lower if whole else name.startswith(lower) for name in names)


def thing_named(state: State, text: str) -> int:
    """A figure, or a piece by its name, with its square if several have that name."""
    piece = piece_named(state, text)
    if state.setup.figure(text) < 0 and piece >= 0:
        return piece
    return figure_named(state, text)


def piece_named(state: State, text: str) -> Thing:
    """A piece by its name, with its square and number if several have that name; -1 if there is none."""
    setup = state.setup
    words = text.split()
    number = int(words.pop()) if len(words) > 2 and words[-1].isdecimal() else 0
    square = setup.grid.square(words[-1]) if len(words) > 1 else -1
    name = " ".join(words[:-1] if square >= 0 else words).lower()
    found = [p for p, slot in enumerate(setup.pieces) if slot.name.lower() == name]
    if square >= 0:
        found = [p for p in found if state.piece_at[p] == square]
    if number:
        return PIECE_THING[found[number - 1]] if 0 < number <= len(found) else NOTHING
    ask = state.decision
    offered = [p for p in found if ask is not None and any(option.thing == PIECE_THING[p] for option in ask.options)]
    if len(offered) > 1:
        known = ListPart(tuple(piece_written(state, PIECE_THING[p]) for p in offered))
        raise NotationError(say("notation.could_be_write_which", text=text, names=known))
    return PIECE_THING[(offered or found)[0]] if found else NOTHING


def marker_named(state: State, text: str) -> Thing:
    """A piece or figure to interact with; -1 if this game does not have it, so that the refusal can say why."""
    piece = piece_named(state, text)
    if piece < 0 and not text:
        raise NotationError(say("notation.with_what"))
    return piece if piece >= 0 else state.setup.figure(text)


def card_named(state: State, text: str) -> Choice:
    """The pick of a character by its name or by a beginning that is unique in the box."""
    ask = state.decision
    figure = ask.figure if ask is not None else NOBODY
    catalog = state.setup.catalog
    card = catalog.figure(text)
    if card < 0:
        starts = [k for k in state.setup.box if catalog.figures[k].name.lower().startswith(text.lower())]
        if len(starts) > 1 and text:
            names = ListPart(tuple(catalog.figures[k].name for k in starts))
            raise NotationError(say("notation.could_be_write_more", text=text, names=names), word=text)
        if len(starts) != 1:
            raise NotationError(say("notation.no_character", text=text, hint=meant(text, [one.name for one in catalog.figures])), word=text)
        card = starts[0]
    return Choice(verbs.PICK, figure, card)
