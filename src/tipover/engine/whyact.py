"""Why a basic action or a placing cannot be done: walls, rivals, distance, what is missing (MOV, CHA, ACT, PTS)."""

from __future__ import annotations

from tipover.board.course import Course
from tipover.board.geometry import Segment
from tipover.board.mask import BIT, squares_of
from tipover.board.paths import reach
from tipover.cards.catalog import OBJECTIVE
from tipover.engine.changes import stat_parts
from tipover.engine.decision import PIECE
from tipover.engine.field import board, free_squares, home, is_ally
from tipover.engine.flow.actions import BASIC_MOVE, course, targets
from tipover.engine.numbers import ADD, Number, Part, reckon
from tipover.engine.reason import Reason, because
from tipover.engine.state import State
from tipover.engine.whykept import why_kept, why_no_interact_by_card
from tipover.engine.whyway import why_closed, why_in_the_way, why_no_way, why_taken


def why_no_square(state: State, square: int) -> list[Reason]:
    """Why nobody may stay in a square: off the map, closed, enclosed, taken."""
    return why_closed(state, square) or why_taken(state, square)


def why_no_move(state: State, figure: int, end: int, path: tuple[int, ...]) -> list[Reason]:
    """Why a basic move cannot end there, or cannot go this way; empty if it can."""
    law = course(state, figure)
    if path:
        return why_no_way(state, law, path)
    taken = why_no_square(state, end) if end != law.start else []
    if taken and taken[0].rule in ("MAP-1", "MOV-2", "MAP-3"):
        return taken
    if law.ends() & BIT[end]:
        return []
    grid, start, steps, everywhere = law.grid, law.start, law.steps, state.setup.enterable
    if reach(grid, start, steps, everywhere, everywhere) & BIT[end]:
        return taken or _why_blocked(state, law, end)
    far = grid.distance(start, end)
    squares = [start, end]
    if far > steps:
        return [_why_too_far(state, figure, f"{grid.name(end)} is {far} squares away.", squares), *taken]
    walls = grid.hits(grid.line(start, end)) or _walls_between(state, start, end)
    detail = f"From {grid.name(start)} to {grid.name(end)} a wall or its end is in the way."
    return [because("MOV-1", detail, squares, walls=walls), because("MOV-3", "The way round is longer.", squares), *taken]


def _why_too_far(state: State, figure: int, told: str, squares: list[int]) -> Reason:
    """The end is beyond the figure's movement; what changes that is named with its part of it (MOV-3)."""
    parts = stat_parts(state, figure, "movement")
    if not parts:
        return because("MOV-3", told, squares)
    now = Number([Part(BASIC_MOVE, "basic move", ADD), *parts], "movement")
    return Reason("MOV-3", f"{state.setup.mark(figure)} has {now}. {told}", tuple(squares), (figure,))


def _walls_between(state: State, start: int, end: int) -> list[Segment]:
    """The obstructions on the steps that would lead there in the open."""
    grid = board(state)
    walls: list[Segment] = []
    middle = grid.within(start, 1) & grid.within(end, 1) & ~BIT[start] & ~BIT[end]
    for square in squares_of(middle):
        walls += grid.hits(grid.line(start, square)) + grid.hits(grid.line(square, end))
    return sorted(set(walls))


def _why_blocked(state: State, law: Course, end: int) -> list[Reason]:
    """Which figures stand in every way there."""
    grid, start, everywhere = law.grid, law.start, state.setup.enterable
    near_start = reach(grid, start, law.steps - 1, everywhere, everywhere)
    near_end = reach(grid, end, law.steps - 1, everywhere, everywhere)
    reasons = why_in_the_way(state, near_start & near_end & ~BIT[start] & ~law.passable, [start, end])
    walls = grid.hits(grid.line(start, end)) or _walls_between(state, start, end)
    if walls:
        reasons.append(because("MOV-1", "Another way is closed by a wall or its end.", [start, end], walls=walls))
    return reasons


def why_not_adjacent(state: State, figure: int, square: int) -> list[Reason]:
    """Why a square is not adjacent to a figure: too far, or something between; empty if it is."""
    grid = board(state)
    start = state.where[figure]
    if square == start or grid.steps(start) & BIT[square]:
        return []
    far = grid.distance(start, square)
    if far > 1:
        return [because("ADJ-1", f"{grid.name(square)} is {far} squares away.", [start, square])]
    walls = grid.hits(grid.line(start, square))
    return [because("ADJ-1", f"An obstruction lies between {grid.name(start)} and {grid.name(square)}.", [start, square], walls=walls)]


def why_no_challenge(state: State, figure: int, target: int) -> list[Reason]:
    """Why a basic challenge cannot name this target."""
    setup = state.setup
    if target >= PIECE:
        slot = setup.pieces[target - PIECE]
        at = state.lies[target - PIECE]
        if not slot.defense:
            return [because("CHA-1", f"{slot.name} has no defense.", things=[target])]
        if slot.side == setup.side_of[figure]:
            return [because("CHA-1", f"{slot.name} is your own.", things=[target])]
        if at < 0:
            return [because("DST-6", f"{slot.name} is not on the map.", things=[target])]
    else:
        at = state.where[target]
        mark = setup.mark(target)
        if target == figure:
            return [because("CHA-1", "Nobody challenges itself.", things=[target])]
        if setup.kind_of[target] == OBJECTIVE:
            return [because("BON-3", f"{mark} is a bonus objective.", things=[target])]
        if is_ally(state, figure, target):
            return [because("CHA-1", f"{mark} is an ally.", things=[target])]
        if at < 0:
            return [because("DST-6", f"{mark} is not on the map.", things=[target])]
    if target in targets(state, figure):
        return []
    more = reckon(stat_parts(state, figure, "range"))
    kept = why_kept(state, target, ("challenged", "seen") if more else ("challenged",))
    if more:
        told = f"{board(state).name(at)} is not seen within {more + 1}."
        return kept or [because("CHA-2", told, squares=[state.where[figure], at], things=[target])]
    far = why_not_adjacent(state, figure, at)
    if not far:
        return kept
    return [because("CHA-2", squares=[state.where[figure], at], things=[target], walls=list(far[0].walls)), *far]


def why_no_assist(state: State, figure: int, ally: int) -> list[Reason]:
    """Why a figure cannot be helped up."""
    setup = state.setup
    mark = setup.mark(ally)
    if ally == figure or not is_ally(state, figure, ally):
        return [because("ACT-3", f"{mark} is no ally.", things=[ally])]
    if state.where[ally] < 0:
        return [because("ACT-3", f"{mark} is not on the map.", things=[ally]), because("DST-6", things=[ally])]
    if not state.down[ally]:
        return [because("ACT-3", f"{mark} is standing.", things=[ally]), because("ACT-7")]
    far = why_not_adjacent(state, figure, state.where[ally])
    return [because("ACT-3", things=[ally], walls=list(far[0].walls)), *far] if far else []


def why_no_interact(state: State, figure: int, thing: int) -> list[Reason]:
    """Why nothing comes of interacting with a piece or figure; -1 is a piece this game does not have."""
    setup = state.setup
    if thing < PIECE:
        scenario = setup.scenario
        if scenario is not None and not scenario.point_markers:
            return [because("FST-2" if scenario.first else "ACT-4")]
        if thing >= 0:
            return [because("ACT-4", f"{setup.mark(thing)} offers nothing.", things=[thing])]
        return [because("ACT-4", "There is no such marker in this game.")]
    piece = thing - PIECE
    slot = setup.pieces[piece]
    if not slot.letter:
        return [because("ACT-4", f"{slot.name} offers nothing.", things=[thing])]
    if state.lies[piece] < 0:
        return [because("PTS-5", f"Point marker {slot.letter} is on a track.", things=[thing])]
    kept = why_no_interact_by_card(state, figure, thing)
    if kept:
        return kept
    far = why_not_adjacent(state, figure, state.lies[piece])
    return [because("PTS-1", things=[thing], walls=list(far[0].walls)), *far] if far else []


def why_no_placing(state: State, side: int, square: int, rule: str) -> list[Reason]:
    """Why a figure cannot be put in a square of its starting area, or as near to it as can be."""
    setup = state.setup
    grid = setup.grid
    taken = why_no_square(state, square)
    if taken:
        reason = taken[0]
        if reason.rule in ("MOV-6", "MOV-8"):
            return [because("OCC-1", reason.sentence, list(reason.squares), list(reason.things))]
        return taken
    if free_squares(state) & home(state, side):
        return [because(rule, f"{grid.name(square)} is not in the starting area of {setup.side_name(side)}.", [square])]
    return [because("CDN-4", f"There are free squares nearer than {grid.name(square)}.", [square])]
