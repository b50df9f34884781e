"""MOV-10, MOV-25, TOK-4: ways that differ in what they set off, and what entering a square does."""

from __future__ import annotations

import pytest

from kit.marks import rule
from kit.table import Game
from kit.terrain import asked, table
from tipover import IllegalChoice, apply
from tipover.engine.codec import state_from_json, state_json
from tipover.engine.core import verbs
from tipover.engine.core.decision import Choice
from tipover.engine.core.event import Moved


def to(game: Game, end: str) -> set[str]:
    """The ways of a basic move that end in a square."""
    return {option.removeprefix("A: move ") for option in game.options if option.startswith("A: move ") and option.endswith(end)}


# ---------------------------------------------------------------- MOV-10: ways that differ

COIN = """
    +---+---+---+---+
    | A   .   .   . |
    +   +   +   +   +
    | .   .   .   . |
    +   +   +   +   +
    | .   .   .   b |
    +---+---+---+---+
"""


@rule("MOV-10")
def test_for_every_end_each_effect_is_one_way_and_the_plain_one_sets_off_least() -> None:
    game = table(COIN, "Coin b1 light", A="Runner", b="Trapper")
    assert to(game, "c1") == {"c1", "b1 c1"}, "Round the coin by b2, or over it."
    assert to(game, "b1") == {"b1"}, "Whoever ends there enters it."
    assert to(game, "a1") == {"a1", "b1 a1"}, "There and back is a way too."
    assert to(game, "c3") == {"c3"}, "No way of two steps leads over b1."
    game.play("A: move c1")
    assert game["sides.light.points"] == 0
    assert game.happened(Moved) == [Moved(0, 0, (5, 2))], "The plain way goes round."


@rule("MOV-10")
def test_the_way_over_it_sets_it_off_in_passing_and_goes_on() -> None:
    game = table(COIN, "Coin b1 light", A="Runner", b="Trapper")
    game.play("A: move b1 c1")
    assert game["sides.light.points"] == 1
    assert game["A.square"] == "c1"


@rule("MOV-10")
def test_without_anything_that_listens_there_is_one_way_to_every_end() -> None:
    game = table(COIN, "Fog b1 light", A="Runner", b="Trapper")
    assert to(game, "c1") == {"c1"}


@rule("MOV-10")
def test_a_text_that_does_not_mean_the_mover_makes_no_difference_to_it() -> None:
    game = table(COIN, "Trap b1 light", A="Runner", b="Trapper")
    assert to(game, "c1") == {"c1"}, "Only a rival sets this trap off."
    theirs = table(COIN, "Trap b1 dark", A="Runner", b="Trapper")
    assert to(theirs, "c1") == {"c1", "b1 c1"}


@rule("MOV-10")
def test_squares_whose_effect_does_not_hang_on_the_place_are_alike() -> None:
    game = table(
        """
        +---+---+---+
        | A   .   . |
        +   +   +   +
        | b   .   . |
        +---+---+---+
        """,
        A="Runner",
        b="Trapper",
        scenario="Toll",
        areas={"Toll": ["b1", "b2"]},
    )
    assert to(game, "a1") == {"a1", "b1 a1"}, "By b2 the same happens."
    assert to(game, "c1") == {"c1"}, "Every way pays once."
    assert to(game, "b1") == {"b1", "b2 b1"}, "Once, or twice."


@rule("MOV-10")
def test_any_lawful_path_may_be_typed_and_an_unlawful_one_is_refused() -> None:
    game = table(COIN, "Coin b1 light", A="Runner", b="Trapper")
    assert game.allows("A: move a2 a1") and game.allows("A: move b2 c1")
    assert game.refused("A: move c1 c2") == ["MOV-1"]
    assert game.refused("A: move b1 c1 d1") == ["MOV-3"]
    game.play("A: move a2 b1")
    assert game["sides.light.points"] == 1


@rule("MOV-10")
def test_a_typed_path_is_taken_inside_a_text_too() -> None:
    game = table(COIN, A="Runner", b="Trapper")
    game.play("A: Stride")
    state = game.state.clone()
    path = (1, 2, 6)
    apply(state, Choice(verbs.SQUARE, 0, 6, path))
    assert state.figure_at[0] == 6 and state.points[0] == 3
    with pytest.raises(IllegalChoice, match="MOV-1"):
        apply(game.state, Choice(verbs.SQUARE, 0, 6, (1, 3, 6)))


@rule("MOV-10")
def test_the_pushed_way_is_chosen_by_the_one_who_pushes() -> None:
    game = table(
        """
        +---+---+---+---+---+
        | .   .   .   .   . |
        +   +   +   +   +   +
        | .   A   b   .   . |
        +   +   +   +   +   +
        | .   .   .   .   . |
        +---+---+---+---+---+
        """,
        "Coin d2 light",
        A="Trapper",
        b="Runner",
    )
    game.play("A: Shove")
    assert asked(game) == {"c2", "d1", "d2", "d3", "e1", "d2 e1", "e2", "d2 e2", "e3", "d2 e3"}
    game.play("> d2 e1")
    assert game["b.square"] == "e1" and game["sides.light.points"] == 1


@rule("MOV-10")
def test_how_far_it_went_is_an_effect_where_a_later_part_counts_squares() -> None:
    game = table(" A . . b ", A="Runner", b="Trapper")
    game.play("A: Stride")
    assert "b1 a1 b1" in asked(game), "Three squares moved, though b1 is next door."
    game.play("> b1 a1 b1")
    assert game["sides.light.points"] == 3


@rule("MOV-10", "TOK-4")
def test_placed_or_swapped_into_a_square_one_enters_it() -> None:
    game = table(COIN, "Coin c1 light", A="Trapper", b="Runner")
    game.play("A: Drop > b > c1")
    assert game["sides.light.points"] == 1
    traded = table(COIN, "Coin a1 light", A="Trapper", b="Runner")
    traded.play("A: Trade")
    assert traded["A.square"] == "d3" and traded["b.square"] == "a1"
    assert traded["sides.light.points"] == 1, "The one who comes to a1 enters it."


@rule("TOK-4")
def test_a_token_put_under_a_figure_does_nothing() -> None:
    game = table(" A . b . ", A="Trapper", b="Runner")
    game.play("A: Set a Trap > c1")
    assert game["b.down"] is False


@rule("TOK-4")
def test_whoever_is_made_to_enter_sets_it_off() -> None:
    for ability in ("Shove", "Lead"):
        game = table(" A b . . ", "Trap c1 light", A="Trapper", b="Runner")
        game.play(f"A: {ability} > c1")
        assert game["b.down"] is True and game["b.square"] == "c1"


# ---------------------------------------------------------------- MOV-25: what changes on the way


@rule("MOV-25", "MOV-10")
def test_a_path_may_cross_a_square_twice_and_each_time_enters_it() -> None:
    game = table(COIN, "Coin b1 light", A="Runner", b="Trapper")
    game.play("A: Stride > b1 a1 b1")
    assert game["sides.light.points"] == 2 + 3, "Twice the coin, and three squares moved."
    weaving = table(COIN, "Coin b1 light", A="Runner", b="Trapper")
    weaving.play("A: Weave")
    assert {"b1", "b1 a1 b1", "a1", "b1 a1"} <= asked(weaving), "Once or twice, ending there or where it began."


@rule("MOV-25")
def test_when_the_ground_changes_on_the_way_the_mover_chooses_the_rest_anew() -> None:
    game = table(
        """
        +---+---+---+---+---+---+
        | A   .   b   .   .   . |
        +---+---+---+---+---+---+
        """,
        "Spring b1 light",
        A="Runner",
        b="Trapper",
    )
    game.play("A: move b1 a1", "> e1")
    assert game["b.square"] == "e1", "The spring pushed it while A was in b1."
    assert asked(game) == {"a1", "b1", "c1"}, "One step is left, and c1 is free now."
    again = state_from_json(game.state.setup, state_json(game.state))
    assert again.digest() == game.state.digest() and again.decision is not None, "The question survives being stored."
    assert game.state.decision is not None and again.decision.options == game.state.decision.options
    assert game.refused("> d1") == ["MOV-3"]
    game.play("> c1")
    assert game["A.square"] == "c1"
