"""Names of figures and pieces for readers: without the mark unless several figures have the same name."""

from __future__ import annotations

from collections.abc import Mapping

from tipover.engine.core.decision import Choice
from tipover.engine.core.ids import CardId, FigureId, Side
from tipover.engine.core.language import ENGLISH, Language, Printer, language
from tipover.engine.core.said import Said
from tipover.engine.core.setup import Setup
from tipover.engine.core.state import State
from tipover.play.printers import CardNames

# Line and label of a plain move, by the move and the figure that is asked.
KnownMoves = dict[tuple[Choice, FigureId], tuple[str, str]]


AND = " & "  # between the names of people who play one side


class PlainNames(CardNames):
    """Names figures without their mark where the name is unambiguous."""

    def __init__(self, state: State, people: Mapping[Side, str] | None = None) -> None:
        super().__init__(state)
        self.people = people or {}  # the names of those who play a side, where they are said instead of its colour

    def figure(self, figure: FigureId) -> str:
        """`Black Widow`, `Sprinter A`."""
        return name_of(self.state, figure)

    def short(self, figure: FigureId) -> str:
        """`Widow`, `Sprinter A`."""
        name, short = name_of(self.state, figure), super().short(figure)
        return short if name == self.state.name(figure) and self._is_only(figure, short) else name

    def _is_only(self, figure: FigureId, short: str) -> bool:
        """Whether no other figure has this short name."""
        return all(other == figure or super(PlainNames, self).short(other) != short for other in self.setup.figure_ids)

    def side(self, side: Side, language: Language) -> str:
        """The people of a side if they are to be named: `Mara`; otherwise its colour."""
        return self.people.get(side) or super().side(side, language)

    def are_several(self, side: Side) -> bool:
        """Whether a side is named by several people."""
        return AND in self.people.get(side, "")

    def picked(self, figure: FigureId, name: str) -> str:
        """The card's name as on the board, once the figure has that card."""
        return name_of(self.state, figure) if self.state.name(figure) == name else super().picked(figure, name)


class _Printed:
    """What was printed while the figures had one list of cards, by language."""

    def __init__(self) -> None:
        self.texts: dict[str, dict[Said, str]] = {}
        self.moves: dict[str, KnownMoves] = {}


class Memo:
    """What was printed of the games of one set-up so far, by language and the figures' cards; forgotten when it is too much."""

    MOST = 2000  # texts, and moves, of one list of cards
    MOST_CARDS = 16  # lists of cards: where characters are picked, tables differ

    def __init__(self) -> None:
        self._printed: dict[tuple[CardId, ...], _Printed] = {}

    def of(self, state: State, code: str) -> dict[Said, str]:
        """The texts that hold in a state."""
        texts = self._with(state).texts.setdefault(code, {})
        if len(texts) > self.MOST:
            texts.clear()
        return texts

    def moves(self, state: State, code: str) -> KnownMoves:
        """The plain moves that were written and hold in a state."""
        moves = self._with(state).moves.setdefault(code, {})
        if len(moves) > self.MOST:
            moves.clear()
        return moves

    def _with(self, state: State) -> _Printed:
        cards = tuple(state.card)
        found = self._printed.get(cards)
        if found is None:
            if len(self._printed) >= self.MOST_CARDS:
                self._printed.clear()
            found = self._printed[cards] = _Printed()
        return found


def table_printer(state: State, code: str = ENGLISH, people: Mapping[Side, str] | None = None, memo: Memo | None = None) -> Printer:
    """The table's printer in this language: plain names, and no rule ids in sentences; with `people` for sides."""
    printer = Printer(PlainNames(state, people), language(code))
    if memo is not None:
        printer.memo = memo.of(state, code)
    return printer


def name_of(state: State, figure: FigureId) -> str:
    """`Black Widow`; `Sprinter A` if several figures have the name; only the mark while it has no card."""
    name, letter = state.name(figure), letter_of(state, figure)
    return f"{name} {letter}" if letter else name


def letter_of(state: State, figure: FigureId) -> str:
    """The letter that tells a figure from the others of its name, on the board as in sentences; empty if it is the only one."""
    return letters_of(state)[figure]


def letters_of(state: State) -> tuple[str, ...]:
    """The letter of every figure; known for as long as the figures have the same cards."""
    setup, key = state.setup, (id(state.setup), *state.card)
    known = _LETTERS.get(key)
    if known is None:
        if len(_LETTERS) >= MOST_LETTERS:
            _LETTERS.clear()
        known = _LETTERS[key] = (
            setup,
            tuple(_letter(state, figure) for figure in setup.figure_ids),
        )  # with the set-up, so that no other gets its id
    return known[1]


MOST_LETTERS = 64
_LETTERS: dict[tuple[int, ...], tuple[Setup, tuple[str, ...]]] = {}


def _letter(state: State, figure: FigureId) -> str:
    name, number = state.name(figure), state.card[figure]
    if number < 0 or name == state.setup.mark(figure):
        return ""
    figures = state.setup.catalog.figures
    alike = [other for other, card in enumerate(state.card) if card == number or (card >= 0 and figures[card].name == name)]
    return chr(ord("A") + alike.index(figure)) if len(alike) > 1 else ""
