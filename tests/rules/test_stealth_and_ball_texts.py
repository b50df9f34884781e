"""What the texts of Universal Monsters and Space Jam say that no other set does: stealth, challenge actions, carried things (SEE, CHA, CDN)."""

from __future__ import annotations

from kit.marks import rule
from kit.texts import tried


@rule("SEE-8")
def test_a_text_can_name_those_who_cannot_be_seen():
    game = tried("Knock a concealed rival down.", " A . b c ", b="Phantom")
    assert (game["b.down"], game["c.down"]) == (True, False), "Only the Phantom is concealed."


@rule("SEE-7")
def test_a_text_can_name_obscured_squares_of_the_map_and_those_that_tokens_make():
    game = tried("Place this in an obscured square.", " A . ~ . b ", pieces="Fog b1 light")
    assert sorted(game.options) == ["> b1", "> c1"]


@rule("CHA-15")
def test_a_challenge_action_is_the_basic_challenge_or_what_is_marked_as_one():
    game = tried("A rival may do a challenge action.", " A b ", b="Batman")
    assert sorted(game.options) == ["> Grappling Swing", "> POW!", "> challenge A", "> no"], "Relentless is none, nor is a move."


@rule("CHA-15")
def test_who_cannot_do_a_challenge_action_still_moves():
    game = tried("Until the end of the round, rivals cannot do a challenge action.", " A b . ", b="Batman")
    game.play("A: end")
    assert game.options == ["b: move b1", "b: move c1", "b: Relentless", "b: end"]


@rule("CDN-10", "STA-1")
def test_what_was_given_is_had_and_not_carried_and_cannot_be_taken():
    leader = {"character": "Gi-hun", "carries": ["Leader"]}
    game = tried("If a rival carries a marker, gain 1 point. Take a marker of an adjacent rival.", " A b ", b=leader, scenario="Leaders")
    assert (game["sides.light.points"], game["b.carries"], game["A.carries"]) == (0, ["Leader"], [])


@rule("CHA-12")
def test_a_roll_has_further_dice_for_what_holds_and_for_what_is_there():
    text = "Roll 1 die, plus 1 if this is standing, plus 1 for each adjacent rival. Gain 1 point for each success."
    game = tried(text, " b A c ")
    game.play("roll b b s s")
    assert game["sides.light.points"] == 2


@rule("DST-3")
def test_the_nearest_of_several_areas_is_found_and_one_with_a_marker_is_left_out():
    areas = {"Middle": [["a1"], ["e1"], ["f1"]], "start light": ["g1"], "start dark": ["b1"]}
    text = "Place this in the Middle area nearest to your starting area."
    assert tried(text, " . c A . . . . ", beside="workshop", areas=areas)["A.square"] == "f1"
    game = tried(
        text.replace("area nearest", "area with no marker nearest"), " . c A . . . . ",
        beside="workshop", areas=areas, pieces="Boots f1 light",
    )  # fmt: skip
    assert game["A.square"] == "e1"
