"""The law of one move of a game: a course with the reasons why it cannot take a way or end in a square (MOV, DST-4)."""

from __future__ import annotations

from typing import Final

from tipover.board import movement
from tipover.board.mask import BIT, Mask, Square, squares_of
from tipover.board.movement import Course, Path
from tipover.board.paths import in_line, reach
from tipover.engine.core.ids import FigureId
from tipover.engine.core.numbers import Number
from tipover.engine.core.reason import Reason, reason_for, whole_reason
from tipover.engine.core.said import FigurePart, NumberPart, SquarePart, say, squares_part
from tipover.engine.core.state import State
from tipover.engine.laws.law import Law
from tipover.engine.laws.obstacles import walls_between, why_closed, why_in_the_way, why_taken

# The rule and the sentence for what a course forbids about one step.
_STEP_FAULTS: Final = {
    movement.BENT: ("DST-4", "reason.move.step_leaves_line"),
    movement.NOT_NEARER: ("MOV-11", "reason.move.step_not_nearer"),
    movement.NOT_FARTHER: ("MOV-11", "reason.move.step_not_farther"),
    movement.UNSEEN: ("MOV-11", "reason.move.square_unseen"),
}


class MoveLaw(Law[Square]):
    """The squares where a move may end: the course generates them, and this class says which rule excludes the others."""

    __slots__ = ("course",)

    def __init__(self, state: State, course: Course) -> None:
        self.state = state
        self.course = course  # what the move may do

    def all(self) -> list[Square]:
        """Every square where the move may end."""
        return squares_of(self.course.ends())

    def faults(self, thing: Square) -> list[Reason]:
        """Why the move cannot end in a square."""
        closed = why_closed(self.state, thing)
        if closed or self.course.ends() & BIT[thing]:
            return closed
        return self._end_faults(thing)

    def way_faults(self, path: Path) -> list[Reason]:
        """Why the move cannot take a way, at its first wrong step; empty if it can."""
        for square in path:
            closed = why_closed(self.state, square)
            if closed:
                return closed
        course, setup = self.course, self.state.setup
        fault = course.fault(path)
        if fault is None:
            return []
        square = path[fault.step] if path else course.start
        here = path[fault.step - 1] if fault.step else course.start
        one, other = SquarePart(here), SquarePart(square)
        if fault.kind == movement.TOO_LONG:
            return [reason_for(setup, "MOV-3", "reason.move.way_too_long", path, steps=len(path), most=course.steps)]
        if fault.kind == movement.NO_STEP:
            grid = course.grid
            walls = grid.hits(grid.line(here, square)) if grid.distance(here, square) == 1 else []
            return [reason_for(setup, "MOV-1", "reason.move.no_step", [here, square], walls=walls, start=one, square=other)]
        if fault.kind == movement.BLOCKED:
            return why_in_the_way(self.state, BIT[square], [square])
        if fault.kind == movement.NO_END:
            return why_taken(self.state, square)
        if fault.kind == movement.ELSEWHERE:
            return [reason_for(setup, "MOV-19", "reason.move.ends_elsewhere", [square], square=SquarePart(square))]
        if fault.kind == movement.UNSIGHTED:
            rule = "MOV-24" if course.seen == course.grid.everywhere else "MOV-11"
            return [reason_for(setup, rule, "reason.move.out_of_sight_from", [here], start=SquarePart(here))]
        rule, key = _STEP_FAULTS[fault.kind]
        return [reason_for(setup, rule, key, [here, square], start=one, square=other)]

    def _end_faults(self, end: Square) -> list[Reason]:
        """Which of the course's rules an end breaks by itself, otherwise why no way leads there."""
        course, setup = self.course, self.state.setup
        grid, start = course.grid, course.start
        reasons: list[Reason] = [] if course.endable & BIT[end] else why_taken(self.state, end)
        if course.straight and end != start and not in_line(grid, start, end):
            said = say("reason.move.not_in_line", square=SquarePart(end), start=SquarePart(start))
            reasons.append(reason_for(setup, "DST-4", said, [start, end]))
        reasons += self._direction_faults(end)
        far = grid.distance(start, end)
        if far > course.steps:
            said = say("reason.move.too_far", square=SquarePart(end), far=far, steps=course.steps)
            reasons.append(reason_for(setup, "MOV-3", said, [start, end]))
        if not course.must & BIT[end] and not reasons:
            reasons.append(reason_for(setup, "MOV-19", "reason.move.must_end_elsewhere", [end], square=SquarePart(end)))
        return reasons or self._no_way_there(end)

    def _direction_faults(self, end: Square) -> list[Reason]:
        """Why an end is not nearer, or not farther, as it would have to be (MOV-11)."""
        course = self.course
        distance = course.grid.distance
        for goal, sign, key in ((course.toward, -1, "reason.move.not_nearer"), (course.away, 1, "reason.move.not_farther")):
            if goal:
                now = min(distance(course.start, one) for one in squares_of(goal))
                then = min(distance(end, one) for one in squares_of(goal))
                if (then - now) * sign <= 0 and end != course.start:
                    said = say(key, square=SquarePart(end), then=then, now=now)
                    return [reason_for(self.state.setup, "MOV-11", said, [course.start, end])]
        return []

    def _no_way_there(self, end: Square) -> list[Reason]:
        """The rule without which a way to the end would be open."""
        course, setup = self.course, self.state.setup
        squares = [course.start, end]
        everywhere = course.grid.everywhere
        bold = course.copied()
        bold.passable = setup.enterable
        if bold.ends() & BIT[end]:
            return why_in_the_way(self.state, _between(bold, end) & ~course.passable, squares)
        if course.seen != everywhere or course.sighted != everywhere or course.aim:
            blind = course.copied()
            blind.seen = blind.sighted = everywhere
            blind.aim = 0
            if blind.ends() & BIT[end]:
                rule = "MOV-24" if course.seen == everywhere and course.sighted_squares() else "MOV-11"
                unseen = [square for square in squares_of(_between(blind, end) | BIT[end]) if not course.seen & BIT[square]]
                said = say("reason.move.squares_unseen", unseen=squares_part(unseen)) if unseen else say("reason.move.out_of_sight")
                return [reason_for(setup, rule, said, [*squares, *unseen])]
        loose = course.copied()
        loose.toward = loose.away = 0
        if loose.ends() & BIT[end] and (course.toward or course.away):
            key = "reason.move.not_every_step_nearer" if course.toward else "reason.move.not_every_step_farther"
            return [reason_for(setup, "MOV-11", key, squares, square=SquarePart(end))]
        return self._wall_faults(end)

    def _wall_faults(self, end: Square) -> list[Reason]:
        """A wall stands between, and the way round it is too long."""
        course, setup = self.course, self.state.setup
        squares = [course.start, end]
        walls = walls_between(course.grid, course.start, end)
        said = say("reason.move.wall_in_the_way", start=SquarePart(course.start), square=SquarePart(end))
        detour = reason_for(setup, "MOV-3", "reason.move.detour_too_long", squares)
        return [reason_for(setup, "MOV-1", said, squares, walls=walls), detour]


class BasicMoveLaw(MoveLaw):
    """A basic move: only walls, figures and its length limit it; a refusal names what changes its length."""

    __slots__ = ("figure", "length")

    def __init__(self, state: State, course: Course, figure: FigureId, length: Number) -> None:
        self.state = state
        self.course = course
        self.figure = figure  # who moves
        self.length = length  # the squares of the move with their parts

    def _end_faults(self, end: Square) -> list[Reason]:
        course, setup = self.course, self.state.setup
        grid, start, everywhere = course.grid, course.start, setup.enterable
        taken = why_taken(self.state, end) if end != start else []
        if reach(grid, start, course.steps, everywhere, everywhere) & BIT[end]:
            return taken or self._blocked_faults(end)
        far = grid.distance(start, end)
        if far > course.steps:
            return [self._too_far(end, far), *taken]
        return [*self._wall_faults(end), *taken]

    def _too_far(self, end: Square, far: int) -> Reason:
        """The end is beyond the figure's movement; what changes that is named with its part of it (MOV-3)."""
        squares = [self.course.start, end]
        away = say("reason.square.away", square=SquarePart(end), far=far)
        if len(self.length.parts) < 2:
            return reason_for(self.state.setup, "MOV-3", away, squares)
        said = say("reason.move.beyond_movement", who=FigurePart(self.figure), movement=NumberPart(self.length), away=away)
        return whole_reason(self.state.setup, "MOV-3", said, squares, [self.figure])

    def _blocked_faults(self, end: Square) -> list[Reason]:
        """Which figures stand in every way there."""
        course, setup = self.course, self.state.setup
        grid, start, everywhere = course.grid, course.start, setup.enterable
        near_start = reach(grid, start, course.steps - 1, everywhere, everywhere)
        near_end = reach(grid, end, course.steps - 1, everywhere, everywhere)
        reasons = why_in_the_way(self.state, near_start & near_end & ~BIT[start] & ~course.passable, [start, end])
        walls = walls_between(grid, start, end)
        if walls:
            reasons.append(reason_for(setup, "MOV-1", "reason.move.other_way_walled", [start, end], walls=walls))
        return reasons


def _between(course: Course, end: Square) -> Mask:
    """The squares on any way to an end."""
    near: dict[Square, int] = (
        {square: square for square in squares_of(course.grid.within(course.start, course.steps))} if course.steps <= 3 else {}
    )
    mask = 0
    for path in course.ways(near).get(end, []):
        for square in path[:-1]:
            mask |= BIT[square]
    return mask
