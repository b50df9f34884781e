"""An exhausted marker that a text gives from one character to another (TRN-7, TRN-16)."""

from __future__ import annotations

from kit.marks import rule
from kit.texts import tried
from tipover.engine.core.event import Exhausted, MarkerPassed

RABBIT = "Choose an exhausted character. Give its exhausted marker to a ready character of its side."
TIRED = {"exhausted": True}


@rule("TRN-7", "TRN-16")
def test_who_is_given_the_marker_is_exhausted_and_the_other_may_take_its_turn():
    game = tried(RABBIT, " A C . b d ", C={}, b=TIRED)
    assert game["b.exhausted"] is False, "b was the only exhausted one, d the only ready one of its side."
    assert game["d.exhausted"] is True
    assert [type(event) for event in game.events[-2:]] == [Exhausted, MarkerPassed]
    game.play("A: end")
    assert game.state.decision.figure == game.state.setup.figure("b"), "d has none."


@rule("TRN-7")
def test_the_marker_stays_on_its_side_and_goes_only_to_whom_is_ready():
    game = tried(RABBIT, " A C . b d e ", C=TIRED, b=TIRED, d=TIRED)
    assert sorted(game.options) == ["> C", "> b", "> d"]
    game.play("> d")
    assert (game["e.exhausted"], game["d.exhausted"], game["C.exhausted"]) == (True, False, True)


@rule("TRN-7", "ABI-4")
def test_without_anybody_to_take_it_the_marker_stays():
    game = tried("Give the exhausted marker of a rival to another rival. Gain 1 point.", " A . b ", b=TIRED)
    assert (game["b.exhausted"], game["sides.light.points"]) == (True, 0)


@rule("TRN-7")
def test_a_trait_that_waits_for_being_exhausted_works():
    """SJ100-1: given an exhausted marker, Sae-byeok's Pickpocket works."""
    sides = {"dark": {"track": [[], ["blue"], [], []]}}
    game = tried("Give the exhausted marker of a rival to another rival.", " A d . b ", b=TIRED, d="Sae-byeok", sides=sides)
    assert game["d.exhausted"] is True
    assert game["sides.dark.track"] == [["blue"], [], [], []], "Adjacent to one rival, she shifts a token down 1."
