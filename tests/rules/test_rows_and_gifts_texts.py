"""What cards say of rows and straight lines, of abilities without paying, and of the square that a removed token left."""

import pytest

from kit.marks import rule
from kit.texts import tried
from tipover.engine.core.event import TokenSpent

BOARD = """
+---+---+---+---+---+
| .   x   .   v   . |
+   +   +   +   +   +
| B   A   y   .   w |
+   +   +   +   +   +
| .   .   z   .   . |
+---+---+---+---+---+
"""
FIGURES = {"B": {"side": "light"}, **{mark: {"side": "dark"} for mark in "vwxyz"}}


@rule("DST-4", "MAP-8")
@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("a rival in a straight line", "xywz"),
        ("a rival not in a straight line", "v"),
        ("a rival in a row", "xyw"),
        ("a rival within 2 and in a row with this", "xy"),
    ],
)
def test_a_straight_line_goes_eight_ways_and_a_row_four(words: str, named: str):
    game = tried(f"Knock {words} down.", BOARD, **FIGURES)
    if len(named) == 1:
        assert game[f"{named}.down"]
    else:
        assert sorted(game.options) == sorted(f"> {mark}" for mark in named)


@rule("DST-4", "MAP-8")
def test_lines_and_rows_are_drawn_from_another_and_never_from_itself():
    game = tried("Choose an ally. Knock each rival in a row with it down.", BOARD, **FIGURES)
    game.play("> y")
    assert [game[f"{mark}.down"] for mark in "vwxyz"] == [False, True, False, True, False]
    assert tried("Knock each figure in a straight line with this down.", BOARD, **FIGURES)["A.down"] is False


@rule("CHA-2", "DST-4")
def test_a_line_says_how_targets_are_chosen():
    game = tried("Challenge 1 against a rival in a straight line.", BOARD, **FIGURES)
    assert "> w" in game.options, "Three squares away, and no range is stated."
    assert game.refused("> v") == ["DST-4"]


@rule("DST-4")
def test_a_move_in_a_straight_line_keeps_its_words():
    game = tried("Move 3 toward a rival in a straight line.", BOARD, **FIGURES)
    assert "> v" in game.options, "The line is said of the move, not of the rival."


@rule("MAP-8")
def test_a_figure_in_another_row_is_refused_with_the_rule_of_rows():
    game = tried("Knock a rival in a row down.", BOARD, **FIGURES)
    assert game.refused("> v") == ["MAP-8"]


# -- without paying -------------------------------------------------------------------------------------


@rule("ABI-5")
def test_an_ability_without_paying_takes_no_token_and_is_no_lower_price():
    drawing = " . B A . x . "
    game = tried("Choose an ally. It does an ability without paying.", drawing, B={"side": "light", "character": "Gi-hun"})
    assert "> Take the Lead" in game.options, "Gi-hun may pay 1 less, but here nothing is paid, so no price is written."
    spent = len(game.happened(TokenSpent))
    game.play("> Take the Lead > A > B > a1 > A > d1")
    assert game["B.square"] == "a1" and game["A.square"] == "d1"
    assert len(game.happened(TokenSpent)) == spent
    assert game["sides.light.track"] == [["red"], [], [], []], "Only what Try cost lies there."


@rule("ABI-5", "CHA-16")
def test_an_ability_without_paying_still_needs_what_it_needs():
    game = tried("Choose an ally. It does an ability without paying.", " . B A . x . ", B={"side": "light", "character": "Gi-hun"})
    assert "> Back to Back" not in game.options
    assert game.refused("> Back to Back") == ["CHA-16"], "No rival is beside him; that there is no token is no reason here."


# -- last squares ---------------------------------------------------------------------------------------


@rule("DST-2")
@pytest.mark.parametrize("place", ["adjacent to its last square", "within 1 of the last square of it"])
def test_a_relation_may_lead_to_the_square_that_somebody_left(place: str):
    allies = {mark: {"side": "light", "down": True} for mark in "BC"}
    game = tried(f"Choose a rival. Knock it out. Each ally {place} stands up.", " A . . B x . C ", x={"side": "dark"}, **allies)
    assert [game["x.out"], game["B.down"], game["C.down"]] == [True, False, True]


@rule("CHA-11", "TOK-5")
def test_those_beside_removed_tokens_are_found_from_the_squares_they_left():
    game = tried(
        "Choose 1 or more tokens on the map. Remove them. Knock each rival adjacent to their last square down.",
        " A . . x . . y ",
        pieces="Fog c1 light, Fog f1 light",
        x={"side": "dark"},
        y={"side": "dark"},
    )
    game.play("> Fog c1", "> done")
    assert [game["x.down"], game["y.down"]] == [True, False]
