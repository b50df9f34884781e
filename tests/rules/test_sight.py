"""SEE: sight. A drawing, who looks, and which squares are seen."""

from __future__ import annotations

import pytest

from kit.marks import rule
from kit.table import Game, answers, scene, seen_from, side_number
from tipover import why_not_seen, why_seen
from tipover.engine.phrases.terrain import seen_by

LIGHT, DARK = side_number("light"), side_number("dark")


def sees(game: Game, mark: str, square: str, side: int = LIGHT) -> bool:
    """Whether the figure with a mark sees a square now."""
    grid = game.state.setup.grid
    here = game.state.figure_at[game.state.setup.figure(mark)]
    return square in grid.names(seen_by(game.state, here, side))


def rules_for(game: Game, viewer: str, square: str) -> list[str]:
    """The rules that say why a square is seen."""
    return [reason.rule for reason in why_seen(game.state, viewer, square)]


def rules_against(game: Game, viewer: str, square: str) -> list[str]:
    """The rules that say why a square is not seen."""
    return [reason.rule for reason in why_not_seen(game.state, viewer, square)]


# ---------------------------------------------------------------- SEE-1: obstruction


@rule("SEE-1")
def test_a_wall_between_two_figures_hides_each_from_the_other() -> None:
    drawing = """
        +---+---+---+
        | A | .   z |
        +---+---+---+
    """
    assert not seen_from("A", drawing)["c1"]
    assert not seen_from("z", drawing)["a1"]


@rule("SEE-1")
def test_z_is_seen_and_y_behind_a_wall_is_not() -> None:
    drawing = """
        +---+---+---+---+
        | A   .   .   z |
        +   +---+   +   +
        | .   .   y   . |
        +---+---+---+---+
    """
    seen = seen_from("A", drawing)
    assert seen["d1"]
    assert not seen["c2"]
    assert seen_from("A", drawing.replace("+   +---+   +   +", "+   +   +   +   +"))["c2"]


@rule("SEE-1")
def test_a_sight_line_that_only_touches_the_end_of_a_wall_is_hit() -> None:
    drawing = """
        +---+---+---+
        | A   . | . |
        +   +   +   +
        | .   .   . |
        +   +   +   +
        | .   .   . |
        +---+---+---+
    """
    assert {square for square, seen in seen_from("A", drawing).items() if seen} == answers("""
        +---+---+---+
        | x   x   . |
        +   +   +   +
        | x   x   x |
        +   +   +   +
        | x   x   x |
        +---+---+---+
    """)
    assert not seen_from("B", drawing.replace("A", ".").replace("| .   .   . |", "| .   B   . |", 1))["c1"]


@rule("SEE-1")
def test_a_covered_square_hides_what_is_behind_it_and_itself() -> None:
    seen = seen_from("A", " A # . ")
    assert not seen["b1"]
    assert not seen["c1"]


@rule("SEE-1")
def test_the_reason_names_the_wall_and_both_squares() -> None:
    game = scene("""
        +---+---+---+
        | A | .   z |
        +---+---+---+
    """)
    (reason,) = why_not_seen(game.state, "A", "z")
    assert reason.rule == "SEE-1"
    assert reason.walls == ((4, 0, 4, 4),)
    assert game.state.setup.grid.names(sum(1 << square for square in reason.squares)) == ["a1", "c1"]
    assert why_seen(game.state, "A", "z") == []


# ---------------------------------------------------------------- SEE-2 and SEE-3: rivals, allies, the fallen


@rule("SEE-2")
def test_a_standing_rival_hides_what_is_behind_it_but_not_its_own_square() -> None:
    seen = seen_from("A", " A . z . B ")
    assert seen["b1"]
    assert seen["c1"]
    assert not seen["d1"]
    assert not seen["e1"]


@rule("SEE-2")
def test_a_line_through_any_part_of_a_rivals_square_is_blocked() -> None:
    seen = seen_from(
        "A",
        """
        +---+---+---+---+
        | A   z   .   . |
        +   +   +   +   +
        | .   .   .   . |
        +   +   +   +   +
        | .   .   .   . |
        +---+---+---+---+
    """,
    )
    assert {square for square, yes in seen.items() if yes} == answers("""
        +---+---+---+---+
        | x   x   .   . |
        +   +   +   +   +
        | x   x   .   . |
        +   +   +   +   +
        | x   x   x   . |
        +---+---+---+---+
    """)


@rule("SEE-2")
def test_the_reason_names_the_rival_in_the_way() -> None:
    game = scene(" A z . ")
    (reason,) = why_not_seen(game.state, "A", "c1")
    assert reason.rule == "SEE-2"
    assert reason.things == (game.state.setup.figure("z"),)


@rule("SEE-3")
def test_an_ally_on_the_line_is_seen_past() -> None:
    assert seen_from("A", " A B z ")["c1"]
    assert rules_for(scene(" A B z "), "A", "z") == ["SEE-1", "SEE-3"]


@rule("SEE-3")
def test_a_knocked_down_rival_on_the_line_is_seen_past() -> None:
    assert seen_from("A", " A y z ", y={"down": True})["c1"]
    assert not seen_from("A", " A y z ")["c1"]


@rule("SEE-3", "SEE-2")
def test_a_standing_rival_next_to_a_knocked_down_one_still_blocks() -> None:
    drawing = """
        +---+---+---+
        | A   y   . |
        +   +   +   +
        | .   z   . |
        +---+---+---+
    """
    seen = seen_from("A", drawing, y={"down": True})
    assert seen["c1"]
    assert not seen["c2"]


# ---------------------------------------------------------------- SEE-4 and SEE-5: corners, unseen rivals


@rule("SEE-4")
def test_a_line_through_a_corner_is_not_blocked_by_the_rivals_beside_it() -> None:
    drawing = """
        +---+---+---+
        | A   z   . |
        +   +   +   +
        | y   .   . |
        +   +   +   +
        | .   .   . |
        +---+---+---+
    """
    seen = seen_from("A", drawing)
    assert seen["b2"]
    assert seen["c3"]
    assert not seen["c2"]
    game = scene(drawing)
    assert rules_for(game, "A", "c3") == ["SEE-1", "SEE-4"]


@rule("SEE-4")
def test_a_rival_on_the_diagonal_itself_blocks() -> None:
    assert not seen_from(
        "A",
        """
        +---+---+---+
        | A   .   . |
        +   +   +   +
        | .   z   . |
        +   +   +   +
        | .   .   . |
        +---+---+---+
    """,
    )["c3"]


@rule("SEE-5")
def test_a_rival_that_a_wall_hides_is_seen_past() -> None:
    drawing = """
        +---+---+---+
        | A   z   . |
        +   +   +   +
        | .   .   . |
        +---+---+---+
    """
    hidden = scene(drawing, lines=[[4, 0, 4, 2]])
    assert not sees(hidden, "A", "b1")
    assert sees(hidden, "A", "c2")
    assert rules_for(hidden, "A", "c2") == ["SEE-1", "SEE-5"]
    assert not sees(scene(drawing), "A", "c2")


@rule("SEE-5")
def test_a_rival_behind_a_whole_wall_is_seen_past() -> None:
    drawing = """
        +---+---+
        | A   . |
        +   +---+
        | .   z |
        +   +   +
        | .   B |
        +---+---+
    """
    seen = seen_from("A", drawing)
    assert not seen["b2"]
    assert seen["b3"]
    assert not seen_from("A", drawing.replace("+---+\n        | .   z", "+   +\n        | .   z"))["b3"]


@rule("SEE-5")
def test_a_rival_hidden_behind_a_nearer_rival_does_not_block() -> None:
    drawing = """
        +---+---+---+---+---+
        | A   .   .   .   . |
        +   +   +   +   +   +
        | .   y   z   .   . |
        +---+---+---+---+---+
    """
    seen = seen_from("A", drawing)
    assert not seen["c2"]
    assert seen["e2"]
    assert not seen_from("A", drawing.replace("y", "."))["e2"]


# ---------------------------------------------------------------- SEE-6: who blocks


@rule("SEE-6")
@pytest.mark.parametrize("name", ["Worker #28", "Gi-hun", "Ghost", "Drogon", "Data Terminal"])
def test_every_figure_of_another_side_blocks(name: str) -> None:
    assert not seen_from("A", " A z . ", z=name)["c1"]


@rule("SEE-6")
@pytest.mark.parametrize("name", ["Worker #28", "Gi-hun", "Ghost", "Drogon"])
def test_no_figure_of_the_own_side_blocks(name: str) -> None:
    assert seen_from("A", " A B . ", B=name)["c1"]


@rule("SEE-6")
def test_a_bonus_objective_blocks_for_both_sides() -> None:
    objective = {"side": "light", "character": "Data Terminal"}
    assert not seen_from("A", " A T . ", T=objective)["c1"]
    assert not seen_from("z", " z T . ", T=objective)["c1"]


@rule("SEE-6")
def test_tokens_and_markers_never_block() -> None:
    energy = {"kind": "Energy", "side": "dark", "square": "b1"}
    assert seen_from("A", " A . z ", pieces=[energy, energy], points={"A": "b1"})["c1"]


@rule("SEE-6", "SEE-9")
def test_with_three_sides_everybody_else_is_a_rival() -> None:
    drawing = " A z T . "
    third = {"side": "third"}
    assert not seen_from("A", drawing, T=third)["c1"]
    assert not seen_from("z", " z . T . ", T=third)["d1"]


# ---------------------------------------------------------------- SEE-7: obscured ground


@rule("SEE-7")
def test_obscured_ground_is_seen_into_from_the_next_square_only() -> None:
    assert seen_from("A", " A ~z . ")["b1"]
    far = scene(" A . ~z ")
    assert not sees(far, "A", "c1")
    assert rules_against(far, "A", "z") == ["SEE-7"]


@rule("SEE-7")
def test_a_wall_hides_obscured_ground_in_the_next_square() -> None:
    assert not seen_from(
        "A",
        """
        +---+---+
        | A |~z |
        +---+---+
    """,
    )["b1"]


@rule("SEE-7")
def test_who_stands_in_obscured_ground_sees_out() -> None:
    seen = seen_from("A", " ~A . . z ")
    assert seen["a1"]
    assert seen["d1"]


@rule("SEE-7")
def test_obscured_ground_is_not_seen_through_by_either_side() -> None:
    assert not seen_from("A", " A . ~ . z ")["e1"]
    assert not seen_from("z", " A . ~ . z ")["a1"]
    assert not seen_from("A", " A ~ z ")["c1"]


@rule("SEE-7")
def test_obscured_ground_blocks_even_where_it_is_not_seen() -> None:
    drawing = """
        +---+---+---+
        | A   ~   . |
        +   +   +   +
        | .   .   z |
        +---+---+---+
    """
    assert not seen_from("A", drawing, lines=[[4, 0, 4, 2]])["c2"]


@rule("SEE-7")
def test_from_one_obscured_square_the_second_next_is_not_seen() -> None:
    seen = seen_from("A", " ~A ~ ~ . ")
    assert seen["b1"]
    assert not seen["c1"]
    assert not seen["d1"]


@rule("SEE-7", "SEE-4")
def test_a_line_past_the_corner_of_obscured_ground_is_free() -> None:
    seen = seen_from(
        "A",
        """
        +---+---+---+
        | A   ~   . |
        +   +   +   +
        | ~   .   . |
        +   +   +   +
        | .   .   z |
        +---+---+---+
    """,
    )
    assert seen["b2"]
    assert seen["c3"]
    assert not seen["c2"]


@rule("SEE-7")
def test_a_rival_hidden_in_obscured_ground_adds_nothing_and_fog_before_it_hides_it() -> None:
    seen = seen_from("A", " A ~ z . ")
    assert not seen["c1"]
    assert not seen["d1"]


@rule("SEE-7")
def test_obscured_ground_never_blocks_movement() -> None:
    game = scene(" A ~ ~ . ")
    assert game.allows("A: move c1")
    game.play("A: move b1", "A: move d1")
    assert game["A.square"] == "d1"


# ---------------------------------------------------------------- SEE-9 to SEE-11: whose eyes, and when


@rule("SEE-9")
def test_who_is_a_rival_is_judged_from_the_viewers_side() -> None:
    drawing = " A z . "
    assert not seen_from("A", drawing)["c1"]
    assert seen_from("y", " y z . ")["c1"]


@rule("SEE-9")
def test_a_controlled_rival_looks_with_the_controlling_sides_eyes() -> None:
    game = scene(" y z . B . ", turn="light")
    assert sees(game, "y", "c1", DARK)
    assert not sees(game, "y", "c1", LIGHT)
    assert not sees(game, "z", "e1", DARK)
    assert sees(game, "z", "e1", LIGHT)
    assert [reason.rule for reason in why_not_seen(game.state, "y", "c1", LIGHT)] == ["SEE-2"]


@rule("SEE-9")
def test_from_an_empty_square_nobody_blocks() -> None:
    game = scene(" . z A ")
    assert why_seen(game.state, "a1", "c1") != []
    assert [reason.rule for reason in why_not_seen(game.state, "a1", "c1", LIGHT)] == ["SEE-2"]


@rule("SEE-10")
def test_a_figure_always_sees_its_own_square() -> None:
    walled = """
        +---+---+
        |~A | . |
        +---+---+
    """
    assert seen_from("A", walled)["a1"]
    game = scene(walled)
    assert rules_for(game, "A", "a1") == ["SEE-10"]
    assert rules_for(game, "A", "A") == ["SEE-10"]


@rule("SEE-11")
def test_sight_is_judged_anew_once_the_blocker_has_fallen() -> None:
    game = scene(" A b . c ")
    assert not sees(game, "A", "d1")
    game.play("A: challenge b", "roll b b", "roll b b")
    assert game["b.down"]
    assert sees(game, "A", "d1")


@rule("SEE-11")
def test_sight_and_adjacency_are_judged_from_where_the_mover_has_come() -> None:
    game = scene("""
        +---+---+---+---+
        | A | .   .   z |
        +   +   +   +   +
        | .   .   .   . |
        +---+---+---+---+
    """)
    assert not sees(game, "A", "d1")
    assert game.refused("A: challenge z") == ["CHA-2", "ADJ-1"]
    game.play("A: move b2")
    assert sees(game, "A", "d1")
    assert game.refused("A: challenge z") == ["CHA-2", "ADJ-1"]
    game = scene("""
        +---+---+---+
        | A | .   z |
        +   +   +   +
        | .   .   . |
        +---+---+---+
    """)
    assert game.refused("A: challenge z") == ["CHA-2", "ADJ-1"]
    game.play("A: move b2")
    assert game.allows("A: challenge z")


@rule("SEE-5")
def test_nearer_blockers_are_decided_first_whatever_their_order_on_the_map():
    # From d1 the rival on c2 is seen and hides b2; b2, unseen, does not hide a2 of its own.
    seen = seen_from(
        "A",
        """
        +---+---+---+---+
        | .   .   .   A |
        +   +   +   +   +
        | .   y   z   . |
        +---+---+---+---+
        """,
    )
    assert seen["c2"]
    lone = seen_from(
        "A",
        """
        +---+---+---+---+
        | .   .   .   A |
        +   +   +   +   +
        | .   y   .   . |
        +---+---+---+---+
        """,
    )
    assert lone["b2"] and not lone["a2"]
    assert not seen["b2"] and seen["a2"]
