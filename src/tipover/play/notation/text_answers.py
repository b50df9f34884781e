"""Typed answers to a text's question: in full, by number, by a beginning, by a square; and answers that were forced."""

from __future__ import annotations

import re

from tipover.board.mask import BIT, Square
from tipover.board.rubble import wall_number
from tipover.engine.core import questions, verbs
from tipover.engine.core.decision import Choice, thing_of
from tipover.engine.core.ids import AREA_AT, PIECE, WALL_AT, FigureId, is_area, is_piece, is_wall, wall_of
from tipover.engine.core.state import State
from tipover.play.notation.text_words import passed_ways, plain_words
from tipover.play.notation.typed_names import NotationError, figure_named
from tipover.play.notation.writing import PLAIN, action_written, answer_written, notate


def read_answer(state: State, text: str) -> Choice | None:
    """The option that a typed text means: in full, by its number, or by an unambiguous beginning; None if there is none."""
    ask = state.decision
    assert ask is not None
    wanted = " ".join(text.lower().split())
    options = [(answer_written(state, option), option) for option in ask.options]
    for said, option in options:
        if said == text.strip() or (said.lower() == wanted and option.verb != verbs.FIGURE):
            return option
    ways = [option for option in ask.options if option.verb == verbs.WAY]
    wanted = wanted.removeprefix("do a ") if ways else wanted
    if wanted.isdecimal() and ways:
        return next((option for option in ways if option.thing + 1 == int(wanted)), None)
    starts = [option for said, option in options if said.lower().startswith(wanted) and not _is_by_squares(option)]
    if len(starts) == 1:
        return starts[0]
    chosen = [option for option in ask.options if option.verb not in (verbs.NO, verbs.DONE)]
    if wanted == "yes" and len(chosen) == 1 and len(ask.options) > 1:
        return chosen[0]
    return _thing(state, wanted)


def _thing(state: State, wanted: str) -> Choice | None:
    """The first token of a colour; an area by any of its squares, a piece by its square; a wall, or a piece on one, by two squares."""
    ask = state.decision
    assert ask is not None
    square = state.setup.grid.square(wanted)
    there = _pieces_on(state, square)
    if len(there) == 1:
        return there[0]
    name, wall = _beside(state, wanted)
    for option in ask.options:
        if option.verb != verbs.THING:
            continue
        if is_area(thing_of(option)):
            if square >= 0 and state.setup.areas[option.thing - AREA_AT].mask & BIT[square]:
                return option
        elif is_wall(thing_of(option)):
            if option.thing - WALL_AT == wall and not name:
                return option
        elif wall >= 0 and is_piece(thing_of(option)) and wall_of(state.piece_at[option.thing - PIECE]) == wall:
            if name in ("", plain_words(state, thing_of(option)).lower()):
                return option
        elif plain_words(state, thing_of(option)).lower().split()[0] == wanted:
            return option
    return None


def _pieces_on(state: State, square: Square) -> list[Choice]:
    """The offered pieces on a square; none if the question is about squares too."""
    ask = state.decision
    if ask is None or square < 0 or any(option.verb == verbs.SQUARE for option in ask.options):
        return []
    things = [option for option in ask.options if option.verb == verbs.THING and is_piece(thing_of(option))]
    return [option for option in things if state.piece_at[option.thing - PIECE] == square]


def with_way(state: State, part: str) -> list[str]:
    """Split `> move c4`, where alternatives are asked for, into the one about moving and its square; otherwise the part unchanged."""
    ask = state.decision
    word, _, rest = part.removeprefix("> ").partition(" ")
    if ask is None or not rest or not part.startswith("> ") or word.lower() not in ("move", "challenge"):
        return [part]
    ways = {option: answer_written(state, option) for option in ask.options if option.verb == verbs.WAY}
    if any(said.lower().startswith(f"{word} {rest}".lower()) for said in ways.values()):
        return [part]
    meant = [said for said in ways.values() if word.lower() in said.lower().split()]
    return [f"> {meant[0]}", f"> {rest}"] if len(meant) == 1 else [part]


def says_yes(after: State, part: str) -> bool:
    """Whether a part names one of the alternatives that only a `yes` to the open question leads to (`> stand up`)."""
    text = part.removeprefix("> ").strip()
    if not part.startswith("> ") or text.lower() in PLAIN.values():
        return False
    ways = [choice for choice in after.passed if choice.verb == verbs.WAY]
    if ways and match_passed(after, ways, text)[0] >= 0:
        return True
    ask = after.decision
    found = read_answer(after, text) if ask is not None and ask.asked == questions.TEXT else None
    return found is not None and found.verb == verbs.WAY


def _beside(state: State, wanted: str) -> tuple[str, int]:
    """The beginning of a text that ends in two adjacent squares, and the wall between them; -1 if it does not end so."""
    *name, one, other = ["", "", *re.split(r"[\s,]+", wanted)]
    squares = [state.setup.grid.square(word) for word in (one, other)]
    return " ".join(name).strip(), wall_number(state.setup.grid, *squares) if min(squares) >= 0 else -1


def _is_by_squares(option: Choice) -> bool:
    """Whether an answer is a mark or squares, which must be typed in full."""
    return option.verb in (verbs.FIGURE, verbs.SQUARE, verbs.MOVE) or (option.verb == verbs.THING and is_wall(thing_of(option)))


def read_way(state: State, text: str) -> Choice | None:
    """A move inside a text by its path, or only by its end: then the path that triggers least (MOV-10, MOV-22)."""
    ask = state.decision
    assert ask is not None
    squares = [state.setup.grid.square(word) for word in re.split(r"[\s,]+", text)]
    if min(squares) < 0:
        return None
    ends = [option for option in ask.options if option.verb == verbs.SQUARE and option.thing == squares[-1]]
    if len(squares) == 1:
        return ends[0] if ends else None
    mover = next((option.figure for option in ask.options if option.verb == verbs.SQUARE), ask.figure)
    here = state.figure_at[mover] if 0 <= mover < len(state.figure_at) else -1
    return Choice(verbs.SQUARE, mover, squares[-1], tuple(squares[1:] if squares[0] == here else squares))


def is_idle_yes(state: State, text: str) -> bool:
    """Whether a typed `yes` is redundant and can be skipped, because the question already asks what to choose.

    If there is only one thing to choose, `yes` means that one.
    """
    ask = state.decision
    if text.lower() != "yes" or ask is None:
        return False
    offered = [option.verb for option in ask.options]
    refusable = [verb for verb in offered if verb in (verbs.NO, verbs.DONE)]
    return verbs.YES not in offered and bool(refusable) and len(offered) - len(refusable) > 1


def is_over(state: State, text: str) -> bool:
    """Whether a typed `done` is redundant, because choosing ended by itself when no figure was left."""
    ask = state.decision
    return text.lower() == "done" and (ask is None or not any(option.verb == verbs.DONE for option in ask.options))


# -- answers that were not asked for ---------------------------------------------------------------------

NOT_SAME, LOOSELY, EXACTLY = range(3)


def match_passed(state: State, passed: list[Choice], text: str) -> tuple[int, int]:
    """The index of the first forced answer that a typed text names, and how well it matches; -1 if none."""
    for k, choice in enumerate(passed):
        how = _is_same(state, choice, text)
        if how != NOT_SAME:
            return k, how
    return -1, NOT_SAME


def is_square_meant(state: State, text: str) -> bool:
    """Whether a text is a square's name in lower case and the question is about squares; it is then not read as a mark."""
    ask = state.decision
    if ask is None or text != text.lower() or state.setup.grid.square(text) < 0:
        return False
    return any(
        option.verb in (verbs.SQUARE, verbs.PLACE, verbs.MOVE) or (option.verb == verbs.THING and is_area(thing_of(option)))
        for option in ask.options
    )


def _is_same(state: State, choice: Choice, text: str) -> int:
    """How well a text matches a forced answer."""
    wanted = " ".join(text.lower().split())
    if choice.verb == verbs.FIGURE:
        return _is_figure(state, choice.figure, text)
    if choice.verb == verbs.SQUARE:
        return EXACTLY if state.setup.grid.square(text.split()[-1]) == choice.thing else NOT_SAME
    if choice.verb == verbs.THING:
        square = state.setup.grid.square(wanted)
        inside = is_area(thing_of(choice)) and square >= 0 and bool(state.setup.areas[choice.thing - AREA_AT].mask & BIT[square])
        return EXACTLY if inside else _as_well(plain_words(state, thing_of(choice)), wanted)
    if choice.verb in verbs.ACTION_VERBS:
        return EXACTLY if action_written(state, choice).lower() == wanted else NOT_SAME
    if choice.verb == verbs.WAY:
        if wanted == str(choice.thing + 1):
            return EXACTLY
        return max((_as_well(said, wanted) for said in passed_ways(state, choice.thing)), default=NOT_SAME)
    return EXACTLY if PLAIN.get(choice.verb) == wanted else NOT_SAME


def _is_figure(state: State, figure: FigureId, text: str) -> int:
    """How well a text matches a figure: exactly by its mark, loosely by its name or in another case."""
    if is_square_meant(state, text):
        return NOT_SAME
    if not is_named(state, figure, text):
        return NOT_SAME
    return EXACTLY if state.setup.mark(figure) == text else LOOSELY


def is_named(state: State, figure: FigureId, text: str) -> bool:
    """Whether a text is a figure's mark or name."""
    try:
        return figure_named(state, text) == figure
    except NotationError:
        return False


def _as_well(said: str, wanted: str) -> int:
    """How well a typed text matches words: completely, or their beginning."""
    if said.lower() == wanted:
        return EXACTLY
    return LOOSELY if said.lower().startswith(wanted) else NOT_SAME


def passed_words(state: State, passed: list[Choice]) -> str:
    """The forced answers as they are written; alternatives by their number.

    Some of them may not belong to a text, such as the turn of the last figure left.
    """
    return ", ".join(f"'> {choice.thing + 1}'" if choice.verb == verbs.WAY else f"'{notate(state, choice)}'" for choice in passed)
