"""Why a move cannot go a way or end in a square: steps, figures, lines, distance, sight (MOV, DST-4)."""

from __future__ import annotations

from copy import copy

from tipover.board.course import (
    BENT,
    BLOCKED,
    ELSEWHERE,
    NO_END,
    NO_STEP,
    NOT_FARTHER,
    NOT_NEARER,
    TOO_LONG,
    UNSEEN,
    UNSIGHTED,
    Course,
    Path,
)
from tipover.board.geometry import Segment
from tipover.board.mask import BIT, Mask, squares_of
from tipover.board.paths import in_line
from tipover.cards.catalog import OBJECTIVE
from tipover.engine.field import board
from tipover.engine.reason import Reason, because
from tipover.engine.state import State


def figures_on(state: State, mask: Mask) -> list[int]:
    """The figures in these squares."""
    return [figure for figure, at in enumerate(state.where) if at >= 0 and mask & BIT[at]]


def names_of(state: State, figures: list[int]) -> str:
    """`D1 on c3 and D2 on d4`."""
    grid = state.setup.grid
    return " and ".join(f"{state.setup.mark(f)} on {grid.name(state.where[f])}" for f in figures)


def why_closed(state: State, square: int) -> list[Reason]:
    """Why nothing can ever be in a square: off the map, covered, enclosed."""
    grid = board(state)
    if not 0 <= square < grid.size:
        return [Reason("MAP-1", f"That is no square: this map has a1 to {grid.name(grid.size - 1)}.")]
    if grid.closed & BIT[square]:
        around = grid.border(square) if grid.covered & BIT[square] else []
        return [because("MOV-2", f"{grid.name(square)} is covered.", [square], walls=around)]
    if not state.setup.enterable & BIT[square]:
        return [because("MAP-3", f"{grid.name(square)} lies inside.", [square])]
    return []


def why_taken(state: State, square: int) -> list[Reason]:
    """Who stands in a square, so that no figure may stay there (MOV-6, MOV-8)."""
    there = figures_on(state, BIT[square])
    if not there:
        return []
    rule = "MOV-8" if state.setup.kind_of[there[0]] == OBJECTIVE else "MOV-6"
    return [because(rule, f"{names_of(state, there[:1])}.", [square], there[:1])]


# -- a way -----------------------------------------------------------------------------------------------


def why_no_way(state: State, law: Course, path: Path) -> list[Reason]:
    """Why a move cannot take a way, at its first wrong step; empty if it can."""
    for square in path:
        closed = why_closed(state, square)
        if closed:
            return closed
    fault = law.fault(path)
    if fault is None:
        return []
    grid = law.grid
    square = path[fault.step] if path else law.start
    here = path[fault.step - 1] if fault.step else law.start
    named = grid.name(square)
    if fault.kind == TOO_LONG:
        return [because("MOV-3", f"This way has {len(path)} steps; up to {law.steps} are allowed.", list(path))]
    if fault.kind == NO_STEP:
        walls = grid.hits(grid.line(here, square)) if grid.distance(here, square) == 1 else []
        return [because("MOV-1", f"{named} is not adjacent to {grid.name(here)}.", [here, square], walls=walls)]
    if fault.kind == BLOCKED:
        return why_in_the_way(state, BIT[square], [square])
    if fault.kind == NO_END:
        return why_taken(state, square)
    if fault.kind == ELSEWHERE:
        return [because("MOV-19", f"It would end in {named}.", [square])]
    return [_why_no_step(law, fault.kind, here, square)]


def why_in_the_way(state: State, mask: Mask, squares: list[int]) -> list[Reason]:
    """Which figures of some squares nobody may pass: standing rivals and bonus objectives."""
    reasons: list[Reason] = []
    for rule, is_objective in (("MOV-5", False), ("MOV-8", True)):
        there = [f for f in figures_on(state, mask) if (state.setup.kind_of[f] == OBJECTIVE) == is_objective]
        if there:
            reasons.append(because(rule, f"In the way: {names_of(state, there)}.", squares, there))
    return reasons


def _why_no_step(law: Course, kind: int, here: int, square: int) -> Reason:
    """What a law of its own forbids about one step."""
    one, other = law.grid.name(here), law.grid.name(square)
    squares = [here, square]
    if kind == BENT:
        return because("DST-4", f"The step from {one} to {other} leaves the line.", squares)
    if kind == NOT_NEARER:
        return because("MOV-11", f"The step from {one} to {other} does not lower the distance.", squares)
    if kind == NOT_FARTHER:
        return because("MOV-11", f"The step from {one} to {other} does not raise the distance.", squares)
    if kind == UNSEEN:
        return because("MOV-11", f"{other} is not seen by the acting figure.", squares)
    assert kind == UNSIGHTED
    return because("MOV-24" if law.seen == law.grid.everywhere else "MOV-11", f"From {one} it is not in sight.", [here])


# -- an end ----------------------------------------------------------------------------------------------


def why_no_end(state: State, law: Course, end: int) -> list[Reason]:
    """Why a move cannot end in a square, the weightiest reason first; empty if it can."""
    closed = why_closed(state, end)
    if closed or law.ends() & BIT[end]:
        return closed
    grid, start = law.grid, law.start
    named = grid.name(end)
    squares = [start, end]
    reasons: list[Reason] = [] if law.endable & BIT[end] else why_taken(state, end)
    if law.straight and end != start and not in_line(grid, start, end):
        reasons.append(because("DST-4", f"{named} is in no straight line from {grid.name(start)}.", squares))
    reasons += _why_not_driven(law, end)
    if grid.distance(start, end) > law.steps:
        reasons.append(because("MOV-3", f"{named} is {grid.distance(start, end)} squares away; this move goes up to {law.steps}.", squares))
    if not law.must & BIT[end] and not reasons:
        reasons.append(because("MOV-19", f"{named} is not where it must end.", [end]))
    return reasons or _why_no_way_there(state, law, end)


def _why_not_driven(law: Course, end: int) -> list[Reason]:
    """Why an end is not nearer, or not farther, as it would have to be (MOV-11)."""
    named = law.grid.name(end)
    for goal, sign, word in ((law.toward, -1, "nearer"), (law.away, 1, "farther")):
        if goal:
            far = min(law.grid.distance(law.start, one) for one in squares_of(goal))
            then = min(law.grid.distance(end, one) for one in squares_of(goal))
            if (then - far) * sign <= 0 and end != law.start:
                return [because("MOV-11", f"{named} is not {word}: the distance would be {then}, it is {far}.", [law.start, end])]
    return []


def _why_no_way_there(state: State, law: Course, end: int) -> list[Reason]:
    """Which rule, if it did not bind, would open a way to the end."""
    named, squares = law.grid.name(end), [law.start, end]
    bold = copy(law)
    bold.passable = state.setup.enterable
    if bold.ends() & BIT[end]:
        between = _between(bold, end)
        return why_in_the_way(state, between & ~law.passable, squares)
    if not law.sighted & BIT[law.start] or law.seen != law.grid.everywhere or law.sighted != law.grid.everywhere:
        blind = copy(law)
        blind.seen = blind.sighted = law.grid.everywhere
        if blind.ends() & BIT[end]:
            rule = "MOV-24" if law.seen == law.grid.everywhere and law.sighted else "MOV-11"
            unseen = [square for square in squares_of(_between(blind, end) | BIT[end]) if not law.seen & BIT[square]]
            told = f"Not in sight: {', '.join(law.grid.name(square) for square in unseen)}." if unseen else "It is not in sight."
            return [because(rule, told, [*squares, *unseen])]
    loose = copy(law)
    loose.toward = loose.away = 0
    if loose.ends() & BIT[end] and (law.toward or law.away):
        word = "lower" if law.toward else "raise"
        return [because("MOV-11", f"Not every step to {named} would {word} the distance.", squares)]
    walls = _walls_about(law, end)
    detail = f"From {law.grid.name(law.start)} to {named} a wall or its end is in the way."
    return [because("MOV-1", detail, squares, walls=walls), because("MOV-3", "The way round is longer.", squares)]


def _between(law: Course, end: int) -> Mask:
    """The squares on any way to an end."""
    ways = law.ways({square: square for square in squares_of(law.grid.within(law.start, law.steps))}) if law.steps <= 3 else law.ways({})
    mask = 0
    for path in ways.get(end, []):
        for square in path[:-1]:
            mask |= BIT[square]
    return mask


def _walls_about(law: Course, end: int) -> list[Segment]:
    """The obstructions on the straight way, or on the steps that would lead there in the open."""
    grid = law.grid
    found = grid.hits(grid.line(law.start, end))
    if found:
        return found
    walls: set[Segment] = set()
    for square in squares_of(grid.within(law.start, 1) & grid.within(end, 1) & ~BIT[law.start] & ~BIT[end]):
        walls.update(grid.hits(grid.line(law.start, square)) + grid.hits(grid.line(square, end)))
    return sorted(walls)
