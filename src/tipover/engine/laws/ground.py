"""Where a thing may pass and where it may stay (MOV-4 to MOV-9, MOV-12)."""

from __future__ import annotations

from tipover.board.mask import BIT, Mask
from tipover.board.movement import Course
from tipover.cards.ast import Group, Join, Phrase, Ref
from tipover.engine.core.ids import FIGURE_OF, PIECE, Thing
from tipover.engine.core.state import State
from tipover.engine.phrases.entities import side_now, square_of
from tipover.engine.phrases.meaning import fits_by_control, things_by_control
from tipover.engine.phrases.modifiers import speaking_of, standing
from tipover.engine.phrases.terrain import board, survey_of


def ground(state: State, thing: Thing) -> tuple[Mask, Mask]:
    """Where a thing may pass and where it may stay: figures by MOV-4 to MOV-8, other pieces anywhere (MOV-9, MOV-12)."""
    if thing >= PIECE:
        return state.setup.enterable, state.setup.enterable
    survey = survey_of(state, side_now(state, FIGURE_OF[thing]))
    through = survey.passable(state)
    if state.texts.passes_through:
        through |= _passing(state, thing)[0] & state.setup.enterable
    return through, survey.endable(state)


def _passing(state: State, thing: Thing) -> tuple[Mask, bool]:
    """Whom a standing rule lets a figure move through, as squares, and whether walls are among it."""
    mask, walls = 0, False
    for _, frame, change in standing(state, "can through", thing):
        for word, arg in change.how:
            if (
                word == "through"
                and change.who is not None
                and isinstance(arg, (Ref, Group, Join))
                and fits_by_control(state, frame, change.who, thing)
            ):
                walls = walls or names_walls(arg)
                mask |= squares_named(state, speaking_of(frame, change, thing), arg)
    return mask, walls


def names_walls(phrase: Phrase) -> bool:
    """Whether a phrase names walls, alone or among others."""
    if isinstance(phrase, Join):
        return any(names_walls(part) for part in phrase.parts)
    return isinstance(phrase, Group) and "wall" in phrase.nouns


def squares_named(state: State, frame: list[int], phrase: object) -> Mask:
    """The squares of the figures and pieces a phrase names."""
    mask = 0
    if isinstance(phrase, Join):
        for part in phrase.parts:
            mask |= squares_named(state, frame, part)
    elif isinstance(phrase, (Ref, Group)) and not names_walls(phrase):
        for thing in things_by_control(state, frame, phrase):
            at = square_of(state, thing)
            mask |= BIT[at] if at >= 0 else 0
    return mask


def free_course(state: State, thing: Thing, steps: int) -> Course:
    """The course of a move under the common rules only, from the square where a thing is."""
    through, ends_in = ground(state, thing)
    law = Course(board(state), square_of(state, thing), max(0, steps), through, ends_in, state.setup.enterable)
    if thing < PIECE and state.texts.passes_through:
        law.walls = _passing(state, thing)[1]
    return law


def is_shared(state: State, thing: Thing) -> bool:
    """Whether another figure is in the square a figure is passing through."""
    return state.figure_at.count(state.figure_at[thing]) > 1
