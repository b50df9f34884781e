"""Answers to a text's question as they are typed: as written, by number, by a beginning, by a square; and those not asked for."""

from __future__ import annotations

import re

from tipover.board.mask import BIT
from tipover.board.rubble import wall_number
from tipover.engine.decision import (
    ACTION_VERBS,
    DONE,
    FIGURE,
    MOVE,
    NO,
    PIECE,
    PLACE,
    SQUARE,
    THING,
    WAY,
    YES,
    Choice,
)
from tipover.engine.field import wall_of
from tipover.engine.state import State
from tipover.engine.steps.frame import AREA_AT, WALL_AT, is_area, is_piece, is_wall
from tipover.play.naming import NotationError, figure_named
from tipover.play.textwords import passed_ways, plain_words
from tipover.play.writing import PLAIN, action_written, answer_written, notate


def read_answer(state: State, text: str) -> Choice | None:
    """The offered answer a typed text stands for: as written, by its number, or by an unambiguous beginning; None if none."""
    ask = state.decision
    assert ask is not None
    wanted = " ".join(text.lower().split())
    options = [(answer_written(state, option), option) for option in ask.options]
    for said, option in options:
        if said == text.strip() or (said.lower() == wanted and option.verb != FIGURE):
            return option
    ways = [option for option in ask.options if option.verb == WAY]
    wanted = wanted.removeprefix("do a ") if ways else wanted
    if wanted.isdecimal() and ways:
        return next((option for option in ways if option.thing + 1 == int(wanted)), None)
    starts = [option for said, option in options if said.lower().startswith(wanted) and not _is_by_squares(option)]
    if len(starts) == 1:
        return starts[0]
    chosen = [option for option in ask.options if option.verb not in (NO, DONE)]
    if wanted == "yes" and len(chosen) == 1 and len(ask.options) > 1:
        return chosen[0]
    return _thing(state, wanted)


def _thing(state: State, wanted: str) -> Choice | None:
    """A token by its colour alone, the first of them; an area by any of its squares; a wall, or what lies on one, by two squares beside it."""
    ask = state.decision
    assert ask is not None
    square = state.setup.grid.square(wanted)
    name, wall = _beside(state, wanted)
    for option in ask.options:
        if option.verb != THING:
            continue
        if is_area(option.thing):
            if square >= 0 and state.setup.areas[option.thing - AREA_AT].mask & BIT[square]:
                return option
        elif is_wall(option.thing):
            if option.thing - WALL_AT == wall and not name:
                return option
        elif wall >= 0 and is_piece(option.thing) and wall_of(state.lies[option.thing - PIECE]) == wall:
            if name in ("", plain_words(state, option.thing).lower()):
                return option
        elif plain_words(state, option.thing).lower().split()[0] == wanted:
            return option
    return None


def _beside(state: State, wanted: str) -> tuple[str, int]:
    """What a text that ends in two neighbouring squares says before them, and the wall between them; -1: it does not end so."""
    *name, one, other = ["", "", *re.split(r"[\s,]+", wanted)]
    squares = [state.setup.grid.square(word) for word in (one, other)]
    return " ".join(name).strip(), wall_number(state.setup.grid, *squares) if min(squares) >= 0 else -1


def _is_by_squares(option: Choice) -> bool:
    """Whether an answer is a mark or squares, which a beginning never stands for."""
    return option.verb in (FIGURE, SQUARE, MOVE) or (option.verb == THING and is_wall(option.thing))


def read_way(state: State, text: str) -> Choice | None:
    """A move inside a text by its path, or by its end alone: then the way that sets off least (MOV-10, MOV-22)."""
    ask = state.decision
    assert ask is not None
    squares = [state.setup.grid.square(word) for word in re.split(r"[\s,]+", text)]
    if min(squares) < 0:
        return None
    ends = [option for option in ask.options if option.verb == SQUARE and option.thing == squares[-1]]
    if len(squares) == 1:
        return ends[0] if ends else None
    mover = next((option.figure for option in ask.options if option.verb == SQUARE), ask.figure)
    here = state.where[mover] if 0 <= mover < len(state.where) else -1
    return Choice(SQUARE, mover, squares[-1], tuple(squares[1:] if squares[0] == here else squares))


def is_idle_yes(state: State, text: str) -> bool:
    """Whether a typed `yes` only says that something is done, and what is still to be chosen: it is passed over.

    Where there is but one thing to choose, `yes` is that one.
    """
    ask = state.decision
    if text.lower() != "yes" or ask is None:
        return False
    verbs = [option.verb for option in ask.options]
    refusable = [verb for verb in verbs if verb in (NO, DONE)]
    return YES not in verbs and bool(refusable) and len(verbs) - len(refusable) > 1


def is_over(state: State, text: str) -> bool:
    """Whether a typed `done` ends what has ended by itself, because nobody was left."""
    ask = state.decision
    return text.lower() == "done" and (ask is None or not any(option.verb == DONE for option in ask.options))


# -- answers that were not asked for ---------------------------------------------------------------------

NOT_SAME, LOOSELY, EXACTLY = range(3)


def match_passed(state: State, passed: list[Choice], text: str) -> tuple[int, int]:
    """Which of the answers that were the only ones a typed text names first, and how well; -1 if none."""
    for k, choice in enumerate(passed):
        how = _is_same(state, choice, text)
        if how != NOT_SAME:
            return k, how
    return -1, NOT_SAME


def is_square_meant(state: State, text: str) -> bool:
    """Whether a text is a square's name in lower case where the question is about squares: then it is never a mark."""
    ask = state.decision
    if ask is None or text != text.lower() or state.setup.grid.square(text) < 0:
        return False
    return any(option.verb in (SQUARE, PLACE, MOVE) or (option.verb == THING and is_area(option.thing)) for option in ask.options)


def _is_same(state: State, choice: Choice, text: str) -> int:
    """How well a text names a choice that was the only one."""
    wanted = " ".join(text.lower().split())
    if choice.verb == FIGURE:
        return _is_figure(state, choice.figure, text)
    if choice.verb == SQUARE:
        return EXACTLY if state.setup.grid.square(text.split()[-1]) == choice.thing else NOT_SAME
    if choice.verb == THING:
        square = state.setup.grid.square(wanted)
        inside = is_area(choice.thing) and square >= 0 and bool(state.setup.areas[choice.thing - AREA_AT].mask & BIT[square])
        return EXACTLY if inside else _as_well(plain_words(state, choice.thing), wanted)
    if choice.verb in ACTION_VERBS:
        return EXACTLY if action_written(state, choice).lower() == wanted else NOT_SAME
    if choice.verb == WAY:
        if wanted == str(choice.thing + 1):
            return EXACTLY
        return max((_as_well(said, wanted) for said in passed_ways(state, choice.thing)), default=NOT_SAME)
    return EXACTLY if PLAIN.get(choice.verb) == wanted else NOT_SAME


def _is_figure(state: State, figure: int, text: str) -> int:
    """How well a text names a figure: exactly by its mark as it is written, loosely by name or in another case."""
    if is_square_meant(state, text):
        return NOT_SAME
    try:
        named = figure_named(state, text)
    except NotationError:
        return NOT_SAME
    if named != figure:
        return NOT_SAME
    return EXACTLY if state.setup.mark(figure) == text else LOOSELY


def _as_well(said: str, wanted: str) -> int:
    """How well a typed text stands for words: wholly, or by their beginning."""
    if said.lower() == wanted:
        return EXACTLY
    return LOOSELY if said.lower().startswith(wanted) else NOT_SAME


def passed_words(state: State, passed: list[Choice]) -> str:
    """The answers that were the only ones, as they are written; alternatives go by their number.

    Among them may be what is no answer to a text, as the turn of the last figure left.
    """
    return ", ".join(f"'> {choice.thing + 1}'" if choice.verb == WAY else f"'{notate(state, choice)}'" for choice in passed)
