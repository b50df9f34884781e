"""Among equally short ways a move takes the straightest (MOV-10): the way that is drawn, walked and told."""

from __future__ import annotations

import random

from kit.marks import rule
from tipover.board.draw import read_drawing
from tipover.board.movement import MOST_WAYS, Course
from tipover.board.paths import walk

EMPTY = """
+---+---+---+---+---+
| .   .   .   .   . |
+   +   +   +   +   +
| .   .   .   .   . |
+   +   +   +   +   +
| .   .   .   .   . |
+---+---+---+---+---+
"""
WALLED = """
+---+---+---+---+---+
| .   .   .   .   . |
+   +   +   +   +   +
| .   . | .   .   . |
+   +   +   +   +   +
| .   .   .   .   . |
+---+---+---+---+---+
"""


def walked(drawing: str, start: str, end: str, steps: int = 4, closed: tuple[str, ...] = ()) -> list[str]:
    """The way of a move, by the names of its squares; nobody passes the closed ones."""
    grid = read_drawing(drawing).grid
    free = grid.everywhere
    for name in closed:
        free &= ~(1 << grid.square(name))
    return [grid.name(square) for square in walk(grid, grid.square(start), grid.square(end), steps, free)]


@rule("MOV-10")
def test_a_straight_move_is_walked_straight() -> None:
    assert walked(EMPTY, "b2", "d2") == ["c2", "d2"]
    assert walked(EMPTY, "a2", "e2") == ["b2", "c2", "d2", "e2"]
    assert walked(EMPTY, "c3", "c1") == ["c2", "c1"]
    assert walked(EMPTY, "a1", "c3") == ["b2", "c3"]


@rule("MOV-10")
def test_what_is_in_the_way_is_passed_by_a_shortest_way() -> None:
    assert walked(WALLED, "b2", "d2") in (["c1", "d2"], ["c3", "d2"], ["b1", "c1", "d2"], ["b3", "c3", "d2"])
    assert len(walked(EMPTY, "b2", "d2", closed=("c2",))) == 2
    assert "c2" not in walked(EMPTY, "b2", "d2", closed=("c2",))


@rule("MOV-10")
def test_the_straightest_way_is_never_longer_than_the_shortest() -> None:
    grid = read_drawing(WALLED).grid
    draws = random.Random(5)
    for _ in range(300):
        free = grid.everywhere
        for _ in range(draws.randrange(6)):
            free &= ~(1 << draws.randrange(grid.size))
        course = Course(grid, draws.randrange(grid.size), draws.randrange(1, 5), free, free)
        ways = course.ways({})
        for end, [shortest, *_] in ways.items():
            way = tuple(walk(grid, course.start, end, course.steps, course.passable))
            assert len(way) == len(shortest)
            assert course.fault(way) is None


@rule("MOV-10")
def test_a_long_move_past_much_that_matters_has_few_ways_to_every_end() -> None:
    """Without a bound its ways are more than can be counted; the one that sets off least comes first as ever."""
    row, border = "|" + " .  " * 8 + " . |", "+---" * 9 + "+"
    grid = read_drawing("\n".join([border, *[row, "+" + "   +" * 9] * 8, row, border])).grid
    matters = {square: square for square in range(grid.size) if square % 9 % 2 or square // 9 % 2}
    course = Course(grid, grid.square("e5"), 12, grid.everywhere, grid.everywhere)
    ways = course.ways(matters)
    assert set(ways) == set(range(grid.size))
    for end, found in ways.items():
        assert 0 < len(found) <= MOST_WAYS and len(set(found)) == len(found)
        assert all(course.fault(path) is None and [course.start, *path][-1] == end for path in found)
        effects = [sum(square in matters for square in path) for path in found]
        assert effects == sorted(effects)
    least = {end: sum(square in matters for square in found[0]) for end, found in ways.items()}
    assert (least[grid.square("e5")], least[grid.square("e4")], least[grid.square("e3")], least[grid.square("a1")]) == (0, 1, 1, 2)


def _changed(course: Course, number: int) -> Course:
    """A copy of a course with one of its restrictions changed."""
    other = course.copied()
    square = 1 << course.grid.square("d2")
    match number:
        case 0:
            other.steps += 1
        case 1:
            other.passable &= ~square
        case 2:
            other.endable &= ~square
        case 3:
            other.straight = True
        case 4:
            other.straight, other.heading = True, 1
        case 5:
            other.walls, other.enterable = True, course.grid.everywhere
        case 6:
            other.toward = square
        case 7:
            other.away = square
        case 8:
            other.seen &= ~square
        case 9:
            other.sighted &= ~square
        case 10:
            other.must &= ~square
        case _:
            other.start = course.grid.square("b1")
    return other


@rule("MOV-10")
def test_the_ways_found_last_are_given_only_to_the_same_course() -> None:
    grid = read_drawing(WALLED).grid
    course = Course(grid, grid.square("b2"), 3, grid.everywhere, grid.everywhere)
    asked = [((), 0, False, False), ((("c1", 1),), 0, False, False), ((), 1 << grid.square("c2"), False, False), ((), 0, False, True)]
    for number in range(12):
        other = _changed(course, number)
        for names, passed, walls, length in asked:
            entered = {grid.square(name): what for name, what in names}
            first = course.ways(entered, passed, walls, length)
            assert course.ways(dict(entered), passed, walls, length) is first
            apart = read_drawing(WALLED).grid  # a map of its own, which has found nothing yet
            fresh = other.copied()
            fresh.grid = apart
            assert other.ways(entered, passed, walls, length) == fresh.ways(entered, passed, walls, length), number
    assert course.ways({}) != course.ways({grid.square("c1"): 1})
    assert course.ways({}, length=True) != course.ways({})
