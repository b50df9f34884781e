"""TRN-11: what a text may take an exhausted marker off."""

from kit.marks import rule
from kit.texts import tried


@rule("TRN-11", "ABI-4")
def test_only_who_has_an_exhausted_marker_is_refreshed():
    game = tried("Refresh an ally.", " A B C z ", B={}, C={"exhausted": True})
    assert game["C.exhausted"] is False, "C is the only one: nobody is asked"
    assert game["turn"] == "A"


@rule("TRN-11", "ABI-4")
def test_with_nobody_exhausted_it_cannot_be_done_and_that_is_said():
    game = tried("Refresh an ally. Gain 1 point.", " A B C z ", B={}, C={})
    assert game["sides.light.points"] == 0
    assert any(type(event).__name__ == "NotDone" for event in game.events)


@rule("TRN-11")
def test_each_of_nobody_is_no_failure():
    game = tried("Refresh each exhausted ally. Gain 1 point.", " A B C z ", B={}, C={})
    assert game["sides.light.points"] == 1
