"""MOV as cards order it: push, pull, place, swap, a way toward something. Each test states the text it plays."""

from __future__ import annotations

import pytest

from kit.marks import rule
from kit.table import answers, scene
from kit.terrain import asked, table
from kit.texts import card_with, tried
from tipover.engine.core.event import Moved, Placed

# ---------------------------------------------------------------- MOV-3, MOV-9: how far, and tokens


@rule("MOV-3")
def test_a_special_move_goes_as_far_as_stated() -> None:
    assert asked(tried("Move 3.", " A . . . . ")) == {"a1", "b1", "c1", "d1"}
    assert asked(tried("Move 1.", " A . . . . ")) == {"a1", "b1"}


@rule("MOV-9")
def test_tokens_are_stopped_by_walls_but_not_by_figures_and_may_share() -> None:
    game = tried(
        "Choose a Fog token. Move it 2.",
        """
        +---+---+---+---+
        | .   z   y   . |
        +   +---+   +   +
        | # | .   .   A |
        +---+---+---+---+
        """,
        "Fog a1 light",
    )
    assert asked(game) == {"a1", "b1", "c1"}


# ---------------------------------------------------------------- MOV-11: push and pull


@rule("MOV-11")
def test_every_step_of_a_push_leads_farther_away() -> None:
    game = tried(
        "Push an adjacent rival 2.",
        """
        +---+---+---+---+---+
        | .   .   .   .   . |
        +   +   +   +   +   +
        | .   A   z   .   . |
        +   +   +   +   +   +
        | .   .   .   .   . |
        +---+---+---+---+---+
        """,
    )
    assert asked(game) == answers("""
        +---+---+---+---+---+
        | .   .   .   x   x |
        +   +   +   +   +   +
        | .   .   x   x   x |
        +   +   +   +   +   +
        | .   .   .   x   x |
        +---+---+---+---+---+
    """)


CORRIDOR = """
    +---+---+---+---+---+
    | A   z   .   {other}   . |
    +   +   +---+---+   +
    | .   .   .   .   . |
    +---+---+---+---+---+
"""


@rule("MOV-11", "MOV-5", "MOV-6")
def test_walls_and_rivals_stop_what_is_pushed_and_allies_let_it_pass() -> None:
    assert asked(tried("Push an adjacent rival 3.", CORRIDOR.format(other="B"))) == {"b1", "c1"}
    among_allies = tried("Choose a rival adjacent to this. Push it 3.", CORRIDOR.format(other="y"))
    assert asked(among_allies) == {"b1", "c1", "e1"}


@rule("MOV-11")
def test_a_push_needs_no_sight() -> None:
    game = tried("Push a rival 1.", "\n+---+---+---+---+\n| A | .   z   . |\n+---+---+---+---+\n")
    assert asked(game) == {"c1", "d1"}


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
    assert asked(tried("Pull a rival 2.", PULL)) == answers("""
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
    unseen = tried("Pull a rival 2.", PULL, lines=[[7, 5, 9, 3]])
    assert unseen.happened(Moved) == [Moved(1, 7, ())], "z is not seen at the start, so it stays."
    ends = asked(tried("Pull a rival 2.", PULL, lines=[[9, 1, 9, 2]]))
    assert "c2" in ends and "c1" not in ends


@rule("MOV-11")
def test_something_pulled_toward_a_square_may_end_in_that_very_square() -> None:
    game = tried("Choose a rival. Move it 3 toward a Coin token.", " A . . z ", "Coin c1 light")
    assert asked(game) == {"c1", "d1"}


@rule("MOV-11")
def test_toward_an_area_is_toward_its_nearest_square() -> None:
    game = tried("Move 1 toward your starting area.", " . . . A . . ", areas={"start light": ["a1", "f1"]})
    assert asked(game) == {"d1", "e1"}


@rule("MOV-11")
@pytest.mark.parametrize(("lines", "ends"), [([], {"c1", "d1", "d2", "e1", "e2"}), ([[15, 3, 15, 4]], {"c1", "d1", "d2", "e2"})])
def test_a_pull_toward_an_area_goes_to_its_nearest_square_and_may_end_in_it(lines: list[list[int]], ends: set[str]) -> None:
    game = tried(
        "Choose a rival. Move it 3 toward your starting area.",
        """
        +---+---+---+---+---+
        | .   .   z   .   . |
        +   +   +   +   +   +
        | .   .   A   .   . |
        +---+---+---+---+---+
        """,
        areas={"start light": ["e1", "e2"]},
        lines=lines,
    )
    assert asked(game) == ends


# ---------------------------------------------------------------- MOV-13, MOV-14, MOV-23, MOV-26: place and swap


@rule("MOV-13", "MAP-3")
def test_a_figure_is_placed_without_path_or_sight_in_any_free_square_that_can_be_stood_in() -> None:
    game = tried(
        "Place this within 5.",
        """
        +---+---+---+---+
        | A | z   . | . |
        +   +   +   +---+
        | #   B   .   . |
        +---+---+---+---+
        """,
    )
    assert asked(game) == {"a1", "c1", "c2", "d2"}, "d1 is enclosed."


@rule("MOV-13", "OCC-1")
def test_a_token_is_placed_in_an_occupied_square_too() -> None:
    game = table(" A z # y ", A="Surveyor")
    game.play("A: Lay Fog")
    assert asked(game) == {"a1", "b1", "d1"}


@rule("MOV-13")
def test_adjacent_to_somebody_is_judged_from_there() -> None:
    game = tried(
        "Place this adjacent to a rival.",
        """
        +---+---+---+---+
        | A   .   . | z |
        +   +   +   +   +
        | .   .   .   . |
        +---+---+---+---+
        """,
    )
    assert game["A.square"] == "d2", "The only square from which no wall is in the way."


@rule("MOV-26", "MOV-13")
def test_a_figures_own_square_is_free_for_itself() -> None:
    assert tried("Place this within 5.", " A z ").happened(Placed) == [Placed(0, 0)]
    assert tried("Place a rival adjacent to this.", " A z ").happened(Placed) == [Placed(1, 1)]


@rule("MOV-14")
def test_in_a_swap_each_goes_exactly_where_the_other_was() -> None:
    game = tried("Swap this with a rival.", " A . z B ")
    assert [game[f"{mark}.square"] for mark in "AzB"] == ["c1", "a1", "d1"]


@rule("MOV-23")
def test_both_must_be_on_the_map_to_swap() -> None:
    game = tried("Swap this with a rival.", " A . B ", z={"side": "dark"}, sides={"dark": {"track": [["z"]]}})
    assert (game["A.square"], game["z.out"]) == ("a1", True)
    assert not game.happened(Placed)


@rule("MOV-23", "OCC-1")
def test_whether_squares_are_taken_is_judged_after_both_have_moved() -> None:
    free = tried("Swap this with a Fog token.", " A . z ", "Fog b1 light")
    assert free["A.square"] == "b1"
    taken = tried("Swap this with a Fog token.", " A . z ", "Fog c1 light")
    assert (taken["A.square"], taken["z.square"]) == ("a1", "c1"), "A would stand where z stands."
    shared = tried("Swap this with a rival.", " A . z ", "Fog a1 light")
    assert (shared["A.square"], shared["z.square"]) == ("c1", "a1"), "A token keeps nobody out."


# ---------------------------------------------------------------- MOV-15, MOV-18, MOV-19: how moves end


@rule("MOV-15")
@pytest.mark.parametrize(("trap", "end"), [("b1", "b1"), ("c1", "b1"), ("d1", "b1"), ("e1", "e1")])
def test_knocked_down_on_the_way_it_goes_back_to_the_last_square_where_it_can_stay(trap: str, end: str) -> None:
    game = scene(
        " A . B C . z ",
        A="Tester",
        catalog=card_with("Move 4."),
        pool="red",
        pieces=[{"kind": "Trap", "square": trap, "side": "dark"}],
    )
    game.play("A: Try > b1 c1 d1 e1")
    assert (game["A.square"], game["A.down"]) == (end, True)


@rule("MOV-15")
def test_of_several_squares_where_it_could_stay_it_goes_back_to_the_last() -> None:
    trap = [{"kind": "Trap", "square": "d1", "side": "dark"}]
    game = scene(" A . . B . z ", A="Tester", catalog=card_with("Move 4."), pool="red", pieces=trap)
    game.play("A: Try > b1 c1 d1 e1")
    assert (game["A.square"], game["A.down"]) == ("c1", True)


@rule("MOV-18")
def test_a_push_of_none_is_always_there_even_with_no_farther_square() -> None:
    assert tried("Push an adjacent rival 2.", " A z ").happened(Moved) == [Moved(1, 1, ())]


@rule("MOV-19")
def test_who_cannot_end_where_the_move_must_end_cannot_be_chosen_though_none_is_a_move() -> None:
    game = tried("Choose an ally. Move it 2, ending adjacent to this.", " A . . B . C ")
    assert (game["B.square"], game["C.square"]) == ("b1", "f1"), "C is not asked for."
    assert asked(tried("Choose an ally. Move it 2.", " A . . B . C ")) == {"B", "C"}, "Where any end will do, it is."


# ---------------------------------------------------------------- MOV-20, MOV-22, MOV-24: those who lie, through rivals, toward


@rule("MOV-20")
def test_a_knocked_down_figure_is_swapped_and_pushed_like_any_other() -> None:
    lying = {"z": {"side": "dark", "down": True}}
    swapped = tried("Swap this with a rival.", " A z . ", **lying)
    assert (swapped["A.square"], swapped["z.square"], swapped["z.down"]) == ("b1", "a1", True)
    assert asked(tried("Push an adjacent rival 1.", " A z . ", **lying)) == {"b1", "c1"}


@rule("MOV-22")
def test_moving_through_rivals_passes_standing_ones_but_ends_in_a_free_square() -> None:
    game = tried("Move 3, through rivals. Push each rival passed through 1.", " A z y . x . ")
    assert {way.split()[-1] for way in asked(game)} == {"a1", "d1"}
    game.play("> b1 c1 d1")
    assert asked(game) == {"z", "y"}, "Both were passed."


@rule("MOV-22", "MOV-10")
def test_the_way_past_a_rival_and_the_way_through_it_are_both_offered() -> None:
    drawing = """
        +---+---+---+
        | A   z   . |
        +   +   +   +
        | .   .   . |
        +---+---+---+
    """
    game = tried("Move 2, through rivals. Push each rival passed through 1.", drawing)
    assert {way for way in asked(game) if way.endswith("c1")} == {"c1", "b1 c1"}, "Written alone, c1 is the way that passes nobody."


@rule("MOV-22")
def test_a_rival_passed_twice_is_moved_through_once() -> None:
    game = tried("Move 4, through rivals. Push each rival passed through 1.", " . A z . . ")
    game.play("> c1 d1 c1 b1", "> d1")
    assert game.happened(Moved) == [Moved(0, 1, (2, 3, 2, 1)), Moved(1, 2, (3,))], "Passed twice, pushed once."


@rule("MOV-24")
def test_behind_a_corner_the_way_toward_something_ends() -> None:
    drawing = """
        +---+---+---+---+
        | z   .   .   A |
        +   +---+   +   +
        | .   .   .   . |
        +---+---+---+---+
    """
    assert asked(tried("Move 3 toward a rival in sight.", drawing)) == answers("""
        +---+---+---+---+
        | .   x   x   x |
        +   +   +   +   +
        | .   .   x   . |
        +---+---+---+---+
    """)
