"""A move square by square: what is entered on the way happens at once, before the next step (MOV-10, MOV-15, MOV-25)."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import lru_cache

from tipover.board.course import Course, Path
from tipover.board.grid import Grid
from tipover.board.mask import BIT, Mask, squares_of
from tipover.board.paths import closest, last_legal
from tipover.board.rubble import wall_number
from tipover.cards.ast import Act, Filter, Group, Instead, Join, Phrase, Ref, When
from tipover.engine.changes import prevented, standing
from tipover.engine.decision import ASK_TEXT, PIECE, SQUARE, Choice, Decision
from tipover.engine.event import Event, Moved
from tipover.engine.field import Survey, board, endable, free_squares, passable
from tipover.engine.flow.kinds import MOVE_FRAME, STAGE, TEXT_FRAME
from tipover.engine.state import State
from tipover.engine.steps.frame import TRAIL, WALL_AT, YOU, N
from tipover.engine.steps.nouns import PLACE_RELATIONS, area_mask, fits, fits_held, things_held
from tipover.engine.steps.sources import noun_test
from tipover.engine.steps.thing import side_now, side_of, square_of
from tipover.engine.triggers import frame_of, launch, set_off

# `LEFT` is how many steps the move has beyond its way; `SORT` whose move it is.
MOVER, FROM, WAS_DOWN, TOLD, LEFT, SORT = range(2, 8)
# A basic move; one of the text below it on the stack; one of that text which keeps its way for `passed through`.
BASIC, OF_TEXT, KEPT = range(3)
# What could be passed and ended in when the last effect began, to see whether it changed the ground.
THROUGH, ENDS = 8, 9
# In place of these: nothing happened; the rest of the way is being asked for.
QUIET, ASKING = -1, -2
WAY = 10

# Deeds whose outcome does not hang on where the mover is.
PLACELESS_DEEDS = ("gain", "lose", "discard", "shift", "give", "place", "return", "claim", "exhaust", "refresh", "win")
PLACES_OF_ITS_OWN = ("square", "last square")


# -- what a thing may do ---------------------------------------------------------------------------------


def ground(state: State, thing: int) -> tuple[Mask, Mask]:
    """Where a thing may pass and where it may stay: figures by MOV-4 to MOV-8, other pieces anywhere (MOV-9, MOV-12)."""
    if thing >= PIECE:
        return state.setup.enterable, state.setup.enterable
    survey = Survey(state, side_now(state, thing))
    through = passable(state, survey)
    if "can through" in state.cast.changes:
        through |= _passing(state, thing)[0] & state.setup.enterable
    return through, endable(state, survey)


def _passing(state: State, thing: int) -> tuple[Mask, bool]:
    """Whom a standing rule lets a figure move through, as squares, and whether walls are among it."""
    mask, walls = 0, False
    for _, frame, change in standing(state, "can through", thing):
        for word, arg in change.how:
            if (
                word == "through"
                and change.who is not None
                and isinstance(arg, Ref | Group | Join)
                and fits_held(state, frame, change.who, thing)
            ):
                walls = walls or names_walls(arg)
                mask |= squares_named(state, frame, arg)
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
    elif isinstance(phrase, Ref | Group) and not names_walls(phrase):
        for thing in things_held(state, frame, phrase):
            at = square_of(state, thing)
            mask |= BIT[at] if at >= 0 else 0
    return mask


def free_course(state: State, thing: int, steps: int) -> Course:
    """The law of a move that nothing but the common rules binds, from where a thing is."""
    through, ends_in = ground(state, thing)
    law = Course(board(state), square_of(state, thing), max(0, steps), through, ends_in, state.setup.enterable)
    if thing < PIECE and "can through" in state.cast.changes:
        law.walls = _passing(state, thing)[1]
    return law


# -- what listens ----------------------------------------------------------------------------------------


def listening(state: State, thing: int, steps: int) -> dict[int, int]:
    """The squares in reach that matter when this thing enters them, each with a number that like squares share.

    Squares are alike if the same texts listen to both and nothing those texts do hangs on the place (MOV-10).
    """
    heard: dict[int, list[int]] = {}
    placed: set[int] = set()
    at, own = square_of(state, thing), side_of(state, thing)
    near = state.setup.enterable & state.setup.grid.within(at, steps) if at >= 0 else 0
    for entry in (*state.cast.whens.get("when enters", ()), *state.cast.insteads.get("enters", ())):
        text = entry.text
        assert isinstance(text, When | Instead)
        if (entry.counter >= 0 and state.counts[entry.counter]) or (0 <= entry.mine != own and thing < PIECE):
            continue
        frame = frame_of(state, entry)
        if frame is None or text.event.who is None:
            continue
        mask = area_mask(state, frame, text.event.what) & near
        if not mask or not _may_be(state, frame, text.event.who, thing):
            continue
        squares = squares_of(mask)
        for square in squares:
            heard.setdefault(square, []).append(entry.number)
        if not _is_placeless(text):
            placed.update(squares)
    numbers: dict[tuple[int, ...], int] = {}
    return {
        square: square if square in placed else -1 - numbers.setdefault(tuple(entries), len(numbers)) for square, entries in heard.items()
    }


def entering(state: State, thing: int, square: int, last: int) -> list[list[int]]:
    """What is set off because a thing came into a square: moved, placed, swapped or returned there (MOV-10)."""
    return set_off(state, "when enters", thing, what=square, last=last)


def _may_be(state: State, frame: list[int], who: Phrase, thing: int) -> bool:
    """Whether a thing is, or on its way may come to be, one of those an event speaks of."""
    if fits(state, frame, who, thing):
        return True
    if not isinstance(who, Group) or not any(one.rel in PLACE_RELATIONS for one in who.filters):
        return False
    return any(noun_test(state.cast.own, who, noun)(state, frame, thing) for noun in who.nouns)


@lru_cache(maxsize=512)
def _is_placeless(text: When | Instead) -> bool:
    """Whether all a text does is the same wherever its mover is."""
    return all(_holds_anywhere(node) for step in text.steps for node in _nodes(step))


def _holds_anywhere(node: object) -> bool:
    if isinstance(node, Act):
        return node.verb in PLACELESS_DEEDS
    if isinstance(node, Group):
        return "adjacent" not in node.adjs and not set(node.nouns) & set(PLACES_OF_ITS_OWN)
    return not isinstance(node, Filter) or node.rel not in ("within", "adjacent to", "in sight", "nearest to", "as near as possible to")


def _nodes(tree: object) -> list[object]:
    """A tree and every part of it."""
    if isinstance(tree, tuple):
        return [node for part in tree for node in _nodes(part)]
    if not is_dataclass(tree) or isinstance(tree, type):
        return []
    return [tree, *(node for one in fields(tree) for node in _nodes(getattr(tree, one.name)))]


def ways_written(verb: int, thing: int, ways: dict[int, list[Path]]) -> list[Choice]:
    """The options of a move: the least way to an end by the end alone, others by their path (MOV-10)."""
    return [Choice(verb, thing, end, path if k else ()) for end, found in ways.items() for k, path in enumerate(found)]


# -- a move on its way -----------------------------------------------------------------------------------


def begin_move(state: State, thing: int, way: list[int], events: list[Event], left: int = 0, sort: int = BASIC) -> None:
    """Move a figure or piece along a way; an empty way is a move of 0, which ends where it stands (MOV-18).

    `left` is how many more steps it could take, for what changes on the way.
    """
    whens = state.cast.whens
    start = square_of(state, thing)
    if "when enters" in whens or "when ends" in whens or "enters" in state.cast.insteads or "ends" in state.cast.insteads:
        was_down = state.down[thing] if thing < PIECE else 0
        state.stack.append([MOVE_FRAME, 0, thing, start, was_down, 0, left, sort, QUIET, QUIET, *way])
        return
    if way:
        _put(state, thing, way[-1], start)
    events.append(Moved(thing, start, tuple(way)))


def _put(state: State, thing: int, square: int, start: int) -> None:
    """Put a thing into a square of its way; the square it left is the one where the move began."""
    if thing >= PIECE:
        state.lies[thing - PIECE] = square
        return
    state.last[thing] = start
    state.where[thing] = square


def step(state: State, frame: list[int], events: list[Event]) -> Decision | None:
    """Take one step of a move, or end it; ask how to go on if what happened on the way changed the ground (MOV-25)."""
    thing, at = frame[MOVER], frame[STAGE]
    here = square_of(state, thing)
    fallen = here < 0 or (thing < PIECE and state.down[thing] and not frame[WAS_DOWN])
    if not fallen and frame[THROUGH] != QUIET and at < len(frame) - WAY:
        law = law_on_the_way(state, frame)
        if _about(law) != (frame[THROUGH], frame[ENDS]) or law.fault(tuple(frame[WAY + at :])) is not None:
            return _ask_again(state, frame, law)
    frame[THROUGH] = frame[ENDS] = QUIET
    way = frame[WAY:]
    if fallen or at >= len(way):
        state.stack.pop()
        _tell(frame, at, events)
        if frame[SORT] == KEPT:
            keep_way(state.stack[-1], board(state), frame[FROM], way[:at])
        _settle(state, frame, way[:at], events)
        if square_of(state, thing) >= 0 and not prevented(state, "ends", thing):
            launch(state, set_off(state, "when ends", thing, last=frame[FROM]))
        return None
    if "enters" in state.cast.insteads and prevented(state, "enters", thing, what=way[at]):
        del frame[WAY + at :]
        frame[LEFT] = 0
        return None
    found: list[list[int]] = []
    while at < len(way) and not found:
        _put(state, thing, way[at], frame[FROM])
        found = entering(state, thing, way[at], here)
        here = way[at]
        at += 1
        if "enters" in state.cast.insteads:
            break
    frame[STAGE] = at
    if found:
        _tell(frame, at, events)
        frame[THROUGH], frame[ENDS] = _about(law_on_the_way(state, frame))
        launch(state, found)
    return None


def _about(law: Course) -> tuple[Mask, Mask]:
    """What may be passed and ended in as far as the move can still reach."""
    near = law.grid.within(law.start, law.steps)
    return law.passable & near, law.endable & near


def law_on_the_way(state: State, frame: list[int]) -> Course:
    """What the rest of a move may do, from where the mover is now (MOV-25, SEE-11)."""
    thing, at = frame[MOVER], frame[STAGE]
    rest = len(frame) - WAY - at + frame[LEFT]
    below = state.stack[-2]
    law = None
    if frame[SORT] != BASIC and below[0] == TEXT_FRAME:
        # The deeds of texts begin moves, so they cannot be loaded before them.
        from tipover.engine.steps.deeds.moving import course_below

        law = course_below(state, below, thing)
    law = law or free_course(state, thing, rest)
    law.steps = rest
    if law.straight and at:
        law.heading = square_of(state, thing) - (frame[WAY + at - 2] if at > 1 else frame[FROM])
    if thing < PIECE and _is_shared(state, thing):
        law.endable &= ~BIT[law.start]
        law.must &= ~BIT[law.start]
    return law


def _is_shared(state: State, thing: int) -> bool:
    """Whether another figure is in the square a figure is passing through."""
    return any(at == state.where[thing] and other != thing for other, at in enumerate(state.where))


def _ask_again(state: State, frame: list[int], law: Course) -> Decision | None:
    """The mover chooses the rest anew, because it is no longer what it was when the way was chosen."""
    thing, at = frame[MOVER], frame[STAGE]
    options = ways_written(SQUARE, thing, law.ways(listening(state, thing, law.steps)))
    if not options:
        frame[LEFT] += len(frame) - WAY - at
        del frame[WAY + at :]
        return None
    frame[THROUGH] = frame[ENDS] = ASKING
    seats, side = _chooser(state, frame)
    return Decision(ASK_TEXT, seats, side, thing if thing < PIECE else -1, options)


def _chooser(state: State, frame: list[int]) -> tuple[list[int], int]:
    """Who chose the way, and so goes on choosing it (MOV-11, MOV-12)."""
    below = state.stack[-2]
    if frame[SORT] != BASIC and below[0] == TEXT_FRAME:
        from tipover.engine.steps.walk import decider, program_of

        seats, figure = decider(state, below, program_of(state, below).steps[below[STAGE] - 1])
        return seats, state.setup.side_of[figure] if figure >= 0 else below[YOU]
    thing = frame[MOVER]
    holder = state.holder[thing]
    return (state.seats_of(holder)[:1], holder) if holder >= 0 else ([state.seat_of(thing)], state.setup.side_of[thing])


def answer(state: State, frame: list[int], choice: Choice, events: list[Event]) -> None:
    """Go on by the way chosen anew."""
    at = frame[STAGE]
    law = law_on_the_way(state, frame)
    way = choice.path or law.ways(listening(state, frame[MOVER], law.steps))[choice.thing][0]
    frame[LEFT] = law.steps - len(way)
    frame[WAY + at :] = way
    frame[THROUGH] = frame[ENDS] = QUIET


def _tell(frame: list[int], upto: int, events: list[Event]) -> None:
    """Give the part of the way that has not been told yet."""
    told = frame[TOLD]
    if upto > told or not upto:
        start = frame[FROM] if not told else frame[WAY + told - 1]
        events.append(Moved(frame[MOVER], start, tuple(frame[WAY + told : WAY + upto])))
        frame[TOLD] = upto


def _settle(state: State, frame: list[int], way: list[int], events: list[Event]) -> None:
    """Stopped on the way in an occupied square: back to the last square where it could stay (MOV-15); that enters nothing."""
    thing = frame[MOVER]
    if thing >= PIECE or state.where[thing] < 0 or not _is_shared(state, thing):
        return
    here = state.where[thing]
    free = free_squares(state)
    back = last_legal(frame[FROM], way, free)
    if not free & BIT[back]:
        back = squares_of(closest(board(state), BIT[back], free))[0]
    state.where[thing] = back
    events.append(Moved(thing, here, (back,)))


def keep_way(text: list[int], grid: Grid, start: int, way: list[int]) -> None:
    """Let a text remember the way of its last move: how many squares, which ones, and the walls between them (MOV-22, MAP-9)."""
    text[N] = len(way)
    text[TRAIL:] = way
    for here, square in zip([start, *way], way, strict=False):
        if not grid.steps(here) & BIT[square]:
            text.append(WALL_AT + wall_number(grid, here, square))


def leave_square(state: State, figure: int) -> None:
    """Remember the square a figure leaves."""
    if state.where[figure] >= 0:
        state.last[figure] = state.where[figure]


def entered_at(state: State, figure: int, square: int) -> None:
    """What happens because a figure was placed, swapped or returned into a square (MOV-10)."""
    launch(state, entering(state, figure, square, state.last[figure]))
