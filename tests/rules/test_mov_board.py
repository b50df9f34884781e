"""MOV on the board: what only cards order (push, pull, place, swap, a way toward), reckoned on the bare map."""

from __future__ import annotations

from kit.marks import rule
from kit.table import answers, scene, side_number
from tipover.board.draw import Drawing, read_drawing
from tipover.board.geometry import Segment
from tipover.board.mask import BIT, Mask, mask_of
from tipover.board.paths import (
    ending_in,
    entered,
    last_legal,
    nearing,
    placeable,
    pulled,
    pulled_into,
    pushed,
    reach,
    swapped,
    walk,
)
from tipover.board.sight import seen_from
from tipover.engine.field import Survey, endable, passable

LIGHT, DARK = side_number("light"), side_number("dark")


def at(drawing: Drawing, mark: str) -> int:
    """The square of a mark."""
    return drawing.marks[mark][0]


def of(drawing: Drawing, marks: str) -> Mask:
    """The squares of some marks."""
    return mask_of([square for mark in marks for square in drawing.marks.get(mark, [])])


# ---------------------------------------------------------------- MOV-9: tokens


@rule("MOV-9")
def test_tokens_are_stopped_by_walls_but_not_by_figures_and_may_share() -> None:
    drawing = read_drawing("""
        +---+---+---+
        | t   z   y |
        +   +---+   +
        | # | .   . |
        +---+---+---+
    """)
    grid = drawing.grid
    free = grid.everywhere & ~grid.closed
    assert grid.names(reach(grid, at(drawing, "t"), 2, free, free)) == ["a1", "b1", "c1"]


# ---------------------------------------------------------------- MOV-11: push and pull


@rule("MOV-11")
def test_every_step_of_a_push_leads_farther_away() -> None:
    drawing = read_drawing("""
        +---+---+---+---+---+
        | .   .   .   .   . |
        +   +   +   +   +   +
        | .   A   z   .   . |
        +   +   +   +   +   +
        | .   .   .   .   . |
        +---+---+---+---+---+
    """)
    grid = drawing.grid
    everywhere = grid.everywhere
    found = pushed(grid, at(drawing, "z"), at(drawing, "A"), 2, everywhere, everywhere)
    assert set(grid.names(found)) == answers("""
        +---+---+---+---+---+
        | .   .   .   x   x |
        +   +   +   +   +   +
        | .   .   x   x   x |
        +   +   +   +   +   +
        | .   .   .   x   x |
        +---+---+---+---+---+
    """)


@rule("MOV-11", "MOV-5", "MOV-6")
def test_walls_and_figures_stop_what_is_pushed() -> None:
    drawing = read_drawing("""
        +---+---+---+---+---+
        | A   z   .   B   . |
        +   +   +---+---+   +
        | .   .   .   .   . |
        +---+---+---+---+---+
    """)
    grid = drawing.grid
    through = grid.everywhere & ~of(drawing, "AB")
    assert grid.names(pushed(grid, at(drawing, "z"), at(drawing, "A"), 3, through, through)) == ["b1", "c1"]
    allies = grid.everywhere & ~of(drawing, "A")
    assert "e1" in grid.names(pushed(grid, at(drawing, "z"), at(drawing, "A"), 3, allies, through))


@rule("MOV-11")
def test_a_push_needs_no_sight() -> None:
    drawing = read_drawing("""
        +---+---+---+---+
        | A | .   z   . |
        +---+---+---+---+
    """)
    grid = drawing.grid
    assert not seen_from(grid, 0, 0) & of(drawing, "z")
    assert grid.names(pushed(grid, at(drawing, "z"), 0, 1, grid.everywhere, grid.everywhere)) == ["c1", "d1"]


PULL = """
    +---+---+---+---+
    | A   .   .   . |
    +   +   +   +   +
    | .   .   .   z |
    +   +   +   +   +
    | .   .   .   . |
    +---+---+---+---+
"""


@rule("MOV-11")
def test_every_step_of_a_pull_comes_nearer() -> None:
    drawing = read_drawing(PULL)
    grid = drawing.grid
    free = grid.everywhere & ~of(drawing, "A")
    seen = seen_from(grid, at(drawing, "A"), 0)
    found = pulled(grid, at(drawing, "z"), at(drawing, "A"), 2, free, free, seen)
    assert set(grid.names(found)) == answers("""
        +---+---+---+---+
        | .   x   x   . |
        +   +   +   +   +
        | .   x   x   x |
        +   +   +   +   +
        | .   .   x   . |
        +---+---+---+---+
    """)


@rule("MOV-11")
def test_a_pull_enters_only_squares_that_the_puller_sees() -> None:
    drawing = read_drawing(PULL, [Segment(7, 5, 9, 3)])
    grid = drawing.grid
    free = grid.everywhere & ~of(drawing, "A")
    seen = seen_from(grid, at(drawing, "A"), 0)
    assert not seen & BIT[at(drawing, "z")]
    assert grid.names(pulled(grid, at(drawing, "z"), at(drawing, "A"), 2, free, free, seen)) == ["d2"]
    drawing = read_drawing(PULL, [Segment(9, 1, 9, 2)])
    grid = drawing.grid
    seen = seen_from(grid, at(drawing, "A"), 0)
    assert "c1" not in grid.names(pulled(grid, at(drawing, "z"), at(drawing, "A"), 2, free, free, seen))
    assert "c2" in grid.names(pulled(grid, at(drawing, "z"), at(drawing, "A"), 2, free, free, seen))


@rule("MOV-11")
def test_something_pulled_toward_a_square_may_end_in_that_very_square() -> None:
    drawing = read_drawing(" A . g z ")
    grid = drawing.grid
    free = grid.everywhere & ~of(drawing, "A")
    seen = seen_from(grid, at(drawing, "A"), 0)
    assert grid.names(pulled(grid, at(drawing, "z"), at(drawing, "g"), 3, free, free, seen)) == ["c1", "d1"]


@rule("MOV-11")
def test_toward_an_area_is_toward_its_nearest_square() -> None:
    drawing = read_drawing(" g . . A . g ")
    grid = drawing.grid
    everywhere = grid.everywhere
    assert grid.names(nearing(grid, at(drawing, "A"), of(drawing, "g"), 1, everywhere, everywhere, everywhere)) == [
        "d1",
        "e1",
    ]


@rule("MOV-11")
def test_a_pull_toward_an_area_goes_to_its_nearest_square_and_may_end_in_it():
    grid = read_drawing(
        """
        +---+---+---+---+---+
        | .   .   z   .   x |
        +   +   +   +   +   +
        | .   .   .   .   x |
        +---+---+---+---+---+
        """
    )
    area = mask_of(grid.marks["x"])
    board, start, free = grid.grid, grid.marks["z"][0], grid.grid.everywhere
    ends = pulled_into(board, start, area, 3, free, free, free)
    assert set(board.names(ends)) == {"c1", "d1", "d2", "e1", "e2"}
    unseen = free & ~mask_of([board.square("d1"), board.square("d2")])
    assert board.names(pulled_into(board, start, area, 3, free, free, unseen)) == ["c1"]


# ---------------------------------------------------------------- MOV-13, MOV-14, MOV-23, MOV-26: place and swap


@rule("MOV-13")
def test_a_figure_is_placed_without_path_or_sight_in_any_free_square_that_can_be_stood_in() -> None:
    drawing = read_drawing("""
        +---+---+---+---+
        | A | z   . | . |
        +   +   +   +---+
        | #   B   .   . |
        +---+---+---+---+
    """)
    grid = drawing.grid
    enterable = grid.flood(of(drawing, "z"))
    assert grid.names(enterable) == ["b1", "c1", "b2", "c2", "d2"]
    enterable = grid.flood(of(drawing, "Az"))
    assert grid.names(placeable(enterable, of(drawing, "zB"), at(drawing, "A"))) == ["a1", "c1", "c2", "d2"]


@rule("MOV-13", "OCC-1")
def test_a_token_is_placed_in_an_occupied_square_too() -> None:
    drawing = read_drawing(" A z # . ")
    grid = drawing.grid
    assert grid.names(placeable(grid.everywhere & ~grid.closed, 0)) == ["a1", "b1", "d1"]


@rule("MOV-13")
def test_adjacent_to_somebody_is_judged_from_there() -> None:
    drawing = read_drawing("""
        +---+---+---+---+
        | A   .   . | X |
        +   +   +   +   +
        | .   .   .   . |
        +---+---+---+---+
    """)
    grid = drawing.grid
    free = placeable(grid.everywhere, of(drawing, "AX"), at(drawing, "A"))
    assert grid.names(free & grid.steps(at(drawing, "X"))) == ["d2"]


@rule("MOV-26", "MOV-13")
def test_a_figures_own_square_is_free_for_itself() -> None:
    drawing = read_drawing(" A z ")
    grid = drawing.grid
    assert grid.names(placeable(grid.everywhere, grid.everywhere, at(drawing, "A"))) == ["a1"]
    assert placeable(grid.everywhere, grid.everywhere) == 0


@rule("MOV-14")
def test_in_a_swap_each_goes_exactly_where_the_other_was() -> None:
    drawing = read_drawing(" A . z B ")
    where = [at(drawing, mark) for mark in "AzB"]
    after = swapped(where, 0, 1, [True, True, True])
    assert [drawing.grid.name(square) for square in after] == ["c1", "a1", "d1"]
    assert [drawing.grid.name(square) for square in where] == ["a1", "c1", "d1"]


@rule("MOV-23")
def test_both_must_be_on_the_map_to_swap() -> None:
    assert swapped([0, -1], 0, 1, [True, True]) == []
    assert swapped([-9, 3], 0, 1, [True, True]) == []


@rule("MOV-23", "OCC-1")
def test_whether_squares_are_taken_is_judged_after_both_have_moved() -> None:
    figure, token, other = 0, 1, 2
    occupying = [True, False, True]
    assert swapped([0, 3, 5], figure, token, occupying) == [3, 0, 5]
    assert swapped([0, 3, 3], figure, token, occupying) == []
    assert swapped([0, 0, 3], figure, other, occupying) == [3, 0, 0]


# ---------------------------------------------------------------- MOV-15, MOV-18, MOV-19: how moves end


@rule("MOV-15")
def test_knocked_down_on_the_way_it_goes_back_to_the_last_square_where_it_can_stay() -> None:
    drawing = read_drawing(" A . B C . ")
    grid = drawing.grid
    free = grid.everywhere & ~of(drawing, "BC")
    path = [grid.square(name) for name in ("b1", "c1", "d1")]
    assert grid.name(last_legal(0, path, free)) == "b1"
    assert grid.name(last_legal(0, path[:1], free)) == "b1"
    assert grid.name(last_legal(0, [grid.square("c1")], free)) == "a1"
    assert grid.name(last_legal(0, [*path, grid.square("e1")], free)) == "e1"


@rule("MOV-18")
def test_a_push_of_none_is_always_there_even_with_no_farther_square() -> None:
    drawing = read_drawing(" A z ")
    grid = drawing.grid
    assert grid.names(pushed(grid, at(drawing, "z"), at(drawing, "A"), 2, grid.everywhere, grid.everywhere)) == ["b1"]


@rule("MOV-19")
def test_who_cannot_end_where_the_move_must_end_cannot_be_chosen_though_none_is_a_move() -> None:
    drawing = read_drawing("""
        +---+---+---+---+---+---+
        | I   .   .   B   .   C |
        +---+---+---+---+---+---+
    """)
    grid = drawing.grid
    free = grid.everywhere & ~of(drawing, "IBC")
    goal = grid.steps(at(drawing, "I"))
    assert grid.names(ending_in(grid, at(drawing, "B"), 2, grid.everywhere, free, goal)) == ["b1"]
    assert ending_in(grid, at(drawing, "C"), 2, grid.everywhere, free, goal) == 0
    assert grid.names(reach(grid, at(drawing, "C"), 2, grid.everywhere, free)) == ["e1", "f1"]


# ---------------------------------------------------------------- MOV-20, MOV-22, MOV-24: those who lie, through rivals, toward


@rule("MOV-20")
def test_a_knocked_down_figure_is_swapped_and_pushed_like_any_other() -> None:
    game = scene(" A z . ", z={"down": True})
    state = game.state
    a, z = state.setup.figure("A"), state.setup.figure("z")
    after = swapped(state.where, a, z, [True, True])
    assert (after[a], after[z]) == (1, 0)
    survey = Survey(state, DARK)
    found = pushed(state.setup.grid, 1, 0, 1, passable(state, survey), endable(state, survey))
    assert game.squares(found) == ["b1", "c1"]


@rule("MOV-22")
def test_moving_through_rivals_passes_standing_ones_but_ends_in_a_free_square() -> None:
    game = scene(" A z y . x ", turn="light")
    state = game.state
    grid = state.setup.grid
    survey = Survey(state, LIGHT)
    through = passable(state, survey) | survey.rivals
    assert grid.names(reach(grid, 0, 3, through, endable(state, survey))) == ["a1", "d1"]
    path = walk(grid, 0, grid.square("d1"), 3, through)
    assert [grid.name(square) for square in entered(path, survey.rivals)] == ["b1", "c1"]


@rule("MOV-22")
def test_a_rival_passed_twice_is_moved_through_once() -> None:
    assert entered([1, 2, 1, 0], BIT[1]) == [1]
    assert entered([3, 4], BIT[1]) == []


@rule("MOV-24")
def test_going_toward_something_it_is_seen_anew_from_every_square() -> None:
    drawing = read_drawing(" A . . . z ")
    grid, goal = drawing.grid, of(drawing, "z")
    free = grid.everywhere & ~goal
    blind = grid.everywhere & ~BIT[grid.square("b1")]
    assert grid.names(nearing(grid, 0, goal, 3, free, free, grid.everywhere)) == ["a1", "b1", "c1", "d1"]
    assert grid.names(nearing(grid, 0, goal, 3, free, free, blind)) == ["a1", "b1"]
    assert grid.names(nearing(grid, 0, goal, 3, free, free, grid.everywhere & ~BIT[0])) == ["a1"]


@rule("MOV-24")
def test_behind_a_corner_the_way_toward_something_ends() -> None:
    drawing = read_drawing("""
        +---+---+---+---+
        | z   .   .   A |
        +   +---+   +   +
        | .   .   .   . |
        +---+---+---+---+
    """)
    grid, goal = drawing.grid, of(drawing, "z")
    sighted = mask_of([square for square in range(grid.size) if seen_from(grid, square, 0) & goal])
    free = grid.everywhere & ~goal
    assert set(grid.names(nearing(grid, at(drawing, "A"), goal, 3, free, free, sighted))) == answers("""
        +---+---+---+---+
        | .   x   x   x |
        +   +   +   +   +
        | .   .   x   . |
        +---+---+---+---+
    """)
    without_eyes = nearing(grid, at(drawing, "A"), goal, 3, free, free, grid.everywhere)
    assert set(grid.names(without_eyes)) == {"b1", "c1", "d1", "b2", "c2"}
