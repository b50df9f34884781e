"""Why a basic action or a placing cannot be done: walls, rivals, distance, what is missing (MOV, CHA, ACT, PTS)."""

from __future__ import annotations

from tipover.board.geometry import Segment
from tipover.board.mask import BIT, Mask, squares_of
from tipover.board.paths import reach
from tipover.cards.catalog import OBJECTIVE
from tipover.engine.changes import cannot_interact
from tipover.engine.decision import PIECE
from tipover.engine.field import Survey, endable, free_squares, is_ally, passable
from tipover.engine.flow.actions import BASIC_MOVE
from tipover.engine.reason import Reason, because
from tipover.engine.state import State


def figures_on(state: State, mask: Mask) -> list[int]:
    """The figures in these squares."""
    return [figure for figure, at in enumerate(state.where) if at >= 0 and mask & BIT[at]]


def names_of(state: State, figures: list[int]) -> str:
    """`D1 on c3 and D2 on d4`."""
    grid = state.setup.grid
    return " and ".join(f"{state.setup.mark(f)} on {grid.name(state.where[f])}" for f in figures)


def why_no_square(state: State, square: int) -> list[Reason]:
    """Why nobody may stay in a square: off the map, closed, enclosed, taken."""
    setup = state.setup
    grid = setup.grid
    if not 0 <= square < grid.size:
        return [Reason("MAP-1", f"That is no square: this map has a1 to {grid.name(grid.size - 1)}.")]
    if grid.closed & BIT[square]:
        return [because("MOV-2", f"{grid.name(square)} is covered.", [square], walls=_around(state, square))]
    if not setup.enterable & BIT[square]:
        return [because("MAP-3", f"{grid.name(square)} lies inside.", [square])]
    there = figures_on(state, BIT[square])
    if there:
        figure = there[0]
        rule = "MOV-8" if setup.kind_of[figure] == OBJECTIVE else "MOV-6"
        return [because(rule, f"{names_of(state, [figure])}.", [square], [figure])]
    return []


def _around(state: State, square: int) -> list[Segment]:
    grid = state.setup.grid
    return grid.border(square) if grid.covered & BIT[square] else []


def why_no_move(state: State, figure: int, end: int, path: tuple[int, ...], steps: int = BASIC_MOVE) -> list[Reason]:
    """Why a move cannot end there, or cannot go this way; empty if it can."""
    if path:
        return _why_no_path(state, figure, path, steps)
    start = state.where[figure]
    taken = why_no_square(state, end) if end != start else []
    if taken and taken[0].rule in ("MAP-1", "MOV-2", "MAP-3"):
        return taken
    setup = state.setup
    grid = setup.grid
    survey = Survey(state, setup.side_of[figure])
    if reach(grid, start, steps, passable(state, survey), endable(state, survey)) & BIT[end]:
        return []
    bare = reach(grid, start, steps, setup.enterable, setup.enterable)
    if bare & BIT[end]:
        return taken or _why_blocked(state, figure, end, survey, steps)
    far = grid.distance(start, end)
    squares = [start, end]
    if far > steps:
        return [because("MOV-3", f"{grid.name(end)} is {far} squares away.", squares), *taken]
    walls = grid.hits(grid.line(start, end)) or _walls_between(state, start, end)
    detail = f"From {grid.name(start)} to {grid.name(end)} a wall or its end is in the way."
    return [because("MOV-1", detail, squares, walls=walls), because("MOV-3", "The way round is longer.", squares), *taken]


def _walls_between(state: State, start: int, end: int) -> list[Segment]:
    """The obstructions on the steps that would lead there in the open."""
    grid = state.setup.grid
    walls: list[Segment] = []
    middle = grid.within(start, 1) & grid.within(end, 1) & ~BIT[start] & ~BIT[end]
    for square in squares_of(middle):
        walls += grid.hits(grid.line(start, square)) + grid.hits(grid.line(square, end))
    return sorted(set(walls))


def _why_blocked(state: State, figure: int, end: int, survey: Survey, steps: int) -> list[Reason]:
    """Which figures stand in every way there."""
    setup = state.setup
    grid = setup.grid
    start = state.where[figure]
    near_start = reach(grid, start, steps - 1, setup.enterable, setup.enterable)
    near_end = reach(grid, end, steps - 1, setup.enterable, setup.enterable)
    between = near_start & near_end & ~BIT[start]
    reasons: list[Reason] = []
    rivals = figures_on(state, between & survey.rivals)
    if rivals:
        reasons.append(because("MOV-5", f"In the way: {names_of(state, rivals)}.", [start, end], rivals))
    objectives = figures_on(state, between & survey.objectives)
    if objectives:
        reasons.append(because("MOV-8", f"In the way: {names_of(state, objectives)}.", [start, end], objectives))
    walls = grid.hits(grid.line(start, end)) or _walls_between(state, start, end)
    if walls:
        reasons.append(because("MOV-1", "Another way is closed by a wall or its end.", [start, end], walls=walls))
    return reasons


def _why_no_path(state: State, figure: int, path: tuple[int, ...], steps: int) -> list[Reason]:
    setup = state.setup
    grid = setup.grid
    survey = Survey(state, setup.side_of[figure])
    if len(path) > steps:
        return [because("MOV-3", f"This way has {len(path)} steps.", list(path))]
    here = state.where[figure]
    for k, square in enumerate(path):
        closed = [reason for reason in why_no_square(state, square) if reason.rule in ("MAP-1", "MOV-2", "MAP-3")]
        if closed:
            return closed
        if not grid.steps(here) & BIT[square]:
            walls = grid.hits(grid.line(here, square)) if grid.distance(here, square) == 1 else []
            detail = f"{grid.name(square)} is not adjacent to {grid.name(here)}."
            return [because("MOV-1", detail, [here, square], walls=walls)]
        if k < len(path) - 1:
            if survey.rivals & BIT[square]:
                there = figures_on(state, BIT[square])
                return [because("MOV-5", f"In the way: {names_of(state, there)}.", [square], there)]
            if survey.objectives & BIT[square]:
                there = figures_on(state, BIT[square])
                return [because("MOV-8", f"In the way: {names_of(state, there)}.", [square], there)]
        here = square
    return why_no_square(state, here) if here != state.where[figure] else []


def why_not_adjacent(state: State, figure: int, square: int) -> list[Reason]:
    """Why a square is not adjacent to a figure: too far, or something between; empty if it is."""
    grid = state.setup.grid
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
    far = why_not_adjacent(state, figure, at)
    if not far:
        return []
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
    if cannot_interact(state, figure, thing) is not None:
        return [because("PTS-3", f"{setup.mark(figure)} cannot interact with point markers here.", things=[figure, thing])]
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
    if free_squares(state) & setup.starts[side]:
        return [because(rule, f"{grid.name(square)} is not in the starting area of {setup.side_name(side)}.", [square])]
    return [because("CDN-4", f"There are free squares nearer than {grid.name(square)}.", [square])]
