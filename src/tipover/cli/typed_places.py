"""Squares and figures by what a player types: a square in lower case, a mark, or the beginning of a name."""

from __future__ import annotations

from typing import NamedTuple

from tipover.board.mask import Square
from tipover.engine.core.ids import NOBODY, FigureId
from tipover.engine.core.said import say
from tipover.engine.core.state import State
from tipover.engine.explain.sight import as_square
from tipover.play.notation.typed_names import NotationError, figure_named


class TypedPlace(NamedTuple):
    """A square, and the figure it was named by; -1 if it was named itself."""

    square: Square
    figure: FigureId = NOBODY

    def words(self, state: State) -> str:
        """`c4`, or `D2 (c4)` where a figure was named."""
        name = state.setup.grid.name(self.square)
        return name if self.figure < 0 else f"{state.setup.mark(self.figure)} ({name})"


def last_square(state: State) -> str:
    """The name of the map's last square: the first is a1."""
    grid = state.setup.grid
    return grid.name(grid.at(grid.columns - 1, grid.rows - 1))


def place_named(state: State, text: str) -> TypedPlace:
    """The place a word names: `D2` is the figure of that mark, `d2` the square; a `NotationError` if there is none."""
    word = text.strip()
    square = as_square(state, word)
    figure = state.setup.figure(word)
    if square >= 0:
        return TypedPlace(
            square, figure if figure >= 0 and state.figure_at[figure] == square and word != state.setup.grid.name(square) else NOBODY
        )
    if figure < 0:
        try:
            figure = figure_named(state, word)
        except NotationError as error:
            if error.is_ambiguous:
                raise
            raise NotationError(say("notation.no_square_or_figure", text=word, last=last_square(state)), word=word) from None
    if state.figure_at[figure] < 0:
        raise NotationError(say("notation.not_on_map", who=state.setup.mark(figure)), word=word)
    return TypedPlace(state.figure_at[figure], figure)


def two_places(state: State, words: list[str]) -> tuple[TypedPlace, TypedPlace] | None:
    """The two places that words name, one after the other; None if they are something else.

    Two words that each look like a square or a mark are meant so, and a mistake in one of them is said.
    """
    for cut in range(1, len(words)):
        try:
            return place_named(state, " ".join(words[:cut])), place_named(state, " ".join(words[cut:]))
        except NotationError:
            if len(words) == 2 and all(_is_short(word) for word in words):
                raise
    return None


def _is_short(word: str) -> bool:
    """Whether a word has the form of a square or of a mark with a number."""
    return 2 <= len(word) <= 3 and word[0].isalpha() and word[1:].isdigit()
