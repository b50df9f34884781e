"""MOV: moving and placing. Basic moves in the notation; what only cards order (push, pull, place, swap) on the board."""

from __future__ import annotations

import pytest

from kit.marks import rule
from kit.table import Game, answers, scene, side_number
from tipover import why_not
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
    walks,
)
from tipover.board.sight import seen_from
from tipover.engine.event import Moved, Returned
from tipover.engine.field import Survey, endable, passable

LIGHT, DARK = side_number("light"), side_number("dark")


def ends(game: Game, mark: str) -> set[str]:
    """The squares where a basic move of the acting figure may end, by the options."""
    head = f"{mark}: move "
    return {option.removeprefix(head) for option in game.options if option.startswith(head)}


def moved_by(game: Game, mark: str, steps: int) -> set[str]:
    """Where somebody else may make a figure move to: figures seen from its own side (MOV-12)."""
    state = game.state
    figure = state.setup.figure(mark)
    survey = Survey(state, state.setup.side_of[figure])
    mask = reach(state.setup.grid, state.where[figure], steps, passable(state, survey), endable(state, survey))
    return set(state.setup.grid.names(mask))


def at(drawing: Drawing, mark: str) -> int:
    """The square of a mark."""
    return drawing.marks[mark][0]


def of(drawing: Drawing, marks: str) -> Mask:
    """The squares of some marks."""
    return mask_of([square for mark in marks for square in drawing.marks.get(mark, [])])


# ---------------------------------------------------------------- MOV-1 and MOV-2: steps


@rule("MOV-1")
def test_a_step_never_goes_through_a_wall_nor_past_an_obstructed_corner() -> None:
    game = scene("""
        +---+---+---+---+
        | .   .   .   . |
        +   +---+   +   +
        | . | A   .   . |
        +   +---+   +   +
        | .   .   .   . |
        +---+---+---+---+
    """)
    assert ends(game, "A") == answers("""
        +---+---+---+---+
        | .   .   x   x |
        +   +   +   +   +
        | .   x   x   x |
        +   +   +   +   +
        | .   .   x   x |
        +---+---+---+---+
    """)
    assert game.refused("A: move a2") == ["MOV-1", "MOV-3"]
    assert game.refused("A: move b1") == ["MOV-1", "MOV-3"]


@rule("MOV-1")
def test_every_step_of_a_stated_path_leads_to_an_adjacent_square() -> None:
    game = scene("""
        +---+---+---+
        | A   .   . |
        +   +   +   +
        | .   . | . |
        +---+---+---+
    """)
    assert game.refused("A: move b2 c2") == ["MOV-1"]
    assert game.refused("A: move c1 c2") == ["MOV-1"]
    assert game.allows("A: move b1 c1")


@rule("MOV-1", "MAP-4")
def test_a_partly_obstructed_square_may_be_stood_in_but_its_obstruction_not_crossed_nor_its_corner_cut() -> None:
    drawing = """
        +---+---+---+
        | .   .   . |
        +   +   +   +
        | A   .   . |
        +   +   +   +
        | .   .   . |
        +---+---+---+
    """
    game = scene(drawing, lines=[[7, 4, 8, 4], [7, 4, 7, 8], [7, 8, 8, 8]], actions=1)
    assert game.allows("A: move b2")
    assert game.refused("A: move b2 c1") == ["MOV-1"]
    assert game.refused("A: move b2 c2") == ["MOV-1"]
    assert game.refused("A: move b2 c3") == ["MOV-1"]
    assert why_not(game.state, "A: move b2 c2")[0].walls == (Segment(7, 4, 7, 8),)


@rule("MOV-1", "MOV-3")
def test_around_an_obstruction_it_takes_two_basic_moves() -> None:
    game = scene("""
        +---+---+
        | A | . |
        +   +   +
        | . | . |
        +   +   +
        | .   . |
        +---+---+
    """)
    assert game.refused("A: move b1") == ["MOV-1", "MOV-3"]
    game.play("A: move a3")
    assert game.allows("A: move b2")
    game.play("A: move b2")
    assert game["A.square"] == "b2"


@rule("MOV-2")
def test_a_square_with_a_covered_centre_is_neither_entered_nor_passed() -> None:
    game = scene("""
        +---+---+---+
        | A   #   . |
        +---+---+---+
    """)
    assert game.refused("A: move b1") == ["MOV-2"]
    assert ends(game, "A") == {"a1"}
    slanted = scene(
        """
        +---+---+---+
        | A   .   . |
        +---+---+---+
    """,
        lines=[[5, 1, 7, 3]],
    )
    assert slanted.refused("A: move b1") == ["MOV-2"]
    assert ends(slanted, "A") == {"a1"}


# ---------------------------------------------------------------- MOV-3: how far


@rule("MOV-3")
def test_a_basic_move_goes_two_squares_or_one_or_none() -> None:
    game = scene(" . . . A . . . ")
    assert ends(game, "A") == {"b1", "c1", "d1", "e1", "f1"}
    assert game.refused("A: move a1") == ["MOV-3"]
    assert game.refused("A: move e1 f1 g1") == ["MOV-3"]


@rule("MOV-3")
def test_a_special_move_goes_as_far_as_stated() -> None:
    drawing = read_drawing(" A . . . . ")
    grid = drawing.grid
    everywhere = grid.everywhere
    assert grid.names(reach(grid, 0, 3, everywhere, everywhere)) == ["a1", "b1", "c1", "d1"]
    assert grid.names(reach(grid, 0, 0, everywhere, everywhere)) == ["a1"]


# ---------------------------------------------------------------- MOV-4 to MOV-8: other figures


@rule("MOV-4")
def test_an_ally_is_walked_through() -> None:
    game = scene(" A B . ")
    game.play("A: move c1")
    assert game["A.square"] == "c1"


@rule("MOV-5")
@pytest.mark.parametrize("name", ["Worker #29", "Il-nam", "Ghost", "Drogon"])
def test_a_standing_rival_is_not_walked_through(name: str) -> None:
    game = scene(" A z . ", z=name)
    assert game.refused("A: move c1") == ["MOV-5"]
    assert game.refused("A: move b1 c1") == ["MOV-5"]
    (reason,) = why_not(game.state, "A: move c1")
    assert reason.things == (game.state.setup.figure("z"),)


@rule("MOV-5")
def test_a_knocked_down_rival_is_walked_through() -> None:
    game = scene(" A z . ", z={"down": True})
    game.play("A: move c1")
    assert game["A.square"] == "c1"


@rule("MOV-5", "MOV-1")
def test_a_figure_boxed_in_by_two_rivals_and_an_obstruction_cannot_move() -> None:
    game = scene("""
        +---+---+---+
        | A   z   . |
        +   +   +   +
        | y   #   . |
        +   +   +   +
        | .   .   . |
        +---+---+---+
    """)
    assert ends(game, "A") == {"a1"}


@rule("MOV-6")
def test_a_move_does_not_end_on_anybody() -> None:
    drawing = """
        +---+---+---+
        | A   B   . |
        +   +   +   +
        | z   y   . |
        +---+---+---+
    """
    game = scene(drawing, y={"down": True}, B={"down": True})
    for square in ("b1", "a2", "b2"):
        assert game.refused(f"A: move {square}") == ["MOV-6"]
    assert ends(game, "A") == {"a1", "c1", "c2"}


@rule("MOV-7")
def test_between_two_rivals_a_diagonal_step_is_free() -> None:
    drawing = """
        +---+---+
        | A   z |
        +   +   +
        | y   . |
        +---+---+
    """
    assert scene(drawing).allows("A: move b2")
    blocked = scene(drawing, lines=[[4, 4, 5, 4]])
    assert blocked.refused("A: move a1 b2") == ["MOV-1"]
    assert blocked.refused("A: move b2") == ["MOV-5", "MOV-1"]


@rule("MOV-8")
@pytest.mark.parametrize("side", ["light", "dark"])
def test_nobody_enters_or_passes_a_bonus_objective(side: str) -> None:
    game = scene(" A T . ", T={"side": side, "character": "Data Terminal"})
    assert game.refused("A: move b1") == ["MOV-8"]
    assert game.refused("A: move c1") == ["MOV-8"]
    assert game.refused("A: move b1 c1") == ["MOV-8"]
    assert ends(game, "A") == {"a1"}


@rule("MOV-8")
def test_nobody_is_brought_back_onto_a_bonus_objective() -> None:
    game = scene(
        " A b T . ",
        C={"side": "light"},
        T={"side": "dark", "character": "Data Terminal"},
        sides={"light": {"track": [["C"]]}},
        areas={"start light": ["c1"], "start dark": ["b1", "d1"]},
    )
    game.play("A: end", "b: end")
    assert game["C.square"] == "d1"


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


@rule("MOV-9")
@pytest.mark.parametrize("name", ["Ghost", "Drogon"])
def test_companions_and_minions_move_as_characters(name: str) -> None:
    game = scene(" z G B . . ", G=name, turn="G")
    assert ends(game, "G") == {"b1", "d1"}
    assert game.refused("G: move a1") == ["MOV-6"]


# ---------------------------------------------------------------- MOV-10: entering, square by square


@rule("MOV-10")
def test_a_move_enters_the_squares_of_a_path_one_by_one() -> None:
    game = scene("""
        +---+---+---+
        | #   .   . |
        +   +   +   +
        | A   .   . |
        +---+---+---+
    """)
    (moved,) = [event for event in game.play("A: move c2") if isinstance(event, Moved)]
    assert [game.state.setup.grid.name(square) for square in moved.path] == ["b2", "c2"]


@rule("MOV-10")
def test_the_path_goes_through_the_squares_that_may_be_passed() -> None:
    game = scene("""
        +---+---+---+
        | A   z   . |
        +   +   +   +
        | .   B   . |
        +---+---+---+
    """)
    (moved,) = [event for event in game.play("A: move c1") if isinstance(event, Moved)]
    assert [game.state.setup.grid.name(square) for square in moved.path] == ["b2", "c1"]


@rule("MOV-10")
def test_a_returning_figure_enters_its_square() -> None:
    game = scene(
        " A b . ",
        C={"side": "light"},
        sides={"light": {"track": [["C"]]}},
        areas={"start light": ["c1"], "start dark": ["b1"]},
    )
    game.play("A: end", "b: end")
    assert game.happened(Returned) == [Returned(game.state.setup.figure("C"), game.state.setup.grid.square("c1"))]


@rule("MOV-10")
def test_of_several_ways_every_one_can_be_walked() -> None:
    drawing = read_drawing("""
        +---+---+---+
        | A   .   . |
        +   +   +   +
        | .   .   . |
        +---+---+---+
    """)
    grid = drawing.grid
    everywhere = grid.everywhere
    ways = [way for way in walks(grid, 0, 2, everywhere, everywhere) if way and way[-1] == grid.square("c1")]
    assert sorted(grid.name(way[0]) for way in ways) == ["b1", "b2"]
    game = scene("""
        +---+---+---+
        | A   .   . |
        +   +   +   +
        | .   .   . |
        +---+---+---+
    """)
    assert game.allows("A: move b1 c1")
    assert game.allows("A: move b2 c1")


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


@rule("MOV-12")
def test_a_rival_made_to_move_goes_through_its_own_allies_and_not_through_yours() -> None:
    game = scene(" . B z y . ")
    assert moved_by(game, "z", 2) == {"c1", "e1"}
    assert moved_by(game, "B", 2) == {"a1", "b1"}


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


# ---------------------------------------------------------------- MOV-15 to MOV-19: how moves end


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


@rule("MOV-16", "MOV-4", "MOV-6")
def test_an_allys_square_may_be_passed_through_but_not_stayed_in() -> None:
    game = scene(" A B . ")
    assert game.refused("A: move b1") == ["MOV-6"]
    assert game.allows("A: move b1 c1")


@rule("MOV-17")
def test_two_moves_are_not_joined_to_pass_two_allies() -> None:
    game = scene(" A B C . ")
    assert game.refused("A: move d1") == ["MOV-3"]
    assert game.refused("A: move c1") == ["MOV-6"]
    assert ends(game, "A") == {"a1"}


@rule("MOV-18")
def test_a_move_of_none_is_a_move_that_enters_nothing() -> None:
    game = scene(" A z . ")
    (moved,) = [event for event in game.play("A: move a1") if isinstance(event, Moved)]
    assert moved.path == ()
    assert game["A.square"] == "a1"
    assert game["turn"] == "A"
    game.play("A: move a1")
    assert game["A.exhausted"]


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


# ---------------------------------------------------------------- MOV-20, MOV-22, MOV-24, MOV-25


@rule("MOV-20")
def test_a_knocked_down_figure_does_no_basic_move_but_can_be_moved() -> None:
    game = scene(" A . . z ", A={"down": True}, turn="A")
    assert game.refused("A: move b1") == ["TRN-4"]
    assert game.refused("A: move a1") == ["TRN-4"]
    assert moved_by(game, "A", 2) == {"a1", "b1", "c1"}


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


@rule("MOV-25")
def test_a_path_may_cross_a_square_twice_and_end_where_it_began() -> None:
    game = scene(" A . . ")
    assert game.allows("A: move b1 a1")
    grid = game.state.setup.grid
    everywhere = grid.everywhere
    assert (1, 0) in walks(grid, 0, 2, everywhere, everywhere)
    assert (1, 2, 1) in walks(grid, 0, 3, everywhere, everywhere)
    game.play("A: move b1 a1")
    assert game["A.square"] == "a1"


@rule("MOV-25", "SEE-11")
def test_who_has_fallen_meanwhile_is_judged_as_it_is_now() -> None:
    game = scene(" A z . ")
    assert game.refused("A: move c1") == ["MOV-5"]
    game.play("A: challenge z", "roll b b", "roll b b")
    assert game.allows("A: move c1")


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
