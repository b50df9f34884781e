"""MOV: moving, by basic moves in the notation. What only cards order stands in test_mov_board.py."""

from __future__ import annotations

import pytest

from kit.marks import rule
from kit.table import Game, answers, scene
from kit.terrain import asked
from kit.texts import tried
from tipover import why_not
from tipover.board.geometry import Segment
from tipover.engine.core.event import Moved, Returned


def ends(game: Game, mark: str) -> set[str]:
    """The squares where a basic move of the acting figure may end, by the options."""
    head = f"{mark}: move "
    return {option.removeprefix(head) for option in game.options if option.startswith(head)}


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
    game = scene("""
        +---+---+---+
        | A   .   . |
        +   +   +   +
        | .   .   . |
        +---+---+---+
    """)
    assert game.allows("A: move b1 c1")
    assert game.allows("A: move b2 c1")


# ---------------------------------------------------------------- MOV-12, MOV-16 to MOV-20, MOV-25: whose allies, how moves end, those who lie


@rule("MOV-12")
def test_a_rival_made_to_move_goes_through_its_own_allies_and_not_through_yours() -> None:
    assert asked(tried("Choose a rival adjacent to this. Move it 2.", " . A z y . ")) == {"c1", "e1"}
    assert asked(tried("Choose a rival. Move it 2.", " B A z . . ")) == {"c1", "d1", "e1"}
    assert asked(tried("Choose an ally adjacent to this. Move it 2.", " . B A z . ")) == {"a1", "b1"}


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


@rule("MOV-20")
def test_a_knocked_down_figure_does_no_basic_move_but_can_be_moved() -> None:
    game = scene(" A . . z ", A={"down": True}, turn="A")
    assert game.refused("A: move b1") == ["TRN-4"]
    assert game.refused("A: move a1") == ["TRN-4"]
    lying = tried("Choose a rival. Move it 2.", " A . . z ", z={"side": "dark", "down": True})
    assert asked(lying) == {"b1", "c1", "d1"}


@rule("MOV-25")
def test_a_path_may_cross_a_square_twice_and_end_where_it_began() -> None:
    game = scene(" A . . ")
    assert game.allows("A: move b1 a1")
    longer = tried("Move 3.", " A . . ")
    longer.play("> b1 c1 b1")
    assert longer.happened(Moved) == [Moved(0, 0, (1, 2, 1))]
    game.play("A: move b1 a1")
    assert game["A.square"] == "a1"


@rule("MOV-25", "SEE-11")
def test_who_has_fallen_meanwhile_is_judged_as_it_is_now() -> None:
    game = scene(" A z . ")
    assert game.refused("A: move c1") == ["MOV-5"]
    game.play("A: challenge z", "roll b b", "roll b b")
    assert game.allows("A: move c1")
