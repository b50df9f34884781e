"""ABI: why an ability may not be used now, in sentences that name the card, its cost and its words."""

from kit.marks import rule
from kit.packs import pack
from kit.table import scene
from tipover import why_not

PACK = pack("rulings")
EMPTY = [[], [], [], []]


def told(game, line):
    """The first reason against a line: its rule and its sentence."""
    reason = why_not(game.state, line)[0]
    return reason.rule, reason.sentence


@rule("ABI-2")
def test_without_a_token_the_reason_names_the_ability_its_cost_and_the_colour():
    game = scene(" A b ", A="Sae-byeok", pool="silver")
    number, sentence = told(game, "A: Sucker Punch")
    assert number == "ABI-2"
    assert "Sucker Punch (blue 3) needs a blue token" in sentence


@rule("CHA-16")
def test_without_a_target_the_reason_quotes_the_cards_line():
    game = scene(" A . b ", A="Jon Snow", pool="red")
    number, sentence = told(game, "A: Longclaw")
    assert number == "CHA-16"
    assert 'Longclaw has no target now: "Challenge 4."' in sentence


@rule("TRN-8")
def test_used_this_turn_the_reason_quotes_the_limit():
    game = scene(" A . . b ", A="Captain America", pool="gold gold")
    game.play("A: I Can Do This All Day > move b1")
    number, sentence = told(game, "A: I Can Do This All Day")
    assert number == "TRN-8"
    assert 'I Can Do This All Day says "Once per turn"' in sentence


@rule("TRN-4")
def test_knocked_down_the_reason_says_that_the_card_does_not_allow_it():
    game = scene(" A b ", A={"character": "Jon Snow", "down": True}, pool="red")
    assert game.refused("A: Longclaw") == ["TRN-4"], "A target stands beside him: that is not the reason."
    assert "Longclaw does not say" in told(game, "A: Longclaw")[1]


@rule("TRN-3")
def test_on_the_wrong_side_the_reason_says_whose_turn_it_is():
    game = scene(" A b ", A="Jon Snow", b="Jon Snow", sides={"dark": {"pool": ["red"]}})
    number, sentence = told(game, "b: Longclaw")
    assert number == "TRN-3"
    assert "light" in sentence.lower()


@rule("ABI-3")
def test_an_answer_to_what_is_over_is_refused_with_a_sentence():
    game = scene(
        " A . B . b ",
        A="Il-nam",
        C={"exhausted": True},
        sides={"light": {"pool": ["gold", "gold"], "track": [["C"], [], [], []]}},
    )
    game.play("A: Turn It Around > A > a1 > c1", "A: Call for Aid")
    assert game["turn"] == "b"
    assert game.refused("> C")[0] in ("TRN-2", "TRN-1", "DST-6"), "Only B could come, so it was not asked for; the turn has passed."
